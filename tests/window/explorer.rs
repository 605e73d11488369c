//! The card of the opening explorer: whose games it counts, what a row says, and a move by a click.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use minnow::app::session::Mode;
use minnow::app::storage::places::Places;
use minnow_game::{Game, save::to_ron};
use minnow_rules::{Position, Variant, san};
use minnow_study::explorer::shipped;

use crate::desk::{Desk, WIDE, folder_with, game, quick};

/// A window in Analyse with the card, opened by its key.
fn exploring(game: &Game) -> Desk {
    let mut desk = Desk::analysing(game, &quick(), WIDE);
    desk.press(Modifiers::COMMAND, Key::B);
    assert!(desk.shows("Opening explorer"));
    desk
}

/// The words of the row of a move.
fn row(desk: &Desk, name: &str) -> String {
    let rows = desk.labels_with(name);
    let found = rows.iter().find(|words| words.starts_with(&format!("{name}, ")));
    found.unwrap_or_else(|| panic!("no row of {name}: {rows:?}")).clone()
}

#[test]
fn the_games_of_the_strongest_level_are_counted() {
    let variant = Variant::default_variant();
    let mut desk = exploring(&Game::new(variant));
    let start = Position::start(variant);
    let moves = shipped(variant).unwrap().moves(&start);
    for played in &moves {
        let words = row(&desk, &san(&start, played.mv));
        assert!(words.contains(&format!(", {} game", played.results.games())), "{words}");
        assert!(words.contains(", evaluation "), "{words}");
    }
    let first = row(&desk, &san(&start, moves[0].mv));
    desk.click(&first);
    assert_eq!(*desk.state().session.game.position(), start.play(moves[0].mv));
    desk.press(Modifiers::COMMAND, Key::B);
    assert!(!desk.shows("Opening explorer"));
}

#[test]
fn own_games_are_read_from_the_archive() {
    let folder = folder_with(&quick());
    let archive = Places::below(folder.path()).games();
    std::fs::create_dir_all(&archive).unwrap();
    for (name, moves) in [("one", "b1c3 a5a4"), ("two", "b1c3 b5b4"), ("three", "a2a3")] {
        std::fs::write(archive.join(format!("{name}.minnow.ron")), to_ron(&game(moves))).unwrap();
    }
    let mut desk = Desk::analysing_in(folder, &Game::new(Variant::default_variant()), WIDE);
    desk.press(Modifiers::COMMAND, Key::B);
    desk.click("Games of: Your games");
    desk.until("the games", |state| state.cards.explorer.is_settled());
    desk.run();
    desk.until("the evaluations", |state| state.cards.explorer.is_evaluated());
    desk.run();
    let words = row(&desk, "Nc3");
    assert!(words.contains(", 2 games: ") && words.contains(", 2 not finished"), "{words}");
    assert!(words.contains(", evaluation "), "{words}");
    assert!(row(&desk, "a3").contains(", 1 game: "));
}

#[test]
fn a_source_without_games_says_so() {
    let mut desk = exploring(&Game::new(Variant::by_id("baby").unwrap()));
    assert!(desk.says("No games of level 12 come with this board."));
    desk.click("Games of: Examples");
    assert!(desk.says("No example is of this board."));
    desk.click("Games of: Your games");
    desk.until("the games", |state| state.cards.explorer.is_settled());
    desk.run();
    assert!(desk.says("You have no games on this board yet."));
}

#[test]
fn moves_without_a_shipped_evaluation_are_searched() {
    let mut desk = exploring(&Game::new(Variant::by_id("baby").unwrap()));
    desk.until("the evaluations", |state| state.cards.explorer.is_evaluated());
    desk.run();
    let rows = desk.labels_with("; book ");
    assert!(
        !rows.is_empty() && rows.iter().all(|words| words.contains(", evaluation ")),
        "{rows:?}"
    );
}

#[test]
fn the_card_leaves_its_place_to_a_proof_and_takes_it_back() {
    let mut desk = exploring(&game("a2a3"));
    desk.press(Modifiers::COMMAND, Key::M);
    assert!(desk.state().cards.prover.is_open() && !desk.shows("Opening explorer"));
    desk.press(Modifiers::COMMAND, Key::B);
    assert!(!desk.state().cards.prover.is_open() && desk.shows("Opening explorer"));
}

#[test]
fn a_button_opens_and_closes_each_card() {
    let mut desk = Desk::analysing(&game("a2a3"), &quick(), WIDE);
    let open = |desk: &Desk| {
        let proof = desk.state().cards.prover.is_open();
        [desk.shows("Opening explorer"), proof, desk.says("End-game table")]
    };
    assert_eq!(open(&desk), [false; 3]);
    for (index, button) in ["Explorer", "Prove a win", "Endings"].into_iter().enumerate() {
        desk.click(button);
        let mut wanted = [false; 3];
        wanted[index] = true;
        assert_eq!(open(&desk), wanted, "{button}");
        desk.click(button);
        assert_eq!(open(&desk), [false; 3], "{button}");
    }
    desk.click("Explorer");
    desk.click("Endings");
    assert_eq!(open(&desk), [false, false, true], "one card at a time");
}

#[test]
fn the_menu_opens_it_from_play() {
    let mut desk = Desk::new();
    desk.open_menu("Position");
    // The entry's label has its key, too.
    desk.harness.get_by_label_contains("Opening explorer").click_accesskit();
    desk.run();
    assert_eq!(desk.state().mode(), Mode::Analyse);
    assert!(desk.shows("Opening explorer"));
}

/// The card changes itself where it is drawn, so that nothing else holds a click of a screen reader.
#[test]
fn a_question_holds_what_lies_below_it() {
    let mut desk = exploring(&Game::new(Variant::by_id("baby").unwrap()));
    let click_examples = |desk: &mut Desk| {
        desk.harness.get_by_label("Games of: Examples").click_accesskit();
        desk.run();
    };
    desk.type_text("a2a3");
    desk.press(Modifiers::COMMAND, Key::N);
    assert!(desk.shows("Save the changes?"));
    click_examples(&mut desk);
    desk.click("Cancel");
    assert!(!desk.says("No example is of this board."));
    click_examples(&mut desk);
    assert!(desk.says("No example is of this board."));
}
