//! The updates of the exercises page. Every change of an answer is written with the user's records.

use std::path::PathBuf;

use super::{
    ExerciseAction, ExercisesPage,
    open::{OpenedExercise, open_exercise},
};
use crate::app::session::{Asker, ExerciseWork, FileForm, KeptLists, Session};
use minnow_engine::Branch;
use minnow_game::limits::{MAX_NAME_CHARS, cut};
use minnow_lab::{
    TextTree, Tree,
    exercise::{
        BoundAnswer, ExerciseAnswers, ExerciseKey, ExerciseTask, KindAnswer, WindowAnswer,
        node_name,
    },
};

/// The order in which clicks on a node go through the kinds; the empty one is no answer.
const KINDS: [&str; 4] = ["", "pv", "cut", "all"];

static OPEN: FileForm = FileForm::open("Open exercises", &[("Exercises", &["ron"])]);

static HAND_IN: FileForm =
    FileForm::save("Save the answers to hand in", &[("Exercises", &["ron"])]);

/// The most digits of a bound.
const MAX_DIGITS: usize = 6;

impl ExercisesPage {
    pub fn update(&mut self, session: &mut Session, action: ExerciseAction) {
        match action {
            ExerciseAction::Resume(at) => self.show(session, at),
            ExerciseAction::Seed(text) => self.seed = text,
            ExerciseAction::Begin => self.begin_seed(session),
            ExerciseAction::AskFile => {
                let suggestion = session.suggested_path().with_file_name("exercises.ron");
                session.ask_file(Asker::Lab, &OPEN, suggestion);
            }
            ExerciseAction::Read(path) => {
                self.opening.begin(session.files.start(move |job| job.emit(open_exercise(&path))));
            }
            ExerciseAction::Student(name) => {
                let name = cut(&name, MAX_NAME_CHARS).to_owned();
                self.edit(session, |_, work| work.sheet.student = name);
            }
            ExerciseAction::Task(task) => self.show_task(&session.lists, task),
            ExerciseAction::Node(path) => self.click(session, path),
            ExerciseAction::Alpha(text) => {
                self.set_bound(session, |window| window.alpha = bound_of(&text));
            }
            ExerciseAction::Beta(text) => {
                self.set_bound(session, |window| window.beta = bound_of(&text));
            }
            ExerciseAction::NextNode => self.select_next(),
            ExerciseAction::Line(line) => self.answer(session, |_, answers| answers.slip = line),
            ExerciseAction::Clear => {
                let task = self.task();
                self.answer(session, |_, answers| clear(answers, task));
                self.select(None);
            }
            ExerciseAction::Check => self.check(session),
            ExerciseAction::AskHandIn => {
                if let Some(suggestion) = self.suggested_path(session) {
                    session.ask_file(Asker::Lab, &HAND_IN, suggestion);
                }
            }
        }
    }

    /// Takes the file that has been read.
    pub fn poll(&mut self, session: &mut Session) {
        for opened in self.opening.poll() {
            match opened {
                Ok(OpenedExercise::Sheet(sheet)) => self.begin(session, *sheet),
                Ok(OpenedExercise::Set(set)) => {
                    session.info(format!("\"{}\" is open. Type your seed.", set.title));
                    self.set = set;
                }
                Err(problem) => session.error(problem),
            }
        }
    }

    /// Opens the task before or after this one.
    pub fn open_neighbour(&mut self, lists: &KeptLists, forward: bool) {
        let task = self.task_index();
        self.show_task(lists, if forward { task + 1 } else { task.saturating_sub(1) });
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
                self.begin(session, key.sheet(&student));
            }
            Err(error) => session.error(format!("There is no such exercise: {error}.")),
        }
    }

    /// Changes the current exercise and keeps it.
    fn edit(&self, session: &mut Session, change: impl FnOnce(&ExerciseKey, &mut ExerciseWork)) {
        let (Some(at), Some(key)) = (self.at(), self.key()) else { return };
        let Some(known) = session.lists.exercises().nth(at) else { return };
        let mut work = known.clone();
        change(key, &mut work);
        if work != *known {
            session.keep_exercise(work);
        }
    }

    /// Changes the answers, unless the task is done.
    fn answer(
        &self,
        session: &mut Session,
        change: impl FnOnce(&ExerciseKey, &mut ExerciseAnswers),
    ) {
        let Some(task) = self.task() else { return };
        self.edit(session, |key, work| {
            if !work.is_done(task) {
                change(key, &mut work.sheet.answers);
            }
        });
    }

    fn click(&mut self, session: &mut Session, path: Vec<Branch>) {
        let Some(task) = self.task() else { return };
        let is_done = self.work(&session.lists).is_some_and(|work| work.is_done(task));
        if is_done {
            return self.select(Some(path));
        }
        let is_leaf = self.key().is_some_and(|key| is_leaf(&key.tree, &path));
        match task {
            ExerciseTask::Pruned if !path.is_empty() => {
                self.answer(session, |_, answers| toggle(&mut answers.pruned, node_name(&path)));
            }
            ExerciseTask::LeafOrder if is_leaf => self.answer(session, |key, answers| {
                let node = key.tree.node_at(&path);
                if let Ok(Some(value)) = key.tree.end(&node, path.len()) {
                    toggle(&mut answers.leaf_order, value.value());
                }
            }),
            ExerciseTask::Kinds if !is_leaf && !path.is_empty() => {
                self.answer(session, |_, answers| next_kind(answers, node_name(&path)));
            }
            ExerciseTask::Windows if !is_leaf && !path.is_empty() => self.select(Some(path)),
            ExerciseTask::BestOrder => self.exchange(session, path),
            ExerciseTask::Pruned
            | ExerciseTask::LeafOrder
            | ExerciseTask::Kinds
            | ExerciseTask::Windows
            | ExerciseTask::Slip => {}
        }
    }

    /// Exchanges the selected move with another one of the same node, or selects a move.
    fn exchange(&mut self, session: &mut Session, path: Vec<Branch>) {
        let first = self.selected().map(<[Branch]>::to_vec);
        let sibling =
            first.filter(|first| parent(first).is_some() && parent(first) == parent(&path));
        let Some(first) = sibling else { return self.select(Some(path)) };
        self.select(None);
        let Some(tree) = self.work(&session.lists).and_then(|work| self.tree(work)) else {
            return;
        };
        let nodes = [&first, &path].map(|path| tree.node_at(path));
        self.answer(session, |_, answers| answers.best_order = tree.exchanged_text(nodes));
    }

    fn set_bound(&self, session: &mut Session, change: impl FnOnce(&mut WindowAnswer)) {
        let Some(node) = self.selected().map(node_name) else { return };
        self.answer(session, |_, answers| {
            let known = answers.windows.iter().position(|window| window.node == node);
            let at = known.unwrap_or(answers.windows.len());
            if known.is_none() {
                answers.windows.push(WindowAnswer::missing(node));
            }
            change(&mut answers.windows[at]);
        });
    }

    /// Selects the inner node after the selected one, in the order of the tree's text.
    fn select_next(&mut self) {
        let Some(key) = self.key() else { return };
        let inner = key.inner_nodes();
        let at = self.selected().and_then(|path| inner.iter().position(|one| one == path));
        let next = inner.into_iter().nth(at.map_or(0, |at| at + 1));
        self.select(next);
    }

    fn check(&mut self, session: &mut Session) {
        let Some(task) = self.task() else { return };
        self.answer(session, |key, answers| {
            if task == ExerciseTask::BestOrder && answers.best_order.is_empty() {
                answers.best_order = key.tree.to_string();
            }
        });
        self.edit(session, |_, work| {
            if !work.is_done(task) {
                work.done.push(task);
            }
        });
        self.refresh(&session.lists);
    }

    /// `Ada-17.ron` beside the game's file.
    fn suggested_path(&self, session: &Session) -> Option<PathBuf> {
        let sheet = &self.work(&session.lists)?.sheet;
        let letters = sheet.student.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
        let name: String = letters.collect();
        let name = if name.is_empty() { "exercise" } else { &name };
        Some(session.suggested_path().with_file_name(format!("{name}-{}.ron", sheet.seed)))
    }
}

fn parent(path: &[Branch]) -> Option<&[Branch]> {
    path.split_last().map(|(_, above)| above)
}

fn is_leaf(tree: &TextTree, path: &[Branch]) -> bool {
    tree.branches(&tree.node_at(path)).is_empty()
}

/// Adds a value, or removes it.
fn toggle<T: PartialEq>(values: &mut Vec<T>, value: T) {
    match values.iter().position(|known| *known == value) {
        Some(at) => drop(values.remove(at)),
        None => values.push(value),
    }
}

/// Gives a node the next kind.
fn next_kind(answers: &mut ExerciseAnswers, node: String) {
    let known = answers.kinds.iter_mut().find(|kind| kind.node == node);
    let now = known.as_ref().map_or("", |kind| kind.kind.as_str());
    let at = KINDS.iter().position(|kind| *kind == now).unwrap_or(0);
    let kind = KINDS[(at + 1) % KINDS.len()].to_owned();
    match known {
        Some(known) => known.kind = kind,
        None => answers.kinds.push(KindAnswer { node, kind }),
    }
}

/// The bound that a text means: a number, infinite for other signs, missing for none.
fn bound_of(text: &str) -> BoundAnswer {
    let digits: String = text.chars().filter(char::is_ascii_digit).take(MAX_DIGITS).collect();
    match digits.parse() {
        Ok(value) => BoundAnswer::At(value),
        Err(_) if text.trim().is_empty() => BoundAnswer::Missing,
        Err(_) => BoundAnswer::Infinite,
    }
}

fn clear(answers: &mut ExerciseAnswers, task: Option<ExerciseTask>) {
    match task {
        Some(ExerciseTask::Pruned) => answers.pruned.clear(),
        Some(ExerciseTask::Windows) => answers.windows.clear(),
        Some(ExerciseTask::LeafOrder) => answers.leaf_order.clear(),
        Some(ExerciseTask::Kinds) => answers.kinds.clear(),
        Some(ExerciseTask::BestOrder) => answers.best_order.clear(),
        Some(ExerciseTask::Slip) => answers.slip = 0,
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_sign_but_digits_is_infinite() {
        for (text, bound) in [
            ("", BoundAnswer::Missing),
            (" ", BoundAnswer::Missing),
            ("-", BoundAnswer::Infinite),
            ("inf", BoundAnswer::Infinite),
            ("-\u{221e}", BoundAnswer::Infinite),
            ("\u{221e}5", BoundAnswer::At(5)),
            ("99999999999", BoundAnswer::At(999_999)),
        ] {
            assert_eq!(bound_of(text), bound, "{text}");
        }
    }
}
