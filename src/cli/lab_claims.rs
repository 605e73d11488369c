//! `minnow lab claims`: the claims of the texts, measured on a position or on a file of positions.

use std::{io::Write, path::PathBuf};

use clap::Args;

use super::{Failure, PositionArgs, lab_export, lab_set::read_positions};
use minnow_base::sync::StopFlag;
use minnow_lab::claims::{
    BenchError, CLAIMS, ClaimResult, ClaimVerdict, ClaimsUpdate, check_claims, claim_rows,
};
use minnow_program as program;
use minnow_rules::Position;

/// The arguments of `minnow lab claims`.
#[derive(Debug, Args)]
pub(super) struct ClaimsArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// A file with a line `ID FEN` for each position (- is standard input); prints a line of CSV for
    /// each claim with the number of positions for each verdict
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "board", "variant"])]
    positions: Option<PathBuf>,
    /// Write the table of the claims to a file; the ending .svg or .png of its name is the format
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    export: Option<PathBuf>,
}

/// All verdicts, in the order of the columns.
const VERDICTS: [ClaimVerdict; 4] =
    [ClaimVerdict::Holds, ClaimVerdict::Partly, ClaimVerdict::Fails, ClaimVerdict::NotMeasured];

/// The results of all claims on a position.
fn measure(position: Position) -> Result<Vec<ClaimResult>, BenchError> {
    let (mut results, mut unfit) = (Vec::new(), None);
    check_claims(position, &StopFlag::new(), &mut |update| match update {
        ClaimsUpdate::Depth(_) => {}
        ClaimsUpdate::Claim { result, .. } => results.push(result),
        ClaimsUpdate::Unfit(error) => unfit = Some(error),
    });
    unfit.map_or(Ok(results), Err)
}

pub(super) fn run(output: &mut impl Write, args: &ClaimsArgs) -> Result<(), Failure> {
    let refuse = |error: BenchError| Failure::BadInput(format!("nothing can be measured: {error}"));
    let Some(path) = &args.positions else {
        let results = measure(args.position.position()?).map_err(refuse)?;
        if let Some(path) = &args.export {
            let rows = claim_rows(results.iter().map(Some));
            lab_export::write_sentences("The claims, measured", rows, path)?;
        }
        for (claim, result) in CLAIMS.iter().zip(results) {
            let verdict = claim.verdict_name(result.verdict);
            writeln!(output, "{}\n  {verdict}. {}", claim.sentence, result.measured)?;
            writeln!(output, "  {}\n  {}\n", claim.quoted(), claim.rule)?;
        }
        return Ok(());
    };
    let mut counts = [[0_u32; VERDICTS.len()]; CLAIMS.len()];
    for (number, position) in (1..).zip(read_positions(path)?) {
        let results = match measure(position) {
            Ok(results) => results,
            Err(error) => {
                program::report(format_args!(
                    "minnow: position {number} of the file is left out: {error}"
                ));
                continue;
            }
        };
        for (row, result) in counts.iter_mut().zip(results) {
            for (count, verdict) in row.iter_mut().zip(VERDICTS) {
                *count += u32::from(verdict == result.verdict);
            }
        }
    }
    writeln!(output, "claim,true,partly,false,not measured")?;
    for (claim, row) in CLAIMS.iter().zip(counts) {
        let cells: Vec<String> = row.iter().map(u32::to_string).collect();
        writeln!(output, "\"{}\",{}", claim.sentence, cells.join(","))?;
    }
    Ok(())
}
