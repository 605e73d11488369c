//! The cards beside the board: the choices of a new game and its rules, the game that is played in one
//! line, or its result; and the card of the buttons.

use std::sync::Arc;

use egui::{
    Align2, FontId, Frame, Galley, Margin, Role, ScrollArea, Sense, TextFormat, Ui, WidgetInfo,
    text::LayoutJob, vec2,
};
use egui_material_icons::icons;

use super::{
    Play,
    choices::{choices_ui, heading_ui, start_height, start_ui},
    players::{name, strength},
    rules::rules_ui,
};
use crate::app::{
    context::Cx,
    session::Session,
    ui::breakpoints::is_slim,
    ui::fish::fish_ui,
    ui::focus::FocusScroll,
    ui::theme::{SPACE_M, SPACE_S, SPACE_XS, TEXT_BODY, Theme, bold_font},
    ui::widgets::paint_row_hover,
};
use minnow_game::{Player, TimeControl};
use minnow_rules::Color;

// Sizes in points.
/// In a narrower column, cards have less room at their edges.
const SLIM_CARD_BELOW: f32 = 300.0;
/// In a lower column, the button that starts the game stands beside the heading.
const LOW_COLUMN: f32 = 240.0;
const FISH_SIZE: egui::Vec2 = vec2(36.0, 20.0);
const ICON_SIZE: f32 = 18.0;

impl Play {
    /// Draws the column before the first move. Its cards scroll where there is little room; the button that
    /// starts the game stays, where the buttons of a game stand, or above the cards of a low column.
    pub(in crate::app) fn before_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.spacing_mut().item_spacing.y = SPACE_M;
        let is_low = ui.available_height() < LOW_COLUMN;
        let frame = card(ui);
        let strip = start_height() + frame.total_margin().sum().y + SPACE_M;
        if is_low {
            heading_ui(ui, true, cx);
        }
        let room = ui.available_height() - if is_low { 0.0 } else { strip };
        // The scroll bar takes room of its own, so that it is off the cards.
        ui.spacing_mut().scroll.floating_allocated_width = SPACE_S;
        let area = ScrollArea::vertical().auto_shrink([false, false]);
        let mut area = area.max_height(room).min_scrolled_height(room);
        if !std::mem::replace(&mut self.shows_start, true) {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show_focused(ui, |ui| {
            card(ui).show(ui, |ui| {
                ui.take_available_width();
                ui.spacing_mut().item_spacing.y = SPACE_S;
                if !is_low {
                    heading_ui(ui, false, cx);
                }
                choices_ui(ui, cx);
            });
            card(ui).show(ui, |ui| rules_ui(ui, cx));
        });
        if !is_low {
            frame.show(ui, |ui| start_ui(ui, cx));
        }
    }

    /// Draws what stands above the moves of a game that has begun.
    pub(in crate::app) fn top_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.spacing_mut().item_spacing.y = SPACE_M;
        self.shows_start = false;
        if let Some(end) = cx.session.end() {
            card(ui).show(ui, |ui| self.result_ui(ui, end, cx));
        } else {
            let frame = card(ui);
            let margin = frame.inner_margin;
            let low = margin.left.min(SPACE_S as i8);
            let frame = frame.inner_margin(Margin { top: low, bottom: low, ..margin });
            frame.show(ui, |ui| self.game_ui(ui, cx));
        }
    }

    /// Draws the buttons of the game and what the computer answers.
    pub(in crate::app) fn bottom_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        card(ui).show(ui, |ui| {
            ui.take_available_width();
            self.controls_ui(ui, cx);
        });
    }

    /// The game in one line, which folds its choices out.
    fn game_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = SPACE_S;
        if line_ui(ui, cx.session, self.shows_choices) {
            self.shows_choices = !self.shows_choices;
            ui.ctx().request_repaint();
        }
        if self.shows_choices {
            choices_ui(ui, cx);
        }
    }
}

/// The frame of a card.
fn card(ui: &Ui) -> Frame {
    let slim = is_slim(ui.ctx().content_rect().size()) || ui.available_width() < SLIM_CARD_BELOW;
    let card = Theme::of(ui).card();
    if slim { card.inner_margin(SPACE_S as i8) } else { card }
}

/// Draws the game in one line, a button as wide as the card. Returns true if it was clicked.
fn line_ui(ui: &mut Ui, session: &Session, is_open: bool) -> bool {
    let theme = Theme::of(ui);
    let fish = opponent_fish(session);
    let left = fish.map_or(0.0, |_| FISH_SIZE.x + SPACE_S);
    let width = ui.available_width();
    let (game, text) = game_text(ui, session, width - left - ICON_SIZE - SPACE_S);
    let size = vec2(width, game.size().y.max(FISH_SIZE.y) + SPACE_XS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, is_open, format!("This game: {text}"))
    });
    paint_row_hover(ui, &response);
    if let Some(level) = fish {
        let at = egui::Rect::from_center_size(
            egui::pos2(rect.left() + FISH_SIZE.x / 2.0, rect.center().y),
            FISH_SIZE,
        );
        let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(at));
        fish_ui(&mut inside, FISH_SIZE, level, theme.accent, theme.panel);
    }
    let at = egui::pos2(rect.left() + left, rect.center().y - game.size().y / 2.0);
    ui.painter().galley(at, game, theme.text);
    let icon = if is_open { icons::ICON_EXPAND_LESS } else { icons::ICON_EXPAND_MORE };
    let font = FontId::proportional(ICON_SIZE);
    let at = rect.right_center();
    ui.painter().text(at, Align2::RIGHT_CENTER, icon.codepoint, font, theme.muted);
    response.clicked()
}

/// The level of the fish of a single computer, the nearest one where it has no level.
fn opponent_fish(session: &Session) -> Option<u8> {
    Some(strength(session, !session.user()?)?.level().number)
}

/// `Dace, level 4 · you play White · 3+2`: laid out for a width, and as text.
fn game_text(ui: &Ui, session: &Session, width: f32) -> (Arc<Galley>, String) {
    let theme = Theme::of(ui);
    let (first, rest) = game_parts(session);
    let mut job = LayoutJob::default();
    job.append(&first, 0.0, TextFormat::simple(bold_font(TEXT_BODY), theme.text));
    let font = FontId::proportional(TEXT_BODY);
    job.append(&rest, 0.0, TextFormat::simple(font, theme.muted));
    job.wrap.max_width = width;
    (ui.painter().layout_job(job), format!("{first}{rest}"))
}

/// The game that is over, as text. One without records of its players, as from a file, is one of others.
pub(super) fn over_text(session: &Session) -> String {
    if session.game.header.players.contains(&Player::Unknown) {
        let [white, black] = Color::ALL.map(|color| session.shown_name(color));
        return format!("{white} against {black}");
    }
    let (first, rest) = game_parts(session);
    format!("{first}{rest}")
}

/// The name that stands out, and what follows it.
fn game_parts(session: &Session) -> (String, String) {
    let named = |color| {
        let player = name(session, color);
        (
            player.name,
            if player.detail.is_empty() { String::new() } else { format!(", {}", player.detail) },
        )
    };
    let (first, mut rest) = match session.user() {
        Some(user) => named(!user),
        None if session.player(Color::White) == Player::Human => {
            ("Two players".to_owned(), String::new())
        }
        None => {
            let [(white, about_white), (black, about_black)] = Color::ALL.map(named);
            (white, format!("{about_white} against {black}{about_black}"))
        }
    };
    if let Some(user) = session.user() {
        let verb = if session.end().is_some() { "played" } else { "play" };
        rest.push_str(&format!(" \u{b7} you {verb} {user}"));
    }
    if let Some(clock) = &session.clock {
        rest.push_str(&format!(" \u{b7} {}", clock_text(clock.control())));
    }
    (first, rest)
}

/// `3+2`, or `5, delay 3 s`.
fn clock_text(control: TimeControl) -> String {
    let minutes = control.base_ms as f64 / 60_000.0;
    let [increment, delay] = [control.increment_ms, control.delay_ms].map(|ms| ms as f64 / 1000.0);
    match (increment > 0.0, delay > 0.0) {
        (_, false) => format!("{minutes}+{increment}"),
        (false, true) => format!("{minutes}, delay {delay} s"),
        (true, true) => format!("{minutes}+{increment}, delay {delay} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_a_short_text() {
        let text = |base_ms, increment_ms, delay_ms| {
            clock_text(TimeControl { base_ms, increment_ms, delay_ms })
        };
        assert_eq!(text(180_000, 2_000, 0), "3+2");
        assert_eq!(text(300_000, 0, 3_000), "5, delay 3 s");
        assert_eq!(text(90_000, 0, 0), "1.5+0");
    }
}
