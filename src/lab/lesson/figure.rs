//! The figures that a lesson names: runs that are measured before the student's eyes.
//!
//! A lesson says in its data what each run must give. The tests hold the lab to that, so that no
//! text can claim what is not so.

use serde::Deserialize;

use super::LessonScene;
use crate::{
    engine::{Bound, Score},
    lab::{LabSettings, Technique},
};

/// A run whose result is shown.
#[derive(Debug)]
pub struct LessonFigure {
    /// What is run, in a few words.
    pub label: String,
    /// Another scene than the lesson's.
    pub(super) scene: Option<LessonScene>,
    pub technique: Technique,
    pub(super) settings: LabSettings<'static>,
    pub expected: Expected,
}

/// What a run must give, as far as the lesson says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expected {
    /// As it is shown, such as `3`, `≤ 5` or `#4`.
    pub value: Option<String>,
    pub best: Option<String>,
    pub leaves: Option<u64>,
    /// At most so many percent of the leaves of the lesson's figure in this place, from 0.
    pub share: Option<(usize, u64)>,
    /// Whether the value is a forced win, where its size is not said.
    pub won: Option<bool>,
    /// A move that is not the best.
    pub shuns: Option<String>,
}

/// What a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureResult {
    /// With its sign where it is a bound; empty where the search was given up.
    pub value: String,
    /// The move at the root; empty where none reached alpha.
    pub best: String,
    pub leaves: u64,
    pub is_won: bool,
}

impl LessonFigure {
    /// Runs it; `scene` is the lesson's.
    pub fn measure(&self, scene: &LessonScene) -> FigureResult {
        let scene = self.scene.as_ref().unwrap_or(scene);
        let report = scene.measure(&self.technique, &self.settings);
        let answer = report.answer.as_ref().filter(|_| report.stopped.is_none());
        FigureResult {
            value: answer
                .map_or(String::new(), |found| bound_text(scene, found.score, found.bound)),
            best: answer.and_then(|found| found.best).map_or(String::new(), |b| scene.move_text(b)),
            leaves: report.last_leaves,
            is_won: answer
                .is_some_and(|found| found.score.is_decided() && found.score > Score::DRAW),
        }
    }
}

/// `3`, `≤ 5` or `≥ 2`.
pub(super) fn bound_text(scene: &LessonScene, score: Score, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Upper => "\u{2264} ",
        Bound::Lower => "\u{2265} ",
    };
    format!("{sign}{}", scene.score_text(score))
}

#[cfg(test)]
impl LessonFigure {
    /// What does not come out as the lesson says; `all` are the measurements of all its figures.
    pub(super) fn faults(&self, measured: &FigureResult, all: &[FigureResult]) -> Vec<String> {
        let Expected { value, best, leaves, share, won, shuns } = &self.expected;
        let mut faults = Vec::new();
        let mut hold = |holds: bool| {
            if !holds {
                faults.push(format!("{}: {measured:?} instead of {:?}", self.label, self.expected));
            }
        };
        hold(value.as_ref().is_none_or(|value| *value == measured.value));
        hold(best.as_ref().is_none_or(|best| *best == measured.best));
        hold(leaves.is_none_or(|leaves| leaves == measured.leaves));
        hold(shuns.as_ref().is_none_or(|shunned| *shunned != measured.best));
        hold(won.is_none_or(|won| won == measured.is_won));
        hold(share.is_none_or(|(of, pct)| 100 * measured.leaves <= pct * all[of].leaves));
        faults
    }
}
