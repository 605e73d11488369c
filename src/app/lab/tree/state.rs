//! The tree page: a recording that is wanted, made and looked at.

use std::collections::HashSet;

use super::{
    super::super::session::task::Task,
    super::tree_setup::{TreeRequest, TreeSetup, TreeSubject},
    record::RecordUpdate,
    recorded::RecordedTree,
    stepper::Stepper,
};
use crate::{engine::Branch, jobs::JobHandle, lab::Stop, rules::Position};

/// The state of the tree page.
#[derive(Debug, Default)]
pub struct TreePage {
    pub setup: TreeSetup,
    pub stepper: Stepper,
    /// Whether the pseudo-code is put away.
    pub code_hidden: bool,
    task: Task<RecordUpdate>,
    /// Whether the job has not sent its recording yet.
    awaits_recording: bool,
    /// Whether the user has stopped the search.
    stopped: bool,
    /// Whether another search has stopped the one that is shown.
    overtaken: bool,
    recorded: Option<Box<RecordedTree>>,
    /// Counts recordings, so that what is derived from one is not taken for another's.
    number: u64,
    /// What is wrong with the tree's text, or with the recorded search.
    problem: Option<String>,
    selected: usize,
    folded: HashSet<usize>,
    /// Counts changes of what is folded.
    folds: u64,
}

impl TreePage {
    pub fn recorded(&self) -> Option<&RecordedTree> {
        self.recorded.as_deref()
    }

    /// Which recording it is, and which state of its folds.
    pub fn version(&self) -> (u64, u64) {
        (self.number, self.folds)
    }

    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref().or(self.task.problem())
    }

    /// Nodes searched so far, while a search is under way whose recording has not come yet.
    pub fn searching(&self) -> Option<u64> {
        let is_searching = self.awaits_recording && self.task.is_running();
        is_searching.then_some(self.task.progress().done)
    }

    /// Whether the recording ends where another search began.
    pub fn is_overtaken(&self) -> bool {
        self.overtaken
    }

    pub fn selected(&self) -> usize {
        self.selected
    }

    pub fn is_folded(&self, visit: usize) -> bool {
        self.folded.contains(&visit)
    }

    pub fn folded(&self) -> &HashSet<usize> {
        &self.folded
    }

    /// Whether what is shown was recorded from another position than this one.
    pub fn is_of_another(&self, position: &Position) -> bool {
        match self.recorded.as_ref().map(|recorded| &recorded.request.subject) {
            Some(TreeSubject::Position(start)) => start != position,
            _ => false,
        }
    }

    /// The position to be recorded when a choice is changed: that of the recording.
    pub fn position(&self) -> Option<Position> {
        match &self.recorded.as_ref()?.request.subject {
            TreeSubject::Position(position) => Some(*position),
            TreeSubject::Text { .. } => None,
        }
    }

    /// What is to be recorded, with this position on the board; what is wrong with it is kept.
    pub fn request(&mut self, position: &Position) -> Option<TreeRequest> {
        let request = self.setup.request(position);
        self.problem = request.as_ref().err().cloned();
        request.ok()
    }

    /// Follows a job that records.
    pub fn begin(&mut self, job: JobHandle<RecordUpdate>) {
        self.task.begin(job);
        self.awaits_recording = true;
        self.stopped = false;
    }

    /// Ends the search; what it has found by then is shown.
    pub fn stop(&mut self) {
        if self.task.is_running() {
            self.stopped = true;
            self.task.stop();
        }
    }

    /// Takes in what the job has sent.
    pub fn poll(&mut self) {
        for update in self.task.poll() {
            match update {
                RecordUpdate::Recorded(recorded) => self.show(recorded),
                RecordUpdate::Minimal(leaves) => {
                    if let Some(recorded) = &mut self.recorded {
                        recorded.minimal = Some(leaves);
                    }
                }
            }
        }
    }

    /// Shows a recording, its last root selected.
    pub fn show(&mut self, recorded: Box<RecordedTree>) {
        self.number += 1;
        self.awaits_recording = false;
        self.overtaken = recorded.report.stopped == Some(Stop::Time) && !self.stopped;
        self.stepper.reset(recorded.moments());
        self.selected = recorded.roots().last().copied().unwrap_or(0);
        self.problem = match recorded.report.stopped {
            Some(stop @ (Stop::Forbidden { .. } | Stop::NoValue { .. })) => Some(stop.to_string()),
            _ => None,
        };
        self.folded.clear();
        self.folds += 1;
        self.recorded = Some(recorded);
    }

    pub fn select(&mut self, visit: usize) {
        if self.recorded().is_some_and(|recorded| recorded.visit(visit).is_some()) {
            self.selected = visit;
        }
    }

    pub fn select_parent(&mut self) {
        let parent = self.recorded().and_then(|recorded| recorded.visit(self.selected)?.parent);
        self.selected = parent.unwrap_or(self.selected);
    }

    /// To the first child that the search has come to, unfolding the node if need be.
    pub fn select_child(&mut self) {
        let at = self.stepper.at();
        let Some(recorded) = self.recorded() else { return };
        let child = recorded.visit(self.selected).and_then(|visit| visit.children.first().copied());
        if let Some(child) = child.filter(|child| recorded.is_entered(*child, at)) {
            if self.is_folded(self.selected) {
                self.toggle_fold(self.selected);
            }
            self.selected = child;
        }
    }

    /// To the node that a move leads to, if the search looked at it.
    pub fn select_move(&mut self, played: Branch) -> bool {
        let at = self.stepper.at();
        let Some(recorded) = self.recorded() else { return false };
        let child = recorded.child(self.selected, played);
        match child.filter(|child| recorded.is_entered(*child, at)) {
            Some(child) => {
                self.selected = child;
                true
            }
            None => false,
        }
    }

    pub fn toggle_fold(&mut self, visit: usize) {
        if !self.folded.remove(&visit) {
            self.folded.insert(visit);
        }
        self.folds += 1;
    }

    /// Goes to where so many moments are over, and to the node of the last of them.
    pub fn step_to(&mut self, at: usize) {
        self.stepper.go_to(at);
        self.select_moment();
    }

    /// To the next cutoff, or to the end where there is none.
    pub fn next_cut_off(&mut self) {
        let Some(recorded) = self.recorded() else { return };
        // From the end the walk begins again.
        let from = if self.stepper.is_at_end() { 0 } else { self.stepper.at() };
        let after = from.saturating_sub(1);
        let next = recorded.recording.next_cut_off(after);
        self.step_to(next.map_or(self.stepper.total(), |moment| moment + 1));
    }

    /// Lets the player go on. Returns when it wants to be called again.
    pub fn play_on(&mut self, now_ms: u64) -> Option<u64> {
        if self.stepper.tick(now_ms) {
            self.select_moment();
        }
        self.stepper.next_ms()
    }

    fn select_moment(&mut self) {
        let moment = self.stepper.moment();
        let visit = self.recorded().and_then(|recorded| {
            recorded.recording.moments.get(moment?).map(|moment| moment.visit)
        });
        self.select(visit.unwrap_or(0));
        self.unfold_above();
    }

    /// A node that is stepped to must not hide in a folded one.
    fn unfold_above(&mut self) {
        let Some(recorded) = self.recorded.as_deref().filter(|_| !self.folded.is_empty()) else {
            return;
        };
        let mut above = recorded.visit(self.selected).and_then(|visit| visit.parent);
        while let Some(visit) = above {
            if self.folded.remove(&visit) {
                self.folds += 1;
            }
            above = recorded.visit(visit).and_then(|visit| visit.parent);
        }
    }
}
