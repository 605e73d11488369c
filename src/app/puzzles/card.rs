//! The card of puzzles in Train: what is due, the user's record, and the ways to begin.

use egui::{Grid, Label, Ui, Vec2, vec2};

use super::{
    PuzzlesPage,
    figures::{PuzzleFigures, boards_with_puzzles},
    stock::{PuzzleChoice, PuzzleSource},
};
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    ui::{
        board::PositionPicture,
        practice_card::PracticeCard,
        text::capitalised,
        theme::{self, SPACE_L, SPACE_S},
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
        card.ui(
            ui,
            size,
            cx,
            |ui, cx| match &figures {
                Some(figures) if figures.is_empty() => {
                    ui.add(Label::new("No puzzle tried yet. Your record comes here.").wrap());
                }
                Some(figures) => {
                    figures_ui(ui, figures);
                    chosen_ui(ui, &mut self.choice);
                }
                None => no_puzzles_ui(ui, cx),
            },
            |ui, cx| {
                if let Some(figures) = &figures {
                    let start = match figures.due {
                        0 => "Solve puzzles".to_owned(),
                        due => format!("Solve {due} due"),
                    };
                    let has_some = figures.due + figures.fresh > 0;
                    let start = primary_button(ui, &start);
                    if ui.add_enabled(has_some, start).clicked() {
                        cx.ask(Request::SolvePuzzle);
                    }
                    if figures.is_empty() {
                        return;
                    }
                    if ui.button("Three minutes").clicked() {
                        cx.ask(Request::TimedRun);
                    }
                }
                let text =
                    if figures.is_some() { "Choose\u{2026}" } else { "From your games\u{2026}" };
                if ui.button(text).clicked() {
                    cx.ask(Request::Show(PageId::Puzzles));
                }
            },
        );
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

/// The choice made on the page of puzzles, to which the figures belong, and the way back to all.
fn chosen_ui(ui: &mut Ui, choice: &mut PuzzleChoice) {
    if *choice == PuzzleChoice::default() {
        return;
    }
    let source = PuzzleSource::ALL.into_iter().find(|(source, _)| *source == choice.source);
    let name = choice.group.map(capitalised).or(source.map(|(_, name)| name.to_owned()));
    let name = name.unwrap_or_default();
    ui.horizontal(|ui| {
        ui.label(theme::muted(ui.ctx(), format!("Only: {name}.")));
        if ui.link("All puzzles").clicked() {
            *choice = PuzzleChoice::default();
        }
    });
}

/// The boards that have puzzles, for one without: a click trains on one of them.
fn no_puzzles_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.add(Label::new("No puzzles come with this board. These have some:").wrap());
    ui.horizontal_wrapped(|ui| {
        for variant in boards_with_puzzles() {
            if ui.link(&variant.name).clicked() {
                cx.ask(Request::TrainOn(variant));
            }
        }
    });
}
