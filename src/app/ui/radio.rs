//! A group of exclusive choices: one stop of the Tab key, with arrow keys inside.

use egui::{FocusDirection, Id, Key, Modifiers, Rect, Response, Sense, Ui};

/// The choices of a group while they are drawn.
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
