//! The keyboard: typed moves, shortcuts, navigation.

use egui::{Key, Modifiers, vec2};
use minnow::app::pages::PageId;
use minnow::app::session::settings::Settings;

use crate::desk::{Desk, WIDE, folder_with, game, key_event, quick, to_depth, two_humans};

#[test]
fn a_move_typed_as_squares_plays_at_once() {
    let mut desk = Desk::new();
    desk.type_text("a2");
    assert!(desk.shows("a2") && desk.shows("a2a3"));
    desk.type_text("a3");
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "a3");
    assert!(!desk.shows("a2a3"));
}

#[test]
fn letters_and_enter_of_one_frame_are_a_move() {
    let mut desk = Desk::new();
    let enter = |pressed| key_event(Key::Enter, pressed, Modifiers::NONE);
    let text = |letters: &str| egui::Event::Text(letters.to_owned());
    let events = [text("N"), text("a"), text("3"), enter(true), enter(false)];
    desk.harness.input_mut().events.extend(events);
    desk.run();
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "Na3");
}

#[test]
fn typing_while_the_computer_thinks_is_a_premove() {
    let mut desk = Desk::with(&to_depth(60));
    desk.play("a2", "a3");
    let chosen = |desk: &Desk| desk.state().play.premove.map(|premove| premove.mv.to().to_string());
    desk.type_text("b1c3");
    assert_eq!(chosen(&desk).as_deref(), Some("c3"), "{}", desk.notice());
    desk.press(Modifiers::NONE, Key::Escape);
    assert_eq!(chosen(&desk), None);
    desk.type_text("Nc");
    assert!(desk.shows("Nc3"), "the premove that begins like this");
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(chosen(&desk).is_none() && desk.notice().contains("Nc"), "{}", desk.notice());
    desk.type_text("Nc3");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(chosen(&desk).as_deref(), Some("c3"));
    desk.type_text("b2");
    desk.click("Move now");
    desk.until_plies(3);
    assert_eq!(desk.moves()[2], "Nc3");
    assert_eq!(desk.state().session.typed, "", "another move was played");
    desk.type_text("b2");
    desk.click("Move now");
    desk.until_plies(4);
    assert_eq!(desk.state().session.typed, "b2", "the reply leaves the typed letters alone");
}

#[test]
fn typing_can_be_mended_and_dropped() {
    let mut desk = Desk::new();
    desk.type_text("Nb");
    desk.press(Modifiers::NONE, Key::Backspace);
    assert_eq!(desk.state().session.typed, "N");
    desk.press(Modifiers::NONE, Key::Escape);
    assert_eq!(desk.state().session.typed, "");
    desk.type_text("Nd4");
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.moves().is_empty() && desk.state().session.typed.is_empty());
    assert!(desk.notice().contains("Nd4"), "{}", desk.notice());
}

#[test]
fn typed_letters_end_below_pages_and_questions() {
    let mut desk = Desk::with(&two_humans());
    desk.play("a2", "a3");
    let typed = |desk: &Desk| desk.state().session.typed.clone();
    desk.type_text("d3d4");
    assert!(typed(&desk) == "d3d4" && desk.says("no such move"));
    desk.press(Modifiers::COMMAND, Key::P);
    assert!(desk.state().is_covered() && typed(&desk).is_empty());
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.notice(), "", "Enter does not reach the board");
    assert!(!desk.state().is_covered(), "it is the page's");
    desk.type_text("d3d4");
    desk.click("Resign");
    assert!(desk.state().question.is_some() && typed(&desk).is_empty());
    desk.click("Resign");
    assert!(desk.state().session.end().is_some() && !desk.says("no such move"));
}

/// Types a letter with a key of this meaning and place.
fn type_at(desk: &mut Desk, modifiers: Modifiers, [key, place]: [Key; 2], letter: char) {
    let (physical_key, pressed, repeat) = (Some(place), true, false);
    let press = egui::Event::Key { key, physical_key, pressed, repeat, modifiers };
    desk.harness.input_mut().events.extend([press, egui::Event::Text(letter.to_string())]);
    desk.run();
}

#[test]
fn another_keyboard_layout_types_by_the_place_of_the_keys() {
    // The letters of the keys B, 2, B, 3 in a Russian layout, and on a French keyboard.
    for letters in ["\u{438}2\u{438}3", "b\u{e9}b\"", "B2B3"] {
        let mut desk = Desk::new();
        for (letter, place) in letters.chars().zip([Key::B, Key::Num2, Key::B, Key::Num3]) {
            type_at(&mut desk, Modifiers::NONE, [place; 2], letter);
        }
        desk.until_plies(2);
        assert_eq!(desk.moves()[0], "b3", "{letters}");
    }
}

#[test]
fn marks_have_keys_of_their_own() {
    let mut desk = Desk::with(&two_humans());
    desk.play("a2", "a3");
    let marks = |desk: &Desk| {
        let game = &desk.state().session.game;
        let marks = game.node(game.cursor()).unwrap().notes.marks;
        marks.iter().map(minnow_game::Mark::text).collect::<String>()
    };
    for (key, wanted) in [(Key::Num4, "??"), (Key::Num3, "!!"), (Key::Num3, "")] {
        desk.press(Modifiers::ALT, key);
        assert_eq!(marks(&desk), wanted);
    }
    // With Alt, the key of the 4 types other signs on a French keyboard and on a German one of a Mac.
    for (key, wanted) in [(Key::Quote, "??"), (Key::OpenBracket, "")] {
        type_at(&mut desk, Modifiers::ALT, [key, Key::Num4], '[');
        assert_eq!(marks(&desk), wanted);
    }
    desk.type_text("z3");
    assert!(desk.shows("z3") && desk.shows("no such move"));
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(marks(&desk).is_empty() && desk.notice().contains("\"z3\""), "{}", desk.notice());
}

#[test]
fn a_file_letter_begins_a_move() {
    let mut desk = Desk::new();
    desk.type_text("f");
    assert!(desk.state().session.flipped && desk.state().session.typed.is_empty());
    let mut desk = Desk::with(&Settings { variant: "losalamos".to_owned(), ..quick() });
    desk.type_text("f2f3");
    assert!(!desk.state().session.flipped);
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "f3");
}

#[test]
fn no_letter_is_a_shortcut_while_a_move_is_typed() {
    let press = |key: Key, modifiers, text: &str| {
        [key_event(key, true, modifiers), egui::Event::Text(text.to_owned())]
    };
    for mode in ["Play", "Analyse", "Lab"] {
        let mut desk = Desk::with(&two_humans());
        desk.click(mode);
        // On a slow display, the letters come within one frame.
        let mut events = Vec::from(press(Key::B, Modifiers::SHIFT, "B"));
        events.extend(press(Key::F, Modifiers::NONE, "f"));
        desk.harness.input_mut().events.extend(events);
        desk.run();
        desk.type_text("fhy");
        assert!(!desk.state().session.flipped, "{mode}");
        assert_eq!(desk.state().session.typed, "Bffhy", "{mode}");
        desk.press(Modifiers::NONE, Key::Escape);
        desk.type_text("f");
        assert!(desk.state().session.flipped, "{mode}");
    }
    // No move is typed in the editor.
    let mut desk = Desk::with(&Settings { variant: "losalamos".to_owned(), ..two_humans() });
    desk.press(Modifiers::COMMAND, Key::E);
    desk.type_text("f");
    assert!(desk.state().session.flipped);
}

#[test]
fn the_letters_of_a_move_hide_no_square() {
    for size in [WIDE, vec2(900.0, 620.0), vec2(640.0, 480.0), vec2(480.0, 640.0)] {
        for mode in ["Play", "Analyse", "Lab"] {
            let mut desk = Desk::open_in(folder_with(&two_humans()), None, size);
            desk.click(mode);
            desk.type_text("Nd");
            let (board, note) = (desk.rect("board"), desk.rect("no such move"));
            assert!(!board.intersects(note), "{board} {note} in {mode} at {size}");
            assert!(desk.harness.ctx.content_rect().contains_rect(note), "{mode} at {size}");
        }
    }
}

#[test]
fn shortcuts_take_back_redo_and_begin_games() {
    let mut desk = Desk::new();
    desk.play("a2", "a3");
    desk.until_plies(2);
    let played = desk.moves();
    desk.press(Modifiers::COMMAND, Key::Z);
    assert!(desk.moves().is_empty());
    desk.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(desk.moves(), played);
    desk.press(Modifiers::COMMAND, Key::G);
    assert!(desk.shows("Your games"));
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.shows("Your games") && desk.moves() == played);
    desk.press(Modifiers::COMMAND, Key::N);
    assert!(desk.moves().is_empty());
}

#[test]
fn arrows_walk_through_the_game_and_its_variations() {
    let mut desk = Desk::with(&two_humans());
    desk.play_all("a2a3 a5a4 b1c3");
    let end = desk.fen();
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.play("b5", "b4");
    assert!(desk.shows("Play on from here?"));
    desk.click("Cancel");
    assert_eq!(desk.moves().len(), 3);
    desk.play("b5", "b4");
    desk.click("Play on");
    let other = desk.fen();
    desk.press(Modifiers::NONE, Key::ArrowDown);
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(desk.fen(), end, "the old line is the variation");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.press(Modifiers::NONE, Key::ArrowUp);
    assert_eq!(desk.fen(), other);
    desk.press(Modifiers::NONE, Key::Home);
    assert!(desk.shows("a2, white pawn"));
    desk.press(Modifiers::NONE, Key::End);
    assert_eq!(desk.fen(), other);
}

#[test]
fn keys_leave_alone_what_a_page_covers() {
    let mut desk = Desk::with(&two_humans());
    desk.play("a2", "a3");
    let fen = desk.fen();
    desk.type_text("?f");
    assert!(desk.shows("Undo an edit") && desk.shows("Ctrl+Shift+S") && desk.shows("c3b4, Qxb4"));
    desk.press(Modifiers::COMMAND, Key::Z);
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.paste("k4/5/5/5/5/4K w - - 0 1");
    assert_eq!((desk.fen(), desk.state().session.flipped), (fen.clone(), false));
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.shows("Ctrl+Shift+S"));
    desk.press(Modifiers::COMMAND, Key::Z);
    assert_ne!(desk.fen(), fen);
}

#[test]
fn enter_plays_the_typed_move_and_clicks_nothing() {
    let mut desk = Desk::new();
    desk.click("Start game");
    desk.focus("Hint");
    desk.type_text("Na3");
    assert!(desk.moves().is_empty() && desk.shows("Na3") && desk.shows("Enter plays it"));
    desk.press(Modifiers::NONE, Key::Enter);
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "Na3");
    assert!(!desk.state().session.game.header.is_helped());
    desk.press(Modifiers::NONE, Key::Enter);
    // Without a typed move it is the button's.
    desk.until("a hint", |state| state.play.hint.is_some());
}

#[test]
fn arrows_on_the_slider_change_only_it() {
    let mut desk = Desk::with(&Settings { use_custom: false, ..quick() });
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.unfold();
    let fen = desk.fen();
    desk.focus("Level");
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(
        (desk.state().session.settings.level, desk.fen()),
        (Settings::default().level + 1, fen)
    );
}

#[test]
fn zoom_has_keys_and_is_kept() {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::Plus);
    let zoom = |desk: &Desk| (desk.state().session.settings.zoom, desk.harness.ctx.zoom_factor());
    assert_eq!(zoom(&desk), (1.125, 1.125));
    desk.press(Modifiers::COMMAND, Key::Num0);
    assert_eq!(zoom(&desk), (1.0, 1.0));
}

#[test]
fn shortcuts_act_beside_a_text_that_is_typed() {
    let mut desk = Desk::analysing(&game("a2a3"), &two_humans(), WIDE);
    desk.press(Modifiers::NONE, Key::End);
    let comment = |desk: &Desk| {
        let game = &desk.state().session.game;
        game.node(game.cursor()).unwrap().notes.comment.clone()
    };
    desk.click("Comment on 1. a3");
    desk.insert("Good");
    desk.press(Modifiers::COMMAND, Key::G);
    assert_eq!(desk.state().page, Some(PageId::YourGames));
    assert_eq!(comment(&desk), "Good", "kept before the list is shown");
    desk.press(Modifiers::NONE, Key::Escape);
    assert_eq!(desk.state().page, None);
    desk.insert(" move");
    desk.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(desk.moves(), ["a3"], "undo belongs to the text");
    desk.press(Modifiers::COMMAND, Key::Plus);
    assert!(desk.state().session.settings.zoom > 1.0);
    desk.press(Modifiers::NONE, Key::F1);
    assert!(desk.state().is_covered());
    desk.press(Modifiers::NONE, Key::Escape);
    desk.press(Modifiers::COMMAND, Key::Num1);
    assert_eq!(desk.state().mode(), minnow::app::session::Mode::Play);
    assert!(comment(&desk).starts_with("Good"), "{}", comment(&desk));

    // A form over the screen keeps what is typed.
    desk.press(Modifiers::COMMAND, Key::I);
    desk.click("Event");
    for (modifiers, key) in
        [(Modifiers::NONE, Key::F1), (Modifiers::COMMAND, Key::N), (Modifiers::COMMAND, Key::G)]
    {
        desk.press(modifiers, key);
        assert_eq!(desk.state().page, Some(PageId::Names), "{key:?}");
    }
}
