//! A drawing of a tree as a slide.

use super::{
    ExportNode, TreeDrawing,
    slide::{FAINT, INK, LINE, SLIDE_WIDTH, Slide, SlideMark, SlidePoint, SlideText, TextAnchor},
};
use crate::recorder::NodeKind;
use minnow_picture::{TreeLayout, TreePlace};

/// The greatest and the least distance of two leaves. Between them it is chosen so that the tree is
/// as wide as a slide; a tree with more leaves is wider.
const LEAF_STEPS: [f64; 2] = [62.0, 36.0];
/// The distance of two plies, the margin, and the gap between two boxes.
const PLY_STEP: f64 = 96.0;
const MARGIN: f64 = 48.0;
const GAP: f64 = 5.0;
/// Half the height of a node's box.
const HALF_HEIGHT: f64 = 17.0;
/// The height of the title, and of a line of the legend.
const TITLE: f64 = 22.0;
const LEGEND: f64 = 24.0;
/// Width of a narrow drawing: the legend needs as much.
const LEAST_WIDTH: f64 = 480.0;

/// The line of a best move, and the bar across the moves of a cutoff.
pub(super) const BEST: &str = "#1b7f4b";
const CUT: &str = "#c0392b";

/// The fill of a node's box by its kind.
pub(super) fn fill(kind: Option<NodeKind>) -> &'static str {
    match kind {
        Some(NodeKind::Pv) => "#cfe8d8",
        Some(NodeKind::Cut) => "#f6d3cf",
        Some(NodeKind::All) => "#d3e2f6",
        None => "#ffffff",
    }
}

/// The colour of a node's text and edge.
pub(super) fn ink(node: &ExportNode) -> &'static str {
    if node.visits > 0 { INK } else { FAINT }
}

/// The drawing under way.
struct TreeSlide<'a> {
    drawing: &'a TreeDrawing,
    layout: TreeLayout,
    slide: Slide,
    leaf_step: f64,
    left: f64,
}

pub(super) fn slide(drawing: &TreeDrawing) -> Slide {
    let layout = drawing.layout();
    let [most, least] = LEAF_STEPS;
    let last_leaf = layout.leaves.saturating_sub(1) as f64;
    let leaf_step = ((SLIDE_WIDTH - 2.0 * MARGIN) / last_leaf.max(1.0)).clamp(least, most);
    let width = (last_leaf * leaf_step + 2.0 * MARGIN).max(LEAST_WIDTH);
    let legend = LEGEND * (1 + drawing.notes.len()) as f64;
    let height = TITLE + layout.last_row as f64 * PLY_STEP + 2.0 * MARGIN + legend;
    let left = (width - last_leaf * leaf_step) / 2.0;
    let slide = Slide::new(width, height);
    let mut tree = TreeSlide { drawing, layout, slide, leaf_step, left };
    tree.slide.text(SlideText {
        is_bold: true,
        ..SlideText::new(16.0, TITLE, 14.0, drawing.title.as_str())
    });
    for index in 1..drawing.nodes.len() {
        tree.edge(index);
    }
    for index in 0..drawing.nodes.len() {
        tree.node_box(index);
    }
    tree.legend(height - legend + LEGEND / 2.0);
    tree.slide
}

impl TreeSlide<'_> {
    fn at(&self, index: usize) -> SlidePoint {
        let TreePlace { x, row, .. } = self.layout.places[index];
        let y = TITLE + MARGIN + row as f64 * PLY_STEP;
        SlidePoint { x: self.left + x * self.leaf_step, y }
    }

    /// The line from a node's parent to the node, with the name of the move.
    fn edge(&mut self, index: usize) {
        let node = &self.drawing.nodes[index];
        let Some(above) = node.parent else { return };
        let parent = &self.drawing.nodes[above];
        let SlidePoint { x: from_x, y: from_y } = self.at(above);
        let SlidePoint { x: to_x, y: to_y } = self.at(index);
        let (start, end) = (from_y + HALF_HEIGHT, to_y - HALF_HEIGHT);
        let is_pruned = node.visits == 0;
        let (color, width) = match (is_pruned, node.is_best) {
            (true, _) => (FAINT, 1.2),
            (false, true) => (BEST, 2.5),
            (false, false) => (LINE, 1.2),
        };
        let along = |share: f64| SlidePoint {
            x: from_x + share * (to_x - from_x),
            y: start + share * (end - start),
        };
        let (from, to) = (along(0.0), along(1.0));
        self.slide.marks.push(SlideMark::Line { from, to, color, width, is_dashed: is_pruned });
        if is_pruned && parent.has_cutoff {
            let SlidePoint { x, y } = along(0.4);
            let [left, right] = [x - 8.0, x + 8.0].map(|x| SlidePoint { x, y });
            self.slide.line(left, right, CUT, 2.5);
        }
        let SlidePoint { x, y } = along(0.72);
        // On the outer side of the line, which the name would cross otherwise.
        let (anchor, shift) =
            if to_x < from_x - 1.0 { (TextAnchor::End, -5.0) } else { (TextAnchor::Start, 5.0) };
        let name = SlideText::new(x + shift, y, 12.0, node.name.as_str());
        self.slide.text(SlideText { color: LINE, anchor, ..name });
    }

    /// The box of a node: the player or nothing, the value, and the window below.
    fn node_box(&mut self, index: usize) {
        let (drawing, SlidePoint { x, y }) = (self.drawing, self.at(index));
        let node = &drawing.nodes[index];
        // Inner nodes have room for the name of the player.
        let width = if node.is_leaf { self.leaf_step - GAP } else { LEAF_STEPS[0] - GAP };
        let ink = ink(node);
        self.slide.marks.push(SlideMark::Box {
            at: SlidePoint { x: x - width / 2.0, y: y - HALF_HEIGHT },
            width,
            height: 2.0 * HALF_HEIGHT,
            radius: if node.is_max { 3.0 } else { HALF_HEIGHT },
            fill: fill(node.kind),
            stroke: ink,
        });
        if !node.is_leaf && !node.window.is_empty() {
            self.window(x, y + HALF_HEIGHT + 13.0, &node.window);
        }
        let mut label = |dy: f64, size: f64, color: &'static str, text: &str| {
            let text = SlideText { color, ..SlideText::new(x, y + dy, size, text) };
            self.slide.text(SlideText { anchor: TextAnchor::Middle, ..text });
        };
        let value = fitting_size(node, width);
        if node.is_leaf {
            label(5.0, value, ink, &node.value);
        } else {
            label(-4.0, 11.0, ink, drawing.player(node));
            label(12.0, value, ink, &node.value);
        }
        if node.visits > 1 {
            let text = format!("\u{d7}{}", node.visits);
            let at = SlidePoint { x: x + width / 2.0, y: y - HALF_HEIGHT - 4.0 };
            let text = SlideText { at, color: CUT, ..SlideText::new(x, y, 12.0, text) };
            self.slide.text(SlideText { anchor: TextAnchor::End, is_bold: true, ..text });
        }
    }

    /// Alpha and beta below a node, on a white strip that covers the lines to the children.
    fn window(&mut self, x: f64, y: f64, window: &str) {
        let half = super::slide::text_width(window, 11.0) / 2.0;
        let [from, to] = [x - half, x + half].map(|x| SlidePoint { x, y: y - 4.0 });
        self.slide.line(from, to, "#ffffff", 13.0);
        let text = SlideText { color: LINE, ..SlideText::new(x, y, 11.0, window) };
        self.slide.text(SlideText { anchor: TextAnchor::Middle, ..text });
    }

    fn legend(&mut self, y: f64) {
        let kinds = [("PV", NodeKind::Pv), ("CUT", NodeKind::Cut), ("ALL", NodeKind::All)];
        let mut x = 16.0;
        for (name, kind) in kinds {
            self.slide.marks.push(SlideMark::Box {
                at: SlidePoint { x, y: y - 11.0 },
                width: 16.0,
                height: 12.0,
                radius: 0.0,
                fill: fill(Some(kind)),
                stroke: INK,
            });
            self.slide.text(SlideText::new(x + 22.0, y, 13.0, name));
            x += 70.0;
        }
        let lines = "thick: the best move    dashed: never visited";
        self.slide.text(SlideText::new(x, y, 13.0, lines));
        for (line, note) in (1..).zip(&self.drawing.notes) {
            let y = y + LEGEND * f64::from(line);
            self.slide.text(SlideText::new(16.0, y, 13.0, note.as_str()));
        }
    }
}

/// The size of a node's value that fits its box.
fn fitting_size(node: &ExportNode, width: f64) -> f64 {
    let needed = super::slide::text_width(&node.value, 15.0);
    (15.0 * (width - 4.0) / needed.max(1.0)).clamp(8.0, 15.0)
}
