//! Stepping through the moments of a recording: a cursor, and a playback that moves it.

/// The speeds of the playback in moments per second, with their names.
pub(super) const SPEEDS: [(u64, &str); 6] = [
    (1, "1 per s"),
    (3, "3 per s"),
    (10, "10 per s"),
    (40, "40 per s"),
    (200, "200 per s"),
    (2_000, "2,000 per s"),
];
/// The shortest time between two moves of the cursor during playback.
const LEAST_WAIT_MS: u64 = 33;

/// A cursor between the moments of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stepper {
    /// The number of moments before the cursor; all of them unless the user steps.
    pub at: usize,
    pub total: usize,
    /// The index into [`SPEEDS`].
    pub speed: usize,
    /// The time of the cursor's last move during playback.
    playing: Option<u64>,
}

impl Default for Stepper {
    fn default() -> Stepper {
        Stepper { at: 0, total: 0, speed: 1, playing: None }
    }
}

impl Stepper {
    /// A stepper at the end of a new recording.
    pub fn reset(&mut self, total: usize) {
        (self.at, self.total, self.playing) = (total, total, None);
    }

    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// True if the cursor is at the end.
    pub fn is_at_end(&self) -> bool {
        self.at == self.total
    }

    /// The last moment before the cursor.
    pub fn moment(&self) -> Option<usize> {
        self.at.checked_sub(1)
    }

    /// The moment to describe: none at the end, where the result is described.
    pub fn described_moment(&self) -> Option<usize> {
        self.moment().filter(|_| !self.is_at_end())
    }

    /// Moves the cursor behind `at` moments and stops the playback.
    pub fn go_to(&mut self, at: usize) {
        self.at = at.min(self.total);
        self.playing = None;
    }

    pub fn set_speed(&mut self, speed: usize, now_ms: u64) {
        self.speed = speed.min(SPEEDS.len() - 1);
        if self.playing.is_some() {
            self.playing = Some(now_ms);
        }
    }

    /// Starts the playback, from the beginning if the cursor is at the end, or stops it.
    pub fn toggle_play(&mut self, now_ms: u64) {
        if self.playing.take().is_none() && self.total > 0 {
            if self.is_at_end() {
                self.at = 0;
            }
            self.playing = Some(now_ms);
        }
    }

    /// Moves the cursor to where the playback is by now. Returns whether it moved.
    pub fn tick(&mut self, now_ms: u64) -> bool {
        let Some(since) = self.playing else { return false };
        let steps = now_ms.saturating_sub(since) * self.per_second() / 1_000;
        if steps == 0 {
            return false;
        }
        self.at = self.total.min(self.at + steps as usize);
        // The rest of the time counts for the next step.
        let used_ms = steps * 1_000 / self.per_second();
        self.playing = (!self.is_at_end()).then_some(since + used_ms);
        true
    }

    /// The time of the playback's next move.
    pub fn next_ms(&self) -> Option<u64> {
        let since = self.playing?;
        Some(since + (1_000u64.div_ceil(self.per_second())).max(LEAST_WAIT_MS))
    }

    fn per_second(&self) -> u64 {
        SPEEDS.get(self.speed).map_or(1, |speed| speed.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playback_keeps_its_speed_and_ends() {
        let mut stepper = Stepper::default();
        stepper.reset(25);
        assert!(stepper.is_at_end() && !stepper.is_playing());
        stepper.set_speed(2, 0);
        stepper.toggle_play(1_000);
        assert_eq!((stepper.at, stepper.next_ms()), (0, Some(1_100)));
        assert!(!stepper.tick(1_050));
        assert!(stepper.tick(1_250));
        assert_eq!((stepper.at, stepper.next_ms()), (2, Some(1_300)));
        assert!(stepper.tick(1_300));
        assert_eq!(stepper.at, 3);
        assert!(stepper.tick(60_000));
        assert!(stepper.is_at_end() && !stepper.is_playing());
        stepper.go_to(7);
        assert_eq!(stepper.moment(), Some(6));
        stepper.toggle_play(0);
        stepper.toggle_play(0);
        assert_eq!((stepper.at, stepper.is_playing()), (7, false));
    }
}
