//! Each kind of oversight is recognised, costs games, and depends on its seed.

use super::*;
use crate::{
    NoObserver, Root, SearchLimits, SearchResult,
    eval::Evaluator,
    level::Misjudgement,
    search::Histories,
    searcher::{SearchTools, run},
    table::TranspositionTable,
};
use minnow_base::sync::StopFlag;
use minnow_rules::Variant;

fn position(fen: &str) -> Position {
    Position::from_fen(Variant::default_variant(), fen).unwrap()
}

/// The kind's finding for the last move of a line from a position.
fn found(kind: Oversight, fen: &str, line: &str) -> Option<String> {
    let root = position(fen);
    let mut position = root;
    let mut found = None;
    for (text, ply) in line.split_whitespace().zip(0..) {
        let mv = position.parse_move(text).unwrap();
        let look = Look { root: &root, position: &position, mv, ply };
        found = (ROWS[kind as usize].finder)(&look).map(|square| square.to_string());
        position = position.play(mv);
    }
    found
}

#[track_caller]
fn assert_found(kind: Oversight, fen: &str, line: &str, square: &str) {
    assert_eq!(found(kind, fen, line).as_deref(), Some(square), "{fen}: {line}");
}

#[track_caller]
fn assert_not_found(kind: Oversight, fen: &str, line: &str) {
    assert_eq!(found(kind, fen, line), None, "{fen}: {line}");
}

#[test]
fn only_the_bishops_straight_step_is_its_step() {
    let fen = "k4/5/5/2B2/5/4K w - - 0 1";
    assert_found(Oversight::BishopStep, fen, "c3c4", "c3");
    assert_not_found(Oversight::BishopStep, fen, "c3d4");
    assert_not_found(Oversight::BishopStep, fen, "e1e2");
}

#[test]
fn a_guard_counts_as_pinned_only_off_its_line() {
    // The knight on c5 guards e4, but the bishop pins it to the king.
    let pinned = "1k3/2n1p/3B1/5/5/K3R b - - 0 1";
    assert_found(Oversight::PinnedGuard, pinned, "e5e4 e1e4", "c5");
    let free = "k4/2n1p/3B1/5/5/K3R b - - 0 1";
    assert_not_found(Oversight::PinnedGuard, free, "e5e4 e1e4");
    let at_root = "1k3/2n2/3Bp/5/5/K3R w - - 0 1";
    assert_not_found(Oversight::PinnedGuard, at_root, "e1e4");
}

#[test]
fn knights_fork_two_pieces_worth_more() {
    let rooks = "r3r/1k3/5/3N1/5/1K3 b - - 0 1";
    assert_found(Oversight::KnightFork, rooks, "b5a5 d3c5", "d3");
    assert_not_found(Oversight::KnightFork, rooks, "b5a5 d3b4");
    assert_not_found(Oversight::KnightFork, &rooks.replace(" b ", " w "), "d3c5");
    let king_and_bishop = "k3b/p4/5/3N1/5/1K3 b - - 0 1";
    assert_found(Oversight::KnightFork, king_and_bishop, "a5a4 d3c5", "d3");
}

#[test]
fn uncovered_sliders_own_the_discovered_attack() {
    let fen = "q3k/5/2N2/5/4B/1K3 b - - 0 1";
    // The bishop's diagonal from e2 to a6 is opened by the knight.
    assert_found(Oversight::DiscoveredAttack, fen, "e6e5 c4b2", "e2");
    assert_not_found(Oversight::DiscoveredAttack, &fen.replace(" b ", " w "), "c4b2");
}

#[test]
fn a_race_is_counted_from_the_root() {
    let fen = "k4/5/4P/5/5/K4 w - - 0 1";
    assert_found(Oversight::PawnRace, fen, "e4e5 a6b6 e5e6q", "e5");
    assert_not_found(Oversight::PawnRace, "k4/4P/5/5/5/K4 w - - 0 1", "e5e6q");
}

#[test]
fn quiet_threats_are_attacks_worth_making() {
    let fen = "k4/2p2/5/3R1/5/K4 b - - 0 1";
    assert_not_found(Oversight::QuietThreat, fen, "c5c4");
    assert_found(Oversight::QuietThreat, fen, "a6b6 a1b1 c5c4", "c5");
}

#[test]
fn captures_are_told_apart() {
    let far = "k4/5/5/5/5/RK2r w - - 0 1";
    assert_not_found(Oversight::LongCapture, far, "b1b2");
    let line = "k3r/5/5/5/5/K3R w - - 0 1";
    assert_found(Oversight::LongCapture, line, "e1e6", "e1");
    let back = "k4/4R/5/4r/5/K4 w - - 0 1";
    assert_found(Oversight::BackwardCapture, back, "e5e3", "e5");
    assert_not_found(Oversight::BackwardCapture, line, "e1e6");
    assert_not_found(Oversight::FreshCapture, line, "e1e6");
    let opened = "k4/4r/5/4n/5/K3R b - - 0 1";
    assert_found(Oversight::FreshCapture, opened, "e3c4 e1e5", "e1");
    let exchange = "k3r/5/5/4n/5/K3R w - - 0 1";
    assert_found(Oversight::Recapture, exchange, "e1e3 e6e3", "e6");
    assert_not_found(Oversight::Recapture, exchange, "e1e3");
}

/// The chances with which this kind alone is always overlooked.
fn only(kind: Oversight) -> Chances {
    let mut chances = [0; KINDS];
    chances[kind as usize] = 100;
    chances
}

/// The search of a position at full strength, or with a sight.
fn searched(
    root: &Position,
    depth: u32,
    moves: Vec<Move>,
    chances: Option<Chances>,
) -> SearchResult {
    let misjudgement = Misjudgement {
        notices_limit_late: chances.is_some_and(|chances| notices_limit_late(1, &chances)),
        ..Misjudgement::NONE
    };
    let sight = chances.map(|chances| Sight::new(root, 1, chances, Caps::of_level(1), 40));
    let tools = SearchTools {
        tt: &TranspositionTable::new(1),
        evaluator: &Evaluator::weighted(root.variant(), &misjudgement),
        sight: sight.as_ref(),
        tables: None,
        histories: &mut Histories::new(),
        helpers: &mut [],
    };
    let limits = SearchLimits { moves, ..SearchLimits::depth(depth) };
    run(tools, &Root::new(*root), &limits, &StopFlag::new(), NoObserver, &mut |_| {})
}

/// A position in which one kind of oversight makes a search to this depth choose a bad move.
struct Blunder {
    kind: Oversight,
    fen: &'static str,
    depth: u32,
}

const fn blunder(kind: Oversight, fen: &'static str, depth: u32) -> Blunder {
    Blunder { kind, fen, depth }
}

/// Found in random games, for every kind but the late limit.
const BLUNDERS: [Blunder; 11] = [
    blunder(Oversight::BishopStep, "kqb1r/pn2p/P4/2P2/2P1p/RNBQK w - - 1 8", 4),
    blunder(Oversight::PinnedGuard, "kq1n1/2bpr/p1pNp/1P1PP/P1P2/R1BQK b - - 2 6", 4),
    blunder(Oversight::KnightFork, "kb1r1/pn2p/4p/N4/Ppp2/RB1QK w - - 0 15", 4),
    blunder(Oversight::DiscoveredAttack, "k1qn1/ppp1r/N2pP/B2Q1/P1P1P/R3K w - - 1 8", 4),
    blunder(Oversight::PawnRace, "k1b1r/pqp2/1p1PP/PP2Q/n1P2/1B2K w - - 2 14", 4),
    blunder(Oversight::QuietThreat, "k1bq1/p4/4P/2P2/Q1RP1/1N1K1 b - - 2 24", 4),
    blunder(Oversight::LongCapture, "2b1r/2kpp/q4/NPpKP/4Q/5 b - - 1 21", 2),
    blunder(Oversight::BackwardCapture, "qk2r/2p2/2PPP/1bB1K/n4/RN1q1 b - - 2 19", 4),
    blunder(Oversight::FreshCapture, "1qb1r/k1p1p/2Pp1/p1NPB/PpP1P/R1Q1K w - - 0 9", 4),
    blunder(Oversight::Recapture, "1qb1r/k1p1p/2Pp1/p1NPB/PpP1P/R1Q1K w - - 0 9", 4),
    blunder(Oversight::StalemateDraws, "5/Q4/1P3/5/2k2/4K w - - 4 36", 3),
];

#[test]
fn each_kind_chooses_a_move_that_full_strength_sees_lose() {
    let losses = BLUNDERS.map(|Blunder { kind, fen, depth }| {
        let root = position(fen);
        let score = |moves| searched(&root, depth, moves, None).info.score.value();
        let chosen = searched(&root, depth, Vec::new(), Some(only(kind))).best;
        (kind, score(Vec::new()) - score(chosen.into_iter().collect()))
    });
    assert!(losses.iter().all(|(_, loss)| *loss >= 100), "{losses:?}");
}

#[test]
fn a_seed_decides_what_is_overlooked() {
    let mut half = only(Oversight::LongCapture);
    half[Oversight::LongCapture as usize] = 50;
    let far = position("k3r/5/5/5/5/K3R w - - 0 1");
    let overlooks = |seed, root: &Position, text: &str| {
        let sight = Sight::new(root, seed, half, Caps::of_level(1), 4);
        sight.overlooks(root, root.parse_move(text).unwrap(), 0)
    };
    let overlooked = (0..1000).filter(|seed| overlooks(*seed, &far, "e1e6")).count();
    assert!((430..570).contains(&overlooked), "{overlooked}");
    // A king has moved, and nothing has been captured: the oversight stays.
    for seed in 0..200 {
        let moved = position("1k2r/5/5/5/5/K3R w - - 4 3");
        assert_eq!(overlooks(seed, &far, "e1e6"), overlooks(seed, &moved, "e1e6"));
    }
}

#[test]
fn sides_in_check_see_all_their_moves() {
    let root = position("k3r/5/5/5/5/K3R w - - 0 1");
    let sight = Sight::new(&root, 1, [100; KINDS], Caps::of_level(1), 4);
    assert!(sight.overlooks(&root, root.parse_move("e1e6").unwrap(), 1));
    let checked = position("r3k/5/5/5/5/K3R w - - 0 1");
    assert!(checked.in_check());
    assert!(!sight.overlooks(&checked, checked.parse_move("e1e5").unwrap(), 1));
}

#[test]
fn the_limit_is_noticed_late() {
    // Twelve plies before the limit the evaluation of full strength has faded.
    let root = position("k4/5/5/2R2/5/4K w - - 0 35");
    let value = |chances: Option<Chances>| searched(&root, 1, Vec::new(), chances).info.score;
    assert!(value(Some(only(Oversight::LateLimit))) > value(None));
}
