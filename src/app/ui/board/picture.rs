//! A position with its marks: the one value that features fill and every painter of a board reads,
//! whether it paints the large board, a small one or an SVG drawing. Its arrows and circles are the
//! user's, edited in `BoardState` with the right mouse button, and the program's.

use egui::{Color32, Rect, Vec2, vec2};
use serde::{Deserialize, Serialize};

use crate::app::ui::theme::{BOARD_COLORS, BoardColors, board_marks};
use minnow_rules::{Color, Piece, Position, Role, Square, Variant};

use super::{Geometry, Pattern, PieceSet};

/// The width of the user's arrows and the hint's.
const USERS_WEIGHT: f32 = 0.4;

/// The width of a premove's arrow.
const PREMOVE_WEIGHT: f32 = 0.25;

/// A hint to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The piece to be moved.
    Piece(Square),
    /// The whole move.
    Move(Square, Square),
}

/// The colour of a shape. The first four are the user's, in the order of PGN's G, R, B, Y;
/// the others are for the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brush {
    Green,
    Red,
    Blue,
    Yellow,
    /// The program's first choice.
    Best,
    /// A line of second rank.
    Second,
}

impl Brush {
    /// The user's brush for the modifier keys held: none green, Shift or Ctrl
    /// red, Alt blue, both yellow.
    pub fn from_modifiers(shift_or_ctrl: bool, alt: bool) -> Brush {
        match (shift_or_ctrl, alt) {
            (false, false) => Brush::Green,
            (true, false) => Brush::Red,
            (false, true) => Brush::Blue,
            (true, true) => Brush::Yellow,
        }
    }

    fn color(self) -> Color32 {
        board_marks::BRUSHES[self as usize]
    }
}

/// A circle around `from`, or an arrow from there to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub from: Square,
    /// The arrow's end; a shape without one is a circle.
    pub to: Option<Square>,
    pub brush: Brush,
}

impl Shape {
    /// A circle around a square.
    pub fn circle(at: Square, brush: Brush) -> Shape {
        Shape { from: at, to: None, brush }
    }

    /// An arrow; one that ends where it starts is a circle.
    pub fn arrow(from: Square, to: Square, brush: Brush) -> Shape {
        Shape { from, to: (from != to).then_some(to), brush }
    }

    /// Draws `self` into `shapes`: the same shape again removes it, another
    /// brush over the same squares repaints it.
    pub fn toggle_in(self, shapes: &mut Vec<Shape>) {
        let before = shapes.len();
        shapes.retain(|shape| *shape != self);
        if shapes.len() == before {
            shapes.retain(|shape| (shape.from, shape.to) != (self.from, self.to));
            shapes.push(self);
        }
    }
}

/// An arrow of the program; its width shows its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    pub from: Square,
    pub to: Square,
    pub brush: Brush,
    /// From 0, the thinnest, to 1.
    pub weight: f32,
}

impl Arrow {
    pub fn new(from: Square, to: Square, brush: Brush, weight: f32) -> Arrow {
        Arrow { from, to, brush, weight: weight.clamp(0.0, 1.0) }
    }
}

/// The look of every board, as the user chose it.
#[derive(Clone, Copy, Debug)]
pub struct BoardLook {
    /// The colours of the squares.
    pub colors: &'static BoardColors,
    pub pieces: PieceSet,
    pub pattern: Pattern,
    pub marks: ShownMarks,
    /// True if moved pieces glide.
    pub animate: bool,
}

/// The marks that the user may hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownMarks {
    /// Letters and digits inside the edge squares, unless the squares are tiny.
    pub coordinates: bool,
    /// Dots and rings on the squares to which the selected piece can go.
    pub targets: bool,
    pub last_move: bool,
}

impl Default for ShownMarks {
    fn default() -> ShownMarks {
        ShownMarks { coordinates: true, targets: true, last_move: true }
    }
}

impl Default for BoardLook {
    fn default() -> BoardLook {
        BoardLook {
            colors: &BOARD_COLORS[0],
            pieces: PieceSet::Minnow,
            pattern: Pattern::Plain,
            marks: ShownMarks::default(),
            animate: false,
        }
    }
}

/// A position with its marks.
#[derive(Clone, Debug)]
pub struct PositionPicture {
    /// 1 to 8.
    pub files: u8,
    /// 1 to 8.
    pub ranks: u8,
    /// Black's side below.
    pub flipped: bool,
    /// The pieces with their squares; each square at most once.
    pub pieces: Vec<(Square, Piece)>,
    /// From and to, both tinted.
    pub last_move: Option<(Square, Square)>,
    /// The squares of the move that is made as soon as it is this side's turn.
    pub premove: Option<(Square, Square)>,
    /// The square that glows as a warning.
    pub attacked_king: Option<Square>,
    /// The square where a king was taken or mated, which ended the game.
    pub lost_king: Option<Square>,
    /// A ring or an arrow in the hint's colour.
    pub hint: Option<Hint>,
    /// The square that the user is to name: it has a ring, and its label does not say its name.
    pub marked: Option<Square>,
    /// The program's arrows, drawn below the user's shapes; the first lies on top.
    pub arrows: Vec<Arrow>,
    /// The user's shapes, oldest first. Those that the user can edit are in a `BoardState` instead.
    pub shapes: Vec<Shape>,
    pub look: BoardLook,
}

/// A ring around a square or an arrow, as it is painted.
#[derive(Clone, Copy, Debug)]
pub(super) struct PictureShape {
    pub from: Square,
    /// The arrow's end; a ring has none.
    pub to: Option<Square>,
    /// The arrow's width.
    pub weight: f32,
    pub color: Color32,
}

impl PositionPicture {
    /// Pieces on a variant's board, with White's side below and without marks.
    pub fn new(
        variant: &Variant,
        pieces: Vec<(Square, Piece)>,
        look: BoardLook,
    ) -> PositionPicture {
        PositionPicture {
            files: variant.files,
            ranks: variant.ranks,
            flipped: false,
            pieces,
            last_move: None,
            premove: None,
            attacked_king: None,
            lost_king: None,
            hint: None,
            marked: None,
            arrows: Vec::new(),
            shapes: Vec::new(),
            look,
        }
    }

    /// A position with White's side below and without marks.
    pub fn of(position: &Position, look: BoardLook) -> PositionPicture {
        PositionPicture::new(position.variant(), position.board().pieces().collect(), look)
    }

    /// The same, seen from the side to move.
    pub fn of_mover(position: &Position, look: BoardLook) -> PositionPicture {
        let flipped = position.turn() == Color::Black;
        PositionPicture { flipped, ..PositionPicture::of(position, look) }
    }

    /// The place of the small king in the square, drawn at `rect`, of a lost king; `None` if the king itself
    /// stands there.
    pub(super) fn small_king(&self, rect: Rect, square: Square) -> Option<Rect> {
        let is_there = self.piece_at(square).is_some_and(|piece| piece.role == Role::King);
        let (size, edge) = (rect.width() * 0.28, rect.width() * 0.09);
        let corner = rect.right_top() + vec2(-edge - size, edge);
        (!is_there).then(|| Rect::from_min_size(corner, Vec2::splat(size)))
    }

    /// The piece on a square.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }

    /// The largest board that fits into a rectangle (in points).
    pub(super) fn geometry(&self, room: Rect, pixels_per_point: f32) -> Geometry {
        Geometry::fit(room, pixels_per_point, self.files, self.ranks, self.flipped)
    }

    /// The tinted squares of the last move, if it is shown, and, above them, of the premove.
    pub(super) fn tints(&self) -> impl Iterator<Item = (Square, Color32)> {
        let both = |squares: Option<(Square, Square)>, color: Color32| {
            squares.into_iter().flat_map(move |(from, to)| [(from, color), (to, color)])
        };
        let last_move = self.last_move.filter(|_| self.look.marks.last_move);
        both(last_move, board_marks::LAST_MOVE).chain(both(self.premove, board_marks::PREMOVE))
    }

    /// The marked square, the hint, the premove, the program's arrows and the user's shapes, in the
    /// order of painting.
    pub(super) fn rings_and_arrows(&self) -> impl Iterator<Item = PictureShape> {
        let hints = self.marked.map(Hint::Piece).into_iter().chain(self.hint);
        let hints = hints.map(|hint| {
            let (from, to) = match hint {
                Hint::Piece(square) => (square, None),
                Hint::Move(from, to) => (from, Some(to)),
            };
            PictureShape { from, to, weight: USERS_WEIGHT, color: board_marks::HINT }
        });
        let premove = self.premove.map(|(from, to)| {
            let color = board_marks::PREMOVE_ARROW;
            PictureShape { from, to: Some(to), weight: PREMOVE_WEIGHT, color }
        });
        let arrows = self.arrows.iter().rev().map(PictureShape::from);
        let shapes = self.shapes.iter().map(PictureShape::from);
        hints.chain(premove).chain(arrows).chain(shapes)
    }
}

impl PictureShape {
    /// True if a ring or an arrow can be drawn on the board.
    pub(super) fn is_on(&self, board: &Geometry) -> bool {
        let is_end = |to: Square| to != self.from && board.contains(to);
        board.contains(self.from) && self.to.is_none_or(is_end)
    }
}

impl From<&Arrow> for PictureShape {
    fn from(arrow: &Arrow) -> PictureShape {
        let Arrow { from, to, brush, weight } = *arrow;
        PictureShape { from, to: Some(to), weight, color: brush.color() }
    }
}

impl From<&Shape> for PictureShape {
    fn from(shape: &Shape) -> PictureShape {
        let Shape { from, to, brush } = *shape;
        PictureShape { from, to, weight: USERS_WEIGHT, color: brush.color() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_again_removes_and_another_brush_repaints() {
        let (a, b) = (Square::new(0, 0), Square::new(2, 3));
        let mut shapes = vec![];
        Shape::arrow(a, b, Brush::Green).toggle_in(&mut shapes);
        Shape::circle(a, Brush::Green).toggle_in(&mut shapes);
        assert_eq!(shapes.len(), 2);
        Shape::arrow(a, b, Brush::Red).toggle_in(&mut shapes);
        assert_eq!(shapes, [Shape::circle(a, Brush::Green), Shape::arrow(a, b, Brush::Red)]);
        Shape::arrow(a, b, Brush::Red).toggle_in(&mut shapes);
        assert_eq!(shapes, [Shape::arrow(a, a, Brush::Green)]);
    }
}
