//! The trainer's card: the task, the value of the position, what has slipped, the record, and the
//! buttons.

use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::{HOLD_MOVES, Stage, Trainer};
use crate::app::{
    context::Cx,
    request::Request,
    session::Session,
    tables::class_text,
    ui::{
        focus::FocusScroll,
        theme::{self, CONTROL_HEIGHT, SPACE_XS, Theme},
        widgets::{button_row_ui, icon_button_ui, primary_button, primary_button_if, said_ui},
    },
};
use minnow_game::training::{TrainingGoal, TrainingRecord};

impl Trainer {
    /// Draws the inside of the card. The buttons are always visible.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        head_ui(ui, self, cx);
        let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
        let scroll = ScrollArea::vertical().auto_shrink([false, true]).max_height(room);
        scroll.show_focused(ui, |ui| texts_ui(ui, self, cx.session));
        ui.add_space(SPACE_XS);
        self.buttons_ui(ui, cx);
    }

    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let has_slipped = matches!(self.stage, Stage::Slipped { .. });
        let is_done = matches!(self.stage, Stage::Done { .. });
        let mut buttons = vec![
            (primary_button_if(ui, "Another position", is_done), true),
            (Button::new("Leave"), true),
        ];
        if has_slipped {
            buttons.insert(0, (primary_button(ui, "Take back"), true));
        }
        match button_row_ui(ui, buttons).map(|index| index + usize::from(!has_slipped)) {
            Some(0) => {
                self.take_back();
                cx.ask(Request::Wake);
            }
            Some(1) => cx.ask(Request::NextTask),
            Some(_) => cx.ask(Request::LeaveTask),
            None => {}
        }
    }
}

fn head_ui(ui: &mut Ui, trainer: &Trainer, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            let close = icons::ICON_CLOSE.codepoint;
            if icon_button_ui(ui, close, "Leave the trainer", true).clicked() {
                cx.ask(Request::LeaveTask);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(theme::heading(class_text(&trainer.order.class))).truncate());
            });
        });
    });
}

fn texts_ui(ui: &mut Ui, trainer: &Trainer, session: &Session) {
    let theme = Theme::of(ui);
    ui.add(Label::new(theme::bold(task_text(trainer))).wrap());
    match &trainer.stage {
        Stage::Open | Stage::Reply { .. } | Stage::TakingBack { .. } => {
            if let Some(verdict) = trainer.verdict() {
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
    let record = record_text(trainer.record(session), trainer.order.goal);
    ui.add(Label::new(RichText::new(record).small().color(theme.muted)).wrap());
}

/// The task in a sentence.
fn task_text(trainer: &Trainer) -> String {
    match trainer.order.goal {
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
