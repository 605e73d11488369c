//! The puzzles that come with the program, checked by other means than those that made them.

use std::collections::HashSet;

use proptest::prelude::*;

use minnow_base::sync::StopFlag;
use minnow_prove::{MateProver, ProveLimits, ProveOutcome, ProveQuestion};
use minnow_rules::{Move, Position, Variant, builtin_variants};
use minnow_study::puzzles::{
    FinderLimits, Puzzle, PuzzleFinder, PuzzleGoal, Theme, is_mated, shipped,
};

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

#[test]
fn another_mate_is_as_sure_if_as_short() {
    let limits = FinderLimits { look: 500, verify: 5_000 };
    let mut checked = 0;
    for (variant, puzzle) in all().filter(|(_, puzzle)| puzzle.goal == PuzzleGoal::Mate) {
        let steps = puzzle.steps();
        // Proofs count the capture of the king as a move, and the loss of a side without moves as none.
        let is_counted = puzzle.proven_moves() == steps + usize::from(variant.king_capture);
        if steps > 2 || !is_counted {
            continue;
        }
        let mut finder = PuzzleFinder::new(variant, limits);
        for played in (0..puzzle.line.len()).step_by(2) {
            let (here, more) = (puzzle.position_after(played), steps - played / 2 - 1);
            for mv in here.safe_moves() {
                let next = here.play(mv);
                let is_as_short = is_mated(&next) || more > 0 && every_defence_fails(&next, more);
                let is_as_sure = finder.is_as_sure(puzzle, played, mv, &StopFlag::new());
                let agree = is_as_sure == is_as_short || variant.king_capture && is_as_sure;
                assert!(agree, "{puzzle}: {} after {played}", here.move_text(mv));
                checked += 1;
            }
        }
    }
    assert!(checked > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A move that is accepted in place of the line's does not leave the king and does not lose at once.
    #[test]
    fn an_accepted_move_is_no_blunder(number in any::<prop::sample::Index>(), seed in any::<prop::sample::Index>()) {
        let puzzles: Vec<(&'static Variant, &'static Puzzle)> = all().collect();
        let (variant, puzzle) = puzzles[number.index(puzzles.len())];
        let moves: Vec<Move> = puzzle.start.legal_moves().iter().collect();
        let mv = moves[seed.index(moves.len())];
        let mut finder = PuzzleFinder::new(variant, FinderLimits { look: 500, verify: 10_000 });
        if finder.is_as_sure(puzzle, 0, mv, &StopFlag::new()) {
            prop_assert!(puzzle.start.safe_moves().contains(mv), "{}", puzzle);
            let next = puzzle.start.play(mv);
            let is_lost = next.outcome(1).is_none() && mates_within(&next, 1);
            prop_assert!(!is_lost, "{}: {}", puzzle, puzzle.start.move_text(mv));
        }
    }
}
