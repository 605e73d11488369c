//! The card of the end-game tables: the exact result of the position on the board and of each legal
//! move, and the way to the tables where they are not built yet.

use egui::{Align, Label, Layout, RichText, Ui};
use egui_material_icons::icons;

use super::Card;
use crate::app::{
    context::Cx,
    pages::PageId,
    registry::Opener,
    request::Request,
    session::{GameCommand, Session, TableStatus},
    tables::{TableMoveStyle, build_ui, table_moves_ui, verdict},
    ui::theme::{self, SPACE_S},
    ui::widgets::icon_button_ui,
};
use minnow_engine::Root;
use minnow_tables::{TableClass, TableSet, cache::STANDARD_MEN, has_few_men};

/// The room that the link to all endings needs, in points.
const LINK_WIDTH: f32 = 80.0;

/// The card. It appears by itself in a position that belongs into the tables.
#[derive(Default)]
pub struct Endings {
    /// True if the user wants the card; `None` until the user opens or closes it.
    wish: Option<bool>,
}

impl Endings {
    pub(super) const OPENER: Option<Opener> = None;
}

impl Card for Endings {
    fn name(&self) -> &'static str {
        "Endings"
    }

    fn applies(&self, session: &Session) -> bool {
        self.wish.unwrap_or_else(|| has_table(session))
    }

    fn open(&mut self, is_shown: bool, session: &mut Session) {
        let wanted = !is_shown;
        self.wish = (wanted != has_table(session)).then_some(wanted);
    }

    fn close(&mut self) {
        self.wish = Some(false);
    }

    /// One line until there are tables, so that the list of moves below keeps its room.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.spacing_mut().item_spacing.y = SPACE_S;
        let status = cx.session.tables.status(cx.session.variant());
        ui.horizontal(|ui| {
            ui.label(theme::caption(ui, "End-game table"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let close = icons::ICON_CLOSE.codepoint;
                // The rest of this frame still shows the card.
                if icon_button_ui(ui, close, "Close the end-game table", true).clicked() {
                    self.wish = Some(false);
                }
                if has_table(cx.session) {
                    status_ui(ui, &status, cx);
                }
                // Without room the menu still leads to the page.
                if ui.available_width() >= LINK_WIDTH {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        facts_link_ui(ui, cx)
                    });
                }
            });
        });
        match &status {
            _ if !has_table(cx.session) => {
                ui.add(Label::new(theme::muted(ui, none_text(cx.session))).wrap());
            }
            TableStatus::Ready(tables) => moves_ui(ui, tables, cx),
            _ => {}
        }
    }

    /// Looks for the tables of the position on the board.
    fn tick(&mut self, session: &mut Session, in_analysis: bool) {
        if in_analysis && has_few_men(session.game.position(), STANDARD_MEN) {
            let variant = session.variant();
            session.tables.look_for(variant);
        }
    }
}

/// True if the tables have the position on the board, or would have it once they are built.
fn has_table(session: &Session) -> bool {
    let position = session.game.position();
    session.game.outcome().is_none() && session.tables.status_for(position).is_some()
}

/// Why no table has the position on the board.
fn none_text(session: &Session) -> String {
    if session.game.outcome().is_some() {
        "The game is over in this position.".to_owned()
    } else {
        format!("The tables have positions with at most {STANDARD_MEN} men.")
    }
}

/// The right end of the first line: the men of the table, or the way to it.
fn status_ui(ui: &mut Ui, status: &TableStatus, cx: &mut Cx<'_>) {
    match status {
        TableStatus::Ready(_) => {
            let (class, _) = TableClass::of_board(cx.session.game.position().board());
            ui.label(theme::caption(ui, class.to_string()));
        }
        TableStatus::Building(_) | TableStatus::Missing { .. } => build_ui(ui, status, cx),
        TableStatus::Loading | TableStatus::NoFolder => {
            ui.label(theme::muted(ui, "Reading the tables."));
        }
    }
}

/// The link to the page of all endings.
fn facts_link_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let link = ui.link(RichText::new("All endings").small());
    if link.on_hover_text("Which endings are won on this board").clicked() {
        cx.ask(Request::Show(PageId::Facts));
    }
}

fn moves_ui(ui: &mut Ui, tables: &TableSet, cx: &mut Cx<'_>) {
    let Some(Root { position, earlier, .. }) = cx.session.root_at(cx.session.game.cursor()) else {
        return;
    };
    let Some(verdict) = verdict(tables, &position, &earlier) else { return };
    ui.label(theme::bold(verdict));
    let moves = tables.valued_moves(&position, &earlier).unwrap_or_default();
    if let Some(mv) = table_moves_ui(ui, &position, &moves, TableMoveStyle::Buttons) {
        cx.ask(GameCommand::Move(mv));
    }
}
