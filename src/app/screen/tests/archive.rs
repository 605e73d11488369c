//! Requests to the archive, without a window.

use std::sync::mpsc::{Receiver, channel};

use super::{HANGS_AFTER, answer, archived, begin, play, question};
use crate::app::{
    archive::ArchiveFilter,
    pages::PageId,
    request::Request,
    screen::AppState,
    session::for_tests::two_humans,
    session::{ArchiveClient, ArchivePurpose, ChosenFile, Effect, NewGame},
};
use minnow_game::{Game, archive::Archive, pgn::read_pgn};
use minnow_jobs::Spawner;
use minnow_rules::Variant;

/// A state with an archive of games with these first moves.
fn with_games(folder: &std::path::Path, moves: &[&str]) -> (AppState, Receiver<()>) {
    let (mut state, _) = begin(two_humans());
    let archive = Archive::new(folder);
    let (wake, wakes) = channel();
    let client = ArchiveClient::new(Some(archive.clone()), Spawner::default(), move || {
        wake.send(()).unwrap_or_default();
    });
    state.session.archive = client;
    for mv in moves {
        play(&mut state, mv, 0);
        state.update(Request::NewGame, 0);
        for order in archived(&state) {
            archive.keep(&order.id, &order.game).unwrap();
        }
        state.session.effects.clear();
    }
    (state, wakes)
}

/// Does something and waits for the archive.
fn act(state: &mut AppState, wakes: &Receiver<()>, work: impl FnOnce(&mut AppState)) {
    work(state);
    state.tick(0);
    while state.session.archive.is_busy() {
        wakes.recv_timeout(HANGS_AFTER).expect("the archive answers");
        state.tick(0);
    }
}

fn show(state: &mut AppState) {
    state.update(Request::Show(PageId::YourGames), 0);
}

#[test]
fn the_shown_games_are_exported_and_no_file_is_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, wakes) = with_games(folder.path(), &["a3", "b3", "c3"]);
    act(&mut state, &wakes, show);
    assert_eq!(state.pages.your_games.list.total(), 3);
    state.pages.your_games.ask_export(&mut state.session);
    let Some(Effect::AskFile(query)) = state.session.effects.pop() else { panic!("no dialog") };
    let path = folder.path().join("mine");
    let file = ChosenFile { query, path: path.clone(), confirmed: false };
    let export = Request::FileChosen(Box::new(file));
    act(&mut state, &wakes, |state| state.update(export.clone(), 0));
    let path = path.with_extension("pgn");
    let games = || read_pgn(&std::fs::read(&path).unwrap(), Variant::default_variant()).unwrap();
    assert_eq!(games().len(), 3);
    let message = state.pages.your_games.message.as_ref();
    assert!(message.is_some_and(|text| text.starts_with("3 games written")));
    let filter = ArchiveFilter { words: "nobody".to_owned(), ..Default::default() };
    state.pages.your_games.list.set_filter(filter);
    act(&mut state, &wakes, |state| state.update(export.clone(), 0));
    assert_eq!((question(&state), games().len()), (Some("Replace this file?"), 3));
    answer(&mut state, "Cancel", 0);
    assert_eq!(games().len(), 3);
    std::fs::write(&path, "").unwrap();
    state.update(export, 0);
    act(&mut state, &wakes, |state| answer(state, "Replace", 0));
    assert_eq!(games().len(), 3, "those that were shown when the user asked");
}

#[test]
fn a_game_of_the_list_keeps_its_place_in_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let (mut state, wakes) = with_games(folder.path(), &["a3"]);
    act(&mut state, &wakes, show);
    act(&mut state, &wakes, |state| {
        state.pages.your_games.open_marked(ArchivePurpose::Analyse, &mut state.session)
    });
    let id = state.session.archive_place.id.clone();
    assert_eq!(id.as_ref(), state.pages.your_games.list.row(0).map(|game| &game.id));
    state.update(Request::NewGame, 0);
    let kept = |state: &AppState| archived(state).next().map(|order| order.id.clone());
    assert_eq!(kept(&state), None, "nothing has changed");
    act(&mut state, &wakes, show);
    act(&mut state, &wakes, |state| {
        state.pages.your_games.open_marked(ArchivePurpose::Continue, &mut state.session)
    });
    play(&mut state, "a4", 0);
    state.update(Request::NewGame, 0);
    assert_eq!(kept(&state), id, "the same game, with one move more");
}

#[test]
fn a_game_over_a_network_loses_no_changes_of_a_file() {
    let (mut state, _) = begin(two_humans());
    play(&mut state, "a3", 0);
    state.session.document.path = Some("game.pgn".into());
    assert!(state.session.would_lose_changes());
    let new = NewGame::new(Game::new(Variant::default_variant()));
    state.begin(NewGame { is_remote: true, ..new });
    assert!(state.session.game.is_empty());
    let kept: Vec<usize> =
        archived(&state).map(|order| order.game.main_line_moves().count()).collect();
    assert_eq!(kept, [1]);
}
