//! The answers that students write, read as what they mean: `PV`, `cut-node`, `1,2,2`. What cannot be
//! read is named in a remark.

use std::collections::BTreeSet;

use super::{
    BoundAnswer, EXERCISE_TASKS, ExerciseAnswers, ExerciseKey, ExerciseTask, KindAnswer,
    WindowAnswer, key::same_moves,
};
use crate::{NodeKind, TextTree, recorder::NODE_KINDS};
use minnow_rules::excerpt;

/// The most answers that are read of a list; the largest trees have fewer nodes.
const MAX_ANSWERS: usize = 4_000;

/// The most remarks on a sheet.
const MAX_REMARKS: usize = 12;

/// The signs that may stand between the numbers of a node: `1,2,2` is `1.2.2`.
const SEPARATORS: [char; 9] = ['.', ',', ';', ':', '/', '-', '_', ' ', '\t'];

/// The answers of a sheet as they are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadAnswers {
    /// Nodes and kinds in the form of the key, each answer once, and of the pruned nodes those that
    /// are below no other one. Blank answers are left out.
    pub answers: ExerciseAnswers,
    /// Parts of a sentence that name what cannot be read or is missing, by task.
    pub remarks: Vec<String>,
}

impl ExerciseKey {
    /// Reads the answers to the tasks of the set.
    pub fn read(&self, answers: &ExerciseAnswers) -> ReadAnswers {
        let mut reader = AnswerReader { key: self, remarks: Vec::new() };
        let mut read =
            ExerciseAnswers { hints: answers.hints.clone(), ..ExerciseAnswers::default() };
        for task in &self.set.tasks {
            match task {
                ExerciseTask::Pruned => read.pruned = reader.pruned(&answers.pruned),
                ExerciseTask::Windows => read.windows = reader.windows(&answers.windows),
                ExerciseTask::LeafOrder => read.leaf_order = reader.leaf_order(&answers.leaf_order),
                ExerciseTask::Kinds => read.kinds = reader.kinds(&answers.kinds),
                ExerciseTask::BestOrder => read.best_order = reader.best_order(&answers.best_order),
                ExerciseTask::Slip => read.slip = reader.slip(answers.slip),
            }
        }
        let mut remarks = reader.remarks;
        let blank: Vec<ExerciseTask> =
            self.set.tasks.iter().copied().filter(|task| read.is_blank(*task)).collect();
        if blank.len() == self.set.tasks.len() {
            remarks.push("no answers".to_owned());
        } else {
            remarks.extend(blank.iter().map(|task| format!("{}: no answer", task.name())));
        }
        if remarks.len() > MAX_REMARKS {
            let more = remarks.len() - MAX_REMARKS;
            remarks.truncate(MAX_REMARKS);
            remarks.push(format!("and {more} more"));
        }
        ReadAnswers { answers: read, remarks }
    }
}

impl ExerciseAnswers {
    /// True without an answer to a task.
    pub(super) fn is_blank(&self, task: ExerciseTask) -> bool {
        match task {
            ExerciseTask::Pruned => self.pruned.is_empty(),
            ExerciseTask::Windows => self.windows.is_empty(),
            ExerciseTask::LeafOrder => self.leaf_order.is_empty(),
            ExerciseTask::Kinds => self.kinds.is_empty(),
            ExerciseTask::BestOrder => self.best_order.is_empty(),
            ExerciseTask::Slip => self.slip == 0,
        }
    }

    /// The answers that two trees can hardly have in common, as texts to compare, by task.
    pub(super) fn fingerprints(&self) -> impl Iterator<Item = (ExerciseTask, String)> {
        let has_values =
            |window: &WindowAnswer| [window.alpha, window.beta].iter().any(BoundAnswer::is_value);
        EXERCISE_TASKS.into_iter().filter_map(move |task| {
            let text = match task {
                ExerciseTask::Windows if self.windows.iter().any(has_values) => {
                    format!("{:?}", self.windows)
                }
                ExerciseTask::LeafOrder if self.leaf_order.len() > 2 => {
                    format!("{:?}", self.leaf_order)
                }
                ExerciseTask::BestOrder if !self.best_order.is_empty() => self.best_order.clone(),
                _ => return None,
            };
            Some((task, text))
        })
    }
}

impl BoundAnswer {
    /// True for a number.
    pub(super) fn is_value(&self) -> bool {
        matches!(self, BoundAnswer::At(_))
    }
}

/// The name of a node in the form of the key: `1.2.2` for `1,2,2` or `node 1.2.2 `. `None` for other
/// texts.
fn node_text(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches(|sign: char| sign.is_alphabetic() || sign == ' ');
    let numbers = text.split(SEPARATORS).filter(|number| !number.is_empty());
    let numbers: Option<Vec<String>> =
        numbers.map(|number| Some(number.parse::<u16>().ok()?.to_string())).collect();
    numbers.filter(|numbers| !numbers.is_empty()).map(|numbers| numbers.join("."))
}

/// The kind that a text means: `pv`, `cut` or `all`; `None` for other texts.
fn kind_text(text: &str) -> Option<&'static str> {
    let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    let word = letters.trim_end_matches('s').trim_end_matches("node");
    NODE_KINDS.into_iter().map(NodeKind::id).find(|kind| *kind == word)
}

/// True if a node is below another one.
pub(super) fn is_below(node: &str, above: &str) -> bool {
    node.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'))
}

struct AnswerReader<'a> {
    key: &'a ExerciseKey,
    remarks: Vec<String>,
}

impl AnswerReader<'_> {
    fn remark(&mut self, task: ExerciseTask, remark: impl std::fmt::Display) {
        let remark = format!("{}: {remark}", task.name());
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// The first answers of a list.
    fn first<'a, A>(&mut self, task: ExerciseTask, answers: &'a [A]) -> &'a [A] {
        if answers.len() > MAX_ANSWERS {
            self.remark(task, format_args!("only the first {MAX_ANSWERS} answers are read"));
        }
        &answers[..answers.len().min(MAX_ANSWERS)]
    }

    /// The name of a node. One that the tree does not have is kept, so that it counts as wrong.
    fn node(&mut self, task: ExerciseTask, text: &str) -> String {
        let name = node_text(text).unwrap_or_else(|| excerpt(text));
        if self.key.path_of(&name).is_none() {
            self.remark(task, format_args!("the tree has no node \"{}\"", excerpt(text)));
        }
        name
    }

    fn pruned(&mut self, answers: &[String]) -> Vec<String> {
        let task = ExerciseTask::Pruned;
        let given = self.first(task, answers).iter().filter(|text| !text.trim().is_empty());
        let nodes: BTreeSet<String> = given.map(|text| self.node(task, text)).collect();
        let is_highest = |node: &&String| !nodes.iter().any(|above| is_below(node, above));
        nodes.iter().filter(is_highest).cloned().collect()
    }

    fn windows(&mut self, answers: &[WindowAnswer]) -> Vec<WindowAnswer> {
        let task = ExerciseTask::Windows;
        let given = self.first(task, answers).iter().filter(|window| !window.is_missing());
        let given: Vec<WindowAnswer> = given
            .map(|given| WindowAnswer { node: self.node(task, &given.node), ..*given })
            .collect();
        self.once(task, given, |window| &window.node)
    }

    fn kinds(&mut self, answers: &[KindAnswer]) -> Vec<KindAnswer> {
        let task = ExerciseTask::Kinds;
        let mut given = Vec::new();
        for answer in self.first(task, answers) {
            if answer.kind.trim().is_empty() {
                continue;
            }
            let node = self.node(task, &answer.node);
            let kind = kind_text(&answer.kind).map_or_else(
                || {
                    let kind = excerpt(&answer.kind);
                    self.remark(task, format_args!("\"{kind}\" at {node} is none of pv, cut, all"));
                    kind
                },
                str::to_owned,
            );
            given.push(KindAnswer { node, kind });
        }
        self.once(task, given, |kind| &kind.node)
    }

    /// The answers in the order of their nodes, equal ones once. Different answers for a node stay and
    /// count as none.
    fn once<A: PartialEq>(
        &mut self,
        task: ExerciseTask,
        mut answers: Vec<A>,
        node: impl Fn(&A) -> &String,
    ) -> Vec<A> {
        answers.sort_by(|one, other| node(one).cmp(node(other)));
        answers.dedup();
        for pair in answers.windows(2) {
            if node(&pair[0]) == node(&pair[1]) {
                self.remark(task, format_args!("{} has several answers", node(&pair[0])));
            }
        }
        answers
    }

    fn leaf_order(&mut self, answers: &[i32]) -> Vec<i32> {
        let task = ExerciseTask::LeafOrder;
        let given = self.first(task, answers).to_vec();
        for value in &given {
            if self.key.leaf(*value).is_none() {
                self.remark(task, format_args!("the tree has no leaf {value}"));
            }
        }
        given
    }

    fn best_order(&mut self, text: &str) -> String {
        let task = ExerciseTask::BestOrder;
        let text = text.trim();
        match TextTree::parse(text, true) {
            _ if text.is_empty() => {}
            Ok(tree) if same_moves(&tree, &self.key.tree) => return tree.to_string(),
            Ok(_) => {
                self.remark(task, "this is not the tree of the sheet with its moves reordered")
            }
            Err(error) => {
                let quoted = excerpt(text);
                self.remark(task, format_args!("\"{quoted}\" cannot be read, {error}"));
            }
        }
        text.to_owned()
    }

    fn slip(&mut self, line: usize) -> usize {
        if line > self.key.listing().len() {
            self.remark(ExerciseTask::Slip, format_args!("the listing has no line {line}"));
        }
        line
    }
}
