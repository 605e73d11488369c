//! A fixed set of positions searched to fixed depths: the same node count every time.
//!
//! The count is a fingerprint of the search; the time beside it is its speed.

use std::{fmt, sync::atomic::AtomicBool};

use super::{Handicap, Limits, Root, Searcher};
use crate::rules::{Position, Variant};

/// Why the positions could not be read.
#[derive(Debug)]
pub enum BenchError {
    File(ron::error::SpannedError),
    Position { entry: usize, problem: String },
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::File(error) => write!(f, "the bench positions are not readable: {error}"),
            BenchError::Position { entry, problem } => {
                write!(f, "bench position {entry}: {problem}")
            }
        }
    }
}

impl std::error::Error for BenchError {}

/// One position's search.
pub struct BenchEntry {
    pub position: Position,
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
}

/// Searches every position of `assets/bench.ron` with a fresh 16 MB engine, one after the other:
/// to `depth` plies, or to its own. With more than one of `threads` the nodes vary.
pub fn bench(
    threads: usize,
    depth: Option<u32>,
    report: &mut dyn FnMut(&BenchEntry),
) -> Result<(), BenchError> {
    let entries: Vec<(String, u32, String)> =
        ron::from_str(include_str!("../../assets/bench.ron")).map_err(BenchError::File)?;
    let mut searcher = Searcher::new(Variant::default_variant(), 16);
    let running = AtomicBool::new(false);
    searcher.set_threads(threads);
    for (number, (id, own_depth, fen)) in entries.iter().enumerate() {
        let refuse = |problem: String| BenchError::Position { entry: number + 1, problem };
        let variant = Variant::by_id(id).ok_or_else(|| refuse(format!("no variant \"{id}\"")))?;
        let position =
            Position::from_fen(variant, fen).map_err(|error| refuse(error.to_string()))?;
        searcher.new_game();
        let root = Root::new(position);
        let depth = depth.unwrap_or(*own_depth);
        let limits = Limits::depth(depth);
        let result = searcher.search(&root, &limits, Handicap::NONE, &running, &mut |_| {});
        report(&BenchEntry {
            position,
            depth,
            nodes: result.info.nodes,
            seconds: result.info.elapsed.as_secs_f64(),
        });
    }
    Ok(())
}
