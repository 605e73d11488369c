//! Small changes to texts for the user.

use std::fmt::Display;

use crate::rules::Variant;

/// An error's message as a sentence: with a capital and a full stop.
pub fn sentence(problem: &impl Display) -> String {
    format!("{}.", capitalised(&problem.to_string()))
}

/// A text with its first letter as a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A text with real minus signs before its numbers.
pub fn with_minus(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let next = text[at + letter.len_utf8()..].chars().next();
        let is_number = next.is_some_and(|next| next.is_ascii_digit() || next == '\u{221e}');
        let is_sign = letter == '-' && is_number && !before.is_alphanumeric();
        shown.push(if is_sign { '\u{2212}' } else { letter });
        before = letter;
    }
    shown
}

/// A result as people write it: `1-0`, `½-½`.
pub fn shown_result(result: &str) -> String {
    result.replace("1/2", "\u{bd}")
}

/// `MiniChess 5×6`.
pub fn variant_text(variant: &Variant) -> String {
    let sized = variant.name.contains(char::is_numeric) && variant.name.contains('x');
    let name = if sized {
        variant.name.replace('x', "\u{d7}")
    } else {
        format!("{} {}", variant.name, variant.size_text().replace('x', "\u{d7}"))
    };
    name.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_a_real_minus() {
        for (text, shown) in [
            ("at most -1.20, #-3", "at most \u{2212}1.20, #\u{2212}3"),
            ("alpha = -\u{221e}", "alpha = \u{2212}\u{221e}"),
            ("d5-c5 of 1-0, alpha-beta", "d5-c5 of 1-0, alpha-beta"),
            ("-7", "\u{2212}7"),
        ] {
            assert_eq!(with_minus(text), shown);
        }
        assert_eq!(shown_result("1/2-1/2"), "\u{bd}-\u{bd}");
    }
}
