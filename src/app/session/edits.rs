//! What the window keeps about the editing of the game on the board.

use crate::game::{EditHistory, Game};

/// How long after a letter that was no part of a move a digit is still taken for the rest of one,
/// in milliseconds.
const TYPING_MS: u64 = 1_500;

/// The steps of undo and redo, and what is needed to tell marks from typed moves.
#[derive(Debug)]
pub struct Edits {
    pub history: EditHistory,
    /// When a letter was typed that no move could begin with at that moment.
    refused_ms: Option<u64>,
}

impl Edits {
    /// A game that has not been edited yet.
    pub fn new(game: &Game) -> Edits {
        Edits { history: EditHistory::new(game), refused_ms: None }
    }

    /// Notes that a typed letter found no use.
    pub fn refuse(&mut self, now_ms: u64) {
        self.refused_ms = Some(now_ms);
    }

    /// Whether a digit probably belongs to a move that is typed while none can be made.
    pub fn is_typing_refused(&self, now_ms: u64) -> bool {
        self.refused_ms.is_some_and(|refused_ms| now_ms.saturating_sub(refused_ms) < TYPING_MS)
    }
}
