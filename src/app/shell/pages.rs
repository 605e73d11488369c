//! Pages over the window: all keys, the rules of a game, about the program.

use egui::{FocusDirection, Grid, Id, Key, Modal, Modifiers, RichText, ScrollArea, Ui};
use egui_material_icons::icons;

use crate::app::{
    action::{
        Action, ExportAction, FactsAction, OpponentsAction, Page, PuzzlesAction, WindowAction,
    },
    export::view::export_ui,
    facts::facts_ui,
    keymap,
    lab::LabAction,
    lab::why::view::{self as why_view, why_ui},
    opponents::view::opponents_ui,
    puzzles::puzzles_page_ui,
    screen::AppState,
    session::{Out, ProgramCommand},
    shell::{boards_page::boards_ui, documents, help_page, rules_page::rules_page},
    ui::board::{MiniBoard, mini_board_ui},
    ui::focus::{FocusScroll, default_focus},
    ui::text::variant_text,
    ui::theme::{self, BoardColors, SPACE_L, SPACE_S, SPACE_XS, Theme},
    ui::widgets::icon_button_ui,
};
use minnow_rules::{Position, Variant, builtin_variants};

// Sizes in points.
const WHY_WIDTH: f32 = 720.0;
const KEYS_WIDTH: f32 = 190.0;
/// In a narrower page, the effects stand below the keys.
const KEYS_BESIDE_FROM: f32 = 360.0;

/// Shows the open page, if any.
pub(crate) fn page_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let Some(page) = state.page() else { return };
    let room = ui.ctx().content_rect().size();
    let modal = Modal::new(Id::unique("page")).frame(Theme::of(ui).overlay()).show(ui, |ui| {
        let width = match page {
            Page::WhyNot => WHY_WIDTH,
            Page::Boards | Page::Opponents | Page::Facts | Page::Puzzles => theme::CHOOSER_WIDTH,
            Page::Welcome
            | Page::Help
            | Page::Glossary(_)
            | Page::Bibliography
            | Page::Keys
            | Page::Rules(_)
            | Page::About
            | Page::Export => theme::PAGE_WIDTH,
        };
        ui.set_width(width.min(room.x - 64.0));
        let title = match page {
            Page::Welcome => help_page::WELCOME.to_owned(),
            Page::Help => "Help".to_owned(),
            Page::Glossary(_) => "Glossary".to_owned(),
            Page::Bibliography => "Bibliography".to_owned(),
            Page::Keys => "Keys".to_owned(),
            Page::Boards => "New game: choose a board".to_owned(),
            Page::Opponents => "Opponents".to_owned(),
            Page::Facts => format!("Endings of {}", variant_text(state.session.variant())),
            Page::Puzzles => format!("Puzzles of {}", variant_text(state.session.variant())),
            Page::Rules(id) => Variant::by_id(id).map_or(id.clone(), |v| v.name.clone()),
            Page::About => "Minnow".to_owned(),
            Page::Export => "Export".to_owned(),
            Page::WhyNot => why_view::title(&state.lab.why),
        };
        ui.horizontal(|ui| {
            ui.label(theme::title(title));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let close = icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Close", true);
                default_focus(&close);
                if close.clicked() {
                    out.push(Action::from(ProgramCommand::Cancel));
                }
            });
        });
        ui.add_space(SPACE_S);
        let height = (room.y - 160.0).max(120.0);
        // The scroll bar stands at the page's edge.
        let area = ScrollArea::vertical().auto_shrink([false, true]);
        let area = area.max_height(height).min_scrolled_height(height);
        area.show_focused(ui, |ui| {
            scroll_by_keys(ui, page, height);
            // The margin keeps the scroll bar off the cards of a page.
            ui.set_max_width(ui.available_width() - SPACE_S);
            content_ui(ui, page, state, out);
        });
    });
    if modal.should_close() {
        out.push(Action::from(ProgramCommand::Cancel));
    }
}

fn content_ui(ui: &mut Ui, page: &Page, state: &AppState, out: &mut Vec<Action>) {
    let first = is_first_frame(ui, page);
    let colors = BoardColors::by_id(&state.session.settings.board_colors);
    match page {
        Page::Welcome => help_page::welcome_ui(ui, colors, first, out),
        Page::Help => help_page::help_ui(ui, out),
        Page::Glossary(search) => documents::glossary_ui(ui, search, out),
        Page::Bibliography => documents::bibliography_ui(ui, out),
        Page::Keys => keys_ui(ui),
        Page::Boards => boards_ui(ui, state.session.variant(), colors, first, out),
        Page::Opponents => {
            let mut emitted = Out::<OpponentsAction>::default();
            opponents_ui(ui, &state.opponents, &state.session, first, &mut emitted);
            out.extend(emitted.into_actions(Action::Opponents));
        }
        Page::Facts => {
            let mut emitted = Out::<FactsAction>::default();
            facts_ui(ui, &state.facts, &state.session, &mut emitted);
            out.extend(emitted.into_actions(Action::Facts));
        }
        Page::Puzzles => {
            let mut emitted = Out::<PuzzlesAction>::default();
            puzzles_page_ui(ui, &state.puzzles, &state.session, first, &mut emitted);
            out.extend(emitted.into_actions(Action::Puzzles));
        }
        Page::Rules(id) => {
            if let Some(variant) = Variant::by_id(id) {
                choice_ui(ui, variant, out);
                rules_ui(ui, variant, state);
            }
        }
        Page::About => about_ui(ui),
        Page::Export => {
            let game = &state.session.game;
            let plies = game.path(game.head()).len() - 1;
            let mut emitted = Out::<ExportAction>::default();
            export_ui(ui, &state.export, plies, &mut emitted);
            out.extend(emitted.into_actions(Action::Export));
        }
        Page::WhyNot => {
            let mut emitted = Out::<LabAction>::default();
            why_ui(ui, &state.lab.why, &state.session, &mut emitted);
            out.extend(emitted.into_actions(Action::Lab));
        }
    }
}

/// True if the page was not shown in the last frame.
fn is_first_frame(ui: &Ui, page: &Page) -> bool {
    let (id, now) = (Id::unique("shown page"), ui.ctx().cumulative_pass_nr());
    let before = ui.data_mut(|data| data.get_temp::<(Page, u64)>(id));
    ui.data_mut(|data| data.insert_temp(id, (page.clone(), now)));
    before.is_none_or(|(shown, pass)| shown != *page || pass + 1 < now)
}

/// The arrow keys and the page keys scroll a page. On the pages of boards and of opponents the arrow
/// keys go from one to the next.
fn scroll_by_keys(ui: &Ui, page: &Page, height: f32) {
    let steps = [
        (Key::ArrowUp, theme::CONTROL_HEIGHT),
        (Key::ArrowDown, -theme::CONTROL_HEIGHT),
        (Key::PageUp, height),
        (Key::PageDown, -height),
    ];
    let first = if matches!(page, Page::Boards | Page::Opponents) { 2 } else { 0 };
    for (key, by) in steps.into_iter().skip(first) {
        let none = Modifiers::NONE;
        let presses = ui.input_mut(|input| input.count_and_consume_key(none, key));
        if presses > 0 {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            ui.scroll_with_delta(egui::vec2(0.0, presses as f32 * by));
        }
    }
}

fn keys_ui(ui: &mut Ui) {
    ui.spacing_mut().interact_size.y = theme::TEXT_HEADING;
    for table in keymap::ALL {
        ui.add_space(SPACE_S);
        ui.label(theme::caption(ui.ctx(), table.title));
        let ctx = ui.ctx().clone();
        let keys_text = |binding: &keymap::Binding| {
            theme::bold(binding.keys_text(|keys| ctx.format_shortcut(keys)))
        };
        if ui.available_width() < KEYS_BESIDE_FROM {
            for binding in table.bindings {
                ui.label(keys_text(binding));
                ui.add(egui::Label::new(binding.text()).wrap());
                ui.add_space(SPACE_XS);
            }
            continue;
        }
        let grid = Grid::new(table.title).num_columns(2).spacing([SPACE_L, SPACE_XS]);
        grid.min_col_width(KEYS_WIDTH).show(ui, |ui| {
            for binding in table.bindings {
                ui.label(keys_text(binding));
                ui.add(egui::Label::new(binding.text()).wrap());
                ui.end_row();
            }
        });
    }
}

/// Links to the rules of the other games.
fn choice_ui(ui: &mut Ui, shown: &Variant, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = theme::TEXT_HEADING;
        ui.spacing_mut().item_spacing = egui::vec2(SPACE_S, 2.0);
        for variant in builtin_variants() {
            let chosen = variant == shown;
            let color = if chosen { Theme::of(ui).accent } else { Theme::of(ui).muted };
            let text = RichText::new(&variant.name).small().color(color);
            if ui.add(egui::Link::new(text)).clicked() && !chosen {
                out.push(Action::Window(WindowAction::Show(Page::Rules(variant.id.clone()))));
            }
        }
    });
    ui.add_space(SPACE_S);
}

fn rules_ui(ui: &mut Ui, variant: &'static Variant, state: &AppState) {
    start_board_ui(ui, variant, state);
    for section in rules_page(variant) {
        ui.add_space(SPACE_S);
        ui.label(theme::bold(section.heading));
        for sentence in section.sentences {
            ui.add(egui::Label::new(sentence).wrap());
        }
    }
}

/// The start position, small and centred.
fn start_board_ui(ui: &mut Ui, variant: &'static Variant, state: &AppState) {
    let colors = BoardColors::by_id(&state.session.settings.board_colors);
    let view = MiniBoard::of(&Position::start(variant), "the start position", colors);
    ui.vertical_centered(|ui| mini_board_ui(ui, &view, 40.0));
}

fn about_ui(ui: &mut Ui) {
    let color = Theme::of(ui).muted;
    ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
    ui.label("Chess on small boards, with a look inside the search.");
    ui.label(
        RichText::new("Licence: MIT or Apache-2.0, at your choice. Pieces drawn for Minnow.")
            .color(color),
    );
    ui.label(
        RichText::new("Fonts: Noto Sans (SIL Open Font License). Icons: Material Symbols.")
            .color(color),
    );
}
