//! The moves of a position as small buttons, in a list of limited height.

use egui::{ScrollArea, Ui, vec2};

use super::{focus::FocusScroll, theme::SPACE_XS};

/// The most height of the list, in points.
const HEIGHT: f32 = 104.0;

/// Draws the buttons that `inside` adds, in lines.
pub fn move_buttons_ui(ui: &mut Ui, inside: impl FnOnce(&mut Ui)) {
    let scroll = ScrollArea::vertical().auto_shrink([false, true]);
    // A panel that was lower before gives no more room by itself.
    let scroll = scroll.max_height(HEIGHT).min_scrolled_height(HEIGHT);
    scroll.show_focused(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(SPACE_XS, SPACE_XS);
            inside(ui);
        });
    });
}
