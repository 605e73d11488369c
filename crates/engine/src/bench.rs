//! A fixed set of positions searched to fixed depths: the same node count every time.
//!
//! The count is a fingerprint of the search; the time measures its speed.
//!
//! ```
//! use minnow_engine::bench::bench;
//!
//! let (threads, depth_plies) = (1, Some(1));
//! let mut nodes = 0;
//! bench(threads, depth_plies, &mut |entry| nodes += entry.nodes)?;
//! assert!(nodes > 0);
//! # Ok::<(), minnow_engine::bench::BenchPositionsError>(())
//! ```

use std::fmt;

use serde::Deserialize;
use thiserror::Error;

use super::{Root, SearchLimits, Searcher};
use minnow_base::sync::StopFlag;
use minnow_rules::{FenError, Position, Variant};

/// The reason why the positions could not be read.
#[derive(Debug, Error)]
pub enum BenchPositionsError {
    /// The file is not RON, or not a list of variants, depths and FENs.
    #[error("the bench positions are not readable: {0}")]
    File(#[source] ron::error::SpannedError),
    /// The variant of a position, counted from 1, does not exist.
    #[error("bench position {number}: there is no variant \"{id}\"")]
    Variant {
        /// Of the position, from 1.
        number: usize,
        /// The unknown variant's id.
        id: String,
    },
    /// The FEN of a position, counted from 1, is wrong.
    #[error("bench position {number}: {source}")]
    Fen {
        /// Of the position, from 1.
        number: usize,
        /// The fault of the FEN.
        source: FenError,
    },
}

/// A row of `assets/bench.ron`.
#[derive(Deserialize)]
struct BenchRow {
    variant: String,
    depth_plies: u32,
    fen: String,
}

/// A position to search, with its depth in plies.
struct BenchPosition {
    position: Position,
    depth: u32,
}

/// The search of one position.
pub struct BenchEntry {
    /// The position that was searched.
    pub position: Position,
    /// In plies.
    pub depth: u32,
    /// Moves made by all threads.
    pub nodes: u64,
    /// The time of the search.
    pub seconds: f64,
}

fn bench_positions() -> Result<Vec<BenchPosition>, BenchPositionsError> {
    let rows: Vec<BenchRow> = ron::from_str(include_str!("../../../assets/bench.ron"))
        .map_err(BenchPositionsError::File)?;
    rows.into_iter().zip(1..).map(|(row, number)| bench_position(row, number)).collect()
}

fn bench_position(row: BenchRow, number: usize) -> Result<BenchPosition, BenchPositionsError> {
    let BenchRow { variant: id, depth_plies: depth, fen } = row;
    let variant = Variant::by_id(&id).ok_or(BenchPositionsError::Variant { number, id })?;
    let position = Position::from_fen(variant, &fen)
        .map_err(|source| BenchPositionsError::Fen { number, source })?;
    Ok(BenchPosition { position, depth })
}

/// The sums over all positions. Its text is `N nodes M nps`, as OpenBench reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BenchTotals {
    /// The nodes of all searches.
    pub nodes: u64,
    /// Their time.
    pub seconds: f64,
}

impl BenchTotals {
    /// Adds a position.
    pub fn add(&mut self, entry: &BenchEntry) {
        self.nodes += entry.nodes;
        self.seconds += entry.seconds;
    }
}

impl fmt::Display for BenchTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = self.nodes as f64 / self.seconds.max(1e-9);
        write!(f, "{} nodes {speed:.0} nps", self.nodes)
    }
}

/// Searches every position of `assets/bench.ron` with a new engine with a table of 16 MB, to
/// `depth` plies or to the position's own depth. With more than one thread the node count varies.
///
/// # Errors
///
/// [`BenchPositionsError`] if the file of positions is wrong.
pub fn bench(
    threads: usize,
    depth: Option<u32>,
    report: &mut dyn FnMut(&BenchEntry),
) -> Result<(), BenchPositionsError> {
    let mut searcher = Searcher::new(Variant::default_variant(), 16);
    let stop = StopFlag::new();
    searcher.set_threads(threads);
    for BenchPosition { position, depth: own_depth } in bench_positions()? {
        searcher.new_game();
        let depth = depth.unwrap_or(own_depth);
        let root = Root::new(position);
        let limits = SearchLimits::depth(depth);
        let result = searcher.search(&root, &limits, &stop, &mut |_| {});
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

    #[test]
    fn the_sums_are_written_as_openbench_reads_them() {
        let totals = BenchTotals { nodes: 3_000, seconds: 0.5 };
        assert_eq!(totals.to_string(), "3000 nodes 6000 nps");
    }
    use minnow_rules::builtin_variants;

    #[test]
    fn positions_cover_starts_endgames_and_limits() {
        let positions: Vec<Position> =
            bench_positions().unwrap().into_iter().map(|entry| entry.position).collect();
        for variant in builtin_variants() {
            let start = Position::start(variant);
            assert!(positions.contains(&start), "{}", variant.id);
        }
        let few = |position: &&Position| position.board().occupied().count() <= 6;
        let positions = || positions.iter();
        assert!(positions().filter(few).count() >= 5);
        assert!(positions().filter(|position| position.ply() > 10 && !few(position)).count() >= 5);
        let is_near_limit = |position: &&Position| {
            let progress = position.variant().progress_plies();
            position.variant().ply_limit().is_some_and(|limit| position.ply() + 9 > limit)
                || progress.is_some_and(|plies| u32::from(position.halfmove_clock()) + 9 > plies)
        };
        assert!(positions().filter(is_near_limit).count() >= 5);
        assert!(positions().all(|position| position.outcome(1).is_none()));
    }
}
