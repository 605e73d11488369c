//! The shapes of a tree as the camera sees it: boxes, ticks, lines and stumps, with their places.
//! Nodes outside the view are skipped with their subtrees, and nodes too narrow to distinguish are
//! merged, so that the number of shapes is bounded by the size of the screen.

use egui::{Pos2, Rangef, Rect, pos2, vec2};

use super::{
    TreeScene,
    camera::{Camera, Span, Weights},
};
use minnow_lab::NodeKind;

// Sizes in points.
const MAX_BOX_WIDTH: f32 = 122.0;
/// The maximum number of stumps that are drawn separately.
const MAX_STUMPS: usize = 6;
/// The minimum widths of a node with its full text, with the shortest text, and with a tick.
/// Narrower nodes are merged with their neighbours.
const FULL_FROM_WIDTH: f32 = 96.0;
const SHORT_FROM_WIDTH: f32 = 46.0;
const TICK_FROM_WIDTH: f32 = 5.0;
/// The minimum distance between merged nodes that are drawn separately.
const MERGED_DISTANCE: f32 = 1.5;
const MIN_ROW_HEIGHT: f32 = 54.0;
const MAX_ROW_HEIGHT: f32 = 112.0;
const THREE_LINES_FROM_HEIGHT: f32 = 80.0;
const TICK_HEIGHT: f32 = 22.0;
/// The space between the top of a row and its boxes.
const ROW_PADDING: f32 = 4.0;

/// The rows of a tree on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub view: Rect,
    pub height: f32,
    count: usize,
}

impl Rows {
    pub(super) fn new(view: Rect, count: usize) -> Rows {
        let height = (view.height() / count.max(1) as f32).clamp(MIN_ROW_HEIGHT, MAX_ROW_HEIGHT);
        Rows { view, height, count }
    }

    /// The height of all rows in points.
    pub(super) fn total(&self) -> f32 {
        self.height * self.count as f32
    }

    fn box_height(&self) -> f32 {
        if self.height >= THREE_LINES_FROM_HEIGHT { 61.0 } else { 44.0 }
    }
}

/// The amount of text that a node has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Full,
    Short,
    Tick,
}

/// A node with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeBox {
    pub visit: usize,
    pub rect: Rect,
    pub size: Size,
}

impl NodeBox {
    pub(super) fn has_words(&self) -> bool {
        self.size != Size::Tick
    }
}

/// A line from a parent to a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub from: Pos2,
    pub to: Pos2,
    pub on_variation: bool,
    /// True if the child is drawn as a tick.
    pub faint: bool,
}

/// A node too narrow for a tick, with the rows below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sliver {
    pub visit: usize,
    pub rect: Rect,
    pub below: Rect,
    pub kind: Option<NodeKind>,
}

/// Merged neighbours below one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fan {
    pub from: Pos2,
    pub top: f32,
    pub x: Rangef,
}

/// The branches of a node after its cutoff, which were not searched.
#[derive(Clone, Debug)]
pub(super) struct Stumps {
    pub from: Pos2,
    pub ends: Vec<Pos2>,
    /// The room for text below them, in points.
    pub x: Rangef,
    pub count: usize,
}

/// All shapes of a frame.
pub(super) struct Drawing<'a> {
    shown: &'a TreeScene<'a>,
    weights: &'a Weights,
    camera: Camera,
    pub rows: Rows,
    variation: Vec<usize>,
    pub edges: Vec<Edge>,
    pub fans: Vec<Fan>,
    pub slivers: Vec<Sliver>,
    pub stumps: Vec<Stumps>,
    pub boxes: Vec<NodeBox>,
}

impl<'a> Drawing<'a> {
    /// The tree below a root.
    pub(super) fn new(
        shown: &'a TreeScene<'a>,
        weights: &'a Weights,
        camera: Camera,
        rows: Rows,
        root: usize,
    ) -> Drawing<'a> {
        let mut drawing = Drawing {
            shown,
            weights,
            camera,
            rows,
            variation: shown.recorded.variation(root),
            edges: Vec::new(),
            fans: Vec::new(),
            slivers: Vec::new(),
            stumps: Vec::new(),
            boxes: Vec::new(),
        };
        if shown.recorded.is_entered(root, shown.at) {
            drawing.node(root, Span::WHOLE, 0, None);
        }
        drawing
    }

    /// The node drawn as a tick at a point, with its rectangle.
    pub(super) fn tick_at(&self, at: Pos2) -> Option<(usize, Rect)> {
        let ticks = self.boxes.iter().filter(|node| !node.has_words());
        let ticks = ticks.map(|node| (node.visit, node.rect));
        let slivers = self.slivers.iter().map(|sliver| (sliver.visit, sliver.rect));
        ticks.chain(slivers).find(|(_, rect)| rect.contains(at))
    }

    fn row_top(&self, row: usize) -> f32 {
        let top = self.rows.view.top() - self.camera.scrolled;
        top + self.rows.height * row as f32 + ROW_PADDING
    }

    fn node(&mut self, visit: usize, span: Span, row: usize, from: Option<Pos2>) {
        let view = self.rows.view;
        let x = self.camera.screen_from_span(span, view);
        if x.max < view.left() || x.min > view.right() {
            return;
        }
        let on_variation = self.shown.at == self.shown.recorded.moments()
            && self.variation.get(row) == Some(&visit);
        let (rect, size) = self.place(x, row);
        if let Some(from) = from {
            let (to, faint) = (rect.center_top(), size == Size::Tick);
            self.edges.push(Edge { from, to, on_variation, faint });
        }
        self.boxes.push(NodeBox { visit, rect, size });
        self.children(visit, span, row, rect.center_bottom());
    }

    /// The box of a node, in the middle of the visible part of its span.
    fn place(&self, x: Rangef, row: usize) -> (Rect, Size) {
        let view = self.rows.view;
        let room = x.span();
        let (size, width, height) = match room {
            FULL_FROM_WIDTH.. => {
                (Size::Full, (room - 6.0).min(MAX_BOX_WIDTH), self.rows.box_height())
            }
            SHORT_FROM_WIDTH.. => (Size::Short, room - 4.0, self.rows.box_height().min(44.0)),
            _ => (Size::Tick, (room - 2.0).clamp(3.0, 14.0), TICK_HEIGHT),
        };
        let seen = Rangef::new(x.min.max(view.left()), x.max.min(view.right()));
        let middle = seen.center().clamp(x.min + width / 2.0, x.max - width / 2.0);
        let corner = pos2(middle - width / 2.0, self.row_top(row));
        (Rect::from_min_size(corner, vec2(width, height)), size)
    }

    fn children(&mut self, visit: usize, span: Span, row: usize, from: Pos2) {
        let (recorded, weights, at) = (self.shown.recorded, self.weights, self.shown.at);
        let mut fan: Option<Fan> = None;
        let top = self.row_top(row + 1);
        for (child, part) in weights.children(recorded, visit, span) {
            if !recorded.is_entered(child, at) {
                break;
            }
            let x = self.camera.screen_from_span(part, self.rows.view);
            if x.span() >= TICK_FROM_WIDTH {
                self.fans.extend(fan.take());
                self.node(child, part, row + 1, Some(from));
                continue;
            }
            if x.max < self.rows.view.left() || x.min > self.rows.view.right() {
                continue;
            }
            let merged = fan.get_or_insert(Fan { from, top, x });
            merged.x.max = x.max;
            self.sliver(child, x, row + 1);
        }
        self.fans.extend(fan);
        self.cut_off(visit, span, row, from);
    }

    /// Draws a node too narrow for a tick, unless the one before it is at nearly the same place.
    fn sliver(&mut self, visit: usize, x: Rangef, row: usize) {
        let top = self.row_top(row);
        let near =
            |last: &Sliver| last.rect.top() == top && x.max - last.rect.left() < MERGED_DISTANCE;
        if self.slivers.last().is_some_and(near) {
            return;
        }
        let x = Rangef::new(x.min, x.max.max(x.min + 1.0));
        let rect = Rect::from_x_y_ranges(x, Rangef::new(top, top + TICK_HEIGHT));
        let rows = self.weights.rows(visit) - 1;
        let below = Rect::from_x_y_ranges(
            x,
            Rangef::new(rect.bottom(), rect.bottom() + rows as f32 * self.rows.height),
        );
        let kind = self.shown.recorded.exit_at(visit, self.shown.at).and_then(|exit| exit.kind);
        self.slivers.push(Sliver { visit, rect, below, kind });
    }

    /// The branches that were not searched, once the cutoff has happened.
    fn cut_off(&mut self, visit: usize, span: Span, row: usize, from: Pos2) {
        let recorded = self.shown.recorded;
        let cut = recorded.visit(visit).and_then(|node| node.cut_off);
        let Some((tried, moves)) = cut.filter(|_| recorded.is_left(visit, self.shown.at + 1))
        else {
            return;
        };
        let Some(span) = self.weights.stumps(visit, span) else { return };
        let x = self.camera.screen_from_span(span, self.rows.view);
        if x.span() < TICK_FROM_WIDTH || x.max < self.rows.view.left() {
            return;
        }
        let count = moves - tried;
        let drawn = count.min(MAX_STUMPS).min((x.span() / 9.0).max(1.0) as usize);
        let step = (x.span() / (drawn + 1) as f32).min(18.0);
        let first = x.min + step * 0.75;
        let y = self.row_top(row + 1) + 6.0;
        let ends = (0..drawn).map(|index| pos2(first + step * index as f32, y)).collect();
        self.stumps.push(Stumps { from, ends, x, count });
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::app::lab::{tree::recorded::tests::recorded_setup, tree_setup::TreeSetup};
    use minnow_lab::{Algorithm, RecordedTree};
    use std::collections::HashSet;

    /// Minimax from the start position: every node to the last ply.
    fn recorded(depth: u32) -> RecordedTree {
        let base = Algorithm::Minimax;
        recorded_setup(&TreeSetup { base, depth, ..TreeSetup::default() })
    }

    /// All of a recording after its first `at` moments.
    pub(in crate::app::lab::tree::canvas) fn scene<'a>(
        recorded: &'a RecordedTree,
        folded: &'a HashSet<usize>,
        at: usize,
    ) -> TreeScene<'a> {
        TreeScene { recorded, version: (1, 1), folded, at, selected: 0, glides: false }
    }

    fn shapes(drawing: &Drawing<'_>) -> usize {
        let nodes = drawing.boxes.len() + drawing.slivers.len();
        nodes + drawing.edges.len() + drawing.fans.len() + drawing.stumps.len()
    }

    #[test]
    fn the_room_limits_the_shapes() {
        let recorded = recorded(5);
        let folded = HashSet::new();
        let weights = Weights::new(&recorded, &folded);
        let shown = scene(&recorded, &folded, recorded.moments());
        let rows = Rows::new(Rect::from_min_size(Pos2::ZERO, vec2(900.0, 400.0)), 6);
        let mut camera = Camera::default();
        let count = recorded.recording.visits.len();
        assert!(count > 50_000);
        for _ in 0..30 {
            let drawing = Drawing::new(&shown, &weights, camera, rows, 0);
            // A sliver for every 1.5 points of a row, a tick for every 5, an edge for each tick.
            assert!(shapes(&drawing) < 6 * 900, "{} shapes", shapes(&drawing));
            assert!(drawing.boxes.iter().any(NodeBox::has_words));
            camera.zoom(1.6, 333.0, rows.view);
        }
    }

    #[test]
    fn what_is_still_to_come_is_not_drawn() {
        let recorded = recorded(2);
        let folded = HashSet::new();
        let weights = Weights::new(&recorded, &folded);
        let rows = Rows::new(Rect::from_min_size(Pos2::ZERO, vec2(9_000.0, 300.0)), 3);
        let drawn = |at: usize| {
            let shown = scene(&recorded, &folded, at);
            Drawing::new(&shown, &weights, Camera::default(), rows, 0).boxes.len()
        };
        // The start, the root, a move, its first reply.
        assert_eq!([0, 1, 2, 3, 4].map(drawn), [0, 0, 1, 2, 3]);
        assert_eq!(drawn(recorded.moments()), recorded.recording.visits.len());
    }
}
