//! `minnow win-curve`: fits how strongly scores tell who wins, from the positions that `minnow tune`
//! keeps of the engine's own games.
//!
//! What it prints goes into `assets/win_curves.ron` by hand.

use std::{io::Write, path::PathBuf};

use clap::Args;

use super::{Failure, tune::read};
use crate::{
    analysis::fit_curve,
    engine::Score,
    engine::tune::{Sample, parse_samples},
    rules::builtin_variants,
};

/// Borders in centipawns between which foretold and actual points are compared.
const BORDERS: [i32; 7] = [-400, -200, -75, 75, 200, 400, i32::MAX];

/// What `minnow win-curve` was asked for.
#[derive(Debug, Args)]
pub struct WinCurveArgs {
    /// Files of positions that `minnow tune --positions` wrote
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(output: &mut impl Write, args: &WinCurveArgs) -> Result<(), Failure> {
    let mut samples = Vec::new();
    for path in &args.files {
        let read = parse_samples(&read("win-curve", path)?)
            .map_err(|problem| Failure::BadInput(format!("{}: {problem}", path.display())))?;
        samples.extend(read);
    }
    for variant in builtin_variants() {
        let own: Vec<Sample> =
            samples.iter().filter(|s| s.position.variant() == variant).cloned().collect();
        if own.is_empty() {
            continue;
        }
        let id = &variant.id;
        let fit = fit_curve(&own).ok_or_else(|| {
            Failure::BadInput(format!("the positions of {id} are too few to fit a curve to"))
        })?;
        let (k, error) = (1000.0 * fit.curve.k, 1000.0 * fit.k_error);
        let (fitted, held_out) = (fit.fitted_positions, fit.held_out_positions);
        writeln!(output, "{id}: k {k:.2} +- {error:.2} thousandths per centipawn")?;
        writeln!(output, "  {fitted} positions fitted, {held_out} held out")?;
        let (known, blind) = (fit.held_out, fit.held_out_blind);
        writeln!(output, "  held-out error {known:.4}, without the score {blind:.4}")?;
        write_bins(output, &own, |cp| fit.curve.percent(Score::centipawns(cp)))?;
    }
    Ok(())
}

/// Foretold and actual points of 100 in bins of the score.
fn write_bins(
    output: &mut impl Write,
    samples: &[Sample],
    percent: impl Fn(i32) -> f64,
) -> Result<(), Failure> {
    let mut low = i32::MIN;
    for high in BORDERS {
        let bin: Vec<&Sample> =
            samples.iter().filter(|sample| (low..high).contains(&sample.score)).collect();
        let mean = |value: &dyn Fn(&Sample) -> f64| {
            bin.iter().map(|sample| value(sample)).sum::<f64>() / bin.len() as f64
        };
        let foretold = mean(&|sample| percent(sample.score));
        let actual = mean(&|sample| 100.0 * f64::from(sample.points));
        if !bin.is_empty() {
            let count = bin.len();
            let border = if high == i32::MAX { "above".to_owned() } else { format!("to {high}") };
            writeln!(
                output,
                "  {border:>8}: foretold {foretold:5.1} %, actual {actual:5.1} %, {count} positions"
            )?;
        }
        low = high;
    }
    Ok(())
}
