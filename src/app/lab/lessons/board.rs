//! The lessons' column in the lab: the lesson's own board, if it has one, above its text.

use egui::{Rect, Response, Ui, UiBuilder, pos2, vec2};

use super::{
    LessonsPage,
    view::{answer, side_ui},
};
use crate::app::{
    context::Cx,
    game_board::{GameBoard, offered_move},
    lab::area::LabLayout,
    ui::board::{BoardLook, BoardView, Geometry, Hint, OfferedMove, PositionPicture, board_ui},
    ui::theme::{SPACE_M, SPACE_S},
};
use minnow_lab::lesson::LessonReply;
use minnow_rules::{Move, Position};

/// The board's largest share of the column's width beside the text, and of its height above it.
const BESIDE_SHARE: f32 = 0.38;
const ABOVE_SHARE: f32 = 0.46;

/// Draws the lesson's board and its text, or the text alone.
pub(super) fn column_ui(
    ui: &mut Ui,
    lessons: &mut LessonsPage,
    layout: &LabLayout,
    game_board: &mut GameBoard,
    cx: &mut Cx<'_>,
) {
    let Some((position, last_move)) = lessons.position() else {
        layout.card_ui(ui, layout.column, |ui| side_ui(ui, lessons, cx));
        return;
    };
    let (room, gap) = (layout.column, if layout.low { SPACE_S } else { SPACE_M });
    // In a flat column the text stands beside the board.
    let beside = room.width() > room.height();
    let most = if beside {
        vec2(room.width() * BESIDE_SHARE, room.height())
    } else {
        vec2(room.width(), room.height() * ABOVE_SHARE)
    };
    let variant = position.variant();
    let fitted = Geometry::fit(
        Rect::from_min_size(room.min, most),
        ui.pixels_per_point(),
        variant.files,
        variant.ranks,
        false,
    );
    let size = fitted.board_rect().size();
    let width = if beside { size.x } else { room.width() };
    let board = Rect::from_min_size(room.min, vec2(width, size.y));
    let builder = UiBuilder::new().id_salt("lesson").max_rect(board);
    let enabled = layout.flags.enabled;
    let shown = ui.scope_builder(builder, |ui| {
        lesson_board_ui(ui, lessons, &position, last_move, enabled, cx)
    });
    game_board.note(&shown.inner);
    let corner = if beside {
        pos2(board.right() + gap, room.top())
    } else {
        pos2(room.left(), board.bottom() + gap)
    };
    let card = Rect::from_min_max(corner, room.max);
    layout.card_ui(ui, card, |ui| side_ui(ui, lessons, cx));
}

/// Draws the board.
fn lesson_board_ui(
    ui: &mut Ui,
    lessons: &mut LessonsPage,
    position: &Position,
    last_move: Option<Move>,
    enabled: bool,
    cx: &mut Cx<'_>,
) -> Response {
    let offered = lessons.moves_on_offer();
    let moves: Vec<Move> =
        offered.iter().flat_map(|position| position.legal_moves().into_iter()).collect();
    let targets: Vec<OfferedMove> = moves.iter().map(|mv| offered_move(position, *mv)).collect();
    let right = lessons.right_move();
    let look = BoardLook { animate: false, ..cx.session.settings.board_look() };
    let picture = PositionPicture {
        flipped: lessons.flipped,
        last_move: last_move.map(|mv| (mv.from(), mv.to())),
        hint: right.map(|mv| Hint::Move(mv.from(), position.target_square(mv))),
        ..PositionPicture::of(position, look)
    };
    let view = BoardView {
        picture: &picture,
        movable: offered.map(|position| position.turn()),
        targets: &targets,
        shapes_kept: false,
        enabled,
    };
    let output = board_ui(ui, &mut lessons.board, &view);
    if let Some(offered) = output.chosen {
        answer(lessons, LessonReply::Move(offered.mv), cx);
    }
    output.response
}
