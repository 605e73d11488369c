//! The fitting: gradient descent on the squared error of the foretold points.
//!
//! The value of a position is linear in the weights, so that positions are
//! turned into counts once and never looked at again.

use super::{Sample, TuneError};
use crate::{
    engine::{
        Handicap, Random,
        eval::{FEATURES, Pair, TERMS, Weighed, Weights},
    },
    rules::Variant,
};

/// Rows that one step of the descent looks at.
const BATCH: usize = 4096;
/// A step in centipawns at the beginning, and at the end.
const STEPS: (f64, f64) = (1.0, 0.02);
/// How much more strongly the weights of single squares are held: few positions speak for each.
const SQUARE_PULL: f64 = 5.0;
/// The decays of Adam's averages (Kingma and Ba 2014).
const DECAY: (f64, f64) = (0.9, 0.999);
/// One game in so many is held out.
const HELD_OUT: u32 = 10;

/// How the weights are fitted.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// A file of weights to start from; without it the variant's own.
    pub start: Option<String>,
    /// How much the game's result counts beside the search's score, 0 to 1.
    pub result_share: f64,
    /// What keeps weights near their start: a weight that moves by 100 centipawns costs as much as
    /// this many positions that are foretold wholly wrong.
    pub pull: f64,
    /// How often all positions are looked at.
    pub epochs: u32,
    /// Chooses the order in which they are looked at.
    pub seed: u64,
}

/// Mean squared errors, where 1 is a win foretold as a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// On the games that were fitted to.
    pub fitted: f64,
    /// On those held out.
    pub held_out: f64,
}

/// Fitted weights.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The file of weights.
    pub ron: String,
    /// With the weights at the start.
    pub before: Errors,
    /// With the fitted weights.
    pub after: Errors,
    /// Positions that were fitted to, and those held out.
    pub positions: (usize, usize),
    /// Centipawns that make the odds of winning e to 1.
    pub scale: f64,
}

/// One position in numbers.
struct Row {
    /// Where its counts begin and end.
    counts: std::ops::Range<usize>,
    middle: f64,
    /// The points to be foretold.
    label: f64,
}

/// Positions in numbers; all counts in one list.
#[derive(Default)]
struct Rows {
    rows: Vec<Row>,
    counts: Vec<(u16, i16)>,
}

/// Fits weights to samples of one variant, or of several that share a set. `report` is called
/// after each epoch with its number and errors.
pub fn fit(
    samples: &[Sample],
    options: &FitOptions,
    report: &mut dyn FnMut(u32, Errors),
) -> Result<Fitted, TuneError> {
    let positions = split(samples)?;
    let variant = samples[0].position.variant();
    let start = match &options.start {
        Some(text) => Weights::parse(text).map_err(TuneError::Start)?,
        None => Weights::of(variant).clone(),
    };
    let scale = fitted_scale(samples);
    let (fitted, held_out) = rows(samples, &start, scale, options.result_share);
    let one_board = samples.iter().all(|sample| sample.position.variant() == variant);
    // Squares mean the same thing on one board only.
    let size = if one_board && start.has_squares { FEATURES } else { TERMS };
    let mut descent = Descent::new(&start, size, scale, options.pull / fitted.rows.len() as f64);
    let errors = |descent: &Descent| Errors {
        fitted: descent.error(&fitted),
        held_out: descent.error(&held_out),
    };
    let before = errors(&descent);
    let mut random = Random(options.seed);
    let mut order: Vec<usize> = (0..fitted.rows.len()).collect();
    for epoch in 1..=options.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let done = f64::from(epoch - 1) / f64::from(options.epochs);
        let step = STEPS.0 * (STEPS.1 / STEPS.0).powf(done);
        order.chunks(BATCH).for_each(|batch| descent.step(&fitted, batch, step));
        report(epoch, errors(&descent));
    }
    let after = errors(&descent);
    let weights = Weights { values: descent.rounded(), ..start };
    let ron = weights.to_ron(&heading(samples, one_board.then_some(variant)), variant.board());
    Ok(Fitted { ron, before, after, positions, scale })
}

fn heading(samples: &[Sample], variant: Option<&Variant>) -> String {
    let board = variant.map_or("all boards without a file of their own", |v| v.name.as_str());
    let count = samples.len();
    format!(
        "Weights for {board}, fitted by `minnow tune` to {count} positions.\nPairs are middle game and end game, in centipawns."
    )
}

/// How many positions are fitted to, and how many held out; both must be there.
pub(super) fn split(samples: &[Sample]) -> Result<(usize, usize), TuneError> {
    let held_out = samples.iter().filter(|sample| is_held_out(sample)).count();
    if held_out > 0 && held_out < samples.len() {
        return Ok((samples.len() - held_out, held_out));
    }
    let mut games: Vec<u32> = samples.iter().map(|sample| sample.game).collect();
    games.dedup();
    Err(TuneError::TooFew { games: games.len() })
}

pub(super) fn is_held_out(sample: &Sample) -> bool {
    sample.game % HELD_OUT == HELD_OUT - 1
}

/// The expected points of a value in centipawns.
pub(super) fn points(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The scale with which the search's scores foretell the results best, by ternary search.
pub(super) fn fitted_scale(samples: &[Sample]) -> f64 {
    let error = |scale: f64| -> f64 {
        let miss = |s: &Sample| points(f64::from(s.score), scale) - f64::from(s.points);
        samples.iter().map(|sample| miss(sample).powi(2)).sum()
    };
    let (mut low, mut high) = (30.0_f64, 2000.0_f64);
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(a) < error(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// The samples in numbers: those to fit to, and those held out.
fn rows(samples: &[Sample], weights: &Weights, scale: f64, result_share: f64) -> (Rows, Rows) {
    let (mut fitted, mut held_out) = (Rows::default(), Rows::default());
    let mut evaluations: Vec<(&Variant, Weighed)> = Vec::new();
    for sample in samples {
        let variant = sample.position.variant();
        if evaluations.last().is_none_or(|(known, _)| *known != variant) {
            let evaluation = Weighed::new(variant, weights, &Handicap::NONE);
            evaluations.push((variant, evaluation));
        }
        let Some((_, evaluation)) = evaluations.last() else { continue };
        let trace = evaluation.trace(&sample.position);
        let rows = if is_held_out(sample) { &mut held_out } else { &mut fitted };
        let begin = rows.counts.len();
        rows.counts.extend(trace.counts);
        let searched = points(f64::from(sample.score), scale);
        let label = result_share * f64::from(sample.points) + (1.0 - result_share) * searched;
        let counts = begin..rows.counts.len();
        rows.rows.push(Row { counts, middle: f64::from(trace.middle), label });
    }
    (fitted, held_out)
}

/// Adam over the weights: the middle value of number `n` stands at `2 n`, the end value behind it.
struct Descent {
    start: Vec<f64>,
    values: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
    /// How many of the weights may move, from the first.
    size: usize,
    scale: f64,
    /// The options' pull for each position.
    pull: f64,
}

impl Descent {
    fn new(start: &Weights, size: usize, scale: f64, pull: f64) -> Descent {
        let halves = |pair: &Pair| [f64::from(pair.middle()), f64::from(pair.end())];
        let start: Vec<f64> = start.values.iter().flat_map(halves).collect();
        let zeros = vec![0.0; start.len()];
        let (mean, square) = (zeros.clone(), zeros);
        Descent { values: start.clone(), start, mean, square, steps: 0, size, scale, pull }
    }

    /// What the weights foretell for a row.
    fn foretold(&self, rows: &Rows, row: &Row) -> f64 {
        let (mut middle, mut end) = (0.0, 0.0);
        for (feature, count) in &rows.counts[row.counts.clone()] {
            let at = 2 * usize::from(*feature);
            middle += self.values[at] * f64::from(*count);
            end += self.values[at + 1] * f64::from(*count);
        }
        points(middle * row.middle + end * (1.0 - row.middle), self.scale)
    }

    fn error(&self, rows: &Rows) -> f64 {
        let miss = |row: &Row| self.foretold(rows, row) - row.label;
        let sum: f64 = rows.rows.iter().map(|row| miss(row).powi(2)).sum();
        sum / rows.rows.len().max(1) as f64
    }

    /// The gradient of the batch's mean error.
    fn gradient(&self, rows: &Rows, batch: &[usize]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.values.len()];
        for row in batch.iter().map(|at| &rows.rows[*at]) {
            let foretold = self.foretold(rows, row);
            let slope = 2.0 * (foretold - row.label) * foretold * (1.0 - foretold)
                / (self.scale * batch.len() as f64);
            for (feature, count) in &rows.counts[row.counts.clone()] {
                let at = 2 * usize::from(*feature);
                gradient[at] += slope * row.middle * f64::from(*count);
                gradient[at + 1] += slope * (1.0 - row.middle) * f64::from(*count);
            }
        }
        gradient
    }

    /// One step of this size against the gradient and the pull.
    fn step(&mut self, rows: &Rows, batch: &[usize], step: f64) {
        let gradient = self.gradient(rows, batch);
        self.steps += 1;
        let unbias = (1.0 - DECAY.0.powi(self.steps), 1.0 - DECAY.1.powi(self.steps));
        let averages = self.mean.iter_mut().zip(&mut self.square);
        let weights = self.values.iter_mut().zip(&self.start).take(2 * self.size);
        let terms = weights.zip(gradient).zip(averages).enumerate();
        for (at, (((value, start), slope), (mean, square))) in terms {
            let pull = self.pull * if at < 2 * TERMS { 1.0 } else { SQUARE_PULL };
            let slope = slope + 2.0 * pull * (*value - start) / 1e4;
            *mean += (1.0 - DECAY.0) * (slope - *mean);
            *square += (1.0 - DECAY.1) * (slope * slope - *square);
            *value -= step * (*mean / unbias.0) / ((*square / unbias.1).sqrt() + 1e-12);
        }
    }

    fn rounded(&self) -> Vec<Pair> {
        let pair = |halves: &[f64]| Pair::new(halves[0].round() as i32, halves[1].round() as i32);
        self.values.chunks_exact(2).map(pair).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tune::{PlayPlan, play};

    /// Samples whose scores and results are exactly what other weights say.
    fn planted() -> (Weights, Vec<Sample>) {
        let variant = Variant::by_id("chess4x5").unwrap();
        let mut weights = Weights::of(variant).clone();
        weights.values[0] = Pair::new(140, 160);
        weights.values[TERMS - 1] = Pair::new(60, -40);
        let plan = PlayPlan {
            variants: vec![variant],
            games: 30,
            nodes: 30,
            random_plies: 6,
            seed: 3,
            threads: 1,
        };
        let mut samples = play(&plan, &|_| {});
        let evaluation = Weighed::new(variant, &weights, &Handicap::NONE);
        for sample in &mut samples {
            let sums = evaluation.sums(&sample.position);
            let value = evaluation.value(&sample.position, &sums);
            let white = sample.position.turn() == crate::rules::Color::White;
            sample.score = if white { value } else { -value };
        }
        (weights, samples)
    }

    #[test]
    fn planted_weights_are_found_again() {
        let (weights, samples) = planted();
        let options =
            FitOptions { start: None, result_share: 0.0, pull: 1e-6, epochs: 400, seed: 1 };
        let fitted = fit(&samples, &options, &mut |_, _| {}).unwrap();
        assert!(fitted.after.fitted < fitted.before.fitted / 20.0, "{fitted:?}");
        assert!(fitted.after.held_out < fitted.before.held_out / 4.0, "{fitted:?}");
        let found = Weights::parse(&fitted.ron).unwrap();
        // Unlike the pawn's, the weight of being on move cannot hide in any other.
        let (tempo, wanted) = (found.values[TERMS - 1], weights.values[TERMS - 1]);
        assert!((tempo.middle() - wanted.middle()).abs() < 12, "{tempo:?}");
        assert!((tempo.end() - wanted.end()).abs() < 12, "{tempo:?}");
    }

    #[test]
    fn too_few_games_are_refused() {
        let (_, mut samples) = planted();
        // Two games, neither of which is held out, whatever games were played.
        samples.truncate(2);
        samples.iter_mut().zip(0..).for_each(|(sample, game)| sample.game = game);
        let options = FitOptions { start: None, result_share: 0.5, pull: 1.0, epochs: 1, seed: 1 };
        let refused = fit(&samples, &options, &mut |_, _| {}).unwrap_err();
        assert_eq!(refused, TuneError::TooFew { games: 2 });
    }
}
