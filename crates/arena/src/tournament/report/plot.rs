//! The ratings as a drawing: a point for each player, and a bar for its error.

use std::fmt::Write;

use crate::tournament::{StandingRow, Standings};
use minnow_base::quoting::markup;

// Of the drawing, in its units.
const WIDTH: f64 = 760.0;
const NAMES_WIDTH: f64 = 200.0;
const RIGHT_MARGIN: f64 = 70.0;
const ROW_HEIGHT: f64 = 26.0;
const AXIS_HEIGHT: f64 = 28.0;
/// Half the height of the ends of a bar.
const CAP: f64 = 5.0;

/// The most characters of a name; the whole name is in the table.
const MAX_NAME_CHARS: usize = 26;

/// The distances of the lines of the grid, in Elo, and the most lines.
const STEPS: [f64; 9] = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0];
const MAX_LINES: f64 = 8.0;

/// The part of the scale that is drawn, in Elo.
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// A scale from one line of the grid to another, with all ratings and their errors.
    fn of(rows: &[&StandingRow]) -> Scale {
        let ends = rows.iter().flat_map(|row| [row.elo - row.error, row.elo + row.error]);
        let (low, high) =
            ends.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
        let is_enough = |step: &f64| (high - low) / step <= MAX_LINES;
        let step = STEPS.into_iter().find(is_enough).unwrap_or((high - low) / MAX_LINES);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Scale { low, high: high.max(low + step), step }
    }

    fn x(&self, elo: f64) -> f64 {
        let width = WIDTH - NAMES_WIDTH - RIGHT_MARGIN;
        NAMES_WIDTH + width * (elo - self.low) / (self.high - self.low)
    }

    /// The Elo of the lines of the grid.
    fn lines(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(|line| self.low + f64::from(line) * self.step)
    }
}

/// The drawing in SVG; `None` if there is no rating.
pub(super) fn ratings_svg(standings: &Standings) -> Option<String> {
    let rows: Vec<&StandingRow> =
        standings.rows.iter().filter(|row| row.rating().is_some()).collect();
    if rows.is_empty() {
        return None;
    }
    let scale = Scale::of(&rows);
    let bottom = ROW_HEIGHT * rows.len() as f64;
    let height = bottom + AXIS_HEIGHT;
    let mut svg = format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
         aria-label=\"Ratings with their errors\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\">\n"
    );
    // Writing to a string cannot fail.
    for elo in scale.lines() {
        let (x, y) = (scale.x(elo), bottom + 18.0);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} 0V{bottom}\"/><text x=\"{x:.1}\" y=\"{y}\" \
             text-anchor=\"middle\">{elo:+.0}</text>"
        );
    }
    for (index, row) in rows.into_iter().enumerate() {
        write_row(&mut svg, &scale, row, ROW_HEIGHT * (index as f64 + 0.5));
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

/// Writes a player at a height of the drawing.
fn write_row(svg: &mut String, scale: &Scale, row: &StandingRow, y: f64) {
    let StandingRow { elo, error, .. } = *row;
    let [left, middle, right] = [elo - error, elo, elo + error].map(|end| scale.x(end));
    let (top, bottom) = (y - CAP, y + CAP);
    let name = markup(&short_name(&row.name));
    let label = format!("{elo:+.0} \u{b1}{error:.0}");
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
         <path class=\"bar\" d=\"M{left:.1} {y}H{right:.1}M{left:.1} {top}V{bottom}M{right:.1} \
         {top}V{bottom}\"/><circle cx=\"{middle:.1}\" cy=\"{y}\" r=\"4\"><title>{name}: \
         {label}</title></circle>",
        NAMES_WIDTH - 12.0,
        y + 4.5,
    );
}

fn short_name(name: &str) -> String {
    let mut letters = name.chars();
    let short: String = letters.by_ref().take(MAX_NAME_CHARS).collect();
    if letters.next().is_some() { short + "\u{2026}" } else { short }
}
