//! Draws the board: squares, marks, pieces, coordinates, arrows and circles.
//!
//! Everything is painted from the picture and the state as they are; nothing is
//! changed or decided here. Colours come from the theme.

use std::f32::consts::TAU;

use egui::epaint::{Mesh, PathShape, PathStroke};
use egui::{
    Align2, Color32, CornerRadius, Id, LayerId, Order, Painter, Pos2, Rect, Role as AccessRole,
    Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, vec2,
};

use crate::app::ui::theme::{RADIUS_BOARD, Theme, board_marks, bold_font};
use minnow_rules::{Piece, Role, Square};

use super::animation::board_place;
use super::picture::PictureShape;
use super::style::{Tile, coordinate_color};
use super::{BoardState, BoardView, Frame, Geometry, OfferedMove, PositionPicture, pieces};

/// Squares smaller than this, in points, have no room for coordinates.
const SMALLEST_WITH_COORDINATES: f32 = 36.0;
/// In smaller squares, the pieces leave no room for the letters of the files.
const LETTERS_COVERED_BELOW: f32 = 80.0;

/// Paints the board and everything on it but the promotion chooser.
pub(super) fn paint(
    ui: &Ui,
    geometry: &Geometry,
    view: &BoardView<'_>,
    state: &BoardState,
    frame: &Frame,
) {
    let (painter, picture, now) = (ui.painter(), view.picture, ui.input(|input| input.time));
    let canvas = Canvas { painter, geometry, picture, state, frame, now, radius: RADIUS_BOARD };
    let board = geometry.board_rect();
    canvas.painter.add(Theme::of(ui).board_shadow.as_shape(board, RADIUS_BOARD));
    canvas.squares();
    canvas.marks();
    canvas.targets(view.targets);
    canvas.pieces();
    canvas.coordinates();
    canvas.lost_king();
    canvas.shapes();
    if frame.focused {
        canvas.cursor();
    }
    canvas.held_piece();
}

/// Draws the picture with squares of this size in points; the name is for screen readers.
pub fn mini_board_ui(ui: &mut Ui, picture: &PositionPicture, name: &str, square_size: f32) {
    let size = square_size * vec2(f32::from(picture.files), f32::from(picture.ranks));
    let (room, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(AccessRole::Image, true, name));
    paint_still(ui.painter(), &picture.geometry(room, ui.pixels_per_point()), picture);
}

/// Draws the picture as large as it fits into the middle of `place`. Returns where the board is.
pub fn mini_board_in_ui(ui: &mut Ui, picture: &PositionPicture, name: &str, place: Rect) -> Rect {
    let [files, ranks] = [picture.files, picture.ranks].map(f32::from);
    let square = (place.width() / files).min(place.height() / ranks).floor();
    let middle = Rect::from_center_size(place.center(), square * vec2(files, ranks));
    mini_board_ui(&mut ui.new_child(UiBuilder::new().max_rect(middle)), picture, name, square);
    middle
}

/// Paints a picture by itself, without coordinates, input and movement.
fn paint_still(painter: &Painter, geometry: &Geometry, picture: &PositionPicture) {
    let (state, frame) = (&BoardState::default(), &Frame::default());
    let canvas = Canvas { painter, geometry, picture, state, frame, now: 0.0, radius: 0 };
    canvas.squares();
    canvas.marks();
    canvas.pieces();
    canvas.lost_king();
    canvas.shapes();
}

struct Canvas<'a> {
    painter: &'a Painter,
    geometry: &'a Geometry,
    picture: &'a PositionPicture,
    state: &'a BoardState,
    frame: &'a Frame,
    now: f64,
    /// The board's corner radius, in points.
    radius: u8,
}

impl Canvas<'_> {
    fn fill(&self, square: Square, color: Color32) {
        let radius = self.geometry.corner_radius(square, self.radius);
        self.painter.rect_filled(self.geometry.square_rect(square), radius, color);
    }

    fn on_board(&self, square: Option<Square>) -> Option<Square> {
        square.filter(|square| self.geometry.contains(*square))
    }

    fn squares(&self) {
        for square in self.geometry.squares() {
            let radius = self.geometry.corner_radius(square, self.radius);
            let rect = self.geometry.square_rect(square);
            pieces::paint_square(self.painter, rect, radius, square, self.picture.look.colors);
        }
    }

    /// Last move, premove, selection and the king under attack.
    fn marks(&self) {
        for (square, color) in self.picture.tints() {
            if self.geometry.contains(square) {
                self.fill(square, color);
            }
        }
        if let Some(square) = self.on_board(self.state.input.selected) {
            self.fill(square, board_marks::SELECTED);
        }
        if let Some(square) = self.on_board(self.picture.attacked_king) {
            glow(self.painter, self.geometry.square_rect(square), board_marks::ATTACKED);
        }
    }

    /// Dots on free squares and rings around pieces that can be taken, unless the user hides them;
    /// the one under the pointer is filled.
    fn targets(&self, targets: &[OfferedMove]) {
        let Some(from) = self.state.input.selected else { return };
        let is_shown = self.picture.look.marks.targets;
        let mut done: Vec<Square> = Vec::new();
        for target in targets.iter().filter(|target| target.from == from) {
            if done.contains(&target.to) || !self.geometry.contains(target.to) {
                continue;
            }
            done.push(target.to);
            let rect = self.geometry.square_rect(target.to);
            let size = rect.width();
            if self.frame.hovered == Some(target.to) {
                self.fill(target.to, board_marks::TARGET_HOVERED);
            } else if is_shown && target.capture {
                let width = (size * 0.06).max(2.0 * self.geometry.pixel());
                ring(self.painter, rect, width, board_marks::TARGET);
            } else if is_shown {
                self.painter.circle_filled(rect.center(), size * 0.135, board_marks::TARGET);
            }
        }
    }

    /// The digits of the ranks and the letters of the files. They are above the pieces, where a letter cuts
    /// its place out of the foot of a piece in a small square.
    fn coordinates(&self) {
        let size = self.geometry.square_size();
        if !self.picture.look.marks.coordinates || size < SMALLEST_WITH_COORDINATES {
            return;
        }
        let font = bold_font((size * 0.115).clamp(9.0, 16.0));
        let inset = (size * 0.04).max(2.0);
        let pattern = pieces::pattern(self.painter.ctx());
        for square in self.geometry.squares() {
            let rect = self.geometry.square_rect(square).shrink(inset);
            let (tile, colors) = (Tile::of(pattern, square), self.picture.look.colors);
            let color = coordinate_color(tile, colors);
            if self.geometry.on_left_edge(square) {
                let text = (square.rank() + 1).to_string();
                let at = rect.left_top() - vec2(0.0, inset * 0.6);
                self.painter.text(at, Align2::LEFT_TOP, text, font.clone(), color);
            }
            if self.geometry.on_lower_edge(square) {
                let text = char::from(b'a' + square.file()).to_string();
                let at = rect.right_bottom() + vec2(0.0, inset * 0.6);
                let letter = self.painter.layout_no_wrap(text, font.clone(), color);
                let place = Align2::RIGHT_BOTTOM.anchor_size(at, letter.size());
                let mut pieces = self.picture.pieces.iter();
                if size < LETTERS_COVERED_BELOW && pieces.any(|(home, _)| *home == square) {
                    let fill = if tile.dark { colors.dark } else { colors.light };
                    self.painter.rect_filled(place.expand2(vec2(1.0, -1.0)), 2.0, fill);
                }
                self.painter.galley(place.min, letter, color);
            }
        }
    }

    /// The pieces at rest, then taken ones that fade, then those under way.
    fn pieces(&self) {
        let animation = &self.state.animation;
        let away = |square: Square| {
            self.frame.held.is_some_and(|(home, _)| home == square)
                || self.state.input.promotion.is_some_and(|pending| pending.from == square)
        };
        let (gliding, resting): (Vec<_>, Vec<_>) = self
            .picture
            .pieces
            .iter()
            .filter(|(square, _)| self.geometry.contains(*square))
            .partition(|(square, _)| animation.is_gliding(*square));
        for (square, piece) in resting {
            let rect = self.geometry.square_rect(square);
            let opacity = if away(square) { 0.25 } else { 1.0 };
            pieces::paint_piece(self.painter, rect, piece, opacity);
        }
        for leaving in animation.leaving(self.now) {
            let rect = self.geometry.screen_from_board(leaving.at);
            pieces::paint_piece(self.painter, rect, leaving.piece, leaving.opacity);
        }
        for (square, piece) in gliding {
            let place = animation.place(square, self.now);
            let rect = self.geometry.screen_from_board(place);
            pieces::paint_piece(self.painter, rect, piece, 1.0);
        }
    }

    /// A frame around the square where a king was taken or mated, with a small king if another piece
    /// stands there.
    fn lost_king(&self) {
        let Some(square) = self.on_board(self.picture.lost_king) else { return };
        let rect = self.geometry.square_rect(square);
        let width = (rect.width() * 0.05).max(2.0);
        let stroke = Stroke::new(width, board_marks::ATTACKED);
        let frame = rect.shrink(rect.width() * 0.04);
        self.painter.rect_stroke(frame, self.radius, stroke, StrokeKind::Inside);
        if let Some(cell) = self.picture.small_king(rect, square) {
            pieces::paint_silhouette(self.painter, cell, Role::King, board_marks::ATTACKED);
        }
    }

    /// The picture's rings and arrows, and above them those that the user has drawn.
    fn shapes(&self) {
        let drawing = self.state.input.drawing();
        let drawn = self.state.input.shapes.iter().chain(&drawing).map(PictureShape::from);
        let shapes = self.picture.rings_and_arrows().chain(drawn);
        for shape in shapes.filter(|shape| shape.is_on(self.geometry)) {
            match shape.to {
                Some(to) => self.arrow(shape.from, to, shape.weight, shape.color),
                None => self.circle(shape.from, shape.color),
            }
        }
    }

    fn circle(&self, square: Square, color: Color32) {
        let rect = self.geometry.square_rect(square);
        ring(self.painter, rect, (rect.width() * 0.055).max(1.5), color);
    }

    fn arrow(&self, from: Square, to: Square, weight: f32, color: Color32) {
        let start = self.geometry.screen_from_board(board_place(from)).center();
        let end = self.geometry.screen_from_board(board_place(to)).center();
        let outline = arrow_outline(start, end, weight, self.geometry.square_size());
        let stroke = PathStroke::NONE;
        self.painter.add(PathShape { points: outline, closed: true, fill: color, stroke });
    }

    fn cursor(&self) {
        let cursor = self.geometry.neighbour(self.state.input.cursor, 0, 0);
        let rect = self.geometry.square_rect(cursor);
        let radius = CornerRadius::same(4);
        let width = (rect.width() * 0.04).clamp(2.0, 4.0);
        let frame = Stroke::new(width, board_marks::CURSOR);
        self.painter.rect_stroke(rect, radius, frame, StrokeKind::Inside);
        let inner = Stroke::new(1.0, board_marks::CURSOR_INNER);
        self.painter.rect_stroke(rect.shrink(width), radius, inner, StrokeKind::Inside);
    }

    /// The piece under the pointer, in a layer of its own so that the
    /// surroundings do not cut it off.
    fn held_piece(&self) {
        let Some((home, at)) = self.frame.held else { return };
        let Some(piece) = self.picture.piece_at(home) else { return };
        held(self.painter, self.geometry, piece, at);
    }
}

/// A piece under the pointer.
pub(super) fn held(painter: &Painter, geometry: &Geometry, piece: Piece, at: Pos2) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("held piece"));
    let painter = painter.ctx().layer_painter(layer);
    let pixel = geometry.pixel();
    let rect = Rect::from_center_size(at, Vec2::splat(geometry.square_size()));
    let snapped = ((rect.min.to_vec2() / pixel).round() * pixel).to_pos2();
    pieces::paint_piece(&painter, Rect::from_min_size(snapped, rect.size()), piece, 1.0);
}

pub(super) fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}

/// A circle just inside a square. egui draws the stroke outside the radius.
fn ring(painter: &Painter, rect: Rect, width: f32, color: Color32) {
    let radius = rect.width() * 0.48 - width;
    painter.circle_stroke(rect.center(), radius, Stroke::new(width, color));
}

/// An arrow's outline: the tip first and clockwise on the screen, as egui
/// fills it as a fan from the first point, and every point can be seen from the tip.
pub(super) fn arrow_outline(start: Pos2, end: Pos2, weight: f32, square_size: f32) -> Vec<Pos2> {
    let along = (end - start).normalized();
    let side = -along.rot90();
    let shaft = square_size * (0.03 + 0.075 * weight);
    let head = shaft + square_size * 0.11;
    let head_length = square_size * 0.32;
    let tip = end + along * (square_size * 0.08);
    let neck = tip - along * head_length;
    let tail = start + along * (square_size * 0.2);
    vec![
        tip,
        neck + side * head,
        neck + side * shaft,
        tail + side * shaft,
        tail - side * shaft,
        neck - side * shaft,
        neck - side * head,
    ]
}

/// A round glow inside a square, strong in the middle and gone at the corners,
/// with a badge so that colour is not the only sign.
fn glow(painter: &Painter, rect: Rect, color: Color32) {
    const STEPS: u32 = 32;
    let rings = [(0.0, 0.95), (0.28, 0.85), (0.5, 0.25), (0.7, 0.0)];
    let mut mesh = Mesh::default();
    for (distance, strength) in rings {
        for step in 0..STEPS {
            let offset = Vec2::angled(TAU * step as f32 / STEPS as f32) * distance * rect.width();
            let at = rect.center() + offset;
            mesh.colored_vertex(at.clamp(rect.min, rect.max), color.gamma_multiply(strength));
        }
    }
    for ring in 0..rings.len() as u32 - 1 {
        for step in 0..STEPS {
            let (here, next) = (ring * STEPS + step, ring * STEPS + (step + 1) % STEPS);
            mesh.add_triangle(here, next, here + STEPS);
            mesh.add_triangle(next, next + STEPS, here + STEPS);
        }
    }
    painter.add(mesh);
    let radius = (rect.width() * 0.09).max(4.0);
    let centre = rect.right_top() + vec2(-1.0, 1.0) * (radius + rect.width() * 0.04);
    painter.circle(centre, radius, color, Stroke::new(1.0, Color32::WHITE));
    painter.text(centre, Align2::CENTER_CENTER, "!", bold_font(radius * 1.5), Color32::WHITE);
}
