//! The keyboard focus: the order of the Tab key, the ring around the focused control, and the focus
//! of dialogs.
//!
//! egui's Tab key follows the order in which controls are drawn. Panels at the edges are drawn before
//! the board in the middle, so this file replaces that order by the order in which the window is
//! read, with the board first.

use std::collections::HashMap;

use egui::{
    Context, FocusDirection, Id, InputState, Key, LayerId, Modifiers, Order, Rect, Response,
    ScrollArea, StrokeKind, Ui, WidgetRect, scroll_area::ScrollAreaOutput,
};

use super::theme::Theme;

/// Rows and columns may overlap by this much, in points.
const OVERLAP: f32 = 3.0;

/// The distance of the ring from its control, and the width of the ring, in points.
const RING_GAP: f32 = 1.5;
const RING_WIDTH: f32 = 2.0;

/// The view state of the focus from frame to frame.
#[derive(Debug, Default)]
pub struct FocusState {
    /// The control with the focus in the last frame, and its layer.
    last: Option<FocusPlace>,
    /// The control that had the focus before a dialog or menu took it.
    home: Option<Id>,
    /// True if a popup was open in the last frame.
    popup: bool,
    /// True if the last press was a key and not the pointer: only then the ring is shown.
    by_keys: bool,
}

#[derive(Clone, Copy, Debug)]
struct FocusPlace {
    id: Id,
    layer: LayerId,
}

/// The id under which the board notes itself as the first stop of the Tab key.
fn first_stop_id() -> Id {
    Id::unique("first stop of the Tab key")
}

/// Notes the board as the first stop of the Tab key.
pub fn note_first_stop(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.insert_temp(first_stop_id(), id));
}

impl FocusState {
    /// Handles the Tab key, and returns the focus to its place after a dialog or menu. Call before
    /// anything is drawn.
    pub fn begin_frame(&mut self, ctx: &Context) {
        ctx.input(|input| self.note_device(input));
        self.return_home(ctx);
        let step = ctx.input_mut(|input| {
            let back = input.consume_key(Modifiers::SHIFT, Key::Tab);
            let on = input.consume_key(Modifiers::NONE, Key::Tab);
            if back { Some(-1) } else { on.then_some(1) }
        });
        if let Some(step) = step {
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            if let Some(next) = next_stop(ctx, step) {
                ctx.memory_mut(|memory| memory.request_focus(next));
            }
        }
        self.popup = egui::Popup::is_any_open(ctx);
        self.last = ctx.memory(|memory| memory.focused()).and_then(|id| place_of(ctx, id));
        if let Some(place) = self.last
            && place.layer.order == Order::Background
        {
            self.home = Some(place.id);
        }
    }

    fn note_device(&mut self, input: &InputState) {
        let key = |event: &egui::Event| matches!(event, egui::Event::Key { pressed: true, .. });
        if input.pointer.any_pressed() {
            self.by_keys = false;
            self.home = None;
        } else if input.events.iter().any(key) {
            self.by_keys = true;
        }
    }

    /// A control of a dialog or menu that vanished with the focus gives it back.
    fn return_home(&self, ctx: &Context) {
        let is_closed = |place: &FocusPlace| {
            place.layer.order != Order::Background && place_of(ctx, place.id).is_none()
        };
        let popup_closed = self.popup && !egui::Popup::is_any_open(ctx);
        let focused = ctx.memory(|memory| memory.focused());
        let is_lost = focused.is_none_or(|id| place_of(ctx, id).is_none());
        if is_lost
            && (popup_closed || self.last.as_ref().is_some_and(is_closed))
            && let Some(home) = self.home.filter(|home| place_of(ctx, *home).is_some())
        {
            ctx.memory_mut(|memory| memory.request_focus(home));
        }
    }

    /// Draws the ring around the control with the focus. Call after everything is drawn.
    pub fn ring_ui(&self, ctx: &Context) {
        let Some(id) = ctx.memory(|memory| memory.focused()) else { return };
        let widget = ctx.viewport(|viewport| viewport.this_pass.widgets.get(id).copied());
        if widget.is_none() {
            // The next frame returns the focus to its place.
            ctx.request_repaint();
        }
        let is_board = ctx.data(|data| data.get_temp(first_stop_id())) == Some(id);
        let Some(widget) = widget.filter(|_| self.by_keys && !is_board) else { return };
        let theme = Theme::of(ctx);
        let shown = widget.interact_rect.expand(RING_GAP + RING_WIDTH + 1.0);
        let painter = ctx.layer_painter(widget.layer_id).with_clip_rect(shown);
        let gap = widget.rect.expand(RING_GAP);
        let radius = super::theme::RADIUS_CONTROL;
        // The gap separates the ring from a control of the same colour.
        let inner = egui::Stroke::new(RING_GAP, theme.panel);
        let outer = egui::Stroke::new(RING_WIDTH, theme.focus);
        painter.rect_stroke(gap, radius, inner, StrokeKind::Inside);
        painter.rect_stroke(gap, radius + 1, outer, StrokeKind::Outside);
    }
}

/// The control of a dialog that had the focus last.
#[derive(Clone, Copy, Debug)]
struct DialogFocus {
    id: Id,
    /// The pass in which this was noted; older notes do not count.
    pass: u64,
    /// True if the control gets the focus back should it lose it: after Enter, which a text field takes
    /// as its end, and after a list.
    returns: bool,
}

/// Gives the focus to a dialog's default control unless another control of the dialog has it, or has
/// lost it by Enter or to a list of the dialog. Call in every frame of the dialog.
pub fn default_focus(default: &Response) {
    let ctx = &default.ctx;
    let top = ctx.memory(|memory| memory.top_modal_layer());
    if top.is_some_and(|layer| layer != default.layer_id) {
        // Another dialog lies over this one.
        return;
    }
    let (key, pass) = (default.layer_id.id.with("last focus"), ctx.cumulative_pass_nr());
    let note = |id: Id, returns: bool| {
        ctx.data_mut(|data| data.insert_temp(key, DialogFocus { id, pass, returns }));
    };
    let last = ctx.data(|data| data.get_temp::<DialogFocus>(key));
    let last = last.filter(|last| last.pass + 1 >= pass);
    let focused = ctx.memory(|memory| memory.focused());
    let place = focused.and_then(|id| place_of(ctx, id));
    let enter = ctx.input(|input| input.key_pressed(Key::Enter));
    match (place.filter(|place| place.layer == default.layer_id), last) {
        (Some(place), _) => note(place.id, enter),
        // The entries of the list may have the focus.
        (None, Some(last)) if egui::Popup::is_any_open(ctx) => note(last.id, true),
        (None, Some(last)) if (last.returns || enter) && place_of(ctx, last.id).is_some() => {
            ctx.memory_mut(|memory| memory.request_focus(last.id));
        }
        (None, _) => default.request_focus(),
    }
}

/// Takes the focus from a control beside the board. The board, text fields and dialogs keep it.
pub fn leave_control(ctx: &Context) {
    if ctx.text_edit_focused() {
        return;
    }
    let board: Option<Id> = ctx.data(|data| data.get_temp(first_stop_id()));
    let focused = ctx.memory(|memory| memory.focused()).filter(|id| Some(*id) != board);
    let place = focused.and_then(|id| place_of(ctx, id));
    if let Some(place) = place.filter(|place| place.layer.order == Order::Background) {
        ctx.memory_mut(|memory| memory.surrender_focus(place.id));
    }
}

/// Moves the focus from a control that is about to vanish to the board. Nothing happens if no control
/// has it.
pub fn focus_board(ctx: &Context) {
    let board: Option<Id> = ctx.data(|data| data.get_temp(first_stop_id()));
    if let Some(board) = board.filter(|_| ctx.memory(|memory| memory.focused().is_some())) {
        ctx.memory_mut(|memory| memory.request_focus(board));
    }
}

/// A scroll area that follows the keyboard focus.
pub trait FocusScroll {
    /// Shows the content, and scrolls to the control that has just got the focus.
    fn show_focused<R>(
        self,
        ui: &mut Ui,
        content: impl FnOnce(&mut Ui) -> R,
    ) -> ScrollAreaOutput<R>;
}

impl FocusScroll for ScrollArea {
    fn show_focused<R>(
        self,
        ui: &mut Ui,
        content: impl FnOnce(&mut Ui) -> R,
    ) -> ScrollAreaOutput<R> {
        self.show(ui, |ui| {
            let shown = content(ui);
            reveal_focus(ui);
            shown
        })
    }
}

/// Scrolls the area around this `Ui` to the control inside it that has just got the focus. Call at
/// the end of the area's content.
fn reveal_focus(ui: &Ui) {
    let Some(id) = ui.memory(|memory| memory.focused()) else { return };
    if ui.memory(|memory| memory.had_focus_last_frame(id)) {
        return;
    }
    let rect = ui.ctx().viewport(|viewport| {
        let widgets = &viewport.this_pass.widgets;
        let widget = widgets.get(id)?;
        let mut parent = widget.parent_id;
        while parent != ui.unique_id() {
            parent = widgets.get(parent).map(|above| above.parent_id).filter(|id| *id != parent)?;
        }
        Some(widget.rect.expand(RING_GAP + RING_WIDTH))
    });
    if let Some(rect) = rect.filter(|rect| !ui.clip_rect().contains_rect(*rect)) {
        ui.scroll_to_rect(rect, None);
    }
}

/// The layer of a control that was drawn in this frame or the last one.
fn place_of(ctx: &Context, id: Id) -> Option<FocusPlace> {
    ctx.viewport(|viewport| {
        let passes = [&viewport.this_pass, &viewport.prev_pass];
        let widget = passes.into_iter().find_map(|pass| pass.widgets.get(id))?;
        Some(FocusPlace { id, layer: widget.layer_id })
    })
}

/// The stop after the focused one, or before it; the first or the last if nothing has the focus.
fn next_stop(ctx: &Context, step: isize) -> Option<Id> {
    let stops = stops(ctx);
    let enabled = |widget: &&WidgetRect| widget.enabled;
    let focused = ctx.memory(|memory| memory.focused());
    let here = stops.iter().position(|widget| Some(widget.id) == focused);
    let count = stops.len();
    let turned: Vec<&WidgetRect> = match here {
        Some(here) => stops.iter().cycle().skip(here + 1).take(count.saturating_sub(1)).collect(),
        None => stops.iter().collect(),
    };
    let next = if step > 0 {
        turned.into_iter().find(enabled)
    } else {
        turned.into_iter().rev().find(enabled)
    };
    next.map(|widget| widget.id)
}

/// All stops of the Tab key in their order, disabled ones included.
fn stops(ctx: &Context) -> Vec<WidgetRect> {
    let first: Option<Id> = ctx.data(|data| data.get_temp(first_stop_id()));
    let popup = egui::Popup::is_any_open(ctx);
    let layers: Vec<(LayerId, Vec<WidgetRect>)> = ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        layers.map(|(layer, widgets)| (*layer, widgets.to_vec())).collect()
    });
    let mut layers: Vec<_> = layers
        .into_iter()
        .filter(|(layer, _)| ctx.memory(|memory| memory.allows_interaction(*layer)))
        .filter(|(layer, _)| !popup || layer.order != Order::Background)
        .collect();
    layers.sort_by_key(|(layer, _)| (layer.order, layer.id.value()));
    let mut stops = Vec::new();
    for (_, widgets) in layers {
        ReadingTree::new(&widgets).collect(&mut stops);
    }
    if let Some(board) = stops.iter().position(|widget| Some(widget.id) == first) {
        let board = stops.remove(board);
        stops.insert(0, board);
    }
    stops
}

/// The nested parts of a layer that contain stops.
struct ReadingTree<'a> {
    children: HashMap<Id, Vec<&'a WidgetRect>>,
    roots: Vec<&'a WidgetRect>,
}

impl<'a> ReadingTree<'a> {
    fn new(widgets: &'a [WidgetRect]) -> ReadingTree<'a> {
        let by_id: HashMap<Id, &WidgetRect> =
            widgets.iter().map(|widget| (widget.id, widget)).collect();
        let mut tree = ReadingTree { children: HashMap::new(), roots: Vec::new() };
        let mut placed = std::collections::HashSet::new();
        for widget in widgets.iter().filter(|widget| widget.sense.is_focusable()) {
            let mut node = widget;
            while placed.insert(node.id) {
                match by_id.get(&node.parent_id).filter(|parent| parent.id != node.id) {
                    Some(parent) => {
                        tree.children.entry(parent.id).or_default().push(node);
                        node = parent;
                    }
                    None => tree.roots.push(node),
                }
            }
        }
        tree
    }

    /// Appends the stops in the order in which they are read.
    fn collect(&self, stops: &mut Vec<WidgetRect>) {
        self.collect_parts(&self.roots, stops);
    }

    fn collect_parts(&self, parts: &[&WidgetRect], stops: &mut Vec<WidgetRect>) {
        let rects: Vec<Rect> = parts.iter().map(|part| self.extent(part)).collect();
        for index in reading_order(&rects) {
            let part = parts[index];
            if part.sense.is_focusable() {
                stops.push(*part);
            }
            if let Some(inside) = self.children.get(&part.id) {
                self.collect_parts(inside, stops);
            }
        }
    }

    /// The rectangle of a stop, or of all stops in a part, as far as it is shown.
    fn extent(&self, part: &WidgetRect) -> Rect {
        let Some(inside) = self.children.get(&part.id) else { return part.rect };
        let all = inside.iter().fold(Rect::NOTHING, |all, child| all.union(self.extent(child)));
        let shown = all.intersect(part.interact_rect);
        if shown.is_positive() { shown } else { all }
    }
}

/// The indices of the rectangles from top to bottom where a horizontal line separates them, else
/// from left to right where a vertical line does, each part in the same way.
fn reading_order(rects: &[Rect]) -> Vec<usize> {
    let mut order = Vec::with_capacity(rects.len());
    read_parts((0..rects.len()).collect(), rects, &mut order);
    order
}

fn read_parts(indices: Vec<usize>, rects: &[Rect], order: &mut Vec<usize>) {
    let rows = divide(&indices, |index| rects[index].y_range());
    if rows.len() > 1 {
        rows.into_iter().for_each(|row| read_parts(row, rects, order));
        return;
    }
    let columns = divide(&indices, |index| rects[index].x_range());
    if columns.len() > 1 {
        columns.into_iter().for_each(|column| read_parts(column, rects, order));
        return;
    }
    order.extend(indices);
}

/// Groups whose ranges do not overlap, in the order of the ranges.
fn divide(indices: &[usize], range: impl Fn(usize) -> egui::Rangef) -> Vec<Vec<usize>> {
    let mut sorted = indices.to_vec();
    sorted.sort_by(|a, b| range(*a).min.total_cmp(&range(*b).min));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut end = f32::NEG_INFINITY;
    for index in sorted {
        let here = range(index);
        match groups.last_mut().filter(|_| here.min < end - OVERLAP) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
        end = end.max(here.max);
    }
    // Parts that no line separates keep the order in which they were drawn.
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(width, height))
    }

    #[test]
    fn rows_are_read_from_left_to_right() {
        let buttons = [rect(100.0, 0.0, 50.0, 20.0), rect(0.0, 2.0, 50.0, 20.0)];
        assert_eq!(reading_order(&buttons), [1, 0]);
        let below = [rect(0.0, 40.0, 50.0, 20.0), rect(100.0, 0.0, 50.0, 20.0)];
        assert_eq!(reading_order(&below), [1, 0]);
    }

    #[test]
    fn columns_are_read_one_after_the_other() {
        let left = [rect(0.0, 0.0, 50.0, 100.0), rect(0.0, 90.0, 50.0, 100.0)];
        let right = [rect(60.0, 0.0, 50.0, 95.0), rect(60.0, 95.0, 50.0, 95.0)];
        let all = [right[0], left[0], right[1], left[1]];
        assert_eq!(reading_order(&all), [1, 3, 0, 2]);
    }

    #[test]
    fn what_overlaps_keeps_its_order() {
        let pile = [rect(10.0, 10.0, 50.0, 50.0), rect(0.0, 0.0, 50.0, 50.0)];
        assert_eq!(reading_order(&pile), [0, 1]);
    }
}
