//! The bar at the top: the program's name, the buttons always at hand, and the menu, whose groups open
//! beside it.

use crate::app::request::Request;
use egui::{Align, Button, Layout, Popup, PopupCloseBehavior, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use crate::app::{
    context::change_settings,
    keymap::keys_text,
    pages::PageId,
    registry::{self, MenuGroup, OpenerKeys},
    screen::AppState,
    session::{Copied, EXAMPLES, Mode},
    settings::look::{theme_ui, zoom_ui},
    ui::focus::FocusScroll,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, Theme},
    ui::widgets::{icon_button_ui, tab_ui},
};

// Sizes in points.
const FISH_FROM_WIDTH: f32 = 460.0;
/// The least width of the bar for tabs and icons at their usual distance.
const LOOSE_FROM_WIDTH: f32 = 380.0;
/// The least width beside the fish for the program's name.
const NAME_FROM_WIDTH: f32 = 600.0;
/// The least width beside the tabs for words on the buttons instead of icons.
const WORDS_FROM_WIDTH: f32 = 320.0;
/// The width of the menu beside its groups.
const MENU_WIDTH: f32 = 200.0;

/// Draws the bar.
pub(super) fn top_bar_ui(
    ui: &mut Ui,
    state: &AppState,
    logo: &egui::TextureHandle,
    out: &mut Vec<Request>,
) {
    ui.horizontal_centered(|ui| {
        let accent = Theme::of(ui).accent;
        let narrow = ui.available_width() < FISH_FROM_WIDTH;
        if narrow {
            ui.spacing_mut().item_spacing.x = 0.0;
            let tight = ui.available_width() < LOOSE_FROM_WIDTH;
            ui.spacing_mut().button_padding.x = if tight { SPACE_XS } else { SPACE_S };
        } else {
            ui.add(egui::Image::new(logo).tint(accent).fit_to_exact_size(vec2(30.0, 20.0)));
        }
        if ui.available_width() >= NAME_FROM_WIDTH {
            ui.label(RichText::new("Minnow").font(theme::bold_font(theme::TEXT_HEADING - 1.0)));
            ui.add_space(SPACE_S);
        }
        for mode in Mode::ALL {
            if tab_ui(ui, mode.name(), mode == state.mode()).clicked() {
                out.push(Request::SelectMode(mode));
            }
        }
        let words = ui.available_width() >= WORDS_FROM_WIDTH;
        if !words {
            // Icons keep a distance of their own.
            ui.spacing_mut().item_spacing.x = 0.0;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let menu = icon_button_ui(ui, icons::ICON_MENU.codepoint, "Menu", true);
            // Its entries close it; the choices of the look do not.
            let close = PopupCloseBehavior::CloseOnClickOutside;
            Popup::menu(&menu).close_behavior(close).show(|ui| {
                list_ui(ui, MENU_WIDTH, |ui| menu_ui(ui, state, out));
            });
            if icon_button_ui(ui, "?", "Help", true).clicked() {
                out.push(Request::Show(PageId::Help));
            }
            let buttons = [
                (icons::ICON_SAVE.codepoint, "Save", Request::Save, may_save(state)),
                (icons::ICON_FOLDER_OPEN.codepoint, "Open", Request::Open, true),
                (icons::ICON_ADD.codepoint, "New game", Request::NewGame, true),
            ];
            for (icon, text, action, enabled) in buttons {
                let response = if words {
                    let button = Button::new(text).min_size(vec2(0.0, CONTROL_HEIGHT));
                    ui.add_enabled(enabled, button)
                } else {
                    icon_button_ui(ui, icon, text, enabled)
                };
                if response.clicked() {
                    out.push(action);
                }
            }
        });
    });
}

/// A list of entries, which scrolls where the window is lower than it.
fn list_ui(ui: &mut Ui, width: f32, entries: impl FnOnce(&mut Ui)) {
    let window = ui.ctx().content_rect();
    ui.set_width(width.min(window.width() - 3.0 * theme::SPACE_XL));
    ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
    ui.spacing_mut().item_spacing.y = theme::SPACE_XS / 2.0;
    // The bar beside the keys, not on them.
    ui.spacing_mut().scroll.floating_allocated_width = theme::SPACE_XS;
    let room = window.height() - theme::BAR_HEIGHT - 2.0 * theme::SPACE_XL;
    let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
    area.show_focused(ui, entries);
}

fn menu_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    for group in MenuGroup::ALL {
        submenu_ui(ui, group.name(), |ui| group_ui(ui, group, state, out));
    }
    ui.separator();
    item_ui(ui, "Settings\u{2026}", "Ctrl+,", Request::Show(PageId::Settings), out);
    // A browser closes the page.
    if !state.is_page() {
        item_ui(ui, "Quit", "Ctrl+Q", Request::Quit, out);
    }
}

fn submenu_ui(ui: &mut Ui, name: &str, entries: impl FnOnce(&mut Ui)) {
    ui.menu_button(name, |ui| list_ui(ui, theme::SUBMENU_WIDTH, entries));
}

/// The entries of a group, at most eight, so that none of them scrolls in a window of usual height.
fn group_ui(ui: &mut Ui, group: MenuGroup, state: &AppState, out: &mut Vec<Request>) {
    match group {
        MenuGroup::Games => games_ui(ui, state, out),
        MenuGroup::Position => position_ui(ui, state, out),
        MenuGroup::Share => share_ui(ui, state, out),
        MenuGroup::Look => view_ui(ui, state, out),
        MenuGroup::Help => openers_ui(ui, group, out),
    }
}

fn games_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    openers_ui(ui, MenuGroup::Games, out);
    submenu_ui(ui, "Recent", |ui| recent_ui(ui, state, out));
    submenu_ui(ui, "Examples", |ui| {
        for (index, example) in EXAMPLES.iter().enumerate() {
            item_ui(ui, example.title, "", Request::OpenExample(index), out);
        }
    });
    if !state.is_page() {
        item_ui(ui, "Open by path\u{2026}", "", Request::OpenByPath, out);
    }
}

fn position_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    item_ui(ui, "Set up a position\u{2026}", "Ctrl+E", Request::EditPosition, out);
    item_ui(ui, "Copy position (FEN)", "Ctrl+C", Request::Copy(Copied::Fen), out);
    if ui.add(Button::new("Paste position or game").shortcut_text("Ctrl+V")).clicked() {
        #[cfg(target_arch = "wasm32")]
        crate::app::page::read_clipboard();
        #[cfg(not(target_arch = "wasm32"))]
        super::keyboard::ask_for_paste(ui.ctx());
        ui.close();
    }
    openers_ui(ui, MenuGroup::Position, out);
    ui.add_enabled_ui(state.may_review(), |ui| {
        item_ui(ui, "Review game", "Ctrl+R", Request::StartReview, out);
    });
    ui.add_enabled_ui(state.session.game.has_review(), |ui| {
        item_ui(ui, "Learn from mistakes", "Ctrl+L", Request::StartLearning, out);
    });
}

/// A task is not saved.
fn may_save(state: &AppState) -> bool {
    state.board_task().is_none()
}

/// Files, pictures and links.
fn share_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    ui.add_enabled_ui(may_save(state), |ui| {
        item_ui(ui, "Save as\u{2026}", "Ctrl+Shift+S", Request::SaveAs, out);
        item_ui(ui, "Save as PGN\u{2026}", "", Request::SaveAsPgn, out);
    });
    item_ui(ui, "Copy game (PGN)", "", Request::Copy(Copied::Pgn), out);
    let course = Request::Copy(Copied::Course);
    item_ui(ui, "Copy position (course form)", "Ctrl+Shift+C", course, out);
    openers_ui(ui, MenuGroup::Share, out);
    if !state.is_page() {
        ui.add_enabled_ui(may_save(state), |ui| {
            item_ui(ui, "Save by path\u{2026}", "", Request::SaveByPath, out);
        });
        return;
    }
    let of_what = match state.mode() {
        Mode::Lab => ("Copy link to tree", Copied::TreeLink),
        _ => ("Copy link to game", Copied::GameLink),
    };
    for (text, what) in [("Copy link to position", Copied::PositionLink), of_what] {
        item_ui(ui, text, "", Request::Copy(what), out);
    }
}

/// Theme, zoom and full screen, for quick access. The page of settings has all others.
fn view_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let settings = &state.session.settings;
    if let Some(theme) = theme_ui(ui, settings.theme) {
        change_settings(out, settings, |changed| changed.theme = theme);
    }
    if let Some(step) = zoom_ui(ui) {
        change_settings(out, settings, |changed| changed.zoom += step);
    }
    item_ui(ui, "Turn the board", "F", Request::Flip, out);
    // A browser has it in its own menu.
    if !state.is_page() {
        item_ui(ui, "Full screen", "F11", Request::FullScreen, out);
    }
    openers_ui(ui, MenuGroup::Look, out);
}

fn item_ui(
    ui: &mut Ui,
    text: &str,
    keys: &str,
    action: impl Into<Request>,
    out: &mut Vec<Request>,
) {
    let entry = Button::new(text);
    let entry = if keys.is_empty() { entry } else { entry.shortcut_text(keys) };
    if ui.add(entry).clicked() {
        out.push(action.into());
        ui.close();
    }
}

/// The entries of the cards and pages of a group.
fn openers_ui(ui: &mut Ui, group: MenuGroup, out: &mut Vec<Request>) {
    for (opener, request) in registry::openers().filter(|(opener, _)| opener.group == group) {
        let text = |keys: OpenerKeys| keys_text(&keys.keys, |keys| ui.ctx().format_shortcut(keys));
        let keys = opener.keys.map(text).unwrap_or_default();
        item_ui(ui, opener.text, &keys, request, out);
    }
}

fn recent_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let mut recent = state.session.lists.recent_files().peekable();
    if recent.peek().is_none() {
        ui.add_enabled(false, Button::new("No saved games yet"));
    }
    for path in recent {
        let name = path.file_name().map_or(path.as_os_str(), |name| name).to_string_lossy();
        let response = ui.add(Button::new(name));
        if response.on_hover_text(path.display().to_string()).clicked() {
            out.push(Request::OpenPath(path.to_owned()));
            ui.close();
        }
    }
}
