//! Reviews of short games whose results a reader can check.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::engine::{Score, Searcher};
use crate::game::{Game, Judgement, NodeId, RecordedEval};
use crate::rules::{Color, Position, Variant};

const LIMITS: ReviewLimits = ReviewLimits { depth: Some(6), nodes: None, movetime_ms: None };

fn game(variant: &str, fen: &str, moves: &str) -> Game {
    let position = Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap();
    let mut game = Game::from_position(position);
    for text in moves.split_whitespace() {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
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

/// A game that loses a queen for a knight and continues for two plies.
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
fn losing_the_queen_is_a_blunder() {
    let (judgement, sentence) = first(&queen_lost());
    assert_eq!(judgement, Some(Judgement::Blunder));
    assert!(sentence.starts_with("Qxc3+ loses the queen for a knight to dxc3. 1. "), "{sentence}");
    let review = review(&queen_lost());
    let [error, reply, ..] = review.findings.as_slice() else { panic!("{review:?}") };
    assert_eq!(error.verdict.better.first(), Some(&error.best));
    assert!(reply.verdict.judgement.is_none(), "taking back is not praised");
}

#[test]
fn evaluations_of_consecutive_moves_agree() {
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
fn mates_are_exact_to_the_last_ply() {
    let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
    let mated = game("minichess", fen, "c3b4 b6c6 b4c4 c6b6 c4d5 b6a6 d5c5 a6a5 c5a5");
    let review = review(&mated);
    assert!(review.findings.iter().all(|finding| finding.verdict.judgement.is_none()));
    let mates = review.findings.iter().map(|finding| finding.verdict.evaluation);
    let mates: Vec<i32> = mates
        .map(|evaluation| match evaluation {
            RecordedEval::Mate { moves, .. } => moves,
            RecordedEval::Centipawns { cp, .. } => panic!("{cp}"),
        })
        .collect();
    // The seventh ply mates; the last two plies lead to the king's capture.
    assert_eq!(mates, [3, 3, 2, 2, 1, 1, 0, 1, 0]);
}

#[test]
fn stalemate_instead_of_mate_is_a_blunder() {
    let (judgement, sentence) = first(&game("gardner", "k4/5/1K3/5/2Q2 w", "c1c4"));
    assert_eq!(judgement, Some(Judgement::Blunder), "{sentence}");
    assert!(sentence.starts_with("Qc4 misses mate in 1. 1. "), "{sentence}");
    assert!(sentence.ends_with(" is mate."), "{sentence}");
    let (judgement, sentence) = first(&game("gardner", "k4/2P2/1K3/5/5 w", "c4c5q"));
    assert_eq!((judgement, sentence.as_str()), (None, ""), "that is mate");
}

#[test]
fn kings_left_en_prise_are_named() {
    let fen = "k4/5/5/5/r4/1K2R w - - 0 5";
    let (judgement, sentence) = first(&game("minichess", fen, "b1a1"));
    assert_eq!(judgement, Some(Judgement::Blunder));
    assert!(sentence.starts_with("Ka1 leaves the king en prise."), "{sentence}");
    let left = game("minichess", fen, "b1a1 a6b6");
    let sentence = &review(&left).findings[1].verdict.sentence;
    assert_eq!(sentence, "Kb6+ does not capture White's king. 5… Rxa1# wins at once.");
}

#[test]
fn only_moves_are_praised_unless_forced() {
    let (judgement, sentence) = first(&game("gardner", "4k/5/5/4r/K3R w", "e1e2"));
    assert_eq!(judgement, Some(Judgement::OnlyMove));
    assert!(sentence.starts_with("The only move: "), "{sentence}");
    // A forced move is not praised.
    let (judgement, _) = first(&game("gardner", "4k/5/5/1q3/K4 w", "a1b2"));
    assert_eq!(judgement, None);
}

#[test]
fn stopped_steps_change_nothing_and_reviews_are_partial() {
    let mut game = queen_lost();
    let mut searcher = Searcher::new(game.variant(), 1);
    let mut reviewer = Reviewer::new(&game, LIMITS);
    let (running, stopped) = (AtomicBool::new(false), AtomicBool::new(true));
    assert_eq!(reviewer.progress(), ReviewProgress { done: 0, total: 5 });
    assert_eq!(reviewer.position(), None);
    for done in 1..=3 {
        assert!(!reviewer.step(&mut searcher, &stopped));
        assert_eq!(reviewer.progress().done, done - 1);
        assert!(reviewer.step(&mut searcher, &running));
        assert_eq!(reviewer.progress().done, done);
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
fn a_game_without_moves_has_a_review() {
    let mut game = Game::new(Variant::default_variant());
    assert_eq!(summary(&game), None);
    let review = review(&game);
    assert!(review.complete && review.findings.is_empty());
    review.write_into(&mut game);
    let summary = summary(&game).unwrap();
    assert!(!summary.is_partial && summary.sides.iter().all(|side| side.accuracy.is_none()));
}

#[test]
fn written_verdicts_are_counted_retried_and_removed() {
    let mut game = game("gardner", "k4/3p1/2n2/3Q1/K4 w", "d2c3 d4c3");
    review(&game).write_into(&mut game);
    let summary = summary(&game).unwrap();
    assert!(!summary.is_partial);
    assert_eq!(summary.sides[0].count(Judgement::Blunder), 1);
    assert!(summary.sides[0].accuracy < summary.sides[1].accuracy);
    let exercises = mistake_exercises(&game, Color::White);
    let [exercise] = exercises.as_slice() else { panic!("{exercises:?}") };
    assert_eq!(exercise.before, NodeId::ROOT);
    assert!(exercise.answer().is_some_and(|answer| Some(answer.from()) == exercise.piece_square()));
    assert!(mistake_exercises(&game, Color::Black).is_empty());
    assert!(game.remove_review());
    assert!(mistake_exercises(&game, Color::White).is_empty());
}

#[test]
fn answers_that_lose_little_are_accepted() {
    let accepted = |lost_points| Attempt { lost_points, fault: String::new() }.is_accepted();
    assert!(accepted(3.4) && accepted(-10.0) && !accepted(3.5));
    let position = *queen_lost().start();
    let exercise = MistakeExercise {
        before: NodeId::ROOT,
        played: NodeId::ROOT,
        win_before: 99.0,
        win_after: 10.0,
        better: vec![position.parse_move("d2d4").unwrap()],
    };
    let line = ["d2c3", "d4c3", "a1b1", "a5b4"].iter().scan(position, |at, text| {
        let mv = at.parse_move(text).ok()?;
        *at = at.play(mv);
        Some(mv)
    });
    let attempt = exercise.attempt(&position, Score::centipawns(-600), &line.collect::<Vec<_>>());
    assert!(!attempt.is_accepted() && attempt.lost_points > 90.0);
    assert_eq!(attempt.fault, "Qxc3+ loses the queen for a knight to dxc3");
    assert!(exercise.attempt(&position, Score::won_at(5), &exercise.better).is_accepted());
    let limits = attempt_limits(exercise.better[0], LIMITS);
    assert_eq!((limits.depth, limits.nodes, limits.threads), (LIMITS.depth, None, Some(1)));
}

#[test]
fn too_tight_limits_still_give_a_value() {
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
