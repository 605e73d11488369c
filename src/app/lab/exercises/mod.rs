//! The page of exercises: a tree from a seed, with tasks that are answered on the drawing of the tree
//! and marked by the first try.

mod drawing;
mod open;
pub mod side;
mod state;
mod update;
pub mod view;

pub use state::{ExerciseAction, ExercisesPage};
