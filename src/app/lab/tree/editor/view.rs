//! The editor's page: its controls, and below them the tree.

use egui::{DragValue, Key, Label, Popup, PopupCloseBehavior, RichText, Ui};
use egui_material_icons::icons;

use super::{EditorStep, TreeEditor, TreeEditorAction, drawing::EditorDrawing};
use crate::app::{
    lab::{TreePage, TreePageAction},
    session::{Out, Session},
    ui::diagram::diagram_cursor_ui,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, TEXT_SMALL, Theme},
    ui::widgets::{icon_button_ui, primary_button},
};
use minnow_lab::{MAX_LEAF, MAX_TREE_PLIES, RandomTree, TreeEdit};

/// In points.
const RANDOM_WIDTH: f32 = 230.0;

/// Draws the editor in the place of the recorded search.
pub fn tree_editor_ui(
    ui: &mut Ui,
    session: &Session,
    page: &TreePage,
    out: &mut Out<TreePageAction>,
) {
    out.part(TreePageAction::Editor, |out| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(SPACE_XS, SPACE_XS);
            ui.spacing_mut().interact_size.y = CONTROL_HEIGHT;
            ui.spacing_mut().button_padding.x = SPACE_S;
            controls_ui(ui, &page.editor, out);
        });
        if let Some(problem) = page.editor.problem() {
            let color = Theme::of(ui).bad;
            ui.add(Label::new(RichText::new(problem).size(TEXT_SMALL).color(color)).wrap());
        }
        ui.add_space(SPACE_XS);
        let EditorDrawing { nodes, rows } = EditorDrawing::new(page, &session.typed);
        let done = diagram_cursor_ui(ui, &nodes, &rows, page.editor.selected());
        if let Some(node) = done.clicked {
            out.push(TreeEditorAction::Select(node));
        }
        if let Some(step) = done.key.and_then(step_of) {
            out.push(TreeEditorAction::Step(step));
        }
    });
}

/// The move of a key that the tree gets while it has the focus.
fn step_of(key: Key) -> Option<EditorStep> {
    Some(match key {
        Key::ArrowLeft => EditorStep::Left,
        Key::ArrowRight => EditorStep::Right,
        Key::ArrowUp => EditorStep::Up,
        Key::ArrowDown => EditorStep::Down,
        Key::Home => EditorStep::Root,
        Key::End => EditorStep::LastLeaf,
        _ => return None,
    })
}

fn controls_ui(ui: &mut Ui, editor: &TreeEditor, out: &mut Out<TreeEditorAction>) {
    let is_root = editor.selected() == 0;
    let buttons = [
        (icons::ICON_ADD, "Add a child", true, TreeEditorAction::Edit(TreeEdit::AddChild)),
        (
            icons::ICON_PLAYLIST_ADD,
            "Add a sibling",
            !is_root,
            TreeEditorAction::Edit(TreeEdit::AddSibling),
        ),
        (icons::ICON_DELETE, "Delete the node", !is_root, TreeEditorAction::Edit(TreeEdit::Delete)),
        (icons::ICON_UNDO, "Undo the change", editor.can_undo(), TreeEditorAction::Undo),
        (icons::ICON_REDO, "Redo the change", editor.can_redo(), TreeEditorAction::Redo),
        (icons::ICON_CONTENT_COPY, "Copy the tree as text", true, TreeEditorAction::Copy),
    ];
    for (icon, label, enabled, action) in buttons {
        if icon_button_ui(ui, icon.codepoint, label, enabled).clicked() {
            out.push(action);
        }
    }
    value_ui(ui, editor, out);
    let button = ui.button("Random tree");
    Popup::from_toggle_button_response(&button)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| random_ui(ui, editor, out));
    if ui.button("Done").on_hover_text("Back to the recorded search").clicked() {
        out.push(TreeEditorAction::Close);
    }
}

/// The value of the leaf under the cursor.
fn value_ui(ui: &mut Ui, editor: &TreeEditor, out: &mut Out<TreeEditorAction>) {
    let leaf = editor.on_leaf();
    let text = editor.tree().text_of(editor.selected());
    let value: i32 = if leaf { text.parse().unwrap_or(0) } else { 0 };
    let mut changed = value;
    let field = DragValue::new(&mut changed).range(-MAX_LEAF..=MAX_LEAF).speed(0.2);
    let response = ui.add_enabled(leaf, field.update_while_editing(false));
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::SpinButton, leaf, "Value of the leaf")
    });
    response.on_hover_text("Value of the leaf");
    if changed != value {
        out.push(TreeEditorAction::Edit(TreeEdit::SetValue(changed)));
    }
    let is_forbidden = text == "?";
    let button = egui::Button::new("?").selected(is_forbidden);
    let button = ui.add_enabled(leaf, button);
    let name = "Not to be evaluated";
    button
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, leaf, is_forbidden, name));
    if button.on_hover_text("A leaf that no search may evaluate").clicked() {
        let edit = if is_forbidden { TreeEdit::SetValue(0) } else { TreeEdit::Forbid };
        out.push(TreeEditorAction::Edit(edit));
    }
}

/// The settings of a random tree.
fn random_ui(ui: &mut Ui, editor: &TreeEditor, out: &mut Out<TreeEditorAction>) {
    ui.set_width(RANDOM_WIDTH);
    let mut random = editor.random;
    let RandomTree { seed, depth, branching, lowest, highest } = &mut random;
    number_ui(ui, "Seed", DragValue::new(seed));
    number_ui(ui, "Depth in plies", DragValue::new(depth).range(1..=MAX_TREE_PLIES as u32));
    number_ui(ui, "Moves at a node", DragValue::new(branching).range(1..=99_usize));
    number_ui(ui, "Lowest value", DragValue::new(lowest).range(-MAX_LEAF..=MAX_LEAF));
    number_ui(ui, "Highest value", DragValue::new(highest).range(-MAX_LEAF..=MAX_LEAF));
    if random != editor.random {
        out.push(TreeEditorAction::Random(random));
    }
    ui.add_space(SPACE_XS);
    if ui.add(primary_button(ui, "Draw the random tree")).clicked() {
        out.push(TreeEditorAction::DrawRandom);
    }
    let note = "The same seed gives the same tree.";
    ui.add(Label::new(theme::muted(ui, note)).wrap());
}

/// A number with its name.
fn number_ui(ui: &mut Ui, name: &str, field: DragValue<'_>) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add(field.speed(0.1)).labelled_by(label.id);
        });
    });
}
