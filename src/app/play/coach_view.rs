//! What waits for an answer of the user's beside the board: the coach's words about a move, or the
//! computer's offer of a draw; and after the game the most instructive moments.

use egui::{Button, Label, Ui};

use super::Play;
use crate::app::{
    context::Cx,
    moves::layout::numbered_text,
    request::Request,
    session::Session,
    ui::theme::{self, TEXT_SMALL},
    ui::widgets::{button_row_ui, primary_button},
};
use minnow_study::analysis::InstructiveMoment;

impl Play {
    /// Draws the buttons for the answer, if one is waited for.
    pub(super) fn asked_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let session = cx.session;
        if let Some(mv) = self.warned_move(session) {
            let better = vec![(Button::new("Show a better move"), true)];
            if self.may_show_better(session) && button_row_ui(ui, better).is_some() {
                self.show_better(session);
                cx.ask(Request::Wake);
            }
            let answers =
                vec![(Button::new("Choose another"), true), (Button::new("Play it"), true)];
            match button_row_ui(ui, answers) {
                Some(0) => {
                    self.drop_warning();
                    cx.ask(Request::Wake);
                }
                Some(_) => cx.ask(Request::PlayAnyway(mv)),
                None => {}
            }
        } else if self.is_draw_offered(session) {
            let accept = (primary_button(ui, "Accept draw"), true);
            match button_row_ui(ui, vec![accept, (Button::new("Decline draw"), true)]) {
                Some(0) => cx.ask(Request::AcceptDraw),
                Some(_) => {
                    self.decline_draw();
                    cx.ask(Request::Wake);
                }
                None => {}
            }
        }
    }

    /// Draws the moments of a game that is over, each a button that leads to its position.
    pub(super) fn moments_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let session = cx.session;
        let note = |ui: &mut Ui, text: &str| {
            ui.add(Label::new(theme::muted(ui.ctx(), text).size(TEXT_SMALL)).wrap());
        };
        match self.moments(session) {
            Some(moments) if moments.is_empty() => note(ui, "No move of yours lost much."),
            Some(moments) => {
                note(ui, "Worth another look:");
                for moment in &moments {
                    let button = Button::new(moment_text(session, moment)).truncate();
                    if button_row_ui(ui, vec![(button, true)]).is_some() {
                        cx.ask(Request::LearnFrom(moment.exercise.before));
                    }
                }
            }
            None if session.settings.coach && session.review.running().is_some() => {
                note(ui, "The coach looks through the game.");
            }
            None => {}
        }
    }
}

/// `6. Qxb4 allows a capture`.
fn moment_text(session: &Session, moment: &InstructiveMoment) -> String {
    let played = numbered_text(&session.game, moment.exercise.played).unwrap_or_default();
    format!("{played} {}", moment.theme.text())
}
