//! A recorded search with what the window needs to show it quickly, and the job that makes it.

use super::setup::{Request, Subject};
use crate::{
    engine::{Branch, Event, Observer, Score},
    lab::{
        Kind, Limits, PositionTree, Recorder, Recording, Report, Settings, TextTree, Tree, Visit,
        explain, minimal_leaves, run, spoken, tell,
    },
    rules::{Move, Position},
    worker::LabDesk,
};

/// So many nodes are kept of a search.
pub const MOST_RECORDED: usize = 150_000;
/// A search is given up after so many nodes.
pub const MOST_NODES: u64 = 20_000_000;
/// The best order is looked for within so many nodes: it takes plain minimax.
const MOST_MINIMAL: u64 = 4_000_000;
/// Progress is told after so many nodes.
const NODES_PER_REPORT: u64 = 4_096;
/// The moment of what never happened.
const NEVER: u32 = u32::MAX;

/// What the job hands over.
#[derive(Debug)]
pub enum Found {
    Recorded(Box<Recorded>),
    /// Leaves of alpha-beta on the same tree in the best order.
    Minimal(u64),
}

/// A recorded search. Nodes are named by their places in the recording.
#[derive(Debug)]
pub struct Recorded {
    pub request: Request,
    pub recording: Recording,
    pub report: Report,
    /// Leaves of the best order, where they could be counted.
    pub minimal: Option<u64>,
    names: Vec<Box<str>>,
    /// Nodes below each, itself included.
    sizes: Vec<u32>,
    /// The moments of entering and leaving.
    entered: Vec<u32>,
    left: Vec<u32>,
    roots: Vec<usize>,
    /// The last ply that any node lies on.
    last_ply: usize,
}

/// Passes everything on to the recorder and tells how far the search is.
struct Watched<'a, 'b> {
    recorder: Recorder,
    desk: &'a LabDesk<'b, Found>,
    nodes: u64,
}

impl Observer for Watched<'_, '_> {
    fn observe(&mut self, event: Event) {
        if matches!(event, Event::Enter { .. }) {
            self.nodes += 1;
            if self.nodes.is_multiple_of(NODES_PER_REPORT) {
                self.desk.progress(self.nodes, MOST_NODES);
            }
        }
        self.recorder.observe(event);
    }
}

/// The worker's job: searches, and then counts what the best order would have taken.
pub fn record(request: Request, desk: &LabDesk<'_, Found>) {
    match request.subject.clone() {
        Subject::Position(position) => record_tree(&PositionTree::new(position), request, desk),
        Subject::Text { tree, .. } => record_tree(&tree, request, desk),
    }
}

fn record_tree<T: Tree>(tree: &T, request: Request, desk: &LabDesk<'_, Found>) {
    let limits = Limits { nodes: MOST_NODES, deadline: None, stop: Some(desk.stop()) };
    let settings = Settings {
        window: request.window,
        quiescence: request.quiescence,
        limits,
        ..Settings::depth(request.depth)
    };
    let mut watched = Watched { recorder: Recorder::new(MOST_RECORDED), desk, nodes: 0 };
    let report = run(tree, &request.technique, &settings, &mut watched);
    let recording = watched.recorder.finish();
    desk.found(Found::Recorded(Box::new(Recorded::new(tree, request, recording, report))));
    let limits = Limits { nodes: MOST_MINIMAL, ..limits };
    let full = Settings { limits, window: crate::engine::Window::FULL, ..settings };
    if !desk.is_stopped()
        && let Ok(leaves) = minimal_leaves(tree, &full)
    {
        desk.found(Found::Minimal(leaves));
    }
}

impl Recorded {
    /// A recording of this tree.
    pub fn new<T: Tree>(
        tree: &T,
        request: Request,
        recording: Recording,
        report: Report,
    ) -> Recorded {
        let count = recording.visits.len();
        let (mut entered, mut left) = (vec![NEVER; count], vec![NEVER; count]);
        for (at, moment) in recording.moments.iter().enumerate() {
            let list = match moment.event {
                Event::Enter { .. } => &mut entered,
                Event::Leave { .. } => &mut left,
                _ => continue,
            };
            if let Some(place) = list.get_mut(moment.visit) {
                *place = at as u32;
            }
        }
        let mut sizes = vec![1u32; count];
        for index in (0..count).rev() {
            if let Some(parent) = recording.visits[index].parent {
                sizes[parent] += sizes[index];
            }
        }
        let roots: Vec<usize> = recording.roots().collect();
        let last_ply = recording.visits.iter().map(|visit| visit.ply).max().unwrap_or(0);
        let names = names_of(tree, &recording);
        let minimal = None;
        Recorded {
            request,
            recording,
            report,
            minimal,
            names,
            sizes,
            entered,
            left,
            roots,
            last_ply,
        }
    }

    pub fn visit(&self, index: usize) -> Option<&Visit> {
        self.recording.visits.get(index)
    }

    /// `c3-d4`; at a root who is to move.
    pub fn name(&self, visit: usize) -> &str {
        self.names.get(visit).map_or("", |name| name)
    }

    /// Nodes of the subtree, its root included.
    pub fn size(&self, visit: usize) -> u32 {
        self.sizes.get(visit).copied().unwrap_or(0)
    }

    /// The roots of the searches, one or several, in their order.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// The root above a node.
    pub fn root_of(&self, visit: usize) -> usize {
        let after = self.roots.partition_point(|root| *root <= visit);
        after.checked_sub(1).and_then(|index| self.roots.get(index)).copied().unwrap_or(0)
    }

    pub fn last_ply(&self) -> usize {
        self.last_ply
    }

    /// The number of moments.
    pub fn moments(&self) -> usize {
        self.recording.moments.len()
    }

    /// Whether a node has been entered once the first `at` moments are over.
    pub fn is_entered(&self, visit: usize, at: usize) -> bool {
        self.entered.get(visit).is_some_and(|moment| (*moment as usize) < at)
    }

    /// Whether a node has been left by then.
    pub fn is_left(&self, visit: usize, at: usize) -> bool {
        self.left.get(visit).is_some_and(|moment| (*moment as usize) < at)
    }

    /// MAX's window at a node as it stands by then: as on entry, or as children have narrowed it.
    pub fn window_at(&self, visit: usize, at: usize) -> crate::engine::Window {
        let Some(node) = self.visit(visit) else { return crate::engine::Window::FULL };
        if self.is_left(visit, at) {
            return node.narrowed;
        }
        let from = self.entered.get(visit).map_or(0, |moment| *moment as usize);
        let moments = self.recording.moments.get(from..at).unwrap_or_default();
        let narrowed = moments.iter().rev().find_map(|moment| match moment.event {
            Event::Narrow { window, .. } if moment.visit == visit => Some(window),
            _ => None,
        });
        narrowed.unwrap_or(node.window)
    }

    /// The child that a move leads to, the last one where it was searched again.
    pub fn child(&self, visit: usize, played: Branch) -> Option<usize> {
        let children = &self.visit(visit)?.children;
        children
            .iter()
            .rev()
            .copied()
            .find(|child| self.visit(*child).is_some_and(|node| node.played == Some(played)))
    }

    /// The principal variation of the search below a root, as nodes, the root first.
    pub fn variation(&self, root: usize) -> Vec<usize> {
        let mut line = vec![root];
        let best = |at: usize| self.visit(at)?.exit?.best;
        while let Some(next) = line.last().and_then(|at| self.child(*at, best(*at)?)) {
            line.push(next);
        }
        line
    }

    pub fn kind(&self, visit: usize) -> Option<Kind> {
        Some(self.visit(visit)?.exit?.kind)
    }

    /// The position at a node, of a search that began from one.
    pub fn position(&self, visit: usize) -> Option<Position> {
        let Subject::Position(start) = &self.request.subject else { return None };
        let moves = self.recording.path(visit).into_iter().filter_map(|b| Move::from_bits(b.0));
        Some(moves.fold(*start, |position, played| position.play(played)))
    }

    /// A score as it is written beside this tree.
    pub fn score_text(&self, score: Score) -> String {
        match &self.request.subject {
            Subject::Position(position) => names_only(*position).score_text(score),
            Subject::Text { tree, .. } => tree.score_text(score),
        }
    }

    /// Who moves at MAX's nodes or at MIN's.
    pub fn player(&self, is_max: bool) -> &'static str {
        match &self.request.subject {
            Subject::Position(position) => names_only(*position).player(is_max),
            Subject::Text { tree, .. } => tree.player(is_max),
        }
    }

    /// What happened at a node, in words.
    pub fn explain(&self, visit: usize) -> Option<String> {
        match &self.request.subject {
            Subject::Position(position) => explain(&names_only(*position), &self.recording, visit),
            Subject::Text { tree, .. } => explain(tree, &self.recording, visit),
        }
    }

    /// What happens at a moment, in words.
    pub fn tell(&self, moment: usize) -> Option<String> {
        match &self.request.subject {
            Subject::Position(position) => tell(&names_only(*position), &self.recording, moment),
            Subject::Text { tree, .. } => tell(tree, &self.recording, moment),
        }
    }

    /// The moves of a node that were never looked at.
    pub fn never_looked_at(&self, visit: usize) -> Vec<String> {
        match &self.request.subject {
            Subject::Position(position) => unseen(&names_only(*position), &self.recording, visit),
            Subject::Text { tree, .. } => unseen(tree, &self.recording, visit),
        }
    }

    /// The tree's text, and where in it a node begins, in characters from 0; for a tree written as
    /// text.
    pub fn place_in_text(&self, visit: usize) -> Option<(&str, usize)> {
        let Subject::Text { text, tree } = &self.request.subject else { return None };
        let path = self.recording.path(visit);
        let node = path.iter().fold(tree.root(), |node, branch| tree.play(&node, *branch));
        Some((text, TextTree::column(tree, node)?.saturating_sub(1)))
    }
}

/// A position's tree for names alone: nothing in it is ever evaluated.
fn names_only(position: Position) -> PositionTree<'static> {
    PositionTree::with_evaluation(position, |_| Score::DRAW)
}

/// The names of all nodes. They come in the order of entering, so that each finds its parent's
/// position on its way.
fn names_of<T: Tree>(tree: &T, recording: &Recording) -> Vec<Box<str>> {
    let root = format!("{} to move", tree.player(tree.root_is_max())).into_boxed_str();
    let mut line: Vec<T::Node> = Vec::new();
    let name_of = |visit: &Visit| {
        line.truncate(visit.ply);
        let (Some(before), Some(played)) = (line.last(), visit.played) else {
            line.push(tree.root());
            return root.clone();
        };
        let name = spoken(tree, before, played).into_boxed_str();
        let node = tree.play(before, played);
        line.push(node);
        name
    };
    recording.visits.iter().map(name_of).collect()
}

fn unseen<T: Tree>(tree: &T, recording: &Recording, visit: usize) -> Vec<String> {
    let Some(node) = recording.visits.get(visit) else { return Vec::new() };
    let Some((tried, moves)) = node.cut_off else { return Vec::new() };
    let path = recording.path(visit);
    let place = path.iter().fold(tree.root(), |place, branch| tree.play(&place, *branch));
    let seen: Vec<Option<Branch>> = node
        .children
        .iter()
        .filter_map(|child| recording.visits.get(*child).map(|child| child.played))
        .collect();
    let mut left = tree.branches(&place);
    left.retain(|branch| !seen.contains(&Some(*branch)));
    // Beyond the last ply quiet moves are none of the search's business.
    if left.len() != moves - tried {
        return Vec::new();
    }
    left.into_iter().map(|branch| spoken(tree, &place, branch)).collect()
}
