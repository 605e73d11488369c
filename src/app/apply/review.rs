//! The review of the whole game: starting and ending it, and its verdicts in the game.
//!
//! While it runs its verdicts are in the game but not in the steps of undo: an edit in between is
//! recorded without them, and undoing one leaves them where they are. At the end all of them become
//! one step. An edit of the main line ends the review, which then becomes the step before that edit.

use super::super::{
    action::{Mode, ReviewAction},
    engine_client::Purpose,
    settings::EngineSettings,
    state::AppState,
};
use crate::{
    analysis::{PositionEval, ReviewUpdate, ReviewedPosition},
    game::{Edit, MoveVerdict, NodeId, RecordedEval},
    jobs::JobEvent,
};

/// How long a position is analysed while a review waits for its turn, in seconds.
const LOOK_SECONDS: u32 = 3;

impl AppState {
    pub(super) fn apply_review(&mut self, action: ReviewAction, now_ms: u64) {
        match action {
            ReviewAction::Start => self.start_review(now_ms),
            ReviewAction::Cancel => self.cancel_review(),
            ReviewAction::Remove => self.remove_review(),
        }
    }

    /// Whether there is a game that can be reviewed. One that is being played is not, or the review
    /// would advise a player; in analysis it is, as far as it goes, for there the game waits.
    pub fn may_review(&self) -> bool {
        let has_moves = self.game.continuation(NodeId::ROOT).next().is_some();
        let waits = self.mode != Mode::Play || self.end().is_some();
        has_moves && waits && self.review.running().is_none() && self.editor.is_none()
    }

    /// Whether the review that runs has to wait for a search at the moment.
    pub fn review_waits(&self) -> bool {
        self.review.running().is_some() && self.engine.running().is_some()
    }

    fn start_review(&mut self, now_ms: u64) {
        if !self.may_review() {
            return;
        }
        self.select_mode(Mode::Analyse, now_ms);
        self.game.remove_review();
        self.review.begin(&self.game, now_ms);
        self.engine.start_review(&self.game, self.settings.review.limits());
        self.notice = None;
        self.revision += 1;
    }

    /// What has been found stays, as a part.
    fn cancel_review(&mut self) {
        if self.review.running().is_none() {
            return;
        }
        self.engine.cancel_review();
        if self.review.stop().is_some_and(|running| running.has_found()) {
            self.touch_as(Edit::Review);
            return;
        }
        // It had found nothing, so that what it was to replace is better.
        for (node, old) in self.edits.history.present().nodes() {
            if let Some(verdict) = &old.notes.verdict {
                self.game.set_verdict(node, (**verdict).clone());
            }
        }
        self.revision += 1;
    }

    fn remove_review(&mut self) {
        self.cancel_review();
        self.review.forget();
        if self.game.remove_review() {
            self.touch_as(Edit::Review);
            self.info("Review removed.");
            if let Some(notice) = &mut self.notice {
                notice.offers_undo = true;
            }
        }
    }

    /// Takes in the review's events since the last call.
    pub(super) fn follow_review(&mut self, now_ms: u64) {
        for event in self.engine.take_review_events() {
            match event {
                JobEvent::Output(ReviewUpdate::Position(position)) => {
                    self.take_reviewed(*position);
                }
                JobEvent::Output(ReviewUpdate::Complete(_)) => {
                    self.review.complete(now_ms);
                    self.touch_as(Edit::Review);
                }
                JobEvent::Failed(problem) => {
                    self.cancel_review();
                    self.error(format!("The review failed: {problem}."));
                }
                // The review counts its positions itself.
                JobEvent::Progress(_) | JobEvent::Finished => {}
            }
        }
    }

    fn take_reviewed(&mut self, reviewed: ReviewedPosition) {
        let PositionEval { node, evaluation } = reviewed.position;
        self.take_verdict(node, unjudged(evaluation));
        if let Some(finding) = reviewed.finding {
            self.take_verdict(finding.node, finding.verdict);
        }
        self.review.set_progress(reviewed.progress.done, reviewed.progress.total);
        self.revision += 1;
        self.keep_game();
    }

    fn take_verdict(&mut self, node: NodeId, verdict: MoveVerdict) {
        self.game.set_verdict(node, verdict.clone());
        self.review.take(node, verdict);
    }

    /// Records an edit for undo. One of the main line ends the review that runs.
    pub(in crate::app) fn record(&mut self, edit: Edit) {
        let Some(running) = self.review.running() else {
            self.edits.history.record(edit, &self.game);
            return;
        };
        if running.fits(&self.game) {
            let mut plain = self.game.clone();
            plain.remove_review();
            self.edits.history.record(edit, &plain);
            return;
        }
        let mut reviewed = self.edits.history.present().clone();
        running.write_into(&mut reviewed);
        if running.has_found() {
            self.edits.history.record(Edit::Review, &reviewed);
        }
        self.edits.history.record(edit, &self.game);
        self.end_for_edit();
    }

    /// Another version of the game is on the board: it gets what the review has found, unless its
    /// main line is another.
    pub(super) fn carry_review_over(&mut self) {
        let Some(running) = self.review.running() else { return };
        if running.fits(&self.game) {
            running.write_into(&mut self.game);
        } else {
            self.end_for_edit();
        }
    }

    fn end_for_edit(&mut self) {
        self.engine.cancel_review();
        self.review.stop();
        self.info("The review has ended, as the game was changed.");
    }

    /// The settings of the analysis at the moment: while a review runs, each position gets a few
    /// seconds, so that the review goes on.
    pub fn live_settings(&self) -> EngineSettings {
        let own = self.settings.engine;
        if self.review.running().is_none() {
            return own;
        }
        let seconds = own.seconds.map_or(LOOK_SECONDS, |seconds| seconds.min(LOOK_SECONDS));
        EngineSettings { seconds: Some(seconds), ..own }
    }

    /// Whether the analysis has been cut short by the review, and will go on after it.
    pub fn live_waits(&self) -> bool {
        let searches =
            self.engine.running().is_some_and(|running| running.purpose == Purpose::Live);
        self.review.running().is_some() && self.live.is_on() && !searches
    }
}

/// The evaluation of a position whose move is not judged.
fn unjudged(evaluation: RecordedEval) -> MoveVerdict {
    MoveVerdict { evaluation, judgement: None, sentence: String::new(), better: Vec::new() }
}
