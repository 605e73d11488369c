//! Nothing is cut off and nothing overlaps, from the smallest window to the largest, at every zoom.

use std::collections::HashMap;
use std::time::Duration;

use egui::{Key, LayerId, Modifiers, Rect, Vec2, ViewportId, WidgetRect, vec2};
use egui_kittest::kittest::NodeT;
use minnow::app::analyse::LiveStatus;
use minnow::app::lab::LabPageId;
use minnow::app::pages::PageId;
use minnow::app::session::Mode;
use minnow::app::session::settings::{EngineSettings, Settings, ThemeChoice};
use minnow_game::{
    ClockState, Game, Judgement, MoveVerdict, NodeId, RecordedEval, TimeControl, save::to_ron,
};
use minnow_rules::{Move, Role, Variant};

use crate::desk::{Desk, WIDE, folder_with, quick, two_humans};

const ZOOMS: [f32; 3] = [0.75, 1.0, 2.0];
const PHONE: Vec2 = vec2(360.0, 640.0);
const FLAT: Vec2 = vec2(480.0, 360.0);
const SMALL: Vec2 = vec2(640.0, 480.0);
const TALL: Vec2 = vec2(480.0, 800.0);
const MIDDLING: Vec2 = vec2(900.0, 700.0);
const SIZES: [Vec2; 5] = [PHONE, FLAT, SMALL, MIDDLING, WIDE];
/// Edges may touch, and rounding to pixels may move them this far, in points.
const ROUNDING: f32 = 0.75;

/// A game that fills the window: long names, a clock, as many pieces taken as moves allow.
fn full_game() -> Game {
    let mut game = Game::new(Variant::default_variant());
    game.header.names =
        ["Alexandra Konstantinovskaya", "Maximilian Breitenlohner"].map(str::to_owned);
    let control = TimeControl { base_ms: 7_200_000, increment_ms: 30_000, delay_ms: 0 };
    game.header.clock = Some(ClockState { control, left_ms: [7_199_000, 59_000] });
    for _ in 0..40 {
        let position = *game.position();
        let taken = |played: &Move| position.captured(*played).filter(|role| *role != Role::King);
        let moves = position.safe_moves();
        let played = moves.iter().find(|m| taken(m).is_some()).or(moves.iter().next());
        if played.is_none_or(|played| game.play(played).is_err()) {
            break;
        }
    }
    game
}

/// The same with a review without the first move, and with an error at every other.
fn reviewed_game() -> Game {
    let mut game = full_game();
    let line: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
    for (ply, node) in line.into_iter().enumerate() {
        let judgement = Judgement::ALL.get(ply % 7).copied();
        let cp = (ply as i32 % 5 - 2) * 150;
        let evaluation = RecordedEval::Centipawns { cp, depth_plies: 9 };
        let sentence = "This lets the opponent win a pawn and then another one.".to_owned();
        let unjudged = MoveVerdict::unjudged(evaluation);
        game.set_verdict(node, MoveVerdict { judgement, sentence, is_confirmed: true, ..unjudged });
    }
    game
}

/// A window of this size with the full game.
fn desk(size: Vec2, zoom: f32) -> Desk {
    desk_with(&full_game(), size, zoom)
}

fn desk_with(game: &Game, size: Vec2, zoom: f32) -> Desk {
    let engine =
        EngineSettings { lines: 5, depth_plies: Some(4), threads: 1, ..EngineSettings::default() };
    let folder = folder_with(&Settings { show_thinking: true, zoom, engine, ..two_humans() });
    let path = folder.path().join("full.minnow.ron");
    std::fs::write(&path, to_ron(game)).unwrap();
    Desk::open_in(folder, Some(path), size)
}

/// Something that can be read or clicked.
struct Thing {
    name: String,
    layer: LayerId,
    rect: Rect,
    /// The part of it that scroll areas and panels leave visible.
    seen: Rect,
}

/// Every visible widget with a name. Names come from the accessibility tree, places from egui,
/// since the tree has no clipping.
fn things(desk: &Desk) -> Vec<Thing> {
    let mut names = HashMap::new();
    for node in desk.harness.root().children_recursive() {
        let node = node.accesskit_node();
        let name = node.label().or_else(|| node.value()).filter(|name| !name.is_empty());
        if let Some(name) = name.filter(|_| node.role() != egui::accesskit::Role::Group) {
            names.insert(node.locate().0, name);
        }
    }
    let mut things = Vec::new();
    desk.harness.ctx.viewport(|viewport| {
        for (layer, widgets) in viewport.prev_pass.widgets.layers() {
            for WidgetRect { id, rect, interact_rect: seen, .. } in widgets {
                let name = names.get(&id.accesskit_id()).filter(|_| seen.is_positive());
                things.extend(name.map(|name| Thing {
                    name: name.clone(),
                    layer: *layer,
                    rect: *rect,
                    seen: *seen,
                }));
            }
        }
    });
    assert!(things.len() > 15, "a window has more to show than this");
    things
}

/// The faults of the window's current layout.
fn problems(desk: &Desk) -> Vec<String> {
    let window = desk.harness.ctx.content_rect();
    let mut found = Vec::new();
    let all = things(desk);
    for (index, thing) in all.iter().enumerate() {
        let Thing { name, layer, rect, seen } = thing;
        if !window.expand(ROUNDING).contains_rect(*seen) {
            found.push(format!("\"{name}\" leaves the window: {seen:?}"));
        }
        if rect.width() > seen.width() + ROUNDING {
            found.push(format!("\"{name}\" is cut off: {seen:?} of {rect:?}"));
        }
        for other in all[..index].iter().filter(|other| other.layer == *layer) {
            if seen.shrink(ROUNDING).intersects(other.seen.shrink(ROUNDING)) {
                let Thing { name: below, seen: place, .. } = other;
                found.push(format!("\"{name}\" {seen:?} lies over \"{below}\" {place:?}"));
            }
        }
    }
    // A lesson may have a tree in the board's place.
    if has_board(desk) {
        found.extend(board_problems(desk));
    }
    for control in ["New game", "Open", "Save", "Menu", "Help"] {
        if !desk.shows(control) {
            found.push(format!("there is no \"{control}\""));
        }
    }
    found
}

/// True if the screen must have a board.
fn has_board(desk: &Desk) -> bool {
    let page = desk.state().lab.page;
    let has_none = matches!(page, LabPageId::Lessons | LabPageId::Exercises | LabPageId::Printed);
    desk.state().mode() != Mode::Lab || !has_none && !desk.state().shown_editor()
}

fn board_problems(desk: &Desk) -> Vec<String> {
    let window = desk.harness.ctx.content_rect();
    let mut found = Vec::new();
    let board = desk.rect("board");
    let [a1, e6] = ["a1", "e6"].map(|square| desk.square(square));
    if !window.contains_rect(board) || (a1.width() - a1.height()).abs() > 0.01 {
        found.push(format!("the board is {board:?}, a square {a1:?}"));
    }
    if board != a1.union(e6) || board.width() < 0.25 * window.width().min(window.height()) {
        found.push(format!("the board is {board:?}, its corners {a1:?} and {e6:?}"));
    }
    found
}

fn check(desk: &Desk, what: &str) {
    let found = problems(desk);
    let size = desk.harness.ctx.content_rect().size();
    assert!(found.is_empty(), "{what}, {size}: {found:#?}");
}

/// Every zoom, and every tab where the window has tabs.
fn check_size(size: Vec2) {
    for zoom in ZOOMS {
        let mut desk = desk(size, zoom);
        desk.click("Play");
        check(&desk, &format!("zoom {zoom}"));
        desk.click("Analyse");
        desk.press(Modifiers::NONE, Key::ArrowLeft);
        desk.press(Modifiers::NONE, Key::Space);
        desk.until("lines", |state| state.live.status(&state.session) == LiveStatus::Finished);
        check_tabs(&mut desk, "Panel: Analysis", &format!("analysis, zoom {zoom}"));
        desk.click("Lab");
        // Code that is printed wider than its page scrolls sideways.
        for page in LabPageId::ALL.iter().filter(|page| **page != LabPageId::Printed) {
            desk.click(&format!("Lab: {}", page.name()));
            check(&desk, &format!("lab, zoom {zoom}, {}", page.name()));
        }
    }
}

#[test]
fn a_recorded_search_fits_into_every_window() {
    for size in SIZES {
        let mut desk = desk(size, 1.0);
        desk.click("Lab");
        desk.click("Record this position");
        desk.until("a recording", |state| state.lab.pages.tree.version().0 == 1);
        check(&desk, "a recorded search");
        desk.press(Modifiers::NONE, Key::X);
        check(&desk, "a cutoff");
        desk.click("Options");
        check(&desk, "the options of a recording");
    }
}

#[test]
fn the_tree_editor_fits_into_every_window() {
    for size in SIZES {
        let mut desk = desk(size, 1.0);
        desk.click("Lab");
        desk.click("Draw a tree of your own");
        desk.until("a recording", |state| state.lab.pages.tree.edited_visits().is_some());
        check(&desk, "the tree editor");
        desk.press(Modifiers::NONE, Key::Delete);
        check(&desk, "the tree editor with a problem");
        desk.click("Random tree");
        check(&desk, "the form of a random tree");
    }
}

/// The window as it is and with every other tab, and back to the first.
fn check_tabs(desk: &mut Desk, first: &str, what: &str) {
    for tab in [first, "Panel: Moves", first] {
        if desk.shows(tab) {
            desk.click(tab);
        }
        check(desk, &format!("{what}, {tab}"));
    }
}

/// The places of the painted texts with these words.
fn painted(desk: &Desk, words: &[&str]) -> Vec<Rect> {
    let shapes = desk.harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) if words.contains(&text.galley.text()) => {
            Some(text.visual_bounding_rect())
        }
        _ => None,
    });
    texts.collect()
}

#[test]
fn labels_of_the_labs_pages_stay_apart() {
    for size in [PHONE, FLAT, SMALL] {
        let mut desk = desk(size, 1.0);
        desk.click("Lab");
        let names: Vec<&str> = LabPageId::ALL.iter().map(|page| page.name()).collect();
        let mut places = painted(&desk, &names);
        places.sort_by(|one, other| one.left().total_cmp(&other.left()));
        assert!(places.len() >= names.len(), "{places:?}");
        for pair in places.windows(2) {
            assert!(
                pair[0].right() < pair[1].left()
                    || pair[0].top() > pair[1].bottom()
                    || pair[1].top() > pair[0].bottom(),
                "{size}: {pair:?}"
            );
        }
    }
}

/// A test for each size, since one takes long.
macro_rules! nothing_overlaps {
    ($($name:ident: $size:expr),* $(,)?) => {
        $(#[test]
        fn $name() {
            check_size($size);
        })*
    };
}

nothing_overlaps! {
    nothing_overlaps_in_a_small_window: SMALL,
    nothing_overlaps_on_a_phone: PHONE,
    nothing_overlaps_in_a_tall_window: TALL,
    nothing_overlaps_in_a_middling_window: MIDDLING,
    nothing_overlaps_in_a_laptops_window: vec2(1366.0, 703.0),
    nothing_overlaps_in_a_wide_window: WIDE,
    nothing_overlaps_in_a_huge_window: vec2(3840.0, 2160.0),
}

#[test]
fn overlays_fit_into_the_smallest_window() {
    for size in [PHONE, FLAT, SMALL, TALL] {
        let mut desk = desk(size, 2.0);
        desk.paste("no position at all, but a text that is long enough for a second line");
        assert!(!desk.notice().is_empty());
        check(&desk, "a notice");
        desk.click("Dismiss");
        desk.click("Resign");
        check(&desk, "a question");
        desk.click("Resign");
        check(&desk, "the result");
        desk.click("Help");
        check(&desk, "the page of help");
        desk.click("All keys");
        check(&desk, "the page of keys");
        desk.click("Close");
        desk.open_settings();
        check(&desk, "the page of settings");
        desk.click("Close");
        desk.click("Menu");
        check(&desk, "the menu");
        desk.menu_group("Help").click_accesskit();
        desk.run();
        check(&desk, "a group of the menu");
        desk.click_in_view_or_not("Rules of this game");
        assert_eq!(desk.state().page, Some(PageId::Rules));
        check(&desk, "the page of rules");
    }
}

#[test]
fn a_review_fits_into_every_window() {
    for size in SIZES.into_iter().chain([TALL]) {
        for zoom in [1.0, 2.0] {
            let mut desk = desk_with(&reviewed_game(), size, zoom);
            desk.click("Analyse");
            check_tabs(&mut desk, "Panel: Analysis", &format!("a review, zoom {zoom}"));
            desk.click("Review menu");
            check(&desk, &format!("the menu of a review, zoom {zoom}"));
        }
    }
}

#[test]
fn the_choices_of_a_game_fit_into_every_window() {
    for size in SIZES.into_iter().chain([TALL]) {
        let mut desk = Desk::open_in(folder_with(&quick()), None, size);
        check(&desk, "a new game");
        desk.unfold();
        check(&desk, "all choices");
        let (window, start) = (desk.harness.ctx.content_rect(), desk.rect("Start game"));
        assert!(window.contains_rect(start), "{size}: {start:?}");
        desk.click("Start game");
        check(&desk, "the start");
        desk.unfold();
        check(&desk, "the choices during a game");
    }
}

#[test]
fn an_open_move_fits_into_every_window() {
    for size in SIZES.into_iter().chain([TALL]) {
        let settings = Settings { confirm_moves: true, ..two_humans() };
        let mut desk = Desk::open_in(folder_with(&settings), None, size);
        desk.play("a2", "a3");
        assert!(desk.shows("Play a3?"), "{size}");
        check(&desk, "an open move");
    }
}

#[test]
fn the_settings_fit_and_close() {
    let mut desk = desk(MIDDLING, 1.0);
    assert!(!desk.shows("Theme: Dark"));
    desk.open_settings();
    check(&desk, "the settings");
    desk.click_in_view_or_not("Theme: Dark");
    assert_eq!(desk.state().session.settings.theme, ThemeChoice::Dark);
    desk.close_page();
    assert!(!desk.shows("Theme: Dark"));
}

/// The time at which the window asks to be drawn again.
fn next_frame(desk: &mut Desk) -> Duration {
    desk.harness.run();
    desk.harness.output().viewport_output[&ViewportId::ROOT].repaint_delay
}

#[test]
fn an_idle_window_asks_for_no_frame() {
    let mut desk = Desk::new();
    assert_eq!(next_frame(&mut desk), Duration::MAX, "at the start");
    desk.play("a2", "a3");
    desk.until_plies(2);
    assert_eq!(next_frame(&mut desk), Duration::MAX, "while the user thinks");
    desk.click("Resign");
    assert_eq!(next_frame(&mut desk), Duration::MAX, "with a question");
    desk.click("Resign");
    assert!(desk.shows("You lost"));
    assert_eq!(next_frame(&mut desk), Duration::MAX, "with the result");
    desk.paste("nonsense");
    assert_eq!(next_frame(&mut desk), Duration::MAX, "with a notice");
    desk.click("Help");
    assert_eq!(next_frame(&mut desk), Duration::MAX, "with a page");
}

#[test]
fn only_a_running_clock_requests_frames() {
    let mut desk = Desk::with(&two_humans());
    desk.click("Clock: 3+2");
    assert_eq!(next_frame(&mut desk), Duration::MAX);
    desk.play("a2", "a3");
    let delay = next_frame(&mut desk);
    assert!(delay > Duration::ZERO && delay < Duration::from_secs(2), "{delay:?}");
    desk.resign();
    assert_eq!(next_frame(&mut desk), Duration::MAX);
}

#[test]
fn editor_and_menu_fit_into_every_window() {
    for size in [FLAT, SMALL, TALL, WIDE] {
        for zoom in [1.0, 2.0] {
            let mut desk = desk(size, zoom);
            desk.press(Modifiers::COMMAND, Key::E);
            check(&desk, &format!("the editor, zoom {zoom}"));
            desk.paste("5/5/5/5/5/5 w - - 0 1");
            check(&desk, &format!("the editor with a problem, zoom {zoom}"));
            desk.press(Modifiers::NONE, Key::Escape);
            desk.click_in_view_or_not("Move menu");
            check(&desk, &format!("the menu of a move, zoom {zoom}"));
            desk.press(Modifiers::NONE, Key::Escape);
            desk.press(Modifiers::ALT, Key::Num4);
            desk.press(Modifiers::NONE, Key::Delete);
            check(&desk, &format!("a notice, zoom {zoom}"));
        }
    }
}
