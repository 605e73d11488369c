//! Lessons: a tree or position, a text, and one question that is answered by a click.
//!
//! Lessons are data (`assets/lessons`). The nodes that answer a question come from the lesson's own
//! search, and the figures of a text are measured while the student watches; tests check them.
//! The window shows lessons and remembers which are done.
//!
//! ```
//! use minnow_lab::lesson::builtin_lessons;
//!
//! let lesson = &builtin_lessons()[0];
//! let searched = lesson.search();
//! let replies = lesson.right_replies(&searched);
//! assert!(lesson.judge(&searched, &replies[0]).right);
//! ```

mod chapters;
mod facts;
mod figure;
mod folder;
mod judge;
mod load;
mod place;
mod scene;

use super::{LabSettings, Technique};
use minnow_rules::Move;

pub use chapters::{LessonChapter, builtin_chapters, builtin_lessons};
pub use facts::{VisitFacts, WrongFact};
pub use figure::{FigureResult, LessonFigure};
pub use folder::{LessonEntry, read_lessons};
pub use judge::{LessonReply, LessonSearch, LessonVerdict};
pub use load::{LessonError, LessonProblem, parse_lesson};
pub use place::LessonPlace;
pub use scene::{LessonNode, LessonScene, LessonTree};

#[cfg(test)]
mod tests;

/// A valid lesson.
#[derive(Debug)]
pub struct Lesson {
    /// The file's name without its ending, stored in the settings.
    pub id: String,
    /// The heading.
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
    /// The tree or position that the student looks at.
    pub scene: LessonScene,
    /// The technique and the settings of the lesson's search.
    pub technique: Technique,
    /// The settings of the lesson's search.
    pub settings: LabSettings<'static>,
    /// The question, in one or more sentences.
    pub question: String,
    /// How it is answered.
    pub ask: LessonTask,
    /// The explanation of the right answer.
    pub right: String,
    /// The hint after a wrong answer.
    pub wrong: String,
    /// True if the explanations may name the kinds of nodes and cutoffs.
    pub names_kinds: bool,
    /// The ids of the techniques and orderings that the lesson explains.
    pub explains: Vec<String>,
    /// The facts of the text that are compared with the record of the search.
    pub facts: Vec<VisitFacts>,
    /// The runs that are measured after the answer.
    pub figures: Vec<LessonFigure>,
}

/// The form of the answer to a question.
#[derive(Debug)]
pub enum LessonTask {
    /// By clicking a node of the tree.
    Node(TargetNodes),
    /// By a move on the board, one of these.
    Move(Vec<Move>),
    /// By choosing one of these; one is right.
    Choice(Vec<LessonChoice>),
}

/// An answer of a multiple-choice question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonChoice {
    /// The answer, for users.
    pub text: String,
    /// The reason why it is right or wrong.
    pub why: String,
    /// True for the right answer.
    #[serde(default)]
    pub right: bool,
}

/// The nodes of a searched tree that answer the question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum TargetNodes {
    /// The best move at the root.
    Best,
    /// The nodes with a cutoff.
    CutOff,
    /// The last child searched before a cutoff.
    LastTried,
    /// The nodes that the search never enters.
    Never,
    /// The nodes that the technique with this id visits and the lesson's does not.
    OnlyBy(String),
    /// The inner ALL nodes.
    All,
    /// The root's children whose result is only a bound.
    BoundAtRoot,
    /// The nodes that are searched a second time.
    Again,
}
