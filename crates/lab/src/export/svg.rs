//! A drawing of a tree as a slide.

use super::{
    ExportNode, LEGEND, TreeDrawing,
    slide::{
        FAINT, INK, LEAST_SIZE, LINE, SLIDE_WIDTH, Slide, SlideMark, SlidePoint, SlideText,
        TextAnchor, fitting_size, text_width,
    },
};
use crate::recorder::{NODE_KINDS, NodeKind};
use minnow_picture::{TreeLayout, TreePlace};

/// The greatest and the least distance of two leaves. Between them it is chosen so that the tree is
/// as wide as a slide; a tree with more leaves or longer texts is wider.
const LEAF_STEPS: [f64; 2] = [62.0, 36.0];
/// The distance of two plies, the margin, and the gap between two boxes.
const PLY_STEP: f64 = 96.0;
const MARGIN: f64 = 48.0;
const GAP: f64 = 5.0;
/// Half the height of a node's box.
const HALF_HEIGHT: f64 = 17.0;
/// The room beside the text of a box.
const BOX_MARGIN: f64 = 2.0;
/// The height of the title, and of a line of the legend.
const TITLE: f64 = 22.0;
const LEGEND_LINE: f64 = 24.0;
/// The left margin of title and legend, and the sizes of their letters.
const TEXT_LEFT: f64 = 16.0;
const TITLE_SIZE: f64 = 14.0;
const LEGEND_SIZE: f64 = 13.0;
/// The width of the three kinds in the legend.
const KINDS_WIDTH: f64 = 210.0;
/// The greatest sizes of the letters of a value and of a player.
const VALUE_SIZE: f64 = 15.0;
const PLAYER_SIZE: f64 = 11.0;

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
    let needed = drawing.nodes.iter().zip(&layout.places);
    let needed = needed.map(|(node, place)| needed_width(drawing, node) / leaves_below(place));
    let least = needed.fold(least, f64::max);
    let last_leaf = layout.leaves.saturating_sub(1) as f64;
    let leaf_step = (SLIDE_WIDTH - 2.0 * MARGIN) / last_leaf.max(1.0);
    let leaf_step = leaf_step.clamp(least, most.max(least));
    let width = (last_leaf * leaf_step + 2.0 * MARGIN).max(words_width(drawing));
    let has_legend = !drawing.title.is_empty();
    let legend = if has_legend { LEGEND_LINE * (1 + drawing.notes.len()) as f64 } else { 0.0 };
    let height = TITLE + layout.last_row as f64 * PLY_STEP + 2.0 * MARGIN + legend;
    let left = (width - last_leaf * leaf_step) / 2.0;
    let slide = Slide::new(width, height);
    let mut tree = TreeSlide { drawing, layout, slide, leaf_step, left };
    tree.slide.text(SlideText {
        is_bold: true,
        ..SlideText::new(TEXT_LEFT, TITLE, TITLE_SIZE, drawing.title.as_str())
    });
    for index in 1..drawing.nodes.len() {
        tree.edge(index);
    }
    for index in 0..drawing.nodes.len() {
        tree.node_box(index);
    }
    if has_legend {
        tree.legend(height - legend + LEGEND_LINE / 2.0);
    }
    tree.slide
}

/// The legend of the lines, windows and bars.
fn legend_text() -> String {
    format!("{LEGEND}; bar: cutoff")
}

/// The width that the title and the legend need; a drawing without a title has no legend.
fn words_width(drawing: &TreeDrawing) -> f64 {
    if drawing.title.is_empty() {
        return 0.0;
    }
    let notes = drawing.notes.iter().map(|note| text_width(note, LEGEND_SIZE));
    let legend = KINDS_WIDTH + text_width(&legend_text(), LEGEND_SIZE);
    let title = text_width(&drawing.title, TITLE_SIZE);
    2.0 * TEXT_LEFT + notes.fold(legend.max(title), f64::max)
}

/// The distance from the first to the last child in leaves, and one more: the room of a node's box.
fn leaves_below(place: &TreePlace) -> f64 {
    place.children.map_or(1.0, |(first, last)| last - first + 1.0)
}

/// The least width of a node's box for its text, with the gap beside it.
fn needed_width(drawing: &TreeDrawing, node: &ExportNode) -> f64 {
    let player = if node.is_leaf { "" } else { drawing.player(node) };
    let words = text_width(&node.value, LEAST_SIZE).max(text_width(player, LEAST_SIZE));
    words + 2.0 * BOX_MARGIN + GAP
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
        let room = self.leaf_step * leaves_below(&self.layout.places[index]);
        let width = room.min(LEAF_STEPS[0].max(needed_width(drawing, node))) - GAP;
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
        let inside = width - 2.0 * BOX_MARGIN;
        let value = fitting_size(&node.value, VALUE_SIZE, inside);
        if node.is_leaf {
            label(5.0, value, ink, &node.value);
        } else {
            let player = drawing.player(node);
            label(-4.0, fitting_size(player, PLAYER_SIZE, inside), ink, player);
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
        let half = text_width(window, 11.0) / 2.0;
        let [from, to] = [x - half, x + half].map(|x| SlidePoint { x, y: y - 4.0 });
        self.slide.line(from, to, "#ffffff", 13.0);
        let text = SlideText { color: LINE, ..SlideText::new(x, y, 11.0, window) };
        self.slide.text(SlideText { anchor: TextAnchor::Middle, ..text });
    }

    fn legend(&mut self, y: f64) {
        for (place, kind) in (0..).zip(NODE_KINDS) {
            let x = TEXT_LEFT + KINDS_WIDTH * f64::from(place) / 3.0;
            self.slide.marks.push(SlideMark::Box {
                at: SlidePoint { x, y: y - 11.0 },
                width: 16.0,
                height: 12.0,
                radius: 0.0,
                fill: fill(Some(kind)),
                stroke: INK,
            });
            self.slide.text(SlideText::new(x + 22.0, y, LEGEND_SIZE, kind.name()));
        }
        let x = TEXT_LEFT + KINDS_WIDTH;
        self.slide.text(SlideText::new(x, y, LEGEND_SIZE, legend_text()));
        for (line, note) in (1..).zip(&self.drawing.notes) {
            let y = y + LEGEND_LINE * f64::from(line);
            self.slide.text(SlideText::new(TEXT_LEFT, y, LEGEND_SIZE, note.as_str()));
        }
    }
}
