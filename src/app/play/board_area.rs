//! The board of the game between the strips of the two players.

use egui::{Rect, Ui, UiBuilder, pos2, vec2};

use super::{Play, PlayAction, players::player_ui};
use crate::app::{
    game_board::{BoardFlags, GameBoard, game_picture},
    session::{Out, Session},
    ui::board::{Geometry, Hint, PositionPicture},
    ui::breakpoints::is_low,
    ui::theme,
};
use minnow_rules::Color;

/// The facts about the screen that the views of Play depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayFlags {
    /// True if a human may move in the position shown.
    pub may_move: bool,
    pub may_review: bool,
    /// True if a question or a page covers the window.
    pub covered: bool,
}

/// Draws the board and the players' strips.
pub(crate) fn board_area_ui(
    ui: &mut Ui,
    session: &Session,
    play: &Play,
    board: &mut GameBoard,
    flags: PlayFlags,
    now_ms: u64,
    out: &mut Out<PlayAction>,
) {
    let room = ui.available_rect_before_wrap();
    let low = is_low(ui.ctx().content_rect().size());
    let strip = if low { theme::LOW_STRIP_HEIGHT } else { theme::STRIP_HEIGHT };
    let board_room = room.shrink2(vec2(0.0, strip));
    let variant = session.variant();
    let (files, ranks) = (variant.files, variant.ranks);
    let geometry = Geometry::fit(board_room, ui.pixels_per_point(), files, ranks, session.flipped);
    let rect = geometry.board_rect();
    let width = rect.width().max(theme::STRIP_WIDTH.min(room.width()));
    let below = if session.flipped { Color::Black } else { Color::White };
    for (color, top) in [(!below, rect.top() - strip), (below, rect.bottom())] {
        let center = pos2(room.center().x, top + strip / 2.0);
        let place = Rect::from_center_size(center, vec2(width, strip));
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            player_ui(ui, session, play, color, now_ms);
        });
    }
    ui.scope_builder(UiBuilder::new().max_rect(board_room), |ui| {
        let picture = PositionPicture {
            premove: play.premove_squares(session),
            hint: shown_hint(session, play),
            arrows: play.coach_arrows(session),
            ..game_picture(session)
        };
        let flags = BoardFlags {
            may_move: flags.may_move,
            premove_side: play.premove_side(session),
            // In the current position of a game, drawn shapes are not part of the record.
            shapes_kept: !session.at_head() || session.end().is_some(),
            enabled: !flags.covered,
        };
        if board.game_ui(ui, session, &picture, flags, &mut |request| out.ask(request)) {
            out.push(PlayAction::DropPremove);
        }
    });
}

fn shown_hint(session: &Session, play: &Play) -> Option<Hint> {
    let hint = play.hint.filter(|hint| hint.place == session.here())?;
    Some(if hint.whole {
        Hint::Move(hint.mv.from(), hint.mv.to())
    } else {
        Hint::Piece(hint.mv.from())
    })
}
