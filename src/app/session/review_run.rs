//! The review of the game on the board while it runs: what it was asked about, how far it is, and
//! what it has found.
//!
//! Its verdicts enter the game at once, and the steps of undo when it is over, as one step
//! (`review/update.rs`).

use std::collections::HashMap;

use crate::game::{Game, MoveVerdict, NodeId};

/// The review of the game on the board.
#[derive(Debug, Default)]
pub struct Reviewing {
    running: Option<RunningReview>,
    /// The last one that came to its end in this game.
    completed: Option<Completed>,
}

/// A review under way.
#[derive(Clone, Debug)]
pub struct RunningReview {
    /// The main line that is reviewed.
    line: Vec<NodeId>,
    /// Positions that are done, and all of them.
    pub done: usize,
    pub total: usize,
    started_ms: u64,
    verdicts: HashMap<NodeId, MoveVerdict>,
}

/// How large a review was that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    pub plies: usize,
    pub took_ms: u64,
}

impl RunningReview {
    /// Whether the game's main line is still the one that is reviewed.
    pub fn fits(&self, game: &Game) -> bool {
        game.continuation(NodeId::ROOT).eq(self.line.iter().copied())
    }

    /// Puts what was found so far into a version of the game in place of any other review.
    pub fn write_into(&self, game: &mut Game) {
        game.remove_review();
        for (node, verdict) in &self.verdicts {
            game.set_verdict(*node, verdict.clone());
        }
    }

    /// Whether anything was found.
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
        let (done, total) = (0, line.len() + 1);
        let verdicts = HashMap::new();
        self.running = Some(RunningReview { line, done, total, started_ms: now_ms, verdicts });
        self.completed = None;
    }

    /// Takes in a verdict.
    pub fn take(&mut self, node: NodeId, verdict: MoveVerdict) {
        if let Some(running) = &mut self.running {
            running.verdicts.insert(node, verdict);
        }
    }

    pub fn set_progress(&mut self, done: usize, total: usize) {
        if let Some(running) = &mut self.running {
            (running.done, running.total) = (done, total);
        }
    }

    /// The review has seen the whole game.
    pub fn complete(&mut self, now_ms: u64) {
        if let Some(running) = self.running.take() {
            let took_ms = now_ms.saturating_sub(running.started_ms);
            self.completed = Some(Completed { plies: running.line.len(), took_ms });
        }
    }

    /// Ends the review early; returns what it was.
    pub fn stop(&mut self) -> Option<RunningReview> {
        self.running.take()
    }

    /// The game has no review any more, or is another one.
    pub fn forget(&mut self) {
        *self = Reviewing::default();
    }
}
