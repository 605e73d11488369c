//! What a user can do in the lab, as values.

use super::{ClaimsAction, CompareAction, LessonAction, PrintedAction, tree_setup::TreeInput};
use crate::{
    engine::Window,
    lab::{Algorithm, MoveOrdering},
};

/// One thing the user asked the lab for.
#[derive(Clone, Debug, PartialEq)]
pub enum LabAction {
    Page(LabPage),
    Lesson(LessonAction),
    Printed(PrintedAction),
    Claims(ClaimsAction),
    Compare(CompareAction),
    Tree(TreePageAction),
}

/// The tree page: what to record, and how to look at it. Nodes are places in the recording.
#[derive(Clone, Debug, PartialEq)]
pub enum TreePageAction {
    /// Records the position that is looked at in the game, or the tree of the text.
    Record,
    /// Ends the search; what it has found by then is shown.
    Stop,
    Input(TreeInput),
    Text(String),
    RootIsMax(bool),
    Algorithm(Algorithm),
    /// Records the engine's own search in place of a technique's.
    ByEngine,
    /// Adds an ordering or takes it away.
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
    /// To where so many moments are over.
    GoTo(usize),
    TogglePlay,
    /// One of the stepper's speeds.
    Speed(usize),
    ToggleCode,
}

/// The lab's pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabPage {
    /// A recorded search as a tree.
    #[default]
    Tree,
    /// Techniques side by side.
    Compare,
    /// Short lessons with questions.
    Lessons,
    /// The functions of the texts with their traps.
    Printed,
    /// Sentences of the texts, measured.
    Claims,
}

impl LabPage {
    /// In the order of the switch.
    pub const ALL: [LabPage; 5] =
        [LabPage::Tree, LabPage::Compare, LabPage::Lessons, LabPage::Printed, LabPage::Claims];

    /// As the switch says it.
    pub fn name(self) -> &'static str {
        match self {
            LabPage::Tree => "Tree",
            LabPage::Compare => "Compare",
            LabPage::Lessons => "Lessons",
            LabPage::Printed => "As printed",
            LabPage::Claims => "Claims",
        }
    }
}
