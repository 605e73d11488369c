//! The state of one running search, and what every node of it asks: limits, draws, keys.

use super::{
    Handicap, MAX_PLY, Observer, Score, Window,
    eval::Evaluation,
    history::{Arrival, History},
    line::Line,
    order::MoveStack,
    params,
    table::{Entry, Table},
    threads::Watch,
    told::Coming,
};
use crate::rules::{Move, Position, Stalemate};

/// The search was told to stop, or a limit was reached; its unfinished work is dropped.
pub(super) struct Stopped;

/// The principal variation below each ply.
pub(super) struct Variations(Vec<Vec<Move>>);

impl Variations {
    fn new() -> Variations {
        Variations(vec![Vec::new(); MAX_PLY + 2])
    }

    pub fn at(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    pub fn clear(&mut self, ply: usize) {
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
pub(super) struct Search<'a, O: Observer> {
    pub observer: O,
    /// For the observer.
    pub coming: Coming,
    pub table: &'a Table,
    pub evaluation: &'a Evaluation,
    pub history: &'a mut History,
    pub handicap: Handicap,
    pub watch: Watch<'a>,
    pub line: Line,
    pub variations: Variations,
    /// What was played on the path from the root, for the continuation history.
    arrivals: Vec<Arrival>,
    pub moves: MoveStack,
    /// The static score at each ply of the path; `None` in check.
    pub static_scores: [Option<Score>; MAX_PLY + 2],
    /// The move left out at each ply while it is tested for being singular.
    pub excluded: [Option<Move>; MAX_PLY + 2],
    /// Nearer to the root than this ply nobody passes, while a cut-off by a pass is verified.
    pub no_pass_above: usize,
    pub nodes: u64,
    /// The deepest ply reached in this iteration.
    pub deepest: usize,
    /// The running iteration's depth.
    pub iteration: u32,
}

impl<'a, O: Observer> Search<'a, O> {
    pub fn new(
        watch: Watch<'a>,
        history: &'a mut History,
        line: Line,
        observer: O,
    ) -> Search<'a, O> {
        let shared = watch.shared;
        Search {
            observer,
            coming: Coming::SAME,
            table: shared.table,
            evaluation: shared.evaluation,
            history,
            handicap: shared.handicap,
            watch,
            line,
            variations: Variations::new(),
            arrivals: Vec::with_capacity(MAX_PLY + 2),
            moves: MoveStack::new(),
            static_scores: [None; MAX_PLY + 2],
            excluded: [None; MAX_PLY + 2],
            no_pass_above: 0,
            nodes: 0,
            deepest: 0,
            iteration: 0,
        }
    }

    /// Notes how deep the search got and looks whether the search must end.
    #[inline]
    pub fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.deepest = self.deepest.max(ply);
        self.watch.check(self.nodes)
    }

    /// Plays a move: one more node, one more position on the line.
    #[inline]
    pub fn play(&mut self, position: &Position, played: Move) -> Position {
        self.nodes += 1;
        let next = position.play(played);
        self.table.prefetch(self.table_key(&next));
        self.line.push(self.evaluation, position, played, &next);
        self.arrivals.push(Arrival::of(position, played));
        next
    }

    /// Lets the side to move pass: one more node.
    pub fn pass(&mut self, position: &Position) -> Position {
        self.nodes += 1;
        let next = position.play_null_move();
        self.line.push_pass(&next);
        self.arrivals.push(Arrival::NONE);
        next
    }

    /// Goes back to the position before the last move or pass.
    #[inline]
    pub fn take_back(&mut self) {
        self.line.pop();
        self.arrivals.pop();
    }

    /// What was played one and two plies before.
    #[inline]
    pub fn before(&self) -> [Arrival; 2] {
        let played = |back: usize| {
            let index = self.arrivals.len().checked_sub(back);
            index.and_then(|at| self.arrivals.get(at)).copied().unwrap_or(Arrival::NONE)
        };
        [played(1), played(2)]
    }

    /// The static value of the current position.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        Score::centipawns(self.evaluation.evaluate(position, self.line.accumulator()))
    }

    /// The evaluation's static score, from the table where that has it, and the same with what it
    /// is usually off by added; `None` in check. Near a move limit nothing is added, as the
    /// evaluation fades to a draw there.
    #[inline]
    pub fn static_score(
        &self,
        position: &Position,
        known: Option<Entry>,
    ) -> (Option<Score>, Option<Score>) {
        if position.in_check() {
            return (None, None);
        }
        let stored = known.and_then(|entry| entry.static_score);
        let raw = stored.unwrap_or_else(|| self.evaluate(position));
        let corrected = match self.evaluation.fades(position) {
            true => raw,
            false => self.history.correction.corrected(position, raw),
        };
        (Some(raw), Some(corrected))
    }

    /// The table's score if it answers a search of `depth` plies with this window and no draw by
    /// lack of progress is near, of which the table knows nothing.
    #[inline]
    pub fn table_cut(
        &self,
        position: &Position,
        known: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let progress_limit = position.variant().progress_limit.map(|moves| 2 * u32::from(moves));
        let near = progress_limit.is_some_and(|limit| {
            u32::from(position.halfmove_clock()) + params::NO_PROGRESS_PLIES >= limit
        });
        known.filter(|_| !near)?.cut(window, depth)
    }

    /// The position's key for the table. Before a move limit the same placement is worth less with
    /// fewer plies left, so that these belong to the key: exactly when they are few, in steps when
    /// there are more, so that a score from long before is not believed when the limit is in reach.
    #[inline]
    pub fn table_key(&self, position: &Position) -> u64 {
        let Some(limit) = position.variant().ply_limit() else { return position.key() };
        let left = limit.saturating_sub(position.ply());
        let beyond = left.saturating_sub(params::LIMIT_KEY_PLIES) / params::LIMIT_KEY_STEP;
        let part = u64::from(left.min(params::LIMIT_KEY_PLIES) + beyond);
        position.key() ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The score of a node that is not searched by rule: a draw, or the deepest there is.
    #[inline]
    pub fn settled_by_rule(&self, position: &Position, ply: usize) -> Option<Score> {
        let too_deep = || (ply >= MAX_PLY).then(|| self.evaluate(position));
        self.drawn_by_rule(position).or_else(too_deep)
    }

    /// A draw by limit, repetition, lack of progress or lack of material. The rule against no
    /// progress gives way to mate.
    fn drawn_by_rule(&self, position: &Position) -> Option<Score> {
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
            return if position.king_left_falls_in_time() { lost } else { Score::DRAW };
        }
        let mated = !variant.king_capture && position.in_check();
        if mated || variant.stalemate == Stalemate::Loss { lost } else { Score::DRAW }
    }
}
