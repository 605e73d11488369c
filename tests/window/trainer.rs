//! The ending trainer: the task, the program's answers, what slips, and the record.

use std::sync::Arc;

use egui::{Key, Modifiers};
use minnow::app::screen::AppState;
use minnow::app::session::settings::Settings;
use minnow::app::session::{Mode, TableStatus};
use minnow::app::storage::places::Places;
use minnow_game::{
    GameEnd,
    training::{TrainingGoal, TrainingList, TrainingTry},
};
use minnow_rules::{Color, Move, Position, san};
use minnow_tables::{TableSet, TableValue};

use crate::desk::{Desk, WIDE, quick};
use crate::facts::{show_facts, until_counted, with_tables};

/// A training that was begun on the page of endings.
fn training(button: &str) -> Desk {
    let settings = Settings { variant: "silverman4x4".to_owned(), ..quick() };
    let mut desk = with_tables(&settings, WIDE);
    show_facts(&mut desk);
    until_counted(&mut desk);
    desk.click_in_view_or_not(button);
    assert!(desk.state().trainer().is_some(), "the trainer is shown");
    desk
}

fn tables(state: &AppState) -> Arc<TableSet> {
    match state.session.tables.status(state.session.variant()) {
        TableStatus::Ready(tables) => tables,
        _ => panic!("there are no tables"),
    }
}

fn position(state: &AppState) -> Position {
    *state.board_game().position()
}

fn is_over(state: &AppState) -> bool {
    state.board_game().outcome().is_some()
}

/// Makes a move on the board and waits for the program's answer, if the training goes on.
fn make(desk: &mut Desk, mv: Move) {
    desk.make(mv);
    desk.until("the answer", |state| {
        is_over(state) || state.trainer().is_none_or(|trainer| trainer.is_open())
    });
    desk.run();
}

/// The move with the best value, or with the worst.
fn by_value(state: &AppState, best: bool) -> Move {
    let moves = tables(state).valued_moves(&position(state), &[]).unwrap();
    let valued = if best { moves.first() } else { moves.last() };
    valued.unwrap().mv
}

fn tries(state: &AppState) -> &[TrainingTry] {
    state.session.lists.training.entries()
}

#[test]
fn the_shortest_win_meets_the_longest_defence() {
    let mut desk = training("Win it: rook against king");
    let start = position(desk.state());
    let value = tables(desk.state()).value(&start).unwrap();
    let TableValue::Win(plies) = value else { panic!("{value:?}") };
    assert!(desk.says("Win as White."));
    for left in (0..plies).step_by(2).rev() {
        assert!(!is_over(desk.state()), "{left} plies are left");
        let mv = by_value(desk.state(), true);
        make(&mut desk, mv);
    }
    let end = desk.state().board_game().outcome().unwrap();
    assert!(matches!(end, GameEnd::ByRules(_)));
    assert_eq!(end.winner(), Some(Color::White), "after exactly {plies} plies");
    assert!(desk.shows("1 of 1 try won."));
    let [tried] = tries(desk.state()) else { panic!("one try is recorded") };
    assert!(tried.succeeded && tried.ending == "KRK" && tried.goal == TrainingGoal::Win);
    desk.click("Another one");
    assert!(!is_over(desk.state()) && desk.state().trainer().is_some());
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.state().trainer().is_none() && desk.state().mode() == Mode::Play);
}

#[test]
fn a_slip_is_named_at_once_and_can_be_taken_back() {
    let mut desk = training("Win it: rook against bishop");
    let (before, top) = (position(desk.state()), desk.rect("Leave").top());
    desk.make(by_value(desk.state(), false));
    assert_eq!(desk.rect("Leave").top(), top, "the message moves no button");
    assert!(desk.says(" lets the win slip. Before it: White wins in "));
    assert!(!desk.state().trainer().unwrap().is_open());
    let [tried] = tries(desk.state()) else { panic!("one try is recorded") };
    assert!(!tried.succeeded);
    desk.click("Take back");
    assert_eq!(position(desk.state()), before);
    let best = by_value(desk.state(), true);
    make(&mut desk, best);
    assert!(!desk.says("lets the win slip"));
    assert_eq!(tries(desk.state()).len(), 1, "a try counts once");
    let path = Places::below(desk.folder()).data().join("training.ron");
    desk.until("the file of the record", |_| path.exists());
    let kept = TrainingList::read(&path).unwrap().list;
    assert_eq!(kept, desk.state().session.lists.training);
}

#[test]
fn a_try_with_a_hint_does_not_count() {
    let mut desk = training("Win it: rook against bishop");
    let before = position(desk.state());
    desk.press(Modifiers::NONE, Key::H);
    assert!(desk.says("Hint: the piece on "));
    desk.click("Hint");
    let best = san(&before, by_value(desk.state(), true));
    assert!(desk.shows(&format!("Hint: {best}.")) && !desk.is_enabled("Hint"));
    assert!(desk.shows("A try with a hint does not count."));
    desk.make(by_value(desk.state(), false));
    assert!(desk.says(" lets the win slip. "));
    desk.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(position(desk.state()), before, "Ctrl+Z takes the slip back");
    assert!(tries(desk.state()).is_empty());
}

#[test]
fn a_draw_is_held_to_the_end() {
    let mut desk = training("Hold it: rook against bishop");
    assert!(desk.says("Hold the draw as Black"));
    assert!(desk.state().session.flipped);
    for _ in 0..20 {
        if is_over(desk.state()) {
            break;
        }
        let mv = by_value(desk.state(), true);
        make(&mut desk, mv);
        let value = tables(desk.state()).value(&position(desk.state()));
        assert!(!matches!(value, Some(TableValue::Loss(_))), "{:?}", position(desk.state()));
    }
    assert!(desk.shows("1 of 1 try held."), "{}", desk.fen());
    assert!(tries(desk.state())[0].succeeded);
}

#[test]
fn a_win_that_a_draw_ends_is_not_won() {
    let mut desk = training("Win it: rook against king");
    // Moves that keep the win and never repeat a position themselves, until the program's reply draws.
    for _ in 0..60 {
        if is_over(desk.state()) {
            break;
        }
        let root = desk.state().trainer().unwrap().board().root().unwrap();
        let moves = tables(desk.state()).valued_moves(&root.position, &root.earlier).unwrap();
        let keeps = moves.iter().rfind(|valued| matches!(valued.value, TableValue::Win(_)));
        let mv = keeps.unwrap().mv;
        make(&mut desk, mv);
    }
    let end = desk.state().board_game().outcome().unwrap();
    assert_eq!(end.winner(), None, "{}", desk.fen());
    assert!(desk.says("Draw"));
    assert!(!tries(desk.state())[0].succeeded);
    desk.click("Take back");
    assert!(desk.state().trainer().unwrap().is_open() && !is_over(desk.state()));
    let turn = position(desk.state()).turn();
    assert_eq!(turn, Color::White, "the user moves again");
}
