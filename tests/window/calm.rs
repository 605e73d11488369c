//! A calm screen: notices move nothing and leave, nothing moves under the pointer, and each
//! workspace keeps its place.

use egui::{Event, Key, Modifiers, MouseWheelUnit, Rect, Shape, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use minnow::app::session::Mode;
use minnow::app::session::settings::{ReviewDepth, Settings, Sides};
use minnow_game::{Game, NodeId};
use minnow_rules::Variant;

use crate::desk::{Desk, WIDE, folder_with, game, quick, two_humans};

/// The height of the status line, in points.
const STATUS_HEIGHT: f32 = 24.0;

/// Every named part of the window above the status line.
fn parts(desk: &Desk) -> Vec<(String, Rect)> {
    let bottom = desk.harness.ctx.content_rect().bottom() - STATUS_HEIGHT;
    let nodes = desk.harness.root().children_recursive();
    nodes
        .filter_map(|node| Some((node.accesskit_node().label()?, node.rect())))
        .filter(|(_, rect)| rect.bottom() <= bottom)
        .collect()
}

#[test]
fn a_notice_covers_nothing_and_moves_nothing() {
    for mode in ["Play", "Analyse", "Lab"] {
        let mut desk = Desk::with(&two_humans());
        desk.click("Clock: 3+2");
        desk.play("a2", "a3");
        desk.click(mode);
        let before = parts(&desk);
        desk.paste("nonsense");
        let notice = desk.notice();
        assert!(!notice.is_empty());
        assert_eq!(parts(&desk), before, "{mode}");
        let (notice, cross) = (desk.rect(&notice), desk.rect("Dismiss"));
        for (name, rect) in before.iter().filter(|(_, rect)| rect.is_positive()) {
            let covered = rect.intersects(notice) || rect.intersects(cross);
            assert!(!covered, "{mode}: the notice covers \"{name}\"");
        }
    }
}

#[test]
fn a_notice_of_two_lines_covers_only_a_margin() {
    const MARGIN: f32 = 12.0;
    let size = Vec2::new(1024.0, 700.0);
    let mut desk = Desk::open_in(folder_with(&two_humans()), None, size);
    desk.paste(&format!("nonsense{}", "m".repeat(52)));
    let notice = desk.rect(&desk.notice());
    assert!(notice.height() > STATUS_HEIGHT, "it needs two lines: {}", desk.notice());
    let controls = desk.harness.ctx.content_rect().bottom() - STATUS_HEIGHT - MARGIN;
    assert!(notice.top() >= controls, "{notice} reaches above {controls}");
}

#[test]
fn a_long_notice_moves_nothing() {
    for (mode, control) in [("Play", "Take back"), ("Analyse", "Explorer")] {
        let mut desk = Desk::open_in(folder_with(&two_humans()), None, Vec2::new(480.0, 640.0));
        desk.play("a2", "a3");
        desk.click(mode);
        let places = |desk: &Desk| ["board", control].map(|label| desk.rect(label));
        let before = places(&desk);
        desk.paste("nonsense");
        let notice = desk.notice();
        assert!(desk.rect(&notice).height() > STATUS_HEIGHT, "it needs two lines: {notice}");
        assert_eq!(places(&desk), before, "{mode}");
        desk.click("Dismiss");
        assert!(desk.notice().is_empty());
        assert_eq!(places(&desk), before, "{mode}");
    }
}

#[test]
fn information_leaves_and_an_error_stays() {
    let mut desk = Desk::new();
    desk.paste("4k/5/5/5/1R1R1/KQ3 w - - 0 10");
    assert_eq!(desk.notice(), "A new game starts from the pasted position.");
    desk.pass_seconds(3.0);
    assert!(!desk.notice().is_empty(), "there is time to read it");
    desk.pass_seconds(4.0);
    assert_eq!(desk.notice(), "");
    desk.paste("nonsense");
    desk.pass_seconds(1_000.0);
    assert!(desk.notice().contains("nonsense"), "an error stays");
    desk.click("Dismiss");
    assert_eq!(desk.notice(), "");
}

#[test]
fn a_notice_under_the_pointer_stays() {
    let mut desk = Desk::new();
    desk.paste("4k/5/5/5/1R1R1/KQ3 w - - 0 10");
    desk.harness.hover_at(desk.rect("Dismiss").center());
    desk.pass_seconds(30.0);
    assert!(!desk.notice().is_empty());
    desk.harness.hover_at(desk.rect("board").center());
    desk.pass_seconds(7.0);
    assert_eq!(desk.notice(), "");
}

#[test]
fn a_cleared_board_comes_back() {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::E);
    for change in ["Clear board", "Board"] {
        let before = desk.state().editor().unwrap().fen();
        if change == "Board" {
            desk.choose("Board to set up", |text| text == "Gardner");
        } else {
            desk.click(change);
        }
        assert_ne!(desk.state().editor().unwrap().fen(), before);
        desk.click("Undo");
        assert_eq!(desk.state().editor().unwrap().fen(), before);
    }
}

#[test]
fn the_end_keeps_the_move_lists_height() {
    for sides in [Sides::Both, Sides::White] {
        let mut desk = Desk::with(&Settings { sides, ..quick() });
        desk.play("a2", "a3");
        desk.until_plies(if sides == Sides::Both { 1 } else { 2 });
        let labels = ["One move back", "To the end", "Game menu", "New game", "board"];
        // The first of a name: the card of the result has a button for a new game, too.
        let places_of = |desk: &Desk| labels.map(|label| desk.all(label)[0].rect());
        let places = places_of(&desk);
        desk.resign();
        assert!(desk.state().session.end().is_some());
        assert_eq!(places_of(&desk), places, "{sides:?}");
    }
}

#[test]
fn a_comment_does_not_move_the_list() {
    let mut game = game("a2a3 a5a4 b2b3 b5b4");
    let nodes: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
    let long = "A long comment that needs several lines of the field below the list. ".repeat(3);
    game.notes_mut(nodes[1]).unwrap().comment = long;
    game.notes_mut(nodes[2]).unwrap().comment = "Short.".to_owned();
    for mode in ["Play", "Analyse"] {
        let mut desk = Desk::analysing(&game, &two_humans(), WIDE);
        desk.click(mode);
        let end_of_list = |desk: &Desk| {
            let mut fields = desk.harness.query_all_by_label_contains("Comment on ");
            fields.next().map(|field| field.rect().top())
        };
        let place = end_of_list(&desk);
        assert!(place.is_some(), "{mode}");
        for _ in 0..4 {
            desk.press(Modifiers::NONE, Key::ArrowLeft);
            assert_eq!(end_of_list(&desk), place, "{mode}");
        }
    }
}

#[test]
fn the_comment_at_rest_is_one_whole_line() {
    let mut game = game("a2a3 a5a4");
    let end = game.cursor();
    let long = "A long comment that needs several lines of the field below the list. ".repeat(3);
    game.notes_mut(end).unwrap().comment = long;
    let mut desk = Desk::analysing(&game, &two_humans(), WIDE);
    let field = desk.harness.query_all_by_label_contains("Comment on ").next().unwrap().rect();
    let rows = |desk: &Desk| {
        let shapes = desk.harness.output().shapes.iter();
        let texts = shapes.filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) if field.contains(text.pos) => Some(text.galley.rows.len()),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    assert_eq!(rows(&desk), [1]);
    desk.click_at(field.center());
    desk.run();
    assert!(rows(&desk).iter().all(|rows| *rows > 1), "the whole text for the user who writes");
}

#[test]
fn each_workspace_keeps_its_position() {
    let mut desk = Desk::with(&two_humans());
    desk.play_all("a2a3 a5a4 b1c3 b5b4");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.click("Analyse");
    desk.press(Modifiers::NONE, Key::Home);
    desk.click("Lab");
    desk.press(Modifiers::NONE, Key::ArrowRight);
    for (mode, wanted) in [("Play", 3), ("Analyse", 0), ("Lab", 1), ("Play", 3), ("Lab", 1)] {
        desk.click(mode);
        assert_eq!(desk.ply(), wanted, "{mode}");
    }
    // A position that was deleted elsewhere falls back to the head of the game.
    desk.click("Analyse");
    desk.press(Modifiers::NONE, Key::ArrowRight);
    desk.press(Modifiers::NONE, Key::ArrowRight);
    desk.press(Modifiers::NONE, Key::Delete);
    desk.click("Play");
    assert_eq!((desk.state().mode(), desk.ply()), (Mode::Play, 1));
}

/// A game whose list of moves is higher than the window.
fn long_game() -> Game {
    let mut game = Game::new(Variant::default_variant());
    for _ in 0..60 {
        let mv = game.position().safe_moves().iter().next().unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// Scrolls the list of moves to its beginning.
fn scroll_up(desk: &mut Desk) {
    desk.harness.hover_at(desk.rect("Move menu").center() + Vec2::new(-60.0, 80.0));
    for _ in 0..30 {
        desk.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: Vec2::new(0.0, 200.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
        });
        desk.run();
    }
}

#[test]
fn the_current_move_stays_in_view() {
    let mut desk = Desk::analysing(&long_game(), &two_humans(), Vec2::new(1600.0, 1000.0));
    desk.press(Modifiers::NONE, Key::End);
    // The mark makes the name of the last move unique. Only moves in view are drawn.
    desk.press(Modifiers::ALT, Key::Num3);
    let shows_last = |desk: &Desk| {
        let marked = desk.labels_with("!!");
        marked.iter().any(|name| name.ends_with("!!") && !name.contains(' '))
    };
    assert!(shows_last(&desk));
    desk.harness.set_size(Vec2::new(1600.0, 880.0));
    desk.run();
    assert!(shows_last(&desk), "in a lower window");
    desk.press(Modifiers::COMMAND, Key::Plus);
    assert!(shows_last(&desk), "in larger letters");
    scroll_up(&mut desk);
    desk.harness.set_size(Vec2::new(1600.0, 960.0));
    desk.run();
    assert!(!shows_last(&desk), "the user's own scrolling stays");
}

#[test]
fn each_workspace_keeps_its_scrolling() {
    let mut desk = Desk::analysing(&long_game(), &two_humans(), WIDE);
    let first = |desk: &Desk| {
        let node = desk.state().session.game.continuation(NodeId::ROOT).next().unwrap();
        let played = desk.state().session.game.node(node).unwrap().played().unwrap();
        let name = minnow_rules::san(desk.state().session.game.start(), played);
        desk.all(&name).first().map(|node| node.rect().top())
    };
    scroll_up(&mut desk);
    let scrolled = first(&desk);
    assert!(scrolled.is_some(), "the first move is in view");
    desk.click("Play");
    desk.click("Analyse");
    assert_eq!(first(&desk), scrolled);
}

#[test]
fn the_list_keeps_its_height_through_a_review() {
    let game = game("a2a3 a5a4 b2b3 b5b4");
    for size in [WIDE, Vec2::new(900.0, 700.0)] {
        let settings = Settings { review: ReviewDepth::Quick, ..two_humans() };
        let mut desk = Desk::analysing(&game, &settings, size);
        desk.harness.get_by_label("Review this game").click();
        // A panel has its new height one frame after its content.
        (0..4).for_each(|_| desk.harness.step());
        let place = desk.rect("One move back");
        desk.until("the review", |state| state.session.review.completed.is_some());
        assert_eq!(desk.rect("One move back"), place, "{size}");
    }
}
