//! A small board to look at: pieces on squares, nothing to click.

use egui::epaint::{PathShape, PathStroke};
use egui::{CornerRadius, Painter, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use crate::app::ui::theme::{BOARD_MARKS, BoardColors};
use minnow_rules::{Piece, Position, Square};

use super::{Brush, Geometry, paint::arrow_outline, paint_piece, pieces::paint_square};

/// The content of a small board.
#[derive(Clone, Debug)]
pub struct MiniBoard {
    /// For screen readers.
    pub name: String,
    /// 1 to 8.
    pub files: u8,
    /// 1 to 8.
    pub ranks: u8,
    /// Black's side below.
    pub flipped: bool,
    pub pieces: Vec<(Square, Piece)>,
    /// From and to, both tinted.
    pub last_move: Option<(Square, Square)>,
    pub colors: &'static BoardColors,
}

impl MiniBoard {
    /// A position from White's side, without a last move.
    pub fn of(
        position: &Position,
        name: impl Into<String>,
        colors: &'static BoardColors,
    ) -> MiniBoard {
        let variant = position.variant();
        MiniBoard {
            name: name.into(),
            files: variant.files,
            ranks: variant.ranks,
            flipped: false,
            pieces: position.board().pieces().collect(),
            last_move: None,
            colors,
        }
    }
}

/// Draws the board with squares of this size in points; returns their places.
pub fn mini_board_ui(ui: &mut Ui, view: &MiniBoard, square_size: f32) -> Geometry {
    let size = square_size * vec2(f32::from(view.files), f32::from(view.ranks));
    let (room, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &view.name));
    let geometry = Geometry::fit(room, ui.pixels_per_point(), view.files, view.ranks, view.flipped);
    let painter = ui.painter();
    for square in geometry.squares() {
        let rect = geometry.square_rect(square);
        paint_square(painter, rect, CornerRadius::ZERO, square, view.colors);
    }
    let moved = view.last_move.map(|(from, to)| [from, to]);
    for square in moved.into_iter().flatten().filter(|square| geometry.contains(*square)) {
        painter.rect_filled(geometry.square_rect(square), 0, BOARD_MARKS.last_move);
    }
    for (square, piece) in &view.pieces {
        paint_piece(painter, geometry.square_rect(*square), *piece, 1.0);
    }
    geometry
}

/// Draws the board as large as it fits into the middle of `place`.
pub fn mini_board_in_ui(ui: &mut Ui, view: &MiniBoard, place: Rect) {
    let [files, ranks] = [view.files, view.ranks].map(f32::from);
    let square = (place.width() / files).min(place.height() / ranks).floor();
    let middle = Rect::from_center_size(place.center(), square * vec2(files, ranks));
    mini_board_ui(&mut ui.new_child(UiBuilder::new().max_rect(middle)), view, square);
}

/// An arrow over a small board.
pub fn mini_arrow(painter: &Painter, geometry: &Geometry, from: Square, to: Square, brush: Brush) {
    let (start, end) = (geometry.square_rect(from).center(), geometry.square_rect(to).center());
    let points = arrow_outline(start, end, 0.6, geometry.square_size());
    let (fill, stroke) = (BOARD_MARKS.brushes[brush.index()], PathStroke::NONE);
    painter.add(PathShape { points, closed: true, fill, stroke });
}
