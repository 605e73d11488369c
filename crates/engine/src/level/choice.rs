//! A choice among moves that are nearly equal, so that no two games are the same.
//!
//! The search gives several moves a line with an exact score each. Those within a margin of the best
//! are drawn from by a hash of the seed and the position.

use crate::{Bound, SearchInfo, SearchResult};
use minnow_rules::{Position, internal::split_mix};

/// The number of lines that are searched where there is a choice.
pub(super) const LINES: usize = 4;

/// The lines of the last iteration that reported them all.
#[derive(Default)]
pub(super) struct NearlyEqual {
    lines: Vec<SearchInfo>,
}

impl NearlyEqual {
    /// Takes a report of the search. Bounds are reported only by searches of more than a second, so
    /// they are left out: the choice must not depend on the machine's speed.
    pub(super) fn note(&mut self, info: &SearchInfo) {
        if info.bound != Bound::Exact {
            return;
        }
        if info.multipv == 1 {
            self.lines.clear();
        }
        self.lines.push(info.clone());
    }

    /// The move to play: one whose score is within the margin in centipawns of the best. Forced wins
    /// and losses are not varied.
    pub(super) fn choose(
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Score;
    use minnow_rules::Variant;

    #[test]
    fn bounds_do_not_change_the_choice() {
        let position = Position::start(Variant::default_variant());
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        let line = |multipv: usize, bound| SearchInfo {
            multipv,
            depth: 3,
            seldepth: 3,
            score: Score::centipawns(0),
            bound,
            nodes: 100,
            elapsed: Duration::ZERO,
            permille_full: 0,
            pv: vec![moves[multipv]],
        };
        let mut lines = NearlyEqual::default();
        (1..=3).for_each(|multipv| lines.note(&line(multipv, Bound::Exact)));
        let result = || SearchResult { best: Some(moves[1]), info: line(1, Bound::Exact) };
        let choices = |lines: &NearlyEqual| -> Vec<_> {
            (0..20).map(|seed| lines.choose(&position, seed, 10, result()).best).collect()
        };
        let before = choices(&lines);
        assert!((1..=3).all(|number| before.contains(&Some(moves[number]))));
        lines.note(&line(1, Bound::Upper));
        lines.note(&line(1, Bound::Lower));
        assert_eq!(choices(&lines), before);
    }
}
