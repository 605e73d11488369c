//! What the lab knows: which page is shown, and what each of them has found so far.
//!
//! The searches themselves are `crate::lab`'s; drawing is left to the panels. All of this outlives a
//! change of mode, and none of it belongs to the game.

mod action;
pub mod claims;
pub mod compare;
pub mod compare_plot;
mod lesson_drawing;
pub mod lessons;
pub mod printed;
pub mod record;
pub mod recorded;
pub mod scale;
pub mod setup;
pub mod setup_form;
pub mod stepper;
mod tree_page;
pub mod tree_view;
pub mod why;
pub mod why_form;

pub use action::{LabAction, LabPage, TreePageAction};
pub use claims::{Claims, ClaimsAction};
pub use compare::{Compare, CompareAction};
pub use lesson_drawing::LessonDrawing;
pub use lessons::{LessonAction, Lessons};
pub use printed::{Printed, PrintedAction};
pub use tree_page::TreePage;

/// The state of the lab.
#[derive(Debug, Default)]
pub struct Lab {
    pub page: LabPage,
    pub lessons: Lessons,
    pub printed: Printed,
    pub claims: Claims,
    pub tree: TreePage,
    pub compare: Compare,
    pub why: why::Why,
}
