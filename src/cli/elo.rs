//! What a match between two players says about their difference in strength.
//!
//! Games come in pairs, one opening played with both colours, and the two games of a pair depend
//! on each other: an opening that favours White gives each player a win. The bounds are therefore
//! computed from the results of pairs, which vary less than those of single games.

use std::fmt;

/// The number of standard errors within which a normal variable falls in 95 % of all cases.
const STANDARD_ERRORS_OF_95_PERCENT: f64 = 1.96;

/// How one game ended for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameResult {
    Loss,
    Draw,
    Win,
}

/// The results of a match, seen from the first player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Pairs by what the first player made of their two games, in half points from 0 to 4.
    pairs: [u32; 5],
    /// The first game of a pair whose second is still to come.
    open: Option<GameResult>,
}

/// A difference in Elo with bounds of 95 %; where a score has no finite Elo, it is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EloRange {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
}

impl Tally {
    /// Adds a game: by turns the first and the second of a pair.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
        match self.open.take() {
            None => self.open = Some(result),
            Some(first) => self.pairs[first as usize + result as usize] += 1,
        }
    }

    fn games(&self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// The first player's share of the points, from 0 to 1; a half before the first game.
    pub fn score(&self) -> f64 {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        if self.games() > 0.0 { points / self.games() } else { 0.5 }
    }

    /// The standard error of the score, from the spread of the pairs. Where all pairs are alike it
    /// comes from the games instead; where those are alike too it is that of as many coins thrown
    /// with this score, and at least half a point, since a short match without a loss proves
    /// little.
    fn standard_error(&self) -> f64 {
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        let of_pairs = standard_error_of_mean(self.pairs.iter().copied().zip(shares));
        let results = [(self.losses, 0.0), (self.draws, 0.5), (self.wins, 1.0)];
        let of_games = standard_error_of_mean(results);
        let of_coins = || {
            let (games, score) = (self.games().max(1.0), self.score());
            (score * (1.0 - score) / games + 0.25 / (games * games)).sqrt()
        };
        [of_pairs, of_games].into_iter().find(|error| *error > 0.0).unwrap_or_else(of_coins)
    }

    /// The difference in Elo that the score stands for, with the Elo of the score's normal bounds
    /// of 95 %.
    pub fn elo(&self) -> EloRange {
        let score = self.score();
        let reach = STANDARD_ERRORS_OF_95_PERCENT * self.standard_error();
        EloRange {
            elo: elo_of_score(score),
            low: elo_of_score(score - reach),
            high: elo_of_score(score + reach),
        }
    }
}

/// The standard error of the mean of values that occurred so many times; 0 without any.
fn standard_error_of_mean(counted: impl IntoIterator<Item = (u32, f64)> + Clone) -> f64 {
    let weigh = |of: &dyn Fn(f64) -> f64| {
        let terms = counted.clone().into_iter();
        terms.map(|(count, value)| f64::from(count) * of(value)).sum::<f64>()
    };
    let total = weigh(&|_| 1.0);
    if total == 0.0 {
        return 0.0;
    }
    let mean = weigh(&|value| value) / total;
    let variance = weigh(&|value| (value - mean).powi(2)) / total;
    (variance / total).sqrt()
}

/// The difference in Elo at which a player is expected to score this share of the points, by the
/// logistic curve of 400 points for odds of ten to one. Infinite from 0 down and from 1 up.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero turns the -0 of an even score into 0.
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
    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.05, "{found} instead of {expected}");
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
    fn pairs_that_are_all_alike_leave_the_spread_to_the_games() {
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
    fn a_match_without_a_loss_is_infinite_but_bounded_below() {
        // Ten wins: half a point in ten games, 0.05, so that the score is above 0.902.
        let range = tally(&[Win; 10]).elo();
        assert_eq!((range.elo, range.high), (f64::INFINITY, f64::INFINITY));
        assert_close(range.low, 385.59);
        assert_eq!(range.to_string(), "Elo +inf, 95 % bounds [+385.6, +inf]");
        assert_eq!(tally(&[Loss; 10]).elo().to_string(), "Elo -inf, 95 % bounds [-inf, -385.6]");
    }

    #[test]
    fn a_game_without_its_second_counts_for_the_score_alone() {
        let tally = tally(&[Win, Draw, Win, Win, Loss]);
        assert_eq!(tally.pairs, [0, 0, 0, 1, 1]);
        assert_close(1e3 * tally.score(), 700.0);
        assert_close(1e3 * tally.standard_error(), 88.39);
    }
}
