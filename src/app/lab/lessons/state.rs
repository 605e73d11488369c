//! The lesson at hand: what was answered, what was said to it, and the figures measured since.
//!
//! The lessons themselves and their judgement are `crate::lab::lesson`'s. Which of them are done
//! outlives the program and stands in the settings.

use crate::app::session::task::Task;
use crate::{
    engine::Branch,
    jobs::JobHandle,
    lab::lesson::{
        FigureResult, Lesson, LessonReply, LessonScene, LessonSearch, LessonTask, LessonVerdict,
        builtin_lessons,
    },
    rules::{Move, Position},
};

/// What the user does with a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonAction {
    /// Goes to the lesson in this place, from 0.
    Open(usize),
    Answer(LessonReply),
    /// Gives the answer.
    Show,
    /// Records the lesson's search and shows it on the tree page.
    OpenTree,
}

/// How far the lesson at hand is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LessonStage {
    /// An answer is waited for.
    #[default]
    Open,
    Found,
    Shown,
}

/// The lesson at hand.
#[derive(Debug, Default)]
pub struct LessonsPage {
    at: usize,
    /// Whether Black's side of the board is below.
    pub flipped: bool,
    /// Whether a lesson has been chosen, by the user or for him.
    begun: bool,
    stage: LessonStage,
    /// The last answer and what is said to it.
    answer: Option<(LessonReply, LessonVerdict)>,
    /// The lesson's search, once there is something to say of it.
    searched: Option<LessonSearch>,
    measured: Vec<FigureResult>,
    task: Task<FigureResult>,
}

impl LessonsPage {
    /// The place of the lesson at hand, from 0.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn lesson(&self) -> &'static Lesson {
        &builtin_lessons()[self.at]
    }

    pub fn stage(&self) -> LessonStage {
        self.stage
    }

    /// Whether the answer is known, so that nothing need be hidden any longer.
    pub fn is_answered(&self) -> bool {
        self.stage != LessonStage::Open
    }

    pub fn answer(&self) -> Option<&(LessonReply, LessonVerdict)> {
        self.answer.as_ref()
    }

    /// The lesson's search; only once the answer is known.
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

    /// The moves that answer the lesson, while one is waited for.
    pub fn moves_on_offer(&self) -> Option<Position> {
        let asks = matches!(self.lesson().ask, LessonTask::Move(_)) && !self.is_answered();
        self.lesson().scene.position().filter(|_| asks)
    }

    /// The move that answers the lesson, once it is known.
    pub fn right_move(&self) -> Option<Move> {
        match &self.lesson().ask {
            LessonTask::Move(moves) if self.is_answered() => moves.first().copied(),
            _ => None,
        }
    }

    /// The figures measured so far, in the order of the lesson's.
    pub fn measured(&self) -> &[FigureResult] {
        &self.measured
    }

    pub fn is_measuring(&self) -> bool {
        self.task.is_running()
    }

    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// The right answers; only once they are known.
    pub fn right_replies(&self) -> Vec<LessonReply> {
        let searched = self.searched.as_ref().filter(|_| self.is_answered());
        searched.map_or(Vec::new(), |searched| self.lesson().right_replies(searched))
    }

    /// Goes to the first lesson that is not done, unless one has been chosen.
    pub fn begin(&mut self, is_done: impl Fn(&str) -> bool) {
        if !self.begun {
            let open = builtin_lessons().iter().position(|lesson| !is_done(&lesson.id));
            self.open(open.unwrap_or(0));
        }
    }

    pub fn open(&mut self, at: usize) {
        if at < builtin_lessons().len() {
            let flipped = self.flipped;
            *self = LessonsPage { at, flipped, begun: true, ..LessonsPage::default() };
        }
    }

    /// Judges an answer; whether it was the right one and the first.
    pub fn reply(&mut self, reply: LessonReply) -> bool {
        let lesson = self.lesson();
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
        let lesson = self.lesson();
        let searched = self.searched.get_or_insert_with(|| lesson.search());
        let Some(reply) = lesson.right_replies(searched).into_iter().next() else { return };
        let verdict = lesson.judge(searched, &reply);
        self.answer = Some((reply, verdict));
        self.stage = LessonStage::Shown;
    }

    /// Measures a tree's figures at once; whether a job must measure those of a position.
    pub fn measure(&mut self) -> bool {
        let lesson = self.lesson();
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

    /// Takes in what the job has measured.
    pub fn poll(&mut self) {
        self.measured.extend(self.task.poll());
    }
}
