//! Learning from errors in the window: answers, hints, hidden findings, game after game, and leaving.

use egui::{Key, Modifiers, Vec2, vec2};
use minnow::app::analyse::LiveStatus;
use minnow::app::learn::{Learn, Stage};
use minnow::app::screen::AppState;
use minnow::app::session::Mode;
use minnow::app::session::settings::{EngineSettings, ReviewDepth, Settings};
use minnow::app::storage::places::Places;
use minnow_game::{
    Computer, Game, Judgement, MoveVerdict, NodeId, Player, RecordedEval, archive::Archive,
    save::to_ron,
};

use crate::desk::{Desk, WIDE, folder_with, game_from, two_humans};

const START: &str = "k4/3p1/2n2/3Q1/K4 w - - 0 1";
/// The same with a pawn more.
const OTHER_START: &str = "k4/3p1/2n2/3QP/K4 w - - 0 1";

fn reviewed() -> Game {
    reviewed_from(START)
}

/// White loses its queen for a knight, and then moves the king to the wrong square; the figures of
/// the second error are invented.
fn reviewed_from(start: &str) -> Game {
    let mut game = game_from("gardner", start);
    game.header.players = [Player::Human; 2];
    judge(&mut game, NodeId::ROOT, 300, None, "");
    for (played, cp, judgement, better) in [
        ("d2c3", -300, Some(Judgement::Blunder), "d2d4"),
        ("d4c3", 100, None, ""),
        ("a1b1", -100, Some(Judgement::Mistake), "a1a2"),
        ("a5b4", 0, None, ""),
    ] {
        let played = game.position().parse_move(played).unwrap();
        let id = game.play(played).unwrap();
        judge(&mut game, id, cp, judgement, better);
    }
    game
}

fn judge(game: &mut Game, id: NodeId, cp: i32, judgement: Option<Judgement>, better: &str) {
    let before = game.node(id).unwrap().parent().unwrap_or(NodeId::ROOT);
    let before = *game.node(before).unwrap().position();
    let better = better.split_whitespace().map(|text| before.parse_move(text).unwrap()).collect();
    let evaluation = RecordedEval::Centipawns { cp, depth_plies: 9 };
    let sentence = "The sentence of the review.".to_owned();
    let verdict = MoveVerdict { evaluation, judgement, sentence, better, is_confirmed: true };
    game.set_verdict(id, verdict);
}

/// A window of this size with the game, in analysis.
fn window(game: &Game, size: Vec2) -> Desk {
    let engine =
        EngineSettings { threads: 1, hash_mb: 1, lines: 1, depth_plies: Some(4), seconds: None };
    let review = ReviewDepth::Quick;
    Desk::analysing(game, &Settings { engine, review, ..two_humans() }, size)
}

/// The same with the first problem on the board.
fn desk() -> Desk {
    let mut desk = window(&reviewed(), WIDE);
    desk.click("Learn from it");
    desk
}

fn learn(state: &AppState) -> &Learn {
    state.learn().expect("a walk through the errors")
}

fn is_judged(state: &AppState) -> bool {
    !matches!(learn(state).stage(), Stage::Judging { .. })
}

#[test]
fn only_good_answers_are_accepted() {
    let mut desk = desk();
    let before = to_ron(&desk.state().session.game);
    assert!(desk.says("Qxc3+ was played (blunder).") && desk.says("1 of 2"));
    let places = |desk: &Desk| ["Hint", "Show me", "Skip"].map(|label| desk.rect(label));
    let place = places(&desk);
    desk.play("d2", "e2");
    desk.until("a judgement", is_judged);
    assert!(desk.says("winning chance. Try another move."));
    assert_eq!(places(&desk), place, "the message moves no button");
    assert!(desk.fen().starts_with("k4/3p1/2n2/3Q1/K4 w"), "the board goes back");
    desk.play("d2", "c3");
    assert!(desk.says("Qxc3+ was played, and cost "));
    desk.play("d2", "d3");
    desk.until("a judgement", is_judged);
    assert!(desk.says("Qd3 is good, too. The review found Qxd4."));
    assert!(desk.shows("d3, white queen"));
    desk.press(Modifiers::NONE, Key::Space);
    assert!(desk.says("Kb1 was played (mistake).") && desk.says("2 of 2"));
    desk.type_text("a1a2");
    assert!(desk.says("Ka2 is right."));
    desk.click("Finish");
    assert!(desk.says("2 found."));
    desk.click("Done");
    assert!(desk.state().learn().is_none());
    assert_eq!(to_ron(&desk.state().session.game), before, "the record is as it was");
}

#[test]
fn the_answer_is_hidden_until_requested() {
    let mut desk = window(&reviewed(), WIDE);
    desk.press(Modifiers::NONE, Key::Space);
    desk.until("analysis", |state| state.live.status(&state.session) == LiveStatus::Finished);
    desk.press(Modifiers::COMMAND, Key::L);
    assert!(!desk.state().session.engine.is_searching());
    for hidden in ["evaluation", "Line 1", "The sentence of the review.", "Qxd4"] {
        assert!(!desk.says(hidden), "{hidden} is to be seen");
    }
    let cursor = desk.state().board_game().cursor();
    for key in [Key::ArrowLeft, Key::ArrowRight, Key::End, Key::X, Key::Delete] {
        desk.press(Modifiers::NONE, key);
    }
    assert_eq!(desk.state().board_game().cursor(), cursor, "the board stays at the problem");
    desk.press(Modifiers::NONE, Key::H);
    assert!(desk.says("Hint: the piece on d2.") && !desk.says("Qxd4"));
    desk.press(Modifiers::NONE, Key::H);
    assert!(desk.says("Hint: Qxd4.") && !desk.is_enabled("Hint"));
    desk.click("Show me");
    assert!(desk.says("Qxd4 was better.") && desk.says("The sentence of the review."));
    desk.press(Modifiers::NONE, Key::Enter);
    desk.click("Skip");
    assert!(desk.says("1 shown, 1 skipped."));
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.state().learn().is_none() && desk.says("evaluation"));
    desk.until("analysis again", |state| state.live.status(&state.session) == LiveStatus::Finished);
}

#[test]
fn a_side_without_errors_offers_the_other() {
    let mut desk = window(&reviewed(), WIDE);
    desk.press(Modifiers::COMMAND, Key::L);
    desk.click("Errors of: Black, none");
    assert!(desk.says("Well played") && desk.state().session.flipped);
    desk.click("Errors of: White, 2 errors");
    assert!(desk.says("1 of 2") && !desk.state().session.flipped);
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.state().learn().is_none());
}

#[test]
fn another_game_or_mode_ends_it() {
    let mut desk = desk();
    desk.click("Play");
    assert!(desk.state().learn().is_none());
    desk.click("Analyse");
    desk.press(Modifiers::COMMAND, Key::L);
    desk.press(Modifiers::COMMAND, Key::E);
    assert!(desk.state().learn().is_none() && desk.state().editor().is_some());
}

#[test]
fn the_card_fits_small_windows() {
    for size in [vec2(640.0, 480.0), vec2(480.0, 800.0)] {
        let mut desk = window(&reviewed(), size);
        desk.press(Modifiers::COMMAND, Key::L);
        for label in ["Hint", "Show me", "Skip", "Leave learning"] {
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
            assert!(window.contains_rect(desk.rect(label)), "{label}");
        }
        desk.click("Show me");
        desk.click("Next");
        assert!(desk.says("2 of 2"));
    }
}

/// The moments of the newer of two games in Your games, all shown.
fn end_of_newest() -> Desk {
    let folder = folder_with(&Settings { variant: "gardner".to_owned(), ..two_humans() });
    let archive = Archive::new(&Places::below(folder.path()).games());
    for (day, start) in [(23, OTHER_START), (24, START)] {
        let mut game = reviewed_from(start);
        game.header.players = [Player::Human, Player::Computer(Computer::of_strength(500))];
        game.header.set_tag("Date", &format!("2026.11.{day}"));
        archive.keep(&format!("202611{day}-000000-000-1").parse().unwrap(), &game).unwrap();
    }
    let mut desk = Desk::open_in(folder, None, WIDE);
    desk.press(Modifiers::COMMAND, Key::Num2);
    desk.until("the moments", |state| state.learn_stock.due() == 4);
    desk.click("Start with the newest");
    desk.until("the newest game", |state| state.learn().is_some());
    assert_eq!(desk.fen(), START);
    for on in ["Next", "Finish"] {
        desk.click("Show me");
        desk.click(on);
    }
    assert!(desk.says("2 shown."));
    desk
}

#[test]
fn next_game_goes_on_until_none_is_left() {
    let mut desk = end_of_newest();
    desk.click("Next game");
    desk.until("the other game", |state| {
        state.board_game().position().fen() == OTHER_START && state.learn().is_some()
    });
    desk.click("Skip");
    desk.click("Skip");
    assert!(desk.says("2 skipped.") && !desk.shows("Next game"));
    desk.click("Leave");
    assert_eq!((desk.state().mode(), desk.state().learn_stock.due()), (Mode::Train, 2));
    assert!(desk.is_enabled("Start with the newest"), "what was skipped is still due");
}

#[test]
fn leave_returns_to_train_before_the_next_game() {
    let mut desk = end_of_newest();
    desk.click("Leave");
    assert!(desk.state().learn().is_none() && desk.state().mode() == Mode::Train);
    assert_eq!(desk.state().learn_stock.games().len(), 1, "the other game");
}
