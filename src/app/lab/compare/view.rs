//! Techniques side by side on one position: a table, and below it the leaves over depth.

use egui::{
    Align, Button, Grid, Label, Layout, Popup, PopupCloseBehavior, RichText, ScrollArea, Sense,
    Stroke, Ui, vec2,
};

use super::{
    ComparePage, DEEPEST,
    plot::{line_color, plot_ui},
};
use crate::app::{
    context::Cx,
    lab::area::export_menu_ui,
    request::Request,
    session::Session,
    ui::focus::FocusScroll,
    ui::theme::{self, CONTROL_HEIGHT, ROW_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, Theme},
    ui::widgets::{drop_down_ui, primary_button},
};
use minnow_lab::{
    COMPARE_COLUMNS, CompareCell, Comparison, MAX_COMPARISON_NODES, MINIMAL_RATIO_NOTE, Stop,
    Technique, WORST_ORDER_NOTE, compare_texts,
};
use minnow_rules::grouped;

// Sizes in points.
const MOST_TABLE_WIDTH: f32 = 960.0;
/// The share of the width that the techniques' names take, and their least width.
const NAMES_SHARE: f32 = 0.42;
const NAMES_WIDTH: f32 = 110.0;
const EMPTY_WIDTH: f32 = 430.0;
const DEPTH_WIDTH: f32 = 104.0;
const SHORT_DEPTH_WIDTH: f32 = 58.0;
/// Below this width, the page's head uses short texts.
const SHORT_BELOW: f32 = 340.0;
/// Below this width, the button for a repetition has a short text.
const BRIEF_BELOW: f32 = 420.0;
const MIN_PLOT_HEIGHT: f32 = 210.0;
const MAX_PLOT_HEIGHT: f32 = 420.0;

/// Draws the page's content.
pub(super) fn page_ui(ui: &mut Ui, compare: &mut ComparePage, cx: &mut Cx<'_>) {
    head_ui(ui, compare, cx);
    ui.add_space(SPACE_S);
    let scroll = ScrollArea::vertical().id_salt("compare page").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        if compare.measured.is_none() {
            if empty_ui(ui) {
                measure(compare, cx);
            }
            return;
        }
        let shown = compare.shown();
        table_ui(ui, compare, &shown);
        ui.add_space(SPACE_M);
        ui.label(theme::caption(ui, "Leaves of the last iteration, over depth"));
        let height = ui.available_height().clamp(MIN_PLOT_HEIGHT, MAX_PLOT_HEIGHT);
        plot_ui(ui, compare, &shown, height);
        for group in compare.coinciding(&shown) {
            let names = group.iter().filter_map(|place| compare.techniques.get(*place));
            let names: Vec<String> = names.map(Technique::name).collect();
            let text = format!(
                "The same leaves in the last iteration at every depth: {}.",
                names.join(", ")
            );
            ui.add(Label::new(theme::muted(ui, text)).wrap());
        }
    });
}

fn measure(compare: &mut ComparePage, cx: &mut Cx<'_>) {
    compare.measure();
    cx.ask(Request::Wake);
}

/// The techniques, the depth, and the start button.
fn head_ui(ui: &mut Ui, compare: &mut ComparePage, cx: &mut Cx<'_>) {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    let short = size.x < SHORT_BELOW;
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let is_measuring = compare.task.is_running();
        let button = match (is_measuring, compare.cells.is_empty()) {
            (true, _) => Button::new("Stop"),
            (false, true) => primary_button(ui, "Compare"),
            (false, false) if size.x < BRIEF_BELOW => Button::new("Again"),
            (false, false) => Button::new("Compare again"),
        };
        let response = ui.add_enabled(compare.chosen_count() > 0, button);
        if response.clicked() && is_measuring {
            compare.stop();
        } else if response.clicked() {
            measure(compare, cx);
        }
        if !compare.cells.is_empty() {
            let picture = match export_menu_ui(ui, &[("The table", true), ("The plot", true)]) {
                Some(0) => compare.table_picture(),
                Some(_) => compare.plot_picture(),
                None => None,
            };
            if let Some(named) = picture {
                cx.ask(Request::SaveLabPicture(Box::new(named)));
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let count = compare.chosen_count();
            let text = if short {
                format!("{count} of {}", compare.techniques.len())
            } else {
                format!("Techniques ({count})")
            };
            let response = ui.button(text).on_hover_text("Techniques to compare");
            Popup::menu(&response)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| choice_ui(ui, compare));
            let width = if short { SHORT_DEPTH_WIDTH } else { DEPTH_WIDTH };
            ui.allocate_ui(vec2(width, CONTROL_HEIGHT), |ui| {
                let name =
                    |depth: u32| if short { depth.to_string() } else { format!("depth {depth}") };
                drop_down_ui(ui, "Depth to compare", &name(compare.depth), |ui| {
                    for depth in 1..=DEEPEST {
                        ui.selectable_value(&mut compare.depth, depth, name(depth));
                    }
                });
            });
            if compare.task.is_running() {
                let (done, all) = compare.progress();
                let text = format!("{done} of {all}");
                ui.add(Label::new(theme::muted(ui, text)).truncate());
            }
        });
    });
}

/// A check box for each technique, and the settings of all.
fn choice_ui(ui: &mut Ui, compare: &mut ComparePage) {
    // Menus remove the outline of buttons, but an empty check box needs it.
    let line = Theme::of(ui).muted;
    ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, line);
    let text = "Searches captures and promotions beyond the last ply";
    ui.checkbox(&mut compare.quiescence, "Quiescence search at the last ply").on_hover_text(text);
    ui.separator();
    ScrollArea::vertical().max_height(360.0).show_focused(ui, |ui| {
        for (technique, chosen) in compare.techniques.iter().zip(&mut compare.chosen) {
            ui.checkbox(chosen, technique.name()).on_hover_text(technique.about());
        }
    });
}

/// The page without a measurement. Returns true if the user starts one.
fn empty_ui(ui: &mut Ui) -> bool {
    ui.add_space(ui.available_height() * 0.25);
    let shown = ui.vertical_centered(|ui| {
        ui.set_max_width(EMPTY_WIDTH.min(ui.available_width()));
        ui.add(Label::new(theme::heading("The same value, different work")).wrap());
        let text = "Each chosen technique searches the position on the board to depth 1, then to \
                    depth 2, and so on. All find the same value, but they visit different parts of \
                    the tree.";
        ui.add(Label::new(theme::muted(ui, text)).wrap());
        ui.add_space(SPACE_S);
        ui.add(primary_button(ui, "Compare on this position")).clicked()
    });
    shown.inner
}

/// Draws the table. That of `egui_extras` asks for the height of a row before its name is wrapped.
fn table_ui(ui: &mut Ui, compare: &ComparePage, shown: &[usize]) {
    let Some(measured) = &compare.measured else { return };
    let depth = measured.depth;
    let captures = if measured.quiescence { ", then captures" } else { "" };
    ui.label(theme::caption(ui, format!("On this position, depth {depth}{captures}")));
    let room = ui.available_width().min(MOST_TABLE_WIDTH);
    let names = (room * NAMES_SHARE).max(NAMES_WIDTH);
    // The columns of figures share the width that the names leave.
    let column = (room - names) / COMPARE_COLUMNS.len() as f32 - SPACE_M;
    ScrollArea::horizontal().id_salt("compared").auto_shrink([false, true]).show_focused(
        ui,
        |ui| {
            let grid = Grid::new("compared").striped(true).min_row_height(ROW_HEIGHT);
            let grid = grid.min_col_width(column.max(0.0));
            grid.spacing(vec2(SPACE_M, SPACE_XS)).show(ui, |ui| {
                ui.label(theme::caption(ui, "technique"));
                for (title, about) in COMPARE_COLUMNS {
                    right_ui(ui, |ui| ui.label(theme::caption(ui, title)).on_hover_text(about));
                }
                ui.end_row();
                for (index, place) in shown.iter().enumerate() {
                    let Some(technique) = compare.techniques.get(*place) else { continue };
                    ui.horizontal(|ui| {
                        ui.set_max_width(names);
                        swatch_ui(ui, index);
                        let name = Label::new(technique.name()).wrap();
                        ui.add(name).on_hover_text(technique.about());
                    });
                    for text in
                        compare_texts(compare.cell(*place, depth), compare.task.is_running())
                    {
                        right_ui(ui, |ui| ui.label(text));
                    }
                    ui.end_row();
                }
            });
        },
    );
}

/// The mark of a technique's line in the plot.
fn swatch_ui(ui: &mut Ui, index: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(SPACE_M, SPACE_M), Sense::hover());
    let color = line_color(Theme::of(ui), index);
    ui.painter().circle_filled(rect.center(), SPACE_XS, color);
}

fn right_ui<R>(ui: &mut Ui, inside: impl FnOnce(&mut Ui) -> R) {
    ui.with_layout(Layout::right_to_left(Align::Center), inside);
}

/// Draws the text below the board.
pub(super) fn side_ui(ui: &mut Ui, session: &Session, compare: &ComparePage) {
    let scroll = ScrollArea::vertical().id_salt("compare beside").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        ui.add(Label::new(theme::heading("The same value, less work")).wrap());
        let about = "All techniques find minimax's value. The number of positions they need depends \
                     on the move order: in a uniform tree of even depth, alpha-beta with the best \
                     move first evaluates about twice the square root of the leaves.";
        ui.add(Label::new(about).wrap());
        if let Some(whole) = compare.whole_tree.last() {
            let text = format!(
                "To depth {}, a side has b = {:.1} moves on average, as minimax counts them. Dashed, \
                 with b measured at each depth: b^d is the whole tree, b^(d/2) its square root, about half \
                 of what the perfect order needs at even depths, b^(3d/4) a rule of thumb for a random order. \
                 {WORST_ORDER_NOTE} {MINIMAL_RATIO_NOTE}",
                whole.depth,
                whole.branching(),
            );
            ui.add(Label::new(text).wrap());
        }
        let gave_up = |cell: &CompareCell| cell.stopped == Some(Stop::Nodes);
        if compare.cells.iter().any(gave_up) {
            let text = format!("\"too many nodes\": stopped after {}.", grouped(MAX_COMPARISON_NODES));
            ui.add(Label::new(theme::muted(ui, text)).wrap());
        }
        if let Some(problem) = compare.task.problem() {
            ui.add(Label::new(RichText::new(problem).color(Theme::of(ui).bad)).wrap());
        }
        let is_other = |measured: &Comparison| measured.position != *session.game.position();
        if compare.measured.as_ref().is_some_and(is_other) {
            let text = "The position on the board has changed. \"Compare again\" measures it.";
            ui.add(Label::new(theme::muted(ui, text)).wrap());
        }
    });
}
