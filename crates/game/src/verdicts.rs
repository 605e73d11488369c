//! A review's verdicts in a game: written move by move, removed all at once.
//!
//! The crate `minnow-study` makes the verdicts; this file only stores them.

use super::{Game, MoveVerdict, NodeId};

impl Game {
    /// Sets the verdict on a move, cut to the limits of a saved game; `false` if there is no such
    /// node.
    pub fn set_verdict(&mut self, id: NodeId, verdict: MoveVerdict) -> bool {
        let notes = self.notes_mut(id);
        let known = notes.is_some();
        if let Some(notes) = notes {
            notes.verdict = Some(Box::new(verdict));
            notes.cut_to_limits();
        }
        known
    }

    /// True if any move has a verdict.
    pub fn has_review(&self) -> bool {
        self.nodes().any(|(_, node)| node.notes.verdict.is_some())
    }

    /// Replaces all verdicts by those of another version of this game.
    pub fn take_review_of(&mut self, other: &Game) {
        self.remove_review();
        for (id, node) in other.nodes() {
            if let Some(verdict) = &node.notes.verdict {
                self.set_verdict(id, (**verdict).clone());
            }
        }
    }

    /// Removes every verdict and nothing else; `false` if there was none.
    pub fn remove_review(&mut self) -> bool {
        let judged: Vec<NodeId> = self
            .nodes()
            .filter(|(_, node)| node.notes.verdict.is_some())
            .map(|(id, _)| id)
            .collect();
        for id in &judged {
            if let Some(notes) = self.notes_mut(*id) {
                notes.verdict = None;
            }
        }
        !judged.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, RecordedEval};
    use minnow_rules::Variant;

    #[test]
    fn removing_a_review_keeps_the_users_notes() {
        let mut game = Game::new(Variant::default_variant());
        let mv = game.position().parse_move("c2c3").unwrap();
        let id = game.play(mv).unwrap();
        game.notes_mut(id).unwrap().marks.toggle(Mark::Good);
        assert!(!game.has_review() && !game.remove_review());
        let evaluation = RecordedEval::Centipawns { cp: 12, depth_plies: 9 };
        let verdict = MoveVerdict::unjudged(evaluation);
        assert!(game.set_verdict(NodeId::ROOT, verdict.clone()));
        assert!(game.set_verdict(id, verdict));
        assert!(game.has_review() && game.remove_review());
        assert!(!game.has_review());
        assert!(game.node(id).unwrap().notes.marks.contains(Mark::Good));
    }

    #[test]
    fn a_review_moves_to_another_version() {
        let mut game = Game::new(Variant::default_variant());
        let mv = game.position().parse_move("c2c3").unwrap();
        let id = game.play(mv).unwrap();
        let verdict = |cp| MoveVerdict::unjudged(RecordedEval::Centipawns { cp, depth_plies: 9 });
        let mut reviewed = game.clone();
        reviewed.set_verdict(id, verdict(12));
        game.set_verdict(NodeId::ROOT, verdict(-40));
        game.notes_mut(id).unwrap().marks.toggle(Mark::Good);
        game.take_review_of(&reviewed);
        let notes = |id| &game.node(id).unwrap().notes;
        assert_eq!(notes(NodeId::ROOT).verdict, None);
        assert_eq!(notes(id).verdict.as_deref(), Some(&verdict(12)));
        assert!(notes(id).marks.contains(Mark::Good));
        assert!(reviewed.delete(id));
        reviewed.take_review_of(&game);
        assert!(!reviewed.has_review(), "a verdict without its move is dropped");
    }
}
