//! The positions on the path from the root to the node that is searched.
//!
//! The attacker gains nothing by a repetition: where it can force a win, it can force one without
//! repeating a position. So a position that is on the path already counts as no win. Such a
//! disproof holds for this path only (graph-history interaction); the path tells how far up it
//! reaches, and its code names the path in the table (Kishimoto and Müller 2004).

use minnow_rules::{
    Position,
    internal::{SPLIT_MIX_STEP, split_mix},
};

/// The dependence of a disproof that rests on a cut at the maximum depth.
pub(super) const CUT: u16 = 0;
/// The dependence of a disproof that holds on every path.
pub(super) const INDEPENDENT: u16 = u16::MAX;

struct PathStep {
    key: u64,
    /// The XOR of the keys since the last capture or pawn move, this one included. Only these can
    /// be repeated, in whichever order they came.
    code: u64,
    /// The place of the first position since that move.
    segment: u16,
}

/// Places are counted from 1, the root.
#[derive(Default)]
pub(super) struct ProofPath(Vec<PathStep>);

impl ProofPath {
    pub(super) fn push(&mut self, position: &Position) {
        let place = self.0.len() as u16 + 1;
        let key = position.key();
        let step = match self.0.last().filter(|_| position.halfmove_clock() > 0) {
            Some(last) => PathStep { key, code: last.code ^ key, segment: last.segment },
            None => PathStep { key, code: key, segment: place },
        };
        self.0.push(step);
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// The place of the last position, which is the number of positions.
    pub(super) fn place(&self) -> u16 {
        self.0.len() as u16
    }

    /// The place of the position that the successor of the last one repeats.
    pub(super) fn repeats(&self, successor: &Position) -> Option<u16> {
        if successor.halfmove_clock() == 0 {
            return None;
        }
        let segment = usize::from(self.segment()) - 1;
        let found = self.0[segment..].iter().position(|step| step.key == successor.key())?;
        Some((segment + found) as u16 + 1)
    }

    /// The place of the first position since the last capture or pawn move.
    pub(super) fn segment(&self) -> u16 {
        self.0.last().map_or(1, |step| step.segment)
    }

    /// The key of the table entry that holds for a successor of the last position on this path
    /// alone.
    pub(super) fn twin_key(&self, successor: &Position) -> u64 {
        let code = match self.0.last().filter(|_| successor.halfmove_clock() > 0) {
            Some(last) => last.code,
            None => 0,
        };
        split_mix(code ^ SPLIT_MIX_STEP) ^ successor.key()
    }
}
