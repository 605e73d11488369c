//! Export: the board as a picture (PNG, SVG) and a game as an animation (GIF).

mod files;
mod gif;
mod make;

use egui::{Button, Ui};
use files::ExportedFile;

use super::{
    context::Cx,
    pages::{Page, PageTick},
    registry::{MenuGroup, Opener},
    request::Request,
    session::{ChosenFile, Session, Wake},
    ui::board::Arrow,
    ui::theme::{CONTROL_HEIGHT, SPACE_M, SPACE_S, caption, muted},
    ui::widgets::{button_row_ui, segmented_ui},
};
use minnow_lab::LabPicture;

/// The export page, and the file under way.
#[derive(Debug, Default)]
pub struct Export {
    pub options: ExportOptions,
    /// The arrows of the analysis on the board, which pictures of the board have too.
    pub arrows: Vec<Arrow>,
    /// The picture of the lab that is to be saved.
    lab_picture: Option<LabPicture>,
    /// The file that is being made.
    making: Option<ExportedFile>,
    /// The file that the open question is about.
    asked: Option<ExportedFile>,
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
        options_ui(ui, &mut self.options);
        ui.add_space(SPACE_M);
        board_ui(ui, cx);
        ui.add_space(SPACE_M);
        game_ui(ui, self.options.speed, cx);
    }

    fn answered(&mut self, choice: usize, session: &mut Session, now_ms: u64) {
        if let Some(file) = self.asked.take().filter(|_| choice == files::REPLACE) {
            self.start(file, true, session, now_ms);
        }
    }

    fn chosen(&mut self, file: ChosenFile, session: &mut Session, now_ms: u64) {
        if let Some(source) = self.source_of(file.query.form) {
            self.save(source, &file, session, now_ms);
        }
    }

    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        if at.may_ask {
            self.take_outcome(session);
        }
        None
    }
}

fn board_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.label(caption(ui.ctx(), "Board"));
    let about = "The position shown, with its coordinates, last move and arrows.";
    ui.label(muted(ui.ctx(), about));
    let buttons = ["Copy picture", "Copy SVG", "Save picture\u{2026}"];
    match button_row_ui(ui, Vec::from(buttons.map(|text| (Button::new(text), true)))) {
        Some(0) => cx.ask(Request::CopyPicture),
        Some(1) => cx.ask(Request::CopyDrawing),
        Some(_) => ask_file(Request::SavePicture, cx),
        None => {}
    }
}

fn game_ui(ui: &mut Ui, speed: Speed, cx: &mut Cx<'_>) {
    ui.label(caption(ui.ctx(), "Game"));
    let game = &cx.session.game;
    let plies = game.path(game.head()).len() - 1;
    let seconds = (plies as u32 * speed.move_ms()).div_ceil(1_000);
    let about = match plies {
        0 => "The game has no moves yet.".to_owned(),
        1 => "An animation of 1 half-move.".to_owned(),
        _ => format!("An animation of {plies} half-moves, about {seconds} s long."),
    };
    ui.label(muted(ui.ctx(), about));
    let save = Button::new("Save animation\u{2026}");
    ui.add_space(SPACE_S / 2.0);
    if ui.add_enabled(plies > 0, save.min_size(egui::vec2(0.0, CONTROL_HEIGHT))).clicked() {
        ask_file(Request::SaveAnimation, cx);
    }
}

/// The file dialog, or the box for the path, takes the place of the page.
fn ask_file(request: Request, cx: &mut Cx<'_>) {
    cx.ask(Request::Cancel);
    cx.ask(request);
}

fn options_ui(ui: &mut Ui, options: &mut ExportOptions) {
    ui.label(caption(ui.ctx(), "Size of a square"));
    let sizes = PictureSize::ALL.map(|size| (size.name(), size == options.size));
    if let Some(place) = segmented_ui(ui, "Size", &sizes) {
        options.size = PictureSize::ALL[place];
    }
    ui.label(caption(ui.ctx(), "Side below"));
    let sides = SideBelow::ALL.map(|side| (side.name(), side == options.side));
    if let Some(place) = segmented_ui(ui, "Side below", &sides) {
        options.side = SideBelow::ALL[place];
    }
    ui.label(caption(ui.ctx(), "Time of a move in the animation"));
    let speeds = Speed::ALL.map(|speed| (speed.name(), speed == options.speed));
    if let Some(place) = segmented_ui(ui, "Time of a move", &speeds) {
        options.speed = Speed::ALL[place];
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
