//! The start, the reports and the end of the search of live analysis.

use super::{
    live::{Live, LiveSubject},
    status::{LiveStatus, live_settings},
};
use crate::app::session::{
    Session, Wake,
    engine_client::{Purpose, RunningSearch},
    settings::EngineSettings,
};
use minnow_engine::{Root, SearchJob};

impl Live {
    /// Switches the analysis on or off. When switched on, a position whose limits were reached is
    /// searched again.
    pub fn toggle(&mut self, session: &Session) {
        if self.is_on() {
            self.switch_off();
        } else {
            self.set_on(true);
            let subject = self.subject(session);
            self.reopen(&subject);
        }
    }

    /// Shows or hides the threat in the position on the board.
    pub fn toggle_threat(&mut self, session: &Session) {
        let cursor = session.game.cursor();
        let asked = self.asks_threat(cursor);
        self.ask_threat((!asked).then_some(cursor));
    }

    /// Takes the reports of the search, ends a finished one, and keeps the running search in line
    /// with the position on the board. Without `may_search` no search runs.
    pub fn tick(&mut self, session: &mut Session, may_search: bool, now_ms: u64) {
        self.take_reports(session, now_ms);
        let searching = may_search && self.status(session) == LiveStatus::Searching;
        let wanted = searching.then(|| (self.subject(session), live_settings(session)));
        if wanted == self.searched() {
            return;
        }
        if self.searched().is_some() {
            session.engine.analysis.cancel();
            self.leave();
        }
        if let Some((subject, settings)) = wanted {
            self.start(session, subject, settings, now_ms);
        }
    }

    /// The time at which the search must end.
    pub fn deadline_ms(&self, session: &Session) -> Wake {
        let (_, settings) = self.searched()?;
        let running = session.engine.analysis.running()?;
        Some(running.started_ms + 1_000 * u64::from(settings.seconds?))
    }

    /// Takes in the last reports of a search that has reached its limits.
    pub fn take_end(&mut self, search: &RunningSearch) {
        for info in &search.iterations {
            self.take(info);
        }
        self.finish();
    }

    fn take_reports(&mut self, session: &mut Session, now_ms: u64) {
        if !is_running(session) {
            self.leave();
        }
        if self.searched().is_none() {
            return;
        }
        for info in session.engine.analysis.take_iterations() {
            self.take(&info);
        }
        let late = self.deadline_ms(session).is_some_and(|deadline_ms| now_ms >= deadline_ms);
        if late || self.is_settled() {
            session.engine.analysis.cancel();
            self.finish();
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
        self.begin(subject, root.position, settings);
        let job = SearchJob { root, limits: settings.limits(), opponent: None };
        session.engine.start(Purpose::Live, session.here(), job, now_ms);
    }
}

/// True if the search of the analysis is under way.
pub(super) fn is_running(session: &Session) -> bool {
    session.engine.analysis.running().is_some()
}
