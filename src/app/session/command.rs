//! The commands of menus, keys and boards, and what they carry. They name no feature: `screen` decides
//! what a command means on the screen that is shown.

use super::NewGame;
use crate::app::ui::board::Shape;
use minnow_game::{NodeId, training::TrainingGoal};
use minnow_lab::LabPicture;
use minnow_rules::{Move, Position, Variant};
use minnow_tables::TableClass;

/// A command for the board of the game: the same in Play, Analyse and the lab's pages with that
/// board; other screens restrict it.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    /// A move made on the board.
    Move(Move),
    /// A whole move typed on the keyboard, as `c3b4` or `Qxb4`.
    TypedMove(String),
    /// Letters of a move that is being typed.
    Type(String),
    /// Deletes the last typed letter.
    TypeBackspace,
    /// The user's arrows and circles in the position shown.
    KeepShapes(Vec<Shape>),
    Navigate(Navigation),
    /// Deletes the move that leads to the position shown, and all that follow it.
    DeleteHere,
}

/// A command whose meaning each screen decides.
#[derive(Clone, Debug, PartialEq)]
pub enum ScreenCommand {
    /// Takes a move back in play; elsewhere undoes the last edit.
    Undo,
    /// The reverse of `Undo`.
    Redo,
    /// The first request shows the piece, the second the move.
    Hint,
    /// The Space key: switches the analysis, plays the recording, goes to the next problem.
    ToggleAnalysis,
    /// Shows or hides what the opponent would do if it were to move.
    ToggleThreat,
    /// Adds moves as a variation after `after`, if that position is still shown.
    AddLine { after: NodeId, moves: Vec<Move> },
}

/// A move and the position it is made in.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveQuery {
    pub position: Position,
    pub mv: Move,
}

/// The content for the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The position on the board as a FEN.
    Fen,
    /// The position on the board in the course's form.
    Course,
    /// The whole game as PGN.
    Pgn,
    /// A link to the page with the position on the board.
    PositionLink,
    /// A link to the page with the whole game.
    GameLink,
    /// The tree of the lab that is written as text.
    Tree,
    /// A link to the page with that tree.
    TreeLink,
}

/// Walking through the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    Start,
    Back,
    Forward,
    End,
    /// To the current position of the game.
    Head,
    NextVariation,
    PreviousVariation,
    To(NodeId),
}

/// The workspaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A game that goes on from its last move.
    Play,
    /// Puzzles, endings and mistakes, each on a board of its own; the game waits.
    Train,
    /// Any position and any move: a new move becomes a variation.
    Analyse,
    /// Textbook searches of the position, step by step.
    Lab,
}

impl Mode {
    /// In the order of the tabs.
    pub const ALL: [Mode; 4] = [Mode::Play, Mode::Train, Mode::Analyse, Mode::Lab];

    /// The place in [`Mode::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The text of the tab.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Play => "Play",
            Mode::Train => "Train",
            Mode::Analyse => "Analyse",
            Mode::Lab => "Lab",
        }
    }
}

/// A picture of the lab, with the suggested name of its file without an ending.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPicture {
    pub name: &'static str,
    pub picture: LabPicture,
}

/// An ending and the user's task in it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingOrder {
    pub variant: &'static Variant,
    pub class: TableClass,
    pub goal: TrainingGoal,
}

/// The step that follows the user's decision about unsaved work.
#[derive(Clone, Debug, PartialEq)]
pub enum AfterUnsaved {
    Begin(Box<NewGame>),
    Quit,
}
