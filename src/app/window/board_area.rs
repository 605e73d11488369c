//! The middle of the window: the board between the two players' strips.

use egui::{Rect, Ui, vec2};

use super::{MinnowApp, analyse::live_arrows};
use crate::{
    app::{
        action::{Action, Mode},
        board::{BoardView, Geometry, Hint, Target, board_ui},
        layout::is_low,
        panels::{banner, players, status},
        theme::{self, BoardColors},
    },
    rules::Color,
};

impl MinnowApp {
    /// The board between the two players' strips.
    pub(super) fn middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let now_ms = self.now_ms();
        let below = if self.state.flipped { Color::Black } else { Color::White };
        let room = ui.available_rect_before_wrap();
        let low = is_low(ui.ctx().content_rect().size());
        let strip = if low { theme::LOW_STRIP_HEIGHT } else { theme::STRIP_HEIGHT };
        let board_room = room.shrink2(vec2(0.0, strip));
        let variant = self.state.variant();
        let geometry = Geometry::fit(
            board_room,
            ui.pixels_per_point(),
            variant.files,
            variant.ranks,
            self.state.flipped,
        );
        let board = geometry.board_rect();
        let wide = board.width().max(theme::STRIP_WIDTH.min(room.width()));
        let strip_at = |top: f32| {
            Rect::from_center_size(
                egui::pos2(room.center().x, top + strip / 2.0),
                vec2(wide, strip),
            )
        };
        for (color, top) in [(!below, board.top() - strip), (below, board.bottom())] {
            ui.scope_builder(egui::UiBuilder::new().max_rect(strip_at(top)), |ui| {
                players::player_ui(ui, &self.state, color, now_ms);
            });
        }
        ui.scope_builder(egui::UiBuilder::new().max_rect(board_room), |ui| {
            self.the_board_ui(ui, out);
        });
        if !self.state.typed.is_empty() {
            status::typed_ui(ui, &self.state.typed, board);
        }
        if self.state.question.is_none() && self.state.page.is_none() {
            banner::banner_ui(ui, &self.state, board, out);
        }
    }

    pub(super) fn the_board_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let state = &self.state;
        let place = state.here();
        if self.board_place != Some(place) {
            if self.board_place.is_some_and(|old| old.game_number != place.game_number) {
                self.board.cancel();
            }
            self.board_place = Some(place);
            self.board.set_shapes(state.shapes_here());
        }
        let position = state.game.position();
        let pieces: Vec<_> = position.board().pieces().collect();
        let targets: Vec<Target> = if state.may_move() { state.targets() } else { Vec::new() };
        let node = state.game.node(state.game.cursor());
        let last_move = node.and_then(|node| node.played()).map(|m| (m.from(), m.to()));
        let attacked = [position.turn(), !position.turn()]
            .into_iter()
            .find(|color| position.is_attacked(*color))
            .and_then(|color| position.board().king(color));
        let hint = state.hint.filter(|hint| hint.place == place).map(|hint| {
            if hint.whole {
                Hint::Move(hint.played.from(), hint.played.to())
            } else {
                Hint::Piece(hint.played.from())
            }
        });
        let arrows = match state.mode {
            Mode::Play => Vec::new(),
            Mode::Analyse => live_arrows(state),
        };
        let view = BoardView {
            files: position.variant().files,
            ranks: position.variant().ranks,
            flipped: state.flipped,
            pieces: &pieces,
            movable: state.may_move().then_some(position.turn()),
            targets: &targets,
            last_move,
            attacked_king: attacked,
            hint,
            arrows: &arrows,
            // In the running game they are fleeting; anywhere else they are part of the record.
            shapes_kept: state.mode == Mode::Analyse || !state.at_head() || state.end().is_some(),
            colors: BoardColors::by_id(&state.settings.board_colors),
            coordinates: true,
            animate: state.settings.animate,
            enabled: state.question.is_none() && state.page.is_none(),
        };
        let output = board_ui(ui, &mut self.board, &view);
        self.board_focused = output.response.has_focus();
        if let Some(Target { from, to, promotion, .. }) = output.played {
            out.push(Action::BoardMove { from, to, promotion });
        }
        if output.shapes_changed {
            out.push(Action::KeepShapes(self.board.shapes().to_vec()));
        }
    }
}
