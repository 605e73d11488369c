//! Odds: a start in which one side lacks a pawn, a knight or its queen.
//!
//! The piece that is given follows from the variant's start, so a game's odds are known from its
//! first position:
//!
//! - The pawn is the one before the king's neighbour on the side away from the queen, as f2 in chess;
//!   where the king stands at that edge, the one before the neighbour on the other side.
//! - Of two knights it is the one on the queen's side.
//! - If the start without that piece cannot be played, the next pawn or knight of the side is taken.
//!   [`Odds::position`] says when a start can be played.

use serde::{Deserialize, Serialize};

use super::{Game, Header};
use minnow_rules::{Color, Piece, Position, Role, Square, Variant};

/// The tag with the odds of a game, for readers of its PGN.
const ODDS_TAG: &str = "Odds";

/// A piece that a side may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OddsPiece {
    /// The pawn before the king's neighbour.
    Pawn,
    /// One knight, that of the queen's side.
    Knight,
    /// The queen.
    Queen,
}

impl OddsPiece {
    /// All pieces, the smallest odds first.
    pub const ALL: [OddsPiece; 3] = [OddsPiece::Pawn, OddsPiece::Knight, OddsPiece::Queen];

    /// `a pawn`, `the queen`.
    pub fn text(self) -> &'static str {
        match self {
            OddsPiece::Pawn => "a pawn",
            OddsPiece::Knight => "a knight",
            OddsPiece::Queen => "the queen",
        }
    }

    fn role(self) -> Role {
        match self {
            OddsPiece::Pawn => Role::Pawn,
            OddsPiece::Knight => Role::Knight,
            OddsPiece::Queen => Role::Queen,
        }
    }
}

/// A side that starts without one of its pieces.
///
/// ```
/// use minnow_game::{Odds, OddsPiece};
/// use minnow_rules::{Color, Variant};
///
/// let losalamos = Variant::by_id("losalamos").expect("a built-in variant");
/// let odds = Odds { giver: Color::White, piece: OddsPiece::Pawn };
/// let start = odds.position(losalamos).expect("a start that can be played");
/// assert_eq!(start.fen(), "rnqknr/pppppp/6/6/PPPP1P/RNQKNR w - - 0 1");
/// assert_eq!(Odds::of(&start), Some(odds));
/// assert_eq!(odds.text(), "White without a pawn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The side that lacks the piece.
    pub giver: Color,
    /// The piece that the giver lacks.
    pub piece: OddsPiece,
}

impl Odds {
    /// The start at these odds; `None` if the side has no such piece or no such start can be played.
    ///
    /// A start can be played if it is valid, no king is attacked, and no first move ends the game or
    /// leaves the opponent without a safe move.
    pub fn position(self, variant: &'static Variant) -> Option<Position> {
        self.squares(variant).into_iter().find_map(|square| {
            let mut setup = Position::start(variant).setup();
            setup.board.set(square, None);
            let position = Position::new(&setup, variant).ok()?;
            is_playable(&position).then_some(position)
        })
    }

    /// A game at these odds, which are among its tags; `None` as for [`Odds::position`].
    pub fn game(self, variant: &'static Variant) -> Option<Game> {
        let mut game = Game::from_position(self.position(variant)?);
        game.header.set_tag(ODDS_TAG, &self.text());
        Some(game)
    }

    /// The odds of a game with this first position.
    pub fn of(start: &Position) -> Option<Odds> {
        let variant = start.variant();
        let missing = Position::start(variant).board().occupied() & !start.board().occupied();
        let square = missing.first().filter(|_| missing.count() == 1)?;
        let Piece { color, role } = Position::start(variant).board().piece_on(square)?;
        let piece = OddsPiece::ALL.into_iter().find(|piece| piece.role() == role)?;
        let odds = Odds { giver: color, piece };
        (odds.position(variant).as_ref() == Some(start)).then_some(odds)
    }

    /// The same odds given by the other side.
    pub fn swapped(self) -> Odds {
        Odds { giver: !self.giver, ..self }
    }

    /// `White without a pawn`.
    pub fn text(self) -> String {
        format!("{} without {}", self.giver, self.piece.text())
    }

    /// The squares of the piece, the preferred one first.
    fn squares(self, variant: &'static Variant) -> Vec<Square> {
        let start = Position::start(variant);
        let own = |role| start.board().of(self.giver, role);
        let Some(king) = start.board().king(self.giver) else { return Vec::new() };
        let file = |square: Square| i32::from(square.file());
        // The direction from the king away from the queen; without a queen, to the nearer edge.
        let is_right = match own(Role::Queen).first() {
            Some(queen) => file(queen) < file(king),
            None => 2 * file(king) >= i32::from(variant.files),
        };
        let away = |square: Square| (file(square) - file(king)) * if is_right { 1 } else { -1 };
        let mut squares: Vec<Square> = own(self.piece.role()).into_iter().collect();
        match self.piece {
            OddsPiece::Pawn => squares.sort_by_key(|square| match away(*square) {
                1 => 0,
                -1 => 1,
                distance => 2 + distance.abs(),
            }),
            OddsPiece::Knight | OddsPiece::Queen => squares.sort_by_key(|square| away(*square)),
        }
        squares
    }
}

/// The first position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStart {
    /// The variant's start.
    Normal,
    /// The variant's start without a piece of one side.
    Odds(Odds),
    /// Another position.
    SetUp,
}

impl Game {
    /// The kind of the first position.
    pub fn start_kind(&self) -> GameStart {
        match self.odds() {
            _ if self.is_from_normal_start() => GameStart::Normal,
            Some(odds) => GameStart::Odds(odds),
            None => GameStart::SetUp,
        }
    }

    /// True if the game begins from its variant's start. A game at odds does not.
    pub fn is_from_normal_start(&self) -> bool {
        *self.start() == Position::start(self.variant())
    }

    /// The odds of the game.
    pub fn odds(&self) -> Option<Odds> {
        Odds::of(self.start())
    }
}

/// The tag of a game in which the user took help.
const HELP_TAG: &str = "Help";

impl Header {
    /// True if the user took help in the game, so that it does not measure the user's strength.
    pub fn is_helped(&self) -> bool {
        self.tag(HELP_TAG).is_some()
    }

    /// Notes that the user took help. Returns false if it is noted already.
    pub fn note_help(&mut self) -> bool {
        let is_new = !self.is_helped();
        if is_new {
            self.set_tag(HELP_TAG, "coach or hint");
        }
        is_new
    }
}

/// True if the game is not decided: no king is attacked, and after each first move the game goes on
/// and the opponent has a safe move.
fn is_playable(position: &Position) -> bool {
    let goes_on = |next: Position| next.outcome(1).is_none() && next.has_safe_move();
    Color::ALL.into_iter().all(|color| !position.is_attacked(color))
        && position.safe_moves().iter().next().is_some()
        && position.legal_moves().iter().all(|mv| goes_on(position.play(mv)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pgn::{read_pgn, to_pgn},
        save,
    };
    use minnow_rules::builtin_variants;

    fn all_odds() -> impl Iterator<Item = Odds> {
        let of = |giver| OddsPiece::ALL.into_iter().map(move |piece| Odds { giver, piece });
        Color::ALL.into_iter().flat_map(of)
    }

    #[test]
    fn odds_take_one_piece_on_every_board() {
        for variant in builtin_variants() {
            let start = Position::start(variant);
            assert_eq!(Odds::of(&start), None);
            for odds in all_odds() {
                let has_piece = start.board().of(odds.giver, odds.piece.role()).any();
                let Some(position) = odds.position(variant) else {
                    let excused = !has_piece || variant.id == "microchess";
                    assert!(excused, "{}: {}", variant.id, odds.text());
                    continue;
                };
                assert!(has_piece && position.outcome(1).is_none());
                let men = |color, position: &Position| position.board().color(color).count();
                assert_eq!(men(odds.giver, &position), men(odds.giver, &start) - 1);
                assert_eq!(men(!odds.giver, &position), men(!odds.giver, &start));
                assert_eq!(position.castling_rights(), start.castling_rights());
                assert_eq!(position.turn(), start.turn());
                assert_eq!(Odds::of(&position), Some(odds), "{}", variant.id);
            }
        }
    }

    #[test]
    fn pawn_and_knight_follow_the_convention() {
        let at = |id: &str, odds: Odds| {
            let variant = Variant::by_id(id).unwrap();
            let position = odds.position(variant)?;
            let given = Position::start(variant).board().occupied() & !position.board().occupied();
            given.first().map(|square| square.to_string())
        };
        for (id, piece, white, black) in [
            ("losalamos", OddsPiece::Pawn, Some("e2"), Some("e5")),
            ("losalamos", OddsPiece::Knight, Some("b1"), Some("b6")),
            ("losalamos", OddsPiece::Queen, Some("c1"), Some("c6")),
            ("minichess", OddsPiece::Pawn, Some("d2"), Some("b5")),
            ("minichess", OddsPiece::Knight, Some("b1"), Some("d6")),
            ("silverman4x5", OddsPiece::Pawn, Some("d2"), Some("d4")),
            ("mallett", OddsPiece::Knight, Some("b1"), None),
            ("diana", OddsPiece::Pawn, Some("e2"), Some("e5")),
            ("diana", OddsPiece::Queen, None, None),
            ("simpler", OddsPiece::Knight, None, None),
        ] {
            let found = Color::ALL.map(|giver| at(id, Odds { giver, piece }));
            assert_eq!(found, [white, black].map(|at| at.map(str::to_owned)), "{id} {piece:?}");
        }
    }

    #[test]
    fn odds_and_help_survive_saves_and_pgn() {
        let odds = Odds { giver: Color::Black, piece: OddsPiece::Queen };
        let mut game = odds.game(Variant::default_variant()).unwrap();
        assert!(!game.is_from_normal_start() && !game.header.is_helped());
        assert!(game.header.note_help() && !game.header.note_help());
        let saved = save::from_ron(save::to_ron(&game).as_bytes()).unwrap();
        let pgn = to_pgn(&game);
        assert!(pgn.contains("[Odds \"Black without the queen\"]"), "{pgn}");
        let mut read = read_pgn(pgn.as_bytes(), Variant::default_variant()).unwrap();
        let read = read.remove(0).game;
        for kept in [saved, read] {
            assert_eq!((kept.odds(), kept.header.is_helped()), (Some(odds), true));
        }
        assert!(Game::new(Variant::default_variant()).is_from_normal_start());
    }
}
