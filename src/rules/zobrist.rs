//! Keys of positions (Zobrist 1970): one random word for each thing that tells positions apart.

use super::{Color, Role, Square};

/// A step of SplitMix64 (Steele, Lea, Flood 2014), usable at compile time.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        (state, table[i]) = split_mix(state);
        i += 1;
    }
    table
}

static PIECES: [u64; 2 * 6 * 64] = words(1);
static CASTLING: [u64; 16] = words(2);
static EN_PASSANT: [u64; 8] = words(3);

/// Toggled when Black is to move.
pub(super) const BLACK_TO_MOVE: u64 = split_mix(4).1;

#[inline]
pub(super) fn piece(color: Color, role: Role, square: Square) -> u64 {
    PIECES[(color.index() * 6 + role.index()) * 64 + square.index()]
}

#[inline]
pub(super) fn castling(rights: u8) -> u64 {
    CASTLING[(rights & 15) as usize]
}

/// The key of an en passant square, by its file.
#[inline]
pub(super) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[(square.file() & 7) as usize]
}
