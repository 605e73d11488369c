//! The lessons' column in the lab: the lesson's own board, where it has one, above its text.

use egui::{Rect, Ui, UiBuilder, pos2, vec2};

use super::MinnowApp;
use crate::{
    app::{
        action::Action,
        game_board::{offered_move, typed_ui},
        lab::{LabAction, LessonAction},
        ui::board::{BoardView, Geometry, Hint, OfferedMove, board_ui},
        ui::theme::{BoardColors, SPACE_M, SPACE_S},
    },
    lab::lesson::LessonReply,
    rules::{Move, Position},
};

/// The most of the column's width that the board takes beside the text.
const BESIDE_SHARE: f32 = 0.38;
/// The most of the column's height that the board takes above the text.
const BOARD_SHARE: f32 = 0.46;

impl MinnowApp {
    /// The lesson's board and its text, or the text alone.
    pub(in crate::app) fn lesson_column_ui(
        &mut self,
        ui: &mut Ui,
        low: bool,
        out: &mut Vec<Action>,
    ) {
        let room = ui.available_rect_before_wrap();
        let Some((position, last_move)) = self.state.lab.lessons.position() else {
            return self.lab_side_ui(ui, low, false, out);
        };
        let gap = if low { SPACE_S } else { SPACE_M };
        // In a flat column the text stands beside the board.
        let beside = room.width() > room.height();
        let most = match beside {
            true => vec2(room.width() * BESIDE_SHARE, room.height()),
            false => vec2(room.width(), room.height() * BOARD_SHARE),
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
        ui.scope_builder(UiBuilder::new().id_salt("lesson").max_rect(board), |ui| {
            self.lesson_board_ui(ui, &position, last_move, out);
        });
        if !self.state.session.typed.is_empty() {
            typed_ui(ui, &self.state.session.typed, board);
        }
        let corner = match beside {
            true => pos2(board.right() + gap, room.top()),
            false => pos2(room.left(), board.bottom() + gap),
        };
        let card = Rect::from_min_max(corner, room.max);
        ui.scope_builder(UiBuilder::new().max_rect(card), |ui| {
            self.lab_side_ui(ui, low, false, out)
        });
    }

    fn lesson_board_ui(
        &mut self,
        ui: &mut Ui,
        position: &Position,
        last_move: Option<Move>,
        out: &mut Vec<Action>,
    ) {
        let lessons = &self.state.lab.lessons;
        if self.lesson_shown != Some(lessons.at()) {
            self.lesson_shown = Some(lessons.at());
            self.lesson_board = Default::default();
        }
        let offered = lessons.moves_on_offer();
        let moves: Vec<Move> =
            offered.iter().flat_map(|position| position.legal_moves().into_iter()).collect();
        let targets: Vec<OfferedMove> =
            moves.iter().map(|played| offered_move(position, *played)).collect();
        let pieces: Vec<_> = position.board().pieces().collect();
        let right = lessons.right_move();
        let state = &self.state;
        let view = BoardView {
            files: position.variant().files,
            ranks: position.variant().ranks,
            flipped: lessons.flipped,
            pieces: &pieces,
            movable: offered.map(|position| position.turn()),
            targets: &targets,
            last_move: last_move.map(|played| (played.from(), played.to())),
            attacked_king: None,
            hint: right.map(|played| Hint::Move(played.from(), position.target_square(played))),
            arrows: &[],
            shapes_kept: false,
            colors: BoardColors::by_id(&state.session.settings.board_colors),
            coordinates: true,
            animate: false,
            enabled: state.question.is_none() && state.page().is_none(),
        };
        let output = board_ui(ui, &mut self.lesson_board, &view);
        self.board.set_focus(output.response.has_focus());
        if let Some(offered) = output.played {
            let reply = LessonReply::Move(offered.mv);
            out.push(Action::Lab(LabAction::Lesson(LessonAction::Answer(reply))));
        }
    }
}
