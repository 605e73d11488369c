//! The analysis of the position on the board, as the views show it.

use super::{
    live::{Live, LiveSubject, ShownAnalysis},
    update::is_running,
};
use crate::app::session::{Session, settings::EngineSettings};
use minnow_engine::Score;
use minnow_game::{GameEnd, NodeId, RecordedEval};
use minnow_rules::Color;
use minnow_study::analysis::white_score;

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

    /// The score of the position on the board from White's view: of the analysis or of the game's
    /// review, whichever searched deeper.
    pub fn score(&self, session: &Session) -> Option<Score> {
        if let LiveStatus::Over(end) = self.status(session) {
            return Some(match end.winner() {
                Some(Color::White) => Score::won_at(0),
                Some(Color::Black) => Score::lost_at(0),
                None => Score::DRAW,
            });
        }
        let subject = LiveSubject { threat: false, ..self.subject(session) };
        let line = self.shown(&subject).and_then(|shown| shown.found.lines.first());
        let analysed = line.map(|line| RankedScore { score: line.score, depth: line.depth });
        let reviewed = reviewed_score(session, subject.node);
        let best = match (analysed, reviewed) {
            (Some(analysed), Some(reviewed)) if reviewed.rank() > analysed.rank() => reviewed,
            (analysed, reviewed) => analysed.or(reviewed)?,
        };
        Some(best.score)
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

/// A score from White's view with the depth of its search in plies.
#[derive(Clone, Copy, Debug)]
struct RankedScore {
    score: Score,
    depth: u32,
}

impl RankedScore {
    /// A mate is certain at any depth; other scores rank by depth.
    fn rank(self) -> u32 {
        if self.score.is_decided() { u32::MAX } else { self.depth }
    }
}

/// The score that the review gave to a position.
fn reviewed_score(session: &Session, node: NodeId) -> Option<RankedScore> {
    let node = session.game.node(node)?;
    let evaluation = node.notes.verdict.as_ref()?.evaluation;
    let score = white_score(evaluation, node.position().turn());
    let (RecordedEval::Centipawns { depth_plies, .. } | RecordedEval::Mate { depth_plies, .. }) =
        evaluation;
    Some(RankedScore { score, depth: u32::from(depth_plies) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::{search_info, session};
    use minnow_game::MoveVerdict;

    #[test]
    fn the_deepest_result_is_the_score() {
        let mut session = session();
        let evaluation = RecordedEval::Centipawns { cp: 500, depth_plies: 12 };
        session.game.set_verdict(NodeId::ROOT, MoveVerdict::unjudged(evaluation));
        let mut live = Live::default();
        let mut look = |depth, score: Score| {
            let subject = live.subject(&session);
            live.begin(subject, *session.game.position(), session.settings.engine);
            let pv = session.game.position().legal_moves().iter().take(1).collect();
            live.take(&search_info(depth, score, pv));
            live.score(&session)
        };
        assert_eq!(look(1, Score::centipawns(-30)), Some(Score::centipawns(500)));
        assert_eq!(look(12, Score::centipawns(40)), Some(Score::centipawns(40)));
        assert_eq!(look(13, Score::centipawns(70)), Some(Score::centipawns(70)));
    }
}
