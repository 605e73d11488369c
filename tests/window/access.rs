//! The keyboard's focus and what a screen reader gets.

use egui::accesskit::{Live, Role};
use egui::{Color32, Key, Modifiers, Rect, Shape, Vec2, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{AccessKitNode, By, NodeT, Queryable};
use minnow::app::session::settings::{ReplyPace, Settings, Sides, ThemeChoice};
use minnow::app::ui::text::variant_text;
use minnow::app::ui::theme::Theme;
use minnow_rules::builtin_variants;

use crate::desk::{Desk, WIDE, folder_with, game, quick, two_humans};

fn tab(desk: &mut Desk) -> String {
    desk.press(Modifiers::NONE, Key::Tab);
    desk.focused()
}

/// All stops of the Tab key, from the first one until it comes again.
fn stops(desk: &mut Desk) -> Vec<String> {
    let first = tab(desk);
    let mut stops = vec![first.clone()];
    loop {
        let next = tab(desk);
        if next == first {
            return stops;
        }
        assert!(stops.len() < 80, "the Tab key never comes back: {stops:#?}");
        stops.push(next);
    }
}

/// Checks that these stops come in this order.
#[track_caller]
fn check_order(stops: &[String], order: &[&str]) {
    let place = |name: &str| {
        stops.iter().position(|stop| stop == name).unwrap_or_else(|| panic!("{name}: {stops:#?}"))
    };
    for pair in order.windows(2) {
        assert!(place(pair[0]) < place(pair[1]), "{pair:?} in {stops:#?}");
    }
}

#[test]
fn tab_begins_at_the_board_and_follows_the_eye() {
    let reply = ReplyPace::Natural;
    let mut desk = Desk::with(&Settings { use_custom: false, reply, ..quick() });
    let before = stops(&mut desk);
    let beginning =
        ["a1, white rook", "Play", "Train", "Analyse", "Lab", "New game", "Open", "Save"];
    assert_eq!(before[..8], beginning, "{before:#?}");
    let order =
        ["Level", "You play: White", "Board", "Clock: None", "More", "All rules", "Start game"];
    check_order(&before, &order);
    assert!(!before.iter().any(|stop| stop == "You play: Black"), "{before:#?}");
    desk.press(Modifiers::SHIFT, Key::Tab);
    assert_eq!(Some(&desk.focused()), before.last(), "backwards from the board");
    desk.play("a2", "a3");
    desk.until_plies(2);
    let during = stops(&mut desk);
    let game = during.iter().find(|stop| stop.starts_with("This game: ")).unwrap();
    check_order(
        &during,
        &[game.as_str(), "Move menu", "One move back", "Take back", "Hint", "Game menu"],
    );
}

#[test]
fn arrow_keys_choose_inside_a_group() {
    let mut desk = Desk::new();
    desk.focus("You play: White");
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(desk.state().session.settings.sides, Sides::Black);
    assert_eq!(desk.focused(), "You play: Black");
    desk.press(Modifiers::NONE, Key::Home);
    assert_eq!(desk.state().session.settings.sides, Sides::White);
    desk.open_settings();
    desk.focus("Board colours: Shore");
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(desk.focused(), "Board colours: Walnut");
    assert_eq!(desk.state().session.settings.board_colors, "walnut");
}

#[test]
fn a_question_takes_the_focus_and_gives_it_back() {
    let mut desk = Desk::with(&two_humans());
    desk.play("a2", "a3");
    for key in [Key::Enter, Key::Escape] {
        desk.focus("Resign");
        desk.press(Modifiers::NONE, Key::Enter);
        assert!(desk.state().question.is_some());
        assert_eq!(desk.focused(), "Keep playing", "the default answer");
        desk.press(Modifiers::NONE, key);
        assert!(desk.state().question.is_none());
        assert!(desk.state().session.end().is_none());
        assert_eq!(desk.focused(), "Resign", "the focus returns after {key:?}");
    }
    desk.press(Modifiers::NONE, Key::Enter);
    desk.press(Modifiers::NONE, Key::Tab);
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.shows("White won") && desk.shows("Black resigned."));
}

#[test]
fn the_focus_returns_from_pages_menus_and_lists() {
    let mut desk = Desk::with(&two_humans());
    desk.focus("Help");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.focused(), "Close");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.focused(), "Help");
    desk.focus("Menu");
    desk.press(Modifiers::NONE, Key::Enter);
    desk.press(Modifiers::NONE, Key::ArrowDown);
    assert_ne!(desk.focused(), "Menu", "the arrows walk through the menu");
    desk.press(Modifiers::NONE, Key::Escape);
    assert_eq!(desk.focused(), "Menu");
}

/// The frames with this colour that the window drew around a control.
fn rings(desk: &Desk, color: Color32, control: Rect) -> usize {
    let shapes = desk.harness.output().shapes.iter();
    let rings = shapes.filter(|clipped| match &clipped.shape {
        Shape::Rect(rect) => {
            rect.stroke.color == color
                && rect.rect.contains_rect(control)
                && control.expand(8.0).contains_rect(rect.rect)
        }
        _ => false,
    });
    rings.count()
}

#[test]
fn the_ring_is_seen_on_every_control_in_every_theme() {
    for theme in ThemeChoice::ALL {
        let mut desk = Desk::with(&Settings { theme, use_custom: false, ..two_humans() });
        desk.play("a2", "a3");
        desk.unfold();
        let color = Theme::of(&desk.harness.ctx).focus;
        // The first stop is the board, which shows its cursor instead.
        tab(&mut desk);
        for _ in 0..25 {
            let name = tab(&mut desk);
            let control = desk.harness.root().children_recursive().find(|node| node.is_focused());
            let place = control.unwrap().rect();
            assert_eq!(rings(&desk, color, place), 1, "{name} with {theme:?}");
        }
        desk.focus("Resign");
        desk.press(Modifiers::NONE, Key::Enter);
        let place = desk.rect("Keep playing");
        assert_eq!(rings(&desk, color, place), 1, "the accent button with {theme:?}");
    }
}

#[test]
fn tab_scrolls_to_controls_out_of_view() {
    let mut desk = Desk::open_in(folder_with(&two_humans()), None, vec2(640.0, 480.0));
    desk.unfold();
    let window = desk.harness.ctx.content_rect();
    for stop in stops(&mut desk) {
        let rect = desk.harness.root().children_recursive().find(|node| node.is_focused());
        let rect = rect.unwrap().rect();
        assert!(window.expand(1.0).contains_rect(rect), "{stop} is at {rect:?}");
        tab(&mut desk);
    }
}

#[test]
fn the_list_of_moves_is_one_stop() {
    let mut desk = Desk::with(&two_humans());
    desk.play_all("a2a3 a5a4 b1c3");
    let named = |stops: &[String]| {
        stops.iter().filter(|stop| ["a3", "a4", "Nc3"].contains(&stop.as_str())).count()
    };
    assert_eq!(named(&stops(&mut desk)), 1);
    desk.focus("Nc3");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(desk.focused(), "a4");
    assert_eq!(desk.state().session.game.position().fullmove(), 2);
}

#[test]
fn cards_of_boards_say_how_games_differ() {
    let mut desk = Desk::new();
    desk.click_in_view_or_not("Board");
    let card = desk.harness.get(By::new().role(Role::Button).label_contains("Gardner"));
    assert_eq!(card.accesskit_node().description().as_deref(), Some("Mate wins"));
}

#[test]
fn moves_are_described_by_their_times() {
    let mut game = game("a2a3 a5a4 b1c3");
    for (node, used_ms) in game.path(game.head()).into_iter().skip(1).zip([3_100, 12_250]) {
        game.notes_mut(node).unwrap().used_ms = Some(used_ms);
    }
    let mut desk = Desk::analysing(&game, &two_humans(), WIDE);
    let times = ["a3", "a4", "Nc3"].map(|name| {
        let mv = desk.harness.get(By::new().role(Role::Button).label(name));
        mv.accesskit_node().description()
    });
    assert_eq!(times.each_ref().map(Option::as_deref), [Some("3.1 s"), Some("12.2 s"), None]);
    desk.harness.get(By::new().role(Role::Button).label("a3")).hover();
    desk.run();
    desk.pass_seconds(2.0);
    assert!(!desk.shows("3.1 s"), "the row has the time, so that no tooltip repeats it");
}

#[test]
fn squares_are_parts_of_the_board_with_their_marks() {
    let mut desk = Desk::with(&two_humans());
    desk.press(Modifiers::NONE, Key::Tab);
    assert_eq!(desk.focused(), "a1, white rook", "the cursor's square has the focus");
    desk.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(desk.focused(), "b1, white knight");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.focused(), "b1, white knight, selected");
    assert!(desk.shows("c3, empty, can go here") && desk.shows("b2, white pawn"));
    let board = desk.harness.get(By::new().role(Role::Group).label("board"));
    let labels = board.children_recursive().filter_map(|node| node.accesskit_node().label());
    assert_eq!(labels.filter(|label| label.contains(", ")).count(), 30);
    // A screen reader moves the focus to a square, and clicks it.
    desk.focus("c3, empty, can go here");
    assert_eq!(desk.focused(), "c3, empty, can go here");
    desk.harness.get_by_label("c3, empty, can go here").click_accesskit();
    desk.run();
    assert_eq!(desk.moves(), ["Nc3"]);
    let mut desk = Desk::with(&two_humans());
    desk.paste("k4/5/R4/5/5/4K b - - 0 1");
    assert!(desk.shows("a6, black king, attacked"));
}

/// The texts of the live regions.
fn announced(desk: &Desk) -> Vec<String> {
    let is_live = |node: &AccessKitNode<'_>| node.live() == Live::Polite;
    let nodes = desk.harness.query_all(By::new().predicate(is_live));
    nodes.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn news_are_in_a_live_region_for_one_frame() {
    let mut desk = Desk::with(&two_humans());
    desk.harness.get_by_label("b1, white knight").click_accesskit();
    desk.run();
    desk.harness.get_by_label("c3, empty, can go here").click_accesskit();
    desk.harness.step();
    assert_eq!(announced(&desk), ["White: knight b1 to c3."]);
    desk.run();
    assert!(announced(&desk).is_empty());
}

#[test]
fn the_window_and_its_lists_have_names_and_values() {
    let mut desk = Desk::new();
    desk.unfold();
    let root = desk.harness.root();
    assert_eq!(root.accesskit_node().label().as_deref(), Some("Minnow"));
    let list = desk.harness.get(By::new().role(Role::ComboBox).label("Limits"));
    let node = list.accesskit_node();
    assert_eq!(node.value().as_deref(), Some("Limits of your own"));
    assert_eq!(node.description().as_deref(), Some("Limits of your own"));
}

/// Goes with Tab through the menu and one of its groups; adds the names to `seen`. Returns the entries
/// that the window does not show in full while they have the focus.
fn entries_out_of_reach(desk: &mut Desk, group: &str, seen: &mut Vec<String>) -> Vec<String> {
    desk.click("Menu");
    desk.menu_group(group).focus();
    desk.run();
    desk.press(Modifiers::NONE, Key::Enter);
    let window = desk.harness.ctx.content_rect().expand(1.0);
    let (first, mut hidden) = (desk.focused(), Vec::new());
    assert_ne!(first, group, "the focus goes to the first entry of the group");
    for _ in 0..40 {
        let id = desk.harness.ctx.memory(|memory| memory.focused()).unwrap();
        let widget = desk.harness.ctx.viewport(|view| *view.prev_pass.widgets.get(id).unwrap());
        let shown = widget.interact_rect;
        if !window.contains_rect(shown) || shown.height() < widget.rect.height() - 1.0 {
            hidden.push(format!("{} {shown:?}", desk.focused()));
        }
        seen.push(desk.focused());
        desk.press(Modifiers::NONE, Key::Tab);
        if desk.focused() == first {
            break;
        }
    }
    desk.press(Modifiers::NONE, Key::Escape);
    hidden
}

#[test]
fn every_menu_entry_can_be_reached_in_a_small_window() {
    for (size, zoom) in [((640.0, 480.0), 1.0), ((640.0, 480.0), 2.0), ((1280.0, 800.0), 2.0)] {
        let folder = folder_with(&Settings { zoom, ..two_humans() });
        let mut desk = Desk::open_in(folder, None, size.into());
        let mut seen = Vec::new();
        for group in ["Games", "Position", "Share", "Look", "Help"] {
            let hidden = entries_out_of_reach(&mut desk, group, &mut seen);
            assert_eq!(hidden, [""; 0], "{group}, {size:?}, zoom {zoom}");
        }
        seen.sort();
        seen.dedup();
        assert!(seen.iter().any(|name| name.starts_with("Quit")), "{seen:#?}");
        assert!(seen.len() > 30, "{seen:#?}");
    }
}

#[test]
fn the_theme_changes_in_the_lab() {
    let mut desk = Desk::with(&two_humans());
    desk.click("Lab");
    desk.open_menu("Look");
    desk.click("Theme: Contrast");
    assert_eq!(desk.state().session.settings.theme, ThemeChoice::Contrast);
    let background = Theme::of(&desk.harness.ctx).background;
    assert_eq!(background, Color32::BLACK);
}

#[test]
fn panels_change_their_widths_and_keep_them() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, vec2(1600.0, 900.0));
    for (tab, panel, by) in [("Play", "column", -60.0), ("Lab", "board", 60.0)] {
        desk.click(tab);
        let name = format!("Width of the {panel}");
        let from = desk.rect(&name).center();
        desk.harness.drag_at(from);
        desk.harness.step();
        desk.harness.hover_at(from + vec2(by, 0.0));
        desk.harness.step();
        desk.harness.drop_at(from + vec2(by, 0.0));
        desk.run();
        let moved = desk.rect(&name).center().x - from.x;
        assert!((moved - by).abs() < 2.0, "{panel} moved by {moved}");
    }
    desk.click("Play");
    let before = desk.rect("Width of the column").center().x;
    desk.click("Analyse");
    assert_eq!(desk.rect("Width of the column").center().x, before, "in Analyse");
    drop(desk);
    let mut desk = Desk::open(folder.path(), None, vec2(1600.0, 900.0));
    desk.run();
    assert_eq!(desk.rect("Width of the column").center().x, before, "after a restart");
    desk.focus("Width of the column");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(desk.rect("Width of the column").center().x < before);
}

#[test]
fn a_drag_ends_when_the_window_loses_focus() {
    let mut desk = Desk::open_in(folder_with(&two_humans()), None, vec2(1600.0, 900.0));
    desk.click("Lab");
    let from = desk.rect("Width of the board").center();
    desk.harness.drag_at(from);
    desk.harness.step();
    desk.harness.event(egui::Event::WindowFocused(false));
    desk.harness.hover_at(from + vec2(60.0, 0.0));
    desk.run();
    assert_eq!(desk.rect("Width of the board").center(), from);
}

/// Screens of 1280 by 800 and 1366 by 768, less a title bar and a panel.
const SMALL_SCREENS: [Vec2; 2] = [vec2(1280.0, 735.0), vec2(1366.0, 703.0)];

#[test]
fn what_a_player_needs_is_above_the_fold() {
    for size in SMALL_SCREENS {
        let folder = folder_with(&Settings { use_custom: false, ..quick() });
        let mut desk = Desk::open_in(folder, None, size);
        desk.run();
        let choices = [
            "Level",
            "You play: White",
            "Board",
            "Clock: None",
            "More: replies at once",
            "Start game",
            "New game",
            "board",
        ];
        for name in choices {
            check_above_the_fold(&desk, name);
        }
        desk.click("Start game");
        let buttons = [
            "Take back",
            "Hint",
            "Draw",
            "Resign",
            "Game menu",
            "One move back",
            "Move menu",
            "New game",
            "board",
        ];
        for name in buttons {
            check_above_the_fold(&desk, name);
        }
        desk.open_settings();
        for section in ["Board", "Look", "Sound", "Play", "Engine", "Data"] {
            let link = desk.harness.get(By::new().role(Role::Link).label(section));
            check_whole(&desk, section, &link);
        }
        let switches = [
            "Coordinates",
            "Dots where a piece can go",
            "Mark the last move",
            "Confirm each move",
            "Premoves",
        ];
        for name in switches {
            check_above_the_fold(&desk, name);
        }
    }
}

#[test]
fn a_focused_setting_is_shown_with_its_row() {
    for size in SMALL_SCREENS {
        let mut desk = Desk::open_in(folder_with(&quick()), None, size);
        desk.open_settings();
        let looks = [
            ("Theme: System", "Theme: Dark"),
            ("Board colours: Shore", "Board colours: Slate"),
            ("Squares: Plain", "Squares: Wood"),
            ("Pieces: Minnow", "Pieces: Tokens"),
            ("Animations", "Animations"),
            ("Sounds", "Sounds"),
        ];
        for (focus, name) in looks {
            desk.focus(focus);
            check_above_the_fold(&desk, name);
        }
    }
}

#[test]
fn the_list_of_boards_shows_every_board_whole() {
    for size in [vec2(1280.0, 800.0), vec2(1280.0, 735.0), vec2(1366.0, 703.0)] {
        let mut desk = Desk::open_in(folder_with(&quick()), None, size);
        desk.click("Board");
        for variant in builtin_variants() {
            check_above_the_fold(&desk, &variant_text(variant));
        }
    }
}

/// Checks the topmost control with this label.
fn check_above_the_fold(desk: &Desk, name: &str) {
    let node = desk.all(name).pop().unwrap_or_else(|| panic!("no {name}"));
    check_whole(desk, name, &node);
}

/// Checks that a control is wholly in the window, and not below the edge of a scrolled panel.
fn check_whole(desk: &Desk, name: &str, node: &Node<'_>) {
    let window = desk.harness.ctx.content_rect();
    let id = node.accesskit_node().locate().0;
    let shown = desk.harness.ctx.viewport(|viewport| {
        let mut layers = viewport.prev_pass.widgets.layers();
        layers.find_map(|(_, widgets)| {
            widgets.iter().find(|widget| widget.id.accesskit_id() == id).copied()
        })
    });
    let widget = shown.unwrap_or_else(|| panic!("{name} is no control"));
    let whole = widget.interact_rect.height() >= widget.rect.height() - 1.0;
    assert!(whole && window.contains_rect(widget.rect), "{name} at {window:?}: {widget:?}");
}
