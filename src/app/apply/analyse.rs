//! Analysis of the game on the board: changing to it and back, and the variations it adds.

use super::{
    super::{action::Mode, state::AppState},
    play::capitalised,
};
use crate::{game::Edit, rules::Move};

impl AppState {
    /// Analysis stops the game: the computer waits and the clock stands. Back in play the user is
    /// where the game stands, and the computer goes on when it is told to.
    pub(super) fn select_mode(&mut self, mode: Mode, now_ms: u64) {
        self.editor = None;
        if self.mode == mode {
            return;
        }
        self.mode = mode;
        self.engine.cancel();
        self.pending = None;
        self.hint = None;
        self.banner = false;
        self.typed.clear();
        match mode {
            Mode::Analyse => self.stop_clock(now_ms),
            Mode::Play => {
                self.game.go_to(self.game.head());
                self.paused = self.waits_for_computer();
            }
        }
    }

    /// The clock goes on with the next move.
    fn stop_clock(&mut self, now_ms: u64) {
        if let Some(clock) = &mut self.clock {
            clock.pause(now_ms);
        }
        self.note_clock(now_ms);
    }

    /// Adds moves after the position that is looked at, where they are not there already, and goes
    /// to the last. What has been played of the game stays what it is.
    pub(super) fn add_variation(&mut self, moves: &[Move]) {
        let mut node = self.game.cursor();
        let mut added = false;
        for played in moves {
            added |= self.game.child(node, *played).is_none();
            match self.game.insert(node, *played) {
                Ok(next) => node = next,
                Err(problem) => {
                    self.error(format!("{}.", capitalised(&problem.to_string())));
                    break;
                }
            }
        }
        self.game.go_to(node);
        if added {
            self.touch_as(Edit::Move);
        }
        self.typed.clear();
    }
}
