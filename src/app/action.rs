//! Everything a user can do, as values: menus, shortcuts, panels and tests all say it this way.

use std::path::PathBuf;

use super::{
    lab::LabAction,
    session::{Command, Mode},
    storage::dialogs::FileRequest,
};
use crate::rules::{Color, Piece, Square};

pub use super::{
    analyse::AnalyseAction, learn::LearnAction, moves::MovesAction, play::PlayAction,
    review::ReviewAction, settings::SettingsAction,
};

/// One thing the user asked for. `AppState::update` carries it out, as the screen decides.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A command that every screen shares.
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
    Settings(SettingsAction),
    Lab(LabAction),
}

impl From<Command> for Action {
    fn from(command: Command) -> Action {
        Action::Command(command)
    }
}

impl From<WindowAction> for Action {
    fn from(action: WindowAction) -> Action {
        Action::Window(action)
    }
}

impl From<GamesAction> for Action {
    fn from(action: GamesAction) -> Action {
        Action::Games(action)
    }
}

/// What lies over the screens and around them.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    Show(Page),
    /// The choice with this index of the question that is shown.
    Answer(usize),
    /// Closes the question without an answer.
    DismissQuestion,
    DismissNotice,
    ToggleDrawer,
    SelectTab(Tab),
    FullScreen,
    /// The window is about to close, and the game on the board cannot be kept.
    AskBeforeClosing,
    Quit,
    /// Saves the game and then goes on with the action.
    SaveThen(Box<Action>),
    /// Goes on with the action, which drops unsaved work.
    DropUnsavedFor(Box<Action>),
}

/// Games and their files.
#[derive(Clone, Debug, PartialEq)]
pub enum GamesAction {
    /// A new game of this variant, which also becomes the setting.
    NewGameOf(String),
    File(FileAction),
    Choose(ChooserAction),
}

/// Setting a position up.
#[derive(Clone, Debug, PartialEq)]
pub enum EditorAction {
    Close,
    /// Puts a piece on a square, or empties it.
    Put(Square, Option<Piece>),
    /// Moves whatever stands on the first square to the second.
    Move(Square, Square),
    Turn(Color),
    /// Grants or takes away the variant's castling with this index.
    ToggleCastling(usize),
    TurnNumber(u16),
    /// Changes to the board and rules of the variant with this id.
    Variant(String),
    /// What stands in the text field now.
    Text(String),
    Clear,
    /// The variant's start position.
    Start,
    /// Begins a new game from the position.
    Begin(Mode),
}

/// Files of saved games.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAction {
    /// Ask for a file.
    Open,
    OpenPath(PathBuf),
    /// One of the built-in games, by its place in the list.
    OpenExample(usize),
    Save,
    SaveAs,
    /// Ask for a file to write PGN to.
    SavePgn,
    /// Saves to a path, whatever stands there now.
    Overwrite(PathBuf),
    /// A path to save to; `confirmed` if the user knows what stands there now.
    SavePath {
        path: PathBuf,
        confirmed: bool,
    },
    /// Ask for a path inside the window instead of a dialog of the desktop.
    TypePath(FileRequest),
    /// No file was chosen.
    NoneChosen,
}

/// The list of games of a file that has several.
#[derive(Clone, Debug, PartialEq)]
pub enum ChooserAction {
    /// Show the games that this text fits.
    Filter(String),
    /// Mark the game in this row of those that are shown.
    Mark(usize),
    /// Put the marked game on the board.
    Open,
    Close,
}

/// Pages over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    Keys,
    /// The rules of the variant with this id.
    Rules(String),
    About,
    /// Why a move is not as good as the best one.
    WhyNot,
}

/// What the one side panel of a small window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The game's buttons, or the analysis.
    Game,
    Moves,
    Settings,
}
