//! The move list: the moves with their variations, comments and review verdicts, and the edits of
//! the game's tree. Play, analysis, review and learning use it; it names none of them.

mod action;
pub mod comment;
pub mod layout;
pub mod menu;
mod rows;
pub mod update;
mod verdict_row;
pub mod view;

use super::session::{Mode, Session};

pub use action::MovesAction;
pub use menu::why_not_ui;

/// The input of the views: the session, and the facts about the screen that they depend on.
#[derive(Clone, Copy)]
pub struct MovesView<'a> {
    pub session: &'a Session,
    pub mode: Mode,
    /// True if a question or a page covers the window.
    pub covered: bool,
}
