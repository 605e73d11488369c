//! The running review of the game on the board: its line, its progress and its verdicts.
//!
//! Its verdicts enter the game at once, and the steps of undo when it is over, as one step
//! (`review/mod.rs`).

use std::collections::HashMap;

use minnow_game::{Game, MoveVerdict, NodeId};
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
    verdicts: HashMap<NodeId, MoveVerdict>,
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

    /// Writes the verdicts so far into a version of the game, in place of any other review.
    pub fn write_into(&self, game: &mut Game) {
        game.remove_review();
        for (node, verdict) in &self.verdicts {
            game.set_verdict(*node, verdict.clone());
        }
    }

    /// True if the review has verdicts.
    pub fn has_found(&self) -> bool {
        !self.verdicts.is_empty()
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
        let verdicts = HashMap::new();
        self.running = Some(RunningReview { line, progress, started_ms: now_ms, verdicts });
        self.completed = None;
    }

    /// Takes in a verdict.
    pub fn take(&mut self, node: NodeId, verdict: MoveVerdict) {
        if let Some(running) = &mut self.running {
            running.verdicts.insert(node, verdict);
        }
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

    /// Ends the review early and returns it.
    pub fn stop(&mut self) -> Option<RunningReview> {
        self.running.take()
    }

    /// Forgets the reviews: the game's was removed, or another game is on the board.
    pub fn forget(&mut self) {
        *self = Reviewing::default();
    }
}
