//! `minnow tune`: fits the evaluation's weights to the engine's own games.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args;

use super::{Failure, variant};
use crate::{
    engine::tune::{
        Errors, FitOptions, NetOptions, PlayPlan, Sample, fit, fit_net, parse_samples, play,
        write_samples,
    },
    rules::{Variant, builtin_variants},
};

/// What `minnow tune` was asked for.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// The variant whose weights are fitted, or `all` for the set that boards share
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// Games to play, of each variant
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Nodes a move in these games
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random plies that a game opens with
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    random_plies: u32,
    /// Chooses the games, and the order of their positions in the fitting
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at once; their number does not change the outcome
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Positions of the games: read if the file is there, else played and written to it
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Weights to start from, instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// How much the games' results count beside the search's scores, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    result_share: f64,
    /// How strongly weights are held near their start
    #[arg(long, value_name = "P", default_value_t = 3.0)]
    pull: f64,
    /// Fits a network instead of weights
    #[arg(long)]
    net: bool,
    /// How often the fitting looks at all positions
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    epochs: u32,
    /// Where the fitted weights go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(output: &mut impl Write, args: &TuneArgs) -> Result<(), Failure> {
    let variants = args.variants()?;
    args.check_numbers()?;
    let start = args.start.as_deref().map(|path| read("--start", path)).transpose()?;
    let samples = args.samples(variants)?;
    if args.net {
        return fit_network(output, args, &samples);
    }
    let options = FitOptions {
        start,
        result_share: args.result_share,
        pull: args.pull,
        epochs: args.epochs,
        seed: args.seed,
    };
    let fitted = fit(&samples, &options, &mut |epoch, errors| {
        if epoch % 10 == 0 || epoch == args.epochs {
            report_epoch(epoch, errors);
        }
    })
    .map_err(|problem| Failure::BadInput(problem.to_string()))?;
    write("--out", &args.out, fitted.ron)?;
    let (before, after) = (fitted.before, fitted.after);
    writeln!(output, "positions {} fitted, {} held out", fitted.positions.0, fitted.positions.1)?;
    writeln!(output, "scale {:.1} centipawns", fitted.scale)?;
    writeln!(output, "error {:.6} -> {:.6}", before.fitted, after.fitted)?;
    writeln!(output, "held out {:.6} -> {:.6}", before.held_out, after.held_out)?;
    Ok(())
}

fn fit_network(
    output: &mut impl Write,
    args: &TuneArgs,
    samples: &[Sample],
) -> Result<(), Failure> {
    let options =
        NetOptions { result_share: args.result_share, epochs: args.epochs, seed: args.seed };
    let fitted = fit_net(samples, &options, &mut report_epoch)
        .map_err(|problem| Failure::BadInput(problem.to_string()))?;
    write("--out", &args.out, fitted.bytes)?;
    writeln!(output, "positions {} fitted, {} held out", fitted.positions.0, fitted.positions.1)?;
    writeln!(output, "scale {:.1} centipawns", fitted.scale)?;
    let (errors, rounded) = (fitted.errors, fitted.rounded);
    writeln!(output, "error {:.6}, held out {:.6}", errors.fitted, errors.held_out)?;
    writeln!(output, "held out, in whole numbers {rounded:.6}")?;
    Ok(())
}

fn report_epoch(epoch: u32, errors: Errors) {
    eprintln!("epoch {epoch}: error {:.6}, held out {:.6}", errors.fitted, errors.held_out);
}

impl TuneArgs {
    fn variants(&self) -> Result<Vec<&'static Variant>, Failure> {
        if self.variant == "all" {
            return Ok(builtin_variants().iter().collect());
        }
        Ok(vec![variant(&self.variant)?])
    }

    fn check_numbers(&self) -> Result<(), Failure> {
        let share = self.result_share;
        if !(0.0..=1.0).contains(&share) {
            let problem = format!("--result-share {share}: a share lies between 0 and 1");
            return Err(Failure::BadInput(problem));
        }
        if !(self.pull.is_finite() && self.pull >= 0.0) {
            return Err(Failure::BadInput(format!("--pull {}: it cannot be negative", self.pull)));
        }
        Ok(())
    }

    /// The positions of the file if it is there, else of new games.
    fn samples(&self, variants: Vec<&'static Variant>) -> Result<Vec<Sample>, Failure> {
        if let Some(path) = self.positions.as_deref().filter(|path| path.exists()) {
            let refuse =
                |problem| Failure::BadInput(format!("--positions {}: {problem}", path.display()));
            let samples = parse_samples(&read("--positions", path)?)
                .map_err(|problem| refuse(problem.to_string()))?;
            let other = samples.iter().find(|s| !variants.contains(&s.position.variant()));
            return match other.map(|sample| &sample.position.variant().id) {
                Some(id) => Err(refuse(format!("it has positions of \"{id}\""))),
                None => Ok(samples),
            };
        }
        let plan = PlayPlan {
            games: self.games,
            nodes: self.nodes,
            random_plies: self.random_plies,
            seed: self.seed,
            threads: usize::from(self.threads),
            variants,
        };
        let all = plan.games.saturating_mul(plan.variants.len() as u32);
        let (step, begin) = ((all / 20).max(1), Instant::now());
        let samples = play(&plan, &|finished| {
            if finished % step == 0 || finished == all {
                eprintln!("{finished} of {all} games, {} s", begin.elapsed().as_secs());
            }
        });
        if let Some(path) = &self.positions {
            write("--positions", path, write_samples(&samples))?;
        }
        Ok(samples)
    }
}

/// The text of a file that an option or verb names.
pub(super) fn read(option: &str, path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| Failure::BadInput(format!("{option} {}: {error}", path.display())))
}

fn write(option: &str, path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::BadInput(format!("{option} {}: {error}", path.display())))
}
