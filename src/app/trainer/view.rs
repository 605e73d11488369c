//! The trainer's card: the task, the value of the position, what has slipped, the record, and the
//! buttons.

use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::{
    Trainer, TrainerAction,
    state::{HOLD_MOVES, Stage},
};
use crate::app::{
    session::{Out, Session},
    ui::{
        focus::FocusScroll,
        table_text::class_text,
        theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, Theme},
        widgets::{icon_button_ui, primary_button, said_ui, sized_button_ui},
    },
};
use minnow_game::training::{TrainingGoal, TrainingRecord};

/// Draws the inside of the card. The buttons are always visible.
pub(crate) fn trainer_ui(
    ui: &mut Ui,
    trainer: &Trainer,
    session: &Session,
    out: &mut Out<TrainerAction>,
) {
    head_ui(ui, trainer, out);
    let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
    let scroll = ScrollArea::vertical().auto_shrink([false, true]).max_height(room);
    scroll.show_focused(ui, |ui| texts_ui(ui, trainer, session));
    ui.add_space(SPACE_XS);
    buttons_ui(ui, trainer, out);
}

fn head_ui(ui: &mut Ui, trainer: &Trainer, out: &mut Out<TrainerAction>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            let close = icons::ICON_CLOSE.codepoint;
            if icon_button_ui(ui, close, "Leave the trainer", true).clicked() {
                out.push(TrainerAction::Leave);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(theme::heading(class_text(&trainer.order().class))).truncate());
            });
        });
    });
}

fn texts_ui(ui: &mut Ui, trainer: &Trainer, session: &Session) {
    let theme = Theme::of(ui);
    ui.add(Label::new(theme::bold(task_text(trainer))).wrap());
    match trainer.stage() {
        Stage::Open | Stage::Reply { .. } => {
            if let Some(verdict) = trainer.verdict(session) {
                ui.add(Label::new(verdict).wrap());
            }
        }
        Stage::Slipped { words, .. } => said_ui(ui, theme.bad, |ui| {
            ui.add(Label::new(words).wrap());
        }),
        Stage::Done { words } => said_ui(ui, theme.good, |ui| {
            ui.add(Label::new(theme::bold(words)).wrap());
        }),
    }
    let record = record_text(trainer.record(session), trainer.order().goal);
    ui.add(Label::new(RichText::new(record).small().color(theme.muted)).wrap());
}

/// The task in a sentence.
fn task_text(trainer: &Trainer) -> String {
    match trainer.order().goal {
        TrainingGoal::Win => {
            let user = trainer.user();
            format!("Win as {user}. {} resists as long as possible.", !user)
        }
        TrainingGoal::Hold => {
            format!("Hold the draw as {}, to the end or for {HOLD_MOVES} moves.", trainer.user())
        }
    }
}

/// `3 of 5 tries won, the last 2 in a row.`
fn record_text(record: TrainingRecord, goal: TrainingGoal) -> String {
    let word = match goal {
        TrainingGoal::Win => "won",
        TrainingGoal::Hold => "held",
    };
    let TrainingRecord { tries, successes, in_a_row } = record;
    match (tries, in_a_row) {
        (0, _) => "The first try.".to_owned(),
        (1, _) => format!("{successes} of 1 try {word}."),
        (_, 0 | 1) => format!("{successes} of {tries} tries {word}."),
        (_, row) => format!("{successes} of {tries} tries {word}, the last {row} in a row."),
    }
}

fn buttons_ui(ui: &mut Ui, trainer: &Trainer, out: &mut Out<TrainerAction>) {
    let is_over = matches!(trainer.stage(), Stage::Done { .. });
    let mut buttons = vec![
        ("Another position", is_over, TrainerAction::Another),
        ("Leave", false, TrainerAction::Leave),
    ];
    if matches!(trainer.stage(), Stage::Slipped { .. }) {
        buttons.insert(0, ("Take back", true, TrainerAction::TakeBack));
    }
    let count = buttons.len() as f32;
    let width = (ui.available_width() - SPACE_S * (count - 1.0)) / count;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        ui.spacing_mut().button_padding.x = SPACE_XS;
        for (text, is_primary, action) in buttons {
            let button = if is_primary { primary_button(ui, text) } else { Button::new(text) };
            if sized_button_ui(ui, vec2(width, CONTROL_HEIGHT), true, button).clicked() {
                out.push(action);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_is_a_sentence() {
        let text = |tries, successes, in_a_row| {
            record_text(TrainingRecord { tries, successes, in_a_row }, TrainingGoal::Win)
        };
        assert_eq!(text(0, 0, 0), "The first try.");
        assert_eq!(text(1, 1, 1), "1 of 1 try won.");
        assert_eq!(text(5, 3, 2), "3 of 5 tries won, the last 2 in a row.");
        assert_eq!(text(5, 3, 0), "3 of 5 tries won.");
    }
}
