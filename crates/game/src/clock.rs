//! A chess clock. The caller passes the time, in milliseconds since any fixed moment.
//!
//! The game's notes hold the time left after each move; a take-back resets the
//! clock from them.

use minnow_rules::Color;

/// The time that each side gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Milliseconds at the start.
    pub base_ms: u64,
    /// Milliseconds added after each move of the side.
    pub increment_ms: u64,
    /// Milliseconds of each move that cost no time.
    pub delay_ms: u64,
}

/// The moves of a side in a usual game.
const USUAL_MOVES: u64 = 40;

impl TimeControl {
    /// The time of a side in a game of 40 moves, in milliseconds.
    pub fn estimate_ms(self) -> u64 {
        self.base_ms + USUAL_MOVES * (self.increment_ms + self.delay_ms)
    }
}

/// The time left to both sides, of which at most one is running.
///
/// ```
/// use minnow_game::{ChessClock, TimeControl};
/// use minnow_rules::Color;
///
/// let mut clock = ChessClock::new(TimeControl { base_ms: 60_000, increment_ms: 2_000, delay_ms: 0 });
/// clock.start(0);
/// assert_eq!(clock.press(10_000), 52_000);
/// assert_eq!(clock.turn(), Color::Black);
/// assert_eq!(clock.left_ms(15_000), [52_000, 55_000]);
/// assert_eq!(clock.flagged(70_000), Some(Color::Black));
/// ```
#[derive(Clone, Debug)]
pub struct ChessClock {
    control: TimeControl,
    /// The time left to each side when the clock was last pressed, paused or set.
    left_ms: [u64; 2],
    turn: Color,
    /// When the time of `turn` started to run; `None` while the clock is stopped.
    running_since_ms: Option<u64>,
    /// The part of the turn before the last pause.
    used_before_ms: u64,
    /// True if this clock has timed the turn from its beginning.
    has_whole_turn: bool,
}

impl ChessClock {
    /// A stopped clock with the full time, White to move.
    pub fn new(control: TimeControl) -> ChessClock {
        let clock = ChessClock::with_left(control, [control.base_ms; 2], Color::White);
        ChessClock { has_whole_turn: true, ..clock }
    }

    /// A stopped clock with this time left (White first), for a game that continues. The time that the
    /// turn took before is unknown.
    pub fn with_left(control: TimeControl, left_ms: [u64; 2], turn: Color) -> ChessClock {
        let (running_since_ms, used_before_ms, has_whole_turn) = (None, 0, false);
        ChessClock { control, left_ms, turn, running_since_ms, used_before_ms, has_whole_turn }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The side whose time runs while the clock is running.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// True from [`ChessClock::start`] to [`ChessClock::pause`].
    pub fn is_running(&self) -> bool {
        self.running_since_ms.is_some()
    }

    /// Starts a stopped clock.
    pub fn start(&mut self, now_ms: u64) {
        self.running_since_ms.get_or_insert(now_ms);
    }

    /// Stops the clock.
    pub fn pause(&mut self, now_ms: u64) {
        self.left_ms[self.turn.index()] = self.remaining_ms(self.turn, now_ms);
        self.used_before_ms = self.timed_ms(now_ms);
        self.running_since_ms = None;
    }

    /// Adds the increment to the side that has moved and passes the turn to the other. Returns the
    /// time left to the mover. Time that has run out stays at 0.
    pub fn press(&mut self, now_ms: u64) -> u64 {
        let mover = self.turn.index();
        let left_ms = self.remaining_ms(self.turn, now_ms);
        let increment_ms = if left_ms == 0 { 0 } else { self.control.increment_ms };
        self.left_ms[mover] = left_ms.saturating_add(increment_ms);
        self.begin_turn(!self.turn, now_ms);
        self.left_ms[mover]
    }

    /// Sets both times and the turn, for a take-back. A running clock keeps running.
    pub fn set(&mut self, left_ms: [u64; 2], turn: Color, now_ms: u64) {
        self.left_ms = left_ms;
        self.begin_turn(turn, now_ms);
    }

    fn begin_turn(&mut self, turn: Color, now_ms: u64) {
        self.turn = turn;
        (self.used_before_ms, self.has_whole_turn) = (0, true);
        if self.is_running() {
            self.running_since_ms = Some(now_ms);
        }
    }

    /// Milliseconds that the turn has taken, without pauses. The delay counts. `None` if the turn began
    /// before [`ChessClock::with_left`] made this clock.
    pub fn used_ms(&self, now_ms: u64) -> Option<u64> {
        self.has_whole_turn.then(|| self.timed_ms(now_ms))
    }

    /// The part of the turn that this clock has timed.
    fn timed_ms(&self, now_ms: u64) -> u64 {
        let running_ms = self.running_since_ms.map_or(0, |since| now_ms.saturating_sub(since));
        self.used_before_ms.saturating_add(running_ms)
    }

    /// Milliseconds that `color` has left.
    pub fn remaining_ms(&self, color: Color, now_ms: u64) -> u64 {
        let left_ms = self.left_ms[color.index()];
        if color != self.turn {
            return left_ms;
        }
        // A turn has one delay, whatever pauses it has.
        let counted_ms = |timed_ms: u64| timed_ms.saturating_sub(self.control.delay_ms);
        left_ms.saturating_sub(counted_ms(self.timed_ms(now_ms)) - counted_ms(self.used_before_ms))
    }

    /// Milliseconds until the time of the running side counts; 0 after its delay.
    pub fn delay_left_ms(&self, now_ms: u64) -> u64 {
        if !self.is_running() {
            return 0;
        }
        self.control.delay_ms.saturating_sub(self.timed_ms(now_ms))
    }

    /// Milliseconds that both sides have left, White first.
    pub fn left_ms(&self, now_ms: u64) -> [u64; 2] {
        Color::ALL.map(|color| self.remaining_ms(color, now_ms))
    }

    /// The side whose time has run out.
    pub fn flagged(&self, now_ms: u64) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.remaining_ms(*color, now_ms) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: TimeControl = TimeControl { base_ms: 60_000, increment_ms: 2_000, delay_ms: 0 };

    #[test]
    fn time_and_increment_belong_to_the_mover() {
        let mut clock = ChessClock::new(CONTROL);
        assert_eq!(clock.remaining_ms(Color::White, 99_000), 60_000);
        clock.start(1_000);
        assert_eq!(clock.left_ms(11_000), [50_000, 60_000]);
        assert_eq!(clock.press(11_000), 52_000);
        assert_eq!(clock.left_ms(16_000), [52_000, 55_000]);
        assert_eq!(clock.press(16_000), 57_000);
        assert_eq!(clock.left_ms(16_500), [51_500, 57_000]);
    }

    #[test]
    fn a_pause_costs_nothing() {
        let mut clock = ChessClock::new(CONTROL);
        clock.start(0);
        clock.pause(5_000);
        assert!(!clock.is_running());
        assert_eq!(clock.left_ms(500_000), [55_000, 60_000]);
        clock.start(500_000);
        clock.start(501_000);
        assert_eq!(clock.left_ms(502_000), [53_000, 60_000]);
        assert_eq!(clock.used_ms(502_000), Some(7_000));
        clock.press(502_000);
        assert_eq!(clock.used_ms(503_000), Some(1_000));
    }

    #[test]
    fn the_turn_of_a_continued_game_is_unknown() {
        let mut clock = ChessClock::with_left(CONTROL, [50_000; 2], Color::White);
        clock.start(0);
        clock.pause(5_000);
        clock.start(6_000);
        assert_eq!((clock.used_ms(7_000), clock.left_ms(7_000)[0]), (None, 44_000));
        clock.press(7_000);
        assert_eq!(clock.used_ms(8_000), Some(1_000));
    }

    #[test]
    fn the_delay_of_each_move_costs_nothing() {
        let mut clock = ChessClock::new(TimeControl { delay_ms: 3_000, ..CONTROL });
        clock.start(0);
        assert_eq!(clock.left_ms(3_000), [60_000; 2]);
        assert_eq!(clock.left_ms(5_000), [58_000, 60_000]);
        assert_eq!(clock.press(5_000), 60_000);
        assert_eq!(clock.press(7_000), 62_000, "within the delay only the increment counts");
        assert_eq!(clock.flagged(69_999), None);
        assert_eq!(clock.flagged(70_000), Some(Color::White));

        let mut paused = ChessClock::new(TimeControl { delay_ms: 3_000, ..CONTROL });
        paused.start(0);
        paused.pause(2_000);
        assert_eq!((paused.left_ms(5_000)[0], paused.delay_left_ms(5_000)), (60_000, 0));
        paused.start(10_000);
        assert_eq!(paused.delay_left_ms(10_400), 600, "the turn has one delay");
        assert_eq!(paused.left_ms(13_000), [58_000, 60_000]);
        paused.pause(13_000);
        paused.start(20_000);
        assert_eq!(paused.left_ms(21_000), [57_000, 60_000]);
    }

    #[test]
    fn time_that_has_run_out_stays_out() {
        let mut clock = ChessClock::new(CONTROL);
        clock.start(0);
        assert_eq!(clock.flagged(59_999), None);
        assert_eq!(clock.flagged(60_000), Some(Color::White));
        assert_eq!(clock.press(70_000), 0);
        assert_eq!(clock.flagged(71_000), Some(Color::White));
    }

    #[test]
    fn a_take_back_restores_times_and_turn() {
        let mut clock = ChessClock::new(CONTROL);
        clock.start(0);
        clock.press(10_000);
        clock.set([60_000, 60_000], Color::White, 12_000);
        assert_eq!(clock.turn(), Color::White);
        assert_eq!(clock.left_ms(13_000), [59_000, 60_000]);
    }

    #[test]
    fn backward_jumps_of_time_cost_nothing() {
        let mut clock = ChessClock::with_left(CONTROL, [1_000, 2_000], Color::Black);
        clock.start(10_000);
        assert_eq!(clock.left_ms(4_000), [1_000, 2_000]);
        clock.press(4_000);
        assert_eq!(clock.left_ms(4_500), [500, 4_000]);
    }
}
