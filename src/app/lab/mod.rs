//! What the lab knows: which page is shown, and what each of them has found so far.
//!
//! The searches themselves are `crate::lab`'s. All of this outlives a change of mode, and none of it
//! belongs to the game.

mod action;
pub mod claims;
pub mod compare;
pub mod lessons;
pub mod printed;
pub mod tree;
mod tree_setup;
mod update;
pub mod why;

pub use action::{LabAction, LabPage, TreePageAction};
pub use claims::{Claims, ClaimsAction};
pub use compare::{Compare, CompareAction};
pub use lessons::{LessonAction, Lessons};
pub use printed::{PrintedAction, PrintedPage};
pub use tree::TreePage;

/// The state of the lab.
#[derive(Debug, Default)]
pub struct Lab {
    pub page: LabPage,
    pub lessons: Lessons,
    pub printed: PrintedPage,
    pub claims: Claims,
    pub tree: TreePage,
    pub compare: Compare,
    pub why: why::Why,
}
