//! The page of short lessons with a question each.

mod drawing;
mod state;
mod update;
pub mod view;

pub use state::{LessonAction, LessonsPage};
