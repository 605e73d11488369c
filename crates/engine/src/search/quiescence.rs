//! Quiescence search: captures and check evasions until the position is quiet enough for its
//! static evaluation.

use super::{
    events::NodeOrigin,
    order::{CaptureKind, OrderingHints, ScoredMove},
    see::capture_gain,
    shared::Stopped,
    state::SearchState,
};
use crate::{
    Bound, Observer, Score, ScoreSource, Window, params,
    table::{TtEntry, likely_tt_key_after, tt_key},
};
use minnow_rules::{Move, Position};

/// The facts about a quiescence node before it searches moves.
struct StandPat {
    in_check: bool,
    /// The score without a move: the static evaluation, or a loss in check, where a move must be
    /// played.
    score: Score,
    tt_move: Option<Move>,
}

impl<O: Observer> SearchState<'_, O> {
    /// The score of a position after the captures that matter, fail-soft. In check evasions are
    /// searched until one saves the king, and after that only captures that do not lose material.
    /// Checkmate and stalemate are recognised.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the search must end.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        origin: NodeOrigin,
    ) -> Result<Score, Stopped> {
        self.visit(ply)?;
        let token = self.enter(origin, 0, ply, window);
        if let Some(score) = self.exact_score(position, ply) {
            return Ok(self.leave_leaf(token, score));
        }
        let key = tt_key(position);
        let tt_entry = self.tt.probe(key, ply);
        if let Some(score) = tt_entry.and_then(|entry| entry.cutoff(position, window, 0)) {
            return Ok(self.leave_by_tt(token, tt_entry, score));
        }
        if !position.has_safe_move() {
            return Ok(self.leave_leaf(token, self.score_of_no_move(position, ply)));
        }

        let eval = self.static_eval(position, tt_entry, ply);
        let stand_pat = StandPat {
            in_check: position.in_check(),
            score: eval.corrected.unwrap_or(Score::lost_at(ply)),
            tt_move: tt_entry.and_then(|entry| entry.mv),
        };
        let (score, bound, static_eval) = (stand_pat.score, Bound::Lower, eval.raw);
        let mut entry = TtEntry { mv: None, score, depth: 0, bound, static_eval };
        if score >= window.beta || !stand_pat.in_check && self.is_past_captures(ply) {
            if tt_entry.is_none() {
                self.tt.store(key, ply, entry);
            }
            return Ok(self.leave_leaf(token, score));
        }
        if !stand_pat.in_check {
            self.emit_static_eval(token, score);
        }
        (entry.score, entry.mv) = self.best_capture(position, window, ply, &stand_pat)?;
        entry.score = self.within_tables(position, entry.score);
        entry.bound = if entry.score >= window.beta { Bound::Lower } else { Bound::Upper };
        self.tt.store(key, ply, entry);
        Ok(self.leave(token, entry.score, entry.mv, ScoreSource::Search))
    }

    /// The best move with its score, or the stand-pat score without a move if none is better.
    fn best_capture(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
        stand_pat: &StandPat,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let mut best = stand_pat.score;
        let (mut best_move, mut number) = (None, 0);
        if best > window.alpha {
            window.alpha = best;
            if !stand_pat.in_check {
                self.emit_narrowed(ply, None, window);
            }
        }
        let moves =
            if stand_pat.in_check { position.safe_moves() } else { position.safe_captures() };
        let hints = OrderingHints {
            tt_move: stand_pat.tt_move.filter(|mv| moves.contains(*mv)),
            killers: [None; 2],
            previous: self.stack.previous(ply),
        };
        let mut picker = self.moves.picker(&moves, hints);
        while let Some(scored) = self.moves.pick(&mut picker, position, self.histories) {
            if stand_pat.prunes(&scored, best) || self.overlooks(position, scored.mv, ply) {
                continue;
            }
            self.tt.prefetch(likely_tt_key_after(position, scored.mv));
            // Delta pruning: the capture cannot raise alpha. The score claims no more than its
            // upper bound.
            let upper = stand_pat.upper_bound(position, &scored);
            if !stand_pat.in_check && upper <= window.alpha {
                best = best.max(upper);
                continue;
            }
            number += 1;
            let next = self.make_move(position, scored.mv, ply);
            let origin = NodeOrigin::child(scored.mv, number);
            let score = -self.quiescence(&next, window.for_opponent(), ply + 1, origin)?;
            self.unmake_move();
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_move = Some(scored.mv);
                self.emit_narrowed(ply, Some(scored.mv), window);
            }
            if score >= window.beta {
                self.emit_cutoff(number, moves.len());
                break;
            }
        }
        self.moves.release(picker);
        Ok((best, best_move))
    }
}

impl StandPat {
    /// True if a move is left out. In check no move is, until one has saved the king; then all but
    /// captures that do not lose material are. Otherwise captures that lose material are left out.
    fn prunes(&self, scored: &ScoredMove, best: Score) -> bool {
        if self.in_check {
            let is_saved = !best.is_decided();
            return is_saved && scored.capture != Some(CaptureKind::Gaining);
        }
        scored.capture == Some(CaptureKind::Losing)
    }

    /// Upper bound on the score after this capture (delta pruning).
    fn upper_bound(&self, position: &Position, scored: &ScoredMove) -> Score {
        self.score.offset(capture_gain(position, scored.mv) + params::delta_margin())
    }
}
