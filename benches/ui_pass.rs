//! How long a pass of the window takes while the engine thinks and while it is idle: the window
//! never waits for the engine, so the two should differ only by what the processor is shared for.
//!
//! Prints and asserts nothing: times are the machine's. `cargo bench --bench ui_pass`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use minnow::app::MinnowApp;
use minnow::app::places::Places;
use minnow::app::settings::{CustomLimits, ReplyPace, Settings};

const PASSES: usize = 400;
/// Between two passes the window rests, as it does on a screen: without that the system would
/// treat it like the engine, as one more program that wants a processor to itself.
const REST: Duration = Duration::from_millis(5);

fn main() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let places = Places::below(folder.path());
    let endless = CustomLimits { depth_plies: None, nodes: None, think_ms: 600_000 };
    let settings = Settings {
        use_custom: true,
        custom: endless,
        reply: ReplyPace::AtOnce,
        show_thinking: true,
        ..Settings::default()
    };
    let file = places.settings_file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, settings.to_ron().unwrap()).unwrap();
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(100)
        .build_eframe(|context| MinnowApp::new(context, Some(places), None));
    harness.run();

    let idle = passes(&mut harness);
    for square in ["b1, ", "a3, "] {
        harness.get_by_label_contains(square).click();
        harness.run_steps(10);
    }
    assert!(harness.state().state().is_thinking(), "the engine thinks");
    let thinking = passes(&mut harness);
    assert!(harness.state().state().is_thinking(), "it thought all the while");

    println!("{PASSES} passes of a window of 1280x800, in microseconds");
    println!("           median   95 %");
    for (name, times) in [("idle", &idle), ("thinking", &thinking)] {
        println!("{name:10} {:6} {:6}", micros(times, 50), micros(times, 95));
    }
    let ratio = |percent| micros(&thinking, percent) as f64 / micros(&idle, percent) as f64;
    println!("{:10} {:6.2} {:6.2}", "ratio", ratio(50), ratio(95));
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
