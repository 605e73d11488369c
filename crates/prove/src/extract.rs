//! Proof trees from the table.
//!
//! The table may have lost entries of a proof, or hold one that was found later and relies on the
//! position it should prove. So each position of a tree is asked for with a bound on its plies that
//! falls along the path, and searched again where the table has no proof within the bound.

use std::collections::HashMap;

use super::{
    dfpn::Dfpn,
    node::{ProofNumbers, evaluate},
    prover::ProveQuestion,
    tree::{ProofAnswer, king_capture},
};
use minnow_rules::{Move, Position};

pub(super) type Answers = HashMap<u64, ProofAnswer>;

impl Dfpn<'_> {
    /// The answers of a win within `plies`, and the plies it takes; `None` if the search is over.
    pub(super) fn winning_answers(
        &mut self,
        root: &Position,
        plies: u16,
    ) -> Option<(Answers, u16)> {
        let mut answers = Answers::new();
        let mut open = vec![(*root, plies)];
        while let Some((position, plies)) = open.pop() {
            let known = answers.get(&position.key()).is_some_and(|answer| answer.plies <= plies);
            if known || !needs_answer(self.question, &position) {
                continue;
            }
            if position.turn() != self.question.attacker {
                let replies = position.legal_moves();
                open.extend(replies.iter().map(|mv| (position.play(mv), plies.saturating_sub(1))));
                continue;
            }
            let mv = self.winning_move(&position, plies)?;
            answers.insert(position.key(), ProofAnswer { mv, plies });
            open.push((position.play(mv), plies.saturating_sub(1)));
        }
        Some(tighten(self.question, root, &answers))
    }

    fn winning_move(&mut self, position: &Position, plies: u16) -> Option<Move> {
        let fits = |numbers: &ProofNumbers| numbers.is_proven() && numbers.rank <= plies;
        let mut found = self.entry(position, None).filter(fits);
        found = found.or_else(|| self.entry(position, Some(plies)).filter(fits));
        for remaining in [None, Some(plies)] {
            if found.is_none() {
                found = Some(self.decide(position, remaining)).filter(fits);
            }
        }
        legal_move(position, found?)
    }
}

/// The move of a table entry, unless another position with the same key left it.
fn legal_move(position: &Position, numbers: ProofNumbers) -> Option<Move> {
    Move::from_bits(numbers.mv).filter(|mv| position.legal_moves().contains(*mv))
}

/// False if the rules decide the position, or the side to move can take the king.
pub(super) fn needs_answer(question: &ProveQuestion, position: &Position) -> bool {
    let over = position.board().king(position.turn()).is_none()
        || king_capture(position).is_some()
        || position.count_legal_moves() == 0;
    let drawn = position.variant().bare_kings_draw && position.has_bare_kings();
    !over && !drawn && !question.drawn.contains(&position.key())
}

enum TightenStep {
    Open,
    Close,
}

/// The answers that a walk from the root reaches, with the length of the longest defence in each,
/// and the length from the root.
fn tighten(question: &ProveQuestion, root: &Position, answers: &Answers) -> (Answers, u16) {
    let mut tight = Answers::new();
    let mut stack = vec![(*root, TightenStep::Open)];
    while let Some((position, visit)) = stack.pop() {
        if tight.contains_key(&position.key()) || !needs_answer(question, &position) {
            continue;
        }
        let is_root_defence = position.turn() != question.attacker;
        let answer = answers.get(&position.key());
        let after = answer.map_or(position, |answer| position.play(answer.mv));
        match (visit, answer) {
            (TightenStep::Close, Some(answer)) => {
                let plies = 1 + plies_after(question, &after, &tight);
                tight.insert(position.key(), ProofAnswer { mv: answer.mv, plies });
            }
            (TightenStep::Open, _) if answer.is_some() || is_root_defence => {
                stack.push((position, TightenStep::Close));
                let replies = after.legal_moves();
                stack.extend(replies.iter().map(|mv| (after.play(mv), TightenStep::Open)));
            }
            _ => {}
        }
    }
    let plies = match tight.get(&root.key()) {
        Some(answer) => answer.plies,
        None => plies_after(question, root, &tight),
    };
    (tight, plies)
}

/// The plies of the longest defence; the successors are tight already. At the root it may also be a
/// position in which the attacker takes the king.
fn plies_after(question: &ProveQuestion, position: &Position, tight: &Answers) -> u16 {
    let decided = evaluate(question, position, None);
    if decided.is_proven() {
        return decided.rank;
    }
    let after = |mv| {
        let next = position.play(mv);
        let taken = u16::from(king_capture(&next).is_some());
        1 + tight.get(&next.key()).map_or(taken, |answer| answer.plies)
    };
    position.legal_moves().iter().map(after).max().unwrap_or(0)
}
