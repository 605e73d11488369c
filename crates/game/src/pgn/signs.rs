//! PGN's numbered glyphs: marks on a move, and the signs of chess books at the start of a comment.
//!
//! Glyphs above `$6`, for which Minnow has no marks, become signs in reading, and
//! glyphs again in writing.

use super::steps;
use crate::Mark;

/// PGN's glyph numbers and the signs of chess books for them, in ASCII where possible. A comment
/// may begin with them.
const SIGNS: [(u8, &str); 13] = [
    (7, "\u{25a1}"),
    (10, "="),
    (13, "\u{221e}"),
    (14, "+/="),
    (15, "=/+"),
    (16, "+/-"),
    (17, "-/+"),
    (18, "+-"),
    (19, "-+"),
    (36, "\u{2191}"),
    (40, "\u{2192}"),
    (132, "\u{21c6}"),
    (140, "\u{2206}"),
];

/// Further spellings, those of Informator, ChessBase and Scid. A longer one stands before those that
/// it begins with.
const SPELLINGS: [(&str, u8); 39] = [
    ("+--", 20),
    ("--+", 21),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("=/\u{221e}", 44),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=\u{221e}", 44),
    ("\u{221e}=", 45),
    ("\u{2a72}", 14),
    ("\u{2a71}", 15),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
    ("\u{25a0}", 7),
    ("\u{25fb}", 7),
    ("\u{2a00}", 22),
    ("\u{2299}", 22),
    ("\u{25cb}", 26),
    ("\u{27f3}", 32),
    ("\u{21bb}", 32),
    ("\u{2bf9}", 44),
    ("\u{21c4}", 132),
    ("\u{2295}", 138),
    ("\u{2a01}", 138),
    ("\u{394}", 140),
    ("\u{25b3}", 140),
    ("/\\", 140),
    ("\u{2207}", 141),
    ("\u{2313}", 142),
    ("(N)", 146),
    ("(D)", 220),
    ("TN", 146),
    ("RR", 145),
    ("N", 146),
    ("D", 220),
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

/// Takes the marks and signs at the start of a text, and returns them and the text after them. `+`
/// and `#` for check and mate are passed over.
pub(super) fn take_glyphs(text: &str) -> (Vec<WrittenGlyph>, &str) {
    let mut glyphs = Vec::new();
    let mut rest = text;
    loop {
        let behind = rest.trim_start_matches(['!', '?']);
        if let Some(mark) = mark_of(&rest[..rest.len() - behind.len()]) {
            glyphs.push(WrittenGlyph::Mark(mark));
            rest = behind;
        } else if let Some((number, behind)) = spelled_sign(rest) {
            glyphs.push(WrittenGlyph::Sign(number));
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix(['+', '#']) {
            rest = behind;
        } else {
            return (glyphs, rest);
        }
    }
}

/// The glyph number of the sign that a text begins with, in any spelling, and the text after it. A
/// sign of letters is a whole word.
fn spelled_sign(text: &str) -> Option<(u8, &str)> {
    let known = SIGNS.iter().map(|(number, sign)| (*sign, *number));
    SPELLINGS.into_iter().chain(known).find_map(|(sign, number)| {
        let behind = text.strip_prefix(sign)?;
        let goes_on = sign.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && behind.starts_with(char::is_alphanumeric);
        (!goes_on).then_some((number, behind))
    })
}

/// Splits a word into a move and the signs attached to it, such as `b4` and `!?N`.
pub(super) fn split_attached(word: &str) -> (&str, &str) {
    let signs = |letter: char| !letter.is_ascii_alphanumeric() && letter != ')';
    let core = word.trim_end_matches(signs);
    let has_letter = |sign: &&str| sign.contains(|letter: char| letter.is_ascii_alphabetic());
    let mut spellings = SPELLINGS.iter().map(|(sign, _)| *sign).filter(has_letter);
    let letters = spellings.find_map(|sign| core.strip_suffix(sign));
    // Behind other letters and behind `=`, a letter is a part of the move.
    let follows = |core: &&str| core.ends_with(|c: char| c.is_ascii_digit() || "+#!?".contains(c));
    let core = letters.filter(follows).map_or(core, |core| core.trim_end_matches(signs));
    word.split_at(core.len())
}

/// The glyph number of a sign of chess books.
fn written_sign(word: &str) -> Option<u8> {
    SIGNS.iter().find(|(_, sign)| *sign == word).map(|(number, _)| *number)
}

/// The mark of `!`, `?!` and so on. Characters after the first two are ignored.
fn mark_of(text: &str) -> Option<Mark> {
    let plain = text.chars().all(|letter| letter == '!' || letter == '?');
    plain.then(|| Mark::from_text(text.get(..2).unwrap_or(text))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_many_spellings() {
        for (text, expected) in [
            ("\u{b1}", "16"),
            ("+-", "18"),
            ("+=!", "14 !"),
            ("!?\u{2213}", "!? 17"),
            ("++-", "18"),
            ("+--", "20"),
            ("=/\u{221e}", "44"),
            ("\u{25a1}", "7"),
            ("RR", "145"),
            ("TN", "146"),
            ("+N", "146"),
            ("D", "220"),
            ("!!!", "!!"),
            ("#", ""),
            ("No", "| No"),
            ("--", "| --"),
            ("=x", "10 | x"),
        ] {
            let (glyphs, rest) = take_glyphs(text);
            let mut words: Vec<String> = glyphs
                .iter()
                .map(|glyph| match glyph {
                    WrittenGlyph::Mark(mark) => mark.text().to_owned(),
                    WrittenGlyph::Sign(number) => number.to_string(),
                })
                .collect();
            words.extend(Some(format!("| {rest}")).filter(|_| !rest.is_empty()));
            assert_eq!(words.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn signs_are_attached_to_moves() {
        for (word, mv) in [
            ("b4\u{b1}", "b4"),
            ("Nxb4+!?N", "Nxb4"),
            ("b4TN", "b4"),
            ("O-O=", "O-O"),
            ("a6(Q)+-", "a6(Q)"),
            ("a6=N", "a6=N"),
            ("b4!(D)", "b4"),
            ("RR", "RR"),
        ] {
            assert_eq!(split_attached(word), (mv, &word[mv.len()..]), "{word}");
        }
    }

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
