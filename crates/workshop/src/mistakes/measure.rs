//! The measurement of one move: its loss, the distance of its refutation, and the cause.

use minnow_arena::RecordedMove;
use minnow_base::sync::StopFlag;
use minnow_engine::{
    Bound, Opponent, Root, Score, SearchInfo, SearchLimits, Searcher, exchange_gain, material_gain,
};
use minnow_rules::{Move, Position, Role, Stalemate, Variant};
use minnow_study::analysis::WinCurve;

/// The transposition table of the measuring engine, in MB.
const HASH_MB: usize = 16;
/// The least gain, in centipawns, of a capture that counts as free.
const FREE_GAIN: i32 = 100;

/// The limits of a measurement.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeasureLimits {
    /// The nodes of the first search of each position.
    pub nodes: u64,
    /// The nodes of the second search, after a large drop.
    pub again_nodes: u64,
    /// A drop above this, in points of winning chance (0 to 100), is large.
    pub large: f64,
}

/// A measured move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MeasuredMove {
    /// In points of winning chance, 0 to 100.
    pub loss: f64,
    /// For a large drop that the second search confirms.
    pub large: Option<LargeDrop>,
}

/// A large drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LargeDrop {
    /// The number of plies after the move from which on every search shows the drop: searches of the
    /// position before the move, one ply deeper, and of the one after it differ by as much. A
    /// shallower search that shows a drop by chance, and no longer when it looks deeper, has not seen
    /// the refutation. If the deepest searches that were compared do not show the drop, it is their
    /// depth.
    pub distance: u32,
    /// The oversight that hid the refutation, in words; empty if none did.
    pub oversight: String,
    /// The broken cap; empty if none is.
    pub broken: String,
}

/// Measures the moves of one level in one game.
pub(super) struct MoveMeter {
    searcher: Searcher,
    curve: WinCurve,
    limits: MeasureLimits,
    opponent: Opponent,
}

/// Two searches: before the move and after it.
struct BeforeAfter {
    best_move: Option<Move>,
    /// In points of winning chance of the mover.
    best: f64,
    played: f64,
    /// The iterations of the search before the move, and of that after it.
    before: Vec<SearchInfo>,
    after: Vec<SearchInfo>,
}

/// The result of a search, with its exact iterations.
struct OneSearch {
    score: Score,
    best: Option<Move>,
    iterations: Vec<SearchInfo>,
}

/// The iteration of this depth, or the last one below it.
fn iteration(iterations: &[SearchInfo], depth: u32) -> Option<&SearchInfo> {
    iterations.iter().rev().find(|info| info.depth <= depth)
}

impl BeforeAfter {
    fn loss(&self) -> f64 {
        (self.best - self.played).max(0.0)
    }
}

impl MoveMeter {
    /// A meter for the moves of this opponent.
    pub(super) fn new(
        variant: &'static Variant,
        opponent: Opponent,
        limits: MeasureLimits,
    ) -> MoveMeter {
        let searcher = Searcher::new(variant, HASH_MB);
        MoveMeter { searcher, curve: WinCurve::of(variant), limits, opponent }
    }

    /// Measures a move; `previous` is the opponent's move before it.
    pub(super) fn measure(
        &mut self,
        recorded: &RecordedMove,
        previous: Option<&RecordedMove>,
    ) -> MeasuredMove {
        let position = &recorded.root.position;
        if position.legal_moves().len() < 2 {
            return MeasuredMove { loss: 0.0, large: None };
        }
        let first = self.search_both(recorded, self.limits.nodes);
        if first.loss() <= self.limits.large {
            return MeasuredMove { loss: first.loss(), large: None };
        }
        let second = self.search_both(recorded, self.limits.again_nodes);
        let is_large = second.loss() > self.limits.large;
        let large = is_large.then(|| self.large_drop(recorded, previous, &second));
        MeasuredMove { loss: second.loss(), large }
    }

    fn search_both(&mut self, recorded: &RecordedMove, nodes: u64) -> BeforeAfter {
        let mut after = recorded.root.clone();
        after.play(recorded.mv);
        let first = self.search(&recorded.root, nodes);
        let (best_move, best) = (first.best, self.curve.percent(first.score));
        if best_move == Some(recorded.mv) {
            let (before, after) = (first.iterations, Vec::new());
            return BeforeAfter { best_move, best, played: best, before, after };
        }
        let second = self.search(&after, nodes);
        let (before, after) = (first.iterations, second.iterations);
        BeforeAfter { best_move, best, played: self.curve.percent(-second.score), before, after }
    }

    /// A search that knows nothing of the searches before it.
    fn search(&mut self, root: &Root, nodes: u64) -> OneSearch {
        self.searcher.new_game();
        let limits = SearchLimits::nodes(nodes);
        let mut iterations = Vec::new();
        let result = self.searcher.search(root, &limits, &StopFlag::new(), &mut |info| {
            if info.bound == Bound::Exact {
                iterations.push(info.clone());
            }
        });
        OneSearch { score: result.info.score, best: result.best, iterations }
    }

    fn large_drop(
        &self,
        recorded: &RecordedMove,
        previous: Option<&RecordedMove>,
        searched: &BeforeAfter,
    ) -> LargeDrop {
        let sees_drop = |info: &SearchInfo| {
            let best = iteration(&searched.before, info.depth + 1);
            best.is_some_and(|best| {
                let best = self.curve.percent(best.score);
                best - self.curve.percent(-info.score) > self.limits.large
            })
        };
        let seen = first_of_the_last_run(&searched.after, sees_drop).or(searched.after.last());
        let refutation = seen.map_or(&[][..], |info| &info.pv);
        let mut line = vec![recorded.mv];
        line.extend(refutation);
        let position = &recorded.root.position;
        let overlooked = self.opponent.overlooked(position, &line);
        LargeDrop {
            distance: seen.map_or(0, |info| info.depth),
            oversight: overlooked.map_or("", |overlooked| overlooked.kind.name()).to_owned(),
            broken: broken_cap(
                self.opponent.strength.level().number,
                recorded,
                previous,
                searched.best_move,
                refutation.first().copied(),
            )
            .unwrap_or_default()
            .to_owned(),
        }
    }
}

/// The first of the items at the end that all have the property; `None` if the last item does
/// not have it.
fn first_of_the_last_run<T>(items: &[T], has: impl Fn(&T) -> bool) -> Option<&T> {
    items.iter().rev().take_while(|item| has(item)).last()
}

/// The cap of the level that a move with a large drop breaks.
fn broken_cap(
    level: u8,
    recorded: &RecordedMove,
    previous: Option<&RecordedMove>,
    best_move: Option<Move>,
    reply: Option<Move>,
) -> Option<&'static str> {
    let (position, mv) = (&recorded.root.position, recorded.mv);
    let next = position.play(mv);
    let leaves_king = !position.safe_moves().is_empty() && !position.safe_moves().contains(mv);
    if level >= 3 && leaves_king && !position.takes_king(mv) {
        return Some("king left to be taken");
    }
    let gain = material_gain(position, mv);
    let loses_queen = reply.is_some_and(|reply| takes_queen(&next, reply, gain));
    if level >= 4 && loses_queen && can_keep_queen(position) {
        return Some("queen left to a capture");
    }
    if level < 5 {
        return None;
    }
    if can_mate(position) && !mates(position, mv) {
        return Some("mate in one missed");
    }
    let could_avoid = best_move.is_some_and(|best| !can_mate(&position.play(best)));
    if can_mate(&next) && could_avoid {
        return Some("mate in one allowed");
    }
    let taken_on = previous.filter(|previous| {
        previous.root.position.captured(previous.mv).is_some() && previous.mv.to() != mv.to()
    });
    let is_missed = |best: &Move| {
        taken_on.is_some_and(|previous| previous.mv.to() == best.to())
            // The cap on the queen comes before this one.
            && !leaves_queen(position, *best)
            && exchange_gain(position, *best) >= FREE_GAIN
            && exchange_gain(position, mv) < exchange_gain(position, *best)
    };
    best_move.filter(is_missed).map(|_| "free recapture missed")
}

/// True if a move keeps the queen and allows no mate.
fn can_keep_queen(position: &Position) -> bool {
    let keeps = |mv: Move| !leaves_queen(position, mv) && !can_mate(&position.play(mv));
    position.safe_moves().iter().any(keeps)
}

/// True if the opponent can take a queen after the move and gain more than the move did.
fn leaves_queen(position: &Position, mv: Move) -> bool {
    let (next, gain) = (position.play(mv), material_gain(position, mv));
    next.safe_captures().iter().any(|reply| takes_queen(&next, reply, gain))
}

/// True if a move takes a queen and gains more than this, in centipawns.
fn takes_queen(position: &Position, mv: Move, gain: i32) -> bool {
    position.captured(mv) == Some(Role::Queen) && exchange_gain(position, mv) > gain
}

/// True if the move captures the king or leaves the opponent without a move that saves it.
fn mates(position: &Position, mv: Move) -> bool {
    let next = position.play(mv);
    let stalemate_wins = position.variant().stalemate == Stalemate::Loss;
    let mates = next.safe_moves().is_empty() && (next.in_check() || stalemate_wins);
    position.takes_king(mv) || (mates && next.outcome(1).is_none_or(|end| end.winner.is_some()))
}

fn can_mate(position: &Position) -> bool {
    let safe = position.safe_moves();
    position
        .legal_moves()
        .iter()
        .any(|mv| position.takes_king(mv) || (safe.contains(mv) && mates(position, mv)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: MeasureLimits = MeasureLimits { nodes: 5_000, again_nodes: 20_000, large: 30.0 };

    fn recorded(fen: &str, text: &str) -> RecordedMove {
        let position = Position::from_fen(Variant::default_variant(), fen).unwrap();
        RecordedMove { root: Root::new(position), mv: position.parse_move(text).unwrap() }
    }

    fn measured(level: u8, fen: &str, text: &str) -> MeasuredMove {
        let recorded = recorded(fen, text);
        let opponent = Opponent::of_level(level, 1);
        MoveMeter::new(Variant::default_variant(), opponent, LIMITS).measure(&recorded, None)
    }

    #[test]
    fn the_best_move_loses_nothing() {
        let free_queen = "k4/1p3/1p1q1/4P/3R1/K4 w - - 0 1";
        let best = measured(5, free_queen, "e3d4");
        assert!(best.loss < 3.0 && best.large.is_none(), "{best:?}");
        assert!(measured(5, free_queen, "e3e4").loss > 30.0);
    }

    #[test]
    fn a_queen_left_to_a_capture_is_one_ply_away() {
        let queen = "k4/1p3/p4/1p2r/1P1Q1/K4 w - - 0 1";
        let drop = measured(4, queen, "d2d3").large.unwrap();
        assert_eq!((drop.distance, drop.broken.as_str()), (1, "queen left to a capture"));
        assert_eq!(measured(3, queen, "d2d3").large.unwrap().broken, "");
    }

    #[test]
    fn a_drop_that_vanishes_again_is_not_seen() {
        let run = |items| first_of_the_last_run(items, |item: &i32| *item > 0);
        assert_eq!(run(&[5, 0, 3, 4]), Some(&3));
        assert_eq!(run(&[5, 6]), Some(&5));
        assert_eq!(run(&[5, 0]), None);
        assert_eq!(run(&[]), None);
    }

    #[test]
    fn missed_and_allowed_mates_break_a_cap() {
        let cap = |level, fen, text: &str, best: &str| {
            let recorded = recorded(fen, text);
            let best = recorded.root.position.parse_move(best).ok();
            broken_cap(level, &recorded, None, best, None)
        };
        let mate = "k4/5/1K3/5/5/4R w - - 0 1";
        assert_eq!(cap(5, mate, "e1e2", "e1e6"), Some("mate in one missed"));
        assert_eq!(cap(5, mate, "e1e6", "e1e6"), None);
        assert_eq!(cap(4, mate, "e1e2", "e1e6"), None);
        let threatened = "5/k4/5/K4/5/4r b - - 0 1";
        assert_eq!(cap(5, threatened, "a5b5", "a5b5"), None);
    }

    /// The broken cap of an answer to a capture, where `best` would be the best answer.
    fn cap_of_answer(
        level: u8,
        before: &RecordedMove,
        answer: &str,
        best: &str,
    ) -> Option<&'static str> {
        let mut root = before.root.clone();
        root.play(before.mv);
        let best = root.position.parse_move(best).ok();
        let mv = root.position.parse_move(answer).unwrap();
        broken_cap(level, &RecordedMove { root, mv }, Some(before), best, None)
    }

    #[test]
    fn a_free_recapture_is_taken_back() {
        let before = recorded("k4/5/2b2/5/2R1P/K3R b - - 0 1", "c4e2");
        let cap = |level, answer| cap_of_answer(level, &before, answer, "c2e2");
        assert_eq!(cap(5, "a1a2"), Some("free recapture missed"));
        assert_eq!(cap(4, "a1a2"), None);
        assert_eq!(cap(5, "e1e2"), None, "another piece takes back");
    }

    #[test]
    fn a_recapture_that_leaves_the_queen_is_not_missed() {
        // The bishop of b3 shields the queen of b6 from the rook.
        let before = recorded("kq1r1/p1n1p/2pp1/1bP1N/2BPP/1R1QK w - - 0 9", "e3c4");
        assert_eq!(cap_of_answer(7, &before, "b6c6", "b3c4"), None);
    }

    #[test]
    fn a_queen_that_could_take_the_attacker_breaks_a_cap() {
        let skewered = recorded("k3r/5/5/5/4Q/4K w - - 0 1", "e1d1");
        assert!(can_keep_queen(&skewered.root.position));
        let reply = skewered.root.position.play(skewered.mv).parse_move("e6e2").ok();
        let cap = broken_cap(4, &skewered, None, None, reply);
        assert_eq!(cap, Some("queen left to a capture"));
    }
}
