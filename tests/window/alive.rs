//! The first start, the help page, the list of boards, and the looks of board and pieces.

use egui::{Key, Modifiers};
use minnow::app::MinnowApp;
use minnow::app::pages::PageId;
use minnow::app::storage::places::Places;
use minnow::app::ui::board::{Pattern, PieceSet};
use minnow_rules::builtin_variants;

use crate::desk::{Desk, WIDE};

type Window = egui_kittest::Harness<'static, MinnowApp>;

/// A window of a user without files of the program.
fn first_start(folder: &std::path::Path) -> Window {
    let places = Places::below(folder);
    egui_kittest::Harness::builder()
        .with_size(WIDE)
        .with_max_steps(30)
        .build_eframe(move |context| MinnowApp::new(context, Some(places), None))
}

fn shows_card(window: &Window) -> bool {
    window.state().state().page == Some(PageId::Welcome)
}

#[test]
fn the_first_start_shows_a_card_once() {
    use egui_kittest::kittest::Queryable;
    let folder = tempfile::tempdir().unwrap();
    let mut window = first_start(folder.path());
    window.run();
    assert!(shows_card(&window));
    window.get_by_label_contains("you win by taking the king");
    window.get_by_label("the queen takes the king");
    // The button has the focus.
    window.key_press(Key::Enter);
    window.run();
    assert!(!shows_card(&window));
    drop(window);
    let mut again = first_start(folder.path());
    again.run();
    assert!(!shows_card(&again), "the settings file exists now");
}

#[test]
fn the_card_leads_to_the_help_page() {
    use egui_kittest::kittest::Queryable;
    let folder = tempfile::tempdir().unwrap();
    let mut window = first_start(folder.path());
    window.run();
    // The bar has one, too; that of the card is drawn later.
    window.get_all_by_label("Help").last().unwrap().click();
    window.run();
    assert_eq!(window.state().state().page, Some(PageId::Help));
    window.get_by_label_contains("small boards only");
}

#[test]
fn the_help_page_opens_by_key_and_leads_to_the_keys() {
    let mut desk = Desk::new();
    desk.press(Modifiers::NONE, Key::F1);
    assert_eq!(desk.state().page, Some(PageId::Help));
    desk.click("All keys");
    assert_eq!(desk.state().page, Some(PageId::Keys));
}

#[test]
fn the_list_of_boards_has_a_picture_of_every_game() {
    let mut desk = Desk::new();
    desk.click("Board");
    for variant in builtin_variants() {
        assert!(desk.shows(&format!("start position of {}", variant.name)), "{}", variant.id);
    }
    assert!(desk.shows("MiniChess 5\u{d7}6"));
    desk.press(Modifiers::NONE, Key::Escape);
    assert_eq!(desk.state().page, None);
    assert_eq!(desk.state().session.variant().id, "minichess");
}

#[test]
fn a_board_is_chosen_by_keyboard() {
    let mut desk = Desk::new();
    desk.menu("Games", "New game on another board");
    // The focus is on the card of the present board.
    desk.press(Modifiers::NONE, Key::ArrowRight);
    desk.press(Modifiers::NONE, Key::Enter);
    let names: Vec<_> = builtin_variants().iter().map(|variant| variant.id.as_str()).collect();
    let present = names.iter().position(|name| *name == "minichess").unwrap();
    assert_eq!(desk.state().session.variant().id, names[present + 1]);
    assert_eq!(desk.state().page, None);
}

#[test]
fn looks_of_board_and_pieces_are_chosen_by_their_pictures() {
    let mut desk = Desk::new();
    desk.open_settings();
    desk.click_in_view_or_not("Squares: Wood");
    desk.click_in_view_or_not("Pieces: Tokens");
    let settings = &desk.state().session.settings;
    assert_eq!((settings.pattern, settings.pieces), (Pattern::Wood, PieceSet::Tokens));
    desk.click_in_view_or_not("Squares: Plain");
    desk.click_in_view_or_not("Pieces: Blocks");
    let settings = &desk.state().session.settings;
    assert_eq!((settings.pattern, settings.pieces), (Pattern::Plain, PieceSet::Blocks));
    for set in PieceSet::ALL {
        desk.click_in_view_or_not(&format!("Pieces: {}", set.name()));
        assert_eq!(desk.state().session.settings.pieces, set);
    }
}

/// Opens the export page and clicks one of its buttons; returns what it gave to the window.
fn export_with(desk: &mut Desk, button: &str) -> Vec<egui::OutputCommand> {
    desk.menu("Share", "Export board or game");
    desk.all(button).last().unwrap().click();
    desk.harness.step();
    let commands = desk.harness.output().platform_output.commands.clone();
    desk.run();
    commands
}

#[test]
fn the_board_is_copied_as_a_picture_and_as_svg() {
    let mut desk = Desk::new();
    let commands = export_with(&mut desk, "Copy picture");
    let size = commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyImage(image) => Some(image.size),
        _ => None,
    });
    assert_eq!(size, Some([5 * 80, 6 * 80]));
    assert_eq!(desk.notice(), "The picture is on the clipboard.");
    desk.press(Modifiers::NONE, Key::Escape);
    let commands = export_with(&mut desk, "Copy SVG");
    let svg = commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.as_str()),
        _ => None,
    });
    assert!(svg.unwrap().starts_with("<svg xmlns="));
}

#[test]
fn an_animation_needs_a_move() {
    let mut desk = Desk::new();
    desk.menu("Share", "Export board or game");
    assert!(!desk.is_enabled("Save animation\u{2026}"));
    desk.press(Modifiers::NONE, Key::Escape);
    desk.play("a2", "a3");
    desk.until_plies(2);
    desk.menu("Share", "Export board or game");
    assert!(desk.is_enabled("Save animation\u{2026}"));
    assert!(desk.says("An animation of 2 half-moves, about 2 s long."));
}
