//! The one column beside the board: the board keeps its place, nothing is cut, and each moment of a game
//! has few controls.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::{Rect, Shape, Vec2, vec2};
use egui_kittest::{Node, kittest::NodeT};
use minnow::app::session::settings::{ReviewDepth, Settings};
use minnow_game::{Computer, GameEnd, Player, save::to_ron};
use minnow_rules::Color;

use crate::desk::{Desk, WIDE, folder_with, game, quick, two_humans};

const SMALL: Vec2 = vec2(640.0, 480.0);
const NARROW: Vec2 = vec2(480.0, 640.0);
/// The height of the bar at the top, in points.
const BAR_HEIGHT: f32 = 48.0;

fn desk_of(size: Vec2) -> Desk {
    let settings = Settings { review: ReviewDepth::Quick, ..quick() };
    let mut desk = Desk::open_in(folder_with(&settings), None, size);
    desk.run();
    desk
}

#[test]
fn the_board_keeps_its_place_through_a_game() {
    for size in [WIDE, vec2(1024.0, 700.0)] {
        let mut desk = desk_of(size);
        let place = desk.rect("board");
        let check = |desk: &Desk, moment: &str| {
            assert_eq!(desk.rect("board"), place, "{size}: {moment}");
        };
        desk.click("Start game");
        check(&desk, "after the start");
        desk.play("a2", "a3");
        check(&desk, "while Minnow thinks");
        desk.until_plies(2);
        desk.unfold();
        check(&desk, "with the choices unfolded");
        desk.resign();
        check(&desk, "after the end");
        desk.click("Analyse");
        check(&desk, "in Analyse");
        desk.click("Review this game");
        desk.until("the review", |state| state.session.review.completed.is_some());
        check(&desk, "with a review");
    }
}

#[test]
fn the_choices_of_a_new_game_open_at_their_top() {
    let mut desk = desk_of(SMALL);
    desk.unfold();
    let side = |desk: &Desk| desk.rect("You play: White").top();
    let at_top = side(&desk);
    desk.focus("All rules");
    assert!(side(&desk) < at_top, "the choices do not scroll");
    desk.click("Start game");
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.click("New game");
    assert_eq!(side(&desk), at_top);
}

#[test]
fn small_windows_have_a_large_board() {
    for (size, least) in [(NARROW, 340.0), (SMALL, 280.0)] {
        let mut desk = desk_of(size);
        let window = desk.harness.ctx.content_rect();
        let check = |desk: &Desk| {
            let board = desk.rect("board");
            assert!(board.width() >= least && window.contains_rect(board), "{size}: {board:?}");
            for name in ["New game", "your move"] {
                let rect = desk.rect(name);
                assert!(
                    window.contains_rect(rect) && rect.is_positive(),
                    "{size}, {name}: {rect:?}"
                );
                assert!(!rect.intersects(board), "{size}, {name}: {rect:?}");
            }
        };
        check(&desk);
        desk.play("a2", "a3");
        desk.until_plies(2);
        check(&desk);
        let column = desk.rect("Take back").union(desk.rect("Game menu"));
        assert!(window.contains_rect(column), "{size}: {column:?}");
        if size == NARROW {
            desk.click("Analyse");
            let board = desk.rect("board");
            assert!(board.width() >= least && window.contains_rect(board), "{board:?}");
            for name in ["Engine", "Review this game"] {
                let rect = desk.rect(name);
                assert!(window.contains_rect(rect) && !rect.intersects(board), "{name}: {rect:?}");
            }
        }
    }
}

#[test]
fn a_small_window_shows_the_stepping_buttons() {
    let mut desk = desk_of(SMALL);
    desk.play("a2", "a3");
    desk.until_plies(2);
    let end = desk.rect("Game saved automatically").top();
    for name in ["To the start", "One move back", "One move on", "To the end"] {
        let rect = desk.rect(name);
        assert!(rect.is_positive() && rect.bottom() <= end, "{name}: {rect:?}, {end}");
    }
    assert!(is_whole(&desk, "a3"), "the list keeps a row");
}

/// True if a text with these words is painted in full.
fn is_whole(desk: &Desk, words: &str) -> bool {
    desk.harness.output().shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text().contains(words) => {
            let place = text.visual_bounding_rect();
            !text.galley.elided && clipped.clip_rect.expand(1.0).contains_rect(place)
        }
        _ => false,
    })
}

#[test]
fn the_result_is_never_cut() {
    let mut over = game("a2a3 a5a4");
    over.conclude(GameEnd::TimeOut(Color::White));
    for size in [WIDE, vec2(1024.0, 700.0), vec2(900.0, 700.0), SMALL, NARROW] {
        let folder = folder_with(&quick());
        let path = folder.path().join("over.minnow.ron");
        std::fs::write(&path, to_ron(&over)).unwrap();
        let mut desk = Desk::open_in(folder, Some(path), size);
        desk.click("Play");
        assert!(is_whole(&desk, "White ran out of time"), "{size}");
        assert_eq!(desk.labels_with("ran out of time").len(), 1, "{size}: it is said once");
    }
}

/// True if a text with these words is painted, but not to its end.
fn is_cut(desk: &Desk, words: &str) -> bool {
    desk.harness.output().shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Text(text) => text.galley.elided && text.galley.text().contains(words),
        _ => false,
    })
}

#[test]
fn usual_texts_are_whole_in_a_common_window() {
    let size = vec2(1024.0, 700.0);
    assert!(is_whole(&desk_of(size), "take the king to win"));
    let mut over = game("a2a3 a5a4 b2b3 b5b4");
    over.header.players = [Player::Human, Player::Computer(Computer::of_strength(200))];
    let settings =
        Settings { review: ReviewDepth::Quick, use_custom: false, level: 2, ..two_humans() };
    let mut desk = Desk::analysing(&over, &settings, size);
    assert!(is_whole(&desk, "Finds errors and what was better."));
    desk.click("Review this game");
    desk.until("the review", |state| state.session.review.completed.is_some());
    assert!(desk.says("Stickleback: accuracy ") && !is_cut(&desk, "Stickleback"));
}

/// The name of a control; the choices of a group have one.
fn group(label: &str, role: Role) -> String {
    match role {
        Role::RadioButton => label.split(": ").next().unwrap_or_default().to_owned(),
        _ => label.to_owned(),
    }
}

/// The controls outside the bar, the board and the list of moves.
fn controls(desk: &Desk) -> BTreeSet<String> {
    let board = desk.rect("board");
    let list = if desk.shows("Move menu") {
        desk.rect("Move menu").union(desk.rect("To the start"))
    } else {
        Rect::NOTHING
    };
    let is_counted = |rect: Rect| {
        let at = rect.center();
        at.y > BAR_HEIGHT && !board.contains(at) && !list.y_range().contains(at.y)
    };
    let roles = [
        Role::Button,
        Role::RadioButton,
        Role::CheckBox,
        Role::Slider,
        Role::ComboBox,
        Role::SpinButton,
        Role::TextInput,
        Role::Link,
    ];
    let nodes = desk.harness.root().children_recursive();
    let has_place = |node: &Node<'_>| node.accesskit_node().bounding_box().is_some();
    let shown = nodes.filter(|node| has_place(node) && is_counted(node.rect()));
    let named = shown.filter_map(|node| {
        let node = node.accesskit_node();
        let role = node.role();
        let label = node.label().filter(|_| roles.contains(&role))?;
        Some(group(&label, role))
    });
    named.collect()
}

#[test]
fn each_moment_has_few_controls() {
    let mut desk = Desk::with(&Settings { use_custom: false, ..quick() });
    let before = controls(&desk);
    assert!(before.len() <= 10 && before.contains("Start game"), "{before:?}");
    desk.click("Start game");
    desk.play("a2", "a3");
    desk.until_plies(2);
    let during = controls(&desk);
    assert!(during.len() <= 8 && during.contains("Take back"), "{during:?}");
    desk.resign();
    let after = controls(&desk);
    assert!(after.len() <= 8 && after.contains("Rematch"), "{after:?}");
}
