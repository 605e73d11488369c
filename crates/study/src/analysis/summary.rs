//! The summary of a reviewed game: accuracies and counts, from the verdicts stored in it.

use super::{
    WinCurve, game_accuracy, mistake_exercises, moment_name, mover_percent, shown_accuracy,
};
use minnow_game::{Game, Judgement, MoveNode, NodeId, archive::ReviewFacts};
use minnow_rules::Color;

/// The summary of one side's moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// The accuracy, 0 to 100; `None` if no move of the side was reviewed.
    pub accuracy: Option<f64>,
    /// The number of moves with each judgement, in the order of [`Judgement::ALL`].
    counts: [usize; Judgement::ALL.len()],
}

impl SideSummary {
    /// The number of moves with this judgement.
    pub fn count(&self, judgement: Judgement) -> usize {
        let at = Judgement::ALL.iter().position(|other| *other == judgement);
        at.and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }
}

/// The summary of a reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// White first.
    pub sides: [SideSummary; 2],
    /// True if some moves of the main line were not reviewed.
    pub is_partial: bool,
    /// True if a mark has not been confirmed, as in reviews by older versions.
    pub is_unconfirmed: bool,
}

/// The summary of a reviewed game; `None` if the main line has no verdicts. It covers the moves from
/// the first verdict up to the first gap.
pub fn summary(game: &Game) -> Option<Summary> {
    let line: Vec<&MoveNode> = std::iter::once(NodeId::ROOT)
        .chain(game.continuation(NodeId::ROOT))
        .filter_map(|id| game.node(id))
        .collect();
    let first = line.iter().position(|node| node.notes.verdict.is_some())?;
    let seen: Vec<&MoveNode> =
        line[first..].iter().copied().take_while(|node| node.notes.verdict.is_some()).collect();
    let mut sides = [SideSummary::default(), SideSummary::default()];
    for node in seen.iter().skip(1) {
        let judgement = node.notes.verdict.as_ref().and_then(|verdict| verdict.judgement);
        let at = Judgement::ALL.iter().position(|other| Some(*other) == judgement);
        let side = &mut sides[(!node.position().turn()).index()];
        if let Some(count) = at.and_then(|at| side.counts.get_mut(at)) {
            *count += 1;
        }
    }
    let curve = WinCurve::of(game.variant());
    let percents = seen.iter().filter_map(|node| {
        let evaluation = node.notes.verdict.as_ref()?.evaluation;
        Some(mover_percent(curve, evaluation, node.position(), Color::White))
    });
    let percents: Vec<f64> = percents.collect();
    let accuracies = game_accuracy(&percents, seen.first()?.position().turn());
    for (side, accuracy) in sides.iter_mut().zip(accuracies) {
        side.accuracy = accuracy;
    }
    let is_unconfirmed =
        seen.iter().any(|node| node.notes.verdict.as_ref().is_some_and(|own| own.is_unconfirmed()));
    Some(Summary { sides, is_partial: seen.len() < line.len(), is_unconfirmed })
}

/// The results of a review for the archive: the accuracies in whole percent, and the
/// positions in which the only human of its record erred.
pub fn review_facts(game: &Game) -> ReviewFacts {
    let Some(summary) = summary(game) else { return ReviewFacts::default() };
    let percent = |accuracy| shown_accuracy(accuracy, 0).round() as u8;
    let accuracies = summary.sides.map(|side| side.accuracy.map(percent));
    let own = game.header.user().map_or(Vec::new(), |user| mistake_exercises(game, user));
    let before = own.iter().filter_map(|exercise| game.node(exercise.before));
    let moments = before.map(|node| moment_name(node.position())).collect();
    ReviewFacts { accuracies, moments }
}
