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

/// All switches, in their order in each section.
static SWITCHES: [Switch; 11] = [
    Switch {
        section: Section::Board,
        label: "Coordinates",
        get: |settings| settings.marks.coordinates,
        set: |settings, is_on| settings.marks.coordinates = is_on,
    },
    Switch {
        section: Section::Board,
        label: "Dots where a piece can go",
        get: |settings| settings.marks.targets,
        set: |settings, is_on| settings.marks.targets = is_on,
    },
    Switch {
        section: Section::Board,
        label: "Mark the last move",
        get: |settings| settings.marks.last_move,
        set: |settings, is_on| settings.marks.last_move = is_on,
    },
    Switch {
        section: Section::Board,
        label: "Confirm each move",
        get: |settings| settings.confirm_moves,
        set: |settings, is_on| settings.confirm_moves = is_on,
    },
    Switch {
        section: Section::Board,
        label: "Premoves",
        get: |settings| settings.premoves,
        set: |settings, is_on| settings.premoves = is_on,
    },
    Switch {
        section: Section::Look,
        label: "Animations",
        get: Settings::animates,
        set: Settings::set_animates,
    },
    Switch {
        section: Section::Sound,
        label: "Sounds",
        get: |settings| settings.sounds,
        set: |settings, is_on| settings.sounds = is_on,
    },
    Switch {
        section: Section::Play,
        label: "Warn before losing the king",
        get: |settings| settings.warn_king,
        set: |settings, is_on| settings.warn_king = is_on,
    },
    Switch {
        section: Section::Play,
        label: "Coach asks before bad moves",
        get: |settings| settings.coach,
        set: |settings, is_on| settings.coach = is_on,
    },
    Switch {
        section: Section::Play,
        label: "Computer may resign",
        get: |settings| settings.resigns,
        set: |settings, is_on| settings.resigns = is_on,
    },
    Switch {
        section: Section::Play,
        label: "Show what it thinks",
        get: |settings| settings.show_thinking,
        set: |settings, is_on| settings.show_thinking = is_on,
    },
];

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
