//! The finding for a move of the main line: its judgement, its sentence and the better line.

use super::{MoveFinding, Reviewer};
use crate::analysis::{
    explain::{MoveContext, MoveResult, error_sentence, only_move_sentence},
    judge::{is_only_move, judge},
    position_value::PositionValue,
};
use minnow_game::{Judgement, MoveVerdict};
use minnow_rules::Move;

impl Reviewer {
    /// The judgement of a move of the main line with the value `own`, from the value of the position
    /// and that of all other moves, if they were searched.
    pub(super) fn judgement(
        &self,
        at: usize,
        value: &PositionValue,
        own: &PositionValue,
        others: Option<&PositionValue>,
    ) -> Option<Judgement> {
        if value.line.first() != own.line.first() && !value.line.is_empty() {
            return judge(self.curve, value.score, own.score);
        }
        let is_only = |others: &PositionValue| is_only_move(self.curve, own.score, others.score);
        (others.is_some_and(is_only) && !self.is_obvious(at, own)).then_some(Judgement::OnlyMove)
    }

    /// The finding for the move played in the position at this index.
    pub(super) fn finding(&self, at: usize) -> Option<MoveFinding> {
        let (place, next) = (self.places.get(at)?, self.places.get(at + 1)?);
        let (own, after) = (self.searched_at(at)?, self.searched_at(at + 1)?);
        let played = self.played_value(at)?;
        let context = MoveContext {
            position: &place.position,
            curve: self.curve,
            previous: self.previous(at),
            best: own.value.score,
        };
        let result = MoveResult { line: &played.line, score: played.score, end: next.end };
        let others = own.others.as_ref().filter(|_| own.has_all_others);
        let judgement = self.judgement(at, &own.value, &played, others);
        let (mut sentence, mut better) = (String::new(), Vec::new());
        match (judgement, others) {
            (Some(Judgement::OnlyMove), Some(second)) => {
                let other = MoveResult { line: &second.line, score: second.score, end: None };
                sentence = only_move_sentence(&context, &other);
            }
            (Some(error), _) => {
                let line = &own.value.line;
                let other = MoveResult { line, score: own.value.score, end: None };
                sentence = error_sentence(&context, &result, &other, error);
                better.clone_from(line);
            }
            (None, _) => {}
        }
        let evaluation = after.value.evaluation(next.position.turn());
        let is_confirmed = judgement.is_some_and(Judgement::needs_confirmation) && own.is_compared;
        Some(MoveFinding {
            node: next.node,
            before: own.value.score,
            after: played.score,
            best: own.value.line.first().copied().or(place.played)?,
            verdict: MoveVerdict { evaluation, judgement, sentence, better, is_confirmed },
        })
    }

    fn previous(&self, at: usize) -> Option<Move> {
        self.places.get(at.checked_sub(1)?)?.played
    }

    /// True if an only move is too obvious to be praised: it captures the piece that has just
    /// moved, or mates.
    fn is_obvious(&self, at: usize, own: &PositionValue) -> bool {
        let Some(played) = own.line.first() else { return false };
        let takes = self.places[at].position.captured(*played).is_some();
        let takes_back = takes && self.previous(at).is_some_and(|last| last.to() == played.to());
        takes_back || own.score.mate_in() == Some(1)
    }
}
