//! Questions over the window.

use egui::{Button, Id, Modal, RichText, Ui, vec2};

use crate::{
    app::{
        action::{Action, Answer},
        session::Question,
        state::AppState,
        theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
        widgets::primary_button,
    },
    game::store::backup_path,
    rules::san,
};

/// A question's words and its answers, the safest first.
struct Words {
    title: String,
    text: String,
    answers: Vec<(&'static str, Answer)>,
}

/// Shows the question that waits, if one does.
pub fn question_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    let Some(question) = &state.question else { return };
    let words = words(state, question);
    let modal = Modal::new(Id::unique("question")).frame(Theme::of(ui).overlay()).show(ui, |ui| {
        ui.set_width(theme::DIALOG_WIDTH.min(ui.ctx().content_rect().width() - 64.0));
        ui.label(theme::heading(&words.title));
        ui.add_space(SPACE_S);
        ui.label(RichText::new(&words.text).color(Theme::of(ui).muted));
        ui.add_space(SPACE_M);
        ui.horizontal_wrapped(|ui| {
            for (index, (text, answer)) in words.answers.iter().enumerate() {
                let button = if index == 0 { primary_button(ui, text) } else { Button::new(*text) };
                if ui.add(button.min_size(vec2(88.0, CONTROL_HEIGHT))).clicked() {
                    out.push(Action::Answer(*answer));
                }
            }
        });
    });
    if modal.should_close() {
        out.push(Action::Answer(Answer::Cancel));
    }
}

fn words(state: &AppState, question: &Question) -> Words {
    let owned = |title: &str, text: String, answers: &[(&'static str, Answer)]| Words {
        title: title.to_owned(),
        text,
        answers: answers.to_vec(),
    };
    match question {
        Question::LosesKing { played } => owned(
            "This loses your king",
            format!(
                "After {} your king can be taken. Another move keeps it.",
                san(state.session.game.position(), *played)
            ),
            &[("Choose another", Answer::Cancel), ("Play it", Answer::Yes)],
        ),
        Question::PlayOn { played } => owned(
            "Play on from here?",
            format!(
                "The game goes on with {}. The moves after this position are kept as a variation.",
                san(state.session.game.position(), *played)
            ),
            &[("Play on", Answer::Yes), ("Cancel", Answer::Cancel)],
        ),
        Question::Resign => owned(
            "Resign this game?",
            "Your opponent wins.".to_owned(),
            &[("Keep playing", Answer::Cancel), ("Resign", Answer::Yes)],
        ),
        Question::Overwrite { path, games } => owned(
            "Replace this file?",
            match games {
                None => format!(
                    "{} exists already. What it holds now is kept beside it.",
                    path.display()
                ),
                Some(games) => format!(
                    "{} holds {games} games. They would be replaced by this one, and kept in {}.",
                    path.display(),
                    backup_path(path).display()
                ),
            },
            &[("Cancel", Answer::Cancel), ("Replace", Answer::Yes)],
        ),
        Question::Unsaved { .. } => owned(
            "Save this game first?",
            "The game on the board has not been saved to a file.".to_owned(),
            &[("Save", Answer::SaveFirst), ("Don't save", Answer::Yes), ("Cancel", Answer::Cancel)],
        ),
    }
}
