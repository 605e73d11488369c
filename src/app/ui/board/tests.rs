//! The board in a window without a screen: mouse, keyboard and screen reader.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, HarnessBuilder};

use super::*;
use crate::app::ui::theme::{self, board_marks};
use minnow_rules::{
    Color, Move, MoveKind, Piece, Role,
    Role::{Bishop, Knight, Queen, Rook},
    Variant,
};

/// A board and its outputs; it plays moves like a program without rules.
struct Desk {
    pieces: Vec<(Square, Piece)>,
    targets: Vec<OfferedMove>,
    state: BoardState,
    flipped: bool,
    animate: bool,
    marks: ShownMarks,
    played: Vec<OfferedMove>,
    shape_changes: usize,
}

pub(super) fn sq(text: &str) -> Square {
    text.parse().unwrap()
}

/// Pieces with their squares, as in `Ke1 pd5`.
pub(super) fn placement(text: &str) -> Vec<(Square, Piece)> {
    text.split_whitespace()
        .map(|word| (sq(&word[1..]), Piece::from_letter(word.chars().next().unwrap()).unwrap()))
        .collect()
}

fn target(from: &str, to: &str, promotion: Option<Role>) -> OfferedMove {
    let (from, capture) = (sq(from), to == "d5");
    let to = sq(to);
    let kind = promotion.map_or(MoveKind::Normal, MoveKind::Promotion);
    OfferedMove { mv: Move::new(from, to, kind), from, to, capture, promotion }
}

impl Desk {
    fn new() -> Desk {
        let mut targets = vec![target("c3", "d5", None), target("c3", "b5", None)];
        targets.extend([Queen, Rook, Bishop, Knight].map(|role| target("a5", "b6", Some(role))));
        targets.push(target("e1", "e2", None));
        Desk {
            pieces: placement("Ke1 Nc3 Pa5 pd5 ka6"),
            targets,
            state: BoardState::default(),
            flipped: false,
            animate: true,
            marks: ShownMarks::default(),
            played: Vec::new(),
            shape_changes: 0,
        }
    }

    fn ui(&mut self, ui: &mut Ui) {
        let look = BoardLook { animate: self.animate, marks: self.marks, ..BoardLook::default() };
        let variant = Variant::default_variant();
        let picture = PositionPicture {
            flipped: self.flipped,
            last_move: self.played.last().map(|target| (target.from, target.to)),
            attacked_king: Some(sq("a6")),
            hint: Some(Hint::Move(sq("e1"), sq("e2"))),
            arrows: vec![Arrow::new(sq("a2"), sq("a3"), Brush::Best, 0.5)],
            ..PositionPicture::new(variant, self.pieces.clone(), look)
        };
        let view = BoardView {
            picture: &picture,
            movable: Some(Color::White),
            targets: &self.targets,
            shapes_kept: false,
            enabled: true,
        };
        let output = board_ui(ui, &mut self.state, &view);
        self.shape_changes += usize::from(output.shapes_changed);
        if let Some(chosen) = output.chosen {
            self.played.push(chosen);
            self.pieces.retain(|(at, _)| *at != chosen.to);
            for (at, piece) in &mut self.pieces {
                if *at == chosen.from {
                    *at = chosen.to;
                    piece.role = chosen.promotion.unwrap_or(piece.role);
                }
            }
        }
    }
}

fn builder() -> HarnessBuilder<Desk> {
    Harness::builder().with_size(vec2(420.0, 500.0)).with_context_setup(theme::install)
}

fn open(desk: Desk) -> Harness<'static, Desk> {
    builder().build_ui_state(|ui, desk: &mut Desk| desk.ui(ui), desk)
}

fn centre(harness: &Harness<'_, Desk>, label: &str) -> Pos2 {
    harness.get_by_label(label).rect().center()
}

fn click(harness: &mut Harness<'_, Desk>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

/// True if the board has the focus: a screen reader finds it on the square of the cursor.
fn has_focus(harness: &Harness<'_, Desk>) -> bool {
    let square = harness.state().state.input.cursor;
    harness.get_by_label_contains(&format!("{square}, ")).is_focused()
}

/// Presses, moves and releases a button, one event a frame.
fn drag(harness: &mut Harness<'_, Desk>, button: PointerButton, from: Pos2, to: Pos2) {
    let modifiers = Modifiers::NONE;
    harness.event(Event::PointerMoved(from));
    harness.event(Event::PointerButton { pos: from, button, pressed: true, modifiers });
    harness.event(Event::PointerMoved(from + (to - from) / 2.0));
    harness.event(Event::PointerMoved(to));
    harness.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
    harness.run();
}

/// Drags the pawn to the last rank, where it promotes.
fn drag_pawn(harness: &mut Harness<'_, Desk>) {
    let (from, to) = (centre(harness, "a5, white pawn"), centre(harness, "b6, empty"));
    drag(harness, PointerButton::Primary, from, to);
}

#[test]
fn two_clicks_play_a_move() {
    let mut harness = open(Desk::new());
    click(&mut harness, "c3, white knight");
    click(&mut harness, "d5, black pawn, can go here");
    assert_eq!(harness.state().played, [target("c3", "d5", None)]);
    harness.get_by_label("d5, white knight");
    harness.get_by_label("c3, empty");
}

#[test]
fn a_drag_carries_the_piece_and_plays() {
    let mut harness = open(Desk::new());
    let (from, to) = (centre(&harness, "c3, white knight"), centre(&harness, "b5, empty"));
    harness.hover_at(from);
    harness.drag_at(from);
    harness.step();
    let input = &harness.state().state.input;
    assert!(input.holds_piece() && input.lifted().is_none());
    assert_eq!(input.selected, Some(sq("c3")), "picked up at once");
    harness.hover_at(from + vec2(4.0, 0.0));
    harness.step();
    assert_eq!(harness.state().state.input.lifted(), Some(sq("c3")));
    harness.hover_at(to);
    harness.drop_at(to);
    harness.run();
    assert_eq!(harness.state().played, [target("c3", "b5", None)]);
    let input = &harness.state().state.input;
    assert_eq!((input.selected, input.lifted()), (None, None));
}

#[test]
fn a_drag_within_one_frame_plays_too() {
    let mut harness = open(Desk::new());
    let (from, to) = (centre(&harness, "c3, white knight"), centre(&harness, "b5, empty"));
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let events = [Event::PointerMoved(from), button(from, true), Event::PointerMoved(to)];
    harness.input_mut().events.extend(events);
    harness.input_mut().events.push(button(to, false));
    harness.run();
    assert_eq!(harness.state().played, [target("c3", "b5", None)]);
}

#[test]
fn a_held_piece_returns_when_the_window_loses_focus() {
    let mut harness = open(Desk::new());
    let (from, to) = (centre(&harness, "c3, white knight"), centre(&harness, "b5, empty"));
    harness.hover_at(from);
    harness.drag_at(from);
    harness.hover_at(to);
    harness.step();
    assert_eq!(harness.state().state.input.lifted(), Some(sq("c3")));
    // The button goes up over another window.
    harness.event(Event::WindowFocused(false));
    harness.event(Event::WindowFocused(true));
    harness.hover_at(from + vec2(40.0, 0.0));
    harness.run();
    let input = &harness.state().state.input;
    assert_eq!((input.selected, input.lifted()), (None, None));
    assert!(harness.state().played.is_empty());
    click(&mut harness, "c3, white knight");
    harness.event(Event::WindowFocused(false));
    harness.run();
    assert_eq!(harness.state().state.input.selected, Some(sq("c3")), "no button is held");
}

#[test]
fn a_promotion_is_chosen_by_click() {
    let mut harness = open(Desk::new());
    drag_pawn(&mut harness);
    assert!(harness.state().played.is_empty());
    harness.get_by_label("promote to queen");
    click(&mut harness, "promote to rook");
    assert_eq!(harness.state().played, [target("a5", "b6", Some(Rook))]);
    assert!(harness.query_by_label("promote to rook").is_none());
    harness.get_by_label("b6, white rook");
}

#[test]
fn keys_choose_or_close_a_promotion() {
    let mut harness = open(Desk::new());
    for key in [Key::Escape, Key::N] {
        drag_pawn(&mut harness);
        harness.key_press(key);
        harness.run();
        assert!(harness.query_by_label("promote to queen").is_none());
    }
    assert_eq!(harness.state().played, [target("a5", "b6", Some(Knight))]);
}

#[test]
fn a_press_beside_the_chooser_closes_it() {
    let mut harness = open(Desk::new());
    drag_pawn(&mut harness);
    click(&mut harness, "e1, white king");
    assert!(harness.query_by_label("promote to queen").is_none());
    assert!(harness.state().played.is_empty());
}

#[test]
fn a_whole_move_goes_by_keyboard() {
    let mut harness = open(Desk::new());
    harness.key_press(Key::Tab);
    harness.run();
    assert!(has_focus(&harness));
    let knight = [Key::ArrowRight, Key::ArrowRight, Key::ArrowUp, Key::ArrowUp, Key::Enter];
    let onto_b5 = [Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft, Key::Enter];
    for key in knight.into_iter().chain(onto_b5) {
        harness.key_press(key);
    }
    harness.run();
    assert_eq!(harness.state().played, [target("c3", "b5", None)]);
    assert!(has_focus(&harness));
    assert_eq!(harness.get_by_label("board").value().as_deref(), Some("b5, white knight"));
}

#[test]
fn keys_that_come_within_one_frame_all_count() {
    let mut harness = open(Desk::new());
    harness.get_by_label("board").focus();
    harness.run();
    let (physical_key, repeat, modifiers) = (None, false, Modifiers::NONE);
    let press = |key| Event::Key { key, physical_key, pressed: true, repeat, modifiers };
    let onto_c3 = [Key::ArrowRight, Key::ArrowRight, Key::ArrowUp, Key::ArrowUp, Key::Enter];
    harness.input_mut().events.extend(onto_c3.map(press));
    harness.run();
    assert_eq!(harness.state().state.input.selected, Some(sq("c3")));
    let onto_b5 = [Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft, Key::Enter];
    harness.input_mut().events.extend(onto_b5.map(press));
    harness.run();
    assert_eq!(harness.state().played, [target("c3", "b5", None)]);
}

#[test]
fn escape_cancels_a_promotion_then_leaves() {
    let mut harness = open(Desk::new());
    harness.get_by_label("board").focus();
    harness.run();
    harness.state_mut().state.input.cursor = sq("a5");
    for key in [Key::Enter, Key::ArrowUp, Key::ArrowRight, Key::Enter, Key::ArrowDown, Key::Enter] {
        harness.key_press(key);
    }
    harness.run();
    assert_eq!(harness.state().played, [target("a5", "b6", Some(Rook))]);
    harness.state_mut().state.input.cursor = sq("e1");
    harness.key_press(Key::Enter);
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().state.input.selected, None);
    assert!(has_focus(&harness));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(!has_focus(&harness));
}

#[test]
fn arrows_and_enter_need_the_focus() {
    let mut harness = open(Desk::new());
    let cursor = harness.state().state.input.cursor;
    click(&mut harness, "c3, white knight");
    assert!(!has_focus(&harness), "a click leaves the keys to the app");
    harness.key_press(Key::Enter);
    harness.run();
    assert!(harness.state().played.is_empty());
    assert_ne!(harness.state().state.input.cursor, cursor, "the cursor waits where the mouse was");
}

#[test]
fn right_button_draws_left_button_wipes() {
    let mut harness = open(Desk::new());
    let (from, to) = (centre(&harness, "c3, white knight"), centre(&harness, "e4, empty"));
    drag(&mut harness, PointerButton::Secondary, from, to);
    let red = Modifiers::SHIFT;
    harness.get_by_label("a1, empty").click_button_modifiers(PointerButton::Secondary, red);
    harness.run();
    let arrow = Shape::arrow(sq("c3"), sq("e4"), Brush::Green);
    assert_eq!(harness.state().state.shapes(), [arrow, Shape::circle(sq("a1"), Brush::Red)]);
    assert_eq!(harness.state().shape_changes, 2);
    click(&mut harness, "b2, empty");
    assert!(harness.state().state.shapes().is_empty());
    assert_eq!(harness.state().shape_changes, 3);
}

/// The dots, the squares in the colour of the last move, and the texts that are painted.
fn marks(harness: &Harness<'_, Desk>) -> [usize; 3] {
    let count = |is_mark: fn(&egui::Shape) -> bool| {
        harness.output().shapes.iter().filter(|clipped| is_mark(&clipped.shape)).count()
    };
    [
        count(|shape| matches!(shape, egui::Shape::Circle(dot) if dot.fill == board_marks::TARGET)),
        count(
            |shape| matches!(shape, egui::Shape::Rect(tint) if tint.fill == board_marks::LAST_MOVE),
        ),
        count(|shape| matches!(shape, egui::Shape::Text(_))),
    ]
}

#[test]
fn hidden_marks_are_not_painted() {
    let mut harness = open(Desk::new());
    click(&mut harness, "c3, white knight");
    click(&mut harness, "b5, empty, can go here");
    click(&mut harness, "a5, white pawn");
    let [dots, tints, texts] = marks(&harness);
    assert_eq!((dots, tints), (1, 2));
    let marks_of = &mut harness.state_mut().marks;
    (marks_of.coordinates, marks_of.targets, marks_of.last_move) = (false, false, false);
    harness.run();
    // The coordinates are 6 digits and 5 letters.
    assert_eq!(marks(&harness), [0, 0, texts - 11]);
    click(&mut harness, "b6, empty, can go here");
    harness.get_by_label("promote to queen");
}

#[test]
fn coordinates_are_painted_above_the_pieces() {
    let mut harness = open(Desk::new());
    let texts_above = |harness: &Harness<'_, Desk>| {
        let shapes = &harness.output().shapes;
        let is_picture =
            |shape: &egui::Shape| matches!(shape, egui::Shape::Rect(rect) if rect.brush.is_some());
        let last = shapes.iter().rposition(|clipped| is_picture(&clipped.shape)).unwrap();
        let above = shapes[last..].iter();
        above.filter(|clipped| matches!(clipped.shape, egui::Shape::Text(_))).count()
    };
    let shown = texts_above(&harness);
    harness.state_mut().marks.coordinates = false;
    harness.run();
    assert_eq!(shown - texts_above(&harness), 11);
}

#[test]
fn a_small_board_hides_the_last_move_too() {
    for (last_move, tints) in [(true, 2), (false, 0)] {
        let marks_shown = ShownMarks { last_move, ..ShownMarks::default() };
        let look = BoardLook { marks: marks_shown, ..BoardLook::default() };
        let picture = PositionPicture {
            last_move: Some((sq("a2"), sq("a3"))),
            ..PositionPicture::new(Variant::default_variant(), Vec::new(), look)
        };
        let mini = move |ui: &mut Ui, _: &mut Desk| mini_board_ui(ui, &picture, "small", 20.0);
        let harness = builder().build_ui_state(mini, Desk::new());
        assert_eq!(marks(&harness)[1], tints);
    }
}

#[test]
fn a_flipped_board_has_its_squares_turned_round() {
    let mut harness = open(Desk::new());
    let (king, knight) = (centre(&harness, "e1, white king"), centre(&harness, "c3, white knight"));
    harness.state_mut().flipped = true;
    harness.run();
    assert!(centre(&harness, "e1, white king").y < centre(&harness, "c3, white knight").y);
    assert!(king.y > knight.y);
    click(&mut harness, "c3, white knight");
    click(&mut harness, "b5, empty, can go here");
    assert_eq!(harness.state().played, [target("c3", "b5", None)]);
}

#[test]
fn a_window_over_the_board_keeps_its_clicks() {
    let mut harness = builder().build_ui_state(
        |ui, desk: &mut Desk| {
            desk.ui(ui);
            egui::Modal::new(egui::Id::unique("question")).show(ui.ctx(), |ui| ui.label("Sure?"));
        },
        Desk::new(),
    );
    click(&mut harness, "c3, white knight");
    assert_eq!(harness.state().state.input.selected, None);
}

#[test]
fn moves_animate_and_then_nothing_repaints() {
    let mut harness = open(Desk::new());
    harness.run();
    harness.state_mut().pieces[1].0 = sq("e4");
    harness.step();
    assert!(harness.state().state.animation.is_gliding(sq("e4")));
    harness.run();
    assert!(!harness.state().state.animation.is_running());
    harness.state_mut().animate = false;
    harness.state_mut().pieces[1].0 = sq("c3");
    harness.step();
    assert!(!harness.state().state.animation.is_running());
}

#[test]
fn the_board_is_sharp_at_every_zoom() {
    let mut harness = open(Desk::new());
    for zoom in [0.75, 1.0, 1.25, 1.5, 2.0] {
        harness.ctx.set_zoom_factor(zoom);
        harness.run();
        let square = harness.get_by_label("c3, white knight").rect();
        let density = harness.ctx.pixels_per_point();
        for edge in [square.left(), square.right(), square.top(), square.bottom()] {
            assert!((edge * density).fract().min(1.0 - (edge * density).fract()) < 0.05, "{zoom}");
        }
    }
}
