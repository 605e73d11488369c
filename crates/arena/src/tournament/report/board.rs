//! Small drawings of positions for pages: squares, pieces and arrows.

use std::fmt::Write;

use super::parts::PIECES;
use minnow_rules::{Move, Position, Square};

/// The side of a square in a drawing's units, which are those of the drawings of the pieces.
const SQUARE: u32 = 100;
/// The least width of a drawing that keeps its letters readable, in pixels for each square.
const SQUARE_PIXELS: u32 = 36;

/// An arrow from the square of a move to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardArrow {
    /// The move.
    pub mv: Move,
    /// Its class in the style of the pages: `played` or `better`.
    pub class: &'static str,
}

/// The drawings of the pieces, to which each [`board_svg`] of a page refers.
pub fn piece_symbols() -> String {
    let symbol = |(letter, svg): &(char, &str)| {
        format!(
            "<symbol id=\"man-{letter}\" viewBox=\"0 0 {SQUARE} {SQUARE}\">{}</symbol>\n",
            svg.trim()
        )
    };
    let symbols: String = PIECES.iter().map(symbol).collect();
    format!(
        "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\">{symbols}</svg>\n"
    )
}

/// A position, seen from White's side. The page needs the [`piece_symbols`].
pub fn board_svg(position: &Position, arrows: &[BoardArrow]) -> String {
    let variant = position.variant();
    let (files, ranks) = (u32::from(variant.files), u32::from(variant.ranks));
    let corner = |square: Square| {
        [u32::from(square.file()) * SQUARE, (ranks - 1 - u32::from(square.rank())) * SQUARE]
    };
    let (width, height) = (files * SQUARE, ranks * SQUARE);
    let mut svg = format!(
        "<svg class=\"board\" role=\"img\" aria-label=\"Board: {}\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\">",
        position.fen(),
        files * SQUARE_PIXELS,
        ranks * SQUARE_PIXELS,
    );
    // Writing to a string cannot fail.
    for square in variant.board() {
        let [x, y] = corner(square);
        // The first square of the first rank is dark.
        let is_dark = (square.file() + square.rank()).is_multiple_of(2);
        let shade = if is_dark { "dark" } else { "light" };
        let _ = write!(
            svg,
            "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
        );
        if let Some(piece) = position.board().piece_on(square) {
            let letter = piece.letter();
            let _ = write!(
                svg,
                "<use href=\"#man-{letter}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
            );
        }
    }
    for BoardArrow { mv, class } in arrows {
        let middle = |square| corner(square).map(|at| at + SQUARE / 2);
        let ([x, y], [to_x, to_y]) = (middle(mv.from()), middle(position.target_square(*mv)));
        let _ = write!(
            svg,
            "<g class=\"{class}\"><path d=\"M{x} {y}L{to_x} {to_y}\"/><circle cx=\"{to_x}\" cy=\"{to_y}\" \
             r=\"16\"/></g>"
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn a_board_shows_squares_pieces_and_arrows() {
        let start = Position::start(Variant::default_variant());
        let mv = start.parse_move("a2a3").unwrap();
        let svg = board_svg(&start, &[BoardArrow { mv, class: "played" }]);
        let count = |part: &str| svg.matches(part).count();
        assert_eq!([count("<rect "), count("<use "), count("<circle ")], [30, 20, 1], "{svg}");
        assert!(svg.contains("<use href=\"#man-R\" x=\"0\" y=\"500\""), "{svg}");
        assert!(svg.contains("<g class=\"played\"><path d=\"M50 450L50 350\"/>"), "{svg}");
        let symbols = piece_symbols();
        assert!(PIECES.iter().all(|(letter, _)| symbols.contains(&format!("id=\"man-{letter}\""))));
    }
}
