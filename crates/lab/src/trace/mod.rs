//! Traces: every visit of a search as a line of JSON, for comparison with a search of one's own.
//!
//! The first line of a trace is its [`TraceHeader`], each other line a [`TraceVisit`], in the order
//! in which the search leaves the nodes. All numbers are from MAX's view. `docs/lab.md` explains
//! the fields to users. [`check_trace`] compares a trace that another program wrote with the
//! lab's own search of the same tree.

mod check;
mod follow;
mod read;
mod write;

use serde::Serialize;

use super::{BoundSource, LabSettings, Technique, Tree, VisitPurpose};
use minnow_engine::{Bound, Score, Window};
use minnow_rules::Position;

pub(crate) use check::check_answer;
pub use check::{TraceVerdict, check_trace};
pub use read::TraceError;
pub use write::write_trace;

/// The searched game: a tree's text, or a position.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum TraceSubject {
    /// A tree written as text.
    Tree {
        /// The text of the tree.
        tree: String,
    },
    /// A position of a board.
    Position {
        /// The position as FEN.
        fen: String,
        /// The variant's id.
        variant: String,
    },
}

impl TraceSubject {
    /// The subject of a trace that searches this position.
    pub fn of_position(position: &Position) -> TraceSubject {
        TraceSubject::Position { fen: position.fen(), variant: position.variant().id.clone() }
    }
}

/// The first line of a trace: the searched game, the technique and the settings.
#[derive(Clone, Debug, Serialize)]
pub struct TraceHeader {
    /// The searched game.
    #[serde(flatten)]
    pub subject: TraceSubject,
    /// The technique's id.
    pub technique: String,
    /// The player at the root: `max` or `min`.
    pub root: &'static str,
    /// Alpha and beta at the root; `None` for infinite.
    pub window: [Option<i32>; 2],
    /// In plies.
    pub depth: u32,
    /// The seed of the random order.
    pub seed: u64,
    /// True if quiescence search follows the last ply.
    pub quiescence: bool,
}

impl TraceHeader {
    /// The header of a search of this tree.
    pub fn new<T: Tree>(
        tree: &T,
        subject: TraceSubject,
        technique: &Technique,
        settings: &LabSettings,
    ) -> TraceHeader {
        TraceHeader {
            subject,
            technique: technique.id.clone(),
            root: if tree.root_is_max() { "max" } else { "min" },
            window: [settings.window.alpha, settings.window.beta].map(finite),
            depth: settings.depth,
            seed: settings.seed,
            quiescence: settings.quiescence,
        }
    }
}

/// A visit as the search enters it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceEntry {
    /// In the order of entry, from 0.
    pub visit: usize,
    pub parent: Option<usize>,
    /// The numbers of the children from the root to the node, from 1, in the order of the tree.
    pub path: Vec<usize>,
    /// The move that leads to the node, if the tree grows from a position.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub move_text: Option<String>,
    /// True if MAX moves.
    pub max: bool,
    pub alpha: Option<i32>,
    pub beta: Option<i32>,
}

/// The last line of the trace of a stopped search.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceStop {
    /// The reason.
    pub stopped: String,
    /// The visits that the search had not left, the last one first: they have no values.
    pub open: Vec<TraceEntry>,
}

/// A visit that the search has left.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceVisit {
    #[serde(flatten)]
    pub entry: TraceEntry,
    /// The value that the function returns.
    pub value: i32,
    pub bound: &'static str,
    pub expected: &'static str,
    /// `None` at a leaf.
    pub kind: Option<&'static str>,
    pub cutoff: Option<TraceCutoff>,
    /// Of iterative deepening, from 1.
    pub iteration: usize,
    pub purpose: &'static str,
    /// The number of the best child.
    pub best: Option<usize>,
    /// The moves in the order of search; `None` where no ordering applies.
    pub ordered_by: Option<Vec<TraceMove>>,
    pub table: Option<TraceTable>,
    /// The value of a leaf, or of standing pat.
    #[serde(rename = "static")]
    pub static_value: Option<i32>,
}

/// A cutoff before the last move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceCutoff {
    pub tried: usize,
    pub moves: usize,
    pub source: TraceSource,
}

/// The source of the bound that a cutoff reached: a visit's number, or words.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum TraceSource {
    Visit(usize),
    Words(&'static str),
}

impl From<BoundSource> for TraceSource {
    fn from(source: BoundSource) -> TraceSource {
        match source {
            BoundSource::Visit(number) => TraceSource::Visit(number),
            BoundSource::RootWindow => TraceSource::Words("root window"),
            BoundSource::NullWindow => TraceSource::Words("null window"),
            BoundSource::AspirationWindow => TraceSource::Words("aspiration window"),
            BoundSource::StandPat => TraceSource::Words("stand pat"),
        }
    }
}

/// A move of a node with the ordering that gave it its place.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceMove {
    /// The number of the child.
    #[serde(rename = "move")]
    pub number: usize,
    pub rule: Option<&'static str>,
    /// The rank within the ordering.
    pub rank: i64,
}

/// An entry of the transposition table for a node; `None` for infinite.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TraceTable {
    pub lower: Option<i32>,
    pub upper: Option<i32>,
    /// True if the entry decides the node without a search.
    pub settles: bool,
}

/// The number of a bound; `None` for infinite.
pub(crate) fn finite(score: Score) -> Option<i32> {
    let is_infinite = score >= Window::FULL.beta || score <= Window::FULL.alpha;
    (!is_infinite).then_some(score.value())
}

fn bound_text(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn purpose_text(purpose: VisitPurpose) -> &'static str {
    match purpose {
        VisitPurpose::Full => "full",
        VisitPurpose::Null => "null",
        VisitPurpose::Again => "re-search",
    }
}
