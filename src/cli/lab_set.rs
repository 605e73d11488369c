//! `minnow lab --positions FILE`: techniques on a set of positions, with mean and worst ratio.

use std::{io::Write, path::Path};

use super::{
    Failure,
    lab::{LabFormat, write_rows},
};
use minnow_engine::NoObserver;
use minnow_lab::{LabSettings, Measures, PositionTree, Technique, minimal_leaves, run as search};
use minnow_program as program;
use minnow_rules::{Position, Variant, excerpt};

/// The totals of a technique on all positions.
#[derive(Clone, Debug, Default)]
struct SetTotals {
    positions: u32,
    given_up: u32,
    nodes: u64,
    leaves: u64,
    last_leaves: u64,
    cutoffs: u64,
    first_cutoffs: u64,
    /// The minimal ratios of the positions whose best order is known.
    ratios: Vec<f64>,
}

/// Reads lines `ID FEN`; empty lines and comments that start with `#` are skipped.
pub(super) fn read_positions(path: &Path) -> Result<Vec<Position>, Failure> {
    let refuse = |problem: String| Failure::refused_file("--positions", path, problem);
    let text = program::read_text("--positions", path)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let used = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let positions: Result<Vec<Position>, Failure> = used
        .map(|(number, line)| {
            let (id, fen) = line.split_once(' ').unwrap_or((line, ""));
            let variant = Variant::by_id(id).ok_or_else(|| {
                refuse(format!("line {number}: there is no variant \"{}\"", excerpt(id)))
            })?;
            Position::from_fen(variant, fen).map_err(|problem| {
                let column = problem.column().map(|column| column + id.chars().count() + 1);
                let place = column.map_or(String::new(), |column| format!(", column {column}"));
                refuse(format!("line {number}{place}: {problem}"))
            })
        })
        .collect();
    match positions {
        Ok(positions) if positions.is_empty() => {
            Err(refuse("there is no position in the file".to_owned()))
        }
        positions => positions,
    }
}

pub(super) fn run(
    output: &mut impl Write,
    path: &Path,
    techniques: &[Technique],
    settings: &LabSettings,
    format: LabFormat,
) -> Result<(), Failure> {
    let positions = read_positions(path)?;
    let mut sums = vec![SetTotals::default(); techniques.len()];
    for (number, position) in positions.iter().enumerate() {
        let tree = PositionTree::new(*position);
        let minimal = minimal_leaves(&tree, settings).ok();
        for (technique, sum) in techniques.iter().zip(&mut sums) {
            let report = search(&tree, technique, settings, &mut NoObserver);
            sum.positions += 1;
            if report.stopped.is_some() {
                sum.given_up += 1;
                continue;
            }
            sum.nodes += report.counts.nodes;
            sum.leaves += report.counts.leaves;
            sum.last_leaves += report.last_leaves;
            sum.cutoffs += report.counts.cutoffs;
            sum.first_cutoffs += report.counts.first_cutoffs;
            sum.ratios.extend(Measures::of(&report, settings.depth, minimal).minimal_ratio);
        }
        let count = positions.len();
        program::report(format_args!("position {} of {count}", number + 1));
    }
    let header =
        "name,positions,given_up,nodes,leaves,last_leaves,first_cut_pct,mean_ratio,worst_ratio";
    let mut rows = vec![header.split(',').map(str::to_owned).collect()];
    rows.extend(techniques.iter().zip(&sums).map(|(technique, sum)| row(&technique.id, sum)));
    write_rows(output, &rows, format)
}

fn row(id: &str, sum: &SetTotals) -> Vec<String> {
    let percent = 100.0 * sum.first_cutoffs as f64 / sum.cutoffs.max(1) as f64;
    let mean = sum.ratios.iter().sum::<f64>() / sum.ratios.len().max(1) as f64;
    let worst = sum.ratios.iter().copied().fold(0.0, f64::max);
    let filled = |text: String, there: bool| if there { text } else { String::new() };
    vec![
        id.to_owned(),
        sum.positions.to_string(),
        sum.given_up.to_string(),
        sum.nodes.to_string(),
        sum.leaves.to_string(),
        sum.last_leaves.to_string(),
        filled(format!("{percent:.1}"), sum.cutoffs > 0),
        filled(format!("{mean:.3}"), !sum.ratios.is_empty()),
        filled(format!("{worst:.3}"), !sum.ratios.is_empty()),
    ]
}
