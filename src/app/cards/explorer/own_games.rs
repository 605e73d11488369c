//! Counts the moves of the user's games, on a thread of low priority.

use crate::app::session::own_games;
use minnow_game::{Game, GameEnd, archive::Archive, store::StoreError};
use minnow_jobs::{JobContext, lower_thread_priority};
use minnow_rules::Variant;
use minnow_study::explorer::{GameScore, OpeningTree};

/// The most games that are read, the newest ones.
const MAX_GAMES: usize = 2_000;
/// The plies of a game that are counted.
const PLIES: usize = 40;

/// Reads the games of a board and emits their tree, or why the games cannot be listed.
pub(super) fn count_own_games(
    archive: &Archive,
    variant: &'static Variant,
    job: &JobContext<Result<OpeningTree, StoreError>>,
) {
    lower_thread_priority();
    let mut games = match own_games(archive, variant, job) {
        Ok(Some(games)) => games,
        Ok(None) => return,
        Err(error) => return job.emit(Err(error)),
    };
    games.truncate(MAX_GAMES);
    let mut tree = OpeningTree::default();
    for (number, listed) in games.iter().enumerate() {
        if job.is_stopped() {
            return;
        }
        job.progress(number as u64, games.len() as u64);
        // A game that cannot be read is named by the list of games.
        if let Ok(game) = archive.open(&listed.id) {
            add_game(&mut tree, &game);
        }
    }
    job.emit(Ok(tree));
}

/// Counts the moves that were played in a game.
pub(super) fn add_game(tree: &mut OpeningTree, game: &Game) {
    let score = match game.result().map(GameEnd::winner) {
        Some(Some(winner)) => GameScore::Won(winner),
        Some(None) => GameScore::Drawn,
        None => GameScore::Open,
    };
    tree.add_game(game.start(), game.main_line_moves(), PLIES, score);
}
