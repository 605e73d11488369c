//! Compares a trace with the lab's own search, and names the first difference in words.
//!
//! The comparison follows the search in time: it compares a node's place and window when the
//! search enters it, and its value when the search leaves it. Later differences may be consequences
//! of the first.
//!
//! Textbooks write some searches in several forms. Each form is accepted: the trace is
//! compared with all of them, and the answer names those that agree, or the form that agrees longest.

use super::{
    TraceEntry, TraceError, TraceVisit,
    follow::{TraceObserver, TraceSink},
    read::{StudentTrace, StudentVisit, TraceGame},
};
use crate::{
    Algorithm, LabSettings, PositionTree, Stop, Technique, TextTree, Tree, run,
    techniques::{ReSearch, ScoutForm},
};
use minnow_base::sync::StopFlag;
use minnow_rules::counted;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceVerdict {
    /// The trace has all visits of the search, as the search has them.
    Same {
        /// The id of the technique, and the forms of it that agree if there are others.
        technique: String,
        /// The number of visits.
        visits: usize,
    },
    /// The first difference, in a sentence.
    Different(String),
    /// The search itself ended early.
    Stopped(Stop),
}

/// Reads a trace and compares it with the search that its header names.
///
/// # Errors
///
/// A [`TraceError`] if the text is not a trace.
pub fn check_trace(text: &str) -> Result<TraceVerdict, TraceError> {
    let trace = StudentTrace::parse(text)?;
    Ok(match &trace.game {
        TraceGame::Tree(tree) => compare(tree, &trace),
        TraceGame::Position(position) => compare(&PositionTree::new(*position), &trace),
    })
}

/// Reads a trace and compares it with the search of this tree by this technique with the full window,
/// whatever else its header says.
///
/// # Errors
///
/// A [`TraceError`] if the text is not a trace.
pub(crate) fn check_answer(
    text: &str,
    tree: &TextTree,
    technique: &Technique,
) -> Result<TraceVerdict, TraceError> {
    let trace = StudentTrace::parse(text)?;
    let names_tree =
        matches!(&trace.game, TraceGame::Tree(named) if named.to_string() == tree.to_string());
    if !names_tree || trace.technique.id != technique.id {
        let problem = "line 1: the header does not name the technique and the tree of the input";
        return Ok(TraceVerdict::Different(problem.to_owned()));
    }
    let settings = LabSettings::depth(tree.height().max(1));
    Ok(compare(tree, &StudentTrace { settings, ..trace }))
}

/// A form in which textbooks write a search.
#[derive(Clone, Debug)]
struct SearchForm {
    /// Empty if the search has one form only.
    name: String,
    scout: ScoutForm,
    /// True if a fail-hard function clamps the value of a leaf, or of the table, to its window.
    clamps_leaves: bool,
}

impl SearchForm {
    /// The accepted forms of an algorithm, the lab's own first.
    fn all(algorithm: Algorithm) -> Vec<SearchForm> {
        let own =
            SearchForm { name: String::new(), scout: ScoutForm::default(), clamps_leaves: false };
        match algorithm {
            Algorithm::AlphaBeta => vec![
                SearchForm { name: "leaves not clamped to the window".to_owned(), ..own.clone() },
                SearchForm {
                    name: "leaves clamped to the window".to_owned(),
                    clamps_leaves: true,
                    ..own
                },
            ],
            Algorithm::Scout => {
                let forms = [false, true].into_iter().flat_map(ScoutForm::with_full_window);
                let named =
                    |scout: ScoutForm| SearchForm { name: scout.name(), scout, ..own.clone() };
                forms.map(named).collect()
            }
            _ => vec![own],
        }
    }
}

impl ScoutForm {
    fn with_full_window(null_after_first: bool) -> [ScoutForm; 3] {
        let all = [ReSearch::BelowValue, ReSearch::Alpha, ReSearch::Value];
        all.map(|re_search| ScoutForm { re_search, null_after_first })
    }

    fn name(self) -> String {
        let full = if self.null_after_first {
            "full window for the first move only"
        } else {
            "full window until a move raises alpha"
        };
        let from = match self.re_search {
            ReSearch::Alpha => "alpha",
            ReSearch::BelowValue => "v - 1",
            ReSearch::Value => "v",
        };
        format!("{full}, re-search from {from}")
    }
}

/// The end of a comparison with a form that does not agree.
struct FormFailure {
    /// The number of visits up to then.
    visited: usize,
    verdict: TraceVerdict,
}

fn compare<T: Tree>(tree: &T, trace: &StudentTrace) -> TraceVerdict {
    let forms = SearchForm::all(trace.technique.algorithm);
    let (mut same, mut failures) = (Vec::new(), Vec::new());
    for form in &forms {
        match compare_form(tree, trace, form) {
            Ok(()) => same.push(form.name.as_str()),
            Err(failure) => failures.push(failure),
        }
    }
    // The last of equal ones is the greatest; the lab's own form comes first.
    let longest = failures.into_iter().rev().max_by_key(|failure| failure.visited);
    if let Some(failure) = longest.filter(|_| same.is_empty()) {
        return failure.verdict;
    }
    let id = &trace.technique.id;
    let technique = match forms.len() {
        1 => id.clone(),
        all if same.len() == all => format!("{id}; in every form on this tree"),
        _ => format!("{id}; {}", same.join("; or ")),
    };
    TraceVerdict::Same { technique, visits: trace.visits.len() }
}

/// Compares a trace with one form of the search.
fn compare_form<T: Tree>(
    tree: &T,
    trace: &StudentTrace,
    form: &SearchForm,
) -> Result<(), FormFailure> {
    let StudentTrace { technique, settings, visits, .. } = trace;
    let is_decided = StopFlag::new();
    let comparer = Comparer {
        visits,
        technique,
        form,
        visited: 0,
        last_left: None,
        difference: None,
        is_decided: &is_decided,
    };
    let mut observer = TraceObserver::new(tree, comparer);
    let mut limits = settings.limits;
    limits.stop = Some(&is_decided);
    let technique = Technique { scout_form: form.scout, ..technique.clone() };
    let report = run(tree, &technique, &LabSettings { limits, ..*settings }, &mut observer);
    let Comparer { visited, difference, .. } = observer.sink;
    let extra = visits.get(visited).map(|StudentVisit { visit, line, .. }| {
        let visited = counted(visited as u64, "visit", "visits");
        format!("line {line}: visit {visit} is one too many, the search ends after {visited}")
    });
    let verdict = match (difference, report.stopped, extra) {
        (Some(difference), _, _) | (None, None, Some(difference)) => {
            let closest = match form.name.as_str() {
                "" => String::new(),
                name => format!(" (the closest form: {name})"),
            };
            TraceVerdict::Different(difference + &closest)
        }
        (None, Some(stop), _) => TraceVerdict::Stopped(stop),
        (None, None, None) => return Ok(()),
    };
    Err(FormFailure { visited, verdict })
}

/// Compares the visits of a search with those of a trace, up to the first difference.
struct Comparer<'a> {
    visits: &'a [StudentVisit],
    technique: &'a Technique,
    form: &'a SearchForm,
    visited: usize,
    /// The node that the search left last.
    last_left: Option<TraceVisit>,
    difference: Option<String>,
    /// Set at the first difference, to stop the search.
    is_decided: &'a StopFlag,
}

/// `the root`, or `node 2.1`.
fn node_text(path: &[usize]) -> String {
    if path.is_empty() {
        return "the root".to_owned();
    }
    let numbers: Vec<String> = path.iter().map(usize::to_string).collect();
    format!("node {}", numbers.join("."))
}

fn visit_text(visit: Option<usize>) -> String {
    visit.map_or("no parent".to_owned(), |number| format!("the parent {number}"))
}

/// A bound; infinite ones with the word for the JSON value.
fn bound_text(bound: Option<i64>) -> String {
    bound.map_or("null (infinite)".to_owned(), |bound| bound.to_string())
}

impl Comparer<'_> {
    /// The first difference between a visit's entry and the trace.
    fn entry_difference(&self, entry: &TraceEntry) -> Option<String> {
        let number = entry.visit;
        let node = node_text(&entry.path);
        let Some(own) = self.visits.get(number) else {
            return Some(format!(
                "visit {number} is missing: the search enters {node}, the trace ends after {}",
                counted(self.visits.len() as u64, "visit", "visits")
            ));
        };
        let line = own.line;
        if own.path != entry.path {
            let reason = self.path_reason(&own.path, &entry.path);
            let other = node_text(&own.path);
            return Some(format!(
                "line {line}: visit {number} is {other}, but the search enters {node}{reason}"
            ));
        }
        if own.parent != entry.parent {
            let (found, expected) = (visit_text(own.parent), visit_text(entry.parent));
            return Some(format!(
                "line {line}: visit {number} ({node}) has {found}, in the search it has {expected}"
            ));
        }
        let bounds = [("alpha", own.alpha, entry.alpha), ("beta", own.beta, entry.beta)];
        bounds.into_iter().find_map(|(name, found, expected)| {
            let expected = expected.map(i64::from);
            (found != expected).then(|| {
                let (found, expected) = (bound_text(found), bound_text(expected));
                format!(
                    "line {line}: {name} on entering visit {number} ({node}) is {found}, in the \
                     search it is {expected}"
                )
            })
        })
    }

    /// The reason why the search enters another node than the trace, if a cutoff explains it.
    fn path_reason(&self, found: &[usize], expected: &[usize]) -> String {
        if let Some(left) = &self.last_left
            && let Some(cutoff) = &left.cutoff
            && found.split_last().is_some_and(|(_, above)| above == left.entry.path)
        {
            let node = node_text(&left.entry.path);
            return format!(
                ": it has cut {node} off after {} of {} moves with the value {}",
                cutoff.tried, cutoff.moves, left.value
            );
        }
        match expected.split_last() {
            Some((_, above)) if !found.starts_with(above) => {
                format!(": it has no cutoff at {} yet", node_text(above))
            }
            _ => String::new(),
        }
    }

    fn value_difference(&self, visit: &TraceVisit) -> Option<String> {
        let TraceEntry { visit: number, path, alpha, beta, .. } = &visit.entry;
        let own = self.visits.get(*number)?;
        let inside = |value: i64| {
            let raised = alpha.map_or(value, |alpha| value.max(alpha.into()));
            beta.map_or(raised, |beta| raised.min(beta.into()))
        };
        let value = i64::from(visit.value);
        let (found, expected) =
            (own.value, if self.form.clamps_leaves { inside(value) } else { value });
        if found == expected {
            return None;
        }
        let id = &self.technique.id;
        let is_fail_hard = self.technique.algorithm.is_fail_hard();
        let hint = if is_fail_hard && inside(found) == expected {
            format!(" ({id} is fail-hard: no inner node returns a value outside its window)")
        } else if !is_fail_hard && inside(expected) == found {
            format!(" ({id} is fail-soft: it also returns values outside the window)")
        } else {
            String::new()
        };
        let (line, node) = (own.line, node_text(path));
        Some(format!(
            "line {line}: the value of visit {number} ({node}) is {found}, in the search it is \
             {expected}{hint}"
        ))
    }

    fn decide(&mut self, difference: Option<String>) {
        if difference.is_some() {
            self.is_decided.stop();
            self.difference = difference;
        }
    }
}

impl TraceSink for Comparer<'_> {
    fn entered(&mut self, entry: &TraceEntry) {
        if self.difference.is_none() {
            self.visited += 1;
            self.decide(self.entry_difference(entry));
        }
    }

    fn left(&mut self, visit: &TraceVisit) {
        if self.difference.is_none() {
            self.decide(self.value_difference(visit));
            self.last_left = Some(visit.clone());
        }
    }
}
