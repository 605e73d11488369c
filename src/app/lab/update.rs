//! The lab: its pages, what its jobs are, and what they have found.

use crate::app::{
    lab::{
        LabAction, LabPage, TreePage, TreePageAction, tree::record::record, tree_setup::TreeInput,
    },
    screen::AppState,
    session::{Mode, Wake},
};
use crate::{engine::Branch, rules::Move};

impl AppState {
    pub(in crate::app) fn apply_lab(&mut self, action: LabAction, now_ms: u64) {
        match action {
            LabAction::Page(page) => {
                self.lab.page = page;
                if page == LabPage::Lessons {
                    self.begin_lessons();
                }
            }
            LabAction::Lesson(action) => self.apply_lesson(action),
            LabAction::Printed(action) => self.apply_printed(action),
            LabAction::Claims(action) => self.apply_claims(action),
            LabAction::Compare(action) => self.apply_compare(action),
            LabAction::Tree(action) => self.apply_tree_page(action, now_ms),
        }
    }

    fn apply_tree_page(&mut self, action: TreePageAction, now_ms: u64) {
        let before = self.lab.tree.setup.clone();
        let page = &mut self.lab.tree;
        let setup = &mut page.setup;
        match action {
            TreePageAction::Record => {
                self.record_here();
                return;
            }
            TreePageAction::Stop => page.stop(),
            TreePageAction::Input(input) => setup.input = input,
            TreePageAction::Text(text) => setup.text = text,
            TreePageAction::RootIsMax(is_max) => setup.root_is_max = is_max,
            TreePageAction::Algorithm(base) => (setup.base, setup.by_engine) = (base, false),
            TreePageAction::ByEngine => setup.by_engine = true,
            TreePageAction::Ordering(ordering) => setup.toggle(ordering),
            TreePageAction::Depth(depth) => setup.depth = depth,
            TreePageAction::Quiescence(on) => setup.quiescence = on,
            TreePageAction::Window(window) => setup.window = window,
            TreePageAction::Select(visit) => page.select(visit),
            TreePageAction::SelectParent => page.select_parent(),
            TreePageAction::SelectChild => page.select_child(),
            TreePageAction::Fold(visit) => page.toggle_fold(visit),
            TreePageAction::Back => page.step_to(page.stepper.at().saturating_sub(1)),
            TreePageAction::On => page.step_to(page.stepper.at() + 1),
            TreePageAction::NextCutOff => page.next_cut_off(),
            TreePageAction::GoTo(at) => page.step_to(at),
            TreePageAction::TogglePlay => page.stepper.toggle_play(now_ms),
            TreePageAction::Speed(speed) => page.stepper.set_speed(speed, now_ms),
            TreePageAction::ToggleCode => page.code_hidden = !page.code_hidden,
        }
        let wanted = page.recorded().is_some() || page.searching().is_some();
        if self.lab.tree.setup != before && wanted {
            // The same tree again with the new choice.
            let position = self.lab.tree.position().unwrap_or(*self.session.game.position());
            self.record_from(position);
        }
    }

    fn record_here(&mut self) {
        if self.lab.tree.setup.input == TreeInput::Board && self.session.has_nothing_to_search() {
            return;
        }
        self.record_from(*self.session.game.position());
    }

    pub(in crate::app) fn record_from(&mut self, position: crate::rules::Position) {
        if let Some(request) = self.lab.tree.request(&position) {
            let job = self.session.engine.submit(move |job| record(request, job));
            self.lab.tree.begin(job);
        }
    }

    /// The tree page, if it is in sight and shows a recording.
    pub fn shown_recording(&self) -> Option<&TreePage> {
        let shown = self.mode() == Mode::Lab && self.lab.page == LabPage::Tree;
        Some(&self.lab.tree).filter(|page| shown && page.recorded().is_some())
    }

    /// A move on the board goes to its node, if the search has looked at it.
    pub(in crate::app) fn walk_move(&mut self, mv: Move) {
        let page = &mut self.lab.tree;
        let position = page.recorded().and_then(|recorded| recorded.position(page.selected()));
        let Some(position) = position else { return };
        if page.select_move(Branch::from(mv)) {
            self.session.notice = None;
        } else {
            let text = position.move_text(mv);
            self.session.info(format!("The search never looked at {text} here."));
        }
    }

    /// Takes in what the lab's jobs have sent. Returns when it wants to be called again.
    pub(in crate::app) fn poll_lab(&mut self, now_ms: u64) -> Wake {
        self.lab.tree.poll();
        self.lab.lessons.poll();
        self.lab.claims.poll();
        self.lab.compare.poll();
        self.lab.why.poll();
        let shown = self.shown_recording().is_some();
        if shown { self.lab.tree.play_on(now_ms) } else { None }
    }

    /// Whether the recording is of another position than the one looked at in the game.
    pub fn records_another(&self) -> bool {
        let page = &self.lab.tree;
        page.setup.input == TreeInput::Board && page.is_of_another(self.session.game.position())
    }
}
