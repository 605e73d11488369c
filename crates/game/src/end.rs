//! The ends of a game, by the rules or by the players.

use std::fmt;

use minnow_rules::{Color, Ending, Outcome, result_text};

/// The end of a game. The players decide all ends but [`GameEnd::ByRules`], so the record stores
/// them; the end by the rules always follows from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// An end that follows from the position and the moves before it, such as mate.
    ByRules(Outcome),
    /// This side resigned.
    Resigned(Color),
    /// A draw by agreement.
    Agreed,
    /// This side ran out of time and loses, whatever the position.
    TimeOut(Color),
    /// This side loses because its program failed: it crashed, wrote no move or one that is not legal.
    Forfeited(Color),
    /// This side loses because its connection to the server ended.
    Disconnected(Color),
    /// A result without a reason, from a file of another program or from a server; `None` is a draw.
    Recorded(Option<Color>),
}

impl GameEnd {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameEnd::ByRules(outcome) => outcome.winner,
            GameEnd::Resigned(loser)
            | GameEnd::TimeOut(loser)
            | GameEnd::Forfeited(loser)
            | GameEnd::Disconnected(loser) => Some(!loser),
            GameEnd::Agreed => None,
            GameEnd::Recorded(winner) => winner,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result_text(self) -> &'static str {
        result_text(self.winner())
    }
}

impl fmt::Display for GameEnd {
    /// A sentence without its full stop, such as `White wins: Black resigned`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{winner} wins")?,
            None => write!(f, "Draw")?,
        }
        match self {
            GameEnd::ByRules(outcome) => write_ending(*outcome, f),
            GameEnd::Resigned(loser) => write!(f, ": {loser} resigned"),
            GameEnd::Agreed => write!(f, " by agreement"),
            GameEnd::TimeOut(loser) => write!(f, ": {loser} ran out of time"),
            GameEnd::Forfeited(loser) => write!(f, ": {loser}'s program failed"),
            GameEnd::Disconnected(loser) => write!(f, ": {loser} lost the connection"),
            GameEnd::Recorded(_) => Ok(()),
        }
    }
}

fn write_ending(outcome: Outcome, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (outcome.ending, outcome.winner) {
        (Ending::KingTaken, _) => f.write_str(": the king was taken"),
        (Ending::Checkmate, _) => f.write_str(" by checkmate"),
        (Ending::NoMoves, Some(winner)) => write!(f, ": {} has no move", !winner),
        (Ending::NoMoves, None) => f.write_str(" by stalemate"),
        (Ending::MoveLimit, _) => f.write_str(": the move limit is reached"),
        (Ending::Repetition, _) => f.write_str(" by repetition"),
        (Ending::NoProgress, _) => f.write_str(": no capture or pawn move for too long"),
        (Ending::BareKings, _) => f.write_str(": too few pieces are left to win"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_name_winner_and_reason() {
        let text = |end: GameEnd| (end.result_text(), end.to_string());
        assert_eq!(
            text(GameEnd::Resigned(Color::Black)),
            ("1-0", "White wins: Black resigned".to_owned())
        );
        assert_eq!(
            text(GameEnd::TimeOut(Color::White)),
            ("0-1", "Black wins: White ran out of time".to_owned())
        );
        assert_eq!(
            text(GameEnd::Forfeited(Color::White)),
            ("0-1", "Black wins: White's program failed".to_owned())
        );
        assert_eq!(
            text(GameEnd::Disconnected(Color::White)),
            ("0-1", "Black wins: White lost the connection".to_owned())
        );
        let stalemate = Outcome { winner: Some(Color::Black), ending: Ending::NoMoves };
        assert_eq!(
            text(GameEnd::ByRules(stalemate)),
            ("0-1", "Black wins: White has no move".to_owned())
        );
        assert_eq!(text(GameEnd::Recorded(None)), ("1/2-1/2", "Draw".to_owned()));
    }
}
