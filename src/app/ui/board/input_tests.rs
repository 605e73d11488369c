//! Tests of the board's input machine, square by square.

use super::*;
use crate::app::ui::board::{
    BoardLook,
    tests::{placement, sq},
};
use minnow_rules::{
    MoveKind,
    Role::{Knight, Queen, Rook},
    Variant,
};

fn quiet(from: &str, to: &str) -> OfferedMove {
    let (from, to) = (sq(from), sq(to));
    let mv = Move::new(from, to, MoveKind::Normal);
    OfferedMove { mv, from, to, capture: false, promotion: None }
}

fn promote(from: &str, to: &str, role: Role) -> OfferedMove {
    let mv = Move::new(sq(from), sq(to), MoveKind::Promotion(role));
    OfferedMove { mv, promotion: Some(role), ..quiet(from, to) }
}

/// White has a knight on c3, a king on e1 and a pawn on a5; Black a rook on b5.
struct TestScene {
    picture: PositionPicture,
    targets: Vec<OfferedMove>,
}

impl TestScene {
    fn new() -> TestScene {
        TestScene {
            picture: PositionPicture::new(
                Variant::default_variant(),
                placement("Nc3 Ke1 Pa5 rb5"),
                BoardLook::default(),
            ),
            targets: vec![
                quiet("c3", "d5"),
                OfferedMove { capture: true, ..quiet("c3", "b5") },
                quiet("e1", "d1"),
                quiet("e1", "c3"),
                promote("a5", "a6", Queen),
                promote("a5", "a6", Rook),
                promote("a5", "a6", Knight),
            ],
        }
    }

    fn view(&self) -> BoardView<'_> {
        BoardView {
            picture: &self.picture,
            movable: Some(Color::White),
            targets: &self.targets,
            shapes_kept: false,
            enabled: true,
        }
    }
}

fn start() -> (TestScene, BoardInput) {
    (TestScene::new(), BoardInput::default())
}

fn click(input: &mut BoardInput, at: &str, view: &BoardView<'_>) -> Option<OfferedMove> {
    let pressed = input.press(sq(at), view);
    input.drag(Some(sq(at)), false);
    pressed.or(input.release(Some(sq(at)), view))
}

#[test]
fn a_drag_elsewhere_lets_go() {
    let scene = TestScene::new();
    for end in [Some(sq("a1")), Some(sq("e1")), None] {
        let mut input = BoardInput::default();
        input.press(sq("c3"), &scene.view());
        input.drag(end, true);
        assert_eq!(input.release(end, &scene.view()), None);
        assert_eq!((input.selected, input.lifted()), (None, None));
    }
}

#[test]
fn a_click_on_another_own_piece_selects_that() {
    let (scene, mut input) = start();
    click(&mut input, "c3", &scene.view());
    assert_eq!(click(&mut input, "e1", &scene.view()), None);
    assert_eq!(input.selected, Some(sq("e1")));
}

#[test]
fn a_target_with_an_own_piece_moves() {
    let (scene, mut input) = start();
    click(&mut input, "e1", &scene.view());
    assert_eq!(click(&mut input, "c3", &scene.view()), Some(quiet("e1", "c3")));
}

#[test]
fn a_second_click_lets_go() {
    let (scene, mut input) = start();
    click(&mut input, "c3", &scene.view());
    input.press(sq("c3"), &scene.view());
    assert_eq!(input.selected, Some(sq("c3")), "a selected piece can still be dragged");
    input.release(Some(sq("c3")), &scene.view());
    assert_eq!(input.selected, None);
}

#[test]
fn bringing_a_dragged_piece_home_lets_go() {
    let (scene, mut input) = start();
    input.press(sq("c3"), &scene.view());
    input.drag(Some(sq("d4")), true);
    input.drag(Some(sq("c3")), true);
    input.release(Some(sq("c3")), &scene.view());
    assert_eq!(input.selected, None);
}

#[test]
fn empty_and_foreign_squares_select_nothing() {
    let (scene, mut input) = start();
    for at in ["a1", "b5"] {
        assert_eq!(click(&mut input, at, &scene.view()), None);
        assert_eq!(input.selected, None);
    }
    click(&mut input, "c3", &scene.view());
    click(&mut input, "a1", &scene.view());
    assert_eq!(input.selected, None);
}

#[test]
fn nothing_is_picked_up_without_a_mover() {
    let scene = TestScene::new();
    let idle = BoardView { movable: None, targets: &[], ..scene.view() };
    let mut input = BoardInput::default();
    assert_eq!(click(&mut input, "c3", &idle), None);
    assert_eq!(input.selected, None);
}

#[test]
fn a_promotion_waits_for_the_choice() {
    let (scene, mut input) = start();
    input.press(sq("a5"), &scene.view());
    assert_eq!(input.release(Some(sq("a6")), &scene.view()), None);
    let pending = Promotion { from: sq("a5"), to: sq("a6"), marked: 0 };
    assert_eq!(input.promotion, Some(pending));
    assert_eq!(input.choose(9, &scene.view()), None);
    input.mark_choice(-1, &scene.view());
    input.mark_choice(7, &scene.view());
    assert_eq!(input.promotion.map(|p| p.marked), Some(2));
    assert_eq!(input.choose(1, &scene.view()), Some(promote("a5", "a6", Rook)));
    assert_eq!(input.promotion, None);
}

#[test]
fn a_press_beside_the_choice_only_closes_it() {
    let (scene, mut input) = start();
    click(&mut input, "a5", &scene.view());
    click(&mut input, "a6", &scene.view());
    assert!(input.promotion.is_some());
    assert_eq!(click(&mut input, "c3", &scene.view()), None);
    assert_eq!((input.promotion, input.selected), (None, None));
}

#[test]
fn escape_undoes_one_thing_after_another() {
    let (scene, mut input) = start();
    assert!(!input.cancel());
    click(&mut input, "a5", &scene.view());
    click(&mut input, "a6", &scene.view());
    assert!(input.cancel() && input.promotion.is_none());
    input.press(sq("c3"), &scene.view());
    input.drag(Some(sq("d5")), true);
    assert!(input.cancel());
    assert_eq!(input.release(Some(sq("d5")), &scene.view()), None);
    assert_eq!(input.selected, None);
}

#[test]
fn a_stale_selection_is_dropped() {
    let (mut scene, mut input) = start();
    input.press(sq("c3"), &scene.view());
    scene.picture.pieces.retain(|(at, _)| *at != sq("c3"));
    input.sync(&scene.view());
    assert!(input.selected.is_none() && !input.holds_piece());
    click(&mut input, "a5", &scene.view());
    click(&mut input, "a6", &scene.view());
    scene.targets.clear();
    input.sync(&scene.view());
    assert_eq!(input.promotion, None);
}

#[test]
fn other_button_draws_main_button_wipes() {
    let (scene, mut input) = start();
    input.press_secondary(sq("a1"), Brush::Green);
    input.drag(Some(sq("c3")), true);
    assert_eq!(input.drawing(), Some(Shape::arrow(sq("a1"), sq("c3"), Brush::Green)));
    assert!(input.release_secondary(Some(sq("c3"))));
    input.press_secondary(sq("b2"), Brush::Red);
    assert!(input.release_secondary(Some(sq("b2"))));
    let arrow = Shape::arrow(sq("a1"), sq("c3"), Brush::Green);
    assert_eq!(input.shapes, [arrow, Shape::circle(sq("b2"), Brush::Red)]);
    input.press_secondary(sq("b2"), Brush::Red);
    assert!(!input.release_secondary(None), "an arrow off the board is dropped");
    assert_eq!(input.shapes.len(), 2);
    click(&mut input, "a1", &scene.view());
    assert!(input.shapes.is_empty());
}

#[test]
fn the_other_button_puts_a_held_piece_back() {
    let (scene, mut input) = start();
    input.press(sq("c3"), &scene.view());
    input.drag(Some(sq("d5")), true);
    input.press_secondary(sq("d5"), Brush::Green);
    assert_eq!(input.release(Some(sq("d5")), &scene.view()), None);
    assert_eq!((input.selected, input.drawing()), (None, None));
}

#[test]
fn enter_picks_up_puts_down_and_lets_go() {
    let (scene, mut input) = start();
    assert_eq!(input.activate(sq("a1"), &scene.view()), None);
    assert_eq!((input.selected, input.cursor), (None, sq("a1")));
    input.activate(sq("c3"), &scene.view());
    input.activate(sq("c3"), &scene.view());
    assert_eq!(input.selected, None);
    input.activate(sq("c3"), &scene.view());
    assert_eq!(input.activate(sq("d5"), &scene.view()), Some(quiet("c3", "d5")));
}
