//! The places of nodes on the screen: the share of the tree's width that each node gets, and the visible
//! part of the tree. Pure functions over spans and points.
//!
//! A node's children share its width by their weights, so the width of the whole tree is always 1,
//! and nodes keep their places while stepping. The weight of a subtree grows more slowly than its
//! size; otherwise a few large subtrees would leave no width for the others.
//!
//! Only the width is zoomed. The rows keep their height, so that all plies of a deep search stay
//! visible.

use std::collections::HashSet;

use egui::{Rangef, Rect};

use minnow_lab::RecordedTree;

/// The weight of a subtree is the sum of its children's weights to this power.
const GROWTH: f32 = 0.55;
/// The weight of a branch that was not searched, and the minimum and maximum weight of all such
/// branches of a node together.
const STUMP: f32 = 0.15;
const LEAST_STUMPS: f32 = 0.3;
const MOST_STUMPS: f32 = 0.8;

/// The minimum width in points, and the maximum share of the view, of a node in focus.
const MIN_FOCUS_WIDTH: f64 = 124.0;
const MAX_FOCUS_SHARE: f64 = 1.4;

/// The narrowest span that can fill the view.
const CLOSEST: f64 = 1e-9;
/// The duration of a camera movement, in seconds.
const MOVE_SECONDS: f64 = 0.18;

/// A part of the tree's width, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub from: f64,
    pub to: f64,
}

impl Span {
    pub(super) const WHOLE: Span = Span { from: 0.0, to: 1.0 };

    pub(super) fn width(self) -> f64 {
        self.to - self.from
    }

    pub(super) fn middle(self) -> f64 {
        (self.from + self.to) / 2.0
    }
}

/// The weights of all nodes of a recording.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    own: Vec<f32>,
    /// The weight of a node's children and stumps together.
    inside: Vec<f32>,
    stumps: Vec<f32>,
    /// The number of rows of the unfolded subtree, the node's own included.
    rows: Vec<u8>,
}

impl Weights {
    /// The weights of a tree without the children of folded nodes.
    pub(super) fn new(recorded: &RecordedTree, folded: &HashSet<usize>) -> Weights {
        let visits = &recorded.recording.visits;
        let count = visits.len();
        let (mut own, mut inside) = (vec![1.0f32; count], vec![0.0f32; count]);
        let mut stumps = vec![0.0f32; count];
        let mut rows = vec![1u8; count];
        for (index, visit) in visits.iter().enumerate().rev() {
            if folded.contains(&index) {
                inside[index] = 0.0;
                rows[index] = 1;
            } else if let Some((tried, moves)) = visit.cut_off {
                let each = inside[index] / visit.children.len().max(1) as f32;
                let room = (STUMP * (moves - tried) as f32).clamp(LEAST_STUMPS, MOST_STUMPS);
                stumps[index] = each.max(1.0) * room;
                inside[index] += stumps[index];
            }
            own[index] = inside[index].powf(GROWTH).max(1.0);
            if let Some(parent) = visit.parent {
                inside[parent] += own[index];
                rows[parent] = rows[parent].max(rows[index].saturating_add(1));
            }
        }
        Weights { own, inside, stumps, rows }
    }

    /// The children of a node that is not folded, each with its part of the node's span.
    pub(super) fn children<'a>(
        &'a self,
        recorded: &'a RecordedTree,
        visit: usize,
        span: Span,
    ) -> impl Iterator<Item = (usize, Span)> + 'a {
        let children = recorded.visit(visit).map_or(&[][..], |visit| &visit.children);
        let inside = f64::from(self.inside.get(visit).copied().unwrap_or(0.0));
        // Folded nodes show no children.
        let children = if inside > 0.0 { children } else { &[] };
        let mut from = span.from;
        children.iter().map(move |child| {
            let own = f64::from(self.own.get(*child).copied().unwrap_or(1.0));
            let part = Span { from, to: from + span.width() * own / inside };
            from = part.to;
            (*child, part)
        })
    }

    /// The number of rows of the unfolded subtree, the node's own included.
    pub(super) fn rows(&self, visit: usize) -> usize {
        usize::from(self.rows.get(visit).copied().unwrap_or(1))
    }

    /// The span of a node's branches that were not searched: the last part of its own.
    pub(super) fn stumps(&self, visit: usize, span: Span) -> Option<Span> {
        let stumps = f64::from(self.stumps.get(visit).copied()?);
        let inside = f64::from(self.inside.get(visit).copied()?);
        (stumps > 0.0).then(|| Span { from: span.to - span.width() * stumps / inside, ..span })
    }

    /// The span of a node within the width of its root.
    pub(super) fn span_of(&self, recorded: &RecordedTree, visit: usize) -> Span {
        let mut path = vec![visit];
        while let Some(parent) = path.last().and_then(|at| recorded.visit(*at)?.parent) {
            path.push(parent);
        }
        let mut span = Span::WHOLE;
        for pair in path.windows(2).rev() {
            let found = self.children(recorded, pair[1], span).find(|(child, _)| *child == pair[0]);
            span = found.map_or(span, |(_, part)| part);
        }
        span
    }
}

/// The part of the tree's width that fills the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Camera {
    seen: Span,
    /// The distance by which the rows are scrolled up, in points.
    pub scrolled: f32,
}

impl Default for Camera {
    fn default() -> Camera {
        Camera { seen: Span::WHOLE, scrolled: 0.0 }
    }
}

impl Camera {
    pub(super) fn is_whole(&self) -> bool {
        self.seen.width() >= 0.999
    }

    /// The horizontal range of a span on the screen.
    pub(super) fn screen_from_span(&self, span: Span, view: Rect) -> Rangef {
        let scale = f64::from(view.width()) / self.seen.width();
        let x = |at: f64| {
            // Far outside the view single precision is not sufficient.
            let away = ((at - self.seen.from) * scale).clamp(-1e6, 1e6);
            view.left() + away as f32
        };
        Rangef::new(x(span.from), x(span.to))
    }

    /// Zooms by a factor, above 1 to zoom in; the point at `x` stays where it is.
    pub(super) fn zoom(&mut self, factor: f64, x: f32, view: Rect) {
        let share = f64::from(x - view.left()) / f64::from(view.width().max(1.0));
        let fixed = self.seen.from + share * self.seen.width();
        let width = (self.seen.width() / factor).clamp(CLOSEST, 1.0);
        self.look(fixed - share * width, width);
    }

    /// Moves the view by a distance in points.
    pub(super) fn pan(&mut self, right: f32, down: f32, view: Rect, rows: f32) {
        let moved = f64::from(right) * self.seen.width() / f64::from(view.width().max(1.0));
        self.look(self.seen.from - moved, self.seen.width());
        self.scroll(self.scrolled - down, view, rows);
    }

    /// Limits scrolling to the height of all rows.
    pub(super) fn scroll(&mut self, to: f32, view: Rect, rows: f32) {
        self.scrolled = to.clamp(0.0, (rows - view.height()).max(0.0));
    }

    /// Moves no further than necessary to make a node readable. The node is given by its span and
    /// by the top and bottom of its row in points.
    pub(super) fn show(&mut self, span: Span, row: Rangef, view: Rect, rows: f32) {
        let view_width = f64::from(view.width().max(1.0));
        let width = span.width() / self.seen.width() * view_width;
        let middle = span.middle();
        if width < MIN_FOCUS_WIDTH.min(view_width) {
            let seen = span.width() * view_width / MIN_FOCUS_WIDTH.min(view_width);
            self.look(middle - seen / 2.0, seen);
        } else if width > MAX_FOCUS_SHARE * view_width {
            let seen = span.width() / MAX_FOCUS_SHARE;
            self.look(middle - seen / 2.0, seen);
        } else if width < view_width && (span.from < self.seen.from || span.to > self.seen.to) {
            self.look(middle - self.seen.width() / 2.0, self.seen.width());
        }
        let top = self.scrolled.min(row.min).max(row.max - view.height());
        self.scroll(top, view, rows);
    }

    fn look(&mut self, from: f64, width: f64) {
        let width = width.clamp(CLOSEST, 1.0);
        let from = from.clamp(0.0, 1.0 - width);
        self.seen = Span { from, to: from + width };
    }

    /// The camera at a share of the way from another to this one.
    fn between(&self, from: &Camera, share: f64) -> Camera {
        let eased = 1.0 - (1.0 - share).powi(3);
        let mix = |a: f64, b: f64| a + (b - a) * eased;
        // Interpolating factors looks like an even zoom.
        let width = (mix(from.seen.width().ln(), self.seen.width().ln())).exp();
        let middle = mix(from.seen.middle(), self.seen.middle());
        let scrolled = mix(f64::from(from.scrolled), f64::from(self.scrolled)) as f32;
        let mut camera = Camera { scrolled, ..*self };
        camera.look(middle - width / 2.0, width);
        camera
    }
}

/// A camera that moves smoothly to its target.
#[derive(Clone, Debug, Default)]
pub(super) struct CameraGlide {
    pub target: Camera,
    /// The start of the movement, and its time in seconds.
    start: Option<(Camera, f64)>,
}

impl CameraGlide {
    /// Starts a movement at a time in seconds, or jumps to the target.
    pub(super) fn send(&mut self, target: Camera, now: f64, glides: bool) {
        if target != self.target {
            self.start = glides.then(|| (self.camera(now), now));
            self.target = target;
        }
    }

    pub(super) fn camera(&self, now: f64) -> Camera {
        match &self.start {
            Some((from, since)) if now - since < MOVE_SECONDS => {
                self.target.between(from, ((now - since) / MOVE_SECONDS).clamp(0.0, 1.0))
            }
            _ => self.target,
        }
    }

    pub(super) fn is_moving(&self, now: f64) -> bool {
        self.start.is_some_and(|(_, since)| now - since < MOVE_SECONDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::lab::tree::recorded::tests::recorded;
    use egui::{pos2, vec2};

    fn view() -> Rect {
        Rect::from_min_size(pos2(100.0, 50.0), vec2(800.0, 400.0))
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let mut camera = Camera::default();
        let span = Span { from: 0.25, to: 0.26 };
        let before = camera.screen_from_span(span, view());
        assert_eq!(before.min, 300.0);
        camera.zoom(10.0, 300.0, view());
        let after = camera.screen_from_span(span, view());
        assert!((after.min - 300.0).abs() < 0.01);
        assert!((after.span() - 10.0 * before.span()).abs() < 0.01);
        camera.zoom(1e-3, 300.0, view());
        assert!(camera.is_whole());
    }

    #[test]
    fn nothing_moves_out_of_sight() {
        let mut camera = Camera::default();
        camera.pan(500.0, -900.0, view(), 1_000.0);
        assert!(camera.is_whole());
        assert_eq!(camera.scrolled, 600.0);
        camera.zoom(4.0, 500.0, view());
        camera.pan(-1e6, 0.0, view(), 1_000.0);
        assert!((camera.seen.to - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_camera_makes_its_node_readable() {
        let mut camera = Camera::default();
        let tiny = Span { from: 0.7, to: 0.7001 };
        camera.show(tiny, Rangef::new(500.0, 560.0), view(), 600.0);
        let place = camera.screen_from_span(tiny, view());
        assert!((f64::from(place.span()) - MIN_FOCUS_WIDTH).abs() < 0.5);
        assert!(view().x_range().contains(place.min) && view().x_range().contains(place.max));
        assert_eq!(camera.scrolled, 160.0);
        // A readable node does not move the camera.
        let before = camera;
        camera.show(tiny, Rangef::new(500.0, 560.0), view(), 600.0);
        assert_eq!(camera, before);
    }

    #[test]
    fn the_camera_glides_and_arrives() {
        let (mut glide, mut target) = (CameraGlide::default(), Camera::default());
        target.zoom(100.0, 300.0, view());
        glide.send(target, 1.0, true);
        let halfway = glide.camera(1.09).seen.width();
        assert!(halfway < 0.9 && halfway > target.seen.width());
        assert!(glide.is_moving(1.1) && !glide.is_moving(1.2));
        assert_eq!(glide.camera(1.2), target);
    }

    #[test]
    fn children_and_stumps_fill_their_parent() {
        let recorded = recorded("((3 12 5) (2 8 1 9))");
        let weights = Weights::new(&recorded, &HashSet::new());
        let spans: Vec<(usize, Span)> = weights.children(&recorded, 0, Span::WHOLE).collect();
        assert_eq!((spans.len(), spans[0].1.from), (2, 0.0));
        assert_eq!(spans[0].1.to, spans[1].1.from);
        assert!((spans[1].1.to - 1.0).abs() < 1e-6);
        assert_eq!(weights.stumps(0, Span::WHOLE), None);
        // One of the second move's four replies is searched; the others are stumps beside it.
        let (cut, place) = spans[1];
        let (_, leaf) = weights.children(&recorded, cut, place).next().unwrap();
        let stumps = weights.stumps(cut, place).unwrap();
        assert!((leaf.to - stumps.from).abs() < 1e-6 && stumps.to == place.to);
        assert_eq!(weights.span_of(&recorded, cut + 1), leaf);
    }

    #[test]
    fn folded_nodes_weigh_as_a_leaf() {
        let recorded = recorded("((3 12 5) (2 8 1 9))");
        let weights = Weights::new(&recorded, &HashSet::from([1]));
        assert_eq!(weights.children(&recorded, 1, Span::WHOLE).count(), 0);
        assert_eq!(weights.own[1], 1.0);
    }
}
