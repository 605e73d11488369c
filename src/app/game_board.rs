//! The board of the game, as every feature with a game on the board shows it: its view state, and
//! the commands that it emits.

use crate::app::request::Request;
use egui::{Align2, Area, Id, Label, Margin, Rect, Response, RichText, Ui, pos2, vec2};

use crate::app::{
    session::{GameCommand, MoveQuery, Place, Session},
    ui::board::{
        BoardOutput, BoardState, BoardView, Geometry, OfferedMove, PositionPicture, board_ui,
    },
    ui::breakpoints::is_slim,
    ui::theme::{
        self, EVALUATION_BAR_WIDTH, LOW_STRIP_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, STRIP_HEIGHT,
        STRIP_WIDTH, Theme,
    },
};
use minnow_rules::{Color, Ending, Move, Position, Square};

/// The view state of the board.
#[derive(Default)]
pub struct GameBoard {
    board: BoardState,
    /// The origin of the shapes on the board.
    shown: Option<BoardContent>,
    /// True if the board has the keyboard focus.
    pub focused: bool,
    /// The squares on the screen.
    rect: Option<Rect>,
}

/// The source of a board's content; another source brings its own shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BoardContent {
    place: Place,
    /// The revision of the game; `None` for a position without shapes of its own, such as a problem's.
    revision: Option<u64>,
}

/// The place of the game's board, the same in Play and Analyse: with the players' strips above and below,
/// and with room for the evaluation bar at its left.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardPlace {
    pub board: Rect,
    /// The evaluation bar.
    pub bar: Rect,
    /// The sides, with their places above and below the board.
    pub strips: [(Color, Rect); 2],
}

impl BoardPlace {
    /// The largest board that fits into a room.
    pub(super) fn fit(ui: &Ui, room: Rect, session: &Session) -> BoardPlace {
        let slim = is_slim(ui.ctx().content_rect().size());
        let (strip, gap) = if slim { (LOW_STRIP_HEIGHT, SPACE_S) } else { (STRIP_HEIGHT, SPACE_M) };
        let inner = room.shrink2(vec2(0.0, strip));
        let (variant, pixels) = (session.variant(), ui.pixels_per_point());
        let fit = |room: Rect| {
            Geometry::fit(room, pixels, variant.files, variant.ranks, session.flipped).board_rect()
        };
        let beside = EVALUATION_BAR_WIDTH + gap;
        let right_of_bar = fit(inner.with_min_x(inner.left() + beside));
        // In the middle of the room, where it leaves room for the bar.
        let is_narrower = right_of_bar.width() + 2.0 * beside <= inner.width();
        let board = if is_narrower { fit(inner) } else { right_of_bar };
        let left = board.left() - beside;
        let bar = board.with_min_x(left).with_max_x(left + EVALUATION_BAR_WIDTH);
        let width = board.width().max(STRIP_WIDTH.min(room.width()));
        let least = room.left() + width / 2.0;
        let middle = board.center().x.clamp(least, (room.right() - width / 2.0).max(least));
        let strip_at =
            |top: f32| Rect::from_min_size(pos2(middle - width / 2.0, top), vec2(width, strip));
        let below = if session.flipped { Color::Black } else { Color::White };
        let strips = [(!below, strip_at(board.top() - strip)), (below, strip_at(board.bottom()))];
        BoardPlace { board, bar, strips }
    }
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
    /// Notes the focus and the place of the board that is drawn; another one may take its place.
    pub fn note(&mut self, board: &Response) {
        self.focused = board.has_focus();
        self.rect = Some(board.rect);
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
        self.note(&output.response);
        if let Some(offered) = output.chosen {
            ask(Request::Game(GameCommand::Move(offered.mv)));
        }
        output
    }

    /// Shows the letters of a move that is typed, and a note on them, below the board at the edge of the
    /// window: there they hide only the status, neither a square nor a player's strip.
    pub fn typed_ui(&self, ui: &Ui, typed: &str, note: &str) {
        let (theme, window) = (Theme::of(ui), ui.ctx().content_rect());
        let board = self.rect.unwrap_or(window);
        let at = pos2(board.center().x, window.bottom());
        let area = Area::new(Id::unique("typed move")).pivot(Align2::CENTER_BOTTOM).fixed_pos(at);
        area.interactable(false).show(ui.ctx(), |ui| {
            ui.set_max_width(window.width() - 2.0 * SPACE_S);
            ui.spacing_mut().interact_size.y = 0.0;
            let margin = Margin::symmetric(SPACE_S as i8, SPACE_XS as i8);
            theme.overlay().inner_margin(margin).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(theme::bold(typed));
                    let note = RichText::new(note).small().color(theme.muted);
                    ui.add(Label::new(note).truncate());
                });
            });
        });
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
        let content = Some(BoardContent { place, revision: None });
        if self.shown != content {
            self.shown = content;
            self.board.cancel();
            self.board.set_shapes(Vec::new());
        }
    }

    fn follow_game(&mut self, session: &Session) {
        let place = session.here();
        let content = Some(BoardContent { place, revision: Some(session.revision) });
        if self.shown == content {
            return;
        }
        if self.shown.is_some_and(|old| old.place.game_number != place.game_number) {
            self.board.cancel();
        }
        self.shown = content;
        self.board.set_shapes(session.shapes_here());
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
        lost_king: lost_king(position, last_move),
        ..PositionPicture::of(position, session.settings.board_look())
    }
}

/// The square of the king whose loss has ended the game in a position.
fn lost_king(position: &Position, last_move: Option<Move>) -> Option<Square> {
    match position.outcome(1)?.ending {
        Ending::KingTaken => last_move.map(|mv| mv.to()),
        Ending::Checkmate => position.attacked_king(),
        Ending::NoMoves
        | Ending::MoveLimit
        | Ending::Repetition
        | Ending::NoProgress
        | Ending::BareKings => None,
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
