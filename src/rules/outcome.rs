//! How a game ends by the rules of its variant.

use super::{Color, Position, Role, Stalemate};

/// Why a game is over by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    KingTaken,
    Checkmate,
    /// No move, and the variant calls that a loss or a draw.
    NoMoves,
    MoveLimit,
    Repetition,
    NoProgress,
    BareKings,
}

/// A finished game: the winner, `None` for a draw, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub winner: Option<Color>,
    pub ending: Ending,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result_text(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Position {
    /// The outcome if the game is over here; `occurrences` says how often this position has
    /// stood on the board, this time included.
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
        if self.no_progress() {
            return drawn(Ending::NoProgress);
        }
        if self.variant().bare_kings_draw && self.has_bare_kings() {
            return drawn(Ending::BareKings);
        }
        None
    }

    /// Whether the variant's move limit is reached.
    #[inline]
    pub fn at_move_limit(&self) -> bool {
        self.variant().ply_limit().is_some_and(|limit| self.ply() >= limit)
    }

    /// Whether the variant's limit of moves without capture or pawn move is reached.
    #[inline]
    pub fn no_progress(&self) -> bool {
        let limit = self.variant().progress_limit;
        limit.is_some_and(|moves| u32::from(self.halfmove_clock()) >= 2 * u32::from(moves))
    }

    /// Whether there are only kings, or one knight or bishop besides.
    pub fn has_bare_kings(&self) -> bool {
        let board = self.board();
        let minors = board.role(Role::Knight) | board.role(Role::Bishop);
        let occupied = board.occupied();
        occupied.count() <= 3 && (occupied & !minors & !board.role(Role::King)).is_empty()
    }
}
