//! The static value of a position: hand-crafted terms over a variant's data.
//!
//! Tables are computed from the board's size and the rules when a search
//! starts, so that a new variant plays sensibly at once.

use super::{Handicap, params};
use crate::rules::{Bitboard, Color, Position, Role, Square, Variant, attacks};

/// Middle-game and end-game sums of one side or of the difference.
#[derive(Clone, Copy, Default)]
struct Tapered {
    middle: i32,
    end: i32,
}

impl Tapered {
    fn add(&mut self, (middle, end): params::Pair, count: i32) {
        self.middle += middle * count;
        self.end += end * count;
    }

    fn minus(self, other: Tapered) -> Tapered {
        Tapered { middle: self.middle - other.middle, end: self.end - other.end }
    }
}

/// The evaluation of one variant, perhaps misjudged by a handicap.
pub(super) struct Evaluation {
    /// Worth of each colour's roles on each square, material included.
    piece_square: [[[params::Pair; 64]; 6]; 2],
    /// The phase weight of all pieces of the start.
    full_phase: i32,
    variant: &'static Variant,
}

impl Evaluation {
    pub fn new(variant: &'static Variant, handicap: &Handicap) -> Evaluation {
        let mut piece_square = [[[(0, 0); 64]; 6]; 2];
        for color in Color::ALL {
            for role in Role::ALL {
                for square in variant.board() {
                    let worth = worth(variant, color, role, square);
                    let index = (color.index() * 6 + role.index()) * 64 + square.index();
                    let error = if role == Role::King { 0 } else { handicap.error(index as u64) };
                    piece_square[color.index()][role.index()][square.index()] =
                        (worth.0 + error, worth.1 + error);
                }
            }
        }
        let start = Position::start(variant);
        Evaluation { piece_square, full_phase: phase(&start).max(1), variant }
    }

    /// Centipawns for the side to move.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let us = position.turn();
        let difference = self.side(position, us).minus(self.side(position, !us));
        let phase = phase(position).min(self.full_phase);
        let tapered = (difference.middle * phase + difference.end * (self.full_phase - phase))
            / self.full_phase;
        self.faded(position, tapered + params::TEMPO)
    }

    /// Near a move limit a lead is worth less and less, as there is no time left to use it.
    fn faded(&self, position: &Position, value: i32) -> i32 {
        let Some(limit) = self.variant.ply_limit() else { return value };
        let left = (limit as i32 - position.ply() as i32).clamp(0, params::LIMIT_FADE_PLIES);
        value * left / params::LIMIT_FADE_PLIES
    }

    fn side(&self, position: &Position, us: Color) -> Tapered {
        let mut sum = Tapered::default();
        let board = position.board();
        let own = board.color(us);
        for role in Role::ALL {
            let table = &self.piece_square[us.index()][role.index()];
            for square in board.of(us, role) {
                sum.add(table[square.index()], 1);
            }
        }
        let zone = board.king(!us).map_or(Bitboard::EMPTY, |king| {
            (attacks::king(king) | Bitboard::of(king)) & self.variant.board()
        });
        let blockers = position.blockers();
        let mut pressure = 0;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for square in board.of(us, role) {
                let reach = match role {
                    Role::Knight => attacks::knight(square) & self.variant.board(),
                    Role::Bishop => attacks::bishop(square, blockers) & self.variant.board(),
                    Role::Rook => attacks::rook(square, blockers) & self.variant.board(),
                    _ => attacks::queen(square, blockers) & self.variant.board(),
                };
                sum.add(params::MOBILITY[role.index()], (reach & !own).count() as i32);
                pressure += params::KING_ATTACK[role.index()] * (reach & zone).count() as i32;
            }
        }
        let pawns = board.of(us, Role::Pawn);
        let pawn_hits = (attacks::pawns(us, pawns) & zone).count() as i32;
        pressure += params::KING_ATTACK[Role::Pawn.index()] * pawn_hits;
        sum.add((pressure, pressure / 3), 1);
        for square in pawns {
            if self.is_passed(position, us, square) {
                let to_go = square.rank().abs_diff(self.variant.last_rank(us));
                sum.add(params::PASSED[usize::from(to_go & 7)], 1);
            }
        }
        sum
    }

    /// Whether no enemy pawn stands ahead on the pawn's own or a neighbouring file.
    fn is_passed(&self, position: &Position, us: Color, square: Square) -> bool {
        let file = Bitboard::file(square.file());
        let files = file | file.shift_left() | file.shift_right();
        let ahead = match us {
            Color::White => Bitboard(!0 << (8 * u32::from(square.rank()) + 8)),
            Color::Black => Bitboard((1 << (8 * u32::from(square.rank()))) - 1),
        };
        (position.board().of(!us, Role::Pawn) & files & ahead).is_empty()
    }
}

fn phase(position: &Position) -> i32 {
    Role::ALL
        .into_iter()
        .map(|role| params::PHASE[role.index()] * position.board().role(role).count() as i32)
        .sum()
}

/// Material and place of a piece, from the board's geometry.
fn worth(variant: &Variant, color: Color, role: Role, square: Square) -> params::Pair {
    let (material, centre) = (params::MATERIAL[role.index()], params::CENTRE[role.index()]);
    let mut worth = material;
    if role == Role::Bishop && variant.bishop_step {
        worth.0 += params::BISHOP_STEP.0;
        worth.1 += params::BISHOP_STEP.1;
    }
    // From 1 in the middle to -1 in a corner, in 64ths.
    let off_centre = |place: u8, size: u8| {
        64 * i32::from((2 * place).abs_diff(size - 1)) / i32::from((size - 1).max(1))
    };
    let central =
        64 - off_centre(square.file(), variant.files) - off_centre(square.rank(), variant.ranks);
    worth.0 += centre.0 * central / 64;
    worth.1 += centre.1 * central / 64;
    if role == Role::Pawn {
        let advanced = i32::from(square.rank().abs_diff(variant.second_rank(color)));
        worth.0 += params::PAWN_ADVANCE.0 * advanced;
        worth.1 += params::PAWN_ADVANCE.1 * advanced;
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin_variants;

    fn value(variant: &'static Variant, fen: &str) -> i32 {
        let position = Position::from_fen(variant, fen).unwrap();
        Evaluation::new(variant, &Handicap::NONE).evaluate(&position)
    }

    #[test]
    fn starts_with_equal_armies_are_worth_the_tempo() {
        for variant in builtin_variants() {
            let start = Position::start(variant);
            let count = |color, role| start.board().of(color, role).count();
            let equal = |role| count(Color::White, role) == count(Color::Black, role);
            if !Role::ALL.into_iter().all(equal) {
                continue;
            }
            let value = Evaluation::new(variant, &Handicap::NONE).evaluate(&start);
            assert_eq!(value, params::TEMPO, "{}", variant.id);
        }
    }

    #[test]
    fn both_sides_see_the_same_position_with_opposite_signs() {
        let variant = Variant::default_variant();
        let white = value(variant, "k4/5/5/2Q2/5/4K w - - 0 1");
        let black = value(variant, "k4/5/5/2Q2/5/4K b - - 0 1");
        assert!(white > 700);
        assert_eq!(white - params::TEMPO, params::TEMPO - black);
    }

    #[test]
    fn a_lead_fades_towards_the_move_limit() {
        let variant = Variant::default_variant();
        let early = value(variant, "k4/5/5/2Q2/5/4K w - - 0 20");
        let late = value(variant, "k4/5/5/2Q2/5/4K w - - 0 40");
        assert!(late > 0 && late < early / 5, "{late} {early}");
    }

    #[test]
    fn a_misjudgement_is_steady_in_a_game_and_differs_between_games() {
        let variant = Variant::default_variant();
        let position =
            Position::from_fen(variant, "kqbnr/ppp1p/3p1/2P2/PP1PP/RNBQK b - - 0 3").unwrap();
        let judged = |seed| {
            let handicap = Handicap { misjudgement: 40, seed, ..Handicap::NONE };
            Evaluation::new(variant, &handicap).evaluate(&position)
        };
        assert_eq!(judged(1), judged(1));
        assert!((2..12).any(|seed| judged(seed) != judged(1)));
    }
}
