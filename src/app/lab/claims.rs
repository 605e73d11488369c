//! What has been measured of the texts' claims, and on which position.

use super::super::task::Task;
use crate::{
    jobs::{JobContext, JobHandle},
    lab::claims::{CLAIMS, ClaimBench, ClaimResult, ClaimVerdict},
    rules::Position,
};

/// The nodes that minimax may take at the greatest depth that is measured.
const MOST_NODES: u64 = 150_000;

/// What the user does with the claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimsAction {
    /// Measures all of them on the position on the board.
    Measure,
    Stop,
}

/// An output of the job that measures.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimsUpdate {
    /// How deep the claims are measured, in plies.
    Depth(u32),
    /// A claim by its place, and what was found.
    Claim(usize, ClaimResult),
    /// Why nothing, or no more, can be measured.
    Unfit(String),
}

/// The claims' page.
#[derive(Debug, Default)]
pub struct Claims {
    position: Option<Position>,
    depth: Option<u32>,
    findings: Vec<Option<ClaimResult>>,
    task: Task<ClaimsUpdate>,
}

impl Claims {
    /// What was found of a claim.
    pub fn finding(&self, claim: usize) -> Option<&ClaimResult> {
        self.findings.get(claim)?.as_ref()
    }

    /// How many claims have been measured.
    pub fn count(&self) -> usize {
        self.findings.iter().flatten().count()
    }

    /// How many came out with this verdict.
    pub fn count_of(&self, verdict: ClaimVerdict) -> usize {
        self.findings.iter().flatten().filter(|found| found.verdict == verdict).count()
    }

    pub fn is_measuring(&self) -> bool {
        self.task.is_running()
    }

    /// The position that was measured, and how deep.
    pub fn measured(&self) -> Option<(&Position, u32)> {
        Some((self.position.as_ref()?, self.depth?))
    }

    /// Why nothing, or no more, was measured.
    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// Follows a job that measures this position.
    pub fn begin(&mut self, position: Position, job: JobHandle<ClaimsUpdate>) {
        let findings = vec![None; CLAIMS.len()];
        *self = Claims { position: Some(position), findings, ..Claims::default() };
        self.task.begin(job);
    }

    pub fn stop(&mut self) {
        self.task.abandon("The measurement was stopped.");
    }

    /// Takes in what the job has sent.
    pub fn poll(&mut self) {
        if !self.task.is_running() {
            return;
        }
        for update in self.task.poll() {
            match update {
                ClaimsUpdate::Depth(depth) => self.depth = Some(depth),
                ClaimsUpdate::Claim(place, finding) => {
                    if let Some(found) = self.findings.get_mut(place) {
                        *found = Some(finding);
                    }
                }
                ClaimsUpdate::Unfit(problem) => self.task.set_problem(problem),
            }
        }
        let is_over = !self.task.is_running() && self.problem().is_none();
        if is_over && self.count() < CLAIMS.len() {
            self.task.set_problem("Another search ended the measurement.");
        }
    }
}

/// The job: measures all claims on one position, one after the other.
pub fn measure(position: Position, job: &JobContext<ClaimsUpdate>) {
    let bench = match ClaimBench::new(position, MOST_NODES, job.stop_flag()) {
        Ok(bench) => bench,
        Err(unfit) => {
            return job.emit(ClaimsUpdate::Unfit(format!("Nothing is measured: {unfit}.")));
        }
    };
    job.emit(ClaimsUpdate::Depth(bench.depth));
    for (place, claim) in CLAIMS.iter().enumerate() {
        match claim.check(&bench) {
            Ok(finding) => job.emit(ClaimsUpdate::Claim(place, finding)),
            Err(_) if job.is_stopped() => return,
            Err(stop) => {
                let verdict = ClaimVerdict::Partly;
                let measured = format!("This could not be measured here: {stop}.");
                job.emit(ClaimsUpdate::Claim(place, ClaimResult { verdict, measured }));
            }
        }
    }
}
