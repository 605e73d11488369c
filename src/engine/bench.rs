//! A fixed set of positions searched to fixed depths: the same node count every time.
//!
//! The count is a fingerprint of the search; the time beside it is its speed.

use std::{fmt, sync::atomic::AtomicBool};

use super::{Handicap, Root, SearchLimits, Searcher};
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

/// The positions with their depths in plies.
fn entries() -> Result<Vec<(Position, u32)>, BenchError> {
    let entries: Vec<(String, u32, String)> =
        ron::from_str(include_str!("../../assets/bench.ron")).map_err(BenchError::File)?;
    let position = |(number, (id, depth, fen)): (usize, (String, u32, String))| {
        let refuse = |problem: String| BenchError::Position { entry: number + 1, problem };
        let variant = Variant::by_id(&id).ok_or_else(|| refuse(format!("no variant \"{id}\"")))?;
        let position =
            Position::from_fen(variant, &fen).map_err(|error| refuse(error.to_string()))?;
        Ok((position, depth))
    };
    entries.into_iter().enumerate().map(position).collect()
}

/// Searches every position of `assets/bench.ron` with a fresh 16 MB engine, one after the other:
/// to `depth` plies, or to its own. With more than one of `threads` the nodes vary.
pub fn bench(
    threads: usize,
    depth: Option<u32>,
    report: &mut dyn FnMut(&BenchEntry),
) -> Result<(), BenchError> {
    let mut searcher = Searcher::new(Variant::default_variant(), 16);
    let running = AtomicBool::new(false);
    searcher.set_threads(threads);
    for (position, own_depth) in entries()? {
        searcher.new_game();
        let depth = depth.unwrap_or(own_depth);
        let root = Root::new(position);
        let limits = SearchLimits::depth(depth);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin_variants;

    #[test]
    fn every_variant_is_there_from_its_start_and_otherwise_where_it_ends() {
        let entries = entries().unwrap();
        for variant in builtin_variants() {
            let start = Position::start(variant);
            assert!(entries.iter().any(|(position, _)| *position == start), "{}", variant.id);
        }
        let few = |position: &&Position| position.board().occupied().count() <= 6;
        let positions = || entries.iter().map(|(position, _)| position);
        assert!(positions().filter(few).count() >= 5);
        assert!(positions().filter(|position| position.ply() > 10 && !few(position)).count() >= 5);
        let is_near_limit = |position: &&Position| {
            let progress = position.variant().progress_limit.map(|moves| 2 * u32::from(moves));
            position.variant().ply_limit().is_some_and(|limit| position.ply() + 9 > limit)
                || progress.is_some_and(|plies| u32::from(position.halfmove_clock()) + 9 > plies)
        };
        assert!(positions().filter(is_near_limit).count() >= 5);
        assert!(positions().all(|position| position.outcome(1).is_none()));
    }
}
