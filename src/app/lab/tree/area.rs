//! The arrangement of the tree page: the tree, the pseudo-code, the node's text and its position.

use egui::{Ui, UiBuilder};

use super::{
    TreePage, code,
    forms::{tree_form_ui, tree_text_ui},
    node,
    view::tree_ui,
};
use crate::app::{
    context::Cx,
    game_board::{BoardFlags, GameBoard, position_picture},
    lab::area::LabLayout,
    session::{Place, Session},
    ui::board::{Arrow, Brush, PositionPicture},
    ui::theme::{SPACE_L, SPACE_S},
};
use minnow_engine::Branch;
use minnow_game::NodeId;
use minnow_rules::{Move, Position};

// Sizes in points.
/// The pseudo-code is shown if at least this height remains for the tree.
const TREE_FROM_HEIGHT: f32 = 340.0;
/// Without a card below the board, the node's text takes this share of the page.
const WORDS_SHARE: f32 = 0.34;
const LEAST_WORDS: f32 = 76.0;

impl TreePage {
    /// The position at the selected node, with the best reply as an arrow once the search has left the
    /// node; `None` without a recording that began from a position.
    fn node_picture(&self, session: &Session) -> Option<(Position, PositionPicture)> {
        let recorded = self.recorded()?;
        let visit = self.selected();
        let position = recorded.position(visit)?;
        let node = recorded.visit(visit)?;
        let move_of = |branch: Branch| Move::from_bits(branch.0);
        let exit = recorded.exit_at(visit, self.stepper.at());
        let best = exit.and_then(|exit| exit.best).and_then(move_of);
        let arrow = |mv: Move| Arrow::new(mv.from(), position.target_square(mv), Brush::Best, 1.0);
        let picture = PositionPicture {
            arrows: best.map(arrow).into_iter().collect(),
            ..position_picture(session, &position, node.played.and_then(move_of))
        };
        Some((position, picture))
    }
}

/// The height of the pseudo-code's card, if there is room for it.
fn code_height(page: &TreePage, layout: &LabLayout) -> Option<f32> {
    let margin = if layout.low { SPACE_S } else { SPACE_L };
    let height = code::code_height(page)? + 2.0 * margin;
    let left = layout.page.height() - layout.gap - height;
    (layout.side.is_some() && left >= TREE_FROM_HEIGHT).then_some(height)
}

/// Draws the board and the node's text below it. The text leaves out the event that the pseudo-code's
/// card describes.
pub(super) fn column_ui(
    ui: &mut Ui,
    page: &mut TreePage,
    layout: &LabLayout,
    board: &mut GameBoard,
    cx: &mut Cx<'_>,
) {
    board_ui(ui, page, layout, board, cx);
    let described =
        code_height(page, layout).is_some() && layout.page.width() >= code::WORDS_FROM_WIDTH;
    layout.side_ui(ui, |ui| node::node_ui(ui, page, !described, cx));
}

/// Draws the text form of the edited tree, the position at the node of the recording or the text of
/// its tree, or the game's board.
fn board_ui(
    ui: &mut Ui,
    page: &mut TreePage,
    layout: &LabLayout,
    board: &mut GameBoard,
    cx: &mut Cx<'_>,
) {
    if page.editor.is_open() {
        layout.card_ui(ui, layout.board, |ui| tree_form_ui(ui, page));
    } else if page.recorded().is_none() {
        layout.game_board_ui(ui, board, cx);
    } else if let Some((position, picture)) = page.node_picture(cx.session) {
        let session = cx.session;
        let flags = BoardFlags { shapes_kept: false, ..layout.flags };
        board.follow_plain(Place { game_number: session.game_number, node: NodeId::ROOT });
        ui.scope_builder(UiBuilder::new().max_rect(layout.board), |ui| {
            let ask = &mut |request| cx.ask(request);
            let output = board.position_ui(ui, &position, &picture, flags, ask);
            board.explain(&position, &output, ask);
        });
    } else {
        layout.card_ui(ui, layout.board, |ui| tree_text_ui(ui, page, layout.board));
    }
}

/// Draws the tree, and below it the pseudo-code, or the node's text if it has no room elsewhere.
pub(super) fn page_ui(ui: &mut Ui, page: &mut TreePage, layout: &LabLayout, cx: &mut Cx<'_>) {
    let (room, editing) = (layout.page, page.editor.is_open());
    let words = layout.side.is_none() && page.recorded().is_some() && !editing;
    let below = if words {
        Some((room.height() * WORDS_SHARE).max(LEAST_WORDS))
    } else {
        code_height(page, layout).filter(|_| !editing)
    };
    let bottom = below.map_or(room.bottom(), |height| room.bottom() - height - layout.gap);
    layout.card_ui(ui, room.with_max_y(bottom), |ui| tree_ui(ui, page, cx));
    let Some(height) = below else { return };
    layout.card_ui(ui, room.with_min_y(room.bottom() - height), |ui| {
        if words {
            node::node_ui(ui, page, true, cx);
        } else {
            code::code_ui(ui, page);
        }
    });
}
