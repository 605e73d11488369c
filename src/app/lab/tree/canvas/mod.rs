//! A recorded search drawn as a tree that can be zoomed, panned and folded.
//!
//! `camera` divides the width and selects the visible part, `drawing` lists its shapes, and `paint`
//! draws them; this file connects them to egui. The caller decides what a click does. The
//! work of a frame is bounded by the size of the screen, not by the size of the recording.

mod camera;
mod drawing;
mod paint;

pub(super) use paint::kind_color;

use std::collections::HashSet;

use egui::{Id, Rangef, Rect, Role, Sense, Ui, WidgetInfo};

use camera::{Camera, CameraGlide, Span, Weights};
use drawing::{Drawing, NodeBox, Rows};
use minnow_lab::RecordedTree;

/// The exponent of the zoom for one point of the wheel; the base is e.
const ZOOM_PER_POINT: f64 = 0.006;
/// The factor of a zoom button.
pub(super) const ZOOM_PER_PRESS: f64 = 1.8;

/// The content of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeScene<'a> {
    pub recorded: &'a RecordedTree,
    /// The version of the recording and of its folded nodes.
    pub version: (u64, u64),
    pub folded: &'a HashSet<usize>,
    /// The number of moments before the stepper's cursor.
    pub at: usize,
    pub selected: usize,
    /// True if the camera moves smoothly from node to node.
    pub glides: bool,
}

/// An action of the user on the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TreeOutput {
    pub selected: Option<usize>,
    pub folded: Option<usize>,
    /// A right click on a node, which asks why its move is not better.
    pub asked: Option<usize>,
}

/// The state of the view from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct TreeView {
    glide: CameraGlide,
    weights: Weights,
    version: Option<(u64, u64)>,
    /// The node and the moment that the camera last went to.
    followed: Option<(usize, usize)>,
    /// The view in the last frame, and the place of the selected node in the tree.
    focus: Option<(Rect, Span)>,
    /// The camera that a button asked for; the next frame moves to it.
    wanted: Option<Camera>,
}

impl TreeView {
    /// Zooms by a factor around the selected node.
    pub(crate) fn zoom(&mut self, factor: f64) {
        let Some((view, selected)) = self.focus else { return };
        let mut camera = self.glide.target;
        let range = camera.screen_from_span(selected, view);
        camera.zoom(factor, view.x_range().clamp(range.center()), view);
        self.wanted = Some(camera);
    }

    /// Shows the whole tree.
    pub(crate) fn show_all(&mut self) {
        self.wanted = Some(Camera::default());
    }

    pub(crate) fn shows_all(&self) -> bool {
        self.glide.target.is_whole()
    }

    /// Updates the weights for the current recording. A new recording is shown as a whole.
    fn update(&mut self, shown: &TreeScene<'_>) {
        if self.version == Some(shown.version) {
            return;
        }
        if self.version.is_none_or(|(number, _)| number != shown.version.0) {
            self.glide = CameraGlide::default();
            self.followed = Some((shown.selected, shown.at));
        }
        self.version = Some(shown.version);
        self.weights = Weights::new(shown.recorded, shown.folded);
    }

    /// Moves the camera for a button, a step or a key.
    fn follow(&mut self, shown: &TreeScene<'_>, rows: &Rows, now: f64) {
        let mut target = self.wanted.take().unwrap_or(self.glide.target);
        let (view, selected) = (rows.view, self.weights.span_of(shown.recorded, shown.selected));
        self.focus = Some((view, selected));
        let place = (shown.selected, shown.at);
        let moved = self.followed.is_some_and(|followed| followed != place);
        self.followed = Some(place);
        if moved {
            let row = shown.recorded.row(shown.selected) as f32;
            let row = Rangef::new(rows.height * row, rows.height * (row + 1.0));
            target.show(selected, row, view, rows.total());
        }
        self.glide.send(target, now, shown.glides);
    }

    /// Moves the camera by wheel, pinch and drag.
    fn steer(&mut self, ui: &Ui, dragged: egui::Vec2, rows: &Rows, now: f64) {
        let hovered = ui.rect_contains_pointer(rows.view);
        let (wheel, pinch, pointer) = ui.input(|input| {
            (input.smooth_scroll_delta(), input.zoom_delta(), input.pointer.hover_pos())
        });
        let mut camera = self.glide.target;
        if let Some(pointer) = pointer.filter(|_| hovered) {
            let factor = f64::from(pinch) * (f64::from(wheel.y) * ZOOM_PER_POINT).exp();
            if factor != 1.0 {
                camera.zoom(factor, pointer.x, rows.view);
            }
            camera.pan(wheel.x, 0.0, rows.view, rows.total());
        }
        camera.pan(dragged.x, dragged.y, rows.view, rows.total());
        self.glide.send(camera, now, false);
    }
}

/// Draws the search that the selected node belongs to into a rectangle.
pub(super) fn tree_view_ui(
    ui: &mut Ui,
    view: &mut TreeView,
    place: Rect,
    shown: &TreeScene<'_>,
) -> TreeOutput {
    view.update(shown);
    let now = ui.input(|input| input.time);
    let rows = Rows::new(place, shown.recorded.last_row + 1);
    let id = ui.scope_id().with("search tree");
    let canvas = ui.interact(place, id, Sense::click_and_drag());
    view.follow(shown, &rows, now);
    view.steer(ui, canvas.drag_delta(), &rows, now);
    if view.glide.is_moving(now) {
        ui.ctx().request_repaint();
    }
    let root = shown.recorded.root_of(shown.selected);
    let drawing = Drawing::new(shown, &view.weights, view.glide.camera(now), rows, root);
    paint::paint(ui, shown, &drawing);
    let mut output = TreeOutput::default();
    for node in drawing.boxes.iter().filter(|node| node.has_words()) {
        node_ui(ui, id, node, shown, place, &mut output);
    }
    // A visible node stays where it is.
    if let Some(visit) = output.selected {
        view.followed = Some((visit, shown.at));
    }
    output.selected = output.selected.or(tick_ui(ui, id, &drawing, shown));
    output
}

/// Makes the tick under the pointer clickable, with a tooltip in place of a label.
fn tick_ui(ui: &Ui, id: Id, drawing: &Drawing<'_>, shown: &TreeScene<'_>) -> Option<usize> {
    let place = drawing.rows.view;
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let at = pointer.filter(|_| ui.rect_contains_pointer(place))?;
    let (visit, rect) = drawing.tick_at(at)?;
    let response = ui.interact(rect.intersect(place), id.with(visit), Sense::click());
    let text = shown.recorded.node_text(visit, shown.at);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text.as_str()));
    let clicked = response.clicked();
    response.on_hover_text_at_pointer(text);
    clicked.then_some(visit)
}

/// Makes a node's box clickable and names it for screen readers.
fn node_ui(
    ui: &Ui,
    id: Id,
    node: &NodeBox,
    shown: &TreeScene<'_>,
    place: Rect,
    output: &mut TreeOutput,
) {
    let rect = node.rect.intersect(place);
    if !rect.is_positive() {
        return;
    }
    let response = ui.interact(rect, id.with(node.visit), Sense::click());
    response.widget_info(|| {
        let text = shown.recorded.node_text(node.visit, shown.at);
        WidgetInfo::selected(Role::Button, true, node.visit == shown.selected, text)
    });
    if response.hovered() || response.has_focus() {
        paint::paint_lit(ui, node, place);
    }
    if response.clicked() {
        output.selected = Some(node.visit);
    }
    if response.double_clicked() && shown.recorded.size(node.visit) > 1 {
        output.folded = Some(node.visit);
    }
    if response.secondary_clicked() {
        output.asked = Some(node.visit);
    }
}
