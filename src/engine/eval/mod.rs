//! The static value of a position.
//!
//! A board with a network of its own is judged by that, every other by hand-crafted terms over
//! its variant's data. What can be kept up to date move by move is in an [`Accumulator`]. The
//! search knows the calls of [`Evaluator`] only, so that it need not know which it is.

mod changes;
mod net;
mod pair;
mod place;
mod plain;
mod terms;
mod weighed;
mod weights;

pub(crate) use net::{
    HIDDEN, Inputs, LARGEST_OUTPUT_WEIGHT, LARGEST_ROW_WEIGHT, Network, OUTPUTS, OutputOf, Row,
    UNIT,
};
pub(crate) use pair::Pair;
pub use plain::StaticEvaluation;
pub(crate) use weighed::Weighed;
pub use weights::WeightsError;
pub(crate) use weights::{FEATURES, TERMS, Weights};

use super::Handicap;
use crate::rules::{Move, Position, Variant};

/// What an evaluation knows of a position from the moves that led to it: the sums of the one
/// kind, or the hidden layer of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Accumulator {
    sums: weighed::Sums,
    hidden: net::Hidden,
}

/// The evaluation of one variant, perhaps misjudged by a handicap.
pub(crate) struct Evaluator {
    kind: Kind,
    limit_fade_plies: i32,
    variant: &'static Variant,
}

enum Kind {
    Weighed(Box<Weighed>),
    Net(Box<net::NetEvaluation>),
}

impl Evaluator {
    /// The variant's best evaluation. Whoever misjudges does so piece by piece, and is judged by
    /// weights.
    pub fn new(variant: &'static Variant, handicap: &Handicap) -> Evaluator {
        match Network::of(variant).filter(|_| handicap.misjudgement == 0) {
            Some(network) => {
                let net = net::NetEvaluation::new(variant, network);
                Evaluator::of_kind(variant, Kind::Net(Box::new(net)))
            }
            None => Evaluator::weighed(variant, handicap),
        }
    }

    /// The hand-crafted evaluation, also of a board that has a network.
    pub fn weighed(variant: &'static Variant, handicap: &Handicap) -> Evaluator {
        let weighed = Weighed::new(variant, Weights::of(variant), handicap);
        Evaluator::of_kind(variant, Kind::Weighed(Box::new(weighed)))
    }

    fn of_kind(variant: &'static Variant, kind: Kind) -> Evaluator {
        Evaluator { kind, limit_fade_plies: Weights::of(variant).limit_fade_plies, variant }
    }

    /// The accumulator of a position whose past is not known.
    pub fn accumulator(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        match &self.kind {
            Kind::Weighed(weighed) => accumulator.sums = weighed.sums(position),
            Kind::Net(net) => accumulator.hidden = net.hidden(position),
        }
        accumulator
    }

    /// Makes `next` the accumulator after a move of `position`, to which `before` belongs.
    #[inline]
    pub fn update(
        &self,
        before: &Accumulator,
        next: &mut Accumulator,
        position: &Position,
        played: Move,
    ) {
        match &self.kind {
            Kind::Weighed(weighed) => next.sums = weighed.after(&before.sums, position, played),
            Kind::Net(net) => net.update(&before.hidden, &mut next.hidden, position, played),
        }
    }

    /// Centipawns for the side to move.
    pub fn evaluate(&self, position: &Position, accumulator: &Accumulator) -> i32 {
        let value = match &self.kind {
            Kind::Weighed(weighed) => weighed.value(position, &accumulator.sums),
            Kind::Net(net) => net.value(position, &accumulator.hidden),
        };
        self.faded(position, value)
    }

    /// Near a move limit a lead is worth less and less, as there is no time left to use it.
    #[inline]
    fn faded(&self, position: &Position, value: i32) -> i32 {
        let Some(limit) = self.variant.ply_limit() else { return value };
        let left = (limit as i32 - position.ply() as i32).clamp(0, self.limit_fade_plies);
        value * left / self.limit_fade_plies
    }

    /// Whether the value is faded near a move limit.
    pub fn fades(&self, position: &Position) -> bool {
        let first = |limit: u32| limit.saturating_sub(self.limit_fade_plies as u32);
        self.variant.ply_limit().is_some_and(|limit| position.ply() > first(limit))
    }
}

#[cfg(test)]
mod tests;
