//! The updates of the tree page: its settings, its recording job and the walk through the recording.

use super::{TreeExport, TreePage, TreePageAction, record::record};
use crate::app::{
    lab::{PageRequest, tree_setup::TreeInput},
    session::{NamedPicture, Session},
    ui::text::sentence,
};
use minnow_engine::Branch;
use minnow_lab::{DrawingScope, LabPicture};
use minnow_rules::{Move, Position};

impl TreePage {
    /// Carries out an action. A changed setting records the same tree again. Returns
    /// what another page must do, if anything.
    pub fn update(
        &mut self,
        session: &mut Session,
        action: TreePageAction,
        now_ms: u64,
    ) -> Option<PageRequest> {
        let (before, was_open) = (self.setup.clone(), self.editor.is_open());
        let setup = &mut self.setup;
        match action {
            TreePageAction::Record => {
                self.record_here(session);
                return None;
            }
            TreePageAction::OpenLessons => return Some(PageRequest::OpenLessons),
            TreePageAction::Stop => self.stop(),
            TreePageAction::Input(input) => setup.input = input,
            TreePageAction::Text(text) => {
                setup.text = text;
                self.follow_text();
            }
            TreePageAction::RootIsMax(is_max) => {
                setup.root_is_max = is_max;
                self.editor.set_root(is_max);
            }
            TreePageAction::Export(part) => self.export(session, part),
            TreePageAction::Editor(action) => self.update_editor(session, action),
            TreePageAction::Algorithm(base) => (setup.base, setup.by_engine) = (base, false),
            TreePageAction::ByEngine => setup.by_engine = true,
            TreePageAction::Ordering(ordering) => setup.toggle(ordering),
            TreePageAction::Depth(depth) => setup.depth = depth,
            TreePageAction::Quiescence(on) => setup.quiescence = on,
            TreePageAction::Window(window) => setup.window = window,
            TreePageAction::Select(visit) => self.select(visit),
            TreePageAction::SelectParent => self.select_parent(),
            TreePageAction::SelectChild => self.select_child(),
            TreePageAction::Fold(visit) => self.toggle_fold(visit),
            TreePageAction::Back => self.step_to(self.stepper.at().saturating_sub(1)),
            TreePageAction::On => self.step_to(self.stepper.at() + 1),
            TreePageAction::NextCutOff => self.next_cut_off(),
            TreePageAction::GoTo(at) => self.step_to(at),
            TreePageAction::TogglePlay => self.stepper.toggle_play(now_ms),
            TreePageAction::Speed(speed) => self.stepper.set_speed(speed, now_ms),
            TreePageAction::ToggleCode => self.code_hidden = !self.code_hidden,
        }
        let is_open = self.editor.is_open();
        let has_search = self.recorded().is_some() || self.searching().is_some() || is_open;
        let is_changed = self.setup != before || is_open && !was_open;
        if is_changed && has_search {
            let position = self.position().unwrap_or(*session.game.position());
            self.record_position(session, position);
        }
        None
    }

    /// Asks for a file to save a drawing of the recorded tree to.
    fn export(&self, session: &mut Session, part: TreeExport) {
        let Some(recorded) = self.recorded() else { return };
        let root = recorded.root_of(self.selected());
        let search = recorded.roots().iter().position(|other| *other == root);
        // A technique that searches once needs no number.
        let one = search.filter(|_| part != TreeExport::All && recorded.roots().len() > 1);
        let scope = DrawingScope {
            search: one,
            events: (part == TreeExport::Now).then_some(self.stepper.at()),
            stopped: recorded.report.stopped,
            technique: recorded.technique_name().to_owned(),
        };
        match recorded.drawing(&scope) {
            Ok(drawing) => {
                let picture = LabPicture::Tree(drawing);
                session.save_lab_picture(Some(NamedPicture { name: "tree", picture }));
            }
            Err(problem) => session.error(sentence(&problem)),
        }
    }

    fn record_here(&mut self, session: &mut Session) {
        if self.setup.input == TreeInput::Board && session.has_nothing_to_search() {
            return;
        }
        self.record_position(session, *session.game.position());
    }

    /// Records a search with the current setup; `position` is the root unless the tree is a text.
    pub fn record_position(&mut self, session: &mut Session, position: Position) {
        if let Some(request) = self.request(&position) {
            let job = session.engine.submit(move |job| record(request, job));
            self.begin(job);
        }
    }

    /// Selects the node that a move on the board leads to, if the search visited it.
    pub fn follow_move(&mut self, session: &mut Session, mv: Move) {
        let Some(position) =
            self.recorded().and_then(|recorded| recorded.position(self.selected()))
        else {
            return;
        };
        if self.select_move(Branch::from(mv)) {
            session.notice = None;
        } else {
            let text = position.move_text(mv);
            session.info(format!("The search did not visit {text} here."));
        }
    }

    /// True if the recording is of another position than the one shown in the game.
    pub fn records_another(&self, session: &Session) -> bool {
        self.setup.input == TreeInput::Board && self.is_of_another(session.game.position())
    }
}
