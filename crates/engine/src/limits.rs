//! The limits of a search besides a stop by its caller.

use std::time::Duration;

use minnow_rules::Move;

/// The clock of the side to move, as in UCI's `go` command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchClock {
    /// Left for this move and those that follow.
    pub remaining_ms: u64,
    /// Added after each move.
    pub increment_ms: u64,
    /// Moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search. A limit of `None` does not apply; without any limit the search runs
/// until it is stopped.
///
/// ```
/// use minnow_engine::SearchLimits;
///
/// let limits = SearchLimits { movetime_ms: Some(100), ..SearchLimits::depth(8) };
/// assert!(!limits.is_endless());
/// assert_eq!(limits.tightened(&SearchLimits::depth(5)).depth, Some(5));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Most nodes: one for each move made, quiescence search included.
    pub nodes: Option<u64>,
    /// Time for this move, which the search uses up.
    pub movetime_ms: Option<u64>,
    /// The clock from which the search takes its share for this move.
    pub clock: Option<SearchClock>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// The moves to search at the root; empty for all. Where a king can be taken, "all" leaves out
    /// what no player would choose: moves that do not take it, or that leave the own one to be taken.
    /// Moves named here all get a line if `lines` asks for several.
    pub moves: Vec<Move>,
    /// Reserve on the clock for the delay between engine and user or referee (UCI's move overhead).
    pub overhead_ms: u64,
    /// The number of best moves that get a line and an exact score each; 0 counts as 1.
    pub lines: usize,
    /// Most threads; with one thread the search can be repeated exactly.
    pub threads: Option<usize>,
}

impl SearchLimits {
    /// A limit of depth alone, in plies.
    pub fn depth(plies: u32) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..SearchLimits::default() }
    }

    /// A limit of nodes alone.
    pub fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
    }

    /// True if only a stop ends the search, or a mate that may never be found.
    pub fn is_endless(&self) -> bool {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        unlimited && self.movetime_ms.is_none() && self.clock.is_none()
    }

    /// What these limits leave after a part of the move's time has passed.
    pub(super) fn after(mut self, passed: Duration) -> SearchLimits {
        let passed_ms = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        // Without any time left the search still has to find a move.
        let left = |ms: u64| ms.saturating_sub(passed_ms).max(1);
        self.movetime_ms = self.movetime_ms.map(left);
        if let Some(clock) = &mut self.clock {
            clock.remaining_ms = left(clock.remaining_ms);
        }
        self
    }

    /// These limits and the others together: of each the tighter one applies.
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
