//! The view of the page: the state of the tables, or the classes in sections.

use crate::app::request::Request;
use egui::{Align, Label, Layout, RichText, Ui, vec2};

use super::{FactsPage, FactsSection, card::card_ui};
use crate::app::{
    context::Cx,
    session::TableStatus,
    tables::{building_ui, class_text, missing_ui},
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
};
use minnow_rules::grouped;
use minnow_tables::ClassSummary;

// Sizes in points.
const TWO_COLUMNS_FROM_WIDTH: f32 = 700.0;
const BUILD_WIDTH: f32 = 360.0;

/// Draws the page.
pub(super) fn facts_ui(ui: &mut Ui, page: &FactsPage, cx: &mut Cx<'_>) {
    ui.spacing_mut().item_spacing.y = SPACE_S;
    let sections = page.sections(cx.session.variant());
    if sections.is_empty() {
        status_ui(ui, page, cx);
        return;
    }
    note_ui(
        ui,
        "The exact result of every position with these men and a king on each side. Counted for \
         the side named first, whoever is to move; where both sides have the same men, for the side \
         to move. Move limits and repetitions do not count.",
    );
    for section in sections {
        section_ui(ui, section, cx);
    }
}

fn note_ui(ui: &mut Ui, text: &str) {
    let color = Theme::of(ui).muted;
    ui.add(Label::new(RichText::new(text).small().color(color)).wrap());
}

/// The way to the facts while there are none.
fn status_ui(ui: &mut Ui, page: &FactsPage, cx: &mut Cx<'_>) {
    let status = cx.session.tables.status(cx.session.variant());
    let text = match &status {
        TableStatus::Ready(_) if let Some(problem) = page.problem() => problem.to_owned(),
        TableStatus::Ready(_) => "Counting the positions.".to_owned(),
        TableStatus::Loading => "Reading the tables.".to_owned(),
        TableStatus::NoFolder => "There is no folder in which tables can be kept.".to_owned(),
        TableStatus::Missing { .. } | TableStatus::Building(_) => {
            "Which endings are won on this board? The end-game tables hold the exact result of \
             every position with up to four men. They are built once, in the background, and kept."
                .to_owned()
        }
    };
    ui.add(Label::new(text).wrap());
    let row = vec2(BUILD_WIDTH.min(ui.available_width()), CONTROL_HEIGHT);
    match status {
        TableStatus::Missing { entries } => {
            if missing_ui(ui, entries).clicked() {
                cx.ask(Request::BuildTables);
            }
        }
        TableStatus::Building(progress) => {
            let layout = Layout::right_to_left(Align::Center);
            let stop = ui.allocate_ui_with_layout(row, layout, |ui| building_ui(ui, progress));
            if stop.inner.clicked() {
                cx.ask(Request::StopTables);
            }
        }
        TableStatus::Ready(_) | TableStatus::Loading | TableStatus::NoFolder => {}
    }
}

fn section_ui(ui: &mut Ui, section: &FactsSection, cx: &mut Cx<'_>) {
    ui.add_space(SPACE_M - SPACE_S);
    ui.label(theme::heading(section.heading));
    let columns = if ui.available_width() >= TWO_COLUMNS_FROM_WIDTH { 2 } else { 1 };
    let width = (ui.available_width() - SPACE_S * (columns - 1) as f32) / columns as f32;
    for row in section.won.chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_S;
            for class in row {
                card_ui(ui, class, width, cx);
            }
        });
    }
    for class in &section.drawn {
        note_ui(ui, &drawn_text(class));
    }
}

/// The sentence on a class without a win.
fn drawn_text(class: &ClassSummary) -> String {
    let (men, positions) = (class_text(&class.class), grouped(class.summary.positions));
    format!("{men} ({}): all {positions} positions are draws.", class.class)
}
