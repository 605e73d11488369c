//! The pages of the program itself: help, all keys, and about it; and the card of the first start.

use egui::{Button, Grid, Key, Label, Modifiers, TextWrapMode, Ui, vec2};

use super::{Page, PageId};
use crate::app::{
    context::Cx,
    keymap,
    registry::{MenuGroup, Opener, OpenerKeys},
    request::Request,
    session::{Effect, Session},
    ui::board::{Arrow, BoardLook, Brush, PositionPicture, mini_board_ui},
    ui::text::BISHOP_STEP,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS},
    ui::widgets::primary_button,
};
use minnow_rules::{Position, Square, Variant};

/// The special rules of MiniChess.
const SPECIAL: [&str; 4] = [
    "MiniChess is chess on 5 by 6 squares: a game takes minutes, and every move counts.",
    "There is no check rule: you win by taking the king, so look after your own.",
    "A side without a move loses, and after 40 moves each the game is a draw.",
    BISHOP_STEP,
];

// Sizes in points.
/// In a narrower page of keys the effect of a key stands below it.
const BESIDE_KEYS_FROM: f32 = 360.0;
/// As wide as the longest keys, so that the columns of all sections are below each other.
const KEYS_WIDTH: f32 = 200.0;
/// In a narrower card the text stands below the picture.
const BESIDE_PICTURE_FROM: f32 = 400.0;

/// A position in which White takes the king.
const PICTURE_FEN: &str = "k2nr/p2pp/2Q2/2P2/P2PP/R1BNK w - - 0 9";

/// The headings of the help page with their sentences.
const HELP: [(&str, &[&str]); 7] = [
    (
        "Playing",
        &[
            "Click a piece and then its destination, or drag it. The level, your side, the board and the \
             clock stand beside the board before the first move; \"More\" has the other choices.",
            "Hint shows the piece first and the move on the second request. Take back returns to your \
             last decision.",
        ],
    ),
    (
        "Boards",
        &[
            "Minnow plays small boards only, from 4 by 4 to 6 by 6 squares. Nineteen games are in the \
             list of boards; \"Rules of this game\" explains each of them.",
        ],
    ),
    (
        "Looking back",
        &[
            "Click a move in the list, or use the arrow keys. A different move from there becomes a \
             variation, and nothing is lost.",
            "Review checks every move of a finished game and shows what it cost. \"Learn from \
             mistakes\" lets you find the better moves.",
        ],
    ),
    (
        "Analyse",
        &[
            "In Analyse you move both sides. Space switches the engine on; arrows show its best moves.",
            "Draw arrows and circles with the right mouse button.",
        ],
    ),
    (
        "Lab",
        &["The lab shows how a computer searches: step by step on a tree, in comparisons, in \
             lessons, and in exercises. The glossary explains its terms."],
    ),
    (
        "Games and pictures",
        &[
            "The running game is saved after every move, so a crash loses nothing. Save, Open and the menu \
             work with files and the clipboard: saved games, PGN and FEN.",
            "Export saves the board as a picture (PNG, SVG) and the game as an animation (GIF).",
        ],
    ),
    (
        "Settings",
        &[
            "\"Settings\" in the menu has the board, the look, sounds, ways of play, the engine and your \
             data. The choices for the next game stand beside the board.",
        ],
    ),
];

/// The card of the first start.
#[derive(Default)]
pub struct WelcomePage;

impl WelcomePage {
    pub(super) const OPENER: Option<Opener> = None;
}

impl Page for WelcomePage {
    fn title(&self, _: &Session) -> String {
        "Welcome to MiniChess".to_owned()
    }

    /// The settings file marks that the first start is over.
    fn close(&mut self, session: &mut Session) {
        session.effects.push(Effect::KeepSettings);
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let look = cx.session.settings.board_look();
        if ui.available_width() < BESIDE_PICTURE_FROM {
            ui.vertical_centered(|ui| picture_ui(ui, look));
            ui.add_space(SPACE_M);
            special_ui(ui, cx);
            return;
        }
        ui.horizontal_top(|ui| {
            picture_ui(ui, look);
            ui.add_space(SPACE_L);
            ui.vertical(|ui| special_ui(ui, cx));
        });
    }
}

/// Draws the sentences about the rules, and the buttons *Play* and *Help*.
fn special_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    for sentence in SPECIAL {
        ui.add(Label::new(sentence).wrap());
        ui.add_space(SPACE_S);
    }
    ui.add_space(SPACE_M);
    ui.horizontal(|ui| {
        let size = vec2(108.0, CONTROL_HEIGHT);
        let play = ui.add(primary_button(ui, "Play").min_size(size));
        if cx.is_new {
            play.request_focus();
        }
        if play.clicked() {
            cx.ask(Request::Cancel);
        }
        if ui.add(Button::new("Help").min_size(vec2(88.0, CONTROL_HEIGHT))).clicked() {
            cx.ask(Request::Cancel);
            cx.ask(Request::Show(PageId::Help));
        }
    });
}

/// A queen that takes the king.
fn picture_ui(ui: &mut Ui, look: BoardLook) {
    let variant = Variant::default_variant();
    let Ok(position) = Position::from_fen(variant, PICTURE_FEN) else { return };
    let (queen, king) = (Square::new(2, 3), Square::new(0, 5));
    let picture = PositionPicture {
        arrows: vec![Arrow::new(queen, king, Brush::Red, 0.6)],
        ..PositionPicture::of(&position, look)
    };
    mini_board_ui(ui, &picture, "the queen takes the king", 36.0);
}

/// The help page.
#[derive(Default)]
pub struct HelpPage;

impl HelpPage {
    pub(super) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Help,
        text: "Help",
        keys: Some(OpenerKeys::new(Modifiers::NONE, Key::F1, "Help")),
    });
}

impl Page for HelpPage {
    fn title(&self, _: &Session) -> String {
        "Help".to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_L;
            // Else the rectangle of a link that begins a line covers the line above, too.
            ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
            let minichess = Variant::default_variant().id.clone();
            let links = [
                ("All keys", Request::Show(PageId::Keys)),
                ("Rules of MiniChess", Request::ShowTopic(PageId::Rules, minichess)),
                ("What is special in MiniChess", Request::Show(PageId::Welcome)),
                ("Glossary", Request::Show(PageId::Glossary)),
                ("Bibliography", Request::Show(PageId::Bibliography)),
            ];
            for (text, request) in links {
                if ui.link(text).clicked() {
                    cx.ask(request);
                }
            }
        });
        for (heading, sentences) in HELP {
            ui.add_space(SPACE_S);
            ui.label(theme::bold(heading));
            for sentence in sentences {
                ui.add(Label::new(*sentence).wrap());
            }
        }
    }
}

/// The page of all keys.
#[derive(Default)]
pub struct KeysPage;

impl KeysPage {
    pub(super) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Help,
        text: "Keys",
        keys: Some(OpenerKeys::new(Modifiers::NONE, Key::Questionmark, "All keys")),
    });
}

impl Page for KeysPage {
    fn title(&self, _: &Session) -> String {
        "Keys".to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut Cx<'_>) {
        ui.spacing_mut().interact_size.y = theme::TEXT_HEADING;
        for table in keymap::ALL {
            ui.add_space(SPACE_S);
            ui.label(theme::caption(ui.ctx(), table.title));
            let ctx = ui.ctx().clone();
            let rows = table.rows(|keys| ctx.format_shortcut(keys));
            if ui.available_width() < BESIDE_KEYS_FROM {
                for row in rows {
                    ui.label(theme::bold(row.keys));
                    ui.add(Label::new(row.text).wrap());
                    ui.add_space(SPACE_XS);
                }
                continue;
            }
            let grid = Grid::new(table.title).num_columns(2).spacing([SPACE_L, SPACE_XS]);
            grid.min_col_width(KEYS_WIDTH).show(ui, |ui| {
                for row in rows {
                    ui.label(theme::bold(row.keys));
                    ui.add(Label::new(row.text).wrap());
                    ui.end_row();
                }
            });
        }
    }
}

/// The page about the program.
#[derive(Default)]
pub struct AboutPage;

impl AboutPage {
    pub(super) const OPENER: Option<Opener> =
        Some(Opener { group: MenuGroup::Help, text: "About Minnow", keys: None });
}

impl Page for AboutPage {
    fn title(&self, _: &Session) -> String {
        "Minnow".to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut Cx<'_>) {
        ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
        ui.label("Chess on small boards, with a look inside the search.");
        for text in [
            "Licence: MIT or Apache-2.0, at your choice. Pieces drawn for Minnow.",
            "Fonts: Noto Sans (SIL Open Font License). Icons: Material Symbols.",
        ] {
            ui.label(theme::muted(ui.ctx(), text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_shows_a_king_that_can_be_taken() {
        let position = Position::from_fen(Variant::default_variant(), PICTURE_FEN).unwrap();
        let capture = position.parse_move("c4a6").unwrap();
        assert!(position.takes_king(capture));
    }

    #[test]
    fn the_limit_to_small_boards_is_said_once() {
        let said = HELP.iter().flat_map(|(_, sentences)| sentences.iter()).chain(&SPECIAL);
        assert_eq!(said.filter(|sentence| sentence.contains("small boards only")).count(), 1);
    }
}
