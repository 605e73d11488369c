//! PGN's numbered glyphs: marks on a move, and the signs of chess books at the start of a comment.
//!
//! Glyphs above `$6`, for which Minnow has no marks, become signs in reading, and
//! glyphs again in writing.

use super::steps;
use crate::Mark;

/// PGN's glyph numbers and the signs of chess books for them, in ASCII where possible.
const SIGNS: [(u8, &str); 8] = [
    (10, "="),
    (13, "\u{221e}"),
    (14, "+/="),
    (15, "=/+"),
    (16, "+/-"),
    (17, "-/+"),
    (18, "+-"),
    (19, "-+"),
];

/// The most bytes of a sign: `$255`.
const MAX_SIGN_BYTES: usize = 4;

/// Signs in their order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SignSet {
    /// The glyph numbers.
    order: Vec<u8>,
    /// A bit for each glyph number of `order`.
    known: [u64; 4],
}

impl SignSet {
    /// Adds a sign by its glyph number; `false` if the set has it already.
    pub(super) fn insert(&mut self, number: u8) -> bool {
        let bit = 1 << (number % 64);
        let word = &mut self.known[usize::from(number / 64)];
        let is_new = *word & bit == 0;
        if is_new {
            *word |= bit;
            self.order.push(number);
        }
        is_new
    }

    /// Adds the signs at the start of a text up to the first that is known, and returns the text
    /// after them.
    pub(super) fn take_from<'a>(&mut self, text: &'a str) -> &'a str {
        let mut rest = text;
        while let Some((_, behind)) = first_sign(rest).filter(|(n, _)| self.insert(*n)) {
            rest = behind;
        }
        rest
    }

    /// The glyph numbers in their order.
    pub(super) fn numbers(&self) -> &[u8] {
        &self.order
    }

    /// The signs with a blank between two.
    pub(super) fn text(&self) -> String {
        self.order.iter().map(|number| sign(*number)).collect::<Vec<_>>().join(" ")
    }
}

/// A comment split into the signs at its start and the text after them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SplitComment<'a> {
    pub signs: SignSet,
    pub text: &'a str,
}

/// Splits a comment after the signs at its start. Each sign counts once.
pub(super) fn split_signs(comment: &str) -> SplitComment<'_> {
    let mut signs = SignSet::default();
    let text = signs.take_from(comment);
    SplitComment { signs, text }
}

/// The glyph number of the sign that a text begins with, and the text after it.
fn first_sign(text: &str) -> Option<(u8, &str)> {
    // The text may be long, and without any blank.
    let start = &text.as_bytes()[..text.len().min(MAX_SIGN_BYTES + 1)];
    steps::count(start.len());
    let (word, behind) = match start.iter().position(|byte| *byte == b' ') {
        Some(blank) => (&text[..blank], &text[blank + 1..]),
        None if text.len() <= MAX_SIGN_BYTES => (text, ""),
        None => return None,
    };
    Some((sign_number(word)?, behind))
}

/// The sign of a glyph number.
fn sign(number: u8) -> String {
    let known = SIGNS.iter().find(|(known, _)| *known == number);
    known.map_or_else(|| format!("${number}"), |(_, sign)| (*sign).to_owned())
}

/// The glyph number of a sign written by `sign`.
fn sign_number(word: &str) -> Option<u8> {
    let numbered = || word.strip_prefix('$')?.parse().ok().filter(|number| *number > 6);
    written_sign(word).or_else(numbered).filter(|number| sign(*number) == word)
}

/// A mark or sign that is written out, such as `!?` or `+/-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenGlyph {
    Mark(Mark),
    /// A sign by its glyph number.
    Sign(u8),
}

impl WrittenGlyph {
    /// Reads a whole word; `None` if it is neither.
    pub(super) fn read(word: &str) -> Option<WrittenGlyph> {
        let sign = || written_sign(word).map(WrittenGlyph::Sign);
        mark_of(word).map(WrittenGlyph::Mark).or_else(sign)
    }
}

/// The glyph number of a sign of chess books.
fn written_sign(word: &str) -> Option<u8> {
    SIGNS.iter().find(|(_, sign)| *sign == word).map(|(number, _)| *number)
}

/// The mark of `!`, `?!` and so on. Characters after the first two are ignored.
pub(super) fn mark_of(text: &str) -> Option<Mark> {
    let plain = text.chars().all(|letter| letter == '!' || letter == '?');
    plain.then(|| Mark::from_text(text.get(..2).unwrap_or(text))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_begin_a_comment_once_each() {
        let split = |text| {
            let SplitComment { signs, text } = split_signs(text);
            (signs.numbers().to_vec(), text)
        };
        assert_eq!(split("+/= $200 keeps"), (vec![14, 200], "keeps"));
        assert_eq!(split("$14 $3 $010 x"), (vec![], "$14 $3 $010 x"), "not written like this");
        assert_eq!(split("= = x"), (vec![10], "= x"), "the other is text");
        assert_eq!(split("\u{221e}"), (vec![13], ""));
        assert_eq!(split("=\nx y"), (vec![], "=\nx y"));
        assert_eq!(split("+/=x"), (vec![], "+/=x"));
    }
}
