//! Reads lessons from RON.

use serde::Deserialize;

use super::{
    Lesson, LessonChoice, LessonFigure, LessonScene, LessonTask, LessonTree, TargetNodes,
    facts::VisitFacts, figure::ExpectedResult, scene::TreeMovesError,
};
use crate::{LabSettings, Technique, TechniqueError, TextTree, TextTreeError};
use minnow_engine::{Score, Window};
use minnow_rules::{
    Position, PositionTextError, builtin_variants, excerpt, excerpt_of_error, parse_position_text,
};

/// The reason why a lesson cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("lesson \"{id}\"{problem}")]
pub struct LessonError {
    /// The id of the lesson.
    pub id: String,
    /// The problem.
    pub problem: LessonProblem,
}

/// The problem of a lesson, as the end of a sentence that begins with its id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LessonProblem {
    /// The text is not RON, or not a lesson. RON's description of the fault has line and column.
    #[error(" cannot be read: {}", excerpt_of_error(.0))]
    Unreadable(#[from] Box<ron::error::SpannedError>),
    /// The tree cannot be read.
    #[error(", tree \"{}\": {source}", excerpt(.text))]
    Tree {
        /// The tree as written.
        text: String,
        /// The problem.
        source: TextTreeError,
    },
    /// The technique cannot be read.
    #[error(", technique \"{}\": {source}", excerpt(.text))]
    Technique {
        /// The technique as written.
        text: String,
        /// The problem.
        source: TechniqueError,
    },
    /// There is no variant with this id.
    #[error(": there is no variant \"{}\"", excerpt(.0))]
    Variant(String),
    /// The position cannot be read.
    #[error(", position: {0}")]
    Position(#[from] PositionTextError),
    /// The moves of a tree do not fit it.
    #[error(", moves of the tree: {0}")]
    Naming(#[from] TreeMovesError),
    /// An answer that is not a move of the position.
    #[error(": the answer \"{}\" is not a move of the position", excerpt(.0))]
    Move(String),
    /// A window whose alpha is not below its beta.
    #[error(": alpha is not below beta in the window {alpha}, {beta}")]
    Window {
        /// The lower end.
        alpha: i32,
        /// The upper end.
        beta: i32,
    },
    /// A question for nodes without a tree, or for moves without a position.
    #[error(" asks for nodes without a tree, or moves without a board")]
    Question,
    /// The number of right choices is not one.
    #[error(" has {0} right choices instead of one")]
    Choices(usize),
}

/// A lesson as written in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonText {
    title: String,
    text: Vec<String>,
    scene: SceneText,
    technique: String,
    /// Plies, for a position; a tree is searched to its leaves.
    #[serde(default = "one")]
    depth: u32,
    #[serde(default)]
    window: Option<WindowText>,
    #[serde(default)]
    quiescence: bool,
    question: String,
    ask: AskText,
    right: String,
    #[serde(default)]
    wrong: String,
    /// False in the lessons before PV, CUT and ALL nodes are explained.
    #[serde(default = "yes")]
    names_kinds: bool,
    /// The ids of the techniques and orderings that the lesson explains.
    #[serde(default)]
    explains: Vec<String>,
    #[serde(default)]
    facts: Vec<VisitFacts>,
    figures: Vec<FigureText>,
}

/// Alpha and beta, from MAX's view.
#[derive(Clone, Copy, Deserialize)]
struct WindowText(i32, i32);

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

#[derive(Deserialize)]
enum SceneText {
    /// MAX moves at the root.
    Tree(String),
    Named {
        variant: String,
        position: String,
        tree: String,
        moves: Vec<String>,
    },
    Position {
        variant: String,
        position: String,
    },
}

#[derive(Deserialize)]
enum AskText {
    Node(TargetNodes),
    Move(Vec<String>),
    Choice(Vec<LessonChoice>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureText {
    label: String,
    technique: String,
    /// The lesson's, where left out.
    #[serde(default)]
    tree: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    /// The full window, where left out.
    #[serde(default)]
    window: Option<WindowText>,
    #[serde(default)]
    quiescence: Option<bool>,
    #[serde(default)]
    expected: ExpectedResult,
}

/// Reads a lesson.
///
/// # Errors
///
/// A [`LessonError`] if the text is not RON, or if its parts do not fit together.
pub fn parse_lesson(id: &str, text: &str) -> Result<Lesson, LessonError> {
    read_lesson_text(id, text).map_err(|problem| LessonError { id: id.to_owned(), problem })
}

fn read_lesson_text(id: &str, text: &str) -> Result<Lesson, LessonProblem> {
    let read: LessonText = ron::from_str(text).map_err(Box::new)?;
    let scene = read_scene(&read.scene)?;
    let settings = LabSettings {
        window: read_window(read.window)?,
        quiescence: read.quiescence,
        ..LabSettings::depth(scene.depth(read.depth))
    };
    let figures = read.figures.into_iter().map(|text| read_figure(text, &scene, &settings));
    let figures: Result<_, _> = figures.collect();
    Ok(Lesson {
        id: id.to_owned(),
        title: one_line(&read.title),
        text: read.text.iter().map(|paragraph| one_line(paragraph)).collect(),
        technique: read_technique(&read.technique)?,
        settings,
        question: one_line(&read.question),
        ask: read_task(read.ask, &scene)?,
        right: one_line(&read.right),
        wrong: one_line(&read.wrong),
        names_kinds: read.names_kinds,
        explains: read.explains,
        facts: read.facts,
        figures: figures?,
        scene,
    })
}

fn read_scene(scene: &SceneText) -> Result<LessonScene, LessonProblem> {
    Ok(match scene {
        SceneText::Tree(text) => LessonScene::Tree(LessonTree::plain(read_tree(text)?)),
        SceneText::Position { variant, position } => {
            LessonScene::Position(read_position(variant, position)?)
        }
        SceneText::Named { variant, position, tree, moves } => {
            let root = read_position(variant, position)?;
            LessonScene::Tree(LessonTree::named(read_tree(tree)?, root, moves)?)
        }
    })
}

fn read_tree(text: &str) -> Result<TextTree, LessonProblem> {
    let tree = TextTree::parse(text, true);
    tree.map_err(|source| LessonProblem::Tree { text: text.to_owned(), source })
}

fn read_position(variant: &str, text: &str) -> Result<Position, LessonProblem> {
    let Some(variant) = builtin_variants().iter().find(|known| known.id == variant) else {
        return Err(LessonProblem::Variant(variant.to_owned()));
    };
    Ok(parse_position_text(variant, text)?)
}

fn read_technique(text: &str) -> Result<Technique, LessonProblem> {
    let technique = Technique::parse(text);
    technique.map_err(|source| LessonProblem::Technique { text: text.to_owned(), source })
}

fn read_window(window: Option<WindowText>) -> Result<Window, LessonProblem> {
    let Some(WindowText(alpha, beta)) = window else { return Ok(Window::FULL) };
    if alpha >= beta {
        return Err(LessonProblem::Window { alpha, beta });
    }
    Ok(Window::new(Score::DRAW.offset(alpha), Score::DRAW.offset(beta)))
}

fn read_task(ask: AskText, scene: &LessonScene) -> Result<LessonTask, LessonProblem> {
    match (ask, scene) {
        (AskText::Node(target), LessonScene::Tree(_)) => {
            if let TargetNodes::OnlyBy(id) = &target {
                read_technique(id)?;
            }
            Ok(LessonTask::Node(target))
        }
        (AskText::Move(moves), LessonScene::Position(position)) => {
            let wrong = |text: &str| LessonProblem::Move(text.to_owned());
            let read = moves.iter().map(|m| position.parse_move(m).map_err(|_| wrong(m)));
            Ok(LessonTask::Move(read.collect::<Result<_, _>>()?))
        }
        (AskText::Choice(mut choices), _) => {
            let right = choices.iter().filter(|choice| choice.right).count();
            if right != 1 {
                return Err(LessonProblem::Choices(right));
            }
            for choice in &mut choices {
                choice.text = one_line(&choice.text);
                choice.why = one_line(&choice.why);
            }
            Ok(LessonTask::Choice(choices))
        }
        _ => Err(LessonProblem::Question),
    }
}

/// Reads a figure of a lesson with this scene and these settings.
fn read_figure(
    read: FigureText,
    lesson: &LessonScene,
    settings: &LabSettings<'static>,
) -> Result<LessonFigure, LessonProblem> {
    let tree = read.tree.as_deref().map(read_tree).transpose()?;
    let scene = tree.map(|tree| LessonScene::Tree(LessonTree::plain(tree)));
    let depth = scene.as_ref().unwrap_or(lesson).depth(read.depth.unwrap_or(settings.depth));
    let window = read_window(read.window)?;
    let quiescence = read.quiescence.unwrap_or(settings.quiescence);
    Ok(LessonFigure {
        label: one_line(&read.label),
        scene,
        technique: read_technique(&read.technique)?,
        settings: LabSettings { depth, window, quiescence, ..*settings },
        expected: read.expected,
    })
}

/// A text without its line breaks, with a minus sign before each negative number.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut signed = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let begins_number =
            letters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '\u{221e}');
        let is_minus = letter == '-' && begins_number && !before.is_alphanumeric() && before != ')';
        signed.push(if is_minus { '\u{2212}' } else { letter });
        before = letter;
    }
    signed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_have_a_minus_sign() {
        let text = one_line("worth -3\n  and -12, or (-\u{221e}; b2-b3 and 5-4 stay, 3-fold");
        assert_eq!(
            text,
            "worth \u{2212}3 and \u{2212}12, or (\u{2212}\u{221e}; b2-b3 and 5-4 stay, 3-fold"
        );
    }
}
