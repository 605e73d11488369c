//! The place of the position on the board in a proof.

use super::Proof;
use crate::app::session::Session;
use minnow_game::GameEnd;
use minnow_prove::{ProofAnswer, ProofTree};
use minnow_rules::Position;

/// The place of the position on the board in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProofPlace {
    /// A position of the proof, with the moves to walk on: the one of the winning side, or every
    /// move of the other. Each has the moves that the winner still needs after it, at most.
    Inside(Vec<ProofStep>),
    /// The game does not lead from the start of the proof to this position by moves of the proof,
    /// so that nothing is proven about it.
    Elsewhere,
}

/// A move of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofStep {
    pub answer: ProofAnswer,
    /// Moves of the winner to the end of the game after it, at most.
    pub moves_left: u16,
}

impl ProofPlace {
    pub(super) fn of(proof: &Proof, session: &Session) -> ProofPlace {
        let game = &session.game;
        let path = game.path(game.cursor());
        let Some(at) = path.iter().position(|id| *id == proof.start.node) else {
            return ProofPlace::Elsewhere;
        };
        let is_start = game.node(path[at]).is_some_and(|node| *node.position() == proof.position);
        let Some(tree) = proof.tree.as_ref().filter(|_| is_start) else {
            return if is_start && path.len() == at + 1 {
                ProofPlace::Inside(Vec::new())
            } else {
                ProofPlace::Elsewhere
            };
        };
        let mut position = proof.position;
        for node in path[at + 1..].iter().filter_map(|id| game.node(*id)) {
            let is_answered = position.turn() != tree.side()
                || tree.answer(&position).is_some_and(|answer| Some(answer.mv) == node.played());
            if !is_answered {
                return ProofPlace::Elsewhere;
            }
            position = *node.position();
        }
        match game.outcome() {
            Some(GameEnd::ByRules(_)) => ProofPlace::Inside(Vec::new()),
            Some(_) | None => ProofPlace::Inside(steps(tree, &position)),
        }
    }
}

fn steps(tree: &ProofTree, position: &Position) -> Vec<ProofStep> {
    let step = |answer: ProofAnswer| {
        let moves_left = tree.moves_after(position, answer);
        ProofStep { answer, moves_left }
    };
    tree.steps(position).into_iter().map(step).collect()
}
