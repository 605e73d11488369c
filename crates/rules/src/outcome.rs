//! The ends of a game by the rules of its variant.

use super::{Color, Position, Role, Stalemate};

/// The rule that ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A king was captured; the side that captured it wins. Only in variants with king capture.
    KingTaken,
    /// The side to move is in check and has no legal move; it loses.
    Checkmate,
    /// The side to move has no move and is not in check; the variant makes that a loss or a draw.
    NoMoves,
    /// The variant's number of moves has been made: a draw.
    MoveLimit,
    /// The position has occurred as often as the variant allows: a draw.
    Repetition,
    /// The variant's number of moves without a capture or pawn move has been made: a draw.
    NoProgress,
    /// Only kings, or kings and one knight or bishop, are left, in variants that draw then.
    BareKings,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// The rule that ended the game.
    pub ending: Ending,
}

/// `1-0`, `0-1` or `1/2-1/2`; `None` is a draw.
pub fn result_text(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result_text(&self) -> &'static str {
        result_text(self.winner)
    }
}

impl Position {
    /// The outcome if the game is over here. `occurrences` is how often this position has occurred
    /// in the game, from 1.
    pub fn outcome(&self, occurrences: u8) -> Option<Outcome> {
        let us = self.turn();
        let won = |winner, ending| Some(Outcome { winner: Some(winner), ending });
        let drawn = |ending| Some(Outcome { winner: None, ending });
        if self.board().king(us).is_none() {
            return won(!us, Ending::KingTaken);
        }
        if self.at_move_limit() {
            return drawn(Ending::MoveLimit);
        }
        if self.count_legal_moves() == 0 {
            return match self.variant().stalemate {
                _ if !self.variant().king_capture && self.in_check() => won(!us, Ending::Checkmate),
                Stalemate::Loss => won(!us, Ending::NoMoves),
                Stalemate::Draw => drawn(Ending::NoMoves),
            };
        }
        if self.variant().repetition.is_some_and(|limit| occurrences >= limit) {
            return drawn(Ending::Repetition);
        }
        if self.at_progress_limit() {
            return drawn(Ending::NoProgress);
        }
        if self.variant().bare_kings_draw && self.has_bare_kings() {
            return drawn(Ending::BareKings);
        }
        None
    }

    /// True if an earlier position of the game can still come back, and has occurred so often that the
    /// next time is a draw. `earlier` has the keys of the positions before this one, oldest first.
    pub fn may_be_drawn_by_repetition(&self, earlier: &[u64]) -> bool {
        let Some(limit) = self.variant().repetition else { return false };
        // No position from before a capture or a pawn's move comes back.
        let oldest = earlier.len().saturating_sub(usize::from(self.halfmove_clock()));
        let earlier = &earlier[oldest..];
        let times = |key: &u64| earlier.iter().filter(|other| *other == key).count();
        earlier.iter().any(|key| times(key) + 1 >= usize::from(limit))
    }

    /// True if the side to move loses once it has no move: it is checkmated, or the variant counts a
    /// stalemate as a loss.
    #[inline]
    pub fn loses_without_move(&self) -> bool {
        let is_mated = !self.variant().king_capture && self.in_check();
        is_mated || self.variant().stalemate == Stalemate::Loss
    }

    /// True if the variant's move limit is reached.
    #[inline]
    pub fn at_move_limit(&self) -> bool {
        self.variant().ply_limit().is_some_and(|limit| self.ply() >= limit)
    }

    /// True if the opponent can still capture a king that the side to move leaves en prise: the
    /// capture must come before the variant's move limit, which draws the game.
    pub fn king_left_falls_in_time(&self) -> bool {
        self.variant().ply_limit().is_none_or(|limit| self.ply() + 2 <= limit)
    }

    /// The moves that the side to move can still make before the variant's move limit, this one
    /// included; `None` without a limit.
    #[inline]
    pub fn moves_left(&self) -> Option<u32> {
        let limit = self.variant().ply_limit()?;
        Some(limit.saturating_sub(self.ply()).div_ceil(2))
    }

    /// True if the variant's limit of moves without a capture or pawn move is reached.
    #[inline]
    pub fn at_progress_limit(&self) -> bool {
        let limit = self.variant().progress_plies();
        limit.is_some_and(|limit| u32::from(self.halfmove_clock()) >= limit)
    }

    /// True if only kings, or kings and one knight or bishop, are left.
    pub fn has_bare_kings(&self) -> bool {
        let board = self.board();
        let minors = board.role(Role::Knight) | board.role(Role::Bishop);
        let occupied = board.occupied();
        occupied.count() <= 3 && (occupied & !minors & !board.role(Role::King)).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn position(variant: &str, fen: &str) -> Position {
        Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
    }

    /// The outcome of a position that occurs for the first time: `1-0 Checkmate`.
    fn ending(position: &Position) -> Option<String> {
        let outcome = position.outcome(1)?;
        Some(format!("{} {:?}", outcome.result_text(), outcome.ending))
    }

    fn assert_ending(variant: &str, fen: &str, expected: Option<&str>) {
        assert_eq!(ending(&position(variant, fen)).as_deref(), expected, "{variant}: {fen}");
    }

    #[test]
    fn mate_and_stalemate_end_games_with_check() {
        assert_ending("gardner", "k4/1Q3/1K3/5/5 b", Some("1-0 Checkmate"));
        assert_ending("losalamos", "k5/2Q3/6/6/6/5K b", Some("1/2-1/2 NoMoves"));
        assert_ending("gardner", "k4/2Q2/5/5/4K w", None);
    }

    #[test]
    fn king_capture_wins_in_its_variants() {
        let mated = position("minichess", "k4/1Q3/1K3/5/5/5 b");
        assert_eq!(ending(&mated), None, "the king must first be taken");
        let hanging = mated.play(mated.parse_move("a6b6").unwrap());
        let taken = hanging.play(hanging.parse_move("b5b6").unwrap());
        assert_eq!(ending(&taken).as_deref(), Some("1-0 KingTaken"));
        assert!(taken.legal_moves().is_empty());
        assert_ending("minichess", "5/5/5/3p1/2prp/2Kbk b", Some("1-0 NoMoves"));
    }

    #[test]
    fn only_king_capture_precedes_the_move_limit() {
        assert_ending("minichess", "k4/5/5/5/5/4K b - - 0 40", None);
        assert_ending("minichess", "k4/5/5/5/5/4K w - - 0 41", Some("1/2-1/2 MoveLimit"));
        assert_ending("minichess", "KBk2/PRP2/1P3/5/5/5 w - - 0 41", Some("1/2-1/2 MoveLimit"));
        assert_ending("minichess", "KBk2/PRP2/1P3/5/5/5 w - - 0 40", Some("0-1 NoMoves"));
        let last = position("minichess", "1k3/1K3/5/5/5/5 b - - 0 40");
        let taken = last.play(last.parse_move("b6b5").unwrap());
        assert_eq!(ending(&taken).as_deref(), Some("0-1 KingTaken"));
        assert_ending("gardner", "k4/p4/5/5/R3K w - - 0 500", None);
    }

    #[test]
    fn kings_left_on_the_last_move_survive() {
        for (side, number, falls) in [("w", 40, true), ("b", 40, false), ("b", 39, true)] {
            let fen = format!("1k3/3K1/5/5/5/5 {side} - - 0 {number}");
            let before = position("minichess", &fen);
            assert_eq!(before.king_left_falls_in_time(), falls, "{fen}");
            let text = if side == "w" { "d5c5" } else { "b6c6" };
            let left = before.play(before.parse_move(text).unwrap());
            assert_eq!(left.outcome(1).is_none(), falls, "{fen}");
        }
        let endless = position("gardner", "1k3/3K1/5/5/5 b - - 0 500");
        assert!(endless.king_left_falls_in_time());
    }

    #[test]
    fn repetition_and_lack_of_progress_draw() {
        let gardner = position("gardner", "k3r/5/5/5/K4 w - - 99 80");
        assert_eq!(gardner.outcome(2), None);
        assert_eq!(gardner.outcome(3).map(|outcome| outcome.ending), Some(Ending::Repetition));
        let later = gardner.play(gardner.parse_move("a1b1").unwrap());
        assert_eq!(ending(&later).as_deref(), Some("1/2-1/2 NoProgress"));
        let minichess = position("minichess", "k3r/5/5/5/5/K4 w - - 200 10");
        assert_eq!(minichess.outcome(9), None);
    }

    #[test]
    fn mate_comes_before_the_draws() {
        let mated = position("gardner", "k4/1Q3/1K3/5/5 b - - 100 90");
        assert_eq!(mated.outcome(3).map(|outcome| outcome.ending), Some(Ending::Checkmate));
    }

    #[test]
    fn bare_kings_or_one_minor_piece_draw() {
        for minor in ["5", "2N2", "2b2"] {
            let fen = format!("k4/5/{minor}/5/4K w");
            assert_ending("gardner", &fen, Some("1/2-1/2 BareKings"));
        }
        for more in ["2P2", "2R2", "2NN1", "1b1B1"] {
            assert_ending("gardner", &format!("k4/5/{more}/5/4K w"), None);
        }
        assert_ending("minichess", "k4/5/5/5/5/4K w", None);
    }
}
