//! The user's standing on a board from the list of results, and the strength that *match me* picks
//! there.

use super::player_rating::{MatchAim, OtherBoard, PlayerRating, RatedGame};
use minnow_engine::{Strength, rating_of, strength_of};
use minnow_game::results::{CountedGame, ResultList};
use minnow_rules::{Variant, builtin_variants};

/// The level against which boards are compared: the one that a new user plays.
const MIDDLE_LEVEL: u8 = 4;

/// The step of the strengths that match me picks, in hundredths of a level.
const STEP_HUNDREDTHS: u16 = 10;

/// The games that the history shows.
const HISTORY_GAMES: usize = 100;

/// The counted games of one board.
#[derive(Clone, Debug)]
pub struct BoardStanding {
    variant: &'static Variant,
    /// The rating before the first game.
    prior: PlayerRating,
    /// The oldest first.
    games: Vec<RatedGame>,
    /// The rating after these games.
    pub rating: PlayerRating,
}

/// The strength of the next game against *match me*.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchPick {
    /// The strength of the computer.
    pub strength: Strength,
    /// True if an opponent beyond the weakest or the strongest level would fit better.
    pub is_at_end: bool,
}

impl BoardStanding {
    /// The standing on a board by the results in a list; those on other boards shape its prior.
    pub fn new(list: &ResultList, variant: &'static Variant) -> BoardStanding {
        let others: Vec<OtherBoard> = builtin_variants()
            .iter()
            .filter(|other| other.id != variant.id)
            .map(|other| (other, list.games_on(&other.id)))
            .filter(|(_, games)| !games.is_empty())
            .map(|(other, games)| OtherBoard {
                middle_elo: middle_elo(other),
                games: rated(other, &games),
            })
            .collect();
        let prior = PlayerRating::prior(middle_elo(variant), &others);
        BoardStanding::of_games(variant, prior, rated(variant, &list.games_on(&variant.id)))
    }

    /// The standing after these games, with a prior.
    pub fn of_games(
        variant: &'static Variant,
        prior: PlayerRating,
        games: Vec<RatedGame>,
    ) -> BoardStanding {
        let rating = prior.after(&games);
        BoardStanding { variant, prior, games, rating }
    }

    /// The games, the oldest first.
    pub fn into_games(self) -> Vec<RatedGame> {
        self.games
    }

    /// The number of counted games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The change of the rating by the last game, in Elo; `None` before the first game.
    pub fn last_change(&self) -> Option<f64> {
        let (_, earlier) = self.games.split_last()?;
        Some(self.rating.elo - self.prior.after(earlier).elo)
    }

    /// The ratings after the last games, the oldest first.
    pub fn history(&self) -> Vec<PlayerRating> {
        let first = self.games.len().saturating_sub(HISTORY_GAMES);
        let ends = first + 1..=self.games.len();
        ends.filter_map(|end| Some(self.prior.after(self.games.get(..end)?))).collect()
    }

    /// The opponent of the next game for this aim.
    pub fn pick(&self, aim: MatchAim) -> MatchPick {
        let elo = self.rating.next_opponent(&self.games, aim);
        let found = strength_of(self.variant, elo.round() as i32).hundredths();
        let rounded = (found + STEP_HUNDREDTHS / 2) / STEP_HUNDREDTHS * STEP_HUNDREDTHS;
        let strength = Strength::from_hundredths(rounded);
        let own = opponent_elo(self.variant, strength);
        let is_at_end =
            (strength.is_full() && elo > own) || (strength == Strength::of_level(1) && elo < own);
        MatchPick { strength, is_at_end }
    }
}

/// The rating of an opponent on a board.
pub fn opponent_elo(variant: &Variant, strength: Strength) -> f64 {
    f64::from(rating_of(variant, strength).elo)
}

fn middle_elo(variant: &Variant) -> f64 {
    opponent_elo(variant, Strength::of_level(MIDDLE_LEVEL))
}

fn rated(variant: &Variant, games: &[&CountedGame]) -> Vec<RatedGame> {
    let rated = |game: &&CountedGame| RatedGame {
        opponent_elo: opponent_elo(variant, Strength::from_hundredths(game.strength)),
        points: game.outcome.points(),
        aim_points: game.aim_percent.map(|percent| f64::from(percent) / 100.0),
    };
    games.iter().map(rated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::results::{RatingReset, ResultEntry, UserOutcome};

    fn list(variant: &str, strength: u16, outcomes: &[UserOutcome]) -> ResultList {
        let mut list = ResultList::default();
        for (number, outcome) in outcomes.iter().enumerate() {
            list.add(ResultEntry::Game(CountedGame {
                id: format!("{variant}-{number}").parse().unwrap(),
                ended: format!("20261122-{number:06}-000"),
                variant: variant.to_owned(),
                strength,
                outcome: *outcome,
                aim_percent: None,
            }));
        }
        list
    }

    #[test]
    fn wins_raise_rating_and_opponent() {
        let variant = Variant::default_variant();
        let pick = |outcomes: &[UserOutcome]| {
            let standing = BoardStanding::new(&list("minichess", 400, outcomes), variant);
            assert_eq!(standing.history().len(), outcomes.len());
            standing.pick(MatchAim::Even).strength.hundredths()
        };
        assert_eq!(pick(&[]), 400, "the middle level at first");
        assert!(pick(&[UserOutcome::Won]) > 400 && pick(&[UserOutcome::Lost; 2]) < 400);
        assert_eq!(pick(&[UserOutcome::Won; 3]) % STEP_HUNDREDTHS, 0);
    }

    #[test]
    fn the_ends_of_the_table_are_named() {
        let variant = Variant::default_variant();
        let pick = |strength: u16, outcome: UserOutcome| {
            let list = list("minichess", strength, &[outcome; 60]);
            BoardStanding::new(&list, variant).pick(MatchAim::Even)
        };
        let (weak, strong) = (pick(100, UserOutcome::Lost), pick(1200, UserOutcome::Won));
        assert_eq!(weak, MatchPick { strength: Strength::of_level(1), is_at_end: true });
        assert_eq!(strong, MatchPick { strength: Strength::of_level(12), is_at_end: true });
        assert!(!pick(600, UserOutcome::Drawn).is_at_end);
    }

    #[test]
    fn a_reset_and_other_boards_reach_the_standing() {
        let variant = Variant::default_variant();
        let mut list = list("gardner", 900, &[UserOutcome::Won; 20]);
        let shifted = BoardStanding::new(&list, variant);
        assert!(shifted.rating.elo > middle_elo(variant) && shifted.games() == 0);
        let (at, board) = ("20270101-000000-000".to_owned(), "gardner".to_owned());
        list.add(ResultEntry::Reset(RatingReset { at, variant: board }));
        assert_eq!(BoardStanding::new(&list, variant).rating.elo, middle_elo(variant));
    }
}
