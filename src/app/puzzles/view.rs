//! The card of the puzzle on the board: the task, what was right or wrong, the end, and the buttons.

use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::{PuzzleSolving, solving::Stage};
use crate::app::{
    context::Cx,
    request::Request,
    ui::{
        focus::FocusScroll,
        text::capitalised,
        theme::{self, CONTROL_HEIGHT, SPACE_XS, TEXT_NOTE, Theme},
        widgets::{button_row_ui, icon_button_ui, primary_button, said_ui},
    },
};
use minnow_engine::{LEVELS, Level};
use minnow_rules::counted;
use minnow_study::puzzles::{PuzzleResult, Theme as PuzzleTheme};

impl PuzzleSolving {
    /// Draws the inside of the card. The buttons are always visible.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        head_ui(ui, self, cx);
        let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
        let scroll = ScrollArea::vertical().auto_shrink([false, true]).max_height(room);
        scroll.show_focused(ui, |ui| texts_ui(ui, self));
        ui.add_space(SPACE_XS);
        if self.is_done() {
            end_buttons_ui(ui, cx);
        } else {
            self.buttons_ui(ui, cx);
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let is_open = self.is_open();
        let buttons = vec![
            (Button::new("Hint"), is_open && !self.has_whole_hint()),
            (Button::new("Show me"), is_open),
            (Button::new("Leave"), true),
        ];
        match button_row_ui(ui, buttons) {
            Some(0) => self.give_hint(),
            Some(1) => {
                self.show(cx.now_ms);
                cx.ask(Request::Wake);
            }
            Some(_) => cx.ask(Request::LeaveTask),
            None => {}
        }
    }
}

fn end_buttons_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let buttons = vec![(primary_button(ui, "Next puzzle"), true), (Button::new("Leave"), true)];
    match button_row_ui(ui, buttons) {
        Some(0) => cx.ask(Request::NextTask),
        Some(_) => cx.ask(Request::LeaveTask),
        None => {}
    }
}

fn head_ui(ui: &mut Ui, solving: &PuzzleSolving, cx: &mut Cx<'_>) {
    let stocked = solving.stocked();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Leave the puzzles", true).clicked()
            {
                cx.ask(Request::LeaveTask);
            }
            let difficulty = format!("difficulty {}", stocked.puzzle.difficulty);
            ui.label(RichText::new(difficulty).small().color(Theme::of(ui).muted));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = if stocked.is_own { "From your game" } else { "Puzzle" };
                ui.add(Label::new(theme::heading(title)).truncate());
            });
        });
    });
}

fn texts_ui(ui: &mut Ui, solving: &PuzzleSolving) {
    let theme = Theme::of(ui);
    ui.add(Label::new(theme::bold(solving.task_text())).wrap());
    match &solving.stage {
        Stage::Open { wrong: Some(wrong) } => said_ui(ui, theme.bad, |ui| {
            ui.add(Label::new(wrong).wrap());
        }),
        Stage::Open { wrong: None } | Stage::Reply { .. } if solving.steps_done() > 0 => {
            said_ui(ui, theme.good, |ui| {
                ui.add(Label::new("Right. Go on.").wrap());
            });
        }
        Stage::Open { .. } | Stage::Reply { .. } => {}
        Stage::Showing { .. } => {
            ui.label(RichText::new("The solution\u{2026}").color(theme.muted));
        }
        Stage::Done => end_ui(ui, solving),
    }
}

/// How it ended, the line, the themes, the difficulty, and when it comes again.
fn end_ui(ui: &mut Ui, solving: &PuzzleSolving) {
    let theme = Theme::of(ui);
    let (color, verdict) = match solving.result {
        Some(PuzzleResult::Solved) => (theme.good, "Solved."),
        Some(PuzzleResult::Helped) => (theme.good, "Solved with a hint."),
        Some(PuzzleResult::Failed) | None => (theme.accent, "This is the solution."),
    };
    said_ui(ui, color, |ui| {
        ui.add(Label::new(theme::bold(verdict)).wrap());
        ui.add(Label::new(solving.line_text()).wrap());
        if let Some(themes) = themes_text(&solving.stocked().themes) {
            ui.add(Label::new(themes).wrap());
        }
        let notes = [
            Some(difficulty_text(solving.stocked().puzzle.difficulty)),
            solving.again_days.map(again_text),
        ];
        for note in notes.into_iter().flatten() {
            ui.add(Label::new(RichText::new(note).size(TEXT_NOTE).color(theme.muted)).wrap());
        }
    });
}

/// `Mate in 2, sacrifice.`
fn themes_text(themes: &[PuzzleTheme]) -> Option<String> {
    let names: Vec<String> = themes.iter().map(|theme| theme.name()).collect();
    (!names.is_empty()).then(|| format!("{}.", capitalised(&names.join(", "))))
}

fn difficulty_text(difficulty: u8) -> String {
    if usize::from(difficulty) > LEVELS.len() {
        return "No level solves it in half of its games.".to_owned();
    }
    let name = Level::get(difficulty).name;
    format!("{name}, level {difficulty}, is the lowest level that solves it in half of 20 games.")
}

fn again_text(days: u32) -> String {
    match days {
        0 => "It comes again today.".to_owned(),
        1 => "It comes again tomorrow.".to_owned(),
        days => format!("It comes again in {}.", counted(u64::from(days), "day", "days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_end_are_sentences() {
        let themes = [PuzzleTheme::MateIn(2), PuzzleTheme::Sacrifice];
        assert_eq!(themes_text(&themes).as_deref(), Some("Mate in 2, sacrifice."));
        assert_eq!(themes_text(&[]), None);
        assert!(difficulty_text(5).starts_with("Roach, level 5, is the lowest level"));
        assert_eq!(difficulty_text(13), "No level solves it in half of its games.");
        assert_eq!(again_text(1), "It comes again tomorrow.");
        assert_eq!(again_text(4), "It comes again in 4 days.");
    }
}
