//! How long a pass of the window takes while the engine works and while it does not: the window
//! never waits for the engine, so the two should differ only by what the processor is shared for
//! and by what there is more to draw. Once with a game being played, once with the right arrow held
//! down through a long game, without and with live analysis; there also what memory is in use.
//!
//! Prints, and asserts nothing about times: they are the machine's. `cargo bench --bench ui_pass`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use minnow::app::MinnowApp;
use minnow::app::places::Places;
use minnow::app::settings::{CustomLimits, ReplyPace, Settings};
use minnow::app::state::AppState;
use minnow::engine::Random;
use minnow::game::Game;
use minnow::game::save::to_ron;
use minnow::rules::Variant;

const PASSES: usize = 400;
/// The length of the long game.
const PLIES: usize = 200;
/// How often it is walked through.
const WALKS: usize = 10;
/// Between two passes the window rests, as it does on a screen: without that the system would
/// treat it like the engine, as one more program that wants a processor to itself.
const REST: Duration = Duration::from_millis(5);

fn main() {
    println!("in microseconds, for a window of 1280x800");
    println!("           passes median   95 %");
    thinking();
    println!();
    right_arrow();
}

/// A window with these settings and this file.
fn window(
    folder: &Path,
    settings: &Settings,
    file: Option<PathBuf>,
) -> Harness<'static, MinnowApp> {
    let places = Places::below(folder);
    let settings_file = places.settings_file();
    std::fs::create_dir_all(settings_file.parent().unwrap()).unwrap();
    std::fs::write(settings_file, settings.to_ron().unwrap()).unwrap();
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(100)
        .build_eframe(|context| MinnowApp::new(context, Some(places), file));
    harness.run();
    harness
}

/// The computer's turn in a game against one that waits for the user.
fn thinking() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let endless = CustomLimits { depth_plies: None, nodes: None, think_ms: 600_000 };
    let settings = Settings {
        use_custom: true,
        custom: endless,
        reply: ReplyPace::AtOnce,
        show_thinking: true,
        ..Settings::default()
    };
    let mut harness = window(folder.path(), &settings, None);
    let idle = passes(&mut harness);
    for square in ["b1, ", "a3, "] {
        harness.get_by_label_contains(square).click();
        harness.run_steps(10);
    }
    assert!(harness.state().state().is_thinking(), "the engine thinks");
    let thinking = passes(&mut harness);
    assert!(harness.state().state().is_thinking(), "it thought all the while");
    report("idle", &idle, "thinking", &thinking);
}

/// The right arrow held down through a game of 200 plies, ten times without analysis and ten times with it.
fn right_arrow() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("long.minnow.ron");
    std::fs::write(&file, to_ron(&long_game())).unwrap();
    let mut harness = window(folder.path(), &Settings::default(), Some(file));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num2);
    harness.run();
    let (off, off_kb) = walks(&mut harness);
    harness.key_press(Key::Space);
    harness.step();
    assert!(harness.state().state().live.is_on(), "the analysis is on");
    let (on, on_kb) = walks(&mut harness);
    report("walk, off", &off, "walk, on", &on);
    println!("\nresident memory in kB after each of {WALKS} walks");
    println!("off {off_kb:?}\non  {on_kb:?}");
}

/// Walks through the whole game again and again: the times of the passes that go one move on, the
/// shortest first, and the memory in use after each walk.
fn walks(harness: &mut Harness<'_, MinnowApp>) -> (Vec<Duration>, Vec<u64>) {
    let (mut times, mut memory_kb) = (Vec::new(), Vec::new());
    for _ in 0..WALKS {
        harness.key_press(Key::Home);
        harness.step();
        for _ in 0..PLIES {
            harness.key_press(Key::ArrowRight);
            let begun = Instant::now();
            harness.step();
            times.push(begun.elapsed());
            assert_lines_belong(harness.state().state());
            std::thread::sleep(REST);
        }
        let path = harness.state().state().game.path(harness.state().state().game.cursor());
        assert_eq!(path.len(), PLIES + 1, "the end is reached");
        memory_kb.push(resident_kb());
    }
    times.sort();
    (times, memory_kb)
}

/// No line of another position is shown.
fn assert_lines_belong(state: &AppState) {
    let Some(shown) = state.live_shown() else { return };
    for line in &shown.found.lines {
        let mut position = *state.game.position();
        for played in &line.moves {
            assert!(position.legal_moves().contains(*played), "a stale line: {:?}", line.texts);
            position = position.play(*played);
        }
    }
}

/// A game that wanders without an end.
fn long_game() -> Game {
    let mut random = Random(4);
    let mut game = Game::new(Variant::by_id("gardner").unwrap());
    while game.path(game.head()).len() <= PLIES {
        let position = *game.position();
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        let quiet: Vec<_> =
            moves.iter().filter(|m| position.captured(**m).is_none()).copied().collect();
        // A capture now and then starts the count towards a draw anew.
        let wander = !quiet.is_empty() && position.halfmove_clock() < 60;
        let choice = if wander { quiet } else { moves };
        game.play(choice[random.below(choice.len())]).unwrap();
        if game.result().is_some() {
            (0..4.min(game.path(game.head()).len() - 1)).for_each(|_| drop(game.take_back()));
        }
    }
    game
}

/// The memory of this process that is in use; 0 where the system does not tell.
fn resident_kb() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4
}

fn report(one_name: &str, one: &[Duration], other_name: &str, other: &[Duration]) {
    for (name, times) in [(one_name, one), (other_name, other)] {
        let (median, most) = (micros(times, 50), micros(times, 95));
        println!("{name:10} {:6} {median:6} {most:6}", times.len());
    }
    let ratio = |percent| micros(other, percent) as f64 / micros(one, percent) as f64;
    println!("{:10} {:6} {:6.2} {:6.2}", "ratio", "", ratio(50), ratio(95));
}

/// The times of many passes, the shortest first.
fn passes(harness: &mut Harness<'_, MinnowApp>) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..PASSES)
        .map(|_| {
            let begun = Instant::now();
            harness.step();
            let took = begun.elapsed();
            std::thread::sleep(REST);
            took
        })
        .collect();
    times.sort();
    times
}

/// The time that this share of the passes does not exceed.
fn micros(times: &[Duration], percent: usize) -> u128 {
    times[(times.len() - 1) * percent / 100].as_micros()
}
