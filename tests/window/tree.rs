//! The game tree in the window: the move list's menu, marks, comments, undo, long games.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, Queryable};
use minnow::app::session::Mode;
use minnow_game::{Game, Judgement, Mark, MoveVerdict, NodeId, RecordedEval, save::to_ron};

use crate::archive::row;
use crate::desk::{Desk, WIDE, game_from, two_humans};
use crate::files::drop_on;

/// 1. a3 a4 2. b3 and, in analysis, 1... b4 as a variation, which is shown.
fn branched() -> Desk {
    let mut desk = Desk::with(&two_humans());
    desk.play_all("a2a3 a5a4 b2b3");
    desk.click("Analyse");
    desk.click("a3");
    desk.play("b5", "b4");
    desk
}

/// A window with this game, in analysis.
fn with_game(game: &Game) -> Desk {
    Desk::analysing(game, &two_humans(), WIDE)
}

/// A rook that goes to and fro.
fn shuttle(plies: usize) -> Game {
    let mut game = game_from("minichess", "k4/5/5/5/5/K3R w - - 0 1");
    let mut end = NodeId::ROOT;
    for ply in 0..plies {
        let text = ["e1e2", "a6b6", "e2e1", "b6a6"][ply % 4];
        let position = *game.node(end).unwrap().position();
        end = game.add(end, position.parse_move(text).unwrap()).unwrap();
    }
    game
}

fn right_click(desk: &mut Desk, label: &str) {
    let at = desk.rect(label).center();
    desk.click_right(at);
}

fn main_line(desk: &Desk) -> usize {
    desk.state().session.game.path(desk.state().session.game.main_line_end()).len() - 1
}

#[test]
fn a_promoted_variation_is_undone_by_key() {
    let mut desk = branched();
    assert_eq!((main_line(&desk), desk.moves()), (3, ["a3", "a4", "b3"].map(str::to_owned).into()));
    right_click(&mut desk, "b4");
    assert!(!desk.shows("Take back"), "in analysis");
    desk.click_part("Make main line");
    assert_eq!(desk.moves(), ["a3", "b4"]);
    desk.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(desk.moves(), ["a3", "a4", "b3"]);
    desk.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(desk.moves(), ["a3", "b4"]);
    right_click(&mut desk, "b4");
    desk.click_part("Demote");
    assert_eq!(desk.moves(), ["a3", "a4", "b3"]);
}

#[test]
fn the_notice_undoes_a_deletion() {
    let mut desk = branched();
    desk.press(Modifiers::NONE, Key::Delete);
    assert!(!desk.shows("b4") && desk.notice().starts_with("A move deleted. Ctrl+Z"));
    desk.click("Undo");
    assert!(desk.shows("b4"));
    assert_eq!(desk.notice(), "Deletion undone.");
}

#[test]
fn leaving_a_comment_is_one_edit() {
    let mut desk = branched();
    let by = By::new().role(Role::MultilineTextInput).label_contains("Comment on 1\u{2026} b4");
    desk.harness.get(by).click();
    desk.run();
    desk.insert("4 is my number");
    let node = desk.state().session.game.cursor();
    let comment = |desk: &Desk| desk.state().session.game.node(node).unwrap().notes.comment.clone();
    assert_eq!(comment(&desk), "", "still being written");
    desk.press(Modifiers::NONE, Key::Escape);
    assert_eq!(comment(&desk), "4 is my number");
    assert!(desk.state().session.game.node(node).unwrap().notes.marks.is_empty());
    assert!(desk.shows("4 is my number"), "it stands in the list");
    desk.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(comment(&desk), "");
    desk.press(Modifiers::COMMAND, Key::Z);
    assert!(desk.state().session.game.node(node).is_none(), "the move before it");
}

#[test]
fn the_menu_key_opens_and_focuses_the_menu() {
    let mut desk = branched();
    desk.press(Modifiers::NONE, Key::Menu);
    assert!(desk.all("Mark ??").len() == 1 && desk.says("Play from here"));
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(!desk.says("Play from here"), "Comment\u{2026} was chosen");
    desk.insert("Bold.");
    desk.press(Modifiers::COMMAND, Key::Enter);
    let game = &desk.state().session.game;
    assert_eq!(game.node(game.cursor()).unwrap().notes.comment, "Bold.");
}

#[test]
fn a_line_is_copied_and_played_from_its_end() {
    let mut desk = branched();
    let fen = desk.fen();
    desk.click("Move menu");
    assert_eq!(desk.copy_with("Copy line"), "1. a3 b4");
    desk.click("Move menu");
    desk.click_part("Play from here");
    assert_eq!((desk.fen(), desk.state().mode(), main_line(&desk)), (fen, Mode::Play, 0));
}

#[test]
fn drawings_are_undone_on_the_board_too() {
    let mut desk = branched();
    right_click(&mut desk, "c3, empty");
    assert_eq!(desk.state().session.shapes_here().len(), 1);
    desk.press(Modifiers::COMMAND, Key::Z);
    assert!(desk.state().session.shapes_here().is_empty());
    right_click(&mut desk, "d3, empty");
    assert_eq!(
        desk.state().session.shapes_here().len(),
        1,
        "the board had forgotten the first too"
    );
}

#[test]
fn a_verdict_stands_below_its_move() {
    let mut game = shuttle(6);
    let path = game.path(game.main_line_end());
    let before = *game.node(path[2]).unwrap().position();
    let verdict = MoveVerdict {
        evaluation: RecordedEval::Centipawns { cp: 0, depth_plies: 12 },
        judgement: Some(Judgement::Blunder),
        sentence: "Re1 throws the win away.".to_owned(),
        better: vec![before.parse_move("e2e5").unwrap()],
        is_confirmed: true,
    };
    game.notes_mut(path[3]).unwrap().verdict = Some(Box::new(verdict));
    let desk = with_game(&game);
    assert!(desk.shows("Re1??") && desk.shows("Re1 throws the win away."));
}

#[test]
fn only_rows_in_view_are_drawn() {
    let mut game = shuttle(4_000);
    let middle = game.path(game.main_line_end())[150];
    game.notes_mut(middle).unwrap().marks.toggle(Mark::Brilliant);
    game.notes_mut(middle).unwrap().comment = "On the way.".to_owned();
    let mut desk = with_game(&game);
    desk.press(Modifiers::NONE, Key::End);
    let moves = |desk: &Desk| {
        let is_move = |label: String| label.starts_with("Re") || label.starts_with("Ka");
        let by =
            By::new().role(Role::Button).predicate(move |node| node.label().is_some_and(is_move));
        desk.harness.query_all(by).count()
    };
    assert!((2..120).contains(&moves(&desk)), "{} moves are drawn", moves(&desk));
    assert!(!desk.shows("On the way."), "the window shows the end");
    desk.press(Modifiers::NONE, Key::Home);
    assert!((2..120).contains(&moves(&desk)) && !desk.shows("On the way."));
    for _ in 0..150 {
        desk.harness.key_press(Key::ArrowRight);
        desk.harness.step();
    }
    desk.harness.run();
    assert_eq!(desk.state().session.game.cursor(), middle);
    assert!(desk.shows("On the way.") && desk.all("Kb6!!").len() == 1);
}

#[test]
fn a_dropped_file_keeps_the_open_comment() {
    let mut desk = branched();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.minnow.ron");
    std::fs::write(&path, to_ron(&shuttle(4))).unwrap();
    let by = By::new().role(Role::MultilineTextInput).label_contains("Comment on");
    desk.harness.get(by).click();
    desk.run();
    desk.insert("Unfinished");
    drop_on(&mut desk, &path);
    let game = &desk.state().session.game;
    assert!(game.nodes().all(|(_, node)| node.notes.comment.is_empty()), "the other game");
    desk.until("the kept game", |state| state.session.keeping.archive_writes == 1);
    // The comment box has the keyboard, so the menu leads to the list.
    desk.menu("Games", "Your games");
    desk.until("the list", |state| {
        !state.pages.your_games.is_waiting && !state.session.archive.is_busy()
    });
    let older = row(&desk, 0);
    desk.click(&older);
    desk.click("Open in Analyse");
    desk.until("the kept game", |state| state.page.is_none());
    let game = &desk.state().session.game;
    let comments: Vec<_> = game.nodes().map(|(_, node)| node.notes.comment.as_str()).collect();
    assert!(comments.contains(&"Unfinished"), "{comments:?}");
}
