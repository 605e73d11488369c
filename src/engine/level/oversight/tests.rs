//! Each kind of oversight is recognised, costs games, and depends on its seed.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::{
    engine::{
        Misjudgement, NoObserver, Root, SearchLimits, SearchResult,
        eval::Evaluator,
        search::Histories,
        searcher::{SearchTools, run},
        table::TranspositionTable,
    },
    rules::Variant,
};

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
        histories: &mut Histories::new(),
        helpers: &mut [],
    };
    let limits = SearchLimits { moves, ..SearchLimits::depth(depth) };
    run(tools, &Root::new(*root), &limits, &AtomicBool::new(false), NoObserver, &mut |_| {})
}

/// A move that an opponent with one kind of oversight judges wrongly.
struct Blunder {
    kind: Oversight,
    fen: &'static str,
    mv: &'static str,
    depth: u32,
}

const fn blunder(kind: Oversight, fen: &'static str, mv: &'static str, depth: u32) -> Blunder {
    Blunder { kind, fen, mv, depth }
}

const BLUNDERS: [Blunder; 11] = [
    // The bishop in the corner escapes the rook by its step.
    blunder(Oversight::BishopStep, "b3k/1p3/5/5/5/1R2K w - - 0 1", "b1a1", 5),
    // The bishop that guards the knight is pinned.
    blunder(Oversight::PinnedGuard, "r3k/5/3bP/N4/1B3/K4 w - - 0 1", "e4e5", 5),
    // A fork of king and rook on b3.
    blunder(Oversight::KnightFork, "4k/R4/3nP/5/5/2K2 w - - 0 1", "e4e5", 6),
    // The knight's check on a3 uncovers the attack on the queen.
    blunder(Oversight::DiscoveredAttack, "b3k/1n3/4P/5/4Q/1K3 w - - 0 1", "e4e5", 6),
    // The pawn promotes in two steps.
    blunder(Oversight::PawnRace, "4K/5/5/p4/5/2k2 w - - 0 1", "e6e5", 6),
    // The rook attacks the knight in the corner and guards its only flight.
    blunder(Oversight::QuietThreat, "2r1k/5/5/1P2K/5/N4 w - - 0 1", "e3e4", 6),
    blunder(Oversight::LongCapture, "k3r/5/5/5/5/K3N w - - 0 1", "a1b1", 1),
    blunder(Oversight::BackwardCapture, "k4/5/4N/5/K4/4r w - - 0 1", "a2b2", 1),
    blunder(Oversight::FreshCapture, "k3r/5/5/5/3N1/K4 w - - 0 1", "d2e4", 1),
    blunder(Oversight::Recapture, "k4/5/3p1/4n/5/K3R w - - 0 1", "e1e3", 1),
    // A stalemate that wins.
    blunder(Oversight::StalemateDraws, "k4/5/4Q/K4/5/5 w - - 0 1", "e4b4", 3),
];

#[test]
fn each_kind_misjudges_a_move_that_full_strength_sees() {
    let wrong: Vec<String> = BLUNDERS
        .into_iter()
        .filter_map(|Blunder { kind, fen, mv, depth }| {
            let root = position(fen);
            let moves = vec![root.parse_move(mv).unwrap()];
            let seen = searched(&root, depth, moves.clone(), None).info.score;
            let believed = searched(&root, depth, moves, Some(only(kind))).info.score;
            let errs = (believed.value() - seen.value()).abs() >= 100;
            (!errs).then(|| format!("{kind:?}: {believed} instead of {seen}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
