//! The text form of the edited tree, in the place of the board.

use egui::{Label, ScrollArea, Ui};

use crate::app::{
    lab::{LabAction, TreePage, tree::setup_form::text_ui},
    session::Out,
    ui::focus::FocusScroll,
    ui::theme::{self, SPACE_S},
};

/// The keys of the editor, for users.
const KEYS: &str = "Arrow keys move the selection. + or Insert adds a child, a comma adds a sibling, \
                    Delete removes the node. Digits and - give a leaf its value, Enter accepts it.";

/// Draws the tree as text, the player at the root, and the keys.
pub fn tree_form_ui(ui: &mut Ui, page: &TreePage, out: &mut Out<LabAction>) {
    let scroll = ScrollArea::vertical().id_salt("tree form").auto_shrink([false, false]);
    scroll.show_focused(ui, |ui| {
        ui.label(theme::caption(ui, "The tree as text"));
        out.part(LabAction::Tree, |out| text_ui(ui, page, out));
        ui.add_space(SPACE_S);
        ui.add(Label::new(theme::muted(ui, KEYS)).wrap());
    });
}
