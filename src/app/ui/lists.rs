//! Lists: choices of which one is chosen, long lists of which one row is marked, and the moves of a
//! position as buttons.
//!
//! A table of `egui_extras` has neither the mark nor its keys, and makes each cell a control; here a row
//! is one, with one name for screen readers.

use egui::{FocusDirection, Id, Key, Modifiers, Rect, Response, ScrollArea, Sense, Ui, vec2};

use super::{focus::FocusScroll, theme::SPACE_XS};

/// The most height of the list of moves, in points.
const MOVES_HEIGHT: f32 = 104.0;

/// A group of exclusive choices while it is drawn: one stop of the Tab key, with arrow keys inside.
pub struct RadioGroup {
    chosen: Option<usize>,
    cells: Vec<Response>,
}

impl RadioGroup {
    /// A group with the index of the chosen one, if any is.
    pub fn new(chosen: Option<usize>) -> RadioGroup {
        RadioGroup { chosen, cells: Vec::new() }
    }

    /// True if the next choice is the chosen one.
    pub fn is_next_chosen(&self) -> bool {
        self.chosen == Some(self.cells.len())
    }

    /// The next choice of the group, in its place.
    pub fn cell(&mut self, ui: &Ui, rect: Rect, id: Id) -> Response {
        // The stop of the Tab key is the chosen one, or the first. A choice that the arrow keys have
        // just reached may not be the chosen one yet.
        let stop = self.chosen.unwrap_or(0);
        let is_stop = self.cells.len() == stop || ui.memory(|memory| memory.has_focus(id));
        let response = ui.interact(rect, id, if is_stop { Sense::click() } else { Sense::CLICK });
        self.cells.push(response.clone());
        response
    }

    /// The index that the user chose in this frame: by a click, or by an arrow key, Home or End while
    /// the group has the focus.
    pub fn chosen(self, ui: &Ui) -> Option<usize> {
        let clicked = self.cells.iter().position(Response::clicked);
        clicked.or_else(|| self.chosen_by_key(ui))
    }

    fn chosen_by_key(&self, ui: &Ui) -> Option<usize> {
        let here = self.cells.iter().position(Response::has_focus)?;
        let count = self.cells.len();
        let steps = [
            (Key::ArrowLeft, here + count - 1),
            (Key::ArrowUp, here + count - 1),
            (Key::ArrowRight, here + 1),
            (Key::ArrowDown, here + 1),
            (Key::Home, 0),
            (Key::End, count - 1),
        ];
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (_, next) = steps.into_iter().find(|(key, _)| pressed(*key))?;
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        self.cells[next % count].request_focus();
        Some(next % count)
    }
}

/// The shown rows of a list: only those in view are laid out, and keys move the mark while another
/// control, the filter, has the focus.
#[derive(Clone, Debug, Default)]
pub struct MarkedRows {
    /// The places of the shown rows in the whole list.
    places: Vec<usize>,
    /// An index into `places`.
    marked: usize,
}

impl MarkedRows {
    /// Shows these places. The mark goes to the row of the place `kept`, else to the row `otherwise`.
    pub fn show(&mut self, places: Vec<usize>, kept: Option<usize>, otherwise: usize) {
        let row = places.iter().position(|place| Some(*place) == kept);
        self.places = places;
        self.mark(row.unwrap_or(otherwise));
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// The place of a row in the whole list.
    pub fn place(&self, row: usize) -> Option<usize> {
        self.places.get(row).copied()
    }

    pub fn marked(&self) -> usize {
        self.marked
    }

    pub fn marked_place(&self) -> Option<usize> {
        self.place(self.marked)
    }

    /// Marks a row, or the last if there are fewer.
    pub fn mark(&mut self, row: usize) {
        self.marked = row.min(self.places.len().saturating_sub(1));
    }

    /// Moves the mark by Up, Down, Page Up, Page Down, Ctrl+Home and Ctrl+End, which are consumed.
    pub fn mark_by_keys(&mut self, ui: &Ui, rows_of_page: usize) {
        let none = Modifiers::NONE;
        let pressed =
            |modifiers, key| ui.input_mut(|input| input.count_and_consume_key(modifiers, key));
        let down = pressed(none, Key::ArrowDown) + rows_of_page * pressed(none, Key::PageDown);
        let up = pressed(none, Key::ArrowUp) + rows_of_page * pressed(none, Key::PageUp);
        let to_first = pressed(Modifiers::COMMAND, Key::Home) > 0;
        let to_last = pressed(Modifiers::COMMAND, Key::End) > 0;
        self.mark(match (to_last, to_first) {
            (true, _) => self.count(),
            (false, true) => 0,
            (false, false) => (self.marked + down).saturating_sub(up),
        });
    }

    /// Draws the rows in view, and scrolls to the marked one when it has changed; `name` differs from
    /// list to list. Returns the row that was clicked, and whether twice.
    pub fn rows_ui(
        &self,
        ui: &mut Ui,
        name: &'static str,
        row_height: f32,
        height: f32,
        mut row_ui: impl FnMut(&mut Ui, Rect, usize) -> Option<Response>,
    ) -> Option<(usize, bool)> {
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        area.auto_shrink(false).show_rows(ui, row_height, self.count(), |ui, range| {
            ui.set_min_height(height);
            let size = vec2(ui.available_width(), row_height);
            // Measured from the first row in view: the top of a long list is too far away for the
            // precision of the number.
            let (top, first) = (ui.min_rect().min, range.start as f32);
            let rect = |row: usize| {
                Rect::from_min_size(top + vec2(0.0, (row as f32 - first) * row_height), size)
            };
            for row in range {
                let response = row_ui(ui, rect(row), row);
                if let Some(response) = response.filter(Response::clicked) {
                    clicked = Some((row, response.double_clicked()));
                }
            }
            let (id, now) = (Id::unique(name), (self.marked, self.count()));
            let before = ui.data_mut(|data| data.get_temp::<(usize, usize)>(id));
            if before != Some(now) {
                ui.data_mut(|data| data.insert_temp(id, now));
                ui.scroll_to_rect(rect(self.marked), None);
            }
        });
        clicked
    }
}

/// Draws the small buttons of moves that `inside` adds, in lines.
pub fn move_buttons_ui(ui: &mut Ui, inside: impl FnOnce(&mut Ui)) {
    let scroll = ScrollArea::vertical().auto_shrink([false, true]);
    // A panel that was lower before gives no more room by itself.
    let scroll = scroll.max_height(MOVES_HEIGHT).min_scrolled_height(MOVES_HEIGHT);
    scroll.show_focused(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(SPACE_XS, SPACE_XS);
            inside(ui);
        });
    });
}
