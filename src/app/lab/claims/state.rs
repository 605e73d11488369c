//! The measurements of the texts' claims, and their position.

use crate::app::session::{NamedPicture, task::Task};
use minnow_jobs::JobHandle;
use minnow_lab::{
    LabPicture, SlideTable,
    claims::{CLAIMS, ClaimResult, ClaimVerdict, ClaimsUpdate, claim_rows},
};
use minnow_rules::Position;

/// An action of the user on the claims page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimsAction {
    /// Measures all claims on the position on the board.
    Measure,
    Stop,
    /// Saves the table as a picture.
    Export,
}

/// The state of the claims page.
#[derive(Debug, Default)]
pub struct ClaimsPage {
    position: Option<Position>,
    depth: Option<u32>,
    findings: Vec<Option<ClaimResult>>,
    task: Task<ClaimsUpdate>,
}

impl ClaimsPage {
    /// The finding on a claim.
    pub fn finding(&self, claim: usize) -> Option<&ClaimResult> {
        self.findings.get(claim)?.as_ref()
    }

    /// The number of measured claims.
    pub fn count(&self) -> usize {
        self.findings.iter().flatten().count()
    }

    /// The number of claims with a verdict.
    pub fn count_of(&self, verdict: ClaimVerdict) -> usize {
        self.findings.iter().flatten().filter(|found| found.verdict == verdict).count()
    }

    /// The table of the claims, for a slide.
    pub fn picture(&self) -> NamedPicture {
        let rows = claim_rows((0..CLAIMS.len()).map(|claim| self.finding(claim)));
        let title = match self.measured() {
            Some((position, depth)) => format!("{}, to depth {depth}", position.fen()),
            None => "The claims of the texts".to_owned(),
        };
        let table = SlideTable { title, rows, has_figures: false };
        NamedPicture { name: "claims", picture: LabPicture::Slide(table.slide()) }
    }

    pub fn is_measuring(&self) -> bool {
        self.task.is_running()
    }

    /// The measured position and the depth in plies.
    pub fn measured(&self) -> Option<(&Position, u32)> {
        Some((self.position.as_ref()?, self.depth?))
    }

    /// The reason why the measurement is missing or incomplete.
    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// Starts to follow a job that measures this position.
    pub fn begin(&mut self, position: Position, job: JobHandle<ClaimsUpdate>) {
        let findings = vec![None; CLAIMS.len()];
        *self = ClaimsPage { position: Some(position), findings, ..ClaimsPage::default() };
        self.task.begin(job);
    }

    pub fn stop(&mut self) {
        self.task.abandon("The measurement was stopped.");
    }

    /// Processes the job's updates.
    pub fn poll(&mut self) {
        for update in self.task.poll() {
            match update {
                ClaimsUpdate::Depth(depth) => self.depth = Some(depth),
                ClaimsUpdate::Claim { index, result } => {
                    if let Some(finding) = self.findings.get_mut(index) {
                        *finding = Some(result);
                    }
                }
                ClaimsUpdate::Unfit(error) => {
                    self.task.set_problem(format!("The claims could not be measured: {error}."));
                }
            }
        }
    }
}
