//! The edited tree as boxes, with the results of the recorded search.

use crate::app::{
    lab::{TreePage, tones::tone_of, tree::recorded::RecordedTree},
    ui::diagram::{DiagramNode, Tone},
};
use minnow_lab::{NodeKind, TextTree, Tree, exercise::node_name};

/// The boxes of the edited tree, in the order of its nodes, and the names of the rows.
pub(super) struct EditorDrawing {
    pub nodes: Vec<DiagramNode>,
    pub rows: Vec<String>,
}

impl EditorDrawing {
    /// `typed` is the value that is being typed at the cursor.
    pub(super) fn new(page: &TreePage, typed: &str) -> EditorDrawing {
        let (editor, tree) = (&page.editor, page.editor.tree());
        let recorded = page.recorded().zip(page.edited_visits());
        let best = recorded.as_ref().map_or(Vec::new(), |(recorded, _)| best_line(tree, recorded));
        let nodes = (0..tree.len()).map(|node| {
            let result = recorded.as_ref().map(|(recorded, visits)| {
                let visit = visits.get(node).copied().flatten();
                NodeResultBox { recorded, visit }
            });
            let mut drawn =
                DiagramNode { best: best.contains(&node), ..node_box(tree, node, result) };
            if node == editor.selected() && !typed.is_empty() {
                drawn.title = format!("{typed}_");
            }
            drawn
        });
        // The last row has leaves only.
        let rows = (0..tree.height() as usize).map(|ply| tree.player(tree.is_max(ply)).to_owned());
        EditorDrawing { nodes: nodes.collect(), rows: rows.collect() }
    }
}

/// The result of the search at a node; no visit if the search left it out.
struct NodeResultBox<'a> {
    recorded: &'a RecordedTree,
    visit: Option<usize>,
}

impl NodeResultBox<'_> {
    /// The value with its sign and the kind of the node.
    fn value(&self) -> Option<(String, NodeKind)> {
        let exit = self.recorded.visit(self.visit?)?.exit?;
        Some((format!("{}{}", exit.bound.sign(), self.recorded.score_text(exit.score)), exit.kind))
    }
}

fn node_box(tree: &TextTree, node: usize, result: Option<NodeResultBox<'_>>) -> DiagramNode {
    let path = tree.path_to(node);
    let is_leaf = tree.children(node).is_empty();
    let value = result.as_ref().and_then(NodeResultBox::value);
    let never = result.as_ref().is_some_and(|result| result.visit.is_none());
    let leaf = is_leaf.then(|| tree.text_of(node));
    let title = leaf.clone().or(value.as_ref().map(|(value, _)| value.clone()));
    let kind_name = value.as_ref().map_or("", |(_, kind)| kind.name());
    let note = if never { "not visited" } else { kind_name };
    let kind = value.as_ref().map(|(_, kind)| *kind);
    let tone = if never { Tone::Never } else { tone_of(kind) };
    DiagramNode {
        parent: tree.parent(node),
        name: name(&path, leaf.as_deref(), value.as_ref().map(|(text, _)| text.as_str()), note),
        title: title.unwrap_or_else(|| tree.player(tree.is_max(path.len())).to_owned()),
        note: note.to_owned(),
        tone,
        best: false,
    }
}

/// The nodes of the principal variation of the last search from the root.
fn best_line(tree: &TextTree, recorded: &RecordedTree) -> Vec<usize> {
    let line = recorded.roots().last().map_or(Vec::new(), |root| recorded.variation(*root));
    line.into_iter().map(|visit| tree.node_at(&recorded.recording.path(visit))).collect()
}

/// `Root, MAX`, `Node 1.2, leaf 5, PV` or `Node 2, at least 5, CUT`.
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
