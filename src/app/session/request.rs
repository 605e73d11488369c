//! Requests of a feature to the rest of the window. `screen` carries them out after every action
//! and every tick.

use super::NewGame;
use minnow_game::{NodeId, training::TrainingGoal};
use minnow_lab::LabPicture;
use minnow_tables::TableClass;

/// One request of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Removes the hint: the position shown has changed.
    DropHint,
    /// The game is at another position: the reply to the old one is void.
    HeadMoved,
    /// The user chose the sides: the game goes on without the pause and the pending reply.
    SidesChanged,
    /// The game has ended: a question about its next move closes.
    GameEnded,
    /// Shows the rules of the game on the board.
    ShowRules,
    /// Shows the glossary with the terms that have these words.
    ShowGlossary(String),
    /// Shows all boards, to begin a game on one of them.
    ShowBoards,
    /// Shows the game's buttons where a window has tabs.
    ShowGame,
    /// Reviews the game that is over, without leaving Play.
    Review,
    /// Learns from the mistakes of the reviewed game, beginning with the one in this position.
    LearnFrom(NodeId),
    /// Shows all opponents, to begin a game against one of them.
    ShowOpponents,
    /// Shows the facts of all endings of the board.
    ShowFacts,
    /// A step that replaces the game on the board, after a question about unsaved work if there is
    /// any.
    GoOn(AfterUnsaved),
    /// Shows the move list where a window has tabs.
    ShowMoves,
    /// Puts another game on the board, after a question about unsaved work if there is any.
    Begin(Box<NewGame>),
    /// Puts another game on the board; the user has agreed to lose the changes of this one.
    Replace(Box<NewGame>),
    /// Asks for a file to save a picture of the lab to.
    SaveLabPicture(Box<NamedPicture>),
    /// Goes on after the game on the board was saved.
    Proceed(AfterUnsaved),
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
    pub class: TableClass,
    pub goal: TrainingGoal,
}

/// The step that follows the user's decision about unsaved work.
#[derive(Clone, Debug, PartialEq)]
pub enum AfterUnsaved {
    Begin(Box<NewGame>),
    /// Begins the training of an ending on this board.
    Train(Box<TrainingOrder>),
    /// Puts the next puzzle of the user's choice on the board.
    SolvePuzzle,
    Quit,
}
