//! The pictures of a lesson: its own board, if it has one, in the column above its text, and its tree as
//! boxes, without results while the question is open, with those of the search once it is answered.

use egui::{Rect, Response, Ui, UiBuilder, pos2, vec2};

use super::{
    LessonsPage,
    view::{answer, side_ui},
};
use crate::app::{
    context::Cx,
    game_board::offered_move,
    lab::area::{LabDiagram, LabLayout, kind_tone},
    ui::board::{BoardLook, BoardView, Geometry, Hint, OfferedMove, PositionPicture, board_ui},
    ui::diagram::{DiagramNode, Tone},
    ui::theme::{SPACE_M, SPACE_S},
};
use minnow_engine::Branch;
use minnow_lab::{
    Algorithm, Tree,
    lesson::{LessonNode, LessonReply, LessonSearch, LessonTree},
};
use minnow_rules::{Move, Position};

/// The board's largest share of the column's width beside the text, and of its height above it.
const BESIDE_SHARE: f32 = 0.38;
const ABOVE_SHARE: f32 = 0.46;

/// Draws the lesson's board and its text, or the text alone.
pub(super) fn column_ui(
    ui: &mut Ui,
    lessons: &mut LessonsPage,
    layout: &mut LabLayout<'_>,
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
    layout.game_board.note(&shown.inner);
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

/// The drawing of the lesson's tree.
pub(super) fn drawing(tree: &LessonTree, lessons: &LessonsPage) -> LabDiagram {
    let right = lessons.right_replies();
    // Minimax has no windows, so its nodes have no kinds; early lessons have not explained them.
    let lesson = lessons.lesson();
    let kinds = lesson.names_kinds && lesson.technique.algorithm != Algorithm::Minimax;
    LabDiagram::new(tree, lessons.selected(), |spot| {
        let mut node = match lessons.searched() {
            Some(searched) => searched_node(tree, spot, searched, kinds),
            None => bare_node(tree, spot),
        };
        let is_right = right.contains(&LessonReply::Node(spot.path.clone()));
        let is_chosen = lessons.selected() == Some(spot.path.as_slice());
        if is_right {
            node.tone = Tone::Right;
        } else if is_chosen && !lessons.is_answered() {
            node.tone = Tone::Wrong;
        }
        let best = lessons.searched().is_some_and(|s| leads_here(s, &spot.path));
        DiagramNode { name: spot.label(), best, ..node }
    })
}

/// `c3-d4`; empty in a tree without a board.
fn move_title(spot: &LessonNode) -> Option<String> {
    let is_move = spot.name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let (from, to) = spot.name.split_at_checked(2).filter(|_| is_move)?;
    Some(format!("{from}-{to}"))
}

fn bare_node(tree: &LessonTree, spot: &LessonNode) -> DiagramNode {
    let value = spot.leaf.clone();
    let player = tree.player(spot.is_max);
    match move_title(spot) {
        Some(title) => DiagramNode { title, note: value.unwrap_or_default(), ..Default::default() },
        None => DiagramNode { title: value.unwrap_or(player.to_owned()), ..Default::default() },
    }
}

/// True if the best line of the search leads to a node.
fn leads_here(searched: &LessonSearch, path: &[Branch]) -> bool {
    (0..path.len()).all(|ply| {
        let exit = searched.visits(&path[..ply]).last().and_then(|visit| visit.exit);
        exit.is_some_and(|exit| exit.best == Some(path[ply]))
    })
}

fn searched_node(
    tree: &LessonTree,
    spot: &LessonNode,
    searched: &LessonSearch,
    kinds: bool,
) -> DiagramNode {
    let bare = bare_node(tree, spot);
    let visits = searched.visits(&spot.path);
    let Some(visit) = visits.last() else {
        return DiagramNode { tone: Tone::Never, note: never_note(&bare), ..bare };
    };
    let Some(exit) = visit.exit.filter(|_| spot.leaf.is_none()) else { return bare };
    let value = format!("{}{}", exit.bound.sign(), tree.score_text(exit.score));
    let kind = exit.kind.filter(|_| kinds);
    let (tone, kind) = kind.map_or((Tone::Plain, ""), |kind| (kind_tone(kind), kind.name()));
    match move_title(spot) {
        Some(title) => {
            let note = format!("{value} {kind}").trim_end().to_owned();
            DiagramNode { title, note, tone, ..bare }
        }
        None => DiagramNode { title: value, note: kind.to_owned(), tone, ..bare },
    }
}

/// The note on a node that was not visited: a leaf keeps its number.
fn never_note(bare: &DiagramNode) -> String {
    if bare.note.is_empty() { "not seen".to_owned() } else { bare.note.clone() }
}
