//! Decoding the bytes of a PGN file. The bytes determine the encoding; any bytes give some text.
//!
//! Files are joined from several sources, and editors save with the encoding of their system, so one
//! line may mix UTF-8 and Windows-1252: each word that is not UTF-8 is read as Windows-1252.

use std::borrow::Cow;

use super::comment::is_shown;
use super::lex::{BLANKS, ends_name};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use minnow_rules::{is_visible, visible};

/// The text with `\n` for all line ends. Outside comments and the values of tags it is the
/// [`visible`] text; they lose only their control characters.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, bom_bytes)) if encoding != UTF_8 => {
            encoding.decode_without_bom_handling(&bytes[bom_bytes..]).0
        }
        _ => decode_words(bytes),
    };
    let text = if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        text
    };
    if is_visible(&text) { text.into_owned() } else { clean(&text) }
}

fn decode_words(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(
        |_| Cow::Owned(bytes.split_inclusive(u8::is_ascii_whitespace).map(decode_word).collect()),
        Cow::Borrowed,
    )
}

fn decode_word(word: &[u8]) -> Cow<'_, str> {
    let decoded = |_| WINDOWS_1252.decode_without_bom_handling(word).0;
    std::str::from_utf8(word).map_or_else(decoded, Cow::Borrowed)
}

/// The [`visible`] text, except that comments, values of tags and skipped lines lose only their
/// control characters.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (moves, behind) = rest.split_at(rest.find(['{', ';', '%', '"']).unwrap_or(rest.len()));
        out.push_str(&visible(moves));
        let (kept, after) = behind.split_at(kept_bytes(&out, behind));
        out.extend(kept.chars().filter(is_shown));
        rest = after;
    }
    out
}

/// The length of the comment, value or skipped line that a text begins with behind a cleaned one, or
/// of a stray sign.
fn kept_bytes(before: &str, text: &str) -> usize {
    let until = |end: Option<usize>| end.unwrap_or(text.len());
    match text.as_bytes().first() {
        None => 0,
        Some(b'{') => {
            let mut ends = text.match_indices(['}', '\n']);
            // A comment without an end stops before the next game.
            let is_end = |(at, sign): &(usize, &str)| {
                *sign == "}" || text[at + 1..].starts_with("[Event \"")
            };
            until(ends.find(is_end).map(|(at, _)| at))
        }
        Some(b';') => until(text.find('\n')),
        Some(b'%') if before.is_empty() || before.ends_with('\n') => until(text.find('\n')),
        Some(b'"') if ends_with_name(before) => {
            let mut ends = text.match_indices([']', '\n']);
            let is_end = |(at, sign): &(usize, &str)| *sign == "\n" || is_closed(&text[1..*at]);
            until(ends.find(is_end).map(|(at, _)| at))
        }
        Some(_) => 1,
    }
}

/// True if a text ends with the bracket and the name of a tag.
fn ends_with_name(text: &str) -> bool {
    let named = text.trim_end_matches(BLANKS);
    let unnamed = named.trim_end_matches(|letter: char| !ends_name(letter));
    unnamed.len() < named.len() && unnamed.trim_end_matches(BLANKS).ends_with('[')
}

/// True if a value ends with the quotation mark that closes it.
fn is_closed(value: &str) -> bool {
    let value = value.trim_end_matches(BLANKS);
    value.ends_with('"') && !value.ends_with("\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{read_pgn, to_pgn};
    use minnow_rules::Variant;

    #[test]
    fn common_encodings_give_the_same_text() {
        let expected = "{M\u{fc}ller \u{2013} \u{c5}ngstr\u{f6}m}\n";
        assert_eq!(decode(expected.as_bytes()), expected);
        assert_eq!(decode(&[b"\xef\xbb\xbf", expected.as_bytes()].concat()), expected);
        assert_eq!(decode(b"{M\xfcller \x96 \xc5ngstr\xf6m}\r\n"), expected);
        assert_eq!(decode(b"{M\xfcller \xe2\x80\x93 \xc3\x85ngstr\xc3\xb6m}\n"), expected);
        let little: Vec<u8> = expected.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = expected.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&[b"\xff\xfe", little.as_slice()].concat()), expected);
        assert_eq!(decode(&[b"\xfe\xff", big.as_slice()].concat()), expected);
        assert_eq!(decode(b"a\rb\r\nc\n"), "a\nb\nc\n");
    }

    /// Each text and a plain one that gives the same game.
    #[test]
    fn only_what_is_seen_is_read() {
        let cases: [(&[u8], &str); 9] = [
            (b"1.\xe2\x80\x8bb3 b4 2. c3 bxc3 *", "1. b3 b4 2. c3 bxc3 *"),
            (
                b"1. b\xc2\xad3\xc2\xa0b\xe2\x81\xa04 2.\xe3\x80\x80c3\xef\xbb\xbf *\x1a",
                "1. b3 b4 2. c3 *",
            ),
            (b"\xef\xbb\xbf\xef\xbb\xbf[Event \"t\"]\n\n\0 1. b3 *\0", "[Event \"t\"]\n\n1. b3 *"),
            (b"1. N\xef\xb8\x8ec3 Nd6\xe2\x80\x91c4 0\xe2\x88\x921", "1. Nc3 Nc4 0-1"),
            (
                b"1. b3 {gr\xc3\xbcn \xe2\x80\x94} b4 {sch\xf6n} *",
                "1. b3 {gr\u{fc}n \u{2014}} b4 {sch\u{f6}n} *",
            ),
            (
                b"1. b3 {caf\xe9}\nb4 {\xc3\xa9t\xc3\xa9} 2. c3 {\x93d\xe9j\xe0\x94} *",
                "1. b3 {caf\u{e9}} b4 {\u{e9}t\u{e9}} 2. c3 {\u{201c}d\u{e9}j\u{e0}\u{201d}} *",
            ),
            (b"1. b3 {\0a\x1a} b4 *", "1. b3 {a} b4 *"),
            (
                b"[Variant \"gardner\"]\n[FEN \"4k/P4/5/5/4K w - - 0 0\"]\n\n1. a5=Q *",
                "[Variant \"gardner\"]\n[FEN \"4k/P4/5/5/4K w - - 0 1\"]\n\n1. a5=Q *",
            ),
            (
                b"[Variant \"gardner\"]\n[FEN \"4k/P4/5\xe2\x80\x8b/5/4K\xc2\xa0w\"]\n\n1. a5=Q *",
                "[Variant \"gardner\"]\n[FEN \"4k/P4/5/5/4K w - - 0 1\"]\n\n1. a5=Q *",
            ),
        ];
        for (odd, plain) in cases {
            let read = |bytes: &[u8]| {
                let games = read_pgn(bytes, Variant::default_variant()).unwrap();
                assert_eq!(games.len(), 1, "{plain}");
                assert!(games[0].problems.is_empty(), "{:?}", games[0].problems);
                to_pgn(&games[0].game)
            };
            assert_eq!(read(odd), read(plain.as_bytes()));
        }
    }

    #[test]
    fn comments_and_values_keep_their_text() {
        let kept = "[White \"A\u{2013}B\\\"\u{a0}\u{2014}\"] [Black \"C\u{200d}D\"]\n\n\
            1. b3 {a \u{2013}\n\u{a0}\u{1f468}\u{200d}\u{1f467}} b4 ; c\u{2014}d";
        assert_eq!(decode(kept.as_bytes()), kept);
        let open = "[White \"A\u{2013}B\n\n1. b3 {\u{2014} *";
        assert_eq!(decode(open.as_bytes()), open);
        for (text, expected) in [
            ("; \u{a0}\nb3\u{a0}b4 \"", "; \u{a0}\nb3 b4 \""),
            (
                "[A \"\u{2013}\\\"]\u{2013}\" ] [B\u{2013}C \"\"]",
                "[A \"\u{2013}\\\"]\u{2013}\" ] [B-C \"\"]",
            ),
            ("% { \u{2013}\n[A\u{2013} \"x\"] % {}", "% { \u{2013}\n[A- \"x\"] % {}"),
            ("{\u{2013}\n\n[Event \"x\"]\n[B\u{2013}", "{\u{2013}\n\n[Event \"x\"]\n[B-"),
        ] {
            assert_eq!(decode(text.as_bytes()), expected);
        }
    }
}
