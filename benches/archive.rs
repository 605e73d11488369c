//! How long the list of the user's games takes with 10,000 games: with an index, without one, and
//! after one more game; and what a pass of the window with that list takes.
//!
//! Prints and asserts nothing: times are the machine's. `cargo bench --bench archive`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stdout
)]

mod common;

use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use minnow::app::MinnowApp;
use minnow::app::storage::places::Places;
use minnow_game::{
    Computer, Game, Player,
    archive::{Archive, ArchiveId, ReviewFacts},
};
use minnow_rules::builtin_variants;

use common::{PASSES, sorted_passes};

const GAMES: usize = 10_000;
const PLIES: usize = 40;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    let archive = Archive::new(&places.games());
    archive.keep(&id(0), &game(0)).unwrap();
    for number in 1..GAMES {
        let text = minnow_game::save::to_ron(&game(number));
        // Without the sync of each file.
        fs::write(archive.path_of(&id(number)), text).unwrap();
    }
    println!("{GAMES} games of {PLIES} plies, in milliseconds");
    println!("list without an index  {:8.1}", list(&archive));
    println!("list with the index    {:8.1}", list(&archive));
    archive.keep(&id(GAMES), &game(3)).unwrap();
    println!("after one more game    {:8.1}", list(&archive));
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(100)
        .build_eframe(|context| MinnowApp::new(context, Some(places), None));
    harness.run();
    // The card of the first start takes the keys.
    harness.key_press(Key::Escape);
    harness.run();
    let begun = Instant::now();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::G);
    harness.step();
    while harness.state().state().pages.your_games.list.total() == 0 {
        harness.step();
    }
    harness.step();
    println!("Ctrl+G to the rows     {:8.1}", ms(begun.elapsed()));
    harness.run();
    println!("a pass at rest         {:8.1}", pass(&mut harness, |_| {}));
    let down = |harness: &mut Harness<'_, MinnowApp>| harness.key_press(Key::PageDown);
    println!("a pass with a page     {:8.1}", pass(&mut harness, down));
}

fn id(number: usize) -> ArchiveId {
    format!("20261122-{number:06}-000-1").parse().unwrap()
}

/// A game of a few moves over the boards, with moves that depend on the number.
fn game(number: usize) -> Game {
    let variants = builtin_variants();
    let mut game = Game::new(&variants[number % variants.len()]);
    for ply in 0..PLIES {
        let moves = game.position().legal_moves();
        let count = moves.len().max(1);
        let Some(mv) = moves.iter().nth((number * 7 + ply * 3) % count) else { break };
        if game.result().is_some() || game.play(mv).is_err() {
            break;
        }
    }
    let level = Some((number % 12 + 1) as u8);
    game.header.players =
        [Player::Human, Player::Computer(Computer { level, ..Computer::default() })];
    game.header.set_tag("Date", "2026.11.22");
    game
}

fn list(archive: &Archive) -> f64 {
    let begun = Instant::now();
    let listed = archive.list(|_| ReviewFacts::default(), |_, _| ControlFlow::Continue(()));
    let list = listed.unwrap().unwrap();
    assert!(list.games.len() >= GAMES && list.damaged.is_empty());
    ms(begun.elapsed())
}

/// The median time of a pass.
fn pass(harness: &mut Harness<'_, MinnowApp>, act: impl Fn(&mut Harness<'_, MinnowApp>)) -> f64 {
    ms(sorted_passes(harness, act)[PASSES / 2])
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
