//! Proof trees, to walk through.

use std::collections::HashMap;

use minnow_rules::{Color, Move, Position};

/// The claim that a tree proves for its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofGoal {
    /// The side wins within this many plies.
    Win {
        /// The most plies to the end of the game, from the position of the tree.
        plies: u16,
    },
    /// The side never loses.
    Hold,
}

/// The move of the tree's side in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofAnswer {
    /// The move to play.
    pub mv: Move,
    /// Plies to the end of the game from the position before the move, at most. It is smaller after
    /// every defence. Without a meaning in a tree that holds.
    pub plies: u16,
}

/// A strategy from a position on: an answer to every move of the other side.
#[derive(Clone, Debug)]
pub struct ProofTree {
    pub(super) position: Position,
    pub(super) side: Color,
    pub(super) goal: ProofGoal,
    /// By the key of a position with the side to move. A side that can take the king does so; such
    /// positions have no entry.
    pub(super) answers: HashMap<u64, ProofAnswer>,
    pub(super) is_shortest: bool,
}

impl ProofTree {
    /// The position that the tree starts from.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side whose strategy it is.
    pub fn side(&self) -> Color {
        self.side
    }

    /// What the tree proves.
    pub fn goal(&self) -> ProofGoal {
        self.goal
    }

    /// Positions with an answer.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// True for a game that is decided at the root, by the rules or by taking the king.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The moves of the side until the win, at most; 0 in a tree that holds.
    pub fn moves(&self) -> u16 {
        match self.goal {
            ProofGoal::Win { plies } => moves_of(&self.position, self.side, plies),
            ProofGoal::Hold => 0,
        }
    }

    /// True if a shorter win has been disproven.
    pub fn is_shortest(&self) -> bool {
        self.is_shortest
    }

    /// The side's move in a position of the tree.
    pub fn answer(&self, position: &Position) -> Option<ProofAnswer> {
        match king_capture(position) {
            Some(mv) if position.turn() == self.side => Some(ProofAnswer { mv, plies: 1 }),
            _ => self.answers.get(&position.key()).copied(),
        }
    }

    /// The moves to walk on from a position of the tree: the answer of the side, or every move of
    /// the other side. Each has the plies that remain after it, at most; the longest come first.
    pub fn steps(&self, position: &Position) -> Vec<ProofAnswer> {
        if position.turn() == self.side {
            let after = |answer: ProofAnswer| ProofAnswer { plies: answer.plies - 1, ..answer };
            return self.answer(position).map(after).into_iter().collect();
        }
        let step = |mv| {
            let plies = self.answer(&position.play(mv)).map_or(0, |answer| answer.plies);
            ProofAnswer { mv, plies }
        };
        let mut steps: Vec<ProofAnswer> = position.legal_moves().iter().map(step).collect();
        steps.sort_by_key(|step| std::cmp::Reverse(step.plies));
        steps
    }

    /// The moves of the side that are left after a step from this position, at most; 0 in a tree
    /// that holds.
    pub fn moves_after(&self, position: &Position, step: ProofAnswer) -> u16 {
        match self.goal {
            ProofGoal::Win { .. } => moves_of(&position.play(step.mv), self.side, step.plies),
            ProofGoal::Hold => 0,
        }
    }

    /// A longest line of a win.
    pub fn line(&self) -> Vec<Move> {
        let ProofGoal::Win { plies } = self.goal else { return Vec::new() };
        let mut position = self.position;
        let mut line = Vec::new();
        while line.len() < usize::from(plies)
            && let Some(step) = self.steps(&position).first()
        {
            line.push(step.mv);
            position = position.play(step.mv);
        }
        line
    }
}

/// The moves of `side` among the next `plies` plies. An odd ply more is the one that an end without
/// moves needs below a limit on moves.
pub(super) fn moves_of(position: &Position, side: Color, plies: u16) -> u16 {
    if position.turn() == side { plies.div_ceil(2) } else { plies / 2 }
}

/// A move that takes the king.
pub(super) fn king_capture(position: &Position) -> Option<Move> {
    if !position.variant().king_capture || !position.is_attacked(!position.turn()) {
        return None;
    }
    position.legal_moves().iter().find(|mv| position.takes_king(*mv))
}
