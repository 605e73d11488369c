//! The clock that the user chooses for the next game.

use serde::{Deserialize, Serialize};

use minnow_game::TimeControl;

/// A clock for the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockChoice {
    pub minutes: u32,
    /// Added after each move.
    pub increment_seconds: u32,
    /// The part of each move that costs no time.
    #[serde(default)]
    pub delay_seconds: u32,
}

impl ClockChoice {
    /// The greatest time for a game, in minutes.
    pub const MOST_MINUTES: u32 = 180;
    /// The greatest increment and delay, in seconds.
    pub const MOST_SECONDS: u32 = 180;

    /// A clock without a delay.
    pub const fn new(minutes: u32, increment_seconds: u32) -> ClockChoice {
        ClockChoice { minutes, increment_seconds, delay_seconds: 0 }
    }

    /// The time that each side gets.
    pub fn control(self) -> TimeControl {
        TimeControl {
            base_ms: u64::from(self.minutes) * 60_000,
            increment_ms: u64::from(self.increment_seconds) * 1_000,
            delay_ms: u64::from(self.delay_seconds) * 1_000,
        }
    }

    /// These times with every value clamped to its range.
    pub(super) fn within_bounds(self) -> ClockChoice {
        let most = Self::MOST_SECONDS;
        ClockChoice {
            minutes: self.minutes.clamp(1, Self::MOST_MINUTES),
            increment_seconds: self.increment_seconds.min(most),
            delay_seconds: self.delay_seconds.min(most),
        }
    }
}
