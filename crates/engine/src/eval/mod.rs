//! The static evaluation of a position.
//!
//! A board with a network of its own is evaluated by the network; every other board by hand-crafted
//! terms and weights. An [`Accumulator`] holds the part that is updated move by move. The search
//! uses [`Evaluator`] only and does not depend on its kind.

mod changes;
mod net;
mod orientation;
mod pair;
mod static_evaluation;
mod terms;
mod weighted;
mod weights;

pub use net::{
    HIDDEN, HIDDEN_ONE, Inputs, MAX_OUTPUT_WEIGHT, MAX_ROW_WEIGHT, Network, OUTPUT_ONE, OUTPUTS,
    OutputBuckets, UnitRow, bias_row, bias_rows,
};
pub use pair::Pair;
pub use static_evaluation::StaticEvaluation;
pub use weighted::WeightedEval;
pub use weights::WeightsError;
pub use weights::{EvalWeights, FEATURES, TERMS};

use crate::level::Misjudgement;
use minnow_rules::{Move, Position, Variant};

/// The incremental state of an evaluation: the sums of a weighted evaluation, or the hidden layers
/// of a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    sums: weighted::Sums,
    hidden: net::Hidden,
}

/// An opponent that notices a move limit late lets the evaluation fade over this many plies.
const LATE_FADE_PLIES: i32 = 6;

/// The evaluation of one variant, with an opponent's errors if it has any.
pub struct Evaluator {
    kind: EvaluatorKind,
    limit_fade_plies: i32,
    variant: &'static Variant,
}

enum EvaluatorKind {
    Weighted(Box<WeightedEval>),
    Network(Box<net::NetworkEval>),
    Misjudging(Box<MisjudgingNetwork>),
}

/// A network with an opponent's errors: the weighted evaluation with its weights less the same with
/// the true weights.
struct MisjudgingNetwork {
    network: net::NetworkEval,
    errors: WeightedEval,
}

impl Evaluator {
    /// The variant's evaluation by a network, if there is one and the opponent uses it; otherwise the
    /// weighted one.
    pub fn new(variant: &'static Variant, misjudgement: &Misjudgement) -> Evaluator {
        let Some(network) = Network::of(variant).filter(|_| misjudgement.uses_network) else {
            return Evaluator::weighted(variant, misjudgement);
        };
        let is_late = misjudgement.notices_limit_late;
        let network = net::NetworkEval::new(variant, network, is_late);
        let kind = if misjudgement.errs() {
            let weights = EvalWeights::of(variant);
            let errors = misjudgement.bent(weights).minus(weights);
            let errors = WeightedEval::new(variant, &errors, misjudgement);
            EvaluatorKind::Misjudging(Box::new(MisjudgingNetwork { network, errors }))
        } else {
            EvaluatorKind::Network(Box::new(network))
        };
        // A network knows the moves left.
        Evaluator { kind, limit_fade_plies: if is_late { LATE_FADE_PLIES } else { 0 }, variant }
    }

    /// The weighted evaluation, also of a board that has a network.
    pub fn weighted(variant: &'static Variant, misjudgement: &Misjudgement) -> Evaluator {
        let weights = misjudgement.bent(EvalWeights::of(variant));
        let weighted = WeightedEval::new(variant, &weights, misjudgement);
        let fade_plies = EvalWeights::of(variant).limit_fade_plies;
        let most = if misjudgement.notices_limit_late { LATE_FADE_PLIES } else { fade_plies };
        let kind = EvaluatorKind::Weighted(Box::new(weighted));
        Evaluator { kind, limit_fade_plies: fade_plies.min(most), variant }
    }

    /// The accumulator of a position, computed from scratch.
    pub fn accumulator(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        match &self.kind {
            EvaluatorKind::Weighted(weighted) => accumulator.sums = weighted.sums(position),
            EvaluatorKind::Network(network) => accumulator.hidden = network.hidden(position),
            EvaluatorKind::Misjudging(both) => {
                accumulator.sums = both.errors.sums(position);
                accumulator.hidden = both.network.hidden(position);
            }
        }
        accumulator
    }

    /// Computes `next`, the accumulator after a move of `position`, from `before`, the accumulator
    /// of `position`.
    #[inline]
    pub fn update(
        &self,
        before: &Accumulator,
        next: &mut Accumulator,
        position: &Position,
        mv: Move,
    ) {
        match &self.kind {
            EvaluatorKind::Weighted(weighted) => {
                next.sums = weighted.after(&before.sums, position, mv);
            }
            EvaluatorKind::Network(network) => {
                network.update(&before.hidden, &mut next.hidden, position, mv);
            }
            EvaluatorKind::Misjudging(both) => {
                next.sums = both.errors.after(&before.sums, position, mv);
                both.network.update(&before.hidden, &mut next.hidden, position, mv);
            }
        }
    }

    /// The evaluation in centipawns for the side to move.
    pub fn evaluate(&self, position: &Position, accumulator: &Accumulator) -> i32 {
        let value = match &self.kind {
            EvaluatorKind::Weighted(weighted) => weighted.value(position, &accumulator.sums),
            EvaluatorKind::Network(network) => network.value(position, &accumulator.hidden),
            EvaluatorKind::Misjudging(both) => {
                both.network.value(position, &accumulator.hidden)
                    + both.errors.value(position, &accumulator.sums)
            }
        };
        self.faded(position, value)
    }

    /// The value scaled down near a move limit, where too few plies remain to use an advantage; not by a
    /// network, which knows the moves left.
    #[inline]
    fn faded(&self, position: &Position, value: i32) -> i32 {
        let Some(limit) = self.variant.ply_limit().filter(|_| self.limit_fade_plies > 0) else {
            return value;
        };
        let left = (limit as i32 - position.ply() as i32).clamp(0, self.limit_fade_plies);
        value * left / self.limit_fade_plies
    }

    /// True if the value is scaled down because a move limit is near.
    pub fn fades(&self, position: &Position) -> bool {
        fades(position, self.limit_fade_plies)
    }
}

/// True if an evaluation that fades over the last `plies` before a move limit is scaled down here.
#[inline]
pub fn fades(position: &Position, plies: i32) -> bool {
    let limit = position.variant().ply_limit();
    limit.is_some_and(|limit| position.ply() > limit.saturating_sub(plies as u32))
}

#[cfg(test)]
mod tests;
