//! The file that a student fills in and hands in: RON, with the questions as comments.

use serde::{Deserialize, Serialize};

use super::{ExerciseError, ExerciseKey, ExerciseSet, ExerciseTask, GradedSheet, graded::ron_text};

/// A sheet with a student's answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExerciseSheet {
    /// The name of the student.
    pub student: String,
    /// The seed of the tree.
    pub seed: u64,
    /// The set of the exercise.
    pub set: ExerciseSet,
    /// The fields of a graded sheet; `None` on a sheet of practice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graded: Option<GradedSheet>,
    /// The answers.
    pub answers: ExerciseAnswers,
    /// The digest of the answers when a graded sheet was handed in; empty before that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seal: String,
}

/// Alpha and beta on entry to a node, from MAX's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowAnswer {
    /// The node by its child numbers, as in `2.1`.
    pub node: String,
    /// The lower bound.
    pub alpha: BoundAnswer,
    /// The upper bound.
    pub beta: BoundAnswer,
}

/// A student's answer for alpha or beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoundAnswer {
    /// Not filled in; never right.
    #[default]
    Missing,
    /// No bound.
    Infinite,
    /// This value.
    At(i32),
}

impl BoundAnswer {
    /// The text for users; empty if it is missing.
    pub fn text(self, is_alpha: bool) -> String {
        match self {
            BoundAnswer::Missing => String::new(),
            BoundAnswer::Infinite if is_alpha => "-\u{221e}".to_owned(),
            BoundAnswer::Infinite => "\u{221e}".to_owned(),
            BoundAnswer::At(value) => value.to_string(),
        }
    }
}

impl WindowAnswer {
    /// The answer about a node before anything is filled in.
    pub fn missing(node: String) -> WindowAnswer {
        WindowAnswer { node, alpha: BoundAnswer::Missing, beta: BoundAnswer::Missing }
    }

    /// True if neither bound is filled in.
    pub fn is_missing(&self) -> bool {
        (self.alpha, self.beta) == (BoundAnswer::Missing, BoundAnswer::Missing)
    }
}

impl From<Option<i32>> for BoundAnswer {
    fn from(bound: Option<i32>) -> BoundAnswer {
        bound.map_or(BoundAnswer::Infinite, BoundAnswer::At)
    }
}

/// The kind of a node: `pv`, `cut` or `all`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindAnswer {
    /// The node by its child numbers, as in `2.1`.
    pub node: String,
    /// The answer; empty before it is filled in.
    pub kind: String,
}

/// The answers to all tasks; those of other tasks stay empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExerciseAnswers {
    /// The highest pruned nodes, by their child numbers.
    pub pruned: Vec<String>,
    /// Alpha and beta on entry to each visited inner node below the root.
    pub windows: Vec<WindowAnswer>,
    /// The values of the evaluated leaves, in the order of visit.
    pub leaf_order: Vec<i32>,
    /// The kind of each visited inner node below the root.
    pub kinds: Vec<KindAnswer>,
    /// The reordered tree as text.
    pub best_order: String,
    /// The number of the wrong line, from 1.
    pub slip: usize,
    /// The tasks of the hints that the student asked for, once for each hint.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<ExerciseTask>,
}

impl ExerciseAnswers {
    /// The number of hints on a task.
    pub fn hints_on(&self, task: ExerciseTask) -> usize {
        self.hints.iter().filter(|hint| **hint == task).count()
    }
}

impl ExerciseSheet {
    /// Reads a sheet.
    ///
    /// # Errors
    ///
    /// [`ExerciseError::Unreadable`] with line and column.
    pub fn parse(text: &str) -> Result<ExerciseSheet, ExerciseError> {
        Ok(ron::from_str(text).map_err(Box::new)?)
    }

    /// The sheet on one line without its answers, for a link to the page.
    pub fn link_text(&self) -> String {
        let answers = ExerciseAnswers::default();
        ron_text(&ExerciseSheet { answers, seal: String::new(), ..self.clone() })
    }

    /// The sheet as RON, the questions and the tree of its key before it.
    ///
    /// # Errors
    ///
    /// An error of the serializer.
    pub fn write(&self, key: &ExerciseKey) -> Result<String, ron::Error> {
        let title: Vec<&str> = self.set.title.split_whitespace().collect();
        let mut text = format!("// {}, seed {}\n//\n", title.join(" "), self.seed);
        text += &format!("// MAX moves at the root of {}\n", key.tree);
        text += "// Alpha-beta searches the moves from left to right.\n";
        for task in &self.set.tasks {
            text += &format!("//\n// {}: {}\n", task.name(), task.question());
            if *task == ExerciseTask::Slip {
                if !key.assumption().is_empty() {
                    text += &format!("// {}\n", key.assumption());
                }
                for (number, line) in (1..).zip(key.listing()) {
                    text += &format!("//   {number:2} {line}\n");
                }
            }
        }
        text += &ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())?;
        Ok(text + "\n")
    }
}
