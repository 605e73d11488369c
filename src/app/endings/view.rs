//! The card: the result of the position, and each legal move with its own; a button where the tables
//! are not built.

use egui::{Align, Layout, RichText, Ui};

use super::EndingsAction;
use crate::app::{
    session::{GameCommand, Out, ProgramCommand, Session, TableStatus},
    ui::{
        table_moves::{TableMoveStyle, table_moves_ui},
        table_text::verdict,
        table_work::{building_ui, missing_ui},
        theme::{self, SPACE_S},
    },
};
use minnow_engine::Root;
use minnow_tables::{TableClass, TableSet};

/// In points; a narrower line has no link.
const LINK_WIDTH: f32 = 80.0;

/// Draws the inside of the card. It is one line until there are tables, so that the list of moves below
/// keeps its room.
pub(crate) fn endings_ui(ui: &mut Ui, session: &Session, out: &mut Out<EndingsAction>) {
    ui.spacing_mut().item_spacing.y = SPACE_S;
    let status = session.tables.status(session.variant());
    ui.horizontal(|ui| {
        ui.label(theme::caption(ui, "End-game table"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            status_ui(ui, session, &status, out);
            // Without room the menu still leads to the page.
            if ui.available_width() >= LINK_WIDTH {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| facts_link_ui(ui, out));
            }
        });
    });
    if let TableStatus::Ready(tables) = &status {
        moves_ui(ui, session, tables, out);
    }
}

/// The right end of the first line: the men of the table, or the way to it.
fn status_ui(ui: &mut Ui, session: &Session, status: &TableStatus, out: &mut Out<EndingsAction>) {
    match status {
        TableStatus::Ready(_) => {
            let (class, _) = TableClass::of_board(session.game.position().board());
            ui.label(theme::caption(ui, class.to_string()));
        }
        TableStatus::Building(progress) => {
            if building_ui(ui, *progress).clicked() {
                out.command(ProgramCommand::StopTables);
            }
        }
        TableStatus::Missing { entries } => {
            if missing_ui(ui, *entries).clicked() {
                out.command(ProgramCommand::BuildTables);
            }
        }
        TableStatus::Loading | TableStatus::NoFolder => {
            ui.label(theme::muted(ui, "Reading the tables."));
        }
    }
}

/// The link to the page of all endings.
fn facts_link_ui(ui: &mut Ui, out: &mut Out<EndingsAction>) {
    let link = ui.link(RichText::new("All endings").small());
    if link.on_hover_text("Which endings are won on this board").clicked() {
        out.push(EndingsAction::ShowFacts);
    }
}

fn moves_ui(ui: &mut Ui, session: &Session, tables: &TableSet, out: &mut Out<EndingsAction>) {
    let Some(Root { position, earlier, .. }) = session.root_at(session.game.cursor()) else {
        return;
    };
    let Some(verdict) = verdict(tables, &position, &earlier) else { return };
    ui.label(theme::bold(verdict));
    let moves = tables.valued_moves(&position, &earlier).unwrap_or_default();
    if let Some(mv) = table_moves_ui(ui, &position, &moves, TableMoveStyle::Buttons) {
        out.command(GameCommand::Move(mv));
    }
}
