//! The review of the whole game: starting and ending it, and its verdicts in the game.
//!
//! While it runs its verdicts are in the game but not in the steps of undo: an edit in between is
//! recorded without them, and undoing one leaves them where they are. At the end all of them become
//! one step. An edit of the main line ends the review, which then becomes the step before that edit.

use crate::app::{
    action::ReviewAction, screen::AppState, session::Mode, session::engine_client::Purpose,
    session::settings::EngineSettings,
};
use crate::{
    analysis::{PositionEval, ReviewUpdate, ReviewedPosition},
    game::{Edit, MoveVerdict, NodeId, RecordedEval},
    jobs::JobEvent,
};

/// How long a position is analysed while a review waits for its turn, in seconds.
const LOOK_SECONDS: u32 = 3;

impl AppState {
    pub(in crate::app) fn apply_review(&mut self, action: ReviewAction) {
        match action {
            ReviewAction::Cancel => self.cancel_review(),
            ReviewAction::Remove => self.remove_review(),
        }
    }

    /// Whether there is a game that can be reviewed. One that is being played is not, or the review
    /// would advise a player; in analysis it is, as far as it goes, for there the game waits.
    pub fn may_review(&self) -> bool {
        let has_moves = self.session.game.continuation(NodeId::ROOT).next().is_some();
        let waits = self.mode() != Mode::Play || self.session.end().is_some();
        has_moves && waits && self.session.review.running().is_none() && self.editor().is_none()
    }

    /// Whether the review that runs has to wait for a search at the moment.
    pub fn review_waits(&self) -> bool {
        self.session.review.running().is_some() && self.session.engine.running().is_some()
    }

    pub(in crate::app) fn start_review(&mut self, now_ms: u64) {
        if !self.may_review() {
            return;
        }
        self.select_mode(Mode::Analyse, now_ms);
        self.session.game.remove_review();
        self.session.review.begin(&self.session.game, now_ms);
        self.session.engine.start_review(&self.session.game, self.session.settings.review.limits());
        self.session.notice = None;
        self.session.revision += 1;
    }

    /// What has been found stays, as a part.
    fn cancel_review(&mut self) {
        if self.session.review.running().is_none() {
            return;
        }
        self.session.engine.cancel_review();
        if self.session.review.stop().is_some_and(|running| running.has_found()) {
            self.session.touch_as(Edit::Review);
            return;
        }
        // It had found nothing, so that what it was to replace is better.
        for (node, old) in self.session.edits.history.present().nodes() {
            if let Some(verdict) = &old.notes.verdict {
                self.session.game.set_verdict(node, (**verdict).clone());
            }
        }
        self.session.revision += 1;
    }

    fn remove_review(&mut self) {
        self.cancel_review();
        self.session.review.forget();
        if self.session.game.remove_review() {
            self.session.touch_as(Edit::Review);
            self.session.info("Review removed.");
            if let Some(notice) = &mut self.session.notice {
                notice.offers_undo = true;
            }
        }
    }

    /// Takes in the review's events since the last call.
    pub(in crate::app) fn follow_review(&mut self, now_ms: u64) {
        for event in self.session.engine.take_review_events() {
            match event {
                JobEvent::Output(ReviewUpdate::Position(position)) => {
                    self.take_reviewed(*position);
                }
                JobEvent::Output(ReviewUpdate::Complete(_)) => {
                    self.session.review.complete(now_ms);
                    self.session.touch_as(Edit::Review);
                }
                JobEvent::Failed(problem) => {
                    self.cancel_review();
                    self.session.error(format!("The review failed: {problem}."));
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
        self.session.review.set_progress(reviewed.progress.done, reviewed.progress.total);
        self.session.revision += 1;
        self.session.keep_game();
    }

    fn take_verdict(&mut self, node: NodeId, verdict: MoveVerdict) {
        self.session.game.set_verdict(node, verdict.clone());
        self.session.review.take(node, verdict);
    }

    /// The settings of the analysis at the moment: while a review runs, each position gets a few
    /// seconds, so that the review goes on.
    pub fn live_settings(&self) -> EngineSettings {
        let own = self.session.settings.engine;
        if self.session.review.running().is_none() {
            return own;
        }
        let seconds = own.seconds.map_or(LOOK_SECONDS, |seconds| seconds.min(LOOK_SECONDS));
        EngineSettings { seconds: Some(seconds), ..own }
    }

    /// Whether the analysis has been cut short by the review, and will go on after it.
    pub fn live_waits(&self) -> bool {
        let searches =
            self.session.engine.running().is_some_and(|running| running.purpose == Purpose::Live);
        self.session.review.running().is_some() && self.live.is_on() && !searches
    }
}

/// The evaluation of a position whose move is not judged.
fn unjudged(evaluation: RecordedEval) -> MoveVerdict {
    MoveVerdict { evaluation, judgement: None, sentence: String::new(), better: Vec::new() }
}
