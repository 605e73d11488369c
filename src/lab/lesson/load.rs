//! Reads lessons from RON, and holds the ones that are built in.

use std::{fmt, sync::LazyLock};

use serde::Deserialize;

use super::{
    Lesson, LessonChoice, LessonFigure, LessonScene, LessonTask, LessonTree, TargetNodes,
    figure::Expected, scene::TreeMovesError,
};
use crate::{
    engine::{Score, Window},
    lab::{LabSettings, Technique, TechniqueError, TextTree, TextTreeError},
    rules::{Position, PositionTextError, builtin_variants, parse_position_text},
};

/// The lessons' ids and texts, in the order in which they are taught.
const TEXTS: [(&str, &str); 15] = [
    ("minimax", include_str!("../../../assets/lessons/minimax.ron")),
    ("cut-off", include_str!("../../../assets/lessons/cut-off.ron")),
    ("order", include_str!("../../../assets/lessons/order.ron")),
    ("one-ply", include_str!("../../../assets/lessons/one-ply.ron")),
    ("course", include_str!("../../../assets/lessons/course.ron")),
    ("course-real", include_str!("../../../assets/lessons/course-real.ron")),
    ("mate", include_str!("../../../assets/lessons/mate.ron")),
    ("kinds", include_str!("../../../assets/lessons/kinds.ron")),
    ("grandfather", include_str!("../../../assets/lessons/grandfather.ron")),
    ("deep", include_str!("../../../assets/lessons/deep.ron")),
    ("equal", include_str!("../../../assets/lessons/equal.ron")),
    ("window", include_str!("../../../assets/lessons/window.ron")),
    ("scout", include_str!("../../../assets/lessons/scout.ron")),
    ("captures", include_str!("../../../assets/lessons/captures.ron")),
    ("horizon", include_str!("../../../assets/lessons/horizon.ron")),
];

/// Why a lesson cannot be used. Each names the lesson by its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonError {
    /// It is no RON, or not a lesson's.
    Unreadable {
        id: String,
        problem: String,
    },
    Tree {
        id: String,
        text: String,
        problem: TextTreeError,
    },
    Technique {
        id: String,
        text: String,
        problem: TechniqueError,
    },
    Variant {
        id: String,
        text: String,
    },
    Position {
        id: String,
        problem: PositionTextError,
    },
    /// A tree's moves do not go with it.
    Naming {
        id: String,
        problem: String,
    },
    /// An answer that is no move of the position.
    Move {
        id: String,
        text: String,
    },
    /// A window whose alpha is not below its beta.
    Window {
        id: String,
        text: String,
    },
    /// Nodes are asked for where there is no tree, or moves where there is no position.
    Question {
        id: String,
    },
    /// Not exactly one choice is right.
    Choices {
        id: String,
        right: usize,
    },
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LessonError::*;
        match self {
            Unreadable { id, problem } => write!(f, "lesson \"{id}\" cannot be read: {problem}"),
            Tree { id, text, problem } => write!(f, "lesson \"{id}\", tree \"{text}\": {problem}"),
            Technique { id, text, problem } => {
                write!(f, "lesson \"{id}\", technique \"{text}\": {problem}")
            }
            Variant { id, text } => write!(f, "lesson \"{id}\": there is no variant \"{text}\""),
            Position { id, problem } => write!(f, "lesson \"{id}\", position: {problem}"),
            Naming { id, problem } => write!(f, "lesson \"{id}\", moves of the tree: {problem}"),
            Move { id, text } => {
                write!(f, "lesson \"{id}\": the answer \"{text}\" is no move of the position")
            }
            Window { id, text } => {
                write!(f, "lesson \"{id}\": the window {text} has no alpha below its beta")
            }
            Question { id } => {
                write!(f, "lesson \"{id}\" asks for nodes without a tree, or moves without a board")
            }
            Choices { id, right } => {
                write!(f, "lesson \"{id}\" has {right} right choices instead of one")
            }
        }
    }
}

impl std::error::Error for LessonError {}

impl fmt::Display for TreeMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeMovesError::Illegal { text } => write!(f, "\"{text}\" cannot be played there"),
            TreeMovesError::Count { moves, nodes } => {
                write!(f, "{moves} moves for {nodes} nodes below the root")
            }
        }
    }
}

/// A lesson as it stands in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonText {
    title: String,
    text: Vec<String>,
    scene: SceneText,
    technique: String,
    /// Plies in a position; a tree is searched to its leaves.
    #[serde(default = "one")]
    depth: u32,
    #[serde(default)]
    window: Option<(i32, i32)>,
    #[serde(default)]
    quiescence: bool,
    question: String,
    ask: AskText,
    right: String,
    #[serde(default)]
    wrong: String,
    figures: Vec<FigureText>,
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
    /// Where these are not given they are the lesson's.
    #[serde(default)]
    tree: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    /// Without it the full one, whatever the lesson's is.
    #[serde(default)]
    window: Option<(i32, i32)>,
    #[serde(default)]
    quiescence: Option<bool>,
    #[serde(default)]
    expected: Expected,
}

/// The built-in lessons, in order.
pub fn builtin_lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        let lessons: Result<_, _> = TEXTS.iter().map(|(id, text)| parse_lesson(id, text)).collect();
        match lessons {
            Ok(lessons) => lessons,
            Err(error) => unreachable!("the built-in lessons are tested to be right: {error}"),
        }
    });
    &LESSONS
}

/// Reads a lesson.
pub fn parse_lesson(id: &str, text: &str) -> Result<Lesson, LessonError> {
    let read: LessonText = ron::from_str(text).map_err(|problem| LessonError::Unreadable {
        id: id.to_owned(),
        problem: problem.to_string(),
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
                let problem = |e: TreeMovesError| e.to_string();
                LessonScene::Tree(
                    named
                        .map_err(|e| LessonError::Naming { id: self.id(), problem: problem(e) })?,
                )
            }
        })
    }

    fn tree(&self, text: &str) -> Result<TextTree, LessonError> {
        TextTree::parse(text, true).map_err(|problem| LessonError::Tree {
            id: self.id(),
            text: text.to_owned(),
            problem,
        })
    }

    fn position(&self, variant: &str, text: &str) -> Result<Position, LessonError> {
        let Some(variant) = builtin_variants().iter().find(|known| known.id == variant) else {
            return Err(LessonError::Variant { id: self.id(), text: variant.to_owned() });
        };
        parse_position_text(variant, text)
            .map_err(|problem| LessonError::Position { id: self.id(), problem })
    }

    fn technique(&self, text: &str) -> Result<Technique, LessonError> {
        Technique::parse(text).map_err(|problem| LessonError::Technique {
            id: self.id(),
            text: text.to_owned(),
            problem,
        })
    }

    fn window(&self, window: Option<(i32, i32)>) -> Result<Window, LessonError> {
        let score = |value: i32| Score::DRAW.offset(value);
        match window {
            None => Ok(Window::FULL),
            Some((alpha, beta)) if alpha < beta => Ok(Window::new(score(alpha), score(beta))),
            Some((alpha, beta)) => {
                Err(LessonError::Window { id: self.id(), text: format!("{alpha}, {beta}") })
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

/// A text without the line ends of its file.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
