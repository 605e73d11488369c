//! The middle of the window: the board between the two players' strips.

use egui::{Rect, Ui, vec2};

use super::MinnowApp;
use crate::{
    app::{
        action::Action,
        analyse::arrows::live_arrows,
        play::{banner, players},
        screen::AppState,
        session::{Command, Mode, MoveQuery},
        shell::status,
        ui::board::{Arrow, BoardOutput, BoardView, Geometry, Hint, OfferedMove, board_ui},
        ui::breakpoints::is_low,
        ui::theme::{self, BoardColors},
    },
    rules::{Color, Move, Position},
};

/// A position with what is laid over it.
pub(super) struct Scene {
    pub position: Position,
    pub last_move: Option<Move>,
    pub hint: Option<Hint>,
    pub arrows: Vec<Arrow>,
    /// Whether what the user draws stays after the next click.
    pub shapes_kept: bool,
}

impl MinnowApp {
    /// The board between the two players' strips.
    pub(in crate::app) fn middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let now_ms = self.now_ms();
        let below = if self.state.session.flipped { Color::Black } else { Color::White };
        let room = ui.available_rect_before_wrap();
        let low = is_low(ui.ctx().content_rect().size());
        let strip = if low { theme::LOW_STRIP_HEIGHT } else { theme::STRIP_HEIGHT };
        let board_room = room.shrink2(vec2(0.0, strip));
        let variant = self.state.session.variant();
        let geometry = Geometry::fit(
            board_room,
            ui.pixels_per_point(),
            variant.files,
            variant.ranks,
            self.state.session.flipped,
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
        if !self.state.session.typed.is_empty() {
            status::typed_ui(ui, &self.state.session.typed, board);
        }
        if self.state.question.is_none() && self.state.page().is_none() {
            banner::banner_ui(ui, &self.state, board, out);
        }
    }

    pub(in crate::app) fn the_board_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let state = &self.state;
        let place = state.session.here();
        let shown = Some((place, state.session.revision));
        if self.board_place != shown {
            if self.board_place.is_some_and(|(old, _)| old.game_number != place.game_number) {
                self.board.cancel();
            }
            self.board_place = shown;
            self.board.set_shapes(state.session.shapes_here());
        }
        let node = state.session.game.node(state.session.game.cursor());
        let hint = state.play.hint.filter(|hint| hint.place == place).map(|hint| {
            if hint.whole {
                Hint::Move(hint.played.from(), hint.played.to())
            } else {
                Hint::Piece(hint.played.from())
            }
        });
        let arrows = match state.mode() {
            Mode::Play | Mode::Lab => Vec::new(),
            Mode::Analyse => live_arrows(&state.session, &state.live),
        };
        let scene = Scene {
            position: *state.session.game.position(),
            last_move: node.and_then(|node| node.played()),
            hint,
            arrows,
            // In the running game they are fleeting; anywhere else they are part of the record.
            shapes_kept: state.mode() != Mode::Play
                || !state.session.at_head()
                || state.session.end().is_some(),
        };
        let output = self.scene_ui(ui, &scene, out);
        if output.shapes_changed {
            out.push(Action::Command(Command::KeepShapes(self.board.shapes().to_vec())));
        }
        out.extend(output.asked.map(|offered| asked(&scene.position, offered)));
    }

    /// Shows a position on the board, with the moves that the user may make where he looks.
    pub(in crate::app) fn scene_ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        out: &mut Vec<Action>,
    ) -> BoardOutput {
        let state = &self.state;
        let position = &scene.position;
        let pieces: Vec<_> = position.board().pieces().collect();
        let targets = if state.may_move() { AppState::offered_moves(position) } else { Vec::new() };
        let attacked = [position.turn(), !position.turn()]
            .into_iter()
            .find(|color| position.is_attacked(*color))
            .and_then(|color| position.board().king(color));
        let view = BoardView {
            files: position.variant().files,
            ranks: position.variant().ranks,
            flipped: state.session.flipped,
            pieces: &pieces,
            movable: state.may_move().then_some(position.turn()),
            targets: &targets,
            last_move: scene.last_move.map(|played| (played.from(), played.to())),
            attacked_king: attacked,
            hint: scene.hint,
            arrows: &scene.arrows,
            shapes_kept: scene.shapes_kept,
            colors: BoardColors::by_id(&state.session.settings.board_colors),
            coordinates: true,
            animate: state.session.settings.animate,
            enabled: state.question.is_none() && state.page().is_none(),
        };
        let output = board_ui(ui, &mut self.board, &view);
        self.board_focused = output.response.has_focus();
        if let Some(offered) = output.played {
            out.push(Action::Command(Command::Move(offered.mv)));
        }
        output
    }
}

/// The question about a move of the board that was clicked with the right button.
pub(in crate::app) fn asked(position: &Position, offered: OfferedMove) -> Action {
    Action::Command(Command::Explain(MoveQuery { position: *position, mv: offered.mv }))
}
