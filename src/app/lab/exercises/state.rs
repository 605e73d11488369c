//! The current exercise and task. The answers themselves are in the user's records, which are written
//! after every change.

use std::path::PathBuf;

use super::open::OpenedExercise;
use crate::app::session::{ExerciseWork, KeptLists, Session, task::Task};
use minnow_engine::Branch;
use minnow_lab::{
    TextTree,
    exercise::{
        AnswerFeedback, ExerciseKey, ExerciseMarks, ExerciseSet, ExerciseSheet, ExerciseTask,
        TaskMark,
    },
};

/// An action of the user on the page of exercises.
#[derive(Clone, Debug, PartialEq)]
pub enum ExerciseAction {
    /// Goes on with the exercise with this index in the records.
    Resume(usize),
    /// The text of the field for the seed.
    Seed(String),
    /// Begins the exercise of the seed.
    Begin,
    /// Asks for the file of a set or a sheet.
    AskFile,
    Read(PathBuf),
    Student(String),
    /// Goes to a task by its index.
    Task(usize),
    /// A click on a node, given by the moves from the root.
    Node(Vec<Branch>),
    /// The texts of the fields for the bounds of the selected node.
    Alpha(String),
    Beta(String),
    /// Selects the next inner node.
    NextNode,
    /// Marks a line of the listing, from 1, as the wrong one.
    Line(usize),
    /// Takes back the answer to the task.
    Clear,
    /// Compares the answer with the right one; it can no longer be changed.
    Check,
    /// Asks for the file to hand in.
    AskHandIn,
}

/// The current exercise and task.
#[derive(Debug, Default)]
pub struct ExercisesPage {
    /// The index of the exercise in the records.
    at: Option<usize>,
    key: Option<ExerciseKey>,
    task: usize,
    selected: Option<Vec<Branch>>,
    /// The marks of the tasks that are done.
    marks: Vec<TaskMark>,
    /// The feedback on the task, once it is done.
    feedback: Vec<AnswerFeedback>,
    /// The text of the field for the seed.
    pub(super) seed: String,
    /// The set of the next exercise.
    pub(super) set: ExerciseSet,
    pub(super) opening: Task<Result<OpenedExercise, String>>,
}

impl ExercisesPage {
    /// The index of the current exercise in the records.
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// The current exercise with the answers so far.
    pub fn work<'a>(&self, lists: &'a KeptLists) -> Option<&'a ExerciseWork> {
        lists.exercises().nth(self.at?)
    }

    pub fn key(&self) -> Option<&ExerciseKey> {
        self.key.as_ref()
    }

    /// The text of the field for the seed.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// The set of the next exercise.
    pub fn set(&self) -> &ExerciseSet {
        &self.set
    }

    /// True while a file is read.
    pub fn is_reading(&self) -> bool {
        self.opening.is_running()
    }

    /// The index of the current task.
    pub fn task_index(&self) -> usize {
        self.task
    }

    pub fn task(&self) -> Option<ExerciseTask> {
        self.key.as_ref()?.set.tasks.get(self.task).copied()
    }

    pub fn selected(&self) -> Option<&[Branch]> {
        self.selected.as_deref()
    }

    /// The marks of a task that is done.
    pub fn mark(&self, task: ExerciseTask) -> Option<TaskMark> {
        self.marks.iter().find(|mark| mark.task == task).copied()
    }

    /// The points of the tasks that are done.
    pub fn points(&self) -> ExerciseMarks {
        ExerciseMarks { tasks: self.marks.clone() }
    }

    /// The feedback on the task, once it is done.
    pub fn feedback(&self) -> &[AnswerFeedback] {
        &self.feedback
    }

    /// The tree with its moves in the student's order, or else in that of the exercise.
    pub fn tree(&self, work: &ExerciseWork) -> Option<TextTree> {
        let key = self.key.as_ref()?;
        let ordered = (self.task() == Some(ExerciseTask::BestOrder))
            .then(|| TextTree::parse(&work.sheet.answers.best_order, true).ok());
        Some(ordered.flatten().unwrap_or_else(|| key.tree.clone()))
    }

    /// The sheet as a file to hand in.
    pub fn hand_in(&self, lists: &KeptLists) -> Option<String> {
        self.work(lists)?.sheet.write(self.key.as_ref()?).ok()
    }

    /// Shows the exercise that was begun last, unless one is shown.
    pub fn resume(&mut self, session: &mut Session) {
        let last = session.lists.exercises().count().checked_sub(1);
        if let Some(last) = last.filter(|_| self.at.is_none()) {
            self.show(session, last);
        }
    }

    /// Shows an exercise of the records at its first open task.
    pub(super) fn show(&mut self, session: &mut Session, at: usize) {
        let Some(work) = session.lists.exercises().nth(at) else { return };
        match ExerciseKey::new(&work.sheet.set, work.sheet.seed) {
            Ok(key) => {
                let open = key.set.tasks.iter().position(|task| !work.is_done(*task));
                (self.at, self.key, self.task) = (Some(at), Some(key), open.unwrap_or(0));
                self.refresh(&session.lists);
            }
            Err(error) => session.error(format!("This exercise cannot be shown: {error}.")),
        }
    }

    /// Shows a task by its index.
    pub(super) fn show_task(&mut self, lists: &KeptLists, task: usize) {
        if self.key.as_ref().is_some_and(|key| task < key.set.tasks.len()) {
            self.task = task;
            self.refresh(lists);
        }
    }

    /// Marks the tasks that are done, and drops the selection.
    pub(super) fn refresh(&mut self, lists: &KeptLists) {
        self.selected = None;
        let (Some(key), Some(work)) = (&self.key, self.work(lists)) else { return };
        let marks = key.mark(&work.sheet.answers).tasks.into_iter();
        let marks: Vec<TaskMark> = marks.filter(|mark| work.is_done(mark.task)).collect();
        let task = self.task().filter(|task| work.is_done(*task));
        let feedback = task.map_or(Vec::new(), |task| key.feedback(task, &work.sheet.answers));
        (self.marks, self.feedback) = (marks, feedback);
    }

    pub(super) fn select(&mut self, path: Option<Vec<Branch>>) {
        self.selected = path;
    }

    /// Begins the exercise of a sheet, or goes on with it if it was begun before.
    pub(super) fn begin(&mut self, session: &mut Session, sheet: ExerciseSheet) {
        if let Err(error) = ExerciseKey::new(&sheet.set, sheet.seed) {
            session.error(format!("There is no such exercise: {error}."));
            return;
        }
        let known = session.lists.exercises().find(|work| work.is_same_as(&sheet)).cloned();
        match known {
            None => session.begin_exercise(sheet.clone()),
            Some(mut work) => {
                if work.sheet.student.is_empty() && !sheet.student.is_empty() {
                    work.sheet.student.clone_from(&sheet.student);
                    session.keep_exercise(work);
                }
                session.info("You have begun this exercise before; your answers are kept.");
            }
        }
        let at = session.lists.exercises().position(|work| work.is_same_as(&sheet));
        if let Some(at) = at {
            self.show(session, at);
        }
    }
}
