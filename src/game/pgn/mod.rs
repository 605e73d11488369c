//! PGN: games as other programs read and write them.
//!
//! Reading is tolerant: what cannot be taken over is told as a problem of its
//! game and left out, and everything else is read. A move that is not allowed
//! ends its line alone, with the variations that hang on it. Writing follows
//! the export format. A review's verdicts are written as evaluation, mark,
//! sentence and variation, so that every program shows them; read back they
//! are plain notes. What PGN has no words for does not survive: who plays
//! besides the names, moves taken back (they count as played), and the shape
//! of blanks in comments, where a closing brace also becomes a round bracket.
//!
//! The tokenizer is Minnow's own. The known library, pgn-reader, skips what it
//! cannot read without a word, knows moves of the 8x8 board only, and is under
//! the GPL.

mod comment;
mod lex;
mod problem;
mod read;
mod tags;
mod text;
mod write;

use std::ops::Range;

use self::lex::{Lexer, PlacedToken, Token};
use super::Game;
use super::save::MAX_BYTES;
use crate::rules::{Variant, excerpt};

pub use problem::{PgnError, PgnFault, PgnProblem};
pub use write::to_pgn;

/// The most games that one file may hold.
pub const MAX_GAMES: usize = 50_000;

/// A game of a file, with what could not be read of it.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The cursor is at the end of the main line, all of which counts as played.
    pub game: Game,
    /// In the order of the file.
    pub problems: Vec<PgnProblem>,
}

impl PgnGame {
    /// Whether nothing but the tags could be read, because the variant or the start is not known.
    /// The game is then an empty one.
    pub fn is_skipped(&self) -> bool {
        self.problems.iter().any(|problem| problem.fault.skips_game())
    }
}

/// Where in the text a game stands.
#[derive(Clone, Debug)]
struct GameSource {
    /// From 1.
    number: usize,
    bytes: Range<usize>,
    /// The first line, from 1.
    line: usize,
    /// Words of the main line, which are its moves if nothing is wrong.
    plies: usize,
    has_tags: bool,
}

impl GameSource {
    /// Walks through this game's part of the text.
    fn lexer<'a>(&self, text: &'a str) -> Lexer<'a> {
        Lexer::new(text.get(..self.bytes.end).unwrap_or(text), self.bytes.start, self.line)
    }
}

/// The text of a file, parted into games that are read one by one: many games as trees at once
/// would need a lot of memory.
#[derive(Clone, Debug)]
pub struct PgnFile {
    text: String,
    sources: Vec<GameSource>,
    variant: &'static Variant,
}

impl PgnFile {
    /// Parts a file into games, of which there is at least one. `variant` is played where the tags
    /// do not say what.
    pub fn parse(bytes: &[u8], variant: &'static Variant) -> Result<PgnFile, PgnError> {
        if bytes.len() > MAX_BYTES {
            return Err(PgnError::TooLarge);
        }
        let text = text::decode(bytes);
        let first = text.split_whitespace().next().ok_or(PgnError::Empty)?;
        let first = excerpt(first);
        let sources = split(&text);
        if sources.len() > MAX_GAMES {
            return Err(PgnError::TooMany);
        }
        let file = PgnFile { text, sources, variant };
        // Any text has words, so without a tag it must also have a move.
        let has_tags = file.sources.iter().any(|source| source.has_tags);
        let is_game = |at| file.read(at).is_some_and(|read| !read.game.is_empty());
        if has_tags || (0..file.len()).any(is_game) {
            Ok(file)
        } else {
            Err(PgnError::NotPgn(first))
        }
    }

    /// How many games there are, at least one.
    #[expect(clippy::len_without_is_empty, reason = "a file without games is not made")]
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// The game at this place, from 0.
    pub fn read(&self, place: usize) -> Option<PgnGame> {
        Some(read::read_game(&self.text, self.sources.get(place)?, self.variant))
    }

    /// A game's tags without its moves, as they stand in the file.
    pub fn tags(&self, place: usize) -> Vec<(String, String)> {
        let Some(source) = self.sources.get(place) else { return Vec::new() };
        let mut lexer = source.lexer(&self.text);
        let mut tags = Vec::new();
        while let Some(PlacedToken { token: Token::Tag { name, value }, .. }) = lexer.next() {
            tags.push((name.to_owned(), tags::unescape(value)));
        }
        tags
    }

    /// How many moves a game's main line seems to have, which is right unless it has a problem.
    pub fn plies(&self, place: usize) -> usize {
        self.sources.get(place).map_or(0, |source| source.plies)
    }
}

/// Reads every game of a file. `variant` is played where the tags do not say what.
pub fn read_pgn(bytes: &[u8], variant: &'static Variant) -> Result<Vec<PgnGame>, PgnError> {
    let file = PgnFile::parse(bytes, variant)?;
    Ok((0..file.len()).filter_map(|place| file.read(place)).collect())
}

/// What has been seen of the game that is being parted from the text.
#[derive(Default)]
struct SplitState {
    /// Open brackets.
    depth: usize,
    has_moves: bool,
    has_event: bool,
    is_over: bool,
}

/// Parts a text where tags follow moves, or moves or tags follow a result. What holds neither tags
/// nor moves is no game.
fn split(text: &str) -> Vec<GameSource> {
    let mut sources: Vec<GameSource> = Vec::new();
    let mut lexer = Lexer::new(text, 0, 1);
    let mut seen = SplitState::default();
    while let Some(PlacedToken { token, line, at }) = lexer.next() {
        let is_event = matches!(token, Token::Tag { name: "Event", .. });
        let begins = sources.is_empty()
            || match token {
                Token::Tag { .. } => seen.has_moves || seen.is_over || is_event && seen.has_event,
                Token::Open | Token::Word(_) => seen.is_over,
                _ => false,
            };
        if begins {
            if let Some(last) = sources.last_mut() {
                last.bytes.end = at;
            }
            let bytes = at..text.len();
            sources.push(GameSource { number: 0, bytes, line, plies: 0, has_tags: false });
            seen = SplitState::default();
        }
        let Some(source) = sources.last_mut() else { continue };
        match token {
            Token::Tag { .. } => {
                source.has_tags = true;
                seen.has_event |= is_event;
            }
            Token::Open => seen.depth += 1,
            Token::Close => seen.depth = seen.depth.saturating_sub(1),
            Token::Word(word) => {
                seen.has_moves = true;
                source.plies += usize::from(seen.depth == 0 && lex::may_be_move(word));
            }
            Token::Result(_) => seen.is_over |= seen.depth == 0,
            Token::Comment { .. } | Token::Glyph(_) => {}
        }
    }
    sources.retain(|source| source.has_tags || source.plies > 0);
    sources.iter_mut().zip(1..).for_each(|(source, number)| source.number = number);
    sources
}
