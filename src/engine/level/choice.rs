//! A choice among moves that are nearly equal, so that no two games are the same.
//!
//! The search gives several moves a line with an exact score each. Those within a margin of the best
//! are drawn from by a hash of the seed and the position.

use crate::{
    engine::{SearchInfo, SearchResult},
    rules::{Position, split_mix},
};

/// The number of lines that are searched where there is a choice.
pub(super) const LINES: usize = 4;

/// The lines of the last iteration that reported them all.
#[derive(Default)]
pub(super) struct NearlyEqual {
    lines: Vec<SearchInfo>,
}

impl NearlyEqual {
    /// Takes a report of the search.
    pub fn note(&mut self, info: &SearchInfo) {
        if info.multipv == 1 {
            self.lines.clear();
        }
        self.lines.push(info.clone());
    }

    /// The move to play: one whose score is within the margin in centipawns of the best. Forced wins
    /// and losses are not varied.
    pub fn choose(
        &self,
        position: &Position,
        seed: u64,
        margin: i32,
        result: SearchResult,
    ) -> SearchResult {
        let best = result.info.score;
        let is_near = |line: &&SearchInfo| {
            !line.score.is_decided() && line.score.value() + margin >= best.value()
        };
        let mut near: Vec<&SearchInfo> = self.lines.iter().filter(is_near).collect();
        if best.is_decided() || near.len() < 2 {
            return result;
        }
        let drawn = split_mix(split_mix(seed) ^ position.key()) % near.len() as u64;
        let info = near.swap_remove(drawn as usize).clone();
        let nodes = result.info.nodes;
        let best = info.pv.first().copied().or(result.best);
        SearchResult { best, info: SearchInfo { multipv: 1, nodes, ..info } }
    }
}
