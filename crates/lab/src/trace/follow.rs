//! Turns the events of a search into the visits of a trace.

use super::{
    TraceCutoff, TraceEntry, TraceMove, TraceTable, TraceVisit, bound_text, finite, purpose_text,
};
use crate::{
    Tree,
    recorder::NodeKind,
    visit_tracker::{OpenVisit, VisitTracker},
};
use minnow_engine::{Bound, Branch, Observer, OrderedBranch, Score, ScoreSource, SearchEvent};

/// Receives the visits of a search.
pub(super) trait TraceSink {
    /// The search enters a node.
    fn entered(&mut self, entry: &TraceEntry);
    /// The search leaves a node.
    fn left(&mut self, visit: &TraceVisit);
}

/// A node that the search has not left.
struct OpenNode<N> {
    node: N,
    /// The children in the order of the tree; empty until they are needed.
    branches: Vec<Branch>,
    entry: TraceEntry,
    cutoff: Option<TraceCutoff>,
    ordered_by: Option<Vec<TraceMove>>,
    table: Option<TraceTable>,
    static_value: Option<i32>,
}

impl<N> OpenNode<N> {
    /// The number of a child in the order of the tree, from 1.
    fn number_of<T: Tree<Node = N>>(&mut self, tree: &T, branch: Branch) -> Option<usize> {
        if self.branches.is_empty() {
            self.branches = tree.branches(&self.node);
        }
        self.branches.iter().position(|other| *other == branch).map(|index| index + 1)
    }
}

/// An observer that passes on the visits of one technique's search.
pub(super) struct TraceObserver<'a, T: Tree, S: TraceSink> {
    tree: &'a T,
    tracker: VisitTracker,
    open: Vec<OpenNode<T::Node>>,
    pub sink: S,
}

impl<'a, T: Tree, S: TraceSink> TraceObserver<'a, T, S> {
    pub(super) fn new(tree: &'a T, sink: S) -> TraceObserver<'a, T, S> {
        TraceObserver { tree, tracker: VisitTracker::default(), open: Vec::new(), sink }
    }

    /// The visits that the search has not left, the last one first.
    pub(super) fn open_entries(&self) -> Vec<TraceEntry> {
        self.open.iter().rev().map(|node| node.entry.clone()).collect()
    }

    fn enter(&mut self, played: Option<Branch>) {
        let Some(&OpenVisit { number, parent, is_max, window, .. }) = self.tracker.current() else {
            return;
        };
        let (mut node, mut path, mut move_text) = (self.tree.root(), Vec::new(), None);
        if let (Some(above), Some(branch)) = (self.open.last_mut(), played) {
            node = self.tree.play(&above.node, branch);
            path.clone_from(&above.entry.path);
            path.extend(above.number_of(self.tree, branch));
            let has_names = self.tree.has_inner_values();
            move_text = has_names.then(|| self.tree.name(&above.node, branch));
        }
        let (alpha, beta) = (finite(window.alpha), finite(window.beta));
        let entry = TraceEntry { visit: number, parent, path, move_text, max: is_max, alpha, beta };
        self.sink.entered(&entry);
        self.open.push(OpenNode {
            node,
            branches: Vec::new(),
            entry,
            cutoff: None,
            ordered_by: None,
            table: None,
            static_value: None,
        });
    }

    fn leave(&mut self, score: Score, bound: Bound, best: Option<Branch>, source: ScoreSource) {
        let (Some(mut node), Some(visit)) = (self.open.pop(), self.tracker.current().copied())
        else {
            return;
        };
        let best = best.and_then(|best| node.number_of(self.tree, best));
        let kind = NodeKind::of_result(visit.is_max, score, visit.window, source);
        let settles = source == ScoreSource::Table;
        let visit = TraceVisit {
            entry: node.entry,
            value: score.value(),
            bound: bound_text(bound),
            expected: visit.expected.id(),
            kind: kind.map(NodeKind::id),
            cutoff: node.cutoff,
            iteration: visit.iteration,
            purpose: purpose_text(visit.purpose),
            best,
            ordered_by: node.ordered_by,
            table: node.table.map(|table| TraceTable { settles, ..table }),
            static_value: node.static_value,
        };
        self.sink.left(&visit);
        self.tracker.leave();
    }
}

impl<T: Tree, S: TraceSink> Observer for TraceObserver<'_, T, S> {
    fn observe(&mut self, event: SearchEvent) {
        self.tracker.observe(&event);
        let source = self.tracker.current().map(OpenVisit::cut_source);
        match event {
            SearchEvent::Start { .. } => self.open.clear(),
            SearchEvent::Enter { played, .. } => self.enter(played),
            SearchEvent::Leave { score, bound, best, source } => {
                self.leave(score, bound, best, source);
            }
            _ => {}
        }
        let Some(node) = self.open.last_mut() else { return };
        match event {
            SearchEvent::Leaf { score } => node.static_value = Some(score.value()),
            SearchEvent::TableHit { lower, upper } => {
                let [lower, upper] = [lower, upper].map(finite);
                node.table = Some(TraceTable { lower, upper, settles: false });
            }
            SearchEvent::CutOff { tried, moves } => {
                node.cutoff =
                    source.map(|source| TraceCutoff { tried, moves, source: source.into() });
            }
            _ => {}
        }
    }

    fn observe_order(&mut self, moves: &[OrderedBranch]) {
        let Some(node) = self.open.last_mut().filter(|_| !moves.is_empty()) else { return };
        let mut ordered = Vec::with_capacity(moves.len());
        for OrderedBranch { branch, rule, value } in moves {
            let number = node.number_of(self.tree, *branch);
            ordered.extend(number.map(|number| TraceMove { number, rule: *rule, rank: *value }));
        }
        node.ordered_by = Some(ordered);
    }
}
