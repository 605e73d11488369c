//! A league: a round robin whose players come and go, and change.
//!
//! A game belongs to two [`PlayerVersion`]s: a name, and a fingerprint of the program. A changed program
//! is another version. Its earlier games are kept and do not count; they count again if the program is
//! changed back. The same holds for a player that is absent. [`League`] looks up which of the kept games
//! count for the players that are present, and plays the rest as a [`Tournament`]. What is told about the
//! games is left to the callers.
//!
//! ```
//! use minnow_arena::{
//!     league::{League, LeaguePlayer, LeagueRules},
//!     tournament::{LimitChoice, OpeningChoice, ProgramConditions},
//! };
//!
//! let limits = LimitChoice::Nodes(1_000);
//! let rules = LeagueRules { limits, openings: OpeningChoice::Start, seed: 1 };
//! let players = [1, 3].map(LeaguePlayer::level).to_vec();
//! let boards = vec!["gardner".to_owned()];
//! let plan = rules.plan("Demo", boards, &players);
//! let league = League::new(plan, &players, Vec::new(), ProgramConditions::default())?;
//! assert_eq!(league.tournament().planned(), Some(2));
//! # Ok::<(), minnow_arena::tournament::PlanError>(())
//! ```

mod folder;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

pub use folder::{LeagueFolder, OpenedLeague};

use crate::{
    PlayerKind,
    tournament::{
        GameRecord, LimitChoice, OpeningChoice, PlanError, PlayerEntry, ProgramConditions,
        Tournament, TournamentError, TournamentEvent, TournamentPlan,
    },
};
use minnow_base::{files::content_hash, sync::StopFlag};
use minnow_rules::Variant;
use minnow_runner::Runner;

/// A player as it was in a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerVersion {
    /// The name.
    pub name: String,
    /// Different for each program of this name.
    pub fingerprint: String,
}

/// A player that is present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaguePlayer {
    /// A program or a level.
    pub entry: PlayerEntry,
    /// That of its version.
    pub fingerprint: String,
}

/// The rules that all games of a league have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeagueRules {
    /// The time or effort of the players.
    pub limits: LimitChoice,
    /// The positions in which the games start.
    pub openings: OpeningChoice,
    /// Decides openings and the moves of levels.
    pub seed: u64,
}

/// The identity of a game in a league.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameKey {
    /// White, Black.
    pub players: [PlayerVersion; 2],
    /// The id of the board.
    pub board: String,
    /// The number of the opening among those of the board, from 0.
    pub opening: u32,
}

/// A finished game, a line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeagueGame {
    /// Its identity.
    pub key: GameKey,
    /// The game. Its number and the numbers of its players are those of the run that played it.
    pub record: GameRecord,
}

/// A version of a program with the files that it was built from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltVersion {
    /// The name of the player.
    pub name: String,
    /// The fingerprint of the files before the build, which is that of the version.
    pub handed_in: String,
    /// That of the files after it.
    pub built: String,
}

/// The review of a lost game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewedLoss {
    /// The game.
    pub game: GameKey,
    /// The loser's first blunder; `None` if the review found none.
    pub blunder: Option<FoundBlunder>,
}

/// A blunder with a better move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundBlunder {
    /// The number of the move in the game, those of the opening included, from 0.
    pub ply: u32,
    /// The better move in coordinate notation.
    pub better: String,
    /// The review's sentence.
    pub sentence: String,
}

impl LeaguePlayer {
    /// The level with this number. Its version changes with the engine.
    pub fn level(number: u8) -> LeaguePlayer {
        let print = PlayerKind::Level(number).fingerprint(Variant::default_variant());
        let fingerprint = format!("{:016x}", content_hash(print.as_bytes()));
        LeaguePlayer { entry: PlayerEntry::Level(number), fingerprint }
    }

    fn version(&self) -> PlayerVersion {
        PlayerVersion { name: self.entry.name(), fingerprint: self.fingerprint.clone() }
    }
}

impl LeagueRules {
    /// A round robin of these players by these rules, with one pair of games for each pairing and board.
    pub fn plan(
        &self,
        name: &str,
        boards: Vec<String>,
        players: &[LeaguePlayer],
    ) -> TournamentPlan {
        let entries = players.iter().map(|player| player.entry.clone()).collect();
        TournamentPlan {
            name: name.to_owned(),
            variants: boards,
            limits: self.limits,
            openings: self.openings.clone(),
            seed: self.seed,
            ..TournamentPlan::of_players(entries)
        }
    }
}

/// A league with the players that are present.
pub struct League {
    versions: Vec<PlayerVersion>,
    tournament: Tournament,
    other_games: usize,
}

impl League {
    /// A league of the players of a plan, whose numbers are those of `players`. Of the kept games those
    /// count that the plan has, between these versions.
    ///
    /// # Errors
    ///
    /// A [`PlanError`] if a field of the plan cannot be used, or a kept game has an illegal move.
    pub fn new(
        plan: TournamentPlan,
        players: &[LeaguePlayer],
        kept: Vec<LeagueGame>,
        conditions: ProgramConditions,
    ) -> Result<League, PlanError> {
        let versions: Vec<PlayerVersion> = players.iter().map(LeaguePlayer::version).collect();
        let all = kept.len();
        let records = records_in(&plan, &versions, kept);
        let tournament = Tournament::new(plan, records)?.with_conditions(conditions);
        let other_games = all - tournament.records().len();
        Ok(League { versions, tournament, other_games })
    }

    /// The round robin of the players that are present.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The number of kept games of absent players, earlier versions and other boards, which do not count.
    pub fn other_games(&self) -> usize {
        self.other_games
    }

    /// The key of a game of this league's tournament.
    pub fn key(&self, record: &GameRecord) -> GameKey {
        key(self.tournament.plan(), &self.versions, record)
    }

    /// Plays what is not kept, as [`Tournament::play`] does, and keeps each finished game in the folder
    /// before its event.
    ///
    /// # Errors
    ///
    /// A [`TournamentError`]. Nothing more is played after a game that could not be kept.
    pub fn play(
        &mut self,
        folder: &mut LeagueFolder,
        runner: &Runner,
        stop: &StopFlag,
        events: &mut (dyn FnMut(TournamentEvent) + Send),
    ) -> Result<(), TournamentError> {
        let (plan, versions) = (self.tournament.plan().clone(), &self.versions);
        self.tournament.play_recorded(runner, stop, &mut |event| {
            if let TournamentEvent::GameEnded { record, .. } = &event {
                let key = key(&plan, versions, record);
                folder.append_game(&LeagueGame { key, record: record.clone() })?;
            }
            events(event);
            Ok(())
        })
    }
}

fn key(plan: &TournamentPlan, versions: &[PlayerVersion], record: &GameRecord) -> GameKey {
    let players = record.players.map(|player| versions[player].clone());
    let opening = plan.opening_of(record.number);
    GameKey { players, board: record.variant.clone(), opening }
}

/// The records of the kept games that the plan has between these versions.
fn records_in(
    plan: &TournamentPlan,
    versions: &[PlayerVersion],
    kept: Vec<LeagueGame>,
) -> Vec<GameRecord> {
    let numbers: HashMap<&PlayerVersion, usize> = versions.iter().zip(0..).collect();
    kept.into_iter().filter_map(|game| record_in(plan, &numbers, game)).collect()
}

/// The record of a kept game as the plan numbers it; `None` if the plan has no such game.
fn record_in(
    plan: &TournamentPlan,
    numbers: &HashMap<&PlayerVersion, usize>,
    game: LeagueGame,
) -> Option<GameRecord> {
    let LeagueGame { key: GameKey { players, board, opening }, record } = game;
    let [white, black] = &players;
    let players = [*numbers.get(white)?, *numbers.get(black)?];
    let board = plan.variants.iter().position(|id| *id == board)?;
    let number = plan.round_robin_number(players, board, opening)?;
    Some(GameRecord { number, players, ..record })
}
