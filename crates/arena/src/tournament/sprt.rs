//! The sequential test of two players: is the first one stronger by `elo1` rather than by `elo0`?
//!
//! The test is Wald's (Abraham Wald, "Sequential Tests of Statistical Hypotheses", 1945) on a
//! generalized likelihood ratio, as fishtest uses it for Stockfish: after each pair of games, LLR is the
//! logarithm of the likelihood of all pairs under `elo1`, divided by that under `elo0`. The test ends
//! when LLR reaches ln(beta / (1 - alpha)) or ln((1 - beta) / alpha).
//!
//! **Pentanomial.** The unit is the pair, two games from one opening with colours swapped, with a share
//! a of the points of 0, 1/4, 1/2, 3/4 or 1. The two games depend on each other; pairs do not.
//!
//! **Normalized Elo** (Michel Van den Bergh, "Normalized Elo", 2021,
//! <https://www.cantate.be/Fishtest/normalized_elo.pdf>) measures the strength by how soon a match shows
//! it. With mean m and standard deviation s of the shares of pairs, it is
//! 800 / ln 10 * (m - 1/2) / (s sqrt 2); s sqrt 2 is the standard deviation of a game. So a hypothesis
//! fixes t = (m - 1/2) / s, the same for all openings and draw rates.
//!
//! **The likelihood under a hypothesis** is the greatest that five probabilities q with this t can give
//! the pairs. With the observed shares p, the sum of p ln q is to be greatest under the sum of q = 1 and
//! m - 1/2 - t s = 0. Lagrange's method, with ds/dq = ((a - m)^2 - m^2) / (2 s), gives
//!
//! ```text
//! q = p / (1 + x g),   g = a - 1/2 - t s (1 + ((a - m) / s)^2) / 2,
//! ```
//!
//! where x makes the sum of q g zero, which is the constraint. As m and s depend on q, this is repeated
//! from equal probabilities on until q stays; it follows section 3 of the paper and its use in fishtest.

use serde::{Deserialize, Serialize};

use super::SprtPlan;

/// Normalized Elo of one standard deviation of a game: 800 / ln 10.
const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;
/// The first player's share of the points of a pair.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The count of a result that has not occurred, so that it stays possible.
const COUNT_OF_NONE: f64 = 1e-3;
/// The probabilities settle after fewer steps, unless nearly all pairs have the same result.
const MAX_STEPS: u32 = 50;
/// Halvings of the interval of x; more than the digits of a number.
const HALVINGS: u32 = 60;

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtState {
    /// The pairs by the first player's half points, 0 to 4. Only the pairs before the first one that
    /// is not finished count, in the order of their numbers, and none after the decision.
    pub pairs: [u32; 5],
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// `elo0` is accepted at or below it.
    pub lower: f64,
    /// `elo1` is accepted at or above it.
    pub upper: f64,
    /// The normalized Elo of the pairs; 0 before the first one.
    pub elo: f64,
    /// The hypothesis that was accepted.
    pub decision: Option<SprtDecision>,
}

/// The end of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SprtDecision {
    /// The difference is `elo0` or less.
    Elo0,
    /// The difference is `elo1` or more.
    Elo1,
}

impl SprtPlan {
    /// The state of the test after pairs in the order of their numbers, each as the half points of
    /// the first player, 0 to 4. The test ends at the first pair that decides it.
    pub fn state(&self, pairs: impl IntoIterator<Item = usize>) -> SprtState {
        let mut state = self.state_of([0; 5]);
        for half_points in pairs {
            state = self.after(&state, half_points);
            if state.decision.is_some() {
                break;
            }
        }
        state
    }

    /// The state after one more pair.
    pub(super) fn after(&self, state: &SprtState, half_points: usize) -> SprtState {
        let mut pairs = state.pairs;
        pairs[half_points.min(4)] += 1;
        self.state_of(pairs)
    }

    fn state_of(&self, pairs: [u32; 5]) -> SprtState {
        let SprtPlan { elo0, elo1, alpha, beta } = *self;
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        let (llr, elo) = match Shares::of(pairs) {
            Some(shares) => (shares.llr(elo0, elo1), shares.normalized_elo()),
            None => (0.0, 0.0),
        };
        let decision = match llr {
            llr if llr >= upper => Some(SprtDecision::Elo1),
            llr if llr <= lower => Some(SprtDecision::Elo0),
            _ => None,
        };
        SprtState { pairs, llr, lower, upper, elo, decision }
    }
}

/// The share of each result among the pairs.
struct Shares {
    pairs: f64,
    shares: [f64; 5],
}

/// Mean and standard deviation of a pair.
struct Moments {
    mean: f64,
    deviation: f64,
}

impl Moments {
    fn of(shares: &[f64; 5]) -> Moments {
        let expected = |value: &dyn Fn(f64) -> f64| -> f64 {
            SHARES.iter().zip(shares).map(|(points, share)| share * value(*points)).sum()
        };
        let mean = expected(&|points| points);
        Moments { mean, deviation: expected(&|points| (points - mean).powi(2)).sqrt() }
    }
}

impl Shares {
    /// `None` without pairs.
    fn of(pairs: [u32; 5]) -> Option<Shares> {
        if pairs == [0; 5] {
            return None;
        }
        let counts = pairs.map(|count| f64::from(count).max(COUNT_OF_NONE));
        let pairs: f64 = counts.iter().sum();
        Some(Shares { pairs, shares: counts.map(|count| count / pairs) })
    }

    fn normalized_elo(&self) -> f64 {
        let Moments { mean, deviation } = Moments::of(&self.shares);
        ELO_PER_DEVIATION * (mean - 0.5) / (deviation * std::f64::consts::SQRT_2)
    }

    fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let [null, alternative] = [elo0, elo1].map(|elo| self.most_likely(elo));
        let ratios = alternative.iter().zip(null).map(|(one, zero)| (one / zero).ln());
        self.pairs * self.shares.iter().zip(ratios).map(|(share, ratio)| share * ratio).sum::<f64>()
    }

    /// The probabilities with this normalized Elo that make the observed shares most likely.
    fn most_likely(&self, elo: f64) -> [f64; 5] {
        let t = elo * std::f64::consts::SQRT_2 / ELO_PER_DEVIATION;
        let mut probabilities = [0.2; 5];
        for _ in 0..MAX_STEPS {
            let Moments { mean, deviation } = Moments::of(&probabilities);
            let constraint = SHARES.map(|points| {
                let distance = (points - mean) / deviation;
                points - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
            });
            let Some(next) = self.tilted(&constraint) else { break };
            let change = next.iter().zip(probabilities).map(|(new, old)| (new - old).abs());
            let largest = change.fold(0.0, f64::max);
            probabilities = next;
            if largest < 1e-9 {
                break;
            }
        }
        probabilities
    }

    /// The probabilities p / (1 + x g) under which g is expected to be zero; `None` if g has one sign.
    fn tilted(&self, constraint: &[f64; 5]) -> Option<[f64; 5]> {
        let most = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        let with = |x: f64| {
            let mut probabilities = self.shares;
            for (probability, value) in probabilities.iter_mut().zip(constraint) {
                *probability /= 1.0 + x * value;
            }
            probabilities
        };
        // The expected value falls from infinity to minus infinity between these.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            let expected: f64 = with(middle).iter().zip(constraint).map(|(q, g)| q * g).sum();
            if expected > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(with(f64::midpoint(low, high)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_engine::Random;

    fn test(elo0: f64, elo1: f64) -> SprtPlan {
        SprtPlan { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    #[test]
    fn llr_equals_values_computed_elsewhere() {
        // The first is published: https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712
        // gives -0.54912 and -63.97. The others come from a direct maximization: for each standard
        // deviation Newton's method under both moments, and a golden section over the deviation.
        for (pairs, elo0, elo1, llr) in [
            ([13, 37, 50, 25, 3], 0.0, 4.0, -0.549_124_6),
            ([3, 20, 50, 30, 8], 0.0, 10.0, 0.796_590_4),
            ([0, 2, 10, 6, 1], 0.0, 50.0, 1.228_979_0),
            ([5, 10, 20, 12, 6], -10.0, 10.0, 0.291_547_2),
        ] {
            let state = test(elo0, elo1).state_of(pairs);
            assert!((state.llr - llr).abs() < 1e-5, "{pairs:?}: {}", state.llr);
        }
        let published = test(0.0, 4.0).state_of([13, 37, 50, 25, 3]);
        assert!((published.elo + 63.97).abs() < 0.01, "{}", published.elo);
    }

    #[test]
    fn swapped_players_give_the_opposite_llr() {
        let mut random = Random(1);
        for _ in 0..200 {
            let pairs = [(); 5].map(|()| [0, 0, 1, 7, 60][random.below(5)]);
            let mut swapped = pairs;
            swapped.reverse();
            let [one, other] = [pairs, swapped].map(|pairs| test(-12.0, 12.0).state_of(pairs));
            let scale = 1.0 + one.llr.abs();
            assert!((one.llr + other.llr).abs() < 1e-3 * scale, "{pairs:?}: {one:?}, {other:?}");
        }
    }

    #[test]
    fn a_test_ends_at_its_first_decision() {
        let plan = test(0.0, 100.0);
        let started = plan.state([]);
        assert_eq!((started.llr, started.decision), (0.0, None));
        assert!((started.upper - 2.944_44).abs() < 1e-4 && (started.lower + 2.944_44).abs() < 1e-4);
        let wins = plan.state([2, 3, 4, 3, 4, 3, 2].into_iter().cycle().take(1_000));
        assert_eq!(wins.decision, Some(SprtDecision::Elo1));
        assert!(wins.pairs.iter().sum::<u32>() < 100, "{wins:?}");
        // Pairs after the decision change nothing.
        let length = wins.pairs.iter().sum::<u32>() as usize;
        let lost_later = [2, 3, 4, 3, 4, 3, 2].into_iter().cycle().take(length).chain([0; 500]);
        assert_eq!(plan.state(lost_later), wins);
        let even = plan.state([1, 2, 3].into_iter().cycle().take(1_000));
        assert_eq!(even.decision, Some(SprtDecision::Elo0));
    }

    /// Five probabilities with this normalized Elo and the standard deviation of `elo` 0.
    fn probabilities(elo: f64) -> [f64; 5] {
        let counts = [10, 25, 30, 25, 10];
        Shares::of(counts).unwrap().most_likely(elo)
    }

    /// The number of tests that accept `elo1` where the difference is `elo`.
    fn accepted(plan: &SprtPlan, elo: f64, tests: u32, random: &mut Random) -> u32 {
        let probabilities = probabilities(elo);
        let mut pair = || {
            let steps = 1_u64 << 30;
            let mut left = (random.draw() % steps) as f64 / steps as f64;
            let drawn = probabilities.iter().position(|probability| {
                left -= probability;
                left < 0.0
            });
            drawn.unwrap_or(4)
        };
        let one_test = |_| plan.state(std::iter::repeat_with(&mut pair)).decision;
        (0..tests).map(one_test).filter(|end| *end == Some(SprtDecision::Elo1)).count() as u32
    }

    #[test]
    fn error_rates_are_those_of_the_plan() {
        let (plan, tests) = (test(0.0, 120.0), 200);
        let mut random = Random(7);
        // 10 wrong decisions of 200 are expected, with a standard deviation of 3.
        let wrong = accepted(&plan, 0.0, tests, &mut random);
        assert!((1..=19).contains(&wrong), "{wrong} of {tests} accept elo1");
        let wrong = tests - accepted(&plan, 120.0, tests, &mut random);
        assert!((1..=19).contains(&wrong), "{wrong} of {tests} accept elo0");
    }
}
