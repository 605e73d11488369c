//! The editor's page: its controls, and below them the tree as boxes with the results of the recorded
//! search.

use egui::{Key, Label, Popup, PopupCloseBehavior, Response, RichText, Ui};
use egui_material_icons::icons;

use super::TreeEditor;
use crate::app::{
    context::Cx,
    lab::{
        LabKey, TreePage,
        area::{kind_tone, row_names},
    },
    request::Request,
    session::Copied,
    ui::diagram::{DiagramNode, Tone, diagram_cursor_ui},
    ui::number::{NumberField, number_row_ui, number_ui, refusal_ui},
    ui::theme::{self, CONTROL_HEIGHT, SPACE_S, SPACE_XS, TEXT_SMALL, Theme},
    ui::widgets::{icon_button_ui, primary_button},
};
use minnow_lab::{
    MAX_LEAF, MAX_TREE_PLIES, NodeKind, RandomTree, RecordedTree, TextTree, Tree, TreeEdit,
    exercise::node_name,
};

/// In points.
const RANDOM_WIDTH: f32 = 230.0;

/// The greatest seed: a number field holds greater whole numbers only roughly.
const MAX_SEED: u64 = (1 << 53) - 1;

/// Draws the editor in the place of the recorded search.
pub(in crate::app::lab::tree) fn tree_editor_ui(ui: &mut Ui, page: &mut TreePage, cx: &mut Cx<'_>) {
    // A change takes the value that is being typed.
    let mut typed = cx.session.typed.clone();
    let controls = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing = egui::vec2(SPACE_XS, SPACE_XS);
        ui.spacing_mut().interact_size.y = CONTROL_HEIGHT;
        ui.spacing_mut().button_padding.x = SPACE_S;
        controls_ui(ui, page, &mut typed, cx)
    };
    let value = ui.horizontal_wrapped(controls).inner;
    refusal_ui(ui, &value);
    if let Some(problem) = page.editor.problem() {
        let color = Theme::of(ui).bad;
        ui.add(Label::new(RichText::new(problem).size(TEXT_SMALL).color(color)).wrap());
    }
    ui.add_space(SPACE_XS);
    let (tree, nodes) = (page.editor.tree(), boxes(page, &typed));
    let rows = row_names(tree, tree.height());
    let done = diagram_cursor_ui(ui, &nodes, &rows, page.editor.selected());
    if let Some(node) = done.clicked {
        page.edit(&mut typed, |editor| editor.select(node));
    }
    if let Some(step) = done.key.and_then(step_of) {
        page.edit(&mut typed, |editor| editor.step(step));
    }
    if typed != cx.session.typed {
        cx.ask(Request::DropTyped);
    }
}

/// The move of a key that the tree gets while it has the focus.
fn step_of(key: Key) -> Option<LabKey> {
    Some(match key {
        Key::ArrowLeft => LabKey::Back,
        Key::ArrowRight => LabKey::Forward,
        Key::ArrowUp => LabKey::Parent,
        Key::ArrowDown => LabKey::Child,
        Key::Home => LabKey::Start,
        Key::End => LabKey::End,
        _ => return None,
    })
}

/// Draws the controls; returns the field of the leaf's value.
fn controls_ui(ui: &mut Ui, page: &mut TreePage, typed: &mut String, cx: &mut Cx<'_>) -> Response {
    let editor = &page.editor;
    let (has_parent, undoes, redoes) =
        (editor.selected() != 0, editor.can_undo(), editor.can_redo());
    let buttons: [(_, _, _, fn(&mut TreeEditor)); 5] = [
        (icons::ICON_ADD, "Add a child", true, |editor| editor.edit(TreeEdit::AddChild)),
        (icons::ICON_PLAYLIST_ADD, "Add a sibling", has_parent, |editor| {
            editor.edit(TreeEdit::AddSibling);
        }),
        (icons::ICON_DELETE, "Delete the node", has_parent, |editor| {
            editor.edit(TreeEdit::Delete);
        }),
        (icons::ICON_UNDO, "Undo the change", undoes, TreeEditor::undo),
        (icons::ICON_REDO, "Redo the change", redoes, TreeEditor::redo),
    ];
    for (icon, label, enabled, change) in buttons {
        if icon_button_ui(ui, icon.codepoint, label, enabled).clicked() {
            page.edit(typed, change);
        }
    }
    let copy = icons::ICON_CONTENT_COPY.codepoint;
    if icon_button_ui(ui, copy, "Copy the tree as text", true).clicked() {
        cx.ask(Request::Copy(Copied::Tree));
    }
    let value = value_ui(ui, page, typed);
    let button = ui.button("Random tree");
    Popup::from_toggle_button_response(&button)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            if random_ui(ui, &mut page.editor.random) {
                page.edit(typed, TreeEditor::draw_random);
            }
        });
    if ui.button("Done").on_hover_text("Back to the recorded search").clicked() {
        page.edit(typed, |editor| editor.set_open(false));
    }
    value
}

/// The value of the leaf under the cursor.
fn value_ui(ui: &mut Ui, page: &mut TreePage, typed: &mut String) -> Response {
    let editor = &page.editor;
    let leaf = editor.on_leaf();
    let text = editor.tree().text_of(editor.selected());
    let value: i32 = if leaf { text.parse().unwrap_or(0) } else { 0 };
    let mut changed = value;
    let field = NumberField { speed: 0.2, ..NumberField::whole(-MAX_LEAF..=MAX_LEAF) };
    let response = ui.add_enabled(leaf, |ui: &mut Ui| number_ui(ui, &mut changed, &field));
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::SpinButton, leaf, "Value of the leaf")
    });
    let response = response.on_hover_text("Value of the leaf");
    if changed != value {
        page.edit(typed, |editor| editor.edit(TreeEdit::SetValue(changed)));
    }
    let is_forbidden = text == "?";
    let button = egui::Button::new("?").selected(is_forbidden);
    let button = ui.add_enabled(leaf, button);
    let name = "Not to be evaluated";
    button
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, leaf, is_forbidden, name));
    if button.on_hover_text("A leaf that no search may evaluate").clicked() {
        let edit = if is_forbidden { TreeEdit::SetValue(0) } else { TreeEdit::Forbid };
        page.edit(typed, |editor| editor.edit(edit));
    }
    response
}

/// The settings of a random tree. Returns true if the user draws it.
fn random_ui(ui: &mut Ui, random: &mut RandomTree) -> bool {
    ui.set_width(RANDOM_WIDTH);
    let RandomTree { seed, depth, branching, lowest, highest } = random;
    number_row_ui(ui, "Seed", seed, &NumberField::whole(0..=MAX_SEED));
    number_row_ui(ui, "Depth in plies", depth, &NumberField::whole(1..=MAX_TREE_PLIES));
    number_row_ui(ui, "Moves at a node", branching, &NumberField::whole(1..=99));
    let leaf = NumberField::whole(-MAX_LEAF..=MAX_LEAF);
    number_row_ui(ui, "Lowest value", lowest, &leaf);
    number_row_ui(ui, "Highest value", highest, &leaf);
    ui.add_space(SPACE_XS);
    let draws = ui.add(primary_button(ui, "Draw the random tree")).clicked();
    let note = "The same seed gives the same tree.";
    ui.add(Label::new(theme::muted(ui, note)).wrap());
    draws
}

/// The boxes of the edited tree, in the order of its nodes. `typed` is the value that is being typed at
/// the cursor.
fn boxes(page: &TreePage, typed: &str) -> Vec<DiagramNode> {
    let (editor, tree) = (&page.editor, page.editor.tree());
    let recorded = page.recorded().zip(page.edited_visits());
    let best = recorded.as_ref().map_or(Vec::new(), |(recorded, _)| best_line(tree, recorded));
    let nodes = (0..tree.len()).map(|node| {
        let result = recorded.as_ref().map(|(recorded, visits)| {
            let visit = visits.get(node).copied().flatten();
            NodeResultBox { recorded, visit }
        });
        let mut drawn = DiagramNode { best: best.contains(&node), ..node_box(tree, node, result) };
        if node == editor.selected() && !typed.is_empty() {
            drawn.title = format!("{typed}_");
        }
        drawn
    });
    nodes.collect()
}

/// The result of the search at a node; no visit if the search left it out.
struct NodeResultBox<'a> {
    recorded: &'a RecordedTree,
    visit: Option<usize>,
}

impl NodeResultBox<'_> {
    /// The value with its sign.
    fn value(&self) -> Option<String> {
        self.recorded.value_text(self.visit?)
    }

    /// The kind of an inner node.
    fn kind(&self) -> Option<NodeKind> {
        self.recorded.kind(self.visit?)
    }
}

fn node_box(tree: &TextTree, node: usize, result: Option<NodeResultBox<'_>>) -> DiagramNode {
    let path = tree.path_to(node);
    let is_leaf = tree.children(node).is_empty();
    let value = result.as_ref().and_then(NodeResultBox::value);
    let never = result.as_ref().is_some_and(|result| result.visit.is_none());
    let leaf = is_leaf.then(|| tree.text_of(node));
    let title = leaf.clone().or(value.clone());
    let kind = result.as_ref().and_then(NodeResultBox::kind);
    let note = if never { "pruned" } else { kind.map_or("", NodeKind::name) };
    let tone = if never { Tone::Never } else { kind.map_or(Tone::Plain, kind_tone) };
    DiagramNode {
        parent: tree.parent(node),
        name: name(&path, leaf.as_deref(), value.as_deref(), note),
        title: title.unwrap_or_else(|| tree.player(tree.is_max(path.len())).to_owned()),
        note: note.to_owned(),
        number: node_name(&path),
        tone,
        best: false,
    }
}

/// The nodes of the principal variation of the last search from the root.
fn best_line(tree: &TextTree, recorded: &RecordedTree) -> Vec<usize> {
    let line = recorded.roots.last().map_or(Vec::new(), |root| recorded.variation(*root));
    line.into_iter().map(|visit| tree.node_at(&recorded.recording.path(visit))).collect()
}

/// `Root, MAX`, `Node 1.2, leaf 5` or `Node 2, at least 5, CUT`.
fn name(
    path: &[minnow_engine::Branch],
    leaf: Option<&str>,
    value: Option<&str>,
    note: &str,
) -> String {
    let place =
        if path.is_empty() { "Root".to_owned() } else { format!("Node {}", node_name(path)) };
    let content = match (leaf, value) {
        (Some(leaf), _) => format!(", leaf {leaf}"),
        (None, Some(value)) => format!(", {value}"),
        (None, None) => String::new(),
    };
    let note = if note.is_empty() { String::new() } else { format!(", {note}") };
    format!("{place}{content}{note}")
}
