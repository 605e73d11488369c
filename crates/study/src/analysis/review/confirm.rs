//! Marks of weight are confirmed before they are shown: the moves that a mark compares are searched
//! again, each alone, with ten times the nodes, and with thirty times if the two searches disagree
//! about the mark. The value of a position then rests on these searches.
//!
//! The new value of a position in the middle of the game also holds for the positions after it, as
//! far as the game follows its best line. Their moves are judged again; a mark that appears there
//! is confirmed, too.

use super::{ComparedMove, Reviewer, StoppedSearch};
use crate::analysis::{
    comparison::{MoveChoice, MoveComparison},
    position_value::PositionValue,
};
use minnow_base::sync::StopFlag;
use minnow_engine::Searcher;
use minnow_game::Judgement;

/// The confirmation of the mark of the move played at `at`.
pub(super) struct Confirmation {
    at: usize,
    /// True if the mark compares the played move with all others, as an only move does.
    has_all_others: bool,
    comparison: MoveComparison<Option<Judgement>>,
}

impl Reviewer {
    /// Makes the finding at this index again. A mark of weight that has not been confirmed is put
    /// among those to confirm.
    pub(super) fn judge_again(&mut self, at: usize) {
        let finding = self.finding(at);
        let judgement = finding.as_ref().and_then(|finding| finding.verdict.judgement);
        let Some(own) = self.searched_at_mut(at) else { return };
        own.finding = finding;
        if !own.is_compared && judgement.is_some_and(Judgement::needs_confirmation) {
            self.unconfirmed.insert(at);
        } else {
            self.unconfirmed.remove(&at);
        }
        self.note_short_line(at);
        self.changed.insert(at);
    }

    /// Begins with the next mark that needs it.
    pub(super) fn confirm_next(&mut self) {
        while let Some(at) = self.unconfirmed.pop_last() {
            let finding = self.searched_at(at).and_then(|own| own.finding.as_ref());
            let Some(finding) = finding else { continue };
            let Some(first) = finding.verdict.judgement else { continue };
            let compared = ComparedMove { node: finding.node, first };
            self.confirming = self.confirmation(at, first);
            if self.confirming.is_some() {
                self.compared.push(compared);
                return;
            }
        }
    }

    fn confirmation(&self, at: usize, judgement: Judgement) -> Option<Confirmation> {
        let own = self.searched_at(at)?;
        let has_all_others = judgement == Judgement::OnlyMove;
        let (best, moves) = if has_all_others {
            (own.others.as_ref()?, self.other_moves(at))
        } else {
            (&own.value, own.value.line.first().copied().into_iter().collect())
        };
        let mate = best.score.mate_in().and_then(|moves| u32::try_from(moves).ok());
        let better = MoveChoice { mate, ..MoveChoice::searched(moves) };
        // Where the enemy king can be captured, the engine searches nothing else.
        let judged = if own.is_solved || self.searched_at(at + 1)?.value.is_confirmed {
            MoveChoice::known()
        } else {
            MoveChoice::searched(self.places[at].played.into_iter().collect())
        };
        let comparison = MoveComparison::new(Some(weight(Some(judgement))), better, judged);
        Some(Confirmation { at, has_all_others, comparison })
    }

    /// Makes the next search of a confirmation, and takes in the values if it was the last one.
    /// Returns `false` if `stop` was set.
    pub(super) fn confirm(
        &mut self,
        mut confirmation: Confirmation,
        searcher: &mut Searcher,
        stop: &StopFlag,
    ) -> bool {
        if let Some(limits) = confirmation.comparison.next_limits(self.limits) {
            let result = match self.search(confirmation.at, &limits, searcher, stop) {
                Ok(result) => result,
                Err(StoppedSearch) => {
                    self.confirming = Some(confirmation);
                    return false;
                }
            };
            self.nodes.confirming += result.info.nodes;
            self.searches += 1;
            confirmation.comparison.take(PositionValue::of(result));
        }
        if confirmation.comparison.is_open() || !self.settle(&mut confirmation) {
            self.confirming = Some(confirmation);
        } else {
            self.confirm_next();
        }
        true
    }

    /// Takes in the values of a confirmation. Returns `false` if it needs more searches.
    fn settle(&mut self, confirmation: &mut Confirmation) -> bool {
        let Confirmation { at, has_all_others, ref mut comparison } = *confirmation;
        let (judged, better) = (comparison.judged.value.clone(), comparison.better.value.clone());
        let Some(own) = judged.clone().or_else(|| self.played_value(at)) else { return true };
        let value = PositionValue::better_of(own.clone(), better.as_ref());
        let second = better.as_ref().filter(|_| has_all_others);
        if !comparison.settles(weight(self.judgement(at, &value, &own, second))) {
            return false;
        }
        if let Some(searched) = self.searched_at_mut(at) {
            searched.is_compared = true;
            searched.others = better;
            searched.has_all_others = has_all_others;
        }
        let last = judged.map_or(at, |judged| self.set_value(at + 1, judged.one_ply_later()));
        // A change goes on to the positions before it that were searched already.
        let first = self.places.len() - self.searched.len();
        for changed in (first..=last).rev() {
            let has_changed = self.combine(changed);
            self.judge_again(changed);
            if changed < at && !has_changed {
                break;
            }
        }
        true
    }

    /// Gives a position the value of a search of all its moves, and carries it to the positions
    /// after it, as far as the game follows its line or was thought to do better. A confirmed value
    /// is kept. Returns the last position that was reached.
    fn set_value(&mut self, first: usize, value: PositionValue) -> usize {
        let (mut at, mut value) = (first, value);
        loop {
            let played = self.played_value(at);
            let Some(searched) = self.searched_at_mut(at) else { return at };
            let Some(played) = played else {
                searched.value = value;
                return at;
            };
            let follows = value.line.first().is_none_or(|mv| played.line.first() == Some(mv));
            if !follows {
                searched.others = Some(value.clone());
                searched.has_all_others = true;
            } else if let Some(others) = &mut searched.others {
                others.score = others.score.min(value.score);
            }
            if played.is_confirmed || (!follows && played.score <= value.score) {
                return at;
            }
            let line = if follows { value.line } else { played.line };
            value = PositionValue { line, ..value }.one_ply_later();
            at += 1;
        }
    }

    /// Sets the value of a position from those of its moves. Returns `true` if that changed it.
    fn combine(&mut self, at: usize) -> bool {
        let (Some(own), Some(played)) = (self.searched_at(at), self.played_value(at)) else {
            return false;
        };
        if own.is_solved {
            return false;
        }
        let value = PositionValue::better_of(played, own.others.as_ref());
        let has_changed = value != own.value;
        if let Some(searched) = self.searched_at_mut(at) {
            searched.value = value;
        }
        has_changed
    }
}

/// The judgement as far as it needs a confirmation; mistakes and blunders count as the same.
fn weight(judgement: Option<Judgement>) -> Option<Judgement> {
    match judgement.filter(|judgement| judgement.needs_confirmation()) {
        Some(Judgement::Mistake) => Some(Judgement::Blunder),
        weight => weight,
    }
}
