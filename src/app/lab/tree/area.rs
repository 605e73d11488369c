//! The arrangement of the tree page: the tree, the pseudo-code, the node's text and its position.

use egui::{Rect, Ui, UiBuilder};

use super::{TreePage, code, node, view::tree_ui};
use crate::app::{
    game_board::BoardScene,
    lab::{
        LabAction, LabViews,
        area::in_card_ui,
        pages::{LabContext, PageRooms},
    },
    session::Out,
    ui::board::{Arrow, Brush},
    ui::theme::{SPACE_L, SPACE_S},
};
use minnow_engine::Branch;
use minnow_rules::Move;

// Sizes in points.
/// The pseudo-code is shown if at least this height remains for the tree.
const TREE_FROM_HEIGHT: f32 = 340.0;
/// Without a card below the board, the node's text takes this share of the page.
const WORDS_SHARE: f32 = 0.34;
const LEAST_WORDS: f32 = 76.0;

impl TreePage {
    /// The position at the selected node, with the best reply as an arrow once the search has left the
    /// node; `None` without a recording that began from a position.
    pub fn node_scene(&self) -> Option<BoardScene> {
        let recorded = self.recorded()?;
        let visit = self.selected();
        let position = recorded.position(visit)?;
        let node = recorded.visit(visit)?;
        let move_of = |branch: Branch| Move::from_bits(branch.0);
        let exit = node.exit.filter(|_| recorded.is_left(visit, self.stepper.at()));
        let best = exit.and_then(|exit| exit.best).and_then(move_of);
        let arrow = |mv: Move| Arrow::new(mv.from(), position.target_square(mv), Brush::Best, 1.0);
        Some(BoardScene {
            position,
            last_move: node.played.and_then(move_of),
            hint: None,
            arrows: best.map(arrow).into_iter().collect(),
            shapes_kept: false,
            premoves: None,
        })
    }
}

/// The height of the pseudo-code's card, if there is room for it.
fn code_height(page: &TreePage, rooms: &PageRooms) -> Option<f32> {
    let margin = if rooms.low { SPACE_S } else { SPACE_L };
    let height = code::code_height(page)? + 2.0 * margin;
    let left = rooms.page.height() - rooms.gap - height;
    (rooms.side.is_some() && left >= TREE_FROM_HEIGHT).then_some(height)
}

/// Draws the node's text below the board. It leaves out the event that the pseudo-code's card
/// describes.
pub fn tree_side_ui(
    ui: &mut Ui,
    context: LabContext<'_>,
    rooms: &PageRooms,
    out: &mut Out<LabAction>,
) {
    let page = &context.lab.tree;
    let described =
        code_height(page, rooms).is_some() && rooms.page.width() >= code::WORDS_FROM_WIDTH;
    out.part(LabAction::Tree, |out| node::node_ui(ui, page, !described, out));
}

/// Draws the tree, and below it the pseudo-code, or the node's text if it has no room elsewhere.
pub fn tree_page_ui(
    ui: &mut Ui,
    context: LabContext<'_>,
    views: &mut LabViews,
    rooms: &PageRooms,
    out: &mut Out<LabAction>,
) {
    let (room, page) = (rooms.page, &context.lab.tree);
    let editing = page.editor.is_open();
    let words = rooms.side.is_none() && page.recorded().is_some() && !editing;
    let below = if words {
        Some((room.height() * WORDS_SHARE).max(LEAST_WORDS))
    } else {
        code_height(page, rooms).filter(|_| !editing)
    };
    let bottom = below.map_or(room.bottom(), |height| room.bottom() - height - rooms.gap);
    let in_room = |rect: Rect| UiBuilder::new().max_rect(rect);
    out.part(LabAction::Tree, |out| {
        ui.scope_builder(in_room(room.with_max_y(bottom)), |ui| {
            in_card_ui(ui, rooms.low, |ui| {
                tree_ui(ui, context.session, page, &mut views.tree, out);
            });
        });
        let Some(height) = below else { return };
        ui.scope_builder(in_room(room.with_min_y(room.bottom() - height)), |ui| {
            in_card_ui(ui, rooms.low, |ui| {
                if words {
                    node::node_ui(ui, page, true, out);
                } else {
                    code::code_ui(ui, page);
                }
            });
        });
    });
}
