//! The tree of a seed, the right answers by the lab's own search, and the marks of a sheet.

use super::{
    ExerciseAnswers, ExerciseError, ExerciseSet, ExerciseSheet, ExerciseTask, KindAnswer,
    WindowAnswer,
};
use crate::{
    Algorithm, LabSettings, NodeKind, Recorder, Recording, Technique, TextTree, Tree,
    minimal_leaves, recorder::Visit, run, text_tree::inner_text, trace::finite,
};
use minnow_engine::{Branch, NoObserver, Random, Window};

/// The most trees that are tried for a seed.
const MAX_TRIES: usize = 10_000;

/// The tree of a seed with the right answers.
#[derive(Debug)]
pub struct ExerciseKey {
    /// The number that selects the tree.
    pub seed: u64,
    /// The set that the exercise belongs to.
    pub set: ExerciseSet,
    /// The tree, with MAX at the root.
    pub tree: TextTree,
    /// The right answers.
    pub answers: ExerciseAnswers,
    /// The search that gives the answers.
    pub recording: Recording,
}

/// The marks of one task: a point for each right answer, less one for each wrong one, and less the
/// price of its hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskMark {
    /// The task.
    pub task: ExerciseTask,
    /// The points that the student has; never negative.
    pub points: usize,
    /// The points of a faultless answer.
    pub most: usize,
}

/// The marks of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseMarks {
    /// The marks of the set's tasks, in their order.
    pub tasks: Vec<TaskMark>,
}

impl ExerciseMarks {
    /// The points of all tasks.
    pub fn points(&self) -> usize {
        self.tasks.iter().map(|mark| mark.points).sum()
    }

    /// The most points of all tasks.
    pub fn most(&self) -> usize {
        self.tasks.iter().map(|mark| mark.most).sum()
    }
}

fn technique() -> Technique {
    Technique::of(Algorithm::AlphaBetaSoft)
}

/// The path of a node as child numbers: `2.1`.
pub fn node_name(path: &[Branch]) -> String {
    path.iter().map(|branch| branch.0.to_string()).collect::<Vec<_>>().join(".")
}

/// A node in a sentence: `move 2.1`, or `the root`.
pub fn node_phrase(path: &[Branch]) -> String {
    if path.is_empty() { "the root".to_owned() } else { format!("move {}", node_name(path)) }
}

/// A uniform tree of these leaves, which are used from the last.
fn tree_text(leaves: &mut Vec<i32>, branching: usize, depth: u32) -> String {
    if depth == 0 {
        return leaves.pop().unwrap_or_default().to_string();
    }
    inner_text((0..branching).map(|_| tree_text(leaves, branching, depth - 1)))
}

fn random_tree(set: &ExerciseSet, random: &mut Random) -> String {
    let mut values: Vec<i32> = (0..=set.highest).collect();
    let leaves = set.leaves().min(values.len());
    for place in 0..leaves {
        let other = place + random.below(values.len() - place);
        values.swap(place, other);
    }
    values.truncate(leaves);
    tree_text(&mut values, set.branching, set.depth)
}

/// The leaves that the search of a tree evaluates.
pub(super) fn leaves_of(tree: &TextTree) -> u64 {
    run(tree, &technique(), &LabSettings::depth(tree.height()), &mut NoObserver).counts.leaves
}

struct SearchedTree {
    cutoffs: u64,
    recording: Recording,
}

/// The recorded search of a tree.
fn searched(tree: &TextTree) -> SearchedTree {
    let mut recorder = Recorder::new(usize::MAX);
    let report = run(tree, &technique(), &LabSettings::depth(tree.height()), &mut recorder);
    SearchedTree { cutoffs: report.counts.cutoffs, recording: recorder.finish() }
}

/// A tree without the order of its moves, to compare trees.
fn sorted_text(tree: &TextTree, node: usize) -> String {
    let branches = tree.branches(&node);
    if branches.is_empty() {
        return tree.text_of(node);
    }
    let children = branches.into_iter().map(|branch| sorted_text(tree, tree.play(&node, branch)));
    let mut children: Vec<String> = children.collect();
    children.sort();
    inner_text(children)
}

/// True if two trees differ only in the order of their moves.
pub(super) fn same_moves(one: &TextTree, other: &TextTree) -> bool {
    sorted_text(one, one.root()) == sorted_text(other, other.root())
}

impl ExerciseKey {
    /// The exercise of a seed.
    ///
    /// # Errors
    ///
    /// An [`ExerciseError`] if the set is invalid or has no tree with enough cutoffs.
    pub fn new(set: &ExerciseSet, seed: u64) -> Result<ExerciseKey, ExerciseError> {
        set.check()?;
        let key_of = |tree: TextTree, recording: Recording| {
            let answers = right_answers(&tree, &recording, seed);
            ExerciseKey { seed, set: set.clone(), tree, answers, recording }
        };
        if let Some(tree) = set.own_tree(seed) {
            let SearchedTree { recording, .. } = searched(&tree);
            return Ok(key_of(tree, recording));
        }
        let mut random = Random(seed);
        for _ in 0..MAX_TRIES {
            let text = random_tree(set, &mut random);
            let Ok(tree) = TextTree::parse(&text, true) else { break };
            let SearchedTree { cutoffs, recording } = searched(&tree);
            if cutoffs >= set.min_cutoffs() {
                return Ok(key_of(tree, recording));
            }
        }
        Err(ExerciseError::NoTree(seed))
    }

    /// The sheet that a student fills in: the answers are missing. It names all inner nodes but the
    /// root, since a list of the visited ones would give the pruned ones away.
    pub fn sheet(&self, student: &str) -> ExerciseSheet {
        let nodes: Vec<String> = self.inner_nodes().iter().map(|path| node_name(path)).collect();
        let windows = nodes.iter().map(|node| WindowAnswer::missing(node.clone()));
        let kinds = nodes.iter().map(|node| KindAnswer { node: node.clone(), kind: String::new() });
        let answers = ExerciseAnswers {
            windows: windows.collect(),
            kinds: kinds.collect(),
            ..ExerciseAnswers::default()
        };
        ExerciseSheet { student: student.to_owned(), answers, ..self.solved() }
    }

    /// The paths of the inner nodes below the root, in the order of the tree's text.
    pub fn inner_nodes(&self) -> Vec<Vec<Branch>> {
        let inner = (1..self.tree.len()).filter(|node| !self.tree.children(*node).is_empty());
        inner.map(|node| self.tree.path_to(node)).collect()
    }

    /// The sheet with the right answers.
    pub fn solved(&self) -> ExerciseSheet {
        let answers = self.answers.clone();
        ExerciseSheet { student: "key".to_owned(), seed: self.seed, set: self.set.clone(), answers }
    }

    /// The lines of the listing in which the student looks for the error.
    pub fn listing(&self) -> &'static [&'static str] {
        ExerciseSet::function(self.seed).listing.lines
    }

    /// The assumption under which that line is wrong; empty if there is none.
    pub fn assumption(&self) -> &'static str {
        ExerciseSet::function(self.seed).assumption
    }

    /// True if a line of the listing, from 1, is a right answer; several may be.
    pub fn is_slip(&self, line: usize) -> bool {
        let wrong = ExerciseSet::function(self.seed).listing.wrong_lines;
        line.checked_sub(1).is_some_and(|at| wrong.contains(&at))
    }

    /// Marks the answers of a sheet.
    pub fn mark(&self, answers: &ExerciseAnswers) -> ExerciseMarks {
        let tasks = self.set.tasks.iter().map(|task| self.mark_task(*task, answers));
        ExerciseMarks { tasks: tasks.collect() }
    }

    fn mark_task(&self, task: ExerciseTask, answers: &ExerciseAnswers) -> TaskMark {
        let key = &self.answers;
        let (points, most) = match task {
            ExerciseTask::Pruned => {
                let mut found = answers.pruned.clone();
                found.sort();
                found.dedup();
                let right = found.iter().filter(|node| key.pruned.contains(node)).count();
                (right.saturating_sub(found.len() - right), key.pruned.len())
            }
            ExerciseTask::Windows => {
                let right = right_nodes(&answers.windows, &key.windows, |window| &window.node);
                (right, key.windows.len())
            }
            ExerciseTask::LeafOrder => {
                let right = answers.leaf_order.iter().zip(&key.leaf_order);
                let right = right.take_while(|(found, expected)| found == expected).count();
                let more = answers.leaf_order.len().saturating_sub(key.leaf_order.len());
                (right.saturating_sub(more), key.leaf_order.len())
            }
            ExerciseTask::Kinds => {
                let right = right_nodes(&answers.kinds, &key.kinds, |kind| &kind.node);
                (right, key.kinds.len())
            }
            ExerciseTask::BestOrder => (self.order_points(&answers.best_order), 5),
            ExerciseTask::Slip => (usize::from(self.is_slip(answers.slip)), 1),
        };
        let cost = self.set.hint_cost.saturating_mul(answers.hints_on(task));
        TaskMark { task, points: points.saturating_sub(cost), most }
    }

    /// Up to 5 points: all for the true minimum, in proportion for the leaves that the order saves
    /// of those that the given one evaluates.
    fn order_points(&self, text: &str) -> usize {
        let Ok(tree) = TextTree::parse(text, true) else { return 0 };
        if !same_moves(&tree, &self.tree) {
            return 0;
        }
        let Ok(least) = minimal_leaves(&tree, &LabSettings::depth(tree.height())) else {
            return 0;
        };
        let (given, found) = (leaves_of(&self.tree), leaves_of(&tree));
        if found <= least {
            return 5;
        }
        (5 * given.saturating_sub(found) / given.saturating_sub(least).max(1)) as usize
    }
}

/// The number of nodes with the right answer. A node with several answers has none.
fn right_nodes<A: PartialEq>(answers: &[A], key: &[A], node: impl Fn(&A) -> &str) -> usize {
    let is_right = |right: &&A| {
        let mut own = answers.iter().filter(|answer| node(answer) == node(right));
        own.next() == Some(right) && own.next().is_none()
    };
    key.iter().filter(is_right).count()
}

/// The answers by the recorded search.
fn right_answers(tree: &TextTree, recording: &Recording, seed: u64) -> ExerciseAnswers {
    let mut answers = ExerciseAnswers::default();
    for (index, visit) in recording.visits.iter().enumerate() {
        let path = recording.path(index);
        let node = tree.node_at(&path);
        let Some(exit) = visit.exit else { continue };
        if visit.children.is_empty() {
            answers.leaf_order.push(exit.score.value());
            continue;
        }
        let name = node_name(&path);
        if !path.is_empty() {
            let Window { alpha, beta } = visit.window;
            let (alpha, beta) = (finite(alpha).into(), finite(beta).into());
            answers.windows.push(WindowAnswer { node: name.clone(), alpha, beta });
            let kind = exit.kind.map_or("", NodeKind::id).to_owned();
            answers.kinds.push(KindAnswer { node: name, kind });
        }
        answers.pruned.extend(pruned_below(tree, recording, visit, node, &path));
    }
    answers.pruned.sort();
    answers.best_order = best_order(tree, tree.root(), 0).text;
    let lines = ExerciseSet::function(seed).listing.wrong_lines;
    answers.slip = lines.first().map_or(0, |line| line + 1);
    answers
}

/// The children of a visited node that the search never enters.
fn pruned_below(
    tree: &TextTree,
    recording: &Recording,
    visit: &Visit,
    node: usize,
    path: &[Branch],
) -> Vec<String> {
    let entered = |branch: &Branch| {
        let mut children = visit.children.iter().filter_map(|child| recording.visits.get(*child));
        children.any(|child| child.played == Some(*branch))
    };
    let pruned = tree.branches(&node).into_iter().filter(|branch| !entered(branch));
    pruned.map(|branch| node_name(&[path, &[branch]].concat())).collect()
}

/// A subtree in perfect order.
pub(super) struct OrderedSubtree {
    pub(super) value: i32,
    text: String,
}

/// The best move of every node first.
pub(super) fn best_order(tree: &TextTree, node: usize, ply: usize) -> OrderedSubtree {
    let branches = tree.branches(&node);
    if branches.is_empty() {
        let value = tree.end(&node, ply).ok().flatten().map_or(0, |score| score.value());
        return OrderedSubtree { value, text: value.to_string() };
    }
    let children = branches.into_iter().map(|branch| tree.play(&node, branch));
    let mut children: Vec<OrderedSubtree> =
        children.map(|child| best_order(tree, child, ply + 1)).collect();
    let sign = if tree.is_max(ply) { -1 } else { 1 };
    children.sort_by_key(|child| sign * child.value);
    let value = children.first().map_or(0, |child| child.value);
    OrderedSubtree { value, text: inner_text(children.into_iter().map(|child| child.text)) }
}
