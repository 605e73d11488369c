//! Quiescence: captures are played out before a position is evaluated.

use super::{
    MAX_PLY, Score, Window,
    node::{Search, Stopped},
    order::{Picker, capture_worth},
    params,
    table::{Bound, Entry},
};
use crate::rules::{Move, Position};

impl Search<'_> {
    /// The score of a position once the captures are over, fail-soft. In check every evasion is
    /// tried, and a side without a move is seen, so that mates and lost stalemates count.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.visit(ply)?;
        if let Some(score) = self.drawn_by_rule(position) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(position));
        }
        let key = self.table_key(position);
        let known = self.table.probe(key, ply);
        if let Some(score) = known.and_then(|entry| entry.cut(window, 0)) {
            return Ok(score);
        }

        let moves = position.safe_moves();
        if moves.is_empty() {
            return Ok(self.without_moves(position, ply));
        }
        let in_check = position.in_check();
        let table_move = known.and_then(|entry| entry.played);
        let stand_pat = self.evaluate(position);
        if !in_check && stand_pat >= window.beta {
            return Ok(stand_pat);
        }
        let (least, picker) = if in_check {
            let picker = Picker::all(position, &moves, table_move, self.history, ply);
            (Score::lost_at(ply), picker)
        } else {
            (stand_pat, Picker::captures(position, &moves, table_move))
        };
        let overlooked = self.handicap.overlooked_gain(key);
        let useful = |played, alpha| {
            let gain = capture_worth(position, played).unwrap_or(0) / 16;
            in_check || gain > overlooked && stand_pat.offset(gain + params::DELTA_MARGIN) > alpha
        };
        let (best, best_move) = self.best_capture(position, window, ply, least, picker, useful)?;

        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        self.table.store(key, ply, Entry { played: best_move, score: best, depth: 0, bound });
        Ok(best)
    }

    /// The best of the moves that are useful, or `least` without a move if none is better.
    fn best_capture(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
        least: Score,
        picker: Picker,
        useful: impl Fn(Move, Score) -> bool,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let mut best = least;
        let mut best_move = None;
        window.alpha = window.alpha.max(least);
        for played in picker {
            if !useful(played, window.alpha) {
                continue;
            }
            let next = self.play(position, played);
            let score = -self.quiescence(&next, window.for_opponent(), ply + 1)?;
            self.line.pop();
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_move = Some(played);
            }
            if score >= window.beta {
                break;
            }
        }
        Ok((best, best_move))
    }
}
