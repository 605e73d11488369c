//! When to stop: a soft limit that keeps a new iteration from starting, a hard one that ends the
//! search.
//!
//! The soft limit is a share of the clock. It is stretched while the search is of two minds or sees
//! its score fall, and shrunk while it keeps saying the same.

use std::time::{Duration, Instant};

use super::{Score, SearchClock, SearchLimits, params};
use crate::rules::{Move, Position};

/// A hundred days: more than anyone waits, and it keeps the sums in range.
const LONGEST_MS: u64 = 100 * 24 * 3600 * 1000;

/// The time plan of one search.
pub(super) struct TimePlan {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimePlan {
    /// The time runs from now on.
    pub fn new(limits: &SearchLimits, position: &Position) -> TimePlan {
        let start = Instant::now();
        let clock = limits.clock.map(|clock| {
            let shares = shares(&clock, position.moves_left());
            soft_and_hard_ms(&clock, limits.overhead_ms, shares)
        });
        let hard = [clock.map(|(_, hard)| hard), limits.movetime_ms].into_iter().flatten().min();
        TimePlan {
            start,
            soft: clock.map(|(soft, _)| Duration::from_millis(soft)),
            hard: hard.map(Duration::from_millis),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end now.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is worth starting, the soft limit being stretched by `scale`.
    pub fn allows_iteration(&self, scale: f64) -> bool {
        let elapsed = self.elapsed();
        self.soft.is_none_or(|soft| elapsed < soft.mul_f64(scale))
            && self.hard.is_none_or(|hard| elapsed < hard)
    }
}

/// Over how many moves the clock is shared out: no more than the game can still have.
fn shares(clock: &SearchClock, moves_left: Option<u32>) -> u64 {
    // Some programs send 0 where they mean that there is no next time control.
    let moves_to_go = clock.moves_to_go.filter(|moves| *moves > 0);
    let bounds = [moves_to_go, moves_left].into_iter().flatten().map(u64::from);
    bounds.fold(params::CLOCK_MOVES, u64::min).max(1)
}

/// The limits in milliseconds with the clock shared out over so many moves.
fn soft_and_hard_ms(clock: &SearchClock, overhead_ms: u64, shares: u64) -> (u64, u64) {
    let remaining = clock.remaining_ms.saturating_sub(overhead_ms).clamp(1, LONGEST_MS);
    // What the way costs has to come out of the increment: else the reserve would melt away.
    let increment = clock.increment_ms.min(LONGEST_MS).saturating_sub(overhead_ms);
    let share = remaining / shares + increment * params::CLOCK_INCREMENT_PERCENT / 100;
    let percent = if shares == 1 { 100 } else { params::CLOCK_MAX_PERCENT };
    let most = (remaining * percent / 100).max(1);
    let soft = share * params::CLOCK_SOFT_PERCENT / 100;
    (soft.min(most), (share * params::CLOCK_HARD_PERCENT / 100).clamp(1, most))
}

/// How the search has gone so far: what stretches or shrinks the soft limit.
#[derive(Default)]
pub(super) struct Pace {
    last: Option<(Move, Score)>,
    /// Iterations in a row that kept the best move.
    stable: u32,
}

impl Pace {
    /// The factor on the soft limit after an iteration with this best move, which `node_share` (0
    /// to 1) of all nodes went to.
    pub fn scale(&mut self, best: Move, score: Score, node_share: f64) -> f64 {
        let (last_best, last_score) = self.last.unwrap_or((best, score));
        self.stable = if last_best == best { self.stable + 1 } else { 0 };
        self.last = Some((best, score));
        let steps = self.stable.min(params::CLOCK_STABLE_MAX);
        let stability = params::CLOCK_UNSTABLE - params::CLOCK_STABLE_STEP * f64::from(steps);
        let nodes = params::CLOCK_NODES - params::CLOCK_NODES_FALL * node_share.clamp(0.0, 1.0);
        let fall = f64::from(last_score.value() - score.value()) / params::CLOCK_FALL;
        stability * nodes * (1.0 + fall.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn clock(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> SearchClock {
        SearchClock { remaining_ms, increment_ms, moves_to_go }
    }

    #[test]
    fn no_move_plans_to_spend_more_than_the_clock_without_the_overhead() {
        for remaining in [0, 1, 19, 20, 21, 50, 1000, 60_000, u64::MAX] {
            for increment in [0, 10, 5000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = clock(remaining, increment, moves);
                    let (soft, hard) = soft_and_hard_ms(&clock, 20, shares(&clock, None));
                    let most = remaining.saturating_sub(20).clamp(1, LONGEST_MS);
                    assert!(soft <= most && (1..=most).contains(&hard), "{clock:?} {soft} {hard}");
                }
            }
        }
    }

    #[test]
    fn a_game_planned_move_by_move_never_runs_out() {
        // The worst case: every move takes its hard limit and the whole overhead besides.
        let mut remaining = 1000;
        for turn in 0..200 {
            let now = clock(remaining, 30, None);
            let (_, hard) = soft_and_hard_ms(&now, 20, shares(&now, None));
            assert!(hard + 20 <= remaining, "turn {turn}: {hard} of {remaining}");
            remaining = remaining - hard - 20 + 30;
        }
    }

    #[test]
    fn the_moves_left_bound_the_shares() {
        let free = clock(60_000, 0, None);
        assert_eq!(shares(&free, None), params::CLOCK_MOVES);
        assert_eq!(shares(&clock(60_000, 0, Some(0)), None), params::CLOCK_MOVES);
        assert_eq!(shares(&free, Some(3)), 3);
        assert_eq!(shares(&free, Some(0)), 1);
        assert_eq!(shares(&clock(60_000, 0, Some(2)), Some(3)), 2);
        let last_move = soft_and_hard_ms(&free, 20, 1);
        assert_eq!(last_move.1, 59_980, "the last move may take all that is left");
        let minichess = Variant::default_variant();
        let left = |fen| Position::from_fen(minichess, fen).unwrap().moves_left();
        assert_eq!(left("k4/5/5/5/5/4K w - - 0 1"), Some(40));
        assert_eq!(left("k4/5/5/5/5/4K w - - 0 40"), Some(1));
        assert_eq!(left("k4/5/5/5/5/4K b - - 0 40"), Some(1));
        assert_eq!(left("k4/5/5/5/5/4K b - - 0 39"), Some(2));
    }

    #[test]
    fn doubt_takes_longer_and_certainty_shorter() {
        let start = Position::start(Variant::default_variant());
        let moves: Vec<Move> = start.legal_moves().iter().collect();
        let score = Score::centipawns(30);
        let settled = |share| {
            let mut pace = Pace::default();
            (0..9).map(|_| pace.scale(moves[0], score, share)).last().unwrap()
        };
        assert!(settled(0.9) < 0.5, "{}", settled(0.9));
        assert!(settled(0.3) > settled(0.9));
        let mut pace = Pace::default();
        let first = pace.scale(moves[0], score, 0.5);
        let changed = pace.scale(moves[1], score, 0.5);
        assert!(changed > first);
        let falling = pace.scale(moves[1], score.offset(-60), 0.5);
        assert!(falling > 1.3 * pace.scale(moves[1], score.offset(-60), 0.5));
        let rising = pace.scale(moves[1], score.offset(300), 0.5);
        assert!(rising < falling, "a rising score is no reason to wait: {rising}");
    }

    #[test]
    fn a_time_for_the_move_is_used_up_and_no_more() {
        let start = Position::start(Variant::default_variant());
        let limits =
            SearchLimits { movetime_ms: Some(50), overhead_ms: 20, ..SearchLimits::default() };
        let plan = TimePlan::new(&limits, &start);
        assert_eq!((plan.soft, plan.hard), (None, Some(Duration::from_millis(50))));
    }
}
