//! Autosave without a window: writes on this thread, leftovers, and the clock after a kill.

use std::sync::mpsc::channel;

use super::*;
use crate::app::session::{
    engine_client::EngineClient, for_tests::HANGS_AFTER, settings::ClockChoice,
};
use minnow_game::NodeId;

#[test]
fn a_game_is_written_without_another_thread() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    // As in a page that is being closed: no thread gets a turn.
    let spawner = Spawner::new(|_, _| Ok(()));
    let (mut autosave, _) = Autosave::start(Some(&places), None, spawner.clone(), || {});
    let engine = EngineClient::new(spawner, || {});
    let mut session = Session::new(Settings::default(), engine, 1);
    let first = session.game.position().legal_moves().into_iter().next().unwrap();
    session.game.play(first).unwrap();
    session.game.notes_mut(NodeId::ROOT).unwrap().comment = "half a comm".to_owned();
    autosave.save_game_now(&session);
    let journal = std::fs::read_to_string(places.journals().join("running-1.ron")).unwrap();
    assert!(journal.contains("half a comm"), "{journal}");
}

#[test]
fn a_start_removes_what_killed_programs_left() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    std::fs::create_dir_all(places.journals()).unwrap();
    let names = [".minnow-Abc123def456.tmp", ".minnow-Def456abc123.tmp"];
    let [old, young] = names.map(|name| places.journals().join(name));
    std::fs::write(&young, "left").unwrap();
    let file = std::fs::File::create(&old).unwrap();
    let two_days = std::time::Duration::from_secs(2 * 24 * 60 * 60);
    file.set_modified(SystemTime::now() - two_days).unwrap();
    let (mut autosave, _) = Autosave::start(Some(&places), None, Spawner::default(), || {});
    autosave.finish();
    assert!(!old.exists() && young.exists());
}

/// A game with a running clock, after its first move.
fn timed_session() -> Session {
    let clock = Some(ClockChoice::new(3, 2));
    let settings = Settings { clock, ..Settings::default() };
    let mut session = Session::new(settings, EngineClient::new(Spawner::default(), || {}), 1);
    session.clock = session.clock_of_game();
    let first = session.game.position().legal_moves().into_iter().next().unwrap();
    let node = session.game.play(first).unwrap();
    session.press_clock(node, 0);
    session
}

/// The last version of the game is that of the last move; the time since then is in the clock's file.
#[test]
fn a_kill_gives_no_time_back() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    let start = || Autosave::start(Some(&places), None, Spawner::default(), || {});
    let (mut autosave, _) = start();
    let mut session = timed_session();
    autosave.save_game(&session);
    session.keep_clock(9_000);
    autosave.save_clock(&session);
    drop(autosave);
    let game = start().1.game.unwrap().game;
    assert_eq!(game.header.clock.unwrap().left_ms, [182_000, 171_000]);
}

#[test]
fn a_second_of_the_clock_draws_one_frame() {
    let wakes_with = |writes_clock: bool| {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below(folder.path());
        let (wake, wakes) = channel();
        let wake = move || wake.send(()).unwrap_or_default();
        let (mut autosave, _) = Autosave::start(Some(&places), None, Spawner::default(), wake);
        let mut session = timed_session();
        autosave.save_game(&session);
        if writes_clock {
            session.keep_clock(9_000);
            autosave.save_clock(&session);
        }
        // It waits for the thread, which calls `wake` behind the last event, too.
        drop(autosave);
        assert_eq!(places.journals().join("running-1.clock").exists(), writes_clock);
        wakes.iter().count()
    };
    assert_eq!(wakes_with(true), wakes_with(false));
}

#[test]
fn the_game_does_not_wait_for_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    let (wake, wakes) = channel();
    let wake = move || wake.send(()).unwrap_or_default();
    let (mut autosave, _) = Autosave::start(Some(&places), None, Spawner::default(), wake);
    let writer = autosave.writer.clone().unwrap();
    // As while another program holds the lock of the settings.
    let waiting = lock_briefly(&writer.data);
    autosave.save_settings(&Settings { level: 7, ..Settings::default() });
    autosave.save_game(&timed_session());
    while !places.journals().join("running-1.ron").exists() {
        wakes.recv_timeout(HANGS_AFTER).expect("the game is written");
    }
    assert!(!places.settings_file().exists());
    drop(waiting);
    autosave.finish();
    assert!(places.settings_file().exists());
}

#[test]
fn a_failed_clock_write_is_not_reported() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    let (mut autosave, _) = Autosave::start(Some(&places), None, Spawner::default(), || {});
    let mut session = timed_session();
    autosave.save_game(&session);
    autosave.finish();
    // No file can replace a folder.
    std::fs::create_dir(places.journals().join("running-1.clock")).unwrap();
    session.keep_clock(9_000);
    autosave.save_clock(&session);
    autosave.finish();
    assert_eq!(autosave.game_problem().get(), None);
}

#[test]
fn the_game_that_waits_is_the_one_kept() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    let start = || Autosave::start(Some(&places), None, Spawner::default(), || {});
    let (mut autosave, _) = start();
    let mut session = timed_session();
    let played = session.game.clone();
    session.analyse_beside(Game::new(session.variant()), "Position from a puzzle");
    autosave.save_game(&session);
    session.keep_clock(9_000);
    autosave.save_clock(&session);
    drop(autosave);
    assert_eq!(start().1.game.unwrap().game, played);
}
