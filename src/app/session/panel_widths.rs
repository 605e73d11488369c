//! The widths of the panels that the user has changed.

use serde::{Deserialize, Serialize};

/// A panel whose width the user may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePanel {
    /// The column beside the board in Play and Analyse.
    Column,
    /// The board's column in the lab.
    LabBoard,
}

impl SidePanel {
    /// The name for screen readers.
    pub fn name(self) -> &'static str {
        match self {
            SidePanel::Column => "column",
            SidePanel::LabBoard => "board",
        }
    }
}

/// The widths of panels that the user has changed, in points. `None` follows the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelWidths {
    /// Older files have it as the width in Analyse.
    #[serde(alias = "lines")]
    column: Option<f32>,
    lab_board: Option<f32>,
}

impl PanelWidths {
    pub fn of(&self, panel: SidePanel) -> Option<f32> {
        match panel {
            SidePanel::Column => self.column,
            SidePanel::LabBoard => self.lab_board,
        }
    }

    pub fn set(&mut self, panel: SidePanel, width: Option<f32>) {
        match panel {
            SidePanel::Column => self.column = width,
            SidePanel::LabBoard => self.lab_board = width,
        }
    }

    /// The widths that are numbers.
    pub fn within_bounds(self) -> PanelWidths {
        let tame = |width: Option<f32>| width.filter(|width| (100.0..10_000.0).contains(width));
        PanelWidths { column: tame(self.column), lab_board: tame(self.lab_board) }
    }
}
