//! The history of edits of the game on the board.

use minnow_game::{EditHistory, Game};

/// For this time after a rejected letter, a digit counts as typed text and not as a mark, in
/// milliseconds.
const TYPING_MS: u64 = 1_500;

/// The undo and redo steps, and the last rejected letter, which tells marks from typed moves.
#[derive(Debug)]
pub struct Edits {
    pub history: EditHistory,
    /// The time of the last rejected letter.
    refused_ms: Option<u64>,
}

impl Edits {
    /// A game that has not been edited yet.
    pub fn new(game: &Game) -> Edits {
        Edits { history: EditHistory::new(game), refused_ms: None }
    }

    /// Notes that a typed letter was rejected.
    pub fn refuse(&mut self, now_ms: u64) {
        self.refused_ms = Some(now_ms);
    }

    /// True if a digit probably belongs to a typed move that was rejected.
    pub fn is_typing_refused(&self, now_ms: u64) -> bool {
        self.refused_ms.is_some_and(|refused_ms| now_ms.saturating_sub(refused_ms) < TYPING_MS)
    }
}
