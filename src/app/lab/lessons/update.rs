//! The lab's lessons, printed functions and claims: what the user does, and what becomes of it.

use crate::app::{
    lab::{
        ClaimsAction, LabPage, LessonAction, PrintedAction, PrintedPage,
        printed::PrintedRuns,
        tree_setup::{TreeInput, TreeSetup},
    },
    screen::AppState,
};
use crate::{
    lab::{
        Tree,
        claims::check_claims,
        lesson::{LessonReply, LessonScene, LessonTask},
    },
    rules::parse_san,
};

impl AppState {
    pub(in crate::app) fn apply_lesson(&mut self, action: LessonAction) {
        match action {
            LessonAction::Open(at) => self.lab.lessons.open(at),
            LessonAction::Answer(reply) => {
                if self.lab.lessons.reply(reply) {
                    let id = self.lab.lessons.lesson().id.clone();
                    self.session.note_learned(id);
                    self.measure_lesson();
                }
            }
            LessonAction::Show => {
                self.lab.lessons.show();
                self.measure_lesson();
            }
            LessonAction::OpenTree => {
                let lesson = self.lab.lessons.lesson();
                self.open_tree(TreeSetup {
                    base: lesson.technique.algorithm,
                    orderings: lesson.technique.orderings.list(),
                    depth: lesson.settings.depth,
                    quiescence: lesson.settings.quiescence,
                    window: lesson.settings.window,
                    ..setup_of(&lesson.scene)
                });
            }
        }
    }

    /// A lesson begins where the user left off.
    pub(in crate::app) fn begin_lessons(&mut self) {
        let learned = &self.session.settings.learned;
        self.lab.lessons.begin(|id| learned.iter().any(|known| known == id));
    }

    /// Records a search of a lesson or printed function, and goes to the tree page.
    fn open_tree(&mut self, setup: TreeSetup) {
        let lesson = self.lab.lessons.lesson().scene.position();
        let position = lesson.unwrap_or(*self.session.game.position());
        self.lab.tree.setup = setup;
        self.lab.page = LabPage::Tree;
        self.record_from(position);
    }

    fn measure_lesson(&mut self) {
        if self.lab.lessons.measure() {
            let lesson = self.lab.lessons.lesson();
            let job = self.session.engine.submit(|job| {
                lesson.measure_figures(job.stop_flag(), &mut |result| job.emit(result));
            });
            self.lab.lessons.begin_measuring(job);
        }
    }

    pub(in crate::app) fn apply_printed(&mut self, action: PrintedAction) {
        let printed = &mut self.lab.printed;
        match action {
            PrintedAction::Open(at) => printed.open(at),
            PrintedAction::Pick(line) => {
                if printed.pick(line) {
                    printed.run();
                    let id = PrintedPage::id_of(printed.at());
                    self.session.note_learned(id);
                }
            }
            PrintedAction::Hint => printed.hint(),
            PrintedAction::Show => {
                printed.show();
                printed.run();
            }
            PrintedAction::Run => printed.run(),
            PrintedAction::OpenTree => {
                if let Some(PrintedRuns { tree, .. }) = printed.runs() {
                    let (text, root_is_max) = (tree.to_string(), tree.root_is_max());
                    let input = TreeInput::Text;
                    self.open_tree(TreeSetup { input, text, root_is_max, ..TreeSetup::default() });
                }
            }
        }
    }

    pub(in crate::app) fn apply_claims(&mut self, action: ClaimsAction) {
        match action {
            ClaimsAction::Measure if self.session.has_nothing_to_search() => {}
            ClaimsAction::Measure => {
                let position = *self.session.game.position();
                let job = self.session.engine.submit(move |job| {
                    check_claims(position, job.stop_flag(), &mut |update| job.emit(update));
                });
                self.lab.claims.begin(position, job);
            }
            ClaimsAction::Stop => self.lab.claims.stop(),
        }
    }

    /// A typed move as the answer to the lesson that asks for one.
    pub(in crate::app) fn answer_lesson(&mut self, text: &str) {
        let lesson = self.lab.lessons.lesson();
        let asks = self.lab.page == LabPage::Lessons && matches!(lesson.ask, LessonTask::Move(_));
        let Some(position) = lesson.scene.position().filter(|_| asks) else { return };
        let read = position.parse_move(text);
        match read.or_else(|problem| parse_san(&position, text).map_err(|_| problem)) {
            Ok(mv) => self.apply_lesson(LessonAction::Answer(LessonReply::Move(mv))),
            Err(problem) => self.session.info(format!("{problem}.")),
        }
    }

    /// Opens the lesson or listing beside the one at hand.
    pub(in crate::app) fn open_neighbour(&mut self, forward: bool) {
        let step = |at: usize| if forward { at + 1 } else { at.saturating_sub(1) };
        match self.lab.page {
            LabPage::Printed => {
                let at = step(self.lab.printed.at());
                self.apply_printed(PrintedAction::Open(at));
            }
            _ => {
                let at = step(self.lab.lessons.at());
                self.apply_lesson(LessonAction::Open(at));
            }
        }
    }
}

/// What the tree page is to search, as far as a lesson's scene says it.
fn setup_of(scene: &LessonScene) -> TreeSetup {
    match scene {
        LessonScene::Position(_) => TreeSetup { input: TreeInput::Board, ..TreeSetup::default() },
        LessonScene::Tree(tree) => TreeSetup {
            input: TreeInput::Text,
            text: tree.text(),
            root_is_max: tree.root_is_max(),
            ..TreeSetup::default()
        },
    }
}
