//! Where pieces attack: leaper tables and sliding attacks on an 8x8 grid.
//!
//! Sliders use kindergarten bitboards (Gerd Isenberg, 2006): one
//! multiplication gathers the six inner squares of a line into an index. The
//! tables take 8 KiB, are computed at compile time, and serve every board,
//! because squares off a small board count as occupied.

use super::{Bitboard, Color, Square};

const B_FILE: u64 = 0x0202_0202_0202_0202;
const A_FILE: u64 = 0x0101_0101_0101_0101;
/// The diagonal c2 to h7, which gathers the a file's inner squares in reverse.
const C2_H7: u64 = 0x0080_4020_1008_0400;

type Directions = [(i8, i8); 4];
const ORTHOGONAL: Directions = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: Directions = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Squares reached from `square` along one direction on the empty grid.
const fn ray(square: Square, (files, ranks): (i8, i8)) -> u64 {
    let mut squares = 0;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks) {
        squares |= 1 << next.index();
        at = next;
    }
    squares
}

const fn line_masks(forth: (i8, i8), back: (i8, i8)) -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i);
        table[i] = ray(square, forth) | ray(square, back);
        i += 1;
    }
    table
}

const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let mut step = 0;
        while step < N {
            if let Some(to) = Square::from_index(i).offset(steps[step].0, steps[step].1) {
                table[i] |= 1 << to.index();
            }
            step += 1;
        }
        i += 1;
    }
    table
}

/// Attacks along eight cells from `from`, with the six inner cells' occupancy in `inner` (bit 0 = cell 1).
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

/// Row attacks copied to every rank, to be masked with the line.
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

/// Attacks on the a file; the index holds the ranks in reverse order.
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

const fn between_and_line() -> ([[u64; 64]; 64], [[u64; 64]; 64]) {
    let mut between = [[0; 64]; 64];
    let mut line = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 {
        let from = Square::from_index(i);
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = if d < 4 { ORTHOGONAL[d] } else { DIAGONAL[d - 4] };
            let whole = ray(from, (files, ranks)) | ray(from, (-files, -ranks)) | 1 << i;
            let mut passed = 0;
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                between[i][next.index()] = passed;
                line[i][next.index()] = whole;
                passed |= 1 << next.index();
                at = next;
            }
            d += 1;
        }
        i += 1;
    }
    (between, line)
}

static RANK_MASK: [u64; 64] = line_masks((1, 0), (-1, 0));
static DIAGONAL_MASK: [u64; 64] = line_masks((1, 1), (-1, -1));
static ANTIDIAGONAL_MASK: [u64; 64] = line_masks((1, -1), (-1, 1));
static FILL_UP: [[u64; 64]; 8] = fill_up_attacks();
static A_FILE_ATTACKS: [[u64; 64]; 8] = a_file_attacks();
static ROOK_RAYS: [u64; 64] = {
    let files = line_masks((0, 1), (0, -1));
    let mut table = line_masks((1, 0), (-1, 0));
    let mut i = 0;
    while i < 64 {
        table[i] |= files[i];
        i += 1;
    }
    table
};
static KNIGHT: [u64; 64] =
    leaper([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] =
    leaper([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static STEP: [u64; 64] = leaper(ORTHOGONAL);
static PAWN: [[u64; 64]; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];
static BETWEEN: [[u64; 64]; 64] = between_and_line().0;
static LINE: [[u64; 64]; 64] = between_and_line().1;

#[inline]
fn along(mask: u64, file: u8, occupied: Bitboard) -> u64 {
    let index = (mask & occupied.0).wrapping_mul(B_FILE) >> 58;
    mask & FILL_UP[(file & 7) as usize][index as usize]
}

/// Squares a bishop attacks diagonally; the first occupied square of each line is included.
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

#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    bishop(from, occupied) | rook(from, occupied)
}

#[inline]
pub fn knight(from: Square) -> Bitboard {
    Bitboard(KNIGHT[from.index()])
}

#[inline]
pub fn king(from: Square) -> Bitboard {
    Bitboard(KING[from.index()])
}

/// The orthogonal neighbours: where a MiniChess bishop may step if they are empty.
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

/// Rook lines on the empty grid.
#[inline]
pub fn rook_rays(from: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[from.index()])
}

/// Bishop lines on the empty grid.
#[inline]
pub fn bishop_rays(from: Square) -> Bitboard {
    Bitboard(DIAGONAL_MASK[from.index()] | ANTIDIAGONAL_MASK[from.index()])
}

/// Squares strictly between two squares of one line, else none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two squares, both included, else none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(from: Square, directions: Directions, occupied: Bitboard) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for (files, ranks) in directions {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
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
    fn sliding_attacks_agree_with_walking_square_by_square() {
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
