//! The coach beside the board: the fault of a move with its buttons, and after the game the most
//! instructive moments. The computer's offer of a draw has the same place.

use egui::{Label, RichText, Ui};

use super::{
    Play, PlayAction,
    controls::{Control, row_ui},
};
use crate::app::{
    moves::layout::numbered_text,
    session::{Emitted, Out, Session},
    ui::theme::Theme,
};
use minnow_study::analysis::InstructiveMoment;

/// Draws the coach's words about a move. Returns false if it has none.
pub(super) fn coach_ui(
    ui: &mut Ui,
    session: &Session,
    play: &Play,
    out: &mut Out<PlayAction>,
) -> bool {
    let (Some(text), Some(mv)) = (play.coach_text(session), play.warned_move(session)) else {
        return false;
    };
    ui.label(text);
    let may_show = play.may_show_better(session);
    row_ui(ui, vec![own("Show a better move", may_show, PlayAction::ShowBetter)], out);
    let another = own("Choose another", true, PlayAction::DropWarning);
    row_ui(ui, vec![another, own("Play it", true, PlayAction::PlayAnyway(mv))], out);
    true
}

/// Draws the answers to the computer's offer of a draw.
pub(super) fn offer_ui(ui: &mut Ui, out: &mut Out<PlayAction>) {
    let accept = own("Accept draw", true, PlayAction::AcceptDraw).primary();
    row_ui(ui, vec![accept, own("Decline draw", true, PlayAction::DeclineDraw)], out);
}

/// Draws the moments of a game that is over, each a button that leads to its position.
pub(super) fn moments_ui(ui: &mut Ui, session: &Session, play: &Play, out: &mut Out<PlayAction>) {
    let color = Theme::of(ui).muted;
    let note = |ui: &mut Ui, text: &str| {
        ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
    };
    match play.moments(session) {
        Some(moments) if moments.is_empty() => note(ui, "No move of yours lost much."),
        Some(moments) => {
            note(ui, "Worth another look:");
            for moment in &moments {
                let action = PlayAction::LearnFrom(moment.exercise.before);
                row_ui(ui, vec![own(moment_text(session, moment), true, action)], out);
            }
        }
        None if session.settings.coach && session.review.running().is_some() => {
            note(ui, "The coach looks through the game.");
        }
        None => {}
    }
}

/// `6. Qxb4 allows a capture`.
fn moment_text(session: &Session, moment: &InstructiveMoment) -> String {
    let played = numbered_text(&session.game, moment.exercise.played).unwrap_or_default();
    format!("{played} {}", moment.theme.text())
}

fn own(text: impl Into<String>, enabled: bool, action: PlayAction) -> Control {
    Control::new(text, enabled, Emitted::Own(action))
}
