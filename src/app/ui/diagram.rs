//! A small tree of boxes that can be clicked, for lessons and for what fits on one page.
//!
//! It is independent of the search: boxes come in with their words and tones, and the clicked one
//! goes out. The tree page draws larger trees.

use egui::{
    Align2, Color32, FocusDirection, FontId, Id, Key, Modifiers, Painter, Pos2, Rect, Response,
    Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::focus::FocusScroll;
use super::theme::{
    RADIUS_CONTROL, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_NOTE, TEXT_SMALL, Theme, bold_font,
};
use minnow_picture::{TreeLayout, TreePlace};

/// The least and the greatest width of a leaf with the gap beside it, in points. A leaf whose text
/// needs more is wider; below its least width the tree can be scrolled.
const SLOT: (f32, f32) = (28.0, 140.0);
/// The width of an inner node where the leaves are narrower and its subtree has room, in points.
const INNER_WIDTH: f32 = 92.0;
/// Height of a box, in points.
const BOX_HEIGHT: f32 = 44.0;
/// Between the tops of two rows, in points.
const ROW_PITCH: (f32, f32) = (62.0, 126.0);
/// Width of the rows' names, in points.
const NAMES_WIDTH: f32 = 46.0;
/// Between the text of a box and its edges, in points.
const BOX_MARGIN: f32 = 3.0;
/// The length of the dashes of a cut-off box, in points.
const DASH: f32 = 4.0;

/// The emphasis of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    Pv,
    Cut,
    All,
    /// Not searched.
    Never,
    Right,
    Wrong,
}

impl Tone {
    pub fn color(self, theme: &Theme) -> Color32 {
        match self {
            Tone::Plain | Tone::Never => theme.line,
            Tone::Pv => theme.accent,
            Tone::Cut | Tone::Wrong => theme.bad,
            Tone::All => theme.second_line,
            Tone::Right => theme.good,
        }
    }
}

/// A box.
#[derive(Clone, Debug, Default)]
pub struct DiagramNode {
    /// Its parent's place; parents stand before their children.
    pub parent: Option<usize>,
    /// The first line.
    pub title: String,
    /// The second line.
    pub note: String,
    /// The number above the box, by which texts name the node, as in `2.1`.
    pub number: String,
    pub tone: Tone,
    /// True if the best line leads here.
    pub best: bool,
    /// For screen readers.
    pub name: String,
}

/// Draws the tree with the names of its rows, the first row's first; returns the clicked box.
pub fn diagram_ui(
    ui: &mut Ui,
    nodes: &[DiagramNode],
    rows: &[String],
    selected: Option<usize>,
) -> Option<usize> {
    let room = ui.available_size();
    let mut clicked = None;
    ScrollArea::horizontal().auto_shrink([false, true]).show_focused(ui, |ui| {
        let boxes = boxes_ui(ui, nodes, rows, room);
        for (place, (node, rect)) in nodes.iter().zip(&boxes).enumerate() {
            let response = ui.interact(*rect, box_id(ui, place), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &node.name));
            paint_node(ui, node, &response, selected == Some(place));
            if response.clicked() {
                clicked = Some(place);
            }
        }
    });
    clicked
}

/// The user's action on a tree with a cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiagramOutput {
    pub clicked: Option<usize>,
    /// An arrow key, Home or End, pressed while a box has the focus.
    pub key: Option<Key>,
}

/// Draws a tree whose selected box is a cursor: one stop of the Tab key, which the caller moves by
/// the keys of the output. A cursor that moves is scrolled into view and keeps the focus.
pub fn diagram_cursor_ui(
    ui: &mut Ui,
    nodes: &[DiagramNode],
    rows: &[String],
    selected: usize,
) -> DiagramOutput {
    let room = ui.available_size();
    let mut output = DiagramOutput::default();
    ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
        let boxes = boxes_ui(ui, nodes, rows, room);
        let focused = ui.memory(|memory| memory.focused());
        let mut has_focus = false;
        for (place, (node, rect)) in nodes.iter().zip(&boxes).enumerate() {
            let id = box_id(ui, place);
            let is_stop = place == selected || focused == Some(id);
            let sense = if is_stop { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(*rect, id, sense);
            let is_selected = place == selected;
            response
                .widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, &node.name));
            paint_node(ui, node, &response, is_selected);
            if response.clicked() {
                output.clicked = Some(place);
            }
            has_focus |= response.has_focus();
        }
        if has_focus {
            output.key = pressed_key(ui);
            ui.memory_mut(|memory| memory.request_focus(box_id(ui, selected)));
        }
        if let Some(rect) = boxes.get(selected) {
            reveal(ui, *rect, selected);
        }
    });
    output
}

/// The id of a box.
fn box_id(ui: &Ui, place: usize) -> Id {
    ui.scope_id().with(("node", place))
}

/// A key that moves the cursor; egui does not move the focus by it.
fn pressed_key(ui: &Ui) -> Option<Key> {
    let keys = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End];
    let pressed = |key: &Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, *key));
    let key = keys.into_iter().find(pressed)?;
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Some(key)
}

/// Scrolls to the cursor once after each of its moves.
fn reveal(ui: &Ui, rect: Rect, selected: usize) {
    let id = ui.scope_id().with("revealed");
    let before = ui.data_mut(|data| data.get_temp::<usize>(id));
    if before != Some(selected) {
        ui.data_mut(|data| data.insert_temp(id, selected));
        if !ui.clip_rect().contains_rect(rect) {
            ui.scroll_to_rect(rect.expand(SPACE_S), None);
        }
    }
}

/// Draws the names of the rows and the edges in this room; returns the places of the boxes.
fn boxes_ui(ui: &mut Ui, nodes: &[DiagramNode], rows: &[String], room: Vec2) -> Vec<Rect> {
    let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
    let layout = TreeLayout::new(&parents);
    let slot = slot_width(ui.painter(), nodes, &layout, room.x);
    let pitch = (room.y - BOX_HEIGHT) / layout.last_row.max(1) as f32;
    let pitch = pitch.clamp(ROW_PITCH.0, ROW_PITCH.1);
    let width = NAMES_WIDTH + slot * layout.leaves.max(1) as f32;
    let height = layout.last_row as f32 * pitch + BOX_HEIGHT + 2.0;
    let (whole, _) = ui.allocate_exact_size(vec2(width.max(room.x), height), Sense::hover());
    let left = whole.left() + (whole.width() - width) / 2.0 + NAMES_WIDTH;
    let row_y = |row: usize| whole.top() + row as f32 * pitch + BOX_HEIGHT / 2.0;
    for (row, name) in rows.iter().enumerate().take(layout.last_row + 1) {
        let at = pos2(whole.left(), row_y(row));
        let (font, color) = (FontId::proportional(TEXT_SMALL), Theme::of(ui).muted);
        ui.painter().text(at, Align2::LEFT_CENTER, name, font, color);
    }
    let place_box = |(node, place): (&DiagramNode, &TreePlace)| {
        let needs = needed_width(ui.painter(), node, false);
        let width = (slot * leaf_widths(place)).min(INNER_WIDTH.max(slot).max(needs)) - SPACE_XS;
        let at = pos2(left + slot * (place.x as f32 + 0.5), row_y(place.row));
        Rect::from_center_size(at, vec2(width, BOX_HEIGHT))
    };
    let boxes: Vec<Rect> = nodes.iter().zip(&layout.places).map(place_box).collect();
    for (node, rect) in nodes.iter().zip(&boxes) {
        if let Some(parent) = node.parent.and_then(|parent| boxes.get(parent)) {
            paint_edge(ui, node, parent.center_bottom(), rect.center_top());
        }
    }
    boxes
}

/// The width of a leaf with the gap beside it, in points: each box has room for its text.
fn slot_width(painter: &Painter, nodes: &[DiagramNode], layout: &TreeLayout, room: f32) -> f32 {
    let least = nodes
        .iter()
        .zip(&layout.places)
        .map(|(node, place)| needed_width(painter, node, true) / leaf_widths(place));
    let least = least.fold(SLOT.0, f32::max);
    ((room - NAMES_WIDTH) / layout.leaves.max(1) as f32).clamp(least, SLOT.1.max(least))
}

/// The room of a box in widths of a leaf; a parent has it from its first child to its last one.
fn leaf_widths(place: &TreePlace) -> f32 {
    1.0 + place.children.map_or(0.0, |(first, last)| (last - first) as f32)
}

/// The fonts of the title and of the note.
fn word_fonts(small: bool) -> [FontId; 2] {
    if small {
        [bold_font(TEXT_NOTE), number_font()]
    } else {
        [bold_font(TEXT_BODY), FontId::proportional(TEXT_SMALL)]
    }
}

/// The width of a box for its text, with the gap beside it, in points.
fn needed_width(painter: &Painter, node: &DiagramNode, small: bool) -> f32 {
    let width = |text: &str, font: FontId| {
        painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
    };
    let [title, note] = word_fonts(small);
    let words = width(&node.title, title).max(width(&node.note, note));
    let number = width(&node.number, number_font());
    (words + 2.0 * BOX_MARGIN).max(number) + SPACE_XS
}

fn number_font() -> FontId {
    FontId::proportional(TEXT_SMALL - 2.0)
}

fn paint_edge(ui: &Ui, node: &DiagramNode, from: Pos2, to: Pos2) {
    let theme = Theme::of(ui);
    match node.tone {
        Tone::Never => {
            let stroke = Stroke::new(1.5, theme.bad.gamma_multiply(0.7));
            ui.painter().extend(Shape::dashed_line(&[from, to], stroke, DASH, DASH));
        }
        _ if node.best => {
            ui.painter().line_segment([from, to], Stroke::new(2.5, theme.accent));
        }
        _ => {
            ui.painter().line_segment([from, to], Stroke::new(1.0, theme.line));
        }
    }
}

/// Draws one box.
fn paint_node(ui: &Ui, node: &DiagramNode, response: &Response, selected: bool) {
    let (theme, rect) = (Theme::of(ui), response.rect);
    let color = node.tone.color(theme);
    let fill = match node.tone {
        Tone::Never => theme.panel,
        _ if response.hovered() => theme.accent_background,
        _ => theme.raised,
    };
    let width = if selected || response.has_focus() { 3.0 } else { 1.5 };
    ui.painter().rect_filled(rect, RADIUS_CONTROL, fill);
    let color = if response.has_focus() && !selected { theme.accent } else { color };
    ui.painter().rect_stroke(rect, RADIUS_CONTROL, Stroke::new(width, color), StrokeKind::Inside);
    words(ui.painter(), theme, node, rect);
    if node.number.is_empty() {
        return;
    }
    // On the card's colour, since the line from the parent ends here.
    let number = node.number.clone();
    let number = ui.painter().layout_no_wrap(number, number_font(), theme.muted);
    let at = rect.left_top() - vec2(0.0, number.size().y);
    ui.painter().rect_filled(Rect::from_min_size(at, number.size()), 0.0, theme.panel);
    ui.painter().galley(at, number, theme.muted);
}

fn words(painter: &Painter, theme: &Theme, node: &DiagramNode, rect: Rect) {
    let small = rect.width() + SPACE_XS < needed_width(painter, node, false);
    let [bold, font] = word_fonts(small);
    let never = node.tone == Tone::Never;
    let color = if never { theme.muted } else { theme.text };
    if node.note.is_empty() {
        painter.text(rect.center(), Align2::CENTER_CENTER, &node.title, bold, color);
        return;
    }
    let note = match node.tone {
        Tone::Plain | Tone::Never => theme.muted,
        tone => tone.color(theme),
    };
    let gap = SPACE_S - 1.0;
    let top = rect.center_top() + vec2(0.0, gap - 2.0);
    painter.text(top, Align2::CENTER_TOP, &node.title, bold, color);
    let bottom = rect.center_bottom() - vec2(0.0, gap - 2.0);
    painter.text(bottom, Align2::CENTER_BOTTOM, &node.note, font, note);
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::app::ui::theme;

    #[test]
    fn boxes_hold_their_text() {
        let node = |parent, number: &str, title: &str, note: &str| DiagramNode {
            parent,
            title: title.to_owned(),
            note: note.to_owned(),
            number: number.to_owned(),
            name: title.to_owned(),
            ..DiagramNode::default()
        };
        let nodes = [
            node(None, "", "MAX", ""),
            node(Some(0), "1", "\u{2265} -19999", "CUT, not ALL"),
            node(Some(1), "1.1", "-20000", "not visited"),
            node(Some(0), "2", "MIN", "-\u{221e} .. 11, not 3 .. \u{221e}"),
            node(Some(3), "2.1", "7", ""),
            node(Some(3), "2.2", "8", "#12"),
        ];
        for width in [220.0, 480.0, 1200.0] {
            let size = vec2(width, 300.0);
            let builder = Harness::builder().with_size(size).with_context_setup(theme::install);
            let mut harness = builder.build_ui(|ui| {
                diagram_ui(ui, &nodes, &[], None);
            });
            harness.run();
            let place = |words: &str| {
                let mut shapes = harness.output().shapes.iter();
                shapes.find_map(|clipped| match &clipped.shape {
                    Shape::Text(text) if text.galley.text() == words => {
                        Some(text.visual_bounding_rect())
                    }
                    _ => None,
                })
            };
            for node in &nodes {
                let rect = harness.get_by_label(&node.name).rect();
                for words in [&node.title, &node.note].into_iter().filter(|text| !text.is_empty()) {
                    assert!(rect.contains_rect(place(words).unwrap()), "{words} at {width}");
                }
            }
            assert!(place("2.1").is_some(), "the number that texts name");
        }
    }
}
