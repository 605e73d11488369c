//! The move list: moves with their variations, comments and a review's verdicts, and the edits of
//! the game's tree. Play, analysis, review and learning use it.

pub mod comment;
pub mod layout;
pub mod menu;
mod rows;
#[cfg(test)]
mod tests;
mod update;
mod verdict_row;
pub mod view;
