//! Reads and saves whose threads the test runs itself, so that it decides when a disk answers.

use std::path::{Path, PathBuf};

use super::{
    FileClient, FileWork, GameVersion, ObstacleKind, Overwrite, ReadRequest, SaveOrder, SaveResult,
    SlowFile,
};
use crate::app::session::for_tests::{QueuedThreads, game};
use minnow_game::store::load_game;
use minnow_rules::Variant;

/// A client whose threads wait, and a folder.
fn client() -> (FileClient, QueuedThreads, tempfile::TempDir) {
    let threads = QueuedThreads::default();
    (FileClient::new(threads.spawner(), || {}), threads, tempfile::tempdir().unwrap())
}

fn order(path: &Path, moves: &str, overwrite: Overwrite) -> SaveOrder {
    let (game, path) = (game(moves), path.to_owned());
    let revision = game.path(game.head()).len() as u64;
    let version = GameVersion { game_number: 1, revision };
    SaveOrder { path, game, version, overwrite, backup: false }
}

fn request(path: &Path) -> ReadRequest {
    ReadRequest { path: path.to_owned(), drops_changes: false }
}

fn plies(path: &Path) -> usize {
    let game = load_game(path).unwrap();
    game.path(game.head()).len() - 1
}

#[test]
fn a_file_that_takes_long_gets_a_sign() {
    let (mut files, threads, folder) = client();
    let path = folder.path().join("a.minnow.ron");
    assert_eq!(files.tick(0), None);
    files.read(request(&path), Variant::default_variant(), 1_000);
    assert_eq!((files.tick(1_499), &files.slow), (Some(1_500), &None));
    assert_eq!(files.tick(1_500), None);
    let slow = SlowFile { work: FileWork::Reading, path: path.clone() };
    assert_eq!(files.slow.as_ref(), Some(&slow));
    files.save(order(&path, "a2a3", Overwrite::Nothing), 2_000);
    assert_eq!(files.tick(2_000), Some(2_500));
    files.tick(2_500);
    assert_eq!(files.slow, Some(SlowFile { work: FileWork::Saving, ..slow }));
    threads.run_oldest();
    assert!(files.take_read().unwrap().result.is_err());
    threads.run_oldest();
    assert!(files.take_save(true, 2_600).is_some());
    files.tick(2_700);
    assert_eq!(files.slow, None);
}

#[test]
fn the_newest_read_replaces_the_one_before() {
    let (mut files, threads, folder) = client();
    for name in ["a", "b"] {
        files.read(request(&folder.path().join(name)), Variant::default_variant(), 0);
    }
    threads.run_oldest();
    assert!(files.take_read().is_none());
    threads.run_oldest();
    assert_eq!(files.take_read().unwrap().request.path, folder.path().join("b"));
    files.read(request(folder.path()), Variant::default_variant(), 0);
    files.cancel_read();
    threads.run_oldest();
    assert!(files.take_read().is_none() && !files.is_busy());
}

#[test]
fn saves_queue_and_the_newest_wins() {
    let (mut files, threads, folder) = client();
    let path = folder.path().join("a.minnow.ron");
    for moves in ["a2a3", "a2a3 a5a4", "a2a3 a5a4 b1c3"] {
        files.save(order(&path, moves, Overwrite::OneGame), 0);
    }
    for expected in [1, 3] {
        assert!(files.is_saving());
        threads.run_oldest();
        let outcome = files.take_save(true, 0).unwrap();
        assert!(matches!(outcome.result, Ok(SaveResult::Saved(_))));
        assert_eq!((plies(&path), outcome.request.revision), (expected, expected as u64 + 1));
    }
    assert!(!files.is_saving());
}

/// Saves the first game to two paths and the second one to a third.
fn save_for_games(files: &mut FileClient, paths: &[PathBuf; 3]) {
    for (path, game_number) in paths.iter().zip([1, 1, 2]) {
        let order = order(path, "a2a3", Overwrite::Nothing);
        let version = GameVersion { game_number, ..order.version };
        files.save(SaveOrder { version, ..order }, 0);
    }
}

#[test]
fn cancelling_a_save_keeps_that_of_another_game() {
    let (mut files, threads, folder) = client();
    let paths = ["slow", "before", "shown"].map(|name| folder.path().join(name));
    save_for_games(&mut files, &paths);
    files.cancel_save(0);
    threads.run_all();
    let outcomes: Vec<_> = std::iter::from_fn(|| files.take_save(true, 0)).collect();
    assert!(matches!(outcomes[0].result, Ok(SaveResult::Cancelled)), "{outcomes:?}");
    assert!(matches!(outcomes[1].result, Ok(SaveResult::Saved(_))), "{outcomes:?}");
    assert_eq!(paths.map(|path| path.exists()), [false, false, true]);
    assert!(!files.is_saving());
}

#[test]
fn waiting_saves_of_two_games_are_both_made() {
    let (mut files, threads, folder) = client();
    let paths = ["slow", "before", "shown"].map(|name| folder.path().join(name));
    save_for_games(&mut files, &paths);
    for path in &paths {
        threads.run_oldest();
        assert_eq!(&files.take_save(true, 0).unwrap().path, path);
    }
    assert!(!files.is_saving() && paths.iter().all(|path| path.exists()));
}

#[test]
fn a_cancelled_save_writes_and_blocks_nothing() {
    let (mut files, threads, folder) = client();
    let [slow, other] = ["slow", "other"].map(|name| folder.path().join(name));
    files.save(order(&slow, "a2a3", Overwrite::Nothing), 0);
    files.save(order(&slow, "a2a3", Overwrite::Nothing), 0);
    files.cancel_save(0);
    assert!(!files.is_saving());
    files.save(order(&other, "a2a3", Overwrite::Nothing), 0);
    threads.run_oldest();
    let outcome = files.take_save(true, 0).unwrap();
    assert!(matches!(outcome.result, Ok(SaveResult::Cancelled)) && outcome.path == slow);
    threads.run_oldest();
    assert!(files.take_save(true, 0).is_some());
    assert!(!slow.exists() && other.exists());
}

#[test]
fn a_file_of_several_games_is_an_obstacle() {
    let (mut files, threads, folder) = client();
    let path: PathBuf = folder.path().join("two.pgn");
    std::fs::write(&path, "[White \"A\"]\n\n1. b3 *\n\n[White \"B\"]\n\n1. c3 *\n").unwrap();
    for overwrite in [Overwrite::Nothing, Overwrite::OneGame] {
        files.save(order(&path, "a2a3", overwrite), 0);
        threads.run_oldest();
        assert!(files.take_save(false, 0).is_none(), "its question waits");
        assert!(files.is_saving());
        let result = files.take_save(true, 0).unwrap().result.unwrap();
        let SaveResult::Obstacle(obstacle) = result else { panic!("{result:?}") };
        assert_eq!(obstacle.kind, ObstacleKind::Games(2));
    }
}
