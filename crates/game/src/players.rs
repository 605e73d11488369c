//! The header of a game: players, tags and clock, so that a game can continue after a restart.
//!
//! This module only stores the limits of a computer player; the engine
//! interprets them.

use minnow_rules::Color;

use super::TimeControl;

/// The strength of a computer player. All limits that are set apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Computer {
    /// A level of the program, from 1.
    pub level: Option<u8>,
    /// Hundredths of a level above `level`, 0 to 99.
    pub hundredths: u8,
    /// Search depth in plies.
    pub depth_plies: Option<u32>,
    /// Time for each move, in milliseconds.
    pub think_ms: Option<u64>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
}

impl Computer {
    /// The computer of a strength in hundredths of a level: 430 lies between levels 4 and 5.
    ///
    /// ```
    /// use minnow_game::Computer;
    ///
    /// let computer = Computer::of_strength(430);
    /// assert_eq!((computer.level, computer.hundredths), (Some(4), 30));
    /// assert_eq!(computer.level_text().as_deref(), Some("4.3"));
    /// ```
    pub fn of_strength(strength: u16) -> Computer {
        let level = u8::try_from(strength / 100).unwrap_or(u8::MAX);
        Computer { level: Some(level), hundredths: (strength % 100) as u8, ..Computer::default() }
    }

    /// The strength in hundredths of a level; `None` with limits set by hand.
    pub fn strength(&self) -> Option<u16> {
        self.level.map(|level| u16::from(level) * 100 + u16::from(self.hundredths))
    }

    /// The level as a number for people: `4`, `4.3`.
    pub fn level_text(&self) -> Option<String> {
        self.strength().map(level_text)
    }
}

/// A strength in hundredths of a level as a number for people: `4` for 400, `4.3` for 430.
pub fn level_text(strength: u16) -> String {
    (f64::from(strength) / 100.0).to_string()
}

/// Why a game against the computer does not count for the user's rating, besides its start and help
/// (`Header::is_helped`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncountedReason {
    /// A move was taken back, or the game went on from an earlier position.
    TakeBack,
    /// The engine explained, reviewed or analysed the game before its end.
    Analysis,
    /// The opponent was changed after the first move.
    OpponentChanged,
    /// The game's players were not known when it was taken up.
    Foreign,
}

impl UncountedReason {
    /// All reasons.
    pub const ALL: [UncountedReason; 4] = [
        UncountedReason::TakeBack,
        UncountedReason::Analysis,
        UncountedReason::OpponentChanged,
        UncountedReason::Foreign,
    ];

    /// The name in a saved game.
    pub fn name(self) -> &'static str {
        match self {
            UncountedReason::TakeBack => "take-back",
            UncountedReason::Analysis => "analysis",
            UncountedReason::OpponentChanged => "opponent changed",
            UncountedReason::Foreign => "foreign",
        }
    }
}

/// The player of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// Not recorded, as in games of other programs.
    #[default]
    Unknown,
    /// A person at this program.
    Human,
    /// The engine at this strength.
    Computer(Computer),
    /// A program of others; the name of the side is that of the program.
    Program,
    /// A player on a server, person or program; the name of the side is the name there.
    Remote,
}

/// The time control and the time left, as a game's header holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// The time control of the game.
    pub control: TimeControl,
    /// Milliseconds that each side had left when this was last updated, White first.
    pub left_ms: [u64; 2],
}

/// The facts of a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Names, White first; empty if unknown.
    pub names: [String; 2],
    /// White first.
    pub players: [Player; 2],
    /// Other tags as name and value, such as `Event` and `Date`, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// `None` for a game without a clock.
    pub clock: Option<ClockState>,
    /// The first thing that keeps the game from counting for the user's rating.
    pub uncounted: Option<UncountedReason>,
}

impl Header {
    /// The name of a side; empty if unknown.
    pub fn name(&self, color: Color) -> &str {
        &self.names[color.index()]
    }

    /// The name of a side for people: the recorded one, else `Minnow level 4` for the computer and
    /// `You` for a human who plays against it, a program or a player on a server; `None` if nothing is
    /// known.
    pub fn shown_name(&self, color: Color) -> Option<String> {
        match (self.name(color), self.player(color), self.player(!color)) {
            ("", Player::Computer(computer), _) => Some(match computer.level_text() {
                Some(level) => format!("Minnow level {level}"),
                None => "Minnow".to_owned(),
            }),
            ("", Player::Human, Player::Computer(_) | Player::Program | Player::Remote) => {
                Some("You".to_owned())
            }
            ("", ..) => None,
            (name, ..) => Some(name.to_owned()),
        }
    }

    /// The side of the only human.
    pub fn user(&self) -> Option<Color> {
        let is_human = |color: Color| self.player(color) == Player::Human;
        Color::ALL.into_iter().find(|color| is_human(*color) && !is_human(!*color))
    }

    /// The player of a side.
    pub fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Changes a tag in place or appends it. An empty value removes it.
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
    fn names_are_shown_where_they_are_known() {
        let level_3 = Player::Computer(Computer { level: Some(3), ..Computer::default() });
        let shown = |names: [&str; 2], players| {
            let names = names.map(str::to_owned);
            let header = Header { names, players, ..Header::default() };
            Color::ALL.map(|color| header.shown_name(color).unwrap_or("-".to_owned()))
        };
        assert_eq!(shown(["", ""], [Player::Human, level_3]), ["You", "Minnow level 3"]);
        assert_eq!(shown(["", "Ada"], [level_3, Player::Human]), ["Minnow level 3", "Ada"]);
        assert_eq!(shown(["", "Sjaak"], [Player::Human, Player::Program]), ["You", "Sjaak"]);
        assert_eq!(shown(["bob", ""], [Player::Remote, Player::Human]), ["bob", "You"]);
        assert_eq!(shown(["Bob", ""], [Player::Human; 2]), ["Bob", "-"]);
        assert_eq!(shown(["", ""], [Player::Unknown; 2]), ["-", "-"]);
    }

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
