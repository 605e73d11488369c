//! Analysis of the game on the board: changing to it and back, the variations it adds, and the
//! search that follows the user.

use crate::app::{
    analyse::live::{LiveSubject, ShownAnalysis},
    screen::{AppState, Screen},
    session::Mode,
    session::engine_client::{Purpose, RunningSearch},
    session::settings::EngineSettings,
    ui::text::capitalised,
};
use crate::{
    analysis::white_score,
    engine::{Handicap, Root, Score, SearchJob},
    game::{Edit, GameEnd, NodeId},
    rules::Move,
};

/// The longest analysis of a position while a review waits, in seconds.
const REVIEW_SECONDS: u32 = 3;

/// Why nothing is searched for the position that is looked at, or that something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveStatus {
    Off,
    /// The rules have ended the game there.
    Over(GameEnd),
    /// There is no threat to ask for: whoever passes there loses the king.
    KingAttacked,
    Searching,
    /// A mate is found, or the limits are reached.
    Finished,
}

impl AppState {
    /// Analysis stops the game: the computer waits and the clock stands. Back in play the user is
    /// where the game stands, and the computer goes on when it is told to.
    pub(in crate::app) fn select_mode(&mut self, mode: Mode, now_ms: u64) {
        self.close_editor();
        if self.mode() == mode {
            return;
        }
        self.screen = Screen::from(mode);
        self.session.engine.cancel();
        self.play.pending = None;
        self.play.hint = None;
        self.play.banner = false;
        self.close_drawer();
        self.session.typed.clear();
        match mode {
            Mode::Analyse | Mode::Lab => self.session.stop_clock(now_ms),
            Mode::Play => {
                self.live.switch_off();
                self.session.game.go_to(self.session.game.head());
                self.play.paused = self.session.waits_for_computer();
            }
        }
    }

    /// Makes a move as a variation, or goes to it where the game has it already.
    pub(in crate::app) fn add_move(&mut self, mv: Move) {
        if !self.may_move() {
            return;
        }
        self.session.notice = None;
        match self.session.game.child(self.session.game.cursor(), mv) {
            Some(child) => drop(self.session.game.go_to(child)),
            None => self.add_variation(&[mv]),
        }
    }

    /// Adds moves after the position that is looked at, where they are not there already, and goes
    /// to the last. What has been played of the game stays what it is.
    pub(in crate::app) fn add_variation(&mut self, moves: &[Move]) {
        let mut node = self.session.game.cursor();
        let mut added = false;
        for played in moves {
            added |= self.session.game.child(node, *played).is_none();
            match self.session.game.insert(node, *played) {
                Ok(next) => node = next,
                Err(problem) => {
                    self.session.error(format!("{}.", capitalised(&problem.to_string())));
                    break;
                }
            }
        }
        self.session.game.go_to(node);
        if added {
            self.session.touch_as(Edit::Move);
        }
        self.session.typed.clear();
    }

    /// Space: analysis on or off. On again, a position whose limits were reached is searched on.
    pub(in crate::app) fn toggle_analysis(&mut self) {
        if self.live.is_on() {
            self.live.switch_off();
        } else {
            self.live.set_on(true);
            let subject = self.live_subject();
            self.live.reopen(&subject);
        }
    }

    pub(in crate::app) fn toggle_threat(&mut self) {
        let cursor = self.session.game.cursor();
        let asked = self.live.asks_threat(cursor);
        self.live.ask_threat((!asked).then_some(cursor));
    }

    /// Plays an analysed line in, if the user still looks at the position it belongs to.
    pub(in crate::app) fn add_line(&mut self, after: NodeId, moves: &[Move]) {
        if self.session.game.cursor() == after {
            self.add_variation(moves);
        }
    }

    pub(in crate::app) fn set_engine(&mut self, engine: EngineSettings) {
        let old = std::mem::replace(&mut self.session.settings.engine, engine);
        if (old.threads, old.hash_mb) != (engine.threads, engine.hash_mb) {
            self.session.engine.configure(engine.threads, engine.hash_mb);
        }
    }

    /// What is asked about the position that is looked at.
    pub fn live_subject(&self) -> LiveSubject {
        let node = self.session.game.cursor();
        let key = self.session.game.position().key();
        LiveSubject { node, key, threat: self.live.asks_threat(node) }
    }

    /// What is known of the position that is looked at, and of no other.
    pub fn live_shown(&self) -> Option<ShownAnalysis<'_>> {
        self.live.shown(&self.live_subject())
    }

    pub fn live_status(&self) -> LiveStatus {
        let subject = self.live_subject();
        if let Some(end @ GameEnd::ByRules(_)) = self.session.game.end_at(subject.node) {
            return LiveStatus::Over(end);
        }
        let position = self.session.game.position();
        match () {
            () if !self.live.is_on() && !subject.threat => LiveStatus::Off,
            () if subject.threat && position.is_attacked(position.turn()) => {
                LiveStatus::KingAttacked
            }
            () if self.live.is_finished(&subject, &self.live_settings()) => LiveStatus::Finished,
            () => LiveStatus::Searching,
        }
    }

    /// What the position that is looked at is worth, from White's view, if anything is known.
    pub fn live_score(&self) -> Option<Score> {
        if let LiveStatus::Over(end) = self.live_status() {
            return Some(match end.winner() {
                Some(crate::rules::Color::White) => Score::won_at(0),
                Some(crate::rules::Color::Black) => Score::lost_at(0),
                None => Score::DRAW,
            });
        }
        let subject = LiveSubject { threat: false, ..self.live_subject() };
        let found =
            self.live.shown(&subject).and_then(|shown| Some(shown.found.lines.first()?.score));
        found.or_else(|| self.reviewed_score(subject.node))
    }

    /// What a review has found a position to be worth, from White's view.
    fn reviewed_score(&self, node: NodeId) -> Option<Score> {
        let node = self.session.game.node(node)?;
        let verdict = node.notes.verdict.as_ref()?;
        Some(white_score(verdict.evaluation, node.position().turn()))
    }

    /// Takes in what the search has found, ends it where nothing is left to find, and starts or
    /// stops one so that it is always that of the position on the board.
    pub(in crate::app) fn follow_live(&mut self, now_ms: u64) {
        let runs = |running: &RunningSearch| running.purpose == Purpose::Live;
        if !self.session.engine.running().is_some_and(runs) {
            self.live.leave();
        }
        if self.live.searched().is_some() {
            for info in self.session.engine.take_iterations() {
                self.live.take(&info);
            }
            let late = self.live_deadline_ms().is_some_and(|deadline_ms| now_ms >= deadline_ms);
            if late || self.live.is_settled() {
                self.session.engine.cancel();
                self.live.finish();
            }
        }
        let asked = self.lab.why.is_thinking();
        let free = self.editor().is_none() && self.learn().is_none() && !asked;
        let looks = self.mode() == Mode::Analyse && free;
        let searching = looks && self.live_status() == LiveStatus::Searching;
        let wanted = searching.then(|| (self.live_subject(), self.live_settings()));
        if wanted == self.live.searched() {
            return;
        }
        if self.live.searched().is_some() {
            self.session.engine.cancel();
            self.live.leave();
        }
        if let Some((subject, settings)) = wanted
            && self.session.engine.running().is_none()
        {
            self.start_live(subject, settings, now_ms);
        }
    }

    /// The settings of the analysis now: while a review runs, each position gets a few seconds, so
    /// that the review goes on.
    pub fn live_settings(&self) -> EngineSettings {
        let own = self.session.settings.engine;
        if self.session.review.running().is_none() {
            return own;
        }
        let seconds = own.seconds.map_or(REVIEW_SECONDS, |seconds| seconds.min(REVIEW_SECONDS));
        EngineSettings { seconds: Some(seconds), ..own }
    }

    /// Whether the review has ended the analysis early, which then goes on after it.
    pub fn live_waits(&self) -> bool {
        let searches =
            self.session.engine.running().is_some_and(|running| running.purpose == Purpose::Live);
        self.session.review.running().is_some() && self.live.is_on() && !searches
    }

    /// When the search under way has had its time.
    pub(in crate::app) fn live_deadline_ms(&self) -> Option<u64> {
        let (_, settings) = self.live.searched()?;
        let running = self.session.engine.running()?;
        Some(running.started_ms + 1_000 * u64::from(settings.seconds?))
    }

    fn start_live(&mut self, subject: LiveSubject, settings: EngineSettings, now_ms: u64) {
        let Some(root) = self.session.root_at(subject.node) else { return };
        let root = if subject.threat { Root::new(root.position.play_null_move()) } else { root };
        self.live.begin(subject, root.position, settings);
        let job = SearchJob { root, limits: settings.limits(), handicap: Handicap::NONE };
        self.session.engine.start(Purpose::Live, self.session.here(), job, now_ms);
    }

    /// The search has come to its limits.
    pub(in crate::app) fn live_done(&mut self, search: RunningSearch) {
        for info in &search.iterations {
            self.live.take(info);
        }
        self.live.finish();
    }
}
