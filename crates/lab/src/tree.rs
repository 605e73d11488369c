//! The game tree that the techniques search, with the players MAX and MIN.
//!
//! A tree is written as text or grows from a position. The techniques use only this trait.

use minnow_engine::{Branch, Score};
use minnow_rules::{Move, Position};

/// A game tree. All values are MAX's: higher is better for MAX.
pub trait Tree {
    /// A place in the tree, from which its moves follow.
    type Node: Clone;

    /// The node where a search begins.
    fn root(&self) -> Self::Node;

    /// True if MAX moves at the root. From there on the players alternate.
    fn root_is_max(&self) -> bool;

    /// A hash key, equal for nodes with the same subtree at the same ply.
    fn key(&self, node: &Self::Node) -> u64;

    /// The value of a node `ply` plies below the root if the game is over there.
    ///
    /// # Errors
    ///
    /// [`Stop::Forbidden`] at a leaf that must not be evaluated.
    fn end(&self, node: &Self::Node, ply: usize) -> Result<Option<Score>, Stop>;

    /// The static value of a node where the game continues.
    ///
    /// # Errors
    ///
    /// [`Stop::NoValue`] if the tree has no values at inner nodes.
    fn static_value(&self, node: &Self::Node, ply: usize) -> Result<Score, Stop>;

    /// The moves; at least one where the game continues.
    fn branches(&self, node: &Self::Node) -> Vec<Branch>;

    /// The chess position of a node; its branches are then chess moves. A tree without chess has
    /// none. Orderings use it to look at squares and pieces.
    fn position<'n>(&self, _node: &'n Self::Node) -> Option<&'n Position> {
        None
    }

    /// The MVV-LVA value of a capture or promotion: it rises with the value of the victim, then
    /// falls with the value of the attacker. `None` for quiet moves and in trees without chess.
    fn capture_gain(&self, node: &Self::Node, branch: Branch) -> Option<i32> {
        let (position, mv) = (self.position(node)?, Move::from_bits(branch.0)?);
        let victim = position.captured(mv).map(|role| 1 + role.index() as i32);
        let promoted = mv.promotion().map(|role| role.index() as i32);
        if victim.is_none() && promoted.is_none() {
            return None;
        }
        let attacker = position.moved(mv).index() as i32;
        Some(8 * (victim.unwrap_or(0) + promoted.unwrap_or(0)) - attacker)
    }

    /// The node after a move, which must be one of [`Tree::branches`].
    fn play(&self, node: &Self::Node, branch: Branch) -> Self::Node;

    /// The node after these moves from the root.
    fn node_at(&self, path: &[Branch]) -> Self::Node {
        path.iter().fold(self.root(), |node, branch| self.play(&node, *branch))
    }

    /// The notation of a move for users.
    fn name(&self, node: &Self::Node, branch: Branch) -> String;

    /// The notation of a value for users.
    fn score_text(&self, score: Score) -> String {
        infinity_text(score).map_or_else(|| score.to_string(), str::to_owned)
    }

    /// The name of a player.
    fn player(&self, is_max: bool) -> &'static str {
        if is_max { "MAX" } else { "MIN" }
    }

    /// True if inner nodes have static values. If not, the tree can only be searched to its leaves.
    fn has_inner_values(&self) -> bool;

    /// True if MAX moves `ply` plies below the root.
    fn is_max(&self, ply: usize) -> bool {
        self.root_is_max() == ply.is_multiple_of(2)
    }
}

/// The sign of an infinite score, for users.
pub(super) fn infinity_text(score: Score) -> Option<&'static str> {
    match score {
        Score::INFINITE => Some("\u{221e}"),
        score if score == -Score::INFINITE => Some("-\u{221e}"),
        _ => None,
    }
}

/// The reason why a search ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The node limit.
    #[error("it needs more nodes than allowed")]
    Nodes,
    /// The deadline, or a stop from outside.
    #[error("it was stopped")]
    Time,
    /// It evaluated a leaf `?` of a tree's text. Columns count from 1.
    #[error("it evaluated the leaf \"?\" in column {column}")]
    Forbidden {
        /// The column of the leaf.
        column: usize,
    },
    /// It reached an inner node of a tree's text at the last ply. Columns count from 1.
    #[error("the node in column {column} is at the last ply and has no value")]
    NoValue {
        /// The column of the node.
        column: usize,
    },
}
