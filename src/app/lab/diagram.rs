//! The tree of a lesson, an exercise or a printed function as boxes that can be clicked. Each page says
//! what its boxes hold.

use egui::{Ui, vec2};

use crate::app::ui::diagram::{DiagramNode, Tone, diagram_ui};
use minnow_engine::Branch;
use minnow_lab::{
    NodeKind, Tree,
    exercise::node_name,
    lesson::{LessonNode, LessonTree},
};

/// A tree in the form that the diagram draws.
pub(super) struct LabDiagram {
    nodes: Vec<DiagramNode>,
    /// For each node, the moves from the root.
    paths: Vec<Vec<Branch>>,
    rows: Vec<String>,
    selected: Option<usize>,
}

impl LabDiagram {
    /// `node` makes the box of a node; `selected` leads to the selected one.
    pub(super) fn new(
        tree: &LessonTree,
        selected: Option<&[Branch]>,
        node: impl Fn(&LessonNode) -> DiagramNode,
    ) -> LabDiagram {
        let spots = tree.spots();
        let nodes = spots.iter().map(|spot| DiagramNode { parent: spot.parent, ..node(spot) });
        LabDiagram {
            nodes: nodes.collect(),
            rows: row_names(tree, tree.height()),
            selected: spots.iter().position(|spot| selected == Some(spot.path.as_slice())),
            paths: spots.into_iter().map(|spot| spot.path).collect(),
        }
    }

    /// Draws the tree. Returns the moves from the root to the node that was clicked.
    pub(super) fn ui(&self, ui: &mut Ui, height: f32) -> Option<Vec<Branch>> {
        let shown = ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
            diagram_ui(ui, &self.nodes, &self.rows, self.selected)
        });
        self.paths.get(shown.inner?).cloned()
    }
}

/// The tone of a node of this kind.
pub(super) fn kind_tone(kind: NodeKind) -> Tone {
    match kind {
        NodeKind::Pv => Tone::Pv,
        NodeKind::Cut => Tone::Cut,
        NodeKind::All => Tone::All,
    }
}

/// The player to move in each row. The last row has leaves only.
pub(super) fn row_names(tree: &impl Tree, height: u32) -> Vec<String> {
    (0..height as usize).map(|ply| tree.player(tree.is_max(ply)).to_owned()).collect()
}

/// `Root`, `Move 2` or `Move 2.1, leaf 12`.
pub(super) fn node_label(node: &LessonNode) -> String {
    let place = if node.path.is_empty() {
        "Root".to_owned()
    } else {
        format!("Move {}", node_name(&node.path))
    };
    match &node.leaf {
        Some(leaf) => format!("{place}, leaf {leaf}"),
        None => place,
    }
}
