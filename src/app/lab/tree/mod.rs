//! The page of a recorded search: its tree, a stepper through its events, and each node explained.

mod area;
mod canvas;
pub mod editor;
mod forms;
mod node;
mod recorded;
mod scale;
mod stepper;
mod view;

use std::collections::HashSet;

use egui::Ui;

use super::{
    LabKey, LabPage,
    area::LabLayout,
    tree_setup::{TreeInput, TreeSetup},
};
use crate::app::{
    context::Cx,
    request::Request,
    session::{GameCommand, Session, Wake, task::Task},
};
use canvas::TreeView;
use editor::TreeEditor;
use minnow_engine::Branch;
use minnow_lab::{RecordedTree, Stop, TreeSubject};
use minnow_rules::{Move, Position};
use recorded::{RecordUpdate, record};
use stepper::Stepper;

/// A search to record and to show on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeOrder {
    pub setup: TreeSetup,
    /// The root; `None` takes the position on the board, unless the tree is a text.
    pub position: Option<Position>,
}

/// The state of the tree page.
#[derive(Debug, Default)]
pub struct TreePage {
    pub setup: TreeSetup,
    pub stepper: Stepper,
    pub editor: TreeEditor,
    /// True if the pseudo-code is hidden.
    pub code_hidden: bool,
    /// True if values and windows are shown from the view of the player to move, as in negamax.
    by_mover: bool,
    /// The view of the tree from frame to frame.
    view: TreeView,
    /// True if the next tick records what the setup names, as the user asked.
    records: bool,
    /// The setup at the last tick; a change of it is recorded.
    known_setup: TreeSetup,
    /// True if the editor was open at the last tick.
    was_editing: bool,
    task: Task<RecordUpdate>,
    /// True until the job sends its recording.
    awaits_recording: bool,
    recorded: Option<Box<RecordedTree>>,
    /// Counts recordings, so that views notice a new one.
    number: u64,
    /// An error in the tree's text, or of the recorded search.
    problem: Option<String>,
    /// The selected node.
    pub selected: usize,
    folded: HashSet<usize>,
    /// Counts changes of the folded nodes.
    folds: u64,
}

impl LabPage for TreePage {
    fn column_ui(&mut self, ui: &mut Ui, layout: &mut LabLayout<'_>, cx: &mut Cx<'_>) {
        area::board_ui(ui, self, layout, cx);
        area::side_ui(ui, self, layout, cx);
        self.wake(cx);
    }

    fn ui(&mut self, ui: &mut Ui, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
        area::page_ui(ui, self, layout, cx);
        self.wake(cx);
    }

    fn key(&mut self, key: LabKey, session: &mut Session, now_ms: u64) -> bool {
        if self.editor.is_open() {
            self.editor_key(key, &mut session.typed);
            return true;
        }
        self.recorded.is_some() && self.walk(key, now_ms)
    }

    fn command(&mut self, command: GameCommand, session: &mut Session) -> Option<GameCommand> {
        if let GameCommand::Navigate(_) = command {
            return Some(command);
        }
        if self.editor.is_open() {
            self.editor_command(command, &mut session.typed);
            return None;
        }
        match command {
            _ if self.recorded.is_none() => Some(command),
            GameCommand::Move(mv) => {
                self.follow_move(session, mv);
                None
            }
            GameCommand::TypeBackspace | GameCommand::DeleteHere => Some(command),
            _ => None,
        }
    }

    fn tick(&mut self, session: &mut Session, is_shown: bool, now_ms: u64) -> Wake {
        self.record_due(session);
        self.poll();
        if is_shown && self.recorded.is_some() { self.play_on(now_ms) } else { None }
    }
}

impl TreePage {
    pub(super) const NAME: &str = "Tree";

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

    /// True if the recording is of another position than the one shown in the game.
    fn records_another(&self, session: &Session) -> bool {
        let recorded = self.position().filter(|_| self.setup.input == TreeInput::Board);
        recorded.is_some_and(|recorded| recorded != *session.game.position())
    }

    /// The position to record again after a change of the setup: that of the recording.
    fn position(&self) -> Option<Position> {
        match &self.recorded.as_ref()?.request.subject {
            TreeSubject::Position(position) => Some(*position),
            TreeSubject::Text { .. } => None,
        }
    }

    /// Lets the next tick record a search of the position on the board, or of the tree written as text.
    pub fn record_here(&mut self) {
        self.records = true;
    }

    /// Records a search of another page.
    pub(super) fn record(&mut self, order: TreeOrder, session: &mut Session) {
        self.setup = order.setup;
        self.editor.set_open(false);
        let position = order.position.unwrap_or(*session.game.position());
        self.start(session, position);
    }

    /// True if a setting has changed or the editor was opened since the last tick.
    fn is_changed(&self) -> bool {
        self.setup != self.known_setup || self.editor.is_open() && !self.was_editing
    }

    /// Asks for a tick if there is work for it.
    fn wake(&self, cx: &mut Cx<'_>) {
        if self.records || self.is_changed() {
            cx.ask(Request::Wake);
        }
    }

    /// Starts the recording that the user asked for. A change records the same tree again.
    fn record_due(&mut self, session: &mut Session) {
        let is_changed = self.is_changed();
        let has_search = self.recorded.is_some() || self.searching().is_some();
        self.was_editing = self.editor.is_open();
        if std::mem::take(&mut self.records) {
            if self.setup.input == TreeInput::Text || !session.has_nothing_to_search() {
                let position = *session.game.position();
                self.start(session, position);
            }
        } else if is_changed && (has_search || self.was_editing) {
            let position = self.position().unwrap_or(*session.game.position());
            self.start(session, position);
        }
        if is_changed {
            self.known_setup.clone_from(&self.setup);
        }
    }

    /// Records a search with the current setup; `position` is the root unless the tree is a text.
    fn start(&mut self, session: &mut Session, position: Position) {
        self.known_setup.clone_from(&self.setup);
        let request = self.setup.request(&position);
        self.problem = request.as_ref().err().map(ToString::to_string);
        if let Ok(request) = request {
            self.task.begin(session.engine.submit(move |job| record(request, job)));
            self.awaits_recording = true;
        }
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
    fn poll(&mut self) {
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

    /// Shows values and windows from the view of the player to move, or from MAX's.
    fn show_by_mover(&mut self, by_mover: bool) {
        self.by_mover = by_mover;
        if let Some(recorded) = &mut self.recorded {
            recorded.by_mover = by_mover;
        }
    }

    /// Shows a recording with its last root selected.
    fn show(&mut self, mut recorded: Box<RecordedTree>) {
        recorded.by_mover = self.by_mover;
        self.number += 1;
        self.awaits_recording = false;
        self.stepper.reset(recorded.moments());
        self.selected = recorded.roots.last().copied().unwrap_or(0);
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
    fn select_edited(&mut self) {
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

    fn select_parent(&mut self) {
        let parent = self.recorded().and_then(|recorded| recorded.visit(self.selected)?.parent);
        self.selected = parent.unwrap_or(self.selected);
    }

    /// Selects the first child that the search has entered; unfolds the node if necessary.
    fn select_child(&mut self) {
        let at = self.stepper.at;
        let Some(recorded) = self.recorded() else { return };
        let child = recorded.visit(self.selected).and_then(|visit| visit.children.first().copied());
        if let Some(child) = child.filter(|child| recorded.is_entered(*child, at)) {
            if self.folded.contains(&self.selected) {
                self.toggle_fold(self.selected);
            }
            self.selected = child;
        }
    }

    /// Selects the node that a move on the board leads to, if the search visited it.
    fn follow_move(&mut self, session: &mut Session, mv: Move) {
        let at = self.stepper.at;
        let Some(recorded) = self.recorded.as_deref() else { return };
        let Some(position) = recorded.position(self.selected) else { return };
        let child = recorded.child(self.selected, Branch::from(mv));
        match child.filter(|child| recorded.is_entered(*child, at)) {
            Some(child) => {
                self.selected = child;
                session.notice = None;
            }
            None => {
                let text = position.move_text(mv);
                session.info(format!("The search did not visit {text} here."));
            }
        }
    }

    /// Folds a node or unfolds it.
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

    /// Carries out a key on the recording. Returns false if it means nothing there.
    pub fn walk(&mut self, key: LabKey, now_ms: u64) -> bool {
        match key {
            LabKey::Back => self.step_to(self.stepper.at.saturating_sub(1)),
            LabKey::Forward => self.step_to(self.stepper.at + 1),
            LabKey::Start => self.step_to(0),
            LabKey::End => self.step_to(self.stepper.total),
            LabKey::Parent => self.select_parent(),
            LabKey::Child => self.select_child(),
            LabKey::Play => self.stepper.toggle_play(now_ms),
            LabKey::NextCutoff => self.next_cut_off(),
            LabKey::AddChild | LabKey::Delete | LabKey::Undo | LabKey::Redo => return false,
        }
        true
    }

    /// Goes to the next cutoff, or to the end if there is none.
    fn next_cut_off(&mut self) {
        let Some(recorded) = self.recorded() else { return };
        // At the end, start again.
        let from = if self.stepper.is_at_end() { 0 } else { self.stepper.at };
        let after = from.saturating_sub(1);
        let next = recorded.recording.next_cut_off(after);
        self.step_to(next.map_or(self.stepper.total, |moment| moment + 1));
    }

    /// Advances the playback. Returns when to call it again.
    fn play_on(&mut self, now_ms: u64) -> Wake {
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
