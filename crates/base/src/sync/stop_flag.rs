//! The flag by which the owner of a long computation pauses and stops it.

use std::{
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering::Relaxed},
    },
    time::Duration,
};
use web_time::Instant;

use super::lock_briefly;

// The bits of the state; without one, the work runs.
const PAUSED: u8 = 1;
const INTERRUPTED: u8 = 2;
const STOPPED: u8 = 4;

/// Says whether work runs, pauses or stops. The threads that work poll it by [`StopFlag::is_set`];
/// the owner changes its state from another thread.
///
/// While the work is paused, its poll waits. The work keeps all that it holds, and goes on where it
/// was. So the main thread of a page, which may not wait, must not poll a flag that can be paused. It
/// may be the owner: no change of the state waits.
///
/// ```
/// use minnow_base::sync::StopFlag;
///
/// let stop = StopFlag::new();
/// assert!(!stop.is_set());
/// stop.stop();
/// assert!(stop.is_set());
/// ```
#[derive(Debug, Default)]
pub struct StopFlag {
    state: AtomicU8,
    /// Locked for each change, so that a thread that begins to wait misses none.
    pauses: Mutex<PauseTime>,
    /// Notified after each change.
    changed: Condvar,
}

/// The time of all pauses.
#[derive(Debug, Default)]
struct PauseTime {
    /// Of those that are over.
    ended: Duration,
    /// The start of the present one.
    since: Option<Instant>,
}

impl PauseTime {
    const NONE: PauseTime = PauseTime { ended: Duration::ZERO, since: None };

    fn until(&self, now: Instant) -> Duration {
        self.ended + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Notes that the work pauses, or that it does not.
    fn note(&mut self, is_paused: bool, now: Instant) {
        let since = is_paused.then(|| self.since.unwrap_or(now));
        self.ended = if is_paused { self.ended } else { self.until(now) };
        self.since = since;
    }
}

impl StopFlag {
    /// The flag of work that may run.
    pub const fn new() -> StopFlag {
        StopFlag::in_state(0)
    }

    /// A flag that was stopped before the work begins.
    pub const fn stopped() -> StopFlag {
        StopFlag::in_state(STOPPED)
    }

    const fn in_state(state: u8) -> StopFlag {
        let pauses = Mutex::new(PauseTime::NONE);
        StopFlag { state: AtomicU8::new(state), pauses, changed: Condvar::new() }
    }

    /// True if the work must return now, because it is stopped or interrupted. While it is paused,
    /// this waits. Otherwise it costs one relaxed load.
    #[inline]
    pub fn is_set(&self) -> bool {
        match self.state.load(Relaxed) {
            0 => false,
            PAUSED => self.wait_until(|state| state != PAUSED) != 0,
            _ => true,
        }
    }

    /// Waits while the work is paused.
    pub fn wait_while_paused(&self) {
        self.wait_until(|state| state != PAUSED);
    }

    /// True if the work was stopped; never waits.
    pub fn is_stopped(&self) -> bool {
        self.state.load(Relaxed) & STOPPED != 0
    }

    /// Makes the work return, also from a pause. This is final.
    pub fn stop(&self) {
        self.change(|state| state | STOPPED);
    }

    /// Makes the work wait at its next poll, unless it is stopped or interrupted.
    pub fn pause(&self) {
        self.change(|state| state | PAUSED);
    }

    /// Ends a pause.
    pub fn resume(&self) {
        self.change(|state| state & !PAUSED);
    }

    /// Makes the work return, also from a pause, until [`StopFlag::end_interrupt`]. It is called
    /// again later.
    pub fn interrupt(&self) {
        self.change(|state| state | INTERRUPTED);
    }

    /// Ends an interruption.
    pub fn end_interrupt(&self) {
        self.change(|state| state & !INTERRUPTED);
    }

    /// The time for which the work was paused until `now`: from each pause to its end, although the
    /// work waits from its next poll only.
    pub fn paused_until(&self, now: Instant) -> Duration {
        lock_briefly(&self.pauses).until(now)
    }

    /// Waits until the work is stopped, whether it is paused or not.
    pub fn wait_for_stop(&self) {
        self.wait_until(|state| state & STOPPED != 0);
    }

    /// Waits for a state, and returns it.
    #[cold]
    fn wait_until(&self, is_awaited: impl Fn(u8) -> bool) -> u8 {
        let mut lock = lock_briefly(&self.pauses);
        loop {
            let state = self.state.load(Relaxed);
            if is_awaited(state) {
                return state;
            }
            lock = self.changed.wait(lock).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, change: impl Fn(u8) -> u8) {
        let mut pauses = lock_briefly(&self.pauses);
        let state = change(self.state.load(Relaxed));
        self.state.store(state, Relaxed);
        pauses.note(state == PAUSED, Instant::now());
        drop(pauses);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::mpsc::{Receiver, channel},
        thread::{self, ScopedJoinHandle},
    };

    use super::*;

    /// Runs a test with a thread that polls the flag until it is set and then returns the number of
    /// its polls. The receiver gets a message before each poll.
    #[expect(clippy::disallowed_methods, reason = "the flag is tested without jobs")]
    fn with_worker(stop: &StopFlag, test: impl FnOnce(Receiver<()>, ScopedJoinHandle<'_, u32>)) {
        thread::scope(|scope| {
            let (sender, begun) = channel();
            let worker = scope.spawn(move || {
                let mut polls = 1;
                sender.send(()).unwrap_or_default();
                while !stop.is_set() {
                    polls += 1;
                    sender.send(()).unwrap_or_default();
                }
                polls
            });
            test(begun, worker);
        });
    }

    #[test]
    fn paused_work_goes_on_after_resume() {
        let stop = StopFlag::new();
        stop.pause();
        with_worker(&stop, |begun, worker| {
            begun.recv().unwrap();
            // It waits in its first poll, or is about to.
            assert!(begun.try_recv().is_err() && !worker.is_finished());
            stop.resume();
            begun.recv().unwrap();
            stop.stop();
            assert!(worker.join().unwrap() > 1);
        });
    }

    #[test]
    fn the_time_of_pauses_adds_up() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut pauses = PauseTime::NONE;
        for (seconds, is_paused) in [(1, false), (2, true), (3, true), (5, false), (7, true)] {
            pauses.note(is_paused, at(seconds));
        }
        let until = [6, 7, 9].map(|seconds| pauses.until(at(seconds)).as_secs());
        assert_eq!(until, [3, 3, 5]);
        pauses.note(false, at(9));
        assert_eq!(pauses.until(at(20)).as_secs(), 5);
    }

    #[test]
    fn a_stop_ends_a_pause() {
        let stop = StopFlag::new();
        stop.pause();
        with_worker(&stop, |begun, worker| {
            begun.recv().unwrap();
            stop.stop();
            assert_eq!(worker.join().unwrap(), 1);
        });
        assert!(stop.is_set() && stop.is_stopped(), "the pause no longer counts");
        stop.resume();
        assert!(stop.is_set());
    }

    #[test]
    fn a_stop_before_the_first_poll_counts() {
        for stop in [StopFlag::new(), StopFlag::stopped()] {
            stop.stop();
            stop.pause();
            with_worker(&stop, |_, worker| assert_eq!(worker.join().unwrap(), 1));
        }
    }

    #[test]
    fn an_interruption_ends_a_pause_and_is_not_final() {
        let stop = StopFlag::new();
        stop.pause();
        with_worker(&stop, |begun, worker| {
            begun.recv().unwrap();
            stop.interrupt();
            assert_eq!(worker.join().unwrap(), 1);
        });
        assert!(stop.is_set() && !stop.is_stopped());
        stop.resume();
        stop.end_interrupt();
        assert!(!stop.is_set());
    }
}
