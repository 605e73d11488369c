//! What is tried first: the rules that put moves in order, and what they remember.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    Stop, Tree,
    memory::Memory,
    oracle::Oracle,
    search::Place,
    technique::{Ordering, Orderings},
};
use crate::engine::{Branch, Random, Score, Window};

/// The memory of the orderings. It lasts over the iterations of one search.
pub struct Order<'a> {
    pub orderings: Orderings,
    /// The last iteration's principal variation.
    pub previous: Vec<Branch>,
    /// What the last iterations found elsewhere.
    memory: Memory,
    /// The last move that cut off, for each ply.
    killers: Vec<Option<Branch>>,
    /// For each player and move, how it has fared.
    history: HashMap<(bool, Branch), Record>,
    /// For each move and player who made it, the reply that last refuted it.
    refutations: HashMap<(bool, Branch), Branch>,
    oracle: Oracle<'a>,
    random: Random,
}

/// How a move has fared where somebody cut off, weighted by the squared depth.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    cut: u64,
    tried: u64,
}

impl Record {
    /// In how many of 1,000 cases it was the move that cut off (the relative history heuristic;
    /// Winands, van der Werf, van den Herik and Uiterwijk 2006).
    fn permille(self) -> i64 {
        (1_000 * self.cut / self.tried.max(1)) as i64
    }
}

/// The worth of a move to its ordering: the highest is tried first.
type Rank = (u8, i64);

/// Close to the leaves the last iteration is the better guide, which sees a ply more than the one
/// before; further up the one before, as its leaves were at the same player's turn as now and static
/// values depend on that. Chosen by measurement, see `docs/measurements/lab.md`.
const LAST_GUIDES_TO_DEPTH: u32 = 3;

/// The depths of earlier searches of a node to be searched `depth` plies deep, the better guide first.
pub fn guides(depth: u32) -> [u32; 2] {
    let (last, before) = (depth.saturating_sub(1), depth.saturating_sub(2));
    if depth <= LAST_GUIDES_TO_DEPTH { [last, before] } else { [before, last] }
}

/// What it is worth, in tenths of a reply, to be known as good from earlier iterations, where the
/// cheapest refutation is sought. From 15 to 60 it makes little difference, see `docs/measurements/lab.md`.
const KNOWN_WORTH: i64 = 40;

/// What a move's rank is worth there, in tenths of a reply: captures, killers and refutations half of
/// what known moves are, quiet moves that and less by their history.
fn worth(rank: Rank) -> i64 {
    match rank.0 {
        5.. => KNOWN_WORTH,
        2..=4 => KNOWN_WORTH / 2,
        _ => rank.1 * KNOWN_WORTH / 2_000,
    }
}

impl<'a> Order<'a> {
    pub fn new(orderings: Orderings, oracle: Oracle<'a>, seed: u64) -> Order<'a> {
        Order {
            orderings,
            previous: Vec::new(),
            memory: Memory::default(),
            killers: Vec::new(),
            history: HashMap::new(),
            refutations: HashMap::new(),
            oracle,
            random: Random(seed),
        }
    }

    fn has(&self, ordering: Ordering) -> bool {
        self.orderings.has(ordering)
    }

    /// Puts the moves of a node with MAX's window in order; those that no rule tells apart keep
    /// theirs.
    pub fn sort<T: Tree>(
        &mut self,
        tree: &T,
        node: &T::Node,
        place: Place,
        window: Window,
        table_moves: [Option<Branch>; 2],
        branches: &mut [Branch],
    ) -> Result<(), Stop> {
        if self.orderings == Orderings::default() {
            return Ok(());
        }
        if self.has(Ordering::Random) {
            for last in (1..branches.len()).rev() {
                branches.swap(last, self.random.below(last + 1));
            }
        }
        if self.has(Ordering::BestFirst) || self.has(Ordering::WorstFirst) {
            return self.sort_by_oracle(tree, node, place, branches);
        }
        let [first, second] = table_moves;
        let [latest, earlier] = self.remembered(place);
        let previous = self.previous.get(place.ply).filter(|_| place.follows_previous);
        let previous = previous.filter(|_| self.has(Ordering::Previous)).copied();
        let known = [previous, first, latest, earlier, second];
        let seeks_cheapest = self.seeks_cheapest(place, window);
        branches.sort_by_cached_key(|branch| {
            let is_known = |known: &Option<Branch>| *known == Some(*branch);
            let rank = match known.iter().position(is_known) {
                Some(index) => (6, -(index as i64)),
                None => self.rank(tree, node, place, *branch),
            };
            Reverse(match seeks_cheapest {
                true => (0, worth(rank) - 10 * replies(tree, node, place, *branch)),
                false => rank,
            })
        });
        Ok(())
    }

    /// Whether the cheapest refutation comes first, the one that leaves the fewest replies. A zero
    /// window asks only whether a move is good enough. With an even number of plies left the proof
    /// that it is takes as many subtrees as it leaves replies, and finding that it is not takes one.
    fn seeks_cheapest(&self, place: Place, window: Window) -> bool {
        let is_even = place.depth > 0 && place.depth.is_multiple_of(2);
        self.has(Ordering::Refutation) && is_even && window.is_zero()
    }

    fn rank<T: Tree>(&self, tree: &T, node: &T::Node, place: Place, branch: Branch) -> Rank {
        let is_max = tree.is_max(place.ply);
        if let Some(seen) = self.memory.get(place.path.after(branch), place.depth.wrapping_sub(1)) {
            let own = if is_max { seen.score } else { -seen.score };
            return (5, i64::from(own.value()));
        }
        if self.has(Ordering::Captures)
            && let Some(gain) = tree.capture_gain(node, branch)
        {
            return (4, i64::from(gain));
        }
        if self.has(Ordering::Killers) && self.killers.get(place.ply) == Some(&Some(branch)) {
            return (3, 0);
        }
        let refutation = place.played.and_then(|played| self.refutations.get(&(!is_max, played)));
        if self.has(Ordering::Refutation) && refutation == Some(&branch) {
            return (2, 0);
        }
        (1, self.history.get(&(is_max, branch)).map_or(0, |record| record.permille()))
    }

    /// The node's best moves in the last two iterations, the better guess first.
    fn remembered(&self, place: Place) -> [Option<Branch>; 2] {
        let depths = guides(place.depth);
        depths.map(|depth| self.memory.get(place.path, depth).and_then(|seen| seen.best))
    }

    /// Remembers what was found at a node, for the next iterations.
    pub fn remember(&mut self, place: Place, score: Score, best: Option<Branch>) {
        if self.has(Ordering::Previous) {
            self.memory.store(place.path, place.depth, score, best);
        }
    }

    fn sort_by_oracle<T: Tree>(
        &mut self,
        tree: &T,
        node: &T::Node,
        place: Place,
        branches: &mut [Branch],
    ) -> Result<(), Stop> {
        let mut values = HashMap::new();
        for branch in branches.iter() {
            let next = tree.play(node, *branch);
            let depth = place.depth.saturating_sub(1);
            let value = self.oracle.value(tree, &next, depth, place.ply + 1)?;
            values.insert(*branch, value);
        }
        let descending = tree.is_max(place.ply) == self.has(Ordering::BestFirst);
        branches.sort_by_key(|branch| {
            values.get(branch).map(|value| if descending { -*value } else { *value })
        });
        Ok(())
    }

    /// Learns from a move that cut off, after others in vain.
    pub fn learn<T: Tree>(
        &mut self,
        tree: &T,
        node: &T::Node,
        place: Place,
        branch: Branch,
        in_vain: impl Iterator<Item = Branch>,
    ) {
        let is_max = tree.is_max(place.ply);
        if self.has(Ordering::History) {
            let weight = u64::from(place.depth * place.depth);
            for failed in in_vain {
                self.history.entry((is_max, failed)).or_default().tried += weight;
            }
            let record = self.history.entry((is_max, branch)).or_default();
            record.cut += weight;
            record.tried += weight;
        }
        // Where captures come first anyway, a capture would waste the one slot.
        if self.has(Ordering::Captures) && tree.capture_gain(node, branch).is_some() {
            return;
        }
        if self.has(Ordering::Killers) {
            if self.killers.len() <= place.ply {
                self.killers.resize(place.ply + 1, None);
            }
            self.killers[place.ply] = Some(branch);
        }
        if let Some(played) = place.played.filter(|_| self.has(Ordering::Refutation)) {
            self.refutations.insert((!is_max, played), branch);
        }
    }
}

/// How many replies a move leaves; none if it ends the game.
fn replies<T: Tree>(tree: &T, node: &T::Node, place: Place, branch: Branch) -> i64 {
    let next = tree.play(node, branch);
    match tree.end(&next, place.ply + 1) {
        Ok(None) => tree.branches(&next).len() as i64,
        _ => 0,
    }
}
