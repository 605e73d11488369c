//! The board of the game, as every feature with a game on the board shows it: its view state, and
//! the commands that it emits.

use crate::app::request::Request;
use egui::{RichText, Ui};

use crate::app::{
    session::{GameCommand, MoveQuery, Place, Session},
    ui::board::{Arrow, BoardOutput, BoardState, BoardView, Hint, OfferedMove, board_ui},
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

/// A position with what is drawn over it.
pub struct BoardScene {
    pub position: Position,
    pub last_move: Option<Move>,
    pub hint: Option<Hint>,
    pub arrows: Vec<Arrow>,
    /// True if the user's shapes stay after the next click.
    pub shapes_kept: bool,
    /// The moves that the side not to move may choose in advance.
    pub premoves: Option<PremoveOffer>,
}

/// The moves that a user may choose before it is his turn.
#[derive(Clone, Debug)]
pub struct PremoveOffer {
    /// The user's side.
    pub color: Color,
    pub moves: Vec<Move>,
    /// The move that is chosen.
    pub chosen: Option<Move>,
}

/// The marks that a feature draws over the position of the game.
#[derive(Default)]
pub struct BoardLayer {
    pub hint: Option<Hint>,
    pub arrows: Vec<Arrow>,
    /// True if the user's shapes stay after the next click and become part of the game.
    pub shapes_kept: bool,
    /// The moves that the side not to move may choose in advance.
    pub premoves: Option<PremoveOffer>,
}

/// The input that the board accepts.
#[derive(Clone, Copy, Debug)]
pub struct BoardFlags {
    /// True if the user may move the side to move.
    pub may_move: bool,
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
        layer: BoardLayer,
        flags: BoardFlags,
        ask: &mut impl FnMut(Request),
    ) -> bool {
        self.follow_game(session);
        let node = session.game.node(session.game.cursor());
        let scene = BoardScene {
            position: *session.game.position(),
            last_move: node.and_then(|node| node.played()),
            hint: layer.hint,
            arrows: layer.arrows,
            shapes_kept: layer.shapes_kept,
            premoves: layer.premoves,
        };
        let output = self.scene_ui(ui, session, &scene, flags, ask);
        if output.shapes_changed {
            ask(GameCommand::KeepShapes(self.board.shapes().to_vec()).into());
        }
        // A premove is not yet a move of this position.
        if scene.premoves.is_none() {
            self.explain(&scene.position, &output, ask);
        }
        output.premove_dropped
    }

    /// Draws a scene. Emits the moves that the user makes.
    pub fn scene_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        scene: &BoardScene,
        flags: BoardFlags,
        ask: &mut impl FnMut(Request),
    ) -> BoardOutput {
        let position = &scene.position;
        let pieces: Vec<_> = position.board().pieces().collect();
        let premoves = scene.premoves.as_ref();
        let (movable, targets) = match premoves {
            Some(offer) => (Some(offer.color), offered(position, &offer.moves)),
            None if flags.may_move => (Some(position.turn()), offered_moves(position)),
            None => (None, Vec::new()),
        };
        let premove = premoves.and_then(|offer| offer.chosen);
        let view = BoardView {
            files: position.variant().files,
            ranks: position.variant().ranks,
            flipped: session.flipped,
            pieces: &pieces,
            movable,
            targets: &targets,
            last_move: scene.last_move.map(|mv| (mv.from(), mv.to())),
            premove: premove.map(|mv| (mv.from(), position.target_square(mv))),
            attacked_king: position.attacked_king(),
            hint: scene.hint,
            arrows: &scene.arrows,
            shapes_kept: scene.shapes_kept,
            look: session.settings.board_look(),
            enabled: flags.enabled,
        };
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

/// The legal moves of a position, as the board offers them.
pub(super) fn offered_moves(position: &Position) -> Vec<OfferedMove> {
    offered(position, &position.legal_moves().into_iter().collect::<Vec<Move>>())
}

fn offered(position: &Position, moves: &[Move]) -> Vec<OfferedMove> {
    moves.iter().map(|mv| offered_move(position, *mv)).collect()
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
