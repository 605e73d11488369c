//! Feedback after a task: each answer beside the right one, with the reason from the recorded search.

use super::{
    BoundAnswer, ExerciseAnswers, ExerciseKey, ExerciseSet, ExerciseTask, WindowAnswer,
    key::{leaves_of, node_name, same_moves},
    reading::is_below,
};
use crate::{BoundSource, LabSettings, TextTree, Tree, explain, minimal_leaves};
use minnow_engine::Branch;

/// An answer after its marking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerFeedback {
    /// True if the answer gets its points.
    pub is_right: bool,
    /// The right answer, with the student's if it is another one.
    pub right: String,
    /// The reason, from the recorded search.
    pub why: String,
}

impl ExerciseKey {
    /// The answers to a task, each with the right one and the reason for it. The answers to the
    /// other tasks are not in it.
    pub fn feedback(&self, task: ExerciseTask, answers: &ExerciseAnswers) -> Vec<AnswerFeedback> {
        let answers = &self.read(answers).answers;
        match task {
            ExerciseTask::Pruned => self.on_pruned(answers),
            ExerciseTask::Windows => self.on_windows(answers),
            ExerciseTask::LeafOrder => vec![self.on_leaves(answers)],
            ExerciseTask::Kinds => self.on_kinds(answers),
            ExerciseTask::BestOrder => vec![self.on_order(answers)],
            ExerciseTask::Slip => vec![self.on_slip(answers)],
        }
    }

    /// The moves to a node that is named by its child numbers, as in `2.3`; `None` if the tree has
    /// no such node.
    pub fn path_of(&self, name: &str) -> Option<Vec<Branch>> {
        let mut node = self.tree.root();
        let mut path = Vec::new();
        for number in name.split('.') {
            let branch = Branch(number.parse().ok()?);
            if !self.tree.branches(&node).contains(&branch) {
                return None;
            }
            node = self.tree.play(&node, branch);
            path.push(branch);
        }
        Some(path)
    }

    /// The reason for the answer about a node; empty if the tree has no such node.
    fn why(&self, name: &str, task: ExerciseTask) -> String {
        let path = self.path_of(name);
        path.map_or(String::new(), |path| self.explain(&path, Some(task)))
    }

    pub(super) fn visit_of(&self, path: &[Branch]) -> Option<usize> {
        (0..self.recording.visits.len()).find(|visit| self.recording.path(*visit) == path)
    }

    /// The explanation of a node by the recorded search; of a pruned node, that of the cutoff above
    /// it. For a task it leaves out what other tasks ask for; `None` explains all.
    pub fn explain(&self, path: &[Branch], task: Option<ExerciseTask>) -> String {
        let visited = self.visit_of(path);
        let above = || (0..path.len()).rev().find_map(|plies| self.visit_of(&path[..plies]));
        let Some(visit) = visited.or_else(above) else { return String::new() };
        let text = match task {
            None => explain(&self.tree, &self.recording, visit).unwrap_or_default(),
            Some(task) if visited.is_some() => self.reason(task, visit),
            Some(_) => self.moves_text(visit),
        };
        if visited.is_some() { text } else { format!("Not visited. {text}") }
    }

    /// The explanation of a visited node for a task.
    fn reason(&self, task: ExerciseTask, visit: usize) -> String {
        let here = &self.recording.visits[visit];
        let kind = here.exit.and_then(|exit| exit.kind);
        match (task, kind) {
            (ExerciseTask::Windows, _) => self.sources_text(visit),
            (ExerciseTask::Kinds, Some(kind)) if !here.children.is_empty() => {
                format!("{}: {}.", kind.name(), kind.meaning())
            }
            _ => self.moves_text(visit),
        }
    }

    /// The moves that are searched at a visited node, without values: `Cutoff at 2 after 2.1.`
    fn moves_text(&self, visit: usize) -> String {
        let name = |visit| match self.recording.path(visit) {
            path if path.is_empty() => "the root".to_owned(),
            path => node_name(&path),
        };
        let here = &self.recording.visits[visit];
        match (here.children.last(), here.cut_off) {
            (None, _) => format!("{} is a leaf.", name(visit)),
            (Some(last), Some(_)) => format!("Cutoff at {} after {}.", name(visit), name(*last)),
            (Some(_), None) => format!("All moves of {} are searched.", name(visit)),
        }
    }

    fn on_pruned(&self, answers: &ExerciseAnswers) -> Vec<AnswerFeedback> {
        let key = &self.answers.pruned;
        let right = key.iter().map(|name| {
            let is_right = answers.pruned.contains(name);
            let missed = if is_right { "" } else { " You did not mark it." };
            (name, is_right, format!("{name} is pruned.{missed}"))
        });
        let wrong = answers.pruned.iter().filter(|name| !key.contains(name)).map(|name| {
            let above = key.iter().find(|pruned| is_below(name, pruned));
            let text = match (above, self.path_of(name)) {
                (_, None) => format!("The tree has no node {name}."),
                (Some(above), _) => format!("{name} is below {above}, the highest pruned node."),
                (None, Some(_)) => format!("{name} is visited."),
            };
            (name, false, text)
        });
        let all = right.chain(wrong).map(|(name, is_right, right)| {
            let why = self.why(name, ExerciseTask::Pruned);
            AnswerFeedback { is_right, right, why }
        });
        all.collect()
    }

    fn on_windows(&self, answers: &ExerciseAnswers) -> Vec<AnswerFeedback> {
        let all = self.answers.windows.iter().map(|key| {
            let given = answers.window(&key.node);
            let is_right = self.is_right_window(key, answers);
            let text = given.map_or("nothing".to_owned(), WindowAnswer::text);
            let given = match (given == Some(key), is_right) {
                (true, _) => String::new(),
                (false, true) => format!(" You gave {text}, which follows from an earlier answer."),
                (false, false) => format!(" You gave {text}."),
            };
            let right = format!("{}: {}.{given}", key.node, key.text());
            let why = self.why(&key.node, ExerciseTask::Windows);
            AnswerFeedback { is_right, right, why }
        });
        all.collect()
    }

    /// The sources of both bounds: `Alpha is the value of 1.1; beta is that of the root's window.`
    pub(super) fn sources_text(&self, visit: usize) -> String {
        let sources = self.recording.visits[visit].sources;
        let text = |source| match source {
            BoundSource::Visit(at) => {
                format!("is the value of {}", node_name(&self.recording.path(at)))
            }
            _ => "is still that of the root".to_owned(),
        };
        let (alpha, beta) = (text(sources.alpha), text(sources.beta));
        format!("Alpha {alpha}; beta {beta}.")
    }

    fn on_kinds(&self, answers: &ExerciseAnswers) -> Vec<AnswerFeedback> {
        let all = self.answers.kinds.iter().map(|key| {
            let given = answers.kind(&key.node);
            let is_right = given == Some(key);
            let kind = key.kind.to_uppercase();
            let given = given.filter(|given| !is_right && !given.kind.is_empty());
            let given = given
                .map_or(String::new(), |given| format!(" You gave {}.", given.kind.to_uppercase()));
            let right = format!("{} is {}.{given}", key.node, with_article(&kind));
            let why = self.why(&key.node, ExerciseTask::Kinds);
            AnswerFeedback { is_right, right, why }
        });
        all.collect()
    }

    /// The first leaf that is out of order, missing or too much.
    fn on_leaves(&self, answers: &ExerciseAnswers) -> AnswerFeedback {
        let (key, given) = (&self.answers.leaf_order, &answers.leaf_order);
        let first = (0..key.len().max(given.len())).find(|at| key.get(*at) != given.get(*at));
        let Some(at) = first else {
            let right = format!("All {} leaves are in order.", key.len());
            return AnswerFeedback { is_right: true, right, why: String::new() };
        };
        let number = at + 1;
        let right = match (key.get(at), given.get(at)) {
            (Some(key), Some(given)) => format!("Leaf {number} is {key}. You gave {given}."),
            (Some(key), None) => format!("Leaf {number} is {key}. Your list ends before it."),
            (None, _) => format!("The search ends after {} leaves.", key.len()),
        };
        // A leaf that is never visited explains itself; otherwise the expected one shows the way.
        let node_of = |value: Option<&i32>| value.and_then(|value| self.leaf(*value));
        let never = node_of(given.get(at)).filter(|path| self.visit_of(path).is_none());
        let why = match (never, node_of(key.get(at))) {
            (Some(path), _) => {
                let text = self.explain(&path, Some(ExerciseTask::LeafOrder));
                format!("{}: {text}", node_name(&path))
            }
            (None, Some(path)) => format!("Next from left to right is {}.", node_name(&path)),
            (None, None) => String::new(),
        };
        AnswerFeedback { is_right: false, right, why }
    }

    /// The path to the leaf with this value.
    pub(super) fn leaf(&self, value: i32) -> Option<Vec<Branch>> {
        let mut open = vec![(self.tree.root(), Vec::new())];
        while let Some((node, path)) = open.pop() {
            let end = self.tree.end(&node, path.len()).ok().flatten();
            if end.is_some_and(|score| score.value() == value) {
                return Some(path);
            }
            let below = self.tree.branches(&node).into_iter();
            open.extend(below.map(|branch| {
                (self.tree.play(&node, branch), [path.as_slice(), &[branch]].concat())
            }));
        }
        None
    }

    fn on_order(&self, answers: &ExerciseAnswers) -> AnswerFeedback {
        let least =
            minimal_leaves(&self.tree, &LabSettings::depth(self.tree.height())).unwrap_or(0);
        let best = &self.answers.best_order;
        let given = TextTree::parse(&answers.best_order, true);
        let given = given.ok().filter(|tree| same_moves(tree, &self.tree)).map(|t| leaves_of(&t));
        let all = self.tree.leaves().count();
        let right = match given {
            Some(leaves) if leaves == least => {
                format!("Your order evaluates {leaves} of {all} leaves, the fewest possible.")
            }
            Some(leaves) => {
                format!("Your order evaluates {leaves} of {all} leaves; the fewest are {least}.")
            }
            None => format!("Your answer is not this tree; the fewest leaves are {least}."),
        };
        let why = format!("With the best move first at every node: {best}");
        AnswerFeedback { is_right: given == Some(least), right, why }
    }

    fn on_slip(&self, answers: &ExerciseAnswers) -> AnswerFeedback {
        let function = ExerciseSet::function(self.seed);
        let is_right = self.is_slip(answers.slip);
        let line = if is_right { answers.slip } else { self.answers.slip };
        let right = format!("Line {line}: {}.", function.title);
        let why = format!("{} Correct is: {}", function.about, function.listing.right.trim());
        AnswerFeedback { is_right, right, why }
    }
}

/// `a PV node`, `an ALL node`.
fn with_article(kind: &str) -> String {
    let article = if kind == "ALL" { "an" } else { "a" };
    format!("{article} {kind} node")
}

impl WindowAnswer {
    /// `alpha 5, beta ∞`.
    pub fn text(&self) -> String {
        let text = |bound: BoundAnswer, is_alpha| match bound {
            BoundAnswer::Missing => "nothing".to_owned(),
            given => given.text(is_alpha),
        };
        if self.is_missing() {
            return "nothing".to_owned();
        }
        format!("alpha {}, beta {}", text(self.alpha, true), text(self.beta, false))
    }
}
