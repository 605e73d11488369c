//! Export: the board as a picture (PNG, SVG) and a game as an animation (GIF).

mod action;
mod gif;
mod make;
mod update;
mod view;

use std::path::PathBuf;

use egui::Ui;

use super::{
    context::Cx,
    pages::Page,
    registry::{MenuGroup, Opener},
    session::{FileRequest, Session},
};
use minnow_lab::LabPicture;

pub use action::ExportAction;

/// The state of the export page, and the file under way.
#[derive(Debug, Default)]
pub struct Export {
    pub options: ExportOptions,
    /// The purpose and the path of the last file, for the question before it replaces another.
    last: Option<(FileRequest, PathBuf)>,
    /// The picture of the lab that is to be saved.
    lab_picture: Option<LabPicture>,
}

impl Export {
    pub(super) const OPENER: Option<Opener> =
        Some(Opener { group: MenuGroup::Share, text: "Export board or game\u{2026}", keys: None });
}

impl Page for Export {
    fn title(&self, _: &Session) -> String {
        "Export".to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        view::export_ui(ui, &mut self.options, cx);
    }
}

/// The options of pictures and animations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    pub size: PictureSize,
    pub side: SideBelow,
    pub speed: Speed,
}

impl Default for ExportOptions {
    fn default() -> ExportOptions {
        ExportOptions { size: PictureSize::Medium, side: SideBelow::AsShown, speed: Speed::Normal }
    }
}

/// The size of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureSize {
    Small,
    Medium,
    Large,
}

impl PictureSize {
    pub const ALL: [PictureSize; 3] = [PictureSize::Small, PictureSize::Medium, PictureSize::Large];

    pub fn name(self) -> &'static str {
        match self {
            PictureSize::Small => "Small: 48 px",
            PictureSize::Medium => "Medium: 80 px",
            PictureSize::Large => "Large: 128 px",
        }
    }

    /// The side of a square in pixels.
    pub fn square_px(self) -> u32 {
        match self {
            PictureSize::Small => 48,
            PictureSize::Medium => 80,
            PictureSize::Large => 128,
        }
    }
}

/// The side whose pieces stand below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideBelow {
    /// The side that is below on the screen.
    AsShown,
    White,
    Black,
}

impl SideBelow {
    pub const ALL: [SideBelow; 3] = [SideBelow::AsShown, SideBelow::White, SideBelow::Black];

    pub fn name(self) -> &'static str {
        match self {
            SideBelow::AsShown => "As shown",
            SideBelow::White => "White",
            SideBelow::Black => "Black",
        }
    }

    /// True if Black's side is below, on a screen that is flipped or not.
    fn is_flipped(self, on_screen: bool) -> bool {
        match self {
            SideBelow::AsShown => on_screen,
            SideBelow::White => false,
            SideBelow::Black => true,
        }
    }
}

/// The speed of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    Slow,
    Normal,
    Fast,
}

impl Speed {
    pub const ALL: [Speed; 3] = [Speed::Slow, Speed::Normal, Speed::Fast];

    pub fn name(self) -> &'static str {
        match self {
            Speed::Slow => "2 s",
            Speed::Normal => "1 s",
            Speed::Fast => "0.5 s",
        }
    }

    /// The time of a move, in milliseconds.
    pub fn move_ms(self) -> u32 {
        match self {
            Speed::Slow => 2_000,
            Speed::Normal => 1_000,
            Speed::Fast => 500,
        }
    }
}
