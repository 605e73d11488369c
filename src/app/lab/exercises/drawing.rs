//! The tree of an exercise as boxes: with the student's answers while the task is open, with the
//! right ones once it is done.

use std::collections::HashMap;

use super::ExercisesPage;
use crate::app::{
    lab::diagram::{LabDiagram, node_label},
    session::ExerciseWork,
    ui::diagram::{DiagramNode, Tone},
};
use minnow_engine::Branch;
use minnow_lab::{
    Tree,
    exercise::{ExerciseAnswers, ExerciseTask, KindAnswer, WindowAnswer, node_name},
    lesson::{LessonNode, LessonTree},
};

/// The answers to draw: the student's, or the right ones once the task is done.
struct DrawnAnswers<'a> {
    task: ExerciseTask,
    answers: &'a ExerciseAnswers,
    /// For each node with feedback, true if the student was right.
    verdicts: HashMap<&'a [Branch], bool>,
}

/// The drawing for the current task; `None` for a task without a tree.
pub(super) fn drawing(page: &ExercisesPage, work: &ExerciseWork) -> Option<LabDiagram> {
    let (task, key) = (page.task()?, page.key.as_ref()?);
    if task == ExerciseTask::Slip {
        return None;
    }
    let tree = LessonTree::plain(page.tree(work)?);
    let answers = if work.is_done(task) { &key.answers } else { &work.sheet.answers };
    let feedback = page.feedback.iter();
    let verdicts = feedback.filter_map(|one| Some((one.node.as_deref()?, one.is_right))).collect();
    let drawn = DrawnAnswers { task, answers, verdicts };
    let node = |spot: &LessonNode| drawn.node(spot, tree.player(spot.is_max));
    Some(LabDiagram::new(&tree, page.selected(), node))
}

impl DrawnAnswers<'_> {
    fn node(&self, spot: &LessonNode, player: &str) -> DiagramNode {
        let name = node_name(&spot.path);
        let note = self.note(&name, spot);
        let is_pruned = self.task == ExerciseTask::Pruned
            && (1..=spot.path.len())
                .any(|plies| self.answers.pruned.contains(&node_name(&spot.path[..plies])));
        let tone = match self.verdicts.get(spot.path.as_slice()) {
            Some(true) => Tone::Right,
            Some(false) => Tone::Wrong,
            None if is_pruned => Tone::Never,
            None => self.kind_tone(&name),
        };
        let mut label = node_label(spot);
        let told = if self.answers.pruned.contains(&name) && self.task == ExerciseTask::Pruned {
            "pruned"
        } else {
            &note
        };
        if !told.is_empty() {
            label = format!("{label}: {told}");
        }
        let title = spot.leaf.clone().unwrap_or_else(|| player.to_owned());
        DiagramNode { title, note, tone, name: label, ..DiagramNode::default() }
    }

    /// The second line of a box: the answer about the node.
    fn note(&self, name: &str, spot: &LessonNode) -> String {
        let answers = self.answers;
        match (self.task, &spot.leaf) {
            (ExerciseTask::Windows, None) => {
                let window = answers.windows.iter().find(|window| window.node == name);
                window.map_or(String::new(), window_note)
            }
            (ExerciseTask::Kinds, None) => {
                kind(answers, name).map_or(String::new(), |kind| kind.kind.to_uppercase())
            }
            (ExerciseTask::LeafOrder, Some(leaf)) => {
                let place = answers.leaf_order.iter().position(|value| value.to_string() == *leaf);
                place.map_or(String::new(), |place| format!("#{}", place + 1))
            }
            _ => String::new(),
        }
    }

    fn kind_tone(&self, name: &str) -> Tone {
        let kind = kind(self.answers, name).filter(|_| self.task == ExerciseTask::Kinds);
        match kind.map_or("", |kind| kind.kind.as_str()) {
            "pv" => Tone::Pv,
            "cut" => Tone::Cut,
            "all" => Tone::All,
            _ => Tone::Plain,
        }
    }
}

fn kind<'a>(answers: &'a ExerciseAnswers, name: &str) -> Option<&'a KindAnswer> {
    answers.kinds.iter().find(|kind| kind.node == name)
}

/// `5 .. ∞`; empty if nothing is filled in.
fn window_note(window: &WindowAnswer) -> String {
    if window.is_missing() {
        return String::new();
    }
    format!("{} .. {}", window.alpha.text(true), window.beta.text(false))
}
