//! The judgement of errors: Lichess's rules in win %, and the missed win.

use super::WinCurve;
use minnow_engine::Score;
use minnow_game::Judgement;

/// The least drops of win %, in points, of a blunder, a mistake and an inaccuracy.
const BLUNDER_DROP: f64 = 15.0;
const MISTAKE_DROP: f64 = 10.0;
const INACCURACY_DROP: f64 = 5.0;
/// Within this distance of 0 or 100 win % a mate lost or allowed is only an inaccuracy; it
/// corresponds to Lichess's 999 centipawns.
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
/// `None` for a move that loses little. A slower mate is not an error.
pub fn judge(curve: WinCurve, before: Score, after: Score) -> Option<Judgement> {
    let [win_before, win_after] = [before, after].map(|score| curve.percent(score));
    let [gave, gives] = [mates(before), mates(after)];
    let [was_mated, is_mated] = [mates(-before), mates(-after)];
    if was_mated || gave && gives {
        return None;
    }
    let drop = win_before - win_after;
    let named = if gave {
        Some(by_distance(100.0 - win_after))
    } else if is_mated {
        Some(by_distance(win_before))
    } else if drop >= BLUNDER_DROP {
        Some(Judgement::Blunder)
    } else if drop >= MISTAKE_DROP {
        Some(Judgement::Mistake)
    } else if drop >= INACCURACY_DROP {
        Some(Judgement::Inaccuracy)
    } else {
        None
    };
    // A position that stays practically won is not a missed win. The rule precedes that for lost
    // mates: otherwise a mate lost for 95 % would be a worse error than one lost for 75 %.
    let is_missed = win_before >= WINNING && (STILL_BETTER..100.0 - DECIDED).contains(&win_after);
    named.map(|judgement| if is_missed { Judgement::MissedWin } else { judgement })
}

fn mates(score: Score) -> bool {
    score.is_decided() && score.value() > 0
}

/// The judgement of a lost or allowed mate, by the distance from certainty in points of win %.
fn by_distance(percent: f64) -> Judgement {
    if percent < DECIDED {
        Judgement::Inaccuracy
    } else if percent < NEARLY_DECIDED {
        Judgement::Mistake
    } else {
        Judgement::Blunder
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

    const CURVE: WinCurve = WinCurve { k: 0.004 };

    /// The score with this win %, to a hundredth of a centipawn.
    fn at(percent: f64) -> Score {
        Score::centipawns(((percent / (100.0 - percent)).ln() / CURVE.k).round() as i32)
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
        assert_judged(at(2.3), mated, Some(Judgement::Inaccuracy));
        assert_judged(Score::lost_at(10), Score::lost_at(2), None);
    }

    #[test]
    fn losing_a_mate_weighs_less_in_won_positions() {
        let mate = Score::won_at(5);
        assert_judged(mate, at(97.7), Some(Judgement::Inaccuracy));
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
}
