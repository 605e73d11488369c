//! What the techniques search: a game tree between two players, MAX and MIN.
//!
//! A tree may be written as text or grow from a position; the techniques see this trait only.

use std::fmt;

use crate::engine::{Branch, Score};

/// A game tree. All values are from MAX's point of view: the higher, the better for MAX.
pub trait Tree {
    type Node: Clone;

    fn root(&self) -> Self::Node;

    /// Whether MAX moves at the root; from there on the players take turns.
    fn root_is_max(&self) -> bool;

    /// A number that is the same for nodes with the same subtree at the same ply.
    fn key(&self, node: &Self::Node) -> u64;

    /// The value of a node where the game is over, `ply` plies below the root.
    fn end(&self, node: &Self::Node, ply: usize) -> Result<Option<Score>, Stop>;

    /// The static value of a node where the game goes on.
    fn static_value(&self, node: &Self::Node, ply: usize) -> Result<Score, Stop>;

    /// The moves, at least one where the game goes on.
    fn branches(&self, node: &Self::Node) -> Vec<Branch>;

    /// How much there is to gain by a capture or promotion, for putting moves in order: the
    /// dearer the victim the more, then the cheaper the attacker. `None` for quiet moves.
    fn capture_gain(&self, node: &Self::Node, branch: Branch) -> Option<i32>;

    fn play(&self, node: &Self::Node, branch: Branch) -> Self::Node;

    /// The move as people read it.
    fn name(&self, node: &Self::Node, branch: Branch) -> String;

    /// A value as people read it.
    fn score_text(&self, score: Score) -> String {
        infinity_text(score).map_or_else(|| score.to_string(), str::to_owned)
    }

    /// What the players are called.
    fn player(&self, is_max: bool) -> &'static str {
        if is_max { "MAX" } else { "MIN" }
    }

    /// Whether inner nodes have static values, so that the tree can be searched to any depth.
    fn has_inner_values(&self) -> bool;

    /// Whether MAX moves `ply` plies below the root.
    fn is_max(&self, ply: usize) -> bool {
        self.root_is_max() == ply.is_multiple_of(2)
    }
}

/// What lies beyond every value, as people read it.
pub(super) fn infinity_text(score: Score) -> Option<&'static str> {
    match score {
        Score::INFINITE => Some("\u{221e}"),
        score if score == -Score::INFINITE => Some("-\u{221e}"),
        _ => None,
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It took more nodes than allowed.
    Nodes,
    /// Its time was over, or it was told to stop.
    Time,
    /// It touched the leaf `?` in this column of a tree's text, from 1.
    Forbidden { column: usize },
    /// The inner node that begins in this column of a tree's text, from 1, was at the last ply.
    NoValue { column: usize },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Nodes => write!(f, "it needs more nodes than allowed"),
            Stop::Time => write!(f, "it was stopped"),
            Stop::Forbidden { column } => {
                write!(f, "it evaluated the leaf \"?\" in column {column}")
            }
            Stop::NoValue { column } => {
                write!(f, "the node in column {column} lies at the last ply and has no value")
            }
        }
    }
}

impl std::error::Error for Stop {}
