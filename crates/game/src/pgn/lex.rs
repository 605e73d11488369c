//! The tokens of PGN: tags, comments, brackets, results, glyphs, move numbers and words.
//!
//! Every byte belongs to a token, is structure or is passed as a stray sign, so
//! no error stops the lexer. It takes linear time on any text. `read` interprets
//! the words, `comment` the comments, `brackets` what begins with a square
//! bracket.

use std::fmt;

use super::{steps, words::may_be_move};
use minnow_rules::{TextPlace, names_castling};

/// The blanks between the parts of a tag.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// Signs behind a result that add nothing to it.
const BEHIND_RESULT: [char; 9] = ['!', '?', '.', ',', ';', ':', '+', '#', '='];

/// The longest word in which numbers, moves and results are looked for, in bytes. Without a limit, a
/// long word of many numbers would be read again for each of them.
const MAX_JOINED_BYTES: usize = 32;

/// The most characters of a result or of castling with blanks, such as `1/2  -  1/2`.
const MAX_SPACED: usize = 16;

/// The signs between the halves of a result.
const DASHES: [char; 2] = ['-', ':'];

/// A token. Its texts are slices of the file without delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A tag; its value still has its escapes.
    Tag {
        name: &'a str,
        value: &'a str,
    },
    /// A line among the tags that is not a tag.
    BrokenTag(&'a str),
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
    /// A move number with its dots: `12.`, `12...` or `12`.
    Number(WrittenNumber),
    /// Any other word: a move, signs such as `!?`, or prose.
    Word(&'a str),
    /// A bracket without its partner, or a quotation mark.
    Stray(char),
}

/// A move number as it is written, or dots alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WrittenNumber {
    pub number: Option<u32>,
    /// One dot announces a move of White, more of them a move of Black.
    pub dots: usize,
}

impl Token<'_> {
    /// True for the number 1.
    pub(super) fn is_first_number(self) -> bool {
        matches!(self, Token::Number(WrittenNumber { number: Some(1), .. }))
    }
}

impl fmt::Display for WrittenNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number}")?;
        }
        f.write_str("...".get(..self.dots.min(3)).unwrap_or(""))
    }
}

/// The place at which a file begins.
pub(super) const START: TextPlace = TextPlace { line: 1, column: 1 };

/// The place behind a text that begins at a place.
fn place_behind(mut place: TextPlace, text: &str) -> TextPlace {
    for byte in text.bytes() {
        if byte == b'\n' {
            place = TextPlace { line: place.line + 1, column: 1 };
        } else {
            // Of each character the first byte.
            place.column += usize::from(byte & 0xc0 != 0x80);
        }
    }
    place
}

/// A token and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedToken<'a> {
    pub token: Token<'a>,
    pub pos: TextPlace,
    /// The byte of the text, from 0.
    pub at: usize,
}

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    pos: TextPlace,
    /// True until a word follows the tags: there a tag may lack its quotes.
    pub(super) is_among_tags: bool,
}

impl<'a> Lexer<'a> {
    /// Starts at byte `at` of the text, which is at `pos`.
    pub(super) fn new(text: &'a str, at: usize, pos: TextPlace) -> Lexer<'a> {
        Lexer { text, at, pos, is_among_tags: true }
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Advances by a number of bytes up to a character boundary, and returns the text passed.
    pub(super) fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = self.rest().get(..bytes).unwrap_or("");
        steps::count(passed.len());
        self.pos = place_behind(self.pos, passed);
        self.at += passed.len();
        passed
    }

    /// Advances over all characters at the front that fit.
    fn advance_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start_matches(fits).len())
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes().get(self.at - 1) == Some(&b'\n')
    }

    /// The next token; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<PlacedToken<'a>> {
        loop {
            self.advance_while(char::is_whitespace);
            let (pos, at) = (self.pos, self.at);
            let first = self.rest().chars().next()?;
            if let Some(token) = self.token(first) {
                match token {
                    Token::Word(_) | Token::Number(_) => self.is_among_tags = false,
                    Token::Tag { .. } | Token::Result(_) => self.is_among_tags = true,
                    _ => {}
                }
                return Some(PlacedToken { token, pos, at });
            }
        }
    }

    /// The token that begins with this character; `None` if it is structure.
    fn token(&mut self, first: char) -> Option<Token<'a>> {
        match first {
            '%' if self.is_at_line_start() => {
                self.advance(line_length(self.rest()));
                None
            }
            // Mail programs quote a text by this sign before each line.
            '>' if self.is_at_line_start() => {
                self.advance_while(|c| c == '>' || BLANKS.contains(&c));
                None
            }
            '[' => self.bracket(),
            '{' => Some(self.comment()),
            ';' => {
                self.advance(1);
                let text = self.advance(line_length(self.rest()));
                Some(Token::Comment { text, is_closed: true })
            }
            '(' | ')' => {
                if let Some((result, bytes)) = bracketed_result(self.rest()) {
                    self.advance(bytes);
                    return Some(Token::Result(result));
                }
                self.advance(1);
                Some(if first == '(' { Token::Open } else { Token::Close })
            }
            '$' => {
                self.advance(1);
                Some(Token::Glyph(self.advance_while(|c| c.is_ascii_digit())))
            }
            // A code fence, with the name of its language.
            '`' => {
                if self.advance_while(|c| c == '`').len() > 2 {
                    self.advance_while(|c| c.is_ascii_alphabetic());
                }
                None
            }
            '<' if self.rest().starts_with("<>") => Some(Token::Word(self.advance(2))),
            '"' => Some(self.quotation()),
            ']' | '}' | '<' | '>' => {
                self.advance(1);
                Some(Token::Stray(first))
            }
            _ => self.word(),
        }
    }

    /// The token of the text up to the next blank or bracket; `None` for `e.p.`. A number before a
    /// move and a result behind it are tokens of their own.
    fn word(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if let Some((bytes, plain)) = spaced_word(rest) {
            let word = self.advance(bytes);
            return Some(result_of(&plain).map_or(Token::Word(word), Token::Result));
        }
        let mut length = word_length(rest);
        // A promotion such as `a6(Q)`.
        if let [b'(', b'A'..=b'Z', b')', ..] = rest.as_bytes()[length..] {
            length += 3;
        }
        let (word, behind) = rest.split_at(length);
        steps::count(word.len());
        if word.len() > MAX_JOINED_BYTES {
            return Some(Token::Word(self.advance(length)));
        }
        let core = word.trim_end_matches(BEHIND_RESULT);
        if let Some(result) = result_of(core) {
            self.advance(length);
            return Some(Token::Result(result));
        }
        if let Some((number, bytes)) = split_number(word) {
            self.advance(bytes);
            return Some(Token::Number(number));
        }
        if ["e.p.", "ep", "e.p"].contains(&word) {
            self.advance(length);
            return None;
        }
        let bytes = move_before_result(core, behind).unwrap_or(length);
        Some(Token::Word(self.advance(bytes)))
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

fn word_length(text: &str) -> usize {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || b"+#=-./!?".contains(byte);
    let plain = text.bytes().take_while(is_inside).count();
    plain + text[plain..].find(ends_word).unwrap_or(text.len() - plain)
}

fn ends_word(letter: char) -> bool {
    matches!(letter, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ';' | '$' | '"' | '`')
        || letter.is_whitespace()
}

/// A result or castling with blanks around its dashes, such as `1 - 0`: its length in the text that it
/// begins, and itself without the blanks.
fn spaced_word(text: &str) -> Option<(usize, String)> {
    let mut letters = text.chars();
    let begins = matches!(letters.next()?, '0' | '1' | 'O' | 'o' | '\u{bd}')
        && matches!(letters.next()?, ' ' | '\t' | '-' | ':' | '/');
    if !begins {
        return None;
    }
    let mut plain = String::new();
    let mut found = None;
    for (at, letter) in text.char_indices().take(MAX_SPACED) {
        let (spaced, behind) = text.split_at(at + letter.len_utf8());
        if BLANKS.contains(&letter) {
            let is_beside_dash =
                plain.ends_with(DASHES) || behind.trim_start_matches(BLANKS).starts_with(DASHES);
            if !is_beside_dash {
                break;
            }
            continue;
        }
        if !matches!(letter, '0'..='2' | 'O' | 'o' | '\u{bd}' | '/' | '-' | ':') {
            break;
        }
        plain.push(letter);
        let has_blanks = spaced.len() > plain.len();
        if has_blanks && (result_of(&plain).is_some() || names_castling(&plain)) {
            let after = behind.trim_start_matches(BEHIND_RESULT).chars().next();
            if after.is_none_or(ends_word) {
                found = Some((spaced.len(), plain.clone()));
            }
        }
    }
    found
}

/// The result in round brackets that a text begins with, and its length. A star in brackets is
/// not a result.
fn bracketed_result(text: &str) -> Option<(&'static str, usize)> {
    let inner = text.strip_prefix('(')?;
    let end = inner.char_indices().take(MAX_SPACED).find(|(_, letter)| *letter == ')')?.0;
    let result = result_of(&inner[..end].replace(BLANKS, "")).filter(|result| *result != "*")?;
    Some((result, end + 2))
}

/// The result that a text means, in PGN's spelling.
pub(super) fn result_of(text: &str) -> Option<&'static str> {
    // The longest spelling has 13 bytes; each begins with one of these. Most words are numbers.
    let may_be_result = text.len() <= 13
        && (text.as_bytes().first().is_some_and(|byte| b"01*".contains(byte))
            || text.starts_with('\u{bd}'))
        && !text.bytes().all(|byte| byte.is_ascii_digit());
    if !may_be_result {
        return None;
    }
    match text.replace(':', "-").replace('\u{bd}', "1/2").as_str() {
        "*" => Some("*"),
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "0.5-0.5" => Some("1/2-1/2"),
        _ => None,
    }
}

/// The length of the move in a word that ends with a result, such as `Kxd5*` or `c31-0`. A star
/// counts only at the end of its line.
fn move_before_result(word: &str, behind: &str) -> Option<usize> {
    if !word.ends_with(['*', '0', '1', '2', '\u{bd}']) {
        return None;
    }
    if let Some(mv) = word.strip_suffix('*') {
        let behind = behind.trim_start_matches(BLANKS);
        let is_last = behind.is_empty() || behind.starts_with(['\n', '[', '`']);
        return Some(mv.len()).filter(|_| is_last && may_be_move(mv));
    }
    // Spellings of at most seven characters, the longest first.
    let starts = word.char_indices().rev().take(7).map(|(at, _)| at);
    let results = starts.filter(|at| *at > 0 && result_of(&word[*at..]).is_some());
    results.filter(|at| may_be_move(&word[..*at])).last()
}

/// The number at the front of a word and its length: `12.` of `12.e5`, `12...`, `12` of `12e5`, or
/// dots. `None` for `0-0`, `0000` and `0.35`.
fn split_number(word: &str) -> Option<(WrittenNumber, usize)> {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = &word[..word.len() - behind.len()];
    let after = behind.trim_start_matches(['.', '\u{2026}', ',', ':']);
    // Spanish books write `1.- b3`, and `1.--` is a null move.
    let bare = after.strip_prefix('-').filter(|bare| !bare.starts_with('-'));
    let after = bare.filter(|_| behind.starts_with('.')).unwrap_or(after);
    let bytes = word.len() - after.len();
    if bytes == 0 || !digits.is_empty() && (is_no_number(digits, behind) || is_decimal(behind)) {
        return None;
    }
    let dots = behind[..behind.len() - after.len()].chars().map(|letter| match letter {
        '.' => 1_usize,
        '\u{2026}' => 3,
        _ => 0,
    });
    let number = (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX));
    Some((WrittenNumber { number, dots: dots.sum() }, bytes))
}

/// True if these digits begin castling, a null move or a fraction.
fn is_no_number(digits: &str, behind: &str) -> bool {
    let is_zeros = digits.len() > 1 && digits.len() < 5 && digits.bytes().all(|b| b == b'0');
    behind.starts_with(['-', '/']) || is_zeros && !behind.starts_with(['.', '\u{2026}'])
}

/// True if a dot and digits follow, as in `0.35` and `0.35/12`. `1.0-0` and `1.0000` are a number and a
/// move.
fn is_decimal(behind: &str) -> bool {
    let Some(fraction) = behind.strip_prefix('.') else { return false };
    let after = fraction.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = &fraction[..fraction.len() - after.len()];
    let is_move = after.is_empty() && ["00", "000", "0000"].contains(&digits);
    !digits.is_empty() && !is_move && (after.is_empty() || after.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text, 0, START);
        std::iter::from_fn(|| lexer.next().map(|placed| placed.token)).collect()
    }

    fn comment(text: &str, is_closed: bool) -> Token<'_> {
        Token::Comment { text, is_closed }
    }

    /// The tokens in short: `12.` for a number, `e5` for a word, `=1-0` for a result.
    fn short(text: &str) -> String {
        let word = |token| match token {
            Token::Number(number) => number.to_string(),
            Token::Word(word) => word.to_owned(),
            Token::Result(result) => format!("={result}"),
            other => format!("{other:?}"),
        };
        tokens(text).into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_moves_and_results_come_apart() {
        for (text, expected) in [
            ("12.e5", "12. e5"),
            ("12...e5", "12... e5"),
            ("12\u{2026} e5", "12... e5"),
            ("12 ... e5", "12 ... e5"),
            ("12e5 ...e5", "12 e5 ... e5"),
            ("7.0-0 0-0-0", "7. 0-0 0-0-0"),
            ("0000 1.0000 00 0.35 0.3/20", "0000 1. 0000 00 0.35 0.3/20"),
            ("7.1-0 7.- b3 7.-b3 7.-- 7 - b3", "7. =1-0 7. b3 7. b3 7. -- 7 - b3"),
            ("Kxd5*", "Kxd5 =*"),
            ("c3* b4", "c3* b4"),
            ("c31-0! a21/2-1/2, b1\u{bd}", "c3 =1-0 a2 =1/2-1/2 b1 =1/2-1/2"),
            ("c1-0 O-O0-1", "c1-0 O-O =0-1"),
            ("1:0 \u{bd}:\u{bd} 0-1+ *! 0.5-0.5", "=1-0 =1/2-1/2 =0-1 =* =1/2-1/2"),
            ("1 - 0\n1/2 -1/2 0- 1", "=1-0 =1/2-1/2 =0-1"),
            ("O - O - O 0 -0", "O - O - O 0 -0"),
            ("1 - 2 0 0 1 -- 0", "1 - 2 0 0 1 -- 0"),
            ("(1-0) ( 0 - 1 )", "=1-0 =0-1"),
            ("O-O -0.35 1 : 0.", "O-O -0.35 =1-0 ."),
            ("```pgn\nb3\n```", "b3"),
            ("> b3\n>> b4 <> c3", "b3 b4 <> c3"),
        ] {
            assert_eq!(short(text), expected, "{text}");
        }
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
        let event = Token::Tag { name: "Event", value: "x" };
        assert_eq!(tokens("{open\n\n[Event \"x\"]"), [comment("open\n\n", false), event]);
        assert_eq!(tokens("{open [Event"), [comment("open [Event", false)]);
    }

    #[test]
    fn lines_and_columns_are_counted() {
        let mut lexer = Lexer::new("b3\n{\u{e9}\nb} b4\n\n  \u{2658}c3 b4", 0, START);
        let places: Vec<String> =
            std::iter::from_fn(|| lexer.next().map(|placed| placed.pos.to_string())).collect();
        let expected = ["1, column 1", "2, column 1", "3, column 4", "5, column 3", "5, column 7"];
        assert_eq!(places, expected.map(|place| format!("line {place}")));
    }
}
