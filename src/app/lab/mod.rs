//! The state of the lab: the current page, and the state of each page.
//!
//! The searches are in `minnow_lab`. The state survives a change of mode and is no part of the game.

mod action;
pub mod area;
pub mod claims;
pub mod compare;
pub mod exercises;
mod export_menu;
pub mod lessons;
mod pages;
pub mod printed;
mod tones;
pub mod tree;
mod tree_setup;
mod update;

use minnow_rules::Position;
use tree_setup::TreeSetup;

pub use action::LabAction;
pub use area::LabViews;
pub use claims::{ClaimsAction, ClaimsPage};
pub use compare::{CompareAction, ComparePage};
pub use exercises::{ExerciseAction, ExercisesPage};
pub use lessons::{LessonAction, LessonsPage};
pub use pages::{LabContext, LabPage};
pub use printed::{PrintedAction, PrintedPage};
pub use tree::{EditorStep, TreeEditorAction, TreeExport, TreePage, TreePageAction};

/// The state of the lab.
#[derive(Debug, Default)]
pub struct Lab {
    pub page: LabPage,
    pub lessons: LessonsPage,
    pub exercises: ExercisesPage,
    pub printed: PrintedPage,
    pub claims: ClaimsPage,
    pub tree: TreePage,
    pub compare: ComparePage,
}

/// A request of a page that another page carries out.
#[derive(Clone, Debug)]
pub enum PageRequest {
    /// Records a search and shows it on the tree page.
    OpenTree {
        setup: TreeSetup,
        /// The root; `None` takes the position on the board, unless the tree is a text.
        position: Option<Position>,
    },
    /// Shows the lessons.
    OpenLessons,
}
