//! The question for a move, and the answer of a program.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use minnow_rules::{Color, Move, Position};

/// One move to choose.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position before the first of `moves`.
    pub start: &'a Position,
    /// The moves from there.
    pub moves: &'a [Move],
    /// The position after them; it has a legal move.
    pub position: &'a Position,
    /// The limits of the search.
    pub limits: TurnLimits,
}

/// The limits of a search. Those that are set hold together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnLimits {
    /// The time of the move, in ms.
    pub movetime_ms: Option<u64>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The clocks of the game.
    pub clock: Option<TurnClock>,
}

/// The clocks of a game, White's first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnClock {
    /// The times that are left, in ms.
    pub left_ms: [u64; 2],
    /// The increments per move, in ms.
    pub increment_ms: [u64; 2],
    /// The moves up to the next time control.
    pub moves_to_go: Option<u32>,
}

impl TurnLimits {
    /// The time that this side has for the move; `None` if only nodes or depth bound it.
    pub fn time(&self, turn: Color) -> Option<Duration> {
        let on_clock = self.clock.map(|clock| clock.left_ms[turn.index()]);
        let times = [self.movetime_ms, on_clock];
        times.into_iter().flatten().min().map(Duration::from_millis)
    }
}

/// A program's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// A legal move of the position.
    pub mv: Move,
    /// The last report on the best line, if there was one.
    pub report: Option<SearchReport>,
    /// The time from the question to the answer, in ms.
    pub took_ms: u64,
}

/// A line that a search found. What a program leaves out is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// The rank of the line among those of the search, from 1.
    pub line_number: u32,
    /// The depth in plies.
    pub depth: u32,
    /// The score of the line.
    pub score: Option<ReportedScore>,
    /// The nodes of the search so far.
    pub nodes: u64,
    /// The time of the search so far, in ms.
    pub time_ms: u64,
    /// Legal moves from the position, perhaps none.
    pub line: Vec<Move>,
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportedScore {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; 0 or less if the side to move is mated.
    Mate(i32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_time_counts() {
        let clock = TurnClock { left_ms: [3_000, 500], ..TurnClock::default() };
        let limits =
            TurnLimits { movetime_ms: Some(1_000), clock: Some(clock), ..TurnLimits::default() };
        assert_eq!(limits.time(Color::White), Some(Duration::from_millis(1_000)));
        assert_eq!(limits.time(Color::Black), Some(Duration::from_millis(500)));
        assert_eq!(TurnLimits { depth: Some(4), ..TurnLimits::default() }.time(Color::White), None);
    }
}
