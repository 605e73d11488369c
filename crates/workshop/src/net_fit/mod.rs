//! The fit of a network to games of the engine against itself.
//!
//! [`NetModel`] is the network with floating-point weights. Adam (Kingma and Ba, "Adam", 2014)
//! moves them so that the model predicts the points of positions; [`NetModel::rounded`] returns
//! the network of integers that the engine uses.

mod model;
mod rows;

use super::{FitErrors, SampleCounts, TooFewGames, best_scale, count_samples};
use minnow_arena::Sample;
use minnow_engine::{Random, internal::Network};
use model::NetModel;
use rows::{NetRow, NetRows};

/// How a fit moves.
struct Pace {
    /// Positions in one step.
    batch: usize,
    /// The size of the first step.
    first_step: f32,
}

const FROM_RANDOM: Pace = Pace { batch: 1024, first_step: 4e-3 };
/// Larger steps on smaller batches undo part of what the network has learned.
const FROM_NETWORK: Pace = Pace { batch: 8192, first_step: 4e-4 };
/// The size of the last step.
const LAST_STEP: f32 = 1e-5;

/// The options of a fit.
#[derive(Clone, Debug)]
pub(super) struct NetFitOptions {
    /// The share of the game's result in a label, 0 to 1; the rest is the search's score.
    pub result_share: f64,
    /// Passes over all positions.
    pub epochs: u32,
    /// Chooses random weights at the start and the order of the positions.
    pub seed: u64,
    /// The network of the samples' board to go on from, instead of random weights.
    pub start: Option<Network>,
}

/// A fitted network.
#[derive(Clone, Debug)]
pub(super) struct NetFit {
    /// The content of the network file.
    pub bytes: Vec<u8>,
    /// The last epoch's errors.
    pub errors: FitErrors,
    /// The error of the integer network on the held-out games.
    pub rounded: f64,
    pub positions: SampleCounts,
    /// Centipawns that make the odds of winning e to 1.
    pub scale: f64,
}

/// Fits a network to samples of one variant. Calls `report` after each epoch with its number and
/// errors; the error of the fitted games is the mean over the epoch's steps.
pub(super) fn fit_net(
    samples: &[Sample],
    options: &NetFitOptions,
    report: &mut dyn FnMut(u32, FitErrors),
) -> Result<NetFit, TooFewGames> {
    let positions = count_samples(samples)?;
    let variant = samples[0].position.variant();
    let scale = best_scale(samples);
    let rows = NetRows::new(samples, variant, scale, options.result_share);
    let mut random = Random(options.seed);
    let (mut model, Pace { batch, first_step }) = match &options.start {
        Some(network) => (NetModel::of(network), FROM_NETWORK),
        None => (NetModel::new(variant, &mut random), FROM_RANDOM),
    };
    let mut order: Vec<&NetRow> = rows.fitted.iter().collect();
    let batches = order.len().div_ceil(batch) * options.epochs as usize;
    let (mut step, mut errors) = (0, FitErrors::default());
    for epoch in 1..=options.epochs {
        random.shuffle(&mut order);
        let mut fitted = 0.0;
        for batch in order.chunks(batch) {
            let done = step as f32 / batches as f32;
            fitted += model.step(
                &rows,
                batch,
                &mut random,
                first_step * (LAST_STEP / first_step).powf(done),
            );
            step += 1;
        }
        errors = FitErrors { fitted: fitted / order.len() as f64, held_out: model.error(&rows) };
        report(epoch, errors);
    }
    let network = model.rounded(variant, scale.round() as i32);
    let rounded = NetModel::of(&network).error(&rows);
    Ok(NetFit { bytes: network.to_bytes(), errors, rounded, positions, scale })
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::SelfPlay;
    use minnow_rules::Variant;

    fn samples(id: &str) -> Vec<Sample> {
        let variants = vec![Variant::by_id(id).unwrap()];
        SelfPlay { variants, games: 40, nodes: 40, random_plies: 6, seed: 3, threads: 1 }
            .play(&|_| {})
    }

    #[test]
    fn a_network_learns_what_is_planted() {
        let mut samples = samples("chess4x5");
        // The side to move wins, and wins more with a queen, which no network of the engine says.
        for sample in &mut samples {
            let board = sample.position.board();
            let queens =
                board.pieces().filter(|(_, p)| p.role == minnow_rules::Role::Queen).count();
            let white = sample.position.turn() == minnow_rules::Color::White;
            sample.score = (100 + 100 * queens as i32) * if white { 1 } else { -1 };
            sample.points = if white { 1.0 } else { 0.0 };
        }
        let options = NetFitOptions { result_share: 0.0, epochs: 300, seed: 1, start: None };
        let mut first = None;
        let fitted = fit_net(&samples, &options, &mut |_, errors| {
            first.get_or_insert(errors.held_out);
        })
        .unwrap();
        assert!(fitted.errors.held_out < first.unwrap() / 8.0, "{first:?} {:?}", fitted.errors);
        assert!((fitted.rounded - fitted.errors.held_out).abs() < 0.001);
        let network = Network::parse(&fitted.bytes).unwrap();
        assert_eq!(network.to_bytes(), fitted.bytes);
        assert_eq!(network.variant, "chess4x5");

        let options = NetFitOptions { epochs: 1, start: Some(network), ..options };
        let continued = fit_net(&samples, &options, &mut |_, _| {}).unwrap();
        assert!(continued.errors.held_out < first.unwrap() / 8.0, "{:?}", continued.errors);
    }

    #[test]
    fn too_few_games_are_refused() {
        let samples = samples("chess4x5");
        let options = NetFitOptions { result_share: 0.5, epochs: 1, seed: 1, start: None };
        assert!(fit_net(&samples[..1], &options, &mut |_, _| {}).is_err());
    }
}
