//! The card of the prover: the search, its result, and the walk through a proof on the board.

use egui::{Key, Modifiers};
use minnow::app::screen::AppState;
use minnow_game::GameEnd;
use minnow_rules::{Color, Position, Variant, san};

use crate::desk::{Desk, WIDE, game_from, quick};

/// A window in Analyse in which the prover was started by its key, from a position or the start.
fn proving(variant: &str, fen: Option<&str>) -> Desk {
    let start_fen = &Variant::by_id(variant).unwrap().start_fen;
    let game = game_from(variant, fen.unwrap_or(start_fen));
    let mut desk = Desk::analysing(&game, &quick(), WIDE);
    desk.press(Modifiers::COMMAND, Key::M);
    desk
}

fn until_found(desk: &mut Desk) {
    desk.until("the end of the search", |state| !state.cards.prover.is_searching());
    desk.harness.run();
}

fn position(state: &AppState) -> Position {
    *state.session.game.position()
}

/// The labels of the card's buttons for the moves of this position, with the words after each move.
fn steps(desk: &Desk) -> Vec<(String, String)> {
    let position = position(desk.state());
    let mut steps = Vec::new();
    for mv in position.legal_moves().iter() {
        let text = san(&position, mv);
        let ends = position.play(mv).outcome(1).is_some();
        for label in desk.labels_with(&text) {
            let Some(words) = label.strip_prefix(&text) else { continue };
            // The list of moves has bare moves.
            let is_step = words.starts_with(" loses in ") || words.starts_with(", then at most ");
            if is_step || (ends && words.is_empty()) {
                steps.push((label.clone(), words.to_owned()));
            }
        }
    }
    steps
}

/// Makes the moves of a proof, and for the other side always the longest defence, until White has won.
/// Returns the most defences of a position on the way.
fn walk(desk: &mut Desk, moves: u16) -> usize {
    let mut most = 0;
    for left in (0..moves).rev() {
        assert!(desk.says("The move of the proof:"));
        let answer = steps(desk);
        let [(label, words)] = &answer[..] else { panic!("one answer: {answer:?}") };
        let wanted = match left {
            0 => String::new(),
            1 => ", then at most 1 more move".to_owned(),
            _ => format!(", then at most {left} more moves"),
        };
        assert_eq!(*words, wanted, "{label}");
        desk.click(label);
        if left == 0 {
            break;
        }
        let defences = steps(desk);
        assert_eq!(defences.len(), position(desk.state()).legal_moves().len());
        most = most.max(defences.len());
        let longest = format!(" loses in {left}");
        let (label, _) = defences.iter().find(|(_, words)| *words == longest).unwrap();
        desk.click(label);
    }
    let end = desk.state().session.game.outcome().unwrap();
    assert!(matches!(end, GameEnd::ByRules(_)));
    assert_eq!(end.winner(), Some(Color::White));
    assert!(!desk.says("The board shows another position."), "the mate belongs to the proof");
    most
}

#[test]
fn a_proof_is_walked_to_the_mate() {
    let mut desk = proving("silverman4x4", None);
    until_found(&mut desk);
    assert!(desk.shows("White wins in at most 4 moves, proven. No win is shorter."));
    assert_eq!(walk(&mut desk, 4), 1, "every defence is forced");
}

#[test]
fn every_defence_has_an_answer() {
    let mut desk = proving("gardner", Some("5/2k2/5/2K2/4R w - - 0 1"));
    until_found(&mut desk);
    assert!(desk.says("White wins in at most 5 moves, proven."));
    assert!(walk(&mut desk, 5) > 1);
}

#[test]
fn a_move_that_is_not_in_the_proof_leaves_it() {
    let mut desk = proving("silverman4x4", None);
    until_found(&mut desk);
    let start = position(desk.state());
    let answer = steps(&desk)[0].0.clone();
    let others = start.legal_moves();
    let other = others.iter().find(|mv| !answer.starts_with(&san(&start, *mv))).unwrap();
    desk.make(other);
    assert!(desk.says("The board shows another position."));
    assert!(steps(&desk).is_empty());
    desk.click("Back to the proof");
    assert_eq!(position(desk.state()), start);
    assert!(desk.shows(&answer));
    desk.make(other);
    desk.click("Prove this position");
    until_found(&mut desk);
    assert!(!desk.says("The board shows another position."));
}

#[test]
fn a_search_can_be_stopped_and_the_card_closed() {
    let mut desk = proving("minichess", None);
    assert!(desk.shows("Can White force a win?"));
    desk.click("Stop");
    until_found(&mut desk);
    assert!(desk.shows("Not decided: the search was stopped."));
    assert!(desk.says(" searched"), "it says what it tried");
    desk.click("Close the proof");
    assert!(!desk.state().cards.prover.is_open() && !desk.says("Not decided"));
}

#[test]
fn a_position_that_nobody_can_win_is_a_draw() {
    let mut desk = proving("silverman4x4", Some("k3/p3/P3/2K1 w - - 0 1"));
    until_found(&mut desk);
    assert!(desk.shows("A draw, proven: neither side can force a win."));
}

#[test]
fn a_finished_game_has_nothing_to_prove() {
    let desk = proving("silverman4x4", Some("k2R/4/1K2/4 b - - 0 1"));
    assert!(!desk.state().cards.prover.is_open());
    assert!(desk.says("Nothing to prove: "));
}
