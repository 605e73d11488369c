//! The root of a search: its moves, and one search of them.
//!
//! Unlike other nodes, the root keeps its moves with their order, scores and variations from one
//! iteration to the next, gives several of the best moves a score of their own, and keeps the
//! results found before a stop.

use super::{
    node::{MovePlan, NodeRequest},
    order::{is_capture, root_order},
    pruning::root_reduction,
    shared::Stopped,
    state::{SearchState, score_without_safe_move},
};
use crate::{Bound, Observer, RootEnds, Score, ScoreSource, SearchEvent, Window};
use minnow_rules::{Move, Position};

/// A move of the root with the results of its last search.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    pub score: Score,
    pub bound: Bound,
    /// The iteration that found the score, 0 before the first.
    pub depth: u32,
    /// The principal variation, which begins with `mv`.
    pub pv: Vec<Move>,
    /// Nodes spent below the move in the whole search.
    pub nodes: u64,
    /// The score of a move that takes the king or leaves the own one to be taken: no search below
    /// such a move is possible.
    pub decided: Option<Score>,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        let pv = vec![mv];
        let (score, bound) = (Score::DRAW, Bound::Exact);
        RootMove { mv, score, bound, depth: 0, pv, nodes: 0, decided: None }
    }
}

/// The moves to search at the root, in their first order:
///
/// - a capture of the king alone, if there is one;
/// - otherwise the moves that keep the own king safe;
/// - if there are none, all legal moves, because a move must be played.
///
/// If any of the `wanted` moves is legal, only wanted moves count. If several of them get a line,
/// all of them are searched.
pub(crate) fn root_moves(position: &Position, wanted: &[Move], lines: usize) -> Vec<RootMove> {
    let (legal, safe) = (position.legal_moves(), position.safe_moves());
    let has_wanted = legal.iter().any(|mv| wanted.contains(&mv));
    let is_candidate = |mv: &Move| !has_wanted || wanted.contains(mv);
    let keeps_all = has_wanted && lines > 1;
    let takes_king = |mv: &Move| position.takes_king(*mv);
    let king_capture = legal.iter().find(|mv| is_candidate(mv) && takes_king(mv));
    let is_safe = |mv: Move| safe.contains(mv);
    let root_move = |mv: Move| {
        let decided = if takes_king(&mv) {
            Some(Score::won_at(1))
        } else {
            // After the others the own king is captured, unless the game is drawn before.
            (!is_safe(mv)).then(|| score_without_safe_move(position, 2))
        };
        RootMove { decided, ..RootMove::new(mv) }
    };
    if let Some(capture) = king_capture.filter(|_| !keeps_all) {
        return vec![root_move(capture)];
    }
    let mut candidates = legal.iter().filter(is_candidate);
    let has_unsafe = if keeps_all { !candidates.all(is_safe) } else { !candidates.any(is_safe) };
    let mut ordered = root_order(position, if has_unsafe { &legal } else { &safe });
    ordered.retain(is_candidate);
    if keeps_all {
        ordered.sort_by_key(|mv| (!takes_king(mv), !is_safe(*mv)));
    }
    ordered.into_iter().map(root_move).collect()
}

/// One thread's search of the root.
pub(super) struct RootSearch<'a, O: Observer> {
    pub state: SearchState<'a, O>,
    pub position: &'a Position,
    /// The best moves first, as far as they are known.
    pub moves: Vec<RootMove>,
}

impl<O: Observer> RootSearch<'_, O> {
    /// Searches the moves from index `rank` on to `depth` plies. A move that exceeds alpha moves
    /// to index `rank`. It stays there if the search is stopped later: it has been searched
    /// completely, and so has the first move.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the search must end.
    pub(super) fn search(
        &mut self,
        depth: u32,
        rank: usize,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let state = &mut self.state;
        state.visit(0)?;
        let ends = RootEnds::aspiration(window, Window::FULL);
        state.observer.observe(SearchEvent::Start { depth, window, ends });
        let request = NodeRequest::root(depth as i32, window);
        let token = state.enter(request.origin, request.depth, 0, window);
        state.stack[0].static_eval = state.static_eval(self.position, None, 0).corrected;
        let (mut best_score, mut best) = (-Score::INFINITE, None);
        for index in rank..self.moves.len() {
            let root_move = &mut self.moves[index];
            let mv = root_move.mv;
            let number = (index - rank + 1) as i32;
            let score = if let Some(score) = root_move.decided {
                state.stack[1].pv.clear();
                score
            } else {
                let nodes_before = state.nodes;
                let next = state.make_move(self.position, mv, 0);
                let may_reduce = !is_capture(self.position, mv) && !next.in_check();
                let reduction = if may_reduce { root_reduction(request.depth, number) } else { 0 };
                let plan = MovePlan { mv, number, depth: request.depth - 1, reduction };
                let score = state.search_move::<true>(&next, &request, window, &plan)?;
                state.unmake_move();
                root_move.nodes += state.nodes - nodes_before;
                score
            };
            best_score = best_score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best = Some(mv);
                state.emit_narrowed(0, Some(mv), window);
                state.stack.update_pv(0, mv);
                root_move.pv.clone_from(&state.stack[0].pv);
                root_move.score = score;
                root_move.bound = if score >= window.beta { Bound::Lower } else { Bound::Exact };
                root_move.depth = depth;
                self.moves[rank..=index].rotate_right(1);
            }
            if score >= window.beta {
                state.emit_cutoff(number, self.moves.len() - rank);
                break;
            }
        }
        Ok(state.leave(token, best_score, best, ScoreSource::Search))
    }
}
