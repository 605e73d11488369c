//! The state of the tree page: the setup of a recording, its job, and the view of the result.

use std::collections::HashSet;

use super::{
    super::super::session::task::Task,
    super::tree_setup::{TreeRequest, TreeSetup, TreeSubject},
    editor::TreeEditor,
    record::RecordUpdate,
    recorded::RecordedTree,
    stepper::Stepper,
};
use minnow_engine::Branch;
use minnow_jobs::JobHandle;
use minnow_lab::Stop;
use minnow_rules::Position;

/// The state of the tree page.
#[derive(Debug, Default)]
pub struct TreePage {
    pub setup: TreeSetup,
    pub stepper: Stepper,
    pub editor: TreeEditor,
    /// True if the pseudo-code is hidden.
    pub code_hidden: bool,
    task: Task<RecordUpdate>,
    /// True until the job sends its recording.
    awaits_recording: bool,
    recorded: Option<Box<RecordedTree>>,
    /// Counts recordings, so that views notice a new one.
    number: u64,
    /// An error in the tree's text, or of the recorded search.
    problem: Option<String>,
    selected: usize,
    folded: HashSet<usize>,
    /// Counts changes of the folded nodes.
    folds: u64,
}

impl TreePage {
    pub fn recorded(&self) -> Option<&RecordedTree> {
        self.recorded.as_deref()
    }

    /// The version of the recording and of its folded nodes.
    pub fn version(&self) -> (u64, u64) {
        (self.number, self.folds)
    }

    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref().or(self.task.problem())
    }

    /// The number of nodes searched so far, until the recording arrives.
    pub fn searching(&self) -> Option<u64> {
        let is_searching = self.awaits_recording && self.task.is_running();
        is_searching.then_some(self.task.progress().done)
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

    /// True if the recording is of another position than this one.
    pub fn is_of_another(&self, position: &Position) -> bool {
        match self.recorded.as_ref().map(|recorded| &recorded.request.subject) {
            Some(TreeSubject::Position(start)) => start != position,
            _ => false,
        }
    }

    /// The position to record again after a change of the setup: that of the recording.
    pub fn position(&self) -> Option<Position> {
        match &self.recorded.as_ref()?.request.subject {
            TreeSubject::Position(position) => Some(*position),
            TreeSubject::Text { .. } => None,
        }
    }

    /// The next recording, with this position on the board. Stores the error if there is one.
    pub fn request(&mut self, position: &Position) -> Option<TreeRequest> {
        let request = self.setup.request(position);
        self.problem = request.as_ref().err().map(ToString::to_string);
        request.ok()
    }

    /// Starts to follow a job that records.
    pub fn begin(&mut self, job: JobHandle<RecordUpdate>) {
        self.task.begin(job);
        self.awaits_recording = true;
    }

    /// Ends the search; the page shows the part recorded so far. A recording that waits for another
    /// page's job is given up.
    pub fn stop(&mut self) {
        if self.task.progress().done == 0 {
            self.task.abandon("The recording was stopped before it began.");
        } else {
            self.task.stop();
        }
    }

    /// Processes the job's updates.
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

    /// Shows a recording with its last root selected.
    pub fn show(&mut self, recorded: Box<RecordedTree>) {
        self.number += 1;
        self.awaits_recording = false;
        self.stepper.reset(recorded.moments());
        self.selected = recorded.roots().last().copied().unwrap_or(0);
        self.problem = match recorded.report.stopped {
            Some(stop @ (Stop::Forbidden { .. } | Stop::NoValue { .. })) => Some(stop.to_string()),
            _ => None,
        };
        self.folded.clear();
        self.folds += 1;
        self.recorded = Some(recorded);
        self.select_edited();
    }

    /// The last visit of each node of the edited tree; `None` while the recording is of another
    /// tree.
    pub fn edited_visits(&self) -> Option<Vec<Option<usize>>> {
        let recorded = self.recorded()?;
        let TreeSubject::Text { tree, .. } = &recorded.request.subject else { return None };
        self.editor.holds(tree).then(|| recorded.last_visits(tree))
    }

    /// Selects the visit of the edited node, or of the lowest visited node above it, where the
    /// reason is why the search left it out.
    pub fn select_edited(&mut self) {
        if !self.editor.is_open() {
            return;
        }
        let Some(visits) = self.edited_visits() else { return };
        let mut node = Some(self.editor.selected());
        while let Some(at) = node {
            if let Some(visit) = visits.get(at).copied().flatten() {
                return self.select(visit);
            }
            node = self.editor.tree().parent(at);
        }
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

    /// Selects the first child that the search has entered; unfolds the node if necessary.
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

    /// Selects the node that a move leads to, if the search visited it.
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

    /// Goes to the state after `at` moments and selects the node of the last one.
    pub fn step_to(&mut self, at: usize) {
        self.stepper.go_to(at);
        self.select_moment();
    }

    /// Goes to the next cutoff, or to the end if there is none.
    pub fn next_cut_off(&mut self) {
        let Some(recorded) = self.recorded() else { return };
        // At the end, start again.
        let from = if self.stepper.is_at_end() { 0 } else { self.stepper.at() };
        let after = from.saturating_sub(1);
        let next = recorded.recording.next_cut_off(after);
        self.step_to(next.map_or(self.stepper.total(), |moment| moment + 1));
    }

    /// Advances the playback. Returns when to call it again.
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

    /// Unfolds all nodes above the selected one.
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
