//! The fit of the evaluation's weights: gradient descent on the squared error of predicted points.
//!
//! The evaluation is linear in its weights, so each position is turned into feature counts once.

use super::{
    FitErrors, SampleCounts, TooFewGames, best_scale, count_samples, is_held_out, predicted_points,
    white_label,
};
use minnow_arena::Sample;
use minnow_engine::{
    Random,
    internal::Misjudgement,
    internal::{EvalWeights, FEATURES, Pair, TERMS, WeightedEval, fades},
};
use minnow_rules::Variant;

/// Positions in one step of the descent.
const BATCH: usize = 4096;
/// The size of a step in centipawns at the beginning and at the end.
const FIRST_STEP: f64 = 1.0;
const LAST_STEP: f64 = 0.02;
/// The factor on the pull of single squares, since few positions have a piece on each.
const SQUARE_PULL: f64 = 5.0;
/// The decays of Adam's averages (Kingma and Ba, "Adam", 2014): of the slopes and of their squares.
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

/// The options of a fit.
#[derive(Clone, Debug)]
pub(super) struct WeightsFitOptions {
    /// The weights to start from; without them the variant's own.
    pub start: Option<EvalWeights>,
    /// The share of the game's result in a label, 0 to 1; the rest is the search's score.
    pub result_share: f64,
    /// Regularization towards the start: a weight that moves by 100 centipawns costs as much as
    /// this many positions with the largest possible error.
    pub pull: f64,
    /// Passes over all positions.
    pub epochs: u32,
    /// Chooses the order of the positions in each pass.
    pub seed: u64,
}

/// Fitted weights.
#[derive(Clone, Debug)]
pub(super) struct WeightsFit {
    /// The text of the weights file.
    pub ron: String,
    /// The errors of the weights at the start.
    pub before: FitErrors,
    /// The errors of the fitted weights.
    pub after: FitErrors,
    pub positions: SampleCounts,
    /// Centipawns that make the odds of winning e to 1.
    pub scale: f64,
}

/// The features of one position.
struct WeightsRow {
    /// The range of its counts in [`WeightsRows::counts`].
    counts: std::ops::Range<usize>,
    /// The share of the middle game, 0 to 1.
    middle: f64,
    /// White's points, which the weights should predict.
    label: f64,
}

/// The features of many positions.
#[derive(Default)]
struct WeightsRows {
    rows: Vec<WeightsRow>,
    /// Numbers of weights and how often each counts, of all rows.
    counts: Vec<(u16, i16)>,
}

/// Fits weights to samples of one variant, or of several that share a set. Calls `report` after
/// each epoch with its number and errors.
pub(super) fn fit_weights(
    mut samples: Vec<Sample>,
    options: &WeightsFitOptions,
    report: &mut dyn FnMut(u32, FitErrors),
) -> Result<WeightsFit, TooFewGames> {
    let variant = samples.first().ok_or(TooFewGames { games: 0 })?.position.variant();
    let start = options.start.as_ref().unwrap_or_else(|| EvalWeights::of(variant)).clone();
    // The predictions of the fit are not scaled down before a move limit.
    samples.retain(|sample| !fades(&sample.position, start.limit_fade_plies));
    let positions = count_samples(&samples)?;
    let scale = best_scale(&samples);
    let (fitted, held_out) = rows(&samples, &start, scale, options.result_share);
    let one_board = samples.iter().all(|sample| sample.position.variant() == variant);
    // Piece-square weights are comparable on one board only.
    let size = if one_board && start.has_squares { FEATURES } else { TERMS };
    let mut descent = Descent::new(&start, size, scale, options.pull / fitted.rows.len() as f64);
    let errors = |descent: &Descent| FitErrors {
        fitted: descent.error(&fitted),
        held_out: descent.error(&held_out),
    };
    let before = errors(&descent);
    let mut random = Random(options.seed);
    let mut order: Vec<usize> = (0..fitted.rows.len()).collect();
    for epoch in 1..=options.epochs {
        random.shuffle(&mut order);
        let done = f64::from(epoch - 1) / f64::from(options.epochs);
        let step = FIRST_STEP * (LAST_STEP / FIRST_STEP).powf(done);
        order.chunks(BATCH).for_each(|batch| descent.step(&fitted, batch, step));
        report(epoch, errors(&descent));
    }
    let after = errors(&descent);
    let weights = EvalWeights { values: descent.rounded(), ..start };
    let ron = weights.to_ron(&heading(&samples, one_board.then_some(variant)), variant.board());
    Ok(WeightsFit { ron, before, after, positions, scale })
}

fn heading(samples: &[Sample], variant: Option<&Variant>) -> String {
    let board = variant.map_or("all boards without a file of their own", |v| v.name.as_str());
    let count = samples.len();
    format!(
        "Weights for {board}, fitted by `minnow-workshop tune` to {count} positions.\nPairs are middle game and end game, in centipawns."
    )
}

/// The features of the samples to fit to and of those held out.
fn rows(
    samples: &[Sample],
    weights: &EvalWeights,
    scale: f64,
    result_share: f64,
) -> (WeightsRows, WeightsRows) {
    let (mut fitted, mut held_out) = (WeightsRows::default(), WeightsRows::default());
    let mut evaluations: Vec<(&Variant, WeightedEval)> = Vec::new();
    for sample in samples {
        let variant = sample.position.variant();
        if evaluations.last().is_none_or(|(known, _)| *known != variant) {
            let evaluation = WeightedEval::new(variant, weights, &Misjudgement::NONE);
            evaluations.push((variant, evaluation));
        }
        let Some((_, evaluation)) = evaluations.last() else { continue };
        let trace = evaluation.trace(&sample.position);
        let rows = if is_held_out(sample) { &mut held_out } else { &mut fitted };
        let begin = rows.counts.len();
        rows.counts.extend(trace.counts);
        let label = white_label(sample, scale, result_share);
        let counts = begin..rows.counts.len();
        rows.rows.push(WeightsRow { counts, middle: f64::from(trace.middle), label });
    }
    (fitted, held_out)
}

/// Adam over the weights: index `2 n` holds the middle-game value of weight `n`, the next one its
/// end-game value.
struct Descent {
    start: Vec<f64>,
    values: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
    /// The number of weights that may change, from the first.
    size: usize,
    scale: f64,
    /// The options' pull divided by the number of positions.
    pull: f64,
}

impl Descent {
    fn new(start: &EvalWeights, size: usize, scale: f64, pull: f64) -> Descent {
        let halves = |pair: &Pair| [f64::from(pair.middle()), f64::from(pair.end())];
        let start: Vec<f64> = start.values.iter().flat_map(halves).collect();
        let zeros = vec![0.0; start.len()];
        let (mean, square) = (zeros.clone(), zeros);
        Descent { values: start.clone(), start, mean, square, steps: 0, size, scale, pull }
    }

    /// The points that the weights predict for a row.
    fn predicted(&self, rows: &WeightsRows, row: &WeightsRow) -> f64 {
        let (mut middle, mut end) = (0.0, 0.0);
        for (feature, count) in &rows.counts[row.counts.clone()] {
            let at = 2 * usize::from(*feature);
            middle += self.values[at] * f64::from(*count);
            end += self.values[at + 1] * f64::from(*count);
        }
        predicted_points(middle * row.middle + end * (1.0 - row.middle), self.scale)
    }

    fn error(&self, rows: &WeightsRows) -> f64 {
        let miss = |row: &WeightsRow| self.predicted(rows, row) - row.label;
        let sum: f64 = rows.rows.iter().map(|row| miss(row).powi(2)).sum();
        sum / rows.rows.len().max(1) as f64
    }

    /// The gradient of the batch's mean error.
    fn gradient(&self, rows: &WeightsRows, batch: &[usize]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.values.len()];
        for row in batch.iter().map(|at| &rows.rows[*at]) {
            let predicted = self.predicted(rows, row);
            let slope = 2.0 * (predicted - row.label) * predicted * (1.0 - predicted)
                / (self.scale * batch.len() as f64);
            for (feature, count) in &rows.counts[row.counts.clone()] {
                let at = 2 * usize::from(*feature);
                gradient[at] += slope * row.middle * f64::from(*count);
                gradient[at + 1] += slope * (1.0 - row.middle) * f64::from(*count);
            }
        }
        gradient
    }

    /// One step of this size (centipawns) against the gradient and the pull.
    fn step(&mut self, rows: &WeightsRows, batch: &[usize], step: f64) {
        let gradient = self.gradient(rows, batch);
        self.steps += 1;
        let mean_unbias = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_unbias = 1.0 - SQUARE_DECAY.powi(self.steps);
        let averages = self.mean.iter_mut().zip(&mut self.square);
        let weights = self.values.iter_mut().zip(&self.start).take(2 * self.size);
        let terms = weights.zip(gradient).zip(averages).enumerate();
        for (at, (((value, start), slope), (mean, square))) in terms {
            let pull = self.pull * if at < 2 * TERMS { 1.0 } else { SQUARE_PULL };
            let slope = slope + 2.0 * pull * (*value - start) / 1e4;
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            *value -= step * (*mean / mean_unbias) / ((*square / square_unbias).sqrt() + 1e-12);
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
    use minnow_arena::SelfPlay;
    use minnow_engine::internal::Evaluator;
    use minnow_rules::Position;

    /// Samples whose scores are those of other weights.
    fn planted() -> (EvalWeights, Vec<Sample>) {
        let variant = Variant::by_id("chess4x5").unwrap();
        let mut weights = EvalWeights::of(variant).clone();
        weights.values[0] = Pair::new(140, 160);
        weights.values[TERMS - 1] = Pair::new(60, -40);
        let plan = SelfPlay {
            variants: vec![variant],
            games: 30,
            nodes: 30,
            random_plies: 6,
            seed: 3,
            threads: 1,
        };
        let mut samples = plan.play(&|_| {});
        let evaluation = WeightedEval::new(variant, &weights, &Misjudgement::NONE);
        for sample in &mut samples {
            let sums = evaluation.sums(&sample.position);
            let value = evaluation.value(&sample.position, &sums);
            let white = sample.position.turn() == minnow_rules::Color::White;
            sample.score = if white { value } else { -value };
        }
        (weights, samples)
    }

    #[test]
    fn planted_weights_are_found_again() {
        let (weights, samples) = planted();
        let options =
            WeightsFitOptions { start: None, result_share: 0.0, pull: 1e-6, epochs: 400, seed: 1 };
        let fitted = fit_weights(samples, &options, &mut |_, _| {}).unwrap();
        assert!(fitted.after.fitted < fitted.before.fitted / 20.0, "{fitted:?}");
        assert!(fitted.after.held_out < fitted.before.held_out / 4.0, "{fitted:?}");
        let found = EvalWeights::parse(&fitted.ron).unwrap();
        // No other feature correlates with the side to move, as material does with the pawn.
        let (tempo, wanted) = (found.values[TERMS - 1], weights.values[TERMS - 1]);
        assert!((tempo.middle() - wanted.middle()).abs() < 12, "{tempo:?}");
        assert!((tempo.end() - wanted.end()).abs() < 12, "{tempo:?}");
    }

    #[test]
    fn positions_fade_where_their_evaluation_does() {
        let variant = Variant::by_id("minichess").unwrap();
        let evaluator = Evaluator::weighted(variant, &Misjudgement::NONE);
        let at_ply = |ply: u32| {
            let (turn, number) = (["w", "b"][ply as usize % 2], ply / 2 + 1);
            let fen = format!("k4/5/5/5/PPPPP/RNBQK {turn} - - 0 {number}");
            Position::from_fen(variant, &fen).unwrap()
        };
        let value =
            |position: &Position| evaluator.evaluate(position, &evaluator.accumulator(position));
        let full = [0, 1].map(|ply| value(&at_ply(ply)));
        let mut faded = 0;
        for ply in 0..80 {
            let position = at_ply(ply);
            let is_faded = fades(&position, EvalWeights::of(variant).limit_fade_plies);
            assert_eq!(is_faded, value(&position) != full[ply as usize % 2], "after {ply} plies");
            faded += u32::from(is_faded);
        }
        assert!((1..80).contains(&faded));
    }

    #[test]
    fn too_few_games_are_refused() {
        let (_, mut samples) = planted();
        // Two games, neither of them held out.
        samples.truncate(2);
        samples.iter_mut().zip(0..).for_each(|(sample, game)| sample.game = game);
        let options =
            WeightsFitOptions { start: None, result_share: 0.5, pull: 1.0, epochs: 1, seed: 1 };
        let refused = fit_weights(samples, &options, &mut |_, _| {}).unwrap_err();
        assert_eq!(refused, TooFewGames { games: 2 });
    }
}
