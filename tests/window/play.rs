//! A game against the computer: moves, take-backs, hints, offers, and its end.

use egui::vec2;
use minnow::app::session::settings::{ClockChoice, Settings, Sides};

use crate::desk::{Desk, WIDE, folder_with, key_event, quick, to_depth, two_humans};

/// White is a queen and two rooks ahead.
const WINNING: &str = "4k/5/5/5/1R1R1/KQ3 w - - 0 10";

/// Black is a queen and two rooks ahead.
const LOSING: &str = "kq3/1r1r1/5/5/5/4K w - - 0 10";

#[test]
fn a_clicked_move_is_answered_and_listed() {
    let mut desk = Desk::new();
    desk.click("Start game");
    assert!(desk.says("No moves yet. White begins."));
    desk.play("b1", "a3");
    desk.until_plies(2);
    let moves = desk.moves();
    assert_eq!(moves[0], "Na3");
    assert!(desk.shows("a3, white knight") && desk.shows("b1, empty"));
    for text in &moves {
        assert!(desk.shows(text), "{text} is not in the list");
    }
    assert!(desk.shows("your move") && desk.says("replied "));
}

#[test]
fn a_typed_move_stands_below_the_players_strip() {
    for size in [WIDE, vec2(640.0, 480.0)] {
        let mut desk = Desk::open_in(folder_with(&quick()), None, size);
        desk.click("Start game");
        desk.type_text("Q");
        assert!(desk.rect("Q").top() >= desk.rect("You").bottom(), "{size}");
    }
}

#[test]
fn moves_go_back_and_come_again() {
    let mut desk = Desk::new();
    desk.click("Start game");
    assert!(desk.shows("Take back") && !desk.is_enabled("Take back"));
    desk.play("b1", "a3");
    desk.until_plies(2);
    let (played, after) = (desk.moves(), desk.fen());
    desk.click("Take back");
    assert!(desk.moves().is_empty());
    assert!(desk.shows("b1, white knight") && !desk.shows("Start game"));
    desk.game_menu("Redo");
    assert_eq!((desk.moves(), desk.fen()), (played, after));
    desk.click("Game menu");
    assert!(desk.says("Turn the board") && !desk.says("Redo"), "there is nothing to repeat");
}

#[test]
fn the_board_turns() {
    let mut desk = Desk::new();
    let (a1, e6) = (desk.square("a1"), desk.square("e6"));
    desk.menu("Look", "Turn the board");
    assert_eq!((desk.square("e6"), desk.square("a1")), (a1, e6));
    desk.play("b1", "a3");
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "Na3");
    desk.game_menu("Turn the board");
    assert_eq!((desk.square("a1"), desk.square("e6")), (a1, e6));
}

#[test]
fn a_hint_shows_piece_then_move() {
    let mut desk = Desk::new();
    desk.paste(WINNING);
    desk.click("Hint");
    desk.until("a hint", |state| state.play.hint.is_some());
    let hint = desk.state().play.hint.unwrap();
    assert!(!hint.whole && desk.says("Hint: the "));
    assert!(desk.state().session.game.position().legal_moves().contains(hint.mv));
    desk.click("Hint");
    assert!(desk.state().play.hint.unwrap().whole);
    desk.make(hint.mv);
    assert_eq!(desk.state().play.hint, None);
}

#[test]
fn buttons_keep_their_places_through_a_game() {
    let mut desk = Desk::new();
    desk.click("Start game");
    let labels = [
        "board",
        "Take back",
        "Hint",
        "Draw",
        "Resign",
        "Game menu",
        "To the start",
        "One move back",
        "Move menu",
        "New game",
    ];
    let places = labels.map(|label| desk.rect(label));
    for (plies, mv) in [(2, "a2a3"), (4, "a3a4")] {
        desk.play_all(mv);
        assert_eq!(labels.map(|label| desk.rect(label)), places, "while Minnow thinks");
        desk.until_plies(plies);
        assert_eq!(labels.map(|label| desk.rect(label)), places, "after {plies} plies");
        assert!(!desk.shows("Move now") && !desk.shows("Continue"), "after {plies} plies");
    }
    assert!(!desk.shows("Rematch"));
    desk.resign();
    assert!(desk.shows("You lost") && desk.shows("White resigned."));
    assert!(desk.shows("0-1") && desk.is_enabled("Rematch") && desk.is_enabled("Review"));
    assert!(desk.shows("Minnow, own limits \u{b7} you played White"), "no card is empty");
    for gone in ["Move now", "Take back", "Hint", "Draw", "Resign"] {
        assert!(!desk.shows(gone), "{gone}");
    }
    let kept = ["board", "Game menu", "To the start", "One move back", "New game"];
    for label in kept {
        let place = labels.iter().position(|known| *known == label).unwrap();
        // The card of the result has a button for a new game, too.
        let stays = desk.all(label).iter().any(|node| node.rect() == places[place]);
        assert!(stays, "{label} after the end");
    }
    assert_eq!(desk.all("New game").len(), 2, "a loss leads to no next opponent");
    let moves = desk.rect("Move menu");
    assert!(desk.rect("White resigned.").bottom() < moves.top(), "the result is above the moves");
    // No control stands where another was just pressed.
    for label in ["Review", "Rematch", "To the start", "One move back", "Game menu"] {
        let pressed = &places[1..5];
        let meets = pressed.iter().any(|place| place.intersects(desk.rect(label)));
        assert!(!meets, "{label}");
    }
}

#[test]
fn only_one_button_makes_the_computer_move() {
    let mut desk = Desk::with(&to_depth(60));
    desk.play("a2", "a3");
    assert!(desk.shows("thinking"));
    assert!(desk.shows("Move now") && !desk.shows("Continue"));
    desk.click("Analyse");
    desk.click("Play");
    assert!(desk.state().play.paused);
    assert!(desk.shows("Continue") && !desk.shows("Move now"));
    desk.click("Continue");
    desk.click("Move now");
    desk.until_plies(2);
    assert!(!desk.shows("Continue") && !desk.shows("Move now"));
}

#[test]
fn a_game_that_waits_is_named_elsewhere() {
    for (clock, stopped) in [(None, ""), (Some(ClockChoice::new(3, 2)), ", clock stopped")] {
        let mut desk = Desk::with(&Settings { clock, ..quick() });
        let waits = |desk: &Desk| desk.says("waits in Play");
        desk.click("Analyse");
        desk.play("a2", "a3");
        assert!(!waits(&desk), "a move that was only analysed");
        desk.click("Play");
        desk.play("b1", "c3");
        desk.until_plies(2);
        assert!(!waits(&desk));
        for mode in ["Analyse", "Lab"] {
            desk.click(mode);
            let text = format!("Your game against Minnow waits in Play{stopped}");
            assert!(desk.shows(&text), "{mode}");
        }
        desk.click("Play");
        desk.resign();
        desk.click("Analyse");
        assert!(!waits(&desk), "it is over");
    }
}

#[test]
fn black_waits_for_the_start() {
    let mut desk = Desk::new();
    desk.click("You play: Black");
    assert!(desk.state().session.flipped && !desk.state().session.is_thinking());
    assert!(desk.shows("Minnow begins") && !desk.shows("or make a move"));
    desk.click("Start game");
    desk.until_plies(1);
    assert!(!desk.shows("Start game") && desk.shows("your move"));
}

#[test]
fn swapping_sides_in_a_game_asks_first() {
    let mut desk = Desk::new();
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.unfold();
    let sides = |desk: &Desk| desk.state().session.settings.sides;
    for answer in ["Keep my side", "Swap sides"] {
        desk.click("You play: Black");
        assert_eq!(sides(&desk), Sides::White, "before {answer}");
        desk.click(answer);
    }
    assert_eq!(sides(&desk), Sides::Black);
}

#[test]
fn swapping_a_drawn_side_asks_first() {
    let mut desk = Desk::with(&Settings { draws_side: true, ..quick() });
    let sides = |desk: &Desk| desk.state().session.settings.sides;
    let (own, other) = match sides(&desk) {
        Sides::Black => (Sides::Black, "You play: White"),
        sides => (sides, "You play: Black"),
    };
    desk.click("Start game");
    let first = if own == Sides::White { ("a2", "a3") } else { ("a5", "a4") };
    if own == Sides::Black {
        desk.until_plies(1);
    }
    desk.play(first.0, first.1);
    desk.until_plies(if own == Sides::White { 2 } else { 3 });
    desk.unfold();
    desk.click(other);
    assert_eq!(sides(&desk), own, "the question comes first");
    desk.click("Keep my side");
    assert_eq!(sides(&desk), own);
}

#[test]
fn a_better_computer_declines_a_draw() {
    let mut desk = Desk::new();
    desk.paste(WINNING);
    desk.play("a1", "a2");
    desk.until_plies(2);
    desk.click("Draw");
    assert!(desk.shows("Offer a draw?"), "one click ends no won game");
    desk.click("Keep playing");
    assert!(!desk.shows("Offer a draw?") && desk.state().session.end().is_none());
    desk.click("Draw");
    desk.click("Offer draw");
    desk.until("an agreement", |state| state.session.end().is_some());
    assert!(desk.shows("A draw") && desk.shows("By agreement."));

    let mut desk = Desk::new();
    desk.paste(LOSING);
    desk.play("e1", "e2");
    desk.until_plies(2);
    desk.click("Draw");
    desk.click("Offer draw");
    desk.until("an answer", |state| state.play.answer_text(&state.session).is_some());
    assert_eq!(desk.state().session.end(), None);
    let answer = desk.labels_with("declined the draw").remove(0);
    assert!(desk.rect(&answer).bottom() <= desk.rect("Take back").top(), "above the buttons");
}

#[test]
fn a_draw_between_humans_is_asked_about() {
    let mut desk = Desk::with(&two_humans());
    desk.play("a2", "a3");
    desk.click("Draw");
    assert!(desk.shows("Offer a draw?") && desk.state().session.end().is_none());
    desk.click("Offer draw");
    assert!(desk.shows("By agreement."));
}

#[test]
fn the_letter_of_a_promotion_begins_no_typed_move() {
    let mut desk = Desk::with(&Settings { variant: "gardner".to_owned(), ..quick() });
    desk.paste("4k/P4/5/5/K4 w - - 0 30");
    desk.play("a4", "a5");
    for name in ["queen", "rook", "bishop", "knight"] {
        assert!(desk.shows(&format!("promote to {name}")));
    }
    let key = |pressed| key_event(egui::Key::Q, pressed, egui::Modifiers::SHIFT);
    let events = [key(true), egui::Event::Text("Q".to_owned()), key(false)];
    desk.harness.input_mut().events.extend(events);
    desk.run();
    assert_eq!(desk.state().session.typed, "");
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "a5=Q+");
}

#[test]
fn every_variant_starts_and_has_its_page() {
    let mut desk = Desk::new();
    for variant in minnow_rules::builtin_variants() {
        if desk.state().session.variant() != variant {
            let sized = format!("{} {}\u{d7}{}", variant.name, variant.files, variant.ranks);
            let name = variant.name.replace('x', "\u{d7}");
            desk.choose_board(|text| text == name || text == sized);
        }
        assert_eq!(desk.state().session.variant().id, variant.id);
        desk.click_in_view_or_not("All rules");
        let size =
            format!("{} files and {} ranks. White moves first.", variant.files, variant.ranks);
        assert!(desk.shows(&size) && desk.shows("How the pieces move"), "{}", variant.id);
        desk.click("Close");
        assert!(!desk.shows("How the pieces move"));
    }
}

#[test]
fn a_click_or_a_key_drops_a_premove() {
    let mut desk = Desk::with(&to_depth(60));
    desk.play("a2", "a3");
    for way in ["another square", "Escape", "the right button"] {
        desk.play("b1", "c3");
        assert!(desk.state().play.premove.is_some(), "{way}");
        let centre = desk.square("c4").center();
        match way {
            "Escape" => desk.press(egui::Modifiers::NONE, egui::Key::Escape),
            "the right button" => desk.click_right(centre),
            _ => desk.click_at(centre),
        }
        assert_eq!(desk.state().play.premove, None, "{way}");
    }
    // A piece that was picked up stays in the hand when the reply comes.
    desk.click_at(desk.square("b1").center());
    desk.click("Move now");
    desk.until_plies(2);
    desk.click_at(desk.square("c3").center());
    assert_eq!(desk.moves()[2], "Nc3");
}
