//! What all techniques share: entering and leaving a node, its moves in order, counts, variation.
//!
//! A technique is a recursion of its own in `techniques/`; what it would otherwise have to say at
//! each node stands here, so that the recursion reads as in a textbook.

use super::{
    Limits, Settings, Stop, Tree,
    memory::Path,
    oracle::Oracle,
    order::{Order, guides},
    table::{Entry, Table, key_at},
    technique::{Ordering, Technique},
};
use crate::engine::{Bound, Branch, Observer, Score, ScoreSource, SearchEvent, Window};

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes entered, root and leaves included; a node that is searched again counts again.
    pub nodes: u64,
    /// Nodes that were given a static value, ends of the game included.
    pub leaves: u64,
    /// Nodes at which a bound was reached before the last move.
    pub cutoffs: u64,
    /// Those of them where the first move was enough.
    pub first_cutoffs: u64,
}

/// Where a node stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Remaining plies to the last one.
    pub depth: u32,
    /// Plies from the root.
    pub ply: usize,
    /// The move that led here.
    pub played: Option<Branch>,
    /// Which of its parent's tried moves that was, from 1.
    number: usize,
    /// Whether the last iteration's variation leads here.
    pub follows_previous: bool,
    pub path: Path,
}

/// One thing that the player at a node can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// In quiescence: capture nothing, for the static value.
    Stand(Score),
    Play(Branch),
}

impl Step {
    pub fn branch(self) -> Option<Branch> {
        match self {
            Step::Stand(_) => None,
            Step::Play(branch) => Some(branch),
        }
    }
}

/// A node on being entered.
pub enum Opened {
    /// Nothing is to be searched: a leaf, or the table knew enough.
    Settled(Score),
    /// At least one, in order.
    Steps(Vec<Step>),
}

/// A running search of one tree by one technique.
pub struct Search<'a, T: Tree, O: Observer> {
    pub tree: &'a T,
    pub observer: &'a mut O,
    pub counts: Counts,
    pub order: Order<'a>,
    table: Option<Table>,
    /// The principal variation below each ply: the triangular table.
    variations: Vec<Vec<Branch>>,
    /// The move of the root with the score of the last search from there.
    pub root_best: Option<Branch>,
    quiescence: bool,
    limits: Limits<'a>,
}

impl<'a, T: Tree, O: Observer> Search<'a, T, O> {
    pub fn new(
        tree: &'a T,
        technique: &Technique,
        settings: &Settings<'a>,
        observer: &'a mut O,
    ) -> Search<'a, T, O> {
        let oracle = Oracle::new(settings.limits, settings.quiescence);
        Search {
            tree,
            observer,
            counts: Counts::default(),
            order: Order::new(technique.orderings, oracle, settings.seed),
            table: technique.orderings.has(Ordering::Tt).then(Table::default),
            variations: Vec::new(),
            root_best: None,
            quiescence: settings.quiescence,
            limits: settings.limits,
        }
    }

    /// The root, to be searched with this window to this depth.
    pub fn start(&mut self, depth: u32, window: Window) -> Place {
        self.observer.observe(SearchEvent::Start { depth, window });
        self.root_best = None;
        Place {
            depth,
            ply: 0,
            played: None,
            number: 0,
            follows_previous: true,
            path: Path::default(),
        }
    }

    /// A node `ply` plies below the root from where a search of its own begins.
    pub fn start_below(ply: usize, depth: u32, played: Branch) -> Place {
        Place {
            depth,
            ply,
            played: Some(played),
            number: 1,
            follows_previous: false,
            path: Path::default(),
        }
    }

    /// The child's place after the `index`th step, from 0.
    pub fn below(&self, place: Place, branch: Branch, index: usize) -> Place {
        let previous = self.order.previous.get(place.ply) == Some(&branch);
        Place {
            depth: place.depth.saturating_sub(1),
            ply: place.ply + 1,
            played: Some(branch),
            number: index + 1,
            follows_previous: place.follows_previous && previous,
            path: place.path.after(branch),
        }
    }

    /// Enters a node. The window is MAX's.
    pub fn open(&mut self, node: &T::Node, place: Place, window: Window) -> Result<Opened, Stop> {
        self.count_node()?;
        let Place { depth, ply, played, number, .. } = place;
        let is_max = self.tree.is_max(ply);
        self.observer.observe(SearchEvent::Enter { played, number, ply, depth, is_max, window });
        if self.variations.len() < ply + 2 {
            self.variations.resize(ply + 2, Vec::new());
        }
        self.variations[ply].clear();
        if let Some(score) = self.tree.end(node, ply)? {
            return Ok(self.leaf(place, score));
        }
        let known = self.known(node, place);
        if let Some(entry) = known.filter(|_| ply > 0)
            && let Some(score) = self.table_answer(entry, window)
        {
            return Ok(Opened::Settled(score));
        }
        if depth == 0 {
            return self.open_last(node, place);
        }
        let table_moves = self.table_moves(node, place, known);
        let mut branches = self.tree.branches(node);
        self.order.sort(self.tree, node, place, window, table_moves, &mut branches)?;
        if let Some(index) = self.transposing(node, place, window, &branches) {
            branches[..=index].rotate_right(1);
        }
        Ok(Opened::Steps(branches.into_iter().map(Step::Play).collect()))
    }

    /// What the table says to a node with MAX's window, if that settles it.
    fn table_answer(&mut self, entry: Entry, window: Window) -> Option<Score> {
        let Entry { lower, upper, best } = entry;
        self.observer.observe(SearchEvent::TableHit { lower, upper });
        let score = entry.cut(window)?;
        let bound = match lower == upper {
            true => Bound::Exact,
            false => Bound::of(score, window.alpha, window.beta),
        };
        self.observer.observe(SearchEvent::Leave {
            score,
            bound,
            best,
            source: ScoreSource::Table,
        });
        Some(score)
    }

    /// A node at the last ply: a leaf, or captures are played on until there are none.
    fn open_last(&mut self, node: &T::Node, place: Place) -> Result<Opened, Stop> {
        let score = self.tree.static_value(node, place.ply)?;
        let mut branches = match self.quiescence {
            true => quiescence_branches(self.tree, node),
            false => Vec::new(),
        };
        if branches.is_empty() {
            if let Some(table) = &mut self.table {
                let key = key_at(self.tree.key(node), place.ply, place.depth);
                table.store(key, Window::FULL, score, None);
            }
            return Ok(self.leaf(place, score));
        }
        self.count_leaf(score);
        self.order.sort(self.tree, node, place, Window::FULL, [None; 2], &mut branches)?;
        let captures = branches.into_iter().map(Step::Play);
        Ok(Opened::Steps([Step::Stand(score)].into_iter().chain(captures).collect()))
    }

    fn leaf(&mut self, place: Place, score: Score) -> Opened {
        self.order.remember(place, score, None);
        self.count_leaf(score);
        let (bound, best, source) = (Bound::Exact, None, ScoreSource::Leaf);
        self.observer.observe(SearchEvent::Leave { score, bound, best, source });
        Opened::Settled(score)
    }

    fn count_leaf(&mut self, score: Score) {
        self.counts.leaves += 1;
        self.observer.observe(SearchEvent::Leaf { score });
    }

    fn count_node(&mut self) -> Result<(), Stop> {
        self.limits.count(&mut self.counts.nodes)
    }

    fn known(&self, node: &T::Node, place: Place) -> Option<Entry> {
        let table = self.table.as_ref()?;
        table.get(key_at(self.tree.key(node), place.ply, place.depth))
    }

    /// The moves that the table has as best for this node, the better guess first: from an earlier
    /// search to the same depth, else from shallower ones.
    fn table_moves(
        &self,
        node: &T::Node,
        place: Place,
        known: Option<Entry>,
    ) -> [Option<Branch>; 2] {
        let Some(table) = &self.table else { return [None; 2] };
        let key = self.tree.key(node);
        let best = |depth| table.get(key_at(key, place.ply, depth)).and_then(|entry| entry.best);
        let mut found = guides(place.depth).into_iter().filter_map(best);
        let now = known.and_then(|entry| entry.best);
        [now.or_else(|| found.next()), found.next()]
    }

    /// The first of the moves to a node that the table knows well enough for a cut-off (enhanced
    /// transposition cut-offs; Plaat, Schaeffer, Pijls and de Bruin 1996). Trying it first costs
    /// nothing.
    fn transposing(
        &self,
        node: &T::Node,
        place: Place,
        window: Window,
        branches: &[Branch],
    ) -> Option<usize> {
        let table = self.table.as_ref()?;
        let is_max = self.tree.is_max(place.ply);
        branches.iter().position(|branch| {
            let key = self.tree.key(&self.tree.play(node, *branch));
            let known = table.get(key_at(key, place.ply + 1, place.depth.saturating_sub(1)));
            known.is_some_and(|entry| match is_max {
                true => entry.lower >= window.beta,
                false => entry.upper <= window.alpha,
            })
        })
    }

    /// A child moved alpha or beta; the window is MAX's new one. Its move and the variation below
    /// it become this node's variation.
    pub fn narrow(&mut self, place: Place, step: Step, window: Window) {
        self.follow(place, step);
        if let Step::Play(best) = step {
            self.observer.observe(SearchEvent::Narrow { best, window });
        }
    }

    /// The step and the variation below it become this node's variation.
    pub fn follow(&mut self, place: Place, step: Step) {
        let (upper, lower) = self.variations.split_at_mut(place.ply + 1);
        let variation = &mut upper[place.ply];
        variation.clear();
        if let Step::Play(branch) = step {
            variation.push(branch);
            variation.extend_from_slice(&lower[0]);
        }
    }

    /// A bound was reached with the `index`th step, from 0. It is a cut-off if moves are left.
    pub fn cut_off(&mut self, node: &T::Node, place: Place, steps: &[Step], index: usize) {
        let Some(branch) = steps[index].branch() else { return };
        let in_vain = steps[..index].iter().filter_map(|step| step.branch());
        self.order.learn(self.tree, node, place, branch, in_vain);
        let stands = usize::from(steps[0].branch().is_none());
        let (tried, moves) = (index + 1 - stands, steps.len() - stands);
        if tried < moves {
            self.counts.cutoffs += 1;
            self.counts.first_cutoffs += u64::from(tried == 1);
            self.observer.observe(SearchEvent::CutOff { tried, moves });
        }
    }

    /// Leaves a node that was searched. Window (on entry) and score are MAX's.
    pub fn close(
        &mut self,
        node: &T::Node,
        place: Place,
        window: Window,
        score: Score,
        best: Option<Branch>,
    ) {
        if place.ply == 0 {
            self.root_best = best;
        }
        self.order.remember(place, score, best);
        if let Some(table) = self.table.as_mut() {
            let key = key_at(self.tree.key(node), place.ply, place.depth);
            table.store(key, window, score, best);
        }
        let bound = Bound::of(score, window.alpha, window.beta);
        self.observer.observe(SearchEvent::Leave {
            score,
            bound,
            best,
            source: ScoreSource::Search,
        });
    }

    /// The principal variation of the last search from the root.
    pub fn variation(&self) -> &[Branch] {
        self.variations.first().map_or(&[], |variation| variation)
    }

    /// The first move of the variation below a ply, after a search from there.
    pub fn first_move(&self, ply: usize) -> Option<Branch> {
        self.variations.get(ply)?.first().copied()
    }

    /// MAX's score as the player at this node sees it, or the other way round.
    pub fn flip(&self, place: Place, score: Score) -> Score {
        if self.tree.is_max(place.ply) { score } else { -score }
    }

    /// MAX's window as the player at this node sees it, or the other way round.
    pub fn flip_window(&self, place: Place, window: Window) -> Window {
        if self.tree.is_max(place.ply) { window } else { window.for_opponent() }
    }
}

/// The captures and promotions of a node, which are all that is searched beyond the last ply.
pub fn quiescence_branches<T: Tree>(tree: &T, node: &T::Node) -> Vec<Branch> {
    let mut branches = tree.branches(node);
    branches.retain(|branch| tree.capture_gain(node, *branch).is_some());
    branches
}
