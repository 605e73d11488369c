//! PGN: games in the format of other chess programs.
//!
//! Reading is tolerant: a part that cannot be read is reported as a problem of
//! its game. A move that cannot be played ends its line, whose rest is kept in a
//! comment; other lines are still read. A word that is not a move is
//! a sign or a part of the comment. Writing follows the export format. A review's verdicts become
//! evaluation, mark, sentence and variation, which every program shows; read
//! back they are plain notes. PGN cannot hold the kind of player, moves taken
//! back (they count as played) and the white space of comments; a closing
//! brace in a comment becomes a round bracket.
//!
//! The tokenizer is Minnow's own. The library pgn-reader passes over unreadable
//! text and move numbers silently, gives no lines and columns, knows the 8x8
//! board only, and has a GPL licence.
//!
//! ```
//! use minnow_game::pgn::{read_pgn, to_pgn};
//! use minnow_rules::Variant;
//!
//! let text = "[Variant \"minichess\"]\n\n1. c3 {the knight waits} b4?! *";
//! let games = read_pgn(text.as_bytes(), Variant::default_variant())?;
//! assert!(games[0].problems.is_empty());
//! assert!(to_pgn(&games[0].game).contains("1. c3 {the knight waits} 1... b4 $6 *"));
//! # Ok::<(), minnow_game::pgn::PgnError>(())
//! ```

mod brackets;
mod comment;
mod draft;
mod lex;
mod numbers;
mod problem;
mod read;
mod signs;
mod steps;
mod tags;
mod text;
mod words;
mod write;

use std::ops::Range;

use self::lex::{Lexer, PlacedToken, Token};
use super::{Game, NodeId};
use minnow_rules::{TextPlace, Variant, builtin_variants, excerpt};

pub use problem::{PgnError, PgnFault, PgnProblem};
pub use write::to_pgn;

/// The maximum size of a file. A web page has less memory.
pub const MAX_BYTES: usize = if cfg!(target_family = "wasm") { 16 << 20 } else { 100 << 20 };

/// The maximum number of games in a file.
pub const MAX_GAMES: usize = 200_000;

/// A game of a file, with the problems found while reading it.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The whole main line counts as played; the cursor is at its end.
    pub game: Game,
    /// The problems in the order of the file.
    pub problems: Vec<PgnProblem>,
}

impl PgnGame {
    /// True if only tags and comments could be read, because the variant or the start is unknown or
    /// no move of the game is legal. The game then has no moves.
    pub fn is_skipped(&self) -> bool {
        let has_moves = self.has_moves();
        let skips = |fault: &PgnFault| fault.skips_game() || !has_moves && fault.ends_line();
        self.problems.iter().any(|problem| skips(&problem.fault))
    }

    fn has_moves(&self) -> bool {
        self.game.continuation(NodeId::ROOT).next().is_some()
    }
}

/// The place of a game in the text.
#[derive(Clone, Debug)]
struct GameSource {
    /// The number of the game in its file, from 1.
    number: usize,
    bytes: Range<usize>,
    pos: TextPlace,
    /// The words of the main line that look like moves.
    plies: usize,
    has_tags: bool,
}

impl GameSource {
    /// True if it has tags or moves.
    fn is_game(&self) -> bool {
        self.has_tags || self.plies > 0
    }

    /// A lexer for this game's part of the text.
    fn lexer<'a>(&self, text: &'a str) -> Lexer<'a> {
        Lexer::new(text.get(..self.bytes.end).unwrap_or(text), self.bytes.start, self.pos)
    }
}

/// The text of a file, split into games. They are read one at a time, because the trees of many
/// games would need much memory.
#[derive(Clone, Debug)]
pub struct PgnFile {
    text: String,
    sources: Vec<GameSource>,
    variant: &'static Variant,
}

impl PgnFile {
    /// Splits a file into games. `variant` applies to games without a `Variant` tag.
    ///
    /// # Errors
    ///
    /// Returns a [`PgnError`] if the file is empty, too large, has too many games, or is not PGN.
    pub fn parse(bytes: &[u8], variant: &'static Variant) -> Result<PgnFile, PgnError> {
        if bytes.len() > MAX_BYTES {
            return Err(PgnError::TooLarge);
        }
        if is_binary(bytes) {
            return Err(PgnError::NotText);
        }
        let text = text::decode(bytes);
        let first = text.split_whitespace().next().ok_or(PgnError::Empty)?;
        let first = excerpt(first);
        let sources = split(&text);
        if sources.len() > MAX_GAMES {
            return Err(PgnError::TooMany);
        }
        let file = PgnFile { text, sources, variant };
        // Any text has words, so a file without a tag must have a legal move.
        let has_tags = file.sources.iter().any(|source| source.has_tags);
        let is_game = |at| file.read(at).is_some_and(|read| read.has_moves());
        if has_tags || (0..file.len()).any(is_game) {
            Ok(file)
        } else {
            Err(PgnError::NotPgn(first))
        }
    }

    /// The number of games, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a file without games is not made")]
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Reads the game at this place, from 0; `None` beyond the last game.
    pub fn read(&self, place: usize) -> Option<PgnGame> {
        Some(read::read_game(&self.text, self.sources.get(place)?, self.variant))
    }

    /// The game at this place on each board that its start fits. Empty if it was read, or names its board.
    pub fn on_other_boards(&self, place: usize, read: &PgnGame) -> Vec<PgnGame> {
        let is_start = |fault: &PgnFault| matches!(fault, PgnFault::Start { .. });
        let source = self.sources.get(place);
        let source = source.filter(|_| read.problems.iter().any(|found| is_start(&found.fault)));
        let on = |variant| source.map(|source| read::read_game(&self.text, source, variant));
        let games = builtin_variants().iter().filter_map(on);
        games.filter(|game| !game.is_skipped()).collect()
    }

    /// The tags of the game at this place as name and value, in the order of the file. The moves are
    /// not read.
    pub fn tags(&self, place: usize) -> Vec<(String, String)> {
        let Some(source) = self.sources.get(place) else { return Vec::new() };
        let mut lexer = source.lexer(&self.text);
        let mut tags = Vec::new();
        while let Some(PlacedToken { token, .. }) = lexer.next() {
            match token {
                Token::Tag { name, value } => {
                    tags.push((tags::plain_name(name), tags::unescape(value)));
                }
                Token::BrokenTag(_) | Token::Stray(_) | Token::Comment { .. } => {}
                _ => break,
            }
        }
        tags
    }

    /// The variant that a game with these tags is read in; `None` if it is not known here.
    pub fn variant_of(&self, tags: &[(String, String)]) -> Option<&'static Variant> {
        tags::own_tag(tags, "Variant").map_or(Some(self.variant), tags::variant_of)
    }

    /// The number of words on a game's main line that look like moves. It equals the number of plies
    /// unless the game has problems.
    pub fn plies(&self, place: usize) -> usize {
        self.sources.get(place).map_or(0, |source| source.plies)
    }
}

/// True for bytes that do not begin as text in any encoding: those of programs, pictures and archives. Zeros
/// do not count, because UTF-16 has them, nor does the end-of-file sign of DOS.
fn is_binary(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(1 << 16)];
    let is_marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let is_control = |byte: &&u8| matches!(**byte, 1..=8 | 14..=25 | 27..=31 | 127);
    let controls = bytes.iter().filter(is_control).count();
    !is_marked && controls > 1 && controls > bytes.len() / 50
}

/// Reads all games of a file. `variant` applies to games without a `Variant` tag.
///
/// # Errors
///
/// Returns a [`PgnError`] if the file is empty, too large, has too many games, or is not PGN.
/// Problems within a game are in [`PgnGame::problems`].
pub fn read_pgn(bytes: &[u8], variant: &'static Variant) -> Result<Vec<PgnGame>, PgnError> {
    let file = PgnFile::parse(bytes, variant)?;
    Ok((0..file.len()).filter_map(|place| file.read(place)).collect())
}

/// The state of `split` within the current game.
#[derive(Default)]
struct SplitState<'a> {
    /// The number of open brackets.
    depth: usize,
    /// The move number before the next token.
    number: Option<PlacedToken<'a>>,
    has_words: bool,
    has_event: bool,
    is_over: bool,
}

/// Splits a text where tags follow moves, or where moves or tags follow a result. Parts without
/// tags and moves are dropped, such as prose before the first tag. A game without tags begins with a
/// move, or behind prose with `1.` and a move. Ends after the first game beyond [`MAX_GAMES`].
fn split(text: &str) -> Vec<GameSource> {
    let mut sources: Vec<GameSource> = Vec::new();
    let mut lexer = Lexer::new(text, 0, lex::START);
    let mut seen = SplitState::default();
    while let Some(placed) = lexer.next() {
        let token = placed.token;
        let number = seen.number.take();
        let is_event = matches!(token, Token::Tag { name: "Event", .. });
        let begins = sources.last().is_none_or(|source| match token {
            // A broken tag leaves words among the tags.
            Token::Tag { .. } => {
                let is_played = source.plies > 0 || !source.has_tags;
                let has_gap = || text[..placed.at].trim_end_matches(lex::BLANKS).ends_with("\n\n");
                seen.has_words && is_played
                    || seen.is_over
                    || is_event && seen.has_event && has_gap()
            }
            Token::Word(word) if seen.depth == 0 && words::may_be_move(word) => {
                let is_first = || number.is_some_and(|placed| placed.token.is_first_number());
                let follows_prose = || seen.has_words && !source.has_tags && is_first();
                if source.plies > 0 { seen.is_over } else { follows_prose() }
            }
            _ => false,
        });
        if begins {
            let is_word = matches!(token, Token::Word(_));
            let PlacedToken { pos, at, .. } = number.filter(|_| is_word).unwrap_or(placed);
            if let Some(last) = sources.last_mut() {
                last.bytes.end = at;
            }
            sources.pop_if(|last| !last.is_game());
            if sources.len() > MAX_GAMES {
                break;
            }
            let (number, bytes) = (sources.len() + 1, at..text.len());
            sources.push(GameSource { number, bytes, pos, plies: 0, has_tags: false });
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
                let is_game =
                    source.has_tags || source.plies > 0 || number.is_some() || !seen.has_words;
                let is_move = seen.depth == 0 && words::may_be_move(word);
                source.plies += usize::from(is_game && is_move);
                seen.has_words = true;
            }
            Token::Number(written) => seen.number = Some(placed).filter(|_| written.dots > 0),
            // Prose before the moves may hold one.
            Token::Result(_) => {
                seen.is_over |= seen.depth == 0 && (source.plies > 0 || !seen.has_words);
            }
            Token::Comment { .. } | Token::Glyph(_) | Token::Stray(_) | Token::BrokenTag(_) => {}
        }
    }
    sources.pop_if(|last| !last.is_game());
    sources
}

#[cfg(test)]
mod linear_tests;
