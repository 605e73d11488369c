//! A picture of a position as an SVG drawing, for exported pictures and animations.
//!
//! Squares, pieces and marks are those of the window. Letters are drawn as outlines, so that the
//! picture needs no font.

use std::fmt::Write as _;

use egui::{Color32, Pos2, Rect, Vec2, vec2};

use super::{
    Geometry, PositionPicture,
    paint::arrow_outline,
    style::{Tile, coordinate_color, hex},
};
use crate::app::ui::theme::board_marks;
use minnow_picture::GlyphOutline;
use minnow_rules::{Piece, Role, Square};

/// The side of a square in the drawing's units.
const SQUARE: f32 = 100.0;
/// The size of the coordinates' letters.
const LETTERS: f32 = 15.0;

impl PositionPicture {
    /// The drawing, with squares of 100 by 100.
    pub fn svg(&self) -> String {
        let size = SQUARE * vec2(f32::from(self.files), f32::from(self.ranks));
        let room = Rect::from_min_size(Pos2::ZERO, size);
        let geometry = self.geometry(room, 1.0);
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}">"#,
            size.x, size.y
        );
        let mut drawing = SvgDrawing { svg: &mut svg, geometry, picture: self };
        drawing.squares();
        drawing.marks();
        drawing.pieces();
        drawing.coordinates();
        drawing.lost_king();
        drawing.shapes();
        svg.push_str("</svg>\n");
        svg
    }
}

/// The drawing under way. Writing to a string cannot fail.
struct SvgDrawing<'a> {
    svg: &'a mut String,
    geometry: Geometry,
    picture: &'a PositionPicture,
}

impl SvgDrawing<'_> {
    /// Elements of 100 by 100, placed on a square.
    fn place(&mut self, square: Square, elements: &str) {
        let at = self.geometry.square_rect(square).min;
        let _ = write!(self.svg, r#"<g transform="translate({} {})">{elements}</g>"#, at.x, at.y);
    }

    fn squares(&mut self) {
        let look = self.picture.look;
        for square in self.geometry.squares() {
            self.place(square, &Tile::of(look.pattern, square).svg(look.colors));
        }
    }

    /// The tinted squares, and the king that can be taken.
    fn marks(&mut self) {
        let geometry = self.geometry;
        for (square, color) in self.picture.tints() {
            if geometry.contains(square) {
                let fill = paint(color);
                self.place(square, &format!(r#"<rect width="100" height="100" {fill}/>"#));
            }
        }
        let attacked = self.picture.attacked_king.filter(|king| geometry.contains(*king));
        if let Some(king) = attacked {
            let color = hex(board_marks::ATTACKED);
            let glow = format!(
                r#"<defs><radialGradient id="glow" r="0.7"><stop offset="0" stop-color="{color}" stop-opacity="0.95"/><stop offset="0.4" stop-color="{color}" stop-opacity="0.85"/><stop offset="1" stop-color="{color}" stop-opacity="0"/></radialGradient></defs><rect width="100" height="100" fill="url(#glow)"/>"#
            );
            self.place(king, &glow);
        }
    }

    /// Above the pieces, as in the window: a letter cuts its place out of the foot of a piece.
    fn coordinates(&mut self) {
        let look = self.picture.look;
        if !look.marks.coordinates {
            return;
        }
        for square in self.geometry.squares() {
            let tile = Tile::of(look.pattern, square);
            let color = hex(coordinate_color(tile, look.colors));
            let rect = self.geometry.square_rect(square).shrink(4.5);
            if self.geometry.on_left_edge(square) {
                let digit = char::from(b'1' + square.rank());
                let Some(letter) = GlyphOutline::new(digit, LETTERS, true) else { continue };
                let at = rect.left_top() + vec2(0.0, letter.height);
                write_letter(self.svg, &letter, at, &color);
            }
            if self.geometry.on_lower_edge(square) {
                let letter = char::from(b'a' + square.file());
                let Some(letter) = GlyphOutline::new(letter, LETTERS, true) else { continue };
                let at = rect.right_bottom() - vec2(letter.width, 0.0);
                if self.picture.piece_at(square).is_some() {
                    let top = at - vec2(0.0, letter.height);
                    let place = Rect::from_two_pos(top, rect.right_bottom()).expand(2.0);
                    let fill = hex(if tile.dark { look.colors.dark } else { look.colors.light });
                    let (Pos2 { x, y }, size) = (place.min, place.size());
                    let _ = write!(
                        self.svg,
                        r#"<rect x="{x:.2}" y="{y:.2}" width="{:.2}" height="{:.2}" rx="2" fill="{fill}"/>"#,
                        size.x, size.y
                    );
                }
                write_letter(self.svg, &letter, at, &color);
            }
        }
    }

    fn pieces(&mut self) {
        for (square, piece) in &self.picture.pieces {
            if self.geometry.contains(*square) {
                self.place(*square, self.picture.look.pieces.svg_of(*piece));
            }
        }
    }

    /// The frame around the square where a king was lost, with a small king if it does not stand there.
    fn lost_king(&mut self) {
        let (geometry, picture) = (self.geometry, self.picture);
        let Some(square) = picture.lost_king.filter(|king| geometry.contains(*king)) else {
            return;
        };
        let color = hex(board_marks::ATTACKED);
        let mut elements = format!(
            r#"<rect x="6.5" y="6.5" width="87" height="87" fill="none" stroke="{color}" stroke-width="5"/>"#
        );
        let whole = Rect::from_min_size(Pos2::ZERO, Vec2::splat(SQUARE));
        if let Some(cell) = picture.small_king(whole, square) {
            let king = Piece { color: minnow_rules::Color::Black, role: Role::King };
            let (at, scale) = (cell.min, cell.width() / SQUARE);
            let _ = write!(
                elements,
                r#"{}<g transform="translate({} {}) scale({scale})"><g filter="url(#lost)">{}</g></g>"#,
                silhouette_filter(board_marks::ATTACKED),
                at.x,
                at.y,
                picture.look.pieces.svg_of(king)
            );
        }
        self.place(square, &elements);
    }

    fn shapes(&mut self) {
        let (picture, geometry) = (self.picture, self.geometry);
        for shape in picture.rings_and_arrows().filter(|shape| shape.is_on(&geometry)) {
            match shape.to {
                Some(to) => self.arrow(shape.from, to, shape.weight, shape.color),
                None => self.circle(shape.from, shape.color),
            }
        }
    }

    fn circle(&mut self, square: Square, color: Color32) {
        let (color, opacity) = (hex(color.to_opaque()), opacity(color));
        let ring = format!(
            r#"<circle cx="50" cy="50" r="44.5" fill="none" stroke="{color}" stroke-opacity="{opacity:.2}" stroke-width="5.5"/>"#
        );
        self.place(square, &ring);
    }

    fn arrow(&mut self, from: Square, to: Square, weight: f32, color: Color32) {
        let [start, end] = [from, to].map(|square| self.geometry.square_rect(square).center());
        let outline = arrow_outline(start, end, weight, SQUARE);
        let points: Vec<String> =
            outline.iter().map(|point| format!("{:.1},{:.1}", point.x, point.y)).collect();
        let _ = write!(self.svg, r#"<polygon points="{}" {}/>"#, points.join(" "), paint(color));
    }
}

/// The attributes of a fill in a colour that may be transparent.
fn paint(color: Color32) -> String {
    format!(r#"fill="{}" fill-opacity="{:.2}""#, hex(color.to_opaque()), opacity(color))
}

/// A filter that draws a dark piece in one colour: the light lines inside become gaps.
fn silhouette_filter(color: Color32) -> String {
    let [red, green, blue] = [color.r(), color.g(), color.b()].map(|part| f32::from(part) / 255.0);
    format!(
        r#"<defs><filter id="lost" color-interpolation-filters="sRGB"><feColorMatrix values="0 0 0 0 {red:.3} 0 0 0 0 {green:.3} 0 0 0 0 {blue:.3} -0.55 -0.55 -0.55 1.65 0"/></filter></defs>"#
    )
}

fn opacity(color: Color32) -> f32 {
    f32::from(color.a()) / 255.0
}

/// Writes a letter with the left end of its base line at `at`.
fn write_letter(svg: &mut String, letter: &GlyphOutline, at: Pos2, color: &str) {
    let Pos2 { x, y } = at;
    let path = &letter.path;
    let _ = write!(
        svg,
        r#"<path transform="matrix(1 0 0 -1 {x:.2} {y:.2})" fill="{color}" d="{path}"/>"#
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::board::{
        Arrow, BoardLook, Brush, Hint, Pattern, PieceSet, Shape, tests::sq,
    };
    use crate::app::ui::drawing::image_of_svg;
    use crate::app::ui::theme::BoardColors;
    use minnow_rules::{Position, Variant};

    fn look() -> BoardLook {
        BoardLook {
            colors: BoardColors::by_id("walnut"),
            pieces: PieceSet::Blocks,
            ..BoardLook::default()
        }
    }

    /// An empty board with a last move.
    fn empty() -> PositionPicture {
        let last_move = Some((sq("b2"), sq("b3")));
        let variant = Variant::default_variant();
        PositionPicture { last_move, ..PositionPicture::new(variant, Vec::new(), look()) }
    }

    fn start() -> PositionPicture {
        let start = Position::start(Variant::default_variant());
        PositionPicture { pieces: start.board().pieces().collect(), ..empty() }
    }

    #[test]
    fn a_picture_has_squares_last_move_and_arrows_in_their_colours() {
        let mut picture = empty();
        picture.arrows = vec![Arrow::new(sq("a1"), sq("a5"), Brush::Green, 1.0)];
        picture.look.marks.coordinates = false;
        let image = image_of_svg(&picture.svg(), 500).unwrap();
        assert_eq!(image.size, [500, 600]);
        let colors = look().colors;
        assert_eq!(image[(350, 550)], colors.light, "d1");
        assert_eq!(image[(250, 550)], colors.dark, "c1");
        let tinted = image[(150, 450)];
        assert!(tinted != colors.light && tinted != colors.dark, "b2 is tinted: {tinted:?}");
        let on_arrow = image[(50, 300)];
        assert!(on_arrow.g() > on_arrow.r() && on_arrow.g() > on_arrow.b(), "{on_arrow:?}");
        picture.flipped = true;
        let turned = image_of_svg(&picture.svg(), 500).unwrap();
        assert_eq!(image[(50, 50)], colors.light, "a6");
        assert_eq!(turned[(50, 50)], colors.dark, "e1 is in the upper left corner");
    }

    #[test]
    fn pieces_and_coordinates_are_drawn() {
        let start = start();
        let full = image_of_svg(&start.svg(), 500).unwrap();
        let mut bare = empty();
        bare.look.marks.coordinates = false;
        let bare = image_of_svg(&bare.svg(), 500).unwrap();
        let differ = |left: usize, top: usize, side: usize| {
            let places = (0..side * side).map(|place| (left + place % side, top + place / side));
            places.filter(|place| full[*place] != bare[*place]).count()
        };
        for (square, _) in &start.pieces {
            let (x, y) = (usize::from(square.file()) * 100, usize::from(5 - square.rank()) * 100);
            assert!(differ(x, y, 100) > 1_000, "a piece on {square}");
        }
        assert!(differ(4, 204, 14) > 20, "the digit on a4, an empty square");
        let letters = empty().svg().matches("<path transform=\"matrix(1 0 0 -1").count();
        assert_eq!(letters, 11, "five files and six ranks");
    }

    #[test]
    fn letters_can_be_read_on_pieces() {
        for pieces in PieceSet::ALL {
            let mut picture = start();
            picture.look.pieces = pieces;
            let look = picture.look;
            let image = image_of_svg(&picture.svg(), 1_000).unwrap();
            for file in 0..5_u8 {
                let tile = Tile::of(look.pattern, Square::new(file, 0));
                let color = coordinate_color(tile, look.colors);
                let left = usize::from(file) * 200 + 160;
                let places = (left..left + 36).flat_map(|x| (1_160..1_196).map(move |y| (x, y)));
                let inked = places.filter(|place| image[*place] == color).count();
                assert!(inked > 10, "file {file} of {pieces:?}");
            }
        }
    }

    #[test]
    fn every_ring_and_arrow_is_drawn() {
        let picture = PositionPicture {
            premove: Some((sq("a6"), sq("b4"))),
            hint: Some(Hint::Piece(sq("c3"))),
            arrows: vec![Arrow::new(sq("a1"), sq("a5"), Brush::Best, 1.0)],
            shapes: vec![
                Shape::circle(sq("d1"), Brush::Red),
                Shape::arrow(sq("d2"), sq("e4"), Brush::Green),
            ],
            ..empty()
        };
        let svg = picture.svg();
        let count = |element: &str| svg.matches(element).count();
        assert_eq!((count("<circle"), count("<polygon")), (2, 3));
    }

    #[test]
    fn a_taken_king_is_drawn_small() {
        let mut picture = PositionPicture { lost_king: Some(sq("c3")), ..empty() };
        picture.look.marks.coordinates = false;
        // The pixels of its colour inside the frame of c3, in the upper right corner.
        let red = |picture: &PositionPicture| {
            let image = image_of_svg(&picture.svg(), 500).unwrap();
            let parts = |color: Color32| [color.r(), color.g(), color.b()];
            let near = |place: &(usize, usize)| {
                let mut pairs = parts(image[*place]).into_iter().zip(parts(board_marks::ATTACKED));
                pairs.all(|(one, other)| one.abs_diff(other) < 40)
            };
            let places = (265..289).flat_map(|x| (311..335).map(move |y| (x, y)));
            places.filter(near).count()
        };
        let piece = |role| Piece { color: minnow_rules::Color::White, role };
        picture.pieces = vec![(sq("c3"), piece(Role::Rook))];
        assert!(red(&picture) > 50, "beside the piece that took it");
        picture.pieces = vec![(sq("c3"), piece(Role::King))];
        assert_eq!(red(&picture), 0, "a mated king stands there itself");
    }

    #[test]
    fn every_look_makes_a_readable_picture() {
        for pattern in Pattern::ALL {
            for set in PieceSet::ALL {
                let mut picture = start();
                picture.attacked_king = Some(sq("e6"));
                (picture.look.pattern, picture.look.pieces) = (pattern, set);
                let image = image_of_svg(&picture.svg(), 640).expect("readable");
                assert_eq!(image.size, [640, 768]);
                assert!(image.pixels.iter().all(|pixel| pixel.a() == 255), "{pattern:?} {set:?}");
            }
        }
    }
}
