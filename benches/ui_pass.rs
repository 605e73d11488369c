//! The time of a pass of the window, with and without a running search.
//!
//! The window never waits for the engine, so the times should differ only by the shared processor
//! and by what more there is to draw. The scenes:
//!
//! - a game in play;
//! - the right arrow held down through a long game, without and with live analysis, with the memory
//!   in use;
//! - a recorded search of more than 100,000 nodes in the lab, at rest and stepped through.
//!
//! It prints the times, which depend on the machine, and asserts nothing about them:
//! `cargo bench --bench ui_pass`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stdout
)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use minnow::app::MinnowApp;
use minnow::app::screen::AppState;
use minnow::app::session::settings::{CustomLimits, ReplyPace, Settings};
use minnow::app::storage::places::Places;
use minnow_engine::Random;
use minnow_game::{Game, save::to_ron};
use minnow_rules::Variant;

const PASSES: usize = 400;
/// The length of the long game.
const PLIES: usize = 200;
/// The number of walks through it.
const WALKS: usize = 10;
/// The rest between two passes, as on a screen: without it the system would schedule the window
/// like the engine, as a program that uses a whole processor.
const REST: Duration = Duration::from_millis(5);

fn main() {
    println!("in microseconds, for a window of 1280x800");
    println!("{:17}  by the clock      of the processor", "");
    println!("           passes   median     95 %   median     95 %");
    thinking();
    println!();
    right_arrow();
    println!();
    search_tree();
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
    assert!(harness.state().state().session.is_thinking(), "the engine thinks");
    let thinking = passes(&mut harness);
    assert!(harness.state().state().session.is_thinking(), "it thought all the while");
    report("idle", &idle, "thinking", &thinking);
}

/// The right arrow held down through a game of 200 plies, ten times without analysis and ten times
/// with it.
fn right_arrow() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("long.minnow.ron");
    std::fs::write(&file, to_ron(&long_game())).unwrap();
    let mut harness = window(folder.path(), &Settings::default(), Some(file));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    harness.run();
    let (off, off_kb) = walks(&mut harness);
    harness.key_press(Key::Space);
    harness.step();
    assert!(harness.state().state().live.is_on, "the analysis is on");
    let (on, on_kb) = walks(&mut harness);
    report("walk, off", &off, "walk, on", &on);
    println!("\nresident memory in kB after each of {WALKS} walks");
    println!("off {off_kb:?}\non  {on_kb:?}");
}

/// Plies of the recorded search: minimax has more nodes than a recording keeps.
const TREE_PLIES: usize = 6;
/// A zoom of the tree and its undoing, in points of the wheel.
const WHEEL: f32 = 120.0;

/// A large recorded search: the whole tree in view, then zoomed and stepped through.
fn search_tree() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let mut harness = window(folder.path(), &Settings::default(), None);
    harness.get_by_label("Lab").click();
    harness.run();
    harness.get_by_label("Technique").click();
    harness.run();
    harness.get_by_label("minimax").click();
    harness.run();
    for _ in 3..TREE_PLIES {
        harness.get_by_label("One ply more").click();
        harness.run();
    }
    harness.get_by_label("Record this position").click();
    let recorded = |harness: &Harness<'_, MinnowApp>| {
        let page = &harness.state().state().lab.pages.tree;
        page.recorded().map_or(0, |recorded| recorded.recording.visits.len())
    };
    while recorded(&harness) == 0 {
        harness.step();
        std::thread::sleep(REST);
    }
    println!("a tree of {} nodes", recorded(&harness));
    let whole = passes(&mut harness);
    let middle = harness.get_by_label_contains("White to move: ").rect().center();
    harness.hover_at(middle + egui::vec2(40.0, 120.0));
    harness.step();
    let zoomed = (0..PASSES).map(|pass| {
        let up = if pass % 40 < 20 { WHEEL } else { -WHEEL };
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, up),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        let took = timed(|| harness.step());
        std::thread::sleep(REST);
        took
    });
    let zoomed: Vec<Took> = zoomed.collect();
    report("tree, whole", &whole, "zoomed", &zoomed);
    harness.key_press(Key::Home);
    harness.step();
    let stepped = (0..PASSES).map(|_| {
        harness.key_press(Key::ArrowRight);
        let took = timed(|| harness.step());
        std::thread::sleep(REST);
        took
    });
    let stepped: Vec<Took> = stepped.collect();
    report("tree, whole", &whole, "stepped", &stepped);
}

/// Walks through the whole game several times. Returns the times of the passes that go one move
/// forward, and the memory in use after each walk.
fn walks(harness: &mut Harness<'_, MinnowApp>) -> (Vec<Took>, Vec<u64>) {
    let (mut times, mut memory_kb) = (Vec::new(), Vec::new());
    for _ in 0..WALKS {
        harness.key_press(Key::Home);
        harness.step();
        for _ in 0..PLIES {
            harness.key_press(Key::ArrowRight);
            times.push(timed(|| harness.step()));
            assert_lines_belong(harness.state().state());
            std::thread::sleep(REST);
        }
        let path = harness
            .state()
            .state()
            .session
            .game
            .path(harness.state().state().session.game.cursor());
        assert_eq!(path.len(), PLIES + 1, "the end is reached");
        memory_kb.push(resident_kb());
    }
    (times, memory_kb)
}

/// No line of another position is shown.
fn assert_lines_belong(state: &AppState) {
    let Some(shown) = state.live.shown_here(&state.session) else { return };
    for line in &shown.found.lines {
        let mut position = *state.session.game.position();
        for played in &line.moves {
            assert!(position.legal_moves().contains(*played), "a stale line: {:?}", line.texts);
            position = position.play(*played);
        }
    }
}

/// A game of random moves that does not end.
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
            for _ in 0..4.min(game.path(game.head()).len() - 1) {
                game.take_back();
            }
        }
    }
    game
}

/// The memory of this process that is in use; 0 where the system does not report it.
fn resident_kb() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4
}

/// The times of one pass.
#[derive(Clone, Copy)]
struct Took {
    /// Elapsed time, waiting for a processor included.
    passed: Duration,
    /// Processor time; zero where the system does not report it.
    worked: Duration,
}

fn timed(pass: impl FnOnce()) -> Took {
    let (begun, before) = (Instant::now(), processor_time());
    pass();
    Took { passed: begun.elapsed(), worked: processor_time().saturating_sub(before) }
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fn report(one_name: &str, one: &[Took], other_name: &str, other: &[Took]) {
    let figures = |times: &[Took]| {
        let passed = times.iter().map(|took| took.passed).collect::<Vec<_>>();
        let worked = times.iter().map(|took| took.worked).collect::<Vec<_>>();
        [micros(&passed, 50), micros(&passed, 95), micros(&worked, 50), micros(&worked, 95)]
    };
    let (one_figures, other_figures) = (figures(one), figures(other));
    for (name, times, [a, b, c, d]) in
        [(one_name, one, one_figures), (other_name, other, other_figures)]
    {
        println!("{name:10} {:6} {a:8} {b:8} {c:8} {d:8}", times.len());
    }
    let ratios =
        one_figures.iter().zip(other_figures).map(|(one, other)| other as f64 / *one as f64);
    let ratios: Vec<String> = ratios.map(|ratio| format!("{ratio:8.2}")).collect();
    println!("{:10} {:6} {}", "ratio", "", ratios.join(" "));
}

/// The times of many passes.
fn passes(harness: &mut Harness<'_, MinnowApp>) -> Vec<Took> {
    (0..PASSES)
        .map(|_| {
            let took = timed(|| harness.step());
            std::thread::sleep(REST);
            took
        })
        .collect()
}

/// The time that this share of the passes does not exceed.
fn micros(times: &[Duration], percent: usize) -> u128 {
    let mut times = times.to_vec();
    times.sort();
    times[(times.len() - 1) * percent / 100].as_micros()
}
