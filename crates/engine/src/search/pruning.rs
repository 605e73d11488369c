//! The rules by which the search prunes, reduces and extends, each a small function.
//!
//! A rule for a whole node is a method of [`NodeContext`] that `prune_node` calls (step 7 of the
//! node); a rule for one move is part of [`NodeContext::prunes`]. The margins are in `params.rs`; the
//! measured worth of every rule is in `docs/measurements/search.md`.
//!
//! A rule that fails low leaves moves out because none of them should exceed alpha. It does not
//! apply where [`may_stalemate`] is true. Rules that fail high need no such test.

use std::{cell::OnceCell, sync::LazyLock};

use super::{
    order::{CaptureKind, ScoredMove},
    see::{capture_gain, gains_at_least},
};
use crate::{Bound, Score, Window, params, search_numbers::ARE_NUMBERS_TUNABLE, table::TtEntry};
use minnow_rules::{Bitboard, Move, Position, Role, Stalemate, attacks};

/// A rule by which the engine leaves a node without searching its moves. Only mate-distance
/// pruning is certain to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruningRule {
    /// A nearer mate is known.
    MateDistance,
    /// The static evaluation is far above beta, and few plies remain.
    ReverseFutility,
    /// A null move holds beta.
    NullMove,
    /// Several moves reach beta at half the depth.
    MultiCut,
}

impl PruningRule {
    /// Explains in half a sentence why the rule prunes a node of `player`, such as `White`.
    ///
    /// ```
    /// use minnow_engine::PruningRule;
    ///
    /// let reason = PruningRule::NullMove.reason("White");
    /// assert_eq!(reason, "White holds the bound even with a null move");
    /// ```
    pub fn reason(self, player: &str) -> String {
        match self {
            PruningRule::MateDistance => "a mate nearer to the root is known".to_owned(),
            PruningRule::ReverseFutility => format!(
                "{player} is so far beyond the bound that the few remaining plies will not change \
                 it (reverse futility pruning)"
            ),
            PruningRule::NullMove => format!("{player} holds the bound even with a null move"),
            PruningRule::MultiCut => {
                "several moves reach the bound at half the depth (multi-cut)".to_owned()
            }
        }
    }
}

/// The squares from which each role would give check, pawn to king, without discovered checks.
/// Moves to them are not pruned: many mates begin with a quiet check that has no good history.
pub(super) struct CheckSquares([Bitboard; 6]);

impl CheckSquares {
    #[inline]
    fn new(position: &Position) -> CheckSquares {
        let them = !position.turn();
        let Some(king) = position.board().king(them) else {
            return CheckSquares([Bitboard::EMPTY; 6]);
        };
        let blockers = position.blockers();
        let (bishop, rook) = (attacks::bishop(king, blockers), attacks::rook(king, blockers));
        let pawn = attacks::pawn(them, king);
        CheckSquares([pawn, attacks::knight(king), bishop, rook, bishop | rook, Bitboard::EMPTY])
    }

    #[inline]
    fn contains(&self, position: &Position, mv: Move) -> bool {
        let role = mv.promotion().unwrap_or_else(|| position.moved(mv));
        self.0[role.index()].contains(mv.to())
    }
}

/// The facts of a node that the rules use.
pub(super) struct NodeContext {
    /// Remaining depth in plies.
    pub depth: i32,
    /// The static evaluation, uncorrected; `None` in check.
    pub raw_eval: Option<Score>,
    /// The corrected static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// The best estimate of the score: the static evaluation, or the transposition table's score if
    /// its bound is tighter; `None` in check.
    pub estimate: Option<Score>,
    /// True if the static evaluation has risen since the side's last move.
    pub improving: bool,
    /// True if a cutoff is expected here (a cut node; type 2 of Knuth and Moore 1975).
    pub cut_node: bool,
    /// Computed for the first move that may be pruned: most nodes have none.
    pub check_squares: OnceCell<CheckSquares>,
}

impl NodeContext {
    /// Reverse futility pruning (static null move): the estimate is so far above beta that the few
    /// remaining plies hardly bring it below.
    pub(super) fn reverse_futility(&self, estimate: Score, beta: Score) -> bool {
        let plies = self.depth - i32::from(self.improving);
        self.depth <= params::reverse_futility_depth()
            && !beta.is_decided()
            && !estimate.is_decided()
            && estimate.offset(-params::reverse_futility_margin() * plies) >= beta
    }

    /// True if a null move is tried (Goetsch and Campbell 1990). With pawns alone a null move is
    /// often better than any move, and where stalemate loses, zugzwang wins games.
    pub(super) fn may_try_null(&self, position: &Position, estimate: Score, beta: Score) -> bool {
        let board = position.board();
        let pawns_and_kings = board.role(Role::Pawn) | board.role(Role::King);
        let pieces: Bitboard = board.color(position.turn()) & !pawns_and_kings;
        self.depth >= params::null_move_depth()
            && estimate >= beta
            && self.static_eval.is_some_and(|score| score >= beta)
            && !beta.is_decided()
            && pieces.count() as i32 >= params::null_move_min_pieces()
    }

    /// By how many plies the search after a null move is reduced.
    pub(super) fn null_move_reduction(&self, estimate: Score, beta: Score) -> i32 {
        let ahead = (estimate.value() - beta.value()) / params::null_move_score_divisor();
        params::null_move_reduction()
            + self.depth / params::null_move_depth_divisor()
            + ahead.min(3)
    }

    /// True if a move other than the first is pruned. `number` counts the moves from 1.
    pub(super) fn prunes(
        &self,
        position: &Position,
        scored: &ScoredMove,
        number: i32,
        alpha: Score,
    ) -> bool {
        if may_stalemate(position) {
            return false;
        }
        let check_squares = self.check_squares.get_or_init(|| CheckSquares::new(position));
        match scored.capture {
            _ if check_squares.contains(position, scored.mv) => false,
            Some(CaptureKind::Losing) => {
                self.loses_exchange(position, scored.mv, params::see_pruning_capture() * self.depth)
            }
            Some(CaptureKind::Gaining) => {
                let margin =
                    params::futility_capture_base() + params::futility_margin() * self.depth;
                self.is_futile(margin + capture_gain(position, scored.mv), alpha)
            }
            None => {
                self.is_late(number)
                    || self.is_futile(
                        params::futility_base() + params::futility_margin() * self.depth,
                        alpha,
                    )
                    || self.has_bad_history(scored)
                    || self.loses_exchange(
                        position,
                        scored.mv,
                        params::see_pruning_quiet() * self.depth * self.depth,
                    )
            }
        }
    }

    /// Late move pruning: moves this late in the order are rarely best.
    fn is_late(&self, number: i32) -> bool {
        let late = params::late_move_base() + self.depth * self.depth;
        self.depth <= params::late_move_depth()
            && number > late / if self.improving { 1 } else { 2 }
    }

    /// Futility pruning (Schaeffer 1986, Heinz 1998): the static evaluation plus the margin does
    /// not exceed alpha. It does not apply where alpha is a mate: then only a shorter mate counts,
    /// which no static evaluation shows.
    fn is_futile(&self, margin: i32, alpha: Score) -> bool {
        self.depth <= params::futility_depth()
            && !alpha.is_decided()
            && self.static_eval.is_some_and(|score| score.offset(margin) <= alpha)
    }

    /// History pruning: the move has rarely been good.
    fn has_bad_history(&self, scored: &ScoredMove) -> bool {
        self.depth <= params::history_pruning_depth()
            && scored.history < params::history_pruning() * self.depth
    }

    /// Static exchange pruning: the move loses more than `max_loss` centipawns on its square.
    fn loses_exchange(&self, position: &Position, mv: Move, max_loss: i32) -> bool {
        self.depth <= params::see_pruning_depth() && !gains_at_least(position, mv, -max_loss)
    }

    /// Check extension: a check that does not lose the checking piece is searched a ply deeper.
    pub(super) fn check_extension(
        &self,
        position: &Position,
        scored: &ScoredMove,
        gives_check: bool,
    ) -> i32 {
        let is_sound = || {
            scored.capture == Some(CaptureKind::Gaining)
                || scored.capture.is_none() && gains_at_least(position, scored.mv, 0)
        };
        i32::from(gives_check && is_sound())
    }

    /// Late move reductions: by how many plies the move's first search is reduced. `number` counts
    /// the moves from 1.
    pub(super) fn reduction<const PV: bool>(
        &self,
        scored: &ScoredMove,
        number: i32,
        gives_check: bool,
    ) -> i32 {
        if self.depth < params::reduction_depth() || number < params::reduction_first() {
            return 0;
        }
        let mut plies = base_reduction(self.depth, number);
        match scored.capture {
            Some(CaptureKind::Gaining) => return 0,
            Some(CaptureKind::Losing) => plies -= 1,
            None => plies -= (scored.history / params::reduction_history()).clamp(-2, 2),
        }
        plies -= i32::from(PV) + i32::from(gives_check);
        plies += i32::from(!self.improving) + 2 * i32::from(self.cut_node);
        plies.max(0)
    }

    /// True if the search tests the transposition table's move for being the only good one (singular
    /// extension, Anantharaman, Campbell and Hsu 1990).
    pub(super) fn may_be_singular(&self, entry: &TtEntry) -> bool {
        self.depth >= params::singular_depth()
            && i32::from(entry.depth) >= self.depth - params::singular_entry_depth()
            && entry.bound != Bound::Upper
            && !entry.score.is_decided()
    }

    /// The window of the singular search: a little below the table's score.
    pub(super) fn singular_window(&self, entry: &TtEntry) -> Window {
        Window::null_above(entry.score.offset(-params::singular_margin() * self.depth - 1))
    }
}

/// True if the path may still be extended at this ply. Without this limit extensions could keep
/// the remaining depth from ever falling.
pub(super) fn may_extend(ply: usize, root_depth: u32) -> bool {
    ply < 2 * root_depth as usize
}

/// True if the opponent may soon be stalemated and lose by that. Then any quiet move can be the
/// winning one.
fn may_stalemate(position: &Position) -> bool {
    let board = position.board();
    let pieces = board.color(!position.turn()) & !board.role(Role::Pawn) & !board.role(Role::King);
    pieces.is_empty() && position.variant().stalemate == Stalemate::Loss
}

/// Late move reductions at the root: as on the principal variation.
pub(super) fn root_reduction(depth: i32, number: i32) -> i32 {
    if depth < params::reduction_depth() || number < params::reduction_first() {
        return 0;
    }
    (base_reduction(depth, number) - 1).max(0)
}

const REDUCTION_TABLE_SIZE: usize = 64;

/// The reduction before the corrections of single moves: it grows with the logarithms of depth and
/// move number.
fn base_reduction(depth: i32, number: i32) -> i32 {
    static TABLE: LazyLock<[[i8; REDUCTION_TABLE_SIZE]; REDUCTION_TABLE_SIZE]> =
        LazyLock::new(|| {
            std::array::from_fn(|depth| std::array::from_fn(|number| reduction_of(depth, number)))
        });
    let index = |value: i32| (value.max(0) as usize).min(REDUCTION_TABLE_SIZE - 1);
    let (depth, number) = (index(depth), index(number));
    // A table would keep the first values.
    i32::from(if ARE_NUMBERS_TUNABLE { reduction_of(depth, number) } else { TABLE[depth][number] })
}

fn reduction_of(depth: usize, number: usize) -> i8 {
    let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
    let base = f64::from(params::reduction_base_percent()) / 100.0;
    let divisor = f64::from(params::reduction_divisor_percent()) / 100.0;
    (base + product / divisor) as i8
}
