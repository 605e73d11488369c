//! When to stop: a soft limit that keeps a new iteration from starting, a hard one that ends the search.

use std::time::{Duration, Instant};

use super::Limits;

/// A hundred days.
const LONGEST_MS: u64 = 100 * 24 * 3600 * 1000;

/// The time plan of one search.
pub(super) struct TimePlan {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimePlan {
    pub fn new(limits: &Limits) -> TimePlan {
        let start = Instant::now();
        let mut soft = None;
        let mut hard = limits.movetime_ms;
        if let Some(clock) = limits.clock {
            let remaining = clock.remaining_ms.saturating_sub(limits.overhead_ms).max(1);
            let moves = u64::from(clock.moves_to_go.unwrap_or(30).clamp(1, 30));
            // More than this is more than anyone waits; it also keeps the sums below in range.
            let remaining = remaining.min(LONGEST_MS);
            let share = remaining / moves + clock.increment_ms.min(LONGEST_MS) * 3 / 4;
            soft = Some((share * 6 / 10).min(remaining / 2));
            let most = (share * 2).min(remaining * 7 / 10).max(1);
            hard = Some(hard.map_or(most, |hard| hard.min(most)));
        }
        let duration = |ms: Option<u64>| ms.map(Duration::from_millis);
        TimePlan { start, soft: duration(soft), hard: duration(hard) }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end now.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is worth starting.
    pub fn allows_iteration(&self) -> bool {
        self.soft.or(self.hard).is_none_or(|limit| self.elapsed() < limit)
    }
}
