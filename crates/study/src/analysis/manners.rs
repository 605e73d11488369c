//! The computer's manners as an opponent: when it resigns, when it accepts or offers a draw, and how long
//! it thinks. The rules are functions of the results of its searches; `app/play` acts on them.

use super::WinCurve;
use minnow_engine::Score;
use minnow_rules::Position;

/// The depth from which a search can judge that a position is hopeless or dead, in plies. The weakest
/// levels search less deep and never resign or offer a draw.
const JUDGING_PLIES: u32 = 3;
/// The number of its moves in a row that were hopeless before it resigns.
const HOPELESS_MOVES: usize = 4;
/// A winning chance below this, in percent, is hopeless.
const HOPELESS_PERCENT: f64 = 2.0;
/// A mate in at most this many moves is left to the opponent to give.
const MATE_TO_SHOW: i32 = 3;
/// The number of its moves in a row that were level before it offers a draw.
const DEAD_MOVES: usize = 5;
/// The distance from 50 % within which a winning chance is level, in points.
const LEVEL_POINTS: f64 = 5.0;
/// The plies without a capture or pawn move after which a level position is dead.
const QUIET_PLIES: u16 = 10;
/// The share of the time range for a move that takes back a piece.
const RECAPTURE_SHARE: f64 = 0.15;
/// The share for a move that the search found at first sight.
const PLAIN_SHARE: f64 = 0.3;
/// The additional share for each change of the best move, up to two.
const CHANGE_SHARE: f64 = 0.2;
/// The change of the winning chance in the search that adds [`SWING_SHARE`], in points.
const FULL_SWING: f64 = 30.0;
const SWING_SHARE: f64 = 0.3;

/// The score of a move of the computer, and the depth of the search that found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnScore {
    /// From the computer's point of view.
    pub score: Score,
    /// Plies.
    pub depth_plies: u32,
}

/// The facts by which the computer decides whether to resign.
#[derive(Clone, Copy, Debug)]
pub struct ResignFacts<'a> {
    /// Of its moves so far without a gap, the newest last.
    pub scores: &'a [OwnScore],
    /// True if it gave odds, so that it was behind from the start.
    pub gave_odds: bool,
    /// True if the opponent may still lose on time.
    pub opponent_is_short_of_time: bool,
}

/// True if the computer resigns in place of its move: its last moves were all hopeless, the opponent
/// need not hurry, and no mate is about to be shown.
pub fn resigns(curve: WinCurve, facts: ResignFacts) -> bool {
    if facts.gave_odds || facts.opponent_is_short_of_time {
        return false;
    }
    let is_hopeless = |own: &OwnScore| {
        own.depth_plies >= JUDGING_PLIES && curve.percent(own.score) < HOPELESS_PERCENT
    };
    let is_shown = |own: &OwnScore| {
        own.score.mate_in().is_some_and(|moves| (-MATE_TO_SHOW..=0).contains(&moves))
    };
    let newest = facts.scores.last();
    last_moves(facts.scores, HOPELESS_MOVES).is_some_and(|last| last.iter().all(is_hopeless))
        && !newest.is_some_and(is_shown)
}

/// True if the computer accepts a draw: its search sees no advantage for itself.
pub fn accepts_draw(own: Score) -> bool {
    own <= Score::DRAW
}

/// True if the position before its move is dead: its last moves were all level, and nothing was
/// captured or pushed for long.
pub fn is_dead(curve: WinCurve, scores: &[OwnScore], position: &Position) -> bool {
    let is_level = |own: &OwnScore| {
        let points = (curve.percent(own.score) - 50.0).abs();
        own.depth_plies >= JUDGING_PLIES && points <= LEVEL_POINTS
    };
    position.halfmove_clock() >= QUIET_PLIES
        && last_moves(scores, DEAD_MOVES).is_some_and(|last| last.iter().all(is_level))
}

fn last_moves(scores: &[OwnScore], count: usize) -> Option<&[OwnScore]> {
    scores.len().checked_sub(count).map(|from| &scores[from..])
}

/// The facts of a search by which the computer takes its time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PaceFacts {
    /// True if only one move keeps the king safe.
    pub is_forced: bool,
    /// True if the move captures on the square of the opponent's capture before it.
    pub is_recapture: bool,
    /// The number of changes of the best move between the iterations.
    pub best_changes: u32,
    /// The change of the winning chance between the first and the last iteration, in points.
    pub swing_points: f64,
}

/// The share of the time range that a move takes, 0 to 1: more for a position in which the search
/// changed its mind.
pub fn pace_share(facts: PaceFacts) -> f64 {
    if facts.is_forced {
        return 0.0;
    }
    let changes = f64::from(facts.best_changes.min(2));
    let swing = (facts.swing_points.abs() / FULL_SWING).min(1.0);
    let unsure = CHANGE_SHARE * changes + SWING_SHARE * swing;
    if facts.is_recapture && facts.best_changes == 0 {
        RECAPTURE_SHARE
    } else {
        PLAIN_SHARE + unsure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    const CURVE: WinCurve = WinCurve { k: 0.004 };

    fn own(cp: i32, depth_plies: u32) -> OwnScore {
        OwnScore { score: Score::centipawns(cp), depth_plies }
    }

    fn facts(scores: &[OwnScore]) -> ResignFacts<'_> {
        ResignFacts { scores, gave_odds: false, opponent_is_short_of_time: false }
    }

    #[test]
    fn only_long_hopeless_games_are_resigned() {
        let lost = [own(-1_200, 5); 4];
        assert!(resigns(CURVE, facts(&lost)));
        assert!(!resigns(CURVE, facts(&lost[1..])), "three moves are too few");
        assert!(!resigns(CURVE, facts(&[own(-1_200, 2); 9])), "too shallow to judge");
        let mut held = lost;
        held[1] = own(-300, 5);
        assert!(!resigns(CURVE, facts(&held)), "one of the moves had hope");
        assert!(!resigns(CURVE, ResignFacts { gave_odds: true, ..facts(&lost) }));
        assert!(!resigns(CURVE, ResignFacts { opponent_is_short_of_time: true, ..facts(&lost) }));
    }

    #[test]
    fn a_mate_may_be_shown() {
        let mated = |plies| {
            let newest = OwnScore { score: Score::lost_at(plies), depth_plies: 6 };
            resigns(CURVE, facts(&[own(-2_000, 5), own(-2_000, 5), own(-2_000, 5), newest]))
        };
        assert!(!mated(2) && !mated(6), "a mate in three is shown");
        assert!(mated(12));
    }

    #[test]
    fn draws_are_accepted_without_an_advantage() {
        assert!(accepts_draw(Score::DRAW) && accepts_draw(Score::lost_at(4)));
        assert!(!accepts_draw(Score::centipawns(1)) && !accepts_draw(Score::won_at(3)));
    }

    #[test]
    fn dead_positions_are_level_and_quiet() {
        let variant = Variant::by_id("gardner").unwrap();
        let after = |plies: u16| {
            let fen = format!("k3r/5/5/5/1R1K1 w - - {plies} 30");
            Position::from_fen(variant, &fen).unwrap()
        };
        let level = [own(10, 8); 5];
        assert!(is_dead(CURVE, &level, &after(12)));
        assert!(!is_dead(CURVE, &level, &after(4)), "something has just happened");
        assert!(!is_dead(CURVE, &level[1..], &after(12)));
        assert!(!is_dead(CURVE, &[own(10, 2); 5], &after(12)), "too shallow to judge");
        assert!(!is_dead(CURVE, &[own(80, 8); 5], &after(12)), "a side is better");
    }

    #[test]
    fn hard_positions_take_longer() {
        let plain = PaceFacts::default();
        let forced = PaceFacts { is_forced: true, ..plain };
        let recapture = PaceFacts { is_recapture: true, ..plain };
        let unsure = PaceFacts { best_changes: 2, swing_points: -12.0, ..plain };
        let hardest =
            PaceFacts { best_changes: 9, swing_points: 90.0, is_recapture: true, ..plain };
        let shares = [forced, recapture, plain, unsure, hardest].map(pace_share);
        assert!(shares.is_sorted_by(|less, more| less < more), "{shares:?}");
        assert_eq!((shares[0], shares[4]), (0.0, 1.0));
    }
}
