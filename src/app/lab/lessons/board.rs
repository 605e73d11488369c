//! The lessons' column in the lab: the lesson's own board, if it has one, above its text.

use egui::{Rect, Ui, UiBuilder, pos2, vec2};

use super::{LessonAction, LessonsPage, view::lessons_side_ui};
use crate::app::{
    game_board::{offered_move, typed_ui},
    lab::{
        LabAction, LabViews,
        area::in_card_ui,
        pages::{LabContext, PageRooms},
    },
    session::Out,
    ui::board::{BoardLook, BoardState, BoardView, Geometry, Hint, OfferedMove, board_ui},
    ui::theme::{SPACE_M, SPACE_S},
};
use minnow_lab::lesson::LessonReply;
use minnow_rules::{Move, Position};

/// The board's largest share of the column's width beside the text, and of its height above it.
const BESIDE_SHARE: f32 = 0.38;
const ABOVE_SHARE: f32 = 0.46;

/// The state of the lesson's board from frame to frame.
#[derive(Default)]
pub struct LessonBoard {
    board: BoardState,
    /// The lesson that the board shows.
    lesson: Option<usize>,
}

/// Draws the lesson's board and its text, or the text alone. Returns whether the board has the
/// keyboard focus.
pub fn lesson_column_ui(
    ui: &mut Ui,
    context: LabContext<'_>,
    views: &mut LabViews,
    rooms: &PageRooms,
    out: &mut Out<LabAction>,
) -> Option<bool> {
    let room = ui.available_rect_before_wrap();
    let lessons = &context.lab.lessons;
    let Some((position, last_move)) = lessons.position() else {
        text_card_ui(ui, lessons, rooms, out);
        return None;
    };
    let gap = if rooms.low { SPACE_S } else { SPACE_M };
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
    let shown = ui.scope_builder(builder, |ui| {
        let board = &mut views.lesson_board;
        out.part(LabAction::Lesson, |out| {
            lesson_board_ui(ui, context, board, &position, last_move, out)
        })
    });
    if !context.session.typed.is_empty() {
        typed_ui(ui, &context.session.typed, board);
    }
    let corner = if beside {
        pos2(board.right() + gap, room.top())
    } else {
        pos2(room.left(), board.bottom() + gap)
    };
    let card = Rect::from_min_max(corner, room.max);
    ui.scope_builder(UiBuilder::new().max_rect(card), |ui| {
        text_card_ui(ui, lessons, rooms, out);
    });
    Some(shown.inner)
}

/// Draws the card of the lesson's text.
fn text_card_ui(ui: &mut Ui, lessons: &LessonsPage, rooms: &PageRooms, out: &mut Out<LabAction>) {
    in_card_ui(ui, rooms.low, |ui| {
        out.part(LabAction::Lesson, |out| lessons_side_ui(ui, lessons, out));
    });
}

/// Draws the board. Returns whether it has the keyboard focus.
fn lesson_board_ui(
    ui: &mut Ui,
    context: LabContext<'_>,
    shown: &mut LessonBoard,
    position: &Position,
    last_move: Option<Move>,
    out: &mut Out<LessonAction>,
) -> bool {
    let lessons: &LessonsPage = &context.lab.lessons;
    if shown.lesson != Some(lessons.at()) {
        *shown = LessonBoard { lesson: Some(lessons.at()), board: BoardState::default() };
    }
    let offered = lessons.moves_on_offer();
    let moves: Vec<Move> =
        offered.iter().flat_map(|position| position.legal_moves().into_iter()).collect();
    let targets: Vec<OfferedMove> =
        moves.iter().map(|played| offered_move(position, *played)).collect();
    let pieces: Vec<_> = position.board().pieces().collect();
    let right = lessons.right_move();
    let view = BoardView {
        files: position.variant().files,
        ranks: position.variant().ranks,
        flipped: lessons.flipped,
        pieces: &pieces,
        movable: offered.map(|position| position.turn()),
        targets: &targets,
        last_move: last_move.map(|played| (played.from(), played.to())),
        premove: None,
        attacked_king: None,
        hint: right.map(|played| Hint::Move(played.from(), position.target_square(played))),
        arrows: &[],
        shapes_kept: false,
        look: BoardLook { animate: false, ..context.session.settings.board_look() },
        enabled: context.flags.enabled,
    };
    let output = board_ui(ui, &mut shown.board, &view);
    if let Some(offered) = output.chosen {
        out.push(LessonAction::Answer(LessonReply::Move(offered.mv)));
    }
    output.response.has_focus()
}
