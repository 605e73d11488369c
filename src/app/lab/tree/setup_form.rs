//! The form behind the tree page's options: the tree itself, the orderings, quiescence.

use egui::{Button, Label, RichText, TextEdit, Ui};

use super::super::{TreeEditorAction, TreePage, TreePageAction, tree_setup::TreeInput};
use crate::app::{
    session::Out,
    ui::theme::{self, SPACE_S, SPACE_XS, TEXT_SMALL, Theme},
    ui::widgets::{segmented_ui, toggle_row_ui},
};
use minnow_engine::Window;
use minnow_lab::ORDERINGS;

/// Draws the form.
pub(super) fn setup_form_ui(ui: &mut Ui, page: &TreePage, out: &mut Out<TreePageAction>) {
    let setup = &page.setup;
    ui.spacing_mut().item_spacing.y = SPACE_XS;
    ui.label(theme::caption(ui, "Search"));
    let is_text = setup.input == TreeInput::Text;
    let options = [("The board", !is_text), ("A tree as text", is_text)];
    if let Some(index) = segmented_ui(ui, "Searched", &options) {
        let input = if index == 0 { TreeInput::Board } else { TreeInput::Text };
        out.push(TreePageAction::Input(input));
    }
    if is_text {
        text_ui(ui, page, out);
        if !page.editor.is_open() && ui.button("Edit the tree").clicked() {
            out.push(TreePageAction::Editor(TreeEditorAction::Open));
        }
    }
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui, "Move ordering"));
    orderings_ui(ui, page, out);
    if !is_text {
        ui.add_space(SPACE_XS);
        let text = "Quiescence search at the last ply";
        if toggle_row_ui(ui, text, setup.quiescence) {
            out.push(TreePageAction::Quiescence(!setup.quiescence));
        }
    }
    if setup.window != Window::FULL && setup.takes_window() {
        let text = "Back to the full window at the root";
        if ui.button(text).clicked() {
            out.push(TreePageAction::Window(Window::FULL));
        }
    }
}

/// The field with the tree's text, and the player at its root.
pub(super) fn text_ui(ui: &mut Ui, page: &TreePage, out: &mut Out<TreePageAction>) {
    let theme = Theme::of(ui);
    let mut text = page.setup.text.clone();
    let field = TextEdit::multiline(&mut text)
        .font(egui::TextStyle::Monospace)
        .desired_rows(2)
        .desired_width(f32::INFINITY)
        .id_salt("tree text");
    let response = ui.add(field);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Tree"));
    if response.changed() {
        out.push(TreePageAction::Text(text));
    }
    let (words, color) = match page.problem() {
        Some(problem) => (problem.to_owned(), theme.bad),
        None => (
            "Numbers are leaves from MAX's view; ? is a leaf that must not be evaluated."
                .to_owned(),
            theme.muted,
        ),
    };
    ui.add(Label::new(RichText::new(words).size(TEXT_SMALL).color(color)).wrap());
    let is_max = page.setup.root_is_max;
    let options = [("MAX begins", is_max), ("MIN begins", !is_max)];
    if let Some(index) = segmented_ui(ui, "Root", &options) {
        out.push(TreePageAction::RootIsMax(index == 0));
    }
}

/// A chip for each ordering.
fn orderings_ui(ui: &mut Ui, page: &TreePage, out: &mut Out<TreePageAction>) {
    let setup = &page.setup;
    if !setup.takes_orderings() {
        let text = if setup.by_engine {
            "The engine has its own move ordering.".to_owned()
        } else {
            format!("{} does not order its moves.", setup.name())
        };
        ui.add(Label::new(theme::muted(ui, text)).wrap());
        return;
    }
    let built_in = setup.technique().orderings;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(SPACE_XS);
        ui.spacing_mut().button_padding = egui::vec2(SPACE_S, 2.0);
        ui.spacing_mut().interact_size.y = theme::ROW_HEIGHT;
        for info in ORDERINGS {
            let ordering = info.ordering;
            let fixed = built_in.has(ordering) && !setup.has(ordering);
            let button = Button::new(info.id).selected(built_in.has(ordering));
            let response = ui.add_enabled(!fixed, button).on_hover_text(info.about);
            if response.clicked() {
                out.push(TreePageAction::Ordering(ordering));
            }
        }
    });
}
