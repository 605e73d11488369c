//! Castling in algebraic notation.

use super::{Castling, Color, san::without_marks, visible};

/// `O-O` or `O-O-O`.
pub(super) fn castling_text(castling: &Castling) -> &'static str {
    if castling.letter.eq_ignore_ascii_case(&'K') { "O-O" } else { "O-O-O" }
}

/// True if a text means castling, in any spelling that [`parse_san`](crate::parse_san) reads.
///
/// ```
/// use minnow_rules::names_castling;
///
/// assert!(names_castling("0\u{2013}0-0+") && names_castling("O - O"));
/// assert!(names_castling("OO"));
/// assert!(!names_castling("0000") && !names_castling("O-O-"));
/// ```
pub fn names_castling(text: &str) -> bool {
    castling_letter(without_marks(&visible(text)), Color::White).is_some()
}

/// The FEN letter of the castling right for `O-O` or `O-O-O`, written with letters or zeros, and with
/// dashes and blanks or none.
pub(super) fn castling_letter(core: &str, turn: Color) -> Option<char> {
    // Most words are not castling.
    if !core.starts_with(['O', 'o', '0']) {
        return None;
    }
    let wings = core.chars().filter(|letter| matches!(letter, 'O' | 'o' | '0')).count();
    let joins = core.chars().filter(|letter| matches!(letter, '-' | ' ' | '\t')).count();
    if wings + joins != core.chars().count() || core.ends_with('-') {
        return None;
    }
    let letter = match wings {
        2 => 'K',
        3 => 'Q',
        _ => return None,
    };
    Some(if turn == Color::White { letter } else { letter.to_ascii_lowercase() })
}
