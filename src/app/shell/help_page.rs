//! The help page, and the card of the first start.

use egui::{Button, Label, Ui, vec2};

use crate::app::{
    action::{Action, Page, WindowAction},
    session::ProgramCommand,
    ui::board::{Brush, MiniBoard, mini_arrow, mini_board_ui},
    ui::theme::{self, BoardColors, CONTROL_HEIGHT, SPACE_L, SPACE_M, SPACE_S},
    ui::widgets::primary_button,
};
use minnow_rules::{Position, Square, Variant};

/// The title of the first card.
pub(super) const WELCOME: &str = "Welcome to MiniChess";

/// The special rules of MiniChess.
const SPECIAL: [&str; 3] = [
    "MiniChess is chess on 5 by 6 squares: a game takes minutes, and every move counts.",
    "There is no check rule: you win by taking the king, so look after your own.",
    "A side without a move loses, after 40 moves each the game is a draw, and a bishop may also step \
     to an empty neighbouring square of the other colour.",
];

/// In a narrower card, in points, the text stands below the picture.
const BESIDE_PICTURE_FROM: f32 = 400.0;

/// A position in which White takes the king.
const PICTURE_FEN: &str = "k2nr/p2pp/2Q2/2P2/P2PP/R1BNK w - - 0 9";

/// The headings of the help page with their sentences.
const HELP: [(&str, &[&str]); 6] = [
    (
        "Playing",
        &[
            "Click a piece and then its destination, or drag it. The side, the level and the clock are \
             in the settings.",
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
];

/// Draws the card of the first start.
pub(super) fn welcome_ui(
    ui: &mut Ui,
    colors: &'static BoardColors,
    first: bool,
    out: &mut Vec<Action>,
) {
    if ui.available_width() < BESIDE_PICTURE_FROM {
        ui.vertical_centered(|ui| picture_ui(ui, colors));
        ui.add_space(SPACE_M);
        special_ui(ui, first, out);
        return;
    }
    ui.horizontal_top(|ui| {
        picture_ui(ui, colors);
        ui.add_space(SPACE_L);
        ui.vertical(|ui| special_ui(ui, first, out));
    });
}

/// Draws the sentences about the rules, and the buttons *Play* and *Help*.
fn special_ui(ui: &mut Ui, first: bool, out: &mut Vec<Action>) {
    for sentence in SPECIAL {
        ui.add(Label::new(sentence).wrap());
        ui.add_space(SPACE_S);
    }
    ui.add_space(SPACE_M);
    ui.horizontal(|ui| {
        let size = vec2(108.0, CONTROL_HEIGHT);
        let play = ui.add(primary_button(ui, "Play").min_size(size));
        if first {
            play.request_focus();
        }
        if play.clicked() {
            out.push(Action::from(ProgramCommand::Cancel));
        }
        if ui.add(Button::new("Help").min_size(vec2(88.0, CONTROL_HEIGHT))).clicked() {
            out.push(Action::from(ProgramCommand::Cancel));
            out.push(Action::Window(WindowAction::Show(Page::Help)));
        }
    });
}

/// A queen that takes the king.
fn picture_ui(ui: &mut Ui, colors: &'static BoardColors) {
    let variant = Variant::default_variant();
    let Ok(position) = Position::from_fen(variant, PICTURE_FEN) else { return };
    let view = MiniBoard::of(&position, "the queen takes the king", colors);
    let geometry = mini_board_ui(ui, &view, 36.0);
    let (queen, king) = (Square::new(2, 3), Square::new(0, 5));
    mini_arrow(ui.painter(), &geometry, queen, king, Brush::Red);
}

/// Draws the help page.
pub(super) fn help_ui(ui: &mut Ui, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_L;
        let links = [
            ("All keys", Page::Keys),
            ("Rules of MiniChess", Page::Rules(Variant::default_variant().id.clone())),
            ("What is special in MiniChess", Page::Welcome),
            ("Glossary", Page::Glossary(String::new())),
            ("Bibliography", Page::Bibliography),
        ];
        for (text, page) in links {
            if ui.link(text).clicked() {
                out.push(Action::Window(WindowAction::Show(page)));
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
