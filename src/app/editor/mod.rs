//! The position editor. It never changes the game on the board: a finished position begins a new
//! game.
//!
//! The position that is being set up need not be playable: the validation of `minnow-rules` describes
//! the problem.

mod view;

use super::{
    context::Cx,
    request::Request,
    session::{Adoption, Mode, NewGame, Notice, NoticeUndo, Session},
};
use minnow_base::history::History;
use minnow_game::GameEnd;
use minnow_rules::{
    Board, Piece, Position, PositionTextError, Setup, SetupError, Square, Variant, parse_setup_text,
};
use minnow_tables::{cache::STANDARD_MEN, has_few_men};

pub(super) use view::EditorArea;

/// The reason why no game can start from the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditorError {
    /// The text field holds no position; the board shows the last one.
    #[error("the text gives no position: {0}")]
    Text(#[from] PositionTextError),
    #[error("this position cannot be played: {0}")]
    Setup(#[from] SetupError),
}

/// The position and its text field: a change of one updates the other.
#[derive(Clone, Debug)]
pub struct Editor {
    variant: &'static Variant,
    setup: Setup,
    /// The FEN, or the text that the user is typing.
    text: String,
    /// The error of the text; the board keeps the last position.
    text_problem: Option<PositionTextError>,
    /// The board before the last change of all of it; its notice offers to undo no other.
    history: History<EditorBoard>,
}

/// A board with its pieces, as an undo restores it.
#[derive(Clone, Debug)]
struct EditorBoard {
    variant: &'static Variant,
    setup: Setup,
}

impl Editor {
    /// Starts from a position that can be played.
    pub fn new(position: &Position) -> Editor {
        let setup = position.setup();
        let text = setup.write_fen(position.variant());
        Editor {
            variant: position.variant(),
            setup,
            text,
            text_problem: None,
            history: History::new(1),
        }
    }

    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The content of the text field.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The position on the board as a FEN.
    pub fn fen(&self) -> String {
        self.setup.write_fen(self.variant)
    }

    /// The position that is set up.
    ///
    /// # Errors
    ///
    /// Returns an [`EditorError`] if the text is no position or the position cannot be played.
    pub fn position(&self) -> Result<Position, EditorError> {
        if let Some(problem) = &self.text_problem {
            return Err(problem.clone().into());
        }
        Ok(Position::new(&self.setup, self.variant)?)
    }

    /// The sentence for a valid position in which the game is over.
    pub fn over(&self) -> Option<String> {
        let outcome = self.position().ok()?.outcome(1)?;
        Some(format!("The game is over here: {}.", GameEnd::ByRules(outcome)))
    }

    /// A new game from the position, whose variant becomes the setting; `None` if it cannot be
    /// played.
    pub fn new_game(&self, mode: Mode) -> Option<NewGame> {
        let game = NewGame::from_position(self.position().ok()?);
        Some(NewGame { mode: Some(mode), adopts: Adoption::Variant, ..game })
    }

    /// Looks for the tables of the position.
    pub fn tick(&self, session: &mut Session) {
        if self.position().is_ok_and(|position| has_few_men(&position, STANDARD_MEN)) {
            session.tables.look_for(self.variant);
        }
    }

    /// Changes the position; the text follows.
    pub fn change(&mut self, edit: impl FnOnce(&mut Setup)) {
        edit(&mut self.setup);
        self.settle();
    }

    pub fn put(&mut self, at: Square, piece: Option<Piece>) {
        self.change(|setup| setup.board.set(at, piece));
    }

    pub fn move_piece(&mut self, from: Square, to: Square) {
        let piece = self.setup.board.piece_on(from);
        if piece.is_some() && from != to {
            self.change(|setup| {
                setup.board.set(from, None);
                setup.board.set(to, piece);
            });
        }
    }

    /// Empties the board.
    pub fn clear(&mut self) {
        self.change(|setup| {
            setup.board = Board::default();
            setup.castling_rights = 0;
            setup.halfmove_clock = 0;
        });
    }

    /// Sets up the variant's start position.
    pub fn start(&mut self) {
        self.setup = Position::start(self.variant).setup();
        self.settle();
    }

    /// Carries out a change of the whole board, and offers to undo it if the board is another one
    /// afterwards.
    fn replace(&mut self, cx: &mut Cx<'_>, text: &str, change: impl FnOnce(&mut Editor)) {
        let before = EditorBoard { variant: self.variant, setup: self.setup.clone() };
        change(self);
        if self.variant != before.variant || self.setup != before.setup {
            self.history.record(before);
            cx.ask(Request::Notify(Notice::undoable(text, NoticeUndo::Setup)));
        }
    }

    /// Restores the board before the last change of all of it. Returns false if there was none.
    pub fn undo(&mut self) -> bool {
        let step = self.history.undo(|step| {
            std::mem::swap(&mut step.variant, &mut self.variant);
            std::mem::swap(&mut step.setup, &mut self.setup);
        });
        let is_undone = step.is_some();
        if is_undone {
            self.settle();
        }
        is_undone
    }

    /// Changes to another variant. Its start position replaces the old one's; any other position
    /// keeps the pieces that fit the new board and rules.
    pub fn change_variant(&mut self, variant: &'static Variant) {
        let was_start = self.setup == Position::start(self.variant).setup();
        self.variant = variant;
        if was_start {
            self.start();
            return;
        }
        let pieces: Vec<_> = self.setup.board.pieces().collect();
        self.change(|setup| {
            for (at, piece) in pieces {
                if !variant.board().contains(at) || !variant.roles().contains(&piece.role) {
                    setup.board.set(at, None);
                }
            }
            setup.castling_rights = 0;
        });
    }

    /// Replaces the content of the text field.
    pub fn set_text(&mut self, text: String) {
        self.text = text;
        self.read_text();
    }

    /// Takes the new content of the text field. The board changes once the text is a position.
    fn read_text(&mut self) {
        match parse_setup_text(self.variant, &self.text) {
            Ok(setup) => {
                self.setup = setup;
                self.text_problem = None;
            }
            Err(problem) => self.text_problem = Some(problem),
        }
    }

    /// Updates the text and removes an en passant square that is no longer valid.
    fn settle(&mut self) {
        let en_passant = self.setup.en_passant.take();
        let fits = |setup: &Setup| setup.validate(self.variant).is_ok();
        if en_passant.is_some() && fits(&self.setup) {
            self.setup.en_passant = en_passant;
            if !fits(&self.setup) {
                self.setup.en_passant = None;
            }
        }
        self.text = self.fen();
        self.text_problem = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::text::sentence;
    use minnow_rules::{Color, Role};

    fn editor(variant: &str) -> Editor {
        Editor::new(&Position::start(Variant::by_id(variant).unwrap()))
    }

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn text_and_board_follow_each_other() {
        let mut editor = editor("minichess");
        editor.move_piece(square("a2"), square("a3"));
        assert_eq!(editor.text(), "kqbnr/ppppp/5/P4/1PPPP/RNBQK w - - 0 1");
        editor.set_text("12 B\n....k\n.....\n.....\n.....\n.....\nK....\n".to_owned());
        assert_eq!(editor.fen(), "4k/5/5/5/5/K4 b - - 0 12");
        assert!(editor.position().is_ok());
        editor.set_text("4k/5/5 w".to_owned());
        let problem = sentence(&editor.position().unwrap_err());
        assert_eq!(problem, "The text gives no position: the FEN has 3 ranks, the board has 6.");
        assert_eq!(editor.fen(), "4k/5/5/5/5/K4 b - - 0 12", "the board keeps the last position");
        editor.put(square("a2"), Some(Piece { color: Color::White, role: Role::Rook }));
        assert_eq!(editor.text(), "4k/5/5/5/R4/K4 b - - 0 12");
        assert!(editor.position().is_ok());
    }

    #[test]
    fn a_problem_is_described_in_a_sentence() {
        let mut editor = editor("gardner");
        editor.clear();
        let problem = sentence(&editor.position().unwrap_err());
        assert_eq!(problem, "This position cannot be played: White has no king.");
        editor.set_text("K1k2/5/5/5/5 w - - 0 1".to_owned());
        let over = editor.over().unwrap();
        assert!(over.starts_with("The game is over here: Draw"), "{over}");
        editor.start();
        assert_eq!((editor.over(), editor.position().is_ok()), (None, true));
    }

    #[test]
    fn another_board_keeps_what_fits_it() {
        let mut editor = editor("minichess");
        let gardner = Variant::by_id("gardner").unwrap();
        editor.change_variant(gardner);
        assert_eq!(editor.fen(), gardner.start_fen);
        let simpler = Variant::by_id("losalamos").unwrap();
        editor.put(square("c3"), Some(Piece { color: Color::White, role: Role::Bishop }));
        editor.change_variant(simpler);
        assert!(editor.setup.board.role(Role::Bishop).is_empty(), "{}", editor.fen());
        assert_eq!(editor.setup.board.role(Role::King).count(), 2);
    }

    #[test]
    fn a_change_of_the_board_removes_en_passant() {
        let mut editor = editor("chessattack");
        editor.set_text("k4/5/5/Pp3/5/4K w - b4".to_owned());
        editor.put(square("e2"), Some(Piece { color: Color::White, role: Role::Rook }));
        assert_eq!(editor.setup.en_passant, Some(square("b4")));
        editor.move_piece(square("b3"), square("c3"));
        assert_eq!(editor.setup.en_passant, None);
    }
}
