//! The checker of certificates. It knows the rules and the format, and nothing of the search that
//! made the proof: it plays every move of the file, and every reply to it.
//!
//! It refuses a win whose bound does not fall on some path, so no path repeats a position; and one
//! that may run into a limit on moves. A strategy that holds needs neither: a repetition or a limit
//! draws. Positions are compared by all that the rules distinguish, not by a hash.

use std::{
    collections::HashMap,
    fmt,
    io::{BufRead, BufReader, Read},
};

use flate2::read::GzDecoder;

use super::certificate::{MAGIC, checksum, color_word};
use minnow_rules::{Color, Move, Position, Stalemate, Variant, excerpt};

/// The largest file that is read, 50 MB.
pub const MAX_CERTIFICATE_BYTES: usize = 50 << 20;

/// The most positions in which a file moves, over all claims. A small file may unfold to many more;
/// these take about 400 MB and some seconds.
pub const MAX_CERTIFICATE_POSITIONS: usize = 2_000_000;

/// The most claims of a file. A win and a strategy that holds, for each side, say all that can be said.
const MAX_CLAIMS: usize = 4;

/// The longest line of the text.
const MAX_LINE_BYTES: u64 = 200;

/// A claim that the file proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedClaim {
    /// The variant and the position.
    pub place: CheckedPlace,
    /// The side that wins or never loses.
    pub side: Color,
    /// Within how many plies the side wins; `None` if it never loses.
    pub win_plies: Option<u16>,
    /// Positions in which the side's move was checked.
    pub entries: usize,
}

/// The position of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedPlace {
    /// The id of the variant.
    pub variant: &'static str,
    /// The position of the claim as FEN.
    pub fen: String,
}

impl fmt::Display for CheckedClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.win_plies {
            Some(plies) => write!(f, "{} wins in at most {plies} plies", self.side)?,
            None => write!(f, "{} never loses", self.side)?,
        }
        write!(f, " ({} positions with a move)", self.entries)
    }
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The first line is not that of a certificate.
    #[error("it does not begin with \"{MAGIC}\" and a checksum")]
    OtherFile,
    /// The content does not have the checksum of the first line.
    #[error("its checksum differs: it has been changed or cut off")]
    Changed,
    /// The text has a defect, or a claim does not hold.
    #[error("line {line} of its text: {problem}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong, as a part of a sentence.
        problem: String,
    },
}

/// Checks a certificate and returns its claims, all of which hold.
///
/// # Errors
///
/// A [`CertificateError`] that names the first line with a defect.
pub fn check(bytes: &[u8]) -> Result<Vec<CheckedClaim>, CertificateError> {
    check_within(bytes, MAX_CERTIFICATE_POSITIONS)
}

/// The same with another number of positions at most.
pub(super) fn check_within(
    bytes: &[u8],
    max_positions: usize,
) -> Result<Vec<CheckedClaim>, CertificateError> {
    let split = bytes.iter().position(|byte| *byte == b'\n').ok_or(CertificateError::OtherFile)?;
    let (first, body) = (&bytes[..split], &bytes[split + 1..]);
    let first = std::str::from_utf8(first).map_err(|_| CertificateError::OtherFile)?;
    match first.split_once(' ') {
        Some((MAGIC, sum)) if sum.len() == 16 => {
            if sum != format!("{:016x}", checksum(body)) {
                return Err(CertificateError::Changed);
            }
        }
        _ => return Err(CertificateError::OtherFile),
    }
    let count = PositionCount { left: max_positions, max: max_positions };
    let mut text = CertificateText { input: BufReader::new(GzDecoder::new(body)), line: 0, count };
    text.read().map_err(|problem| CertificateError::Line { line: text.line, problem })
}

struct CertificateText<R> {
    input: R,
    /// The number of the last line that was read.
    line: u64,
    count: PositionCount,
}

/// The positions that a file may still have, and all that it may have.
#[derive(Clone, Copy)]
struct PositionCount {
    left: usize,
    max: usize,
}

impl PositionCount {
    fn take(&mut self) -> Result<(), String> {
        let too_many = || format!("the proof has more than {} positions", self.max);
        self.left = self.left.checked_sub(1).ok_or_else(too_many)?;
        Ok(())
    }
}

impl<R: BufRead> CertificateText<R> {
    fn next_line(&mut self) -> Result<String, String> {
        self.line += 1;
        let mut line = String::new();
        let mut limited = (&mut self.input).take(MAX_LINE_BYTES);
        limited.read_line(&mut line).map_err(|error| format!("it cannot be read ({error})"))?;
        match line.strip_suffix('\n') {
            Some(content) => Ok(content.to_owned()),
            None if line.is_empty() => Err("the text ends before the line \"end\"".to_owned()),
            None => Err(format!("\"{}\" is too long or cut off", excerpt(&line))),
        }
    }

    /// The rest of a line that begins with a word.
    fn field(&mut self, word: &str) -> Result<String, String> {
        let line = self.next_line()?;
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        let rest = rest.ok_or_else(|| format!("\"{}\" does not begin with {word}", excerpt(&line)));
        rest.map(str::to_owned)
    }

    fn read(&mut self) -> Result<Vec<CheckedClaim>, String> {
        let id = self.field("variant")?;
        let variant =
            Variant::by_id(&id).ok_or_else(|| format!("no variant \"{}\"", excerpt(&id)))?;
        let fen = self.field("position")?;
        let position = Position::from_fen(variant, &fen)
            .map_err(|error| format!("\"{}\": {}", excerpt(&fen), error.with_column()))?;
        let mut claims = Vec::new();
        loop {
            let line = self.next_line()?;
            if line == "end" {
                break;
            }
            if claims.len() == MAX_CLAIMS {
                return Err(format!("a certificate has at most {MAX_CLAIMS} claims"));
            }
            claims.push(self.claim(&position, &line)?);
        }
        let mut rest = [0];
        match self.input.read(&mut rest) {
            Ok(0) if !claims.is_empty() => Ok(claims),
            Ok(0) => Err("it claims nothing".to_owned()),
            _ => Err("text follows the line \"end\"".to_owned()),
        }
    }

    fn claim(&mut self, position: &Position, line: &str) -> Result<CheckedClaim, String> {
        let unreadable = || format!("\"{}\" is not a claim", excerpt(line));
        let words: Vec<&str> = line.split(' ').collect();
        let (side, win_plies, count) = match words.as_slice() {
            ["win", side, plies, count] => {
                (side, Some(number(plies).ok_or_else(unreadable)?), count)
            }
            ["hold", side, count] => (side, None, count),
            _ => return Err(unreadable()),
        };
        let side = Color::ALL.into_iter().find(|color| color_word(*color) == *side);
        let side = side.ok_or_else(unreadable)?;
        let entries = number::<usize>(count).ok_or_else(unreadable)?;
        if let Some(plies) = win_plies {
            check_limits(position, plies)?;
        }
        let mut walk = ClaimWalk::new(side, win_plies.is_some(), self.count);
        walk.start(position, win_plies.unwrap_or(0))?;
        for _ in 0..entries {
            let line = self.next_line()?;
            walk.entry(&line)?;
        }
        if !walk.stack.is_empty() {
            return Err(format!("{} positions have no entry", walk.stack.len()));
        }
        self.count = walk.count;
        let (variant, fen) = (position.variant().id.as_str(), position.fen());
        let place = CheckedPlace { variant, fen };
        Ok(CheckedClaim { place, side, win_plies, entries })
    }
}

fn number<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

/// Refuses a win that a limit on moves may forestall. The end comes within `plies`, so does every
/// capture and pawn move before it.
fn check_limits(position: &Position, plies: u16) -> Result<(), String> {
    let variant = position.variant();
    let clock = u32::from(position.halfmove_clock()) + u32::from(plies);
    if variant.progress_plies().is_some_and(|limit| clock > limit) {
        return Err("the limit of moves without progress may come before the win".to_owned());
    }
    if variant.ply_limit().is_some_and(|limit| position.ply() + u32::from(plies) > limit) {
        return Err("the limit of moves comes before the win".to_owned());
    }
    Ok(())
}

/// How a position ends by the rules alone, for the side of a claim. Repetition and limits on moves
/// are left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    Drawn,
    Lost,
    /// Won, or won by taking the king, in so many plies.
    Won(u16),
}

fn end_of(position: &Position, side: Color) -> End {
    let (variant, board) = (position.variant(), position.board());
    let for_mover = |plies| if position.turn() == side { End::Won(plies) } else { End::Lost };
    let against_mover = |plies| if position.turn() == side { End::Lost } else { End::Won(plies) };
    if board.king(position.turn()).is_none() {
        return against_mover(0);
    }
    if variant.king_capture && position.turn() == side && position.is_attacked(!side) {
        return for_mover(1);
    }
    if position.legal_moves().is_empty() {
        let is_mate = !variant.king_capture && position.in_check();
        return match variant.stalemate {
            _ if is_mate => against_mover(0),
            // Without a move on the last ply a game is drawn, so the end needs one ply more.
            Stalemate::Loss => against_mover(u16::from(variant.move_limit.is_some())),
            Stalemate::Draw => End::Drawn,
        };
    }
    if variant.bare_kings_draw && position.has_bare_kings() { End::Drawn } else { End::Open }
}

/// All that distinguishes two positions with the same side to move: the piece on each square,
/// castling rights and the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PositionFacts {
    pieces: [u64; 4],
    castling: u8,
    /// The index of the square plus one, or 0.
    en_passant: u8,
}

impl PositionFacts {
    fn of(position: &Position) -> PositionFacts {
        let mut pieces = [0; 4];
        for (square, piece) in position.board().pieces() {
            let code = 1 + piece.role.index() as u64 + 8 * piece.color.index() as u64;
            pieces[square.index() / 16] |= code << (4 * (square.index() % 16));
        }
        let castling = position.castling_rights();
        let en_passant = position.en_passant().map_or(0, |square| square.index() as u8 + 1);
        PositionFacts { pieces, castling, en_passant }
    }
}

/// The entries about a position in which the side is to move.
struct PlaceState {
    /// The plies that the positions before it allow.
    allowed: u16,
    /// The plies that its entry gives.
    plies: Option<u16>,
}

/// The walk over the positions of one claim.
struct ClaimWalk {
    side: Color,
    wins: bool,
    count: PositionCount,
    places: HashMap<PositionFacts, PlaceState>,
    stack: Vec<Position>,
}

impl ClaimWalk {
    fn new(side: Color, wins: bool, count: PositionCount) -> ClaimWalk {
        ClaimWalk { side, wins, count, places: HashMap::new(), stack: Vec::new() }
    }

    fn start(&mut self, position: &Position, plies: u16) -> Result<(), String> {
        if position.turn() == self.side {
            self.reach(position, plies)
        } else {
            self.reach_replies(position, plies)
        }
    }

    /// The line of the position on top of the stack.
    fn entry(&mut self, line: &str) -> Result<(), String> {
        let position = self.stack.pop().ok_or("an entry without a position")?;
        let (text, plies) = match line.split_once(' ') {
            Some((text, plies)) if self.wins => {
                let plies = number::<u16>(plies);
                (text, plies.ok_or_else(|| format!("\"{}\" is no entry", excerpt(line)))?)
            }
            None if !self.wins => (line, 0),
            _ => return Err(format!("\"{}\" is no entry", excerpt(line))),
        };
        let mv = position.parse_move(text).map_err(|error| error.to_string())?;
        if position.move_text(mv) != text {
            return Err(format!("\"{}\" is not the usual form of the move", excerpt(text)));
        }
        if let Some(state) = self.places.get_mut(&PositionFacts::of(&position)) {
            if self.wins && plies > state.allowed {
                return Err(format!("{plies} plies where {} are left", state.allowed));
            }
            state.plies = Some(plies);
        }
        let left = if self.wins { plies.checked_sub(1).ok_or("a win in 0 plies")? } else { 0 };
        self.reach_replies(&position.play(mv), left)
    }

    /// A position with the other side to move and `plies` left.
    fn reach_replies(&mut self, position: &Position, plies: u16) -> Result<(), String> {
        match end_of(position, self.side) {
            End::Open => {}
            end => return self.check_end(position, end, plies),
        }
        let left = if self.wins {
            let out = || format!("no ply is left in {}", position.fen());
            plies.checked_sub(1).ok_or_else(out)?
        } else {
            0
        };
        let mut moves: Vec<Move> = position.legal_moves().iter().collect();
        moves.sort_by_key(|mv| (mv.from(), mv.to(), mv.bits()));
        moves.into_iter().try_for_each(|mv| self.reach(&position.play(mv), left))
    }

    /// A position with the side to move and `plies` left.
    fn reach(&mut self, position: &Position, plies: u16) -> Result<(), String> {
        match end_of(position, self.side) {
            End::Open => {}
            end => return self.check_end(position, end, plies),
        }
        let facts = PositionFacts::of(position);
        let Some(state) = self.places.get_mut(&facts) else {
            self.count.take()?;
            self.places.insert(facts, PlaceState { allowed: plies, plies: None });
            self.stack.push(*position);
            return Ok(());
        };
        state.allowed = state.allowed.min(plies);
        match state.plies {
            Some(needed) if needed > state.allowed => {
                Err(format!("{needed} plies where {plies} are left in {}", position.fen()))
            }
            _ => Ok(()),
        }
    }

    fn check_end(&self, position: &Position, end: End, plies: u16) -> Result<(), String> {
        match end {
            End::Won(needed) if !self.wins || needed <= plies => Ok(()),
            End::Drawn if !self.wins => Ok(()),
            End::Lost => Err(format!("{} loses in {}", self.side, position.fen())),
            End::Drawn => Err(format!("a draw in {}", position.fen())),
            _ => Err(format!("the win in {} comes too late", position.fen())),
        }
    }
}
