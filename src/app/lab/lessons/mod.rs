//! The page of short lessons with a question each: the current lesson, the last answer, its verdict, and
//! the measured figures.
//!
//! `minnow_lab::lesson` has the lessons and judges the answers. The user's records have the lessons
//! that are done.

mod board;
mod own;
mod view;

use minnow_base::files::StoredPath;
use std::{path::PathBuf, sync::Arc};

use egui::Ui;

use super::{LabKey, LabPage, TreeOrder, area::LabLayout, tree_setup::TreeSetup};
use crate::app::{
    context::Cx,
    session::{Effect, GameCommand, Session, Wake, task::Task},
    ui::board::BoardState,
    ui::text::without_caps_lock,
};
use minnow_engine::Branch;
use minnow_lab::{
    Tree,
    lesson::{
        FigureResult, Lesson, LessonReply, LessonScene, LessonSearch, LessonTask, LessonVerdict,
        builtin_lessons,
    },
};
use minnow_rules::{Move, Position, parse_san};
use own::LessonFolder;

/// The progress of the current lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LessonStage {
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
    pub at: usize,
    /// The folder of the user's own lessons.
    pub folder: LessonFolder,
    /// The state of the lesson's board from frame to frame.
    board: BoardState,
    /// True if Black's side of the board is at the bottom.
    pub flipped: bool,
    /// True once a lesson has been opened, by the user or by default.
    begun: bool,
    stage: LessonStage,
    /// The last answer and its verdict.
    answer: Option<(LessonReply, LessonVerdict)>,
    /// The lesson's search, once an answer has been given.
    searched: Option<LessonSearch>,
    /// The figures measured so far, in the lesson's order.
    measured: Vec<FigureResult>,
    /// True if the next tick starts to measure the figures.
    is_due: bool,
    task: Task<FigureResult>,
    /// True if the first lesson of the folder is shown once it is read.
    shows_folder: bool,
}

impl LabPage for LessonsPage {
    fn has_game_board(&self) -> bool {
        false
    }

    /// Opens the first lesson that is not done yet, unless a lesson has been opened before, and reads
    /// the folder that was open last.
    fn open(&mut self, session: &mut Session) {
        let folder = session.settings.lesson_folder.as_ref();
        if let Some(StoredPath(path)) = folder.filter(|_| self.folder.path.is_none()) {
            self.folder.read(session, path.clone());
        }
        if !self.begun {
            let mut lessons = builtin_lessons().iter();
            let open = lessons.position(|lesson| !session.lists.has_learned(&lesson.id));
            self.go_to(open.unwrap_or(0));
        }
    }

    fn column_ui(&mut self, ui: &mut Ui, layout: &mut LabLayout<'_>, cx: &mut Cx<'_>) {
        board::column_ui(ui, self, layout, cx);
    }

    fn ui(&mut self, ui: &mut Ui, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.card_ui(ui, layout.page, |ui| view::page_ui(ui, self, cx));
    }

    fn key(&mut self, key: LabKey, _: &mut Session, _: u64) -> bool {
        match key {
            LabKey::Back => self.go_to(self.at.saturating_sub(1)),
            LabKey::Forward => self.go_to(self.at + 1),
            _ => return false,
        }
        true
    }

    /// A typed move answers the lesson. The lesson's board is not the game's.
    fn command(&mut self, command: GameCommand, session: &mut Session) -> Option<GameCommand> {
        match command {
            GameCommand::Type(_) => return self.moves_on_offer().map(|_| command),
            GameCommand::TypedMove(text) => {
                session.typed.clear();
                self.answer_typed(session, &text);
            }
            GameCommand::TypeBackspace => drop(session.typed.pop()),
            GameCommand::Navigate(_)
            | GameCommand::Move(_)
            | GameCommand::DeleteHere
            | GameCommand::KeepShapes(_) => {}
        }
        None
    }

    fn tick(&mut self, session: &mut Session, _: bool, _: u64) -> Wake {
        if std::mem::take(&mut self.is_due) {
            let lesson = self.lesson().clone();
            self.measured.clear();
            self.task.begin(session.engine.submit(move |job| {
                lesson.measure_figures(job.stop_flag(), &mut |result| job.emit(result));
            }));
        }
        self.poll();
        None
    }
}

impl LessonsPage {
    pub(super) const NAME: &str = "Lessons";

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

    /// True once the answer is known, so that the page can show all results.
    pub fn is_answered(&self) -> bool {
        self.stage != LessonStage::Open
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

    pub fn is_measuring(&self) -> bool {
        self.is_due || self.task.is_running()
    }

    /// The right answers; none until they are known.
    pub fn right_replies(&self) -> Vec<LessonReply> {
        self.searched().map_or(Vec::new(), |searched| self.lesson().right_replies(searched))
    }

    /// Goes to a lesson by its index.
    pub fn go_to(&mut self, at: usize) {
        if at < self.count() {
            let board =
                if at == self.at { std::mem::take(&mut self.board) } else { BoardState::default() };
            let (flipped, folder) = (self.flipped, std::mem::take(&mut self.folder));
            *self =
                LessonsPage { at, flipped, folder, board, begun: true, ..LessonsPage::default() };
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
            self.measure();
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
        self.measure();
    }

    /// Measures the figures of a tree at once, and lets the next tick measure those of a position.
    fn measure(&mut self) {
        let lesson = self.lesson().clone();
        self.is_due = matches!(lesson.scene, LessonScene::Position(_));
        if !self.is_due {
            let figures = lesson.figures.iter();
            self.measured = figures.map(|figure| figure.measure(&lesson.scene)).collect();
        }
    }

    /// Takes a typed move as the answer, if the lesson asks for a move.
    fn answer_typed(&mut self, session: &mut Session, text: &str) {
        let lesson = self.lesson();
        let asks = matches!(lesson.ask, LessonTask::Move(_));
        let Some(position) = lesson.scene.position().filter(|_| asks) else { return };
        let read = |text: &str| {
            let squares = position.parse_move(text);
            squares.or_else(|problem| parse_san(&position, text).map_err(|_| problem))
        };
        let other = || without_caps_lock(text).iter().find_map(|text| read(text).ok());
        match read(text).or_else(|problem| other().ok_or(problem)) {
            Ok(mv) if self.reply(LessonReply::Move(mv)) => {
                session.note_learned(self.lesson().id.clone());
            }
            Ok(_) => {}
            Err(problem) => session.info(format!("{problem}.")),
        }
    }

    /// Opens a folder of the user's own lessons, or closes the one that is open.
    pub fn open_folder(&mut self, session: &mut Session, path: Option<PathBuf>) {
        session.settings.lesson_folder = path.clone().map(StoredPath);
        session.effects.push(Effect::KeepSettings);
        match path {
            Some(path) => {
                self.shows_folder = true;
                self.folder.read(session, path);
            }
            None => {
                self.folder = LessonFolder::default();
                if self.at >= self.count() {
                    self.go_to(0);
                }
            }
        }
    }

    /// The lesson's search, for the tree page.
    pub fn tree_order(&self) -> TreeOrder {
        let lesson = self.lesson();
        let setup = TreeSetup {
            base: lesson.technique.algorithm,
            orderings: lesson.technique.orderings.list(),
            depth: lesson.settings.depth,
            quiescence: lesson.settings.quiescence,
            window: lesson.settings.window,
            ..match &lesson.scene {
                LessonScene::Position(_) => TreeSetup::default(),
                LessonScene::Tree(tree) => TreeSetup::of_text(tree.text(), tree.root_is_max()),
            }
        };
        TreeOrder { setup, position: lesson.scene.position() }
    }

    /// Processes the updates of the jobs. A folder that was just opened shows its first lesson.
    fn poll(&mut self) {
        self.measured.extend(self.task.poll());
        if self.folder.poll() {
            let is_open = std::mem::take(&mut self.shows_folder);
            if is_open || self.at >= self.count() {
                self.go_to(builtin_lessons().len().min(self.count() - 1));
            }
        }
    }
}
