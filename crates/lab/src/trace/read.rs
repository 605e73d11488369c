//! Reads a trace that another program wrote. Of a visit only the fields that are compared are
//! needed; all others are ignored.

use serde::{Deserialize, Deserializer, de::Error as _};

use crate::{LabSettings, Technique, TechniqueError, TextTree, TextTreeError};
use minnow_engine::{Score, Window};
use minnow_rules::{FenError, Position, Variant, excerpt};

/// The reason why a text is not a trace. Lines and columns count from 1.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The text has no line.
    #[error(
        "line 1: the trace is empty; the first line is a header such as \
         {{\"tree\": \"((3 12) (2 8))\", \"technique\": \"alpha-beta\"}}"
    )]
    Empty,
    /// A line is not JSON, or lacks a field.
    #[error("line {line}, column {column}: {problem} in \"{}\"", excerpt(.text))]
    Unreadable {
        /// The number of the line.
        line: usize,
        /// The column of the fault.
        column: usize,
        /// JSON's description of the fault.
        problem: String,
        /// The line.
        text: String,
    },
    /// The header has neither a tree nor a position.
    #[error("line 1: the header has neither \"tree\" nor \"fen\"")]
    NoSubject,
    /// The header has both a tree and a position.
    #[error("line 1: the header has both \"tree\" and \"fen\"")]
    TwoSubjects,
    /// The tree of the header cannot be read.
    #[error("line 1: \"tree\": {0}")]
    BadTree(#[source] TextTreeError),
    /// The position of the header cannot be read.
    #[error("line 1: \"fen\": {0}")]
    BadFen(#[source] FenError),
    /// The header names an unknown variant.
    #[error("line 1: there is no variant \"{}\"", excerpt(.0))]
    NoVariant(String),
    /// The technique of the header cannot be read.
    #[error("line 1: \"technique\": {0}")]
    BadTechnique(#[source] TechniqueError),
    /// The player at the root is unknown.
    #[error("line 1: \"root\" is \"max\" or \"min\", not \"{}\"", excerpt(.0))]
    BadRoot(String),
    /// Alpha is not below beta.
    #[error("line 1: alpha is not below beta in \"window\"")]
    BadWindow,
    /// The depth of a position is missing or out of range.
    #[error("line 1: the header of a position needs \"depth\", from 1 to 60 plies")]
    BadDepth,
    /// The depth of the header ends at an inner node, which has no value.
    #[error(
        "line 1: the inner node in column {column} of the tree is {depth} plies deep and has no value"
    )]
    TooShallow {
        /// The column of the node in the tree's text.
        column: usize,
        /// The plies from the root to the node.
        depth: u32,
    },
    /// Two lines have the same visit.
    #[error("line {line}: visit {visit} is in line {first} already")]
    TwoVisits {
        /// The number of the visit.
        visit: usize,
        /// The later line.
        line: usize,
        /// The earlier line.
        first: usize,
    },
    /// The numbers of the visits have a gap.
    #[error("visit {visit} is missing, although line {line} has visit {later}")]
    MissingVisit {
        /// The number that is missing.
        visit: usize,
        /// A line with a greater number.
        line: usize,
        /// That number.
        later: usize,
    },
    /// A line says that the search was stopped, so the trace is not complete.
    #[error(
        "line {line}: the search of this trace was stopped ({}), so the trace is incomplete and \
         cannot be compared",
        excerpt(.reason)
    )]
    Stopped {
        /// The number of that line.
        line: usize,
        /// The reason that it gives.
        reason: String,
    },
    /// The header is the only line.
    #[error("line 1 is followed by no visit")]
    NoVisits,
}

/// The header as it is written by other programs: all but the tree and the technique may be
/// missing.
#[derive(Debug, Deserialize)]
struct StudentHeader {
    tree: Option<String>,
    fen: Option<String>,
    variant: Option<String>,
    technique: String,
    root: Option<String>,
    window: Option<[Option<f64>; 2]>,
    depth: Option<u32>,
    seed: Option<u64>,
    quiescence: Option<bool>,
}

/// The last line of the trace of a stopped search.
#[derive(Debug, Deserialize)]
struct StopMark {
    stopped: String,
}

/// The fields of a visit that are compared.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(super) struct StudentVisit {
    pub visit: usize,
    /// Required, although it may be null.
    #[serde(deserialize_with = "Option::deserialize")]
    pub parent: Option<usize>,
    pub path: Vec<usize>,
    #[serde(deserialize_with = "whole_or_null")]
    pub alpha: Option<i64>,
    #[serde(deserialize_with = "whole_or_null")]
    pub beta: Option<i64>,
    #[serde(deserialize_with = "whole")]
    pub value: i64,
    /// The line in the file, from 1.
    #[serde(skip)]
    pub line: usize,
}

/// The searched game of a trace.
pub(super) enum TraceGame {
    Tree(TextTree),
    Position(Position),
}

/// A trace with the search that it claims to be.
pub(super) struct StudentTrace {
    pub game: TraceGame,
    pub technique: Technique,
    pub settings: LabSettings<'static>,
    /// The visits by their numbers.
    pub visits: Vec<StudentVisit>,
}

/// A whole number, also in the form `3.0`.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Ok(number as i64)
    } else {
        Err(D::Error::custom(format!("{number} is not a whole number")))
    }
}

fn whole_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    struct Whole(#[serde(deserialize_with = "whole")] i64);
    Ok(Option::<Whole>::deserialize(deserializer)?.map(|number| number.0))
}

/// Parses one line of JSON.
fn parse<'a, V: Deserialize<'a>>(line: usize, text: &'a str) -> Result<V, TraceError> {
    serde_json::from_str(text).map_err(|error| {
        let problem = error.to_string();
        let problem = problem.rsplit_once(" at line ").map_or(problem.as_str(), |(what, _)| what);
        let hint = if ["Infinity", "inf", "NaN"].iter().any(|word| text.contains(word)) {
            " (an infinite bound is null)"
        } else {
            ""
        };
        // The names of Rust's types.
        let problem = problem.replace("usize", "a whole number from 0").replace("f64", "a number");
        let (problem, text) = (format!("{problem}{hint}"), text.to_owned());
        TraceError::Unreadable { line, column: error.column(), problem, text }
    })
}

impl StudentTrace {
    /// Reads a trace. Empty lines are skipped.
    ///
    /// # Errors
    ///
    /// A [`TraceError`] with the line of the first mistake.
    pub(super) fn parse(text: &str) -> Result<StudentTrace, TraceError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let mut lines = lines.filter(|(_, text)| !text.is_empty());
        let (line, header) = lines.next().ok_or(TraceError::Empty)?;
        let header: StudentHeader = parse(line, header)?;
        let (game, technique, settings) = header.search()?;
        let mut visits = Vec::new();
        for (line, text) in lines {
            if let Ok(StopMark { stopped: reason }) = serde_json::from_str(text) {
                return Err(TraceError::Stopped { line, reason });
            }
            visits.push(StudentVisit { line, ..parse(line, text)? });
        }
        visits.sort_by_key(|visit| (visit.visit, visit.line));
        check_numbers(&visits)?;
        Ok(StudentTrace { game, technique, settings, visits })
    }
}

/// Checks that the visits, sorted, have the numbers from 0 on.
fn check_numbers(visits: &[StudentVisit]) -> Result<(), TraceError> {
    if visits.is_empty() {
        return Err(TraceError::NoVisits);
    }
    for (number, visit) in visits.iter().enumerate() {
        let StudentVisit { visit: found, line, .. } = *visit;
        if found > number {
            return Err(TraceError::MissingVisit { visit: number, line, later: found });
        }
        if found < number {
            let first = visits.get(found).map_or(line, |first| first.line);
            return Err(TraceError::TwoVisits { visit: found, line, first });
        }
    }
    Ok(())
}

impl StudentHeader {
    /// The search that the header names.
    fn search(&self) -> Result<(TraceGame, Technique, LabSettings<'static>), TraceError> {
        let technique = Technique::parse(&self.technique).map_err(TraceError::BadTechnique)?;
        let root_is_max = match self.root.as_deref() {
            None | Some("max") => true,
            Some("min") => false,
            Some(other) => return Err(TraceError::BadRoot(other.to_owned())),
        };
        let (game, depth) = match (&self.tree, &self.fen) {
            (None, None) => return Err(TraceError::NoSubject),
            (Some(_), Some(_)) => return Err(TraceError::TwoSubjects),
            (Some(tree), None) => {
                let tree = TextTree::parse(tree, root_is_max).map_err(TraceError::BadTree)?;
                let height = tree.height().max(1);
                let depth = self.depth.unwrap_or(height).clamp(1, height);
                if let Some(column) = tree.inner_node_at(depth) {
                    return Err(TraceError::TooShallow { column, depth });
                }
                (TraceGame::Tree(tree), depth)
            }
            (None, Some(fen)) => {
                let depth = self.depth.filter(|depth| (1..=60).contains(depth));
                (self.position(fen)?, depth.ok_or(TraceError::BadDepth)?)
            }
        };
        let mut settings = LabSettings { window: self.window()?, ..LabSettings::depth(depth) };
        settings.seed = self.seed.unwrap_or(settings.seed);
        settings.quiescence = self.quiescence.unwrap_or(settings.quiescence);
        Ok((game, technique, settings))
    }

    fn position(&self, fen: &str) -> Result<TraceGame, TraceError> {
        let variant = match &self.variant {
            None => Variant::default_variant(),
            Some(id) => Variant::by_id(id).ok_or_else(|| TraceError::NoVariant(id.clone()))?,
        };
        Position::from_fen(variant, fen).map(TraceGame::Position).map_err(TraceError::BadFen)
    }

    fn window(&self) -> Result<Window, TraceError> {
        let [alpha, beta] = self.window.unwrap_or_default();
        let end = |number: Option<f64>, infinite: Score| {
            // A greater number is infinite for every value of a leaf.
            let limit = f64::from(Window::FULL.beta.value());
            number.map_or(infinite, |n| Score::DRAW.offset(n.clamp(-limit, limit) as i32))
        };
        let window = Window::new(end(alpha, Window::FULL.alpha), end(beta, Window::FULL.beta));
        if window.alpha < window.beta { Ok(window) } else { Err(TraceError::BadWindow) }
    }
}
