//! The evaluation for callers outside the engine: a position in, its score out.

use super::Evaluator;
use crate::{Score, level::Misjudgement};
use minnow_rules::{Position, Variant};

/// The weighted evaluation of one variant, whose terms can be explained one by one.
///
/// ```
/// use minnow_engine::{Score, StaticEvaluation};
/// use minnow_rules::{Position, Variant};
///
/// let variant = Variant::default_variant();
/// let evaluation = StaticEvaluation::new(variant);
/// let queen_up = Position::from_fen(variant, "k4/5/5/2Q2/5/4K w - - 0 1")?;
/// assert!(evaluation.score(&queen_up) > Score::centipawns(500));
/// # Ok::<(), minnow_rules::FenError>(())
/// ```
pub struct StaticEvaluation(Evaluator);

impl StaticEvaluation {
    /// The evaluation at full strength.
    pub fn new(variant: &'static Variant) -> StaticEvaluation {
        StaticEvaluation(Evaluator::weighted(variant, &Misjudgement::NONE))
    }

    /// The static evaluation of a position of that variant for the side to move, without any
    /// search: hanging pieces count in full.
    pub fn score(&self, position: &Position) -> Score {
        let accumulator = self.0.accumulator(position);
        Score::centipawns(self.0.evaluate(position, &accumulator))
    }
}
