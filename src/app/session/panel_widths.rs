//! The widths of the panels that the user has changed.

use serde::{Deserialize, Serialize};

/// A panel whose width the user may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePanel {
    /// The settings in Play.
    Settings,
    /// The moves in Play.
    Moves,
    /// The lines and moves in Analyse.
    Lines,
    /// The board's column in the lab.
    LabBoard,
}

impl SidePanel {
    /// The name for screen readers.
    pub fn name(self) -> &'static str {
        match self {
            SidePanel::Settings => "settings",
            SidePanel::Moves => "moves",
            SidePanel::Lines => "lines",
            SidePanel::LabBoard => "board",
        }
    }
}

/// The widths of panels that the user has changed, in points. `None` follows the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelWidths {
    settings: Option<f32>,
    moves: Option<f32>,
    lines: Option<f32>,
    lab_board: Option<f32>,
}

impl PanelWidths {
    pub fn of(&self, panel: SidePanel) -> Option<f32> {
        match panel {
            SidePanel::Settings => self.settings,
            SidePanel::Moves => self.moves,
            SidePanel::Lines => self.lines,
            SidePanel::LabBoard => self.lab_board,
        }
    }

    pub fn set(&mut self, panel: SidePanel, width: Option<f32>) {
        match panel {
            SidePanel::Settings => self.settings = width,
            SidePanel::Moves => self.moves = width,
            SidePanel::Lines => self.lines = width,
            SidePanel::LabBoard => self.lab_board = width,
        }
    }

    /// The widths that are numbers.
    pub fn within_bounds(self) -> PanelWidths {
        let tame = |width: Option<f32>| width.filter(|width| (100.0..10_000.0).contains(width));
        PanelWidths {
            settings: tame(self.settings),
            moves: tame(self.moves),
            lines: tame(self.lines),
            lab_board: tame(self.lab_board),
        }
    }
}
