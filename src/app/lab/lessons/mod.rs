//! The page of short lessons with a question each.

pub mod board;
mod drawing;
mod own;
mod state;
mod update;
pub mod view;

pub use board::LessonBoard;
pub use state::{LessonAction, LessonsPage};
