//! The edited tree as boxes, with the results of the recorded search.

use crate::{
    app::{
        lab::{
            TreePage,
            tree::{canvas::kind_name, recorded::RecordedTree},
        },
        ui::diagram::{DiagramNode, Tone},
    },
    engine::Bound,
    lab::{NodeKind, TextTree, Tree},
};

/// The boxes of the edited tree, in the order of its nodes, and the names of the rows.
pub struct EditorDrawing {
    pub nodes: Vec<DiagramNode>,
    pub rows: Vec<String>,
}

impl EditorDrawing {
    /// `typed` is the value that is being typed at the cursor.
    pub fn new(page: &TreePage, typed: &str) -> EditorDrawing {
        let (editor, tree) = (&page.editor, page.editor.tree());
        let recorded = page.recorded().zip(page.edited_visits());
        let nodes = (0..tree.len()).map(|node| {
            let result = recorded.as_ref().map(|(recorded, visits)| {
                let visit = visits.get(node).copied().flatten();
                NodeResultBox { recorded, visit }
            });
            let mut drawn = node_box(tree, node, result);
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
        let sign = match exit.bound {
            Bound::Exact => "",
            Bound::Upper => "\u{2264} ",
            Bound::Lower => "\u{2265} ",
        };
        Some((format!("{sign}{}", self.recorded.score_text(exit.score)), exit.kind))
    }
}

fn node_box(tree: &TextTree, node: usize, result: Option<NodeResultBox<'_>>) -> DiagramNode {
    let path = tree.path_to(node);
    let is_leaf = tree.children(node).is_empty();
    let value = result.as_ref().and_then(NodeResultBox::value);
    let never = result.as_ref().is_some_and(|result| result.visit.is_none());
    let leaf = is_leaf.then(|| tree.text_of(node));
    let title = leaf.clone().or(value.as_ref().map(|(value, _)| value.clone()));
    let kind = value.as_ref().map_or("", |(_, kind)| kind_name(*kind));
    let note = if never { "not visited" } else { kind };
    let tone = match value.as_ref().map(|(_, kind)| *kind) {
        _ if never => Tone::Never,
        Some(NodeKind::Pv) => Tone::Pv,
        Some(NodeKind::Cut) => Tone::Cut,
        Some(NodeKind::All) => Tone::All,
        None => Tone::Plain,
    };
    DiagramNode {
        parent: tree.parent(node),
        name: name(&path, leaf.as_deref(), value.as_ref().map(|(text, _)| text.as_str()), note),
        title: title.unwrap_or_else(|| tree.player(tree.is_max(path.len())).to_owned()),
        note: note.to_owned(),
        tone,
        best: result.as_ref().is_some_and(|result| is_best(tree, node, result)),
    }
}

/// True if the node is the best child of its parent, and its parent of its own, up to the root.
fn is_best(tree: &TextTree, node: usize, result: &NodeResultBox<'_>) -> bool {
    let Some(root) = result.recorded.roots().last() else { return false };
    let line = result.recorded.variation(*root);
    let path = tree.path_to(node);
    line.get(path.len()).is_some_and(|visit| result.recorded.recording.path(*visit) == path)
}

/// `Root, MAX`, `Node 1.2, leaf 5, PV` or `Node 2, at least 5, CUT`.
fn name(
    path: &[crate::engine::Branch],
    leaf: Option<&str>,
    value: Option<&str>,
    note: &str,
) -> String {
    let numbers: Vec<String> = path.iter().map(|branch| branch.0.to_string()).collect();
    let place = match path.len() {
        0 => "Root".to_owned(),
        _ => format!("Node {}", numbers.join(".")),
    };
    let content = match (leaf, value) {
        (Some(leaf), _) => format!(", leaf {leaf}"),
        (None, Some(value)) => format!(", {value}"),
        (None, None) => String::new(),
    };
    let note = if note.is_empty() { String::new() } else { format!(", {note}") };
    format!("{place}{content}{note}")
}
