//! The difficulty of a puzzle: the lowest level that solves it in half of 20 games.

use super::puzzle::Puzzle;
use minnow_base::sync::StopFlag;
use minnow_engine::{LEVELS, Level, Opponent, Root, SearchLimits, Searcher};

/// The games of a level, each with its own seed.
const SEEDS: u64 = 20;

/// The number of the lowest level that solves the puzzle with half of 20 seeds, or one more than the
/// strongest. `None` if it was stopped.
///
/// The levels search with their own depth and nodes and without a limit of time, so that the result
/// does not depend on the machine.
pub(super) fn difficulty_of(
    puzzle: &Puzzle,
    searcher: &mut Searcher,
    stop: &StopFlag,
) -> Option<u8> {
    for level in LEVELS {
        // The strongest level makes no mistakes on purpose: every seed plays the same.
        let seeds = if level == Level::strongest() { 1 } else { SEEDS };
        let enough = seeds.div_ceil(2);
        let mut solved = 0;
        for seed in 1..=seeds {
            let opponent = Opponent::of_level(level.number, seed);
            solved += u64::from(solves(puzzle, searcher, opponent, stop));
            if stop.is_set() {
                return None;
            }
            let left = seeds - seed;
            if solved >= enough || solved + left < enough {
                break;
            }
        }
        if solved >= enough {
            return Some(level.number);
        }
    }
    Some(LEVELS.len() as u8 + 1)
}

/// True if the opponent finds every move of the solver.
fn solves(puzzle: &Puzzle, searcher: &mut Searcher, opponent: Opponent, stop: &StopFlag) -> bool {
    searcher.new_game();
    let mut root = Root::new(puzzle.start);
    for (played, mv) in puzzle.line.iter().enumerate() {
        if played % 2 == 0 {
            let limits = SearchLimits::default();
            let result = searcher.play(&root, &opponent, &limits, stop, &mut |_| {});
            let is_found = result.best.is_some_and(|best| puzzle.is_solution(played, best));
            if !is_found || stop.is_set() {
                return false;
            }
        }
        root.play(*mv);
    }
    true
}
