//! Numbered games of a measurement on several threads, kept in a file so that it can be stopped and
//! continued. The results do not depend on the number of threads.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use super::kept_file::{KeptError, KeptFile};
use minnow_arena::MatchError;
use minnow_jobs::run_tasks;
use minnow_program::Failure;

/// A series of games that differ in their numbers alone.
pub(super) trait GameSeries: Sync {
    /// The kept result of a game.
    type Game: Send;
    /// The state of a thread that plays games.
    type Tools;

    fn new_tools(&self) -> Self::Tools;

    /// Plays the game with this number.
    fn play(&self, tools: &mut Self::Tools, number: usize) -> Result<Self::Game, MatchError>;

    /// A game as a line of the file.
    fn line(&self, number: usize, game: &Self::Game) -> String;

    /// Reads a line of the file; `None` if it is not the line of a game.
    fn read(&self, line: &str) -> Option<(usize, Self::Game)>;
}

/// The games that are known so far, by their numbers.
pub(super) struct KnownGames<G> {
    games: BTreeMap<usize, G>,
    file: Option<KeptFile>,
}

impl<G: Send> KnownGames<G> {
    /// No games, and no file for them.
    pub(crate) fn none() -> KnownGames<G> {
        KnownGames { games: BTreeMap::new(), file: None }
    }

    /// The games of the file that `--results` names, to which others will be added; none without a file.
    pub(crate) fn kept(
        series: &impl GameSeries<Game = G>,
        results: Option<&Path>,
        heading: impl FnOnce() -> String,
    ) -> Result<KnownGames<G>, Failure> {
        let Some(path) = results else { return Ok(KnownGames::none()) };
        let refused = |error: KeptError| Failure::refused_file("--results", path, error);
        let opened = KeptFile::open(path, &heading()).map_err(refused)?;
        let read = |line: String| series.read(&line).ok_or(KeptError::Row(line));
        let games: Result<BTreeMap<usize, G>, KeptError> =
            opened.lines.into_iter().map(read).collect();
        Ok(KnownGames { games: games.map_err(refused)?, file: Some(opened.file) })
    }

    /// The numbers below `count` of the games that are not known.
    pub(crate) fn missing(&self, count: usize) -> Vec<usize> {
        (0..count).filter(|number| !self.games.contains_key(number)).collect()
    }

    /// Plays the games that are missing and returns those with numbers below `count`, in their order.
    /// `report` gets the number of games played so far.
    pub(crate) fn complete(
        self,
        series: &impl GameSeries<Game = G>,
        count: usize,
        threads: usize,
        report: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<G>, Failure> {
        let missing = self.missing(count);
        let (finished, known) = (AtomicUsize::new(0), Mutex::new(self));
        run_tasks(
            threads,
            &missing,
            |_| series.new_tools(),
            |tools, number| {
                let game = series
                    .play(tools, *number)
                    .map_err(|error| Failure::Fault(error.to_string()))?;
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(file) = &mut known.file {
                    let added = file.add(&series.line(*number, &game));
                    added.map_err(|error| Failure::unwritten("--results", &error))?;
                }
                known.games.insert(*number, game);
                report(finished.fetch_add(1, Relaxed) + 1);
                Ok::<_, Failure>(ControlFlow::Continue(()))
            },
        )?;
        let games = known.into_inner().unwrap_or_else(PoisonError::into_inner).games;
        Ok(games.into_iter().filter(|(number, _)| *number < count).map(|(_, game)| game).collect())
    }
}

/// The games with numbers below `count`, in their order. Plays those that the file of `--results` does not
/// have, and reports the progress.
pub(super) fn play_games<S: GameSeries>(
    series: &S,
    count: usize,
    threads: usize,
    results: Option<&Path>,
    heading: impl FnOnce() -> String,
) -> Result<Vec<S::Game>, Failure> {
    let known = KnownGames::kept(series, results, heading)?;
    let progress = crate::ProgressReporter::new("games", known.missing(count).len(), 20);
    known.complete(series, count, threads, &|finished| progress.report(finished))
}
