//! The lab's updates: every action goes to its page, and the pages' jobs are polled.

use super::{ExerciseAction, Lab, LabAction, LabPage, LessonAction, PageRequest, TreePage};
use crate::app::{
    request::Request,
    session::{ChosenFile, PathPurpose, Session, Wake},
};

impl Lab {
    pub fn update(&mut self, session: &mut Session, action: LabAction, now_ms: u64) {
        let request = match action {
            LabAction::Page(page) => {
                self.show_page(session, page);
                None
            }
            LabAction::Lesson(action) => self.lessons.update(session, action),
            LabAction::Exercise(action) => {
                self.exercises.update(session, action);
                None
            }
            LabAction::Printed(action) => self.printed.update(session, action),
            LabAction::Claims(action) => {
                self.claims.update(session, action);
                None
            }
            LabAction::Compare(action) => {
                self.compare.update(session, action);
                None
            }
            LabAction::Tree(action) => self.tree.update(session, action, now_ms),
        };
        match request {
            Some(PageRequest::OpenTree { setup, position }) => {
                self.tree.setup = setup;
                self.tree.editor.set_open(false);
                self.page = LabPage::Tree;
                let position = position.unwrap_or(*session.game.position());
                self.tree.record_position(session, position);
            }
            Some(PageRequest::OpenLessons) => self.show_page(session, LabPage::Lessons),
            None => {}
        }
    }

    fn show_page(&mut self, session: &mut Session, page: LabPage) {
        self.page = page;
        session.typed.clear();
        match page {
            LabPage::Lessons => self.lessons.resume(session),
            LabPage::Exercises => self.exercises.resume(session),
            LabPage::Tree | LabPage::Compare | LabPage::Printed | LabPage::Claims => {}
        }
    }

    /// Takes the file that the lessons or the exercises have asked for.
    pub fn chosen(&mut self, file: ChosenFile, session: &mut Session) {
        match file.query.form.purpose {
            PathPurpose::OpenFolder => {
                drop(self.lessons.update(session, LessonAction::OpenFolder(file.path)));
            }
            PathPurpose::OpenFile => {
                self.exercises.update(session, ExerciseAction::Read(file.path));
            }
            PathPurpose::SaveFile => {
                let (text, file) = (self.exercises.hand_in(&session.lists), Box::new(file));
                session.requests.extend(text.map(|text| Request::SaveText { file, text }));
            }
        }
    }

    /// Answers the lesson on the page with a typed move.
    pub fn answer_typed(&mut self, session: &mut Session, text: &str) {
        if self.page == LabPage::Lessons {
            self.lessons.answer_typed(session, text);
        }
    }

    /// Opens the lesson, task or printed function before or after the current one.
    pub fn open_neighbour(&mut self, session: &Session, forward: bool) {
        match self.page {
            LabPage::Printed => self.printed.open_neighbour(forward),
            LabPage::Exercises => self.exercises.open_neighbour(&session.lists, forward),
            LabPage::Lessons => self.lessons.open_neighbour(forward),
            LabPage::Tree | LabPage::Compare | LabPage::Claims => {}
        }
    }

    /// Processes the jobs' events; `is_shown` is true if the lab is on the screen. Returns when to
    /// call it again.
    pub fn tick(&mut self, session: &mut Session, is_shown: bool, now_ms: u64) -> Wake {
        self.tree.poll();
        self.lessons.poll();
        self.exercises.poll(session);
        self.claims.poll();
        self.compare.poll();
        if is_shown && self.shown_recording().is_some() { self.tree.play_on(now_ms) } else { None }
    }

    /// The tree page, if it is the current page and its editor is open.
    pub fn shown_editor(&self) -> Option<&TreePage> {
        (self.page == LabPage::Tree && self.tree.editor.is_open()).then_some(&self.tree)
    }

    /// The tree page, if it is the current page and has a recording.
    pub fn shown_recording(&self) -> Option<&TreePage> {
        let is_shown = self.page == LabPage::Tree && self.tree.recorded().is_some();
        is_shown.then_some(&self.tree)
    }
}
