//! Scores of the search and evaluations of a game turned into each other and into win %.
//!
//! A search's score is the side to move's, an evaluation in a game White's. Of a mate in 0 the
//! evaluation keeps no sign: the side to move has lost.

use super::WinCurve;
use crate::engine::Score;
use crate::game::RecordedEval;
use crate::rules::{Color, Position};

/// The score of a position, from its side to move, as a game keeps it.
pub fn evaluation_of(score: Score, turn: Color, depth: u32) -> RecordedEval {
    let depth_plies = u16::try_from(depth).unwrap_or(u16::MAX);
    let white = if turn == Color::White { score } else { -score };
    match white.mate_in() {
        Some(moves) => RecordedEval::Mate { moves, depth_plies },
        None => RecordedEval::Centipawns { cp: white.value(), depth_plies },
    }
}

/// An evaluation as a score from White's view; `turn` is whose move it is in the position.
pub fn white_score(evaluation: RecordedEval, turn: Color) -> Score {
    // More moves than a search can see would not be a score any more.
    let plies = |moves: u32| 2 * moves.min(crate::engine::MAX_PLY as u32 / 2) as usize;
    match evaluation {
        RecordedEval::Centipawns { cp, .. } => Score::centipawns(cp),
        RecordedEval::Mate { moves: 0, .. } if turn == Color::White => Score::lost_at(0),
        RecordedEval::Mate { moves: 0, .. } => Score::won_at(0),
        RecordedEval::Mate { moves, .. } if moves > 0 => {
            Score::won_at(plies(moves.unsigned_abs()) - 1)
        }
        RecordedEval::Mate { moves, .. } => Score::lost_at(plies(moves.unsigned_abs())),
    }
}

/// Win % of a position for one side.
pub fn mover_percent(
    curve: WinCurve,
    evaluation: RecordedEval,
    position: &Position,
    side: Color,
) -> f64 {
    let white = white_score(evaluation, position.turn());
    curve.percent(if side == Color::White { white } else { -white })
}

/// A score as the other side sees it one ply earlier: mates are one ply further away.
pub(super) fn one_ply_earlier(score: Score) -> Score {
    let seen = -score;
    if !seen.is_decided() {
        seen
    } else if seen.value() > 0 {
        seen.offset(-1)
    } else {
        seen.offset(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_whites_and_come_back_as_they_were() {
        let turns = [Color::White, Color::Black];
        for turn in turns {
            for score in [Score::centipawns(-37), Score::won_at(5), Score::lost_at(0)] {
                let evaluation = evaluation_of(score, turn, 9);
                let white = white_score(evaluation, turn);
                let own = if turn == Color::White { white } else { -white };
                assert_eq!(own.mate_in(), score.mate_in());
                assert_eq!(own.is_decided(), score.is_decided());
                assert_eq!(own.value().signum(), score.value().signum());
            }
        }
        let mate = evaluation_of(Score::won_at(5), Color::Black, 9);
        assert_eq!(mate, RecordedEval::Mate { moves: -3, depth_plies: 9 });
    }

    #[test]
    fn a_mate_is_a_ply_further_away_before_it() {
        assert_eq!(one_ply_earlier(Score::lost_at(0)), Score::won_at(1));
        assert_eq!(one_ply_earlier(Score::won_at(1)), Score::lost_at(2));
        assert_eq!(one_ply_earlier(Score::centipawns(30)), Score::centipawns(-30));
    }

    #[test]
    fn evaluations_that_no_search_found_stay_scores() {
        for moves in [i32::MAX, i32::MIN, 60, -60] {
            let evaluation = RecordedEval::Mate { moves, depth_plies: 1 };
            assert!(white_score(evaluation, Color::White).is_decided());
        }
    }
}
