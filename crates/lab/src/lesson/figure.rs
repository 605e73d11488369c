//! The figures of a lesson: runs that are measured while the student watches.
//!
//! A lesson's data state the expected result of each run, and tests check it.

use serde::Deserialize;

use super::{Lesson, LessonScene};
use crate::{LabLimits, LabSettings, Technique};
use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Score};
use minnow_rules::grouped;

/// A run and its expected result.
#[derive(Debug)]
pub struct LessonFigure {
    /// A short name of the run.
    pub label: String,
    /// The scene, if it differs from the lesson's.
    pub(super) scene: Option<LessonScene>,
    /// The technique that is measured.
    pub technique: Technique,
    pub(super) settings: LabSettings<'static>,
    /// The result that the lesson's text relies on.
    pub expected: ExpectedResult,
}

impl Lesson {
    /// Measures the lesson's figures one after the other until `stop` is set.
    pub fn measure_figures(&self, stop: &StopFlag, emit: &mut dyn FnMut(FigureResult)) {
        for figure in &self.figures {
            let result = figure.measure_until(&self.scene, Some(stop));
            if stop.is_set() {
                break;
            }
            emit(result);
        }
    }

    /// A sentence with the leaves of all iterations; `None` if every figure so far has one iteration.
    pub fn iterations_text(&self, measured: &[FigureResult]) -> Option<String> {
        let figures = self.figures.iter().zip(measured);
        let several = figures.filter(|(_, found)| found.all_leaves != found.leaves);
        let texts: Vec<String> = several
            .map(|(figure, found)| format!("{}: {}", figure.label, grouped(found.all_leaves)))
            .collect();
        let all = texts.join("; ");
        (!texts.is_empty()).then(|| {
            format!(
                "These leaves are those of the last iteration. Leaves of all iterations: {all}."
            )
        })
    }
}

/// The expected result of a run; fields that the lesson leaves out are not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpectedResult {
    /// As the window shows it, such as `3`, `≤ 5` or `#4`.
    pub value: Option<String>,
    /// The notation of the best move at the root.
    pub best: Option<String>,
    /// Leaves of the last iteration.
    pub leaves: Option<u64>,
    /// Leaves of all iterations.
    pub all_leaves: Option<u64>,
    /// The index of another figure of the lesson, and the greatest percentage of its leaves.
    pub share: Option<(usize, u64)>,
    /// `Some(true)` if the value must be a forced win of any length, `Some(false)` if it must not.
    pub won: Option<bool>,
    /// A move that must not be the best.
    pub shuns: Option<String>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureResult {
    /// The value, with a sign if it is a bound; empty if the search was stopped.
    pub value: String,
    /// The best move at the root; empty if no move reached alpha.
    pub best: String,
    /// Leaves of the last iteration.
    pub leaves: u64,
    /// Leaves of all iterations.
    pub all_leaves: u64,
    /// True if the value is a forced win of MAX.
    pub is_won: bool,
}

impl LessonFigure {
    /// Runs the search; `scene` is the lesson's.
    pub fn measure(&self, scene: &LessonScene) -> FigureResult {
        self.measure_until(scene, None)
    }

    fn measure_until(&self, scene: &LessonScene, stop: Option<&StopFlag>) -> FigureResult {
        let scene = self.scene.as_ref().unwrap_or(scene);
        let limits = LabLimits { stop, ..self.settings.limits };
        let report = scene.measure(&self.technique, &LabSettings { limits, ..self.settings });
        let answer = report.answer.as_ref().filter(|_| report.stopped.is_none());
        FigureResult {
            value: answer
                .map_or(String::new(), |found| bound_text(scene, found.score, found.bound)),
            best: answer.and_then(|found| found.best).map_or(String::new(), |b| scene.move_text(b)),
            leaves: report.last_leaves,
            all_leaves: report.counts.leaves,
            is_won: answer
                .is_some_and(|found| found.score.is_decided() && found.score > Score::DRAW),
        }
    }
}

/// `3`, `≤ 5` or `≥ 2`.
pub(super) fn bound_text(scene: &LessonScene, score: Score, bound: Bound) -> String {
    format!("{}{}", bound.sign(), scene.score_text(score))
}

impl LessonFigure {
    /// True if the result is the expected one; `all` are the results of all figures.
    pub fn is_as_expected(&self, measured: &FigureResult, all: &[FigureResult]) -> bool {
        let ExpectedResult { value, best, leaves, all_leaves, share, won, shuns } = &self.expected;
        let is_share = |of: usize, pct: u64| {
            all.get(of).is_some_and(|other| 100 * measured.leaves <= pct * other.leaves)
        };
        value.as_ref().is_none_or(|value| *value == measured.value)
            && best.as_ref().is_none_or(|best| *best == measured.best)
            && leaves.is_none_or(|leaves| leaves == measured.leaves)
            && all_leaves.is_none_or(|leaves| leaves == measured.all_leaves)
            && shuns.as_ref().is_none_or(|shunned| *shunned != measured.best)
            && won.is_none_or(|won| won == measured.is_won)
            && share.is_none_or(|(of, pct)| is_share(of, pct))
    }
}
