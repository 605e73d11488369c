//! The card of puzzles in Train: what is due, the user's record, and the ways to begin.

use egui::{Button, Grid, Label, Ui, Vec2, vec2};

use super::{
    PuzzlesPage,
    figures::{PuzzleFigures, boards_with_puzzles},
};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    ui::{
        board::PositionPicture,
        practice_card::PracticeCard,
        theme::{self, CONTROL_HEIGHT, SPACE_L, SPACE_S},
        widgets::primary_button,
    },
};

impl PuzzlesPage {
    /// Draws the card.
    pub(in crate::app) fn card_ui(&mut self, ui: &mut Ui, size: Vec2, cx: &mut Cx<'_>) {
        let figures = self.figures(cx.session);
        let look = cx.session.settings.board_look();
        let next = self.next_position(cx.session);
        let picture =
            next.map(|position| (PositionPicture::of_mover(&position, look), "the next puzzle"));
        let card =
            PracticeCard { title: "Puzzles", about: "Find the good move at each step.", picture };
        let (mut board, mut asked) = (None, None);
        card.ui(
            ui,
            size,
            |ui| match &figures {
                Some(figures) => figures_ui(ui, figures),
                None => board = no_puzzles_ui(ui),
            },
            |ui| {
                let button = |text| Button::new(text).min_size(vec2(0.0, CONTROL_HEIGHT));
                if let Some(figures) = &figures {
                    let start = match figures.due {
                        0 => "Solve puzzles".to_owned(),
                        due => format!("Solve {due} due"),
                    };
                    let has_some = figures.due + figures.fresh > 0;
                    let start = primary_button(ui, &start).min_size(vec2(0.0, CONTROL_HEIGHT));
                    if ui.add_enabled(has_some, start).clicked() {
                        asked = Some(Request::SolvePuzzle);
                    }
                    if ui.add(button("Three minutes")).clicked() {
                        asked = Some(Request::TimedRun);
                    }
                }
                let text =
                    if figures.is_some() { "Choose\u{2026}" } else { "From your games\u{2026}" };
                if ui.add(button(text)).clicked() {
                    asked = Some(Request::Show(PageId::Puzzles));
                }
            },
        );
        asked.into_iter().chain(board).for_each(|request| cx.ask(request));
    }
}

/// The figures in two columns, each below its name.
fn figures_ui(ui: &mut Ui, figures: &PuzzleFigures) {
    let rating = match &figures.rating {
        Some(rating) => format!("{:.0} \u{b1} {:.0}", rating.value, rating.error),
        None => "not known yet".to_owned(),
    };
    let width = (ui.available_width() - SPACE_L) / 2.0;
    let rows = [
        [("due today", figures.due.to_string()), ("solved", figures.solved.to_string())],
        [("your puzzle rating", rating), ("days in a row", figures.days_in_row.to_string())],
    ];
    Grid::new("figures").spacing(vec2(SPACE_L, SPACE_S)).min_col_width(width).show(ui, |ui| {
        for row in rows {
            for (name, value) in row {
                ui.vertical(|ui| {
                    ui.label(theme::caption(ui.ctx(), name));
                    ui.label(theme::heading(value));
                });
            }
            ui.end_row();
        }
    });
    if let Some(best) = figures.best_run {
        ui.label(theme::muted(ui.ctx(), format!("Best in three minutes: {best}")));
    }
}

/// The boards that have puzzles, for one without; returns the wish to train on one.
fn no_puzzles_ui(ui: &mut Ui) -> Option<Request> {
    ui.add(Label::new("No puzzles come with this board. These have some:").wrap());
    ui.horizontal_wrapped(|ui| {
        let boards = boards_with_puzzles().into_iter();
        let clicked = boards.filter(|variant| ui.link(&variant.name).clicked()).last();
        clicked.map(Request::TrainOn)
    })
    .inner
}
