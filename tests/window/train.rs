//! Train: its cards filled and empty, the choice of the board, narrow windows, and the way back from a task.

use egui::{Key, Modifiers, Vec2, vec2};
use minnow::app::session::settings::{ClockChoice, Settings};
use minnow::app::session::{Mode, TableStatus};
use minnow_game::results::UserOutcome;
use minnow_rules::Variant;

use crate::desk::{Desk, WIDE, folder_with, quick, two_humans};
use crate::facts::{until_counted, until_tables, with_tables};
use crate::opponents::write_results;

const TITLES: [&str; 4] = ["Puzzles", "Endings", "Learn from your mistakes", "Your progress"];

fn go_to_train(desk: &mut Desk) {
    desk.press(Modifiers::COMMAND, Key::Num2);
    assert_eq!(desk.state().mode(), Mode::Train);
    desk.until("the user's games", |state| state.learn_stock.progress().is_none());
}

fn train_in(size: Vec2) -> Desk {
    let mut desk = Desk::open_in(folder_with(&quick()), None, size);
    go_to_train(&mut desk);
    desk
}

#[test]
fn each_card_of_a_new_user_has_a_way_on() {
    let mut desk = train_in(WIDE);
    until_tables(&mut desk, |status| matches!(status, TableStatus::Missing { .. }));
    for title in TITLES {
        assert!(desk.shows(title), "{title}");
    }
    assert!(desk.says("No puzzle tried yet.") && !desk.shows("Three minutes"));
    assert!(desk.says("Nothing is due. The errors of a game that you review come here."));
    assert!(desk.says("counts for your rating yet."));
    for button in ["Solve puzzles", "Build the tables", "Your games", "Choose an opponent"] {
        assert!(desk.is_enabled(button), "{button}");
    }
}

#[test]
fn a_board_without_puzzles_offers_others() {
    let mut desk = train_in(WIDE);
    desk.choose("Board to train on", |name| name.starts_with("Petty"));
    assert!(desk.says("No puzzles come with this board. These have some:"));
    assert_eq!(
        desk.state().session.variant(),
        Variant::default_variant(),
        "the game's board stays"
    );
    desk.click_in_view_or_not("MiniChess");
    assert_eq!(desk.state().session.train_variant(), Variant::default_variant());
    assert!(desk.shows("Solve puzzles"));
}

#[test]
fn a_task_returns_to_train() {
    let mut desk = train_in(WIDE);
    desk.click("Solve puzzles");
    assert!(desk.state().puzzle().is_some() && !desk.shows("Endings"));
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.state().puzzle().is_none() && desk.shows("Endings"));
    desk.click("Squares");
    desk.click("Leave the squares");
    assert_eq!(desk.state().mode(), Mode::Train);
}

#[test]
fn an_ending_begins_and_its_tries_are_counted() {
    let settings = Settings { variant: "silverman4x4".to_owned(), ..quick() };
    let mut desk = with_tables(&settings, WIDE);
    go_to_train(&mut desk);
    until_counted(&mut desk);
    assert!(desk.shows("not tried"));
    desk.click("Train an ending");
    assert!(desk.state().trainer().is_some());
    desk.press(Modifiers::NONE, Key::Escape);
    assert_eq!(desk.state().mode(), Mode::Train);
}

#[test]
fn the_rating_is_shown_with_its_games() {
    let folder = folder_with(&quick());
    write_results(folder.path(), 400, &[UserOutcome::Won, UserOutcome::Lost, UserOutcome::Won]);
    let mut desk = Desk::open_in(folder, None, WIDE);
    go_to_train(&mut desk);
    assert!(desk.says("and its error, last 3 games."));
    assert!(desk.says("Dace: 2 won, 0 drawn, 1 lost"));
    desk.click("All opponents and ratings");
    assert!(desk.state().page.is_some());
    assert!(desk.is_enabled("Squares"), "below a page all looks as in the other workspaces");
}

#[test]
fn cards_stand_in_columns_that_fit() {
    for (size, columns) in
        [(WIDE, 2), (vec2(1024.0, 700.0), 2), (vec2(640.0, 480.0), 1), (vec2(360.0, 740.0), 1)]
    {
        let desk = train_in(size);
        let lefts = TITLES.map(|title| desk.rect(title).left());
        assert_eq!(lefts[0], lefts[2], "{size}");
        assert_eq!(lefts[0] == lefts[1], columns == 1, "{size}");
        let window = desk.harness.ctx.content_rect();
        for mode in Mode::ALL {
            let tab = desk.rect(mode.name());
            assert!(window.contains_rect(tab), "{size}, {}: {tab:?}", mode.name());
        }
    }
}

#[test]
fn a_game_waits_while_the_user_trains() {
    let mut desk = Desk::with(&Settings { clock: Some(ClockChoice::new(3, 2)), ..two_humans() });
    desk.play("a2", "a3");
    let left_ms = desk.state().session.time_left_ms();
    go_to_train(&mut desk);
    assert!(desk.shows("Your game waits in Play, clock stopped"));
    desk.press(Modifiers::COMMAND, Key::Num1);
    assert_eq!((desk.state().mode(), desk.moves()), (Mode::Play, vec!["a3".to_owned()]));
    assert!(desk.shows("to move, clock stopped"));
    assert!(desk.state().session.time_left_ms() <= left_ms);
}
