//! The keys that move the marked row of a list while another control, its filter, has the focus.

use egui::{Key, Modifiers, Ui};

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
