//! Who plays, and on what time: what a record must know so that a game can go on after a restart.
//!
//! The numbers of a computer player are handed through; what they mean is the
//! engine's business.

use crate::rules::Color;

use super::TimeControl;

/// How strong a computer player is, in whatever terms were chosen for the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Computer {
    /// One of the program's levels, from 1.
    pub level: Option<u8>,
    pub depth_plies: Option<u32>,
    pub think_ms: Option<u64>,
    pub nodes: Option<u64>,
}

/// Who moves the pieces of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// The record does not say, as in games of other programs.
    #[default]
    Unknown,
    Human,
    Computer(Computer),
}

/// The clock of a game at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    pub control: TimeControl,
    /// What each side had left when this was last noted, White's first.
    pub left_ms: [u64; 2],
}

/// What a record says about a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Names, White's first; empty if unknown.
    pub names: [String; 2],
    /// White's player first.
    pub players: [Player; 2],
    /// Anything else, such as `Event` and `Date`, in the order in which it was given.
    pub tags: Vec<(String, String)>,
    /// `None` for a game without a clock.
    pub clock: Option<ClockState>,
}

impl Header {
    pub fn name(&self, color: Color) -> &str {
        &self.names[color.index()]
    }

    pub fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Changes a tag in its place or adds it at the end; an empty value removes it.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let at = self.tags.iter().position(|(known, _)| known == name);
        match at {
            Some(at) if value.is_empty() => drop(self.tags.remove(at)),
            Some(at) => value.clone_into(&mut self.tags[at].1),
            None if value.is_empty() => {}
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_keep_their_order() {
        let mut header = Header::default();
        header.set_tag("Event", "Club evening");
        header.set_tag("Date", "2026.03.01");
        header.set_tag("Event", "Final");
        header.set_tag("Round", "");
        assert_eq!(header.tag("Event"), Some("Final"));
        assert_eq!(header.tags.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["Event", "Date"]);
        header.set_tag("Event", "");
        assert_eq!(header.tag("Event"), None);
    }
}
