//! Which games a plan has, given the results so far.

use super::{GameNumber, GameRecord, TournamentFormat, TournamentPlan, knockout, swiss};
use crate::GameResult;
use minnow_rules::{Color, internal::split_mix};

/// Two players that meet in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    pub round: u32,
    /// In the round, from 1.
    pub pairing: u32,
    /// The first one has White in the first game of each pair.
    pub players: [usize; 2],
    /// The number of pairs of games.
    pub pairs: u32,
}

/// A game of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlannedGame {
    pub number: GameNumber,
    /// White, Black.
    pub players: [usize; 2],
    /// The number of the board in the plan.
    pub board: usize,
    /// The number of the opening among those of the board.
    pub opening: usize,
}

/// The finished games by their numbers.
#[derive(Clone, Copy)]
pub(super) struct Results<'a> {
    records: &'a [GameRecord],
}

impl<'a> Results<'a> {
    /// The records must be in the order of their numbers.
    pub(super) fn new(records: &'a [GameRecord]) -> Results<'a> {
        Results { records }
    }

    /// The result of a game for the first player of its pairing.
    pub(super) fn of(self, number: GameNumber) -> Option<GameResult> {
        let found = self.records.binary_search_by_key(&number, |record| record.number);
        found.ok().map(|place| self.records[place].first_result())
    }

    /// The results of a pair of games for the first player.
    pub(super) fn pair(self, round: u32, pairing: u32, pair: u32) -> Option<[GameResult; 2]> {
        let of = |is_second| self.of(GameNumber { round, pairing, pair, is_second });
        Some([of(false)?, of(true)?])
    }

    /// The half points of both players; `None` while a game is not finished.
    pub(super) fn half_points(self, meeting: &Meeting) -> Option<[u32; 2]> {
        let Meeting { round, pairing, pairs, .. } = *meeting;
        let mut first = 0;
        for pair in 1..=pairs {
            let results = self.pair(round, pairing, pair)?;
            first += results.iter().map(|result| *result as u32).sum::<u32>();
        }
        Some([first, 4 * pairs - first])
    }
}

/// The pairs of games in a match on all boards.
pub(super) fn pairs_of_match(plan: &TournamentPlan) -> u32 {
    plan.games / 2 * plan.variants.len() as u32
}

/// The meetings that are known after these results.
fn meetings(plan: &TournamentPlan, results: Results<'_>) -> Vec<Meeting> {
    let (players, pairs) = (plan.players.len(), pairs_of_match(plan));
    let fixed = |meetings: Vec<[usize; 2]>| -> Vec<Meeting> {
        let numbered = meetings.into_iter().zip(1..);
        let meeting = |(players, pairing)| Meeting { round: 1, pairing, players, pairs };
        numbered.map(meeting).collect()
    };
    match plan.format {
        TournamentFormat::RoundRobin => {
            let of_first = |first: usize| (first + 1..players).map(move |second| [first, second]);
            fixed((0..players).flat_map(of_first).collect())
        }
        TournamentFormat::Gauntlet => fixed((1..players).map(|second| [0, second]).collect()),
        TournamentFormat::Swiss { rounds } => {
            swiss::meetings(players, rounds, pairs, plan.seed, results)
        }
        TournamentFormat::Knockout => knockout::bracket(players, pairs, results).meetings,
    }
}

/// All games that are known after these results, finished or not.
pub(super) fn games(plan: &TournamentPlan, results: Results<'_>) -> Vec<PlannedGame> {
    let boards = plan.variants.len() as u32;
    let openings_of_match = plan.games / 2;
    let mut games = Vec::new();
    for meeting in meetings(plan, results) {
        let Meeting { round, pairing, players: [first, second], pairs } = meeting;
        for pair in 1..=pairs {
            let board = ((pair - 1) % boards) as usize;
            // Players that meet again in another round get other openings.
            let opening = ((round - 1) * openings_of_match + (pair - 1) / boards) as usize;
            for is_second in [false, true] {
                let number = GameNumber { round, pairing, pair, is_second };
                let players = if is_second { [second, first] } else { [first, second] };
                games.push(PlannedGame { number, players, board, opening });
            }
        }
    }
    games
}

/// The number of openings of each board that the plan can need.
pub(super) fn openings_of_board(plan: &TournamentPlan) -> usize {
    let rounds = match plan.format {
        TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => 1,
        TournamentFormat::Swiss { rounds } => rounds as usize,
        TournamentFormat::Knockout => knockout::rounds(plan.players.len()) as usize + 1,
    };
    rounds * (plan.games / 2) as usize
}

/// The number of all games; `None` if it depends on results.
pub(super) fn planned_games(plan: &TournamentPlan) -> Option<usize> {
    let players = plan.players.len();
    let meetings = match plan.format {
        TournamentFormat::RoundRobin => players * (players - 1) / 2,
        TournamentFormat::Gauntlet => players - 1,
        TournamentFormat::Swiss { rounds } => rounds as usize * (players / 2),
        TournamentFormat::Knockout => return None,
    };
    Some(meetings * 2 * pairs_of_match(plan) as usize)
}

/// The rounds of a knockout that each player has survived; 0 in other formats.
pub(super) fn rounds_won(plan: &TournamentPlan, results: Results<'_>) -> Vec<u32> {
    let players = plan.players.len();
    match plan.format {
        TournamentFormat::Knockout => {
            knockout::bracket(players, pairs_of_match(plan), results).rounds_won
        }
        _ => vec![0; players],
    }
}

/// The number that decides the moves of a player in a game: another one for each game and colour,
/// whatever else is played.
pub(super) fn seed_of(plan: &TournamentPlan, game: &PlannedGame, color: Color) -> u64 {
    let [white, black] = game.players.map(|player| plan.players[player].name());
    let GameNumber { round, pair, is_second, .. } = game.number;
    let (board, color) = (&plan.variants[game.board], color.index());
    let text = format!("{white}\n{black}\n{board} {round} {pair} {is_second} {color}");
    split_mix(minnow_rules::internal::split_mix_bytes(plan.seed, text.bytes()))
}

// For leagues.
#[cfg(not(target_arch = "wasm32"))]
impl TournamentPlan {
    /// The number of a game of a round robin, from its players (White, Black), the number of its board
    /// and that of its opening on the board, all from 0. `None` if the plan has no such game.
    pub(crate) fn round_robin_number(
        &self,
        [white, black]: [usize; 2],
        board: usize,
        opening: u32,
    ) -> Option<GameNumber> {
        let players = self.players.len();
        let is_second = white > black;
        let [first, second] = if is_second { [black, white] } else { [white, black] };
        let has_game = self.format == TournamentFormat::RoundRobin
            && first < second
            && second < players
            && board < self.variants.len()
            && opening < self.games / 2;
        if !has_game {
            return None;
        }
        // The pairings of the players before the first one.
        let before = first * (2 * players - first - 1) / 2;
        let pairing = u32::try_from(before + second - first).ok()?;
        let pair = opening * self.variants.len() as u32 + board as u32 + 1;
        Some(GameNumber { round: 1, pairing, pair, is_second })
    }

    /// The number of a game's opening on its board, from 0, in the first round.
    pub(crate) fn opening_of(&self, number: GameNumber) -> u32 {
        (number.pair - 1) / self.variants.len().max(1) as u32
    }
}
