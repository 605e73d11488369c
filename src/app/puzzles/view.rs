//! The card of the puzzle on the board: the task, what was right or wrong, the end, and the buttons.

use egui::{Align, Button, Key, Label, Layout, Modifiers, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::{PuzzleSolving, PuzzlesAction, solving::Stage};
use crate::app::{
    session::Out,
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

/// Draws the inside of the card. The buttons are always visible.
pub(crate) fn puzzle_ui(ui: &mut Ui, solving: &PuzzleSolving, out: &mut Out<PuzzlesAction>) {
    head_ui(ui, solving, out);
    let room = ui.available_height() - CONTROL_HEIGHT - 2.0 * ui.spacing().item_spacing.y;
    let scroll = ScrollArea::vertical().auto_shrink([false, true]).max_height(room);
    scroll.show_focused(ui, |ui| texts_ui(ui, solving));
    ui.add_space(SPACE_XS);
    buttons_ui(ui, solving, out);
}

/// Takes the Enter key, which goes on from a finished puzzle. Call it before the board is drawn,
/// because a focused board takes the key.
pub(crate) fn enter_key_ui(ui: &Ui, solving: &PuzzleSolving, out: &mut Out<PuzzlesAction>) {
    let pressed = |input: &mut egui::InputState| input.consume_key(Modifiers::NONE, Key::Enter);
    if solving.is_done() && ui.input_mut(pressed) {
        out.push(PuzzlesAction::Next);
    }
}

fn head_ui(ui: &mut Ui, solving: &PuzzleSolving, out: &mut Out<PuzzlesAction>) {
    let stocked = solving.stocked();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Leave the puzzles", true).clicked()
            {
                out.push(PuzzlesAction::Leave);
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
    match solving.stage() {
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
    let (color, verdict) = match solving.result() {
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
            solving.again_days().map(again_text),
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

fn buttons_ui(ui: &mut Ui, solving: &PuzzleSolving, out: &mut Out<PuzzlesAction>) {
    let (is_open, has_hint) = (solving.is_open(), !solving.has_whole_hint());
    let buttons = if solving.is_done() {
        vec![
            (primary_button(ui, "Next puzzle"), true, PuzzlesAction::Next),
            (Button::new("Leave"), true, PuzzlesAction::Leave),
        ]
    } else {
        vec![
            (Button::new("Hint"), is_open && has_hint, PuzzlesAction::Hint),
            (Button::new("Show me"), is_open, PuzzlesAction::Show),
            (Button::new("Leave"), true, PuzzlesAction::Leave),
        ]
    };
    let actions: Vec<PuzzlesAction> = buttons.iter().map(|(_, _, action)| *action).collect();
    let row = buttons.into_iter().map(|(button, enabled, _)| (button, enabled)).collect();
    if let Some(index) = button_row_ui(ui, row) {
        out.push(actions[index]);
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
