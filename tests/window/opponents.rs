//! The page of opponents, the next one after a win, match me, and the user's rating.

use std::path::Path;

use egui::{Key, Modifiers, Vec2, vec2};
use minnow::app::session::settings::{OpponentChoice, Settings, ThemeChoice};
use minnow::app::storage::places::Places;
use minnow_engine::{LEVELS, Strength, rating_of};
use minnow_game::{
    Computer, Game, GameEnd, Player, UncountedReason,
    archive::Archive,
    results::{CountedGame, ResultEntry, ResultList, UserOutcome},
    save::to_ron,
};
use minnow_rules::{Color, Variant};
use minnow_study::analysis::MatchAim;

use crate::desk::{Desk, WIDE, folder_with, game, game_from, quick};

fn against_level(level: u8) -> Settings {
    Settings { use_custom: false, level, ..quick() }
}

fn matched() -> Settings {
    Settings { match_me: true, ..against_level(4) }
}

/// Opens the page and waits for its content.
pub(crate) fn show_opponents(desk: &mut Desk) {
    desk.press(Modifiers::COMMAND, Key::P);
    desk.until("the opponents", |state| {
        state.pages.opponents.content().is_some() && !state.session.archive.is_busy()
    });
}

fn choice(desk: &Desk) -> Option<OpponentChoice> {
    desk.state().session.settings.opponent_choice()
}

/// The results that are on disk.
fn kept_results(folder: &Path) -> ResultList {
    ResultList::read(&Places::below(folder).data().join("results.ron")).unwrap().list
}

/// Writes results against a strength, the oldest first.
pub(crate) fn write_results(folder: &Path, strength: u16, outcomes: &[UserOutcome]) {
    let mut list = ResultList::default();
    for (number, outcome) in outcomes.iter().enumerate() {
        list.add(ResultEntry::Game(CountedGame {
            id: format!("20261101-{number:06}").parse().unwrap(),
            ended: format!("20261101-{number:06}-000"),
            variant: "minichess".to_owned(),
            strength,
            outcome: *outcome,
            aim_percent: Some(50),
        }));
    }
    list.merge_into(&Places::below(folder).data().join("results.ron")).unwrap();
}

/// A game of White against this computer that White wins by its next move, which takes the king on b6.
fn nearly_won(computer: Computer) -> Game {
    let mut game = game_from("minichess", "1k3/1R3/5/5/5/4K w - - 0 9");
    game.header.players = [Player::Human, Player::Computer(computer)];
    game
}

fn resign(desk: &mut Desk) {
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.resign();
    assert!(desk.state().session.end().is_some());
}

#[test]
fn every_opponent_can_be_played() {
    let mut desk = Desk::with(&against_level(4));
    desk.click("All opponents");
    desk.until("the opponents", |state| state.pages.opponents.content().is_some());
    let variant = Variant::default_variant();
    for level in LEVELS {
        let rating = rating_of(variant, Strength::of_level(level.number));
        assert!(desk.shows(level.about) && desk.shows(&format!("about {rating}")), "{level:?}");
        assert!(desk.shows(&format!("Play {}, level {}", level.name, level.number)));
    }
    assert_eq!(desk.all("your opponent").len(), 1);
    desk.click_in_view_or_not("Play Salmon, level 9");
    assert_eq!(choice(&desk), Some(OpponentChoice::Level(9)));
    assert!(desk.state().page.is_none() && desk.shows("Salmon") && desk.shows("level 9"));
}

#[test]
fn the_page_is_used_by_keys() {
    let mut desk = Desk::with(&against_level(1));
    show_opponents(&mut desk);
    assert_eq!(desk.focused(), "Play Fry, level 1");
    desk.press(Modifiers::NONE, Key::Tab);
    assert_eq!(desk.focused(), "Play Stickleback, level 2");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(choice(&desk), Some(OpponentChoice::Level(2)));
    show_opponents(&mut desk);
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.state().page.is_none());
}

#[test]
fn results_of_the_archive_stand_on_the_cards() {
    let folder = folder_with(&against_level(3));
    let archive = Archive::new(&Places::below(folder.path()).games());
    for (number, end) in [GameEnd::Resigned(Color::Black), GameEnd::Agreed].into_iter().enumerate()
    {
        let mut game = crate::desk::game("a2a3 a5a4");
        game.header.players = [Player::Human, Player::Computer(Computer::of_strength(300))];
        game.conclude(end);
        archive.keep(&format!("20261101-{number}").parse().unwrap(), &game).unwrap();
    }
    let mut desk = Desk::open_in(folder, None, WIDE);
    show_opponents(&mut desk);
    assert!(desk.shows("1 won, 1 drawn, 0 lost; 2 do not count"));
    assert_eq!(desk.all("no games yet").len(), LEVELS.len(), "match me among them");
}

#[test]
fn after_a_win_the_next_level_is_offered() {
    let folder = folder_with(&against_level(2));
    let path = folder.path().join("won.minnow.ron");
    std::fs::write(&path, to_ron(&nearly_won(Computer::of_strength(200)))).unwrap();
    let mut desk = Desk::open_in(folder, Some(path), WIDE);
    desk.play("b5", "b6");
    assert!(desk.shows("You won") && desk.shows("White took the king in 1 move."));
    desk.click("Next: Gudgeon");
    // The game came from a file.
    desk.click("Don't save");
    assert_eq!(choice(&desk), Some(OpponentChoice::Level(3)));
    assert!(desk.moves().is_empty() && desk.state().session.game.is_from_normal_start());
    resign(&mut desk);
    assert!(!desk.says("Next: "), "only after a win");
}

#[test]
fn a_game_of_others_offers_no_opponent() {
    let folder = folder_with(&against_level(2));
    let path = folder.path().join("others.minnow.ron");
    let mut game = game("a2a3 a5a4");
    game.conclude(GameEnd::Resigned(Color::Black));
    std::fs::write(&path, to_ron(&game)).unwrap();
    let mut desk = Desk::open_in(folder, Some(path), WIDE);
    desk.click("Play");
    assert!(desk.shows("White won") && desk.shows("Rematch") && !desk.says("Next: "));
}

#[test]
fn match_me_follows_the_results() {
    let folder = folder_with(&matched());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    let matched = |desk: &Desk| desk.state().session.settings.matched;
    assert_eq!(matched(&desk), 400, "the middle level at first");
    resign(&mut desk);
    assert!(desk.notice().contains("Your rating is about"), "{}", desk.notice());
    assert!(!desk.says("Next: "));
    desk.click("Rematch");
    let after_loss = matched(&desk);
    assert!(after_loss < 400);
    let computer = desk.state().session.settings.player(Color::White);
    assert_eq!(computer, Player::Computer(Computer::of_strength(after_loss)));
    desk.until_plies(1);
    drop(desk);
    assert_eq!(kept_results(folder.path()).games_on("minichess").len(), 1);

    let desk = Desk::open(folder.path(), None, WIDE);
    assert_eq!(matched(&desk), after_loss, "the running game keeps its opponent");
    let level = format!("level {}", minnow_game::level_text(after_loss));
    assert!(desk.shows(&level), "{level}");
}

#[test]
fn the_aim_is_chosen_on_the_page_and_in_the_panel() {
    let mut desk = Desk::with(&matched());
    let strength = |desk: &Desk| desk.state().session.settings.matched;
    let even = strength(&desk);
    desk.unfold();
    desk.click("Your score: Easy 70 %");
    assert!(strength(&desk) < even);
    show_opponents(&mut desk);
    desk.click("Your score: Hard 30 %");
    assert_eq!(desk.state().session.settings.aim, MatchAim::Hard);
    assert!(strength(&desk) > even);
    desk.press(Modifiers::NONE, Key::Escape);
    desk.choose("Limits", |text| text == "Limits from the level");
    assert_eq!(choice(&desk), Some(OpponentChoice::Level(4)));
    let mut desk = Desk::with(&against_level(4));
    desk.unfold();
    desk.choose("Limits", |text| text == "Match me");
    assert_eq!(choice(&desk), Some(OpponentChoice::MatchMe));
}

#[test]
fn a_game_with_help_does_not_count() {
    let folder = folder_with(&matched());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.click("Take back");
    desk.unfold();
    assert!(desk.shows("This game does not count: a move was taken back."));
    assert_eq!(desk.state().session.game.header.uncounted, Some(UncountedReason::TakeBack));
    drop(desk);
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("b2", "b3");
    desk.until_plies(2);
    desk.resign();
    assert!(desk.notice().contains("does not count for your rating"), "{}", desk.notice());
    assert!(desk.shows("This game does not count: a move was taken back."));
    assert!(desk.state().session.lists.results.is_empty());
    desk.click("New game");
    desk.click("Start game");
    desk.click("Hint");
    desk.until("the hint", |state| state.play.hint.is_some());
    let costs = "This game no longer counts for your rating: you took help.";
    assert!(desk.says("Hint: the ") && desk.says(costs), "at once, beside the hint");
    resign(&mut desk);
    assert!(!desk.says(costs), "it is said once");
    assert!(desk.notice().contains("you took help"), "{}", desk.notice());
    drop(desk);
    assert!(kept_results(folder.path()).is_empty());
}

#[test]
fn a_game_is_counted_once() {
    let folder = folder_with(&against_level(1));
    let mut desk = Desk::open(folder.path(), None, WIDE);
    resign(&mut desk);
    let rating = desk.labels_with(" \u{b1} ");
    assert!(desk.shows("Your rating on MiniChess") && rating.len() == 1, "{rating:?}");
    assert_eq!(desk.labels_with("\u{2212}").len(), 1, "its change after a loss");
    desk.game_menu("Take back");
    desk.resign();
    assert_eq!(desk.state().session.lists.results.len(), 1);
    desk.click("New game");
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.unfold();
    desk.all("Level").last().unwrap().set_value_accesskit(2.0);
    desk.run();
    desk.resign();
    assert_eq!(desk.state().session.lists.results.len(), 1, "the opponent was changed");
}

#[test]
fn the_rating_can_begin_anew() {
    let folder = folder_with(&matched());
    write_results(folder.path(), 900, &[UserOutcome::Won; 12]);
    let mut desk = Desk::open(folder.path(), None, WIDE);
    let before = desk.state().session.settings.matched;
    assert!(before > 900);
    show_opponents(&mut desk);
    assert!(
        desk.says("Your rating over the last 12 games") && desk.shows("12 won, 0 drawn, 0 lost")
    );
    desk.click("Begin anew\u{2026}");
    desk.click("Keep it");
    assert!(desk.says("12 games count"));
    desk.click("Begin anew\u{2026}");
    desk.click("Begin anew");
    assert!(desk.shows("Not known yet") && !desk.says("Your rating over"));
    assert_eq!(desk.state().session.settings.matched, 400);
    drop(desk);
    let kept = kept_results(folder.path());
    assert_eq!((kept.len(), kept.games_on("minichess").len()), (13, 0), "nothing is lost");
}

#[test]
fn a_damaged_file_of_results_is_set_aside() {
    let folder = folder_with(&matched());
    let file = Places::below(folder.path()).data().join("results.ron");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "(format: 1, entries: [Game(").unwrap();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    assert!(desk.notice().contains("Your rating begins anew"), "{}", desk.notice());
    resign(&mut desk);
    drop(desk);
    let aside = file.with_extension("ron.unreadable");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "(format: 1, entries: [Game(");
    assert_eq!(kept_results(folder.path()).len(), 1);
}

/// The controls of the page that leave the window or are cut off at their sides.
fn faults(desk: &Desk) -> Vec<String> {
    let window = desk.harness.ctx.content_rect();
    let mut names: Vec<String> = LEVELS
        .iter()
        .flat_map(|level| {
            [level.about.to_owned(), format!("Play {}, level {}", level.name, level.number)]
        })
        .collect();
    names.extend(
        ["Play Match me", "Your score: Hard 30 %", "Your score: Easy 70 %"].map(str::to_owned),
    );
    let is_inside = |name: &String| {
        let rect = desk.rect(name);
        rect.left() >= window.left() && rect.right() <= window.right()
    };
    names.into_iter().filter(|name| !is_inside(name)).collect()
}

#[test]
fn nothing_is_cut_off_at_any_size() {
    for (size, zoom) in [(vec2(440.0, 700.0), 1.0), (WIDE, 2.0), (vec2(2560.0, 1440.0), 1.0)] {
        let folder = folder_with(&Settings { zoom, theme: ThemeChoice::Contrast, ..matched() });
        write_results(
            folder.path(),
            500,
            &[UserOutcome::Won, UserOutcome::Lost, UserOutcome::Drawn],
        );
        let mut desk = Desk::open_in(folder, None, size);
        show_opponents(&mut desk);
        assert_eq!(faults(&desk), Vec::<String>::new(), "{size}");
        check_cards(&desk, size);
    }
}

/// The buttons of two cards of a column stand below each other without overlapping.
fn check_cards(desk: &Desk, size: Vec2) {
    let rects: Vec<egui::Rect> = LEVELS
        .iter()
        .map(|level| desk.rect(&format!("Play {}, level {}", level.name, level.number)))
        .collect();
    for (index, rect) in rects.iter().enumerate() {
        let overlaps = rects[..index].iter().any(|other| other.intersects(*rect));
        assert!(!overlaps && rect.width() > 50.0, "{size}: {index}");
    }
}

#[test]
fn enter_leaves_the_focus_in_its_field() {
    let mut desk = Desk::new();
    show_opponents(&mut desk);
    let field = "Your name on the server";
    desk.focus(field);
    desk.insert("ada");
    for _ in 0..2 {
        desk.press(Modifiers::NONE, Key::Enter);
        assert_eq!(desk.focused(), field);
    }
    desk.insert("x");
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.state().is_covered(), "one Escape closes the page");
}
