//! The prover: questions, limits, and the order of its searches.

use super::{
    dfpn::Dfpn,
    path::INDEPENDENT,
    table::ProofTable,
    tree::{ProofGoal, ProofTree, moves_of},
};
use minnow_base::{alloc::MemoryRefused, sync::StopFlag};
use minnow_rules::{Color, Move, Position};

/// Nodes for short wins at first, one move more at a time.
const SHALLOW_NODES: u64 = 20_000;

/// And up to this many moves.
const SHALLOW_MOVES: u16 = 8;

/// Can `attacker` force a win from `position`?
#[derive(Clone, Debug)]
pub struct ProveQuestion {
    /// Where the game stands; either side may be to move.
    pub position: Position,
    /// The side that is to win.
    pub attacker: Color,
    /// Keys of the positions that the rule of repetition draws.
    pub(super) drawn: Vec<u64>,
    expected: Option<ExpectedWin>,
}

/// A win found by another search.
#[derive(Clone, Debug)]
struct ExpectedWin {
    /// The positions of its line, that of the question first.
    positions: Vec<Position>,
    moves: u16,
}

impl ProveQuestion {
    /// A question about a position without a past.
    pub fn new(position: Position, attacker: Color) -> ProveQuestion {
        ProveQuestion { position, attacker, drawn: Vec::new(), expected: None }
    }

    /// The same question with a line of best play by which the attacker probably wins in `moves`
    /// moves. The search tries the line first; the line does not change what is proven. An illegal
    /// move ends the line.
    #[must_use]
    pub fn with_line(mut self, line: &[Move], moves: u16) -> ProveQuestion {
        let mut position = self.position;
        let mut positions = vec![position];
        for mv in line {
            if !position.legal_moves().contains(*mv) {
                break;
            }
            position = position.play(*mv);
            positions.push(position);
        }
        self.expected = Some(ExpectedWin { positions, moves });
        self
    }

    /// The keys of the game's earlier positions. Those that have occurred so often that the next
    /// time is a draw count as draws.
    #[must_use]
    pub fn with_history(mut self, earlier: &[u64]) -> ProveQuestion {
        let Some(limit) = self.position.variant().repetition else { return self };
        let count = |key: u64| earlier.iter().filter(|other| **other == key).count();
        let drawn = earlier.iter().copied().filter(|key| count(*key) + 1 >= usize::from(limit));
        self.drawn = drawn.filter(|key| *key != self.position.key()).collect();
        self.drawn.sort_unstable();
        self.drawn.dedup();
        self
    }

    /// The plies to the variant's limit of moves.
    fn game_plies(&self) -> u16 {
        let limit = self.position.variant().ply_limit();
        plies_or_most(limit.map(|limit| limit.saturating_sub(self.position.ply())))
    }

    /// The plies that the rules surely leave for a win: to the limit of moves, and to the limit
    /// without progress as if no capture or pawn move came.
    fn sure_plies(&self) -> u16 {
        let clock = u32::from(self.position.halfmove_clock());
        let limit = self.position.variant().progress_plies();
        let left = limit.map(|limit| limit.saturating_sub(clock));
        self.game_plies().min(plies_or_most(left))
    }

    /// The plies of a win in `moves` moves.
    fn plies_of(&self, moves: u16) -> u16 {
        let variant = self.position.variant();
        let is_first = self.position.turn() == self.attacker;
        let end = u16::from(variant.king_capture && variant.move_limit.is_some());
        (2 * moves).saturating_sub(u16::from(is_first)) + end
    }
}

fn plies_or_most(plies: Option<u32>) -> u16 {
    let most = u16::MAX - 1;
    plies.map_or(most, |plies| plies.min(u32::from(most)) as u16)
}

/// The limits of a prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProveLimits {
    /// The size of the table in megabytes.
    pub memory_mb: usize,
    /// Nodes for one question.
    pub max_nodes: u64,
    /// Only wins in at most this many moves.
    pub max_moves: Option<u16>,
}

impl Default for ProveLimits {
    fn default() -> ProveLimits {
        ProveLimits { memory_mb: 256, max_nodes: u64::MAX, max_moves: None }
    }
}

/// How far a proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProveProgress {
    /// Nodes searched.
    pub nodes: u64,
    /// Plies of the longest path.
    pub deepest_plies: u16,
    /// Used entries of the table in thousandths.
    pub fill_permille: u32,
    /// The moves in the position of the question; 0 while the search is bounded in length, as along
    /// an expected line.
    pub first_moves: u16,
    /// Decided first moves: refuted moves of the attacker, answered moves of the defender.
    pub decided_moves: u16,
    /// A lower bound on the positions left to prove for a win; 0 if `first_moves` is 0.
    pub least_proof: u32,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum ProveOutcome {
    /// The attacker wins, and here is how.
    Proven(ProofTree),
    /// The attacker cannot force a win, in any number of moves, or `within` so many.
    Disproven {
        /// The most moves of the wins that are ruled out; `None` rules out a win of any length.
        within: Option<u16>,
    },
    /// The question has no answer within the limits.
    Unknown(ProveGap),
}

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveGap {
    /// The stop flag was set.
    #[error("the search was stopped")]
    Stopped,
    /// [`ProveLimits::max_nodes`] was reached.
    #[error("the limit of nodes was reached")]
    Nodes,
    /// A win exists, but the tree may run into a limit of the rules.
    #[error("a win of {moves} moves is longer than the rules' limit on moves may allow")]
    RuleLimit {
        /// The moves of the attacker.
        moves: u16,
    },
    /// A line is longer than the prover follows, or the strategy needs more memory.
    #[error("some lines are longer than the prover follows, or the strategy needs more memory")]
    TooDeep,
    /// The system refused the memory for the table.
    #[error(transparent)]
    Memory(#[from] MemoryRefused),
}

/// A mate prover with its table.
pub struct MateProver {
    limits: ProveLimits,
    table: Result<ProofTable, MemoryRefused>,
}

impl MateProver {
    /// A prover with an empty table. If the system refuses its memory, every question has the answer
    /// [`ProveGap::Memory`].
    pub fn new(limits: ProveLimits) -> MateProver {
        MateProver { limits, table: ProofTable::new(limits.memory_mb) }
    }

    /// Answers a question.
    pub fn prove(
        &mut self,
        question: &ProveQuestion,
        stop: &StopFlag,
        report: &mut dyn FnMut(ProveProgress),
    ) -> ProveOutcome {
        let table = match &mut self.table {
            Ok(table) => table,
            Err(refused) => return ProveOutcome::Unknown((*refused).into()),
        };
        table.clear();
        let mut search = Dfpn::new(question, table, stop, report);
        search.max_nodes = self.limits.max_nodes;
        Proving { search, question, max_moves: self.limits.max_moves }.run()
    }

    /// The closed strategy by which the other side never loses, once a question has been answered
    /// by *disproven* without a bound. Only then the table holds what makes it fast.
    ///
    /// # Errors
    ///
    /// A [`ProveGap`] if the search ends before.
    pub fn hold(
        &mut self,
        question: &ProveQuestion,
        stop: &StopFlag,
        report: &mut dyn FnMut(ProveProgress),
    ) -> Result<ProofTree, ProveGap> {
        let table = self.table.as_mut().map_err(|refused| *refused)?;
        let mut search = Dfpn::new(question, table, stop, report);
        search.max_nodes = self.limits.max_nodes;
        let found = search.holding_answers(&question.position);
        let answers = found.ok_or_else(|| search.gap())?;
        let (position, side) = (question.position, !question.attacker);
        Ok(ProofTree { position, side, goal: ProofGoal::Hold, answers, is_shortest: false })
    }

    #[cfg(test)]
    pub(super) fn with_buckets(limits: ProveLimits, buckets: usize) -> MateProver {
        MateProver { limits, table: ProofTable::with_buckets(buckets) }
    }

    #[cfg(test)]
    pub(super) fn table_bytes(&self) -> usize {
        self.table.as_ref().map_or(0, ProofTable::bytes)
    }
}

/// One question at work.
struct Proving<'a> {
    search: Dfpn<'a>,
    question: &'a ProveQuestion,
    max_moves: Option<u16>,
}

impl Proving<'_> {
    fn run(&mut self) -> ProveOutcome {
        let asked = self.max_moves.map_or(u16::MAX, |moves| self.question.plies_of(moves));
        let last = asked.min(self.question.game_plies());
        let mut refuted = 0;
        if self.question.expected.is_some() {
            let all_nodes = self.search.max_nodes;
            self.search.max_nodes = all_nodes.min(SHALLOW_NODES);
            let short = self.short_win(last, &mut refuted);
            self.search.max_nodes = all_nodes;
            let is_decided = |outcome: &ProveOutcome| !matches!(outcome, ProveOutcome::Unknown(_));
            let found = short.filter(is_decided).or_else(|| self.along_the_line(last, refuted));
            if let Some(outcome) = found {
                return outcome;
            }
        }
        match self.short_win(last, &mut refuted) {
            Some(outcome) => outcome,
            None => self.without_bound(refuted),
        }
    }

    /// Looks for short wins, one move more at a time: they are then the shortest. `None` if there is
    /// none, and a longer one may exist; `refuted` then has its plies.
    fn short_win(&mut self, last: u16, refuted: &mut u16) -> Option<ProveOutcome> {
        for moves in 0.. {
            let plies = self.question.plies_of(moves).min(last);
            let numbers = self.search.decide(&self.question.position, Some(plies));
            if numbers.is_proven() {
                return Some(self.proven(plies, *refuted));
            }
            if !numbers.is_disproven() {
                return Some(self.unknown());
            }
            *refuted = plies.max(*refuted);
            if plies == last {
                return Some(self.disproven_within(last));
            }
            let is_shallow = moves < SHALLOW_MOVES && self.search.nodes < SHALLOW_NODES;
            if self.max_moves.is_none() && !is_shallow {
                break;
            }
        }
        None
    }

    /// Tries the expected win, with half of the nodes that are left. The end of its line comes first:
    /// the search of each position then finds those after it proven.
    fn along_the_line(&mut self, last: u16, refuted: u16) -> Option<ProveOutcome> {
        let question = self.question;
        let expected = question.expected.as_ref()?;
        let plies = question.plies_of(expected.moves).min(last);
        let all_nodes = self.search.max_nodes;
        self.search.max_nodes = self.search.nodes + all_nodes.saturating_sub(self.search.nodes) / 2;
        for (ply, position) in expected.positions.iter().enumerate().rev() {
            let Some(left) = plies.checked_sub(ply as u16) else { continue };
            let is_defence = position.turn() != question.attacker;
            if is_defence && !self.search.decide(position, Some(left)).is_proven() {
                break;
            }
        }
        let numbers = self.search.decide(&question.position, Some(plies));
        self.search.max_nodes = all_nodes;
        let outcome = numbers.is_proven().then(|| self.proven(plies, refuted))?;
        matches!(outcome, ProveOutcome::Proven(_)).then_some(outcome)
    }

    /// A disproof up to the last ply that was asked for or that the rules leave.
    fn disproven_within(&self, last: u16) -> ProveOutcome {
        let variant = self.question.position.variant();
        let ends_game = variant.ply_limit().is_some() && last == self.question.game_plies();
        let moves = moves_of(&self.question.position, self.question.attacker, last);
        ProveOutcome::Disproven { within: Some(moves).filter(|_| !ends_game) }
    }

    fn without_bound(&mut self, refuted: u16) -> ProveOutcome {
        let numbers = self.search.decide(&self.question.position, None);
        if numbers.is_disproven() && numbers.depends == INDEPENDENT {
            return ProveOutcome::Disproven { within: None };
        }
        if !numbers.is_proven() {
            return self.unknown();
        }
        if let outcome @ ProveOutcome::Proven(_) = self.proven(numbers.rank, refuted) {
            return outcome;
        }
        // Too long for the rules: only a win within their limit counts.
        let max_plies = self.question.sure_plies();
        let bounded = self.search.decide(&self.question.position, Some(max_plies));
        match bounded {
            _ if bounded.is_proven() => self.proven(max_plies, refuted),
            _ if !bounded.is_disproven() => self.unknown(),
            _ if self.question.position.variant().ply_limit().is_some() => {
                self.disproven_within(max_plies)
            }
            _ => {
                let position = &self.question.position;
                let moves = moves_of(position, self.question.attacker, numbers.rank);
                ProveOutcome::Unknown(ProveGap::RuleLimit { moves })
            }
        }
    }

    /// The tree of a win within `plies`, shortened while that is cheap; no win exists within
    /// `refuted` plies.
    fn proven(&mut self, plies: u16, refuted: u16) -> ProveOutcome {
        let position = &self.question.position;
        let Some((mut answers, mut plies)) = self.search.winning_answers(position, plies) else {
            return self.unknown();
        };
        let attacker = self.question.attacker;
        let first = self.search.nodes;
        let all_nodes = self.search.max_nodes;
        self.search.max_nodes = all_nodes.min(first.saturating_mul(2));
        let mut refuted = refuted;
        while moves_of(position, attacker, plies) > moves_of(position, attacker, refuted) + 1 {
            let shorter = self.question.plies_of(moves_of(position, attacker, plies) - 1);
            let numbers = self.search.decide(position, Some(shorter));
            if numbers.is_disproven() {
                refuted = shorter;
            }
            if !numbers.is_proven() {
                break;
            }
            let Some(found) = self.search.winning_answers(position, shorter) else { break };
            (answers, plies) = found;
        }
        self.search.max_nodes = all_nodes;
        if plies > self.question.sure_plies() {
            let moves = moves_of(position, attacker, plies);
            return ProveOutcome::Unknown(ProveGap::RuleLimit { moves });
        }
        let is_shortest =
            moves_of(position, attacker, plies) <= moves_of(position, attacker, refuted) + 1;
        let goal = ProofGoal::Win { plies };
        let tree = ProofTree { position: *position, side: attacker, goal, answers, is_shortest };
        ProveOutcome::Proven(tree)
    }

    fn unknown(&self) -> ProveOutcome {
        ProveOutcome::Unknown(self.search.gap())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn an_expected_line_is_proven_at_once() {
        let start = Position::start(Variant::by_id("silverman4x4").unwrap());
        let mut position = start;
        let line = ["a2b3", "b4b3", "c2b3", "c4b3", "b2a3", "b3c4", "b1a2"].map(|text| {
            let mv = position.parse_move(text).unwrap();
            position = position.play(mv);
            mv
        });
        let question = ProveQuestion::new(start, Color::White).with_line(&line, 4);
        let (mut table, stop) = (ProofTable::new(1).unwrap(), StopFlag::new());
        let mut report = |_: ProveProgress| {};
        let mut search = Dfpn::new(&question, &mut table, &stop, &mut report);
        // A node for each position of the line, and a few more.
        search.max_nodes = 40;
        let mut proving = Proving { search, question: &question, max_moves: None };
        let outcome = proving.along_the_line(u16::MAX, 0);
        let Some(ProveOutcome::Proven(tree)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(tree.moves(), 4);
        assert!(tree.answer(&start).is_some_and(|answer| answer.mv == line[0]));
    }
}
