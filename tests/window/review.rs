//! The review of a game: its button, its progress, its verdicts, graph and figures.

use egui::{Key, Modifiers, pos2, vec2};
use minnow::app::screen::AppState;
use minnow::app::session::Mode;
use minnow::app::session::settings::{EngineSettings, ReviewDepth, Settings, Sides};
use minnow_game::{Computer, NodeId, Player, save::to_ron};

use crate::desk::{Desk, WIDE, folder_with, game, quick, two_humans};

/// Black's sixth move loses the queen.
const GAME: &str = "1. c3 d4 2. b3 c4 3. b4 dxc3 4. dxc3 axb4 5. Bd2 bxc3 6. Nxc3 Ka5 7. Nd5+ c3 *";
const PLIES: usize = 14;

/// The game in analysis, with a review of this kind at hand.
fn desk(review: ReviewDepth) -> Desk {
    let engine =
        EngineSettings { threads: 1, hash_mb: 1, lines: 2, depth_plies: Some(3), seconds: None };
    let mut desk = Desk::with(&Settings { engine, review, ..two_humans() });
    desk.paste(GAME);
    desk.click("Dismiss");
    desk.click("Analyse");
    desk
}

fn verdicts(state: &AppState) -> usize {
    state.session.game.nodes().filter(|(_, node)| node.notes.verdict.is_some()).count()
}

fn is_over(state: &AppState) -> bool {
    state.session.review.running.is_none()
}

/// A review after a few positions, far from its end.
fn begun() -> Desk {
    let mut desk = desk(ReviewDepth::Normal);
    desk.click("Review this game");
    desk.until("two positions", |state| {
        state.session.review.running.as_ref().unwrap().progress.done >= 2
    });
    desk
}

fn reviewed() -> Desk {
    let mut desk = desk(ReviewDepth::Quick);
    desk.click("Review this game");
    desk.until("the end of the review", is_over);
    desk
}

fn undo(desk: &mut Desk) {
    desk.press(Modifiers::COMMAND, Key::Z);
}

#[test]
fn a_game_is_reviewed_to_its_start() {
    let mut desk = desk(ReviewDepth::Quick);
    assert!(!desk.says("Evaluation graph") && !desk.says(": accuracy "));
    desk.click("Review this game");
    assert!(desk.shows("Cancel") || is_over(desk.state()));
    desk.until("the end of the review", is_over);
    assert_eq!(verdicts(desk.state()), PLIES + 1);
    assert!(desk.says(&format!("Review complete: {PLIES} half-moves")));
    assert!(desk.says("White: accuracy ") && desk.says("Black: accuracy "));
    desk.pass_seconds(7.0);
    assert!(!desk.says("Review complete"), "the report leaves");
    assert!(desk.says("Evaluation graph") && !desk.says("Reviewed "));
    desk.click("Black: 1 blunder");
    assert!(desk.says("Ka5??"), "{:?}", desk.labels_with("Ka5"));
    assert!(desk.says("6\u{2026} Ka5 drops"));

    // The saved game opens with its review.
    let folder = folder_with(&two_humans());
    let path = folder.path().join("reviewed.minnow.ron");
    std::fs::write(&path, to_ron(&desk.state().session.game)).unwrap();
    let mut other = Desk::open(folder.path(), Some(path), WIDE);
    other.click("Analyse");
    assert_eq!(other.labels_with("accuracy"), desk.labels_with("accuracy"));
    assert!(other.says("Evaluation graph"));
    assert!(other.says("Ka5??"), "{:?}", other.labels_with("Ka5"));
    let score = other.state().live.score(&other.state().session);
    assert!(score.is_some(), "the evaluation bar shows what the review has found");
}

#[test]
fn removing_a_review_is_one_undo_step() {
    let mut desk = reviewed();
    desk.click("Review menu");
    desk.click("Remove review");
    assert_eq!(verdicts(desk.state()), 0);
    assert!(desk.shows("Review this game") && !desk.says("Evaluation graph"));
    undo(&mut desk);
    assert_eq!(verdicts(desk.state()), PLIES + 1);
    undo(&mut desk);
    assert_eq!(verdicts(desk.state()), 0);
    assert_eq!(desk.state().session.edits.can_undo(), None);
    desk.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(verdicts(desk.state()), PLIES + 1);
}

#[test]
fn a_cancelled_review_stays_in_part() {
    let mut desk = begun();
    desk.click("Cancel");
    assert!(is_over(desk.state()));
    let found = verdicts(desk.state());
    assert!((2..PLIES).contains(&found), "{found} of {PLIES}");
    assert!(desk.shows(&format!("Reviewed {} of {PLIES} half-moves", found - 1)));
    assert!(!desk.says("Review complete"));
    undo(&mut desk);
    assert_eq!(verdicts(desk.state()), 0);
}

#[test]
fn notes_and_variations_do_not_end_a_review() {
    let mut desk = begun();
    desk.press(Modifiers::ALT, Key::Num1);
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.type_text("b5b4");
    assert!(!is_over(desk.state()), "the main line is as it was");
    let found = verdicts(desk.state());
    undo(&mut desk);
    undo(&mut desk);
    assert!(!is_over(desk.state()) && verdicts(desk.state()) >= found);
    let marked = |state: &AppState| {
        let mut nodes = state.session.game.nodes();
        nodes.any(|(_, node)| node.nesting() > 0 || !node.notes.marks.is_empty())
    };
    assert!(!marked(desk.state()));
    desk.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(marked(desk.state()) && verdicts(desk.state()) >= found);
    desk.click("Cancel");
    undo(&mut desk);
    assert!(verdicts(desk.state()) == 0 && marked(desk.state()), "all verdicts are one step");
}

#[test]
fn editing_the_main_line_ends_the_review() {
    let mut desk = begun();
    let (nodes, found) = (desk.state().session.game.nodes().count(), verdicts(desk.state()));
    desk.press(Modifiers::NONE, Key::End);
    desk.press(Modifiers::NONE, Key::Delete);
    assert!(is_over(desk.state()));
    assert_eq!(desk.state().session.game.nodes().count(), nodes - 1);
    undo(&mut desk);
    assert_eq!(desk.state().session.game.nodes().count(), nodes, "the deletion is undone first");
    assert!(verdicts(desk.state()) >= found);
    undo(&mut desk);
    assert_eq!((desk.state().session.game.nodes().count(), verdicts(desk.state())), (nodes, 0));
}

#[test]
fn another_game_ends_the_review() {
    let mut desk = begun();
    desk.paste("1. a3 a4 *");
    assert!(is_over(desk.state()) && !desk.state().session.game.has_review());
}

#[test]
fn mouse_and_keys_walk_the_graph() {
    let mut desk = reviewed();
    let label = desk.labels_with("Evaluation graph").remove(0);
    let graph = desk.rect(&label);
    let board = desk.rect("board");
    assert!(graph.left() >= board.right() && graph.width() > 300.0, "{graph:?}");
    let at = |share: f32| pos2(egui::lerp(graph.x_range(), share), graph.center().y);
    desk.harness.drag_at(at(0.0));
    desk.harness.run();
    for ply in 0..=PLIES {
        desk.harness.hover_at(at(ply as f32 / PLIES as f32));
        desk.harness.run();
        assert_eq!(desk.ply(), ply, "the mouse is still down");
    }
    desk.harness.hover_at(at(0.5));
    desk.harness.run();
    desk.harness.drop_at(at(0.5));
    desk.harness.run();
    let label = desk.labels_with("Evaluation graph").remove(0);
    desk.focus(&label);
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(desk.ply(), PLIES / 2 + 1);
    desk.press(Modifiers::NONE, Key::End);
    assert_eq!(desk.ply(), PLIES);
}

#[test]
fn a_click_plays_in_the_better_line() {
    let mut desk = reviewed();
    desk.click("Black: 1 blunder");
    let node = desk.state().session.game.cursor();
    let verdict = desk.state().session.game.node(node).unwrap().notes.verdict.clone().unwrap();
    assert!(desk.says(&verdict.sentence) && verdict.better.len() >= 2);
    let nodes = desk.state().session.game.nodes().count();
    let first = desk.labels_with("Better line: 6\u{2026} ").remove(0);
    desk.click(&first);
    let game = &desk.state().session.game;
    let played = game.node(game.cursor()).unwrap();
    assert_eq!((played.played(), played.nesting()), (Some(verdict.better[0]), 1));
    assert_eq!(played.parent(), game.node(node).unwrap().parent());
    assert_eq!(game.nodes().count(), nodes + verdict.better.len(), "the whole line is there");
    assert!(game.node(NodeId::ROOT).is_some() && game.has_review());
    assert!(!desk.says("Better line: 6\u{2026} "), "it stands below as a variation");
}

#[test]
fn the_better_move_enters_its_line() {
    let mut desk = reviewed();
    desk.click("Black: 1 blunder");
    let game = &desk.state().session.game;
    let blunder = game.node(game.cursor()).unwrap();
    let better = blunder.notes.verdict.clone().unwrap().better;
    let (before, nodes) = (blunder.parent().unwrap(), game.nodes().count());
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.make(better[0]);
    for mv in &better[1..3] {
        desk.press(Modifiers::NONE, Key::ArrowRight);
        let game = &desk.state().session.game;
        assert_eq!(game.node(game.cursor()).unwrap().played(), Some(*mv));
    }
    let game = &desk.state().session.game;
    assert_eq!(game.node(before).unwrap().children().len(), 2, "one variation");
    assert_eq!(game.nodes().count(), nodes + better.len());
    undo(&mut desk);
    assert_eq!(desk.state().session.game.nodes().count(), nodes, "one step");
}

#[test]
fn the_graph_is_as_wide_as_its_card() {
    let desk = reviewed();
    let graph = desk.rect(&desk.labels_with("Evaluation graph").remove(0));
    let (left, right) = (desk.rect("Explorer").left(), desk.rect("Endings").right());
    // The margin of a card and its line.
    let margins = [graph.left() - left, right - graph.right()];
    assert!(margins.iter().all(|margin| (margin - 17.0).abs() < 1.0), "{margins:?}");
    assert!((graph.left() - desk.rect("Engine").left()).abs() < 1.0);
}

#[test]
fn accuracies_are_of_the_players() {
    let mut game = game("a2a3 a5a4 b2b3 b5b4");
    game.header.players = [Player::Human, Player::Computer(Computer::of_strength(400))];
    let settings = Settings {
        review: ReviewDepth::Quick,
        use_custom: false,
        level: 4,
        sides: Sides::White,
        ..two_humans()
    };
    let mut desk = Desk::analysing(&game, &settings, WIDE);
    desk.click("Review this game");
    desk.until("the end of the review", is_over);
    assert!(desk.says("You: accuracy ") && desk.says("Dace: accuracy "));
    assert!(desk.shows("you") && !desk.says("White: ") && !desk.says("Black: "));

    let mut desk = Desk::analysing(&game, &settings, vec2(640.0, 480.0));
    desk.click("Review this game");
    desk.until("the end of the review", is_over);
    assert_eq!(desk.all("Dace").len(), 2, "its whole name, beside the board and in the card");
}

#[test]
fn a_running_game_is_not_reviewed() {
    let mut desk = Desk::with(&Settings { review: ReviewDepth::Quick, ..quick() });
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.press(Modifiers::COMMAND, Key::R);
    assert!(is_over(desk.state()) && !desk.state().may_review());
    desk.resign();
    desk.click("Review");
    assert_eq!(desk.state().mode(), Mode::Analyse);
    desk.until("the end of the review", is_over);
    assert_eq!(verdicts(desk.state()), 3);
}
