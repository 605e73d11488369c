//! Where pieces attack: leaper tables and sliding attacks on an 8x8 grid.
//!
//! Sliders use kindergarten bitboards (Gerd Isenberg, 2006): one
//! multiplication gathers the six inner squares of a line into an index. The
//! tables take 8 KiB and are computed at compile time. The same tables serve
//! every board, because callers pass squares off a small board as occupied.
//!
//! ```
//! use minnow_rules::{Bitboard, Square, attacks};
//!
//! let (a1, a3) = (Square::new(0, 0), Square::new(0, 2));
//! assert_eq!(attacks::knight(a1).count(), 2);
//! // a2, a3, and b1 to h1: the grid has eight files, whatever the board.
//! assert_eq!(attacks::rook(a1, Bitboard::of(a3)).count(), 9);
//! ```

use super::{Bitboard, Color, Square};

const B_FILE: u64 = 0x0202_0202_0202_0202;
const A_FILE: u64 = 0x0101_0101_0101_0101;
/// The diagonal c2 to h7, which gathers the a file's inner squares in reverse.
const C2_H7: u64 = 0x0080_4020_1008_0400;

/// A step on the grid: files towards h, ranks towards 8.
#[derive(Clone, Copy)]
struct Direction {
    files: i8,
    ranks: i8,
}

impl Direction {
    const fn new(files: i8, ranks: i8) -> Direction {
        Direction { files, ranks }
    }

    const fn from(self, square: Square) -> Option<Square> {
        square.offset(self.files, self.ranks)
    }

    const fn opposite(self) -> Direction {
        Direction::new(-self.files, -self.ranks)
    }
}

const UP: Direction = Direction::new(0, 1);
const RIGHT: Direction = Direction::new(1, 0);
const UP_RIGHT: Direction = Direction::new(1, 1);
const DOWN_RIGHT: Direction = Direction::new(1, -1);
const ORTHOGONAL: [Direction; 4] = [UP, UP.opposite(), RIGHT, RIGHT.opposite()];
const DIAGONAL: [Direction; 4] = [UP_RIGHT, UP_RIGHT.opposite(), DOWN_RIGHT, DOWN_RIGHT.opposite()];
const KNIGHT_JUMPS: [Direction; 8] = [
    Direction::new(1, 2),
    Direction::new(2, 1),
    Direction::new(2, -1),
    Direction::new(1, -2),
    Direction::new(-1, -2),
    Direction::new(-2, -1),
    Direction::new(-2, 1),
    Direction::new(-1, 2),
];

/// Squares reached from `square` along one direction on the empty grid.
const fn ray(square: Square, direction: Direction) -> u64 {
    let mut squares = 0;
    let mut at = square;
    while let Some(next) = direction.from(at) {
        squares |= 1 << next.index();
        at = next;
    }
    squares
}

/// For each square the line through it along `direction` and its opposite, without the square.
const fn line_masks(direction: Direction) -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i);
        table[i] = ray(square, direction) | ray(square, direction.opposite());
        i += 1;
    }
    table
}

/// For each square the squares one step away.
const fn leaper(steps: &[Direction]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = steps[step].from(Square::from_index(i)) {
                table[i] |= 1 << to.index();
            }
            step += 1;
        }
        i += 1;
    }
    table
}

const fn union(a: [u64; 64], b: [u64; 64]) -> [u64; 64] {
    let mut table = a;
    let mut i = 0;
    while i < 64 {
        table[i] |= b[i];
        i += 1;
    }
    table
}

/// Attacks along eight cells from `from`, with the six inner cells' occupancy in `inner` (bit 0 is
/// cell 1).
const fn attacks_in_row(from: usize, inner: usize) -> u8 {
    let occupied = inner << 1;
    let mut attacks = 0u8;
    let mut cell = from;
    while cell < 7 {
        cell += 1;
        attacks |= 1 << cell;
        if occupied >> cell & 1 != 0 {
            break;
        }
    }
    cell = from;
    while cell > 0 {
        cell -= 1;
        attacks |= 1 << cell;
        if occupied >> cell & 1 != 0 {
            break;
        }
    }
    attacks
}

/// Attacks in a row by file and inner occupancy, copied to every rank; callers mask the line.
const fn fill_up_attacks() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[file][inner] = attacks_in_row(file, inner) as u64 * A_FILE;
            inner += 1;
        }
        file += 1;
    }
    table
}

/// Attacks on the a file by rank and inner occupancy, whose bits are in reverse order of ranks.
const fn a_file_attacks() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut inner = 0;
        while inner < 64 {
            let reversed = (inner as u8).reverse_bits() >> 2;
            let row = attacks_in_row(rank, reversed as usize);
            let mut cell = 0;
            while cell < 8 {
                table[rank][inner] |= ((row >> cell & 1) as u64) << (8 * cell);
                cell += 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
}

/// For each pair of squares the line they share.
struct PairTables {
    /// The squares strictly between the two.
    between: [[u64; 64]; 64],
    /// The whole line, both squares included.
    line: [[u64; 64]; 64],
}

const fn pair_tables() -> PairTables {
    let mut between = [[0; 64]; 64];
    let mut line = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 {
        let from = Square::from_index(i);
        let mut d = 0;
        while d < 8 {
            let direction = if d < 4 { ORTHOGONAL[d] } else { DIAGONAL[d - 4] };
            let whole = ray(from, direction) | ray(from, direction.opposite()) | 1 << i;
            let mut passed = 0;
            let mut at = from;
            while let Some(next) = direction.from(at) {
                between[i][next.index()] = passed;
                line[i][next.index()] = whole;
                passed |= 1 << next.index();
                at = next;
            }
            d += 1;
        }
        i += 1;
    }
    PairTables { between, line }
}

static RANK_MASK: [u64; 64] = line_masks(RIGHT);
static DIAGONAL_MASK: [u64; 64] = line_masks(UP_RIGHT);
static ANTIDIAGONAL_MASK: [u64; 64] = line_masks(DOWN_RIGHT);
static FILL_UP: [[u64; 64]; 8] = fill_up_attacks();
static A_FILE_ATTACKS: [[u64; 64]; 8] = a_file_attacks();
static ROOK_RAYS: [u64; 64] = union(line_masks(UP), line_masks(RIGHT));
static KNIGHT: [u64; 64] = leaper(&KNIGHT_JUMPS);
static KING: [u64; 64] = union(leaper(&ORTHOGONAL), leaper(&DIAGONAL));
static STEP: [u64; 64] = leaper(&ORTHOGONAL);
static PAWN: [[u64; 64]; 2] =
    [leaper(&[UP_RIGHT, DOWN_RIGHT.opposite()]), leaper(&[DOWN_RIGHT, UP_RIGHT.opposite()])];
static BETWEEN: [[u64; 64]; 64] = pair_tables().between;
static LINE: [[u64; 64]; 64] = pair_tables().line;

/// Attacks along a rank or diagonal, given its mask and the file of the slider.
#[inline]
fn along(mask: u64, file: u8, occupied: Bitboard) -> u64 {
    let index = (mask & occupied.0).wrapping_mul(B_FILE) >> 58;
    mask & FILL_UP[(file & 7) as usize][index as usize]
}

/// Squares a bishop attacks, on diagonals only; the first occupied square of each line is included.
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let i = from.index();
    Bitboard(
        along(DIAGONAL_MASK[i], from.file(), occupied)
            | along(ANTIDIAGONAL_MASK[i], from.file(), occupied),
    )
}

/// Squares a rook attacks; the first occupied square of each line is included.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let file = from.file();
    let index = ((occupied.0 >> file) & A_FILE).wrapping_mul(C2_H7) >> 58;
    let vertical = A_FILE_ATTACKS[(from.rank() & 7) as usize][index as usize] << file;
    Bitboard(vertical | along(RANK_MASK[from.index()], file, occupied))
}

/// Squares a queen attacks; the first occupied square of each line is included.
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    bishop(from, occupied) | rook(from, occupied)
}

/// Squares a knight attacks.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    Bitboard(KNIGHT[from.index()])
}

/// Squares a king attacks.
#[inline]
pub fn king(from: Square) -> Bitboard {
    Bitboard(KING[from.index()])
}

/// The orthogonal neighbours, to which a MiniChess bishop may step if they are empty.
#[inline]
pub fn step(from: Square) -> Bitboard {
    Bitboard(STEP[from.index()])
}

/// Squares a pawn of `color` attacks.
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][from.index()])
}

/// Squares attacked by a set of pawns.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = match color {
        Color::White => pawns.shift_up(1),
        Color::Black => pawns.shift_down(1),
    };
    forward.shift_left() | forward.shift_right()
}

/// Squares a rook attacks on the empty grid.
#[inline]
pub fn rook_rays(from: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[from.index()])
}

/// Squares a bishop attacks on the empty grid.
#[inline]
pub fn bishop_rays(from: Square) -> Bitboard {
    Bitboard(DIAGONAL_MASK[from.index()] | ANTIDIAGONAL_MASK[from.index()])
}

/// Squares strictly between two squares of one rank, file or diagonal; empty for other pairs.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The rank, file or diagonal through two squares, both included; empty for other pairs.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(from: Square, directions: [Direction; 4], occupied: Bitboard) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for direction in directions {
            let mut at = from;
            while let Some(next) = direction.from(at) {
                squares |= Bitboard::of(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        squares
    }

    #[test]
    fn sliding_attacks_equal_walking_square_by_square() {
        let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..200 {
            occupied = occupied.rotate_left(7).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ round;
            let sparse = Bitboard(occupied & occupied.rotate_left(19));
            for square in Bitboard::FULL {
                assert_eq!(bishop(square, sparse), walk(square, DIAGONAL, sparse));
                assert_eq!(rook(square, sparse), walk(square, ORTHOGONAL, sparse));
            }
        }
    }

    #[test]
    fn between_and_line_follow_the_board() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let set = |texts: &[&str]| texts.iter().map(|text| square(text)).collect::<Bitboard>();
        assert_eq!(between(square("a1"), square("d4")), set(&["b2", "c3"]));
        assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
        assert!(line(square("c1"), square("c2")).contains(square("c8")));
        assert_eq!(between(square("e5"), square("e2")), set(&["e3", "e4"]));
    }
}
