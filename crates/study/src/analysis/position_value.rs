//! The value of a position in a review: its score, its best line, and how well it is known.

use super::value::evaluation_of;
use minnow_engine::{Score, SearchResult};
use minnow_game::RecordedEval;
use minnow_rules::{Color, Move, Outcome, Position};

/// The maximum length of a stored line, in plies.
const LINE_PLIES: usize = 12;

/// The value of a position for its side to move, by some or all of its moves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PositionValue {
    pub score: Score,
    /// In plies; 0 for a value that needs no search.
    pub depth: u32,
    /// The best line.
    pub line: Vec<Move>,
    /// True if the value is exact or rests on a confirming search.
    pub is_confirmed: bool,
}

impl PositionValue {
    fn exact(score: Score, line: Vec<Move>) -> PositionValue {
        PositionValue { score, depth: 0, line, is_confirmed: true }
    }

    /// The value of a position without safe moves and without a known result.
    pub(super) fn unknown() -> PositionValue {
        PositionValue { score: Score::DRAW, depth: 0, line: Vec::new(), is_confirmed: false }
    }

    /// The result of a first search.
    pub(super) fn of(result: SearchResult) -> PositionValue {
        let mut line = result.info.pv;
        line.truncate(LINE_PLIES);
        let (score, depth) = (result.info.score, result.info.depth);
        PositionValue { score, depth, line, is_confirmed: false }
    }

    /// The value of a position that needs no search: the game is over with this outcome, the enemy
    /// king can be captured, or every move leaves the own king en prise. The line of a lost
    /// position is the move `played` in it.
    pub(super) fn solved(
        position: &Position,
        end: Option<Outcome>,
        played: Option<Move>,
    ) -> Option<PositionValue> {
        if let Some(end) = end {
            // The winner has just moved.
            let score = if end.winner.is_some() { Score::lost_at(0) } else { Score::DRAW };
            return Some(PositionValue::exact(score, Vec::new()));
        }
        if let Some(capture) = position.legal_moves().iter().find(|m| position.takes_king(*m)) {
            return Some(PositionValue::exact(Score::won_at(1), vec![capture]));
        }
        if position.has_safe_move() {
            return None;
        }
        let falls = position.king_left_falls_in_time();
        let score = if falls { Score::lost_at(0) } else { Score::DRAW };
        Some(PositionValue::exact(score, played.into_iter().collect()))
    }

    /// The value of the position before this one by the move that leads here.
    pub(super) fn one_ply_earlier(&self, mv: Move) -> PositionValue {
        let rest = self.line.iter().copied().take(LINE_PLIES - 1);
        let line = std::iter::once(mv).chain(rest).collect();
        PositionValue { score: one_ply_earlier(self.score), line, ..*self }
    }

    /// The value of the position after the first move of the line.
    pub(super) fn one_ply_later(&self) -> PositionValue {
        let line = self.line.iter().skip(1).copied().collect();
        let depth = self.depth.saturating_sub(1);
        PositionValue { score: one_ply_later(self.score), depth, line, ..*self }
    }

    /// The value of a position from those of the played move and of the others, whichever is
    /// higher. The played move wins ties.
    pub(super) fn better_of(
        played: PositionValue,
        others: Option<&PositionValue>,
    ) -> PositionValue {
        match others {
            Some(others) if others.score > played.score => others.clone(),
            Some(others) => PositionValue { depth: others.depth, ..played },
            None => played,
        }
    }

    /// Continues the line.
    pub(super) fn continue_line(&mut self, moves: &[Move]) {
        self.line.extend(moves);
        self.line.truncate(LINE_PLIES);
    }

    pub(super) fn evaluation(&self, turn: Color) -> RecordedEval {
        evaluation_of(self.score, turn, self.depth)
    }
}

/// The score of the position one ply earlier, for the side to move there: mates are one ply further
/// away.
fn one_ply_earlier(score: Score) -> Score {
    shift_mate(-score, -1)
}

/// The score of the position one ply later, for the side to move there: mates are one ply nearer.
fn one_ply_later(score: Score) -> Score {
    -shift_mate(score, 1)
}

/// Moves a won mate by this offset of the score, and a lost one against it.
fn shift_mate(score: Score, offset: i32) -> Score {
    match score {
        score if !score.is_decided() => score,
        score if score.value() > 0 => score.offset(offset),
        score => score.offset(-offset),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_a_ply_further_one_ply_earlier() {
        assert_eq!(one_ply_earlier(Score::lost_at(0)), Score::won_at(1));
        assert_eq!(one_ply_earlier(Score::won_at(1)), Score::lost_at(2));
        assert_eq!(one_ply_earlier(Score::centipawns(30)), Score::centipawns(-30));
    }

    #[test]
    fn one_ply_later_undoes_one_ply_earlier() {
        for score in [Score::centipawns(-37), Score::won_at(5), Score::lost_at(4), Score::DRAW] {
            assert_eq!(one_ply_later(one_ply_earlier(score)), score);
        }
    }
}
