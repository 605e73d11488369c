//! The actions of the user on the tree page, as values.

use crate::app::lab::{tree::TreeEditorAction, tree_setup::TreeInput};
use minnow_engine::Window;
use minnow_lab::{Algorithm, MoveOrdering};

/// The part of a recorded search that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeExport {
    /// The search from the root that is shown.
    Search,
    /// All searches from the root together.
    All,
    /// The search that is shown, up to the current event.
    Now,
}

/// An action of the user on the tree page. Nodes are indices into the recording.
#[derive(Clone, Debug, PartialEq)]
pub enum TreePageAction {
    /// Records a search of the position on the board, or of the tree written as text.
    Record,
    /// Ends the search and shows the part recorded so far.
    Stop,
    OpenLessons,
    Input(TreeInput),
    Text(String),
    RootIsMax(bool),
    Algorithm(Algorithm),
    /// Records the engine's own search instead of a technique's.
    ByEngine,
    /// Adds an ordering or removes it.
    Ordering(MoveOrdering),
    /// Plies.
    Depth(u32),
    Quiescence(bool),
    /// MAX's window at the root.
    Window(Window),
    Select(usize),
    SelectParent,
    SelectChild,
    /// Folds a node or unfolds it.
    Fold(usize),
    Back,
    On,
    NextCutOff,
    /// Goes to the state after this many events.
    GoTo(usize),
    TogglePlay,
    /// The index of one of the stepper's speeds.
    Speed(usize),
    ToggleCode,
    Editor(TreeEditorAction),
    /// Saves the tree as a picture.
    Export(TreeExport),
}
