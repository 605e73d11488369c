//! The analysis of the position on the board, as the views show it.

use super::{
    live::{Live, LiveSubject, ShownAnalysis},
    update::is_running,
};
use crate::{
    analysis::white_score,
    app::session::{Session, settings::EngineSettings},
    engine::Score,
    game::{GameEnd, NodeId},
    rules::Color,
};

/// The longest analysis of a position while a review waits, in seconds.
const REVIEW_SECONDS: u32 = 3;

/// The state of the analysis of the position on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveStatus {
    Off,
    /// The game is over by the rules in this position.
    Over(GameEnd),
    /// There is no threat to show: the side to move would lose its king after a null move.
    KingAttacked,
    Searching,
    /// A mate is found, or the limits are reached.
    Finished,
}

impl Live {
    /// The position on the board, or the threat in it.
    pub fn subject(&self, session: &Session) -> LiveSubject {
        let node = session.game.cursor();
        let key = session.game.position().key();
        LiveSubject { node, key, threat: self.asks_threat(node) }
    }

    /// The analysis of the position on the board.
    pub fn shown_here(&self, session: &Session) -> Option<ShownAnalysis<'_>> {
        self.shown(&self.subject(session))
    }

    pub fn status(&self, session: &Session) -> LiveStatus {
        let subject = self.subject(session);
        if let Some(end @ GameEnd::ByRules(_)) = session.game.end_at(subject.node) {
            return LiveStatus::Over(end);
        }
        let position = session.game.position();
        if !self.is_on() && !subject.threat {
            LiveStatus::Off
        } else if subject.threat && position.is_attacked(position.turn()) {
            LiveStatus::KingAttacked
        } else if self.is_finished(&subject, &live_settings(session)) {
            LiveStatus::Finished
        } else {
            LiveStatus::Searching
        }
    }

    /// The score of the position on the board from White's view: of the analysis, else of the
    /// game's review.
    pub fn score(&self, session: &Session) -> Option<Score> {
        if let LiveStatus::Over(end) = self.status(session) {
            return Some(match end.winner() {
                Some(Color::White) => Score::won_at(0),
                Some(Color::Black) => Score::lost_at(0),
                None => Score::DRAW,
            });
        }
        let subject = LiveSubject { threat: false, ..self.subject(session) };
        let score = self.shown(&subject).and_then(|shown| Some(shown.found.lines.first()?.score));
        score.or_else(|| reviewed_score(session, subject.node))
    }

    /// True if the review interrupted the analysis, which continues after it.
    pub fn waits_for_review(&self, session: &Session) -> bool {
        session.review.running().is_some() && self.is_on() && !is_running(session)
    }
}

/// The current settings of the analysis: while a review runs, each position gets a few seconds, so
/// that the review continues.
pub(super) fn live_settings(session: &Session) -> EngineSettings {
    let own = session.settings.engine;
    if session.review.running().is_none() {
        return own;
    }
    let seconds = own.seconds.map_or(REVIEW_SECONDS, |seconds| seconds.min(REVIEW_SECONDS));
    EngineSettings { seconds: Some(seconds), ..own }
}

/// The score that the review gave to a position, from White's view.
fn reviewed_score(session: &Session, node: NodeId) -> Option<Score> {
    let node = session.game.node(node)?;
    let verdict = node.notes.verdict.as_ref()?;
    Some(white_score(verdict.evaluation, node.position().turn()))
}
