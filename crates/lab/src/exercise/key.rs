//! The tree of a seed, the right answers by the lab's own search, and the marks of a sheet.

use super::{
    BoundAnswer, ExerciseAnswers, ExerciseError, ExerciseSet, ExerciseSheet, ExerciseTask,
    GradedSheet, KindAnswer, WindowAnswer, reading::is_below,
};
use crate::{
    Algorithm, LabCounts, LabSettings, NodeKind, Recorder, Recording, Technique, TextTree, Tree,
    minimal_leaves, recorder::Visit, run, text_tree::inner_text, trace::finite,
};
use minnow_engine::{Branch, NoObserver, Random, Window};
use minnow_rules::excerpt;
use strsim::generic_levenshtein;

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
    /// The fields of a graded sheet; `None` for practice.
    pub graded: Option<GradedSheet>,
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

    /// The same with a maximum of `most` points for each task, whichever tree it is about. Parts of
    /// a point are left out.
    pub fn out_of(&self, most: usize) -> ExerciseMarks {
        let scaled = |mark: &TaskMark| {
            let points = (mark.points * most).checked_div(mark.most).unwrap_or(most);
            TaskMark { points, most, ..*mark }
        };
        ExerciseMarks { tasks: self.tasks.iter().map(scaled).collect() }
    }

    /// The points as a percentage of the most, rounded to a tenth.
    pub fn percent(&self) -> String {
        format!("{:.1}", 100.0 * self.points() as f64 / self.most().max(1) as f64)
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

/// A tree whose leaves are drawn from the generators in turn.
fn random_tree(set: &ExerciseSet, randoms: &mut [Random]) -> String {
    let mut values: Vec<i32> = (0..=set.highest).collect();
    let leaves = set.leaves().min(values.len());
    let count = randoms.len();
    for place in 0..leaves {
        let other = place + randoms[place % count].below(values.len() - place);
        values.swap(place, other);
    }
    values.truncate(leaves);
    tree_text(&mut values, set.branching, set.depth)
}

/// The counts of the search of a tree.
fn counts_of(tree: &TextTree) -> LabCounts {
    run(tree, &technique(), &LabSettings::depth(tree.height()), &mut NoObserver).counts
}

/// The leaves that the search of a tree evaluates.
pub(super) fn leaves_of(tree: &TextTree) -> u64 {
    counts_of(tree).leaves
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
        match set.own_tree(seed) {
            Some(tree) => Ok(ExerciseKey::of_tree(set, seed, tree)),
            None => ExerciseKey::drawn(set, seed, &mut [Random(seed)]),
        }
    }

    /// The first tree with enough cutoffs that the generators draw.
    pub(super) fn drawn(
        set: &ExerciseSet,
        seed: u64,
        randoms: &mut [Random],
    ) -> Result<ExerciseKey, ExerciseError> {
        set.check()?;
        for _ in 0..MAX_TRIES {
            let text = random_tree(set, randoms);
            let Ok(tree) = TextTree::parse(&text, true) else { break };
            if counts_of(&tree).cutoffs >= set.min_cutoffs() {
                return Ok(ExerciseKey::of_tree(set, seed, tree));
            }
        }
        Err(ExerciseError::NoTree(seed))
    }

    /// The exercise of a sheet: the tree of its seed, or the one that a graded sheet has.
    ///
    /// # Errors
    ///
    /// An [`ExerciseError`] if the set is invalid, or the tree is not one of the set.
    pub fn of_sheet(sheet: &ExerciseSheet) -> Result<ExerciseKey, ExerciseError> {
        let ExerciseSheet { set, seed, graded, .. } = sheet;
        let Some(graded) = graded else { return ExerciseKey::new(set, *seed) };
        set.check()?;
        let tree = TextTree::parse(&graded.tree, true).ok();
        let shape = Some((set.branching as u64, set.depth));
        let tree = tree.filter(|tree| tree.uniform() == shape && !graded.tree.contains('?'));
        let tree = tree.ok_or_else(|| ExerciseError::GradedTree(excerpt(&graded.tree)))?;
        Ok(ExerciseKey { graded: Some(graded.clone()), ..ExerciseKey::of_tree(set, *seed, tree) })
    }

    fn of_tree(set: &ExerciseSet, seed: u64, tree: TextTree) -> ExerciseKey {
        let mut recorder = Recorder::new(usize::MAX);
        run(&tree, &technique(), &LabSettings::depth(tree.height()), &mut recorder);
        let recording = recorder.finish();
        let answers = right_answers(&tree, &recording, seed);
        ExerciseKey { seed, set: set.clone(), tree, answers, recording, graded: None }
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
        ExerciseSheet {
            student: "key".to_owned(),
            seed: self.seed,
            set: self.set.clone(),
            graded: self.graded.clone(),
            answers: self.answers.clone(),
            seal: String::new(),
        }
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

    /// Marks the answers of a sheet, as [`ExerciseKey::read`] reads them.
    pub fn mark(&self, answers: &ExerciseAnswers) -> ExerciseMarks {
        let answers = self.read(answers).answers;
        let tasks = self.set.tasks.iter().map(|task| self.mark_task(*task, &answers));
        ExerciseMarks { tasks: tasks.collect() }
    }

    fn mark_task(&self, task: ExerciseTask, answers: &ExerciseAnswers) -> TaskMark {
        let key = &self.answers;
        let (points, most) = match task {
            ExerciseTask::Pruned => {
                let is_right = |node: &&String| key.pruned.contains(node);
                let is_missed =
                    |node: &&String| key.pruned.iter().any(|above| is_below(node, above));
                let right = answers.pruned.iter().filter(is_right).count();
                // A node below a pruned one has lost the point of that one.
                let missed = answers.pruned.iter().filter(is_missed).count();
                let wrong = answers.pruned.len() - right - missed;
                (right.saturating_sub(wrong), key.pruned.len())
            }
            ExerciseTask::Windows => {
                let is_right = |window: &&WindowAnswer| self.is_right_window(window, answers);
                (key.windows.iter().filter(is_right).count(), key.windows.len())
            }
            ExerciseTask::LeafOrder => {
                let most = key.leaf_order.len();
                let wrong = generic_levenshtein(&answers.leaf_order, &key.leaf_order);
                (most.saturating_sub(wrong), most)
            }
            ExerciseTask::Kinds => {
                let is_right = |right: &&KindAnswer| answers.kind(&right.node) == Some(*right);
                (key.kinds.iter().filter(is_right).count(), key.kinds.len())
            }
            ExerciseTask::BestOrder => (self.order_points(&answers.best_order), 5),
            ExerciseTask::Slip => (usize::from(self.is_slip(answers.slip)), 1),
        };
        let cost = self.set.hint_cost.saturating_mul(answers.hints_on(task));
        TaskMark { task, points: points.saturating_sub(cost), most }
    }

    /// True if both bounds of a node are right. A wrong value counts where the search uses it first:
    /// where the right bound is the same again, and the student's is, too, it is right.
    pub(super) fn is_right_window(&self, right: &WindowAnswer, answers: &ExerciseAnswers) -> bool {
        let Some(given) = answers.window(&right.node) else { return false };
        let earlier = self.answers.windows.iter().take_while(|window| window.node != right.node);
        let earlier: Vec<(&WindowAnswer, &WindowAnswer)> =
            earlier.filter_map(|window| Some((window, answers.window(&window.node)?))).collect();
        let is_right = |bound: fn(&WindowAnswer) -> BoundAnswer| {
            let (right, given) = (bound(right), bound(given));
            let is_carried = right.is_value() && given.is_value();
            let mut earlier = earlier.iter();
            given == right
                || is_carried
                    && earlier.any(|(key, own)| bound(key) == right && bound(own) == given)
        };
        is_right(|window| window.alpha) && is_right(|window| window.beta)
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

impl ExerciseAnswers {
    /// The answer about the window of a node. Several answers count as none.
    pub(super) fn window(&self, node: &str) -> Option<&WindowAnswer> {
        only(self.windows.iter().filter(|window| window.node == node))
    }

    /// The answer about the kind of a node. Several answers count as none.
    pub(super) fn kind(&self, node: &str) -> Option<&KindAnswer> {
        only(self.kinds.iter().filter(|kind| kind.node == node))
    }
}

fn only<T>(mut answers: impl Iterator<Item = T>) -> Option<T> {
    answers.next().filter(|_| answers.next().is_none())
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
