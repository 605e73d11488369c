//! Square brackets. They enclose tags as people write them, commands outside of comments, shortcodes
//! of forums, and remarks.

use super::lex::{BLANKS, Lexer, Token, ends_name};
use super::{steps, words::may_be_move};

/// Marks that programs and keyboards put for the quotes of a tag's value.
const QUOTES: [char; 13] = [
    '"', '\'', '\u{60}', '\u{b4}', '\u{ab}', '\u{bb}', '\u{2018}', '\u{2019}', '\u{201a}',
    '\u{201c}', '\u{201d}', '\u{201e}', '\u{ff02}',
];

/// Tags that may lack their quotes even after prose.
const WELL_KNOWN: [&str; 9] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "Variant"];

/// Shortcodes around a game and in it, in lower case.
const SHORTCODES: [&str; 12] =
    ["pgn", "code", "chess", "quote", "spoiler", "b", "i", "u", "url", "size", "color", "center"];

/// Signs that people put between the name and the value of a tag.
pub(super) const JOINS: [char; 2] = [':', '='];

/// A tag's value and the bytes that close it: the quote, blanks and the bracket.
struct TagValue<'a> {
    text: &'a str,
    closing_bytes: usize,
}

impl<'a> Lexer<'a> {
    /// The token that an opening square bracket begins; `None` for a shortcode.
    pub(super) fn bracket(&mut self) -> Option<Token<'a>> {
        let is_first = self.is_at_line_start();
        if let Some(tag) = self.quoted_tag() {
            return Some(tag);
        }
        let inner = self.rest().get(1..).unwrap_or("");
        let end = inner.find(['[', ']', '\n']).unwrap_or(inner.len());
        let (inner, behind) = inner.split_at(end);
        steps::count(end);
        let is_closed = behind.starts_with(']');
        let bytes = 1 + end + usize::from(is_closed);
        if is_closed && is_shortcode(inner) {
            self.advance(bytes);
            return None;
        }
        if is_first && !inner.starts_with('%') && !behind.starts_with('[') {
            if let Some(tag) = bare_tag(inner).filter(|tag| self.is_among_tags || is_known(*tag)) {
                self.advance(bytes);
                return Some(tag);
            }
            if self.is_among_tags && is_closed && !inner.trim().is_empty() {
                return Some(Token::BrokenTag(self.advance(bytes)));
            }
        }
        if is_closed {
            return Some(Token::Comment { text: self.advance(bytes), is_closed });
        }
        self.advance(1);
        Some(Token::Stray('['))
    }

    /// Words in quotation marks, which are a remark.
    pub(super) fn quotation(&mut self) -> Token<'a> {
        let inner = self.rest().get(1..).unwrap_or("");
        let end = inner.find(['"', '\n']).unwrap_or(inner.len());
        steps::count(end);
        if inner[end..].starts_with('"') {
            return Token::Comment { text: self.advance(end + 2), is_closed: true };
        }
        self.advance(1);
        Token::Stray('"')
    }

    /// A tag pair with quotes of any kind. `None` leaves the lexer before the bracket.
    fn quoted_tag(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let inner = rest.get(1..)?.trim_start_matches(BLANKS);
        let (name, behind) = inner.split_at(inner.find(ends_name).unwrap_or(inner.len()));
        steps::count(rest.len() - behind.len());
        let name = name.trim_end_matches(JOINS);
        let opened = behind.trim_start_matches(BLANKS).trim_start_matches(JOINS);
        let opened = opened.trim_start_matches(BLANKS);
        let quote = opened.chars().next().filter(|quote| QUOTES.contains(quote))?;
        if name.is_empty() {
            return None;
        }
        let value = &opened[quote.len_utf8()..];
        let before = rest.len() - value.len();
        let TagValue { text: value, closing_bytes } = split_value(value, quote);
        self.advance(before + value.len() + closing_bytes);
        Some(Token::Tag { name, value })
    }
}

/// The value up to the quote that closes it, on this line or the next. Without such a quote it ends
/// with its line.
fn split_value(text: &str, quote: char) -> TagValue<'_> {
    let closes = |letter: char| if quote == '"' { letter == '"' } else { QUOTES.contains(&letter) };
    let mut escaped = false;
    let mut line_end = None;
    for (at, letter) in text.char_indices() {
        steps::count(0);
        match letter {
            '\n' => {
                let next = text[at + 1..].trim_start_matches(BLANKS);
                if line_end.is_some() || next.starts_with(['[', '\n']) {
                    line_end.get_or_insert(at);
                    break;
                }
                line_end = Some(at);
                escaped = false;
            }
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if closes(letter) => {
                let behind = text[at + letter.len_utf8()..].trim_start_matches(BLANKS);
                // The next tag may follow without the bracket of this one.
                let unclosed = Some(behind).filter(|behind| behind.starts_with('['));
                if let Some(after) = behind.strip_prefix(']').or(unclosed) {
                    let closing_bytes = text.len() - at - after.len();
                    return TagValue { text: &text[..at], closing_bytes };
                }
            }
            _ => {}
        }
    }
    let end = line_end.unwrap_or(text.len());
    let value = text[..end].trim_end().trim_end_matches(']').trim_end_matches(QUOTES);
    TagValue { text: value, closing_bytes: end - value.len() }
}

/// The tag of a text without quotes, such as `White Ada Lovelace`.
fn bare_tag(inner: &str) -> Option<Token<'_>> {
    let (name, value) = inner.trim().split_once(BLANKS)?;
    let name = name.trim_end_matches(JOINS);
    let is_name = name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !may_be_move(name);
    let value = value.trim_start().trim_start_matches(JOINS);
    let value = value.trim_matches(|letter: char| letter == ' ' || QUOTES.contains(&letter));
    is_name.then_some(Token::Tag { name, value })
}

fn is_known(tag: Token<'_>) -> bool {
    matches!(tag, Token::Tag { name, .. } if WELL_KNOWN.contains(&name))
}

/// True for `pgn`, `/pgn` and `quote=...`.
fn is_shortcode(inner: &str) -> bool {
    let name = inner.trim_start_matches('/');
    let name = &name[..name.find(['=', ' ']).unwrap_or(name.len())];
    SHORTCODES.iter().any(|code| code.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::lex::START;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text, 0, START);
        std::iter::from_fn(|| lexer.next().map(|placed| placed.token)).collect()
    }

    fn tag<'a>(name: &'a str, value: &'a str) -> Token<'a> {
        Token::Tag { name, value }
    }

    #[test]
    fn malformed_tags_are_read() {
        assert_eq!(tokens("[A \"x\"] [B \"y \\\" z\"]"), [tag("A", "x"), tag("B", "y \\\" z")]);
        for (text, value) in [
            ("[A \"the \"big\" one\"]", "the \"big\" one"),
            ("[A \"open]\n[", "open"),
            ("[A \u{201c}x\u{201d}]", "x"),
            ("[A \u{201e}x\u{201c}]", "x"),
            ("[A \u{ab}x\u{bb}]", "x"),
            ("[A 'O'Brien' ]", "O'Brien"),
            ("[A \u{2018}x\u{2019}]", "x"),
            ("[A\"x\"]", "x"),
            ("[A \"over\ntwo\"]", "over\ntwo"),
            ("[A \"not over\n\ntwo\"]", "not over"),
            ("[A x y]", "x y"),
            ("[A 2026.11.26", "2026.11.26"),
            ("[A: \"x\"]", "x"),
            ("[A=\"x\"]", "x"),
            ("[A = \u{201c}x\u{201d}]", "x"),
            ("[A: x]", "x"),
            ("[A = x y]", "x y"),
            ("[A x\u{201d}]", "x"),
        ] {
            assert_eq!(tokens(text)[0], tag("A", value), "{text}");
        }
        assert_eq!(tokens("[A \"x\" [B \"y\"]"), [tag("A", "x"), tag("B", "y")]);
        assert_eq!(
            tokens("[A \"open]\n[B \"y\n1. b3")[..2],
            [tag("A", "open"), tag("B", "y")],
            "each ends with its line"
        );
    }

    #[test]
    fn a_broken_tag_costs_its_line() {
        for broken in ["[Event]", "[\"A\" \"x\"]", "[=]", "[a b]"] {
            let text = format!("[A \"x\"]\n{broken}\n[B \"y\"]");
            let expected = [tag("A", "x"), Token::BrokenTag(broken), tag("B", "y")];
            assert_eq!(tokens(&text), expected, "{broken}");
        }
    }

    #[test]
    fn other_brackets_are_comments_or_structure() {
        let comment = |text| Token::Comment { text, is_closed: true };
        for (text, expected) in [
            ("b3 [1. c3!?] b4", vec![comment("[1. c3!?]")]),
            ("b3\n[Diagram 1]\nb4", vec![comment("[Diagram 1]")]),
            ("b3 [%clk 0:01] b4", vec![comment("[%clk 0:01]")]),
            ("b3 [/PGN] b4", vec![]),
            ("b3\n[quote=Ada] b4", vec![]),
            ("b3 \"not c3!\" b4", vec![comment("\"not c3!\"")]),
            ("b3 \"\nb4", vec![Token::Stray('"')]),
            ("b3 [ b4", vec![Token::Stray('[')]),
            ("b3 [[ b4", vec![Token::Stray('['); 2]),
        ] {
            let all = [vec![Token::Word("b3")], expected, vec![Token::Word("b4")]].concat();
            assert_eq!(tokens(text), all, "{text}");
        }
    }
}
