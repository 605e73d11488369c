//! The move list: numbered moves, comments, variations, and buttons to walk through them.

use egui::{Align, Label, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use crate::{
    app::{
        action::{Action, Navigation},
        move_sheet::{Cell, MoveSheet, Piece, Row},
        state::AppState,
        theme::{self, RADIUS_CONTROL, SPACE_S, SPACE_XS, TEXT_BODY, Theme, bold_font, caption},
        widgets::sized_button_ui,
    },
    game::NodeId,
};

/// The width of the move numbers, in points.
const NUMBER_WIDTH: f32 = 34.0;

/// Draws the list into a card's inside.
pub fn moves_ui(ui: &mut Ui, state: &AppState, sheet: &mut MoveSheet, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label(caption(ui.ctx(), "Moves"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let color = Theme::of(ui).muted;
            ui.label(RichText::new(counter_text(state)).small().color(color));
        });
    });
    let footer = theme::CONTROL_HEIGHT + ui.spacing().item_spacing.y;
    let height = (ui.available_height() - footer).max(theme::ROW_HEIGHT);
    let rows = sheet.rows(&state.game, state.game_number, state.revision);
    ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show(ui, |ui| {
        // The scroll bar gets a margin of its own, so that it never lies over a move.
        ui.set_max_width(ui.available_width() - SPACE_S);
        if rows.is_empty() {
            let color = Theme::of(ui).muted;
            ui.add_space(SPACE_XS);
            let text = format!("No moves yet. {} begins.", state.game.start().turn());
            ui.label(RichText::new(text).color(color));
        }
        ui.spacing_mut().item_spacing.y = 2.0;
        for row in rows {
            row_ui(ui, state, row, out);
        }
        result_ui(ui, state);
    });
    navigation_ui(ui, state, out);
}

/// `move 7 of 40`.
fn counter_text(state: &AppState) -> String {
    let number = state.game.position().fullmove();
    match state.variant().move_limit {
        Some(limit) => format!("move {} of {limit}", number.min(limit)),
        None => format!("move {number}"),
    }
}

fn row_ui(ui: &mut Ui, state: &AppState, row: &Row, out: &mut Vec<Action>) {
    let theme = Theme::of(ui);
    match row {
        Row::Pair { number, white, black } => {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = SPACE_XS;
                let half = (ui.available_width() - NUMBER_WIDTH - 2.0 * SPACE_XS) / 2.0;
                let number = RichText::new(number.to_string()).color(theme.muted);
                let size = vec2(NUMBER_WIDTH - SPACE_S, theme::ROW_HEIGHT);
                ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                    ui.set_min_size(size);
                    ui.label(number);
                });
                move_cell_ui(ui, state, white.as_ref(), black.is_some(), half, out);
                move_cell_ui(ui, state, black.as_ref(), false, half, out);
            });
        }
        Row::Comment(comment) => indented_ui(ui, |ui| {
            ui.add(Label::new(RichText::new(comment).small().color(theme.text)).wrap());
        }),
        Row::Variation(pieces) => indented_ui(ui, |ui| {
            // The rows of a wrapped text are as high as a control unless told otherwise.
            ui.spacing_mut().interact_size.y = theme::TEXT_SMALL;
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(SPACE_XS, 2.0);
                for piece in pieces {
                    piece_ui(ui, state, piece, out);
                }
            });
        }),
    }
}

fn indented_ui(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.add_space(NUMBER_WIDTH);
        ui.vertical(content);
    });
}

/// A move of the main line in its column; the current one is marked and scrolled to.
fn move_cell_ui(
    ui: &mut Ui,
    state: &AppState,
    cell: Option<&Cell>,
    before_reply: bool,
    width: f32,
    out: &mut Vec<Action>,
) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, theme::ROW_HEIGHT), Sense::click());
    let Some(cell) = cell else {
        // White's move stands further up when something came between it and the reply.
        if before_reply {
            let at = rect.left_center() + vec2(SPACE_S, 0.0);
            let font = egui::FontId::proportional(TEXT_BODY);
            ui.painter().text(at, egui::Align2::LEFT_CENTER, "\u{2026}", font, theme.muted);
        }
        return;
    };
    let current = cell.node == state.game.cursor();
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, current, &cell.text));
    if current {
        ui.painter().rect_filled(rect, RADIUS_CONTROL, theme.accent_background);
        keep_in_view(ui, state, rect);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, RADIUS_CONTROL, theme.raised);
    }
    let (font, color) = match () {
        () if current => (bold_font(TEXT_BODY), theme.accent),
        () if is_taken_back(state, cell.node) => {
            (egui::FontId::proportional(TEXT_BODY), theme.muted)
        }
        () => (egui::FontId::proportional(TEXT_BODY), theme.text),
    };
    let at = rect.left_center() + vec2(SPACE_S, 0.0);
    ui.painter().text(at, egui::Align2::LEFT_CENTER, &cell.text, font, color);
    if response.clicked() {
        out.push(Action::Navigate(Navigation::To(cell.node)));
    }
}

/// Whether a move of the main line stands after the place where the game is.
fn is_taken_back(state: &AppState, node: NodeId) -> bool {
    let ply = |id| state.game.node(id).map_or(0, |node| node.ply());
    ply(node) > ply(state.game.head())
}

/// Scrolls to the current move when it has changed, and not against the user's own scrolling.
fn keep_in_view(ui: &mut Ui, state: &AppState, rect: egui::Rect) {
    let id = ui.scope_id().with("last current move");
    let current = (state.game_number, state.game.cursor());
    let last = ui.data(|data| data.get_temp::<(u8, (u64, NodeId))>(id));
    let (frames, seen) = last.unwrap_or((0, current));
    let frames = if last.is_none() || seen != current { 2 } else { frames };
    if frames > 0 {
        // The list's height is settled only in the frame after the one that adds a row.
        ui.data_mut(|data| data.insert_temp(id, (frames - 1, current)));
        ui.scroll_to_rect(rect.expand2(vec2(0.0, 2.0 * theme::ROW_HEIGHT)), None);
        ui.ctx().request_repaint();
    }
}

fn piece_ui(ui: &mut Ui, state: &AppState, piece: &Piece, out: &mut Vec<Action>) {
    let theme = Theme::of(ui);
    match piece {
        Piece::Text(text) => {
            ui.label(RichText::new(text).small().color(theme.muted));
        }
        Piece::Move(cell) => {
            let current = cell.node == state.game.cursor();
            let color = if current { theme.accent } else { theme.muted };
            let mut text = RichText::new(&cell.text).small().color(color);
            if current {
                text = text.background_color(theme.accent_background);
            }
            let response = ui.add(Label::new(text).sense(Sense::click()));
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, current, &cell.text));
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                out.push(Action::Navigate(Navigation::To(cell.node)));
            }
        }
    }
}

/// The result below the last move.
fn result_ui(ui: &mut Ui, state: &AppState) {
    let Some(end) = state.end() else { return };
    let theme = Theme::of(ui);
    ui.add_space(SPACE_S);
    indented_ui(ui, |ui| {
        ui.label(theme::bold(end.result_text()));
        ui.add(Label::new(RichText::new(end.to_string()).color(theme.muted)).wrap());
    });
}

fn navigation_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let at_start = state.game.cursor() == NodeId::ROOT;
    let at_end = state.game.continuation(state.game.cursor()).next().is_none();
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
                out.push(Action::Navigate(navigation));
            }
        }
    });
}
