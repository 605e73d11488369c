//! The promotion chooser: a column of pieces over the square the pawn goes to.
//!
//! It takes all input of the board while it is open. Clicked, or by key: a
//! piece's letter, or arrows and Enter; Esc or a press elsewhere closes it.

use egui::accesskit::Role as AccessRole;
use egui::{
    CornerRadius, CursorIcon, Event, Key, Modifiers, Rect, Response, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo,
};

use crate::app::ui::theme::{RADIUS_BOARD, Theme, board_marks};
use minnow_rules::Piece;

use super::animation::board_place;
use super::input::Promotion;
use super::{BoardState, BoardView, Frame, Geometry, OfferedMove, events, pieces};

/// Lets the user choose; the frame's move is the choice, if one was made.
pub(super) fn promotion_ui(
    ui: &Ui,
    state: &mut BoardState,
    view: &BoardView<'_>,
    geometry: &Geometry,
    board: &Response,
) -> Frame {
    let mut frame = Frame { focused: board.has_focus(), ..Frame::default() };
    let Some(pending) = state.input.promotion else { return frame };
    let cells = cells(pending, view, geometry);
    let mut index = None;
    for (place, (cell, choice)) in cells.iter().enumerate() {
        let response = ui.interact(*cell, board.id.with(("promotion", place)), Sense::CLICK);
        let name = choice.promotion.map_or("pawn", |role| role.name());
        response.widget_info(|| {
            WidgetInfo::labeled(AccessRole::Button, true, format!("promote to {name}"))
        });
        if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
            index = Some(place);
        }
    }
    super::set_active(ui, board.id, board.id.with(("promotion", pending.marked)));
    let focus = ui.memory(|memory| memory.focused());
    if focus.is_none_or(|id| id == board.id) {
        index = index.or(key_choice(ui, state, view, pending, &cells));
    }
    let pressed_at = ui.input(|input| {
        let pressed = input.pointer.any_pressed();
        pressed.then(|| input.pointer.interact_pos()).flatten()
    });
    if let Some(index) = index {
        frame.chosen = choose(state, view, index);
    } else if let Some(at) = pressed_at
        && events::is_on_top(ui, at)
        && !cells.iter().any(|(cell, _)| cell.contains(at))
    {
        state.input.cancel();
    }
    frame
}

/// The choices with their places on the screen, the first on the target square.
fn cells<'a>(
    pending: Promotion,
    view: &BoardView<'a>,
    geometry: &Geometry,
) -> Vec<(Rect, &'a OfferedMove)> {
    let choices: Vec<&OfferedMove> = view.choices(pending.from, pending.to).collect();
    geometry.column_from(pending.to, choices.len() as u8).into_iter().zip(choices).collect()
}

fn key_choice(
    ui: &Ui,
    state: &mut BoardState,
    view: &BoardView<'_>,
    pending: Promotion,
    cells: &[(Rect, &OfferedMove)],
) -> Option<usize> {
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::Escape) {
        state.input.cancel();
        return None;
    }
    let leads_down = cells.first().map(|cell| cell.0.top()) < cells.last().map(|c| c.0.top());
    let (onwards, back) =
        if leads_down { (Key::ArrowDown, Key::ArrowUp) } else { (Key::ArrowUp, Key::ArrowDown) };
    for (key, by) in [(onwards, 1), (back, -1)] {
        if pressed(key) {
            state.input.mark_choice(by, view);
        }
    }
    if pressed(Key::Enter) {
        return Some(pending.marked);
    }
    let chosen = cells.iter().position(|(_, choice)| {
        let letter = choice.promotion.map(|role| role.letter().to_string());
        letter.and_then(|letter| Key::from_name(&letter)).is_some_and(pressed)
    });
    if chosen.is_some() {
        // The letter would begin a typed move.
        ui.input_mut(|input| input.events.retain(|event| !matches!(event, Event::Text(_))));
    }
    chosen
}

/// Takes a choice; the piece then stands on its square at once instead of gliding there.
fn choose(state: &mut BoardState, view: &BoardView<'_>, index: usize) -> Option<OfferedMove> {
    let chosen = state.input.choose(index, view)?;
    state.animation.drop_piece(chosen.from, Some(chosen.to), board_place(chosen.to), 0.0);
    Some(chosen)
}

/// Draws the chooser over a veiled board.
pub(super) fn paint(ui: &Ui, state: &BoardState, view: &BoardView<'_>, geometry: &Geometry) {
    let Some(pending) = state.input.promotion else { return };
    let Some(pawn) = view.picture.piece_at(pending.from) else { return };
    let theme = Theme::of(ui);
    let painter = ui.painter();
    painter.rect_filled(geometry.board_rect(), RADIUS_BOARD, board_marks::VEIL);
    let cells = cells(pending, view, geometry);
    let column = cells.iter().fold(Rect::NOTHING, |all, (cell, _)| all.union(*cell));
    let radius = CornerRadius::same(RADIUS_BOARD);
    painter.add(theme.popup_shadow.as_shape(column, radius));
    painter.rect_filled(column, radius, view.picture.look.colors.light);
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let marked = cells
        .iter()
        .position(|(cell, _)| pointer.is_some_and(|at| cell.contains(at)))
        .unwrap_or(pending.marked);
    for (place, (cell, choice)) in cells.iter().enumerate() {
        if place == marked {
            painter.rect_filled(*cell, radius, board_marks::SELECTED);
        }
        let role = choice.promotion.unwrap_or(pawn.role);
        pieces::paint_piece(painter, *cell, Piece { color: pawn.color, role }, 1.0);
    }
    let line = Stroke::new(1.0, theme.line);
    painter.rect_stroke(column, radius, line, StrokeKind::Outside);
}
