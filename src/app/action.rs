//! The actions of a user, as values emitted by menus, shortcuts, panels and tests.

pub use super::{
    archive::ArchiveAction,
    editor::EditorAction,
    endings::EndingsAction,
    explorer::ExplorerAction,
    export::ExportAction,
    facts::FactsAction,
    games::{ChooserAction, GamesAction},
    opponents::OpponentsAction,
    prover::ProverAction,
    puzzles::PuzzlesAction,
    trainer::TrainerAction,
};
use super::{
    lab::LabAction,
    session::{AfterUnsaved, Command},
};

pub use super::{
    analyse::AnalyseAction, learn::LearnAction, moves::MovesAction, play::PlayAction,
    review::ReviewAction, settings::SettingsAction,
};

/// A request of the user. `AppState::update` carries it out; its meaning depends on the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Command(Command),
    /// The window itself: the same on every screen.
    Window(WindowAction),
    Play(PlayAction),
    Analyse(AnalyseAction),
    Moves(MovesAction),
    Review(ReviewAction),
    Learn(LearnAction),
    Editor(EditorAction),
    Games(GamesAction),
    Archive(ArchiveAction),
    Export(ExportAction),
    Opponents(OpponentsAction),
    Endings(EndingsAction),
    Facts(FactsAction),
    Explorer(ExplorerAction),
    Prover(ProverAction),
    Puzzles(PuzzlesAction),
    Trainer(TrainerAction),
    Settings(SettingsAction),
    Lab(LabAction),
}

impl<C: Into<Command>> From<C> for Action {
    fn from(command: C) -> Action {
        Action::Command(command.into())
    }
}

impl From<WindowAction> for Action {
    fn from(action: WindowAction) -> Action {
        Action::Window(action)
    }
}

impl From<PlayAction> for Action {
    fn from(action: PlayAction) -> Action {
        Action::Play(action)
    }
}

impl From<ExplorerAction> for Action {
    fn from(action: ExplorerAction) -> Action {
        Action::Explorer(action)
    }
}

impl From<ProverAction> for Action {
    fn from(action: ProverAction) -> Action {
        Action::Prover(action)
    }
}

impl From<GamesAction> for Action {
    fn from(action: GamesAction) -> Action {
        Action::Games(action)
    }
}

impl From<ArchiveAction> for Action {
    fn from(action: ArchiveAction) -> Action {
        Action::Archive(action)
    }
}

/// The actions of bars, pages, questions and notices.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    Show(Page),
    /// The choice with this index of the open question.
    Answer(usize),
    /// Closes the question without an answer.
    DismissQuestion,
    DismissNotice,
    /// Puts the game before this one on the board again.
    ReturnToGame,
    /// Removes the alert with this index.
    DismissAlert(usize),
    ToggleDrawer,
    SelectTab(Tab),
    FullScreen,
    /// The window is about to close, and the game on the board cannot be autosaved.
    AskBeforeClosing,
    Quit,
    /// Saves everything that the page keeps as one file.
    SaveAllData,
    /// Asks before everything that the page keeps is replaced by the content of such a file.
    LoadAllData,
    /// Chooses that file.
    ChooseAllData,
    /// Saves the game and then goes on.
    SaveFirst(AfterUnsaved),
    /// Saves the game under another name and then goes on.
    SaveCopyFirst(AfterUnsaved),
    /// Goes on without a save.
    DropUnsaved(AfterUnsaved),
}

/// Pages over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The card of the first start.
    Welcome,
    Help,
    /// The terms of the lab that have the words of a search.
    Glossary(String),
    Bibliography,
    Keys,
    /// All boards, to begin a game on one of them.
    Boards,
    /// All opponents, to begin a game against one of them.
    Opponents,
    /// Which endings are won on the board of the game.
    Facts,
    /// The puzzles of the board of the game.
    Puzzles,
    /// The rules of the variant with this id.
    Rules(String),
    About,
    /// Pictures of the board and of the game.
    Export,
    /// The explanation why a move is worse than the best one.
    WhyNot,
}

/// The content of the single side panel of a small window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The game's buttons, or the analysis.
    Game,
    Moves,
    Settings,
}
