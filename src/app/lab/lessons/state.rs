//! The current lesson: the last answer, its verdict, and the measured figures.
//!
//! `minnow_lab::lesson` has the lessons and judges the answers. The user's records have the lessons
//! that are done.

use std::{path::PathBuf, sync::Arc};

use super::own::LessonFolder;
use crate::app::session::task::Task;
use minnow_engine::Branch;
use minnow_jobs::JobHandle;
use minnow_lab::lesson::{
    FigureResult, Lesson, LessonReply, LessonScene, LessonSearch, LessonTask, LessonVerdict,
    builtin_lessons,
};
use minnow_rules::{Move, Position};

/// An action of the user on a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonAction {
    /// Goes to a lesson by its index.
    Open(usize),
    Answer(LessonReply),
    /// Gives the answer.
    Show,
    /// Records the lesson's search and shows it on the tree page.
    OpenTree,
    /// Shows a term in the glossary.
    Term(&'static str),
    /// Asks for a folder of lessons.
    AskFolder,
    OpenFolder(PathBuf),
    /// Reads the folder again.
    ReadAgain,
    CloseFolder,
}

/// The progress of the current lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LessonStage {
    /// No right answer yet.
    #[default]
    Open,
    Found,
    Shown,
}

/// The current lesson.
#[derive(Debug, Default)]
pub struct LessonsPage {
    /// The index of the lesson: the built-in ones come first, then those of the user's folder.
    at: usize,
    pub(super) folder: LessonFolder,
    /// True if Black's side of the board is at the bottom.
    pub flipped: bool,
    /// True once a lesson has been opened, by the user or by default.
    begun: bool,
    stage: LessonStage,
    /// The last answer and its verdict.
    answer: Option<(LessonReply, LessonVerdict)>,
    /// The lesson's search, once an answer has been given.
    searched: Option<LessonSearch>,
    measured: Vec<FigureResult>,
    task: Task<FigureResult>,
    /// True if the first lesson of the folder is shown once it is read.
    pub(super) shows_folder: bool,
}

impl LessonsPage {
    /// The index of the current lesson.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn lesson(&self) -> &Arc<Lesson> {
        self.get(self.at).unwrap_or(&builtin_lessons()[0])
    }

    /// The lesson with this index.
    pub fn get(&self, at: usize) -> Option<&Arc<Lesson>> {
        let builtin = builtin_lessons();
        builtin.get(at).or_else(|| self.folder.content.lessons.get(at - builtin.len()))
    }

    /// The number of lessons, those of the user's folder included.
    pub fn count(&self) -> usize {
        builtin_lessons().len() + self.folder.content.lessons.len()
    }

    /// The folder of the user's own lessons.
    pub fn folder(&self) -> &LessonFolder {
        &self.folder
    }

    pub fn stage(&self) -> LessonStage {
        self.stage
    }

    /// True once the answer is known, so that the page can show all results.
    pub fn is_answered(&self) -> bool {
        self.stage != LessonStage::Open
    }

    pub fn answer(&self) -> Option<&(LessonReply, LessonVerdict)> {
        self.answer.as_ref()
    }

    /// The lesson's search; `None` until the answer is known.
    pub fn searched(&self) -> Option<&LessonSearch> {
        self.searched.as_ref().filter(|_| self.is_answered())
    }

    /// The node of the tree that was clicked last.
    pub fn selected(&self) -> Option<&[Branch]> {
        match &self.answer {
            Some((LessonReply::Node(path), _)) => Some(path),
            _ => None,
        }
    }

    /// The position on the lesson's board, with the move that led there: that of the clicked node
    /// in a tree that grows from a position.
    pub fn position(&self) -> Option<(Position, Option<Move>)> {
        match &self.lesson().scene {
            LessonScene::Position(position) => Some((*position, None)),
            LessonScene::Tree(tree) => {
                let path = self.selected().unwrap_or(&[]);
                Some((tree.position(path)?, tree.last_move(path)))
            }
        }
    }

    /// The moves that can be played as an answer, while the question is open.
    pub fn moves_on_offer(&self) -> Option<Position> {
        let asks = matches!(self.lesson().ask, LessonTask::Move(_)) && !self.is_answered();
        self.lesson().scene.position().filter(|_| asks)
    }

    /// The right move, once it is known.
    pub fn right_move(&self) -> Option<Move> {
        match &self.lesson().ask {
            LessonTask::Move(moves) if self.is_answered() => moves.first().copied(),
            _ => None,
        }
    }

    /// The figures measured so far, in the lesson's order.
    pub fn measured(&self) -> &[FigureResult] {
        &self.measured
    }

    pub fn is_measuring(&self) -> bool {
        self.task.is_running()
    }

    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// The right answers; none until they are known.
    pub fn right_replies(&self) -> Vec<LessonReply> {
        let searched = self.searched.as_ref().filter(|_| self.is_answered());
        searched.map_or(Vec::new(), |searched| self.lesson().right_replies(searched))
    }

    /// Goes to the first lesson that is not done, unless one has been opened.
    pub fn begin(&mut self, is_done: impl Fn(&str) -> bool) {
        if !self.begun {
            let open = builtin_lessons().iter().position(|lesson| !is_done(&lesson.id));
            self.open(open.unwrap_or(0));
        }
    }

    pub fn open(&mut self, at: usize) {
        if at < self.count() {
            let (flipped, folder) = (self.flipped, std::mem::take(&mut self.folder));
            *self = LessonsPage { at, flipped, folder, begun: true, ..LessonsPage::default() };
        }
    }

    /// Judges an answer. Returns true if it is right and the first right one.
    pub fn reply(&mut self, reply: LessonReply) -> bool {
        let lesson = self.lesson().clone();
        let searched = self.searched.get_or_insert_with(|| lesson.search());
        let verdict = lesson.judge(searched, &reply);
        let found = verdict.right && self.stage == LessonStage::Open;
        self.answer = Some((reply, verdict));
        if found {
            self.stage = LessonStage::Found;
        }
        found
    }

    /// Gives the first right answer.
    pub fn show(&mut self) {
        let lesson = self.lesson().clone();
        let searched = self.searched.get_or_insert_with(|| lesson.search());
        let Some(reply) = lesson.right_replies(searched).into_iter().next() else { return };
        let verdict = lesson.judge(searched, &reply);
        self.answer = Some((reply, verdict));
        self.stage = LessonStage::Shown;
    }

    /// Measures the figures of a tree at once. Returns true if a job must measure those of a
    /// position.
    pub fn measure(&mut self) -> bool {
        let lesson = self.lesson().clone();
        let is_tree = matches!(lesson.scene, LessonScene::Tree(_));
        if is_tree {
            let figures = lesson.figures.iter();
            self.measured = figures.map(|figure| figure.measure(&lesson.scene)).collect();
        }
        !is_tree
    }

    /// Follows a job that measures the lesson's figures.
    pub fn begin_measuring(&mut self, job: JobHandle<FigureResult>) {
        self.measured.clear();
        self.task.begin(job);
    }

    /// Processes the updates of the jobs. A folder that was just opened shows its first lesson.
    pub fn poll(&mut self) {
        self.measured.extend(self.task.poll());
        if self.folder.poll() {
            let is_open = std::mem::take(&mut self.shows_folder);
            if is_open || self.at >= self.count() {
                self.open(builtin_lessons().len().min(self.count() - 1));
            }
        }
    }
}
