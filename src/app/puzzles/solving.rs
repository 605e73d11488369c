//! A puzzle on the board: the user's moves, the opponent's answers, hints, and the end; and its card.

use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};
use egui_material_icons::icons;

use super::StockedPuzzle;
use crate::app::{
    context::Cx,
    request::Request,
    session::{Effect, KeptListName, Session, TrainingBoard, Wake, WallTime},
    ui::{
        board::Hint,
        text::{capitalised, numbered_moves},
        theme::{self, SPACE_XS, TEXT_NOTE, Theme},
        widgets::{button_row_ui, icon_button_ui, primary_button, said_ui, texts_above_buttons_ui},
    },
};
use minnow_engine::{LEVELS, Level};
use minnow_game::Game;
use minnow_rules::{Move, counted, san};
use minnow_study::puzzles::{
    PuzzleGoal, PuzzleResult, PuzzleSchedule, PuzzleTry, Theme as PuzzleTheme,
};

/// The pause before the opponent's move, and between two moves of a solution that is shown.
const REPLY_MS: u64 = 400;
const SHOW_MS: u64 = 800;

/// The height of the texts above the buttons, in points.
const TEXTS_HEIGHT: f32 = 240.0;

/// A puzzle on the board.
#[derive(Debug)]
pub struct PuzzleSolving {
    board: TrainingBoard,
    stocked: StockedPuzzle,
    stage: Stage,
    /// The moves of the line that stand on the board.
    played: usize,
    hint: Option<Hint>,
    /// The result that was recorded; `None` before the end or the first wrong move.
    result: Option<PuzzleResult>,
    /// The days until it is due again, after the result.
    again_days: Option<u32>,
}

/// How far the solution is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// The user is to move; after a wrong move with its name.
    Open { wrong: Option<String> },
    /// The opponent moves at this time.
    Reply { at_ms: u64 },
    /// The program plays the solution; the next move comes at this time.
    Showing { at_ms: u64 },
    /// The line is on the board.
    Done,
}

impl PuzzleSolving {
    pub fn new(session: &mut Session, stocked: StockedPuzzle) -> PuzzleSolving {
        PuzzleSolving {
            board: TrainingBoard::new(session, Game::from_position(stocked.puzzle.start)),
            stocked,
            stage: Stage::Open { wrong: None },
            played: 0,
            hint: None,
            result: None,
            again_days: None,
        }
    }

    pub fn board(&self) -> &TrainingBoard {
        &self.board
    }

    pub fn stocked(&self) -> &StockedPuzzle {
        &self.stocked
    }

    /// True if the user is to move.
    pub fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open { .. })
    }

    /// True if the line is on the board.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    pub fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// The task in a sentence that tells nothing but what was verified.
    fn task_text(&self) -> String {
        let puzzle = &self.stocked.puzzle;
        let (solver, steps) = (puzzle.solver(), puzzle.steps());
        match (puzzle.goal, steps) {
            (PuzzleGoal::Mate, 1) => format!("{solver} mates with one move."),
            (PuzzleGoal::Mate, moves) => format!("{solver} mates in {moves} moves."),
            (PuzzleGoal::Win, _) => {
                format!("{solver} to move. One move is far better than all others.")
            }
            (PuzzleGoal::Hold, _) => {
                format!("{solver} to move. One move holds the balance.")
            }
        }
    }

    /// The move of the line that comes next.
    fn next_move(&self) -> Option<Move> {
        self.stocked.puzzle.line.get(self.played).copied()
    }

    /// Shows the piece to move; at the second request, the move.
    pub fn give_hint(&mut self) {
        let Some(mv) = self.next_move().filter(|_| self.is_open()) else { return };
        self.hint = Some(match self.hint {
            None => Hint::Piece(mv.from()),
            Some(_) => Hint::Move(mv.from(), self.board.game.position().target_square(mv)),
        });
        // A hint that was given stays with the puzzle.
        self.stage = Stage::Open { wrong: None };
        self.result.get_or_insert(PuzzleResult::Helped);
    }

    /// Counts a puzzle that is analysed before its end as not solved.
    pub fn give_up(&mut self, session: &mut Session) {
        if !self.is_done() {
            self.note(session, PuzzleResult::Failed);
        }
    }

    /// Plays the solution from now on.
    fn show(&mut self, now_ms: u64) {
        self.hint = None;
        self.stage = Stage::Showing { at_ms: now_ms };
    }

    /// Takes in the user's move.
    pub fn answer_on_board(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if !self.is_open() {
            return;
        }
        session.typed.clear();
        if !self.stocked.puzzle.is_solution(self.played, mv) {
            let name = san(self.board.game.position(), mv);
            self.note(session, PuzzleResult::Failed);
            let wrong = Some(format!("{name} is not the move. Try another one."));
            self.stage = Stage::Open { wrong };
            return;
        }
        self.hint = None;
        self.play(session, mv);
        if self.next_move().is_some() {
            self.stage = Stage::Reply { at_ms: now_ms + REPLY_MS };
        } else {
            self.stage = Stage::Done;
            let result = self.result.unwrap_or(PuzzleResult::Solved);
            self.note(session, result);
        }
    }

    /// Makes the move that is due. Returns the time of the next call.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) -> Wake {
        let (Stage::Reply { at_ms } | Stage::Showing { at_ms }) = self.stage else { return None };
        if now_ms < at_ms {
            return Some(at_ms);
        }
        if matches!(self.stage, Stage::Showing { .. }) {
            self.note(session, PuzzleResult::Failed);
        }
        if let Some(mv) = self.next_move() {
            self.play(session, mv);
        }
        self.stage = match self.stage {
            _ if self.next_move().is_none() => Stage::Done,
            Stage::Showing { .. } => Stage::Showing { at_ms: now_ms + SHOW_MS },
            _ => Stage::Open { wrong: None },
        };
        match self.stage {
            Stage::Showing { at_ms } => Some(at_ms),
            _ => None,
        }
    }

    /// Makes a move of the line.
    fn play(&mut self, session: &mut Session, mv: Move) {
        self.board.play(session, mv);
        self.played += 1;
    }

    /// Puts the result into the record, once: the first wrong move or the end decides.
    fn note(&mut self, session: &mut Session, result: PuzzleResult) {
        if self.again_days.is_some() {
            return;
        }
        let now = WallTime::now().digits();
        session.lists.puzzles.add(PuzzleTry {
            ended: now.clone(),
            puzzle: self.stocked.id.clone(),
            difficulty: self.stocked.puzzle.difficulty,
            result,
        });
        session.effects.push(Effect::KeepList(KeptListName::Puzzles));
        let schedule = PuzzleSchedule::new(&session.lists.puzzles);
        self.again_days = schedule.days_until_due(&self.stocked.id, &now);
        self.result = Some(result);
    }

    /// The line with its move numbers.
    fn line_text(&self) -> String {
        let puzzle = &self.stocked.puzzle;
        numbered_moves(&puzzle.start, &puzzle.line).join(" ")
    }
}

impl PuzzleSolving {
    /// Draws the inside of the card. The buttons are always visible.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        head_ui(ui, self, cx);
        texts_above_buttons_ui(ui, TEXTS_HEIGHT, |ui| texts_ui(ui, self));
        if self.is_done() {
            end_buttons_ui(ui, cx);
        } else {
            self.buttons_ui(ui, cx);
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

fn head_ui(ui: &mut Ui, solving: &PuzzleSolving, cx: &mut Cx<'_>) {
    let stocked = &solving.stocked;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Leave the puzzles", true).clicked()
            {
                cx.ask(Request::LeaveTask);
            }
            let analyse = icons::ICON_QUERY_STATS.codepoint;
            if icon_button_ui(ui, analyse, "Analyse this position", true).clicked() {
                cx.ask(Request::AnalyseTask);
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
        Stage::Open { wrong: None } | Stage::Reply { .. } if solving.played > 0 => {
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
        if let Some(themes) = themes_text(&solving.stocked.themes) {
            ui.add(Label::new(themes).wrap());
        }
        let notes = [
            Some(difficulty_text(solving.stocked.puzzle.difficulty)),
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
