//! The material of an exchange by the rules and round values of the pieces, played out move by move,
//! for whatever judges moves outside the search.
//!
//! The search has a faster one with tuned values, which ignores pins (`search/see.rs`).

use minnow_rules::{Move, Position, Role};

/// Values of pawn, knight, bishop, rook, queen and king in centipawns, by the role's index.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// The round value of a role, in centipawns.
pub fn round_value(role: Role) -> i32 {
    VALUES[role.index()]
}

/// The material that the exchange on the move's square gains its side, in centipawns. Both sides
/// take with their least valuable piece and stop when going on would lose material.
pub fn exchange_gain(position: &Position, mv: Move) -> i32 {
    let gain = material_gain(position, mv);
    if position.takes_king(mv) {
        return gain;
    }
    let next = position.play(mv);
    let takers = next.safe_captures().into_iter().filter(|reply| reply.to() == mv.to());
    let least = takers.min_by_key(|reply| round_value(next.moved(*reply)));
    gain - least.map_or(0, |reply| exchange_gain(&next, reply).max(0))
}

/// The material that the move itself gains, in centipawns.
pub fn material_gain(position: &Position, mv: Move) -> i32 {
    let promoted = mv.promotion().map_or(0, |role| round_value(role) - round_value(Role::Pawn));
    position.captured(mv).map_or(0, round_value) + promoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let gain = |fen: &str, text: &str| {
            let position = Position::from_fen(Variant::default_variant(), fen).unwrap();
            exchange_gain(&position, position.parse_move(text).unwrap())
        };
        assert_eq!(gain("k4/5/2r2/5/2R2/K4 w - - 0 1", "c2c4"), 500);
        assert_eq!(gain("k4/1p3/2r2/5/2R2/K4 w - - 0 1", "c2c4"), 0, "a pawn takes back");
        assert_eq!(gain("k4/1p3/2p2/5/2R2/K4 w - - 0 1", "c2c4"), -400);
        // The second rook takes back in turn.
        assert_eq!(gain("k4/2r2/2r2/5/2R2/K1R2 w - - 0 1", "c2c4"), 500);
        assert_eq!(gain("k4/4P/5/5/5/K4 w - - 0 1", "e5e6q"), 800);
    }
}
