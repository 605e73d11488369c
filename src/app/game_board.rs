//! The board of the game, as every feature with a game on the board shows it: its view state, and
//! the commands that it emits.

use crate::app::request::Request;
use egui::{RichText, Ui};

use crate::app::{
    session::{GameCommand, MoveQuery, Place, Session},
    ui::board::{BoardOutput, BoardState, BoardView, OfferedMove, PositionPicture, board_ui},
    ui::theme::{self, Theme},
};
use minnow_rules::{Color, Move, Position};

/// The view state of the board.
#[derive(Default)]
pub struct GameBoard {
    board: BoardState,
    /// The origin of the shapes on the board.
    shown: Option<BoardContent>,
    focused: bool,
}

/// The source of a board's content; another source brings its own shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardContent {
    /// A position of the game in one of its revisions.
    Game { place: Place, revision: u64 },
    /// A position without shapes of its own, such as a problem's.
    Plain(Place),
}

/// The input that the board accepts.
#[derive(Clone, Copy, Debug)]
pub struct BoardFlags {
    /// True if the user may move the side to move.
    pub may_move: bool,
    /// The side that may choose its next move in advance.
    pub premove_side: Option<Color>,
    /// True if the user's shapes stay after the next click and become part of the game.
    pub shapes_kept: bool,
    /// False if the board ignores the mouse and the keyboard.
    pub enabled: bool,
}

impl GameBoard {
    /// True if the board has the keyboard focus.
    pub fn has_focus(&self) -> bool {
        self.focused
    }

    /// Notes whether a board that is drawn in place of this one has the keyboard focus.
    pub fn set_focus(&mut self, focused: bool) {
        self.focused = focused;
    }

    /// Draws the position of the game that is shown, with its shapes. Emits moves, changed shapes
    /// and questions about a move. Returns true if the user has dropped his premove.
    pub fn game_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        picture: &PositionPicture,
        flags: BoardFlags,
        ask: &mut impl FnMut(Request),
    ) -> bool {
        self.follow_game(session);
        let position = session.game.position();
        let output = self.position_ui(ui, position, picture, flags, ask);
        if output.shapes_changed {
            ask(GameCommand::KeepShapes(self.board.shapes().to_vec()).into());
        }
        // A premove is not yet a move of this position.
        if flags.premove_side.is_none() {
            self.explain(position, &output, ask);
        }
        output.premove_dropped
    }

    /// Draws a position. Emits the moves that the user makes.
    pub fn position_ui(
        &mut self,
        ui: &mut Ui,
        position: &Position,
        picture: &PositionPicture,
        flags: BoardFlags,
        ask: &mut impl FnMut(Request),
    ) -> BoardOutput {
        let (movable, moves) = match flags.premove_side {
            Some(side) => (Some(side), position.premoves(side)),
            None if flags.may_move => {
                (Some(position.turn()), position.legal_moves().into_iter().collect())
            }
            None => (None, Vec::new()),
        };
        let targets: Vec<_> = moves.iter().map(|mv| offered_move(position, *mv)).collect();
        let BoardFlags { shapes_kept, enabled, .. } = flags;
        let view = BoardView { picture, movable, targets: &targets, shapes_kept, enabled };
        let output = board_ui(ui, &mut self.board, &view);
        self.focused = output.response.has_focus();
        if let Some(offered) = output.chosen {
            ask(GameCommand::Move(offered.mv).into());
        }
        output
    }

    /// Emits the question about a move that was clicked with the right button.
    pub fn explain(
        &self,
        position: &Position,
        output: &BoardOutput,
        ask: &mut impl FnMut(Request),
    ) {
        if let Some(offered) = output.asked {
            ask(Request::Explain(MoveQuery { position: *position, mv: offered.mv }));
        }
    }

    /// Removes the shapes and any begun move when another position without shapes is shown.
    pub fn follow_plain(&mut self, place: Place) {
        let content = Some(BoardContent::Plain(place));
        if self.shown != content {
            self.shown = content;
            self.board.cancel();
            self.board.set_shapes(Vec::new());
        }
    }

    fn follow_game(&mut self, session: &Session) {
        let place = session.here();
        let content = Some(BoardContent::Game { place, revision: session.revision });
        if self.shown == content {
            return;
        }
        if self.shown.is_some_and(|old| old.place().game_number != place.game_number) {
            self.board.cancel();
        }
        self.shown = content;
        self.board.set_shapes(session.shapes_here());
    }
}

impl BoardContent {
    fn place(self) -> Place {
        match self {
            BoardContent::Game { place, .. } | BoardContent::Plain(place) => place,
        }
    }
}

/// The position of the game that is shown, with its last move.
pub(super) fn game_picture(session: &Session) -> PositionPicture {
    let node = session.game.node(session.game.cursor());
    let last_move = node.and_then(|node| node.played());
    position_picture(session, session.game.position(), last_move)
}

/// A position as the board shows it, with the move that led to it and an attacked king.
pub(super) fn position_picture(
    session: &Session,
    position: &Position,
    last_move: Option<Move>,
) -> PositionPicture {
    PositionPicture {
        flipped: session.flipped,
        last_move: last_move.map(|mv| (mv.from(), mv.to())),
        attacked_king: position.attacked_king(),
        ..PositionPicture::of(position, session.settings.board_look())
    }
}

/// A move, as the board offers it.
pub(super) fn offered_move(position: &Position, mv: Move) -> OfferedMove {
    OfferedMove {
        mv,
        from: mv.from(),
        to: position.target_square(mv),
        capture: position.captured(mv).is_some(),
        promotion: mv.promotion().filter(|_| position.variant().promotions.len() > 1),
    }
}

/// Shows the typed letters of a move over the lower edge of the board.
pub(super) fn typed_ui(ui: &mut Ui, typed: &str, board: egui::Rect) {
    let theme = Theme::of(ui);
    egui::Area::new(egui::Id::unique("typed move"))
        .pivot(egui::Align2::CENTER_BOTTOM)
        .fixed_pos(board.center_bottom() - egui::vec2(0.0, theme::SPACE_S))
        .interactable(false)
        .show(ui.ctx(), |ui| {
            theme.overlay().inner_margin(theme::SPACE_S as i8).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(theme::heading(typed));
                    ui.label(RichText::new("Enter plays it").small().color(theme.muted));
                });
            });
        });
}
