//! The bar beside the board: the winning chances of both sides.

use egui::{Align2, Rect, Sense, Ui, WidgetInfo};

use crate::app::{
    analyse::{LiveStatus, SearchedScore, live::Live},
    session::Session,
    ui::text::capitalised,
    ui::theme::{self, EVALUATION_BAR, Theme, bold_font},
};
use minnow_engine::Score;
use minnow_study::analysis::{WinCurve, score_text, short_score_text};

/// Draws the bar into a rectangle: White's share on White's side of the board.
pub fn evaluation_bar_ui(ui: &mut Ui, session: &Session, live: &Live, rect: Rect) {
    let theme = Theme::of(ui);
    let score = live.score(session);
    let (result, depth) = match live.status(session) {
        LiveStatus::Over(end) => (Some(end.result_text().replace("1/2-1/2", "\u{bd}")), None),
        _ => (None, live.searched_score(session).map(depth_text)),
    };
    let response = ui.interact(rect, ui.scope_id().with("evaluation"), Sense::hover());
    response.widget_info(|| {
        let words = score.map(|score| score_text(score, session.game.position()));
        let known = result.clone().or(words).unwrap_or("not known".to_owned());
        let words = [Some(format!("evaluation {known}")), depth.clone()];
        let words: Vec<String> = words.into_iter().flatten().collect();
        WidgetInfo::labeled(egui::Role::Label, true, words.join(", "))
    });
    if let Some(depth) = depth {
        response.on_hover_text(capitalised(&depth));
    }
    let painter = ui.painter().with_clip_rect(rect);
    let radius = theme::RADIUS_SWATCH;
    let Some(score) = score else {
        painter.rect_filled(rect, radius, theme.raised);
        return;
    };
    let [white, black] = EVALUATION_BAR;
    let share = WinCurve::of(session.variant()).percent(score) as f32 / 100.0;
    // White's part grows from White's side of the board.
    let height = (rect.height() * share).round();
    let mut part = rect;
    if session.flipped {
        part.max.y = rect.min.y + height;
    } else {
        part.min.y = rect.max.y - height;
    }
    painter.rect_filled(rect, radius, black);
    painter.with_clip_rect(part).rect_filled(rect, radius, white);
    painter.hline(rect.x_range(), rect.center().y, egui::Stroke::new(1.0, theme.muted));
    // White's part has nearly the colour of the light theme's background.
    let outline = egui::Stroke::new(1.0, theme.muted);
    painter.rect_stroke(rect, radius, outline, egui::StrokeKind::Inside);
    let white_leads = share >= 0.5;
    let below = white_leads != session.flipped;
    let (at, align) = if below {
        (rect.center_bottom() - egui::vec2(0.0, theme::SPACE_XS), Align2::CENTER_BOTTOM)
    } else {
        (rect.center_top() + egui::vec2(0.0, theme::SPACE_XS), Align2::CENTER_TOP)
    };
    let text = result.unwrap_or_else(|| bar_text(score));
    painter.text(at, align, text, bold_font(10.0), if white_leads { black } else { white });
}

/// The score in the narrow bar: `2.5`, `13`, `#3`. The sign is left out, as the text stands at the end of
/// the leading side, and so is the decimal from ten pawns on.
fn bar_text(score: Score) -> String {
    let text = short_score_text(score);
    let text = text.trim_start_matches(['+', '\u{2212}']).replace("#-", "#");
    match text.parse::<f64>() {
        Ok(pawns) if pawns >= 10.0 => format!("{pawns:.0}"),
        _ => text,
    }
}

/// `depth 16`, or `depth 12, found earlier`.
fn depth_text(searched: SearchedScore) -> String {
    let earlier = if searched.is_older { ", found earlier" } else { "" };
    format!("depth {}{earlier}", searched.depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fit_into_the_bar() {
        let text = |centipawns| bar_text(Score::centipawns(centipawns));
        assert_eq!([0, -990, 994].map(text), ["0.0", "9.9", "9.9"]);
        assert_eq!([995, 1_521, -1_390].map(text), ["10", "15", "14"]);
        assert_eq!(bar_text(Score::won_at(5)), "#3");
    }
}
