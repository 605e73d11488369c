//! The ending trainer: the user plays an ending with a task, and the program answers by the end-game
//! tables and says at once which move has given away the result.

mod tables;

use std::sync::Arc;

use egui::{Align, Button, Label, Layout, Ui};

use super::{
    context::Cx,
    request::Request,
    session::{Effect, KeptListName, Session, TrainingBoard, TrainingOrder, Wake, WallTime},
    tables::{class_text, verdict},
    task_buttons::task_buttons_ui,
    ui::{
        board::Hint,
        theme::{self, Theme},
        widgets::{
            button_row_ui, note_ui, primary_button, primary_button_if, said_ui, task_text_ui,
            texts_above_buttons_ui,
        },
    },
};
use minnow_engine::Root;
use minnow_game::{
    Game, GameEnd, NodeId,
    training::{TrainingGoal, TrainingRecord, TrainingTry},
};
use minnow_rules::{Color, Move, Outcome, san};
use minnow_tables::{GameValue, TableSet, TableValue};
use tables::{reply, start_position};

/// The pause before the program's move.
const REPLY_MS: u64 = 400;

/// The height of the texts above the buttons, in points.
const TEXTS_HEIGHT: f32 = 180.0;

/// A draw is held after this many own moves, if the rules do not end the game before.
const HOLD_MOVES: u32 = 20;

/// A try of a training.
pub struct Trainer {
    board: TrainingBoard,
    order: TrainingOrder,
    tables: Arc<TableSet>,
    stage: Stage,
    /// The user's moves from the start to the position on the board.
    moves: u32,
    /// True if this try is in the record.
    is_recorded: bool,
    /// True after a hint; the try does not count then.
    is_helped: bool,
    hint: Option<GivenHint>,
    /// Each number begins from another position.
    number: u64,
}

/// A move that keeps the result, shown by its piece or as a whole.
#[derive(Clone, Copy, Debug)]
struct GivenHint {
    mv: Move,
    is_whole: bool,
}

/// How far a try is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// The user is to move.
    Open,
    /// The program moves at this time.
    Reply { at_ms: u64 },
    /// A move gave away the result: the words about it, and the position before it.
    Slipped { words: String, before: NodeId },
    /// The user has taken that move back; the board returns to the position before it.
    TakingBack { before: NodeId },
    /// The task is done.
    Done { words: String },
}

impl std::fmt::Debug for Trainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trainer").field("order", &self.order).field("stage", &self.stage).finish()
    }
}

impl Trainer {
    /// A try from another position for each number. `None` if the tables have no position for the
    /// task.
    pub fn new(
        session: &mut Session,
        tables: Arc<TableSet>,
        order: TrainingOrder,
        number: u64,
    ) -> Option<Trainer> {
        let TrainingOrder { variant, class, goal } = &order;
        let start = start_position(&tables, variant, class, *goal, number)?;
        let board = TrainingBoard::new(session, Game::from_position(start));
        let stage = Stage::Open;
        Some(Trainer {
            board,
            order,
            tables,
            stage,
            moves: 0,
            is_recorded: false,
            is_helped: false,
            hint: None,
            number,
        })
    }

    /// Another try of the same ending.
    pub fn another(&self, session: &mut Session) -> Option<Trainer> {
        let number = self.number.wrapping_add(1);
        Trainer::new(session, self.tables.clone(), self.order.clone(), number)
    }

    pub fn board(&self) -> &TrainingBoard {
        &self.board
    }

    /// The side of the user.
    pub fn user(&self) -> Color {
        match self.order.goal {
            TrainingGoal::Win => Color::White,
            TrainingGoal::Hold => Color::Black,
        }
    }

    /// True if the user is to move.
    pub fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    /// Shows the piece of a move that keeps the result; at the second request, the move.
    pub fn give_hint(&mut self) {
        if !self.is_open() {
            return;
        }
        self.hint = match self.hint {
            Some(given) => Some(GivenHint { is_whole: true, ..given }),
            None => {
                let mv = self.board.root().and_then(|root| reply(&self.tables, &root));
                mv.map(|mv| GivenHint { mv, is_whole: false })
            }
        };
        self.is_helped |= self.hint.is_some();
    }

    /// The hint to draw on the board.
    pub fn hint(&self) -> Option<Hint> {
        let GivenHint { mv, is_whole } = self.hint?;
        let to = self.board.game.position().target_square(mv);
        Some(if is_whole { Hint::Move(mv.from(), to) } else { Hint::Piece(mv.from()) })
    }

    /// The same as a text.
    fn hint_text(&self) -> Option<String> {
        let GivenHint { mv, is_whole } = self.hint?;
        Some(if is_whole {
            format!("Hint: {}.", san(self.board.game.position(), mv))
        } else {
            format!("Hint: the piece on {}.", mv.from())
        })
    }

    /// The value of the position on the board in a sentence.
    fn verdict(&self) -> Option<String> {
        let root = self.board.root()?;
        verdict(&self.tables, &root.position, &root.earlier)
    }

    /// The user's record in this ending, in a sentence.
    fn record_text(&self, session: &Session) -> String {
        let (ending, goal) = (self.order.class.to_string(), self.order.goal);
        let variant = &self.board.game.variant().id;
        let tries = &session.lists.training;
        let row = tries.successes_in_a_row(variant, &ending, goal, &WallTime::now().stamp());
        record_text(tries.record(variant, &ending, goal), row, goal)
    }

    /// Goes back to the position before the move that gave away the result.
    pub fn take_back(&mut self) {
        if let Stage::Slipped { before, .. } = self.stage {
            self.moves = self.moves.saturating_sub(1);
            self.stage = Stage::TakingBack { before };
        }
    }

    /// Makes the user's move and judges it.
    pub fn answer_on_board(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if !self.is_open() {
            return;
        }
        let place = self.board.game.cursor();
        let Some(before) = self.board.root() else { return };
        self.hint = None;
        self.board.play(session, mv);
        self.moves += 1;
        self.stage = match self.slip(before, mv) {
            Some(words) => Stage::Slipped { words, before: place },
            None => match self.success() {
                Some(words) => Stage::Done { words },
                None => Stage::Reply { at_ms: now_ms + REPLY_MS },
            },
        };
        self.keep_record(session);
    }

    /// Makes the program's move when it is due. Returns the time of the next call.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) -> Wake {
        if let Stage::TakingBack { before } = self.stage {
            self.board.game.go_to(before);
            self.stage = Stage::Open;
        }
        let Stage::Reply { at_ms } = self.stage else { return None };
        if now_ms < at_ms {
            return Some(at_ms);
        }
        let place = self.board.game.cursor();
        if let Some(mv) = self.board.root().and_then(|root| reply(&self.tables, &root)) {
            self.board.play(session, mv);
        }
        let parent = self.board.game.node(place).and_then(|node| node.parent());
        let before = parent.unwrap_or(place);
        self.stage = match (self.failure(), self.success()) {
            (Some(words), _) => Stage::Slipped { words, before },
            (None, Some(words)) => Stage::Done { words },
            (None, None) => Stage::Open,
        };
        self.keep_record(session);
        None
    }

    /// The words about a move that gave away the result; `None` if it kept it.
    fn slip(&self, before: Root, mv: Move) -> Option<String> {
        let game = &self.board.game;
        let after = self.board.root()?;
        let keeps = match outcome(game) {
            Some(outcome) => self.is_reached(outcome),
            None => {
                match (self.tables.game_value(&after.position, &after.earlier), self.order.goal) {
                    (None | Some(GameValue { value: TableValue::Loss(_), .. }), _) => true,
                    (Some(GameValue { value: TableValue::Draw, .. }), TrainingGoal::Hold) => true,
                    (Some(_), _) => false,
                }
            }
        };
        if keeps {
            return None;
        }
        let name = san(&before.position, mv);
        let was = verdict(&self.tables, &before.position, &before.earlier).unwrap_or_default();
        let now = match outcome(game) {
            Some(_) => game.outcome().map_or(String::new(), |end| format!("{end}.")),
            None => self.verdict().unwrap_or_default(),
        };
        Some(match self.order.goal {
            TrainingGoal::Win => format!("{name} lets the win slip. Before it: {was} Now: {now}"),
            TrainingGoal::Hold => format!("{name} loses the draw. {now}"),
        })
    }

    /// True if the end of a game is the goal or better.
    fn is_reached(&self, outcome: Outcome) -> bool {
        match self.order.goal {
            TrainingGoal::Win => outcome.winner == Some(self.user()),
            TrainingGoal::Hold => outcome.winner != Some(!self.user()),
        }
    }

    /// The words about a game that the program's move ended without the goal, such as a draw by
    /// repetition.
    fn failure(&self) -> Option<String> {
        let game = &self.board.game;
        let missed = outcome(game).is_some_and(|outcome| !self.is_reached(outcome));
        game.outcome().filter(|_| missed).map(|end| format!("{end}."))
    }

    /// The words about a finished task.
    fn success(&self) -> Option<String> {
        let game = &self.board.game;
        match (outcome(game), self.order.goal) {
            (Some(_), _) => game.outcome().map(|end| format!("{end}.")),
            (None, TrainingGoal::Hold) if self.moves >= HOLD_MOVES => {
                Some(format!("Held for {HOLD_MOVES} moves."))
            }
            (None, _) => None,
        }
    }

    /// Adds the end of the try to the record, once: a move that was taken back counts, too.
    fn keep_record(&mut self, session: &mut Session) {
        let succeeded = match self.stage {
            Stage::Slipped { .. } => false,
            Stage::Done { .. } => true,
            Stage::Open | Stage::Reply { .. } | Stage::TakingBack { .. } => return,
        };
        if self.is_helped || std::mem::replace(&mut self.is_recorded, true) {
            return;
        }
        session.lists.training.add(TrainingTry {
            ended: WallTime::now().stamp(),
            variant: self.board.game.variant().id.clone(),
            ending: self.order.class.to_string(),
            goal: self.order.goal,
            succeeded,
        });
        session.effects.push(Effect::KeepList(KeptListName::Training));
    }

    /// Draws the inside of the card. The buttons are always visible.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        head_ui(ui, self, cx);
        texts_above_buttons_ui(ui, TEXTS_HEIGHT, |ui| texts_ui(ui, self, cx.session));
        self.buttons_ui(ui, cx);
    }

    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let has_slipped = matches!(self.stage, Stage::Slipped { .. });
        let is_done = matches!(self.stage, Stage::Done { .. });
        let may_hint = self.is_open() && self.hint.is_none_or(|given| !given.is_whole);
        let first = if has_slipped {
            (primary_button(ui, "Take back"), true)
        } else {
            (Button::new("Hint"), may_hint)
        };
        let buttons = vec![
            first,
            (primary_button_if(ui, "Another one", is_done), true),
            (Button::new("Leave"), true),
        ];
        match button_row_ui(ui, buttons) {
            Some(0) if has_slipped => {
                self.take_back();
                cx.ask(Request::Wake);
            }
            Some(0) => self.give_hint(),
            Some(1) => cx.ask(Request::NextTask),
            Some(_) => cx.ask(Request::LeaveTask),
            None => {}
        }
    }
}

/// The end of the game by its rules.
fn outcome(game: &Game) -> Option<Outcome> {
    match game.outcome() {
        Some(GameEnd::ByRules(outcome)) => Some(outcome),
        _ => None,
    }
}

fn head_ui(ui: &mut Ui, trainer: &Trainer, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            task_buttons_ui(ui, "Leave the trainer", true, cx);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(theme::heading(class_text(&trainer.order.class))).truncate());
            });
        });
    });
}

fn texts_ui(ui: &mut Ui, trainer: &Trainer, session: &Session) {
    let theme = Theme::of(ui);
    task_text_ui(ui, task_text(trainer));
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
    if let Some(hint) = trainer.hint_text() {
        ui.add(Label::new(hint).wrap());
    }
    if trainer.is_helped && !trainer.is_recorded {
        note_ui(ui, "A try with a hint does not count.");
    }
    note_ui(ui, trainer.record_text(session));
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
fn record_text(record: TrainingRecord, in_a_row: u32, goal: TrainingGoal) -> String {
    let word = match goal {
        TrainingGoal::Win => "won",
        TrainingGoal::Hold => "held",
    };
    let TrainingRecord { tries, successes } = record;
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
            record_text(TrainingRecord { tries, successes }, in_a_row, TrainingGoal::Win)
        };
        assert_eq!(text(0, 0, 0), "The first try.");
        assert_eq!(text(1, 1, 1), "1 of 1 try won.");
        assert_eq!(text(5, 3, 2), "3 of 5 tries won, the last 2 in a row.");
        assert_eq!(text(5, 3, 0), "3 of 5 tries won.");
    }
}
