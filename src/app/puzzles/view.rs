//! The card of a puzzle: the task, what is said of the moves, the end, and the score and time of a run.

use egui::{Align, Button, Label, Layout, RichText, Ui};

use super::{
    PuzzleSolving,
    run::{RUN_MS, TimedRun},
    solving::Stage,
};
use crate::app::{
    context::Cx,
    request::Request,
    task_buttons::task_buttons_ui,
    ui::{
        board::Hint,
        text::capitalised,
        theme::{self, TEXT_NOTE, Theme},
        widgets::{
            button_row_ui, primary_button, primary_button_if, said_ui, task_text_ui,
            texts_above_buttons_ui, thin_bar, value_row_ui,
        },
    },
};
use minnow_engine::{LEVELS, Level};
use minnow_rules::counted;
use minnow_study::puzzles::{
    Puzzle, PuzzleGoal, PuzzleRating, PuzzleResult, Theme as PuzzleTheme, difficulty_rating,
};

/// The height of the texts above the buttons, in points.
const TEXTS_HEIGHT: f32 = 240.0;

impl PuzzleSolving {
    /// Draws the inside of the card. The buttons are always visible.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        head_ui(ui, self, cx);
        texts_above_buttons_ui(ui, TEXTS_HEIGHT, |ui| match &self.run {
            Some(run) => run_ui(ui, self, run, cx.now_ms),
            None => texts_ui(ui, self),
        });
        match &self.run {
            Some(run) => run_buttons_ui(ui, run, self.is_done(), cx),
            None if self.is_done() => end_buttons_ui(ui, cx),
            None => self.buttons_ui(ui, cx),
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let is_open = self.is_open();
        let buttons = vec![
            (Button::new("Hint"), is_open && !matches!(self.hint, Some(Hint::Move(..)))),
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

/// A run has no hints. After its end another one can begin, if `may_begin`.
fn run_buttons_ui(ui: &mut Ui, run: &TimedRun, may_begin: bool, cx: &mut Cx<'_>) {
    let mut buttons = vec![(Button::new("Leave"), true)];
    if !run.is_on() {
        buttons.insert(0, (primary_button_if(ui, "Another run", may_begin), may_begin));
    }
    let last = buttons.len() - 1;
    match button_row_ui(ui, buttons) {
        Some(index) if index == last => cx.ask(Request::LeaveTask),
        Some(_) => cx.ask(Request::TimedRun),
        None => {}
    }
}

fn head_ui(ui: &mut Ui, solving: &PuzzleSolving, cx: &mut Cx<'_>) {
    let stocked = &solving.stocked;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // Analysing a puzzle would end a run without a record.
            task_buttons_ui(ui, "Leave the puzzles", solving.run.is_none(), cx);
            let difficulty = format!("difficulty {}", stocked.puzzle.difficulty);
            ui.label(RichText::new(difficulty).small().color(Theme::of(ui).muted));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = match (&solving.run, stocked.is_own) {
                    (Some(_), _) => "Three minutes",
                    (None, true) => "From your game",
                    (None, false) => "Puzzle",
                };
                ui.add(Label::new(theme::heading(title)).truncate());
            });
        });
    });
}

/// The score and the time left, and the puzzle; after the end of the run how it ended.
fn run_ui(ui: &mut Ui, solving: &PuzzleSolving, run: &TimedRun, now_ms: u64) {
    let theme = Theme::of(ui);
    if let Some(end) = &run.end {
        said_ui(ui, theme.accent, |ui| {
            ui.add(Label::new(theme::bold(end)).wrap());
        });
        return;
    }
    value_row_ui(ui, &run.score_text(), &run.time_text(now_ms));
    let left = run.ends_ms.saturating_sub(now_ms) as f32 / RUN_MS as f32;
    ui.add(thin_bar(ui, left));
    texts_ui(ui, solving);
}

/// The task in a sentence that tells nothing but what was verified.
fn task_text(puzzle: &Puzzle) -> String {
    let solver = puzzle.solver();
    match (puzzle.goal, puzzle.steps()) {
        (PuzzleGoal::Mate, 1) => format!("{solver} mates with one move."),
        (PuzzleGoal::Mate, moves) => format!("{solver} mates in {moves} moves."),
        (PuzzleGoal::Win, _) => {
            format!("{solver} to move. One move is far better than all others.")
        }
        (PuzzleGoal::Hold, _) => format!("{solver} to move. One move holds the balance."),
    }
}

fn texts_ui(ui: &mut Ui, solving: &PuzzleSolving) {
    let theme = Theme::of(ui);
    task_text_ui(ui, task_text(&solving.stocked.puzzle));
    let said = |ui: &mut Ui, color, text: &str| {
        said_ui(ui, color, |ui| {
            ui.add(Label::new(text).wrap());
        });
    };
    match &solving.stage {
        Stage::Open { wrong: Some(wrong) } | Stage::Next { wrong: Some(wrong), .. } => {
            said(ui, theme.bad, wrong);
        }
        Stage::Next { wrong: None, .. } => {
            said(ui, theme.good, solving.other.as_deref().unwrap_or("Solved."));
        }
        Stage::Open { wrong: None } | Stage::Reply { .. } if solving.played > 0 => {
            said(ui, theme.good, "Right. Go on.");
        }
        Stage::Checking { .. } => said(ui, theme.line, "Checking your move\u{2026}"),
        Stage::Open { .. } | Stage::Reply { .. } | Stage::Resting { .. } => {}
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
    let puzzle = &solving.stocked.puzzle;
    said_ui(ui, color, |ui| {
        ui.add(Label::new(theme::bold(verdict)).wrap());
        let line = solving.other.clone().unwrap_or_else(|| solving.line_text());
        ui.add(Label::new(line).wrap());
        if let Some(themes) = themes_text(&solving.stocked.themes) {
            ui.add(Label::new(themes).wrap());
        }
        let notes = [
            Some(difficulty_text(puzzle.difficulty)),
            Some(rating_text(difficulty_rating(puzzle.start.variant(), puzzle.difficulty))),
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

fn rating_text(rating: PuzzleRating) -> String {
    let PuzzleRating { value, error } = rating;
    format!("It counts as an opponent rated {value:.0} \u{b1} {error:.0}.")
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
        let rating = rating_text(PuzzleRating { value: 1_284.4, error: 88.6 });
        assert_eq!(rating, "It counts as an opponent rated 1284 \u{b1} 89.");
        assert_eq!(again_text(1), "It comes again tomorrow.");
        assert_eq!(again_text(4), "It comes again in 4 days.");
    }
}
