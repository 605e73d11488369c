//! A round robin: several pairings of players, each from the same openings with both colours.
//!
//! The seed decides every game, whatever the number of threads. The caller keeps the results and
//! names those that it has, so that a long measurement can be stopped and continued.

use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use super::{
    FinishedGame, GameResult, MatchError,
    engine_game::play_game,
    player::{Player, PlayerKind},
};
use minnow_engine::{Random, Root};
use minnow_jobs::run_tasks;
use minnow_rules::{Color, Position, Variant, internal::split_mix};

/// Two players that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The two players; results count for the first.
    pub players: [PlayerKind; 2],
    /// The number of openings; each is played with both colours.
    pub openings: usize,
}

/// The plan of a round robin.
pub struct RoundRobin<'a> {
    /// The board and rules of all games.
    pub variant: &'static Variant,
    /// Who meets whom.
    pub pairings: &'a [Pairing],
    /// The positions of each opening from the start of the variant on.
    pub openings: &'a [Vec<Position>],
    /// Chooses the moves that weak players overlook.
    pub seed: u64,
    /// The number of games at once, at least 1.
    pub threads: usize,
}

/// Two games from one opening. The first player has White in the first game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningResult {
    /// The number of the pairing in the plan.
    pub pairing: usize,
    /// The number of the opening in the plan.
    pub opening: usize,
    /// The ends of the two games.
    pub games: [FinishedGame; 2],
}

impl OpeningResult {
    /// The results of the first player.
    pub fn results(&self) -> [GameResult; 2] {
        let [white, black] = self.games;
        [GameResult::of(white.winner, Color::White), GameResult::of(black.winner, Color::Black)]
    }
}

impl RoundRobin<'_> {
    /// Plays the games of the openings that `is_done` does not name, and calls `report` after each
    /// opening. The pairings advance together. Ends early when `report` returns false.
    ///
    /// # Errors
    ///
    /// [`MatchError::NoLegalMove`] if a player returns no legal move.
    pub fn play(
        &self,
        is_done: &(dyn Fn(usize, usize) -> bool + Sync),
        report: &mut (dyn FnMut(OpeningResult) -> bool + Send),
    ) -> Result<(), MatchError> {
        let tasks = self.tasks(is_done);
        let report = Mutex::new(report);
        let play = |_: &mut (), task: &(usize, usize)| {
            let (pairing, opening) = *task;
            let games = self.games(pairing, opening)?;
            let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
            let goes_on = report(OpeningResult { pairing, opening, games });
            Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        };
        run_tasks(self.threads, &tasks, |_| (), play)
    }

    /// The numbers of pairing and opening of all games to play, in their order.
    fn tasks(&self, is_done: &dyn Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let numbers = (0..self.openings.len())
            .flat_map(|opening| (0..self.pairings.len()).map(move |pairing| (pairing, opening)));
        numbers
            .filter(|(pairing, opening)| *opening < self.pairings[*pairing].openings)
            .filter(|(pairing, opening)| !is_done(*pairing, *opening))
            .collect()
    }

    fn games(&self, pairing: usize, opening: usize) -> Result<[FinishedGame; 2], MatchError> {
        let players = self.pairings[pairing].players;
        // The names, not the numbers: the games of a pairing do not depend on the other pairings.
        let names = players.map(|kind| kind.to_string()).join(" ");
        let mixed = minnow_rules::internal::split_mix_bytes(self.seed, names.bytes());
        let mut random = Random(split_mix(mixed ^ opening as u64));
        let mut game = |first: Color| {
            let mut players = players.map(|kind| Player::new(kind, self.variant, random.draw()));
            play_game(&self.openings[opening], |root: &Root| {
                players[usize::from(root.position.turn() != first)].choose(root)
            })
        };
        Ok([game(Color::White)?, game(Color::Black)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::random_openings;

    fn played(threads: usize, pairings: &[Pairing], known: &[OpeningResult]) -> Vec<OpeningResult> {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let openings = random_openings(variant, 3, &mut Random(1));
        let plan = RoundRobin { variant, pairings, openings: &openings, seed: 7, threads };
        let mut results = known.to_vec();
        let is_done = |pairing, opening| {
            known.iter().any(|known| (known.pairing, known.opening) == (pairing, opening))
        };
        plan.play(&is_done, &mut |result| {
            results.push(result);
            true
        })
        .unwrap();
        results.sort_by_key(|result| (result.pairing, result.opening));
        results
    }

    fn pairing(first: PlayerKind, second: PlayerKind, openings: usize) -> Pairing {
        Pairing { players: [first, second], openings }
    }

    #[test]
    fn results_depend_on_neither_threads_nor_a_stop() {
        let pairings = [
            pairing(PlayerKind::Level(1), PlayerKind::Random, 3),
            pairing(PlayerKind::Careful, PlayerKind::Bridge(50), 2),
        ];
        let all = played(1, &pairings, &[]);
        assert_eq!(all.len(), 5);
        assert_eq!(all, played(3, &pairings, &[]));
        assert_eq!(all, played(2, &pairings, &all[1..3]), "continued");
        // Another order of the pairings gives the same games.
        let second = played(1, &pairings[1..], &[]);
        assert_eq!(second[0].games, all[3].games);
    }

    #[test]
    fn a_refused_report_ends_the_round_robin() {
        let pairings = [pairing(PlayerKind::Careful, PlayerKind::Random, 3)];
        let variant = Variant::by_id("silverman4x4").unwrap();
        let openings = random_openings(variant, 3, &mut Random(1));
        let plan =
            RoundRobin { variant, pairings: &pairings, openings: &openings, seed: 7, threads: 1 };
        let mut reports = 0;
        let report = &mut |_| {
            reports += 1;
            false
        };
        plan.play(&|_, _| false, report).unwrap();
        assert_eq!(reports, 1);
    }

    #[test]
    fn simple_players_are_in_order() {
        let pairings = [
            pairing(PlayerKind::Bridge(0), PlayerKind::Random, 3),
            pairing(PlayerKind::Careful, PlayerKind::Bridge(50), 3),
        ];
        let results = played(1, &pairings, &[]);
        for number in 0..2 {
            let own = results.iter().filter(|result| result.pairing == number);
            let points: usize = own.flat_map(|result| result.results()).map(|r| r as usize).sum();
            assert!(points > 6, "pairing {number}: {points} of 12 half points");
        }
    }
}
