//! The review of the whole game: its start and end, its verdicts in the game, and its card with the
//! graph. The state of the running review is part of the session, beside the game.
//!
//! The verdicts of a running review are part of the game, but not of the undo steps: an edit is
//! recorded with those of the earlier review, and undoing it keeps the new ones. At the end they
//! become one step. An edit of the main line ends the review, which becomes the step before that edit
//! (`session/record.rs`).

mod errors;
mod graph;
pub(super) mod layout;
mod opinion;
mod view;

pub(crate) use opinion::ask as ask_opinion;
pub(crate) use view::REVIEW_ROW;

use super::session::{Notice, NoticeUndo, Session};
use minnow_game::{Edit, MoveVerdict, NodeId};
use minnow_jobs::JobEvent;
use minnow_study::analysis::{PositionEval, ReviewUpdate, ReviewedPosition};

/// True if a review can start: the game has moves, and no review runs.
pub(crate) fn can_start(session: &Session) -> bool {
    let has_moves = session.game.continuation(NodeId::ROOT).next().is_some();
    has_moves && session.review.running.is_none()
}

/// True if the running review waits for a search.
pub(crate) fn is_waiting(session: &Session) -> bool {
    session.review.running.is_some() && session.engine.is_searching()
}

/// Starts a review in place of the game's present one.
pub(crate) fn start(session: &mut Session, now_ms: u64) {
    session.game.remove_review();
    session.review.begin(&session.game, now_ms);
    session.engine.start_review(&session.game, session.settings.review.limits());
    session.notice = None;
    session.revision += 1;
}

/// Takes in the review's events since the last call, and a program's opinion.
pub(crate) fn tick(session: &mut Session, now_ms: u64) {
    opinion::tick(session);
    for event in session.engine.take_review_events() {
        match event {
            JobEvent::Output(ReviewUpdate::Position(position)) => {
                take_position(session, *position);
            }
            JobEvent::Output(ReviewUpdate::Confirming(progress)) => {
                session.review.set_progress(progress);
            }
            JobEvent::Output(ReviewUpdate::Complete(_)) => {
                session.review.complete(now_ms);
                session.touch_as(Edit::Review);
                session.archive_again();
                report_end(session);
            }
            JobEvent::Failed(problem) => {
                stop(session);
                session.error(format!("The review failed: {problem}."));
            }
            // A review reports its progress with each position.
            JobEvent::Progress(_) | JobEvent::Finished => {}
        }
    }
}

/// Reports the end of a complete review. A problem stays until it is dismissed.
fn report_end(session: &mut Session) {
    let has_problem = session.notice.as_ref().is_some_and(|notice| notice.is_problem);
    if let Some(done) = session.review.completed.filter(|_| !has_problem) {
        session.info(done.text());
    }
}

/// Ends the review. Its verdicts stay; if it has none, the earlier review's are restored.
pub(crate) fn stop(session: &mut Session) {
    if session.review.running.is_none() {
        return;
    }
    session.engine.cancel_review();
    session.review.running = None;
    if session.game.has_review() {
        session.touch_as(Edit::Review);
    } else {
        session.game.take_review_of(session.edits.present());
        session.revision += 1;
    }
}

/// Removes every verdict from the game.
pub(crate) fn remove(session: &mut Session) {
    stop(session);
    session.review.forget();
    if session.game.remove_review() {
        session.touch_as(Edit::Review);
        session.show_notice(Notice::undoable("Review removed.", NoticeUndo::Edit));
    }
}

fn take_position(session: &mut Session, reviewed: ReviewedPosition) {
    let PositionEval { node, evaluation } = reviewed.position;
    session.game.set_verdict(node, MoveVerdict::unjudged(evaluation));
    for finding in reviewed.findings {
        session.game.set_verdict(finding.node, finding.verdict);
    }
    session.review.set_progress(reviewed.progress);
    session.revision += 1;
    session.keep_game();
}
