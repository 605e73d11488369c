//! One search: its state, and the node of the principal variation search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{
    Handicap, MAX_PLY, Score, Window,
    eval::Evaluation,
    history::History,
    line::Line,
    order::Picker,
    params,
    table::{Bound, Entry, Table},
    time::TimePlan,
};
use crate::rules::{Move, Position, Stalemate};

/// The search was told to stop, or a limit was reached; its unfinished work is dropped.
pub(super) struct Stopped;

/// The clock and the stop flag are looked at every so many nodes.
const NODES_PER_CLOCK_LOOK: u64 = 256;

/// The principal variation below each ply.
pub(super) struct Variations(Vec<Vec<Move>>);

impl Variations {
    fn new() -> Variations {
        Variations(vec![Vec::new(); MAX_PLY + 2])
    }

    pub fn at(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The move at `ply` followed by the variation below it.
    pub fn extend(&mut self, ply: usize, first: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(first);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// The state of one running search.
pub(super) struct Search<'a> {
    pub table: &'a Table,
    pub evaluation: &'a Evaluation,
    pub history: &'a mut History,
    pub handicap: Handicap,
    pub stop: &'a AtomicBool,
    pub plan: TimePlan,
    pub node_limit: u64,
    pub line: Line,
    pub variations: Variations,
    pub nodes: u64,
    /// The deepest ply reached in this iteration.
    pub deepest: usize,
}

impl<'a> Search<'a> {
    pub fn new(
        table: &'a Table,
        evaluation: &'a Evaluation,
        history: &'a mut History,
        stop: &'a AtomicBool,
        plan: TimePlan,
        line: Line,
    ) -> Search<'a> {
        Search {
            table,
            evaluation,
            history,
            handicap: Handicap::NONE,
            stop,
            plan,
            node_limit: u64::MAX,
            line,
            variations: Variations::new(),
            nodes: 0,
            deepest: 0,
        }
    }

    /// The score of a position to `depth` plies, fail-soft: exact inside the window, else a bound.
    pub fn node<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.variations.clear(ply);
        if depth <= 0 {
            return self.quiescence(position, window, ply);
        }
        self.visit(ply)?;

        // 1. Draws by rule, which no search below can change.
        if let Some(score) = self.drawn_by_rule(position) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(position));
        }

        // 2. Mate-distance pruning: a mate found nearer to the root cannot be improved on here.
        window.alpha = window.alpha.max(Score::lost_at(ply));
        window.beta = window.beta.min(Score::won_at(ply + 1));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }

        // 3. The transposition table; on the principal variation only its move is used, so that
        //    the variation stays whole.
        let key = self.table_key(position);
        let known = self.table.probe(key, ply);
        if !PV && let Some(score) = known.and_then(|entry| entry.cut(window, depth)) {
            return Ok(score);
        }

        // 4. No move: mate, stalemate, or the king falls whatever is played.
        let moves = position.safe_moves();
        if moves.is_empty() {
            return Ok(self.without_moves(position, ply));
        }

        // 5. All moves, the first with the full window, the others with a zero window until one
        //    exceeds alpha (principal variation search, Marsland and Campbell 1982).
        let table_move = known.and_then(|entry| entry.played);
        let picker = Picker::all(position, &moves, table_move, self.history, ply);
        let lower = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried_quiets: Vec<Move> = Vec::new();
        for (number, played) in picker.enumerate() {
            let next = self.play(position, played);
            let score = self.child::<PV>(&next, window, depth - 1, ply + 1, number == 0)?;
            self.line.pop();
            let quiet = position.captured(played).is_none() && played.promotion().is_none();
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(played);
                    window.alpha = score;
                    if PV {
                        self.variations.extend(ply, played);
                    }
                }
                // 6. A cut-off: the opponent will not let this position come about.
                if score >= window.beta {
                    if quiet {
                        self.history.reward(position.turn(), ply, depth, played, &tried_quiets);
                    }
                    break;
                }
            }
            if quiet {
                tried_quiets.push(played);
            }
        }

        // 7. What was learned goes into the table.
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > lower {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = depth.clamp(0, 255) as u8;
        self.table.store(key, ply, Entry { played: best_move, score: best, depth, bound });
        Ok(best)
    }

    /// A child's score from the parent's view. `first` children, and those that turn out better
    /// than alpha on the principal variation, are searched with the whole window.
    pub fn child<const PV: bool>(
        &mut self,
        next: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        first: bool,
    ) -> Result<Score, Stopped> {
        if !first {
            let zero = Window::zero_above(window.alpha).for_opponent();
            let score = -self.node::<false>(next, zero, depth, ply)?;
            if !PV || score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(-self.node::<PV>(next, window.for_opponent(), depth, ply)?)
    }

    /// Counts a node and looks whether the search must end.
    #[inline]
    pub fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.node_limit || self.stop.load(Relaxed) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(NODES_PER_CLOCK_LOOK) && self.plan.is_over() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Plays a move: one more node, one more position on the line.
    #[inline]
    pub fn play(&mut self, position: &Position, played: Move) -> Position {
        self.nodes += 1;
        let next = position.play(played);
        let accumulator = self.evaluation.after(self.line.accumulator(), position, played);
        self.line.push(&next, accumulator);
        next
    }

    /// The static value of the current position.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        Score::centipawns(self.evaluation.evaluate(position, self.line.accumulator()))
    }

    /// The position's key for the table. Near a move limit the same placement is worth less with
    /// fewer plies left, so that these belong to the key.
    #[inline]
    pub fn table_key(&self, position: &Position) -> u64 {
        let Some(limit) = position.variant().ply_limit() else { return position.key() };
        let left = u64::from(limit.saturating_sub(position.ply()).min(params::LIMIT_KEY_PLIES));
        position.key() ^ left.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// A draw by limit, repetition, lack of progress or lack of material. The rule against no
    /// progress gives way to mate.
    pub fn drawn_by_rule(&self, position: &Position) -> Option<Score> {
        let mated = || position.in_check() && position.count_legal_moves() == 0;
        let drawn = position.at_move_limit()
            || self.line.is_repetition(position)
            || position.variant().bare_kings_draw && position.has_bare_kings()
            || position.no_progress() && !mated();
        drawn.then_some(Score::DRAW)
    }

    /// The score of a side that has no move, or only moves that leave its king to be taken.
    pub fn without_moves(&self, position: &Position, ply: usize) -> Score {
        let variant = position.variant();
        let lost = Score::lost_at(ply);
        if variant.king_capture && position.count_legal_moves() > 0 {
            // Any move, then the king is taken: unless the game is drawn before that.
            let in_time = variant.ply_limit().is_none_or(|limit| position.ply() + 2 <= limit);
            return if in_time { lost } else { Score::DRAW };
        }
        let mated = !variant.king_capture && position.in_check();
        if mated || variant.stalemate == Stalemate::Loss { lost } else { Score::DRAW }
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
