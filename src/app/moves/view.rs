//! The move list: numbered moves, comments, variations, and buttons to walk through them.

use egui::{
    Align, Label, Layout, Pos2, Rect, RichText, Role, ScrollArea, Ui, Vec2, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use crate::app::{
    moves::{
        MovesView,
        layout::MoveSheet,
        menu::open_move_menu_ui,
        rows::{NUMBER_WIDTH, RowPlaces, row_ui},
    },
    session::{GameCommand, Mode, Navigation},
    ui::theme::{self, SPACE_S, caption},
    ui::widgets::{icon_button_ui, sized_button_ui},
};
use minnow_game::NodeId;
use minnow_rules::counted;

/// In points.
const CAPTION_FROM_WIDTH: f32 = 200.0;

/// The view state of the list.
#[derive(Debug, Default)]
pub struct MoveListView {
    sheet: MoveSheet,
    places: RowPlaces,
    /// The move that the list of each workspace has scrolled to, in the order of `Mode::ALL`.
    followed: [Option<Followed>; Mode::ALL.len()],
    /// True if it is in view there, unless the user has scrolled it away.
    in_view: [bool; Mode::ALL.len()],
    /// The number of frames in which the list still scrolls: its height is final one frame after a
    /// row is added.
    frames: u8,
}

/// The values whose change makes the list scroll.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Followed {
    game_number: u64,
    node: NodeId,
    /// True if a review is complete.
    reviewed: bool,
    /// The size of the list's visible part, in points.
    size: Vec2,
}

impl MoveListView {
    /// Draws the list into a card. `below` is the height, in points, of the controls under the list.
    pub fn moves_ui(&mut self, ui: &mut Ui, view: &mut MovesView<'_>, below: f32) {
        let height = (ui.available_height() - below).max(theme::ROW_HEIGHT);
        let changed =
            self.sheet.update(&view.session.game, view.session.game_number, view.session.revision);
        // Each workspace keeps its own scrolling.
        let area = ScrollArea::vertical().id_salt(view.mode).max_height(height);
        // A higher list would push the controls out of the card.
        area.min_scrolled_height(height)
            .auto_shrink([false, false])
            .show_viewport(ui, |ui, viewport| self.rows_ui(ui, view, viewport, changed));
    }

    fn rows_ui(&mut self, ui: &mut Ui, view: &mut MovesView<'_>, viewport: Rect, changed: bool) {
        // The margin keeps the scroll bar off the moves.
        let width = ui.available_width() - SPACE_S;
        let rows = &self.sheet.rows;
        self.places.arrange(ui, rows, width, changed);
        self.places.measure(ui, rows, width, viewport.top(), viewport.bottom());
        let corner = ui.max_rect().min;
        for index in self.places.between(viewport.top(), viewport.bottom()) {
            let row = self.sheet.rows.get(index);
            let Some((row, (from, to))) = row.zip(self.places.span(index)) else { break };
            let rect = Rect::from_min_size(corner + vec2(0.0, from), vec2(width, to - from));
            row_ui(ui, view, row, rect);
        }
        self.follow(ui, view, corner, width);
        ui.allocate_space(vec2(width, self.places.height()));
        self.end_ui(ui, view);
    }

    /// Scrolls to the current move when it or the review's completion has changed, and when the list
    /// gets another size while it is in view. At other times the user's own scrolling stays.
    fn follow(&mut self, ui: &Ui, view: &MovesView<'_>, corner: Pos2, width: f32) {
        let current = Followed {
            game_number: view.session.game_number,
            node: view.session.game.cursor(),
            reviewed: view.session.review.completed.is_some(),
            size: ui.clip_rect().size(),
        };
        let row = self.sheet.row_of(current.node);
        let (from, to) = row.and_then(|row| self.places.span(row)).unwrap_or_default();
        let rect = Rect::from_min_size(corner + vec2(0.0, from), vec2(width, to - from));
        let index = view.mode.index();
        let before = self.followed[index].replace(current);
        let resized =
            before.map(|before| Followed { size: current.size, ..before }) == Some(current);
        if before != Some(current) && (self.in_view[index] || !resized) {
            self.frames = 2;
            self.in_view[index] = true;
        }
        if self.frames == 0 {
            self.in_view[index] = ui.is_rect_visible(rect);
            return;
        }
        self.frames -= 1;
        // The rows around it come into view as far as the row itself stays visible.
        let spare = (current.size.y - rect.height()) / 2.0;
        let around = spare.clamp(0.0, 2.0 * theme::ROW_HEIGHT);
        ui.scroll_to_rect(rect.expand2(vec2(0.0, around)), None);
        ui.ctx().request_repaint();
    }

    /// Draws the line below the last move: the result, or a note that there is no move yet.
    fn end_ui(&self, ui: &mut Ui, view: &MovesView<'_>) {
        if self.sheet.rows.is_empty() {
            let text = format!("No moves yet. {} begins.", view.session.game.start().turn());
            ui.label(theme::muted(ui, text));
        }
        let Some(end) = view.session.end() else { return };
        ui.horizontal(|ui| {
            ui.add_space(NUMBER_WIDTH);
            ui.vertical(|ui| {
                ui.label(theme::bold(end.result_text()));
                // In play, the result above the buttons gives the reason.
                if view.mode != Mode::Play {
                    ui.add(Label::new(theme::muted(ui, end.to_string())).wrap());
                }
            });
        });
    }
}

/// Draws the heading of the list, with its menu and the number of the move.
pub fn heading_ui(ui: &mut Ui, view: &mut MovesView<'_>) {
    ui.horizontal(|ui| {
        // In a narrow panel the tab is the caption.
        if ui.available_width() >= CAPTION_FROM_WIDTH {
            ui.label(caption(ui.ctx(), "Moves"));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // The button is no higher than the row, so that the text stays on one line.
            ui.spacing_mut().button_padding.y = 0.0;
            let icon = icons::ICON_MORE_HORIZ.codepoint;
            let button = icon_button_ui(ui, icon, "Move menu", true);
            open_move_menu_ui(ui, &button, view);
            ui.label(theme::muted(ui, counter_text(view)).small());
        });
    });
}

/// `move 7 of 40`; once a game in Play is over, `16 moves`.
fn counter_text(view: &MovesView<'_>) -> String {
    if view.mode == Mode::Play && view.session.end().is_some() {
        let path = view.session.game.path(view.session.game.head());
        return counted((path.len() as u64).saturating_sub(1).div_ceil(2), "move", "moves");
    }
    let number = view.session.game.position().fullmove();
    match view.session.variant().move_limit {
        Some(limit) => format!("move {} of {limit}", number.min(limit)),
        None => format!("move {number}"),
    }
}

/// Draws the buttons that navigate the game.
pub fn navigation_ui(ui: &mut Ui, view: &mut MovesView<'_>) {
    let at_start = view.session.game.cursor() == NodeId::ROOT;
    let at_end = view.session.game.continuation(view.session.game.cursor()).next().is_none();
    let buttons = [
        (icons::ICON_KEYBOARD_DOUBLE_ARROW_LEFT, "To the start", !at_start, Navigation::Start),
        (icons::ICON_CHEVRON_LEFT, "One move back", !at_start, Navigation::Back),
        (icons::ICON_CHEVRON_RIGHT, "One move on", !at_end, Navigation::Forward),
        (icons::ICON_KEYBOARD_DOUBLE_ARROW_RIGHT, "To the end", !at_end, Navigation::End),
    ];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().button_padding = egui::Vec2::ZERO;
        let width = (ui.available_width() - 3.0 * SPACE_S) / 4.0;
        let size = vec2(width, theme::CONTROL_HEIGHT);
        for (icon, label, enabled, navigation) in buttons {
            let text = RichText::new(icon.codepoint).size(18.0);
            let button = egui::Button::new(text);
            let response = sized_button_ui(ui, size, enabled, button);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, label));
            if response.on_hover_text(label).clicked() {
                view.out.push(GameCommand::Navigate(navigation).into());
            }
        }
    });
}
