//! The plot of the user's rating after each of the last games.

use egui::{Align2, FontId, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::ui::{
    drawing::{elo_grid, elo_range, strip_mesh},
    theme::{RADIUS_BOARD, SPACE_S, TEXT_TINY, Theme},
};
use minnow_study::analysis::PlayerRating;

/// The least distance of two lines of the grid, in points.
const GRID: f32 = 20.0;
/// The room of the days below the plot, in points.
const DAYS_HEIGHT: f32 = 18.0;

/// Draws the plot for at least two ratings, with their error as a band, and below it the days of the
/// first and the last of them, if they are given. `egui_plot` could draw it, but would save some
/// fifteen lines.
pub(super) fn history_ui(
    ui: &mut Ui,
    history: &[PlayerRating],
    days: Option<[&str; 2]>,
    size: Vec2,
) {
    let Some(range) = history_range(history) else { return };
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let text = history_text(history);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let theme = Theme::of(ui);
    let painter = ui.painter_at(rect);
    let below = if days.is_some() { DAYS_HEIGHT } else { 0.0 };
    if days.is_none() {
        painter.rect_filled(rect, RADIUS_BOARD, theme.raised);
    }
    let font = FontId::proportional(TEXT_TINY);
    let label_width =
        painter.layout_no_wrap(format!("{:.0}", range.max), font.clone(), theme.muted).size().x;
    let inside = rect.shrink2(vec2(SPACE_S, SPACE_S));
    let plot = Rect::from_min_max(
        pos2(inside.left() + label_width + SPACE_S, inside.top()),
        pos2(inside.right(), inside.bottom() - below),
    );
    let last = history.len().saturating_sub(1).max(1) as f32;
    let x = |index: usize| plot.left() + plot.width() * index as f32 / last;
    let y = |elo: f32| egui::remap_clamp(elo, range.min..=range.max, plot.bottom()..=plot.top());
    for elo in elo_grid(range, plot.height(), GRID) {
        let at = pos2(plot.left() - SPACE_S, y(elo));
        painter.text(at, Align2::RIGHT_CENTER, format!("{elo:.0}"), font.clone(), theme.muted);
        painter.hline(plot.x_range(), y(elo), Stroke::new(1.0, theme.line));
    }
    if let Some([first, last]) = days {
        let under = rect.bottom() - SPACE_S / 2.0;
        let ends =
            [(plot.left(), Align2::LEFT_BOTTOM, first), (plot.right(), Align2::RIGHT_BOTTOM, last)];
        for (at, align, day) in ends {
            painter.text(pos2(at, under), align, day, font.clone(), theme.muted);
        }
    }
    let band = theme.panel.lerp_to_gamma(theme.accent, 0.22);
    let edges = history.iter().enumerate().map(|(index, rating)| {
        let (elo, error) = (rating.elo as f32, rating.error as f32);
        [pos2(x(index), y(elo + error)), pos2(x(index), y(elo - error))]
    });
    painter.add(Shape::mesh(strip_mesh(edges, band)));
    let points = history.iter().enumerate();
    let line: Vec<_> = points.map(|(index, rating)| pos2(x(index), y(rating.elo as f32))).collect();
    if let Some(now) = line.last() {
        painter.circle_filled(*now, 3.0, theme.accent);
    }
    painter.add(Shape::line(line, Stroke::new(2.0, theme.accent)));
}

fn history_range(history: &[PlayerRating]) -> Option<egui::Rangef> {
    elo_range(history.iter().map(|rating| [rating.elo, rating.error]))
}

/// The plot of the ratings in words.
fn history_text(history: &[PlayerRating]) -> String {
    let elo = |rating: Option<&PlayerRating>| rating.map_or(0.0, |rating| rating.elo);
    format!(
        "Your rating over the last {} games: from {:.0} to {:.0}",
        history.len(),
        elo(history.first()),
        elo(history.last())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_holds_all_ratings() {
        let rating = |elo: f64, error: f64| PlayerRating { elo, error };
        let history = [rating(400.0, 260.0), rating(612.0, 70.0), rating(655.0, 60.0)];
        let range = history_range(&history).unwrap();
        assert_eq!((range.min, range.max), (100.0, 750.0));
        assert_eq!(history_text(&history), "Your rating over the last 3 games: from 400 to 655");
        let flat = history_range(&[rating(500.0, 10.0); 2]).unwrap();
        assert_eq!((flat.min, flat.max), (450.0, 650.0));
        assert_eq!(elo_grid(flat, 170.0, GRID), [450.0, 500.0, 550.0, 600.0, 650.0]);
        assert_eq!(elo_grid(range, 80.0, GRID), [200.0, 400.0, 600.0]);
    }
}
