//! Parts of requests: another game on the board, and what follows it.

use super::NewGame;
use minnow_game::training::TrainingGoal;
use minnow_lab::LabPicture;
use minnow_tables::TableClass;

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
    Quit,
}
