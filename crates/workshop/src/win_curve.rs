//! `minnow-workshop win-curve`: fits win % to scores, from the positions that `tune` keeps.
//!
//! The slopes that it prints go into `assets/win_curves.ron` by hand.

use std::{io::Write, path::PathBuf};

use clap::Args;

use super::{SampleCounts, curve_fit::fit_curve, samples::read_samples};
use minnow_arena::Sample;
use minnow_engine::Score;
use minnow_program::Failure;
use minnow_rules::builtin_variants;

/// The upper ends, in centipawns, of the bins in which predicted and actual points are compared.
const BIN_ENDS: [i32; 7] = [-400, -200, -75, 75, 200, 400, i32::MAX];

/// The arguments of `win-curve`.
#[derive(Debug, Args)]
pub(crate) struct WinCurveArgs {
    /// Files of positions that `tune --positions` wrote
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(output: &mut impl Write, args: &WinCurveArgs) -> Result<(), Failure> {
    let mut samples = Vec::new();
    for path in &args.files {
        samples.extend(read_samples("win-curve", path)?);
    }
    for variant in builtin_variants() {
        let own: Vec<Sample> =
            samples.iter().filter(|s| s.position.variant() == variant).cloned().collect();
        if own.is_empty() {
            continue;
        }
        let id = &variant.id;
        let fit = fit_curve(&own).ok_or_else(|| {
            Failure::BadInput(format!("there are too few positions of {id} for a fit"))
        })?;
        let (k, k_error) = (1000.0 * fit.curve.k, 1000.0 * fit.k_error);
        let SampleCounts { fitted, held_out } = fit.positions;
        writeln!(output, "{id}: k {k:.2} +- {k_error:.2} thousandths per centipawn")?;
        writeln!(output, "  {fitted} positions fitted, {held_out} held out")?;
        let (error, blind_error) = (fit.held_out, fit.held_out_blind);
        writeln!(output, "  held-out error {error:.4}, without the score {blind_error:.4}")?;
        write_bins(output, &own, |cp| fit.curve.percent(Score::centipawns(cp)))?;
    }
    Ok(())
}

/// Writes predicted and actual win % for each bin of scores.
fn write_bins(
    output: &mut impl Write,
    samples: &[Sample],
    percent: impl Fn(i32) -> f64,
) -> Result<(), Failure> {
    let mut low = i32::MIN;
    for high in BIN_ENDS {
        let bin: Vec<&Sample> =
            samples.iter().filter(|sample| (low..high).contains(&sample.score)).collect();
        let mean = |value: &dyn Fn(&Sample) -> f64| {
            bin.iter().map(|sample| value(sample)).sum::<f64>() / bin.len() as f64
        };
        let predicted = mean(&|sample| percent(sample.score));
        let actual = mean(&|sample| 100.0 * f64::from(sample.points));
        if !bin.is_empty() {
            let count = bin.len();
            let range = if high == i32::MAX { "above".to_owned() } else { format!("to {high}") };
            writeln!(
                output,
                "  {range:>8}: predicted {predicted:5.1} %, actual {actual:5.1} %, {count} positions"
            )?;
        }
        low = high;
    }
    Ok(())
}
