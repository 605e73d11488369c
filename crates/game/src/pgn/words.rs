//! The kinds of words among the moves: moves, null moves, and signs or prose.

use std::borrow::Cow;

use super::signs::split_attached;
use super::steps;
use minnow_rules::names_castling;

/// The most characters of a word that is meant as a move.
const MAX_MEANT: usize = 8;

/// Signs of chess books before a move that is not played: with the idea, better is.
const IDEAS: [char; 4] = ['\u{2206}', '\u{25b3}', '\u{394}', '\u{2313}'];

/// True if a word claims to be a move: it names a square, or has the form of a move to a square
/// that no board has, or castles. Any other word is a sign or prose.
pub(super) fn may_be_move(word: &str) -> bool {
    if word.starts_with(IDEAS) {
        return false;
    }
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let piece = word.strip_prefix(|letter: char| letter.is_ascii_uppercase()).unwrap_or(word);
    let has_form = match piece.as_bytes() {
        [b'a'..=b'z', b'0'..=b'9'] => true,
        [b'a'..=b'z', b'0'..=b'9', next, ..] => !next.is_ascii_alphanumeric(),
        _ => false,
    };
    let names_square = has_form || word.as_bytes().windows(2).any(is_square);
    names_square && !is_address(word) || names_castling(split_attached(word).0)
}

/// True if a word behind a move number is meant as a move, because it has a letter and a digit: one
/// with Caps Lock, of another alphabet or of another notation. Elsewhere it is a word.
pub(super) fn is_meant_as_move(word: &str) -> bool {
    let is_short = word.chars().count() <= MAX_MEANT;
    is_short && word.contains(char::is_alphabetic) && word.contains(char::is_numeric)
}

/// True for the address of a page or of a person, which may have the letters of a square. It is longer
/// than most moves.
fn is_address(word: &str) -> bool {
    word.len() > MAX_MEANT
        && (word.contains("//")
            || word.starts_with("www.")
            || word.contains('@') && word.contains('.'))
}

/// True for a null move in any spelling.
pub(super) fn is_null_move(word: &str) -> bool {
    let core = word.trim_end_matches(['+', '#', '!', '?', '.']);
    ["--", "---", "z0", "0000", "<>", "null", "@@@@"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(core))
}

/// The word in ASCII: letters for figurines, two marks for double glyphs. Empty if it has only
/// punctuation.
pub(super) fn plain_word(text: &str) -> Cow<'_, str> {
    steps::count(text.len());
    let word = if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(ascii_word(text)) };
    let behind: &[char] = if word.ends_with("e.p.") { &[] } else { &[',', ':', '.'] };
    let core = word.trim_end_matches(behind);
    let is_noise = !is_null_move(core) && core.chars().all(|letter| ".,:_~-".contains(letter));
    let length = if is_noise { 0 } else { core.len() };
    match word {
        Cow::Borrowed(word) => Cow::Borrowed(&word[..length]),
        Cow::Owned(mut word) => {
            word.truncate(length);
            Cow::Owned(word)
        }
    }
}

fn ascii_word(text: &str) -> String {
    let mut word = String::new();
    for letter in text.chars() {
        match letter {
            '\u{2654}' | '\u{265a}' => word.push('K'),
            '\u{2655}' | '\u{265b}' => word.push('Q'),
            '\u{2656}' | '\u{265c}' => word.push('R'),
            '\u{2657}' | '\u{265d}' => word.push('B'),
            '\u{2658}' | '\u{265e}' => word.push('N'),
            // The letter of castling on a Russian keyboard.
            '\u{41e}' | '\u{43e}' => word.push('O'),
            // Pawns.
            '\u{2659}' | '\u{265f}' => {}
            '\u{d7}' => word.push('x'),
            '\u{203c}' => word.push_str("!!"),
            '\u{2047}' => word.push_str("??"),
            '\u{2048}' => word.push_str("?!"),
            '\u{2049}' => word.push_str("!?"),
            _ => word.push(letter),
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_no_move() {
        for word in ["b3", "Nxb4+", "Nf9", "Zz9", "e9!", "O-O", "0\u{2013}0-0+", "oo", "a1z9"] {
            assert!(may_be_move(word), "{word}");
        }
        for word in [
            "https://b1.example",
            "\u{2206}b3",
            "www.a1b2.example",
            "a1.b2@c3.example",
            "good",
            "N",
            "RR",
            "Elo2400",
            "0000",
            "--",
            "\u{b1}",
            "A1",
        ] {
            assert!(!may_be_move(word), "{word}");
        }
    }
}
