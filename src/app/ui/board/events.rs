//! From egui's events to the board's input machine.
//!
//! It follows raw button events in their order instead of egui's clicks and drags: egui reports a
//! drag only after some distance or time, but a piece follows the pointer at once, and a quick drag
//! may begin and end within one frame.

use egui::accesskit::Action;
use egui::{Event, EventFilter, FocusDirection, Key, Modifiers, PointerButton, Pos2, Response, Ui};

use minnow_rules::Square;

use super::{BoardState, BoardView, Brush, Frame, Geometry};

/// A held piece lifts off when the pointer has gone this far, in points.
const LIFT_DISTANCE: f32 = 3.0;

/// Feeds this frame's events to the board.
pub(super) fn handle(
    ui: &Ui,
    state: &mut BoardState,
    view: &BoardView<'_>,
    geometry: &Geometry,
    board: &Response,
    squares: &[(Square, Response)],
) -> Frame {
    let mut frame = Frame { focused: board.has_focus(), ..Frame::default() };
    if !ui.is_enabled() || !view.enabled {
        state.cancel();
        return frame;
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let over = pointer.and_then(|at| geometry.square_at(at));
    let reached = squares.iter().any(|(_, response)| response.contains_pointer());
    frame.hovered = over.filter(|_| reached);
    pointer_events(ui, state, view, geometry, &mut frame);
    for (square, response) in squares {
        if ui.input(|input| input.has_accesskit_action_request(response.id, Action::Click)) {
            frame.pressed = Some(*square);
            frame.chosen = frame.chosen.or(state.input.activate(*square, view));
        }
    }
    keys(ui, state, view, geometry, board, &mut frame);
    if let (Some(home), Some(at)) = (state.input.lifted(), pointer) {
        frame.held = Some((home, at));
    }
    frame
}

fn pointer_events(
    ui: &Ui,
    state: &mut BoardState,
    view: &BoardView<'_>,
    geometry: &Geometry,
    frame: &mut Frame,
) {
    let events = ui.input(|input| {
        let relevant = |event: &&Event| {
            use Event::{PointerButton, PointerMoved, WindowFocused};
            matches!(event, PointerButton { .. } | PointerMoved(_) | WindowFocused(false))
        };
        input.events.iter().filter(relevant).cloned().collect::<Vec<Event>>()
    });
    for event in events {
        match event {
            Event::PointerMoved(at) => {
                let far = state.pressed_at.is_some_and(|from| from.distance(at) > LIFT_DISTANCE);
                state.input.drag(geometry.square_at(at), far);
            }
            Event::PointerButton { pos, button, pressed: true, modifiers } => {
                if let Some(square) = geometry.square_at(pos)
                    && is_on_top(ui, pos)
                {
                    state.pressed_at = Some(pos);
                    press(state, view, square, button, modifiers, frame);
                }
            }
            Event::PointerButton { pos, button, pressed: false, .. } => {
                release(ui, state, view, geometry, (pos, button), frame);
            }
            // A minimised window gets no release, so egui would treat the button as held until the next
            // press.
            Event::WindowFocused(false) if state.input.is_gesture() => state.cancel(),
            _ => {}
        }
    }
    if !ui.input(|input| input.pointer.any_down()) && state.input.is_gesture() {
        state.cancel();
    }
}

/// True if no window or menu lies over the board there.
pub(super) fn is_on_top(ui: &Ui, at: Pos2) -> bool {
    let layer = ui.ctx().layer_id_at(at);
    ui.clip_rect().contains(at) && layer.is_none_or(|layer| layer == ui.layer_id())
}

fn press(
    state: &mut BoardState,
    view: &BoardView<'_>,
    square: Square,
    button: PointerButton,
    modifiers: Modifiers,
    frame: &mut Frame,
) {
    frame.premove_dropped |= view.picture.premove.is_some();
    match button {
        PointerButton::Primary => {
            frame.pressed = Some(square);
            frame.chosen = frame.chosen.or(state.input.press(square, view));
        }
        // The other button takes the premove back, and draws nothing.
        PointerButton::Secondary if view.picture.premove.is_some() => {
            state.input.cancel();
        }
        PointerButton::Secondary => {
            let shift_or_ctrl = modifiers.shift || modifiers.ctrl || modifiers.command;
            let brush = Brush::from_modifiers(shift_or_ctrl, modifiers.alt);
            state.input.press_secondary(square, brush);
        }
        _ => {}
    }
}

fn release(
    ui: &Ui,
    state: &mut BoardState,
    view: &BoardView<'_>,
    geometry: &Geometry,
    (pos, button): (Pos2, PointerButton),
    frame: &mut Frame,
) {
    let square = geometry.square_at(pos);
    match button {
        PointerButton::Primary => {
            let lifted = state.input.lifted();
            let chosen = state.input.release(square, view);
            frame.chosen = frame.chosen.or(chosen);
            let Some(home) = lifted.filter(|_| state.input.promotion.is_none()) else { return };
            let now = ui.input(|input| input.time);
            let place = geometry.board_from_screen(pos);
            state.animation.drop_piece(home, chosen.map(|target| target.to), place, now);
            frame.held = Some((home, pos));
        }
        PointerButton::Secondary => {
            frame.asked = frame.asked.or(state.input.ask(square, view));
            frame.shapes_changed |= state.input.release_secondary(square);
        }
        _ => {}
    }
}

fn keys(
    ui: &Ui,
    state: &mut BoardState,
    view: &BoardView<'_>,
    geometry: &Geometry,
    board: &Response,
    frame: &mut Frame,
) {
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if frame.focused {
        for key in take_keys(ui, &[&ARROWS[..], &[Key::Enter]].concat()) {
            if key == Key::Enter {
                let cursor = geometry.neighbour(state.input.cursor, 0, 0);
                frame.pressed = Some(cursor);
                frame.chosen = frame.chosen.or(state.input.activate(cursor, view));
            } else {
                step(state, geometry, key);
            }
        }
    }
    let escape = ui.input(|input| input.key_pressed(Key::Escape));
    if escape && !ui.ctx().text_edit_focused() {
        frame.premove_dropped |= view.picture.premove.is_some();
        if state.input.cancel() || view.picture.premove.is_some() {
            pressed(Key::Escape);
        } else if frame.focused {
            pressed(Key::Escape);
            board.surrender_focus();
        }
    }
    if frame.focused {
        let filter = EventFilter {
            tab: false,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(board.id, filter));
    }
}

/// The keys that move the cursor.
pub(super) const ARROWS: [Key; 4] = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];

/// Takes the presses of these keys in their order: several may come within a frame.
pub(super) fn take_keys(ui: &Ui, keys: &[Key]) -> Vec<Key> {
    let mut taken = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. }
                if modifiers.is_none() && keys.contains(key) =>
            {
                taken.push(*key);
                false
            }
            _ => true,
        });
    });
    if !taken.is_empty() {
        // An arrow would also move the focus to another control.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    taken
}

/// Moves the keyboard cursor by an arrow key.
pub(super) fn step(state: &mut BoardState, geometry: &Geometry, key: Key) {
    let (right, up) = match key {
        Key::ArrowLeft => (-1, 0),
        Key::ArrowRight => (1, 0),
        Key::ArrowUp => (0, 1),
        _ => (0, -1),
    };
    state.input.cursor = geometry.neighbour(state.input.cursor, right, up);
}
