//! The visible part of a tree: pure functions over spans and points.
//!
//! Only the width is zoomed. The rows keep their height, so that all plies of a deep search stay
//! visible.

use egui::{Rangef, Rect};

use super::weights::Span;

/// The minimum width in points, and the maximum share of the view, of a node in focus.
const MIN_FOCUS_WIDTH: f64 = 124.0;
const MAX_FOCUS_SHARE: f64 = 1.4;

/// The narrowest span that can fill the view.
const CLOSEST: f64 = 1e-9;
/// The duration of a camera movement, in seconds.
const MOVE_SECONDS: f64 = 0.18;

/// The part of the tree's width that fills the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Camera {
    seen: Span,
    /// The distance by which the rows are scrolled up, in points.
    scrolled: f32,
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

    pub(super) fn scrolled(&self) -> f32 {
        self.scrolled
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
        assert_eq!(camera.scrolled(), 600.0);
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
        assert_eq!(camera.scrolled(), 160.0);
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
}
