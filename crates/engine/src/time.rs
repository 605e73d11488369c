//! Time management: a soft limit after which no iteration starts, and a hard limit that ends the
//! search.
//!
//! The soft limit is a share of the clock. It grows when the best move changes or the score falls,
//! and shrinks while the best move stays the same.

use std::time::Duration;
use web_time::Instant;

use super::{Score, SearchClock, SearchLimits, params};
use minnow_rules::{Move, Position};

/// A hundred days: longer than any game, and short enough for all sums.
const MAX_MS: u64 = 100 * 24 * 3600 * 1000;

/// The time limits of one search.
pub(super) struct TimePlan {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimePlan {
    /// The limits; the time runs from now on.
    pub(crate) fn new(limits: &SearchLimits, position: &Position) -> TimePlan {
        let start = Instant::now();
        let clock = limits.clock.map(|clock| {
            let shares = shares(&clock, position.moves_left());
            clock_limits(&clock, limits.overhead_ms, shares)
        });
        let clock_hard_ms = clock.map(|clock| clock.hard_ms);
        let hard_ms = [clock_hard_ms, limits.movetime_ms].into_iter().flatten().min();
        TimePlan {
            start,
            soft: clock.map(|clock| Duration::from_millis(clock.soft_ms)),
            hard: hard_ms.map(Duration::from_millis),
        }
    }

    /// The time since the start, pauses included.
    pub(crate) fn elapsed(&self) -> Duration {
        self.elapsed_at(Instant::now())
    }

    pub(crate) fn elapsed_at(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.start)
    }

    /// The most time that the search may take; `None` without a limit of time.
    pub(crate) fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }

    /// True if the search must end now.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// True if another iteration may start; `scale` is a factor on the soft limit.
    pub(crate) fn allows_iteration(&self, scale: f64) -> bool {
        let elapsed = self.elapsed();
        self.soft.is_none_or(|soft| elapsed < soft.mul_f64(scale))
            && self.hard.is_none_or(|hard| elapsed < hard)
    }
}

/// The number of moves that share the clock: at most the moves left in the game.
fn shares(clock: &SearchClock, moves_left: Option<u32>) -> u64 {
    // Some programs send 0 if there is no next time control.
    let moves_to_go = clock.moves_to_go.filter(|moves| *moves > 0);
    let bounds = [moves_to_go, moves_left].into_iter().flatten().map(u64::from);
    bounds.fold(params::CLOCK_MOVES, u64::min).max(1)
}

/// The limits that a clock gives one move.
#[derive(Clone, Copy, Debug)]
struct ClockLimits {
    soft_ms: u64,
    hard_ms: u64,
}

/// The limits for a move that gets one of `shares` shares of the clock.
fn clock_limits(clock: &SearchClock, overhead_ms: u64, shares: u64) -> ClockLimits {
    let remaining = clock.remaining_ms.saturating_sub(overhead_ms).clamp(1, MAX_MS);
    // Move overhead also comes out of the increment, so that the reserve does not shrink.
    let increment = clock.increment_ms.min(MAX_MS).saturating_sub(overhead_ms);
    let share = remaining / shares + increment * params::CLOCK_INCREMENT_PERCENT / 100;
    let percent = if shares == 1 { 100 } else { params::CLOCK_MAX_PERCENT };
    let max_ms = (remaining * percent / 100).max(1);
    ClockLimits {
        soft_ms: (share * params::CLOCK_SOFT_PERCENT / 100).min(max_ms),
        hard_ms: (share * params::CLOCK_HARD_PERCENT / 100).clamp(1, max_ms),
    }
}

/// The course of the search so far, which scales the soft limit.
#[derive(Default)]
pub(super) struct Pace {
    last: Option<(Move, Score)>,
    /// Iterations in a row with the same best move.
    stable: u32,
}

impl Pace {
    /// The factor on the soft limit after an iteration with this best move; `node_share`, from 0 to
    /// 1, is the move's share of all nodes.
    pub(crate) fn scale(&mut self, best: Move, score: Score, node_share: f64) -> f64 {
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
    use minnow_rules::Variant;

    fn clock(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> SearchClock {
        SearchClock { remaining_ms, increment_ms, moves_to_go }
    }

    /// The factor on the soft limit after nine iterations with the same move and score.
    fn settled(node_share: f64) -> f64 {
        let start = Position::start(Variant::default_variant());
        let best = start.legal_moves().iter().next().unwrap();
        let mut pace = Pace::default();
        (0..9).map(|_| pace.scale(best, Score::centipawns(30), node_share)).last().unwrap()
    }

    #[test]
    fn limits_stay_within_the_clock_minus_overhead() {
        for remaining in [0, 1, 19, 20, 21, 50, 1000, 60_000, u64::MAX] {
            for increment in [0, 10, 5000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = clock(remaining, increment, moves);
                    let limits = clock_limits(&clock, 20, shares(&clock, None));
                    let most = remaining.saturating_sub(20).clamp(1, MAX_MS);
                    assert!(limits.soft_ms <= most, "{clock:?} {limits:?}");
                    assert!((1..=most).contains(&limits.hard_ms), "{clock:?} {limits:?}");
                }
            }
        }
    }

    #[test]
    fn hard_limits_never_exhaust_the_clock() {
        // The worst case: every move takes its hard limit and the whole overhead.
        let mut remaining = 1000;
        for turn in 0..200 {
            let now = clock(remaining, 30, None);
            let hard = clock_limits(&now, 20, shares(&now, None)).hard_ms;
            assert!(hard + 20 <= remaining, "turn {turn}: {hard} of {remaining}");
            remaining = remaining - hard - 20 + 30;
        }
    }

    #[test]
    fn a_calm_game_uses_most_of_the_clock() {
        let mut remaining = 60_000;
        for turn in 1..=80 {
            let now = clock(remaining, 0, None);
            let soft = clock_limits(&now, 20, shares(&now, None)).soft_ms as f64;
            remaining -= (soft * settled(0.5)) as u64;
            match turn {
                20 => assert!((15_000..45_000).contains(&remaining), "{remaining}"),
                40 => assert!((5_000..24_000).contains(&remaining), "{remaining}"),
                80 => assert!(remaining > 500, "{remaining}"),
                _ => {}
            }
        }
    }

    #[test]
    fn moves_left_limit_the_shares() {
        let free = clock(60_000, 0, None);
        assert_eq!(shares(&free, None), params::CLOCK_MOVES);
        assert_eq!(shares(&clock(60_000, 0, Some(0)), None), params::CLOCK_MOVES);
        assert_eq!(shares(&free, Some(3)), 3);
        assert_eq!(shares(&free, Some(0)), 1);
        assert_eq!(shares(&clock(60_000, 0, Some(2)), Some(3)), 2);
        let last_move = clock_limits(&free, 20, 1);
        assert_eq!(last_move.hard_ms, 59_980, "the last move may take all that is left");
        let minichess = Variant::default_variant();
        let left = |fen| Position::from_fen(minichess, fen).unwrap().moves_left();
        assert_eq!(left("k4/5/5/5/5/4K w - - 0 1"), Some(40));
        assert_eq!(left("k4/5/5/5/5/4K w - - 0 40"), Some(1));
        assert_eq!(left("k4/5/5/5/5/4K b - - 0 40"), Some(1));
        assert_eq!(left("k4/5/5/5/5/4K b - - 0 39"), Some(2));
    }

    #[test]
    fn changes_and_falling_scores_take_longer() {
        let start = Position::start(Variant::default_variant());
        let moves: Vec<Move> = start.legal_moves().iter().collect();
        let score = Score::centipawns(30);
        assert!(settled(0.9) < 0.5, "{}", settled(0.9));
        assert!(settled(0.3) > settled(0.9));
        let mut pace = Pace::default();
        let first = pace.scale(moves[0], score, 0.5);
        let changed = pace.scale(moves[1], score, 0.5);
        assert!(changed > first);
        let falling = pace.scale(moves[1], score.offset(-60), 0.5);
        assert!(falling > 1.3 * pace.scale(moves[1], score.offset(-60), 0.5));
        let rising = pace.scale(moves[1], score.offset(300), 0.5);
        assert!(rising < falling, "a rising score takes no longer: {rising}");
    }

    #[test]
    fn movetime_is_the_hard_limit() {
        let start = Position::start(Variant::default_variant());
        let limits =
            SearchLimits { movetime_ms: Some(50), overhead_ms: 20, ..SearchLimits::default() };
        let plan = TimePlan::new(&limits, &start);
        assert_eq!((plan.soft, plan.hard), (None, Some(Duration::from_millis(50))));
    }
}
