//! The tokens of PGN: tags, comments, brackets, results, glyphs and words that may be moves.
//!
//! Every byte belongs to a token or is skipped, so no error stops the lexer.
//! It takes linear time on any text. `read` interprets the words, `comment` the
//! comments.

use super::steps;

/// The blanks between the parts of a tag.
const BLANKS: [char; 2] = [' ', '\t'];

/// A token. Its texts are slices of the file without delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A tag; its value still has its escapes.
    Tag {
        name: &'a str,
        value: &'a str,
    },
    /// A comment; one without a closing brace runs to the end of the game.
    Comment {
        text: &'a str,
        is_closed: bool,
    },
    Open,
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'static str),
    /// The digits after a `$`.
    Glyph(&'a str),
    /// Any other word: a move, or marks such as `!?`. Move numbers are left out.
    Word(&'a str),
}

/// A token and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedToken<'a> {
    pub token: Token<'a>,
    /// The line of the file, from 1.
    pub line: usize,
    /// The byte of the text, from 0.
    pub at: usize,
}

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at byte `at` of the text, which is on `line`, counted from 1.
    pub(super) fn new(text: &'a str, at: usize, line: usize) -> Lexer<'a> {
        Lexer { text, at, line }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Advances by a number of bytes up to a character boundary, and returns the text passed.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = self.rest().get(..bytes).unwrap_or("");
        steps::count(passed.len());
        self.line += passed.bytes().filter(|byte| *byte == b'\n').count();
        self.at += passed.len();
        passed
    }

    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes().get(self.at - 1) == Some(&b'\n')
    }

    /// The next token; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<PlacedToken<'a>> {
        loop {
            let blank = self.rest().len() - self.rest().trim_start().len();
            self.advance(blank);
            let (line, at) = (self.line, self.at);
            let first = self.rest().chars().next()?;
            let token = match first {
                '%' if self.is_at_line_start() => {
                    self.advance(line_length(self.rest()));
                    None
                }
                '[' => self.tag(),
                '{' => Some(self.comment()),
                ';' => {
                    self.advance(1);
                    let text = self.advance(line_length(self.rest()));
                    Some(Token::Comment { text, is_closed: true })
                }
                '(' | ')' => {
                    self.advance(1);
                    Some(if first == '(' { Token::Open } else { Token::Close })
                }
                '$' => {
                    self.advance(1);
                    let digits = self.rest().len()
                        - self.rest().trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    Some(Token::Glyph(self.advance(digits)))
                }
                ']' | '}' | '<' | '>' | '"' => {
                    self.advance(1);
                    None
                }
                _ => word_token(self.word()),
            };
            if let Some(token) = token {
                return Some(PlacedToken { token, line, at });
            }
        }
    }

    /// The text up to the next blank or bracket. It includes the brackets of a promotion such as `(Q)`.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let mut length = rest.find(ends_word).unwrap_or(rest.len());
        if let [b'(', b'A'..=b'Z', b')', ..] = rest.as_bytes()[length..] {
            length += 3;
        }
        self.advance(length)
    }

    /// A tag pair. The value ends on its line and may contain unescaped quotes. `None` if the
    /// bracket opens no tag; the bracket is then skipped.
    fn tag(&mut self) -> Option<Token<'a>> {
        self.advance(1);
        let inner = self.rest().trim_start_matches(BLANKS);
        let (name, behind) = inner.split_at(inner.find(ends_name).unwrap_or(inner.len()));
        steps::count(self.rest().len() - behind.len());
        let value = behind.trim_start_matches(BLANKS).strip_prefix('"')?;
        if name.is_empty() {
            return None;
        }
        let before = self.rest().len() - value.len();
        let TagValue { text: value, closing_bytes } = split_value(value);
        self.advance(before + value.len() + closing_bytes);
        Some(Token::Tag { name, value })
    }

    /// A comment in braces. Without a closing brace it ends before the next game.
    fn comment(&mut self) -> Token<'a> {
        self.advance(1);
        let rest = self.rest();
        let mut line_ends = 0;
        for (at, byte) in rest.bytes().enumerate() {
            steps::count(0);
            match byte {
                b'}' => {
                    let text = self.advance(at);
                    self.advance(1);
                    return Token::Comment { text, is_closed: true };
                }
                b'\n' => line_ends += 1,
                b'[' if line_ends > 1 && opens_game(&rest[at..]) => {
                    return Token::Comment { text: self.advance(at), is_closed: false };
                }
                b' ' | b'\t' => {}
                _ => line_ends = 0,
            }
        }
        Token::Comment { text: self.advance(rest.len()), is_closed: false }
    }
}

/// True if a text after an empty line inside a comment is the first tag of another game.
fn opens_game(text: &str) -> bool {
    text.starts_with("[Event \"")
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// True if a character ends a tag's name.
pub(super) fn ends_name(letter: char) -> bool {
    matches!(letter, '"' | '[' | ']' | '{' | '}' | '(' | ')' | ';') || letter.is_whitespace()
}

fn ends_word(letter: char) -> bool {
    matches!(letter, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ';' | '$' | '"')
        || letter.is_whitespace()
}

/// A tag's value and the bytes that close it: the quote, blanks and the bracket.
struct TagValue<'a> {
    text: &'a str,
    closing_bytes: usize,
}

/// The value up to the quote that closes it. Without such a quote it ends with its line.
fn split_value(text: &str) -> TagValue<'_> {
    let mut escaped = false;
    let mut end = text.len();
    for (at, byte) in text.bytes().enumerate() {
        steps::count(0);
        match byte {
            b'\n' => {
                end = at;
                break;
            }
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => {
                let behind = text[at + 1..].trim_start_matches(BLANKS);
                if let Some(after) = behind.strip_prefix(']') {
                    let closing_bytes = text.len() - at - after.len();
                    return TagValue { text: &text[..at], closing_bytes };
                }
            }
            _ => {}
        }
    }
    let value = text[..end].trim_end().trim_end_matches(']').trim_end_matches('"');
    TagValue { text: value, closing_bytes: end - value.len() }
}

/// The token of a word; `None` for move numbers and `e.p.`.
fn word_token(word: &str) -> Option<Token<'_>> {
    let word = without_number(word);
    match word {
        "" | "e.p." | "ep" | "e.p" => None,
        _ => Some(result_of(word).map_or(Token::Word(word), Token::Result)),
    }
}

/// The result that a text means, in PGN's spelling.
pub(super) fn result_of(text: &str) -> Option<&'static str> {
    match text {
        "*" => Some("*"),
        "1-0" | "1\u{2013}0" => Some("1-0"),
        "0-1" | "0\u{2013}1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "1/2\u{2013}1/2" | "\u{bd}-\u{bd}" | "\u{bd}" => Some("1/2-1/2"),
        _ => None,
    }
}

/// True if a word may be a move: it has a letter, or is castling with zeros.
pub(super) fn may_be_move(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_alphabetic()) || word.starts_with("0-0")
}

/// The word without a move number: `e5` for `12.e5`, `12...e5`, `12e5` and `...e5`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.starts_with(['-', '/', '\u{2013}']) && behind.len() < word.len() {
        return word;
    }
    behind.trim_start_matches(['.', '\u{2026}', ',', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text, 0, 1);
        std::iter::from_fn(|| lexer.next().map(|placed| placed.token)).collect()
    }

    fn tag<'a>(name: &'a str, value: &'a str) -> Token<'a> {
        Token::Tag { name, value }
    }

    fn comment(text: &str, is_closed: bool) -> Token<'_> {
        Token::Comment { text, is_closed }
    }

    #[test]
    fn move_numbers_are_skipped() {
        for text in ["12.e5", "12. e5", "12...e5", "12\u{2026} e5", "12 ... e5", "12e5", "...e5"] {
            assert_eq!(tokens(text), [Token::Word("e5")], "{text}");
        }
        assert_eq!(tokens("7.0-0 0-0-0"), [Token::Word("0-0"), Token::Word("0-0-0")]);
        assert_eq!(tokens("7.1-0"), [Token::Result("1-0")]);
    }

    #[test]
    fn malformed_tags_are_read() {
        assert_eq!(tokens("[A \"x\"] [B \"y \\\" z\"]"), [tag("A", "x"), tag("B", "y \\\" z")]);
        assert_eq!(tokens("[A \"the \"big\" one\"]"), [tag("A", "the \"big\" one")]);
        assert_eq!(
            tokens("[A \"open]\n[B \"y\n1. b3"),
            [tag("A", "open"), tag("B", "y"), Token::Word("b3")]
        );
        assert_eq!(tokens("[ b3"), [Token::Word("b3")]);
    }

    #[test]
    fn comments_and_escaped_lines_end_correctly() {
        assert_eq!(
            tokens("b3{one\ntwo}; three\n% four\nb4%"),
            [
                Token::Word("b3"),
                comment("one\ntwo", true),
                comment(" three", true),
                Token::Word("b4%"),
            ]
        );
        assert_eq!(
            tokens("{open\n\n[Event \"x\"]"),
            [comment("open\n\n", false), tag("Event", "x")]
        );
        assert_eq!(tokens("{open [Event"), [comment("open [Event", false)]);
    }

    #[test]
    fn lines_are_counted() {
        let mut lexer = Lexer::new("b3\n{a\nb} b4\n\n  c3", 0, 1);
        let lines: Vec<usize> =
            std::iter::from_fn(|| lexer.next().map(|placed| placed.line)).collect();
        assert_eq!(lines, [1, 2, 3, 5]);
    }
}
