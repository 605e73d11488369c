//! The state of the window, without egui: the shared session, the screen and its overlays. Views
//! read it; only `update` and `tick` change it.

use super::BoardTask;
use crate::app::{
    analyse::live::Live,
    cards::Cards,
    editor::Editor,
    lab::{Lab, LabPageId},
    learn::{Learn, LearnStock},
    pages::{PageId, Pages, opponents::Progress},
    play::Play,
    puzzles::PuzzleSolving,
    request::Tab,
    session::engine_client::EngineClient,
    session::{Mode, NewGame, Place, Question, Session, settings::Settings},
    trainer::Trainer,
};
use minnow_game::Game;
use minnow_rules::Variant;

/// The current screen. A variant holds only data that may vanish when the user leaves the screen.
#[derive(Debug)]
pub enum Screen {
    /// A game against the computer or another person.
    Play,
    /// The choice of what to practise.
    Train,
    /// Any position and any move; a new move becomes a variation.
    Analyse,
    /// A task on a board of its own; leaving it returns to the workspace and the orientation before.
    Task { task: BoardTask, mode: Mode, flipped_before: bool },
    /// Setting up a position; closing the editor returns to the mode it was opened in.
    Editor { editor: Box<Editor>, mode: Mode },
    /// Textbook searches of the position, step by step.
    Lab,
}

impl From<Mode> for Screen {
    fn from(mode: Mode) -> Screen {
        match mode {
            Mode::Play => Screen::Play,
            Mode::Train => Screen::Train,
            Mode::Analyse => Screen::Analyse,
            Mode::Lab => Screen::Lab,
        }
    }
}

/// The state of the program, free of egui.
pub struct AppState {
    pub session: Session,
    pub screen: Screen,
    /// The game between the users and the computer.
    pub play: Play,
    /// The live analysis of the position on the board.
    pub live: Live,
    /// The lab, which keeps its state while other screens are shown.
    pub lab: Lab,
    /// The user's games with moments to learn from.
    pub learn_stock: LearnStock,
    /// The user's rating and results on the board to train on.
    pub progress: Progress,
    /// The cards of Analyse.
    pub cards: Cards,
    /// The pages over the board.
    pub pages: Pages,
    pub question: Option<Question>,
    /// The page over the screen; only a question can cover it.
    pub page: Option<PageId>,
    /// The tab of Analyse in a small window.
    pub tab: Tab,
    /// True if the window may close with unsaved work, because the user agreed.
    pub may_close: bool,
}

impl AppState {
    /// A program with a new game of the settings' variant. `seed` should differ between starts.
    pub fn new(settings: Settings, engine: EngineClient, seed: u64) -> AppState {
        let game = settings.new_game(settings.variant());
        let mut state = AppState {
            session: Session::new(settings, engine, seed),
            screen: Screen::Play,
            play: Play::default(),
            live: Live::default(),
            lab: Lab::default(),
            learn_stock: LearnStock::default(),
            progress: Progress::default(),
            cards: Cards::default(),
            pages: Pages::default(),
            question: None,
            page: None,
            tab: Tab::Analysis,
            may_close: false,
        };
        state.begin(NewGame::new(game));
        state
    }

    /// The workspace that the screen belongs to.
    pub fn mode(&self) -> Mode {
        match &self.screen {
            Screen::Play => Mode::Play,
            Screen::Train | Screen::Task { .. } => Mode::Train,
            Screen::Analyse => Mode::Analyse,
            Screen::Editor { mode, .. } => *mode,
            Screen::Lab => Mode::Lab,
        }
    }

    /// The game on the board: the task's, or the session's.
    pub fn board_game(&self) -> &Game {
        self.board_task().map_or(&self.session.game, |task| &task.board().game)
    }

    /// The place of the position on the board.
    pub fn board_place(&self) -> Place {
        self.board_task().map_or(self.session.here(), |task| task.board().here())
    }

    /// The task, if one is shown. The engine and the review stay silent in it.
    pub fn board_task(&self) -> Option<&BoardTask> {
        match &self.screen {
            Screen::Task { task, .. } => Some(task),
            _ => None,
        }
    }

    pub fn learn(&self) -> Option<&Learn> {
        match self.board_task() {
            Some(BoardTask::Learn(learn)) => Some(learn),
            _ => None,
        }
    }

    pub fn learn_mut(&mut self) -> Option<&mut Learn> {
        match &mut self.screen {
            Screen::Task { task: BoardTask::Learn(learn), .. } => Some(learn),
            _ => None,
        }
    }

    pub fn trainer(&self) -> Option<&Trainer> {
        match self.board_task() {
            Some(BoardTask::Train(trainer)) => Some(trainer),
            _ => None,
        }
    }

    /// The puzzle on the board.
    pub fn puzzle(&self) -> Option<&PuzzleSolving> {
        match self.board_task() {
            Some(BoardTask::Puzzle(solving)) => Some(solving),
            _ => None,
        }
    }

    pub fn editor(&self) -> Option<&Editor> {
        match &self.screen {
            Screen::Editor { editor, .. } => Some(editor),
            _ => None,
        }
    }

    pub fn editor_mut(&mut self) -> Option<&mut Editor> {
        match &mut self.screen {
            Screen::Editor { editor, .. } => Some(editor),
            _ => None,
        }
    }

    /// The variant of the board on the screen: that of the editor or the lesson, else the game's.
    pub fn shown_variant(&self) -> &'static Variant {
        if let Some(editor) = self.editor() {
            return editor.variant();
        }
        if matches!(self.screen, Screen::Train) {
            return self.session.train_variant();
        }
        let in_lesson = self.mode() == Mode::Lab && self.lab.page == LabPageId::Lessons;
        let lesson = in_lesson.then(|| self.lab.pages.lessons.position()).flatten();
        lesson.map_or(self.board_game().variant(), |(position, _)| position.variant())
    }

    /// True if a page covers the screen.
    pub fn is_covered(&self) -> bool {
        self.page.is_some()
    }

    /// True if a question or a problem waits for the user.
    pub fn has_problem(&self) -> bool {
        let notice = self.session.notice.as_ref();
        self.question.is_some() || notice.is_some_and(|notice| notice.is_problem)
    }

    /// True if the user may move the side to move in the position shown: in a game his own side unless a
    /// move stands open, in analysis either, in a problem while it is open.
    pub fn may_move(&self) -> bool {
        let may = match self.mode() {
            Mode::Play => {
                self.session.may_play_here() && self.play.open_move(&self.session).is_none()
            }
            Mode::Train => self.board_task().is_some_and(BoardTask::is_open),
            Mode::Analyse | Mode::Lab => true,
        };
        may && self.question.is_none()
    }
}
