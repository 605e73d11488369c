//! The odds that the user chooses for the next games, and the game that begins at them.

use serde::{Deserialize, Serialize};

use super::settings::{Settings, Sides};
use minnow_game::{Game, Odds, OddsPiece};
use minnow_rules::{Color, Variant};

/// The player who gives the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OddsGiver {
    /// The user; where humans or computers play both sides, White.
    You,
    Computer,
}

/// Odds for the next games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddsChoice {
    pub giver: OddsGiver,
    pub piece: OddsPiece,
}

impl OddsChoice {
    /// The odds where these sides are the user's.
    pub fn odds(self, sides: Sides) -> Odds {
        let user = if sides == Sides::Black { Color::Black } else { Color::White };
        let giver = match self.giver {
            OddsGiver::You => user,
            OddsGiver::Computer => !user,
        };
        Odds { giver, piece: self.piece }
    }

    /// `You without a pawn`; where humans or computers play both sides, `White without a pawn`.
    pub fn text(self, sides: Sides) -> String {
        let odds = self.odds(sides);
        match (sides, self.giver) {
            (Sides::Both | Sides::None, _) => odds.text(),
            (_, OddsGiver::You) => format!("You without {}", odds.piece.text()),
            (_, OddsGiver::Computer) => format!("Computer without {}", odds.piece.text()),
        }
    }

    /// True if a board allows these odds.
    pub fn is_allowed(self, variant: &'static Variant, sides: Sides) -> bool {
        self.odds(sides).position(variant).is_some()
    }

    /// The odds that a board allows.
    pub fn choices(variant: &'static Variant, sides: Sides) -> Vec<OddsChoice> {
        let of = |giver| OddsPiece::ALL.into_iter().map(move |piece| OddsChoice { giver, piece });
        let all = [OddsGiver::You, OddsGiver::Computer].into_iter().flat_map(of);
        all.filter(|choice| choice.is_allowed(variant, sides)).collect()
    }
}

impl Settings {
    /// A game of a variant from its start, at the chosen odds if the board allows them.
    pub fn new_game(&self, variant: &'static Variant) -> Game {
        let odds = self.odds.and_then(|choice| choice.odds(self.sides).game(variant));
        odds.unwrap_or_else(|| Game::new(variant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_follow_the_users_side() {
        let choice = OddsChoice { giver: OddsGiver::Computer, piece: OddsPiece::Queen };
        let giver = |sides| {
            let settings = Settings { sides, odds: Some(choice), ..Settings::default() };
            settings.new_game(Variant::default_variant()).odds().map(|odds| odds.giver)
        };
        assert_eq!(giver(Sides::White), Some(Color::Black));
        assert_eq!(giver(Sides::Black), Some(Color::White));
        assert_eq!(choice.text(Sides::White), "Computer without the queen");
        assert_eq!(choice.text(Sides::Both), "Black without the queen");
    }

    #[test]
    fn boards_without_the_piece_begin_normally() {
        let choice = OddsChoice { giver: OddsGiver::You, piece: OddsPiece::Knight };
        let simpler = Variant::by_id("simpler").unwrap();
        assert!(!OddsChoice::choices(simpler, Sides::White).contains(&choice));
        let settings = Settings { odds: Some(choice), ..Settings::default() };
        assert!(settings.new_game(simpler).is_from_normal_start());
        let text = settings.to_ron().unwrap();
        assert_eq!(Settings::from_ron(&text).unwrap().odds, Some(choice));
    }
}
