//! The move list: numbered moves, comments, variations, and buttons to walk through them.

use egui::{Align, Label, Layout, Pos2, Rect, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use crate::{
    app::{
        action::Action,
        moves::{
            layout::MoveSheet,
            menu::open_move_menu_ui,
            rows::{NUMBER_WIDTH, RowPlaces, row_ui},
        },
        screen::AppState,
        session::{Command, Mode, Navigation},
        ui::theme::{self, SPACE_S, SPACE_XS, Theme, caption},
        ui::widgets::{icon_button_ui, sized_button_ui},
    },
    game::NodeId,
};

/// From this width on, in points, the list has a caption.
const CAPTION_FROM_WIDTH: f32 = 200.0;

/// What the list remembers from frame to frame.
#[derive(Debug, Default)]
pub struct MoveList {
    sheet: MoveSheet,
    places: RowPlaces,
    /// The game, its move and the mode shown last, whether a review was complete, and in how many
    /// frames more the list scrolls there: its height is settled only in the frame after the one
    /// that adds a row.
    followed: Option<(u64, NodeId, Mode, bool)>,
    frames: u8,
}

impl MoveList {
    /// Draws the list's head and the list into a card's inside; `below` is the height, in points,
    /// of what comes under it.
    pub fn moves_ui(&mut self, ui: &mut Ui, state: &AppState, below: f32, out: &mut Vec<Action>) {
        ui.horizontal(|ui| {
            // In a slim panel the tab says it.
            if ui.available_width() >= CAPTION_FROM_WIDTH {
                ui.label(caption(ui.ctx(), "Moves"));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // No higher than the row, so that the words stay on one line.
                ui.spacing_mut().button_padding.y = 0.0;
                let icon = icons::ICON_MORE_HORIZ.codepoint;
                let button = icon_button_ui(ui, icon, "Move menu", true);
                open_move_menu_ui(ui, &button, state, out);
                let color = Theme::of(ui).muted;
                ui.label(RichText::new(counter_text(state)).small().color(color));
            });
        });
        let height = (ui.available_height() - below).max(theme::ROW_HEIGHT);
        let changed = self.sheet.update(
            &state.session.game,
            state.session.game_number,
            state.session.revision,
        );
        let area = ScrollArea::vertical().max_height(height).auto_shrink([false, false]);
        area.show_viewport(ui, |ui, viewport| self.rows_ui(ui, state, viewport, changed, out));
    }

    fn rows_ui(
        &mut self,
        ui: &mut Ui,
        state: &AppState,
        viewport: Rect,
        changed: bool,
        out: &mut Vec<Action>,
    ) {
        // The scroll bar gets a margin of its own, so that it never lies over a move.
        let width = ui.available_width() - SPACE_S;
        self.places.arrange(ui, self.sheet.rows(), width, changed);
        let corner = ui.max_rect().min;
        for index in self.places.between(viewport.top(), viewport.bottom()) {
            let row = self.sheet.rows().get(index);
            let Some((row, (from, to))) = row.zip(self.places.span(index)) else { break };
            let rect = Rect::from_min_size(corner + vec2(0.0, from), vec2(width, to - from));
            row_ui(ui, state, row, rect, out);
        }
        self.follow(ui, state, corner, width);
        ui.allocate_space(vec2(width, self.places.height()));
        self.end_ui(ui, state);
    }

    /// Scrolls to the current move when it has changed, or when a review or another mode's panel has
    /// pushed it away, and not against the user's own scrolling.
    fn follow(&mut self, ui: &Ui, state: &AppState, corner: Pos2, width: f32) {
        let reviewed = state.session.review.completed().is_some();
        let current =
            Some((state.session.game_number, state.session.game.cursor(), state.mode(), reviewed));
        if self.followed != current {
            self.followed = current;
            self.frames = 2;
        }
        if self.frames > 0 {
            self.frames -= 1;
            let row = self.sheet.row_of(state.session.game.cursor());
            let (from, to) = row.and_then(|row| self.places.span(row)).unwrap_or_default();
            let rect = Rect::from_min_size(corner + vec2(0.0, from), vec2(width, to - from));
            // As much around it as there is room for, so that the row itself is always in view.
            let spare = (ui.clip_rect().height() - rect.height()) / 2.0;
            let around = spare.clamp(0.0, 2.0 * theme::ROW_HEIGHT);
            ui.scroll_to_rect(rect.expand2(vec2(0.0, around)), None);
            ui.ctx().request_repaint();
        }
    }

    /// What stands below the last move: the result, or that there is no move yet.
    fn end_ui(&self, ui: &mut Ui, state: &AppState) {
        let muted = Theme::of(ui).muted;
        if self.sheet.rows().is_empty() {
            let text = format!("No moves yet. {} begins.", state.session.game.start().turn());
            ui.label(RichText::new(text).color(muted));
        }
        let Some(end) = state.session.end() else { return };
        ui.horizontal(|ui| {
            ui.add_space(NUMBER_WIDTH);
            ui.vertical(|ui| {
                ui.label(theme::bold(end.result_text()));
                ui.add(Label::new(RichText::new(end.to_string()).color(muted)).wrap());
            });
        });
    }
}

/// `move 7 of 40`.
fn counter_text(state: &AppState) -> String {
    let number = state.session.game.position().fullmove();
    match state.session.variant().move_limit {
        Some(limit) => format!("move {} of {limit}", number.min(limit)),
        None => format!("move {number}"),
    }
}

/// The buttons that walk through the game.
pub fn navigation_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let at_start = state.session.game.cursor() == NodeId::ROOT;
    let at_end = state.session.game.continuation(state.session.game.cursor()).next().is_none();
    let buttons = [
        (icons::ICON_KEYBOARD_DOUBLE_ARROW_LEFT, "To the start", !at_start, Navigation::Start),
        (icons::ICON_CHEVRON_LEFT, "One move back", !at_start, Navigation::Back),
        (icons::ICON_CHEVRON_RIGHT, "One move on", !at_end, Navigation::Forward),
        (icons::ICON_KEYBOARD_DOUBLE_ARROW_RIGHT, "To the end", !at_end, Navigation::End),
    ];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_XS;
        ui.spacing_mut().button_padding = egui::Vec2::ZERO;
        let width = (ui.available_width() - 3.0 * SPACE_XS) / 4.0;
        let size = vec2(width, theme::CONTROL_HEIGHT);
        for (icon, label, enabled, navigation) in buttons {
            let text = RichText::new(icon.codepoint).size(18.0);
            let button = egui::Button::new(text).frame_when_inactive(false);
            let response = sized_button_ui(ui, size, enabled, button);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, label));
            if response.on_hover_text(label).clicked() {
                out.push(Action::Command(Command::Navigate(navigation)));
            }
        }
    });
}
