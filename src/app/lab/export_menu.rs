//! The menu of a page's pictures for slides.

use egui::{Popup, PopupCloseBehavior, Ui};
use egui_material_icons::icons;

use crate::app::ui::widgets::icon_button_ui;

/// Draws the button and, once it is pressed, the menu; returns the index of the chosen entry. Each
/// entry has a name and can be disabled.
pub(super) fn export_menu_ui(ui: &mut Ui, entries: &[(&str, bool)]) -> Option<usize> {
    let button = icon_button_ui(ui, icons::ICON_DOWNLOAD.codepoint, "Export", true);
    let mut chosen = None;
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClick).show(|ui| {
        for (index, (name, enabled)) in entries.iter().enumerate() {
            let entry = egui::Button::new(format!("{name}\u{2026}"));
            if ui.add_enabled(*enabled, entry).clicked() {
                chosen = Some(index);
            }
        }
    });
    chosen
}
