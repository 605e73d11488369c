//! Depth-first proof-number search (df-pn, Nagai 2002) with the 1+epsilon trick (Pawlewicz and Lew
//! 2007).
//!
//! A node that several paths reach would be counted once for each by a sum; the numbers here are the
//! largest one plus the count of the others (weak proof-number search, Ueda, Hashimoto, Hashimoto
//! and Iida 2008).
//!
//! A search with a bound on the plies knows no repetition: positions with different plies left are
//! different nodes. One without a bound marks repetitions on the path, see [`super::path`].

use super::{
    node::{ProofNumbers, evaluate},
    path::{CUT, INDEPENDENT, ProofPath},
    prover::{ProveGap, ProveProgress, ProveQuestion},
    table::{INFINITE, ProofEntry, ProofTable},
};
use minnow_base::sync::StopFlag;
use minnow_rules::{Move, Position, internal::split_mix};

/// Paths longer than this are cut. Every proof by the rules of most variants is shorter, since 50
/// moves without progress draw.
const MAX_PATH_PLIES: u16 = 240;

/// How often progress is reported, in nodes.
const REPORT_NODES: u64 = 1 << 15;

/// A successor of a node on the path.
struct ProofChild {
    mv: Move,
    numbers: ProofNumbers,
}

/// The numbers at which a node returns to its parent.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

const NO_THRESHOLDS: Thresholds = Thresholds { proof: INFINITE, disproof: INFINITE };

/// A search for one question, on a table that outlives it.
pub(super) struct Dfpn<'a> {
    pub question: &'a ProveQuestion,
    pub table: &'a mut ProofTable,
    stop: &'a StopFlag,
    report: &'a mut dyn FnMut(ProveProgress),
    path: ProofPath,
    /// The successors of all nodes on the path.
    children: Vec<ProofChild>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// The search stops at this count.
    pub max_nodes: u64,
    /// Plies of the longest path so far.
    deepest: u16,
    /// The successors of the position of the question while it is searched without a bound, else 0.
    root_moves: usize,
    /// Takes disproofs for one path as general, which is wrong: the tests show where.
    #[cfg(test)]
    pub ignores_paths: bool,
}

/// The key of a node in a search with a bound.
pub(super) fn bounded_key(position: &Position, remaining: Option<u16>) -> u64 {
    position.key() ^ remaining.map_or(0, |plies| split_mix(u64::from(plies) + 1))
}

impl<'a> Dfpn<'a> {
    pub(super) fn new(
        question: &'a ProveQuestion,
        table: &'a mut ProofTable,
        stop: &'a StopFlag,
        report: &'a mut dyn FnMut(ProveProgress),
    ) -> Dfpn<'a> {
        let (path, children) = (ProofPath::default(), Vec::new());
        let (nodes, max_nodes, deepest, root_moves) = (0, u64::MAX, 0, 0);
        Dfpn {
            question,
            table,
            stop,
            report,
            path,
            children,
            nodes,
            max_nodes,
            deepest,
            root_moves,
            #[cfg(test)]
            ignores_paths: false,
        }
    }

    /// True if the search was stopped or has used its nodes.
    pub(super) fn is_over(&self) -> bool {
        self.nodes >= self.max_nodes || self.stop.is_set()
    }

    /// Why the search has no answer.
    pub(super) fn gap(&self) -> ProveGap {
        if self.stop.is_set() {
            ProveGap::Stopped
        } else if self.nodes >= self.max_nodes {
            ProveGap::Nodes
        } else {
            ProveGap::TooDeep
        }
    }

    /// Decides a position without a path before it. The numbers are open if the search is over.
    pub(super) fn decide(&mut self, position: &Position, remaining: Option<u16>) -> ProofNumbers {
        let known = self.numbers_of(position, remaining);
        if known.is_proven() || known.is_disproven() && known.depends == INDEPENDENT {
            return known;
        }
        self.path.push(position);
        let numbers = self.search(position, remaining, NO_THRESHOLDS);
        self.path.pop();
        numbers
    }

    /// The numbers of a successor of the last position on the path, from the path, the table or the
    /// rules.
    fn numbers_of(&self, position: &Position, remaining: Option<u16>) -> ProofNumbers {
        let entry = self.table.get(bounded_key(position, remaining));
        let numbers = match entry {
            Some(entry) => ProofNumbers::of_entry(entry),
            None => evaluate(self.question, position, remaining),
        };
        if remaining.is_some() || numbers.is_proven() || numbers.is_disproven() {
            return numbers;
        }
        if let Some(place) = self.path.repeats(position) {
            return ProofNumbers { depends: place, ..ProofNumbers::DISPROVEN };
        }
        if self.path.place() >= MAX_PATH_PLIES {
            return ProofNumbers { depends: CUT, ..ProofNumbers::DISPROVEN };
        }
        if !entry.is_some_and(ProofEntry::has_twin) {
            return numbers;
        }
        match self.table.get(self.path.twin_key(position)) {
            Some(twin) => {
                // Another order of the same positions has other places: assume the first.
                let depends = if twin.rank == 1 { CUT } else { self.path.segment() };
                ProofNumbers { depends, rank: 0, ..ProofNumbers::of_entry(twin) }
            }
            None => numbers,
        }
    }

    /// Searches the last position of the path until its numbers reach the thresholds.
    fn search(
        &mut self,
        position: &Position,
        remaining: Option<u16>,
        limit: Thresholds,
    ) -> ProofNumbers {
        let first = self.children.len();
        let before = self.nodes;
        self.count_node();
        let below = remaining.map(|plies| plies.saturating_sub(1));
        self.expand(position, below);
        if first == 0 {
            let is_question = position.key() == self.question.position.key();
            // A bounded search rules out a move for short wins alone.
            let counts = is_question && remaining.is_none();
            self.root_moves = if counts { self.children.len() } else { 0 };
        }
        let attacks = position.turn() == self.question.attacker;
        let numbers = loop {
            let sum = self.sum_up(first, attacks);
            let reached =
                sum.numbers.proof >= limit.proof || sum.numbers.disproof >= limit.disproof;
            if reached || self.is_over() {
                break sum.numbers;
            }
            let next = position.play(self.children[first + sum.best].mv);
            self.path.push(&next);
            let numbers = self.search(&next, below, sum.thresholds(limit, attacks));
            self.path.pop();
            self.children[first + sum.best].numbers = numbers;
        };
        self.children.truncate(first);
        let numbers = self.above_this_node(numbers);
        self.store(position, remaining, numbers, self.nodes - before);
        numbers
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        self.deepest = self.deepest.max(self.path.place());
        if self.nodes.is_multiple_of(REPORT_NODES) {
            let progress = self.progress();
            (self.report)(progress);
        }
    }

    fn progress(&self) -> ProveProgress {
        let moves = self.children.get(..self.root_moves).unwrap_or_default();
        let numbers = moves.iter().map(|child| child.numbers);
        let open = numbers.filter(|numbers| !numbers.is_proven() && !numbers.is_disproven());
        let decided_moves = (moves.len() - open.clone().count()) as u16;
        let proofs = open.map(|numbers| numbers.proof);
        // One of the attacker's moves is enough; the defender's are all to be answered.
        let attacks = self.question.position.turn() == self.question.attacker;
        let least_proof = if attacks { proofs.min() } else { proofs.max() };
        ProveProgress {
            nodes: self.nodes,
            deepest_plies: self.deepest,
            fill_permille: self.table.fill_permille(),
            first_moves: moves.len() as u16,
            decided_moves,
            least_proof: least_proof.unwrap_or(0),
        }
    }

    /// Appends the successors. A move that leaves the own king to be taken loses in two plies; a
    /// node in which all do is decided by `evaluate`, and beside another move it decides nothing. A
    /// node in which a king can be taken is decided, too, and has no successors here.
    #[inline(never)]
    fn expand(&mut self, position: &Position, remaining: Option<u16>) {
        let attacks = position.turn() == self.question.attacker;
        for mv in position.safe_moves() {
            let numbers = self.numbers_of(&position.play(mv), remaining);
            self.children.push(ProofChild { mv, numbers });
            // One such successor decides the node.
            if attacks && numbers.proof == 0 && numbers.rank == 0 {
                return;
            }
        }
    }

    /// A disproof that depends on this node or on those below it depends on no path to it.
    fn above_this_node(&self, numbers: ProofNumbers) -> ProofNumbers {
        #[cfg(test)]
        if self.ignores_paths {
            return ProofNumbers { depends: INDEPENDENT, ..numbers };
        }
        let is_free = numbers.depends >= self.path.place();
        ProofNumbers { depends: if is_free { INDEPENDENT } else { numbers.depends }, ..numbers }
    }

    fn store(
        &mut self,
        position: &Position,
        remaining: Option<u16>,
        numbers: ProofNumbers,
        work: u64,
    ) {
        let ProofNumbers { proof, disproof, rank, depends, mv } = numbers;
        let key = bounded_key(position, remaining);
        if disproof != 0 || depends == INDEPENDENT {
            self.table.put(key, ProofEntry::new(proof, disproof, rank, mv, work));
            return;
        }
        let cut = u16::from(depends == CUT);
        self.path.pop();
        let twin_key = self.path.twin_key(position);
        self.path.push(position);
        self.table.put(twin_key, ProofEntry::new(proof, disproof, cut, mv, work));
        self.table.mark_twin(key);
    }

    /// The numbers of a node from those of its successors.
    fn sum_up(&self, first: usize, attacks: bool) -> ChildSum {
        let children = &self.children[first..];
        let mut sum = ChildSum::default();
        let mut decided: Option<(usize, ProofNumbers)> = None;
        let (mut rank, mut depends) = (0, INDEPENDENT);
        for (at, child) in children.iter().enumerate() {
            let numbers = child.numbers;
            let (own, other) = sides(numbers.proof, numbers.disproof, attacks);
            if own == 0 {
                // The shortest win, or the disproof that depends least on the path.
                let is_better = decided.is_none_or(|(_, best)| {
                    (best.rank, numbers.depends) > (numbers.rank, best.depends)
                });
                if is_better {
                    decided = Some((at, numbers));
                }
            }
            sum.add(at, own, other);
            rank = rank.max(numbers.rank);
            depends = depends.min(numbers.depends);
        }
        let others = sum.other();
        let (proof, disproof) = sides(sum.least, others, attacks);
        sum.numbers = ProofNumbers::open(proof, disproof);
        match decided {
            Some((at, numbers)) => {
                sum.numbers.mv = children[at].mv.bits();
                if attacks {
                    sum.numbers.rank = numbers.rank.saturating_add(1);
                } else {
                    sum.numbers.depends = numbers.depends;
                }
            }
            None if others == 0 && attacks => sum.numbers.depends = depends,
            None if others == 0 => sum.numbers.rank = rank.saturating_add(1),
            None => {}
        }
        sum
    }

    /// Reads the table again after a search from elsewhere.
    pub(super) fn entry(
        &self,
        position: &Position,
        remaining: Option<u16>,
    ) -> Option<ProofNumbers> {
        self.table.get(bounded_key(position, remaining)).map(ProofNumbers::of_entry)
    }
}

/// The number of the side to move and that of the other: for the attacker the proof number comes
/// first. The same swap leads back.
fn sides(one: u32, two: u32, attacks: bool) -> (u32, u32) {
    if attacks { (one, two) } else { (two, one) }
}

/// The successors of a node, summed up. *Own* is the number that the side to move wants to be 0.
struct ChildSum {
    numbers: ProofNumbers,
    /// The place of the successor with the least own number.
    best: usize,
    least: u32,
    second: u32,
    /// The largest number of the other side, and how many successors have one.
    largest: u32,
    undecided: u32,
}

impl Default for ChildSum {
    fn default() -> ChildSum {
        let numbers = ProofNumbers::open(1, 1);
        let (least, second) = (INFINITE, INFINITE);
        ChildSum { numbers, best: 0, least, second, largest: 0, undecided: 0 }
    }
}

impl ChildSum {
    fn add(&mut self, at: usize, own: u32, other: u32) {
        if own < self.least {
            self.second = self.least;
            self.least = own;
            self.best = at;
        } else {
            self.second = self.second.min(own);
        }
        self.largest = self.largest.max(other);
        self.undecided += u32::from(other > 0);
    }

    /// The other side's number: the largest, plus one for each further successor. It stays finite
    /// unless the node is decided.
    fn other(&self) -> u32 {
        match self.least {
            0 => INFINITE,
            _ if self.undecided == 0 => 0,
            _ => (self.largest + self.undecided - 1).min(INFINITE - 1),
        }
    }

    /// The thresholds of the best successor. It is searched until its own number exceeds the second
    /// best by a quarter, so that the search changes between the two less often.
    fn thresholds(&self, limit: Thresholds, attacks: bool) -> Thresholds {
        let (own, other) = sides(limit.proof, limit.disproof, attacks);
        let step = self.second.saturating_add(self.second / 4 + 1);
        let own = own.min(step).min(INFINITE);
        let other =
            if other == INFINITE { INFINITE } else { other - (self.undecided - 1).min(other) };
        let (proof, disproof) = sides(own, other, attacks);
        Thresholds { proof, disproof }
    }
}
