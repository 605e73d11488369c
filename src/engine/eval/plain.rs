//! The evaluation for callers outside the engine: a position in, its score out.

use super::Evaluator;
use crate::{
    engine::{Handicap, Score},
    rules::{Position, Variant},
};

/// The hand-crafted evaluation of one variant, whose terms can be told one by one.
pub struct StaticEvaluation(Evaluator);

impl StaticEvaluation {
    pub fn new(variant: &'static Variant) -> StaticEvaluation {
        StaticEvaluation(Evaluator::weighed(variant, &Handicap::NONE))
    }

    /// The static value of a position of that variant, for the side to move. Nothing is searched,
    /// captures neither.
    pub fn score(&self, position: &Position) -> Score {
        let accumulator = self.0.accumulator(position);
        Score::centipawns(self.0.evaluate(position, &accumulator))
    }
}
