//! The rows of a review: the same columns as CSV and as a table.

use std::io::{self, Write};

use minnow_base::quoting::csv_field;
use minnow_game::{Game, Judgement, MoveNode};
use minnow_rules::{Color, san};
use minnow_study::analysis::{
    MoveFinding, Review, WinCurve, move_accuracy, shown_accuracy, summary, white_score,
};

const COLUMNS: [&str; 8] =
    ["ply", "move", "score", "win_before", "win_after", "accuracy", "mark", "best"];

/// Writes the header of the CSV; with several games the first column is the file.
pub(super) fn csv_header(output: &mut impl Write, has_file: bool) -> io::Result<()> {
    let file = if has_file { "file," } else { "" };
    writeln!(output, "{file}{}", COLUMNS.join(","))
}

pub(super) fn csv_rows(
    output: &mut impl Write,
    game: &Game,
    review: &Review,
    name: Option<&str>,
) -> io::Result<()> {
    let file = name.map_or_else(String::new, |name| csv_field(name) + ",");
    for row in rows(game, review) {
        writeln!(output, "{file}{}", row.join(","))?;
    }
    Ok(())
}

/// Writes a table: the rows, the summary of each side, and the sentences of the verdicts.
pub(super) fn table(
    output: &mut impl Write,
    game: &Game,
    review: &Review,
    name: Option<&str>,
) -> io::Result<()> {
    if let Some(name) = name {
        writeln!(output, "{name}")?;
    }
    let line = |row: &[String; 8]| {
        let [ply, mv, score, before, after, accuracy, mark, best] = row;
        let text = format!(
            "{ply:>3}  {mv:<8} {score:>6}  {before:>10}  {after:>9}  {accuracy:>8}  {mark:<4}  {best}"
        );
        text.trim_end().to_owned()
    };
    writeln!(output, "{}", line(&COLUMNS.map(str::to_owned)))?;
    for row in rows(game, review) {
        writeln!(output, "{}", line(&row))?;
    }
    sides(output, game, None)?;
    for finding in &review.findings {
        let sentence = &finding.verdict.sentence;
        if !sentence.is_empty() {
            let ply = game.node(finding.node).map_or(0, MoveNode::ply);
            writeln!(output, "{ply:>3}  {sentence}")?;
        }
    }
    if name.is_some() {
        writeln!(output)?;
    }
    Ok(())
}

/// Writes a line for each side: its accuracy and the number of its errors.
pub(super) fn sides(output: &mut impl Write, game: &Game, name: Option<&str>) -> io::Result<()> {
    let Some(summary) = summary(game) else { return Ok(()) };
    let file = name.map_or_else(String::new, |name| format!("{name}: "));
    for (color, side) in [Color::White, Color::Black].into_iter().zip(&summary.sides) {
        let accuracy = match side.accuracy {
            Some(accuracy) => format!("accuracy {:.1} %", shown_accuracy(accuracy, 1)),
            None => "no move".to_owned(),
        };
        let counts: Vec<String> = Judgement::ALL
            .into_iter()
            .map(|judgement| (judgement, side.count(judgement)))
            .filter(|(_, count)| *count > 0)
            .map(|(judgement, count)| format!(", {}", judgement_count_text(judgement, count)))
            .collect();
        writeln!(output, "{file}{color}: {accuracy}{}", counts.concat())?;
    }
    Ok(())
}

/// A count such as `1 blunder` or `2 inaccuracies`.
fn judgement_count_text(judgement: Judgement, count: usize) -> String {
    let name = judgement.name();
    match (count, name.strip_suffix('y')) {
        (1, _) => format!("1 {name}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {name}s"),
    }
}

fn rows(game: &Game, review: &Review) -> Vec<[String; 8]> {
    let curve = WinCurve::of(game.variant());
    review.findings.iter().filter_map(|finding| row(game, finding, curve)).collect()
}

fn row(game: &Game, finding: &MoveFinding, curve: WinCurve) -> Option<[String; 8]> {
    let node = game.node(finding.node)?;
    let before = game.node(node.parent()?)?.position();
    let [win_before, win_after] = [finding.before, finding.after].map(|score| curve.percent(score));
    let white = white_score(finding.verdict.evaluation, node.position().turn());
    let score = match white.mate_in() {
        Some(moves) if white.value() > 0 => format!("#{moves}"),
        Some(moves) => format!("#-{}", -moves),
        None => white.value().to_string(),
    };
    let mark = finding.verdict.judgement.map_or("", error_mark);
    Some([
        node.ply().to_string(),
        san(before, node.played()?),
        score,
        format!("{win_before:.1}"),
        format!("{win_after:.1}"),
        format!("{:.1}", shown_accuracy(move_accuracy(win_before, win_after), 1)),
        mark.to_owned(),
        san(before, finding.best),
    ])
}

/// The mark of an error; empty for good moves.
fn error_mark(judgement: Judgement) -> &'static str {
    if judgement.is_error() { judgement.mark().text() } else { "" }
}
