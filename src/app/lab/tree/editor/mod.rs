//! The tree editor: a tree as boxes that are added, deleted and given values by mouse and keyboard.
//!
//! The edits themselves are `minnow_lab::TreeEdit`. The text of the page's setup and the editor's
//! tree follow each other, and every change is recorded anew by the chosen technique.

mod drawing;
mod form;
mod state;
mod update;
mod view;

pub use form::tree_form_ui;
pub use state::TreeEditor;
pub use update::{EditorStep, TreeEditorAction};
pub use view::tree_editor_ui;
