//! What a search tells whoever watches it: one event for each thing that happens.
//!
//! The types stand here, below the lab, so that every search can be watched through the same
//! trait. A search takes its observer as a type parameter: with [`NoObserver`] nothing is left of the
//! calls in the compiled program. What is made of the events is the observer's matter.

use super::{Bound, Score, Window};
use crate::rules::Move;

/// A move as events name it: the bits of a chess move, or a child's number from 1 in a tree
/// without chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u16);

impl Branch {
    /// The side to move passes, which no rule allows: the engine's null move.
    pub const NULL_MOVE: Branch = Branch(0);
}

impl From<Move> for Branch {
    fn from(played: Move) -> Branch {
        Branch(played.bits())
    }
}

/// Where a node's score came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreSource {
    /// Its static value, or the end of the game.
    Leaf,
    Table,
    /// Its children.
    Search,
    /// A rule that spares the engine the search of the node.
    Rule(PruningRule),
}

/// A rule by which the engine leaves a node without trying its moves. Not one of them is certain to
/// be right, mate-distance pruning apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruningRule {
    /// A nearer mate is known already.
    MateDistance,
    /// The static score is far beyond beta, and few plies are left.
    ReverseFutility,
    /// Even a pass holds beta.
    NullMove,
    /// Several moves exceed beta at half the depth.
    MultiCut,
}

/// One thing that happens in a search. Windows and scores are from MAX's point of view, also at
/// MIN's nodes, so that they can be compared all over the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchEvent {
    /// A search from the root begins: an iteration, or one more search with another window.
    Start { depth: u32, window: Window },
    /// A node is entered, `number` telling its place among the tried moves of its parent, from 1.
    /// The root has number 0 and no move; so has a node that the engine searches once more inside
    /// itself, on the same ply: without its best move or without passing.
    Enter {
        played: Option<Branch>,
        number: usize,
        ply: usize,
        depth: u32,
        is_max: bool,
        window: Window,
    },
    /// The node got its static value.
    Leaf { score: Score },
    /// The table knows the node: its score lies within these bounds.
    TableHit { lower: Score, upper: Score },
    /// A child moved alpha or beta.
    Narrow { best: Branch, window: Window },
    /// The rest of the moves need not be tried.
    CutOff { tried: usize, moves: usize },
    /// The next child that is entered is the last one again, with this window.
    Again { window: Window },
    /// The node is left with this score.
    Leave { score: Score, bound: Bound, best: Option<Branch>, source: ScoreSource },
}

/// Is told of every event of a search, in order.
pub trait Observer {
    fn observe(&mut self, event: SearchEvent);
}

/// The observer that is not there.
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
}
