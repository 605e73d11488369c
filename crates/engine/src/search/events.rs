//! The events that the search emits for its observer.
//!
//! The search has scores and windows from the mover's side, and chess moves; events have MAX's
//! side, which is the root's, and branches. With [`NoObserver`](crate::NoObserver) the
//! compiler removes all of this.

use super::state::SearchState;
use crate::{
    Bound, Branch, Observer, PruningRule, Score, ScoreSource, SearchEvent, Window, table::TtEntry,
};
use minnow_rules::Move;

/// The origin of a node: a move of its parent, or another search of the same position.
#[derive(Clone, Copy)]
pub(super) struct NodeOrigin {
    branch: Option<Branch>,
    /// The move's number among those searched, from 1; 0 without a move.
    number: usize,
}

impl NodeOrigin {
    /// The root, or another search of the same node: a singular search or a verification.
    pub(super) const SAME_NODE: NodeOrigin = NodeOrigin { branch: None, number: 0 };

    /// A null move.
    pub(super) const NULL_MOVE: NodeOrigin =
        NodeOrigin { branch: Some(Branch::NULL_MOVE), number: 1 };

    #[inline(always)]
    pub(super) fn child(mv: Move, number: i32) -> NodeOrigin {
        NodeOrigin { branch: Some(mv.into()), number: number.max(0) as usize }
    }
}

/// An entered node; `leave` takes it.
#[derive(Clone, Copy)]
pub(super) struct NodeToken {
    ply: usize,
    window: Window,
}

/// The window of the side to move at this ply, from MAX's side.
fn window_of_max(window: Window, ply: usize) -> Window {
    if ply.is_multiple_of(2) { window } else { window.for_opponent() }
}

fn score_of_max(score: Score, ply: usize) -> Score {
    if ply.is_multiple_of(2) { score } else { -score }
}

impl<O: Observer> SearchState<'_, O> {
    /// Emits that a node is entered.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        origin: NodeOrigin,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> NodeToken {
        self.observer.observe(SearchEvent::Enter {
            played: origin.branch,
            number: origin.number,
            ply,
            depth: depth.max(0) as u32,
            is_max: ply.is_multiple_of(2),
            window: window_of_max(window, ply),
        });
        NodeToken { ply, window }
    }

    /// Emits that a node is left with this score, and returns the score.
    #[inline(always)]
    pub(super) fn leave(
        &mut self,
        node: NodeToken,
        score: Score,
        best: Option<Move>,
        source: ScoreSource,
    ) -> Score {
        let window = window_of_max(node.window, node.ply);
        let max_score = score_of_max(score, node.ply);
        let bound = match source {
            ScoreSource::Leaf => Bound::Exact,
            _ => Bound::of(max_score, window.alpha, window.beta),
        };
        let best = best.map(Branch::from);
        self.observer.observe(SearchEvent::Leave { score: max_score, bound, best, source });
        score
    }

    /// Leaves a node with its static evaluation or the game's result.
    #[inline(always)]
    pub(super) fn leave_leaf(&mut self, node: NodeToken, score: Score) -> Score {
        self.emit_static_eval(node, score);
        self.leave(node, score, None, ScoreSource::Leaf)
    }

    /// Leaves a node that a pruning rule decides.
    #[inline(always)]
    pub(super) fn leave_pruned(
        &mut self,
        node: NodeToken,
        score: Score,
        rule: PruningRule,
    ) -> Score {
        self.leave(node, score, None, ScoreSource::Rule(rule))
    }

    /// Leaves a node that the transposition table answers.
    #[inline(always)]
    pub(super) fn leave_by_tt(
        &mut self,
        node: NodeToken,
        tt_entry: Option<TtEntry>,
        score: Score,
    ) -> Score {
        let Some(entry) = tt_entry else { return score };
        let (lower, upper) = match entry.bound {
            Bound::Exact => (entry.score, entry.score),
            Bound::Lower => (entry.score, Score::INFINITE),
            Bound::Upper => (-Score::INFINITE, entry.score),
        };
        let range = window_of_max(Window::new(lower, upper), node.ply);
        self.observer.observe(SearchEvent::TableHit { lower: range.alpha, upper: range.beta });
        self.leave(node, score, entry.mv, ScoreSource::Table)
    }

    /// Emits a node's static evaluation.
    #[inline(always)]
    pub(super) fn emit_static_eval(&mut self, node: NodeToken, score: Score) {
        self.observer.observe(SearchEvent::Leaf { score: score_of_max(score, node.ply) });
    }

    /// Emits that a child, or without a move the stand-pat score, raised alpha of the side to
    /// move.
    #[inline(always)]
    pub(super) fn emit_narrowed(&mut self, ply: usize, best: Option<Move>, window: Window) {
        let window = window_of_max(window, ply);
        self.observer.observe(SearchEvent::Narrow { best: best.map(Branch::from), window });
    }

    /// Emits a beta cutoff after `searched` of `moves` moves.
    #[inline(always)]
    pub(super) fn emit_cutoff(&mut self, searched: i32, moves: usize) {
        let searched = searched.max(0) as usize;
        if searched < moves {
            self.observer.observe(SearchEvent::CutOff { tried: searched, moves });
        }
    }

    /// Emits that the child at `ply` is searched again with this window of its mover.
    #[inline(always)]
    pub(super) fn emit_research(&mut self, ply: usize, window: Window) {
        self.observer.observe(SearchEvent::Again { window: window_of_max(window, ply) });
    }
}
