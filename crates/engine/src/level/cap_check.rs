//! The positions in which a cap on material would be the mistake.
//!
//! The caps judge by the exchange on one square. A recapture that loses more elsewhere, or a queen
//! that is left because a counterattack wins more, is found by a short search without the level's
//! errors. It sees no deeper than the level, so a weak level follows the exchange. A search with all
//! nodes of the move must agree, since a short one errs at times.

use super::{Misjudgement, caps::CappedMoves};
use crate::{
    NoObserver, Root, SearchLimits, SearchResult,
    eval::Evaluator,
    search::Histories,
    searcher::{SearchTools, run},
    table::TranspositionTable,
    time::TimePlan,
};
use minnow_base::sync::StopFlag;
use minnow_rules::{Move, Position, Variant};

/// The least advantage of a move over those that the caps leave, in centipawns.
const LEAST_ADVANTAGE: i32 = 100;
/// Scores beyond this, in centipawns, count as equal: the game is decided.
const DECIDED: i32 = 1_000;
/// The short searches have this part of the move's nodes each.
const SHORT_PART: u64 = 10;
/// The parts of the move's time that a short search and one with all nodes have at most. There are
/// two of each, so that half of the time is left for the move. Nodes normally end them long before.
const SHORT_TIME_PART: u32 = 20;
const WHOLE_TIME_PART: u32 = 5;

/// The engine that compares the moves which the caps exclude with the others.
pub(super) struct CapCheck {
    evaluator: Evaluator,
    tt: TranspositionTable,
}

/// The limits of a short search and of one with all nodes of a move that has these limits.
fn limits_of_check(limits: &SearchLimits, position: &Position) -> [SearchLimits; 2] {
    let time = TimePlan::new(limits, position).hard_limit();
    let part_ms = |part| time.map(|time| (time / part).as_millis() as u64);
    let whole = SearchLimits {
        nodes: limits.nodes,
        movetime_ms: part_ms(WHOLE_TIME_PART),
        threads: Some(1),
        ..SearchLimits::default()
    };
    let short = SearchLimits {
        depth: limits.depth,
        nodes: limits.nodes.map(|nodes| nodes / SHORT_PART),
        movetime_ms: part_ms(SHORT_TIME_PART),
        ..whole.clone()
    };
    [short, whole]
}

impl CapCheck {
    pub(super) fn new(variant: &'static Variant) -> CapCheck {
        CapCheck {
            evaluator: Evaluator::new(variant, &Misjudgement::NONE),
            tt: TranspositionTable::new(1),
        }
    }

    /// The excluded move that is better than all others by the least advantage, by a short search
    /// and by one with all nodes of a move with these limits; `None` if there is none, or if a search
    /// was stopped.
    pub(super) fn better_move(
        &mut self,
        root: &Root,
        moves: &CappedMoves,
        limits: &SearchLimits,
        stop: &StopFlag,
    ) -> Option<Move> {
        if moves.excluded.is_empty() {
            return None;
        }
        let [short, whole] = limits_of_check(limits, &root.position);
        let found = self.better_by(root, moves, &short, stop)?;
        let confirmed = self.better_by(root, moves, &whole, stop)?;
        (found == confirmed).then_some(found)
    }

    /// As [`better_move`](Self::better_move), by a search with these limits.
    fn better_by(
        &mut self,
        root: &Root,
        moves: &CappedMoves,
        limits: &SearchLimits,
        stop: &StopFlag,
    ) -> Option<Move> {
        self.tt.clear();
        let all = moves.kept.iter().chain(&moves.excluded).copied().collect();
        let best = self.search(root, all, limits, stop);
        let mv = best.best.filter(|mv| moves.excluded.contains(mv))?;
        let kept = self.search(root, moves.kept.clone(), limits, stop);
        let [best, kept] =
            [best, kept].map(|result| result.info.score.value().clamp(-DECIDED, DECIDED));
        (best - kept >= LEAST_ADVANTAGE && !stop.is_set()).then_some(mv)
    }

    fn search(
        &self,
        root: &Root,
        moves: Vec<Move>,
        limits: &SearchLimits,
        stop: &StopFlag,
    ) -> SearchResult {
        let tools = SearchTools {
            tt: &self.tt,
            evaluator: &self.evaluator,
            sight: None,
            tables: None,
            histories: &mut Histories::new(),
            helpers: &mut [],
        };
        let limits = SearchLimits { moves, ..limits.clone() };
        run(tools, root, &limits, stop, NoObserver, &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Opponent, Random, SearchClock};

    /// The moves of a level without oversights at the root.
    fn capped(root: &Root, level: u8, seed: u64) -> CappedMoves {
        let strength = Opponent::of_level(level, seed).strength;
        strength.caps().root_moves(root, &strength.sight(&root.position, seed), &[])
    }

    #[test]
    fn the_check_leaves_half_of_the_time() {
        let position = Position::start(Variant::default_variant());
        let clock = |remaining_ms| SearchClock { remaining_ms, ..SearchClock::default() };
        for ms in [1, 7, 300, 2_000, 600_000] {
            let by_time = SearchLimits { movetime_ms: Some(ms), ..SearchLimits::nodes(1_000) };
            let by_clock = SearchLimits { clock: Some(clock(ms)), ..SearchLimits::default() };
            for limits in [by_time, by_clock] {
                let [short, whole] = limits_of_check(&limits, &position);
                let of_check = 2 * (short.movetime_ms.unwrap() + whole.movetime_ms.unwrap());
                let of_move = TimePlan::new(&limits, &position).hard_limit().unwrap();
                assert!(u128::from(2 * of_check) <= of_move.as_millis(), "{limits:?}");
                let left = limits.after(Duration::from_millis(of_check));
                let times = [left.movetime_ms, left.clock.map(|clock| clock.remaining_ms)];
                assert_eq!(times.into_iter().flatten().max(), Some((ms - of_check).max(1)));
            }
        }
        let endless = limits_of_check(&SearchLimits::nodes(1_000), &position);
        assert_eq!(endless.map(|limits| limits.movetime_ms), [None; 2]);
    }

    /// A position in which the last of some random moves was a capture.
    fn after_a_capture(variant: &'static Variant, random: &mut Random) -> Root {
        loop {
            let mut position = Position::start(variant);
            for _ in 0..8 + random.below(8) {
                let moves = position.safe_moves();
                let Some(mv) = moves.iter().nth(random.below(moves.len())) else { break };
                let is_capture = position.captured(mv).is_some();
                position = position.play(mv);
                if is_capture && random.below(3) == 0 && position.safe_moves().len() > 3 {
                    return Root { taken_on: Some(mv.to()), ..Root::new(position) };
                }
            }
        }
    }

    /// A search of 400 nodes prefers another move to the recapture; one of 4,000 nodes has to agree.
    #[test]
    fn all_nodes_must_confirm_an_exception() {
        let losalamos = Variant::by_id("losalamos").unwrap();
        let (mut random, mut check, stop) = (Random(5), CapCheck::new(losalamos), StopFlag::new());
        let (mut confirmed, mut refused) = (0, 0);
        while confirmed < 4 || refused < 4 {
            let root = after_a_capture(losalamos, &mut random);
            let moves = capped(&root, 8, 1);
            let limits = SearchLimits { depth: Some(7), ..SearchLimits::nodes(4_000) };
            let [short, whole] = limits_of_check(&limits, &root.position);
            let found = check.better_by(&root, &moves, &short, &stop);
            if found.is_some() {
                let agrees = check.better_by(&root, &moves, &whole, &stop) == found;
                let better = check.better_move(&root, &moves, &limits, &stop);
                assert_eq!(better, found.filter(|_| agrees), "{:?}", root.position);
                *(if agrees { &mut confirmed } else { &mut refused }) += 1;
            }
        }
    }

    /// Without a capture before, only the queen can be the reason.
    #[test]
    fn a_longer_search_leaves_the_queen_too() {
        let gardner = Variant::by_id("gardner").unwrap();
        let (mut random, mut check) = (Random(11), CapCheck::new(gardner));
        let stop = StopFlag::new();
        let (mut exceptions, mut confirmed) = (0, 0);
        while exceptions < 8 {
            let mut position = Position::start(gardner);
            for _ in 0..4 + random.below(30) {
                let moves = position.safe_moves();
                let Some(mv) = moves.iter().nth(random.below(moves.len())) else { break };
                position = position.play(mv);
            }
            if position.outcome(1).is_some() || position.safe_moves().is_empty() {
                continue;
            }
            let root = Root::new(position);
            let moves = capped(&root, 8, 1);
            let limits = SearchLimits { depth: Some(7), ..SearchLimits::nodes(4_000) };
            if let Some(mv) = check.better_move(&root, &moves, &limits, &stop) {
                exceptions += 1;
                let longer = check.better_by(&root, &moves, &SearchLimits::nodes(40_000), &stop);
                confirmed += usize::from(longer == Some(mv));
            }
        }
        assert!(confirmed >= 5, "{confirmed} of {exceptions}");
    }
}
