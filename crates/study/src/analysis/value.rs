//! Conversion between a search's scores, a game's evaluations and win %.
//!
//! A score is from the point of view of the side to move, an evaluation from White's. A mate in 0
//! has no sign as an evaluation: the side to move has lost.

use super::WinCurve;
use minnow_engine::Score;
use minnow_game::RecordedEval;
use minnow_rules::{Color, Position};

/// The evaluation for a score of a position with `turn` to move, searched `depth` plies deep.
pub(super) fn evaluation_of(score: Score, turn: Color, depth: u32) -> RecordedEval {
    let depth_plies = u16::try_from(depth).unwrap_or(u16::MAX);
    let white = if turn == Color::White { score } else { -score };
    match white.mate_in() {
        Some(moves) => RecordedEval::Mate { moves, depth_plies },
        None => RecordedEval::Centipawns { cp: white.value(), depth_plies },
    }
}

/// The score for an evaluation, from White's point of view. `turn` is the side to move in the
/// position.
pub fn white_score(evaluation: RecordedEval, turn: Color) -> Score {
    match evaluation {
        RecordedEval::Centipawns { cp, .. } => Score::centipawns(cp),
        RecordedEval::Mate { moves: 0, .. } if turn == Color::Black => Score::won_at(0),
        RecordedEval::Mate { moves, .. } => Score::of_mate_in(moves),
    }
}

/// The win % of a position for one side, 0 to 100.
pub fn mover_percent(
    curve: WinCurve,
    evaluation: RecordedEval,
    position: &Position,
    side: Color,
) -> f64 {
    let white = white_score(evaluation, position.turn());
    curve.percent(if side == Color::White { white } else { -white })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_conversion_to_evaluations() {
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
    fn mates_beyond_the_search_are_decided_scores() {
        for moves in [i32::MAX, i32::MIN, 60, -60] {
            let evaluation = RecordedEval::Mate { moves, depth_plies: 1 };
            assert!(white_score(evaluation, Color::White).is_decided());
        }
    }
}
