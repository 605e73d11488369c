//! How a judge of the review grades a move, and the first judge, a long search.

use super::{
    HASH_MB, ReviewedMove,
    row::{CheckedMove, MoveGrade},
};
use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Root, Score, SearchInfo, SearchLimits, Searcher};
use minnow_game::Judgement;
use minnow_program::Failure;
use minnow_rules::{Move, Variant};
use minnow_study::analysis::{WinCurve, judge};

/// The long search ends this many plies behind a forced mate.
const CONFIRMING_PLIES: u32 = 4;

/// The best move of a position and its score.
#[derive(Clone, Copy)]
pub(super) struct JudgedBest {
    pub mv: Option<Move>,
    pub score: Score,
}

/// A long search of this program, or of another one.
pub(super) trait ReviewJudge {
    /// The best move of a position.
    fn best(&mut self, root: &Root) -> Result<JudgedBest, Failure>;

    /// Judges a move, by a search of the position after it unless it is the best one.
    fn grade(
        &mut self,
        root: &Root,
        played: &ReviewedMove,
        best: JudgedBest,
    ) -> Result<CheckedMove, Failure> {
        let ReviewedMove { mv, mark, better } = *played;
        let (mut grade, mut drop) = (MoveGrade::Best, 0.0);
        if best.mv != Some(mv) {
            let mut after = root.clone();
            after.play(mv);
            let curve = WinCurve::of(root.position.variant());
            let own = -self.best(&after)?.score;
            drop = curve.percent(best.score) - curve.percent(own);
            grade = match judge(curve, best.score.max(own), own) {
                Some(Judgement::Inaccuracy) => MoveGrade::Weaker,
                Some(_) => MoveGrade::Upheld,
                None => MoveGrade::Refuted,
            };
        }
        let text = |mv| root.position.move_text(mv);
        let fen = root.position.fen();
        Ok(CheckedMove { mark, grade, drop, fen, mv: text(mv), better: text(better) })
    }
}

/// A search of this program that is longer than the review's.
pub(super) struct LongSearch {
    searcher: Searcher,
    nodes: u64,
}

impl LongSearch {
    pub(super) fn new(variant: &'static Variant, nodes: u64) -> LongSearch {
        LongSearch { searcher: Searcher::new(variant, HASH_MB), nodes }
    }

    pub(super) fn new_game(&mut self) {
        self.searcher.new_game();
    }
}

impl ReviewJudge for LongSearch {
    fn best(&mut self, root: &Root) -> Result<JudgedBest, Failure> {
        let limits = SearchLimits::nodes(self.nodes);
        // A forced win or loss that a deeper search has confirmed is final.
        let stop = StopFlag::new();
        let mut report = |info: &SearchInfo| {
            let mate_plies = info.score.mate_in().map(|moves| 2 * moves.unsigned_abs());
            let is_confirmed = mate_plies.is_some_and(|it| info.depth >= it + CONFIRMING_PLIES);
            if info.bound == Bound::Exact && is_confirmed {
                stop.stop();
            }
        };
        let result = self.searcher.search(root, &limits, &stop, &mut report);
        Ok(JudgedBest { mv: result.best, score: result.info.score })
    }
}
