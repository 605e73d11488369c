//! The bar at the top: the program's name, the three buttons always at hand, and the menu.

use crate::app::request::Request;
use egui::{Align, Button, Layout, Popup, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use crate::app::{
    context::change_settings,
    keymap::keys_text,
    pages::PageId,
    registry::{self, MenuGroup, OpenerKeys},
    screen::AppState,
    session::{Copied, EXAMPLES, Mode},
    settings::view::theme_ui,
    ui::focus::FocusScroll,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, Theme},
    ui::widgets::{icon_button_ui, tab_ui},
};

// Sizes in points.
const FISH_FROM_WIDTH: f32 = 460.0;
/// The least width beside the fish for the program's name.
const NAME_FROM_WIDTH: f32 = 600.0;
/// The least width beside the tabs for words on the buttons instead of icons.
const WORDS_FROM_WIDTH: f32 = 320.0;

/// Draws the bar; `drawer` is true if the settings are in a drawer at this width.
pub(super) fn top_bar_ui(
    ui: &mut Ui,
    state: &AppState,
    logo: &egui::TextureHandle,
    drawer: bool,
    out: &mut Vec<Request>,
) {
    ui.horizontal_centered(|ui| {
        let accent = Theme::of(ui).accent;
        let narrow = ui.available_width() < FISH_FROM_WIDTH;
        if narrow {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.spacing_mut().button_padding.x = SPACE_S;
        } else {
            ui.add(egui::Image::new(logo).tint(accent).fit_to_exact_size(vec2(30.0, 20.0)));
        }
        if ui.available_width() >= NAME_FROM_WIDTH {
            ui.label(RichText::new("Minnow").font(theme::bold_font(theme::TEXT_HEADING - 1.0)));
            ui.add_space(SPACE_S);
        }
        tabs_ui(ui, state.mode(), out);
        if drawer {
            ui.add_space(SPACE_S);
            let icon = icons::ICON_TUNE.codepoint;
            if icon_button_ui(ui, icon, "Settings", true).clicked() {
                out.push(Request::ToggleDrawer);
            }
        }
        let words = ui.available_width() >= WORDS_FROM_WIDTH;
        if !words {
            // Icons keep a distance of their own.
            ui.spacing_mut().item_spacing.x = 0.0;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let menu = icon_button_ui(ui, icons::ICON_MENU.codepoint, "Menu", true);
            Popup::menu(&menu).show(|ui| {
                ui.set_width(theme::MENU_WIDTH);
                scroll_ui(ui, |ui| menu_ui(ui, state, out));
            });
            if icon_button_ui(ui, icons::ICON_HELP.codepoint, "Keys", true).clicked() {
                out.push(Request::Show(PageId::Keys));
            }
            let buttons = [
                (icons::ICON_SAVE.codepoint, "Save", Request::Save),
                (icons::ICON_FOLDER_OPEN.codepoint, "Open", Request::Open),
                (icons::ICON_ADD.codepoint, "New game", Request::NewGame),
            ];
            for (icon, text, action) in buttons {
                let response = if words {
                    ui.add(Button::new(text).min_size(vec2(0.0, CONTROL_HEIGHT)))
                } else {
                    icon_button_ui(ui, icon, text, true)
                };
                if response.clicked() {
                    out.push(action);
                }
            }
        });
    });
}

fn tabs_ui(ui: &mut Ui, current: Mode, out: &mut Vec<Request>) {
    for mode in Mode::ALL {
        if tab_ui(ui, mode.name(), mode == current).clicked() {
            out.push(Request::SelectMode(mode));
        }
    }
}

/// A list that scrolls where the window is lower than it.
fn scroll_ui(ui: &mut Ui, list: impl FnOnce(&mut Ui)) {
    // The bar beside the keys, not on them.
    ui.spacing_mut().scroll.floating_allocated_width = theme::SPACE_XS;
    let room = ui.ctx().content_rect().height() - theme::BAR_HEIGHT - 2.0 * theme::SPACE_XL;
    let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
    area.show_focused(ui, list);
}

fn menu_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
    // So close that a window of usual height shows all but the last entries.
    ui.spacing_mut().item_spacing.y = theme::SPACE_XS / 2.0;
    games_ui(ui, state, out);
    ui.separator();
    clipboard_ui(ui, state, out);
    ui.separator();
    zoom_ui(ui, state, out);
    menu_theme_ui(ui, state, out);
    // In a browser both belong to it.
    if !state.is_page() {
        item_ui(ui, "Full screen", "F11", Request::FullScreen, out);
    }
    ui.separator();
    openers_ui(ui, MenuGroup::Help, out);
    if state.is_page() {
        ui.separator();
        item_ui(ui, "Save all data\u{2026}", "", Request::SaveAllData, out);
        item_ui(ui, "Load all data\u{2026}", "", Request::LoadAllData, out);
    } else {
        ui.separator();
        item_ui(ui, "Quit", "Ctrl+Q", Request::Quit, out);
    }
}

/// Opening, reviewing, saving and setting up.
fn games_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    openers_ui(ui, MenuGroup::Games, out);
    ui.menu_button("Recent", |ui| recent_ui(ui, state, out));
    ui.menu_button("Examples", |ui| {
        ui.set_width(submenu_width(ui));
        scroll_ui(ui, |ui| {
            for (index, example) in EXAMPLES.iter().enumerate() {
                item_ui(ui, example.title, "", Request::OpenExample(index), out);
            }
        });
    });
    let review = Button::new("Review game").shortcut_text("Ctrl+R");
    if ui.add_enabled(state.may_review(), review).clicked() {
        out.push(Request::StartReview);
        ui.close();
    }
    let learn = Button::new("Learn from mistakes").shortcut_text("Ctrl+L");
    if ui.add_enabled(state.session.game.has_review(), learn).clicked() {
        out.push(Request::StartLearning);
        ui.close();
    }
    openers_ui(ui, MenuGroup::Analysis, out);
    item_ui(ui, "Names and tags\u{2026}", "Ctrl+I", Request::Show(PageId::Names), out);
    item_ui(ui, "Save as\u{2026}", "Ctrl+Shift+S", Request::SaveAs, out);
    item_ui(ui, "Save as PGN\u{2026}", "", Request::SaveAsPgn, out);
    openers_ui(ui, MenuGroup::Share, out);
    if !state.is_page() {
        ui.menu_button("Open or save by path", |ui| {
            ui.set_width(theme::SUBMENU_WIDTH / 2.0);
            item_ui(ui, "Open\u{2026}", "", Request::OpenByPath, out);
            item_ui(ui, "Save\u{2026}", "", Request::SaveByPath, out);
        });
    }
    item_ui(ui, "Set up a position\u{2026}", "Ctrl+E", Request::EditPosition, out);
}

fn clipboard_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let copies = [
        ("Copy position (FEN)", "Ctrl+C", Copied::Fen),
        ("Copy position (course form)", "Ctrl+Shift+C", Copied::Course),
        ("Copy game (PGN)", "", Copied::Pgn),
    ];
    for (text, keys, what) in copies {
        item_ui(ui, text, keys, Request::Copy(what), out);
    }
    if ui.add(Button::new("Paste position or game").shortcut_text("Ctrl+V")).clicked() {
        #[cfg(target_arch = "wasm32")]
        crate::app::page::read_clipboard();
        #[cfg(not(target_arch = "wasm32"))]
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::RequestPaste);
        ui.close();
    }
    if state.is_page() {
        let of_what = match state.mode() {
            Mode::Lab => ("Copy link to tree", Copied::TreeLink),
            _ => ("Copy link to game", Copied::GameLink),
        };
        for (text, what) in [("Copy link to position", Copied::PositionLink), of_what] {
            item_ui(ui, text, "", Request::Copy(what), out);
        }
    }
}

fn item_ui(
    ui: &mut Ui,
    text: &str,
    keys: &str,
    action: impl Into<Request>,
    out: &mut Vec<Request>,
) {
    if ui.add(Button::new(text).shortcut_text(keys)).clicked() {
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
    ui.set_width(submenu_width(ui));
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

/// The width of a list of games, where there is room.
fn submenu_width(ui: &Ui) -> f32 {
    theme::SUBMENU_WIDTH.min(ui.ctx().content_rect().width() - 3.0 * theme::SPACE_XL)
}

/// The theme, for the screens without a settings panel.
fn menu_theme_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let settings = &state.session.settings;
    if let Some(theme) = theme_ui(ui, settings.theme) {
        change_settings(out, settings, |changed| changed.theme = theme);
    }
}

fn zoom_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        // A small window may limit the zoom.
        ui.label(format!("Zoom {:.0} %", ui.ctx().zoom_factor() * 100.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (icon, label, step) in [
                (icons::ICON_ADD.codepoint, "Larger", 0.125),
                (icons::ICON_REMOVE.codepoint, "Smaller", -0.125),
            ] {
                if icon_button_ui(ui, icon, label, true).clicked() {
                    let settings = &state.session.settings;
                    change_settings(out, settings, |changed| changed.zoom += step);
                }
            }
        });
    });
}
