//! Text as people paste it from pages, files and other programs, before a reader splits it into words.

use std::borrow::Cow;

/// The text as a reader of moves, positions, commands or numbers should see it: invisible characters
/// are left out, every odd space is a blank, every dash and typographic minus is a hyphen, and letters,
/// digits and signs of full width are those of ASCII.
///
/// Invisible are control characters (Unicode's category Cc; tabs and line ends stay) and the code
/// points with the property `Default_Ignorable_Code_Point`: soft hyphens, zero-width characters,
/// direction marks, byte-order marks and variation selectors. The category Cf does not fit: it has
/// visible signs and lacks the selectors. Odd spaces have the property `White_Space`: the categories
/// Zs, Zl and Zp, and a few control characters.
///
/// ```
/// use minnow_rules::visible;
///
/// assert_eq!(visible("\u{feff}1.\u{200b}b3\u{a0}b4"), "1.b3 b4");
/// assert_eq!(visible("a2\u{2013}a3 \u{2212}6"), "a2-a3 -6");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if is_visible(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(shown).collect())
}

/// True if [`visible`] leaves the text as it is.
pub fn is_visible(text: &str) -> bool {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    // The first check is the faster one; most texts need no other.
    text.bytes().all(is_plain) || text.chars().all(|letter| shown(letter) == Some(letter))
}

/// The distance of the characters of full width from those of ASCII.
const FULL_WIDTH: u32 = 0xfee0;

/// The character that stands for this one; `None` for an invisible one.
fn shown(letter: char) -> Option<char> {
    match letter {
        '\t' | '\n' | '\r' => Some(letter),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => Some('-'),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - FULL_WIDTH),
        _ if letter.is_whitespace() => Some(' '),
        _ if letter.is_control() || is_ignorable(letter) => None,
        _ => Some(letter),
    }
}

/// The property `Default_Ignorable_Code_Point` of Unicode, which hardly ever changes.
fn is_ignorable(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Position, Variant, parse_course, parse_premove, parse_san};
    use proptest::prelude::*;

    #[test]
    fn only_what_is_seen_is_read() {
        for (text, expected) in [
            ("b\u{ad}3\u{200b} \u{200e}b4\u{200f}", "b3 b4"),
            ("\0b3\u{1a}\u{7f}\u{2060}", "b3"),
            ("\u{2658}\u{fe0e}c3", "\u{2658}c3"),
            ("b3\u{a0}b4\u{2009}c3\u{3000}c4\u{2028}d3\u{85}d4", "b3 b4 c3 c4 d3 d4"),
            ("a\u{2010}b\u{2011}c\u{2013}d\u{2014}e\u{2212}f\u{ff0d}g", "a-b-c-d-e-f-g"),
            ("\u{ff11}\u{ff0e} \u{ff42}\u{ff13}\u{ff01} \u{ff0b}\u{ff5e}", "1. b3! +~"),
            ("\u{202a}gr\u{fc}n\u{202c} \u{bd} \u{221e}", "gr\u{fc}n \u{bd} \u{221e}"),
        ] {
            assert_eq!(visible(text), expected, "{text:?}");
        }
        for text in ["", "1. b3 b4\t{x}\r\n", "\u{2658}c3 \u{2213} \u{fc}"] {
            assert!(matches!(visible(text), Cow::Borrowed(_)), "{text:?}");
        }
    }

    #[test]
    fn moves_and_boards_are_read_without_invisible_characters() {
        let start = Position::start(Variant::default_variant());
        let plain = start.parse_move("b1c3");
        for text in ["b1\u{2013}c3", "\u{feff}b1c3\u{200b}", "b1\u{2060}c3\0", "\u{a0}b1c3\u{2003}"]
        {
            assert_eq!(start.parse_move(text), plain, "{text:?}");
        }
        for text in ["N\u{200d}c3", "\u{202a}Nc3\u{202c}", "Nb1\u{2212}c3\u{ad}!"] {
            assert_eq!(parse_san(&start, text).ok(), plain.clone().ok(), "{text:?}");
            let premove = parse_premove(&start, Color::White, text);
            assert_eq!(premove.ok(), plain.clone().ok(), "{text:?}");
        }
        let board = "20 W\n.k...\n.....\n.p...\n..Q..\n.....\n...K.\n";
        let odd = board.replace('\n', "\u{200b}\u{a0}");
        let [plain, odd] = [board, odd.as_str()].map(|text| parse_course(start.variant(), text));
        assert_eq!(odd, plain);
    }

    proptest! {
        #[test]
        fn a_visible_text_stays_as_it_is(text in any::<String>()) {
            let once = visible(&text);
            prop_assert_eq!(visible(&once), &*once);
        }
    }
}
