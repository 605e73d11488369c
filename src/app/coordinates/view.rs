//! The card of the coordinates trainer: the choices before a run, and its question, time and score.

use egui::{
    Align, Button, Color32, Label, Layout, RichText, Role, TextStyle, Ui, WidgetInfo, vec2,
};

use super::{Coordinates, NameParts, RUN_MS, Run, RunResult};
use crate::app::{
    context::Cx,
    request::Request,
    session::Session,
    task_buttons::task_buttons_ui,
    ui::{
        focus::focus_board,
        text::variant_text,
        theme::{self, CONTROL_HEIGHT, SPACE_XS, Theme},
        widgets::{
            button_row_ui, choice_row_ui, primary_button_if, said_ui, sized_button_ui,
            texts_above_buttons_ui, thin_bar, value_row_ui,
        },
    },
};
use minnow_game::coordinates::CoordinatesExercise;
use minnow_rules::{Color, counted};

/// The height of the texts above the buttons, in points.
const TEXTS_HEIGHT: f32 = 280.0;

/// In less room than this, in points, a run has the question and its buttons alone.
const LOW_ROOM: f32 = 190.0;

const SIDES: [(Option<Color>, &str); 3] =
    [(Some(Color::White), "White"), (Some(Color::Black), "Black"), (None, "Either")];

impl Coordinates {
    /// Draws the inside of the card. The buttons are always visible.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        head_ui(ui, cx);
        texts_above_buttons_ui(ui, TEXTS_HEIGHT, |ui| {
            if self.run().is_some() {
                self.run_ui(ui, cx);
            } else {
                self.choices_ui(ui, cx.session);
            }
        });
        self.buttons_ui(ui, cx);
    }

    /// The choices of the next run, the end of the last one, and the record.
    fn choices_ui(&mut self, ui: &mut Ui, session: &Session) {
        let theme = Theme::of(ui);
        let exercises = CoordinatesExercise::ALL.map(|exercise| (exercise, word(exercise)));
        if let Some(exercise) = choice_row_ui(ui, "Exercise", self.exercise, &exercises) {
            self.exercise = exercise;
            self.result = None;
        }
        ui.add(Label::new(explanation(self.exercise)).wrap());
        ui.label(theme::caption(ui, "Look from"));
        self.side = choice_row_ui(ui, "Look from", self.side, &SIDES).unwrap_or(self.side);
        if let Some(result) = &self.result {
            said_ui(ui, theme.accent, |ui| {
                ui.add(Label::new(theme::bold(result_text(result))).wrap());
            });
        }
        let best = RichText::new(self.best_text(session)).small().color(theme.muted);
        ui.add(Label::new(best).wrap());
    }

    /// `Your best on MiniChess 5×6: 12 right, 1 error.`
    fn best_text(&self, session: &Session) -> String {
        let variant = self.board.game.variant();
        let board = variant_text(variant);
        match session.lists.coordinates.best(&variant.id, self.exercise) {
            Some(best) => {
                format!("Your best on {board}: {}.", score_text(best.right, best.errors))
            }
            None => format!("No best run of this exercise on {board} yet."),
        }
    }

    /// The question of the run, the buttons that answer it, the score and the time left.
    fn run_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(run) = self.run() else { return };
        let is_low = ui.available_height() < LOW_ROOM;
        if is_low {
            self.low_question_ui(ui, run, cx.now_ms);
        } else {
            self.question_ui(ui, run);
        }
        let mut part = None;
        if self.exercise == CoordinatesExercise::Name {
            part = self.parts_ui(ui, run.parts);
        }
        if !is_low {
            score_ui(ui, run, cx.now_ms);
        }
        if let Some(part) = part {
            self.take_part(part);
            cx.ask(Request::Wake);
        }
    }

    /// The question, and the verdict on the last answer, which has a line from the first question on.
    fn question_ui(&self, ui: &mut Ui, run: &Run) {
        let theme = Theme::of(ui);
        said_ui(ui, verdict_color(run, theme, theme.line), |ui| {
            let question = self.question_text(run.wanted);
            ui.add(Label::new(theme::heading(question)).wrap());
            match &run.verdict {
                Some(verdict) => drop(ui.add(Label::new(verdict.text.as_str()).wrap())),
                None => ui.add_space(ui.text_style_height(&TextStyle::Body)),
            }
        });
    }

    /// The question in one row with the score and the time; its colour is the verdict.
    fn low_question_ui(&self, ui: &mut Ui, run: &Run, now_ms: u64) {
        let theme = Theme::of(ui);
        let color = verdict_color(run, theme, theme.text);
        let seconds = left_ms(run, now_ms).div_ceil(1_000);
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::muted(ui, format!("{} right, {seconds} s", run.score.right)));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let question = theme::bold(self.question_text(run.wanted)).color(color);
                    ui.add(Label::new(question).truncate());
                });
            });
        });
    }

    /// A row of files and a row of ranks, which name a square as the keys do. Returns what was pressed.
    fn parts_ui(&self, ui: &mut Ui, parts: NameParts) -> Option<NameParts> {
        let variant = self.board.game.variant();
        let file = signs_ui(ui, "File", b'a', variant.files, parts.file);
        let rank = signs_ui(ui, "Rank", b'1', variant.ranks, parts.rank);
        (file.is_some() || rank.is_some()).then_some(NameParts { file, rank })
    }

    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let (runs, can_start) = (self.run().is_some(), self.can_start());
        let first = if runs {
            (Button::new("Stop"), true)
        } else {
            (primary_button_if(ui, "Start", can_start), can_start)
        };
        match button_row_ui(ui, vec![first, (Button::new("Leave"), true)]) {
            Some(0) if runs => self.stop(),
            Some(0) => {
                // The next press of Enter is for the board, not for the button in this place.
                focus_board(ui);
                cx.ask(Request::NextTask);
            }
            Some(_) => cx.ask(Request::LeaveTask),
            None => {}
        }
    }
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            task_buttons_ui(ui, "Leave the squares", false, cx);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(theme::heading("Squares")).truncate());
            });
        });
    });
}

/// The colour of the verdict on the last answer; `none` before the first one.
fn verdict_color(run: &Run, theme: &Theme, none: Color32) -> Color32 {
    match &run.verdict {
        None => none,
        Some(verdict) if verdict.is_right => theme.good,
        Some(_) => theme.bad,
    }
}

fn left_ms(run: &Run, now_ms: u64) -> u64 {
    run.ends_ms.saturating_sub(now_ms)
}

fn score_ui(ui: &mut Ui, run: &Run, now_ms: u64) {
    let left_ms = left_ms(run, now_ms);
    let left = format!("{} s left", left_ms.div_ceil(1_000));
    value_row_ui(ui, &score_text(run.score.right, run.score.errors), &left);
    ui.add(thin_bar(ui, left_ms as f32 / RUN_MS as f32));
}

/// A row of buttons with consecutive letters or digits; returns the index of the clicked one. `name`
/// is for screen readers.
fn signs_ui(ui: &mut Ui, name: &str, first: u8, count: u8, chosen: Option<u8>) -> Option<u8> {
    let gaps = SPACE_XS * f32::from(count - 1);
    let size = vec2((ui.available_width() - gaps) / f32::from(count), CONTROL_HEIGHT);
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_XS;
        ui.spacing_mut().button_padding.x = 0.0;
        for index in 0..count {
            let (sign, is_chosen) = (char::from(first + index), chosen == Some(index));
            let button = Button::new(sign.to_string()).selected(is_chosen);
            let response = sized_button_ui(ui, size, true, button);
            response.widget_info(|| {
                let label = format!("{name} {sign}");
                WidgetInfo::selected(Role::Button, ui.is_enabled(), is_chosen, label)
            });
            if response.clicked() {
                clicked = Some(index);
            }
        }
    });
    clicked
}

/// The word in the row of exercises.
fn word(exercise: CoordinatesExercise) -> &'static str {
    match exercise {
        CoordinatesExercise::Name => "Name",
        CoordinatesExercise::Find => "Find",
        CoordinatesExercise::Play => "Play",
    }
}

fn explanation(exercise: CoordinatesExercise) -> &'static str {
    match exercise {
        CoordinatesExercise::Name => {
            "A square is marked. Type its file and rank, as in b3, or press them here."
        }
        CoordinatesExercise::Find => {
            "A square is named. Click it, or go to it with the arrow keys and press Enter."
        }
        CoordinatesExercise::Play => "A move is named. Play it on the board.",
    }
}

/// `Time is up: 12 right, 1 error. A new best.`
fn result_text(result: &RunResult) -> String {
    let text = format!("Time is up: {}.", score_text(result.score.right, result.score.errors));
    if result.is_best { text + " A new best." } else { text }
}

/// `12 right, 1 error`.
fn score_text(right: u32, errors: u32) -> String {
    format!("{right} right, {}", counted(u64::from(errors), "error", "errors"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::coordinates::Score;

    #[test]
    fn the_end_of_a_run_is_a_sentence() {
        let text = |right, errors, is_best| {
            result_text(&RunResult { score: Score { right, errors }, is_best })
        };
        assert_eq!(text(12, 1, true), "Time is up: 12 right, 1 error. A new best.");
        assert_eq!(text(0, 2, false), "Time is up: 0 right, 2 errors.");
    }
}
