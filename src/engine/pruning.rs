//! What the search leaves out or looks at less deeply, each rule a small function.
//!
//! The margins are in `params.rs`; what every rule measured is in `docs/measurements/search.md`.

use std::{cell::OnceCell, sync::LazyLock};

use super::{
    Score, Window,
    order::{CaptureKind, Picked},
    params::*,
    see::{capture_gain, gains_at_least},
};
use crate::rules::{Bitboard, Move, Position, Role, Stalemate, attacks};

/// From where each role would give check, pawn to king; discovered checks are not seen. Many a mate
/// begins with a quiet check that history knows nothing of.
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
    fn contain(&self, position: &Position, played: Move) -> bool {
        let role = played.promotion().unwrap_or_else(|| position.moved(played));
        self.0[role.index()].contains(played.to())
    }
}

/// A node as its moves are judged.
pub(super) struct Situation {
    pub depth: i32,
    /// The evaluation's static score; `None` in check.
    pub raw: Option<Score>,
    /// The same with its mean error corrected.
    pub static_score: Option<Score>,
    /// Whether the static score has risen since the side's last move.
    pub improving: bool,
    /// A cut-off is what the parent's window makes likely here (Knuth and Moore's type 2).
    pub expects_cut: bool,
    /// Found when the first move is judged that may be left out: most nodes have none.
    pub checks: OnceCell<CheckSquares>,
}

impl Situation {
    /// Reverse futility (static null move): the score is so far above beta that the few plies left
    /// will hardly bring it down.
    pub fn is_beyond_beta(&self, estimate: Score, beta: Score) -> bool {
        let plies = self.depth - i32::from(self.improving);
        self.depth <= REVERSE_FUTILITY_DEPTH
            && !beta.is_decided()
            && !estimate.is_decided()
            && estimate.offset(-REVERSE_FUTILITY_MARGIN * plies) >= beta
    }

    /// Whether the side may pass to see how much it is ahead (null move, Goetsch and Campbell
    /// 1990). With pawns alone a pass is often better than any move, and where stalemate loses,
    /// zugzwang wins games.
    pub fn may_pass(&self, position: &Position, estimate: Score, beta: Score) -> bool {
        let board = position.board();
        let simple = board.role(Role::Pawn) | board.role(Role::King);
        let pieces: Bitboard = board.color(position.turn()) & !simple;
        self.depth >= PASS_DEPTH
            && estimate >= beta
            && self.static_score.is_some_and(|score| score >= beta)
            && !beta.is_decided()
            && pieces.count() >= PASS_LEAST_PIECES
    }

    /// How many plies a pass is searched less deeply.
    pub fn pass_reduction(&self, estimate: Score, beta: Score) -> i32 {
        let ahead = (estimate.value() - beta.value()) / PASS_SCORE_DIVISOR;
        PASS_REDUCTION + self.depth / PASS_DEPTH_DIVISOR + ahead.min(3)
    }

    /// Whether a later move may be left out near the leaves. `number` counts the moves from 1.
    pub fn skips(
        &self,
        position: &Position,
        picked: &Picked,
        (number, alpha): (i32, Score),
    ) -> bool {
        if may_stalemate(position) {
            return false;
        }
        let checks = self.checks.get_or_init(|| CheckSquares::new(position));
        match picked.capture {
            _ if checks.contain(position, picked.played) => false,
            Some(CaptureKind::Losing) => {
                let most = EXCHANGE_PRUNING_CAPTURE * self.depth;
                self.depth <= EXCHANGE_PRUNING_DEPTH
                    && !gains_at_least(position, picked.played, -most)
            }
            Some(CaptureKind::Gaining) => {
                let margin = FUTILITY_CAPTURE_BASE + FUTILITY_MARGIN * self.depth;
                self.is_futile(margin + capture_gain(position, picked.played), alpha)
            }
            None => self.skips_quiet(position, picked, number, alpha),
        }
    }

    /// Futility (Schaeffer 1986, Heinz 1998): the static score and the margin together stay at or
    /// below alpha. Where alpha is a mate, only a shorter one counts, and no static score tells.
    fn is_futile(&self, margin: i32, alpha: Score) -> bool {
        self.depth <= FUTILITY_DEPTH
            && !alpha.is_decided()
            && self.static_score.is_some_and(|score| score.offset(margin) <= alpha)
    }

    fn skips_quiet(&self, position: &Position, picked: &Picked, number: i32, alpha: Score) -> bool {
        // Late move pruning: what comes so late in the order seldom is best.
        let late = LATE_MOVE_BASE + self.depth * self.depth;
        if self.depth <= LATE_MOVE_DEPTH && number > late / if self.improving { 1 } else { 2 } {
            return true;
        }
        // Futility: a quiet move will not make up for this much.
        if self.is_futile(FUTILITY_BASE + FUTILITY_MARGIN * self.depth, alpha) {
            return true;
        }
        // History pruning: it has failed here again and again.
        if self.depth <= HISTORY_PRUNING_DEPTH && picked.history < HISTORY_PRUNING * self.depth {
            return true;
        }
        // Exchange pruning: the piece would be lost where it goes.
        self.depth <= EXCHANGE_PRUNING_DEPTH
            && !gains_at_least(
                position,
                picked.played,
                -EXCHANGE_PRUNING_QUIET * self.depth * self.depth,
            )
    }

    /// Whether the line may still be extended, `ply` plies from the root in this iteration: without
    /// a bound, extensions could keep a line's depth from ever falling.
    pub fn may_extend(ply: usize, iteration: u32) -> bool {
        ply < 2 * iteration as usize
    }

    /// Check extension: a check that does not lose the piece that gives it is searched a ply deeper.
    pub fn check_extension(&self, position: &Position, picked: &Picked, checks: bool) -> i32 {
        let sound = || {
            picked.capture == Some(CaptureKind::Gaining)
                || picked.capture.is_none() && gains_at_least(position, picked.played, 0)
        };
        i32::from(checks && sound())
    }

    /// Late move reductions: how many plies less the move is searched at first. `number` counts
    /// the moves from 1.
    pub fn reduction<const PV: bool>(&self, picked: &Picked, number: i32, checks: bool) -> i32 {
        if self.depth < REDUCTION_DEPTH || number < REDUCTION_FIRST {
            return 0;
        }
        let mut plies = table_reduction(self.depth, number);
        match picked.capture {
            Some(CaptureKind::Gaining) => return 0,
            Some(CaptureKind::Losing) => plies -= 1,
            None => plies -= (picked.history / REDUCTION_HISTORY).clamp(-2, 2),
        }
        plies -= i32::from(PV) + i32::from(checks);
        plies += i32::from(!self.improving) + 2 * i32::from(self.expects_cut);
        plies.max(0)
    }
}

/// Whether the enemy may soon be without a move, and lose by that: every quiet move can be the one
/// that wins then.
fn may_stalemate(position: &Position) -> bool {
    let board = position.board();
    let moving = board.color(!position.turn()) & !board.role(Role::Pawn) & !board.role(Role::King);
    moving.is_empty() && position.variant().stalemate == Stalemate::Loss
}

/// Whether the table's move deserves to be tested for being the only good one (Anantharaman,
/// Campbell and Hsu 1990).
pub(super) fn may_be_singular(entry: &super::table::Entry, depth: i32) -> bool {
    depth >= SINGULAR_DEPTH
        && i32::from(entry.depth) >= depth - SINGULAR_ENTRY_DEPTH
        && entry.bound != super::table::Bound::Upper
        && !entry.score.is_decided()
}

/// The window that all other moves are held against in that test.
pub(super) fn singular_window(entry: &super::table::Entry, depth: i32) -> Window {
    Window::zero_above(entry.score.offset(-SINGULAR_MARGIN * depth - 1))
}

/// Late move reductions at the root: as on the principal variation.
pub(super) fn root_reduction(depth: i32, number: i32) -> i32 {
    if depth < REDUCTION_DEPTH || number < REDUCTION_FIRST {
        return 0;
    }
    (table_reduction(depth, number) - 1).max(0)
}

const TABLE_SIZE: usize = 64;

fn table_reduction(depth: i32, number: i32) -> i32 {
    static TABLE: LazyLock<[[i8; TABLE_SIZE]; TABLE_SIZE]> = LazyLock::new(|| {
        std::array::from_fn(|depth| {
            std::array::from_fn(|number| {
                let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
                (REDUCTION_BASE + product / REDUCTION_DIVISOR) as i8
            })
        })
    });
    let index = |value: i32| (value.max(0) as usize).min(TABLE_SIZE - 1);
    i32::from(TABLE[index(depth)][index(number)])
}
