//! The page of a recorded search: its tree, the walk through its events, and each node explained.

mod canvas;
pub mod code;
pub mod node;
pub mod record;
pub mod recorded;
mod scale;
mod setup_form;
mod state;
mod stepper;
pub mod tree_text;
pub mod view;

pub use canvas::TreeView;
pub use state::TreePage;
