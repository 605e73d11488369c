//! The page of a recorded search: its tree, a stepper through its events, and each node explained.

mod action;
pub mod area;
mod canvas;
mod code;
pub mod editor;
mod node;
pub mod record;
pub mod recorded;
mod scale;
mod setup_form;
mod state;
mod stepper;
pub mod tree_text;
mod update;
mod view;

pub use action::{TreeExport, TreePageAction};
pub use canvas::TreeView;
pub use editor::{EditorStep, TreeEditorAction};
pub use state::TreePage;
