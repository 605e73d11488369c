//! The puzzles that come with the program, checked by other means than those that made them.

use std::collections::HashSet;

use minnow_base::sync::StopFlag;
use minnow_prove::{MateProver, ProveLimits, ProveOutcome, ProveQuestion};
use minnow_rules::{Move, Position, Variant, builtin_variants};
use minnow_study::puzzles::{Puzzle, PuzzleGoal, Theme, is_mated, shipped};

fn all() -> impl Iterator<Item = (&'static Variant, &'static Puzzle)> {
    builtin_variants().iter().flat_map(|variant| shipped(variant).iter().map(move |p| (variant, p)))
}

#[test]
fn lines_are_legal_and_begin_without_a_king_to_take() {
    for (variant, puzzle) in all() {
        assert_eq!(puzzle.start.variant(), variant);
        assert_eq!((puzzle.start.fullmove(), puzzle.start.halfmove_clock()), (1, 0), "{puzzle}");
        let moves = puzzle.start.safe_moves();
        assert!(moves.len() > 1, "{puzzle}");
        for (position, mv) in puzzle.walk() {
            assert!(position.safe_moves().contains(mv), "{puzzle}");
            let takes_king = position.legal_moves().iter().any(|mv| position.takes_king(mv));
            assert!(!takes_king && position.outcome(1).is_none(), "{puzzle}");
        }
        assert_eq!(Puzzle::parse(variant, &puzzle.to_string()).as_ref(), Ok(puzzle));
    }
}

#[test]
fn each_position_comes_once() {
    for variant in builtin_variants() {
        let ids: HashSet<String> = shipped(variant).iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), shipped(variant).len(), "{}", variant.id);
    }
}

/// True if the side to move mates within this many moves against every defence, by trying all moves:
/// neither the engine nor the prover.
fn mates_within(position: &Position, moves: usize) -> bool {
    position.safe_moves().iter().any(|mv| {
        let next = position.play(mv);
        is_mated(&next) || moves > 1 && every_defence_fails(&next, moves - 1)
    })
}

fn every_defence_fails(position: &Position, moves: usize) -> bool {
    position.outcome(1).is_none()
        && position.has_safe_move()
        && position.safe_moves().iter().all(|reply| {
            let next = position.play(reply);
            next.outcome(1).is_none() && mates_within(&next, moves)
        })
}

#[test]
fn short_mates_are_the_shortest_by_trying_all_moves() {
    let mut checked = 0;
    for (_, puzzle) in all().filter(|(_, puzzle)| puzzle.goal == PuzzleGoal::Mate) {
        let moves = puzzle.steps();
        if moves > 2 {
            continue;
        }
        checked += 1;
        assert!(mates_within(&puzzle.start, moves), "{puzzle}");
        assert!(moves == 1 || !mates_within(&puzzle.start, moves - 1), "{puzzle}");
        // Before the last step no other move mates in as many.
        if moves == 2 {
            let moves = puzzle.start.safe_moves();
            let others = moves.iter().filter(|mv| *mv != puzzle.line[0]);
            let also = |mv: Move| {
                let next = puzzle.start.play(mv);
                next.outcome(1).is_none() && every_defence_fails(&next, 1)
            };
            assert!(!others.into_iter().any(also), "{puzzle}");
        }
    }
    assert!(checked > 0);
}

#[test]
fn longer_mates_are_proven() {
    let limits = ProveLimits { memory_mb: 16, max_nodes: 1_000_000, max_moves: None };
    for (_, puzzle) in all().filter(|(_, puzzle)| puzzle.goal == PuzzleGoal::Mate) {
        if puzzle.steps() <= 2 {
            continue;
        }
        let question = ProveQuestion::new(puzzle.start, puzzle.solver());
        let outcome = MateProver::new(limits).prove(&question, &StopFlag::new(), &mut |_| {});
        let ProveOutcome::Proven(tree) = outcome else { panic!("{puzzle}: {outcome:?}") };
        assert_eq!(usize::from(tree.moves()), puzzle.proven_moves(), "{puzzle}");
    }
}

#[test]
fn themes_agree_with_the_end_of_the_line() {
    for (_, puzzle) in all() {
        let themes = puzzle.themes();
        let mate = Theme::MateIn(puzzle.steps() as u8);
        assert_eq!(themes.contains(&mate), is_mated(&puzzle.end()), "{puzzle}");
        assert_eq!(themes.contains(&Theme::Defence), puzzle.goal == PuzzleGoal::Hold, "{puzzle}");
        let own: Vec<(Position, Move)> = puzzle.walk().step_by(2).collect();
        let promotes = own.iter().any(|(_, mv)| mv.promotion().is_some());
        assert_eq!(themes.contains(&Theme::Promotion), promotes, "{puzzle}");
        if themes.contains(&Theme::KingHunt) {
            let checks = own.iter().filter(|(position, mv)| position.play(*mv).in_check());
            let checks = checks.count();
            assert!(checks >= 3, "{puzzle}");
        }
    }
}
