//! The user's rating on a board, from results against opponents of known rating, and the rating of the
//! opponent that *match me* picks.
//!
//! The rating is the maximum of a posterior: a normal prior, and for each game the logistic
//! likelihood of its points, a draw being half a win and half a loss (Bradley and Terry 1952; Elo
//! 1978). Recent games count more, so that the rating follows a learner. The unit is Elo; on each
//! board 0 is the player who moves at random.

/// After this many further games, a game counts half.
const HALF_LIFE_GAMES: f64 = 18.0;

/// The number of games that count: earlier ones together would count for less than two percent.
const COUNTED_GAMES: usize = 120;

/// The standard deviation, in Elo, of users on one board, in what all boards share and in what only
/// this board shows.
const SHARED_SPREAD: f64 = 350.0;
const BOARD_SPREAD: f64 = 200.0;

/// The most that the opponent's rating changes from game to game, in Elo, once the user's rating is
/// well known.
const STEP: f64 = 60.0;

/// The points that are missing or surplus are made good over this many games.
const MAKE_GOOD_GAMES: f64 = 12.0;

/// The maximum difference between the wanted points of one game and the aim.
const MAX_CORRECTION: f64 = 0.15;

/// The number of recent games whose missing or surplus points are made good.
const REMEMBERED_GAMES: usize = 40;

/// The score that *match me* aims at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum MatchAim {
    /// The opponent is stronger: 30 points in a hundred games.
    Hard,
    /// The opponent is as strong: 50 points in a hundred games.
    #[default]
    Even,
    /// The opponent is weaker: 70 points in a hundred games.
    Easy,
}

impl MatchAim {
    /// All aims, the strongest opponent first.
    pub const ALL: [MatchAim; 3] = [MatchAim::Hard, MatchAim::Even, MatchAim::Easy];

    /// The name for users.
    pub fn name(self) -> &'static str {
        match self {
            MatchAim::Hard => "Hard",
            MatchAim::Even => "Even",
            MatchAim::Easy => "Easy",
        }
    }

    /// The name with the user's share of the points: `Hard 30 %`.
    pub fn text(self) -> String {
        format!("{} {} %", self.name(), self.percent())
    }

    /// The user's points in a hundred games.
    pub fn percent(self) -> u8 {
        match self {
            MatchAim::Hard => 30,
            MatchAim::Even => 50,
            MatchAim::Easy => 70,
        }
    }
}

/// A game of the user, as the rating sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// The rating of the opponent.
    pub opponent_elo: f64,
    /// 1, a half or 0.
    pub points: f64,
    /// The points that the opponent was picked for; `None` for an opponent of the user's choice.
    pub aim_points: Option<f64>,
}

/// A rating with its standard error, both in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerRating {
    /// The estimate.
    pub elo: f64,
    /// The standard error of the estimate.
    pub error: f64,
}

/// The results on another board.
#[derive(Clone, Debug)]
pub struct OtherBoard {
    /// The rating of the middle level there, against which boards are compared.
    pub middle_elo: f64,
    /// The games there, the oldest first.
    pub games: Vec<RatedGame>,
}

impl PlayerRating {
    /// The 95 % bound of the rating, in Elo either way.
    pub fn bound(self) -> f64 {
        1.96 * self.error
    }

    /// The rating before the first game on a board. `middle_elo` is the rating of its middle
    /// level; the results on other boards shift it, the less the fewer they are.
    pub fn prior(middle_elo: f64, others: &[OtherBoard]) -> PlayerRating {
        let mut precision = SHARED_SPREAD.powi(-2);
        let mut sum = 0.0;
        for other in others.iter().filter(|other| !other.games.is_empty()) {
            let error = (SHARED_SPREAD.powi(2) + BOARD_SPREAD.powi(2)).sqrt();
            let rating = PlayerRating { elo: other.middle_elo, error }.after(&other.games);
            // The information of the games alone, without that of the prior.
            let information = rating.error.powi(-2) - error.powi(-2);
            let shift = (rating.elo - other.middle_elo) * rating.error.powi(-2) / information;
            let weight = 1.0 / (BOARD_SPREAD.powi(2) + 1.0 / information);
            precision += weight;
            sum += weight * shift;
        }
        let error = (1.0 / precision + BOARD_SPREAD.powi(2)).sqrt();
        PlayerRating { elo: middle_elo + sum / precision, error }
    }

    /// The rating after these games, the oldest first, with this rating as the prior.
    pub fn after(self, games: &[RatedGame]) -> PlayerRating {
        let fading = 0.5_f64.powf(1.0 / HALF_LIFE_GAMES);
        let mut elo = self.elo;
        let mut information = self.error.powi(-2);
        // Newton's method on the log posterior, which is concave; the step is limited because the
        // logistic curve is nearly flat far from its middle.
        for _ in 0..50 {
            let mut slope = (self.elo - elo) / self.error.powi(2);
            information = self.error.powi(-2);
            let mut weight = 1.0;
            for game in games.iter().rev().take(COUNTED_GAMES) {
                let expected = expected_points(elo - game.opponent_elo);
                slope += weight * (game.points - expected) * PER_ELO;
                information += weight * expected * (1.0 - expected) * PER_ELO * PER_ELO;
                weight *= fading;
            }
            let step = (slope / information).clamp(-200.0, 200.0);
            elo += step;
            if step.abs() < 0.01 {
                break;
            }
        }
        PlayerRating { elo, error: information.powf(-0.5) }
    }

    /// The rating of the next opponent for this aim; `self` is the rating after `games`.
    ///
    /// It is the one that makes the aim the expected score, with a small correction for points that
    /// are missing or surplus in the matched games so far, and does not jump away from the last one.
    pub fn next_opponent(self, games: &[RatedGame], aim: MatchAim) -> f64 {
        let aim_points = f64::from(aim.percent()) / 100.0;
        let wanted = aim_points + correction(games);
        let elo = self.elo - elo_difference(wanted);
        let last = games.iter().rev().find(|game| game.aim_points == Some(aim_points));
        last.map_or(elo, |last| {
            let step = STEP.max(self.error / 2.0);
            elo.clamp(last.opponent_elo - step, last.opponent_elo + step)
        })
    }
}

/// The natural logarithm of the odds for a difference of one Elo.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// The expected points of a player who is better by this many Elo.
pub fn expected_points(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo * PER_ELO).exp())
}

/// The difference in Elo at which these points, between 0 and 1, are expected.
fn elo_difference(points: f64) -> f64 {
    (points / (1.0 - points)).ln() / PER_ELO
}

/// The points to add to the aim of the next game.
fn correction(games: &[RatedGame]) -> f64 {
    let recent = games.iter().rev().take(REMEMBERED_GAMES);
    let missing: f64 = recent.filter_map(|game| Some(game.aim_points? - game.points)).sum();
    (missing / MAKE_GOOD_GAMES).clamp(-MAX_CORRECTION, MAX_CORRECTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIOR: PlayerRating = PlayerRating { elo: 600.0, error: 400.0 };

    fn games(results: &[(f64, f64)]) -> Vec<RatedGame> {
        let game = |(opponent_elo, points): &(f64, f64)| RatedGame {
            opponent_elo: *opponent_elo,
            points: *points,
            aim_points: Some(0.5),
        };
        results.iter().map(game).collect()
    }

    #[test]
    fn the_rating_is_the_maximum_of_the_posterior() {
        let played = games(&[(700.0, 1.0), (800.0, 0.5), (900.0, 0.0), (650.0, 1.0)]);
        let rating = PRIOR.after(&played);
        let log_posterior = |elo: f64| {
            let prior = -((elo - PRIOR.elo) / PRIOR.error).powi(2) / 2.0;
            let log = |(age, game): (usize, &RatedGame)| {
                let p = expected_points(elo - game.opponent_elo);
                let weight = 0.5_f64.powf(age as f64 / HALF_LIFE_GAMES);
                weight * (game.points * p.ln() + (1.0 - game.points) * (1.0 - p).ln())
            };
            prior + played.iter().rev().enumerate().map(log).sum::<f64>()
        };
        let best = log_posterior(rating.elo);
        assert!(best > log_posterior(rating.elo - 1.0) && best > log_posterior(rating.elo + 1.0));
        let curvature =
            2.0 * best - log_posterior(rating.elo - 1.0) - log_posterior(rating.elo + 1.0);
        assert!((curvature.powf(-0.5) / rating.error - 1.0).abs() < 0.01, "{rating:?}");
    }

    #[test]
    fn a_rating_without_losses_stays_finite() {
        let won = vec![RatedGame { opponent_elo: 0.0, points: 1.0, aim_points: None }; 5_000];
        let rating = PRIOR.after(&won);
        assert!(rating.elo.is_finite() && (600.0..1_500.0).contains(&rating.elo), "{rating:?}");
        let lost: Vec<RatedGame> = won
            .iter()
            .map(|game| RatedGame { points: 0.0, opponent_elo: 2_000.0, ..*game })
            .collect();
        assert!(PRIOR.after(&lost).elo > -500.0);
        assert_eq!(PRIOR.after(&[]), PRIOR);
    }

    #[test]
    fn recent_games_count_more() {
        let early = [vec![(600.0, 1.0); 30], vec![(600.0, 0.0); 30]].concat();
        let late = [vec![(600.0, 0.0); 30], vec![(600.0, 1.0); 30]].concat();
        let [early, late] = [early, late].map(|results| PRIOR.after(&games(&results)).elo);
        assert!(early < 560.0 && late > 640.0, "{early} {late}");
    }

    #[test]
    fn other_boards_inform_the_prior_weakly() {
        let board = |games: Vec<RatedGame>| OtherBoard { middle_elo: 500.0, games };
        let strong = games(&vec![(1_000.0, 0.5); 60]);
        let alone = PlayerRating::prior(600.0, &[]);
        assert!((alone.elo - 600.0).abs() < 1e-9 && (400.0..405.0).contains(&alone.error));
        assert_eq!(PlayerRating::prior(600.0, &[board(Vec::new())]), alone);
        let one_game = PlayerRating::prior(600.0, &[board(strong[..1].to_vec())]);
        let one = PlayerRating::prior(600.0, &[board(strong.clone())]);
        let two = PlayerRating::prior(600.0, &[board(strong.clone()), board(strong)]);
        let elos = [alone.elo, one_game.elo, one.elo, two.elo];
        assert!(elos.is_sorted() && two.elo < 1_100.0, "{elos:?}");
        assert!(two.error < one.error && one.error < alone.error && two.error > BOARD_SPREAD);
    }

    #[test]
    fn the_next_opponent_fits_the_aim_and_does_not_jump() {
        let rating = PlayerRating { elo: 800.0, error: 50.0 };
        let first = MatchAim::ALL.map(|aim| rating.next_opponent(&[], aim).round());
        assert_eq!(first, [947.0, 800.0, 653.0]);
        let far = games(&[(300.0, 0.5)]);
        assert_eq!(rating.next_opponent(&far, MatchAim::Even), 360.0);
        let unsure = PlayerRating { error: 400.0, ..rating };
        assert_eq!(unsure.next_opponent(&far, MatchAim::Even), 500.0);
        let other_aim = rating.next_opponent(&far, MatchAim::Easy);
        assert_eq!(other_aim.round(), 653.0, "the user has changed the aim");
    }

    #[test]
    fn missing_points_are_made_good_slowly() {
        let rating = PlayerRating { elo: 800.0, error: 50.0 };
        let after = |points: f64| rating.next_opponent(&games(&[(800.0, points)]), MatchAim::Even);
        let (lost, drawn, won) = (after(0.0), after(0.5), after(1.0));
        assert!(lost < drawn && drawn < won);
        assert!(won - lost < 60.0, "{lost} {won}");
        let lost = games(&[(800.0, 0.0); 30]);
        assert_eq!(correction(&lost), MAX_CORRECTION);
        let chosen: Vec<RatedGame> =
            lost.iter().map(|game| RatedGame { aim_points: None, ..*game }).collect();
        assert_eq!(correction(&chosen), 0.0, "opponents of the user's choice");
    }
}
