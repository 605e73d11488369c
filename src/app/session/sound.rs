//! The events of a game that are heard.

use super::{Effect, Session};
use minnow_game::NodeId;
use minnow_rules::{Move, Position};

/// A sound of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    Move,
    Capture,
    /// A move that attacks the king.
    Check,
    /// The end of the game.
    End,
    /// Little time is left on the user's clock.
    LowTime,
}

impl Sound {
    pub const ALL: [Sound; 5] =
        [Sound::Move, Sound::Capture, Sound::Check, Sound::End, Sound::LowTime];

    /// The sound of a legal move made in `before`. It names the most important event.
    pub fn of_move(before: &Position, mv: Move) -> Sound {
        let after = before.play(mv);
        if after.outcome(1).is_some() {
            Sound::End
        } else if after.is_attacked(after.turn()) {
            Sound::Check
        } else if before.captured(mv).is_some() {
            Sound::Capture
        } else {
            Sound::Move
        }
    }
}

impl Session {
    /// Plays a sound, unless the user has switched them off.
    pub fn sound(&mut self, sound: Sound) {
        if self.settings.sounds {
            self.effects.push(Effect::Sound(sound));
        }
    }

    /// Plays the sound of the move that leads to a node, or of the end of the game there.
    pub fn sound_of(&mut self, node: NodeId) {
        let game = &self.game;
        let ended = node == game.head() && self.end().is_some();
        let Some((before, mv)) = game
            .node(node)
            .and_then(|node| Some((game.node(node.parent()?)?.position(), node.played()?)))
        else {
            return;
        };
        let sound = if ended { Sound::End } else { Sound::of_move(before, mv) };
        self.sound(sound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn a_move_has_the_sound_of_its_most_important_event() {
        let variant = Variant::default_variant();
        for (fen, mv, sound) in [
            ("k4/5/5/5/P4/4K w - - 0 1", "a2a3", Sound::Move),
            ("k4/5/5/1p3/P4/4K w - - 0 1", "a2b3", Sound::Capture),
            ("k4/5/5/1p3/R4/4K w - - 0 1", "a2a3", Sound::Check),
            ("k4/5/5/p4/R4/4K w - - 0 1", "a2a3", Sound::Check),
            ("k4/R4/5/5/5/4K w - - 0 1", "a5a6", Sound::End),
        ] {
            let position = Position::from_fen(variant, fen).unwrap();
            let mv = position.parse_move(mv).unwrap();
            assert_eq!(Sound::of_move(&position, mv), sound, "{fen}");
        }
    }
}
