//! PGN in the window: files with one game and with many, and the clipboard.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, Vec2};
use minnow_game::{pgn::read_pgn, store::load_game};
use minnow_rules::Variant;

use crate::desk::{Desk, WIDE, folder_with, key_event, two_humans};
use crate::files::type_path;

const ONE: &str =
    "[Event \"Club\"]\n[White \"Ada\"]\n\n1. a3 {a step} a4 (1... b4 2. Nc3) 2. Nc3 *\n";

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Games of two players each; every tenth has a bad move, the third is of no variant known here.
fn many(count: usize) -> String {
    let mut text = String::new();
    for number in 1..=count {
        let bad = if number % 10 == 0 { "Qx9 " } else { "" };
        let variant = if number == 3 { "[Variant \"Atomic\"]\n" } else { "" };
        write!(
            text,
            "[Event \"Round {}\"]\n[White \"Player {number}\"]\n[Black \"Rival\"]\n[Result \"1-0\"]\n{variant}\n\
             1. a3 a4 2. Nc3 {bad}1-0\n\n",
            number % 7
        )
        .unwrap();
    }
    text
}

fn rows(desk: &Desk) -> Vec<String> {
    desk.labels_with("Game ").into_iter().filter(|label| label.contains("Player")).collect()
}

#[test]
fn a_pgn_game_is_saved_beside_its_file() {
    let folder = folder_with(&two_humans());
    let path = file(folder.path(), "club.pgn", ONE);
    let mut desk = Desk::open(folder.path(), Some(path.clone()), WIDE);
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
    assert!(desk.says("club.pgn") && desk.shows("a step"));
    assert_eq!(desk.notice(), "");
    assert_eq!(desk.state().session.document.path, None, "a PGN file is not the game's own");
    assert_eq!(desk.state().session.suggested_path(), folder.path().join("club.minnow.ron"));
    desk.click("New game");
    assert!(desk.moves().is_empty(), "nothing was unsaved");
    desk.menu("Games", "Recent");
    desk.click_part("club.pgn");
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
    assert_eq!(std::fs::read_to_string(path).unwrap(), ONE);
}

#[test]
fn keys_find_one_game_of_many() {
    let folder = folder_with(&two_humans());
    let path = file(folder.path(), "many.pgn", &many(5_000));
    let mut desk = Desk::open(folder.path(), Some(path), WIDE);
    assert!(desk.shows("many.pgn") && desk.shows("5,000 games"));
    let listed = rows(&desk).len();
    assert!((5..40).contains(&listed), "{listed} rows are made");
    desk.insert("player 430 rival");
    let fitting: Vec<usize> = (1..=5_000).filter(|n| n.to_string().contains("430")).collect();
    assert!(desk.shows(&format!("{} of 5,000 games", fitting.len())));
    desk.press(Modifiers::NONE, Key::ArrowDown);
    desk.press(Modifiers::NONE, Key::ArrowDown);
    desk.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(
        desk.state().pages.game_files.list.as_ref().unwrap().rows.marked_place(),
        Some(fitting[1] - 1)
    );
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.state().page, None);
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
    assert_eq!(desk.state().session.game.header.names[0], "Player 1430");
    assert!(desk.notice().starts_with("Game 1430, Black's move 2 ("), "{}", desk.notice());
    assert_eq!(desk.state().session.suggested_path(), folder.path().join("many-1430.minnow.ron"));
}

#[test]
fn the_end_of_a_long_game_is_in_view() {
    let folder = folder_with(&two_humans());
    let shuffle = "Re2 Kb6 Re1 Ka6\n".repeat(2_500);
    let text = format!("[FEN \"k4/5/5/5/5/K3R w - - 0 1\"]\n\n{shuffle}*\n");
    let path = file(folder.path(), "long.pgn", &text);
    let mut desk = Desk::open(folder.path(), Some(path), WIDE);
    assert_eq!((desk.ply(), desk.notice().as_str()), (10_000, ""));
    desk.press(Modifiers::COMMAND, Key::Num3);
    let listed = desk.all("Ka6").len();
    assert!((1..40).contains(&listed), "{listed} moves are made");
}

#[test]
fn unreadable_games_are_listed_and_not_opened() {
    let folder = folder_with(&two_humans());
    let path = file(folder.path(), "many.pgn", &many(20));
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("b2", "b3");
    type_path(&mut desk, "Open", &path);
    let start = "3 of 20 games have moves that could not be read; first: game 3 (line 15, column 1): the variant \
                 \"Atomic\" is not known";
    desk.until("all games looked through", |state| {
        state
            .pages
            .game_files
            .list
            .as_ref()
            .and_then(|list| list.problems())
            .is_some_and(|p| p.starts_with(start))
    });
    let third = rows(&desk)[2].clone();
    desk.click(&third);
    desk.click("Open game");
    assert!(desk.notice().contains("\"Atomic\" is not known"), "{}", desk.notice());
    assert_eq!(desk.moves(), ["b3"]);
    let second = rows(&desk)[1].clone();
    desk.click(&second);
    desk.click("Open game");
    assert_eq!(desk.state().question, None, "the game is kept");
    assert_eq!(desk.state().session.game.header.names[0], "Player 2");
    assert_eq!(desk.state().page, None);
}

#[test]
fn escape_and_cancel_leave_the_list() {
    let folder = folder_with(&two_humans());
    let path = file(folder.path(), "many.pgn", &many(3));
    for small in [WIDE, Vec2::new(480.0, 360.0)] {
        let mut desk = Desk::open(folder.path(), Some(path.clone()), small);
        assert!(desk.shows("3 games") && desk.shows("Open game"));
        desk.press(Modifiers::NONE, Key::Escape);
        desk.run();
        assert_eq!(desk.state().page, None);
        assert!(desk.moves().is_empty());
    }
}

#[test]
fn a_pgn_name_writes_pgn_with_a_question() {
    let folder = folder_with(&two_humans());
    let path = file(folder.path(), "many.pgn", &many(4));
    let before = std::fs::read_to_string(&path).unwrap();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("a2", "a3");
    type_path(&mut desk, "Save", &path);
    assert!(desk.says("holds 4 games"));
    desk.click("Cancel");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    type_path(&mut desk, "Save", &path);
    desk.click("Replace");
    let written = std::fs::read(&path).unwrap();
    let games = read_pgn(&written, Variant::default_variant()).unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(std::fs::read_to_string(folder.path().join("many.pgn~")).unwrap(), before);
    assert_eq!(desk.state().session.document.path, None, "PGN is not the game's own file");
    assert!(!desk.state().session.is_unsaved());

    let own = folder.path().join("own.minnow.ron");
    type_path(&mut desk, "Save", &own);
    assert!(load_game(&own).is_ok());
    desk.play("a5", "a4");
    type_path(&mut desk, "Save", &folder.path().join("other.pgn"));
    assert!(desk.state().session.is_unsaved(), "the game's own file lags behind");
}

#[test]
fn games_go_out_and_in_by_the_clipboard() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.paste(ONE);
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
    assert!(desk.shows("a step") && desk.state().session.is_unsaved());
    desk.open_menu("Share");
    let copied = desk.copy_with("Copy game (PGN)");
    assert!(copied.contains("[White \"Ada\"]") && copied.contains("1. a3 {a step}"), "{copied}");
    desk.paste("1. b3 b4");
    assert_eq!(desk.moves(), ["b3", "b4"]);
    desk.paste(&copied);
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
    desk.paste(&many(2));
    assert!(desk.shows("Pasted games") && desk.shows("2 games"));
}

#[test]
fn all_of_a_paste_says_what_it_is() {
    for (text, moves) in [
        ("1 b3 b4 2 Bb2 Qb5 3 d3 c4 4 Nc3 bxc3", 8),
        ("1 b3\n  b4\n2 Bb2", 3),
        ("1b3 b4 2Bb2", 3),
        ("[Variant \"\"]\n\n1. b3 b4 *", 2),
        ("[Variant \"?\"]\n[FEN \"-\"]\n\n1. b3 b4 *", 2),
        ("[Variant \"-\"]\n[FEN \"\"]\n[White \"?\"]\n\n1. b3 *", 1),
    ] {
        let mut desk = Desk::with(&two_humans());
        desk.paste(text);
        assert_eq!(desk.moves().len(), moves, "{text}: {}", desk.notice());
    }
    let mut desk = Desk::with(&two_humans());
    desk.paste("1 b3 b4 1-0\n1 c3 c4 0-1");
    assert!(desk.shows("Pasted games") && desk.shows("2 games"));
}

#[test]
fn a_start_of_another_board_offers_the_boards() {
    let start = "[FEN \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"]";
    let moves = "1. b3 axb3 *\n";
    for tags in
        [start.to_owned(), format!("[Variant \"?\"]\n{start}"), format!("[SetUp \"1\"]\n{start}")]
    {
        let text = format!("{tags}\n\n{moves}");
        let folder = folder_with(&two_humans());
        let path = file(folder.path(), "one.pgn", &text);
        let mut desk = Desk::open(folder.path(), None, WIDE);
        for opens in [false, true] {
            if opens {
                type_path(&mut desk, "Open", &path);
            } else {
                desk.paste(&text);
            }
            assert!(desk.says("The start of the game does not fit MiniChess"), "{}", desk.notice());
            desk.click(if opens { "Gardner" } else { "Cancel" });
        }
        assert_eq!(desk.moves(), ["b3", "axb3"]);
        assert_eq!(desk.state().session.variant().id, "gardner");
    }
}

#[test]
fn nothing_to_paste_is_said() {
    let mut desk = Desk::with(&two_humans());
    let v = |pressed| key_event(Key::V, pressed, Modifiers::COMMAND);
    desk.harness.event(v(false));
    desk.run();
    assert_eq!(desk.notice(), "The clipboard holds no text to paste.");
    desk.paste("1. b3 b4");
    desk.harness.event(v(false));
    desk.run();
    assert_eq!(desk.notice(), "The pasted game is on the board.");
    desk.menu("Position", "Paste position");
    assert_eq!(desk.notice(), "The clipboard holds no text to paste.");
    desk.paste(" \n");
    assert_eq!(desk.notice(), "The pasted text has only blanks.");
    desk.press(Modifiers::NONE, Key::F1);
    desk.paste("1. c3 c4");
    assert!(desk.notice().contains("close the page"), "{}", desk.notice());
    assert_eq!(desk.moves(), ["b3", "b4"]);
}

#[test]
fn a_paste_without_a_game_is_refused() {
    let mut desk = Desk::new();
    desk.play("a2", "a3");
    desk.until_plies(2);
    let moves = desk.moves();
    let position = "The pasted position cannot be played: ";
    for (text, sentence, words) in [
        ("k4/5/5/5/5/5 w - - 0 1", position, "no king"),
        ("20 W ....x", position, "neither a piece"),
        ("5/5 w", position, ""),
        ("1. Kd4 b4", "The pasted game cannot be read: ", ""),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *",
            "Game 1 (line 1, column 1): the variant \"Atomic\" is not known",
            "",
        ),
        (
            "[Event \"Chess\"]\n\n1. e4 e5 2. Nf3 *",
            "Game 1, White's move 1 (line 3, column 4): the move \"e4\"",
            "",
        ),
        ("[Event \"Chess\"]\n\n1. -- a4 *", "Game 1, White's move 1 (", "\"--\" is a null move"),
        (
            "Dear Ada,\n",
            "The pasted text is neither a position nor a game: it begins with \"Dear\".",
            "",
        ),
    ] {
        desk.paste(text);
        let notice = desk.notice();
        assert!(notice.starts_with(sentence) && notice.contains(words), "{notice}");
        assert_eq!(desk.moves(), moves);
    }
}

const CHESS: &str = "[Event \"Chess\"]\n[White \"Player 1\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

#[test]
fn games_that_do_not_fit_leave_the_board() {
    let folder = folder_with(&two_humans());
    let one = file(folder.path(), "one.pgn", CHESS);
    let two = file(folder.path(), "two.pgn", &CHESS.repeat(2));
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("b2", "b3");
    type_path(&mut desk, "Open", &one);
    assert!(desk.notice().contains("\"e4\""), "{}", desk.notice());
    assert_eq!(desk.moves(), ["b3"]);
    type_path(&mut desk, "Open", &two);
    let second = rows(&desk)[1].clone();
    desk.click(&second);
    desk.click("Open game");
    assert!(desk.notice().starts_with("Game 2, White's move 1 "), "{}", desk.notice());
    assert_eq!(desk.moves(), ["b3"]);
}

#[test]
fn every_paste_that_replaces_can_be_undone() {
    let mut desk = Desk::with(&two_humans());
    desk.play("b2", "b3");
    // It fits up to the second move.
    desk.paste("[White \"Ada\"]\n\n1. a3 a4 2. Nf3 *");
    assert!(desk.notice().contains("\"Nf3\""), "{}", desk.notice());
    assert_eq!(desk.moves(), ["a3", "a4"]);
    desk.click("Undo");
    assert_eq!(desk.moves(), ["b3"]);
    // A position without a move is the user's work, too.
    let position = "4k/5/5/5/1R1R1/KQ3 w - - 0 10";
    desk.paste(position);
    desk.paste(ONE);
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
    desk.click("Undo");
    assert_eq!(desk.state().session.game.start().fen(), position);
}
