//! The search's data for each ply of the current path.

use std::ops::{Index, IndexMut};

use super::history::PieceTo;
use crate::{MAX_PLY, Score, eval::Accumulator};
use minnow_rules::Move;

/// The data of one ply.
#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// The last two quiet moves that caused a cutoff at this ply (killer moves, Huberman 1968).
    pub killers: [Option<Move>; 2],
    /// The corrected static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// The move played from this ply, as the context of the moves that follow it.
    pub piece_to: PieceTo,
    /// The principal variation from this ply on.
    pub pv: Vec<Move>,
    /// The evaluation's incremental state.
    pub accumulator: Accumulator,
}

/// One entry for each ply from the root (0) to two plies below [`MAX_PLY`].
pub(super) struct Stack(Vec<StackEntry>);

impl Stack {
    /// The stack of a search whose root has this accumulator.
    pub(super) fn new(accumulator: Accumulator) -> Stack {
        let mut entries = vec![StackEntry::default(); MAX_PLY + 3];
        entries[0].accumulator = accumulator;
        Stack(entries)
    }

    /// The entries of a ply and of the next one.
    #[inline]
    pub(super) fn pair_mut(&mut self, ply: usize) -> (&mut StackEntry, &mut StackEntry) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        (&mut upper[ply], &mut lower[0])
    }

    /// The moves played one and two plies before `ply`.
    #[inline]
    pub(super) fn previous(&self, ply: usize) -> [PieceTo; 2] {
        let back =
            |plies| ply.checked_sub(plies).map_or(PieceTo::NONE, |earlier| self[earlier].piece_to);
        [back(1), back(2)]
    }

    /// Makes `first` and the principal variation of the next ply the one of this ply.
    pub(super) fn update_pv(&mut self, ply: usize, first: Move) {
        let (entry, below) = self.pair_mut(ply);
        entry.pv.clear();
        entry.pv.push(first);
        entry.pv.extend_from_slice(&below.pv);
    }

    /// Remembers a quiet move that caused a cutoff at this ply.
    pub(super) fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

impl Index<usize> for Stack {
    type Output = StackEntry;

    #[inline]
    fn index(&self, ply: usize) -> &StackEntry {
        &self.0[ply]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply]
    }
}
