//! A drawing as SVG, in light colours, with text that is readable 1024 pixels wide.

use std::fmt::Write;

use super::{
    ExportNode, TreeDrawing,
    layout::{DrawingLayout, NodePoint},
};
use crate::lab::recorder::NodeKind;

/// The distances of leaves and plies and the margin, in pixels.
const LEAF_STEP: f64 = 58.0;
const PLY_STEP: f64 = 92.0;
const MARGIN: f64 = 48.0;
/// Half the sides of a node's box, in pixels.
const HALF_WIDTH: f64 = 26.0;
const HALF_HEIGHT: f64 = 16.0;
/// Height of the legend, in pixels.
const LEGEND: f64 = 40.0;

/// The colours of text, lines and unvisited nodes.
const INK: &str = "#1d2430";
const LINE: &str = "#8a94a3";
const FAINT: &str = "#b9c0ca";
/// The line of a best move.
const BEST: &str = "#1b7f4b";

/// The fill of a node's box by its kind.
pub(super) fn fill(kind: Option<NodeKind>) -> &'static str {
    match kind {
        Some(NodeKind::Pv) => "#cfe8d8",
        Some(NodeKind::Cut) => "#f6d3cf",
        Some(NodeKind::All) => "#d3e2f6",
        None => "#ffffff",
    }
}

/// A text with the characters that XML reserves replaced.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub fn write(drawing: &TreeDrawing) -> String {
    let layout = DrawingLayout::new(drawing);
    let width = layout.right * LEAF_STEP + 2.0 * MARGIN;
    let width = width.max(420.0);
    let height = layout.bottom * PLY_STEP + 2.0 * MARGIN + LEGEND;
    let left = (width - layout.right * LEAF_STEP) / 2.0;
    let at = |index: usize| {
        let point = layout.points[index];
        NodePoint { x: left + point.x * LEAF_STEP, y: MARGIN + point.y * PLY_STEP }
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"Noto Sans, Arial, sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (index, node) in drawing.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            edge(&mut text, drawing, node, at(parent), at(index));
        }
    }
    for (index, node) in drawing.nodes.iter().enumerate() {
        node_box(&mut text, drawing, node, at(index));
    }
    legend(&mut text, height - LEGEND / 2.0);
    text + "</svg>\n"
}

/// The line from a parent to a node, with the name of the move.
fn edge(
    text: &mut String,
    drawing: &TreeDrawing,
    node: &ExportNode,
    from: NodePoint,
    to: NodePoint,
) {
    let parent = node.parent.and_then(|parent| drawing.nodes.get(parent));
    let is_pruned = node.kind.is_none();
    let (color, width) = if node.is_best { (BEST, 2.5) } else { (LINE, 1.2) };
    let (color, dash) = if is_pruned { (FAINT, " stroke-dasharray=\"4 4\"") } else { (color, "") };
    let (from_x, to_x) = (from.x, to.x);
    let (start, end) = (from.y + HALF_HEIGHT, to.y - HALF_HEIGHT);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<line x1=\"{from_x:.1}\" y1=\"{start:.1}\" x2=\"{to_x:.1}\" y2=\"{end:.1}\" \
         stroke=\"{color}\" stroke-width=\"{width}\"{dash}/>"
    );
    let is_cut = is_pruned && parent.is_some_and(|parent| parent.has_cutoff);
    if is_cut {
        let (x, y) = (from_x + 0.4 * (to_x - from_x), start + 0.4 * (end - start));
        let _ = writeln!(
            text,
            "<line x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"#c0392b\" \
             stroke-width=\"2.5\"/>",
            x - 8.0,
            x + 8.0
        );
    }
    let (x, y) = (from_x + 0.72 * (to_x - from_x), start + 0.72 * (end - start));
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"11\" fill=\"{LINE}\">{}</text>",
        x + 4.0,
        escaped(&node.name)
    );
}

/// The box of a node: the player or nothing, the value, and the window below.
fn node_box(text: &mut String, drawing: &TreeDrawing, node: &ExportNode, at: NodePoint) {
    let NodePoint { x, y } = at;
    let ink = if node.kind.is_some() { INK } else { FAINT };
    let radius = if node.is_max { 3.0 } else { HALF_HEIGHT };
    let _ = writeln!(
        text,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{}\" height=\"{}\" rx=\"{radius}\" fill=\"{}\" \
         stroke=\"{ink}\"/>",
        x - HALF_WIDTH,
        y - HALF_HEIGHT,
        2.0 * HALF_WIDTH,
        2.0 * HALF_HEIGHT,
        fill(node.kind),
    );
    let mut label = |dy: f64, size: u32, color: &str, content: &str| {
        let content = escaped(content);
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size}\" fill=\"{color}\" \
             text-anchor=\"middle\">{content}</text>",
            y + dy
        );
    };
    if node.children.is_empty() {
        label(5.0, 15, ink, &node.value);
    } else {
        label(-3.0, 10, ink, drawing.player(node));
        label(12.0, 15, ink, &node.value);
        label(HALF_HEIGHT + 12.0, 10, LINE, &node.window);
    }
}

fn legend(text: &mut String, y: f64) {
    let kinds = [("PV", NodeKind::Pv), ("CUT", NodeKind::Cut), ("ALL", NodeKind::All)];
    let mut x = 16.0;
    for (name, kind) in kinds {
        let fill = fill(Some(kind));
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{:.1}\" width=\"16\" height=\"12\" fill=\"{fill}\" \
             stroke=\"{INK}\"/>\n<text x=\"{}\" y=\"{y:.1}\" font-size=\"12\" \
             fill=\"{INK}\">{name}</text>",
            y - 11.0,
            x + 22.0
        );
        x += 68.0;
    }
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y:.1}\" font-size=\"12\" fill=\"{INK}\">dashed: never visited</text>"
    );
}
