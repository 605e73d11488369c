//! Fits a network to the engine's own games.
//!
//! The network in fractions is a [`model::Model`]; Adam (Kingma and Ba 2014) moves its weights so
//! that it foretells the points of a position, and [`model::Model::rounded`] makes it the network
//! of whole numbers that plays.

mod model;
mod rows;

use super::{
    Errors, Sample, TuneError,
    fit::{fitted_scale, split},
};
use crate::engine::Random;
use model::Model;
use rows::{Row, Rows};

/// Positions that one step looks at.
const BATCH: usize = 1024;
/// How far a weight moves in a step at the beginning, and at the end.
const STEPS: (f32, f32) = (1e-3, 1e-5);

/// How a network is fitted.
#[derive(Clone, Debug)]
pub struct NetOptions {
    /// How much the game's result counts beside the search's score, 0 to 1.
    pub result_share: f64,
    /// How often all positions are looked at.
    pub epochs: u32,
    /// Chooses the weights at the start, and the order of the positions.
    pub seed: u64,
}

/// A fitted network.
#[derive(Clone, Debug)]
pub struct FittedNet {
    /// The file of the network.
    pub bytes: Vec<u8>,
    /// The last epoch's errors; that on the held-out games once more with whole numbers.
    pub errors: Errors,
    pub rounded: f64,
    /// Positions that were fitted to, and those held out.
    pub positions: (usize, usize),
    /// Centipawns that make the odds of winning e to 1.
    pub scale: f64,
}

/// Fits a network to samples of one variant. `report` is called after each epoch with its number
/// and errors, the fitted games' as they were during the epoch.
pub fn fit_net(
    samples: &[Sample],
    options: &NetOptions,
    report: &mut dyn FnMut(u32, Errors),
) -> Result<FittedNet, TuneError> {
    let positions = split(samples)?;
    let variant = samples[0].position.variant();
    if let Some(other) = samples.iter().map(|s| s.position.variant()).find(|v| *v != variant) {
        return Err(TuneError::TwoBoards([variant.id.clone(), other.id.clone()]));
    }
    let scale = fitted_scale(samples);
    let rows = Rows::new(samples, variant, scale, options.result_share);
    let mut random = Random(options.seed);
    let mut model = Model::new(variant, &mut random);
    let mut order: Vec<&Row> = rows.fitted.iter().collect();
    let batches = order.len().div_ceil(BATCH) * options.epochs as usize;
    let (mut step, mut errors) = (0, Errors::default());
    for epoch in 1..=options.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let mut fitted = 0.0;
        for batch in order.chunks(BATCH) {
            let done = step as f32 / batches as f32;
            fitted +=
                model.step(&rows, batch, &mut random, STEPS.0 * (STEPS.1 / STEPS.0).powf(done));
            step += 1;
        }
        errors = Errors { fitted: fitted / order.len() as f64, held_out: model.error(&rows) };
        report(epoch, errors);
    }
    let network = model.rounded(variant, scale.round() as i32);
    let rounded = Model::of(&network).error(&rows);
    Ok(FittedNet { bytes: network.to_bytes(), errors, rounded, positions, scale })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{
            eval::Network,
            tune::{PlayPlan, play},
        },
        rules::Variant,
    };

    fn samples(id: &str) -> Vec<Sample> {
        let variants = vec![Variant::by_id(id).unwrap()];
        play(
            &PlayPlan { variants, games: 40, nodes: 40, random_plies: 6, seed: 3, threads: 1 },
            &|_| {},
        )
    }

    #[test]
    fn a_network_learns_what_is_planted() {
        let mut samples = samples("chess4x5");
        // Whoever is to move wins, and wins more with a queen: nothing the engine believes.
        for sample in &mut samples {
            let board = sample.position.board();
            let queens =
                board.pieces().filter(|(_, p)| p.role == crate::rules::Role::Queen).count();
            let white = sample.position.turn() == crate::rules::Color::White;
            sample.score = (100 + 100 * queens as i32) * if white { 1 } else { -1 };
            sample.points = if white { 1.0 } else { 0.0 };
        }
        let options = NetOptions { result_share: 0.0, epochs: 300, seed: 1 };
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
    }

    #[test]
    fn samples_that_no_network_can_be_fitted_to_are_refused() {
        let mut samples = samples("chess4x5");
        let options = NetOptions { result_share: 0.5, epochs: 1, seed: 1 };
        let other = Variant::by_id("microchess").unwrap();
        samples[0].position = crate::rules::Position::start(other);
        let refused = fit_net(&samples, &options, &mut |_, _| {}).unwrap_err();
        assert!(matches!(refused, TuneError::TwoBoards(_)), "{refused}");
        assert!(fit_net(&samples[..1], &options, &mut |_, _| {}).is_err());
    }
}
