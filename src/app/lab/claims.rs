//! What has been measured of the texts' claims, and on which position.

use crate::{
    lab::claims::{Bench, CLAIMS, Finding, Verdict},
    rules::Position,
    worker::{LabDesk, LabNews, LabTask},
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

/// What the worker hands over.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// How deep the claims are measured, in plies.
    Depth(u32),
    /// A claim by its place, and what was found.
    Claim(usize, Finding),
    /// Why nothing, or no more, can be measured.
    Unfit(String),
}

/// The claims' page.
#[derive(Debug, Default)]
pub struct Claims {
    position: Option<Position>,
    depth: Option<u32>,
    findings: Vec<Option<Finding>>,
    task: Option<LabTask<Found>>,
    problem: Option<String>,
}

impl Claims {
    /// What was found of a claim.
    pub fn finding(&self, claim: usize) -> Option<&Finding> {
        self.findings.get(claim)?.as_ref()
    }

    /// How many claims have been measured.
    pub fn count(&self) -> usize {
        self.findings.iter().flatten().count()
    }

    /// How many came out with this verdict.
    pub fn count_of(&self, verdict: Verdict) -> usize {
        self.findings.iter().flatten().filter(|found| found.verdict == verdict).count()
    }

    pub fn is_measuring(&self) -> bool {
        self.task.is_some()
    }

    /// The position that was measured, and how deep.
    pub fn measured(&self) -> Option<(&Position, u32)> {
        Some((self.position.as_ref()?, self.depth?))
    }

    /// Why nothing, or no more, was measured.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// A worker has begun with this position.
    pub fn begin(&mut self, position: Position, task: LabTask<Found>) {
        let findings = vec![None; CLAIMS.len()];
        let (position, task) = (Some(position), Some(task));
        *self = Claims { position, depth: None, findings, task, problem: None };
    }

    pub fn stop(&mut self) {
        if let Some(task) = self.task.take() {
            task.stop();
            self.problem = Some("The measurement was stopped.".to_owned());
        }
    }

    /// Takes in what the worker has found.
    pub fn follow(&mut self) {
        let Some(task) = &self.task else { return };
        for news in task.news() {
            match news {
                LabNews::Progress { .. } => {}
                LabNews::Found(Found::Depth(depth)) => self.depth = Some(depth),
                LabNews::Found(Found::Claim(place, finding)) => {
                    if let Some(found) = self.findings.get_mut(place) {
                        *found = Some(finding);
                    }
                }
                LabNews::Found(Found::Unfit(problem)) | LabNews::Failed(problem) => {
                    self.problem = Some(problem);
                }
                LabNews::Over => self.task = None,
            }
        }
        if self.task.is_none() && self.problem.is_none() && self.count() < CLAIMS.len() {
            self.problem = Some("Another search ended the measurement.".to_owned());
        }
    }
}

/// The worker's part: all claims on one position, one after the other.
pub fn measure(position: Position, desk: &LabDesk<'_, Found>) {
    let bench = match Bench::new(position, MOST_NODES, desk.stop()) {
        Ok(bench) => bench,
        Err(unfit) => return desk.found(Found::Unfit(format!("Nothing is measured: {unfit}."))),
    };
    desk.found(Found::Depth(bench.depth));
    for (place, claim) in CLAIMS.iter().enumerate() {
        match claim.check(&bench) {
            Ok(finding) => desk.found(Found::Claim(place, finding)),
            Err(_) if desk.is_stopped() => return,
            Err(stop) => {
                let verdict = Verdict::Partly;
                let measured = format!("This could not be measured here: {stop}.");
                desk.found(Found::Claim(place, Finding { verdict, measured }));
            }
        }
    }
}
