//! Analysis: its mode, its variations, and the live search.

use std::time::Duration;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Shape, ViewportId, vec2};
use egui_kittest::kittest::{By, Queryable};
use minnow::app::analyse::LiveStatus;
use minnow::app::analyse::live::ShownAnalysis;
use minnow::app::screen::AppState;
use minnow::app::session::Mode;
use minnow::app::session::settings::{EngineSettings, Settings, ThemeChoice};
use minnow::app::ui::{
    board::contrast,
    theme::{STATUS_HEIGHT, Theme},
};

use minnow_game::{MoveVerdict, NodeId, RecordedEval};

use crate::desk::{Desk, WIDE, game, two_humans};

/// One thread, a small table, and low limits.
fn shallow() -> EngineSettings {
    EngineSettings { threads: 1, hash_mb: 1, lines: 3, depth_plies: Some(4), seconds: None }
}

fn endless() -> EngineSettings {
    EngineSettings { depth_plies: None, ..shallow() }
}

/// A game of two humans, so that nobody moves by himself, in analysis.
fn desk(engine: EngineSettings) -> Desk {
    let mut desk = Desk::with(&Settings { engine, ..two_humans() });
    desk.play_all("a2a3 a5a4 b1c3 b5b4");
    desk.click("Analyse");
    desk
}

fn space(desk: &mut Desk) {
    desk.press(Modifiers::NONE, Key::Space);
}

fn is_finished(state: &AppState) -> bool {
    state.live.status(&state.session) == LiveStatus::Finished
}

fn variations(desk: &Desk) -> usize {
    desk.state().session.game.nodes().filter(|(_, node)| node.nesting() > 0).count()
}

/// Every line that is shown can be played from the position on the board, and is numbered as there.
#[track_caller]
fn assert_lines_belong(state: &AppState) {
    let Some(ShownAnalysis { found, .. }) = state.live.shown_here(&state.session) else { return };
    let here = *state.session.game.position();
    let root = if state.live.subject(&state.session).threat { here.play_null_move() } else { here };
    for line in &found.lines {
        let mut position = root;
        for played in &line.moves {
            assert!(position.legal_moves().contains(*played), "{:?} at {here:?}", line.texts);
            position = position.play(*played);
        }
        assert!(line.texts[0].starts_with(&root.fullmove().to_string()), "{:?}", line.texts);
    }
}

#[test]
fn computer_and_clock_wait_during_analysis() {
    let mut desk = Desk::new();
    desk.click("Clock: 3+2");
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.press(Modifiers::COMMAND, Key::Num3);
    assert_eq!(desk.state().mode(), Mode::Analyse);
    assert!(!desk.state().session.clock.as_ref().unwrap().is_running());
    let (head, moves) = (desk.state().session.game.head(), desk.moves());
    desk.click("One move back");
    desk.type_text("a5a4");
    desk.type_text("b2b4");
    assert_eq!((desk.state().session.game.head(), desk.moves()), (head, moves), "the game stands");
    assert!(desk.state().question.is_none() && !desk.state().session.engine.is_searching());
    desk.press(Modifiers::COMMAND, Key::Num1);
    assert_eq!(desk.state().mode(), Mode::Play);
    assert!(desk.state().session.at_head() && !desk.state().play.paused);
    desk.play("b2", "b3");
    desk.until_plies(4);
}

#[test]
fn back_in_play_the_computer_waits() {
    let mut desk = Desk::new();
    desk.click("Analyse");
    desk.type_text("a2a3");
    assert!(desk.moves().is_empty());
    desk.click("Play");
    assert!(desk.state().session.at_head() && desk.moves().is_empty());
    desk.click("You play: Black");
    assert!(!desk.state().session.is_thinking(), "the choices wait for the start");
    desk.click("Start game");
    desk.until_plies(1);
    desk.click("Analyse");
    desk.click("Play");
    assert!(!desk.state().session.waits_for_computer());
    desk.unfold();
    desk.click("You play: White");
    desk.click("Swap sides");
    desk.until_plies(2);
}

#[test]
fn moves_in_analysis_are_variations_for_either_side() {
    let mut desk = desk(endless());
    let (head, moves) = (desk.state().session.game.head(), desk.moves());
    assert_eq!(variations(&desk), 0);
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.play("d5", "d4");
    desk.play("c3", "b5");
    assert_eq!(variations(&desk), 2);
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.play("b5", "b4");
    assert_eq!(variations(&desk), 2, "the move of the game is no new one");
    assert!(desk.state().session.at_head());
    desk.play("c3", "b5");
    assert_eq!((desk.state().session.game.head(), desk.moves()), (head, moves));
    assert!(desk.state().question.is_none());
}

#[test]
fn space_switches_the_analysis_in_analysis_only() {
    let mut desk = desk(endless());
    assert!(
        !desk.says("Line 1: ") && desk.state().live.shown_here(&desk.state().session).is_none()
    );
    space(&mut desk);
    desk.until("three lines", |state| {
        state.live.shown_here(&state.session).is_some_and(|shown| shown.found.lines.len() == 3)
    });
    assert!(desk.says("Line 3: 3. ") && desk.says("depth "));
    assert!(
        desk.says("evaluation +") || desk.says("evaluation \u{2212}") || desk.says("evaluation 0")
    );
    space(&mut desk);
    assert!(!desk.state().session.engine.is_searching());
    assert!(desk.says(" kept") && !desk.says("Line 1: "), "what was found is in the bar");
    assert!(desk.says(", found earlier"));
    let depth = |desk: &Desk| {
        let session = &desk.state().session;
        desk.state().live.shown_here(session).unwrap().found.depth()
    };
    let kept = depth(&desk);
    space(&mut desk);
    assert!(desk.says("Line 1: ") && depth(&desk) >= kept, "and in the lines again");
    space(&mut desk);
    desk.click("Play");
    space(&mut desk);
    assert!(!desk.state().live.is_on && !desk.state().session.engine.is_searching());
}

#[test]
fn the_card_has_one_row_while_off() {
    let mut desk = desk(shallow());
    let below = |desk: &mut Desk| {
        // A panel has its new height one frame after its content.
        (0..4).for_each(|_| desk.harness.step());
        desk.rect("a3").top() - desk.rect("Engine").bottom()
    };
    let off = below(&mut desk);
    assert!(off < 160.0, "the row of buttons and the list of moves follow: {off}");
    desk.click("Engine");
    assert!(below(&mut desk) > off + 60.0, "a row for each line");
    desk.until("its limits", is_finished);
    desk.click("Engine");
    assert_eq!(below(&mut desk), off);
    desk.click("Threat");
    desk.until("its limits", is_finished);
    assert!(desk.says("Line 1: ") && below(&mut desk) > off + 60.0);
}

const KEPT_EVALUATION: &str = "evaluation +9.0, depth 12, found earlier";

/// A game with this evaluation, in analysis.
fn evaluated(settings: Settings) -> Desk {
    let mut game = game("a2a3 a5a4 b1c3 b5b4");
    let evaluation = RecordedEval::Centipawns { cp: 900, depth_plies: 12 };
    let line: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
    for node in line {
        game.set_verdict(node, MoveVerdict::unjudged(evaluation));
    }
    Desk::analysing(&game, &settings, WIDE)
}

#[test]
fn the_evaluation_bar_has_a_visible_outline() {
    for theme in ThemeChoice::ALL {
        let desk = evaluated(Settings { theme, ..two_humans() });
        let (bar, ground) = (desk.rect(KEPT_EVALUATION), Theme::of(&desk.harness.ctx).background);
        let is_outline = |shape: &Shape| match shape {
            Shape::Rect(rect) => {
                let is_around = rect.rect.expand(1.0).contains_rect(bar);
                let is_here = bar.expand(1.0).contains_rect(rect.rect);
                let stroke = rect.stroke;
                is_around && is_here && stroke.width > 0.0 && contrast(stroke.color, ground) >= 3.0
            }
            _ => false,
        };
        let shapes = desk.harness.output().shapes.iter();
        let found = shapes.filter(|clipped| is_outline(&clipped.shape)).count();
        assert_eq!(found, 1, "{theme:?}");
    }
}

#[test]
fn bar_and_top_line_agree() {
    let mut desk = evaluated(Settings { engine: shallow(), ..two_humans() });
    assert!(desk.shows(KEPT_EVALUATION));
    space(&mut desk);
    desk.until("its limits", is_finished);
    let line = desk.labels_with("Line 1, ").remove(0);
    let score = line.strip_prefix("Line 1, ").unwrap().split(": ").next().unwrap();
    assert!(desk.shows(&format!("evaluation {score}, depth 4")), "{line}");
}

#[test]
fn no_line_of_another_position_is_ever_shown() {
    let mut desk = desk(EngineSettings { lines: 5, ..endless() });
    space(&mut desk);
    desk.until("a line", |state| state.live.shown_here(&state.session).is_some());
    let walk = [Key::ArrowLeft, Key::ArrowLeft, Key::ArrowRight, Key::ArrowLeft, Key::ArrowLeft];
    let walks = walk.iter().chain(&[Key::End, Key::X, Key::Home, Key::X, Key::End]);
    for key in walks.cycle().take(60) {
        desk.harness.key_press(*key);
        for _ in 0..3 {
            desk.harness.step();
            assert_lines_belong(desk.state());
        }
    }
    desk.until("a line again", |state| {
        state.live.shown_here(&state.session).is_some_and(|shown| shown.fresh)
    });
    assert_lines_belong(desk.state());
}

#[test]
fn earlier_results_are_shown_again() {
    let mut desk = desk(shallow());
    space(&mut desk);
    desk.until("its limits", is_finished);
    let lines = desk.state().live.shown_here(&desk.state().session).unwrap().found.lines.clone();
    assert_eq!(lines.iter().map(|line| line.depth).collect::<Vec<_>>(), [4; 3]);
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.until("its limits", is_finished);
    assert_ne!(desk.state().live.shown_here(&desk.state().session).unwrap().found.lines, lines);
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert!(!desk.state().session.engine.is_searching(), "there is nothing left to search");
    assert_eq!(desk.state().live.shown_here(&desk.state().session).unwrap().found.lines, lines);
    desk.harness.run();
    let output = desk.harness.output();
    assert_eq!(output.viewport_output[&ViewportId::ROOT].repaint_delay, Duration::MAX);
}

#[test]
fn a_line_is_played_in_by_a_click() {
    let mut desk = desk(shallow());
    let (head, nodes) =
        (desk.state().session.game.head(), desk.state().session.game.nodes().count());
    space(&mut desk);
    desk.until("its limits", is_finished);
    let line = desk.state().live.shown_here(&desk.state().session).unwrap().found.lines[1].clone();
    let label = format!("Line 2: {}", line.texts[1]);
    desk.harness.hover_at(desk.rect(&label).center());
    desk.harness.run();
    let preview = desk.rect(&format!("position after {}", line.texts[1]));
    assert!(!preview.intersects(desk.rect(&label)), "the line itself stays to be read");
    desk.click(&label);
    let game = &desk.state().session.game;
    let path = game.path(game.cursor());
    let played: Vec<_> =
        path[path.len() - 2..].iter().map(|id| game.node(*id).unwrap().played().unwrap()).collect();
    assert_eq!(played, line.moves[..2]);
    assert_eq!((game.head(), game.nodes().count()), (head, nodes + 2));
    assert_lines_belong(desk.state());
}

#[test]
fn the_opponents_threat_stays_until_switched_off() {
    let mut desk = desk(shallow());
    let turn = desk.state().session.game.position().turn();
    desk.press(Modifiers::NONE, Key::X);
    for turn in [turn, !turn] {
        desk.until("its limits", is_finished);
        let session = &desk.state().session;
        let moves = &desk.state().live.shown_here(session).unwrap().found.lines[0].moves;
        let piece = session.game.position().board().piece_on(moves[0].from()).unwrap();
        assert_eq!(piece.color, !turn);
        desk.press(Modifiers::NONE, Key::ArrowLeft);
    }
    desk.press(Modifiers::NONE, Key::X);
    assert_eq!(desk.state().live.status(&desk.state().session), LiveStatus::Off);
    // A side whose king is attacked cannot make a null move.
    desk.paste("k4/5/5/R4/5/4K b - - 0 1");
    desk.press(Modifiers::NONE, Key::X);
    assert_eq!(desk.state().live.status(&desk.state().session), LiveStatus::KingAttacked);
    assert!(desk.says("The king is attacked"));
}

#[test]
fn engine_settings_apply_at_once_and_stay() {
    let mut desk = desk(shallow());
    space(&mut desk);
    desk.until("its limits", is_finished);
    desk.click("3 lines");
    desk.click("5 lines");
    desk.until("five lines", |state| {
        is_finished(state) && state.live.shown_here(&state.session).unwrap().found.lines.len() == 5
    });
    desk.open_settings();
    desk.harness.get(By::new().role(Role::Link).label("Engine")).click_accesskit();
    desk.run();
    desk.set_number("Depth, at most", "5");
    desk.until("more depth", |state| {
        is_finished(state) && state.live.shown_here(&state.session).unwrap().found.depth() == 5
    });
    desk.choose("Memory", |text| text == "Memory: 32 MB");
    desk.until("the same again", is_finished);
    let engine = desk.state().session.settings.engine;
    assert_eq!((engine.lines, engine.depth_plies, engine.hash_mb), (5, Some(5), 32));
    assert_eq!(engine.threads, 1);
}

#[test]
fn cards_never_cover_the_stepping_buttons() {
    for size in [vec2(1024.0, 700.0), vec2(640.0, 480.0)] {
        let settings = Settings { engine: shallow(), ..two_humans() };
        let mut desk = Desk::analysing(&game("a2a3 a5a4 b1c3 b5b4"), &settings, size);
        space(&mut desk);
        desk.until("its limits", is_finished);
        let end = desk.harness.ctx.content_rect().bottom() - STATUS_HEIGHT;
        for card in ["no card", "the explorer"] {
            // A panel has its new height one frame after its content.
            (0..4).for_each(|_| desk.harness.step());
            let buttons = desk.rect("To the start");
            assert!(buttons.bottom() <= end, "{card}, {size}: {buttons:?} below {end}");
            if size.x > 1_000.0 {
                let review = desk.rect("Review this game");
                let is_below = review.top() >= buttons.bottom() && review.bottom() <= end;
                assert!(is_below, "{card}: {review:?} between {buttons:?} and {end}");
            }
            desk.press(Modifiers::COMMAND, Key::B);
        }
    }
}
