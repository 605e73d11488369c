//! One game between engines, from an opening to its end by the rules.

use std::fmt;

use super::{MatchError, player::Player};
use minnow_engine::Root;
use minnow_rules::{Color, Ending, Move, Outcome, Position};

/// A game is a draw after this many plies: an entry of `variants.ron` may switch all limits off.
const MAX_GAME_PLIES: usize = 1_000;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// The end as chess players call it.
    pub ending: &'static str,
    /// The length of the game with its opening.
    pub plies: usize,
}

impl fmt::Display for FinishedGame {
    /// `White wins after 31 plies, mate`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins")?,
            None => write!(f, "a draw")?,
        }
        write!(f, " after {} plies, {}", self.plies, self.ending)
    }
}

/// Plays a game to its end by the rules. `opening` holds its positions from the start of the
/// variant on, at least one; `choose` returns the next move.
pub(super) fn play_game<E>(
    opening: &[Position],
    mut choose: impl FnMut(&Root) -> Result<Move, E>,
) -> Result<FinishedGame, E> {
    let mut earlier = opening.to_vec();
    let Some(position) = earlier.pop() else { unreachable!("an opening has a position") };
    let mut root = Root::new(position);
    root.earlier = earlier.iter().map(Position::key).collect();
    loop {
        let plies = earlier.len();
        if let Some(outcome) = root.outcome() {
            let ending = ending_text(outcome, &earlier);
            return Ok(FinishedGame { winner: outcome.winner, ending, plies });
        }
        if plies >= MAX_GAME_PLIES {
            return Ok(FinishedGame { winner: None, ending: "too long", plies });
        }
        let mv = choose(&root)?;
        earlier.push(root.position);
        root.play(mv);
    }
}

/// A move that a player made.
#[derive(Clone, Debug)]
pub struct RecordedMove {
    /// The position before the move.
    pub root: Root,
    /// The legal move that the player chose.
    pub mv: Move,
}

/// A game with its moves.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The players' moves in order, without those of the opening.
    pub moves: Vec<RecordedMove>,
    /// How the game ended.
    pub end: FinishedGame,
}

/// Plays a game from the last position of the opening, White's player first, and returns the
/// players' moves.
///
/// # Errors
///
/// [`MatchError::NoLegalMove`] if a player returns no legal move.
pub fn record_game(
    opening: &[Position],
    players: &mut [Player; 2],
) -> Result<RecordedGame, MatchError> {
    let mut moves = Vec::new();
    let end = play_game(opening, |root| {
        let mv = players[root.position.turn().index()].choose(root)?;
        moves.push(RecordedMove { root: root.clone(), mv });
        Ok(mv)
    })?;
    Ok(RecordedGame { moves, end })
}

/// A game's end as chess players call it; `earlier` holds the positions before the last one. Where
/// kings are captured, the loser's last position tells mate, stalemate and oversight apart.
fn ending_text(outcome: Outcome, earlier: &[Position]) -> &'static str {
    match outcome.ending {
        Ending::Checkmate => "mate",
        Ending::NoMoves => "stalemate",
        Ending::MoveLimit => "move limit",
        Ending::Repetition => "repetition",
        Ending::NoProgress => "no progress",
        Ending::BareKings => "bare kings",
        Ending::KingTaken => match earlier.iter().nth_back(1) {
            Some(last) if last.safe_moves().is_empty() && last.in_check() => "mate",
            Some(last) if last.safe_moves().is_empty() => "stalemate",
            _ => "king left to be taken",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn ending(id: &str, fen: &str, moves: &str) -> &'static str {
        let variant = Variant::by_id(id).unwrap();
        let mut position = Position::from_fen(variant, fen).unwrap();
        let mut earlier = Vec::new();
        for text in moves.split_whitespace() {
            earlier.push(position);
            position = position.play(position.parse_move(text).unwrap());
        }
        ending_text(position.outcome(1).unwrap(), &earlier)
    }

    #[test]
    fn a_captured_king_was_mated_stalemated_or_overlooked() {
        let mate = "k4/5/1Q3/K4/5/5 b - - 0 1";
        assert_eq!(ending("minichess", mate, "a6a5 b4a5"), "stalemate");
        let check = "k4/1Q3/1K3/5/5/5 b - - 0 1";
        assert_eq!(ending("minichess", check, "a6b6 b5b6"), "mate");
        let careless = "k4/5/1K3/5/5/5 b - - 0 1";
        assert_eq!(ending("minichess", careless, "a6a5 b4a5"), "king left to be taken");
        assert_eq!(ending("gardner", "k4/4Q/1K3/5/5 w - - 0 1", "e4b4"), "mate");
        assert_eq!(ending("gardner", "k4/4Q/1K3/5/5 w - - 0 1", "e4c4"), "stalemate");
    }
}
