//! The state of one thread's search, and what every node asks of it: limits, moves made and
//! unmade, the static evaluation, draws by rule.

use super::{
    history::{Histories, PieceTo},
    keys::KeyHistory,
    order::MoveStack,
    shared::{LimitCheck, SharedSearch, Stopped},
    stack::Stack,
};
use crate::{
    MAX_PLY, Observer, Root, Score,
    eval::Evaluator,
    level::Sight,
    table::{TranspositionTable, TtEntry, tt_key},
};
use minnow_rules::{Move, Position};
use minnow_tables::TableSet;

/// The state of one thread's search.
pub(super) struct SearchState<'a, O: Observer> {
    pub observer: O,
    pub tt: &'a TranspositionTable,
    evaluator: &'a Evaluator,
    pub histories: &'a mut Histories,
    /// The view of a weak opponent; `None` for full strength.
    sight: Option<&'a Sight>,
    pub(super) tables: Option<&'a TableSet>,
    pub limits: LimitCheck<'a>,
    pub stack: Stack,
    pub moves: MoveStack,
    pub(super) keys: KeyHistory,
    /// Moves made so far, null moves included.
    pub nodes: u64,
    /// The deepest ply reached in this iteration.
    pub seldepth: usize,
    /// The running iteration's depth in plies.
    pub root_depth: u32,
}

/// The static evaluation of a position; both are `None` in check.
#[derive(Clone, Copy)]
pub(super) struct StaticEval {
    /// The evaluation itself, as the transposition table stores it.
    pub raw: Option<Score>,
    /// The evaluation with its mean error added (correction history).
    pub corrected: Option<Score>,
}

impl<'a, O: Observer> SearchState<'a, O> {
    /// The state at the root, before the first node.
    pub(super) fn new(
        shared: &'a SharedSearch<'a>,
        histories: &'a mut Histories,
        root: &Root,
        observer: O,
    ) -> SearchState<'a, O> {
        SearchState {
            observer,
            tt: shared.tt,
            evaluator: shared.evaluator,
            histories,
            sight: shared.sight,
            tables: shared.tables,
            limits: LimitCheck::new(shared),
            stack: Stack::new(shared.evaluator.accumulator(&root.position)),
            moves: MoveStack::new(),
            keys: KeyHistory::new(&root.earlier, &root.position),
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
        }
    }

    /// Records the ply reached and checks the limits.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the search must end.
    #[inline]
    pub(super) fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.seldepth = self.seldepth.max(ply);
        self.limits.check(self.nodes)
    }

    /// True if a weak opponent does not see this move at `ply`.
    #[inline]
    pub(super) fn overlooks(&self, position: &Position, mv: Move, ply: usize) -> bool {
        self.sight.is_some_and(|sight| sight.overlooks(position, mv, ply))
    }

    /// True if a weak opponent searches no captures at `ply`, so far below the horizon.
    #[inline]
    pub(super) fn is_past_captures(&self, ply: usize) -> bool {
        self.sight.is_some_and(|sight| ply >= self.root_depth as usize + sight.capture_plies)
    }

    /// The score of a side without a safe move, as this opponent sees it.
    pub(super) fn score_of_no_move(&self, position: &Position, ply: usize) -> Score {
        let errs = |sight: &Sight| !position.in_check() && sight.takes_stalemate_for_draw();
        if self.sight.is_some_and(errs) {
            return Score::DRAW;
        }
        score_without_safe_move(position, ply)
    }

    /// Makes a move at `ply` and returns the position after it.
    #[inline]
    pub(super) fn make_move(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        self.nodes += 1;
        let next = position.play(mv);
        // Nodes fetch the likely entry earlier. This fetch has the exact key, and without it the search takes 2 %
        // longer (docs/measurements/evaluation.md).
        self.tt.prefetch(tt_key(&next));
        let (entry, below) = self.stack.pair_mut(ply);
        self.evaluator.update(&entry.accumulator, &mut below.accumulator, position, mv);
        entry.piece_to = PieceTo::of(position, mv);
        self.keys.push(next.key());
        next
    }

    /// Makes a null move at `ply` and returns the position after it.
    pub(super) fn make_null_move(&mut self, position: &Position, ply: usize) -> Position {
        self.nodes += 1;
        let next = position.play_null_move();
        let (entry, below) = self.stack.pair_mut(ply);
        below.accumulator = entry.accumulator;
        entry.piece_to = PieceTo::NONE;
        self.keys.push(next.key());
        next
    }

    /// Unmakes the last move or null move.
    #[inline]
    pub(super) fn unmake_move(&mut self) {
        self.keys.pop();
    }

    /// The evaluation of the position at `ply`.
    #[inline]
    fn evaluate(&self, position: &Position, ply: usize) -> Score {
        let accumulator = &self.stack[ply].accumulator;
        Score::centipawns(self.evaluator.evaluate(position, accumulator))
    }

    /// The static evaluation, taken from the transposition table if it is there. Near a move limit
    /// it is not corrected, because the evaluation fades to a draw there.
    #[inline]
    pub(super) fn static_eval(
        &self,
        position: &Position,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> StaticEval {
        if position.in_check() {
            return StaticEval { raw: None, corrected: None };
        }
        let stored = tt_entry.and_then(|entry| entry.static_eval);
        let raw = stored.unwrap_or_else(|| self.evaluate(position, ply));
        let corrected = if self.evaluator.fades(position) {
            raw
        } else {
            self.histories.correction.corrected(position, raw)
        };
        let corrected = self.within_tables(position, corrected);
        StaticEval { raw: Some(raw), corrected: Some(corrected) }
    }

    /// The score of a node that is not searched: a draw by rule, or the evaluation at [`MAX_PLY`].
    #[inline]
    fn score_by_rule(&self, position: &Position, ply: usize) -> Option<Score> {
        let too_deep = || (ply >= MAX_PLY).then(|| self.evaluate(position, ply));
        self.draw_by_rule(position).or_else(too_deep)
    }

    /// The score of a node that no search can change: by rule, or by the end-game tables. Where a
    /// move limit replaces the rule of repetition, the tables come first: they are exact, and that a
    /// repetition within the search is a draw is an assumption.
    #[inline]
    pub(super) fn exact_score(&self, position: &Position, ply: usize) -> Option<Score> {
        let by_tables = || self.score_by_tables(position, ply);
        if position.variant().repetition.is_none()
            && let Some(score) = by_tables()
        {
            return Some(score);
        }
        self.score_by_rule(position, ply).or_else(by_tables)
    }

    /// A draw by move limit, repetition, lack of progress or lack of material. Checkmate takes
    /// precedence over lack of progress.
    fn draw_by_rule(&self, position: &Position) -> Option<Score> {
        let is_checkmate = || position.in_check() && position.count_legal_moves() == 0;
        let is_draw = position.at_move_limit()
            || self.keys.is_repetition(position)
            || position.variant().bare_kings_draw && position.has_bare_kings()
            || position.at_progress_limit() && !is_checkmate();
        is_draw.then_some(Score::DRAW)
    }
}

/// The score of a side that has no move, or only moves after which its king is captured.
pub(crate) fn score_without_safe_move(position: &Position, ply: usize) -> Score {
    let variant = position.variant();
    let lost = Score::lost_at(ply);
    if variant.king_capture && position.count_legal_moves() > 0 {
        // The king is captured after any move, unless the game is drawn first.
        return if position.king_left_falls_in_time() { lost } else { Score::DRAW };
    }
    if position.loses_without_move() { lost } else { Score::DRAW }
}
