//! The review as a whole, on games that a reader can check.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::engine::{Score, Searcher};
use crate::game::{Evaluation, Game, Judgement, NodeId};
use crate::rules::{Color, Position, Variant};

const LIMITS: ReviewLimits = ReviewLimits { depth: Some(6), nodes: None, movetime_ms: None };

fn game(variant: &str, fen: &str, moves: &str) -> Game {
    let position = Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap();
    let mut game = Game::from_position(position);
    for text in moves.split_whitespace() {
        let played = game.position().parse_move(text).unwrap();
        game.play(played).unwrap();
    }
    game
}

fn review(game: &Game) -> Review {
    let mut searcher = Searcher::new(game.variant(), 1);
    let mut reviewer = Reviewer::new(game, LIMITS);
    while !reviewer.is_finished() {
        assert!(reviewer.step(&mut searcher, &AtomicBool::new(false)));
    }
    reviewer.review()
}

/// A queen given for a knight, in a game that goes on for two more plies.
fn queen_lost() -> Game {
    game("gardner", "k4/3p1/2n2/3Q1/K4 w", "d2c3 d4c3 a1b1 a5b4")
}

/// The judgement and sentence of a game's first move.
fn first(game: &Game) -> (Option<Judgement>, String) {
    let review = review(game);
    let verdict = &review.findings[0].verdict;
    (verdict.judgement, verdict.sentence.clone())
}

#[test]
fn a_lost_queen_is_a_blunder_with_the_line_that_shows_it() {
    let (judgement, sentence) = first(&queen_lost());
    assert_eq!(judgement, Some(Judgement::Blunder));
    assert!(sentence.starts_with("Qxc3+ loses the queen for a knight to dxc3. 1. "), "{sentence}");
    let review = review(&queen_lost());
    let [error, reply, ..] = review.findings.as_slice() else { panic!("{review:?}") };
    assert_eq!(error.verdict.better.first(), Some(&error.best));
    assert!(reply.verdict.judgement.is_none(), "taking back is not praised");
}

#[test]
fn evaluations_agree_from_move_to_move() {
    let moves = "c2c3 a5a4 b2b3 d5d4 d1c2 a6a5 b1a3 b6a6 b3a4 b5a4";
    let game = game("minichess", &Variant::default_variant().start_fen, moves);
    let review = review(&game);
    assert_eq!(review.findings.len(), 10);
    for pair in review.findings.windows(2) {
        assert_eq!(pair[1].before, -pair[0].after, "two values of one position");
    }
    for finding in &review.findings {
        assert!(finding.after <= finding.before, "a move improves the evaluation: {finding:?}");
        let was_best = game.node(finding.node).and_then(|node| node.played()) == Some(finding.best);
        assert_eq!(was_best, finding.after == finding.before, "{finding:?}");
    }
}

#[test]
fn solved_ends_are_exact_and_their_errors_named() {
    let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
    let mated = game("minichess", fen, "c3b4 b6c6 b4c4 c6b6 c4d5 b6a6 d5c5 a6a5 c5a5");
    let review = review(&mated);
    assert!(review.findings.iter().all(|finding| finding.verdict.judgement.is_none()));
    let mates = review.findings.iter().map(|finding| finding.verdict.evaluation);
    let mates: Vec<i32> = mates
        .map(|evaluation| match evaluation {
            Evaluation::Mate { moves, .. } => moves,
            Evaluation::Centipawns { cp, .. } => panic!("{cp}"),
        })
        .collect();
    // The mate stands after the seventh ply; what follows is the king's capture.
    assert_eq!(mates, [3, 3, 2, 2, 1, 1, 0, 1, 0]);
}

#[test]
fn a_stalemate_throws_a_win_away() {
    let (judgement, sentence) = first(&game("gardner", "k4/5/1K3/5/2Q2 w", "c1c4"));
    assert_eq!(judgement, Some(Judgement::Blunder), "{sentence}");
    assert!(sentence.starts_with("Qc4 misses mate in 1. 1. "), "{sentence}");
    assert!(sentence.ends_with(" is mate."), "{sentence}");
    let (judgement, sentence) = first(&game("gardner", "k4/2P2/1K3/5/5 w", "c4c5q"));
    assert_eq!((judgement, sentence.as_str()), (None, ""), "that is mate");
}

#[test]
fn kings_left_to_be_taken_are_named() {
    let fen = "k4/5/5/5/r4/1K2R w - - 0 5";
    let (judgement, sentence) = first(&game("minichess", fen, "b1a1"));
    assert_eq!(judgement, Some(Judgement::Blunder));
    assert!(sentence.starts_with("Ka1 leaves the king to be taken."), "{sentence}");
    let left = game("minichess", fen, "b1a1 a6b6");
    let sentence = &review(&left).findings[1].verdict.sentence;
    assert_eq!(sentence, "Kb6+ leaves White's king on the board. 5… Rxa1# wins at once.");
}

#[test]
fn the_only_move_gets_its_due_and_a_forced_one_does_not() {
    let (judgement, sentence) = first(&game("gardner", "4k/5/5/4r/K3R w", "e1e2"));
    assert_eq!(judgement, Some(Judgement::OnlyMove));
    assert!(sentence.starts_with("The only move: "), "{sentence}");
    // One legal move is no merit.
    let (judgement, _) = first(&game("gardner", "4k/5/5/1q3/K4 w", "a1b2"));
    assert_eq!(judgement, None);
}

#[test]
fn a_stopped_step_changes_nothing_and_a_part_is_marked_as_one() {
    let mut game = queen_lost();
    let mut searcher = Searcher::new(game.variant(), 1);
    let mut reviewer = Reviewer::new(&game, LIMITS);
    let (running, stopped) = (AtomicBool::new(false), AtomicBool::new(true));
    assert_eq!((reviewer.progress(), reviewer.position()), ((0, 5), None));
    for done in 1..=3 {
        assert!(!reviewer.step(&mut searcher, &stopped));
        assert_eq!(reviewer.progress().0, done - 1);
        assert!(reviewer.step(&mut searcher, &running));
        assert_eq!(reviewer.progress().0, done);
    }
    let part = reviewer.review();
    assert!(!part.complete && part.findings.len() == 2);
    part.write_into(&mut game);
    let summary = summary(&game).unwrap();
    assert!(summary.is_partial);
    assert!(summary.sides.iter().all(|side| side.accuracy.is_some()));
    reviewer.step(&mut searcher, &running);
    reviewer.step(&mut searcher, &running);
    assert!(reviewer.review().complete && reviewer.is_finished());
}

#[test]
fn a_game_without_moves_is_reviewed_as_far_as_it_goes() {
    let mut game = Game::new(Variant::default_variant());
    assert_eq!(summary(&game), None);
    let review = review(&game);
    assert!(review.complete && review.findings.is_empty());
    review.write_into(&mut game);
    let summary = summary(&game).unwrap();
    assert!(!summary.is_partial && summary.sides.iter().all(|side| side.accuracy.is_none()));
}

#[test]
fn what_a_review_wrote_is_counted_taught_and_removed() {
    let mut game = game("gardner", "k4/3p1/2n2/3Q1/K4 w", "d2c3 d4c3");
    review(&game).write_into(&mut game);
    let summary = summary(&game).unwrap();
    assert!(!summary.is_partial);
    assert_eq!(summary.sides[0].count(Judgement::Blunder), 1);
    assert!(summary.sides[0].accuracy < summary.sides[1].accuracy);
    let lessons = lessons(&game, Color::White);
    let [lesson] = lessons.as_slice() else { panic!("{lessons:?}") };
    assert_eq!(lesson.before, NodeId::ROOT);
    assert!(lesson.answer().is_some_and(|answer| Some(answer.from()) == lesson.piece()));
    assert!(super::lessons(&game, Color::Black).is_empty());
    assert!(game.remove_review());
    assert!(super::lessons(&game, Color::White).is_empty());
}

#[test]
fn an_answer_counts_if_it_loses_little() {
    let accepted = |lost_points| Attempt { lost_points, fault: String::new() }.is_accepted();
    assert!(accepted(3.4) && accepted(-10.0) && !accepted(3.5));
    let position = *queen_lost().start();
    let lesson = Lesson {
        before: NodeId::ROOT,
        played: NodeId::ROOT,
        win_before: 99.0,
        win_after: 10.0,
        better: vec![position.parse_move("d2d4").unwrap()],
    };
    let line = ["d2c3", "d4c3", "a1b1", "a5b4"].iter().scan(position, |at, text| {
        let played = at.parse_move(text).ok()?;
        *at = at.play(played);
        Some(played)
    });
    let attempt = lesson.attempt(&position, Score::centipawns(-600), &line.collect::<Vec<_>>());
    assert!(!attempt.is_accepted() && attempt.lost_points > 90.0);
    assert_eq!(attempt.fault, "Qxc3+ loses the queen for a knight to dxc3");
    assert!(lesson.attempt(&position, Score::won_at(5), &lesson.better).is_accepted());
    let limits = attempt_limits(lesson.better[0], LIMITS);
    assert_eq!((limits.depth, limits.nodes, limits.threads), (LIMITS.depth, None, Some(1)));
}

#[test]
fn limits_too_tight_for_any_iteration_still_give_a_value() {
    let game = queen_lost();
    let limits = ReviewLimits { depth: None, nodes: Some(1), movetime_ms: None };
    let mut searcher = Searcher::new(game.variant(), 1);
    let mut reviewer = Reviewer::new(&game, limits);
    while !reviewer.is_finished() {
        reviewer.step(&mut searcher, &AtomicBool::new(false));
    }
    let lost = reviewer.review().findings[0].after;
    assert!(lost < Score::DRAW, "{lost}");
}
