//! The updates of the lessons page: answers, the measurement of figures, and the lesson's tree.

use crate::app::{pages::PageId, request::Request};
use minnow_base::files::StoredPath;
use std::path::PathBuf;

use super::{LessonAction, LessonsPage, own::LessonFolder};
use crate::app::{
    lab::{
        PageRequest,
        tree_setup::{TreeInput, TreeSetup},
    },
    session::{Asker, Effect, FileForm, PathPurpose, Session},
};
use minnow_lab::{
    Tree,
    lesson::{Lesson, LessonReply, LessonScene, LessonTask},
};
use minnow_rules::parse_san;

static FOLDER: FileForm = FileForm {
    title: "Open a folder of lessons",
    purpose: PathPurpose::OpenFolder,
    kinds: &[("Lessons", &["ron"])],
};

impl LessonsPage {
    /// Carries out an action. Returns what another page must do, if anything.
    pub fn update(&mut self, session: &mut Session, action: LessonAction) -> Option<PageRequest> {
        match action {
            LessonAction::Open(at) => self.open(at),
            LessonAction::Answer(reply) => {
                if self.reply(reply) {
                    session.note_learned(self.lesson().id.clone());
                    self.start_measuring(session);
                }
            }
            LessonAction::Show => {
                self.show();
                self.start_measuring(session);
            }
            LessonAction::OpenTree => return Some(tree_of(self.lesson())),
            LessonAction::Term(term) => {
                session.requests.push(Request::ShowTopic(PageId::Glossary, term.to_owned()));
            }
            LessonAction::AskFolder => {
                let suggestion = self.suggested_folder(session);
                session.ask_file(Asker::Lab, &FOLDER, suggestion);
            }
            LessonAction::OpenFolder(path) => {
                session.settings.lesson_folder = Some(StoredPath(path.clone()));
                session.effects.push(Effect::KeepSettings);
                self.shows_folder = true;
                self.folder.read(session, path);
            }
            LessonAction::ReadAgain => {
                if let Some(path) = self.folder.path.clone() {
                    self.folder.read(session, path);
                }
            }
            LessonAction::CloseFolder => {
                session.settings.lesson_folder = None;
                session.effects.push(Effect::KeepSettings);
                self.folder = LessonFolder::default();
                if self.at() >= self.count() {
                    self.open(0);
                }
            }
        }
        None
    }

    fn suggested_folder(&self, session: &Session) -> PathBuf {
        let beside = || session.suggested_path().with_file_name("");
        self.folder.path.clone().unwrap_or_else(beside)
    }

    /// Opens the first lesson that is not done yet, unless a lesson has been opened before, and reads
    /// the folder that was open last.
    pub fn resume(&mut self, session: &Session) {
        let folder = session.settings.lesson_folder.as_ref();
        if let Some(StoredPath(path)) = folder.filter(|_| self.folder.path.is_none()) {
            self.folder.read(session, path.clone());
        }
        self.begin(|id| session.lists.has_learned(id));
    }

    /// Takes a typed move as the answer, if the lesson asks for a move.
    pub fn answer_typed(&mut self, session: &mut Session, text: &str) {
        let lesson = self.lesson();
        let asks = matches!(lesson.ask, LessonTask::Move(_));
        let Some(position) = lesson.scene.position().filter(|_| asks) else { return };
        let read = position.parse_move(text);
        match read.or_else(|problem| parse_san(&position, text).map_err(|_| problem)) {
            Ok(mv) => {
                self.update(session, LessonAction::Answer(LessonReply::Move(mv)));
            }
            Err(problem) => session.info(format!("{problem}.")),
        }
    }

    /// Opens the lesson before or after this one.
    pub fn open_neighbour(&mut self, forward: bool) {
        let at = if forward { self.at() + 1 } else { self.at().saturating_sub(1) };
        self.open(at);
    }

    fn start_measuring(&mut self, session: &mut Session) {
        if self.measure() {
            let lesson = self.lesson().clone();
            let job = session.engine.submit(move |job| {
                lesson.measure_figures(job.stop_flag(), &mut |result| job.emit(result));
            });
            self.begin_measuring(job);
        }
    }
}

/// A lesson's search, for the tree page.
fn tree_of(lesson: &Lesson) -> PageRequest {
    let setup = TreeSetup {
        base: lesson.technique.algorithm,
        orderings: lesson.technique.orderings.list(),
        depth: lesson.settings.depth,
        quiescence: lesson.settings.quiescence,
        window: lesson.settings.window,
        ..setup_of(&lesson.scene)
    };
    PageRequest::OpenTree { setup, position: lesson.scene.position() }
}

/// The tree page's setup with a lesson's scene as its input.
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
