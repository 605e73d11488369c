//! The board as an editor: pieces are dragged from palettes onto it, about it and off it.
//!
//! It shares geometry, pictures and square labels with the game's board. It is independent of the
//! rules: the caller checks the position.

use egui::accesskit::Action;
use egui::{
    Event, EventFilter, Key, Modifiers, PointerButton, Pos2, Rect, Response, Role as AccessRole,
    Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

use crate::app::ui::theme::{RADIUS_CONTROL, SPACE_S, SPACE_XS, Theme, board_marks};
use minnow_rules::{Color, Piece, Role, Square};

use super::{
    BoardState, BoardView, Frame, Geometry, Hint, PositionPicture, board_response, events, paint,
    paint_piece, piece_name, square_responses,
};

/// A palette's height, in points, where there is room.
const PALETTE_HEIGHT: f32 = 52.0;
/// Pieces of a palette, and the two tools beside them.
const PALETTE_CELLS: usize = 8;

/// The effect of a press on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Takes the piece up.
    #[default]
    Hand,
    /// Takes the piece off the board.
    Eraser,
    /// Puts this piece there.
    Piece(Piece),
}

impl Tool {
    fn name(self) -> String {
        match self {
            Tool::Hand => "move pieces".to_owned(),
            Tool::Eraser => "remove pieces".to_owned(),
            Tool::Piece(piece) => format!("place {}", piece_name(piece)),
        }
    }
}

/// A change that the user made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacingChange {
    /// A piece on a square, or an empty square.
    Put(Square, Option<Piece>),
    Moved(Square, Square),
}

/// The contents of the editor's board, and whether it accepts input.
#[derive(Clone, Copy, Debug)]
pub struct PlacingView<'a> {
    pub picture: &'a PositionPicture,
    /// The roles that the palettes offer.
    pub roles: &'a [Role],
    pub enabled: bool,
}

/// The view state of the editor's board.
#[derive(Clone, Debug, Default)]
pub struct PlacingState {
    pub tool: Tool,
    /// The keyboard cursor.
    board: BoardState,
    /// The piece under the pointer, and the square it comes from.
    held: Option<(Piece, Option<Square>)>,
    /// The square whose piece the keyboard has taken up.
    taken_up: Option<Square>,
}

/// Shows the board between its palettes, as large as the space that is left.
pub fn placing_ui(
    ui: &mut Ui,
    state: &mut PlacingState,
    view: &PlacingView<'_>,
) -> Vec<PlacingChange> {
    let room = ui.available_rect_before_wrap();
    let palette = PALETTE_HEIGHT.min(room.height() * 0.11).min(room.width() / PALETTE_CELLS as f32);
    let board_room = room.shrink2(vec2(0.0, palette + SPACE_S));
    let geometry = view.picture.geometry(board_room, ui.pixels_per_point());
    let hint = state.taken_up.map(Hint::Piece);
    let board_view = BoardView {
        picture: &PositionPicture { hint, ..view.picture.clone() },
        movable: None,
        targets: &[],
        shapes_kept: true,
        enabled: view.enabled,
    };
    let response = ui
        .scope_builder(egui::UiBuilder::new().max_rect(board_room), |ui| {
            board_response(ui, &geometry, &board_view, &state.board)
        })
        .inner;
    let squares = square_responses(ui, &geometry, &board_view, &mut state.board, response.id);
    let tools = tools(view, room, geometry.board_rect(), palette);
    let mut placed = Vec::new();
    if view.enabled {
        pointer(ui, state, view, &geometry, &tools, &mut placed);
        for (square, response) in &squares {
            if ui.input(|input| input.has_accesskit_action_request(response.id, Action::Click)) {
                placed.extend(state.use_at(*square, view));
            }
        }
        keys(ui, state, view, &geometry, &response, &mut placed);
    }
    let at = ui.input(|input| input.pointer.latest_pos());
    let home = state.held.and_then(|(_, home)| home).zip(at);
    let frame = Frame { focused: response.has_focus(), held: home, ..Frame::default() };
    paint::paint(ui, &geometry, &board_view, &state.board, &frame);
    trays(ui, view, &tools);
    for (tool, rect) in tools {
        tool_ui(ui, state, view, tool, rect);
    }
    if let (Some((piece, None)), Some(at)) = (state.held, at) {
        paint::held(ui.painter(), &geometry, piece, at);
    }
    placed
}

impl PlacingState {
    /// A press of the main button on a square. The hand takes its piece up.
    fn press(&mut self, at: Square, view: &PlacingView<'_>) -> Option<PlacingChange> {
        self.taken_up = None;
        self.board.input.cursor = at;
        match self.tool {
            Tool::Hand => {
                self.held = view.picture.piece_at(at).map(|piece| (piece, Some(at)));
                None
            }
            Tool::Eraser | Tool::Piece(_) => self.use_at(at, view),
        }
    }

    /// The button goes up over a square or off the board: there a piece is gone.
    fn release(&mut self, over: Option<Square>) -> Option<PlacingChange> {
        match (self.held.take()?, over) {
            ((piece, None), Some(at)) => Some(PlacingChange::Put(at, Some(piece))),
            ((_, None), None) => None,
            ((_, Some(home)), Some(at)) => (home != at).then_some(PlacingChange::Moved(home, at)),
            ((_, Some(home)), None) => Some(PlacingChange::Put(home, None)),
        }
    }

    /// The tool without a pointer: the hand takes up and puts down.
    fn use_at(&mut self, at: Square, view: &PlacingView<'_>) -> Option<PlacingChange> {
        self.board.input.cursor = at;
        let there = view.picture.piece_at(at);
        match self.tool {
            Tool::Hand => match self.taken_up.take() {
                Some(home) => (home != at).then_some(PlacingChange::Moved(home, at)),
                None => {
                    self.taken_up = there.map(|_| at);
                    None
                }
            },
            Tool::Eraser => there.map(|_| PlacingChange::Put(at, None)),
            // Putting the same piece there again removes it.
            Tool::Piece(piece) => {
                Some(PlacingChange::Put(at, Some(piece).filter(|_| there != Some(piece))))
            }
        }
    }
}

fn pointer(
    ui: &Ui,
    state: &mut PlacingState,
    view: &PlacingView<'_>,
    geometry: &Geometry,
    tools: &[(Tool, Rect)],
    placed: &mut Vec<PlacingChange>,
) {
    let buttons = |event: &Event| match event {
        Event::PointerButton { pos, button, pressed, .. } => Some((*pos, *button, *pressed)),
        _ => None,
    };
    let events: Vec<(Pos2, PointerButton, bool)> =
        ui.input(|input| input.events.iter().filter_map(buttons).collect());
    for (pos, button, pressed) in events {
        let over = geometry.square_at(pos).filter(|_| events::is_on_top(ui, pos));
        match (button, pressed) {
            (PointerButton::Primary, true) => {
                placed.extend(over.and_then(|at| state.press(at, view)));
                let below = tools.iter().find(|(_, rect)| rect.contains(pos));
                if let Some((Tool::Piece(piece), _)) = below.filter(|_| events::is_on_top(ui, pos))
                {
                    state.held = Some((*piece, None));
                }
            }
            (PointerButton::Primary, false) => placed.extend(state.release(over)),
            (PointerButton::Secondary, true) => {
                state.held = None;
                placed.extend(over.map(|at| PlacingChange::Put(at, None)));
            }
            _ => {}
        }
    }
    // A release can get lost, as when another window takes the focus.
    let is_held = |input: &egui::InputState| {
        input.pointer.any_down() && !input.events.contains(&Event::WindowFocused(false))
    };
    if !ui.input(is_held) {
        state.held = None;
    }
}

/// Arrows move the cursor, Enter uses the tool, a piece's letter puts it there, Delete removes.
fn keys(
    ui: &Ui,
    state: &mut PlacingState,
    view: &PlacingView<'_>,
    geometry: &Geometry,
    board: &Response,
    placed: &mut Vec<PlacingChange>,
) {
    if !board.has_focus() {
        return;
    }
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    for key in events::take_keys(ui, &events::ARROWS) {
        events::step(&mut state.board, geometry, key);
    }
    let cursor = geometry.neighbour(state.board.input.cursor, 0, 0);
    if pressed(Key::Enter) {
        placed.extend(state.use_at(cursor, view));
    }
    if pressed(Key::Delete) || pressed(Key::Backspace) {
        placed.push(PlacingChange::Put(cursor, None));
    }
    let letters: String = ui.input(|input| {
        let text = |event: &Event| match event {
            Event::Text(text) => Some(text.clone()),
            _ => None,
        };
        input.events.iter().filter_map(text).collect()
    });
    let pieces = letters.chars().filter_map(Piece::from_letter);
    let offered = pieces.filter(|piece| view.roles.contains(&piece.role));
    placed.extend(offered.map(|piece| PlacingChange::Put(cursor, Some(piece))));
    let filter =
        EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: false };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(board.id, filter));
}

/// The tools and their places: the pieces above and below the board, and beside the lower ones the
/// hand and the eraser.
fn tools(view: &PlacingView<'_>, room: Rect, board: Rect, cell: f32) -> Vec<(Tool, Rect)> {
    let below = if view.picture.flipped { Color::Black } else { Color::White };
    let rows = [(!below, board.top() - cell - SPACE_S), (below, board.bottom() + SPACE_S)];
    let mut placed = Vec::new();
    for (color, top) in rows {
        let piece = |role: &Role| Tool::Piece(Piece { color, role: *role });
        let mut tools: Vec<Tool> = view.roles.iter().map(piece).collect();
        if color == below {
            tools.insert(0, Tool::Hand);
            tools.push(Tool::Eraser);
        }
        let left = room.center().x - cell * tools.len() as f32 / 2.0;
        placed.extend(tools.into_iter().enumerate().map(|(index, tool)| {
            let corner = pos2(left + cell * index as f32, top);
            (tool, Rect::from_min_size(corner, Vec2::splat(cell)))
        }));
    }
    placed
}

/// Behind the pieces, in the colour of squares on which they stand out, whatever the theme.
fn trays(ui: &Ui, view: &PlacingView<'_>, tools: &[(Tool, Rect)]) {
    for (color, fill) in [
        (Color::White, view.picture.look.colors.dark),
        (Color::Black, view.picture.look.colors.light),
    ] {
        let of_color = |tool: &Tool| matches!(tool, Tool::Piece(piece) if piece.color == color);
        let rects = tools.iter().filter(|(tool, _)| of_color(tool)).map(|(_, rect)| *rect);
        if let Some(tray) = rects.reduce(Rect::union) {
            ui.painter().rect_filled(tray, RADIUS_CONTROL, fill);
        }
    }
}

fn tool_ui(ui: &Ui, state: &mut PlacingState, view: &PlacingView<'_>, tool: Tool, rect: Rect) {
    let theme = Theme::of(ui);
    let id = ui.scope_id().with(("tool", tool.name()));
    let response = ui.interact(rect, id, Sense::click());
    let (enabled, chosen) = (view.enabled, state.tool == tool);
    response.widget_info(|| {
        WidgetInfo::selected(AccessRole::RadioButton, enabled, chosen, tool.name())
    });
    if !enabled {
        return;
    }
    if response.clicked() {
        state.tool = if chosen { Tool::Hand } else { tool };
        state.taken_up = None;
    }
    let inner = rect.shrink(2.0);
    let is_piece = matches!(tool, Tool::Piece(_));
    if chosen {
        let fill = if is_piece { board_marks::SELECTED } else { theme.accent_background };
        ui.painter().rect_filled(inner, RADIUS_CONTROL, fill);
    } else if response.hovered() {
        let fill = if is_piece { board_marks::TARGET_HOVERED } else { theme.raised };
        ui.painter().rect_filled(inner, RADIUS_CONTROL, fill);
    }
    if chosen || response.has_focus() {
        let stroke = Stroke::new(if chosen { 1.5 } else { 2.5 }, theme.accent);
        ui.painter().rect_stroke(inner, RADIUS_CONTROL, stroke, StrokeKind::Inside);
    }
    let icon = match tool {
        Tool::Piece(piece) => {
            paint_piece(ui.painter(), rect.shrink(SPACE_XS), piece, 1.0);
            None
        }
        Tool::Hand => Some(icons::ICON_PAN_TOOL.codepoint),
        Tool::Eraser => Some(icons::ICON_DELETE.codepoint),
    };
    if let Some(icon) = icon {
        let font = egui::FontId::proportional(rect.height() * 0.45);
        let color = if chosen { theme.accent } else { theme.muted };
        ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, icon, font, color);
    }
    response.on_hover_text(tool.name());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::board::BoardLook;
    use minnow_rules::Variant;

    const KNIGHT: Piece = Piece { color: Color::White, role: Role::Knight };

    fn board(pieces: &[(Square, Piece)]) -> PositionPicture {
        let variant = Variant::default_variant();
        PositionPicture::new(variant, pieces.to_vec(), BoardLook::default())
    }

    fn view(picture: &PositionPicture) -> PlacingView<'_> {
        PlacingView { picture, roles: &Role::ALL, enabled: true }
    }

    #[test]
    fn the_hand_moves_and_removes_pieces() {
        let [b1, c3] = [Square::new(1, 0), Square::new(2, 2)];
        let with_knight = board(&[(b1, KNIGHT)]);
        let mut state = PlacingState::default();
        assert_eq!(state.press(b1, &view(&with_knight)), None);
        assert_eq!(state.release(Some(c3)), Some(PlacingChange::Moved(b1, c3)));
        state.press(b1, &view(&with_knight));
        assert_eq!(state.release(None), Some(PlacingChange::Put(b1, None)));
        state.press(b1, &view(&with_knight));
        assert_eq!((state.release(Some(b1)), state.release(Some(c3))), (None, None));
        state.press(c3, &view(&with_knight));
        assert_eq!(state.release(Some(b1)), None, "nothing stood there");
    }

    #[test]
    fn a_palettes_piece_is_put_then_removed() {
        let c3 = Square::new(2, 2);
        let mut state = PlacingState { held: Some((KNIGHT, None)), ..PlacingState::default() };
        assert_eq!(state.release(Some(c3)), Some(PlacingChange::Put(c3, Some(KNIGHT))));
        state.tool = Tool::Piece(KNIGHT);
        let (empty, with_knight) = (board(&[]), board(&[(c3, KNIGHT)]));
        assert_eq!(state.press(c3, &view(&empty)), Some(PlacingChange::Put(c3, Some(KNIGHT))));
        assert_eq!(state.press(c3, &view(&with_knight)), Some(PlacingChange::Put(c3, None)));
        state.tool = Tool::Eraser;
        assert_eq!(state.press(c3, &view(&empty)), None);
    }

    #[test]
    fn the_keyboard_takes_up_and_puts_down() {
        let [b1, c3] = [Square::new(1, 0), Square::new(2, 2)];
        let with_knight = board(&[(b1, KNIGHT)]);
        let mut state = PlacingState::default();
        assert_eq!(state.use_at(b1, &view(&with_knight)), None);
        assert_eq!(state.use_at(c3, &view(&with_knight)), Some(PlacingChange::Moved(b1, c3)));
        assert_eq!(state.use_at(c3, &view(&with_knight)), None, "an empty square");
    }
}
