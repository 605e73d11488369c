//! The top bar and the menu: its groups are short, and lead to every page and card.

use egui::{Key, Modifiers, Order, Vec2, WidgetRect};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT;
use minnow::app::cards::CardId;
use minnow::app::pages::PageId;

use crate::desk::{Desk, WIDE, folder_with, two_humans};

const GROUPS: [&str; 5] = ["Games", "Position", "Share", "Look", "Help"];

/// A row with one line of text is lower, in points.
const TWO_LINES: f32 = 36.0;

/// The controls of the open menus, without those of the list that has this entry.
fn entries_beside(desk: &Desk, entry: Option<&str>) -> Vec<WidgetRect> {
    let id = entry.map(|entry| desk.all(entry).last().unwrap().accesskit_node().locate().0);
    desk.harness.ctx.viewport(|viewport| {
        let lists = viewport.prev_pass.widgets.layers();
        let lists = lists.filter(|(layer, _)| layer.order == Order::Foreground);
        let others = lists.filter(|(_, widgets)| {
            id.is_none_or(|id| !widgets.iter().any(|widget| widget.id.accesskit_id() == id))
        });
        let controls = others.flat_map(|(_, widgets)| widgets.iter());
        controls.filter(|widget| widget.sense.is_focusable()).copied().collect()
    })
}

/// Checks that a list of the menu is short, whole and has one line in each row.
fn check_list(desk: &Desk, name: &str, entries: &[WidgetRect]) {
    let window = desk.harness.ctx.content_rect();
    assert!((1..=8).contains(&entries.len()), "{name} has {} entries", entries.len());
    for entry in entries {
        let (shown, whole) = (entry.interact_rect, entry.rect);
        assert!(window.contains_rect(whole), "{name}: {whole:?} leaves the window");
        assert!(shown.height() >= whole.height() - 1.0, "{name} scrolls: {shown:?} of {whole:?}");
        assert!(whole.height() < TWO_LINES, "{name}: an entry wraps: {whole:?}");
    }
}

#[test]
fn no_list_of_the_menu_scrolls_or_wraps() {
    let mut desk = Desk::open_in(folder_with(&two_humans()), None, WIDE);
    desk.click("Menu");
    check_list(&desk, "the menu", &entries_beside(&desk, None));
    for group in GROUPS {
        desk.menu_group(group).click();
        desk.run();
        check_list(&desk, group, &entries_beside(&desk, Some("Games")));
        desk.press(Modifiers::NONE, Key::Escape);
        desk.click("Menu");
    }
}

/// Opens a group and clicks its entry with this text, behind which its keys may stand.
fn take(desk: &mut Desk, group: &str, text: &str) {
    desk.open_menu(group);
    let label = |node: &Node<'_>| node.accesskit_node().label().unwrap_or_default();
    let is_entry = |node: &Node<'_>| label(node).starts_with(text);
    desk.menu_group(group).children_recursive().find(is_entry).unwrap().click();
    desk.run();
}

#[test]
fn the_menu_leads_to_every_page_and_card() {
    let openers = PageId::ALL.iter().filter_map(|id| Some((id, id.opener()?)));
    for (id, opener) in openers {
        let mut desk = Desk::new();
        take(&mut desk, opener.group.name(), opener.text);
        assert_eq!(desk.state().page, Some(*id), "{}", opener.text);
    }
    for (id, opener) in CardId::ALL.iter().filter_map(|id| Some((id, id.opener()?))) {
        let mut desk = Desk::new();
        take(&mut desk, opener.group.name(), opener.text);
        assert_eq!(desk.state().shown_card(), Some(*id), "{}", opener.text);
    }
    let mut desk = Desk::new();
    desk.click("Menu");
    desk.click_part("Settings\u{2026}");
    assert_eq!(desk.state().page, Some(PageId::Settings));
}

#[test]
fn steps_of_the_zoom_keep_the_menu_open() {
    let size = Vec2::new(1600.0, 1000.0);
    let mut desk = Desk::open_in(folder_with(&two_humans()), None, size);
    desk.open_menu("Look");
    for zoom in [1.125, 1.25] {
        desk.click("Larger");
        // The same window has fewer points.
        desk.harness.set_size(size / zoom);
        desk.run();
    }
    assert_eq!(desk.state().session.settings.zoom, 1.25);
    assert!(desk.shows("Zoom 125 %"));
    desk.click_part("Full screen");
    assert!(!desk.shows("Look"), "an entry closes the menu");
}

#[test]
fn the_question_mark_opens_help_and_its_key_the_keys() {
    let mut desk = Desk::new();
    desk.click("Help");
    assert_eq!(desk.state().page, Some(PageId::Help));
    assert!(desk.shows("All keys"));
    desk.close_page();
    desk.press(Modifiers::NONE, Key::Questionmark);
    assert_eq!(desk.state().page, Some(PageId::Keys));
}
