//! The clock of the game on the board: it starts with the first move, and the game stores its times.

use super::{Effect, Session};
use minnow_game::{ChessClock, ClockState, NodeId};

impl Session {
    /// The clock of the game's record, or of the settings for a new game.
    pub fn clock_of_game(&mut self) -> Option<ChessClock> {
        if self.game.is_empty() && self.game.header.clock.is_none() {
            let choice = self.settings.clock?;
            let control = choice.control();
            let left_ms = [control.base_ms; 2];
            self.game.header.clock = Some(ClockState { control, left_ms });
        }
        let kept = self.game.header.clock?;
        Some(ChessClock::with_left(kept.control, kept.left_ms, self.head_position().turn()))
    }

    /// Stops and notes the mover's time, with the increment that each move adds. The move that starts the clock
    /// costs no time.
    pub fn press_clock(&mut self, node: NodeId, now_ms: u64) {
        let over = self.end().is_some();
        let turn = self.head_position().turn();
        let Some(clock) = &mut self.clock else { return };
        // The first move starts the clock, so its time is unknown.
        let used_ms = clock.used_ms(now_ms).filter(|used_ms| clock.is_running() || *used_ms > 0);
        if clock.turn() == turn {
            // A stopped clock may show the other side.
            clock.set(clock.left_ms(now_ms), !turn, now_ms);
        }
        clock.press(now_ms);
        let left_ms = clock.remaining_ms(!turn, now_ms);
        if over {
            clock.pause(now_ms);
        } else {
            clock.start(now_ms);
        }
        if let Some(notes) = self.game.notes_mut(node) {
            notes.clock_ms = Some(left_ms);
            notes.used_ms = used_ms;
        }
        self.note_clock(now_ms);
    }

    /// The time left to both sides in the game's record.
    pub fn time_left_ms(&self) -> Option<[u64; 2]> {
        self.game_on_board().left_ms()
    }

    /// Keeps both times with the game, for the next start.
    pub fn note_clock(&mut self, now_ms: u64) {
        if let (Some(clock), Some(kept)) = (&self.clock, &mut self.game.header.clock) {
            kept.left_ms = clock.left_ms(now_ms);
        }
    }

    /// Notes both times, and keeps them on disk whenever a second has passed on one of them: so neither
    /// a kill nor another game on the board gives time back.
    pub fn keep_clock(&mut self, now_ms: u64) {
        self.note_clock(now_ms);
        let left_ms = self.game_of_play().left_ms();
        let seconds = left_ms.map(|left_ms| left_ms.map(|ms| ms / 1_000));
        if seconds != self.kept_seconds {
            self.kept_seconds = seconds;
            self.effects.push(Effect::KeepClock);
        }
    }

    /// True if the clock of a game under way is stopped: after a restart, after a task and after other
    /// workspaces it waits for the next move.
    pub fn is_clock_stopped(&self) -> bool {
        let is_under_way = !self.game.is_empty() && self.end().is_none();
        is_under_way && self.clock.as_ref().is_some_and(|clock| !clock.is_running())
    }

    /// Sets the clock to the times left at a node.
    pub fn set_clock_from(&mut self, node: NodeId, now_ms: u64) {
        let turn = self.game.node(node).map(|node| node.position().turn());
        if let (Some(left_ms), Some(turn), Some(clock)) =
            (self.game.time_left_ms(node), turn, &mut self.clock)
        {
            clock.set(left_ms, turn, now_ms);
        }
        self.note_clock(now_ms);
    }

    /// Stops the clock until the next move.
    pub fn stop_clock(&mut self, now_ms: u64) {
        if let Some(clock) = &mut self.clock {
            clock.pause(now_ms);
        }
        self.note_clock(now_ms);
    }
}
