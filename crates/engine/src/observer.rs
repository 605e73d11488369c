//! The events of a search, and the trait that receives them.
//!
//! The types are part of the engine, below the lab, so that every search can be observed through
//! the same trait. A search takes its observer as a type parameter: with [`NoObserver`] the
//! compiler removes the calls. The observer decides what to do with the events.

use super::{Bound, PruningRule, Score, Window};
use minnow_rules::Move;

/// A branch of the tree: the bits of a chess move, or a child's number from 1 in a tree without
/// chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u16);

impl Branch {
    /// The engine's null move: the side to move makes no move, which no rule allows.
    pub const NULL_MOVE: Branch = Branch(0);
}

impl From<Move> for Branch {
    fn from(mv: Move) -> Branch {
        Branch(mv.bits())
    }
}

/// The source of a node's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreSource {
    /// The static evaluation or the end of the game.
    Leaf,
    /// The transposition table.
    Table,
    /// The node's children.
    Search,
    /// A rule by which the engine prunes the node.
    Rule(PruningRule),
}

/// The origin of one end of the root's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootEnd {
    /// The window that the search was started with, often infinite.
    Window,
    /// A guess of the score.
    Aspiration,
    /// A null window, which only asks whether the score reaches beta.
    Null,
}

/// The origins of both ends of the root's window, from MAX's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootEnds {
    /// Of MAX's lower end.
    pub alpha: RootEnd,
    /// Of MAX's upper end.
    pub beta: RootEnd,
}

impl RootEnds {
    /// The window that the search was started with.
    pub const WINDOW: RootEnds = RootEnds { alpha: RootEnd::Window, beta: RootEnd::Window };
    /// A null window.
    pub const NULL: RootEnds = RootEnds { alpha: RootEnd::Null, beta: RootEnd::Null };

    /// A window around a guess: the ends that differ from the `whole` window are guesses.
    pub fn aspiration(window: Window, whole: Window) -> RootEnds {
        let end = |is_whole: bool| if is_whole { RootEnd::Window } else { RootEnd::Aspiration };
        RootEnds { alpha: end(window.alpha == whole.alpha), beta: end(window.beta == whole.beta) }
    }
}

/// A move of a node in the order of search, and the rule that gave it its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedBranch {
    /// The move, or the child's number.
    pub branch: Branch,
    /// The id of the rule; `None` for a move that no rule ranks.
    pub rule: Option<&'static str>,
    /// The rank that the rule gave the move, in the rule's own unit.
    pub value: i64,
}

/// One event of a search. Windows and scores are from MAX's point of view at all nodes, so that
/// they can be compared across the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchEvent {
    /// A search from the root begins: an iteration, or another search with another window.
    Start {
        /// Of the iteration, in plies.
        depth: u32,
        /// The root's window.
        window: Window,
        /// Where the ends of that window come from.
        ends: RootEnds,
    },
    /// The search enters a node by the branch `played`, which is the `number`th that the parent
    /// searches, from 1. The root has no branch and number 0. So has a node that the engine
    /// searches again within itself: a singular search, or the verification of a null move.
    Enter {
        /// The branch from the parent; `None` for the root and for another search of the same node.
        played: Option<Branch>,
        /// Among those that the parent searches, from 1; 0 without a branch.
        number: usize,
        /// Distance from the root, in plies.
        ply: usize,
        /// Remaining depth in plies; 0 in quiescence search.
        depth: u32,
        /// True if MAX is to move; in a game of chess it is the side to move at the root.
        is_max: bool,
        /// The window that the parent gives the node.
        window: Window,
    },
    /// The node's static evaluation, or its score by the game's end.
    Leaf {
        /// The evaluation, or the result of the game.
        score: Score,
    },
    /// The transposition table has an entry: the node's score lies within these bounds.
    TableHit {
        /// The score is at least this, from MAX's view.
        lower: Score,
        /// The score is at most this, from MAX's view.
        upper: Score,
    },
    /// A child raised alpha or lowered beta. Without a branch the static evaluation did, by
    /// standing pat.
    Narrow {
        /// The branch to the child; `None` for the stand-pat score.
        best: Option<Branch>,
        /// The node's window from now on.
        window: Window,
    },
    /// A cutoff after `tried` of the `moves` moves.
    CutOff {
        /// The moves searched, the last of which caused the cutoff.
        tried: usize,
        /// All moves of the node, also those not searched.
        moves: usize,
    },
    /// The next node entered is the last child again, with this window.
    Again {
        /// The window of the new search.
        window: Window,
    },
    /// The search leaves the node with this score.
    Leave {
        /// From MAX's view, exact or a bound.
        score: Score,
        /// The relation of the score to the node's true value, from MAX's view.
        bound: Bound,
        /// The branch with this score; `None` if no branch has it or none is known.
        best: Option<Branch>,
        /// What the score follows from.
        source: ScoreSource,
    },
}

/// A change of what a search remembers for the order of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryChange {
    /// The killer move of a ply.
    Killer {
        /// Distance from the root, in plies.
        ply: usize,
        /// The move that caused a cutoff there last.
        branch: Branch,
    },
    /// The reply that refuted a move; `by_max` is true if MAX played that move.
    Countermove {
        /// True if MAX made the move `last`.
        by_max: bool,
        /// The move that was refuted.
        last: Branch,
        /// The move that refuted it.
        reply: Branch,
    },
    /// A move of MAX or MIN has caused `caused` of the `searched` cutoffs where it was searched, each
    /// weighted by the square of the remaining depth.
    History {
        /// True if MAX makes the move.
        is_max: bool,
        /// The move, in any position.
        branch: Branch,
        /// The weighted cutoffs by the move.
        caused: u64,
        /// The weighted cutoffs of nodes that searched the move.
        searched: u64,
    },
    /// An entry of the transposition table, by its key: bounds from MAX's view.
    Table {
        /// Of the position, with its ply and remaining depth.
        key: u64,
        /// The score is at least this.
        lower: Score,
        /// The score is at most this.
        upper: Score,
        /// The best branch; `None` if no branch is known.
        best: Option<Branch>,
    },
}

/// Receives the events of a search in order.
pub trait Observer {
    /// Receives one event.
    fn observe(&mut self, event: SearchEvent);

    /// Receives the moves of the current node in the order of search. Searches that cannot name
    /// the rules do not call it.
    #[inline(always)]
    fn observe_order(&mut self, _moves: &[OrderedBranch]) {}

    /// Receives a change of the search's memory.
    #[inline(always)]
    fn observe_change(&mut self, _change: MemoryChange) {}
}

/// An observer that ignores every event; the compiler removes the calls.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline(always)]
    fn observe(&mut self, _: SearchEvent) {}
}

impl<O: Observer> Observer for &mut O {
    fn observe(&mut self, event: SearchEvent) {
        (**self).observe(event);
    }

    fn observe_order(&mut self, moves: &[OrderedBranch]) {
        (**self).observe_order(moves);
    }

    fn observe_change(&mut self, change: MemoryChange) {
        (**self).observe_change(change);
    }
}
