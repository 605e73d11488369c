//! Playing a tournament: waves of games on several threads until nothing is left to play.
//!
//! A wave holds all games that are known and not finished. A Swiss round or a round of a knockout, and
//! each further pair of a tied match, is a wave of its own, because it depends on the wave before.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
};

#[cfg(not(target_arch = "wasm32"))]
use super::TournamentFolder;
use super::{
    GameNumber, GameRecord, PlanError, PlayerEntry, Shard, SprtState, Standings, TournamentFormat,
    TournamentPlan, game::GameTable, ledger::Ledger, openings::BoardOpenings,
    schedule::PlannedGame, side::ProgramConditions,
};
use crate::MatchError;
use minnow_base::{files::FileAccessError, sync::StopFlag};
use minnow_external::{ProgramFault, SearchReport};
use minnow_jobs::run_tasks;
use minnow_rules::{Move, Position, Variant};
use minnow_runner::Runner;
use minnow_tables::{BuildStopped, TableSet, cache::TableCache};

/// An event of a running tournament. The games of a slot follow each other; slots count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum TournamentEvent {
    /// Openings are searched, or tables built, before the first game.
    Preparing {
        /// `openings of Gardner` or `end-game tables of Gardner`.
        task: String,
        /// The share that is done, 0 to 1.
        done: f32,
    },
    /// A game begins.
    GameStarted {
        /// Among the games that are played at once.
        slot: usize,
        /// Its number.
        number: GameNumber,
        /// The players in the plan: White, Black.
        players: [usize; 2],
        /// The board.
        variant: &'static Variant,
        /// The moves of the opening from the start of the board.
        opening: Vec<Move>,
        /// The position after the opening, in which the players begin.
        start: Position,
    },
    /// A player made a move.
    MovePlayed {
        /// Among the games that are played at once.
        slot: usize,
        /// The move.
        mv: Move,
        /// The player's report on its search.
        report: Option<SearchReport>,
        /// The time that is left after the move, White's first, in ms; `None` without clocks.
        clocks: Option<[u64; 2]>,
    },
    /// A game is over. Only such games are kept.
    GameEnded {
        /// Among the games that are played at once.
        slot: usize,
        /// The game.
        record: GameRecord,
    },
    /// The last lines that a program read and wrote in the game that has just ended.
    Log {
        /// Its number in the plan.
        player: usize,
        /// `< ` before what it read, `> ` before what it wrote.
        lines: Vec<String>,
    },
    /// The state of the sequential test after a game.
    Sprt(SprtState),
}

/// Why a tournament ended before its last game.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// No opening is even enough.
    #[error("no even opening of {variant} was found; raise \"max_score\" of \"openings\"")]
    NoOpening {
        /// The id of the board.
        variant: String,
    },
    /// The end-game tables could not be built.
    #[error("the end-game tables of {variant} cannot be built: {reason}")]
    Tables {
        /// The id of the board.
        variant: String,
        /// The reason.
        reason: BuildStopped,
    },
    /// A program does not work.
    #[error("{player}: {fault}")]
    Program {
        /// The name of the player.
        player: String,
        /// The fault.
        fault: ProgramFault,
    },
    /// A level returned no legal move: a bug in the engine.
    #[error(transparent)]
    Level(#[from] MatchError),
    /// A finished game could not be written to the journal.
    #[error(transparent)]
    Journal(#[from] FileAccessError),
}

/// A tournament, running or not.
pub struct Tournament {
    ledger: Ledger,
    shard: Shard,
    conditions: ProgramConditions,
    /// The cache of the end-game tables; `None` if they are built for each run.
    cache: Option<TableCache>,
    /// While it is paused, no game begins.
    hold: Arc<StopFlag>,
}

/// Receives events from all threads.
type EventSink<'a> = dyn FnMut(TournamentEvent) + Send + 'a;

/// Receives events from all threads, and may fail to keep a finished game.
type Keeper<'a> = dyn FnMut(TournamentEvent) -> Result<(), FileAccessError> + Send + 'a;

impl Tournament {
    /// A tournament of which these games are finished; they are not played again.
    ///
    /// # Errors
    ///
    /// A [`PlanError`] if a field of the plan cannot be used, or a kept game is not one of the plan.
    pub fn new(plan: TournamentPlan, kept: Vec<GameRecord>) -> Result<Tournament, PlanError> {
        let ledger = Ledger::new(plan, kept)?;
        let (shard, conditions) = (Shard::ALL, ProgramConditions::default());
        let (cache, hold) = (TableCache::of_user(), Arc::default());
        Ok(Tournament { ledger, shard, conditions, cache, hold })
    }

    /// The tournament with its end-game tables in this folder instead of the user's.
    #[must_use]
    pub fn with_tables(self, cache: TableCache) -> Tournament {
        Tournament { cache: Some(cache), ..self }
    }

    /// The tournament with these conditions for its programs instead of the usual limits.
    #[must_use]
    pub fn with_conditions(self, conditions: ProgramConditions) -> Tournament {
        Tournament { conditions, ..self }
    }

    /// The tournament with a flag that holds games back: while it is paused, no game begins, and those
    /// under way go on. Once it is stopped, none begins any more. Who stops the tournament stops it, too.
    #[must_use]
    pub fn with_hold(self, hold: Arc<StopFlag>) -> Tournament {
        Tournament { hold, ..self }
    }

    /// The same tournament, which plays a part of its games only.
    ///
    /// # Errors
    ///
    /// [`PlanError::Shard`] if games depend on the results of others.
    pub fn with_shard(self, shard: Shard) -> Result<Tournament, PlanError> {
        let plan = self.ledger.plan();
        let is_fixed = match plan.format {
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => plan.sprt.is_none(),
            TournamentFormat::Swiss { .. } | TournamentFormat::Knockout => false,
        };
        if is_fixed || shard == Shard::ALL {
            Ok(Tournament { shard, ..self })
        } else {
            Err(PlanError::Shard)
        }
    }

    /// The plan.
    pub fn plan(&self) -> &TournamentPlan {
        self.ledger.plan()
    }

    /// The finished games, in the order of their numbers.
    pub fn records(&self) -> &[GameRecord] {
        self.ledger.records()
    }

    /// Takes in a finished game that another value of the same tournament has played: for a table that
    /// follows a running one by its events. A game that is known already changes nothing.
    pub fn add(&mut self, record: GameRecord) {
        self.ledger.add(record);
    }

    /// The numbers of the games that are known and not finished, in the order in which they are played.
    /// Empty if the tournament is over.
    pub fn missing(&self) -> Vec<GameNumber> {
        self.open_games().iter().map(|game| game.number).collect()
    }

    /// The number of all games of this part, at most; `None` if it depends on results.
    pub fn planned(&self) -> Option<usize> {
        let planned = self.ledger.planned()?;
        let is_part = self.shard != Shard::ALL;
        Some(if is_part { self.records().len() + self.open_games().len() } else { planned })
    }

    /// The table after the finished games.
    pub fn standings(&self) -> Standings {
        Standings::of(&self.ledger)
    }

    /// Starts each program once on the first board and ends it, so that a mistyped command is found
    /// before it loses games. Does nothing if no game is left to play. A stop ends the trials.
    ///
    /// # Errors
    ///
    /// [`TournamentError::Program`] for the first program that cannot be started.
    pub fn try_programs(&self, runner: &Runner, stop: &StopFlag) -> Result<(), TournamentError> {
        let programs = self.plan().players.iter().filter_map(PlayerEntry::program);
        let Some(board) = self.ledger.boards().first().copied() else { return Ok(()) };
        if self.open_games().is_empty() {
            return Ok(());
        }
        for program in programs {
            if stop.is_stopped() {
                return Ok(());
            }
            let started = self.conditions.start(runner, program, board);
            let player = started.map_err(|fault| TournamentError::Program {
                player: program.name.clone(),
                fault,
            })?;
            player.finish("*", "no game");
        }
        Ok(())
    }

    /// Plays until all games are finished, the sequential test is decided, or `stop` is set; a pause of
    /// `stop` pauses every game at its next move. Events come from the threads of the games, one at a
    /// time. A game that is stopped leaves nothing and is played from its start the next time.
    ///
    /// # Errors
    ///
    /// A [`TournamentError`]. Finished games stay.
    pub fn play(
        &mut self,
        runner: &Runner,
        stop: &StopFlag,
        events: &mut (dyn FnMut(TournamentEvent) + Send),
    ) -> Result<(), TournamentError> {
        self.play_recorded(runner, stop, &mut |event| {
            events(event);
            Ok(())
        })
    }

    /// Plays like [`Tournament::play`] and keeps each finished game in the journal of a folder before
    /// its event.
    ///
    /// # Errors
    ///
    /// A [`TournamentError`]. Nothing more is played after a game that could not be kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn play_into(
        &mut self,
        folder: &mut TournamentFolder,
        runner: &Runner,
        stop: &StopFlag,
        events: &mut (dyn FnMut(TournamentEvent) + Send),
    ) -> Result<(), TournamentError> {
        self.play_recorded(runner, stop, &mut |event| {
            if let TournamentEvent::GameEnded { record, .. } = &event {
                folder.append(record)?;
            }
            events(event);
            Ok(())
        })
    }

    pub(crate) fn play_recorded(
        &mut self,
        runner: &Runner,
        stop: &StopFlag,
        events: &mut Keeper<'_>,
    ) -> Result<(), TournamentError> {
        if self.open_games().is_empty() {
            return Ok(());
        }
        // An event before the first game keeps nothing, so it cannot fail.
        let mut prepare = |event| drop(events(event));
        let Some(openings) = self.prepare_openings(stop, &mut prepare)? else { return Ok(()) };
        let Some(tables) = self.prepare_tables(stop, &mut prepare)? else { return Ok(()) };
        let (plan, hold) = (self.plan().clone(), self.hold.clone());
        loop {
            let games = self.open_games();
            if games.is_empty() || hold.is_set() || stop.is_set() {
                return Ok(());
            }
            let table = GameTable {
                plan: &plan,
                runner,
                conditions: &self.conditions,
                stop,
                openings: &openings,
                tables: &tables,
            };
            play_wave(&table, &hold, &games, &mut self.ledger, events)?;
        }
    }

    /// The games that are known, not finished and of this part.
    fn open_games(&self) -> Vec<PlannedGame> {
        let mut games = self.ledger.open_games();
        games.retain(|game| self.shard.has(game.number));
        games
    }

    /// The openings of each board; `None` if the search was stopped.
    fn prepare_openings(
        &self,
        stop: &StopFlag,
        events: &mut EventSink<'_>,
    ) -> Result<Option<Vec<BoardOpenings>>, TournamentError> {
        let mut prepared = Vec::new();
        for (board, variant) in self.ledger.boards().iter().copied().enumerate() {
            let task = format!("openings of {}", variant.name);
            let mut report = |done| events(TournamentEvent::Preparing { task: task.clone(), done });
            report(0.0);
            let kept = self.ledger.kept_openings(board);
            let openings = BoardOpenings::prepare(self.plan(), variant, &kept, stop, &mut report);
            if stop.is_set() {
                return Ok(None);
            }
            let no_opening = || TournamentError::NoOpening { variant: variant.id.clone() };
            prepared.push(openings.ok_or_else(no_opening)?);
        }
        Ok(Some(prepared))
    }

    /// The end-game tables of each board if the plan wants them; `None` if a build was stopped.
    fn prepare_tables(
        &self,
        stop: &StopFlag,
        events: &mut EventSink<'_>,
    ) -> Result<Option<Vec<Arc<TableSet>>>, TournamentError> {
        let mut prepared = Vec::new();
        if !self.plan().adjudication.tables {
            return Ok(Some(prepared));
        }
        for variant in self.ledger.boards().iter().copied() {
            let task = format!("end-game tables of {}", variant.name);
            let mut report = |done| events(TournamentEvent::Preparing { task: task.clone(), done });
            report(0.0);
            match super::adjudicate::tables(variant, self.cache.as_ref(), stop, &mut report) {
                Ok(tables) => prepared.push(Arc::new(tables)),
                Err(BuildStopped::ByRequest) => return Ok(None),
                Err(reason) => {
                    return Err(TournamentError::Tables { variant: variant.id.clone(), reason });
                }
            }
        }
        Ok(Some(prepared))
    }
}

/// The state that the threads of a wave share.
struct WaveState<'a, 'b> {
    ledger: &'a mut Ledger,
    events: &'a mut Keeper<'b>,
}

/// Plays games that do not depend on each other.
fn play_wave(
    table: &GameTable<'_>,
    hold: &StopFlag,
    games: &[PlannedGame],
    ledger: &mut Ledger,
    events: &mut Keeper<'_>,
) -> Result<(), TournamentError> {
    let threads = usize::from(table.plan.concurrency).clamp(1, games.len().max(1));
    let state = Mutex::new(WaveState { ledger, events });
    let play = |slot: &mut usize, game: &PlannedGame| {
        // Waits while the tournament is held or paused.
        if hold.is_set() || table.stop.is_set() {
            return Ok(ControlFlow::Break(()));
        }
        play_one(table, *slot, game, &state)
    };
    run_tasks(threads, games, |slot| slot, play)
}

/// Plays a game, and breaks off when it decides the sequential test.
fn play_one(
    table: &GameTable<'_>,
    slot: usize,
    game: &PlannedGame,
    state: &Mutex<WaveState<'_, '_>>,
) -> Result<ControlFlow<()>, TournamentError> {
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    // Only a finished game is kept, and none is finished here.
    let emit = |event| drop((lock().events)(event));
    // Games of several versions of Minnow can have different openings with one number.
    let kept = lock().ledger.opening_of_pair(game.number).map(str::to_owned);
    let Some(record) = table.play(slot, game, kept.as_deref(), &emit)? else {
        return Ok(ControlFlow::Break(()));
    };
    let mut state = lock();
    let WaveState { ledger, events } = &mut *state;
    events(TournamentEvent::GameEnded { slot, record: record.clone() })?;
    ledger.add(record);
    if let Some(sprt) = ledger.sprt() {
        events(TournamentEvent::Sprt(sprt))?;
        if sprt.decision.is_some() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
