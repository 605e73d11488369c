//! The card of learning in Train: the games with moments that are due.

use egui::{Label, RichText, Ui, Vec2};

use super::LearnStock;
use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    ui::{
        board::PositionPicture,
        practice_card::{PRACTICE_ROW_HEIGHT, PracticeCard, practice_row_ui},
        text::capitalised,
        theme::Theme,
        widgets::thin_bar,
    },
};
use minnow_rules::counted;

/// The number of games on the card, at most.
const ROWS: usize = 4;

impl LearnStock {
    /// Draws the card.
    pub(in crate::app) fn card_ui(&self, ui: &mut Ui, size: Vec2, cx: &mut Cx<'_>) {
        let look = cx.session.settings.board_look();
        let first = self.first_position();
        let picture =
            first.map(|position| (PositionPicture::of_mover(&position, look), "a moment"));
        let card = PracticeCard {
            title: "Learn from your mistakes",
            about: "Positions from your reviewed games.",
            picture,
        };
        card.ui(
            ui,
            size,
            cx,
            |ui, cx| self.rows_ui(ui, cx),
            |ui, cx| {
                if self.games().is_empty() {
                    if ui.button("Your games").clicked() {
                        cx.ask(Request::Show(PageId::YourGames));
                    }
                } else if ui.button("Start with the newest").clicked() {
                    cx.ask(Request::LearnFrom(0));
                }
            },
        );
    }

    fn rows_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        // A line stays for what does not fit.
        let fitting = (ui.available_height() / PRACTICE_ROW_HEIGHT) as usize;
        let rows = fitting.saturating_sub(1).clamp(1, ROWS);
        for (index, game) in self.games().iter().enumerate().take(rows) {
            let moments = counted(game.moments as u64, "moment", "moments");
            if practice_row_ui(ui, &capitalised(&game.title), &moments) {
                cx.ask(Request::LearnFrom(index));
            }
        }
        let more = self.games().len().saturating_sub(rows);
        if more > 0 {
            ui.label(format!("And {}.", counted(more as u64, "older game", "older games")));
        }
        if let Some(share) = self.progress() {
            ui.label("Looking through your games.");
            ui.add(thin_bar(ui, share));
        } else if self.games().is_empty() {
            let text = "Nothing is due. The errors of a game that you review come here.";
            ui.add(Label::new(text).wrap());
        }
        if let Some(problem) = self.problem() {
            ui.add(Label::new(RichText::new(problem).color(Theme::of(ui).bad)).wrap());
        }
    }
}
