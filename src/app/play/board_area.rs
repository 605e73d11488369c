//! The board of the game between the strips of the two players.

use egui::{Ui, UiBuilder};

use super::{Play, players::player_ui};
use crate::app::{
    context::Cx,
    game_board::{BoardFlags, BoardPlace, GameBoard, game_picture},
    request::Request,
    session::Session,
    ui::board::{Hint, PositionPicture},
};
use minnow_rules::Color;

impl Play {
    /// Draws the board and the players' strips.
    pub(in crate::app) fn board_ui(
        &mut self,
        ui: &mut Ui,
        board: &mut GameBoard,
        flags: BoardFlags,
        cx: &mut Cx<'_>,
    ) {
        let (session, now_ms) = (cx.session, cx.now_ms);
        let place = BoardPlace::fit(ui, ui.available_rect_before_wrap(), session);
        let below = if session.flipped { Color::Black } else { Color::White };
        for (color, strip) in [!below, below].into_iter().zip(place.strips) {
            ui.scope_builder(UiBuilder::new().max_rect(strip), |ui| {
                player_ui(ui, session, self, color, now_ms);
            });
        }
        let picture = PositionPicture {
            premove: self.premove_squares(session),
            hint: self.hint_on_board(session),
            arrows: self.coach_arrows(session),
            ..game_picture(session)
        };
        let flags = BoardFlags {
            premove_side: self.premove_side(session),
            // In the current position of a game, drawn shapes are not part of the record.
            shapes_kept: !session.at_head() || session.end().is_some(),
            ..flags
        };
        ui.scope_builder(UiBuilder::new().max_rect(place.board), |ui| {
            if board.game_ui(ui, session, &picture, flags, &mut |request| cx.ask(request)) {
                self.premove = None;
                cx.ask(Request::Wake);
            }
        });
    }

    fn hint_on_board(&self, session: &Session) -> Option<Hint> {
        let hint = self.hint.filter(|hint| hint.place == session.here())?;
        Some(if hint.whole {
            Hint::Move(hint.mv.from(), hint.mv.to())
        } else {
            Hint::Piece(hint.mv.from())
        })
    }
}
