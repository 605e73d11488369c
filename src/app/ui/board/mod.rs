//! The board widget. It is independent of the rules: a [`PositionPicture`] and the moves on offer
//! come in with a [`BoardView`], the chosen move goes out with a [`BoardOutput`].
//!
//! `picture` is the position with its marks, which every painter of a board reads. `geometry` places
//! squares, `input` interprets presses and keys, `animation` places moving pieces, `pieces` draws
//! them, and `paint` draws the board; this file joins them to egui. The caller supplies the legal
//! moves and plays the chosen one.

mod animation;
mod events;
mod geometry;
mod input;
mod paint;
mod picture;
mod pieces;
mod placing;
mod promotion;
mod style;
mod svg;
#[cfg(test)]
mod tests;

use egui::accesskit::Action as AccessAction;
use egui::{CursorIcon, Id, Pos2, Response, Role as AccessRole, Sense, Ui, UiBuilder, WidgetInfo};

use crate::app::ui::{
    focus::note_first_stop,
    hover::{HoverArea, declare_areas},
};
use minnow_rules::Square;

pub use geometry::Geometry;
pub use input::{BoardView, OfferedMove};
pub use paint::{mini_board_in_ui, mini_board_ui};
pub use picture::{Arrow, BoardLook, Brush, Hint, PositionPicture, Shape, ShownMarks};
pub use pieces::{
    paint_pattern, paint_piece, paint_piece_of, paint_silhouette, piece_name, use_style,
};
pub use placing::{PlacingChange, PlacingState, PlacingView, Tool, placing_ui};
pub use style::{Pattern, PieceSet, contrast};

use animation::Animation;
use input::BoardInput;

/// The view state of the board. None of it belongs to the game.
#[derive(Clone, Debug, Default)]
pub struct BoardState {
    input: BoardInput,
    animation: Animation,
    /// The point at which the held button went down.
    pressed_at: Option<Pos2>,
}

impl BoardState {
    /// The user's arrows and circles, oldest first.
    pub fn shapes(&self) -> &[Shape] {
        &self.input.shapes
    }

    /// Replaces the user's shapes, as when another position of the game is shown.
    pub fn set_shapes(&mut self, shapes: Vec<Shape>) {
        self.input.shapes = shapes;
    }

    /// Drops selection, held piece and promotion, as when another game is shown.
    pub fn cancel(&mut self) {
        while self.input.cancel() {}
    }
}

/// The result of a frame.
#[derive(Debug)]
pub struct BoardOutput {
    /// The board as a whole: its rectangle, and whether it has the keyboard's focus.
    pub response: Response,
    /// The move the user made; the caller plays it and shows the new placement.
    pub chosen: Option<OfferedMove>,
    /// The square that the user pressed with the main button, by Enter or by a screen reader.
    pub pressed: Option<Square>,
    /// The move that the user clicked with the other button, to ask about it.
    pub asked: Option<OfferedMove>,
    /// The user's shapes changed.
    pub shapes_changed: bool,
    /// The user has dropped the premove: by a press elsewhere, by the other button or by Esc.
    pub premove_dropped: bool,
}

/// Shows the board as large as the space that is left, in whole pixels.
///
/// A second board needs a `Ui` with an id of its own.
/// Use [`Geometry::fit`] beforehand to learn the size. Show what lies over the
/// board in an area or window of its own, and handle the program's keys
/// afterwards: the board takes arrows, Enter and Esc only while they are meant for it.
pub fn board_ui(ui: &mut Ui, state: &mut BoardState, view: &BoardView<'_>) -> BoardOutput {
    let picture = view.picture;
    let geometry = picture.geometry(ui.available_rect_before_wrap(), ui.pixels_per_point());
    let now = ui.input(|input| input.time);
    state.input.sync(view);
    let animate = picture.look.animate;
    state.animation.update(&picture.pieces, picture.last_move, animate, now);

    let response = board_response(ui, &geometry, view, state);
    let squares = square_responses(ui, &geometry, view, state, response.id);
    let shapes_before = state.input.shapes.len();
    let frame = if state.input.promotion.is_some() {
        promotion::promotion_ui(ui, state, view, &geometry, &response)
    } else {
        events::handle(ui, state, view, &geometry, &response, &squares)
    };
    let shapes_changed = frame.shapes_changed || state.input.shapes.len() != shapes_before;

    declare_hover_areas(ui, &geometry, state, view);
    set_cursor_icon(ui, state, view, frame.hovered);
    paint::paint(ui, &geometry, view, state, &frame);
    promotion::paint(ui, state, view, &geometry);
    if state.animation.is_running() {
        ui.ctx().request_repaint();
    }
    BoardOutput {
        response,
        chosen: frame.chosen,
        pressed: frame.pressed,
        asked: frame.asked,
        shapes_changed,
        premove_dropped: frame.premove_dropped && frame.chosen.is_none(),
    }
}

/// The result of one frame's input, for painting.
#[derive(Debug, Default)]
struct Frame {
    chosen: Option<OfferedMove>,
    pressed: Option<Square>,
    asked: Option<OfferedMove>,
    shapes_changed: bool,
    premove_dropped: bool,
    /// The square under the pointer, if nothing lies over the board there.
    hovered: Option<Square>,
    /// A piece away from its square: its home, and the pointer.
    held: Option<(Square, Pos2)>,
    /// The keyboard cursor is to be seen.
    focused: bool,
}

/// The board as one stop of the Tab key.
fn board_response(
    ui: &mut Ui,
    geometry: &Geometry,
    view: &BoardView<'_>,
    state: &BoardState,
) -> Response {
    let rect = geometry.board_rect();
    ui.allocate_rect(rect, Sense::hover());
    let id = ui.scope_id().with("board");
    let response = ui.interact(rect, id, Sense::focusable_noninteractive());
    note_first_stop(ui, id);
    let enabled = ui.is_enabled() && view.enabled;
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(AccessRole::Group, enabled, "board");
        info.current_text_value = Some(square_label(state.input.cursor, view, state));
        info
    });
    let cursor = geometry.neighbour(state.input.cursor, 0, 0);
    set_active(ui, id, square_id(id, cursor));
    response
}

/// Tells screen readers which part of the board has the focus while the board has it.
fn set_active(ui: &Ui, board: Id, part: Id) {
    ui.ctx().accesskit_node_builder(board, |node| node.set_active_descendant(part.accesskit_id()));
}

fn square_id(board: Id, square: Square) -> Id {
    board.with(square.index())
}

/// One response for each square, as a part of the board for screen readers and tests. For egui, the
/// board as a whole has the focus; for a screen reader, the square of the cursor has it.
fn square_responses(
    ui: &mut Ui,
    geometry: &Geometry,
    view: &BoardView<'_>,
    state: &mut BoardState,
    board: Id,
) -> Vec<(Square, Response)> {
    let enabled = ui.is_enabled() && view.enabled;
    let inside = UiBuilder::new().max_rect(geometry.board_rect()).accessibility_parent(board);
    let ui = ui.new_child(inside);
    let mut responses = Vec::new();
    for square in geometry.squares() {
        let (rect, id) = (geometry.square_rect(square), square_id(board, square));
        let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
        response.widget_info(|| {
            let label = square_label(square, view, state);
            WidgetInfo::labeled(AccessRole::Button, enabled, label)
        });
        ui.ctx().accesskit_node_builder(id, |node| {
            node.add_action(AccessAction::Focus);
            node.set_selected(state.input.selected == Some(square));
        });
        if ui.input(|input| input.has_accesskit_action_request(id, AccessAction::Focus)) {
            state.input.cursor = square;
            ui.memory_mut(|memory| memory.request_focus(board));
        }
        responses.push((square, response));
    }
    responses
}

/// `c3, white knight` or `c4, empty`, and the marks on the square: `c4, empty, can go here`.
fn square_label(square: Square, view: &BoardView<'_>, state: &BoardState) -> String {
    let is_marked = view.picture.marked == Some(square);
    let name = if is_marked { "marked square".to_owned() } else { square.to_string() };
    let mut label = match view.picture.piece_at(square) {
        Some(piece) => format!("{name}, {}", piece_name(piece)),
        None => format!("{name}, empty"),
    };
    let selected = state.input.selected;
    let is_target = selected.is_some_and(|from| view.can_move(from, square));
    let marks = [
        (selected == Some(square), "selected"),
        (is_target, "can go here"),
        (view.picture.attacked_king == Some(square), "attacked"),
        (view.picture.lost_king == Some(square), "the king was lost here"),
    ];
    for (_, mark) in marks.into_iter().filter(|(shown, _)| *shown) {
        label.push_str(", ");
        label.push_str(mark);
    }
    label
}

/// Tells between which squares the pointer can move without a change of the picture or the cursor.
fn declare_hover_areas(ui: &Ui, geometry: &Geometry, state: &BoardState, view: &BoardView<'_>) {
    if state.input.promotion.is_some() {
        return;
    }
    let area = |square: Square| {
        let appearance = match cursor_over(square, state, view) {
            CursorIcon::Default => 0,
            CursorIcon::Grab => 1,
            // The target under the pointer is highlighted.
            _ => 2 + square.index(),
        };
        HoverArea { rect: geometry.square_rect(square), appearance }
    };
    declare_areas(ui, geometry.squares().map(area).collect());
}

fn set_cursor_icon(ui: &Ui, state: &BoardState, view: &BoardView<'_>, hovered: Option<Square>) {
    let icon = if state.input.holds_piece() {
        CursorIcon::Grabbing
    } else {
        hovered.map_or(CursorIcon::Default, |square| cursor_over(square, state, view))
    };
    if icon != CursorIcon::Default {
        ui.ctx().set_cursor_icon(icon);
    }
}

/// The pointer's look over a square while no button is down.
fn cursor_over(square: Square, state: &BoardState, view: &BoardView<'_>) -> CursorIcon {
    let is_target = state.input.selected.is_some_and(|from| view.can_move(from, square));
    match (is_target, view.can_pick(square)) {
        (true, _) => CursorIcon::PointingHand,
        (false, true) => CursorIcon::Grab,
        (false, false) => CursorIcon::Default,
    }
}
