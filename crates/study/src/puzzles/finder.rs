//! Finds puzzles: decides for a position whether it is one, and follows its line.
//!
//! At each step the best move and the best of the others are searched apart, each with a million
//! nodes, since a search of all moves knows little of those it refutes. The opponent answers with the
//! best defence. The line ends with the last step that has one good move, or with the game.

use super::{
    difficulty::difficulty_of,
    puzzle::{MAX_STEPS, Puzzle, PuzzleGoal, is_mated, mates},
};
use crate::analysis::WinCurve;
use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Root, Score, SearchInfo, SearchLimits, Searcher};
use minnow_prove::{MateProver, ProveLimits, ProveOutcome, ProveQuestion};
use minnow_rules::{Move, Position, Variant};

/// The least loss of every other move, in points of win %.
const LEAST_GAP: f64 = 30.0;
/// A tenth of the nodes tells a move that loses more than this from one that may be as good.
const CLEAR_GAP: f64 = 1.5 * LEAST_GAP;
/// The least win % of a puzzle that is won.
const LEAST_WIN: f64 = 80.0;
/// The win % of a puzzle in which the balance is kept.
const BALANCE: std::ops::RangeInclusive<f64> = 40.0..=65.0;
/// The transposition table of the searches, in MB.
const HASH_MB: usize = 32;
/// The memory of the prover, in MB.
const PROVER_MB: usize = 16;
/// A million nodes prove every mate in four; what they cannot prove is no mate puzzle.
const PROVER_NODES: u64 = 1_000_000;

/// The nodes of the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinderLimits {
    /// Nodes of the first look, by which most positions are passed over.
    pub look: u64,
    /// Nodes of each search that verifies a step.
    pub verify: u64,
}

impl Default for FinderLimits {
    fn default() -> FinderLimits {
        FinderLimits { look: 10_000, verify: 1_000_000 }
    }
}

/// Finds puzzles of one board.
pub struct PuzzleFinder {
    searcher: Searcher,
    prover: MateProver,
    curve: WinCurve,
    limits: FinderLimits,
}

/// The verified good move of a step.
struct Step {
    mv: Move,
    /// The mover's win % with it.
    percent: f64,
    is_mate: bool,
}

impl PuzzleFinder {
    /// A finder for a board.
    pub fn new(variant: &'static Variant, limits: FinderLimits) -> PuzzleFinder {
        PuzzleFinder {
            searcher: Searcher::new(variant, HASH_MB),
            prover: MateProver::new(ProveLimits {
                memory_mb: PROVER_MB,
                max_nodes: PROVER_NODES,
                max_moves: None,
            }),
            curve: WinCurve::of(variant),
            limits,
        }
    }

    /// The puzzle that begins in this position of a game, with its difficulty. `None` if it is none,
    /// or if `stop` became true.
    ///
    /// Positions with a king to be taken, with one safe move or none, and recaptures of what the
    /// opponent has just taken are none. The puzzle's counts of moves are those of a new game, so that
    /// the limits of the rules are out of its reach.
    pub fn find(&mut self, root: &Root, stop: &StopFlag) -> Option<Puzzle> {
        let start = as_new_game(&root.position)?;
        let moves = start.safe_moves();
        let over = start.outcome(1).is_some() || moves.iter().any(|mv| start.takes_king(mv));
        if over || moves.len() < 2 {
            return None;
        }
        let first = self.looks_like_one(&start, stop)?;
        if root.taken_on == Some(first.to()) {
            return None;
        }
        let mut puzzle = self.follow(start, stop)?;
        puzzle.difficulty = self.difficulty(&puzzle, stop)?;
        Some(puzzle)
    }

    /// The puzzle's [difficulty](Puzzle::difficulty) by today's levels. `None` if `stop` became true.
    pub fn difficulty(&mut self, puzzle: &Puzzle, stop: &StopFlag) -> Option<u8> {
        difficulty_of(puzzle, &mut self.searcher, stop)
    }

    /// The puzzles of a game, given the positions before its moves, at most `most`; those found so far
    /// if `stop` became true. Positions inside a puzzle's line begin no other.
    pub fn find_all(
        &mut self,
        mut roots: impl Iterator<Item = Root>,
        most: usize,
        stop: &StopFlag,
    ) -> Vec<Puzzle> {
        let mut puzzles = Vec::new();
        while puzzles.len() < most && !stop.is_set() {
            let Some(root) = roots.next() else { break };
            if let Some(puzzle) = self.find(&root, stop) {
                // The first position of the line is this one.
                roots.by_ref().take(puzzle.line.len() - 1).for_each(drop);
                puzzles.push(puzzle);
            }
        }
        puzzles
    }

    /// The best move of a short search, if the second falls far behind it.
    fn looks_like_one(&mut self, position: &Position, stop: &StopFlag) -> Option<Move> {
        let limits = SearchLimits { lines: 2, ..SearchLimits::nodes(self.limits.look) };
        let mut seen: [Option<(u32, Move, Score)>; 2] = [None; 2];
        let mut report = |info: &SearchInfo| {
            if info.bound == Bound::Exact
                && let (Some(slot), Some(mv)) = (seen.get_mut(info.multipv - 1), info.pv.first())
            {
                *slot = Some((info.depth, *mv, info.score));
            }
        };
        self.searcher.new_game();
        self.searcher.search(&Root::new(*position), &limits, stop, &mut report);
        let [Some((_, best, score)), Some((_, _, second))] = seen else { return None };
        let [win, other] = [score, second].map(|score| self.curve.percent(score));
        // Shallow scores err; the verification decides.
        (win - other >= 0.6 * LEAST_GAP && !stop.is_set()).then_some(best)
    }

    /// The line from the start as far as each step has one good move.
    fn follow(&mut self, start: Position, stop: &StopFlag) -> Option<Puzzle> {
        let first = self.step(&start, stop)?;
        let goal = if BALANCE.contains(&first.percent) {
            PuzzleGoal::Hold
        } else if first.percent >= LEAST_WIN {
            PuzzleGoal::Win
        } else {
            return None;
        };
        let (mut position, mut line) = (start, Vec::new());
        let mut next = Some(first);
        while let Some(step) = next.take() {
            line.push(step.mv);
            position = position.play(step.mv);
            let is_over = !position.has_safe_move() || position.outcome(1).is_some();
            if is_over || line.len() + 2 >= 2 * MAX_STEPS {
                break;
            }
            let Some(reply) = self.reply(&position, step.is_mate, stop) else { break };
            let after = position.play(reply);
            next = if after.outcome(1).is_some() { None } else { self.step(&after, stop) };
            next = next.filter(|next| fits(goal, next.percent));
            if next.is_some() {
                line.push(reply);
                position = after;
            }
        }
        if stop.is_set() {
            return None;
        }
        let goal = if is_mated(&position) { PuzzleGoal::Mate } else { goal };
        let puzzle = Puzzle { start, goal, difficulty: 1, line };
        (goal != PuzzleGoal::Mate || self.is_proven(&puzzle, stop)).then_some(puzzle)
    }

    /// The move of a step, if it is the only good one: a mate at once, or a move that every other
    /// falls behind by 30 points or more.
    fn step(&mut self, position: &Position, stop: &StopFlag) -> Option<Step> {
        let moves: Vec<Move> = position.safe_moves().iter().collect();
        if moves.iter().any(|mv| position.takes_king(*mv)) {
            return None;
        }
        if let Some(mate) = moves.iter().find(|mv| mates(position, **mv)) {
            return Some(Step { mv: *mate, percent: 100.0, is_mate: true });
        }
        let nodes = self.limits.verify;
        let (best, score) = self.search(position, &[], nodes, stop)?;
        let others: Vec<Move> = moves.into_iter().filter(|mv| *mv != best).collect();
        let percent = self.curve.percent(score);
        let second = if others.is_empty() {
            0.0
        } else {
            self.curve.percent(self.search(position, &others, nodes, stop)?.1)
        };
        let is_mate = score.is_decided() && score > Score::DRAW;
        (percent - second >= LEAST_GAP).then_some(Step { mv: best, percent, is_mate })
    }

    /// The best defence. Against a mate that the prover knows, one that lasts longest.
    fn reply(&mut self, position: &Position, is_mate: bool, stop: &StopFlag) -> Option<Move> {
        if is_mate {
            let question = ProveQuestion::new(*position, !position.turn());
            if let ProveOutcome::Proven(tree) = self.prover.prove(&question, stop, &mut |_| {}) {
                let safe = position.safe_moves();
                let steps = tree.steps(position);
                return steps.iter().map(|step| step.mv).find(|mv| safe.contains(*mv));
            }
        }
        self.search(position, &[], self.limits.verify, stop).map(|(mv, _)| mv)
    }

    /// True if another move solves the step after `played` moves of the line as surely as the line's: it
    /// mates at once; in a mate it mates in as many moves, by a proof; or it does not fall behind the
    /// line's move by 30 points, in searches of each alone, and stays within the goal.
    ///
    /// False also if `stop` became true.
    pub fn is_as_sure(
        &mut self,
        puzzle: &Puzzle,
        played: usize,
        mv: Move,
        stop: &StopFlag,
    ) -> bool {
        let here = puzzle.position_after(played);
        let Some(&solution) = puzzle.line.get(played) else { return false };
        if !here.safe_moves().contains(mv) {
            return false;
        }
        if mates(&here, mv) {
            return true;
        }
        let after = here.play(mv);
        if let Some(outcome) = after.outcome(1) {
            let is_draw = outcome.winner.is_none();
            return outcome.winner == Some(puzzle.solver())
                || (is_draw && puzzle.goal == PuzzleGoal::Hold);
        }
        if puzzle.goal == PuzzleGoal::Mate {
            let left = puzzle.proven_moves().saturating_sub(played / 2 + 1);
            return left > 0 && mates_within(&after, left, stop);
        }
        let quick = self.percents(&here, [solution, mv], self.limits.verify / 10, stop);
        if quick.is_none_or(|[best, own]| best - own >= CLEAR_GAP) {
            return false;
        }
        let verified = self.percents(&here, [solution, mv], self.limits.verify, stop);
        verified.is_some_and(|[best, own]| best - own < LEAST_GAP && fits(puzzle.goal, own))
    }

    /// The mover's win % with each of two moves.
    fn percents(
        &mut self,
        position: &Position,
        moves: [Move; 2],
        nodes: u64,
        stop: &StopFlag,
    ) -> Option<[f64; 2]> {
        let [one, other] = moves.map(|mv| self.search(position, &[mv], nodes, stop));
        let percent = |(_, score): (Move, Score)| self.curve.percent(score);
        Some([percent(one?), percent(other?)])
    }

    /// The best of these moves, or of all safe ones, and its score.
    fn search(
        &mut self,
        position: &Position,
        moves: &[Move],
        nodes: u64,
        stop: &StopFlag,
    ) -> Option<(Move, Score)> {
        let limits = SearchLimits { moves: moves.to_vec(), ..SearchLimits::nodes(nodes) };
        self.searcher.new_game();
        let result = self.searcher.search(&Root::new(*position), &limits, stop, &mut |_| {});
        let is_done = result.info.depth > 0 && !stop.is_set();
        result.best.filter(|_| is_done).map(|mv| (mv, result.info.score))
    }

    /// True if a mate in as many moves as the line has is proven.
    fn is_proven(&mut self, puzzle: &Puzzle, stop: &StopFlag) -> bool {
        let question = ProveQuestion::new(puzzle.start, puzzle.solver());
        match self.prover.prove(&question, stop, &mut |_| {}) {
            ProveOutcome::Proven(tree) => usize::from(tree.moves()) == puzzle.proven_moves(),
            ProveOutcome::Disproven { .. } | ProveOutcome::Unknown(_) => false,
        }
    }
}

/// True if the side that has just moved mates in at most so many further moves, by a proof.
fn mates_within(after: &Position, moves: usize, stop: &StopFlag) -> bool {
    let max_moves = u16::try_from(moves).ok();
    let limits = ProveLimits { memory_mb: PROVER_MB, max_nodes: PROVER_NODES, max_moves };
    let question = ProveQuestion::new(*after, !after.turn());
    match MateProver::new(limits).prove(&question, stop, &mut |_| {}) {
        ProveOutcome::Proven(tree) => usize::from(tree.moves()) <= moves,
        ProveOutcome::Disproven { .. } | ProveOutcome::Unknown(_) => false,
    }
}

/// True if a later step with this win % goes on with the goal.
fn fits(goal: PuzzleGoal, percent: f64) -> bool {
    match goal {
        PuzzleGoal::Hold => percent >= *BALANCE.start(),
        PuzzleGoal::Win | PuzzleGoal::Mate => percent >= LEAST_WIN,
    }
}

/// The position with the counts of a new game.
fn as_new_game(position: &Position) -> Option<Position> {
    let setup = position.setup();
    let setup = minnow_rules::Setup { halfmove_clock: 0, fullmove: 1, ..setup };
    Position::new(&setup, position.variant()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    fn find(id: &str, fen: &str) -> Option<Puzzle> {
        let variant = Variant::by_id(id).unwrap();
        let limits = FinderLimits { look: 3_000, verify: 30_000 };
        let position = Position::from_fen(variant, fen).unwrap();
        PuzzleFinder::new(variant, limits).find(&Root::new(position), &StopFlag::new())
    }

    #[test]
    fn a_mate_is_proven_and_ends_the_line() {
        // Only the mate on the last rank wins: Black has a queen and two pawns for the rook.
        let puzzle = find("gardner", "k4/pp3/q4/4R/4K w - - 30 40").unwrap();
        assert_eq!(puzzle.to_string(), "k4/pp3/q4/4R/4K w - - 0 1; mate; 1; e2e5");
        assert!(is_mated(&puzzle.end()));
        // In MiniChess, where the king must still be taken.
        let puzzle = find("minichess", "k4/pp3/q4/5/4R/4K w - - 0 1").unwrap();
        assert_eq!(puzzle.to_string(), "k4/pp3/q4/5/4R/4K w - - 0 1; mate; 1; e2e6");
    }

    #[test]
    fn a_mate_is_none_where_other_moves_win_as_well() {
        assert_eq!(find("silverman4x4", "k3/4/1K1R/4 w - - 0 1"), None);
    }

    #[test]
    fn quiet_starts_and_recaptures_are_none() {
        let variant = Variant::default_variant();
        assert_eq!(find("minichess", &Position::start(variant).fen()), None);
        // The queen can be taken, which is a puzzle unless she has just taken on that square.
        let fen = "k4/5/1p1q1/5/3R1/K4 w - - 0 1";
        let position = Position::from_fen(variant, fen).unwrap();
        let limits = FinderLimits { look: 3_000, verify: 30_000 };
        let mut finder = PuzzleFinder::new(variant, limits);
        let mut root = Root::new(position);
        let stop = StopFlag::new();
        let puzzle = finder.find(&root, &stop).unwrap();
        assert_eq!(puzzle.start.line_text(&puzzle.line[..1]), "d2d4");
        root.taken_on = Some(puzzle.line[0].to());
        assert_eq!(finder.find(&root, &stop), None);
    }

    #[test]
    fn a_stopped_search_finds_nothing() {
        let variant = Variant::default_variant();
        let position = Position::from_fen(variant, "k4/5/1p1q1/5/3R1/K4 w - - 0 1").unwrap();
        let mut finder = PuzzleFinder::new(variant, FinderLimits::default());
        assert_eq!(finder.find(&Root::new(position), &StopFlag::stopped()), None);
    }

    /// The moves that solve the first step of a puzzle of gardner as surely as the line's.
    fn as_sure(text: &str) -> Vec<String> {
        let variant = Variant::by_id("gardner").unwrap();
        let puzzle = Puzzle::parse(variant, text).unwrap();
        let limits = FinderLimits { look: 3_000, verify: 30_000 };
        let mut finder = PuzzleFinder::new(variant, limits);
        let mut sure = |mv: &Move| finder.is_as_sure(&puzzle, 0, *mv, &StopFlag::new());
        let moves: Vec<Move> = puzzle.start.legal_moves().iter().filter(|mv| sure(mv)).collect();
        moves.iter().map(|mv| puzzle.start.move_text(*mv)).collect()
    }

    #[test]
    fn another_mate_is_as_sure_if_it_is_as_short() {
        // Either rook cuts off a rank, and the other one mates on the last.
        let mut moves = as_sure("k4/5/3R1/4R/4K w - - 0 1; mate; 2; d3d4 a5b5 e2e5");
        moves.sort();
        assert_eq!(moves, ["d3d4", "e2e4"]);
        assert_eq!(as_sure("k4/pp3/q4/4R/4K w - - 0 1; mate; 1; e2e5"), ["e2e5"]);
    }

    #[test]
    fn another_win_is_as_sure_within_the_margin() {
        // The rook wins from most squares, but not where the king takes it.
        let moves = as_sure("k4/5/2K2/5/1R3 w - - 0 1; win; 2; b1b2");
        assert!(moves.iter().any(|mv| mv == "b1d1"), "{moves:?}");
        assert!(!moves.iter().any(|mv| mv == "b1b5"), "{moves:?}");
    }

    #[test]
    fn a_stopped_check_accepts_nothing() {
        let variant = Variant::by_id("gardner").unwrap();
        let text = "k4/5/2K2/5/1R3 w - - 0 1; win; 2; b1b2";
        let puzzle = Puzzle::parse(variant, text).unwrap();
        let mut finder = PuzzleFinder::new(variant, FinderLimits::default());
        let mv = puzzle.start.parse_move("b1d1").unwrap();
        assert!(!finder.is_as_sure(&puzzle, 0, mv, &StopFlag::stopped()));
    }
}
