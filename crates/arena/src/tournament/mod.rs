//! Tournaments of levels and programs: a plan, its schedule, the games, the journal and the table.
//!
//! A [`TournamentPlan`] says everything; [`Tournament`] plays what is not kept yet. A [`GameNumber`]
//! names a game whatever else is played, and with the plan's seed it decides opening and players, so
//! that neither the number of threads nor a stop changes a game of levels under a limit of nodes or
//! depth. Rounds that depend on results are drawn when the round before is done, from the records
//! alone, so a resumed tournament has the same pairings.
//!
//! A program that fails loses the game, with a sentence in the record, and the tournament goes on.
//! Reports are made from the plan and its records; command lines are left to the callers.
//!
//! ```
//! use minnow_arena::tournament::{PlayerEntry, Tournament, TournamentPlan};
//!
//! let text = "(players: [Level(1), Random], openings: Start, limits: Nodes(1000))";
//! let plan = TournamentPlan::parse(text, "two.ron".as_ref())?;
//! assert_eq!(plan.players[1], PlayerEntry::Random);
//! let tournament = Tournament::new(plan, Vec::new())?;
//! assert_eq!(tournament.standings().planned, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudicate;
mod check;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
mod game;
mod knockout;
mod ledger;
mod openings;
mod parse;
mod plan;
mod play;
mod record;
pub mod report;
mod schedule;
mod shard;
mod side;
mod sprt;
mod standings;
mod swiss;
#[cfg(test)]
mod tests;

#[cfg(not(target_arch = "wasm32"))]
pub use folder::{FolderError, KeptTournament, OpenedTournament, TournamentFolder};
pub use parse::{FieldError, PlanError};
pub use plan::{
    Adjudication, DrawRule, LimitChoice, OpeningChoice, PlayerEntry, ResignRule, SprtPlan,
    TournamentFormat, TournamentPlan,
};
pub use play::{Tournament, TournamentError, TournamentEvent};
pub use record::{GameNumber, GameNumberError, GameRecord, MoveRecord, end};
pub use shard::{Shard, ShardError};
pub use sprt::{SprtDecision, SprtState};
pub use standings::{StandingRow, Standings};
