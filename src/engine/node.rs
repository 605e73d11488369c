//! The node of the principal variation search, and the searches that it starts beside its moves.

use std::cell::OnceCell;

use super::{
    Branch, Observer, PruningRule, Score, ScoreSource, Window,
    history::Arrival,
    order::{Hints, Picked, is_capture},
    params,
    pruning::{Situation, may_be_singular, root_reduction, singular_window},
    search::{Search, Stopped},
    table::{Bound, Entry},
    told::Coming,
};
use crate::rules::{Move, Position};

/// How far a move is searched beyond the common depth, or the node's score where the test for it
/// has already found more than one good move.
enum Extension {
    Plies(i32),
    Cut(Score),
}

/// Moves of a node that did not cut off, for the histories. More than fit are forgotten.
struct Tried {
    moves: [Option<Move>; 32],
    len: usize,
}

impl Tried {
    const NONE: Tried = Tried { moves: [None; 32], len: 0 };

    fn push(&mut self, played: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = Some(played);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

/// How a child is to be searched.
struct Plan {
    played: Move,
    /// Its full depth.
    depth: i32,
    /// Plies that its first search is shallower.
    reduction: i32,
    /// Its place in the order, from 1.
    number: i32,
    /// Whether its parent expects a cut-off.
    expects_cut: bool,
}

impl<O: Observer> Search<'_, O> {
    /// The score of a position to `depth` plies, fail-soft: exact inside the window, else a bound.
    /// `expects_cut` tells where the parent's window makes a cut-off likely.
    #[expect(clippy::too_many_lines, reason = "the numbered steps of a node share their state")]
    pub fn node<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Result<Score, Stopped> {
        self.variations.clear(ply);
        if depth <= 0 {
            return self.quiescence(position, window, ply);
        }
        self.visit(ply)?;
        let entered = self.enter(depth, ply, window);

        // 1. Draws by rule, which no search below can change.
        if let Some(score) = self.settled_by_rule(position, ply) {
            return Ok(self.leave_leaf(entered, score));
        }

        // 2. Mate-distance pruning: a mate found nearer to the root cannot be improved on here.
        window.alpha = window.alpha.max(Score::lost_at(ply));
        window.beta = window.beta.min(Score::won_at(ply + 1));
        if window.alpha >= window.beta {
            return Ok(self.leave_by(entered, window.alpha, PruningRule::MateDistance));
        }

        // 3. The transposition table; on the principal variation only its move is used, so that
        //    the variation stays whole.
        let key = self.table_key(position);
        let excluded = self.excluded[ply];
        let known = self.table.probe(key, ply);
        if !PV
            && excluded.is_none()
            && let Some(score) = self.table_cut(position, known, window, depth)
        {
            return Ok(self.leave_known(entered, known, score));
        }

        // 4. No move: mate, stalemate, or the king falls whatever is played.
        if !position.has_safe_move() {
            return Ok(self.leave_leaf(entered, self.without_moves(position, ply)));
        }

        // 5. The static score, and a better estimate where the table's bound gives one.
        let mut situation = self.judge(position, known, depth, ply, expects_cut);
        let estimate = situation.static_score.map(|score| refined(score, known));
        if !PV
            && excluded.is_none()
            && let Some(estimate) = estimate
        {
            // 6. Reverse futility.
            if situation.is_beyond_beta(estimate, window.beta) {
                return Ok(self.leave_by(entered, estimate, PruningRule::ReverseFutility));
            }
            // 7. Null move.
            if let Some(score) = self.pass_cuts(position, window, &situation, ply, estimate)? {
                return Ok(self.leave_by(entered, score, PruningRule::NullMove));
            }
        }

        // 8. Internal iterative reduction (Schroeder's alternative to internal deepening): without
        //    a table move the order is poor, and the next iteration will have one.
        let table_move = known.and_then(|entry| entry.played);
        if table_move.is_none() && depth >= params::INTERNAL_REDUCTION_DEPTH {
            depth -= 1;
            situation.depth = depth;
        }

        // 9. The moves in order, those near the leaves that cannot matter left out.
        let killers = self.history.killers(ply);
        self.history.forget_killers(ply + 2);
        let hints = Hints { table_move, killers, before: self.before() };
        let moves = position.safe_moves();
        let mut picker = self.moves.picker(position, &moves, &hints, self.history);
        let lower = window.alpha;
        let (mut best, mut best_move, mut number) = (-Score::INFINITE, None, 0);
        let (mut quiets, mut captures) = (Tried::NONE, Tried::NONE);
        while let Some(picked) = self.moves.pick(&mut picker, position) {
            let played = picked.played;
            if Some(played) == excluded {
                continue;
            }
            number += 1;
            let hopeless = best.is_decided() && best < Score::DRAW;
            let place = (number, window.alpha);
            if number > 1 && !hopeless && situation.skips(position, &picked, place) {
                continue;
            }

            // 10. Extensions: a move that alone is good, and checks.
            let tested = known.filter(|_| Some(played) == table_move && excluded.is_none());
            let singular = match self.singular(position, tested, window, &situation, ply)? {
                Extension::Plies(plies) => plies,
                Extension::Cut(score) => {
                    self.moves.end(picker);
                    return Ok(self.leave_by(entered, score, PruningRule::MultiCut));
                }
            };
            let next = self.play(position, played);
            let checks = next.in_check();
            let extension = match singular {
                0 if Situation::may_extend(ply, self.iteration) => {
                    situation.check_extension(position, &picked, checks)
                }
                plies => plies,
            };

            // 11. The first move with the full window, the others with a zero window and reduced,
            //     until one exceeds alpha (principal variation search, Marsland and Campbell 1982).
            let reduction = situation.reduction::<PV>(&picked, number, checks);
            let plan =
                Plan { played, depth: depth - 1 + extension, reduction, number, expects_cut };
            let score = self.planned_child::<PV>(&next, window, &plan, ply + 1)?;
            self.take_back();
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(played);
                    window.alpha = score;
                    self.tell_narrow(ply, played, window);
                    if PV {
                        self.variations.extend(ply, played);
                    }
                }
                // 12. A cut-off: the opponent will not let this position come about.
                if score >= window.beta {
                    self.tell_cut_off(number, moves.len());
                    self.learn(position, (ply, depth), &picked, hints.before, (&quiets, &captures));
                    break;
                }
            }
            if picked.capture.is_some() { captures.push(played) } else { quiets.push(played) }
        }
        self.moves.end(picker);
        if excluded.is_some() {
            // The only move was left out: nothing else holds.
            let score = if number == 0 { window.alpha } else { best };
            return Ok(self.leave(entered, score, best_move, ScoreSource::Search));
        }

        // 13. What was learned goes into the table.
        let bound = Bound::of(best, lower, window.beta);
        self.correct(position, &situation, best, best_move, bound);
        let depth = depth.clamp(0, 255) as u8;
        let static_score = situation.raw;
        let entry = Entry { played: best_move, score: best, depth, bound, static_score };
        self.table.store(key, ply, entry);
        Ok(self.leave(entered, best, best_move, ScoreSource::Search))
    }

    /// The node's facts for the pruning rules.
    fn judge(
        &mut self,
        position: &Position,
        known: Option<Entry>,
        depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Situation {
        let (raw, static_score) = self.static_score(position, known);
        self.static_scores[ply] = static_score;
        let earlier = ply.checked_sub(2).and_then(|earlier| self.static_scores[earlier]);
        let improving = static_score.zip(earlier).is_some_and(|(now, before)| now > before);
        let checks = OnceCell::new();
        Situation { depth, raw, static_score, improving, expects_cut, checks }
    }

    /// Null move: if the opponent cannot get below beta even with two moves in a row, a move would
    /// hold beta too. Deep ones are verified by a search in which the side may not pass.
    fn pass_cuts(
        &mut self,
        position: &Position,
        window: Window,
        situation: &Situation,
        ply: usize,
        estimate: Score,
    ) -> Result<Option<Score>, Stopped> {
        let after_pass = ply > 0 && self.before()[0] == Arrival::NONE;
        if after_pass
            || ply < self.no_pass_above
            || !situation.may_pass(position, estimate, window.beta)
        {
            return Ok(None);
        }
        let depth = situation.depth - situation.pass_reduction(estimate, window.beta);
        let below_beta = Window::zero_above(window.beta.offset(-1));
        let next = self.pass(position);
        let answer = below_beta.for_opponent();
        self.coming = Coming { played: Some(Branch::NULL_MOVE), number: 1 };
        let score = -self.node::<false>(&next, answer, depth, ply + 1, !situation.expects_cut)?;
        self.take_back();
        if score < window.beta {
            return Ok(None);
        }
        // A mate found behind a pass is no mate.
        let score = if score.is_decided() { window.beta } else { score };
        if situation.depth < params::PASS_VERIFY_DEPTH || self.no_pass_above > 0 {
            return Ok(Some(score));
        }
        self.coming = Coming::SAME;
        self.no_pass_above = ply + 3 * depth.max(0) as usize / 4 + 1;
        let verified = self.node::<false>(position, below_beta, depth, ply, false);
        self.no_pass_above = 0;
        Ok((verified? >= window.beta).then_some(score))
    }

    /// Whether the table's move is the only good one: all others are held against a score a little
    /// below its own, at half the depth. If several reach beta, so will this node.
    fn singular(
        &mut self,
        position: &Position,
        tested: Option<Entry>,
        window: Window,
        situation: &Situation,
        ply: usize,
    ) -> Result<Extension, Stopped> {
        let Some(entry) = tested.filter(|entry| {
            ply > 0
                && Situation::may_extend(ply, self.iteration)
                && may_be_singular(entry, situation.depth)
        }) else {
            return Ok(Extension::Plies(0));
        };
        let others = singular_window(&entry, situation.depth);
        self.excluded[ply] = entry.played;
        let depth = (situation.depth - 1) / 2;
        self.coming = Coming::SAME;
        let score = self.node::<false>(position, others, depth, ply, situation.expects_cut);
        self.excluded[ply] = None;
        let score = score?;
        Ok(if score < others.beta {
            let alone = score.offset(params::SINGULAR_DOUBLE_MARGIN) < others.beta;
            Extension::Plies(1 + i32::from(alone && window.is_zero()))
        } else if others.beta >= window.beta {
            Extension::Cut(others.beta)
        } else {
            Extension::Plies(-i32::from(entry.score >= window.beta))
        })
    }

    /// The root's static score, by which the nodes below see whether they are improving.
    pub fn judge_root(&mut self, position: &Position) {
        self.judge(position, None, 0, 0, false);
    }

    /// The score of the root's `number`th move (from 1) from the root's view, `next` being the
    /// position after it. Late quiet moves are reduced, if they do not check.
    pub fn root_child(
        &mut self,
        (next, played): (&Position, Move),
        window: Window,
        depth: i32,
        number: i32,
        quiet: bool,
    ) -> Result<Score, Stopped> {
        let reduced = quiet && !next.in_check();
        let reduction = if reduced { root_reduction(depth, number) } else { 0 };
        let plan = Plan { played, depth: depth - 1, reduction, number, expects_cut: false };
        self.planned_child::<true>(next, window, &plan, 1)
    }

    /// A child's score from the parent's view. The first child, and those that turn out better
    /// than alpha on the principal variation, are searched with the whole window.
    fn planned_child<const PV: bool>(
        &mut self,
        next: &Position,
        window: Window,
        plan: &Plan,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let &Plan { depth, number, expects_cut, .. } = plan;
        let coming = Coming::child(plan.played, number);
        self.coming = coming;
        if number > 1 || !PV {
            let zero = Window::zero_above(window.alpha).for_opponent();
            let reduced = (depth - plan.reduction).clamp(1.min(depth), depth);
            let cut_next = number > 1 || !expects_cut;
            let mut score = -self.node::<false>(next, zero, reduced, ply, cut_next)?;
            if reduced < depth && score > window.alpha {
                self.tell_again(coming, ply, zero);
                score = -self.node::<false>(next, zero, depth, ply, !expects_cut)?;
            }
            if !PV || score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
            self.tell_again(coming, ply, window.for_opponent());
        }
        Ok(-self.node::<PV>(next, window.for_opponent(), depth, ply, false)?)
    }

    /// The correction history learns what the static score was off by, where that is known and no
    /// capture is the reason.
    fn correct(
        &mut self,
        position: &Position,
        situation: &Situation,
        best: Score,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let (Some(raw), Some(corrected)) = (situation.raw, situation.static_score) else { return };
        let known = match bound {
            Bound::Exact => true,
            Bound::Lower => best > corrected,
            Bound::Upper => best < corrected,
        };
        let quiet = best_move.is_none_or(|played| !is_capture(position, played));
        if known && quiet && !best.is_decided() {
            self.history.correction.learn(position, situation.depth, raw, best);
        }
    }

    /// The histories learn from a cut-off.
    fn learn(
        &mut self,
        position: &Position,
        (ply, depth): (usize, i32),
        best: &Picked,
        before: [Arrival; 2],
        (quiets, captures): (&Tried, &Tried),
    ) {
        let taken = best.capture.map(|_| best.played);
        if taken.is_none() {
            let played = best.played;
            self.history.reward_quiet(position, (ply, depth), before, played, quiets.iter());
        }
        self.history.reward_capture(position, depth, taken, captures.iter());
    }
}

/// The static score moved to the table's score where that bounds it on this side.
fn refined(static_score: Score, known: Option<Entry>) -> Score {
    let Some(entry) = known else { return static_score };
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > static_score,
        Bound::Upper => entry.score < static_score,
    };
    if better { entry.score } else { static_score }
}

impl Bound {
    /// How a fail-soft score relates to the true one, given the window it was searched with.
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Entry {
    /// The stored score if it answers a search of `depth` plies with this window.
    #[inline]
    pub fn cut(&self, window: Window, depth: i32) -> Option<Score> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        answers.then_some(self.score)
    }
}
