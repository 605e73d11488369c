//! Opening lines from strong play with random deviations, for the books of the levels.
//!
//! In each position a search finds the best moves with exact scores; one of those that are nearly
//! as good as the best is played at random. A line depends on the seed and its number alone.

use std::{
    collections::HashMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Random, Root, Score, SearchInfo, SearchLimits, Searcher};
use minnow_jobs::run_numbered;
use minnow_rules::{Move, Position, Variant, internal::split_mix};

/// The transposition table of a search, in MB.
const HASH_MB: usize = 4;
/// The moves of a position that get an exact score.
const LINES: usize = 6;
/// A move is out of the book if it is worse than the best by more, in centipawns.
const MAX_GAP: i32 = 60;
/// A move that is worse by this many centipawns is played e times less often.
const GAP_SCALE: f64 = 25.0;

/// A set of lines to play.
#[derive(Clone, Debug)]
pub struct BookGames {
    /// The board and rules of all lines.
    pub variant: &'static Variant,
    /// The number of lines.
    pub games: u32,
    /// The length of a line.
    pub plies: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Chooses among the moves.
    pub seed: u64,
    /// The number of searches at once; the lines do not depend on it.
    pub threads: usize,
}

/// A move of a position and its weight in the choice.
#[derive(Clone, Copy, Debug)]
struct BookCandidate {
    mv: Move,
    weight: f64,
}

impl BookGames {
    /// Plays the lines, in the order of their numbers. Calls `report` after each with the number
    /// played so far.
    pub fn play(&self, report: &(dyn Fn(u32) + Sync)) -> Vec<Vec<Move>> {
        let known: Mutex<HashMap<u64, Vec<BookCandidate>>> = Mutex::default();
        let finished = AtomicU32::new(0);
        let new_searcher = || Searcher::new(self.variant, HASH_MB);
        let play_line = |searcher: &mut Searcher, number: u64| {
            let line = self.line(searcher, &known, number);
            report(finished.fetch_add(1, Relaxed) + 1);
            line
        };
        run_numbered(self.threads, 0..u64::from(self.games), new_searcher, play_line)
    }

    fn line(
        &self,
        searcher: &mut Searcher,
        known: &Mutex<HashMap<u64, Vec<BookCandidate>>>,
        number: u64,
    ) -> Vec<Move> {
        let mut random = Random(split_mix(self.seed ^ split_mix(number)));
        let mut root = Root::new(Position::start(self.variant));
        let mut line = Vec::new();
        while line.len() < self.plies {
            let key = root.position.key();
            let find = || known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
            // Two threads may search the same position; they find the same.
            let candidates = find().unwrap_or_else(|| {
                let candidates = self.candidates(searcher, &root.position);
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(key, candidates.clone());
                candidates
            });
            let Some(mv) = draw(&candidates, &mut random) else { break };
            line.push(mv);
            root.play(mv);
        }
        line
    }

    /// The moves of a position that are nearly as good as the best one.
    fn candidates(&self, searcher: &mut Searcher, position: &Position) -> Vec<BookCandidate> {
        searcher.new_game();
        let limits = SearchLimits { lines: LINES, ..SearchLimits::nodes(self.nodes) };
        let mut iterations: Vec<SearchInfo> = Vec::new();
        let mut report = |info: &SearchInfo| {
            if info.bound == Bound::Exact {
                iterations.push(info.clone());
            }
        };
        let root = Root::new(*position);
        searcher.search(&root, &limits, &StopFlag::new(), &mut report);
        // The limit leaves the last iteration without some lines.
        let lines = LINES.min(position.legal_moves().len());
        let count = |depth| iterations.iter().filter(|info| info.depth == depth).count();
        let complete = iterations.iter().rev().map(|info| info.depth).find(|d| count(*d) >= lines);
        let depth = complete.or_else(|| iterations.last().map(|info| info.depth));
        let last = iterations.iter().filter(|info| Some(info.depth) == depth);
        let scored: Vec<(Move, Score)> =
            last.filter_map(|info| Some((*info.pv.first()?, info.score))).collect();
        let Some(best) = scored.iter().map(|(_, score)| score.value()).max() else {
            return Vec::new();
        };
        let candidate = |(mv, score): &(Move, Score)| {
            let gap = best - score.value();
            let weight = (-f64::from(gap) / GAP_SCALE).exp();
            (gap <= MAX_GAP).then_some(BookCandidate { mv: *mv, weight })
        };
        scored.iter().filter_map(candidate).collect()
    }
}

fn draw(candidates: &[BookCandidate], random: &mut Random) -> Option<Move> {
    let sum: f64 = candidates.iter().map(|candidate| candidate.weight).sum();
    let steps = 1_u64 << 40;
    let mut left = (random.draw() % steps) as f64 / steps as f64 * sum;
    let drawn = candidates.iter().find(|candidate| {
        left -= candidate.weight;
        left < 0.0
    });
    drawn.or(candidates.last()).map(|candidate| candidate.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(threads: usize, seed: u64) -> BookGames {
        let variant = Variant::by_id("silverman4x5").unwrap();
        BookGames { variant, games: 12, plies: 6, nodes: 400, seed, threads }
    }

    #[test]
    fn lines_are_legal_varied_and_repeatable() {
        let lines = games(1, 3).play(&|_| {});
        assert_eq!(lines, games(3, 3).play(&|_| {}));
        assert_ne!(lines, games(1, 4).play(&|_| {}));
        assert_eq!(lines.len(), 12);
        for line in &lines {
            let mut position = Position::start(games(1, 3).variant);
            for mv in line {
                assert!(position.legal_moves().contains(*mv));
                position = position.play(*mv);
            }
        }
        let mut different = lines.clone();
        different.sort_by_key(|line| line.iter().map(|mv| mv.bits()).collect::<Vec<_>>());
        different.dedup();
        assert!(different.len() > 1, "{different:?}");
    }

    #[test]
    fn moves_far_from_the_best_are_left_out() {
        // Taking the queen is far better than anything else.
        let variant = Variant::default_variant();
        let position = Position::from_fen(variant, "k4/5/1p1q1/5/3R1/K4 w - - 0 1").unwrap();
        let plan = BookGames { variant, nodes: 3_000, ..games(1, 1) };
        let candidates = plan.candidates(&mut Searcher::new(variant, 1), &position);
        let moves: Vec<String> =
            candidates.iter().map(|candidate| position.move_text(candidate.mv)).collect();
        assert_eq!(moves, ["d2d4"]);
    }
}
