//! The answers of the student on the page of exercises.

use std::path::PathBuf;

use super::ExercisesPage;
use crate::app::session::{ExerciseWork, KeptLists, Session};
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

/// The most digits of a bound.
const MAX_DIGITS: usize = 6;

impl ExercisesPage {
    /// Changes the current exercise; the next tick keeps it.
    fn edit(&mut self, lists: &KeptLists, change: impl FnOnce(&ExerciseKey, &mut ExerciseWork)) {
        let (Some(key), Some(known)) = (&self.key, self.newest(lists)) else { return };
        let mut work = known.clone();
        change(key, &mut work);
        if work != *known {
            self.changed = Some(work);
        }
    }

    /// Changes the answers, unless the task is done.
    fn answer(
        &mut self,
        lists: &KeptLists,
        change: impl FnOnce(&ExerciseKey, &mut ExerciseAnswers),
    ) {
        let Some(task) = self.task() else { return };
        self.edit(lists, |key, work| {
            if !work.is_done(task) {
                change(key, &mut work.sheet.answers);
            }
        });
    }

    /// Changes the student's name.
    pub fn rename(&mut self, lists: &KeptLists, name: &str) {
        let name = cut(name, MAX_NAME_CHARS).to_owned();
        self.edit(lists, |_, work| work.sheet.student = name);
    }

    /// Answers by a click on a node, given by the moves from the root.
    pub fn click(&mut self, lists: &KeptLists, path: Vec<Branch>) {
        let Some(task) = self.task() else { return };
        let is_done = self.newest(lists).is_some_and(|work| work.is_done(task));
        if is_done {
            self.selected = Some(path);
            return;
        }
        let is_leaf = self.key.as_ref().is_some_and(|key| is_leaf(&key.tree, &path));
        match task {
            ExerciseTask::Pruned if !path.is_empty() => {
                self.answer(lists, |_, answers| toggle(&mut answers.pruned, node_name(&path)));
            }
            ExerciseTask::LeafOrder if is_leaf => self.answer(lists, |key, answers| {
                let node = key.tree.node_at(&path);
                if let Ok(Some(value)) = key.tree.end(&node, path.len()) {
                    toggle(&mut answers.leaf_order, value.value());
                }
            }),
            ExerciseTask::Kinds if !is_leaf && !path.is_empty() => {
                self.answer(lists, |_, answers| next_kind(answers, node_name(&path)));
            }
            ExerciseTask::Windows if !is_leaf && !path.is_empty() => self.selected = Some(path),
            ExerciseTask::BestOrder => self.exchange(lists, path),
            ExerciseTask::Pruned
            | ExerciseTask::LeafOrder
            | ExerciseTask::Kinds
            | ExerciseTask::Windows
            | ExerciseTask::Slip => {}
        }
    }

    /// Exchanges the selected move with another one of the same node, or selects a move.
    fn exchange(&mut self, lists: &KeptLists, path: Vec<Branch>) {
        let first = self.selected().map(<[Branch]>::to_vec);
        let sibling =
            first.filter(|first| parent(first).is_some() && parent(first) == parent(&path));
        let Some(first) = sibling else {
            self.selected = Some(path);
            return;
        };
        self.selected = None;
        let Some(tree) = self.newest(lists).and_then(|work| self.tree(work)) else { return };
        let nodes = [&first, &path].map(|path| tree.node_at(path));
        self.answer(lists, |_, answers| answers.best_order = tree.exchanged_text(nodes));
    }

    /// Fills in alpha or beta of the selected node.
    pub fn set_bound(&mut self, lists: &KeptLists, is_alpha: bool, text: &str) {
        let Some(node) = self.selected().map(node_name) else { return };
        self.answer(lists, |_, answers| {
            let known = answers.windows.iter().position(|window| window.node == node);
            let at = known.unwrap_or(answers.windows.len());
            if known.is_none() {
                answers.windows.push(WindowAnswer::missing(node));
            }
            let window = &mut answers.windows[at];
            let bound = if is_alpha { &mut window.alpha } else { &mut window.beta };
            *bound = bound_of(text).unwrap_or(BoundAnswer::Missing);
        });
    }

    /// Selects the inner node after the selected one, in the order of the tree's text.
    pub fn select_next(&mut self) {
        let Some(key) = &self.key else { return };
        let inner = key.inner_nodes();
        let at = self.selected().and_then(|path| inner.iter().position(|one| one == path));
        let next = inner.into_iter().nth(at.map_or(0, |at| at + 1));
        self.selected = next;
    }

    /// Shows the next hint on the task, which costs points.
    pub fn take_hint(&mut self, lists: &KeptLists) {
        let Some(task) = self.task() else { return };
        let count = self.hints.len();
        self.answer(lists, |_, answers| {
            if answers.hints_on(task) < count {
                answers.hints.push(task);
            }
        });
    }

    /// Marks a line of the listing, from 1, as the wrong one.
    pub fn mark_line(&mut self, lists: &KeptLists, line: usize) {
        self.answer(lists, |_, answers| answers.slip = line);
    }

    /// Takes back the answer to the task.
    pub fn clear(&mut self, lists: &KeptLists) {
        let Some(task) = self.task() else { return };
        self.answer(lists, |_, answers| match task {
            ExerciseTask::Pruned => answers.pruned.clear(),
            ExerciseTask::Windows => answers.windows.clear(),
            ExerciseTask::LeafOrder => answers.leaf_order.clear(),
            ExerciseTask::Kinds => answers.kinds.clear(),
            ExerciseTask::BestOrder => answers.best_order.clear(),
            ExerciseTask::Slip => answers.slip = 0,
        });
        self.selected = None;
    }

    /// Compares the answer with the right one; it can no longer be changed.
    pub fn check(&mut self, lists: &KeptLists) {
        let Some(task) = self.task() else { return };
        self.answer(lists, |key, answers| {
            if task == ExerciseTask::BestOrder && answers.best_order.is_empty() {
                answers.best_order = key.tree.to_string();
            }
        });
        self.edit(lists, |_, work| {
            if !work.is_done(task) && !work.is_withheld() {
                work.done.push(task);
            }
        });
        self.refresh(lists);
    }

    /// Shows the right answers of an exercise that was handed in, unless it is graded. Its own answers
    /// can no longer be changed.
    pub fn finish(&mut self, lists: &KeptLists) {
        self.edit(lists, |_, work| {
            if work.is_withheld() && work.sheet.graded.is_none() {
                work.done.clone_from(&work.sheet.set.tasks);
            }
        });
        self.refresh(lists);
    }

    /// `Ada-17.ron`, or the id of a graded sheet, beside the game's file.
    pub(super) fn suggested_path(&self, session: &Session) -> Option<PathBuf> {
        let sheet = &self.work(&session.lists)?.sheet;
        let letters = sheet.student.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
        let name: String = letters.collect();
        let name = if name.is_empty() { "exercise" } else { &name };
        let file = match &sheet.graded {
            Some(graded) => format!("{}.ron", graded.id),
            None => format!("{name}-{}.ron", sheet.seed),
        };
        Some(session.suggested_path().with_file_name(file))
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

/// The bound that a text means: a whole number, infinite for signs without a digit, missing for none. `None`
/// for other texts. A number behind the sign of infinity takes its place.
pub(super) fn bound_of(text: &str) -> Option<BoundAnswer> {
    let text = text.trim();
    let is_digit = |letter: char| letter.is_ascii_digit();
    if !text.contains(is_digit) {
        let is_missing = text.is_empty();
        return Some(if is_missing { BoundAnswer::Missing } else { BoundAnswer::Infinite });
    }
    let number = text.rsplit('\u{221e}').next().unwrap_or(text);
    let (sign, digits) = match number.strip_prefix(['-', '\u{2212}']) {
        Some(digits) => (-1, digits),
        None => (1, number),
    };
    let is_number = digits.len() <= MAX_DIGITS && digits.chars().all(is_digit);
    let value: Option<i32> = is_number.then(|| digits.parse().ok())?;
    value.map(|value| BoundAnswer::At(sign * value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_read_whole_or_not() {
        for (text, bound) in [
            ("", Some(BoundAnswer::Missing)),
            (" ", Some(BoundAnswer::Missing)),
            ("-", Some(BoundAnswer::Infinite)),
            ("inf", Some(BoundAnswer::Infinite)),
            ("-\u{221e}", Some(BoundAnswer::Infinite)),
            ("\u{221e}5", Some(BoundAnswer::At(5))),
            ("-\u{221e}12", Some(BoundAnswer::At(12))),
            (" 12 ", Some(BoundAnswer::At(12))),
            ("2.5", None),
            ("2,5", None),
            ("1 2", None),
            ("-5", Some(BoundAnswer::At(-5))),
            ("\u{2212}12", Some(BoundAnswer::At(-12))),
            ("-\u{221e}-5", Some(BoundAnswer::At(-5))),
            ("--5", None),
            ("5x", None),
            ("99999999999", None),
        ] {
            assert_eq!(bound_of(text), bound, "{text}");
        }
    }
}
