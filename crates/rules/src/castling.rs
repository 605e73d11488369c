//! Castling in algebraic notation.

use super::{Castling, Color, san::without_marks};

/// `O-O` or `O-O-O`.
pub(super) fn castling_text(castling: &Castling) -> &'static str {
    if castling.letter.eq_ignore_ascii_case(&'K') { "O-O" } else { "O-O-O" }
}

/// True if a text means castling, in any spelling that [`parse_san`](crate::parse_san) reads.
///
/// ```
/// use minnow_rules::names_castling;
///
/// assert!(names_castling("0\u{2013}0-0+") && names_castling("OO"));
/// assert!(!names_castling("0000") && !names_castling("O-O-"));
/// ```
pub fn names_castling(text: &str) -> bool {
    castling_letter(without_marks(text), Color::White).is_some()
}

/// The FEN letter of the castling right for `O-O` or `O-O-O`, written with letters or zeros and any
/// dashes or none.
pub(super) fn castling_letter(core: &str, turn: Color) -> Option<char> {
    let is_dash = |letter: char| matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let wings = core.chars().filter(|letter| matches!(letter, 'O' | 'o' | '0')).count();
    let dashes = core.chars().filter(|letter| is_dash(*letter)).count();
    if wings + dashes != core.chars().count()
        || core.starts_with(is_dash)
        || core.ends_with(is_dash)
    {
        return None;
    }
    let letter = match wings {
        2 => 'K',
        3 => 'Q',
        _ => return None,
    };
    Some(if turn == Color::White { letter } else { letter.to_ascii_lowercase() })
}
