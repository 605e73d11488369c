//! The common work of all techniques at a node: entry and exit, move ordering, the transposition
//! table, counts, the principal variation and the events for the observer.
//!
//! Each technique is a recursive function in `techniques/` that reads as in a textbook, because the
//! common work is done here.

use super::{
    LabLimits, LabSettings, Stop, Tree,
    bound_table::{BoundEntry, BoundTable, key_at},
    orderings::{CutoffMoves, MoveOrdering, MoveSorter, NodeResult, SortContext, guide_depths},
    path_table::PathKey,
    technique::Technique,
    techniques::ScoutForm,
};
use minnow_engine::{
    Bound, Branch, MemoryChange, Observer, OrderedBranch, RootEnds, Score, ScoreSource,
    SearchEvent, Window,
};

/// The work of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabCounts {
    /// Nodes entered, root and leaves included; a node that is searched again counts again.
    pub nodes: u64,
    /// Nodes that were given a static value, ends of the game included.
    pub leaves: u64,
    /// Nodes with a cutoff before the last move.
    pub cutoffs: u64,
    /// Cutoffs by the first move.
    pub first_cutoffs: u64,
}

/// The place of a node in the search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodePlace {
    /// Remaining plies.
    pub depth: u32,
    /// Plies from the root.
    pub ply: usize,
    /// The move that led here.
    pub last_move: Option<Branch>,
    /// The number of that move in the parent's order, from 1.
    pub number: usize,
    /// True if the node lies on the last iteration's principal variation.
    pub on_previous_variation: bool,
    pub path: PathKey,
}

/// A node of the tree with its place in the search.
pub(crate) struct SearchNode<T: Tree> {
    pub state: T::Node,
    pub place: NodePlace,
}

/// An option of the player at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Candidate {
    /// Stand pat: in quiescence search, the static value without a capture.
    StandPat(Score),
    Move(Branch),
}

impl Candidate {
    pub(crate) fn branch(self) -> Option<Branch> {
        match self {
            Candidate::StandPat(_) => None,
            Candidate::Move(branch) => Some(branch),
        }
    }
}

/// The result of entering a node.
pub(crate) enum NodeStart {
    /// The node needs no search: it is a leaf, or the transposition table settles it.
    Value(Score),
    /// The sorted candidates, at least one.
    Moves(Vec<Candidate>),
}

/// A running search of one tree by one technique.
pub(crate) struct LabSearch<'a, T: Tree, O: Observer> {
    pub tree: &'a T,
    pub observer: &'a mut O,
    pub counts: LabCounts,
    /// The principal variation of the last iteration.
    pub previous_variation: Vec<Branch>,
    sorter: MoveSorter<'a, T>,
    tt: Option<BoundTable>,
    /// The principal variation below each ply: the triangular PV table.
    variations: Vec<Vec<Branch>>,
    /// The best move of the last search from the root.
    pub root_best: Option<Branch>,
    pub scout_form: ScoutForm,
    quiescence: bool,
    limits: LabLimits<'a>,
}

impl<'a, T: Tree, O: Observer> LabSearch<'a, T, O> {
    pub(crate) fn new(
        tree: &'a T,
        technique: &Technique,
        settings: &LabSettings<'a>,
        observer: &'a mut O,
    ) -> LabSearch<'a, T, O> {
        LabSearch {
            tree,
            observer,
            counts: LabCounts::default(),
            previous_variation: Vec::new(),
            sorter: MoveSorter::new(technique.orderings, settings),
            tt: technique.orderings.has(MoveOrdering::Tt).then(BoundTable::default),
            variations: Vec::new(),
            root_best: None,
            scout_form: technique.scout_form,
            quiescence: settings.quiescence,
            limits: settings.limits,
        }
    }

    /// Starts a search from the root with MAX's window.
    pub(crate) fn start(&mut self, depth: u32, window: Window, ends: RootEnds) -> SearchNode<T> {
        self.observer.observe(SearchEvent::Start { depth, window, ends });
        self.root_best = None;
        let place = NodePlace { depth, on_previous_variation: true, ..NodePlace::default() };
        SearchNode { state: self.tree.root(), place }
    }

    /// The child after candidate `index`, from 0.
    pub(crate) fn child(
        &self,
        node: &SearchNode<T>,
        branch: Branch,
        index: usize,
    ) -> SearchNode<T> {
        let NodePlace { depth, ply, on_previous_variation, path, .. } = node.place;
        let is_previous = self.previous_variation.get(ply) == Some(&branch);
        let place = NodePlace {
            depth: depth.saturating_sub(1),
            ply: ply + 1,
            last_move: Some(branch),
            number: index + 1,
            on_previous_variation: on_previous_variation && is_previous,
            path: path.after(branch),
        };
        SearchNode { state: self.tree.play(&node.state, branch), place }
    }

    /// Enters a node. The window is MAX's.
    ///
    /// # Errors
    ///
    /// A [`Stop`] if a limit is reached, or if the node has no value that the search needs.
    pub(crate) fn open(&mut self, node: &SearchNode<T>, window: Window) -> Result<NodeStart, Stop> {
        self.limits.count(&mut self.counts.nodes)?;
        let NodePlace { depth, ply, last_move: played, number, .. } = node.place;
        let is_max = self.is_max(node);
        self.observer.observe(SearchEvent::Enter { played, number, ply, depth, is_max, window });
        if self.variations.len() < ply + 2 {
            self.variations.resize(ply + 2, Vec::new());
        }
        self.variations[ply].clear();
        if let Some(score) = self.tree.end(&node.state, ply)? {
            return Ok(self.leaf(node.place, score));
        }
        let tt_entry = self.tt_entry(node);
        if let Some(entry) = tt_entry.filter(|_| ply > 0)
            && let Some(score) = self.tt_cutoff(entry, window)
        {
            return Ok(NodeStart::Value(score));
        }
        if depth == 0 {
            return self.open_last(node);
        }
        let table_moves = self.tt_moves(node, tt_entry);
        let mut branches = self.tree.branches(&node.state);
        let mut order = self.sort(node, window, table_moves, &mut branches)?;
        if let Some(index) = self.enhanced_tt_cutoff(node, window, &branches) {
            branches[..=index].rotate_right(1);
            order.retain(|ordered| ordered.branch != branches[0]);
            let rule = Some(MoveOrdering::Tt.info().id);
            order.insert(0, OrderedBranch { branch: branches[0], rule, value: 0 });
        }
        self.observer.observe_order(&order);
        Ok(NodeStart::Moves(branches.into_iter().map(Candidate::Move).collect()))
    }

    /// Sorts the moves of a node and emits the rule of each; does nothing without orderings.
    fn sort(
        &mut self,
        node: &SearchNode<T>,
        window: Window,
        table_moves: [Option<Branch>; 2],
        branches: &mut [Branch],
    ) -> Result<Vec<OrderedBranch>, Stop> {
        let place = node.place;
        let variation_move =
            self.previous_variation.get(place.ply).filter(|_| place.on_previous_variation).copied();
        let context = SortContext { window, variation_move, table_moves };
        self.sorter.sort(self.tree, node, &context, branches)
    }

    /// The score of a table entry if it settles a node with MAX's window.
    fn tt_cutoff(&mut self, entry: BoundEntry, window: Window) -> Option<Score> {
        let BoundEntry { lower, upper, best } = entry;
        self.observer.observe(SearchEvent::TableHit { lower, upper });
        let score = entry.cut(window)?;
        let bound =
            if lower == upper { Bound::Exact } else { Bound::of(score, window.alpha, window.beta) };
        let source = ScoreSource::Table;
        self.observer.observe(SearchEvent::Leave { score, bound, best, source });
        Some(score)
    }

    /// Stores a result in the transposition table, if there is one.
    fn store(&mut self, node: &SearchNode<T>, window: Window, score: Score, best: Option<Branch>) {
        let Some(tt) = &mut self.tt else { return };
        let key = key_at(self.tree.key(&node.state), node.place.ply, node.place.depth);
        if let Some(BoundEntry { lower, upper, best }) = tt.store(key, window, score, best) {
            self.observer.observe_change(MemoryChange::Table { key, lower, upper, best });
        }
    }

    /// Enters a node at the last ply: a leaf, or the start of quiescence search.
    fn open_last(&mut self, node: &SearchNode<T>) -> Result<NodeStart, Stop> {
        let score = self.tree.static_value(&node.state, node.place.ply)?;
        let mut branches = Vec::new();
        if self.quiescence {
            branches = quiescence_branches(self.tree, &node.state);
        }
        if branches.is_empty() {
            self.store(node, Window::FULL, score, None);
            return Ok(self.leaf(node.place, score));
        }
        self.count_leaf(score);
        let order = self.sort(node, Window::FULL, [None; 2], &mut branches)?;
        self.observer.observe_order(&order);
        let captures = branches.into_iter().map(Candidate::Move);
        Ok(NodeStart::Moves([Candidate::StandPat(score)].into_iter().chain(captures).collect()))
    }

    fn leaf(&mut self, place: NodePlace, score: Score) -> NodeStart {
        self.sorter.remember(place, &NodeResult { score, best: None, variation: &[] });
        self.count_leaf(score);
        let (bound, best, source) = (Bound::Exact, None, ScoreSource::Leaf);
        self.observer.observe(SearchEvent::Leave { score, bound, best, source });
        NodeStart::Value(score)
    }

    fn count_leaf(&mut self, score: Score) {
        self.counts.leaves += 1;
        self.observer.observe(SearchEvent::Leaf { score });
    }

    fn tt_entry(&self, node: &SearchNode<T>) -> Option<BoundEntry> {
        let tt = self.tt.as_ref()?;
        tt.get(key_at(self.tree.key(&node.state), node.place.ply, node.place.depth))
    }

    /// The best moves of the table for this node, the better guide first: of an earlier search to
    /// the same depth, then of shallower ones.
    fn tt_moves(&self, node: &SearchNode<T>, tt_entry: Option<BoundEntry>) -> [Option<Branch>; 2] {
        let Some(tt) = &self.tt else { return [None; 2] };
        let (key, NodePlace { ply, depth, .. }) = (self.tree.key(&node.state), node.place);
        let best = |depth| tt.get(key_at(key, ply, depth)).and_then(|entry| entry.best);
        let mut shallower = guide_depths(depth).into_iter().filter_map(best);
        let same_depth = tt_entry.and_then(|entry| entry.best);
        [same_depth.or_else(|| shallower.next()), shallower.next()]
    }

    /// The first move to a node whose table entry is sufficient for a cutoff (enhanced
    /// transposition cutoffs; Plaat, Schaeffer, Pijls and de Bruin, 1996). Searching it first costs
    /// nothing.
    fn enhanced_tt_cutoff(
        &self,
        node: &SearchNode<T>,
        window: Window,
        branches: &[Branch],
    ) -> Option<usize> {
        let tt = self.tt.as_ref()?;
        let (is_max, NodePlace { ply, depth, .. }) = (self.is_max(node), node.place);
        branches.iter().position(|branch| {
            let key = self.tree.key(&self.tree.play(&node.state, *branch));
            let entry = tt.get(key_at(key, ply + 1, depth.saturating_sub(1)));
            entry.is_some_and(|entry| {
                if is_max { entry.lower >= window.beta } else { entry.upper <= window.alpha }
            })
        })
    }

    /// Emits that a candidate moved alpha or beta; the window is MAX's new one. Its move and
    /// variation become this node's variation.
    pub(crate) fn narrow(&mut self, node: &SearchNode<T>, candidate: Candidate, window: Window) {
        self.follow(node, candidate);
        self.observer.observe(SearchEvent::Narrow { best: candidate.branch(), window });
    }

    /// Makes the candidate and the variation below it this node's variation.
    pub(crate) fn follow(&mut self, node: &SearchNode<T>, candidate: Candidate) {
        let ply = node.place.ply;
        let (upper, lower) = self.variations.split_at_mut(ply + 1);
        let variation = &mut upper[ply];
        variation.clear();
        if let Candidate::Move(branch) = candidate {
            variation.push(branch);
            variation.extend_from_slice(&lower[0]);
        }
    }

    /// Processes a bound reached by candidate `index`, from 0. This is a cutoff if moves are left.
    pub(crate) fn cut_off(&mut self, node: &SearchNode<T>, candidates: &[Candidate], index: usize) {
        let Some(branch) = candidates[index].branch() else { return };
        let failed: Vec<Branch> =
            candidates[..index].iter().filter_map(|candidate| candidate.branch()).collect();
        let observer = &mut *self.observer;
        let report = &mut |change| observer.observe_change(change);
        self.sorter.learn(self.tree, node, &CutoffMoves { branch, failed: &failed }, report);
        let stand_pats = usize::from(candidates[0].branch().is_none());
        let (tried, moves) = (index + 1 - stand_pats, candidates.len() - stand_pats);
        if tried < moves {
            self.counts.cutoffs += 1;
            self.counts.first_cutoffs += u64::from(tried == 1);
            self.observer.observe(SearchEvent::CutOff { tried, moves });
        }
    }

    /// Leaves a node after its search. The window on entry and the score are MAX's.
    pub(crate) fn close(
        &mut self,
        node: &SearchNode<T>,
        window: Window,
        score: Score,
        best: Option<Branch>,
    ) {
        if node.place.ply == 0 {
            self.root_best = best;
        }
        let variation = &self.variations[node.place.ply];
        self.sorter.remember(node.place, &NodeResult { score, best, variation });
        self.store(node, window, score, best);
        let (bound, source) = (Bound::of(score, window.alpha, window.beta), ScoreSource::Search);
        self.observer.observe(SearchEvent::Leave { score, bound, best, source });
    }

    /// The principal variation of the last search from the root.
    pub(crate) fn variation(&self) -> &[Branch] {
        self.variations.first().map_or(&[], |variation| variation)
    }

    /// The first move of the variation below a ply, after a search from there.
    pub(crate) fn first_move(&self, ply: usize) -> Option<Branch> {
        self.variations.get(ply)?.first().copied()
    }

    /// True if MAX moves at the node.
    pub(crate) fn is_max(&self, node: &SearchNode<T>) -> bool {
        self.tree.is_max(node.place.ply)
    }

    /// Converts a score between MAX's view and the view of the player at this node.
    pub(crate) fn flip(&self, node: &SearchNode<T>, score: Score) -> Score {
        if self.is_max(node) { score } else { -score }
    }

    /// Converts a window between MAX's view and the view of the player at this node.
    pub(crate) fn flip_window(&self, node: &SearchNode<T>, window: Window) -> Window {
        if self.is_max(node) { window } else { window.for_opponent() }
    }
}

/// The captures and promotions of a node: the moves of quiescence search.
pub(crate) fn quiescence_branches<T: Tree>(tree: &T, node: &T::Node) -> Vec<Branch> {
    let mut branches = tree.branches(node);
    branches.retain(|branch| tree.capture_gain(node, *branch).is_some());
    branches
}
