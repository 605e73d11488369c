//! The running review of the game on the board: its line and its progress. Its verdicts stand in the
//! game alone.

use minnow_game::{Game, NodeId};
use minnow_study::analysis::ReviewProgress;

/// The review of the game on the board.
#[derive(Debug, Default)]
pub struct Reviewing {
    running: Option<RunningReview>,
    /// The last completed review of this game.
    completed: Option<Completed>,
}

/// A review under way.
#[derive(Clone, Debug)]
pub struct RunningReview {
    /// The main line that is reviewed.
    line: Vec<NodeId>,
    pub progress: ReviewProgress,
    started_ms: u64,
}

/// The size of a completed review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    pub plies: usize,
    pub took_ms: u64,
}

impl RunningReview {
    /// True if the game's main line is still the reviewed one.
    pub fn fits(&self, game: &Game) -> bool {
        game.continuation(NodeId::ROOT).eq(self.line.iter().copied())
    }
}

impl Reviewing {
    pub fn running(&self) -> Option<&RunningReview> {
        self.running.as_ref()
    }

    pub fn completed(&self) -> Option<Completed> {
        self.completed
    }

    pub fn begin(&mut self, game: &Game, now_ms: u64) {
        let line: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
        let progress = ReviewProgress { done: 0, total: line.len() + 1, searches: 0 };
        self.running = Some(RunningReview { line, progress, started_ms: now_ms });
        self.completed = None;
    }

    pub fn set_progress(&mut self, progress: ReviewProgress) {
        if let Some(running) = &mut self.running {
            running.progress = progress;
        }
    }

    /// Notes that the review is complete.
    pub fn complete(&mut self, now_ms: u64) {
        if let Some(running) = self.running.take() {
            let took_ms = now_ms.saturating_sub(running.started_ms);
            self.completed = Some(Completed { plies: running.line.len(), took_ms });
        }
    }

    /// Ends the review early.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Forgets the reviews: the game's was removed, or another game is on the board.
    pub fn forget(&mut self) {
        *self = Reviewing::default();
    }
}
