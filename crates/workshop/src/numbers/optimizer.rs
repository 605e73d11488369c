//! Simultaneous perturbation stochastic approximation (SPSA, James Spall, "Multivariate Stochastic
//! Approximation Using a Simultaneous Perturbation Gradient Approximation", 1992).
//!
//! Each iteration moves all numbers at once by about a step, each up or down at random, and lets the
//! values play those with all moves reversed. The better side's moves are then made in part. The sizes of
//! steps and moves fall as in fishtest, which tunes Stockfish.

use minnow_engine::{
    Random,
    internal::{SEARCH_NUMBERS, SearchNumber},
};
use minnow_rules::internal::split_mix;

/// The exponents with which moves and steps fall, as Spall advises.
const MOVE_EXPONENT: f64 = 0.602;
const STEP_EXPONENT: f64 = 0.101;
/// The share of the iterations that is added to their numbers, so that the first moves are not too large.
const STABILITY_SHARE: f64 = 0.1;

/// A plan, which with the results of the iterations decides all values.
#[derive(Clone, Debug)]
pub(super) struct SpsaPlan {
    pub iterations: u32,
    /// How much of a number's step one won game moves it at the end.
    pub rate: f64,
    pub seed: u64,
    /// The numbers that move, in the order of [`SEARCH_NUMBERS`].
    pub is_tuned: Vec<bool>,
}

/// The values between two iterations.
#[derive(Clone, Debug)]
pub(super) struct Spsa {
    plan: SpsaPlan,
    values: Vec<f64>,
    /// The number of finished iterations.
    finished: u32,
}

impl Spsa {
    pub(super) fn new(plan: SpsaPlan, start: &[i32]) -> Spsa {
        Spsa { plan, values: start.iter().copied().map(f64::from).collect(), finished: 0 }
    }

    pub(super) fn finished(&self) -> u32 {
        self.finished
    }

    pub(super) fn is_done(&self) -> bool {
        self.finished >= self.plan.iterations
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    pub(super) fn rounded(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// The two sets of values that play each other in the next iteration.
    pub(super) fn candidates(&self) -> [Vec<i32>; 2] {
        let steps = self.steps();
        [1.0_f64, -1.0].map(|sign| {
            let moved = self.values.iter().zip(&steps).zip(SEARCH_NUMBERS);
            let value = |((value, step), number): ((&f64, &f64), &SearchNumber)| {
                within(number, value + sign * step).round() as i32
            };
            moved.map(value).collect()
        })
    }

    /// Moves the values by the result of the next iteration: wins minus losses of the first set.
    pub(super) fn advance(&mut self, result: i32) {
        let all = f64::from(self.plan.iterations);
        let now = f64::from(self.finished + 1);
        let reserve = STABILITY_SHARE * all;
        // The move of a number is its step times this.
        let share = self.plan.rate
            * ((reserve + all) / (reserve + now)).powf(MOVE_EXPONENT)
            * (now / all).powf(2.0 * STEP_EXPONENT);
        let steps = self.steps();
        for ((value, step), number) in self.values.iter_mut().zip(steps).zip(SEARCH_NUMBERS) {
            *value = within(number, *value + share * step * f64::from(result));
        }
        self.finished += 1;
    }

    /// The next iteration's step of each number with its direction, 0 for those that do not move.
    fn steps(&self) -> Vec<f64> {
        let now = self.finished + 1;
        let mut random = Random(split_mix(self.plan.seed ^ split_mix(u64::from(now))));
        let size = (f64::from(self.plan.iterations) / f64::from(now)).powf(STEP_EXPONENT);
        let numbers = SEARCH_NUMBERS.iter().zip(&self.plan.is_tuned);
        let step = |(number, is_tuned): (&SearchNumber, &bool)| {
            let sign = if random.below(2) == 0 { -1.0 } else { 1.0 };
            if *is_tuned { sign * size * f64::from(number.step) } else { 0.0 }
        };
        numbers.map(step).collect()
    }
}

/// The value moved into the number's range.
fn within(number: &SearchNumber, value: f64) -> f64 {
    value.clamp(f64::from(number.min), f64::from(number.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(tuned: &[usize]) -> SpsaPlan {
        let is_tuned = (0..SEARCH_NUMBERS.len()).map(|number| tuned.contains(&number)).collect();
        SpsaPlan { iterations: 400, rate: 0.02, seed: 3, is_tuned }
    }

    fn start() -> Vec<i32> {
        SEARCH_NUMBERS.iter().map(|number| number.default).collect()
    }

    /// The result of 16 games. The values nearer to the goal win more often.
    fn play(candidates: &[Vec<i32>; 2], goal: &[f64], random: &mut Random) -> i32 {
        let [first, second] = candidates.each_ref().map(|values| {
            let off = |((value, goal), number): ((&i32, &f64), &SearchNumber)| {
                ((f64::from(*value) - goal) / f64::from(number.step)).powi(2)
            };
            values.iter().zip(goal).zip(SEARCH_NUMBERS).map(off).sum::<f64>()
        });
        let chance = (500.0 + 5.0 * (second - first)).clamp(0.0, 1000.0);
        (0..16).map(|_| if (random.below(1000) as f64) < chance { 1 } else { -1 }).sum()
    }

    #[test]
    fn values_near_those_that_win() {
        let tuned = [0, 2, 4, 6];
        let mut goal: Vec<f64> = start().into_iter().map(f64::from).collect();
        for (at, steps) in tuned.into_iter().zip([3.0, -3.0, 3.0, -3.0]) {
            goal[at] += steps * f64::from(SEARCH_NUMBERS[at].step);
        }
        let mut spsa = Spsa::new(plan(&tuned), &start());
        let mut random = Random(5);
        while !spsa.is_done() {
            let result = play(&spsa.candidates(), &goal, &mut random);
            spsa.advance(result);
        }
        for (at, number) in SEARCH_NUMBERS.iter().enumerate() {
            let off = (spsa.values()[at] - goal[at]).abs() / f64::from(number.step);
            assert!(off < 1.5, "{}: {off} steps off", number.name);
        }
        assert_eq!(spsa.finished(), 400);
    }

    #[test]
    fn values_repeat_and_stay_in_their_ranges() {
        let all: Vec<usize> = (0..SEARCH_NUMBERS.len()).collect();
        let run = |sign: i32| {
            let mut spsa = Spsa::new(plan(&all), &start());
            while !spsa.is_done() {
                for values in spsa.candidates().into_iter().chain([spsa.rounded()]) {
                    let is_in_range = |(value, number): (&i32, &SearchNumber)| {
                        (number.min..=number.max).contains(value)
                    };
                    assert!(values.iter().zip(SEARCH_NUMBERS).all(is_in_range), "{values:?}");
                }
                spsa.advance(16 * sign);
            }
            spsa.rounded()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(-1));
    }
}
