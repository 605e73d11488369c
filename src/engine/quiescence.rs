//! Quiescence: captures are played out before a position is evaluated.

use super::{
    Observer, Score, ScoreSource, Window,
    order::{CaptureKind, Hints, Picked},
    params,
    search::{Search, Stopped},
    see::capture_gain,
    table::{Bound, Entry},
    told::Coming,
};
use crate::rules::{Move, Position};

/// What a quiescence node knows before its moves.
struct Stand {
    in_check: bool,
    /// The score without a move: lost in check, where something must be played.
    least: Score,
    table_move: Option<Move>,
    /// Captures that gain no more than this are overlooked by a weak level, in centipawns.
    overlooked: i32,
}

impl<O: Observer> Search<'_, O> {
    /// The score of a position once the captures are over, fail-soft. In check
    /// evasions are tried until one saves the king, then captures that gain; a side without a move
    /// is seen, so that mates and lost stalemates count.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.visit(ply)?;
        let entered = self.enter(0, ply, window);
        if let Some(score) = self.settled_by_rule(position, ply) {
            return Ok(self.leave_leaf(entered, score));
        }
        let key = self.table_key(position);
        let known = self.table.probe(key, ply);
        if let Some(score) = self.table_cut(position, known, window, 0) {
            return Ok(self.leave_known(entered, known, score));
        }
        if !position.has_safe_move() {
            return Ok(self.leave_leaf(entered, self.without_moves(position, ply)));
        }

        let in_check = position.in_check();
        let (raw, corrected) = self.static_score(position, known);
        let least = corrected.unwrap_or(Score::lost_at(ply));
        let mut entry =
            Entry { played: None, score: least, depth: 0, bound: Bound::Lower, static_score: raw };
        if least >= window.beta {
            if known.is_none() {
                self.table.store(key, ply, entry);
            }
            return Ok(self.leave_leaf(entered, least));
        }
        if !in_check {
            self.tell_static(entered, least);
        }
        let table_move = known.and_then(|entry| entry.played);
        let overlooked = self.handicap.overlooked_gain(key);
        let stand = Stand { in_check, least, table_move, overlooked };
        (entry.score, entry.played) = self.best_capture(position, window, ply, &stand)?;
        entry.bound = if entry.score >= window.beta { Bound::Lower } else { Bound::Upper };
        self.table.store(key, ply, entry);
        Ok(self.leave(entered, entry.score, entry.played, ScoreSource::Search))
    }

    /// The best of the moves that may matter, or `least` without a move if none is better.
    fn best_capture(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
        stand: &Stand,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let mut best = stand.least;
        let (mut best_move, mut number) = (None, 0);
        window.alpha = window.alpha.max(best);
        let moves = if stand.in_check { position.safe_moves() } else { position.safe_captures() };
        let hints = Hints {
            table_move: stand.table_move.filter(|played| moves.contains(*played)),
            killers: [None; 2],
            before: self.before(),
        };
        let mut picker = self.moves.picker(position, &moves, &hints, self.history);
        while let Some(picked) = self.moves.pick(&mut picker, position) {
            if stand.leaves_out(position, &picked, best) {
                continue;
            }
            // Delta pruning: it would not lift the score to alpha, and no more is claimed.
            let reach = stand.reach(position, &picked);
            if !stand.in_check && reach <= window.alpha {
                best = best.max(reach);
                continue;
            }
            number += 1;
            let next = self.play(position, picked.played);
            self.coming = Coming::child(picked.played, number);
            let score = -self.quiescence(&next, window.for_opponent(), ply + 1)?;
            self.take_back();
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_move = Some(picked.played);
                self.tell_narrow(ply, picked.played, window);
            }
            if score >= window.beta {
                self.tell_cut_off(number, moves.len());
                break;
            }
        }
        self.moves.end(picker);
        Ok((best, best_move))
    }
}

impl Stand {
    /// In check nothing is left out until the king is known to be safe. Else captures are that lose
    /// material or that a level overlooks.
    fn leaves_out(&self, position: &Position, picked: &Picked, best: Score) -> bool {
        if self.in_check {
            let saved = !best.is_decided();
            return saved && picked.capture != Some(CaptureKind::Gaining);
        }
        let gain = capture_gain(position, picked.played);
        picked.capture == Some(CaptureKind::Losing) || gain <= self.overlooked
    }

    /// More than this a capture will hardly make of the standing score.
    fn reach(&self, position: &Position, picked: &Picked) -> Score {
        self.least.offset(capture_gain(position, picked.played) + params::DELTA_MARGIN)
    }
}
