//! Live analysis: the start and end of its search, and what the views show of the position on the board. Its
//! data are in `live.rs`, those of a program of others in `program.rs`, its card of lines in `view.rs`.

pub mod evaluation_bar;
pub mod live;
mod program;
pub mod view;

use super::{
    session::{
        Session, Wake,
        engine_client::{Purpose, RunningSearch},
        settings::EngineSettings,
    },
    ui::board::{Arrow, Brush},
};
use live::{AnalysisLine, Live, LiveSubject, ShownAnalysis};
use minnow_engine::{Root, Score, SearchJob};
use minnow_game::{GameEnd, NodeId, RecordedEval};
use minnow_rules::Color;
use minnow_study::analysis::{WinCurve, white_score};

/// The longest analysis of a position while a review waits, in seconds.
const REVIEW_SECONDS: u32 = 3;

/// A move that loses this many points of winning chance has the thinnest arrow.
const THINNEST_ARROW_POINTS: f64 = 15.0;
/// The width of the arrow of another move that is as good as the best, where the best has 1.
const SECOND_WEIGHT: f32 = 0.75;

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
        LiveSubject { node, key, threat: self.shows_threat }
    }

    /// The analysis of the position on the board.
    pub fn shown_here(&self, session: &Session) -> Option<ShownAnalysis<'_>> {
        self.own.shown(&self.subject(session))
    }

    pub fn status(&self, session: &Session) -> LiveStatus {
        let subject = self.subject(session);
        if let Some(end @ GameEnd::ByRules(_)) = session.game.end_at(subject.node) {
            return LiveStatus::Over(end);
        }
        let position = session.game.position();
        if !self.is_on && !subject.threat {
            LiveStatus::Off
        } else if subject.threat && position.is_attacked(position.turn()) {
            LiveStatus::KingAttacked
        } else if self.own.is_finished(&subject, &live_settings(session)) {
            LiveStatus::Finished
        } else {
            LiveStatus::Searching
        }
    }

    /// The score of the position on the board from White's view.
    pub fn score(&self, session: &Session) -> Option<Score> {
        if let LiveStatus::Over(end) = self.status(session) {
            return Some(match end.winner() {
                Some(Color::White) => Score::won_at(0),
                Some(Color::Black) => Score::lost_at(0),
                None => Score::DRAW,
            });
        }
        self.searched_score(session).map(|searched| searched.score)
    }

    /// The score of the position on the board by a search: that of the top line while the analysis
    /// is on, so that the two agree; else that of the analysis or of the game's review, whichever
    /// searched deeper.
    fn searched_score(&self, session: &Session) -> Option<SearchedScore> {
        let subject = LiveSubject { threat: false, ..self.subject(session) };
        let shown = self.own.shown(&subject);
        let analysed = shown.and_then(|shown| {
            let AnalysisLine { score, depth, .. } = *shown.found.lines.first()?;
            Some(SearchedScore { score, depth, is_older: !shown.fresh })
        });
        let reviewed = reviewed_score(session, subject.node);
        match (analysed, reviewed) {
            (Some(analysed), Some(reviewed))
                if !self.is_on && reviewed.rank() > analysed.rank() =>
            {
                Some(reviewed)
            }
            (analysed, reviewed) => analysed.or(reviewed),
        }
    }

    /// True if the review interrupted the analysis, which continues after it.
    pub fn waits_for_review(&self, session: &Session) -> bool {
        session.review.running.is_some() && self.is_on && !is_running(session)
    }
}

/// The current settings of the analysis: while a review runs, each position gets a few seconds, so
/// that the review continues.
fn live_settings(session: &Session) -> EngineSettings {
    let own = session.settings.engine;
    if session.review.running.is_none() {
        return own;
    }
    let seconds = own.seconds.map_or(REVIEW_SECONDS, |seconds| seconds.min(REVIEW_SECONDS));
    EngineSettings { seconds: Some(seconds), ..own }
}

/// A score from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SearchedScore {
    score: Score,
    /// Of the search, in plies.
    depth: u32,
    /// True if it is of an earlier search or of the review.
    is_older: bool,
}

impl SearchedScore {
    /// A mate is certain at any depth; other scores rank by depth.
    fn rank(self) -> u32 {
        if self.score.is_decided() { u32::MAX } else { self.depth }
    }
}

/// The score that the review gave to a position.
fn reviewed_score(session: &Session, node: NodeId) -> Option<SearchedScore> {
    let node = session.game.node(node)?;
    let evaluation = node.notes.verdict.as_ref()?.evaluation;
    let score = white_score(evaluation, node.position().turn());
    let (RecordedEval::Centipawns { depth_plies, .. } | RecordedEval::Mate { depth_plies, .. }) =
        evaluation;
    Some(SearchedScore { score, depth: u32::from(depth_plies), is_older: true })
}

impl Live {
    /// Takes the reports of the search, ends a finished one, and keeps the running search in line
    /// with the position on the board. Without `may_search` no search runs.
    pub fn tick(&mut self, session: &mut Session, may_search: bool, now_ms: u64) {
        self.take_reports(session, now_ms);
        self.tick_program(session, may_search, now_ms);
        let searching = may_search && self.status(session) == LiveStatus::Searching;
        let wanted = searching.then(|| (self.subject(session), live_settings(session)));
        if wanted == self.own.searched() {
            return;
        }
        if self.own.searched().is_some() {
            session.engine.analysis.cancel();
            self.own.leave();
        }
        if let Some((subject, settings)) = wanted {
            self.start(session, subject, settings, now_ms);
        }
    }

    /// Lets the program of the user's choice follow the position on the board, with the limits of the
    /// engine.
    fn tick_program(&mut self, session: &mut Session, may_search: bool, now_ms: u64) {
        if !self.is_on && !self.shows_threat {
            self.program.end(session);
            return;
        }
        let has_moves =
            matches!(self.status(session), LiveStatus::Searching | LiveStatus::Finished);
        let wanted =
            (may_search && has_moves).then(|| (self.subject(session), live_settings(session)));
        self.program.tick(session, wanted, now_ms);
    }

    /// The time at which a search must end.
    pub fn deadline_ms(&self, session: &Session) -> Wake {
        let deadlines = [self.own_deadline_ms(session), self.program.deadline_ms()];
        deadlines.into_iter().flatten().min()
    }

    fn own_deadline_ms(&self, session: &Session) -> Wake {
        let (_, settings) = self.own.searched()?;
        let running = session.engine.analysis.running.as_ref()?;
        Some(running.started_ms + 1_000 * u64::from(settings.seconds?))
    }

    /// Takes in the last reports of a search that has reached its limits.
    pub fn take_end(&mut self, search: &RunningSearch) {
        for info in &search.iterations {
            self.own.take(info);
        }
        self.own.finish();
    }

    fn take_reports(&mut self, session: &mut Session, now_ms: u64) {
        if !is_running(session) {
            self.own.leave();
        }
        if self.own.searched().is_none() {
            return;
        }
        for info in session.engine.analysis.take_iterations() {
            self.own.take(&info);
        }
        let late = self.own_deadline_ms(session).is_some_and(|deadline_ms| now_ms >= deadline_ms);
        if late || self.own.is_settled() {
            session.engine.analysis.cancel();
            self.own.finish();
        }
    }

    fn start(
        &mut self,
        session: &mut Session,
        subject: LiveSubject,
        settings: EngineSettings,
        now_ms: u64,
    ) {
        let Some(root) = session.root_at(subject.node) else { return };
        let root = if subject.threat { Root::new(root.position.play_null_move()) } else { root };
        self.own.begin(subject, root.position, settings);
        let job = SearchJob { root, limits: settings.limits(), opponent: None };
        session.engine.start(Purpose::Live, session.here(), job, now_ms);
    }
}

/// True if the search of the analysis is under way.
fn is_running(session: &Session) -> bool {
    session.engine.analysis.running.is_some()
}

/// The first moves of the lines as arrows, wider for better moves. The arrows of a threat have one
/// colour.
pub fn live_arrows(session: &Session, live: &Live) -> Vec<Arrow> {
    let subject = live.subject(session);
    let shown = live.shown_here(session).filter(|_| live.status(session) != LiveStatus::Off);
    let Some(shown) = shown else { return Vec::new() };
    let Some(best) = shown.found.lines.first() else { return Vec::new() };
    let curve = WinCurve::of(session.variant());
    let best_percent = curve.percent(best.score);
    let mut arrows: Vec<Arrow> = Vec::new();
    for line in &shown.found.lines {
        let Some(mv) = line.moves.first() else { continue };
        let brush = if subject.threat {
            Brush::Red
        } else if arrows.is_empty() {
            Brush::Best
        } else {
            Brush::Second
        };
        let lost_points = (best_percent - curve.percent(line.score)).abs();
        let share = 1.0 - lost_points / THINNEST_ARROW_POINTS;
        let weight = if arrows.is_empty() { 1.0 } else { SECOND_WEIGHT * share as f32 };
        // Promotions to different pieces have the same squares: only the best gets an arrow.
        let (from, to) = (mv.from(), session.game.position().target_square(*mv));
        if !arrows.iter().any(|arrow| (arrow.from, arrow.to) == (from, to)) {
            arrows.push(Arrow::new(from, to, brush, weight));
        }
    }
    arrows
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
            live.own.begin(subject, *session.game.position(), session.settings.engine);
            let pv = session.game.position().legal_moves().iter().take(1).collect();
            live.own.take(&search_info(depth, score, pv));
            live.score(&session)
        };
        assert_eq!(look(1, Score::centipawns(-30)), Some(Score::centipawns(500)));
        assert_eq!(look(12, Score::centipawns(40)), Some(Score::centipawns(40)));
        assert_eq!(look(13, Score::centipawns(70)), Some(Score::centipawns(70)));
    }

    #[test]
    fn bar_and_top_line_agree_while_on() {
        let mut session = session();
        let evaluation = RecordedEval::Centipawns { cp: 500, depth_plies: 12 };
        session.game.set_verdict(NodeId::ROOT, MoveVerdict::unjudged(evaluation));
        let (mut live, here) = (Live::default(), Live::default().subject(&session));
        live.toggle(&session);
        let older = live.searched_score(&session);
        assert_eq!(older.map(|known| (known.depth, known.is_older)), Some((12, true)));
        live.own.begin(here, *session.game.position(), session.settings.engine);
        let pv = session.game.position().legal_moves().iter().take(1).collect();
        live.own.take(&search_info(3, Score::centipawns(-30), pv));
        let line = live.shown_here(&session).unwrap().found.lines[0].clone();
        let bar = SearchedScore { score: line.score, depth: line.depth, is_older: false };
        assert_eq!(live.searched_score(&session), Some(bar));
        live.own.leave();
        let bar = SearchedScore { is_older: true, ..bar };
        assert_eq!(live.searched_score(&session), Some(bar), "the line is grey, too");
    }
}
