//! Lists of rows with a marked one: only the rows in view are laid out, and keys move the mark while
//! another control, the filter, has the focus.

use egui::{Id, Key, Modifiers, Rect, ScrollArea, Ui, vec2};

/// A list, whose rows have the same height.
#[derive(Clone, Copy, Debug)]
pub struct MarkedList {
    /// Different for each list.
    pub name: &'static str,
    pub rows: usize,
    pub marked: usize,
    /// In points, as is the height of the list.
    pub row_height: f32,
    pub height: f32,
}

/// Draws the rows in view, and scrolls to the marked row when it has changed.
pub fn rows_ui(ui: &mut Ui, list: MarkedList, mut row_ui: impl FnMut(&mut Ui, Rect, usize)) {
    let MarkedList { name, rows, marked, row_height, height } = list;
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    area.auto_shrink(false).show_rows(ui, row_height, rows, |ui, range| {
        ui.set_min_height(height);
        let size = vec2(ui.available_width(), row_height);
        let top = ui.min_rect().min - vec2(0.0, range.start as f32 * row_height);
        let rect = |row: usize| Rect::from_min_size(top + vec2(0.0, row as f32 * row_height), size);
        range.for_each(|row| row_ui(ui, rect(row), row));
        let (id, now) = (Id::unique(name), (marked, rows));
        let before = ui.data_mut(|data| data.get_temp::<(usize, usize)>(id));
        if before != Some(now) {
            ui.data_mut(|data| data.insert_temp(id, now));
            ui.scroll_to_rect(rect(marked), None);
        }
    });
}

/// The row after Up, Down, Page Up, Page Down, Ctrl+Home and Ctrl+End, which are consumed. It may be
/// `rows` or more: the list clamps it.
pub fn row_after_keys(ui: &Ui, marked: usize, rows: usize, rows_of_page: usize) -> usize {
    let none = Modifiers::NONE;
    let pressed =
        |modifiers, key| ui.input_mut(|input| input.count_and_consume_key(modifiers, key));
    let down = pressed(none, Key::ArrowDown) + rows_of_page * pressed(none, Key::PageDown);
    let up = pressed(none, Key::ArrowUp) + rows_of_page * pressed(none, Key::PageUp);
    let to_first = pressed(Modifiers::COMMAND, Key::Home) > 0;
    let to_last = pressed(Modifiers::COMMAND, Key::End) > 0;
    if to_last {
        rows
    } else if to_first {
        0
    } else {
        (marked + down).saturating_sub(up)
    }
}
