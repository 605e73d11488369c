//! Counts the moves of the user's games, on a thread of low priority.

use std::ops::ControlFlow;

use crate::{
    app::session::accuracies,
    explorer::{GameScore, OpeningTree},
    game::{
        Game, GameEnd, NodeId,
        archive::{Archive, ArchivedGame},
    },
    jobs::{JobContext, lower_thread_priority},
    rules::Variant,
};

/// The most games that are read, the newest ones.
const MAX_GAMES: usize = 2_000;
/// The plies of a game that are counted.
const PLIES: usize = 40;

/// Reads the games of a board and emits their tree.
pub(super) fn count_own_games(
    archive: &Archive,
    variant: &'static Variant,
    job: &JobContext<OpeningTree>,
) {
    lower_thread_priority();
    let stop = |_, _| {
        if job.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let Ok(Some(list)) = archive.list(accuracies, stop) else { return };
    let of_board = |game: &ArchivedGame| game.variant == variant && game.plies > 0;
    let mut games: Vec<ArchivedGame> = list.games.into_iter().filter(of_board).collect();
    games.sort_by(|one, other| other.id.cmp(&one.id));
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
    job.emit(tree);
}

/// Counts the moves that were played in a game.
pub(super) fn add_game(tree: &mut OpeningTree, game: &Game) {
    let score = match game.result().map(GameEnd::winner) {
        Some(Some(winner)) => GameScore::Won(winner),
        Some(None) => GameScore::Drawn,
        None => GameScore::Open,
    };
    let moves = game.continuation(NodeId::ROOT).filter_map(|id| game.node(id)?.played());
    tree.add_game(game.start(), moves, PLIES, score);
}
