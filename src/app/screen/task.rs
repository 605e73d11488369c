//! A task on a board of its own: the problems of Learn, an ending to train, a puzzle, the coordinates.
//! The user makes the moves it asks for, and the engine and the review stay silent. The session's game
//! waits unchanged, with its clock stopped.

use super::{AppState, Screen};
use crate::app::{
    coordinates::Coordinates,
    learn::{Learn, cancel_judging},
    puzzles::PuzzleSolving,
    review,
    session::{
        GameCommand, Mode, ScreenCommand, Session, TableStatus, TrainingBoard, TrainingOrder, Wake,
    },
    trainer::Trainer,
    ui::board::Hint,
};
use minnow_game::Game;
use minnow_rules::{Color, Move};

/// The task of the screen [`Screen::Task`].
#[derive(Debug)]
pub enum BoardTask {
    /// The errors of one side of a reviewed game.
    Learn(Box<Learn>),
    /// An ending, against the end-game tables.
    Train(Box<Trainer>),
    /// A puzzle.
    Puzzle(Box<PuzzleSolving>),
    /// The squares of the board and their names.
    Coordinates(Box<Coordinates>),
}

impl BoardTask {
    pub fn board(&self) -> &TrainingBoard {
        match self {
            BoardTask::Learn(learn) => learn.board(),
            BoardTask::Train(trainer) => trainer.board(),
            BoardTask::Puzzle(solving) => solving.board(),
            BoardTask::Coordinates(coordinates) => coordinates.board(),
        }
    }

    /// True if the user is to move.
    pub fn is_open(&self) -> bool {
        match self {
            BoardTask::Learn(learn) => learn.is_open(),
            BoardTask::Train(trainer) => trainer.is_open(),
            BoardTask::Puzzle(solving) => solving.is_open(),
            BoardTask::Coordinates(coordinates) => coordinates.is_open(),
        }
    }

    /// The side of the user.
    fn user(&self) -> Color {
        match self {
            BoardTask::Learn(learn) => learn.side,
            BoardTask::Train(trainer) => trainer.user(),
            BoardTask::Puzzle(solving) => solving.stocked().puzzle.solver(),
            // A run turns the board to the side that it looks from.
            BoardTask::Coordinates(_) => Color::White,
        }
    }

    /// The hint to draw on the board.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            BoardTask::Learn(learn) => learn.hint(),
            BoardTask::Train(trainer) => trainer.hint(),
            BoardTask::Puzzle(solving) => solving.hint(),
            BoardTask::Coordinates(_) => None,
        }
    }

    /// True if the user may ask for a hint.
    pub fn has_hints(&self) -> bool {
        match self {
            BoardTask::Learn(learn) => learn.is_open(),
            BoardTask::Train(_) => true,
            BoardTask::Puzzle(solving) => !solving.is_timed() && !solving.is_done(),
            BoardTask::Coordinates(_) => false,
        }
    }

    fn give_hint(&mut self) {
        match self {
            BoardTask::Learn(learn) => learn.give_hint(),
            BoardTask::Train(trainer) => trainer.give_hint(),
            BoardTask::Puzzle(solving) => solving.give_hint(),
            BoardTask::Coordinates(_) => {}
        }
    }

    /// Takes the move back that gave away the result of an ending. No other task keeps a wrong move.
    fn take_back(&mut self) {
        if let BoardTask::Train(trainer) = self {
            trainer.take_back();
        }
    }

    /// The game to analyse: of a problem only its position, else the moves on the board, too. The squares
    /// have none.
    fn game_to_analyse(&self) -> Option<Game> {
        let game = &self.board().game;
        match self {
            BoardTask::Learn(_) => Some(Game::from_position(*game.position())),
            BoardTask::Train(_) | BoardTask::Puzzle(_) => Some(game.clone()),
            BoardTask::Coordinates(_) => None,
        }
    }

    /// The name of its position in Analyse.
    fn title(&self) -> &'static str {
        match self {
            BoardTask::Learn(_) => "Position from a reviewed game",
            BoardTask::Train(_) => "Position from an ending",
            BoardTask::Puzzle(_) => "Position from a puzzle",
            BoardTask::Coordinates(_) => "Squares",
        }
    }

    /// True if the Enter key goes on.
    pub fn takes_enter(&self) -> bool {
        match self {
            BoardTask::Learn(learn) => !learn.is_open(),
            BoardTask::Train(_) => false,
            BoardTask::Puzzle(solving) => solving.is_done(),
            BoardTask::Coordinates(coordinates) => coordinates.can_start(),
        }
    }

    fn answer_on_board(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        match self {
            BoardTask::Learn(learn) => learn.answer_on_board(session, mv, now_ms),
            BoardTask::Train(trainer) => trainer.answer_on_board(session, mv, now_ms),
            BoardTask::Puzzle(solving) => solving.answer_on_board(session, mv, now_ms),
            BoardTask::Coordinates(coordinates) => {
                coordinates.answer_on_board(session, mv, now_ms);
            }
        }
    }

    /// Makes what is due. Returns the time of the next call.
    pub(super) fn tick(&mut self, session: &mut Session, now_ms: u64) -> Wake {
        match self {
            BoardTask::Learn(learn) => {
                learn.tick(session, now_ms);
                None
            }
            BoardTask::Train(trainer) => trainer.tick(session, now_ms),
            BoardTask::Puzzle(solving) => solving.tick(session, now_ms),
            BoardTask::Coordinates(coordinates) => coordinates.tick(session, now_ms),
        }
    }
}

impl AppState {
    /// Begins with the user's own errors, if the game has a review.
    pub(super) fn start_learning(&mut self, now_ms: u64) {
        if self.learn().is_some() {
            return;
        }
        if !self.session.game.has_review() {
            self.session.info("Review the game first: its errors become the problems to solve.");
            return;
        }
        self.leave_task();
        let learn = Learn::begin(&mut self.session);
        self.show_task(BoardTask::Learn(Box::new(learn)), now_ms);
    }

    /// Takes in the user's games with moments to learn from, and shows those of the game that was opened,
    /// unless the user has left Train meanwhile.
    pub(super) fn tick_learn_stock(&mut self, now_ms: u64) {
        if let Some(learn) = self.learn_stock.tick(&mut self.session)
            && self.mode() == Mode::Train
        {
            self.show_task(BoardTask::Learn(Box::new(learn)), now_ms);
        }
        if let Screen::Task { task: BoardTask::Learn(learn), .. } = &mut self.screen {
            learn.find_next_game(&self.learn_stock);
        }
    }

    /// Begins the training of an ending of this board.
    pub(super) fn start_training(&mut self, order: TrainingOrder, now_ms: u64) {
        let TableStatus::Ready(tables) = self.session.tables.status(order.variant) else {
            self.session.info("The end-game tables of this board are not built yet.");
            return;
        };
        let number = self.session.task_seed();
        match Trainer::new(&mut self.session, tables, order, number) {
            Some(trainer) => self.show_task(BoardTask::Train(Box::new(trainer)), now_ms),
            None => self.session.info("This ending has no position for this task."),
        }
    }

    /// Shows the next puzzle of the choice, not the `last` one.
    pub(super) fn start_puzzle(&mut self, last: Option<&str>, now_ms: u64) {
        let Some(stocked) = self.pages.puzzles.next(&self.session, last) else {
            self.session.info("No puzzles are due today.");
            return;
        };
        let solving = PuzzleSolving::new(&mut self.session, stocked);
        self.show_task(BoardTask::Puzzle(Box::new(solving)), now_ms);
    }

    /// Begins a timed run with puzzles of the board.
    pub(super) fn start_timed_run(&mut self, now_ms: u64) {
        let run = self.pages.puzzles.timed_run(&self.session, now_ms);
        match PuzzleSolving::timed(&mut self.session, run) {
            Some(solving) => self.show_task(BoardTask::Puzzle(Box::new(solving)), now_ms),
            None => self.session.info("This board has no puzzles."),
        }
    }

    /// Shows the coordinates trainer with the game's board.
    pub(super) fn start_coordinates(&mut self, now_ms: u64) {
        let variant = self.session.train_variant();
        let coordinates = Coordinates::new(&mut self.session, variant);
        self.show_task(BoardTask::Coordinates(Box::new(coordinates)), now_ms);
    }

    /// Shows a task from the side of the user. The game waits.
    fn show_task(&mut self, mut task: BoardTask, now_ms: u64) {
        self.close_editor();
        self.leave_task();
        self.drop_begun();
        self.session.stop_clock(now_ms);
        self.session.notice = None;
        self.close_page();
        let (mode, flipped_before) = (self.mode(), self.session.flipped);
        self.session.flipped = task.user() == Color::Black;
        task.tick(&mut self.session, now_ms);
        self.screen = Screen::Task { task, mode, flipped_before };
    }

    /// Goes on to the next problem, position, puzzle or run.
    pub(super) fn next_task(&mut self, now_ms: u64) {
        let Screen::Task { task, .. } = &mut self.screen else { return };
        match task {
            BoardTask::Learn(learn) if learn.is_over() => match learn.next_game() {
                Some(index) => self.learn_stock.open(index, &self.session),
                None => self.leave_task(),
            },
            BoardTask::Learn(learn) => learn.next(),
            BoardTask::Train(trainer) => {
                if let Some(trainer) = trainer.another(&mut self.session) {
                    self.show_task(BoardTask::Train(Box::new(trainer)), now_ms);
                }
            }
            BoardTask::Puzzle(solving) if solving.is_timed() => self.start_timed_run(now_ms),
            BoardTask::Puzzle(solving) => {
                let last = solving.stocked().id.clone();
                self.leave_task();
                self.start_puzzle(Some(&last), now_ms);
            }
            BoardTask::Coordinates(coordinates) => coordinates.start(&mut self.session, now_ms),
        }
    }

    /// Leaves the task, if one is shown. The workspace before it shows the game as it was; in Play the
    /// computer waits, and the clock starts with the next move.
    pub(super) fn leave_task(&mut self) {
        let Screen::Task { mode, flipped_before, .. } = self.screen else { return };
        self.session.flipped = flipped_before;
        self.session.typed.clear();
        cancel_judging(&mut self.session);
        self.screen = Screen::from(mode);
        if mode == Mode::Play {
            self.return_to_play();
        }
    }

    /// Leaves the task and shows its position in Analyse, from the same side. The game of Play waits.
    pub(super) fn analyse_task(&mut self, now_ms: u64) {
        let Screen::Task { task, .. } = &mut self.screen else { return };
        let Some(game) = task.game_to_analyse() else { return };
        if let BoardTask::Puzzle(solving) = task {
            solving.give_up(&mut self.session);
        }
        let (title, flipped) = (task.title(), self.session.flipped);
        self.select_mode(Mode::Analyse, now_ms);
        review::stop(&mut self.session);
        self.session.analyse_beside(game, title);
        self.session.flipped = flipped;
        self.live.forget();
    }

    /// The user's move in the task.
    pub(super) fn answer_task(&mut self, mv: Move, now_ms: u64) {
        if self.may_move()
            && let Screen::Task { task, .. } = &mut self.screen
        {
            task.answer_on_board(&mut self.session, mv, now_ms);
        }
    }

    pub(super) fn game_in_task(&mut self, command: GameCommand, now_ms: u64) {
        let is_covered = self.is_covered();
        if let Screen::Task { task: BoardTask::Coordinates(coordinates), .. } = &mut self.screen {
            match command {
                GameCommand::Type(text) if !is_covered => return coordinates.type_text(&text),
                // A move is not typed: its name is on the screen.
                GameCommand::Type(_) | GameCommand::TypedMove(_) => return,
                _ => {}
            }
        }
        match command {
            GameCommand::Move(_)
            | GameCommand::Type(_)
            | GameCommand::TypedMove(_)
            | GameCommand::TypeBackspace => self.game_on_board(command, now_ms),
            GameCommand::KeepShapes(_) | GameCommand::Navigate(_) | GameCommand::DeleteHere => {}
        }
    }

    /// Hints, the move to take back in an ending, and the key of Learn that goes on. The engine does not
    /// help in a task.
    pub(super) fn command_in_task(&mut self, command: ScreenCommand, now_ms: u64) {
        let Screen::Task { task, .. } = &mut self.screen else { return };
        match command {
            ScreenCommand::Hint => task.give_hint(),
            ScreenCommand::Undo => task.take_back(),
            ScreenCommand::ToggleAnalysis if self.learn().is_some() => self.next_task(now_ms),
            ScreenCommand::ToggleAnalysis
            | ScreenCommand::Redo
            | ScreenCommand::ToggleThreat
            | ScreenCommand::AddLine { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::app::{
        learn::{Solution, Stage, tests::reviewed},
        request::Request,
        screen::tests::{begin, change, wait},
        session::NewGame,
        session::engine_client::Purpose,
        session::for_tests::two_humans,
        session::settings::{EngineSettings, ReviewDepth, Settings},
    };
    use minnow_game::Mark;

    fn learning() -> (AppState, Receiver<()>) {
        let review = ReviewDepth::Quick;
        let (mut state, wakes) = begin(Settings { review, ..two_humans() });
        state.begin(NewGame::new(reviewed()));
        state.update(Request::StartLearning, 0);
        (state, wakes)
    }

    fn stage(state: &AppState) -> &Stage {
        state.learn().unwrap().stage()
    }

    #[test]
    fn an_answer_is_judged_after_a_stop() {
        let (mut state, wakes) = learning();
        state.update(Request::from(GameCommand::TypedMove("d2e2".to_owned())), 0);
        let purpose = state.session.engine.play.running.as_ref().map(|running| running.purpose);
        assert_eq!(purpose, Some(Purpose::Learn));
        let engine = EngineSettings { threads: 1, hash_mb: 2, ..state.session.settings.engine };
        change(&mut state, |changed| changed.engine = engine);
        assert!(!state.session.engine.is_searching());
        wait(&mut state, &wakes, 0, |state| !matches!(stage(state), Stage::Judging { .. }));
        let Stage::Open { wrong: Some(wrong) } = stage(&state) else { panic!() };
        assert!(wrong.starts_with("Qe2 ") && wrong.contains(": it costs "), "{wrong}");
    }

    #[test]
    fn skipping_a_problem_ends_its_search() {
        let (mut state, _wakes) = learning();
        state.update(Request::from(GameCommand::TypedMove("d2e2".to_owned())), 0);
        state.learn_mut().unwrap().skip();
        state.tick(0);
        assert!(!state.session.engine.is_searching());
        let learn = state.learn().unwrap();
        assert!(learn.is_open() && learn.solutions() == [Solution::Skipped]);
        let problem = learn.problem().unwrap().exercise.before;
        assert_eq!(state.board_game().cursor(), problem, "the board goes along");
        let mark = Request::Mark(state.session.game.head(), Mark::Brilliant);
        state.update(mark, 0);
        assert!(state.session.game.nodes().all(|(_, node)| node.notes.marks.is_empty()));
    }
}
