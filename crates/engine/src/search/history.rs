//! Statistics over moves from earlier cutoffs (history heuristic, Schaeffer 1983).
//!
//! There are three histories: quiet moves by their squares (butterfly), captures by piece, square
//! and victim, and quiet moves by the moves one and two plies before (continuation). An update
//! moves an entry towards its limit by an amount that shrinks near the limit (history gravity).

use arrayvec::ArrayVec;

use super::correction::CorrectionHistory;
use crate::params;
use minnow_rules::{Move, Position, Role};

const ROLES: usize = 6;
const SQUARES: usize = 64;
/// Pieces of both colours times squares.
const PIECE_TOS: usize = 2 * ROLES * SQUARES;

/// A piece and the square it moved to: the context of continuation history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// The context of the first move and after a null move.
    pub(super) const NONE: PieceTo = PieceTo(PIECE_TOS as u16);

    #[inline]
    pub(super) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position.turn().index() * ROLES + position.moved(mv).index();
        PieceTo((piece * SQUARES + mv.to().index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PieceTo {
    fn default() -> PieceTo {
        PieceTo::NONE
    }
}

/// The moves of a node that were searched without a cutoff, of each kind the first 32.
#[derive(Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<Move, 32>,
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    pub(super) fn push(&mut self, mv: Move, is_capture: bool) {
        // Of more moves the later ones are left out.
        let _ = if is_capture { self.captures.try_push(mv) } else { self.quiets.try_push(mv) };
    }
}

/// The node whose cutoff updates the histories.
pub(super) struct HistoryContext<'a> {
    pub position: &'a Position,
    /// Remaining depth in plies; deeper cutoffs count more.
    pub depth: i32,
    /// The moves one and two plies before.
    pub previous: [PieceTo; 2],
}

/// One thread's statistics, kept through one game.
pub(crate) struct Histories {
    /// By colour, from-square and to-square.
    butterfly: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    /// By capturing piece, its target square and the victim.
    captures: Box<[[i16; ROLES]; PIECE_TOS]>,
    /// By an earlier move's piece and square, then by role and target square.
    continuation: Vec<[i16; ROLES * SQUARES]>,
    /// Mean errors of the static evaluation.
    pub(super) correction: CorrectionHistory,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            butterfly: Box::new([[[0; SQUARES]; SQUARES]; 2]),
            captures: Box::new([[0; ROLES]; PIECE_TOS]),
            continuation: vec![[0; ROLES * SQUARES]; PIECE_TOS + 1],
            correction: CorrectionHistory::new(),
        }
    }

    /// Halves the butterfly history, so that earlier searches count less.
    pub(crate) fn start_search(&mut self) {
        self.butterfly.iter_mut().flatten().flatten().for_each(|value| *value /= 2);
    }

    /// The history score of a quiet move.
    #[inline]
    pub(super) fn quiet(&self, position: &Position, mv: Move, previous: [PieceTo; 2]) -> i32 {
        let next = role_to(position, mv);
        let (color, from, to) = (position.turn(), mv.from(), mv.to());
        i32::from(self.butterfly[color.index()][from.index()][to.index()])
            + i32::from(self.continuation[previous[0].index()][next])
            + i32::from(self.continuation[previous[1].index()][next])
    }

    /// The history score of a capture.
    #[inline]
    pub(super) fn capture(&self, position: &Position, mv: Move, victim: Role) -> i32 {
        i32::from(self.captures[PieceTo::of(position, mv).index()][victim.index()])
    }

    /// Updates the histories after a cutoff by `best`: rewards it, and penalises the captures
    /// searched before it. A quiet `best` also penalises the quiet moves searched before it.
    pub(super) fn update(
        &mut self,
        node: &HistoryContext,
        best: Move,
        best_is_capture: bool,
        searched: &SearchedMoves,
    ) {
        let bonus = bonus(node.depth);
        if best_is_capture {
            self.update_capture(node.position, best, bonus);
        } else {
            self.update_quiet(node, best, bonus);
            for mv in &searched.quiets {
                self.update_quiet(node, *mv, -bonus);
            }
        }
        for mv in &searched.captures {
            self.update_capture(node.position, *mv, -bonus);
        }
    }

    fn update_quiet(&mut self, node: &HistoryContext, mv: Move, bonus: i32) {
        let (from, to) = (mv.from().index(), mv.to().index());
        add_bonus(&mut self.butterfly[node.position.turn().index()][from][to], bonus);
        for context in node.previous.into_iter().filter(|context| *context != PieceTo::NONE) {
            let entry = &mut self.continuation[context.index()][role_to(node.position, mv)];
            add_bonus(entry, bonus);
        }
    }

    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let victim = position.captured(mv).unwrap_or(Role::Pawn);
        let capture = PieceTo::of(position, mv);
        add_bonus(&mut self.captures[capture.index()][victim.index()], bonus);
    }
}

/// The index of a move's role and target square.
#[inline]
fn role_to(position: &Position, mv: Move) -> usize {
    position.moved(mv).index() * SQUARES + mv.to().index()
}

fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_max_bonus())
}

/// Adds a bonus that shrinks as the entry nears its limit.
#[inline]
fn add_bonus(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / params::history_range()) as i16;
}
