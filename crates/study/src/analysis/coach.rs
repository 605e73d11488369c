//! The coach's judgement of a move before it is played, from a search of every move of the position.

use super::{
    WinCurve,
    explain::{MoveContext, MoveResult, attempt_fault, better_sentence},
};
use minnow_engine::{SearchInfo, SearchLimits};
use minnow_rules::{Move, Position};

/// The coach asks before a move that loses at least this many points of winning chance.
const WARNED_DROP: f64 = 15.0;
/// It does not ask before a move that keeps at least this winning chance, in percent.
const STILL_WINNING: f64 = 85.0;
/// The depth from which the search counts, in plies.
const LEAST_DEPTH: u32 = 3;
/// The maximum length of a line, in plies.
const LINE_PLIES: usize = 12;

/// A warning before a move.
#[derive(Clone, Debug, PartialEq)]
pub struct CoachWarning {
    /// The user's move.
    pub mv: Move,
    /// The points of winning chance that it loses against the best move.
    pub lost_points: f64,
    /// A sentence with the fault of the move, which does not name a better one.
    pub fault: String,
    /// The opponent's best answer; `None` if the move ends the game.
    pub refutation: Option<Move>,
    /// The best move.
    pub better: Move,
    /// A sentence with the best move and its merit.
    pub merit: String,
}

/// The limits of the coach's search: a line with a score for every move, with so few nodes that the
/// search ends while the user thinks.
pub fn coach_limits() -> SearchLimits {
    let (nodes, lines) = (Some(400_000), usize::MAX);
    SearchLimits { nodes, lines, threads: Some(1), ..SearchLimits::depth(10) }
}

/// The warning before a move, from the lines of [`coach_limits`]; `None` for a move that loses
/// little, or that the search has not judged. `previous` is the opponent's last move.
pub fn coach_warning(
    position: &Position,
    previous: Option<Move>,
    lines: &[SearchInfo],
    mv: Move,
) -> Option<CoachWarning> {
    let begins_with = |line: &&SearchInfo| line.pv.first() == Some(&mv);
    let own = lines.iter().filter(begins_with).max_by_key(|line| line.depth)?;
    let same_depth = lines.iter().filter(|line| line.depth == own.depth);
    let best = same_depth.max_by_key(|line| line.score)?;
    let better = *best.pv.first()?;
    let curve = WinCurve::of(position.variant());
    let [win_best, win_own] = [best.score, own.score].map(|score| curve.percent(score));
    let lost_points = win_best - win_own;
    if own.depth < LEAST_DEPTH || lost_points < WARNED_DROP || win_own >= STILL_WINNING {
        return None;
    }
    let context = MoveContext { position, curve, previous, best: best.score };
    let [own_line, best_line] = [own, best].map(|info| &info.pv[..info.pv.len().min(LINE_PLIES)]);
    let fault = attempt_fault(&context, own_line, own.score);
    let merit =
        better_sentence(&context, &MoveResult { line: best_line, score: best.score, end: None });
    Some(CoachWarning {
        mv,
        lost_points,
        fault: format!("{fault}."),
        refutation: own_line.get(1).copied(),
        better,
        merit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_base::sync::StopFlag;
    use minnow_engine::{Root, Searcher};
    use minnow_rules::{Variant, san};

    /// The lines of a search of this depth.
    fn lines(position: &Position, depth: u32) -> Vec<SearchInfo> {
        let limits = SearchLimits { depth: Some(depth), ..coach_limits() };
        let mut lines = Vec::new();
        let mut searcher = Searcher::new(position.variant(), 1);
        let mut report = |info: &SearchInfo| lines.push(info.clone());
        searcher.search(&Root::new(*position), &limits, &StopFlag::new(), &mut report);
        lines
    }

    /// White to move; Qc3 leaves the queen to the pawn on d4.
    fn hanging_queen() -> Position {
        let variant = Variant::by_id("gardner").unwrap();
        Position::from_fen(variant, "k4/3p1/2n2/3Q1/K4 w - - 0 1").unwrap()
    }

    #[test]
    fn a_hanging_queen_is_warned_of() {
        let position = hanging_queen();
        let lines = lines(&position, 4);
        let count = lines.iter().filter(|line| line.depth == 4).count();
        assert_eq!(count, position.safe_moves().len(), "a line for every move");
        let mv = |text| position.parse_move(text).unwrap();
        let warning = coach_warning(&position, None, &lines, mv("d2c3")).unwrap();
        assert!(warning.lost_points > 50.0);
        assert_eq!(warning.fault, "Qxc3+ loses the queen for a knight to dxc3.");
        let reply = position.play(warning.mv).parse_move("d4c3").unwrap();
        assert_eq!(warning.refutation, Some(reply));
        assert_eq!(coach_warning(&position, None, &lines, warning.better), None);
        let better = san(&position, warning.better);
        assert!(warning.merit.starts_with(&format!("1. {better} ")), "{}", warning.merit);
        assert!(!warning.fault.contains(&better), "the fault names no better move");
    }

    #[test]
    fn a_shallow_search_does_not_warn() {
        let position = hanging_queen();
        let mv = position.parse_move("d2c3").unwrap();
        assert_eq!(coach_warning(&position, None, &lines(&position, 2), mv), None);
        assert_eq!(coach_warning(&position, None, &[], mv), None);
    }

    #[test]
    fn won_and_lost_games_are_left_alone() {
        let variant = Variant::by_id("gardner").unwrap();
        for fen in ["k4/5/1K3/5/2Q2 w - - 0 1", "K4/1q3/5/5/4k w - - 0 1"] {
            let position = Position::from_fen(variant, fen).unwrap();
            let lines = lines(&position, 4);
            let stays_won = |mv: &Move| position.play(*mv).outcome(1).is_none();
            for mv in position.safe_moves().iter().filter(stays_won) {
                let warned = coach_warning(&position, None, &lines, mv);
                let is_serious = |warning: &CoachWarning| warning.lost_points >= 15.0;
                assert!(warned.as_ref().is_none_or(is_serious), "{warned:?}");
            }
        }
    }
}
