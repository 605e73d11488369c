//! The page of exercises: a tree from a seed, with tasks that are answered on the drawing of the tree
//! and marked by the first try. The answers are in the user's records, which are written after every
//! change.

mod answers;
mod side;
mod view;

use minnow_base::files::load_text;
use std::path::{Path, PathBuf};

use egui::Ui;

use super::{LabKey, LabPage, area::LabLayout};
use crate::app::{
    context::Cx,
    request::Request,
    session::{ExerciseWork, KeptLists, Notice, Session, Wake, task::Task},
};
use minnow_engine::Branch;
use minnow_lab::{
    PaperError, TextTree,
    exercise::{
        AnswerFeedback, ExerciseKey, ExerciseMarks, ExerciseSet, ExerciseSheet, ExerciseTask,
        TaskMark,
    },
    paper_html, paper_pages,
};

/// The most bytes of a file; a sheet with the largest tree has fewer.
const MAX_BYTES: usize = 1 << 20;

/// The current exercise and task.
#[derive(Debug, Default)]
pub struct ExercisesPage {
    /// The index of the exercise in the records.
    at: Option<usize>,
    key: Option<ExerciseKey>,
    /// The index of the current task.
    task_index: usize,
    selected: Option<Vec<Branch>>,
    /// The marks of the tasks that are done.
    marks: Vec<TaskMark>,
    /// The feedback on the task, once it is done.
    feedback: Vec<AnswerFeedback>,
    /// The hints on the task, those that the student has not asked for, too.
    hints: Vec<String>,
    /// The text of the field for the seed.
    pub seed: String,
    /// The set of the next exercise.
    set: ExerciseSet,
    /// True if the next tick begins the exercise of the seed.
    pub begins: bool,
    /// The exercise with the answers that the next tick keeps.
    changed: Option<ExerciseWork>,
    pub opening: Task<Result<OpenedExercise, String>>,
}

/// The content of an opened file.
#[derive(Debug)]
pub enum OpenedExercise {
    Set(ExerciseSet),
    Sheet(Box<ExerciseSheet>),
}

impl LabPage for ExercisesPage {
    fn has_game_board(&self) -> bool {
        false
    }

    /// Shows the exercise that was begun last, unless one is shown.
    fn open(&mut self, session: &mut Session) {
        let last = session.lists.exercises().count().checked_sub(1);
        let last = last.filter(|_| self.at.is_none());
        if let Some(notice) = last.and_then(|last| self.show(&session.lists, last)) {
            session.show_notice(notice);
        }
    }

    fn column_ui(&mut self, ui: &mut Ui, layout: &mut LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.card_ui(ui, layout.column, |ui| side::side_ui(ui, self, cx));
        self.wake(cx);
    }

    fn ui(&mut self, ui: &mut Ui, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.card_ui(ui, layout.page, |ui| view::page_ui(ui, self, cx));
        self.wake(cx);
    }

    fn key(&mut self, key: LabKey, session: &mut Session, _: u64) -> bool {
        match key {
            LabKey::Back => self.show_task(&session.lists, self.task_index.saturating_sub(1)),
            LabKey::Forward => self.show_task(&session.lists, self.task_index + 1),
            _ => return false,
        }
        true
    }

    fn tick(&mut self, session: &mut Session, _: bool, _: u64) -> Wake {
        if let Some(work) = self.changed.take() {
            session.keep_exercise(work);
        }
        if std::mem::take(&mut self.begins) {
            self.begin_seed(session);
        }
        self.poll(session);
        None
    }
}

impl ExercisesPage {
    pub(super) const NAME: &str = "Exercises";

    /// The current exercise with the answers that are kept.
    pub fn work<'a>(&self, lists: &'a KeptLists) -> Option<&'a ExerciseWork> {
        lists.exercises().nth(self.at?)
    }

    /// The same with the answers that are not kept yet.
    fn newest<'a>(&'a self, lists: &'a KeptLists) -> Option<&'a ExerciseWork> {
        let kept = self.work(lists)?;
        let changed = self.changed.as_ref().filter(|changed| changed.is_same_as(&kept.sheet));
        Some(changed.unwrap_or(kept))
    }

    pub fn task(&self) -> Option<ExerciseTask> {
        self.key.as_ref()?.set.tasks.get(self.task_index).copied()
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

    /// The tree with its moves in the student's order, or else in that of the exercise.
    pub fn tree(&self, work: &ExerciseWork) -> Option<TextTree> {
        let key = self.key.as_ref()?;
        let ordered = (self.task() == Some(ExerciseTask::BestOrder))
            .then(|| TextTree::parse(&work.sheet.answers.best_order, true).ok());
        Some(ordered.flatten().unwrap_or_else(|| key.tree.clone()))
    }

    /// The sheet as a file to hand in; a graded one is sealed.
    pub fn hand_in(&self, lists: &KeptLists) -> Option<String> {
        let mut sheet = self.newest(lists)?.sheet.clone();
        if sheet.graded.is_some() {
            sheet.seal = sheet.seal_of_answers();
        }
        sheet.write(self.key.as_ref()?).ok()
    }

    /// The exercise as a page for a printer, without the answers.
    fn paper(&self, lists: &KeptLists) -> Option<Result<String, PaperError>> {
        let (work, key) = (self.newest(lists)?, self.key.as_ref()?);
        let pages = paper_pages(std::slice::from_ref(key), &work.sheet.student, false);
        Some(pages.map(|pages| paper_html(&pages)))
    }

    /// Shows an exercise of the records at its first open task. Returns the problem if there is one.
    pub fn show(&mut self, lists: &KeptLists, at: usize) -> Option<Notice> {
        let work = lists.exercises().nth(at)?;
        match ExerciseKey::of_sheet(&work.sheet) {
            Ok(key) => {
                let open = key.set.tasks.iter().position(|task| !work.is_done(*task));
                (self.at, self.key, self.task_index) = (Some(at), Some(key), open.unwrap_or(0));
                self.refresh(lists);
                None
            }
            Err(error) => Some(Notice::error(format!("This exercise cannot be shown: {error}."))),
        }
    }

    /// Shows a task by its index.
    pub fn show_task(&mut self, lists: &KeptLists, task: usize) {
        if self.key.as_ref().is_some_and(|key| task < key.set.tasks.len()) {
            self.task_index = task;
            self.refresh(lists);
        }
    }

    /// Marks the tasks that are done, and drops the selection.
    fn refresh(&mut self, lists: &KeptLists) {
        self.selected = None;
        let (Some(key), Some(work)) = (&self.key, self.newest(lists)) else { return };
        let marks = key.mark(&work.sheet.answers).tasks.into_iter();
        let marks: Vec<TaskMark> = marks.filter(|mark| work.is_done(mark.task)).collect();
        let task = self.task().filter(|task| work.is_done(*task));
        let feedback = task.map_or(Vec::new(), |task| key.feedback(task, &work.sheet.answers));
        let hints = self.task().map_or(Vec::new(), |task| key.hints(task));
        (self.marks, self.feedback, self.hints) = (marks, feedback, hints);
    }

    fn begin_seed(&mut self, session: &mut Session) {
        let Ok(seed) = self.seed.trim().parse() else {
            session.error("A seed is a whole number, such as 17.");
            return;
        };
        match ExerciseKey::new(&self.set, seed) {
            Ok(key) => {
                let student = session.lists.exercises().next_back();
                let student = student.map_or(String::new(), |work| work.sheet.student.clone());
                self.begin_sheet(session, key.sheet(&student));
            }
            Err(error) => session.error(format!("There is no such exercise: {error}.")),
        }
    }

    /// Begins the exercise of a sheet, or goes on with it if it was begun before.
    fn begin_sheet(&mut self, session: &mut Session, sheet: ExerciseSheet) {
        if let Err(error) = ExerciseKey::of_sheet(&sheet) {
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
        if let Some(notice) = at.and_then(|at| self.show(&session.lists, at)) {
            session.show_notice(notice);
        }
    }

    /// Reads a set or a sheet.
    pub fn read(&mut self, session: &Session, path: PathBuf) {
        self.opening.begin(session.files.start(move |job| job.emit(read_exercise(&path))));
    }

    /// Takes the file that has been read.
    fn poll(&mut self, session: &mut Session) {
        for opened in self.opening.poll() {
            self.take(session, opened);
        }
    }

    /// Opens the text of a link.
    pub fn open_link(&mut self, session: &mut Session, text: &str) {
        self.take(session, parse_exercise("The text of the link", text));
    }

    fn take(&mut self, session: &mut Session, opened: Result<OpenedExercise, String>) {
        match opened {
            Ok(OpenedExercise::Sheet(sheet)) => self.begin_sheet(session, *sheet),
            Ok(OpenedExercise::Set(set)) => {
                session.info(format!("\"{}\" is open. Type your seed.", set.title));
                self.set = set;
            }
            Err(problem) => session.error(problem),
        }
    }

    /// Asks for a tick if there is work for it.
    fn wake(&self, cx: &mut Cx<'_>) {
        if self.begins || self.changed.is_some() {
            cx.ask(Request::Wake);
        }
    }
}

/// Reads a file. The error is a sentence that names the file, for a wrong text with line and column.
fn read_exercise(path: &Path) -> Result<OpenedExercise, String> {
    let text = load_text(path, MAX_BYTES).map_err(|error| format!("{error}."))?;
    parse_exercise(&format!("\"{}\"", path.display()), &text)
}

/// Reads a set or a sheet; `name` begins the sentence of an error.
fn parse_exercise(name: &str, text: &str) -> Result<OpenedExercise, String> {
    if text.contains("answers:") {
        let sheet = ExerciseSheet::parse(text);
        let sheet = sheet.map_err(|error| format!("{name} is not a sheet: {error}."))?;
        return Ok(OpenedExercise::Sheet(Box::new(sheet)));
    }
    let set = ExerciseSet::parse(text);
    set.map(OpenedExercise::Set)
        .map_err(|error| format!("{name} is not a set of exercises: {error}."))
}
