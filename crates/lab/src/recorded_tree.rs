//! A recorded search with indices that let a window draw it quickly: a technique's search, or the
//! engine's own.

use super::{
    DrawingError, DrawingScope, LabLimits, LabReport, LabSettings, MemoryLine, NodeExit, NodeKind,
    PositionTree, RecordedSearch, Recording, Technique, TextTree, Tree, TreeDrawing, Visit,
    describe_event, exercise::node_phrase, explain, memory_lines, minimal_leaves, move_phrase,
    order_lines, record_engine, record_technique,
};
use minnow_base::sync::StopFlag;
use minnow_engine::{Branch, Score, SearchEvent, Window};
use minnow_rules::{Move, Position};

/// An expression over the recorded tree, which has one of two types. That of a position is used for
/// names only and evaluates nothing.
macro_rules! with_tree {
    ($recorded:expr, $tree:ident => $result:expr) => {
        match &$recorded.request.subject {
            TreeSubject::Position(position) => {
                let $tree = &PositionTree::with_evaluation(*position, |_| Score::DRAW);
                $result
            }
            TreeSubject::Text { tree: $tree, .. } => $result,
        }
    };
}

/// The most nodes of a recording.
pub(super) const MAX_RECORDED_VISITS: usize = 150_000;
/// The most nodes of a search that is recorded.
pub const MAX_RECORDED_NODES: u64 = 20_000_000;
/// The most nodes that the search for the perfect order may take.
const MAX_MINIMAL_NODES: u64 = 4_000_000;

/// The number of nodes that are named between two looks at the stop flag.
const NAMES_PER_CHECK: usize = 512;

/// The moment of an event that did not happen.
const NEVER: u32 = u32::MAX;

/// The name of the engine among the techniques.
pub const ENGINE_NAME: &str = "the engine itself";

/// The tree of a recording.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeSubject {
    /// A position of a game.
    Position(Position),
    /// A tree that was written as text.
    Text {
        /// As it was written.
        text: String,
        /// The tree that the text describes.
        tree: TextTree,
    },
}

/// All that a recording depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeRequest {
    /// The tree that is searched.
    pub subject: TreeSubject,
    /// The search with its orderings.
    pub technique: Technique,
    /// True if the engine searches a position instead of the technique.
    pub by_engine: bool,
    /// In plies.
    pub depth: u32,
    /// True if quiescence search follows the last ply.
    pub quiescence: bool,
    /// MAX's window at the root.
    pub window: Window,
}

impl TreeRequest {
    /// Records the search until `stop` is set. `progress` gets the number of nodes searched so far, of
    /// at most [`MAX_RECORDED_NODES`].
    pub fn record(self, stop: &StopFlag, progress: &mut dyn FnMut(u64)) -> RecordedTree {
        match self.subject.clone() {
            TreeSubject::Position(position) => {
                let engine = self.by_engine.then_some(position);
                self.record_tree(&PositionTree::new(position), engine.as_ref(), stop, progress)
            }
            TreeSubject::Text { tree, .. } => self.record_tree(&tree, None, stop, progress),
        }
    }

    fn record_tree<T: Tree>(
        self,
        tree: &T,
        engine: Option<&Position>,
        stop: &StopFlag,
        progress: &mut dyn FnMut(u64),
    ) -> RecordedTree {
        let settings = self.settings(MAX_RECORDED_NODES, stop);
        let RecordedSearch { recording, report } = match engine {
            Some(position) => record_engine(position, &settings, MAX_RECORDED_VISITS, progress),
            None => {
                record_technique(tree, &self.technique, &settings, MAX_RECORDED_VISITS, progress)
            }
        };
        RecordedTree::new(tree, self, recording, report, stop)
    }

    /// The leaves of alpha-beta in perfect order on the same tree with the full window; `None` for the
    /// engine, or if they could not be counted.
    pub fn minimal_leaves(&self, stop: &StopFlag) -> Option<u64> {
        let settings = self.settings(MAX_MINIMAL_NODES, stop);
        let settings = LabSettings { window: Window::FULL, ..settings };
        match &self.subject {
            _ if self.by_engine => None,
            TreeSubject::Position(position) => {
                minimal_leaves(&PositionTree::new(*position), &settings).ok()
            }
            TreeSubject::Text { tree, .. } => minimal_leaves(tree, &settings).ok(),
        }
    }

    fn settings<'a>(&self, nodes: u64, stop: &'a StopFlag) -> LabSettings<'a> {
        LabSettings {
            window: self.window,
            quiescence: self.quiescence,
            limits: LabLimits { nodes, deadline: None, stop: Some(stop) },
            ..LabSettings::depth(self.depth)
        }
    }
}

/// A recorded search. Nodes are given by their indices in the recording.
#[derive(Debug)]
pub struct RecordedTree {
    /// The search that was recorded.
    pub request: TreeRequest,
    /// The nodes and moments that were kept.
    pub recording: Recording,
    /// The result of the search.
    pub report: LabReport,
    /// The leaves of the perfect order, if they could be counted.
    pub minimal: Option<u64>,
    /// True if values and windows are named from the view of the player to move, as in negamax,
    /// instead of MAX's.
    pub by_mover: bool,
    names: Vec<Box<str>>,
    /// The number of nodes in each subtree, its root included.
    sizes: Vec<u32>,
    /// The moments at which each node was entered and left.
    entered: Vec<u32>,
    pub(super) left: Vec<u32>,
    /// Pairs of a node and a moment at which its window was narrowed, sorted.
    narrowed: Vec<(u32, u32)>,
    /// The roots of the searches, in order.
    pub roots: Vec<usize>,
    /// The number of moves and repeated searches between the root and each node.
    rows: Vec<u16>,
    /// The greatest row of a node, see [`RecordedTree::row`].
    pub last_row: usize,
}

impl RecordedTree {
    /// The indices of a recording of this tree. Making them can be paused, but not stopped.
    fn new<T: Tree>(
        tree: &T,
        request: TreeRequest,
        recording: Recording,
        report: LabReport,
        stop: &StopFlag,
    ) -> RecordedTree {
        let count = recording.visits.len();
        let (mut entered, mut left) = (vec![NEVER; count], vec![NEVER; count]);
        let mut narrowed = Vec::new();
        for (at, moment) in recording.moments.iter().enumerate() {
            if matches!(moment.event, SearchEvent::Narrow { .. }) {
                narrowed.push((moment.visit as u32, at as u32));
            }
            let list = match moment.event {
                SearchEvent::Enter { .. } => &mut entered,
                SearchEvent::Leave { .. } => &mut left,
                _ => continue,
            };
            if let Some(place) = list.get_mut(moment.visit) {
                *place = at as u32;
            }
        }
        narrowed.sort_unstable();
        let mut sizes = vec![1u32; count];
        for index in (0..count).rev() {
            if let Some(parent) = recording.visits[index].parent {
                sizes[parent] += sizes[index];
            }
        }
        let roots: Vec<usize> = recording.roots().collect();
        let mut rows = vec![0u16; count];
        for index in 0..count {
            let above = recording.visits[index].parent.and_then(|parent| rows.get(parent));
            rows[index] = above.map_or(0, |above| above.saturating_add(1));
        }
        let last_row = rows.iter().max().map_or(0, |row| usize::from(*row));
        let names = names_of(tree, &recording, &rows, stop);
        RecordedTree {
            request,
            recording,
            report,
            minimal: None,
            by_mover: false,
            names,
            sizes,
            entered,
            left,
            narrowed,
            roots,
            rows,
            last_row,
        }
    }

    /// The node with this index.
    pub fn visit(&self, index: usize) -> Option<&Visit> {
        self.recording.visits.get(index)
    }

    /// `c3-d4`, or `move 2.1` in a tree without chess; `White to move` at a root.
    pub fn name(&self, visit: usize) -> &str {
        self.names.get(visit).map_or("", |name| name)
    }

    /// The number of nodes in the subtree, its root included.
    pub fn size(&self, visit: usize) -> u32 {
        self.sizes.get(visit).copied().unwrap_or(0)
    }

    /// The root above a node.
    pub fn root_of(&self, visit: usize) -> usize {
        let after = self.roots.partition_point(|root| *root <= visit);
        after.checked_sub(1).and_then(|index| self.roots.get(index)).copied().unwrap_or(0)
    }

    /// The row of a node in the tree; the root's is 0.
    pub fn row(&self, visit: usize) -> usize {
        self.rows.get(visit).map_or(0, |row| usize::from(*row))
    }

    /// The number of moments.
    pub fn moments(&self) -> usize {
        self.recording.moments.len()
    }

    /// True if a node was entered in the first `at` moments.
    pub fn is_entered(&self, visit: usize, at: usize) -> bool {
        self.entered.get(visit).is_some_and(|moment| (*moment as usize) < at)
    }

    /// True if a node was left in the first `at` moments.
    pub fn is_left(&self, visit: usize, at: usize) -> bool {
        self.left.get(visit).is_some_and(|moment| (*moment as usize) < at)
    }

    /// The result of a node that was left in the first `at` moments.
    pub fn exit_at(&self, visit: usize, at: usize) -> Option<&NodeExit> {
        self.visit(visit)?.exit.as_ref().filter(|_| self.is_left(visit, at))
    }

    /// The last of the first `at` moments that narrowed a node's window.
    pub(super) fn last_narrow(&self, visit: usize, at: usize) -> Option<usize> {
        let after = self.narrowed.partition_point(|one| *one < (visit as u32, at as u32));
        let (narrowed, moment) = *self.narrowed.get(after.checked_sub(1)?)?;
        (narrowed == visit as u32).then_some(moment as usize)
    }

    /// MAX's window at a node after the first `at` moments: as on entry, or as narrowed since.
    pub fn window_at(&self, visit: usize, at: usize) -> Window {
        let Some(node) = self.visit(visit) else { return Window::FULL };
        if self.is_left(visit, at) {
            return node.narrowed;
        }
        let last = self.last_narrow(visit, at);
        match last.and_then(|moment| self.recording.moments.get(moment)).map(|last| last.event) {
            Some(SearchEvent::Narrow { window, .. }) => window,
            _ => node.window,
        }
    }

    /// The child that a move leads to; the last one if it was searched again.
    pub fn child(&self, visit: usize, branch: Branch) -> Option<usize> {
        let children = &self.visit(visit)?.children;
        children
            .iter()
            .rev()
            .copied()
            .find(|child| self.visit(*child).is_some_and(|node| node.played == Some(branch)))
    }

    /// The last visit of each node of the recorded tree, in the order of the nodes.
    pub fn last_visits(&self, tree: &TextTree) -> Vec<Option<usize>> {
        let mut last = vec![None; tree.len()];
        let mut nodes: Vec<usize> = Vec::with_capacity(self.recording.visits.len());
        for (visit, entry) in self.recording.visits.iter().enumerate() {
            let above = entry.parent.and_then(|parent| nodes.get(parent).copied());
            let node = match (above, entry.played) {
                (Some(above), Some(played)) => tree.play(&above, played),
                (above, _) => above.unwrap_or(0),
            };
            nodes.push(node);
            if let Some(slot) = last.get_mut(node) {
                *slot = Some(visit);
            }
        }
        last
    }

    /// The kind of an inner node that the search has left.
    pub fn kind(&self, visit: usize) -> Option<NodeKind> {
        self.visit(visit)?.exit?.kind
    }

    /// The position at a node; `None` in a tree without chess.
    pub fn position(&self, visit: usize) -> Option<Position> {
        let TreeSubject::Position(start) = &self.request.subject else { return None };
        let step = |position: Position, branch: Branch| {
            Move::from_bits(branch.0)
                .map_or_else(|| position.play_null_move(), |mv| position.play(mv))
        };
        Some(self.recording.path(visit).into_iter().fold(*start, step))
    }

    /// The notation of a score in this tree.
    pub fn score_text(&self, score: Score) -> String {
        with_tree!(self, tree => tree.score_text(score))
    }

    /// The name of MAX or MIN in this tree.
    pub fn player(&self, is_max: bool) -> &'static str {
        with_tree!(self, tree => tree.player(is_max))
    }

    /// The explanation of a node.
    pub fn explain(&self, visit: usize) -> Option<String> {
        with_tree!(self, tree => explain(tree, &self.recording, visit))
    }

    /// The description of a moment's event.
    pub fn describe_event(&self, moment: usize) -> Option<String> {
        with_tree!(self, tree => describe_event(tree, &self.recording, moment))
    }

    /// The technique's id, or the engine's name.
    pub fn technique_name(&self) -> &str {
        if self.request.by_engine { ENGINE_NAME } else { &self.request.technique.id }
    }

    /// The drawing of a part of the recorded tree.
    ///
    /// # Errors
    ///
    /// A [`DrawingError`] if there are too many nodes.
    pub fn drawing(&self, scope: &DrawingScope) -> Result<TreeDrawing, DrawingError> {
        with_tree!(self, tree => TreeDrawing::new(tree, &self.recording, scope))
    }

    /// The order of a node's moves, with the rule of each.
    pub fn order_lines(&self, visit: usize) -> Vec<MemoryLine> {
        with_tree!(self, tree => order_lines(tree, &self.recording, visit))
    }

    /// The killers, countermove, histories and table entries when a node's moves were ordered.
    pub fn memory_lines(&self, visit: usize) -> Vec<MemoryLine> {
        with_tree!(self, tree => memory_lines(tree, &self.recording, visit))
    }

    /// The moves of a node that were not searched because of its cutoff.
    pub fn unsearched(&self, visit: usize) -> Vec<String> {
        with_tree!(self, tree => unseen(tree, &self.recording, visit))
    }

    /// The tree's text and the start of a node in it, in characters from 0; `None` for a position.
    pub fn place_in_text(&self, visit: usize) -> Option<(&str, usize)> {
        let TreeSubject::Text { text, tree } = &self.request.subject else { return None };
        let path = self.recording.path(visit);
        let node = tree.node_at(&path);
        Some((text, TextTree::column(tree, node)?.saturating_sub(1)))
    }
}

/// The names of all nodes. Nodes are in the order of entry, so the parent of each is on the current
/// line.
fn names_of<T: Tree>(
    tree: &T,
    recording: &Recording,
    rows: &[u16],
    stop: &StopFlag,
) -> Vec<Box<str>> {
    let root = format!("{} to move", tree.player(tree.root_is_max())).into_boxed_str();
    let mut line: Vec<T::Node> = Vec::new();
    let name_of = |(index, (visit, row)): (usize, (&Visit, &u16))| {
        if index.is_multiple_of(NAMES_PER_CHECK) {
            stop.wait_while_paused();
        }
        line.truncate(usize::from(*row));
        let (name, node) = match (line.last(), visit.played) {
            (None, _) => (root.clone(), tree.root()),
            (Some(before), None) => ("again".into(), before.clone()),
            (Some(before), Some(played)) => {
                let title = node_title(tree, before, played, || recording.path(index));
                (title.into_boxed_str(), tree.play(before, played))
            }
        };
        line.push(node);
        name
    };
    recording.visits.iter().zip(rows).enumerate().map(name_of).collect()
}

/// The name of the node after a move: `c3-d4`, or `move 2.1` in a tree without chess. `path` leads
/// to the node.
fn node_title<T: Tree>(
    tree: &T,
    before: &T::Node,
    branch: Branch,
    path: impl FnOnce() -> Vec<Branch>,
) -> String {
    if tree.has_inner_values() { move_phrase(tree, before, branch) } else { node_phrase(&path()) }
}

fn unseen<T: Tree>(tree: &T, recording: &Recording, visit: usize) -> Vec<String> {
    let Some(node) = recording.visits.get(visit) else { return Vec::new() };
    let Some((tried, moves)) = node.cut_off else { return Vec::new() };
    let path = recording.path(visit);
    let place = tree.node_at(&path);
    let seen: Vec<Option<Branch>> = node
        .children
        .iter()
        .filter_map(|child| recording.visits.get(*child).map(|child| child.played))
        .collect();
    let mut left = tree.branches(&place);
    left.retain(|branch| !seen.contains(&Some(*branch)));
    // Quiescence search leaves out quiet moves, which are not cut off.
    if left.len() != moves - tried {
        return Vec::new();
    }
    let name =
        |branch: Branch| node_title(tree, &place, branch, || [path.as_slice(), &[branch]].concat());
    left.into_iter().map(name).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Algorithm;

    fn recorded() -> RecordedTree {
        recorded_text("((3 12) (2 8 9))")
    }

    /// Alpha-beta on a tree.
    pub(crate) fn recorded_text(text: &str) -> RecordedTree {
        let text = text.to_owned();
        let tree = TextTree::parse(&text, true).unwrap();
        let request = TreeRequest {
            depth: tree.height(),
            subject: TreeSubject::Text { text, tree },
            technique: Technique::of(Algorithm::AlphaBeta),
            by_engine: false,
            quiescence: false,
            window: Window::FULL,
        };
        request.record(&StopFlag::new(), &mut |_| {})
    }

    #[test]
    fn nodes_are_named_counted_and_found() {
        let recorded = recorded();
        assert_eq!(
            [0, 1, 4].map(|visit| recorded.name(visit)),
            ["MAX to move", "move 1", "move 2"]
        );
        assert_eq!([0, 1, 4].map(|visit| recorded.size(visit)), [6, 3, 2]);
        assert_eq!([0, 1, 2].map(|visit| recorded.row(visit)), [0, 1, 2]);
        assert_eq!(recorded.variation(0), [0, 1, 2]);
        assert_eq!(recorded.child(0, Branch(2)), Some(4));
        assert_eq!(recorded.unsearched(4), ["move 2.2", "move 2.3"]);
        assert_eq!(recorded.node_text(2, recorded.moments()), "move 1.1: 3, leaf");
        assert_eq!(recorded.place_in_text(4), Some(("((3 12) (2 8 9))", 8)));
    }

    #[test]
    fn a_node_has_its_state_at_a_moment() {
        let recorded = recorded();
        let alphas: Vec<Score> =
            (0..=recorded.moments()).map(|at| recorded.window_at(0, at).alpha).collect();
        assert_eq!(alphas.first(), Some(&-Score::INFINITE));
        let raised = alphas.iter().position(|alpha| *alpha == Score::centipawns(3)).unwrap();
        // Alpha rises after the first move and stays.
        assert!(recorded.is_left(1, raised) && !recorded.is_entered(4, raised));
        assert!(alphas[raised..].iter().all(|alpha| *alpha == Score::centipawns(3)));
        assert!(!recorded.is_left(0, recorded.moments() - 1));
        assert!(recorded.is_left(0, recorded.moments()));
    }
}
