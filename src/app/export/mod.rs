//! Export: the board as a picture (PNG, SVG) and a game as an animation (GIF).

mod files;

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
    ui::widgets::{button_row_ui, choice_row_ui},
};
use minnow_game::{Game, NodeId};
use minnow_rules::Color;

const SIZES: [(u32, &str); 3] =
    [(48, "Small: 48 px"), (80, "Medium: 80 px"), (128, "Large: 128 px")];
const SIDES: [(Option<Color>, &str); 3] =
    [(None, "As shown"), (Some(Color::White), "White"), (Some(Color::Black), "Black")];
const TIMES: [(u32, &str); 3] = [(2_000, "2 s"), (1_000, "1 s"), (500, "0.5 s")];

/// The export page, and the file under way.
#[derive(Debug, Default)]
pub struct Export {
    pub options: ExportOptions,
    /// The arrows of the analysis on the board, which pictures of the board have too.
    pub arrows: Vec<Arrow>,
    /// The game of the task on the board; pictures and animations show it in place of the session's.
    pub task_game: Option<Game>,
    /// The file that is being made.
    making: Option<ExportedFile>,
    /// The file that the open question is about.
    asked: Option<ExportedFile>,
}

impl Export {
    pub(super) const OPENER: Option<Opener> =
        Some(Opener { group: MenuGroup::Share, text: "Export board or game\u{2026}", keys: None });

    /// The game of an animation and its last position: in a task the one on the board.
    fn animated<'a>(&'a self, session: &'a Session) -> (&'a Game, NodeId) {
        match &self.task_game {
            Some(game) => (game, game.cursor()),
            None => (&session.game, session.game.head()),
        }
    }
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
        let (game, last) = self.animated(cx.session);
        game_ui(ui, game.path(last).len() - 1, self.options.move_ms, cx);
    }

    fn answered(&mut self, choice: usize, session: &mut Session, now_ms: u64) {
        if let Some(file) = self.asked.take().filter(|_| choice == files::REPLACE) {
            self.start(file, true, session, now_ms);
        }
    }

    fn chosen(&mut self, file: ChosenFile, session: &mut Session, now_ms: u64) {
        self.save(file, session, now_ms);
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
    let about = "The position shown, in the look of the board, with its arrows.";
    ui.label(muted(ui.ctx(), about));
    let buttons = ["Copy picture", "Copy SVG", "Save picture\u{2026}"];
    match button_row_ui(ui, Vec::from(buttons.map(|text| (Button::new(text), true)))) {
        Some(0) => cx.ask(Request::CopyPicture),
        Some(1) => cx.ask(Request::CopyDrawing),
        Some(_) => ask_file(Request::SavePicture, cx),
        None => {}
    }
}

fn game_ui(ui: &mut Ui, plies: usize, move_ms: u32, cx: &mut Cx<'_>) {
    ui.label(caption(ui.ctx(), "Game"));
    let seconds = (plies as u32 * move_ms).div_ceil(1_000);
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
    choice_ui(ui, "Size of a square", "Size", SIZES, &mut options.square_px);
    choice_ui(ui, "Side below", "Side below", SIDES, &mut options.side_below);
    let above = "Time of a move in the animation";
    choice_ui(ui, above, "Time of a move", TIMES, &mut options.move_ms);
}

/// A row of choices below a caption; `name` is for screen readers.
fn choice_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    above: &str,
    name: &str,
    values: [(T, &str); 3],
    chosen: &mut T,
) {
    ui.label(caption(ui.ctx(), above));
    *chosen = choice_row_ui(ui, name, *chosen, &values).unwrap_or(*chosen);
}

/// The options of pictures and animations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// The side of a square in pixels.
    pub square_px: u32,
    /// The side whose pieces stand below; `None` for the one that is below on the screen.
    pub side_below: Option<Color>,
    /// The time of a move in an animation, in milliseconds.
    pub move_ms: u32,
}

impl Default for ExportOptions {
    fn default() -> ExportOptions {
        ExportOptions { square_px: 80, side_below: None, move_ms: 1_000 }
    }
}
