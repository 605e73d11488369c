//! The Elo difference of two players, with bounds, from the results of a match.
//!
//! Games come in pairs: one opening with both colours. The two games of a pair depend on each
//! other, since an opening that favours White gives each player a win. The bounds are therefore
//! computed from pairs, which vary less than single games.

use std::fmt;

use minnow_rules::Color;

/// A normal variable lies within this many standard errors of its mean in 95 % of all cases.
pub(super) const STANDARD_ERRORS_OF_95_PERCENT: f64 = 1.96;

/// The result of one game for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl GameResult {
    /// The result of the player with this colour.
    pub fn of(winner: Option<Color>, own: Color) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(winner) if winner == own => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }

    /// The result of the other player.
    pub(super) fn reversed(self) -> GameResult {
        match self {
            GameResult::Win => GameResult::Loss,
            GameResult::Draw => GameResult::Draw,
            GameResult::Loss => GameResult::Win,
        }
    }
}

/// The results of a match from the first player's view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// The number of pairs by the first player's half points, 0 to 4.
    pairs: [u32; 5],
    /// The first game of a pair whose second has not been played.
    unpaired: Option<GameResult>,
}

/// A difference in Elo with its 95 % bounds. Infinite for scores without a finite Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloRange {
    /// The estimate; positive if the first player is stronger.
    pub elo: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Tally {
    /// Adds a game. Odd calls add the first game of a pair, even calls the second.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
        match self.unpaired.take() {
            None => self.unpaired = Some(result),
            Some(first) => self.pairs[first as usize + result as usize] += 1,
        }
    }

    fn games(&self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// The numbers of wins, draws and losses.
    pub fn counts(&self) -> [u32; 3] {
        [self.wins, self.draws, self.losses]
    }

    /// The first player's points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The first player's share of the points, 0 to 1; 0.5 before the first game.
    pub fn score(&self) -> f64 {
        if self.games() > 0.0 { self.points() / self.games() } else { 0.5 }
    }

    /// The standard error of the score, from the first of these that varies:
    ///
    /// - the pairs,
    /// - the games,
    /// - a binomial distribution with this score; half a point in all games is added, since a
    ///   short match without a loss proves little.
    fn standard_error(&self) -> f64 {
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        let of_pairs = standard_error_of_mean(self.pairs.iter().copied().zip(shares));
        let results = [(self.losses, 0.0), (self.draws, 0.5), (self.wins, 1.0)];
        let of_games = standard_error_of_mean(results);
        let of_binomial = || {
            let (games, score) = (self.games().max(1.0), self.score());
            (score * (1.0 - score) / games + 0.25 / (games * games)).sqrt()
        };
        [of_pairs, of_games].into_iter().find(|error| *error > 0.0).unwrap_or_else(of_binomial)
    }

    /// The reach of the score's normal 95 % bounds, either way.
    pub fn score_error(&self) -> f64 {
        STANDARD_ERRORS_OF_95_PERCENT * self.standard_error()
    }

    /// The Elo difference of the score and of the score's normal 95 % bounds.
    pub fn elo(&self) -> EloRange {
        let (score, reach) = (self.score(), self.score_error());
        EloRange {
            elo: elo_of_score(score),
            low: elo_of_score(score - reach),
            high: elo_of_score(score + reach),
        }
    }
}

/// The standard error of the mean of values with their counts; 0 without values.
fn standard_error_of_mean(counted: impl IntoIterator<Item = (u32, f64)> + Clone) -> f64 {
    let sum_of = |term: &dyn Fn(f64) -> f64| {
        let terms = counted.clone().into_iter();
        terms.map(|(count, value)| f64::from(count) * term(value)).sum::<f64>()
    };
    let total = sum_of(&|_| 1.0);
    if total == 0.0 {
        return 0.0;
    }
    let mean = sum_of(&|value| value) / total;
    let variance = sum_of(&|value| (value - mean).powi(2)) / total;
    (variance / total).sqrt()
}

/// The Elo difference with this expected score, by the logistic curve (400 points for odds of ten
/// to one). Infinite for scores of at most 0 or at least 1.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero turns -0, the result of an even score, into 0.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

impl fmt::Display for Tally {
    /// `W 6 D 1 L 3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "W {} D {} L {}", self.wins, self.draws, self.losses)
    }
}

impl fmt::Display for EloRange {
    /// `Elo +120.4, 95 % bounds [+33.0, +inf]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EloRange { elo, low, high } = self;
        write!(f, "Elo {elo:+.1}, 95 % bounds [{low:+.1}, {high:+.1}]")
    }
}

#[cfg(test)]
mod tests {
    use super::{
        GameResult::{Draw, Loss, Win},
        *,
    };

    fn tally(results: &[GameResult]) -> Tally {
        let mut tally = Tally::default();
        results.iter().for_each(|result| tally.add(*result));
        tally
    }

    #[track_caller]
    fn assert_close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 0.05, "{actual} instead of {expected}");
    }

    #[test]
    fn scores_give_the_elo_of_the_tables() {
        // Odds of 1, 3, 10 and 100 to one: 400 times the decimal logarithm.
        for (score, elo) in [(0.5, 0.0), (0.75, 190.85), (10.0 / 11.0, 400.0), (0.01, -798.25)] {
            assert_close(elo_of_score(score), elo);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn bounds_come_from_the_spread_of_pairs() {
        // Pairs of 2, 1.5, 1 and 1.5 points: mean 0.75, variance 0.03125, standard error
        // sqrt(0.03125 / 4) = 0.08839, so the score lies within 0.75 +- 0.17324.
        let tally = tally(&[Win, Win, Win, Draw, Win, Loss, Draw, Win]);
        assert_eq!(tally.to_string(), "W 5 D 2 L 1");
        assert_eq!(tally.pairs, [0, 0, 1, 2, 1]);
        assert_close(1e3 * tally.standard_error(), 88.39);
        let EloRange { elo, low, high } = tally.elo();
        assert_close(elo, 190.85);
        // 400 log10(0.57676 / 0.42324) and 400 log10(0.92324 / 0.07676).
        assert_close(low, 53.76);
        assert_close(high, 432.07);
    }

    #[test]
    fn equal_pairs_use_the_spread_of_games() {
        // Every opening won by White: four games of variance 1/4, standard error 1/4.
        let tally = tally(&[Win, Loss, Win, Loss]);
        assert_close(1e3 * tally.standard_error(), 250.0);
        let EloRange { elo, low, high } = tally.elo();
        assert_eq!(elo.to_string(), "0");
        // 400 log10(0.99 / 0.01)
        assert_close(high, 798.25);
        assert_close(low, -798.25);
    }

    #[test]
    fn a_match_without_losses_is_bounded_below() {
        // Ten wins: half a point in ten games, 0.05, so that the score is above 0.902.
        let range = tally(&[Win; 10]).elo();
        assert_eq!((range.elo, range.high), (f64::INFINITY, f64::INFINITY));
        assert_close(range.low, 385.59);
        assert_eq!(range.to_string(), "Elo +inf, 95 % bounds [+385.6, +inf]");
        assert_eq!(tally(&[Loss; 10]).elo().to_string(), "Elo -inf, 95 % bounds [-inf, -385.6]");
    }

    #[test]
    fn an_unpaired_game_counts_for_the_score_only() {
        let tally = tally(&[Win, Draw, Win, Win, Loss]);
        assert_eq!(tally.pairs, [0, 0, 0, 1, 1]);
        assert_close(1e3 * tally.score(), 700.0);
        assert_close(1e3 * tally.standard_error(), 88.39);
    }
}
