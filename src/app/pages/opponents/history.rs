//! The plot of the user's rating after each of the last games, with its error as a band.
//!
//! `egui_plot` could draw it, but would save some fifteen lines.

use egui::{Align2, FontId, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::ui::{
    drawing::strip_mesh,
    theme::{RADIUS_BOARD, SPACE_S, SPACE_XS, TEXT_TINY, Theme},
};
use minnow_study::analysis::PlayerRating;

/// The least range of ratings in the plot, in Elo.
const LEAST_RANGE: f32 = 200.0;

/// Draws the plot. There are at least two ratings.
pub(super) fn history_ui(ui: &mut Ui, history: &[PlayerRating], size: Vec2) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let text = text(history);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let theme = Theme::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, RADIUS_BOARD, theme.raised);
    let range = elo_range(history);
    let font = FontId::proportional(TEXT_TINY);
    let corner = rect.shrink2(vec2(SPACE_S, 2.0));
    let mut left: f32 = 0.0;
    for (align, elo) in [(Align2::LEFT_TOP, range.max), (Align2::LEFT_BOTTOM, range.min)] {
        let at = align.pos_in_rect(&corner);
        let label = painter.text(at, align, format!("{elo:.0}"), font.clone(), theme.muted);
        left = left.max(label.right());
    }
    let plot = Rect::from_min_max(pos2(left + SPACE_S, rect.top()), rect.max)
        .shrink2(vec2(SPACE_XS, SPACE_S));
    let last = history.len().saturating_sub(1).max(1) as f32;
    let x = |index: usize| plot.left() + plot.width() * index as f32 / last;
    let y = |elo: f32| egui::remap_clamp(elo, range.min..=range.max, plot.bottom()..=plot.top());
    let band = theme.raised.lerp_to_gamma(theme.accent, 0.22);
    let edges = history.iter().enumerate().map(|(index, rating)| {
        let (elo, error) = (rating.elo as f32, rating.error as f32);
        [pos2(x(index), y(elo + error)), pos2(x(index), y(elo - error))]
    });
    painter.add(Shape::mesh(strip_mesh(edges, band)));
    let line: Vec<_> = history
        .iter()
        .enumerate()
        .map(|(index, rating)| pos2(x(index), y(rating.elo as f32)))
        .collect();
    if let Some(now) = line.last() {
        painter.circle_filled(*now, 3.0, theme.accent);
    }
    painter.add(Shape::line(line, Stroke::new(2.0, theme.accent)));
}

/// The range of the plot: the ratings with their errors, at steps of 50 Elo.
fn elo_range(history: &[PlayerRating]) -> egui::Rangef {
    let least = history.iter().map(|rating| rating.elo - rating.error).fold(f64::MAX, f64::min);
    let most = history.iter().map(|rating| rating.elo + rating.error).fold(f64::MIN, f64::max);
    let least = (least as f32 / 50.0).floor() * 50.0;
    egui::Rangef::new(least, ((most as f32 / 50.0).ceil() * 50.0).max(least + LEAST_RANGE))
}

/// The plot in words.
fn text(history: &[PlayerRating]) -> String {
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
        let range = elo_range(&history);
        assert_eq!((range.min, range.max), (100.0, 750.0));
        assert_eq!(text(&history), "Your rating over the last 3 games: from 400 to 655");
        let flat = elo_range(&[rating(500.0, 10.0); 2]);
        assert_eq!((flat.min, flat.max), (450.0, 650.0));
    }
}
