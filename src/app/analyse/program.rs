//! The analysis by a program of others, which follows the position on the board beside Minnow's own. It
//! starts when the user asks for it, and ends with the analysis.

use super::live::{AnalysisResults, LiveSubject, ShownAnalysis};
use crate::app::session::{
    Session, Wake,
    engine_client::{ProblemKind, ProgramProblem},
    settings::EngineSettings,
};
use minnow_engine::SearchInfo;
use minnow_jobs::{JobEvent, JobHandle};

/// The job of a position: its lines, or why there are none.
type AnalysisJob = JobHandle<Result<SearchInfo, ProgramProblem>>;

/// The analysis by the program of the user's choice.
#[derive(Debug, Default)]
pub struct ProgramAnalysis {
    name: Option<String>,
    results: AnalysisResults,
    job: Option<AnalysisJob>,
    started_ms: u64,
    /// A sentence on why the program analyses nothing more, until the user chooses one again.
    problem: Option<String>,
}

impl ProgramAnalysis {
    /// The name of the program; `None` if the user has asked none.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Why the program analyses nothing.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Asks another program, or none. The results are those of one program.
    pub fn choose(&mut self, name: Option<String>) {
        *self = ProgramAnalysis { name, ..ProgramAnalysis::default() };
    }

    pub fn shown(&self, subject: &LiveSubject) -> Option<ShownAnalysis<'_>> {
        self.results.shown(subject)
    }

    pub(super) fn reopen(&mut self, subject: &LiveSubject) {
        self.results.reopen(subject);
        self.problem = None;
    }

    pub(super) fn forget(&mut self) {
        self.job = None;
        self.results.forget();
    }

    /// Ends the analysis and its program. The choice and the results stay.
    pub(super) fn end(&mut self, session: &mut Session) {
        self.stop();
        session.engine.programs.end_analysis();
    }

    fn stop(&mut self) {
        self.job = None;
        self.results.leave();
    }

    /// Takes what the program reports, and keeps its search in line with the position that is wanted.
    pub(super) fn tick(
        &mut self,
        session: &mut Session,
        wanted: Option<(LiveSubject, EngineSettings)>,
        now_ms: u64,
    ) {
        if self.name.is_none() {
            return self.end(session);
        }
        self.take_reports(now_ms);
        let is_open = |(subject, settings): &(LiveSubject, EngineSettings)| {
            !self.results.is_finished(subject, settings)
        };
        let wanted = wanted.filter(|_| self.problem.is_none()).filter(is_open);
        if wanted == self.results.searched() {
            return;
        }
        self.stop();
        if let Some((subject, settings)) = wanted {
            self.start(session, subject, settings);
            self.started_ms = now_ms;
        }
    }

    fn start(&mut self, session: &mut Session, subject: LiveSubject, settings: EngineSettings) {
        let Some(name) = &self.name else { return };
        match session.program_order(name, subject.node) {
            Ok(order) => {
                let order = if subject.threat { order.after_null_move() } else { order };
                self.results.begin(subject, order.position, settings);
                let lines = u32::try_from(settings.lines).unwrap_or(1);
                self.job = Some(session.engine.programs.analyse(order, lines));
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn take_reports(&mut self, now_ms: u64) {
        for event in self.job.as_mut().map_or(Vec::new(), JobHandle::events) {
            match event {
                JobEvent::Output(Ok(info)) => self.results.take(&info),
                JobEvent::Output(Err(problem)) if problem.kind == ProblemKind::Stopped => {}
                JobEvent::Output(Err(problem)) => {
                    self.problem = Some(format!("The analysis has ended: {}.", problem.text));
                }
                JobEvent::Failed(problem) => {
                    self.problem = Some(format!("The analysis has ended: {problem}."));
                }
                // The program has ended its search by itself.
                JobEvent::Finished => self.finish(),
                JobEvent::Progress(_) => {}
            }
        }
        let is_late = self.deadline_ms().is_some_and(|deadline_ms| now_ms >= deadline_ms);
        if is_late || self.is_deep_enough() {
            self.finish();
        }
    }

    fn finish(&mut self) {
        self.job = None;
        self.results.finish();
    }

    fn is_deep_enough(&self) -> bool {
        self.results.searched().is_some_and(|(subject, settings)| {
            let depth = self.results.depth_now(&subject).unwrap_or(0);
            settings.depth_plies.is_some_and(|most| depth >= most)
        })
    }

    /// The time at which the search must end.
    pub(super) fn deadline_ms(&self) -> Wake {
        let (_, settings) = self.results.searched()?;
        Some(self.started_ms + 1_000 * u64::from(settings.seconds?))
    }
}
