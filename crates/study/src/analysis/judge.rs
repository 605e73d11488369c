//! The judgement of errors: Lichess's rules in win %, and the missed win.

use super::WinCurve;
use minnow_engine::Score;
use minnow_game::Judgement;

/// The least drops of win %, in points, of a blunder, a mistake and an inaccuracy.
const BLUNDER_DROP: f64 = 15.0;
const MISTAKE_DROP: f64 = 10.0;
const INACCURACY_DROP: f64 = 5.0;
/// Within this distance of 0 or 100 win % a mate lost or allowed is no error: won stays won, and lost
/// stays lost. It corresponds to Lichess's 999 centipawns.
const DECIDED: f64 = 2.5;
/// Within this distance it is only a mistake; it corresponds to Lichess's 700 centipawns.
const NEARLY_DECIDED: f64 = 7.0;
/// The least win % before a missed win.
const WINNING: f64 = 95.0;
/// The least win % after a missed win.
const STILL_BETTER: f64 = 70.0;
/// A move is not the only one if the second-best keeps at least this win %.
const ENOUGH: f64 = STILL_BETTER;

/// The judgement of a move from the scores before and after it, both from the mover's point of view.
/// `None` for a move that loses little. A slower mate is not an error. Every error costs accuracy.
pub fn judge(curve: WinCurve, before: Score, after: Score) -> Option<Judgement> {
    let [win_before, win_after] = [before, after].map(|score| curve.percent(score));
    let [gave, gives] = [mates(before), mates(after)];
    let [was_mated, is_mated] = [mates(-before), mates(-after)];
    if was_mated || gave && gives {
        return None;
    }
    let drop = win_before - win_after;
    let named = if gave {
        by_distance(100.0 - win_after)
    } else if is_mated {
        by_distance(win_before)
    } else if drop >= BLUNDER_DROP {
        Some(Judgement::Blunder)
    } else if drop >= MISTAKE_DROP {
        Some(Judgement::Mistake)
    } else if drop >= INACCURACY_DROP {
        Some(Judgement::Inaccuracy)
    } else {
        None
    };
    // The rule precedes that for lost mates: otherwise a mate lost for 95 % would be a worse error
    // than one lost for 75 %.
    let is_missed = win_before >= WINNING && win_after >= STILL_BETTER;
    named.map(|judgement| if is_missed { Judgement::MissedWin } else { judgement })
}

fn mates(score: Score) -> bool {
    score.is_decided() && score.value() > 0
}

/// The judgement of a lost or allowed mate, by the distance from certainty in points of win %.
fn by_distance(percent: f64) -> Option<Judgement> {
    if percent < DECIDED {
        None
    } else if percent < NEARLY_DECIDED {
        Some(Judgement::Mistake)
    } else {
        Some(Judgement::Blunder)
    }
}

/// True if a move was the only one: the second-best, with the score `second`, is a blunder and
/// leaves less than a clear advantage.
pub(super) fn is_only_move(curve: WinCurve, played: Score, second: Score) -> bool {
    let [win, win_second] = [played, second].map(|score| curve.percent(score));
    win - win_second >= BLUNDER_DROP && win_second < ENOUGH
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{game_accuracy, move_accuracy, shown_accuracy};
    use minnow_rules::{Color, builtin_variants};
    use proptest::prelude::*;

    const CURVE: WinCurve = WinCurve { k: 0.004 };

    fn at(percent: f64) -> Score {
        CURVE.score(percent)
    }

    #[track_caller]
    fn assert_judged(before: Score, after: Score, expected: Option<Judgement>) {
        assert_eq!(judge(CURVE, before, after), expected, "{before} to {after}");
    }

    #[test]
    fn drops_are_named_by_their_size() {
        assert_judged(at(50.0), at(34.8), Some(Judgement::Blunder));
        assert_judged(at(50.0), at(35.3), Some(Judgement::Mistake));
        assert_judged(at(50.0), at(39.8), Some(Judgement::Mistake));
        assert_judged(at(50.0), at(40.3), Some(Judgement::Inaccuracy));
        assert_judged(at(50.0), at(44.8), Some(Judgement::Inaccuracy));
        assert_judged(at(50.0), at(45.3), None);
        assert_judged(at(40.0), at(60.0), None);
    }

    #[test]
    fn allowing_mate_weighs_less_in_lost_positions() {
        let mated = Score::lost_at(6);
        assert_judged(at(50.0), mated, Some(Judgement::Blunder));
        assert_judged(at(7.2), mated, Some(Judgement::Blunder));
        assert_judged(at(6.8), mated, Some(Judgement::Mistake));
        assert_judged(at(2.7), mated, Some(Judgement::Mistake));
        assert_judged(at(2.3), mated, None);
        assert_judged(Score::lost_at(10), Score::lost_at(2), None);
    }

    #[test]
    fn losing_a_mate_weighs_less_in_won_positions() {
        let mate = Score::won_at(5);
        assert_judged(mate, at(97.7), None);
        assert_judged(mate, at(69.0), Some(Judgement::Blunder));
        assert_judged(mate, Score::DRAW, Some(Judgement::Blunder));
        assert_judged(mate, Score::lost_at(4), Some(Judgement::Blunder));
        assert_judged(mate, Score::won_at(25), None);
    }

    #[test]
    fn missed_wins_that_stay_better_are_no_blunders() {
        for before in [at(95.2), at(99.0), Score::won_at(5)] {
            for after in [at(70.5), at(79.0), at(89.0), at(90.0)] {
                assert_judged(before, after, Some(Judgement::MissedWin));
            }
            assert_judged(before, at(69.0), Some(Judgement::Blunder));
        }
        assert_judged(at(94.5), at(75.0), Some(Judgement::Blunder));
        assert_judged(at(97.0), at(94.0), None);
        assert_judged(Score::won_at(5), at(96.0), Some(Judgement::MissedWin));
    }

    #[test]
    fn only_moves_avoid_a_blunder() {
        assert!(is_only_move(CURVE, at(50.0), at(30.0)));
        assert!(is_only_move(CURVE, at(50.0), Score::lost_at(4)));
        assert!(!is_only_move(CURVE, at(50.0), at(40.0)));
        assert!(!is_only_move(CURVE, Score::won_at(3), at(90.0)), "both win");
        assert!(!is_only_move(CURVE, at(10.0), at(2.0)), "both lose");
    }

    /// Scores of balanced and of decided games, and mates.
    fn score() -> impl Strategy<Value = Score> {
        let mates = (0..=minnow_engine::MAX_PLY)
            .prop_flat_map(|ply| prop_oneof![Just(Score::won_at(ply)), Just(Score::lost_at(ply))]);
        prop_oneof![
            (-1_000_i32..=1_000).prop_map(Score::centipawns),
            (-29_000_i32..=29_000).prop_map(Score::centipawns),
            mates,
        ]
    }

    proptest! {
        #[test]
        fn judgements_agree_with_accuracies(
            before in score(),
            after in score(),
            game in 0..builtin_variants().len(),
        ) {
            let curve = WinCurve::of(&builtin_variants()[game]);
            let [win_before, win_after] = [before, after].map(|score| curve.percent(score));
            let accuracy = move_accuracy(win_before, win_after);
            match judge(curve, before, after) {
                Some(judgement) => {
                    prop_assert!(judgement.is_error());
                    prop_assert!(shown_accuracy(accuracy, 1) < 99.95, "{accuracy} at an error");
                    // The only error of a long game, by White.
                    let mut percents = vec![win_before; 401];
                    percents.push(win_after);
                    let [white, _] = game_accuracy(&percents, Color::White);
                    prop_assert!(white.is_some_and(|white| shown_accuracy(white, 0) < 99.5));
                }
                None => prop_assert!(accuracy >= move_accuracy(INACCURACY_DROP, 0.0)),
            }
            let decided = |win: f64| (win > 100.0 - DECIDED, win < DECIDED);
            if decided(win_before) == decided(win_after) && decided(win_after) != (false, false) {
                prop_assert_eq!(judge(curve, before, after), None);
            }
        }
    }
}
