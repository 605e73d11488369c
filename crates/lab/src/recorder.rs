//! Records a search: its tree and its events.
//!
//! A recording has a budget of nodes. Nodes beyond it are searched but only counted.

use std::collections::BTreeSet;

use super::visit_tracker::{OpenVisit, VisitTracker, WindowSources};
use minnow_engine::{
    Bound, Branch, MemoryChange, Observer, OrderedBranch, Score, ScoreSource, SearchEvent, Window,
};

/// The kind of a node, expected or actual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Type 1 of Knuth and Moore: all children are searched, the value is exact.
    Pv,
    /// Type 2: the value reached the opponent's bound. If that was not the last move, it is a cutoff.
    Cut,
    /// Type 3: no child is good enough, so all are searched.
    All,
}

/// The kinds in the order of legends.
pub(crate) const NODE_KINDS: [NodeKind; 3] = [NodeKind::Pv, NodeKind::Cut, NodeKind::All];

impl NodeKind {
    /// The name for users.
    pub const fn name(self) -> &'static str {
        match self {
            NodeKind::Pv => "PV",
            NodeKind::Cut => "CUT",
            NodeKind::All => "ALL",
        }
    }

    /// The meaning for users.
    pub const fn meaning(self) -> &'static str {
        match self {
            NodeKind::Pv => "inside the window: the value is exact",
            NodeKind::Cut => "the value reached the opponent's bound",
            NodeKind::All => "no move improved the player's own bound",
        }
    }

    /// The name in traces and exercises.
    pub const fn id(self) -> &'static str {
        match self {
            NodeKind::Pv => "pv",
            NodeKind::Cut => "cut",
            NodeKind::All => "all",
        }
    }

    /// The expected kind of child `number`, from 1, of a node of this kind.
    pub fn of_child(self, number: usize) -> NodeKind {
        match self {
            NodeKind::Pv if number <= 1 => NodeKind::Pv,
            NodeKind::Pv | NodeKind::All => NodeKind::Cut,
            NodeKind::Cut => NodeKind::All,
        }
    }

    /// The actual kind of a node, by its score and the window on entry, both from MAX's view. A null
    /// window has no inside, so its nodes are never PV nodes. A leaf has no kind.
    pub(crate) fn of_result(
        is_max: bool,
        score: Score,
        window: Window,
        source: ScoreSource,
    ) -> Option<NodeKind> {
        let (for_max, for_min) =
            if is_max { (NodeKind::Cut, NodeKind::All) } else { (NodeKind::All, NodeKind::Cut) };
        if source == ScoreSource::Leaf {
            None
        } else if score >= window.beta {
            Some(for_max)
        } else if score <= window.alpha {
            Some(for_min)
        } else {
            Some(NodeKind::Pv)
        }
    }
}

/// The result of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeExit {
    /// The returned value from MAX's view.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The best move; `None` at a leaf or without one.
    pub best: Option<Branch>,
    /// The source of the value.
    pub source: ScoreSource,
    /// The actual kind of the node; `None` at a leaf.
    pub kind: Option<NodeKind>,
}

/// A visit of a node. A node that is searched again is recorded again, as a sibling.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The index of the parent in the recording; `None` for a root.
    pub parent: Option<usize>,
    /// The indices of the visits of its children, in the order of search.
    pub children: Vec<usize>,
    /// The move to the node; `None` at a root.
    pub played: Option<Branch>,
    /// Plies from the root.
    pub ply: usize,
    /// Remaining plies.
    pub depth: u32,
    /// True if MAX moves at the node.
    pub is_max: bool,
    /// MAX's window on entry.
    pub window: Window,
    /// MAX's window, narrowed by the children.
    pub narrowed: Window,
    /// The sources of the window on entry.
    pub sources: WindowSources,
    /// The kind that the node is expected to have on entry, by that of its parent.
    pub expected: NodeKind,
    /// True if the node is searched again with another window.
    pub is_again: bool,
    /// The lower and the upper bound in the transposition table.
    pub known: Option<(Score, Score)>,
    /// The moves in the order of search, with their rules; empty at leaves and without orderings.
    pub order: Vec<OrderedBranch>,
    /// The number of changes of the memory before the visit.
    pub changes_before: usize,
    /// On a cutoff: the number of moves searched, and the number of moves.
    pub cut_off: Option<(usize, usize)>,
    /// `None` while the search is in the node, and also if the search was stopped there.
    pub exit: Option<NodeExit>,
}

impl Visit {
    fn new(open: &OpenVisit, played: Option<Branch>, ply: usize, depth: u32) -> Visit {
        Visit {
            parent: open.parent,
            children: Vec::new(),
            played,
            ply,
            depth,
            is_max: open.is_max,
            window: open.window,
            narrowed: open.window,
            sources: open.sources,
            expected: open.expected,
            is_again: open.is_again,
            known: None,
            order: Vec::new(),
            changes_before: 0,
            cut_off: None,
            exit: None,
        }
    }
}

/// An event with the node it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The index of the node in the recording; for a `Start` the index of the next root.
    pub visit: usize,
    /// The event.
    pub event: SearchEvent,
}

/// A recorded search, complete or up to its budget.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The recorded visits, in the order of entry.
    pub visits: Vec<Visit>,
    /// The events at the recorded visits, in their order.
    pub moments: Vec<Moment>,
    /// The changes of what the search remembers, up to the last recorded visit.
    pub changes: Vec<MemoryChange>,
    /// The number of nodes beyond the budget, which are not recorded.
    pub missed: u64,
}

impl Recording {
    /// The roots, one for each search from the root.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        self.visits.iter().enumerate().filter(|(_, v)| v.parent.is_none()).map(|(index, _)| index)
    }

    /// The moves from the root to a node.
    pub fn path(&self, visit: usize) -> Vec<Branch> {
        self.visits.get(visit).map_or(Vec::new(), |visit| self.path_of(visit))
    }

    pub(super) fn path_of(&self, visit: &Visit) -> Vec<Branch> {
        let mut path = Vec::new();
        let mut at = Some(visit);
        while let Some(node) = at {
            path.extend(node.played);
            at = node.parent.and_then(|parent| self.visits.get(parent));
        }
        path.reverse();
        path
    }

    /// The number of different moves that lead to these visits, without null moves. A re-search
    /// visits a node again after the same move.
    pub(super) fn moves_to(&self, visits: impl Iterator<Item = usize>) -> usize {
        let played =
            |visit: usize| self.visits.get(visit)?.played.filter(|mv| *mv != Branch::NULL_MOVE);
        visits.filter_map(played).collect::<BTreeSet<Branch>>().len()
    }

    /// The index in `moments` of the next cutoff after a moment.
    pub fn next_cut_off(&self, after: usize) -> Option<usize> {
        let is_cut = |moment: &Moment| matches!(moment.event, SearchEvent::CutOff { .. });
        let rest = self.moments.get(after + 1..)?;
        Some(after + 1 + rest.iter().position(is_cut)?)
    }
}

/// An observer that records a search.
#[derive(Clone, Debug)]
pub struct Recorder {
    recording: Recording,
    max_nodes: usize,
    /// Its numbers are the indices in the recording.
    tracker: VisitTracker,
}

impl Recorder {
    /// A recorder with a budget of nodes.
    pub fn new(max_nodes: usize) -> Recorder {
        Recorder { recording: Recording::default(), max_nodes, tracker: VisitTracker::default() }
    }

    /// The recording up to now.
    pub fn finish(self) -> Recording {
        self.recording
    }

    /// The current node, if it is recorded.
    fn current(&mut self) -> Option<&mut Visit> {
        let number = self.tracker.current()?.number;
        self.recording.visits.get_mut(number)
    }

    fn enter(&mut self, played: Option<Branch>, ply: usize, depth: u32) {
        let Some(open) = self.tracker.current() else { return };
        let visits = &mut self.recording.visits;
        if visits.len() >= self.max_nodes {
            self.recording.missed += 1;
            return;
        }
        if let Some(parent) = open.parent.and_then(|parent| visits.get_mut(parent)) {
            parent.children.push(open.number);
        }
        let changes_before = self.recording.changes.len();
        visits.push(Visit { changes_before, ..Visit::new(open, played, ply, depth) });
    }

    /// The node that an event belongs to, if it is recorded.
    fn visit_of(&self, event: &SearchEvent) -> Option<usize> {
        match event {
            SearchEvent::Start { .. } => {
                Some(self.tracker.visits()).filter(|next| *next < self.max_nodes)
            }
            _ => {
                let number = self.tracker.current()?.number;
                (number < self.recording.visits.len()).then_some(number)
            }
        }
    }

    fn leave(&mut self, score: Score, bound: Bound, best: Option<Branch>, source: ScoreSource) {
        if let Some(visit) = self.current() {
            let kind = NodeKind::of_result(visit.is_max, score, visit.window, source);
            visit.exit = Some(NodeExit { score, bound, best, source, kind });
        }
        self.tracker.leave();
    }
}

impl Observer for Recorder {
    fn observe(&mut self, event: SearchEvent) {
        self.tracker.observe(&event);
        match event {
            SearchEvent::Enter { played, ply, depth, .. } => self.enter(played, ply, depth),
            SearchEvent::TableHit { lower, upper } => {
                if let Some(visit) = self.current() {
                    visit.known = Some((lower, upper));
                }
            }
            SearchEvent::CutOff { tried, moves } => {
                if let Some(visit) = self.current() {
                    visit.cut_off = Some((tried, moves));
                }
            }
            SearchEvent::Narrow { window, .. } => {
                if let Some(visit) = self.current() {
                    visit.narrowed = window;
                }
            }
            SearchEvent::Start { .. }
            | SearchEvent::Again { .. }
            | SearchEvent::Leaf { .. }
            | SearchEvent::Leave { .. } => {}
        }
        if let Some(visit) = self.visit_of(&event) {
            self.recording.moments.push(Moment { visit, event });
        }
        if let SearchEvent::Leave { score, bound, best, source } = event {
            self.leave(score, bound, best, source);
        }
    }

    fn observe_order(&mut self, moves: &[OrderedBranch]) {
        if let Some(visit) = self.current() {
            visit.order = moves.to_vec();
        }
    }

    fn observe_change(&mut self, change: MemoryChange) {
        if self.recording.visits.len() < self.max_nodes {
            self.recording.changes.push(change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Algorithm, FULL, LabSettings, MoveOrdering, Technique, explain, run,
        tests::{recorded, start_tree, text_tree},
    };
    use minnow_engine::NoObserver;

    fn kinds(recording: &Recording) -> Vec<(NodeKind, Option<NodeKind>)> {
        let kind = |visit: &Visit| (visit.expected, visit.exit.unwrap().kind);
        recording.visits.iter().map(kind).collect()
    }

    #[test]
    fn kinds_follow_from_parent_and_window() {
        use NodeKind::*;
        let recording = recorded(&text_tree("((3 12) (2 8))"), "alpha-beta", 2);
        // The root, its PV child with both leaves, and the CUT child with the leaf that cuts it off.
        let (leaf, cut_leaf, all_leaf) = ((Pv, None), (Cut, None), (All, None));
        let found = [(Pv, Some(Pv)), (Pv, Some(Pv)), leaf, cut_leaf, (Cut, Some(Cut)), all_leaf];
        assert_eq!(kinds(&recording), found);
        assert_eq!(recording.visits[4].cut_off, Some((1, 2)));
        assert_eq!(recording.visits[0].narrowed.alpha, Score::centipawns(3));
        assert_eq!(recording.path(5), [Branch(2), Branch(1)]);
        let cut = recording.next_cut_off(0).unwrap();
        assert_eq!(recording.moments[cut].visit, 4);
        assert_eq!(recording.next_cut_off(cut), None);
    }

    #[test]
    fn a_null_window_node_is_never_pv() {
        let recording = recorded(&start_tree(), FULL, 4);
        assert_eq!(recording.roots().count(), 4);
        let zero = recording.visits.iter().filter(|visit| visit.window.is_null());
        assert!(zero.clone().count() > 100);
        assert!(zero.map(|visit| visit.exit.unwrap().kind).all(|kind| kind != Some(NodeKind::Pv)));
        assert!(recording.visits.iter().any(|visit| visit.is_again));
    }

    #[test]
    fn nodes_beyond_the_budget_are_only_counted() {
        let tree = text_tree("((3 12) (2 8) (4 1))");
        let record = |max_nodes: usize| {
            let mut recorder = Recorder::new(max_nodes);
            run(&tree, &Technique::of(Algorithm::Minimax), &LabSettings::depth(2), &mut recorder);
            recorder.finish()
        };
        let whole = record(100);
        assert_eq!((whole.visits.len(), whole.missed), (10, 0));
        let cut = record(4);
        assert_eq!((cut.visits.len(), cut.missed), (4, 6));
        assert_eq!(cut.visits[0].exit.unwrap().score, Score::centipawns(3));
        assert!(cut.moments.iter().all(|moment| moment.visit < 4));
    }

    #[test]
    fn a_recording_agrees_with_the_counts() {
        let tree = start_tree();
        let technique = Technique::of(Algorithm::Mtdf).with(MoveOrdering::Captures);
        let mut recorder = Recorder::new(1_000_000);
        let report = run(&tree, &technique, &LabSettings::depth(4), &mut recorder);
        let recording = recorder.finish();
        let count = |is: fn(&SearchEvent) -> bool| {
            recording.moments.iter().filter(|moment| is(&moment.event)).count() as u64
        };
        assert_eq!(recording.visits.len() as u64, report.counts.nodes);
        assert_eq!(count(|event| matches!(event, SearchEvent::Leaf { .. })), report.counts.leaves);
        assert_eq!(
            count(|event| matches!(event, SearchEvent::CutOff { .. })),
            report.counts.cutoffs
        );
        let silent = run(&tree, &technique, &LabSettings::depth(4), &mut NoObserver);
        assert_eq!(silent.counts, report.counts);
    }

    #[test]
    fn nodes_have_explanations() {
        let tree = text_tree("((70 90) (50 60 65 66 67 68))");
        let recording = recorded(&tree, "alpha-beta-soft", 2);
        let explained = |visit: usize| explain(&tree, &recording, visit).unwrap();
        let cut = recording.visits.iter().position(|visit| visit.cut_off.is_some()).unwrap();
        assert_eq!(
            explained(cut),
            "MIN answers move 2 with move 1 and holds MAX to 50; MAX already has 70 from \
             move 1, so MIN's 5 other replies cannot matter: cutoff after 1 of 6 (an alpha cutoff \
             at a MIN node, a beta cutoff in negamax)."
        );
        assert!(explained(0).starts_with("MAX plays move 1, which is worth 70: an exact value"));
        assert_eq!(explained(2), "A leaf: its static value is 70.");
        let outside =
            "A leaf: its static value is 50, which is outside the window and not clamped to it.";
        assert_eq!(explained(5), outside);
        assert_eq!(explain(&tree, &recording, 99), None);
        // Fail-hard returns alpha, although move 2.2 is worth 2.
        let tree = text_tree("((3 12) (8 2))");
        let by_last_move = explain(&tree, &recorded(&tree, "alpha-beta", 2), 4).unwrap();
        assert_eq!(
            by_last_move,
            "MIN answers move 2 with move 2, which is worth at most 3: the last move reached the \
             opponent's bound, a CUT node."
        );
    }
}
