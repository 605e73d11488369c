//! The user's games: a list of every game that was played, with filters, and the form for names,
//! date and tags.
//!
//! Games enter the archive by themselves (`session/archiving.rs`). This page lists them, opens,
//! deletes and exports them.

mod action;
mod form;
pub mod form_view;
mod list;
mod row;
mod update;
pub mod view;

pub use action::ArchiveAction;
pub use form::{FormTarget, HeaderFields, HeaderForm, TagField};
pub use list::{ArchiveFilter, ArchiveSort, GameList, ResultKind};
pub use update::{ArchivePage, ArchiveReply, ArchiveUndo, tick, update};
