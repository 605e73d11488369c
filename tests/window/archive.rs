//! The user's games: kept without a question, listed, filtered, opened, deleted, exported, and
//! their names and tags.

use std::ops::ControlFlow;

use egui::{Key, Modifiers, Vec2};
use minnow::app::session::Mode;
use minnow::app::session::settings::Sides;
use minnow::app::storage::places::Places;
use minnow_game::{
    Computer, Game, GameEnd, Player,
    archive::{Archive, ArchiveId, ReviewFacts},
};
use minnow_rules::{Color, Variant};

use crate::desk::{Desk, WIDE, folder_with, quick, two_humans};

const PLAYED: &str = "Only games you played, at least four moves";

/// Shows the list of all games and waits until it is complete.
pub(crate) fn show_games(desk: &mut Desk) {
    show_played(desk);
    if desk.state().pages.your_games.list.filter().hides_short_games {
        desk.click(PLAYED);
    }
}

/// Shows the list as it is at first, or as it was filtered last.
fn show_played(desk: &mut Desk) {
    desk.until("the kept games", |state| state.session.keeping.archive_problem().is_none());
    desk.press(Modifiers::COMMAND, Key::G);
    desk.until("the list", |state| {
        !state.pages.your_games.is_waiting && !state.session.archive.is_busy()
    });
}

/// The labels of the rows that are laid out.
fn rows(desk: &Desk) -> Vec<String> {
    let rows = desk.labels_with(" \u{2013} ");
    rows.into_iter().filter(|label| label.contains(" move")).collect()
}

/// The label of a row.
pub(crate) fn row(desk: &Desk, number: usize) -> String {
    rows(desk)[number].clone()
}

fn id(number: usize) -> ArchiveId {
    format!("20261122-{number:06}-000-1").parse().unwrap()
}

/// A game of a variant with its first legal moves, against a level, won by White or unfinished.
fn game(variant: &str, level: u8, is_won: bool) -> Game {
    let mut game = Game::new(Variant::by_id(variant).unwrap());
    for _ in 0..3 {
        let mv = game.position().legal_moves().iter().next().unwrap();
        game.play(mv).unwrap();
    }
    let level = Computer { level: Some(level), ..Computer::default() };
    game.header.players = [Player::Human, Player::Computer(level)];
    game.header.set_tag("Date", "2026.11.20");
    if is_won {
        game.conclude(GameEnd::Resigned(Color::Black));
    }
    game
}

/// A folder with three games: won on MiniChess, unfinished on Gardner, won on Los Alamos.
fn folder() -> tempfile::TempDir {
    let folder = folder_with(&two_humans());
    let archive = Archive::new(&Places::below(folder.path()).games());
    archive.keep(&id(1), &game("minichess", 3, true)).unwrap();
    archive.keep(&id(2), &game("gardner", 5, false)).unwrap();
    archive.keep(&id(3), &game("losalamos", 3, true)).unwrap();
    folder
}

fn listed(desk: &Desk) -> usize {
    desk.state().pages.your_games.list.rows.count()
}

#[test]
fn every_game_is_kept_and_listed() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    show_games(&mut desk);
    assert!(desk.says("No games yet."));
    desk.press(Modifiers::NONE, Key::Escape);
    desk.play("a2", "a3");
    desk.resign();
    desk.until("the finished game", |state| state.session.keeping.archive_writes == 1);
    desk.click("New game");
    desk.play("b2", "b3");
    desk.click("New game");
    assert_eq!(desk.state().question, None);
    desk.until("both games", |state| state.session.keeping.archive_writes == 2);
    desk.click("New game");
    assert_eq!(desk.state().session.keeping.archive_writes, 2, "there is nothing to keep");
    show_games(&mut desk);
    assert_eq!(listed(&desk), 2);
    let labels = rows(&desk).join("\n");
    assert!(labels.contains("Unfinished") && labels.contains("White won"), "{labels}");
    assert!(labels.contains("MiniChess \u{b7} 1 move"), "{labels}");
}

#[test]
fn a_game_that_is_taken_up_again_is_not_kept_twice() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("a2", "a3");
    desk.resign();
    desk.until("the game", |state| state.session.keeping.archive_writes == 1);
    drop(desk);
    let mut desk = Desk::open(folder.path(), None, WIDE);
    assert_eq!(desk.moves(), ["a3"], "the last game is there again");
    desk.click("New game");
    desk.play("b2", "b3");
    desk.click("New game");
    desk.until("both games", |state| state.session.keeping.archive_writes == 2);
    show_games(&mut desk);
    assert_eq!(listed(&desk), 2);
}

#[test]
fn games_are_found_by_filters_and_opened() {
    let folder = folder();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    show_games(&mut desk);
    assert!(desk.shows("3 games"));
    assert!(row(&desk, 0).starts_with("You \u{2013} Gudgeon, level 3, You won, 2026.11.20"));
    desk.choose("Level", |name| name == "Gudgeon, level 3");
    assert_eq!(listed(&desk), 2);
    assert!(desk.is_enabled("Export these as PGN\u{2026}"));
    desk.choose("Board", |name| name == "Los Alamos");
    assert!(desk.shows("1 of 3 games"));
    desk.click("Find");
    desk.insert("alamos");
    assert_eq!(listed(&desk), 1);
    desk.press(Modifiers::NONE, Key::Enter);
    desk.until("the game", |state| state.page.is_none());
    assert_eq!(desk.state().session.variant().id, "losalamos");
    assert_eq!((desk.state().mode(), desk.moves().len()), (Mode::Analyse, 3));
    assert!(desk.shows("You") && desk.shows("level 3"), "names beside the board");
}

#[test]
fn an_unfinished_game_goes_on_in_play() {
    let folder = folder();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    show_games(&mut desk);
    let label = rows(&desk).into_iter().find(|label| label.contains("Unfinished")).unwrap();
    assert!(!desk.is_enabled("Continue"), "a finished game is marked");
    desk.click(&label);
    desk.click("Continue");
    desk.until("the game", |state| state.page.is_none());
    assert_eq!(desk.state().mode(), Mode::Play);
    let settings = &desk.state().session.settings;
    assert_eq!((settings.sides, settings.level), (Sides::White, 5));
}

/// As game 4, a game of seven plies that was played as Black, after three short games.
fn folder_with_short_games() -> tempfile::TempDir {
    let folder = folder();
    let archive = Archive::new(&Places::below(folder.path()).games());
    let mut longer = crate::desk::game("a2a3 a5a4 b2b3 b5b4 c2c3 c5c4 d2d3");
    longer.header.players = [Player::Computer(Computer::default()), Player::Human];
    archive.keep(&id(4), &longer).unwrap();
    folder
}

#[test]
fn short_games_are_hidden_until_one_click() {
    let folder = folder_with_short_games();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    show_played(&mut desk);
    assert!(desk.shows("1 of 4 games") && desk.shows(PLAYED));
    assert!(desk.is_enabled("Export these as PGN\u{2026}"));
    desk.click("3 games hidden");
    assert!(desk.shows("4 games") && !desk.says("hidden"));
    desk.click(PLAYED);
    assert_eq!(rows(&desk).len(), 1);
    // A game of this session is never hidden.
    desk.press(Modifiers::NONE, Key::Escape);
    desk.play("b2", "b3");
    desk.click("New game");
    desk.until("the kept game", |state| state.session.keeping.archive_writes == 1);
    show_played(&mut desk);
    assert!(desk.shows("2 of 5 games"));
}

#[test]
fn the_primary_button_continues_an_unfinished_game() {
    let folder = folder_with_short_games();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    show_played(&mut desk);
    assert!(desk.is_enabled("Continue"), "the only game shown is not finished");
    desk.press(Modifiers::NONE, Key::Enter);
    desk.until("the game", |state| state.page.is_none());
    assert_eq!((desk.state().mode(), desk.moves().len()), (Mode::Play, 7));
}

#[test]
fn a_game_as_black_reopens_from_its_side() {
    let folder = folder_with_short_games();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    assert!(!desk.state().session.flipped);
    show_played(&mut desk);
    desk.click("Open in Analyse");
    desk.until("the game", |state| state.page.is_none());
    assert!(desk.state().session.flipped, "from the list");
    let mut game = desk.state().session.game.clone();
    drop(desk);
    let desk = Desk::open(folder.path(), None, WIDE);
    assert!(desk.state().session.flipped, "after a restart");
    game.conclude(GameEnd::Resigned(Color::White));
    let file = folder.path().join("black.minnow.ron");
    std::fs::write(&file, minnow_game::save::to_ron(&game)).unwrap();
    let other = folder_with(&two_humans());
    let desk = Desk::open(other.path(), Some(file), WIDE);
    assert!(desk.state().session.flipped, "from a file");
}

#[test]
fn deleting_can_be_undone() {
    let folder = folder();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    show_games(&mut desk);
    let first = row(&desk, 0);
    desk.click("Delete");
    desk.until("the deletion", |state| state.pages.your_games.list.total() == 2);
    assert!(desk.shows("1 game deleted.") && !rows(&desk).contains(&first));
    desk.click("Undo");
    desk.until("the game", |state| state.pages.your_games.list.total() == 3);
    assert_eq!(row(&desk, 0), first);
    desk.press(Modifiers::NONE, Key::Delete);
    desk.until("the deletion", |state| state.pages.your_games.list.total() == 2);
}

#[test]
fn names_and_tags_are_edited_for_the_board_and_for_the_list() {
    let folder = folder();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("a2", "a3");
    desk.press(Modifiers::COMMAND, Key::I);
    assert!(desk.shows("Names and tags"));
    let type_into = |desk: &mut Desk, field: &str, text: &str| {
        desk.click(field);
        desk.replace(text);
    };
    type_into(&mut desk, "White", "Ada");
    type_into(&mut desk, "Date", "soon");
    assert!(desk.says("Write the date as") && !desk.is_enabled("Save"));
    type_into(&mut desk, "Date", "2026-11-01");
    desk.click("Add a tag");
    assert!(!desk.is_enabled("Save"), "the tag has no name");
    type_into(&mut desk, "Tag 1", "Annotator");
    type_into(&mut desk, "Value of tag 1", "Bob");
    desk.click("Save");
    let pgn = minnow_game::pgn::to_pgn(&desk.state().session.game);
    for tag in ["[White \"Ada\"]", "[Date \"2026.11.01\"]", "[Annotator \"Bob\"]"] {
        assert!(pgn.contains(tag), "{pgn}");
    }
    show_games(&mut desk);
    desk.click("Names and tags\u{2026}");
    desk.until("the form", |state| state.pages.your_games.form.is_some());
    type_into(&mut desk, "Black", "Zoe");
    desk.click("Save");
    desk.until("the new name", |state| {
        state.pages.your_games.list.row(0).is_some_and(|game| game.names[1] == "Zoe")
    });
    assert!(desk.shows("Your games"), "the list is there again");
    assert!(desk.shows("Names and tags changed."));
    desk.click("Undo");
    desk.until("the old name", |state| {
        state.pages.your_games.list.row(0).is_some_and(|game| game.names[1] != "Zoe")
    });
}

#[test]
fn names_and_tags_are_undone_like_other_edits() {
    let mut desk = Desk::analysing(&crate::desk::game("a2a3"), &quick(), WIDE);
    let name = |desk: &Desk| desk.state().session.game.header.names[0].clone();
    for _ in 0..2 {
        desk.press(Modifiers::COMMAND, Key::I);
        desk.click("White");
        desk.insert("Ada");
        desk.click("Save");
        assert_eq!(name(&desk), "Ada");
        assert!(desk.shows("Names and tags changed."));
        desk.click("Undo");
        assert_eq!(name(&desk), "");
    }
    desk.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(name(&desk), "Ada");
    desk.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(name(&desk), "");
    assert!(desk.shows("Change of names and tags undone."));
}

#[test]
fn two_windows_on_one_kept_game_lose_no_version() {
    let folder = folder_with(&two_humans());
    let archive = Archive::new(&Places::below(folder.path()).games());
    archive.keep(&id(1), &game("minichess", 3, false)).unwrap();
    let mut desks = [(); 2].map(|()| Desk::open(folder.path(), None, WIDE));
    for desk in &mut desks {
        show_games(desk);
        desk.click("Open in Analyse");
        desk.until("the game", |state| state.session.archive_place.id == Some(id(1)));
    }
    let keep = |desk: &mut Desk, mark: Key| {
        let before = desk.state().session.keeping.archive_writes;
        desk.press(Modifiers::NONE, Key::Home);
        desk.press(Modifiers::NONE, Key::ArrowRight);
        desk.press(Modifiers::ALT, mark);
        desk.press(Modifiers::COMMAND, Key::N);
        desk.until("the kept game", |state| state.session.keeping.archive_writes > before);
    };
    keep(&mut desks[0], Key::Num1);
    assert!(!desks[0].notice().contains("Another window"), "{}", desks[0].notice());
    keep(&mut desks[1], Key::Num2);
    assert!(desks[1].notice().contains("Another window has changed"), "{}", desks[1].notice());
    show_games(&mut desks[1]);
    assert_eq!(listed(&desks[1]), 2, "both versions");
    let comes_back = desks[1].state().session.replaced.as_ref().unwrap().archive_id.clone();
    assert!(comes_back.is_some() && comes_back != Some(id(1)));
}

#[test]
fn a_damaged_game_is_told_in_one_sentence() {
    let folder = folder();
    let archive = Archive::new(&Places::below(folder.path()).games());
    std::fs::write(archive.path_of(&id(2)), "(format: 1").unwrap();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    show_games(&mut desk);
    assert!(desk.shows("2 games"));
    assert!(desk.says("One game cannot be read: "), "{:?}", desk.state().pages.your_games.message);
}

#[test]
fn only_the_rows_in_view_are_laid_out() {
    let folder = folder_with(&quick());
    let places = Places::below(folder.path());
    let archive = Archive::new(&places.games());
    archive.keep(&id(0), &game("minichess", 3, true)).unwrap();
    // An index of many games; their files are links to the first one.
    let file = archive.path_of(&id(0));
    for number in 1..1_000 {
        std::fs::hard_link(&file, archive.path_of(&id(number))).unwrap();
    }
    let index = archive.list(|_| ReviewFacts::default(), |_, _| ControlFlow::Continue(()));
    assert_eq!(index.unwrap().unwrap().games.len(), 1_000);
    for size in [WIDE, Vec2::new(640.0, 480.0)] {
        let mut desk = Desk::open(folder.path(), None, size);
        show_games(&mut desk);
        let (made, all) = (rows(&desk).len(), listed(&desk));
        assert!(all == 1_000 && (2..16).contains(&made), "{made} rows of {all}");
        desk.press(Modifiers::COMMAND, Key::End);
        assert_eq!(desk.state().pages.your_games.list.rows.marked(), 999);
        assert!((2..16).contains(&rows(&desk).len()));
        for label in ["Open in Analyse", "Delete", "Export all as PGN\u{2026}", "Close"] {
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
            assert!(room.contains_rect(desk.rect(label)), "{label} at {size}");
        }
    }
}
