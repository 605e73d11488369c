//! The time of a pass of the window with a short game and with one of 2,000 moves of each side,
//! plain and full of variations and comments: at rest, stepping, and with an edit in every pass.
//!
//! The move list draws only the rows in view, so the length should not matter. It prints the times,
//! which depend on the machine, and asserts nothing: `cargo bench --bench move_list`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stdout
)]

mod common;

use std::time::Duration;

use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use minnow::app::MinnowApp;
use minnow::app::storage::places::Places;
use minnow_game::{Game, NodeId, save::to_ron};
use minnow_rules::{Position, Variant};

use common::{PASSES, sorted_passes};

fn main() {
    println!("{PASSES} passes of a window of 1280x800, in microseconds, median and 95 %");
    println!("game                   at rest        walking        editing");
    for (name, plies, annotated) in
        [("40 plies", 40, false), ("4000 plies", 4_000, false), ("4000, annotated", 4_000, true)]
    {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let mut harness = window(folder.path(), &game(plies, annotated));
        let rest = sorted_passes(&mut harness, |_| {});
        let walking = sorted_passes(&mut harness, |harness| harness.key_press(Key::ArrowLeft));
        harness.key_press(Key::End);
        harness.run();
        let editing =
            sorted_passes(&mut harness, |harness| harness.event(Event::Text("1".to_owned())));
        println!("{name:16} {} {} {}", figures(&rest), figures(&walking), figures(&editing));
    }
}

/// A rook moves to and fro; if annotated, every fourth move has a comment and a variation.
fn game(plies: usize, annotated: bool) -> Game {
    let variant = Variant::by_id("minichess").unwrap();
    let start = Position::from_fen(variant, "k4/5/5/5/5/K3R w - - 0 1").unwrap();
    let mut game = Game::from_position(start);
    let mut end = NodeId::ROOT;
    for ply in 0..plies {
        let text = ["e1e2", "a6b6", "e2e1", "b6a6"][ply % 4];
        let before = end;
        end = play(&mut game, end, text);
        if annotated && ply % 4 == 0 {
            game.notes_mut(end).unwrap().comment = format!("The rook goes up at ply {ply}.");
            let mut other = before;
            for text in ["e1d1", "a6a5", "d1d2", "a5a6", "d2d1"] {
                other = play(&mut game, other, text);
            }
        }
    }
    game
}

fn play(game: &mut Game, after: NodeId, text: &str) -> NodeId {
    let position = *game.node(after).unwrap().position();
    game.add(after, position.parse_move(text).unwrap()).unwrap()
}

/// A window that analyses this game and stands at its end.
fn window(folder: &std::path::Path, game: &Game) -> Harness<'static, MinnowApp> {
    let places = Places::below(folder);
    let file = folder.join("long.minnow.ron");
    std::fs::write(&file, to_ron(game)).unwrap();
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(100)
        .build_eframe(|context| MinnowApp::new(context, Some(places), Some(file)));
    harness.run();
    harness.get_by_label("Analyse").click();
    harness.run();
    harness.key_press(Key::End);
    harness.run();
    harness
}

fn figures(times: &[Duration]) -> String {
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_micros();
    format!("{:6} {:7}", at(50), at(95))
}
