//! The rows of the move list on the screen: their heights, their positions, and their drawing.
//!
//! Heights are cached across changes of the list, and only visible rows are drawn, so that a game of
//! thousands of moves costs no more than a short one. Of very long texts only those in view are laid
//! out: the heights of the others are estimates.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use egui::{
    Align2, Color32, FocusDirection, FontId, Galley, Key, Modifiers, Pos2, Rect, Response, Role,
    Sense, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::{
    MovesView,
    layout::{Cell, Row},
    menu::move_menu_ui,
    verdict_row::VerdictRow,
};
use crate::app::{
    session::{GameCommand, Navigation},
    ui::theme::{
        NOTE_HEIGHT, RADIUS_CONTROL, ROW_HEIGHT, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_NOTE,
        TEXT_SMALL, Theme, bold_font,
    },
};
use minnow_game::NodeId;

// Sizes in points.
pub(super) const NUMBER_WIDTH: f32 = 34.0;
const INDENT: f32 = 12.0;
/// Deeper variations are not indented further, so that their text keeps some width.
const MOST_INDENTS: u16 = 6;
const ROW_GAP: f32 = 2.0;
const CELL_GAP: f32 = 6.0;
/// Between the number of a move and the move, as wide as a space.
const NUMBER_GAP: f32 = 4.0;
const COMMENT_MARGIN: f32 = 3.0;

/// The most text that is laid out to find heights after a change, in bytes. Laying out a text takes
/// hundreds of times its memory.
const MAX_MEASURED_BYTES: usize = 200_000;

/// The width of a letter in an estimate, as a share of the font's size.
const LETTER_WIDTH: f32 = 0.5;

/// The height of a row in points.
#[derive(Clone, Copy, Debug)]
struct RowHeight {
    points: f32,
    is_estimate: bool,
}

/// The vertical positions of the rows, in points from the top of the list.
#[derive(Debug, Default)]
pub(super) struct RowPlaces {
    /// The list's width and the screen's density that belong to the heights.
    made_for: Option<(f32, f32)>,
    /// The top of each row, and as the last entry the end of the last row.
    tops: Vec<f32>,
    /// The height of each row.
    heights: Vec<RowHeight>,
    /// Heights by the hash of a row's content.
    known: HashMap<u64, RowHeight>,
}

impl RowPlaces {
    /// Lays the rows out; `changed` if they differ from those of the last call.
    pub(super) fn arrange(&mut self, ui: &Ui, rows: &[Row], width: f32, changed: bool) {
        let wanted = Some((width, ui.pixels_per_point()));
        if self.made_for == wanted && !changed {
            return;
        }
        let old = std::mem::take(&mut self.known);
        let old = if self.made_for == wanted { old } else { HashMap::new() };
        self.made_for = wanted;
        self.tops = Vec::with_capacity(rows.len() + 1);
        self.heights.clear();
        let (mut top, mut room_bytes) = (0.0, MAX_MEASURED_BYTES);
        for row in rows {
            self.tops.push(top);
            let height = if matches!(row, Row::Pair { .. }) {
                RowHeight { points: ROW_HEIGHT, is_estimate: false }
            } else {
                let key = key_of(row);
                let new = || first_height(ui, row, width, &mut room_bytes);
                let height = old.get(&key).copied().unwrap_or_else(new);
                self.known.insert(key, height);
                height
            };
            self.heights.push(height);
            top += height.points + ROW_GAP;
        }
        self.tops.push(top);
    }

    /// Replaces the estimated heights of the rows between two heights of the list by exact ones.
    pub(super) fn measure(&mut self, ui: &Ui, rows: &[Row], width: f32, top: f32, bottom: f32) {
        // Each exact height may bring other rows into view.
        while let Some(index) = self.first_estimate(self.between(top, bottom)) {
            let Some(row) = rows.get(index) else { return };
            let points = height(ui, row, width);
            let exact = RowHeight { points, is_estimate: false };
            let change = exact.points - self.heights[index].points;
            self.tops.iter_mut().skip(index + 1).for_each(|below| *below += change);
            self.heights[index] = exact;
            self.known.insert(key_of(row), exact);
        }
    }

    fn first_estimate(&self, mut rows: Range<usize>) -> Option<usize> {
        rows.find(|row| self.heights.get(*row).is_some_and(|height| height.is_estimate))
    }

    /// The height of all rows.
    pub(super) fn height(&self) -> f32 {
        self.tops.last().copied().unwrap_or(0.0)
    }

    /// The top and the bottom of a row.
    pub(super) fn span(&self, row: usize) -> Option<(f32, f32)> {
        Some((*self.tops.get(row)?, *self.tops.get(row + 1)? - ROW_GAP))
    }

    /// The rows that are at least partly between two heights.
    pub(super) fn between(&self, top: f32, bottom: f32) -> Range<usize> {
        let rows = self.tops.len().saturating_sub(1);
        let first = self.tops.partition_point(|row| *row <= top).saturating_sub(1);
        let end = self.tops.partition_point(|row| *row < bottom);
        first.min(rows)..end.min(rows)
    }
}

fn key_of(row: &Row) -> u64 {
    let mut hasher = DefaultHasher::new();
    row.hash(&mut hasher);
    hasher.finish()
}

/// The left edge of the text at this depth, from the left of the list.
fn indent(depth: u16) -> f32 {
    NUMBER_WIDTH + f32::from(depth.min(MOST_INDENTS)) * INDENT
}

/// The exact height of a row while there is room for its text in the budget, else an estimate.
fn first_height(ui: &Ui, row: &Row, width: f32, room_bytes: &mut usize) -> RowHeight {
    let (text, depth) = match row {
        Row::Comment { depth, text } => (text.as_str(), *depth),
        Row::Verdict { depth, content } => (content.sentence.as_str(), *depth),
        Row::Pair { .. } | Row::Line { .. } => ("", 0),
    };
    match room_bytes.checked_sub(text.len()) {
        Some(rest) => {
            *room_bytes = rest;
            RowHeight { points: height(ui, row, width), is_estimate: false }
        }
        None => {
            let letters = (width - indent(depth)).max(TEXT_NOTE) / (LETTER_WIDTH * TEXT_NOTE);
            let lines = (text.len() as f32 / letters).ceil();
            RowHeight { points: lines * NOTE_HEIGHT, is_estimate: true }
        }
    }
}

fn height(ui: &Ui, row: &Row, width: f32) -> f32 {
    match row {
        Row::Pair { .. } => ROW_HEIGHT,
        Row::Line { depth, cells, .. } => {
            let places = flow(
                cells.iter().map(|cell| CellText::new(ui, cell, false).width()),
                width - indent(*depth),
            );
            NOTE_HEIGHT * (1 + places.last().map_or(0, |(_, line)| *line)) as f32
        }
        Row::Comment { depth, text } => {
            comment(ui, text, width - indent(*depth)).size().y + 2.0 * COMMENT_MARGIN
        }
        Row::Verdict { depth, content } => {
            VerdictRow::new(ui, content, width - indent(*depth)).height()
        }
    }
}

/// Places widths side by side and wraps them into lines: the left edge of each one, and its line.
pub(super) fn flow(widths: impl Iterator<Item = f32>, room: f32) -> Vec<(f32, usize)> {
    let (mut right, mut line) = (0.0, 0);
    let place = |width: f32| {
        if right > 0.0 && right + width > room {
            (right, line) = (0.0, line + 1);
        }
        let place = (right, line);
        right += width + CELL_GAP;
        place
    };
    widths.map(place).collect()
}

fn galley(ui: &Ui, text: &str, font: FontId, color: Color32) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text.to_owned(), font, color)
}

fn comment(ui: &Ui, text: &str, room: f32) -> Arc<Galley> {
    let font = FontId::proportional(TEXT_NOTE);
    ui.painter().layout(text.to_owned(), font, Theme::of(ui).muted, room)
}

/// The text of a move: number, SAN, mark.
struct CellText([Option<Arc<Galley>>; 3]);

impl CellText {
    fn new(ui: &Ui, cell: &Cell, current: bool) -> CellText {
        let theme = Theme::of(ui);
        let font = FontId::proportional(TEXT_NOTE);
        let color = if current { theme.accent } else { theme.text };
        let number =
            (!cell.number.is_empty()).then(|| galley(ui, &cell.number, font.clone(), theme.muted));
        let mark =
            cell.mark.map(|mark| galley(ui, mark.text(), bold_font(TEXT_NOTE), theme.mark(mark)));
        CellText([number, Some(galley(ui, &cell.san, font, color)), mark])
    }

    fn width(&self) -> f32 {
        let gap = if self.0[0].is_some() { NUMBER_GAP } else { 0.0 };
        self.0.iter().flatten().map(|part| part.size().x).sum::<f32>() + gap + 2.0
    }

    fn paint(self, ui: &Ui, left: Pos2) {
        let mut at = left + vec2(1.0, 0.0);
        for (part, gap) in self.0.into_iter().zip([NUMBER_GAP, 0.0, 0.0]) {
            let Some(part) = part else { continue };
            let size = part.size();
            ui.painter().galley(at - vec2(0.0, size.y / 2.0), part, Color32::PLACEHOLDER);
            at.x += size.x + gap;
        }
    }
}

/// Draws a row into its place.
pub(super) fn row_ui(ui: &mut Ui, view: &mut MovesView<'_>, row: &Row, rect: Rect) {
    let inside = |depth: u16| rect.with_min_x(rect.left() + indent(depth));
    match row {
        Row::Pair { number, white, black } => {
            pair_ui(ui, view, *number, [white.as_ref(), black.as_ref()], rect);
        }
        Row::Line { depth, first, cells } => {
            guides(ui, rect, *depth, *first);
            line_ui(ui, view, cells, inside(*depth));
        }
        Row::Comment { depth, text } => {
            guides(ui, rect, *depth, false);
            let rect = inside(*depth);
            let galley = comment(ui, text, rect.width());
            label_ui(ui, rect, text);
            let at = rect.min + vec2(0.0, COMMENT_MARGIN);
            ui.painter().galley(at, galley, Color32::PLACEHOLDER);
        }
        Row::Verdict { depth, content } => {
            guides(ui, rect, *depth, false);
            let rect = inside(*depth);
            VerdictRow::new(ui, content, rect.width()).verdict_ui(ui, view, rect);
        }
    }
}

/// Draws the guide lines at the left of variations; a variation's own line begins at its first row.
fn guides(ui: &Ui, rect: Rect, depth: u16, first: bool) {
    let stroke = egui::Stroke::new(1.0, Theme::of(ui).line);
    let depth = depth.min(MOST_INDENTS);
    for level in 1..=depth {
        let x = rect.left() + indent(level) - SPACE_S;
        let mut range = rect.y_range().expand(ROW_GAP / 2.0);
        if first && level == depth {
            range.min = rect.top() + NOTE_HEIGHT / 2.0;
            ui.painter().hline(x..=x + SPACE_XS, range.min, stroke);
        }
        ui.painter().vline(x, range, stroke);
    }
}

/// Makes a painted text accessible.
fn label_ui(ui: &Ui, rect: Rect, text: &str) {
    let id = ui.scope_id().with((text, rect.top() as i32));
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}

fn pair_ui(
    ui: &mut Ui,
    view: &mut MovesView<'_>,
    number: u16,
    cells: [Option<&Cell>; 2],
    rect: Rect,
) {
    let theme = Theme::of(ui);
    let font = FontId::proportional(TEXT_BODY);
    let at = pos2(rect.left() + NUMBER_WIDTH - SPACE_S, rect.center().y);
    ui.painter().text(at, Align2::RIGHT_CENTER, number.to_string(), font.clone(), theme.muted);
    let half = (rect.width() - NUMBER_WIDTH - 2.0 * SPACE_XS) / 2.0;
    for (column, cell) in cells.into_iter().enumerate() {
        let left = rect.left() + NUMBER_WIDTH + SPACE_XS + column as f32 * (half + SPACE_XS);
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(half, rect.height()));
        match cell {
            Some(cell) => pair_cell_ui(ui, view, cell, place),
            // White's move is in an earlier row when a comment or variation separates it from the reply.
            None if column == 0 => {
                let at = place.left_center() + vec2(SPACE_S, 0.0);
                ui.painter().text(at, Align2::LEFT_CENTER, "\u{2026}", font.clone(), theme.muted);
            }
            None => {}
        }
    }
}

/// Draws a move of the main line in its column; the current one is highlighted.
fn pair_cell_ui(ui: &mut Ui, view: &mut MovesView<'_>, cell: &Cell, rect: Rect) {
    let theme = Theme::of(ui);
    let response = move_ui(ui, view, cell, rect, RADIUS_CONTROL);
    let current = cell.node == view.session.game.cursor();
    let (font, color) = if current {
        (bold_font(TEXT_BODY), theme.accent)
    } else if is_taken_back(view, cell.node) {
        (FontId::proportional(TEXT_BODY), theme.muted)
    } else {
        (FontId::proportional(TEXT_BODY), theme.text)
    };
    let at = rect.left_center() + vec2(SPACE_S, 0.0);
    let mut end = ui.painter().text(at, Align2::LEFT_CENTER, &cell.san, font, color);
    if let Some(mark) = cell.mark {
        let at = end.right_center() + vec2(1.0, 0.0);
        let font = bold_font(TEXT_BODY);
        end = ui.painter().text(at, Align2::LEFT_CENTER, mark.text(), font, theme.mark(mark));
    }
    // At the right edge of the column, so that the times of a column are below each other.
    let time = galley(ui, &cell.time, FontId::proportional(TEXT_SMALL), theme.muted);
    let corner = rect.right_center() - vec2(SPACE_XS + time.size().x, time.size().y / 2.0);
    if corner.x >= end.right() + SPACE_XS {
        ui.painter().galley(corner, time, theme.muted);
    } else if !cell.time.is_empty() {
        response.on_hover_text(&cell.time);
    }
}

fn line_ui(ui: &mut Ui, view: &mut MovesView<'_>, cells: &[Cell], rect: Rect) {
    let current = view.session.game.cursor();
    let texts: Vec<CellText> =
        cells.iter().map(|cell| CellText::new(ui, cell, cell.node == current)).collect();
    let places = flow(texts.iter().map(CellText::width), rect.width());
    for ((cell, text), (right, line)) in cells.iter().zip(texts).zip(places) {
        let size = Vec2::new(text.width(), NOTE_HEIGHT);
        let corner = rect.min + vec2(right, line as f32 * NOTE_HEIGHT);
        let place = Rect::from_min_size(corner, size);
        let response = move_ui(ui, view, cell, place, 4);
        if !cell.time.is_empty() {
            response.on_hover_text(&cell.time);
        }
        text.paint(ui, place.left_center());
    }
}

/// The clickable area of a move with its background and menu.
fn move_ui(ui: &mut Ui, view: &mut MovesView<'_>, cell: &Cell, rect: Rect, radius: u8) -> Response {
    let theme = Theme::of(ui);
    let current = cell.node == view.session.game.cursor();
    let id = ui.scope_id().with(cell.node);
    // The list is one stop of the Tab key: its current move, or the one that was current before.
    let is_stop = current || ui.memory(|memory| memory.has_focus(id));
    let response = ui.interact(rect, id, if is_stop { Sense::click() } else { Sense::CLICK });
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, current, cell.text()));
    if !cell.time.is_empty() {
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_description(cell.time.as_str()));
    }
    if response.has_focus() {
        walk_by_keys(ui, view);
    }
    if current {
        ui.painter().rect_filled(rect, radius, theme.accent_background);
    } else if response.hovered() || response.has_focus() || response.context_menu_opened() {
        ui.painter().rect_filled(rect, radius, theme.raised);
    }
    if response.clicked() {
        view.out.push(GameCommand::Navigate(Navigation::To(cell.node)).into());
    }
    response.context_menu(|ui| move_menu_ui(ui, view, cell.node));
    response
}

/// Walks through the game by the keys while a move has the focus, and takes the focus along.
fn walk_by_keys(ui: &Ui, view: &mut MovesView<'_>) {
    let keys = [
        (Key::ArrowLeft, Navigation::Back),
        (Key::ArrowRight, Navigation::Forward),
        (Key::ArrowUp, Navigation::PreviousVariation),
        (Key::ArrowDown, Navigation::NextVariation),
        (Key::Home, Navigation::Start),
        (Key::End, Navigation::End),
    ];
    for (key, navigation) in keys {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            view.out.push(GameCommand::Navigate(navigation).into());
        }
    }
    let current = view.session.game.cursor();
    if current != NodeId::ROOT {
        ui.memory_mut(|memory| memory.request_focus(ui.scope_id().with(current)));
    }
}

/// True if a move of the main line is after the current position of the game.
fn is_taken_back(view: &MovesView<'_>, node: NodeId) -> bool {
    let ply = |id| view.session.game.node(id).map_or(0, |node| node.ply());
    ply(node) > ply(view.session.game.head())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_laid_out_in_view() {
        let comment = |number: usize| {
            let text = format!("{number} ").repeat(5_000);
            Row::Comment { depth: 0, text }
        };
        let rows: Vec<Row> = (100..200).map(comment).collect();
        let exact =
            |places: &RowPlaces| places.heights.iter().filter(|height| !height.is_estimate).count();
        egui::__run_test_ui(|ui| {
            let mut places = RowPlaces::default();
            places.arrange(ui, &rows, 300.0, true);
            assert_eq!(exact(&places), MAX_MEASURED_BYTES / 20_000);
            let bottom = places.height();
            places.measure(ui, &rows, 300.0, bottom - 400.0, bottom);
            assert_eq!(exact(&places), MAX_MEASURED_BYTES / 20_000 + 1);
            let (top, end) = places.span(99).unwrap();
            assert_eq!(end - top, height(ui, &rows[99], 300.0));
            assert_eq!(places.height(), end + ROW_GAP);
            let before = places.tops.clone();
            places.arrange(ui, &rows, 300.0, true);
            assert_eq!(places.tops, before, "the exact height is remembered");
        });
    }

    #[test]
    fn overlong_text_wraps_to_the_next_line() {
        let places = flow([40.0, 40.0, 40.0, 200.0, 10.0].into_iter(), 100.0);
        assert_eq!(places.iter().map(|(_, line)| *line).collect::<Vec<_>>(), [0, 0, 1, 2, 3]);
        assert_eq!(places[1].0, 40.0 + CELL_GAP);
        assert!(places[2..].iter().all(|(right, _)| *right == 0.0));
    }

    #[test]
    fn only_rows_in_view_are_between_two_heights() {
        let tops = vec![0.0, 28.0, 56.0, 100.0, 128.0];
        let places = RowPlaces { tops, ..RowPlaces::default() };
        assert_eq!(places.between(0.0, 56.0), 0..2);
        assert_eq!(places.between(30.0, 57.0), 1..3);
        assert_eq!(places.between(99.0, 500.0), 2..4);
        assert_eq!(places.between(300.0, 500.0).len(), 0);
        assert_eq!((places.height(), places.span(2)), (128.0, Some((56.0, 98.0))));
        assert_eq!(RowPlaces::default().between(0.0, 10.0), 0..0);
    }
}
