//! The fit of a board's win curve: logistic regression of the result on the search's score.

use super::{SampleCounts, is_held_out};
use minnow_arena::Sample;
use minnow_engine::Score;
use minnow_study::analysis::WinCurve;

/// Only scores up to this many centipawns count. A curve has one slope, and with larger scores it would be that
/// of nearly decided positions, too flat or too steep where a move's mark hangs on it.
const LARGEST_SCORE: i32 = 400;

/// Steps of Newton's method, which needs fewer than ten from a usual start.
const STEPS: u32 = 30;

/// A fitted curve and its error on held-out games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurveFit {
    pub curve: WinCurve,
    /// The standard error of `k`; games are taken as independent, positions of one game are not.
    pub k_error: f64,
    pub positions: SampleCounts,
    /// Mean squared error of the predicted points (win 1, draw 0.5) on the held-out games.
    pub held_out: f64,
    /// The same error for a constant prediction, the mean of all results.
    pub held_out_blind: f64,
}

/// Fits to the samples of one variant with scores up to [`LARGEST_SCORE`]; `None` if all of them are 0 or no game
/// is held out.
pub(super) fn fit_curve(samples: &[Sample]) -> Option<CurveFit> {
    let counts = |sample: &&Sample| sample.score.abs() <= LARGEST_SCORE;
    let (held, fitted): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().filter(counts).partition(|sample| is_held_out(sample));
    if held.is_empty() {
        return None;
    }
    let mut k = 0.004;
    for _ in 0..STEPS {
        let likelihood = LogLikelihood::at(k, &fitted);
        if likelihood.curvature <= 0.0 {
            return None;
        }
        // A start where nearly every result is certain gives far too large a step.
        k = (k + likelihood.slope / likelihood.curvature).clamp(k / 2.0, k * 2.0);
    }
    let curve = WinCurve { k };
    let k_error = k_error(k, &fitted);
    let mean = fitted.iter().map(|s| f64::from(s.points)).sum::<f64>() / fitted.len() as f64;
    let error = |predicted: &dyn Fn(&Sample) -> f64| {
        let squares = held.iter().map(|s| (predicted(s) - f64::from(s.points)).powi(2));
        squares.sum::<f64>() / held.len() as f64
    };
    Some(CurveFit {
        curve,
        k_error,
        positions: SampleCounts { fitted: fitted.len(), held_out: held.len() },
        held_out: error(&|sample| points(k, sample)),
        held_out_blind: error(&|_| mean),
    })
}

fn points(k: f64, sample: &Sample) -> f64 {
    WinCurve { k }.percent(Score::centipawns(sample.score)) / 100.0
}

/// The logarithm of the likelihood of the results, as a function of `k`.
#[derive(Default)]
struct LogLikelihood {
    /// Its first derivative.
    slope: f64,
    /// Its negative second derivative.
    curvature: f64,
}

impl LogLikelihood {
    fn at(k: f64, samples: &[&Sample]) -> LogLikelihood {
        let mut sum = LogLikelihood::default();
        for sample in samples {
            let cp = f64::from(sample.score);
            let predicted = points(k, sample);
            sum.slope += (f64::from(sample.points) - predicted) * cp;
            sum.curvature += predicted * (1.0 - predicted) * cp * cp;
        }
        sum
    }
}

/// The standard error from the spread of the games' slopes: positions of one game share its result,
/// so they are not independent.
fn k_error(k: f64, samples: &[&Sample]) -> f64 {
    let (mut squares, mut curvature) = (0.0, 0.0);
    for game in samples.chunk_by(|one, other| one.game == other.game) {
        let likelihood = LogLikelihood::at(k, game);
        squares += likelihood.slope * likelihood.slope;
        curvature += likelihood.curvature;
    }
    f64::sqrt(squares) / curvature
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_engine::Random;
    use minnow_rules::{Position, Variant};

    /// Games whose results follow a curve with this slope, or chance if the score is too large for the fit.
    fn games(k: f64) -> Vec<Sample> {
        let position = Position::start(Variant::default_variant());
        let mut random = Random(7);
        let sample = |game| {
            let score = random.below(1600) as i32 - 800;
            let counted = if score.abs() <= LARGEST_SCORE { score } else { 0 };
            let win = WinCurve { k }.percent(Score::centipawns(counted)) / 100.0;
            let points = if (random.below(1_000_000) as f64) < win * 1e6 { 1.0 } else { 0.0 };
            Sample { position, score, points, game }
        };
        (0..20_000).map(sample).collect()
    }

    #[test]
    fn a_planted_slope_is_found_again() {
        for k in [0.005, 0.012] {
            let fit = fit_curve(&games(k)).unwrap();
            assert!((fit.curve.k - k).abs() < 4.0 * fit.k_error, "{fit:?}");
            assert!(fit.k_error < 0.05 * k, "{fit:?}");
            assert!(fit.held_out < 0.9 * fit.held_out_blind, "{fit:?}");
            // Of 18,000 and 2,000 those with scores that count.
            assert_eq!(fit.positions, SampleCounts { fitted: 9_043, held_out: 1_012 });
        }
    }

    #[test]
    fn nothing_is_fitted_to_nothing() {
        assert_eq!(fit_curve(&[]), None);
        let mut even = games(0.004);
        even.iter_mut().for_each(|sample| sample.score = 0);
        assert_eq!(fit_curve(&even), None);
    }
}
