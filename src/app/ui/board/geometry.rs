//! The places of squares on the screen: pure functions over whole pixels.
//!
//! Squares are a whole number of pixels wide and start on whole pixels at
//! every density, so that lines stay sharp and pieces need no resampling.
//! Nothing here paints or keeps state.

use egui::{CornerRadius, Pos2, Rect, Vec2, pos2, vec2};

use minnow_rules::Square;

/// A board of `files` x `ranks` squares laid out on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    flipped: bool,
    /// Top left corner in physical pixels.
    origin_px: (i32, i32),
    square_px: u32,
    pixels_per_point: f32,
}

impl Geometry {
    /// The largest board that fits into `available` (in points), centred in it.
    /// Squares never get smaller than one pixel, whatever the space.
    pub fn fit(
        available: Rect,
        pixels_per_point: f32,
        files: u8,
        ranks: u8,
        flipped: bool,
    ) -> Geometry {
        let (files, ranks) = (files.clamp(1, 8), ranks.clamp(1, 8));
        let size_px = available.size() * pixels_per_point;
        // A size that is a whole number up to rounding must not lose a pixel.
        let square_px =
            ((size_px.x / f32::from(files)).min(size_px.y / f32::from(ranks)) + 1e-3).max(1.0);
        let square_px = square_px.floor() as u32;
        let board_px = vec2(f32::from(files), f32::from(ranks)) * square_px as f32;
        let corner_px = available.min.to_vec2() * pixels_per_point + (size_px - board_px) / 2.0;
        let origin_px = (corner_px.x.round() as i32, corner_px.y.round() as i32);
        Geometry { files, ranks, flipped, origin_px, square_px, pixels_per_point }
    }

    /// The width of a square in points.
    pub fn square_size(&self) -> f32 {
        self.square_px as f32 / self.pixels_per_point
    }

    /// One physical pixel in points.
    pub fn pixel(&self) -> f32 {
        1.0 / self.pixels_per_point
    }

    /// True if the square is on this board.
    pub fn contains(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// All squares, a1 first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }

    /// The whole board on the screen.
    pub fn board_rect(&self) -> Rect {
        self.screen_rect(0, 0, self.files, self.ranks)
    }

    /// A square on the screen.
    pub fn square_rect(&self, square: Square) -> Rect {
        let (column, row) = self.column_row(square);
        self.screen_rect(column, row, 1, 1)
    }

    /// The place of a piece that is `at.x` files and `at.y` ranks from a1; the
    /// fractions of a glide give places between squares.
    pub fn screen_from_board(&self, at: Vec2) -> Rect {
        let size = self.square_size();
        let corner = self.board_rect().min + self.turned(at) * size;
        Rect::from_min_size(corner, Vec2::splat(size))
    }

    /// The inverse of [`Geometry::screen_from_board`] for the piece's centre.
    pub fn board_from_screen(&self, centre: Pos2) -> Vec2 {
        self.turned((centre - self.board_rect().min) / self.square_size() - Vec2::splat(0.5))
    }

    /// Columns and rows for files and ranks, and the other way round.
    fn turned(&self, at: Vec2) -> Vec2 {
        let last = vec2(f32::from(self.files - 1), f32::from(self.ranks - 1));
        if self.flipped { vec2(last.x - at.x, at.y) } else { vec2(at.x, last.y - at.y) }
    }

    /// The square under a point of the screen.
    pub fn square_at(&self, point: Pos2) -> Option<Square> {
        let board = self.board_rect();
        let cell = ((point - board.min) / self.square_size()).floor();
        let inside = cell.x >= 0.0
            && cell.y >= 0.0
            && cell.x < f32::from(self.files)
            && cell.y < f32::from(self.ranks);
        inside.then(|| self.square_of(cell.x as u8, cell.y as u8))
    }

    /// The square `right` columns and `up` rows away on the screen, held at the board's edge.
    pub fn neighbour(&self, square: Square, right: i8, up: i8) -> Square {
        let turn = if self.flipped { -1 } else { 1 };
        let step = |from: u8, by: i8, count: u8| {
            (from.min(count - 1) as i8 + by * turn).clamp(0, count as i8 - 1) as u8
        };
        Square::new(step(square.file(), right, self.files), step(square.rank(), up, self.ranks))
    }

    /// True if the square touches the left edge of the screen's board, where ranks are written.
    pub fn on_left_edge(&self, square: Square) -> bool {
        self.column_row(square).0 == 0
    }

    /// True if the square touches the lower edge, where files are written.
    pub fn on_lower_edge(&self, square: Square) -> bool {
        self.column_row(square).1 == self.ranks - 1
    }

    /// The corner radii of a square: `radius` where it is a corner of the board, else 0.
    pub fn corner_radius(&self, square: Square, radius: u8) -> CornerRadius {
        let (column, row) = self.column_row(square);
        let (left, right) = (column == 0, column == self.files - 1);
        let (top, bottom) = (row == 0, row == self.ranks - 1);
        let at = |corner: bool| if corner { radius } else { 0 };
        CornerRadius {
            nw: at(left && top),
            ne: at(right && top),
            sw: at(left && bottom),
            se: at(right && bottom),
        }
    }

    /// The cells of a column of `count` squares that starts at `square` and
    /// leads away from the nearer edge, moved back onto the board where it is too long.
    pub fn column_from(&self, square: Square, count: u8) -> Vec<Rect> {
        let (column, row) = self.column_row(square);
        let downwards = row < self.ranks / 2;
        let room = self.ranks.saturating_sub(count);
        let top = if downwards { row.min(room) } else { (row + 1).saturating_sub(count) };
        let mut cells: Vec<Rect> =
            (top..top + count).map(|row| self.screen_rect(column, row, 1, 1)).collect();
        if !downwards {
            cells.reverse();
        }
        cells
    }

    fn column_row(&self, square: Square) -> (u8, u8) {
        let (file, rank) = (square.file().min(self.files - 1), square.rank().min(self.ranks - 1));
        if self.flipped { (self.files - 1 - file, rank) } else { (file, self.ranks - 1 - rank) }
    }

    fn square_of(&self, column: u8, row: u8) -> Square {
        if self.flipped {
            Square::new(self.files - 1 - column, row)
        } else {
            Square::new(column, self.ranks - 1 - row)
        }
    }

    fn screen_rect(&self, column: u8, row: u8, columns: u8, rows: u8) -> Rect {
        let point = |column: u8, row: u8| {
            let x_px = self.origin_px.0 + i32::from(column) * self.square_px as i32;
            let y_px = self.origin_px.1 + i32::from(row) * self.square_px as i32;
            pos2(x_px as f32 / self.pixels_per_point, y_px as f32 / self.pixels_per_point)
        };
        Rect::from_min_max(point(column, row), point(column + columns, row + rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::board::tests::sq;

    fn boards() -> impl Iterator<Item = Geometry> {
        let shapes = [(5, 6), (4, 4), (6, 6), (8, 8), (4, 5)];
        let sizes = [vec2(490.0, 588.0), vec2(333.3, 251.7), vec2(96.0, 4000.0), vec2(1.0, 1.0)];
        let densities = [0.75, 1.0, 1.25, 1.5, 5.0 / 3.0, 2.0];
        shapes.into_iter().flat_map(move |(files, ranks)| {
            sizes.into_iter().flat_map(move |size| {
                densities.into_iter().flat_map(move |density| {
                    let space = Rect::from_min_size(pos2(13.4, 71.9), size);
                    [false, true].map(|flip| Geometry::fit(space, density, files, ranks, flip))
                })
            })
        })
    }

    /// A board with squares of 100 points.
    fn board(flipped: bool) -> Geometry {
        Geometry::fit(Rect::from_min_size(Pos2::ZERO, vec2(500.0, 600.0)), 1.0, 5, 6, flipped)
    }

    #[test]
    fn squares_are_whole_pixels_at_every_density() {
        for board in boards() {
            for square in board.squares() {
                let rect = board.square_rect(square);
                for edge in [rect.left(), rect.right(), rect.top(), rect.bottom()] {
                    let px = edge * board.pixels_per_point;
                    assert!((px - px.round()).abs() < 1e-2, "{board:?} {square} {px}");
                }
                let width_px = rect.width() * board.pixels_per_point;
                assert!((width_px - board.square_px as f32).abs() < 1e-2);
            }
        }
    }

    #[test]
    fn each_squares_centre_leads_back() {
        for board in boards() {
            for square in board.squares() {
                let centre = board.square_rect(square).center();
                assert_eq!(board.square_at(centre), Some(square), "{board:?}");
                let back = board.board_from_screen(centre);
                let indices = vec2(f32::from(square.file()), f32::from(square.rank()));
                assert!((back - indices).length() < 1e-2, "{board:?} {square} {back}");
                assert!((board.screen_from_board(indices).center() - centre).length() < 1e-2);
            }
        }
    }

    #[test]
    fn the_board_fits_the_given_room() {
        let space = Rect::from_min_size(pos2(383.0, 118.0), vec2(490.0, 600.0));
        let board = Geometry::fit(space, 1.0, 5, 6, false);
        assert_eq!(board.square_px, 98);
        assert_eq!(board.board_rect().size(), vec2(490.0, 588.0));
        assert!(space.contains_rect(board.board_rect()));
        assert_eq!(Geometry::fit(space, 1.5, 5, 6, false).square_px, 147);
    }

    #[test]
    fn orientation_follows_the_player() {
        let white = board(false);
        assert_eq!(white.square_at(pos2(1.0, 599.0)), Some(sq("a1")));
        assert_eq!(white.square_at(pos2(499.0, 1.0)), Some(sq("e6")));
        let black = board(true);
        assert_eq!(black.square_at(pos2(1.0, 599.0)), Some(sq("e6")));
        assert!(black.on_left_edge(sq("e3")) && black.on_lower_edge(sq("c6")));
    }

    #[test]
    fn outside_the_board_is_no_square() {
        let space = Rect::from_min_size(pos2(10.0, 10.0), vec2(500.0, 600.0));
        let board = Geometry::fit(space, 1.0, 5, 6, false);
        for point in [pos2(9.9, 50.0), pos2(510.0, 50.0), pos2(50.0, 9.0), pos2(50.0, 610.5)] {
            assert_eq!(board.square_at(point), None);
        }
    }

    #[test]
    fn the_cursor_moves_on_screen_up_to_edges() {
        let white = board(false);
        assert_eq!(white.neighbour(sq("c3"), 1, 0), sq("d3"));
        assert_eq!(white.neighbour(sq("c6"), 0, 1), sq("c6"));
        let black = board(true);
        assert_eq!(black.neighbour(sq("c3"), 1, 0), sq("b3"));
        assert_eq!(black.neighbour(sq("c3"), 0, 1), sq("c2"));
        assert_eq!(white.neighbour(sq("h8"), -1, 0), sq("d6"));
    }

    #[test]
    fn the_promotion_column_stays_on_the_board() {
        for board in boards() {
            for square in board.squares() {
                let cells = board.column_from(square, 4);
                assert_eq!(cells.len(), 4);
                for cell in &cells {
                    assert!(board.board_rect().expand(0.01).contains_rect(*cell), "{board:?}");
                }
            }
        }
        let white = board(false);
        let from_top = white.column_from(sq("b6"), 4);
        assert_eq!(white.square_at(from_top[0].center()), Some(sq("b6")));
        assert_eq!(white.square_at(from_top[3].center()), Some(sq("b3")));
        let from_below = white.column_from(sq("b1"), 4);
        assert_eq!(white.square_at(from_below[0].center()), Some(sq("b1")));
        assert_eq!(white.square_at(from_below[3].center()), Some(sq("b4")));
    }

    #[test]
    fn only_the_boards_corners_are_rounded() {
        let board = board(false);
        assert_eq!(board.corner_radius(sq("c3"), 6), CornerRadius::ZERO);
        let a1 = board.corner_radius(sq("a1"), 6);
        assert_eq!((a1.sw, a1.nw, a1.ne, a1.se), (6, 0, 0, 0));
    }
}
