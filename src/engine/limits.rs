//! What ends a search besides being told to stop.

use crate::rules::Move;

/// The clock of the side to move, as UCI's `go` gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchClock {
    pub remaining_ms: u64,
    pub increment_ms: u64,
    /// Moves until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Limits of one search; what is `None` does not limit. Without any limit it runs until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes: one for each move played, in quiescence too.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime_ms: Option<u64>,
    pub clock: Option<SearchClock>,
    /// Stop once a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Only these moves at the root; empty for all.
    pub moves: Vec<Move>,
    /// Milliseconds kept back from the clock for the way to the user or referee.
    pub overhead_ms: u64,
    /// How many of the best moves to report with a line and an exact score each; 0 counts as 1.
    pub lines: usize,
    /// At most so many threads; one makes the search repeatable.
    pub threads: Option<usize>,
}

impl SearchLimits {
    pub fn depth(plies: u32) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..SearchLimits::default() }
    }

    pub fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
    }

    /// Whether nothing but being told to stop, or a mate that may never be found, ends the search.
    pub fn is_endless(&self) -> bool {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        unlimited && self.movetime_ms.is_none() && self.clock.is_none()
    }

    /// These limits and the others together: the tighter one of each counts.
    pub fn tightened(mut self, other: &SearchLimits) -> SearchLimits {
        fn tighter<T: Ord + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
            [a, b].into_iter().flatten().min()
        }
        self.depth = tighter(self.depth, other.depth);
        self.nodes = tighter(self.nodes, other.nodes);
        self.movetime_ms = tighter(self.movetime_ms, other.movetime_ms);
        self.clock = self.clock.or(other.clock);
        self.mate = tighter(self.mate, other.mate);
        self.threads = tighter(self.threads, other.threads);
        self
    }
}
