//! The table of a tournament: points, ratings with their errors, and who scored what against whom.

use std::cmp::Ordering;

use crate::{GameResult, PairingResults, RatingErrors, Tally, fit_with_pooled_errors};

use super::{GameRecord, SprtState, ledger::Ledger};

/// Bootstrap samples for the errors of ratings.
const SAMPLES: u32 = 200;
/// Samples that differ by less are all the same: the results do not vary, and bound nothing.
const MIN_ERROR: f64 = 1e-6;
/// Decides the samples, so that the same results give the same errors.
const SAMPLE_SEED: u64 = 1;

/// The table of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// A row for each player, the best first.
    pub rows: Vec<StandingRow>,
    /// The games of a player against another one, by their numbers in the plan, from the first one's
    /// view; `None` if they have not met.
    pub cross: Vec<Vec<Option<Tally>>>,
    /// The state of the sequential test.
    pub sprt: Option<SprtState>,
    /// The number of finished games.
    pub finished: usize,
    /// The number of all games, at most; `None` if it depends on the results, as in a knockout.
    pub planned: Option<usize>,
}

/// A player's results.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingRow {
    /// The number of the player in the plan, from 0.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost, the faults included.
    pub losses: u32,
    /// One for a win, half for a draw.
    pub points: f64,
    /// The rating by the fit of `rating_fit`; the mean of all players is 0.
    pub elo: f64,
    /// The 95 % bound of the rating, either way. Infinite if the complete pairs of games do not bound
    /// it: without one, with all or none of their points, or if all pairs are the same.
    pub error: f64,
    /// Games that the player lost by a fault of its own.
    pub faults: u32,
    /// Rounds of a knockout that the player survived, byes included; 0 in other formats.
    pub rounds_won: u32,
}

/// The results of two players: complete pairs of games, and games without their second one.
#[derive(Default)]
struct Meetings {
    pairs: Vec<[GameResult; 2]>,
    singles: Vec<GameResult>,
}

impl Meetings {
    /// The games as a tally, the complete pairs first.
    fn tally(&self, view: impl Fn(GameResult) -> GameResult) -> Tally {
        let mut tally = Tally::default();
        let games = self.pairs.iter().flatten().chain(&self.singles);
        games.for_each(|result| tally.add(view(*result)));
        tally
    }
}

impl Standings {
    /// The table after the games of the ledger.
    pub(super) fn of(ledger: &Ledger) -> Standings {
        let (names, records) = (ledger.plan().player_names(), ledger.records());
        let meetings = meetings(names.len(), records);
        let cross = cross_table(&meetings);
        let has_both = won_and_lost_in_pairs(&meetings);
        let ratings = ratings(meetings);
        let rounds_won = ledger.rounds_won();
        let mut faults = vec![0; names.len()];
        records.iter().filter_map(GameRecord::faulty_player).for_each(|player| faults[player] += 1);
        let row = |(player, name): (usize, String)| {
            let mut row = standing_row(player, name, &cross[player], ratings.as_ref());
            if !has_both[player] {
                row.error = f64::INFINITY;
            }
            StandingRow { faults: faults[player], rounds_won: rounds_won[player], ..row }
        };
        let mut rows: Vec<StandingRow> = names.into_iter().enumerate().map(row).collect();
        rows.sort_by(StandingRow::compare);
        let (finished, planned) = (records.len(), ledger.planned());
        Standings { rows, cross, sprt: ledger.sprt(), finished, planned }
    }
}

/// The meetings of each two players, by their numbers, the smaller one first; results are the first
/// one's.
fn meetings(players: usize, records: &[GameRecord]) -> Vec<Vec<Meetings>> {
    let new_row = |_| (0..players).map(|_| Meetings::default()).collect();
    let mut meetings: Vec<Vec<Meetings>> = (0..players).map(new_row).collect();
    let is_pair = |one: &GameRecord, other: &GameRecord| {
        let pair =
            |record: &GameRecord| (record.number.round, record.number.pairing, record.number.pair);
        pair(one) == pair(other)
    };
    // The records are in the order of their numbers, so both games of a pair are neighbours.
    for games in records.chunk_by(is_pair) {
        let [first, second] = games[0].pairing();
        let is_ordered = first < second;
        let view = |record: &GameRecord| {
            let result = record.first_result();
            if is_ordered { result } else { result.reversed() }
        };
        let cell = &mut meetings[first.min(second)][first.max(second)];
        match games {
            [one, other] => cell.pairs.push([view(one), view(other)]),
            singles => cell.singles.extend(singles.iter().map(view)),
        }
    }
    meetings
}

fn cross_table(meetings: &[Vec<Meetings>]) -> Vec<Vec<Option<Tally>>> {
    let mut cross = vec![vec![None; meetings.len()]; meetings.len()];
    for (first, row) in meetings.iter().enumerate() {
        for (second, met) in row.iter().enumerate() {
            if !met.pairs.is_empty() || !met.singles.is_empty() {
                cross[first][second] = Some(met.tally(|result| result));
                cross[second][first] = Some(met.tally(GameResult::reversed));
            }
        }
    }
    cross
}

/// For each player whether it has won and lost points in complete pairs of games.
fn won_and_lost_in_pairs(meetings: &[Vec<Meetings>]) -> Vec<bool> {
    let mut tallies = vec![Tally::default(); meetings.len()];
    for (first, row) in meetings.iter().enumerate() {
        for (second, met) in row.iter().enumerate() {
            for result in met.pairs.iter().flatten() {
                tallies[first].add(*result);
                tallies[second].add(result.reversed());
            }
        }
    }
    let has_both = |tally: &Tally| {
        let [wins, draws, losses] = tally.counts();
        wins + draws > 0 && draws + losses > 0
    };
    tallies.iter().map(has_both).collect()
}

/// The ratings by the complete pairs of games; `None` without one.
fn ratings(meetings: Vec<Vec<Meetings>>) -> Option<RatingErrors> {
    let (players, mut pairings) = (meetings.len(), Vec::new());
    for (first, row) in meetings.into_iter().enumerate() {
        for (second, met) in row.into_iter().enumerate() {
            if !met.pairs.is_empty() {
                pairings.push(PairingResults { players: [first, second], openings: met.pairs });
            }
        }
    }
    (!pairings.is_empty()).then(|| fit_with_pooled_errors(players, &pairings, SAMPLES, SAMPLE_SEED))
}

impl StandingRow {
    /// The number of finished games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The rating and its error, if the results bound it.
    pub fn rating(&self) -> Option<[f64; 2]> {
        // Adding zero turns -0 into 0.
        let numbers = [self.elo + 0.0, self.error];
        Some(numbers).filter(|numbers| numbers.iter().all(|number| number.is_finite()))
    }

    /// The order of the table: rounds of a knockout, points, rating, the order of the plan.
    fn compare(&self, other: &StandingRow) -> Ordering {
        let by_points = other.points.total_cmp(&self.points);
        let by_rounds = other.rounds_won.cmp(&self.rounds_won);
        // The last digits of a fit mean nothing.
        let rounded = |elo: f64| (100.0 * elo).round();
        let by_elo = rounded(other.elo).total_cmp(&rounded(self.elo));
        by_rounds.then(by_points).then(by_elo).then(self.player.cmp(&other.player))
    }
}

/// The row of a player without its faults and rounds. The error is that of the fit, if the pairs vary.
fn standing_row(
    player: usize,
    name: String,
    cross: &[Option<Tally>],
    ratings: Option<&RatingErrors>,
) -> StandingRow {
    let ([mut wins, mut draws, mut losses], mut points) = ([0; 3], 0.0);
    for tally in cross.iter().flatten() {
        let [won, drawn, lost] = tally.counts();
        (wins, draws, losses) = (wins + won, draws + drawn, losses + lost);
        points += tally.points();
    }
    let own_rating = |elo: &[f64]| elo[player] - elo.iter().sum::<f64>() / elo.len() as f64;
    let (elo, error) = ratings
        .map_or((0.0, 0.0), |ratings| (own_rating(&ratings.fit.elo), ratings.error_of(own_rating)));
    let error = if error > MIN_ERROR { error } else { f64::INFINITY };
    let (faults, rounds_won) = (0, 0);
    StandingRow { player, name, wins, draws, losses, points, elo, error, faults, rounds_won }
}
