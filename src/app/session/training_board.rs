//! The board of a task: a game of its own beside the session's, which waits unchanged.
//!
//! It has no file, no place in the archive, no clock and no undo.

use super::{Place, Session, Sound, root_in};
use crate::app::ui::text::sentence;
use minnow_engine::Root;
use minnow_game::Game;
use minnow_rules::Move;

/// The record of a task.
#[derive(Clone, Debug)]
pub struct TrainingBoard {
    /// Its number among the games of the session.
    number: u64,
    pub game: Game,
}

impl TrainingBoard {
    pub fn new(session: &mut Session, game: Game) -> TrainingBoard {
        TrainingBoard { number: session.next_number(), game }
    }

    /// The place of the position shown.
    pub fn here(&self) -> Place {
        Place { game_number: self.number, node: self.game.cursor() }
    }

    /// The earlier positions and the one shown, for a search.
    pub fn root(&self) -> Option<Root> {
        root_in(&self.game, self.game.cursor())
    }

    /// Makes a move of the position shown, with its sound.
    pub fn play(&mut self, session: &mut Session, mv: Move) {
        session.notice = None;
        session.typed.clear();
        let before = *self.game.position();
        match self.game.insert(self.game.cursor(), mv) {
            Ok(node) => {
                self.game.go_to(node);
                session.sound(Sound::of_move(&before, mv));
            }
            Err(problem) => session.error(sentence(&problem)),
        }
    }
}
