//! The opponent of the settings: a level, match me, limits set by hand, or a program of others; for the
//! search and for a game's record.

use super::settings::{Settings, Sides};
use minnow_engine::{Opponent, SearchLimits, Strength};
use minnow_game::{Computer, Player};
use minnow_rules::Color;

/// An opponent with a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentChoice {
    Level(u8),
    /// The strength follows from the user's results.
    MatchMe,
}

impl Settings {
    /// True if match me picks the opponent's strength.
    pub fn uses_match(&self) -> bool {
        self.opponent_choice() == Some(OpponentChoice::MatchMe)
    }

    /// The program of others that plays the user.
    pub fn program_name(&self) -> Option<&str> {
        self.program.as_deref().filter(|_| self.sides.has_one_human())
    }

    /// The opponent; `None` with limits set by hand, against a program, or where no human plays the
    /// computer.
    pub fn opponent_choice(&self) -> Option<OpponentChoice> {
        let has_rating = !self.use_custom && self.program.is_none();
        (self.sides.has_one_human() && has_rating).then_some(if self.match_me {
            OpponentChoice::MatchMe
        } else {
            OpponentChoice::Level(self.level)
        })
    }

    /// Takes a program over as the opponent, with the user's side as [`Settings::choose_opponent`].
    pub fn choose_program(&mut self, name: &str) {
        self.program = Some(name.to_owned());
        if !self.sides.has_one_human() {
            self.sides = Sides::White;
        }
    }

    /// Takes an opponent over, and lets the user play White where both sides or none were the
    /// user's.
    pub fn choose_opponent(&mut self, choice: OpponentChoice) {
        self.use_custom = false;
        self.program = None;
        self.match_me = choice == OpponentChoice::MatchMe;
        if let OpponentChoice::Level(level) = choice {
            self.level = level;
        }
        if !self.sides.has_one_human() {
            self.sides = Sides::White;
        }
    }

    /// The level of the computer on this side.
    pub fn level_of(&self, color: Color) -> u8 {
        match self.black_level {
            Some(level) if self.sides == Sides::None && color == Color::Black => level,
            _ => self.level,
        }
    }

    /// The strength of the computer on this side, without limits set by hand.
    fn strength_of(&self, color: Color) -> Strength {
        if self.uses_match() {
            Strength::from_hundredths(self.matched)
        } else {
            Strength::of_level(self.level_of(color))
        }
    }

    /// The limits of the search for the computer's next move with this side.
    pub fn limits(&self, color: Color) -> SearchLimits {
        if self.use_custom {
            SearchLimits {
                depth: self.custom.depth_plies,
                nodes: self.custom.nodes,
                movetime_ms: Some(self.custom.think_ms),
                ..SearchLimits::default()
            }
        } else {
            self.strength_of(color).limits()
        }
    }

    /// This side's opponent in the game with this seed; `None` with limits set by hand. A program has none:
    /// Minnow answers for it at full strength.
    pub fn opponent(&self, color: Color, seed: u64) -> Option<Opponent> {
        let strength = self.strength_of(color);
        let has_strength = !self.use_custom && self.program_name().is_none();
        has_strength.then_some(Opponent { strength, seed })
    }

    /// The player of `color` for a game's record.
    pub fn player(&self, color: Color) -> Player {
        if self.sides.is_human(color) {
            return Player::Human;
        }
        if self.program_name().is_some() {
            return Player::Program;
        }
        Player::Computer(if self.use_custom {
            Computer {
                depth_plies: self.custom.depth_plies,
                think_ms: Some(self.custom.think_ms),
                nodes: self.custom.nodes,
                ..Computer::default()
            }
        } else {
            Computer::of_strength(self.strength_of(color).hundredths())
        })
    }

    /// Takes the players and the computer's strength over from a game's record, if all are known. A
    /// program is known by its name alone, so the session takes it over; the opponent on a server is not a
    /// setting.
    pub fn adopt_players(&mut self, players: [Player; 2]) {
        if players.contains(&Player::Unknown) {
            return;
        }
        let human = players.map(|player| player == Player::Human);
        self.sides = match human {
            [true, true] => Sides::Both,
            [true, false] => Sides::White,
            [false, true] => Sides::Black,
            [false, false] => Sides::None,
        };
        let computer = players.iter().find_map(|player| match player {
            Player::Computer(computer) => Some(*computer),
            Player::Human | Player::Program | Player::Remote | Player::Unknown => None,
        });
        let Some(computer) = computer else { return };
        self.program = None;
        self.use_custom = computer.level.is_none();
        match computer.strength() {
            Some(strength) => self.adopt_strength(strength, players),
            None => {
                self.custom.depth_plies = computer.depth_plies;
                self.custom.nodes = computer.nodes;
                self.custom.think_ms = computer.think_ms.unwrap_or(self.custom.think_ms);
            }
        }
        *self = self.clone().within_bounds();
    }

    /// Only match me plays between two levels. While it is chosen, it stays so, and what it has picked
    /// may be a level, too.
    fn adopt_strength(&mut self, strength: u16, players: [Player; 2]) {
        let is_between = !strength.is_multiple_of(100);
        if players.contains(&Player::Human) && (self.match_me || is_between) {
            self.match_me = true;
            self.matched = strength;
        } else {
            self.level = (strength / 100) as u8;
            self.black_level = black_level(players);
        }
    }
}

/// Black's level in a game of the computer against itself.
fn black_level(players: [Player; 2]) -> Option<u8> {
    match players {
        [Player::Computer(_), Player::Computer(black)] => black.level,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_a_record_are_taken_over() {
        for (sides, use_custom) in
            [(Sides::Black, false), (Sides::White, true), (Sides::None, true)]
        {
            let played = Settings { level: 9, sides, use_custom, ..Settings::default() };
            let mut other = Settings { level: 2, ..Settings::default() };
            other.adopt_players(Color::ALL.map(|color| played.player(color)));
            assert_eq!((other.sides, other.use_custom), (sides, use_custom));
            assert_eq!(other.limits(Color::Black), played.limits(Color::Black));
        }
        let watched =
            Settings { level: 3, black_level: Some(8), sides: Sides::None, ..Settings::default() };
        let mut other = Settings::default();
        other.adopt_players(Color::ALL.map(|color| watched.player(color)));
        assert_eq!(Color::ALL.map(|color| other.level_of(color)), [3, 8]);
        let mut kept = Settings::default();
        kept.adopt_players([Player::Unknown; 2]);
        assert_eq!(kept, Settings::default());
        kept.adopt_players([Player::Human; 2]);
        assert_eq!(kept.sides, Sides::Both);
    }

    #[test]
    fn a_program_plays_one_human_alone() {
        let mut settings = Settings { match_me: true, sides: Sides::None, ..Settings::default() };
        settings.choose_program("Sjaak");
        assert_eq!(settings.sides, Sides::White);
        assert_eq!((settings.program_name(), settings.opponent_choice()), (Some("Sjaak"), None));
        let players = Color::ALL.map(|color| settings.player(color));
        assert_eq!(players, [Player::Human, Player::Program]);
        let watched = Settings { sides: Sides::None, ..settings.clone() };
        assert_eq!(watched.program_name(), None);
        assert!(matches!(watched.player(Color::Black), Player::Computer(_)));
        settings.choose_opponent(OpponentChoice::Level(3));
        assert_eq!(settings.program_name(), None);
    }

    #[test]
    fn a_strength_between_levels_is_of_match_me() {
        let played = Settings { match_me: true, matched: 430, ..Settings::default() };
        assert_eq!(played.player(Color::Black), Player::Computer(Computer::of_strength(430)));
        assert_eq!(played.limits(Color::Black), Strength::from_hundredths(430).limits());
        let players = Color::ALL.map(|color| played.player(color));
        let mut other = Settings { level: 9, ..Settings::default() };
        other.adopt_players(players);
        assert_eq!((other.match_me, other.matched, other.level), (true, 430, 9));
        let level_7 = Player::Computer(Computer::of_strength(700));
        other.adopt_players([level_7, Player::Human]);
        assert_eq!((other.match_me, other.matched), (true, 700), "it stays chosen");
        other.adopt_players([level_7; 2]);
        assert_eq!((other.sides, other.level, other.uses_match()), (Sides::None, 7, false));
        other.choose_opponent(OpponentChoice::Level(3));
        assert_eq!((other.sides, other.uses_match(), other.level), (Sides::White, false, 3));
        let mut plain = Settings::default();
        plain.adopt_players([Player::Human, level_7]);
        assert_eq!(plain.opponent_choice(), Some(OpponentChoice::Level(7)));
    }
}
