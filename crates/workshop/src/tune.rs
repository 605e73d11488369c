//! `minnow-workshop tune`: fits the evaluation to games of the engine against itself (Peter Österlund,
//! "Texel's tuning method", 2014, with gradients).

use std::{
    collections::HashSet,
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    FitErrors, ProgressReporter, SampleCounts,
    net_fit::{NetFitOptions, fit_net},
    samples::{read_samples, write_samples},
    weights_fit::{WeightsFitOptions, fit_weights},
};
use minnow_arena::{Sample, SelfPlay};
use minnow_engine::internal::{EvalWeights, Network, bias_row};
use minnow_program::{Failure, read_bytes, read_text, report, variant, write_file};
use minnow_rules::{Variant, builtin_variants};

/// The largest board's network takes less.
const MAX_NETWORK_BYTES: usize = 16 << 20;

/// The arguments of `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The variant whose weights are fitted, or `all` for the set that boards share
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Games to play, of each variant
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Nodes per move in these games
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random plies at the beginning of a game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    random_plies: u32,
    /// Seed of the games and of the order of their positions in the fit
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at once; the result does not depend on their number
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Positions of the games: read if the files exist; a single one that does not is played and written
    #[arg(long, value_name = "FILE", num_args = 1..)]
    positions: Vec<PathBuf>,
    /// Weights to start from instead of the built-in ones; with --net a network instead of random weights
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// The share of the games' results in the labels, 0 to 1; the rest is the search's scores
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    result_share: f64,
    /// The strength of the regularization towards the weights at the start
    #[arg(long, value_name = "P", default_value_t = 3.0)]
    pull: f64,
    /// Fit a network instead of weights
    #[arg(long)]
    net: bool,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    epochs: u32,
    /// The file for the fitted weights or network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(output: &mut impl Write, args: &TuneArgs) -> Result<(), Failure> {
    let variants = args.variants()?;
    args.check_numbers()?;
    if args.net {
        let start = args.start.as_deref().map(|path| args.network(path)).transpose()?;
        return fit_network(output, args, &args.samples(variants)?, start);
    }
    let start = args.start.as_deref().map(weights).transpose()?;
    let samples = args.samples(variants)?;
    let options = WeightsFitOptions {
        start,
        result_share: args.result_share,
        pull: args.pull,
        epochs: args.epochs,
        seed: args.seed,
    };
    let fit = fit_weights(samples, &options, &mut |epoch, errors| {
        if epoch % 10 == 0 || epoch == args.epochs {
            report_epoch(epoch, errors);
        }
    })
    .map_err(|error| Failure::refused("tune", error))?;
    write_file("--out", &args.out, fit.ron)?;
    write_heading(output, fit.positions, fit.scale)?;
    let (before, after) = (fit.before, fit.after);
    writeln!(output, "error {:.6} -> {:.6}", before.fitted, after.fitted)?;
    writeln!(output, "held out {:.6} -> {:.6}", before.held_out, after.held_out)?;
    Ok(())
}

fn fit_network(
    output: &mut impl Write,
    args: &TuneArgs,
    samples: &[Sample],
    start: Option<Network>,
) -> Result<(), Failure> {
    let (result_share, epochs, seed) = (args.result_share, args.epochs, args.seed);
    let options = NetFitOptions { result_share, epochs, seed, start };
    let fit = fit_net(samples, &options, &mut report_epoch)
        .map_err(|error| Failure::refused("tune --net", error))?;
    write_file("--out", &args.out, fit.bytes)?;
    write_heading(output, fit.positions, fit.scale)?;
    let (errors, rounded) = (fit.errors, fit.rounded);
    writeln!(output, "error {:.6}, held out {:.6}", errors.fitted, errors.held_out)?;
    writeln!(output, "held out with integer weights {rounded:.6}")?;
    Ok(())
}

fn write_heading(
    output: &mut impl Write,
    positions: SampleCounts,
    scale: f64,
) -> Result<(), Failure> {
    let SampleCounts { fitted, held_out } = positions;
    writeln!(output, "positions {fitted} fitted, {held_out} held out")?;
    writeln!(output, "scale {scale:.1} centipawns")?;
    Ok(())
}

fn report_epoch(epoch: u32, errors: FitErrors) {
    report(format_args!(
        "epoch {epoch}: error {:.6}, held out {:.6}",
        errors.fitted, errors.held_out
    ));
}

/// The weights to start from.
fn weights(path: &Path) -> Result<EvalWeights, Failure> {
    let text = read_text("--start", path)?;
    EvalWeights::parse(&text).map_err(|error| Failure::refused_file("--start", path, error))
}

/// The first sample of each position. Games repeat openings of others, and even whole games; a position that
/// is both held out and fitted to would not show how a fit does on unknown ones.
fn distinct(mut samples: Vec<Sample>) -> Vec<Sample> {
    let mut seen = HashSet::new();
    samples.retain(|Sample { position, .. }| seen.insert((position.key(), bias_row(position))));
    samples
}

impl TuneArgs {
    /// The files of the fit and of the positions.
    pub(super) fn written_files(&self) -> [Option<&Path>; 2] {
        [Some(&self.out), self.new_positions()]
    }

    /// The file of positions to write.
    fn new_positions(&self) -> Option<&Path> {
        match self.positions.as_slice() {
            [path] if !path.exists() => Some(path),
            _ => None,
        }
    }

    fn variants(&self) -> Result<Vec<&'static Variant>, Failure> {
        if self.variant == "all" {
            if self.net {
                let problem = "--variant all: a network is fitted to one board".to_owned();
                return Err(Failure::BadInput(problem));
            }
            return Ok(builtin_variants().iter().collect());
        }
        Ok(vec![variant(&self.variant)?])
    }

    /// The network to start from, refused before games are played if it is another board's.
    fn network(&self, path: &Path) -> Result<Network, Failure> {
        let bytes = read_bytes("--start", path, MAX_NETWORK_BYTES)?;
        let network = Network::parse(&bytes)
            .map_err(|error| Failure::refused_file("--start", path, error))?;
        if network.variant != self.variant {
            let problem = format!("it is the network of \"{}\"", network.variant);
            return Err(Failure::refused_file("--start", path, problem));
        }
        Ok(network)
    }

    fn check_numbers(&self) -> Result<(), Failure> {
        let share = self.result_share;
        if !(0.0..=1.0).contains(&share) {
            let problem = format!("--result-share {share}: a share is between 0 and 1");
            return Err(Failure::BadInput(problem));
        }
        if !(self.pull.is_finite() && self.pull >= 0.0) {
            return Err(Failure::BadInput(format!(
                "--pull {}: the value must be at least 0",
                self.pull
            )));
        }
        Ok(())
    }

    /// The different positions of the files if they exist, otherwise of new games.
    fn samples(&self, variants: Vec<&'static Variant>) -> Result<Vec<Sample>, Failure> {
        let samples = self.all_samples(variants)?;
        let all = samples.len();
        let distinct = distinct(samples);
        let again = all - distinct.len();
        report(format_args!("{again} of {all} positions occur again and are left out"));
        Ok(distinct)
    }

    fn all_samples(&self, variants: Vec<&'static Variant>) -> Result<Vec<Sample>, Failure> {
        let new = self.new_positions();
        if self.positions.is_empty() || new.is_some() {
            return self.played_samples(variants, new);
        }
        let mut samples = Vec::new();
        for path in &self.positions {
            let read = read_samples("--positions", path)?;
            if let Some(other) = read.iter().find(|s| !variants.contains(&s.position.variant())) {
                let (path, id) = (path.display(), &other.position.variant().id);
                let problem = format!("--positions {path}: the file has positions of \"{id}\"");
                return Err(Failure::BadInput(problem));
            }
            samples.extend(read);
        }
        Ok(samples)
    }

    /// The positions of new games, kept in the file if there is one.
    fn played_samples(
        &self,
        variants: Vec<&'static Variant>,
        file: Option<&Path>,
    ) -> Result<Vec<Sample>, Failure> {
        let plan = SelfPlay {
            games: self.games,
            nodes: self.nodes,
            random_plies: self.random_plies,
            seed: self.seed,
            threads: usize::from(self.threads),
            variants,
        };
        let all = plan.games.saturating_mul(plan.variants.len() as u32);
        let progress = ProgressReporter::new("games", all as usize, 20);
        let samples = plan.play(&|finished| progress.report(finished as usize));
        if let Some(path) = file {
            write_file("--positions", path, write_samples(&samples))?;
        }
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Position;

    #[test]
    fn repeated_positions_are_left_out() {
        let sample = |id: &str, fen: &str, game| {
            let position = Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap();
            Sample { position, score: 0, points: 0.5, game }
        };
        let kept = |samples: &[Sample]| {
            distinct(samples.to_vec()).iter().map(|sample| sample.game).collect::<Vec<u32>>()
        };
        let board = |rest: &str| sample("gardner", &format!("k4/5/p4/P4/4K {rest}"), 1);
        assert_eq!(kept(&[board("w - - 0 1"), board("w - - 7 30")]), [1]);
        assert_eq!(kept(&[board("w - - 0 1"), board("b - - 0 1")]), [1, 1]);
        // Before a move limit the moves left make a difference; far from it they do not.
        let limited = |ply, game| {
            let fen = format!("k4/5/p4/P4/5/4K w - - 0 {ply}");
            sample("minichess", &fen, game)
        };
        let moves = [limited(1, 1), limited(2, 2), limited(30, 3), limited(31, 4), limited(31, 5)];
        assert_eq!(kept(&moves), [1, 3, 4]);
    }
}
