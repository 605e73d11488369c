//! One puzzle: a position, the line that solves it, and how it reads as a line of text.

use std::fmt;

use super::theme::{Theme, themes_of};
use minnow_rules::{Color, Move, Position, Variant, excerpt};

/// The most moves that the solver makes in a puzzle.
pub const MAX_STEPS: usize = 8;

/// The aim of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleGoal {
    /// The line ends when the opponent cannot save the king, or has no move where that loses.
    Mate,
    /// The line ends with a winning advantage.
    Win,
    /// The line keeps the balance, where everything else loses.
    Hold,
}

impl PuzzleGoal {
    const ALL: [PuzzleGoal; 3] = [PuzzleGoal::Mate, PuzzleGoal::Win, PuzzleGoal::Hold];

    fn word(self) -> &'static str {
        match self {
            PuzzleGoal::Mate => "mate",
            PuzzleGoal::Win => "win",
            PuzzleGoal::Hold => "hold",
        }
    }
}

/// A position with one good move at each step.
///
/// ```
/// use minnow_study::puzzles::{Puzzle, PuzzleGoal};
/// use minnow_rules::Variant;
///
/// let variant = Variant::by_id("silverman4x4").expect("a built-in variant");
/// let puzzle = Puzzle::parse(variant, "k3/4/1K1R/4 w - - 0 1; mate; 2; d2d4")?;
/// assert_eq!((puzzle.goal, puzzle.steps()), (PuzzleGoal::Mate, 1));
/// assert_eq!(puzzle.to_string(), "k3/4/1K1R/4 w - - 0 1; mate; 2; d2d4");
/// # Ok::<(), minnow_study::puzzles::PuzzleTextError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The solver is to move. Its counts of moves are those of a new game.
    pub start: Position,
    /// What the solver has to reach.
    pub goal: PuzzleGoal,
    /// The lowest level that solves it in half of 20 games, from 1; one more than the strongest level
    /// if none does.
    pub difficulty: u8,
    /// The moves of both sides in turn. The first and the last are the solver's.
    pub line: Vec<Move>,
}

/// Why a text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleTextError {
    /// The text does not have four fields.
    #[error("a puzzle has a FEN, a goal, a difficulty and moves, separated by semicolons")]
    Fields,
    /// The position is not playable; the reason is that of the FEN.
    #[error("the position: {0}")]
    Position(String),
    /// The goal, shortened, is unknown.
    #[error("\"{0}\" is no goal; there are mate, win and hold")]
    Goal(String),
    /// The difficulty, shortened, is not a number from 1 to 255.
    #[error("\"{0}\" is no difficulty; it is a number from 1")]
    Difficulty(String),
    /// A move is illegal, unsafe for the king, or follows the end of the game.
    #[error("move {number}, \"{text}\", is not possible there")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move, shortened.
        text: String,
    },
    /// The number of moves is even, or more than the solver may make.
    #[error("{0} moves are no line; the solver makes the first and the last, at most {MAX_STEPS}")]
    Length(usize),
    /// The goal is mate, but the last position is none.
    #[error("the line does not end with a mate")]
    NoMate,
}

impl Puzzle {
    /// Reads a line such as `FEN; mate; 4; c1c4 a5a4 c4a4`.
    ///
    /// # Errors
    ///
    /// A [`PuzzleTextError`] that names the first fault.
    pub fn parse(variant: &'static Variant, text: &str) -> Result<Puzzle, PuzzleTextError> {
        let fields: Vec<&str> = text.split(';').map(str::trim).collect();
        let [fen, goal, difficulty, moves] = fields[..] else {
            return Err(PuzzleTextError::Fields);
        };
        let start = Position::from_fen(variant, fen)
            .map_err(|error| PuzzleTextError::Position(error.to_string()))?;
        let goal = PuzzleGoal::ALL.into_iter().find(|known| known.word() == goal);
        let goal = goal.ok_or_else(|| PuzzleTextError::Goal(excerpt(fields[1])))?;
        let number = difficulty.parse::<u8>().ok().filter(|number| *number >= 1);
        let difficulty = number.ok_or_else(|| PuzzleTextError::Difficulty(excerpt(difficulty)))?;
        let line = parse_line(&start, moves)?;
        let puzzle = Puzzle { start, goal, difficulty, line };
        if goal == PuzzleGoal::Mate && !is_mated(&puzzle.end()) {
            return Err(PuzzleTextError::NoMate);
        }
        Ok(puzzle)
    }

    /// The side that solves it.
    pub fn solver(&self) -> Color {
        self.start.turn()
    }

    /// The number of moves that the solver makes.
    pub fn steps(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// The moves of a proof of this mate: where kings are captured, one more for the capture, unless
    /// the opponent has no move at all.
    pub fn proven_moves(&self) -> usize {
        let end = self.end();
        let is_taken = end.variant().king_capture && !end.legal_moves().is_empty();
        self.steps() + usize::from(is_taken)
    }

    /// The positions of the line with the move in each.
    pub fn walk(&self) -> impl Iterator<Item = (Position, Move)> + '_ {
        let mut position = self.start;
        self.line.iter().map(move |mv| {
            let before = position;
            position = position.play(*mv);
            (before, *mv)
        })
    }

    /// The position after the line.
    pub fn end(&self) -> Position {
        self.position_after(self.line.len())
    }

    /// The position after `played` moves of the line.
    pub fn position_after(&self, played: usize) -> Position {
        self.line.iter().take(played).fold(self.start, |position, mv| position.play(*mv))
    }

    /// True if the move in the position after `played` moves of the line solves this step: it is the
    /// line's, or at the last step of a mate any other mate.
    pub fn is_solution(&self, played: usize, mv: Move) -> bool {
        let is_last = played + 1 == self.line.len();
        if self.line.get(played) == Some(&mv) {
            return true;
        }
        is_last && self.goal == PuzzleGoal::Mate && mates(&self.position_after(played), mv)
    }

    /// What makes it instructive, from its line alone.
    pub fn themes(&self) -> Vec<Theme> {
        themes_of(self)
    }

    /// A name that depends on board and position alone: `gardner-0f3a…`, with 16 digits.
    pub fn id(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.start.fen().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{}-{hash:016x}", self.start.variant().id)
    }
}

impl fmt::Display for Puzzle {
    /// The line of text that [`Puzzle::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fen, moves) = (self.start.fen(), self.start.line_text(&self.line));
        write!(f, "{fen}; {}; {}; {moves}", self.goal.word(), self.difficulty)
    }
}

fn parse_line(start: &Position, text: &str) -> Result<Vec<Move>, PuzzleTextError> {
    let mut position = *start;
    let mut line = Vec::new();
    for (word, number) in text.split_whitespace().zip(1..) {
        let fault = || PuzzleTextError::Move { number, text: excerpt(word) };
        let mv = position.parse_move(word).map_err(|_| fault())?;
        if !position.safe_moves().contains(mv) || position.outcome(1).is_some() {
            return Err(fault());
        }
        line.push(mv);
        position = position.play(mv);
    }
    let is_line = line.len() % 2 == 1 && line.len() < 2 * MAX_STEPS;
    if is_line { Ok(line) } else { Err(PuzzleTextError::Length(line.len())) }
}

/// True if the side to move has lost: it is checkmated, or has no move where that loses, or, where
/// kings are captured, every move leaves the king to be taken in time.
pub fn is_mated(position: &Position) -> bool {
    if position.has_safe_move() {
        return false;
    }
    match position.outcome(1) {
        Some(outcome) => outcome.winner == Some(!position.turn()),
        None => position.king_left_falls_in_time(),
    }
}

/// True if the move ends the game for the opponent.
pub(super) fn mates(position: &Position, mv: Move) -> bool {
    position.safe_moves().contains(mv) && is_mated(&position.play(mv))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn silverman() -> &'static Variant {
        Variant::by_id("silverman4x4").unwrap()
    }

    #[test]
    fn faults_are_named() {
        let fault = |text: &str| Puzzle::parse(silverman(), text).unwrap_err().to_string();
        let fen = "k3/4/1K1R/4 w - - 0 1";
        assert!(fault("nothing").starts_with("a puzzle has a FEN"));
        assert!(fault("k3/4/9/4 w - - 0 1; mate; 2; d2d4").starts_with("the position: "));
        assert!(fault(&format!("{fen}; draw; 2; d2d4")).starts_with("\"draw\" is no goal"));
        assert!(fault(&format!("{fen}; mate; 0; d2d4")).starts_with("\"0\" is no difficulty"));
        let at = fault(&format!("{fen}; mate; 2; d2d4 a4a3 d4d3"));
        assert_eq!(at, "move 2, \"a4a3\", is not possible there");
        assert!(fault(&format!("{fen}; win; 2; d2d3 a4b4")).starts_with("2 moves are no line"));
        assert_eq!(fault(&format!("{fen}; mate; 2; d2d3")), "the line does not end with a mate");
    }

    #[test]
    fn every_mate_solves_the_last_step() {
        let text = "k3/4/1K1R/4 w - - 0 1; mate; 2; d2d4";
        let puzzle = Puzzle::parse(silverman(), text).unwrap();
        let solves = |text| puzzle.is_solution(0, puzzle.start.parse_move(text).unwrap());
        assert!(solves("d2d4"));
        assert!(!solves("d2d3"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "[ -~]{0,80}") {
            let _ = Puzzle::parse(silverman(), &text);
        }
    }
}
