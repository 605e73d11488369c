//! The review of a game as a job, which can be paused between two positions.

use std::ops::ControlFlow;

use super::{MoveFinding, PositionEval, Review, ReviewLimits, ReviewProgress, Reviewer};
use minnow_base::sync::StopFlag;
use minnow_engine::Searcher;
use minnow_game::Game;

/// An update from a running review.
#[derive(Clone, Debug, PartialEq)]
pub enum ReviewUpdate {
    /// One more position is done.
    Position(Box<ReviewedPosition>),
    /// A search that confirms a mark of the next position has begun or ended.
    Confirming(ReviewProgress),
    /// All positions are done: the whole review.
    Complete(Box<Review>),
}

/// A position that the review has done.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPosition {
    /// The progress, this position included.
    pub progress: ReviewProgress,
    /// The position with its evaluation.
    pub position: PositionEval,
    /// The findings that are new or have changed: that for the move played in the position, and
    /// those of later moves, where a confirmation has changed the value of their positions. Empty
    /// for the last position.
    pub findings: Vec<MoveFinding>,
}

/// A running review.
pub struct ReviewJob {
    reviewer: Reviewer,
}

impl ReviewJob {
    /// The review of a game as it is now.
    pub fn new(game: &Game, limits: ReviewLimits) -> ReviewJob {
        ReviewJob { reviewer: Reviewer::new(game, limits) }
    }

    /// Makes one search of the review, which starts with the last position. Returns `Break` after
    /// the first position of the game. If `stop` is set, the step has no effect and the next one
    /// repeats the search. All steps need the same searcher, for the game's variant, and nothing
    /// else may search with it in between.
    pub fn step(
        &mut self,
        searcher: &mut Searcher,
        stop: &StopFlag,
        emit: &mut dyn FnMut(ReviewUpdate),
    ) -> ControlFlow<()> {
        if !self.reviewer.step(searcher, stop) {
            return ControlFlow::Continue(());
        }
        let progress = self.reviewer.progress();
        if progress.searches > 0 {
            emit(ReviewUpdate::Confirming(progress));
        } else if let Some(position) = self.reviewer.position() {
            let findings = self.reviewer.take_findings();
            let reviewed = ReviewedPosition { progress, position, findings };
            emit(ReviewUpdate::Position(Box::new(reviewed)));
        }
        if !self.reviewer.is_finished() {
            return ControlFlow::Continue(());
        }
        emit(ReviewUpdate::Complete(Box::new(self.reviewer.review())));
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_engine::{Root, SearchLimits};
    use minnow_rules::Variant;

    #[test]
    fn positions_are_sent_and_interrupted_ones_repeated() {
        let mut game = Game::new(Variant::default_variant());
        let mut searcher = Searcher::new(game.variant(), 1);
        // The engine's own moves get no marks, which further searches would confirm.
        for _ in 0..4 {
            let (root, limits) = (Root::new(*game.position()), SearchLimits::depth(8));
            let result = searcher.search(&root, &limits, &StopFlag::new(), &mut |_| {});
            game.play(result.best.unwrap()).unwrap();
        }
        let limits = ReviewLimits { depth: Some(4), nodes: None, movetime_ms: None };
        let mut job = ReviewJob::new(&game, limits);
        let mut updates = Vec::new();
        let mut step = |stop| {
            let stop = if stop { StopFlag::stopped() } else { StopFlag::new() };
            job.step(&mut searcher, &stop, &mut |update| updates.push(update)).is_continue()
        };
        while step(false) {
            assert!(step(true), "an interrupted step goes on");
        }
        let Some(ReviewUpdate::Complete(review)) = updates.pop() else { panic!("{updates:?}") };
        assert!(review.complete);
        assert_eq!(review.findings.len(), 4);
        assert_eq!(updates.len(), 5);
        for (update, steps) in updates.into_iter().zip(1..) {
            let ReviewUpdate::Position(reviewed) = update else { panic!("{update:?}") };
            assert_eq!(reviewed.progress, ReviewProgress { done: steps, total: 5, searches: 0 });
            assert_eq!(reviewed.findings.len(), usize::from(steps > 1));
        }
    }
}
