//! The plot of the ratings: a line for each player with its rating as a point and the error as a bar.

use egui::{
    Align2, FontId, Rangef, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, text::LayoutJob,
    text::TextWrapping, vec2,
};

use super::table::{elo_text, rating_text};
use crate::app::ui::{
    drawing::{elo_grid, elo_range},
    theme::{RADIUS_BOARD, SPACE_S, TEXT_SMALL, TEXT_TINY, Theme},
};
use minnow_arena::tournament::StandingRow;

// Sizes in points.
const ROW: f32 = 22.0;
/// The room of the numbers below the plot.
const NUMBERS_HEIGHT: f32 = 18.0;
/// The share of the width for the names, and its most.
const NAMES_SHARE: f32 = 0.3;
const MAX_NAMES: f32 = 160.0;
/// The least distance of two lines of the grid.
const GRID: f32 = 48.0;
const POINT: f32 = 4.0;
const BAR: f32 = 2.0;
/// Half the height of the ends of a bar.
const BAR_END: f32 = 4.0;

/// Draws the plot of the rows, the first one at the top; nothing if no row has a rating.
pub(super) fn ratings_ui(ui: &mut Ui, rows: &[StandingRow]) {
    let Some(range) = range_of(rows) else { return };
    let height = ROW * rows.len() as f32 + NUMBERS_HEIGHT + 2.0 * SPACE_S;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let text = plot_text(rows);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let theme = Theme::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, RADIUS_BOARD, theme.raised);
    let inside = rect.shrink(SPACE_S);
    let names = (NAMES_SHARE * inside.width()).min(MAX_NAMES);
    let plot = Rect::from_min_max(
        pos2(inside.left() + names + SPACE_S, inside.top()),
        pos2(inside.right() - SPACE_S, inside.bottom() - NUMBERS_HEIGHT),
    );
    let x = |elo: f64| egui::remap_clamp(elo as f32, range, plot.x_range());
    for elo in elo_grid(range, plot.width(), GRID) {
        let at = x(f64::from(elo));
        painter.vline(at, plot.y_range(), Stroke::new(1.0, theme.line));
        let font = FontId::proportional(TEXT_TINY);
        let number = elo_text(f64::from(elo));
        painter.text(pos2(at, inside.bottom()), Align2::CENTER_BOTTOM, number, font, theme.muted);
    }
    for (place, row) in rows.iter().enumerate() {
        let y = plot.top() + ROW * (place as f32 + 0.5);
        let font = FontId::proportional(TEXT_SMALL);
        let mut name = LayoutJob::simple_singleline(row.name.clone(), font, theme.text);
        name.wrap = TextWrapping::truncate_at_width(names);
        let name = painter.layout_job(name);
        let at = Align2::LEFT_CENTER.anchor_size(pos2(inside.left(), y), name.size()).min;
        painter.galley(at, name, theme.text);
        let Some([elo, error]) = row.rating() else { continue };
        let bar = Rangef::new(x(elo - error), x(elo + error));
        let stroke = Stroke::new(BAR, theme.accent);
        painter.hline(bar, y, stroke);
        for end in [bar.min, bar.max] {
            painter.vline(end, Rangef::new(y - BAR_END, y + BAR_END), stroke);
        }
        painter.circle_filled(pos2(x(elo), y), POINT, theme.accent);
    }
}

/// The range of the ratings that are bounded; `None` without one.
fn range_of(rows: &[StandingRow]) -> Option<Rangef> {
    elo_range(rows.iter().filter_map(StandingRow::rating))
}

/// The plot in words.
fn plot_text(rows: &[StandingRow]) -> String {
    let ratings: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.name, rating_text(row))).collect();
    format!("Ratings: {}", ratings.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, elo: f64, error: f64) -> StandingRow {
        StandingRow {
            player: 0,
            name: name.to_owned(),
            wins: 1,
            draws: 1,
            losses: 1,
            points: 1.5,
            elo,
            error,
            faults: 0,
            rounds_won: 0,
        }
    }

    #[test]
    fn the_range_holds_the_bounded_ratings() {
        let rows = [row("A", 120.0, 60.0), row("B", -120.0, 60.0), row("C", 0.0, f64::INFINITY)];
        assert_eq!(range_of(&rows), Some(Rangef::new(-200.0, 200.0)));
        assert_eq!(range_of(&rows[2..]), None);
        assert_eq!(range_of(&[row("A", 10.0, 5.0)]), Some(Rangef::new(0.0, 200.0)));
        assert_eq!(plot_text(&rows[..2]), "Ratings: A +120 \u{b1} 60, B \u{2212}120 \u{b1} 60");
    }
}
