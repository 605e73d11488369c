//! Zobrist keys of positions (1970): one random word for each fact that distinguishes positions.

use super::{Color, Role, Square};

/// The increment of SplitMix64's state: 2^64 divided by the golden ratio, made odd.
pub const SPLIT_MIX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number that SplitMix64 draws in this state (Steele, Lea and Flood 2014). Every bit of the
/// state affects all its bits.
pub const fn split_mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(SPLIT_MIX_STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A hash of a text or another sequence of bytes, mixed into a seed.
pub fn split_mix_bytes(seed: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(seed, |mixed, byte| split_mix(mixed ^ u64::from(byte)))
}

/// The first `N` random words after a seed.
const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        table[i] = split_mix(state);
        state = state.wrapping_add(SPLIT_MIX_STEP);
        i += 1;
    }
    table
}

static PIECES: [u64; 2 * 6 * 64] = words(1);
static CASTLING: [u64; 16] = words(2);
static EN_PASSANT: [u64; 8] = words(3);

/// Toggled when Black is to move.
pub(super) const BLACK_TO_MOVE: u64 = words::<1>(4)[0];

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
