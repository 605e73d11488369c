//! Lessons: a tree or position, a text, and one question that is answered by a click.
//!
//! They are data (`assets/lessons`), and nothing in them has to be believed: which nodes answer a
//! question is found by running the lesson's search, and the figures that a text names are runs
//! that its student sees measured and the tests hold it to. Showing lessons, and remembering which
//! are done, is the window's matter.

mod figure;
mod judge;
mod load;
mod scene;

use super::{LabSettings, Technique};
use crate::rules::Move;

pub use figure::{FigureResult, LessonFigure};
pub use judge::{LessonReply, LessonSearch, LessonVerdict};
pub use load::{LessonError, builtin_lessons, parse_lesson};
pub use scene::{LessonNode, LessonScene, LessonTree};

#[cfg(test)]
mod tests;

/// A lesson that has been read and found sound.
#[derive(Debug)]
pub struct Lesson {
    /// What settings remember: the file's name.
    pub id: String,
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
    pub scene: LessonScene,
    /// The search that is shown, and how it is carried out.
    pub technique: Technique,
    pub settings: LabSettings<'static>,
    pub question: String,
    pub ask: LessonTask,
    /// What is said to a right answer, and how it is known.
    pub right: String,
    /// What is said to a wrong one, besides what happened there: a nudge.
    pub wrong: String,
    /// What is measured once the question is answered.
    pub figures: Vec<LessonFigure>,
}

/// How a question is answered.
#[derive(Debug)]
pub enum LessonTask {
    /// By clicking a node of the tree.
    Node(TargetNodes),
    /// By a move on the board, one of these.
    Move(Vec<Move>),
    /// By choosing one of these; one is right.
    Choice(Vec<LessonChoice>),
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonChoice {
    pub text: String,
    /// Why it is right or wrong.
    pub why: String,
    #[serde(default)]
    pub right: bool,
}

/// Which nodes of a searched tree answer the question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum TargetNodes {
    /// The best move at the root.
    Best,
    /// Where the search stopped before the last move.
    CutOff,
    /// The last child that was looked at where it stopped.
    LastTried,
    /// What the search never entered.
    Never,
    /// What the technique with this id looks at, and the lesson's does not.
    OnlyBy(String),
    /// Inner nodes all of whose moves were tried in vain.
    All,
    /// The root's moves whose returned value is only a bound.
    BoundAtRoot,
    /// What was searched a second time.
    Again,
}
