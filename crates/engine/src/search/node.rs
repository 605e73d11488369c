//! The node of the principal variation search (Marsland and Campbell 1982), with the searches that
//! it starts besides its moves: null move, verification and singular search.
//!
//! The node is a list of numbered steps. The pruning rules are in `pruning.rs`, their margins in
//! `params.rs`.

use std::cell::OnceCell;

use super::{
    events::NodeOrigin,
    history::{HistoryContext, PieceTo, SearchedMoves},
    order::{OrderingHints, ScoredMove, is_capture},
    pruning::{NodeContext, may_extend},
    shared::Stopped,
    state::SearchState,
};
use crate::{
    Bound, Observer, PruningRule, Score, ScoreSource, Window, params,
    table::{TtEntry, likely_tt_key_after, tt_key},
};
use minnow_rules::{Move, Position};

/// Everything that a caller decides about the search of a node.
#[derive(Clone, Copy)]
pub(super) struct NodeRequest {
    pub window: Window,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Distance from the root in plies.
    pub ply: usize,
    /// True if the parent's window makes a cutoff likely.
    cut_node: bool,
    /// The move that a singular search leaves out.
    excluded: Option<Move>,
    /// The ply from which on null moves may be tried; above 0 while a null move is verified.
    null_move_from_ply: usize,
    pub origin: NodeOrigin,
}

impl NodeRequest {
    /// The root.
    pub(super) fn root(depth: i32, window: Window) -> NodeRequest {
        NodeRequest {
            window,
            depth,
            ply: 0,
            cut_node: false,
            excluded: None,
            null_move_from_ply: 0,
            origin: NodeOrigin::SAME_NODE,
        }
    }

    /// A child of this node; the window is the child's.
    fn child(&self, origin: NodeOrigin, window: Window, depth: i32, cut_node: bool) -> NodeRequest {
        NodeRequest { window, depth, ply: self.ply + 1, cut_node, excluded: None, origin, ..*self }
    }

    /// Another search of this node.
    fn same_node(&self, window: Window, depth: i32) -> NodeRequest {
        NodeRequest { window, depth, origin: NodeOrigin::SAME_NODE, ..*self }
    }
}

/// The plan for the search of a move.
pub(super) struct MovePlan {
    pub mv: Move,
    /// Its number in the order, from 1.
    pub number: i32,
    /// The child's full depth in plies.
    pub depth: i32,
    /// By how many plies its first search is reduced.
    pub reduction: i32,
}

/// The score of a node that a rule prunes.
struct PrunedNode {
    score: Score,
    rule: PruningRule,
}

/// The result of a singular search.
enum Singularity {
    /// Plies by which the table's move is extended, negative for a reduction.
    Extension(i32),
    /// Several moves reach beta: the node's score (multi-cut).
    MultiCut(Score),
}

impl<O: Observer> SearchState<'_, O> {
    /// The score of a position, fail-soft: exact inside the window, otherwise a bound. `PV` is set
    /// for nodes with an open window on the principal variation.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the search must end.
    #[expect(clippy::too_many_lines, reason = "the numbered steps of a node share their state")]
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        request: NodeRequest,
    ) -> Result<Score, Stopped> {
        let NodeRequest { mut window, ply, excluded, .. } = request;
        self.stack[ply].pv.clear();

        // 1. The horizon: captures are searched until the position is quiet.
        if request.depth <= 0 {
            return self.quiescence(position, window, ply, request.origin);
        }
        self.visit(ply)?;
        let token = self.enter(request.origin, request.depth, ply, window);

        // 2. Draws by rule and results of the end-game tables, which no search below can change.
        if let Some(score) = self.exact_score(position, ply) {
            return Ok(self.leave_leaf(token, score));
        }

        // 3. Mate-distance pruning: no mate from here is shorter than one found nearer the root.
        window.alpha = window.alpha.max(Score::lost_at(ply));
        window.beta = window.beta.min(Score::won_at(ply + 1));
        if window.alpha >= window.beta {
            return Ok(self.leave_pruned(token, window.alpha, PruningRule::MateDistance));
        }

        // 4. The transposition table. A PV node uses only its move, so that the principal
        //    variation stays complete.
        let key = tt_key(position);
        let tt_entry = self.tt.probe(key, ply);
        let may_prune = !PV && excluded.is_none();
        if may_prune
            && let Some(entry) = tt_entry
            && let Some(score) = entry.cutoff(position, window, request.depth)
        {
            return Ok(self.leave_by_tt(token, tt_entry, score));
        }

        // 5. No safe move: checkmate, stalemate, or the king is captured after any move.
        if !position.has_safe_move() {
            return Ok(self.leave_leaf(token, self.score_of_no_move(position, ply)));
        }

        // 6. The static evaluation, and a better estimate if the table's bound gives one.
        let mut context = self.node_context(position, tt_entry, &request);

        // 7. The rules that prune the whole node.
        if may_prune && let Some(pruned) = self.prune_node(position, &request, window, &context)? {
            return Ok(self.leave_pruned(token, pruned.score, pruned.rule));
        }

        // 8. Internal iterative reduction (Schröder): without a table move the order is poor, and
        //    the next iteration has one.
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        if tt_move.is_none() && context.depth >= params::internal_reduction_depth() {
            context.depth -= 1;
        }

        // 9. The moves in order, without those that the pruning rules leave out. The killers of
        //    the grandchildren are cleared: only moves of the same grandparent share them.
        let killers = self.stack[ply].killers;
        self.stack[ply + 2].killers = [None; 2];
        let previous = self.stack.previous(ply);
        let hints = OrderingHints { tt_move, killers, previous };
        let moves = position.safe_moves();
        let mut picker = self.moves.picker(&moves, hints);
        let old_alpha = window.alpha;
        let (mut best, mut best_move, mut number) = (-Score::INFINITE, None, 0);
        let mut searched = SearchedMoves::default();
        while let Some(scored) = self.moves.pick(&mut picker, position, self.histories) {
            let mv = scored.mv;
            if Some(mv) == excluded || self.overlooks(position, mv, ply) {
                continue;
            }
            number += 1;
            self.tt.prefetch(likely_tt_key_after(position, mv));
            let is_losing = best.is_decided() && best < Score::DRAW;
            if number > 1 && !is_losing && context.prunes(position, &scored, number, window.alpha) {
                continue;
            }

            // 10. Extensions: singular moves, and checks that do not lose the checking piece.
            let mut extension = 0;
            if Some(mv) == tt_move
                && let Some(entry) = tt_entry
            {
                match self.singular_search(position, &request, window, &context, &entry)? {
                    Singularity::Extension(plies) => extension = plies,
                    Singularity::MultiCut(score) => {
                        self.moves.release(picker);
                        return Ok(self.leave_pruned(token, score, PruningRule::MultiCut));
                    }
                }
            }
            let next = self.make_move(position, mv, ply);
            let gives_check = next.in_check();
            if extension == 0 && may_extend(ply, self.root_depth) {
                extension = context.check_extension(position, &scored, gives_check);
            }

            // 11. The move's search, at first reduced (late move reductions).
            let reduction = context.reduction::<PV>(&scored, number, gives_check);
            let plan = MovePlan { mv, number, depth: context.depth - 1 + extension, reduction };
            let score = self.search_move::<PV>(&next, &request, window, &plan)?;
            self.unmake_move();
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    window.alpha = score;
                    self.emit_narrowed(ply, Some(mv), window);
                    if PV {
                        self.stack.update_pv(ply, mv);
                    }
                }
                // 12. A beta cutoff: the opponent avoids this position.
                if score >= window.beta {
                    self.emit_cutoff(number, moves.len());
                    let node = HistoryContext { position, depth: context.depth, previous };
                    self.update_histories(ply, &node, &scored, &searched);
                    break;
                }
            }
            searched.push(mv, scored.capture.is_some());
        }
        self.moves.release(picker);
        if excluded.is_some() {
            // Without a move besides the excluded one no other score exists.
            let score = if number == 0 { window.alpha } else { best };
            return Ok(self.leave(token, score, best_move, ScoreSource::Search));
        }
        if number == 0 {
            // A weak opponent overlooks every move: it takes the position as it stands.
            best = context.static_eval.unwrap_or(window.alpha);
        }
        best = self.within_tables(position, best);

        // 13. The result goes into the correction history and the transposition table.
        let bound = Bound::of(best, old_alpha, window.beta);
        self.update_correction(position, &context, best, best_move, bound);
        let depth = context.depth.clamp(0, 255) as u8;
        let static_eval = context.raw_eval;
        self.tt.store(key, ply, TtEntry { mv: best_move, score: best, depth, bound, static_eval });
        Ok(self.leave(token, best, best_move, ScoreSource::Search))
    }

    /// The facts of the node that the pruning rules use.
    fn node_context(
        &mut self,
        position: &Position,
        tt_entry: Option<TtEntry>,
        request: &NodeRequest,
    ) -> NodeContext {
        let eval = self.static_eval(position, tt_entry, request.ply);
        self.stack[request.ply].static_eval = eval.corrected;
        let earlier =
            request.ply.checked_sub(2).and_then(|earlier| self.stack[earlier].static_eval);
        let improving = eval.corrected.zip(earlier).is_some_and(|(now, before)| now > before);
        NodeContext {
            depth: request.depth,
            raw_eval: eval.raw,
            static_eval: eval.corrected,
            estimate: eval.corrected.map(|eval| tt_entry.map_or(eval, |entry| entry.refine(eval))),
            improving,
            cut_node: request.cut_node,
            check_squares: OnceCell::new(),
        }
    }

    /// Applies the rules that prune the whole node, one after the other. A new rule is a method of
    /// [`NodeContext`] and one more step here.
    fn prune_node(
        &mut self,
        position: &Position,
        request: &NodeRequest,
        window: Window,
        context: &NodeContext,
    ) -> Result<Option<PrunedNode>, Stopped> {
        let Some(estimate) = context.estimate else { return Ok(None) };

        // 7.1 Reverse futility pruning: far above beta near the horizon.
        if context.reverse_futility(estimate, window.beta) {
            let rule = PruningRule::ReverseFutility;
            return Ok(Some(PrunedNode { score: estimate, rule }));
        }

        // 7.2 Null move pruning: two moves of the opponent in a row do not bring the score below
        //     beta.
        if context.may_try_null(position, estimate, window.beta)
            && let Some(score) =
                self.null_move_pruning(position, request, window, context, estimate)?
        {
            return Ok(Some(PrunedNode { score, rule: PruningRule::NullMove }));
        }
        Ok(None)
    }

    /// Null move pruning: if the opponent stays at or below beta's negation with two moves in a
    /// row, a move would hold beta too. At high depths a cutoff is verified by a search without
    /// null moves.
    fn null_move_pruning(
        &mut self,
        position: &Position,
        request: &NodeRequest,
        window: Window,
        context: &NodeContext,
        estimate: Score,
    ) -> Result<Option<Score>, Stopped> {
        let ply = request.ply;
        let after_null_move = ply > 0 && self.stack.previous(ply)[0] == PieceTo::NONE;
        if after_null_move || ply < request.null_move_from_ply {
            return Ok(None);
        }
        let depth = context.depth - context.null_move_reduction(estimate, window.beta);
        let below_beta = Window::null_above(window.beta.offset(-1));
        let next = self.make_null_move(position, ply);
        let reply = request.child(
            NodeOrigin::NULL_MOVE,
            below_beta.for_opponent(),
            depth,
            !request.cut_node,
        );
        let score = -self.node::<false>(&next, reply)?;
        self.unmake_move();
        if score < window.beta {
            return Ok(None);
        }
        // A mate found after a null move is not proven.
        let score = if score.is_decided() { window.beta } else { score };
        if context.depth < params::null_move_verify_depth() || request.null_move_from_ply > 0 {
            return Ok(Some(score));
        }
        let verification = NodeRequest {
            cut_node: false,
            null_move_from_ply: ply + 3 * depth.max(0) as usize / 4 + 1,
            ..request.same_node(below_beta, depth)
        };
        let verified = self.node::<false>(position, verification)?;
        Ok((verified >= window.beta).then_some(score))
    }

    /// Singular search: all moves but the table's are searched at half the depth against a window
    /// a little below the table's score. If none reaches it, the table's move is extended; if the
    /// others reach beta as well, so will this node (multi-cut).
    fn singular_search(
        &mut self,
        position: &Position,
        request: &NodeRequest,
        window: Window,
        context: &NodeContext,
        entry: &TtEntry,
    ) -> Result<Singularity, Stopped> {
        let may_search = request.excluded.is_none()
            && request.ply > 0
            && may_extend(request.ply, self.root_depth)
            && context.may_be_singular(entry);
        if !may_search {
            return Ok(Singularity::Extension(0));
        }
        let others = context.singular_window(entry);
        let search = NodeRequest {
            excluded: entry.mv,
            ..request.same_node(others, (context.depth - 1) / 2)
        };
        let score = self.node::<false>(position, search)?;
        Ok(if score < others.beta {
            let is_far_below = score.offset(params::singular_double_margin()) < others.beta;
            Singularity::Extension(1 + i32::from(is_far_below && window.is_null()))
        } else if others.beta >= window.beta {
            Singularity::MultiCut(others.beta)
        } else {
            Singularity::Extension(-i32::from(entry.score >= window.beta))
        })
    }

    /// A move's score from the side of the node that makes it; `next` is the position after it.
    ///
    /// Principal variation search: the first move of a PV node has the full window. Every other
    /// move has a null window and a reduced depth at first. It is searched again at full depth if
    /// it exceeds alpha, and with the full window if it then falls inside the window.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the search must end.
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        next: &Position,
        request: &NodeRequest,
        window: Window,
        plan: &MovePlan,
    ) -> Result<Score, Stopped> {
        let &MovePlan { mv, number, depth, reduction } = plan;
        let origin = NodeOrigin::child(mv, number);
        let child = |window, depth, cut_node| request.child(origin, window, depth, cut_node);
        if number > 1 || !PV {
            let null = Window::null_above(window.alpha).for_opponent();
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            let cut_node = number > 1 || !request.cut_node;
            let mut score = -self.node::<false>(next, child(null, reduced, cut_node))?;
            if reduced < depth && score > window.alpha {
                self.emit_research(request.ply + 1, null);
                score = -self.node::<false>(next, child(null, depth, !request.cut_node))?;
            }
            if !PV || score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
            self.emit_research(request.ply + 1, window.for_opponent());
        }
        Ok(-self.node::<PV>(next, child(window.for_opponent(), depth, false))?)
    }

    /// Updates killers and histories after a cutoff by `best`.
    fn update_histories(
        &mut self,
        ply: usize,
        node: &HistoryContext,
        best: &ScoredMove,
        searched: &SearchedMoves,
    ) {
        let is_capture = best.capture.is_some();
        if !is_capture {
            self.stack.add_killer(ply, best.mv);
        }
        self.histories.update(node, best.mv, is_capture, searched);
    }

    /// Updates the correction history if the score shows the static evaluation's error and the
    /// reason is not a capture.
    fn update_correction(
        &mut self,
        position: &Position,
        context: &NodeContext,
        best: Score,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let (Some(raw_eval), Some(static_eval)) = (context.raw_eval, context.static_eval) else {
            return;
        };
        let is_quiet = best_move.is_none_or(|mv| !is_capture(position, mv));
        if bound.improves_on(static_eval, best) && is_quiet && !best.is_decided() {
            self.histories.correction.update(position, context.depth, raw_eval, best);
        }
    }
}
