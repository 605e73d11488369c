//! Ratings of several players from the results of their games, by maximum likelihood.
//!
//! The model is Davidson's (Roger R. Davidson, "On Extending the Bradley-Terry Model to Accommodate
//! Ties in Paired Comparison Experiments", 1970): with strengths a and b, the odds of a win, a draw
//! and a loss are a : v sqrt(ab) : b, where v is common to all players. A player's expected points
//! at the maximum equal the points scored, whatever v is. The logarithms of the strengths are
//! scaled by 2 / (2 + v), so that near even scores a difference means what it means in Elo's
//! logistic formula, as in Rémi Coulom's BayesElo.
//!
//! Errors come from a bootstrap (Bradley Efron, "Bootstrap Methods", 1979) in which the two games of
//! an opening stay together, because they depend on each other.

use super::{GameResult, elo::STANDARD_ERRORS_OF_95_PERCENT};
use minnow_engine::Random;

/// Games added to each result of each pairing, so that a player without a loss keeps a finite
/// rating.
const PRIOR_GAMES: f64 = 0.1;
/// Newton's method needs fewer than ten steps from a usual start.
const MAX_STEPS: u32 = 60;
/// The largest change of a logarithm in one step.
const MAX_CHANGE: f64 = 2.0;
/// Elo points of one unit of the logarithm.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The results of two players against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingResults {
    /// The numbers of the players, from 0.
    pub players: [usize; 2],
    /// The results of the two games of each opening, for the first player.
    pub openings: Vec<[GameResult; 2]>,
}

/// Fitted ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingFit {
    /// In Elo, of each player; the first one has 0.
    pub elo: Vec<f64>,
    /// The share of draws between equal players.
    pub draw_share: f64,
}

/// Ratings with bootstrap samples, which give their errors.
#[derive(Clone, Debug)]
pub struct RatingErrors {
    /// The ratings fitted to all results.
    pub fit: RatingFit,
    /// The ratings fitted to each bootstrap sample.
    samples: Vec<Vec<f64>>,
}

/// The ratings in order, with a joint confidence.
#[derive(Clone, Debug, PartialEq)]
pub struct JointOrder {
    /// The lower bound of each step between neighbours. All bounds hold together with 95 %
    /// confidence.
    pub low_steps: Vec<f64>,
}

impl JointOrder {
    /// True if every step is above 0.
    pub fn holds(&self) -> bool {
        self.low_steps.iter().all(|low| *low > 0.0)
    }
}

/// Wins, draws and losses of a pairing.
#[derive(Clone, Copy, Debug)]
struct PairingCounts {
    players: [usize; 2],
    wins: f64,
    draws: f64,
    losses: f64,
}

impl PairingCounts {
    /// Those of the prior alone.
    fn new(players: [usize; 2]) -> PairingCounts {
        PairingCounts { players, wins: PRIOR_GAMES, draws: PRIOR_GAMES, losses: PRIOR_GAMES }
    }

    /// Adds the two games of an opening.
    fn add(&mut self, games: [GameResult; 2]) {
        for result in games {
            match result {
                GameResult::Win => self.wins += 1.0,
                GameResult::Draw => self.draws += 1.0,
                GameResult::Loss => self.losses += 1.0,
            }
        }
    }
}

/// Fits ratings to the results of `players` players, and fits them again to `samples` bootstrap
/// samples that the seed chooses. The order of the pairings does not matter. Players without a path
/// of games to player 0 stay near its rating.
pub fn fit_with_errors(
    players: usize,
    pairings: &[PairingResults],
    samples: u32,
    seed: u64,
) -> RatingErrors {
    let mut random = Random(seed);
    bootstrap(players, pairings, samples, |counts| {
        for (PairingResults { openings, .. }, counts) in pairings.iter().zip(counts) {
            for _ in openings {
                counts.add(openings[random.below(openings.len())]);
            }
        }
    })
}

/// Fits ratings like [`fit_with_errors`], for tournaments in which two players have met from few
/// openings: a bootstrap sample draws from the openings of all pairings together, so that how often two
/// players meet varies, too. Drawing within a pairing of one opening would find no error.
pub fn fit_with_pooled_errors(
    players: usize,
    pairings: &[PairingResults],
    samples: u32,
    seed: u64,
) -> RatingErrors {
    let openings = |(pairing, results): (usize, &PairingResults)| {
        results.openings.iter().map(move |games| (pairing, *games)).collect::<Vec<_>>()
    };
    let pool: Vec<(usize, [GameResult; 2])> =
        pairings.iter().enumerate().flat_map(openings).collect();
    let mut random = Random(seed);
    bootstrap(players, pairings, samples, |counts| {
        for _ in &pool {
            let (pairing, games) = pool[random.below(pool.len())];
            counts[pairing].add(games);
        }
    })
}

/// Fits ratings to all results and to samples, whose games `draw` adds to the counts of the pairings.
fn bootstrap(
    players: usize,
    pairings: &[PairingResults],
    samples: u32,
    mut draw: impl FnMut(&mut [PairingCounts]),
) -> RatingErrors {
    let best = LogStrengths::most_likely(players, pairings);
    let without_games: Vec<PairingCounts> =
        pairings.iter().map(|pairing| PairingCounts::new(pairing.players)).collect();
    let sample = |_| {
        let mut counts = without_games.clone();
        draw(&mut counts);
        LogStrengths::fit(best.values.clone(), &counts).ratings().elo
    };
    RatingErrors { samples: (0..samples).map(sample).collect(), fit: best.ratings() }
}

impl RatingErrors {
    /// The 95 % bound, either way, of a number that depends on the ratings.
    pub fn error_of(&self, number: impl Fn(&[f64]) -> f64) -> f64 {
        STANDARD_ERRORS_OF_95_PERCENT * self.deviation_of(number)
    }

    fn deviation_of(&self, number: impl Fn(&[f64]) -> f64) -> f64 {
        let count = self.samples.len() as f64;
        let mean = self.samples.iter().map(|elo| number(elo)).sum::<f64>() / count;
        let squares = self.samples.iter().map(|elo| (number(elo) - mean).powi(2)).sum::<f64>();
        (squares / (count - 1.0).max(1.0)).sqrt()
    }

    /// The error, in Elo either way, of a player's rating against the mean of other players.
    pub fn error_to(&self, player: usize, others: &[usize]) -> f64 {
        self.error_of(|elo| {
            let mean = others.iter().map(|other| elo[*other]).sum::<f64>();
            elo[player] - mean / others.len().max(1) as f64
        })
    }

    /// Lower bounds of the steps between these players, the weakest first. Each bound is the same
    /// number of standard errors below its step. In 95 % of the samples no step falls short of the
    /// fitted one by more.
    pub fn joint_order(&self, players: &[usize]) -> JointOrder {
        let step = |elo: &[f64], pair: &[usize]| elo[pair[1]] - elo[pair[0]];
        let pairs: Vec<&[usize]> = players.windows(2).collect();
        let deviations: Vec<f64> =
            pairs.iter().map(|pair| self.deviation_of(|elo| step(elo, pair)).max(1e-9)).collect();
        let shortfall = |elo: &Vec<f64>| {
            let steps = pairs.iter().zip(&deviations);
            steps
                .map(|(pair, deviation)| (step(&self.fit.elo, pair) - step(elo, pair)) / deviation)
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let mut shortfalls: Vec<f64> = self.samples.iter().map(shortfall).collect();
        shortfalls.sort_by(f64::total_cmp);
        let reach = shortfalls.get(shortfalls.len() * 95 / 100).copied().unwrap_or(f64::INFINITY);
        let low =
            |(pair, deviation): (&&[usize], &f64)| step(&self.fit.elo, pair) - reach * deviation;
        JointOrder { low_steps: pairs.iter().zip(&deviations).map(low).collect() }
    }
}

/// The logarithm of each player's strength, then that of v.
struct LogStrengths {
    values: Vec<f64>,
}

impl LogStrengths {
    /// Maximizes the likelihood of all results.
    fn most_likely(players: usize, pairings: &[PairingResults]) -> LogStrengths {
        let counts = pairings.iter().map(|pairing| {
            let mut counts = PairingCounts::new(pairing.players);
            pairing.openings.iter().for_each(|games| counts.add(*games));
            counts
        });
        LogStrengths::fit(vec![0.0; players + 1], &counts.collect::<Vec<_>>())
    }

    /// Maximizes the likelihood by Newton's method from a start; the first strength stays.
    fn fit(start: Vec<f64>, counts: &[PairingCounts]) -> LogStrengths {
        let mut strengths = LogStrengths { values: start };
        for _ in 0..MAX_STEPS {
            let change = strengths.newton_step(counts);
            let largest = change.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
            let scale = (MAX_CHANGE / largest.max(1e-300)).min(1.0);
            for (value, change) in strengths.values.iter_mut().skip(1).zip(change) {
                *value += scale * change;
            }
            if largest < 1e-9 {
                break;
            }
        }
        strengths
    }

    /// The change of all values but the first that leads to the maximum of the quadratic
    /// approximation.
    fn newton_step(&self, counts: &[PairingCounts]) -> Vec<f64> {
        let size = self.values.len();
        let mut slope = vec![0.0; size];
        let mut curvature = vec![vec![0.0; size]; size];
        for pairing in counts {
            let [a, b] = pairing.players;
            let (games, expected) = self.expected(pairing);
            // The derivatives of the logarithms of the three odds by the logarithms of a, b and v.
            let odds = [[1.0, 0.0, 0.0], [0.5, 0.5, 1.0], [0.0, 1.0, 0.0]];
            let played = [pairing.wins, pairing.draws, pairing.losses];
            let at = [a, b, size - 1];
            let mean = |i: usize| (0..3).map(|result| expected[result] * odds[result][i]).sum();
            let means: [f64; 3] = [mean(0), mean(1), mean(2)];
            for i in 0..3 {
                let scored: f64 = (0..3).map(|result| played[result] * odds[result][i]).sum();
                slope[at[i]] += scored - games * means[i];
                for j in 0..3 {
                    let both: f64 = (0..3)
                        .map(|result| expected[result] * odds[result][i] * odds[result][j])
                        .sum();
                    curvature[at[i]][at[j]] += games * (both - means[i] * means[j]);
                }
            }
        }
        let rest = |row: Vec<f64>| row[1..].to_vec();
        solve(curvature.into_iter().skip(1).map(rest).collect(), rest(slope))
    }

    /// The number of games of a pairing, and the probabilities of a win, a draw and a loss.
    fn expected(&self, pairing: &PairingCounts) -> (f64, [f64; 3]) {
        let [a, b] = pairing.players.map(|player| self.values[player]);
        let draw = self.values[self.values.len() - 1] + f64::midpoint(a, b);
        let most = a.max(b).max(draw);
        let odds = [a, draw, b].map(|log| (log - most).exp());
        let sum: f64 = odds.iter().sum();
        (pairing.wins + pairing.draws + pairing.losses, odds.map(|odds| odds / sum))
    }

    fn ratings(&self) -> RatingFit {
        let (players, draw) = self.values.split_at(self.values.len() - 1);
        let v = draw[0].exp();
        let scale = ELO_PER_UNIT * 2.0 / (2.0 + v);
        let zero = players.first().copied().unwrap_or(0.0);
        let elo = players.iter().map(|value| scale * (value - zero)).collect();
        RatingFit { elo, draw_share: v / (2.0 + v) }
    }
}

/// Solves a symmetric system with positive diagonal by Gaussian elimination. A small number on the
/// diagonal keeps players without games in place.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        matrix[row][row] += 1e-9;
        let pivot = matrix[row].clone();
        for below in row + 1..size {
            let factor = matrix[below][row] / pivot[row];
            for (value, above) in matrix[below].iter_mut().zip(&pivot).skip(row) {
                *value -= factor * above;
            }
            right[below] -= factor * right[row];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests;
