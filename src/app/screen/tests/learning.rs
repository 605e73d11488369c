//! Learning over the user's games: from the list to the last moment, and back to the game in Play.

use std::{path::Path, thread};

use super::{begin, notice, play};
use crate::app::{
    learn::{
        Solution,
        tests::{reviewed, reviewed_from},
    },
    request::Request,
    screen::AppState,
    session::for_tests::two_humans,
    session::{ArchiveClient, Effect, GameCommand, KeptListName, Mode, NewGame},
};
use minnow_game::{
    Computer, Game, Player,
    archive::{Archive, ArchiveId},
};
use minnow_jobs::Spawner;
use minnow_rules::Variant;
use minnow_study::puzzles::PuzzleResult;

/// The game before, with a pawn more.
const OTHER: &str = "k4/3p1/2n2/3QP/K4 w - - 0 1";

fn id(number: usize) -> ArchiveId {
    format!("20261122-{number:06}-000-1").parse().unwrap()
}

/// A game of White's, the user.
fn own(mut game: Game, date: &str) -> Game {
    game.header.players = [Player::Human, Player::Computer(Computer::of_strength(500))];
    game.header.set_tag("Date", date);
    game
}

/// Two reviewed games of the user's, with two moments each.
pub(super) fn archive_with_moments(folder: &Path) -> Archive {
    let archive = Archive::new(folder);
    archive.keep(&id(1), &own(reviewed_from(OTHER), "2026.11.23")).unwrap();
    archive.keep(&id(2), &own(reviewed(), "2026.11.24")).unwrap();
    archive
}

/// A game in Play, and two reviewed games among the user's, whose moments are found.
fn state_with_games() -> (tempfile::TempDir, AppState) {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive_with_moments(folder.path());
    let (mut state, _) = begin(two_humans());
    state.session.archive = ArchiveClient::new(Some(archive), Spawner::default(), || {});
    play(&mut state, "a3", 0);
    state.update(Request::SelectMode(Mode::Train), 0);
    state.update(Request::TrainOn(Variant::by_id("gardner").unwrap()), 0);
    tick_until(&mut state, |state| state.learn_stock.progress().is_none());
    (folder, state)
}

fn tick_until(state: &mut AppState, done: impl Fn(&AppState) -> bool) {
    state.tick(0);
    while !done(state) {
        thread::yield_now();
        state.tick(0);
    }
}

fn answer(state: &mut AppState, text: &str) {
    state.update(Request::from(GameCommand::TypedMove(text.to_owned())), 0);
    assert_eq!(state.learn().unwrap().solutions().last(), Some(&Solution::Found));
    state.update(Request::NextTask, 0);
    state.tick(0);
}

#[test]
fn the_moments_of_game_after_game_are_learned() {
    let (_folder, mut state) = state_with_games();
    assert_eq!((state.learn_stock.games().len(), state.learn_stock.due()), (2, 4));
    let before = state.session.game.clone();
    state.update(Request::LearnFrom(0), 0);
    tick_until(&mut state, |state| state.learn().is_some());
    assert_eq!(state.board_game().start(), reviewed().start(), "the newest game");
    answer(&mut state, "d2d4");
    answer(&mut state, "a1a2");
    let results = |state: &AppState| -> Vec<PuzzleResult> {
        state.session.lists.learned.entries().iter().map(|tried| tried.result).collect()
    };
    assert_eq!(results(&state), [PuzzleResult::Solved; 2]);
    assert!(state.session.effects.contains(&Effect::KeepList(KeptListName::Learned)));
    assert_eq!((state.learn_stock.games().len(), state.learn_stock.due()), (1, 2));
    let learn = state.learn().unwrap();
    assert!(learn.is_over() && learn.next_game() == Some(0));

    state.update(Request::NextTask, 0);
    let other = reviewed_from(OTHER);
    tick_until(&mut state, |state| state.board_game().start() == other.start());
    answer(&mut state, "d2d4");
    answer(&mut state, "a1a2");
    assert_eq!(state.learn().unwrap().next_game(), None);
    state.update(Request::NextTask, 0);
    assert!(state.learn().is_none() && state.learn_stock.games().is_empty());
    assert_eq!((state.mode(), &state.session.game), (Mode::Train, &before));
}

#[test]
fn skipped_moments_stay_in_the_list() {
    let (_folder, mut state) = state_with_games();
    state.update(Request::LearnFrom(1), 0);
    tick_until(&mut state, |state| state.learn().is_some());
    for _ in 0..2 {
        state.learn_mut().unwrap().skip();
        state.tick(0);
    }
    assert!(state.session.lists.learned.is_empty());
    assert_eq!(state.learn_stock.due(), 4);
    assert_eq!(state.learn().unwrap().next_game(), Some(0), "the other game");
}

#[test]
fn answers_in_the_game_on_the_board_count_too() {
    let (_folder, mut state) = state_with_games();
    state.begin(NewGame::new(own(reviewed(), "2026.11.24")));
    state.update(Request::StartLearning, 0);
    state.learn_mut().unwrap().show();
    state.tick(0);
    assert_eq!(state.session.lists.learned.entries()[0].result, PuzzleResult::Failed);
    assert_eq!(state.learn_stock.due(), 3, "it is due tomorrow");
}

#[test]
fn a_game_that_is_gone_is_told() {
    let (folder, mut state) = state_with_games();
    Archive::new(folder.path()).delete(&id(2)).unwrap();
    state.session.notice = None;
    state.update(Request::LearnFrom(0), 0);
    tick_until(&mut state, |state| state.session.notice.is_some());
    assert!(notice(&state).contains(id(2).as_str()), "{}", notice(&state));
    tick_until(&mut state, |state| state.learn_stock.games().len() == 1);
    assert!(state.learn().is_none());
}
