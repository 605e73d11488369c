//! The game tree of a position: all legal moves, and a static evaluation.
//!
//! Repetitions and the 50-move rule are ignored, because they depend on the path. So a position has
//! the same value at every node of a ply, and all techniques agree. In variants with king capture
//! the moves that leave the king en prise are part of the tree, and a forced win counts as in
//! chess: up to the move after which every reply loses the king.

use super::{Stop, Tree};
use minnow_engine::{Branch, Score, StaticEvaluation};
use minnow_rules::{Color, Ending, Move, Position};

/// The tree of a position. MAX is the side to move at the root.
pub struct PositionTree<'a> {
    root: Position,
    /// The static value of a position for its side to move.
    evaluate: Box<dyn Fn(&Position) -> Score + Send + 'a>,
}

impl<'a> PositionTree<'a> {
    /// The tree of a position with the engine's static evaluation.
    pub fn new(root: Position) -> PositionTree<'static> {
        let evaluation = StaticEvaluation::new(root.variant());
        PositionTree::with_evaluation(root, move |position| evaluation.score(position))
    }

    /// The tree of a position with another evaluation. It returns the score of the side to move and
    /// must be deterministic.
    pub fn with_evaluation(
        root: Position,
        evaluate: impl Fn(&Position) -> Score + Send + 'a,
    ) -> PositionTree<'a> {
        PositionTree { root, evaluate: Box::new(evaluate) }
    }

    /// Converts a score of the side to move at `ply` to MAX's view.
    fn by_max(&self, score: Score, ply: usize) -> Score {
        if self.is_max(ply) { score } else { -score }
    }
}

/// The ending of a finished game, and whether the side to move has lost; `None` while it continues.
fn ending(position: &Position) -> Option<(Ending, bool)> {
    let outcome = position.outcome(1)?;
    let no_rule = outcome.ending == Ending::NoProgress
        && !(position.variant().bare_kings_draw && position.has_bare_kings());
    (!no_rule).then_some((outcome.ending, outcome.winner.is_some()))
}

/// The ply of the mate, as in chess, if the king is captured before `ply`.
fn mate_ply(ply: usize) -> usize {
    // A king that can be captured at once counts as mated by that capture.
    if ply > 2 { ply - 2 } else { ply }
}

impl Tree for PositionTree<'_> {
    type Node = Position;

    fn root(&self) -> Position {
        self.root
    }

    fn root_is_max(&self) -> bool {
        true
    }

    fn key(&self, node: &Position) -> u64 {
        node.key()
    }

    fn end(&self, node: &Position, ply: usize) -> Result<Option<Score>, Stop> {
        let score = ending(node).map(|(ending, lost)| match (ending, lost) {
            (_, false) => Score::DRAW,
            (Ending::KingTaken, true) => Score::lost_at(mate_ply(ply)),
            (_, true) => Score::lost_at(ply),
        });
        Ok(score.map(|score| self.by_max(score, ply)))
    }

    fn static_value(&self, node: &Position, ply: usize) -> Result<Score, Stop> {
        Ok(self.by_max((self.evaluate)(node), ply))
    }

    fn branches(&self, node: &Position) -> Vec<Branch> {
        node.legal_moves().iter().map(Branch::from).collect()
    }

    fn position<'n>(&self, node: &'n Position) -> Option<&'n Position> {
        Some(node)
    }

    fn play(&self, node: &Position, branch: Branch) -> Position {
        Move::from_bits(branch.0).map_or_else(|| node.play_null_move(), |mv| node.play(mv))
    }

    fn name(&self, node: &Position, branch: Branch) -> String {
        Move::from_bits(branch.0).map_or("null move".to_owned(), |mv| node.move_text(mv))
    }

    fn player(&self, is_max: bool) -> &'static str {
        if is_max == (self.root.turn() == Color::White) { "White" } else { "Black" }
    }

    fn has_inner_values(&self) -> bool {
        true
    }
}
