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

/// The reason why a lesson cannot be used. Each names the lesson by its id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LessonError {
    /// The text is not RON, or not a lesson.
    #[error("lesson \"{id}\" cannot be read: {}", excerpt_of_error(.source))]
    Unreadable {
        /// The id of the lesson.
        id: String,
        /// RON's description of the fault, with line and column.
        source: Box<ron::error::SpannedError>,
    },
    /// The tree cannot be read.
    #[error("lesson \"{id}\", tree \"{}\": {source}", excerpt(.text))]
    Tree {
        /// The id of the lesson.
        id: String,
        /// The tree as written.
        text: String,
        /// What is wrong with it.
        source: TextTreeError,
    },
    /// The technique cannot be read.
    #[error("lesson \"{id}\", technique \"{}\": {source}", excerpt(.text))]
    Technique {
        /// The id of the lesson.
        id: String,
        /// The technique as written.
        text: String,
        /// What is wrong with it.
        source: TechniqueError,
    },
    /// There is no variant with this id.
    #[error("lesson \"{id}\": there is no variant \"{}\"", excerpt(.text))]
    Variant {
        /// The id of the lesson.
        id: String,
        /// The id of the variant as written.
        text: String,
    },
    /// The position cannot be read.
    #[error("lesson \"{id}\", position: {source}")]
    Position {
        /// The id of the lesson.
        id: String,
        /// What is wrong with it.
        source: PositionTextError,
    },
    /// The moves of a tree do not fit it.
    #[error("lesson \"{id}\", moves of the tree: {source}")]
    Naming {
        /// The id of the lesson.
        id: String,
        /// What is wrong with them.
        source: TreeMovesError,
    },
    /// An answer that is not a move of the position.
    #[error("lesson \"{id}\": the answer \"{}\" is not a move of the position", excerpt(.text))]
    Move {
        /// The id of the lesson.
        id: String,
        /// The answer as written.
        text: String,
    },
    /// A window whose alpha is not below its beta.
    #[error("lesson \"{id}\": alpha is not below beta in the window {alpha}, {beta}")]
    Window {
        /// The id of the lesson.
        id: String,
        /// The lower end.
        alpha: i32,
        /// The upper end.
        beta: i32,
    },
    /// A question for nodes without a tree, or for moves without a position.
    #[error("lesson \"{id}\" asks for nodes without a tree, or moves without a board")]
    Question {
        /// The id of the lesson.
        id: String,
    },
    /// The number of right choices is not one.
    #[error("lesson \"{id}\" has {right} right choices instead of one")]
    Choices {
        /// The id of the lesson.
        id: String,
        /// The number of right choices.
        right: usize,
    },
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
    let read: LessonText = ron::from_str(text).map_err(|source| LessonError::Unreadable {
        id: id.to_owned(),
        source: Box::new(source),
    })?;
    Reader { id }.lesson(read)
}

/// Reads the parts of one lesson.
struct Reader<'a> {
    id: &'a str,
}

impl Reader<'_> {
    fn id(&self) -> String {
        self.id.to_owned()
    }

    fn lesson(&self, read: LessonText) -> Result<Lesson, LessonError> {
        let scene = self.scene(&read.scene)?;
        let settings = LabSettings {
            window: self.window(read.window)?,
            quiescence: read.quiescence,
            ..LabSettings::depth(scene.depth(read.depth))
        };
        let figures = read.figures.into_iter();
        let figures: Result<_, _> =
            figures.map(|text| self.figure(text, &scene, &settings)).collect();
        Ok(Lesson {
            id: self.id(),
            title: one_line(&read.title),
            text: read.text.iter().map(|paragraph| one_line(paragraph)).collect(),
            technique: self.technique(&read.technique)?,
            settings,
            question: one_line(&read.question),
            ask: self.ask(read.ask, &scene)?,
            right: one_line(&read.right),
            wrong: one_line(&read.wrong),
            names_kinds: read.names_kinds,
            explains: read.explains,
            facts: read.facts,
            figures: figures?,
            scene,
        })
    }

    fn scene(&self, scene: &SceneText) -> Result<LessonScene, LessonError> {
        Ok(match scene {
            SceneText::Tree(text) => LessonScene::Tree(LessonTree::plain(self.tree(text)?)),
            SceneText::Position { variant, position } => {
                LessonScene::Position(self.position(variant, position)?)
            }
            SceneText::Named { variant, position, tree, moves } => {
                let root = self.position(variant, position)?;
                let named = LessonTree::named(self.tree(tree)?, root, moves);
                let named = named.map_err(|source| LessonError::Naming { id: self.id(), source });
                LessonScene::Tree(named?)
            }
        })
    }

    fn tree(&self, text: &str) -> Result<TextTree, LessonError> {
        TextTree::parse(text, true).map_err(|source| LessonError::Tree {
            id: self.id(),
            text: text.to_owned(),
            source,
        })
    }

    fn position(&self, variant: &str, text: &str) -> Result<Position, LessonError> {
        let Some(variant) = builtin_variants().iter().find(|known| known.id == variant) else {
            return Err(LessonError::Variant { id: self.id(), text: variant.to_owned() });
        };
        parse_position_text(variant, text)
            .map_err(|source| LessonError::Position { id: self.id(), source })
    }

    fn technique(&self, text: &str) -> Result<Technique, LessonError> {
        Technique::parse(text).map_err(|source| LessonError::Technique {
            id: self.id(),
            text: text.to_owned(),
            source,
        })
    }

    fn window(&self, window: Option<WindowText>) -> Result<Window, LessonError> {
        let score = |value: i32| Score::DRAW.offset(value);
        match window {
            None => Ok(Window::FULL),
            Some(WindowText(alpha, beta)) if alpha < beta => {
                Ok(Window::new(score(alpha), score(beta)))
            }
            Some(WindowText(alpha, beta)) => {
                Err(LessonError::Window { id: self.id(), alpha, beta })
            }
        }
    }

    fn ask(&self, ask: AskText, scene: &LessonScene) -> Result<LessonTask, LessonError> {
        match (ask, scene) {
            (AskText::Node(target), LessonScene::Tree(_)) => {
                if let TargetNodes::OnlyBy(id) = &target {
                    self.technique(id)?;
                }
                Ok(LessonTask::Node(target))
            }
            (AskText::Move(moves), LessonScene::Position(position)) => {
                let wrong = |text: &str| LessonError::Move { id: self.id(), text: text.to_owned() };
                let read = moves.iter().map(|m| position.parse_move(m).map_err(|_| wrong(m)));
                Ok(LessonTask::Move(read.collect::<Result<_, _>>()?))
            }
            (AskText::Choice(mut choices), _) => {
                let right = choices.iter().filter(|choice| choice.right).count();
                if right != 1 {
                    return Err(LessonError::Choices { id: self.id(), right });
                }
                for choice in &mut choices {
                    choice.text = one_line(&choice.text);
                    choice.why = one_line(&choice.why);
                }
                Ok(LessonTask::Choice(choices))
            }
            _ => Err(LessonError::Question { id: self.id() }),
        }
    }

    fn figure(
        &self,
        read: FigureText,
        lesson: &LessonScene,
        settings: &LabSettings<'static>,
    ) -> Result<LessonFigure, LessonError> {
        let tree = read.tree.as_ref().map(|text| self.tree(text)).transpose()?;
        let scene = tree.map(|tree| LessonScene::Tree(LessonTree::plain(tree)));
        let depth = scene.as_ref().unwrap_or(lesson).depth(read.depth.unwrap_or(settings.depth));
        let window = self.window(read.window)?;
        let quiescence = read.quiescence.unwrap_or(settings.quiescence);
        Ok(LessonFigure {
            label: one_line(&read.label),
            scene,
            technique: self.technique(&read.technique)?,
            settings: LabSettings { depth, window, quiescence, ..*settings },
            expected: read.expected,
        })
    }
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
