//! The settings that are on or off, each with its section of the page and its label.

use egui::Ui;

use super::page::Section;
use crate::app::{context::Cx, session::settings::Settings, ui::widgets::toggle_row_ui};

/// A setting that is on or off.
struct Switch {
    section: Section,
    label: &'static str,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
}

/// A switch for each row of section, label and field of the settings.
macro_rules! switches {
    ($($section:ident $label:literal $($field:ident).+;)+) => {
        &[$(Switch {
            section: Section::$section,
            label: $label,
            get: |settings| settings.$($field).+,
            set: |settings, is_on| settings.$($field).+ = is_on,
        },)+]
    };
}

/// All switches, in their order in each section.
static SWITCHES: &[Switch] = switches! {
    Board "Coordinates" marks.coordinates;
    Board "Dots where a piece can go" marks.targets;
    Board "Mark the last move" marks.last_move;
    Board "Confirm each move" confirm_moves;
    Board "Premoves" premoves;
    Sound "Sounds" sounds;
    Play "Warn before losing the king" warn_king;
    Play "Coach asks before bad moves" coach;
    Play "Computer may resign" resigns;
    Play "Show what it thinks" show_thinking;
};

/// Draws the switches of a section.
pub(super) fn switches_ui(ui: &mut Ui, section: Section, cx: &mut Cx<'_>) {
    for switch in SWITCHES.iter().filter(|switch| switch.section == section) {
        let is_on = (switch.get)(&cx.session.settings);
        if toggle_row_ui(ui, switch.label, is_on) {
            cx.change_settings(|changed| (switch.set)(changed, !is_on));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_switch_changes_and_keeps_its_value() {
        for (index, switch) in SWITCHES.iter().enumerate() {
            let mut settings = Settings::default();
            let others = |settings: &Settings| {
                let others = SWITCHES.iter().enumerate().filter(|(other, _)| *other != index);
                others.map(|(_, other)| (other.get)(settings)).collect::<Vec<bool>>()
            };
            let (before, others_before) = ((switch.get)(&settings), others(&settings));
            for is_on in [!before, before] {
                (switch.set)(&mut settings, is_on);
                let kept = Settings::from_ron(&settings.to_ron().unwrap()).unwrap();
                assert_eq!((switch.get)(&kept), is_on, "{}", switch.label);
                assert_eq!(others(&kept), others_before, "{} changes another", switch.label);
            }
        }
    }
}
