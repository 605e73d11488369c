//! Reviews of short games whose results a reader can check.

use std::collections::HashSet;

use super::{value::evaluation_of, *};
use minnow_base::sync::StopFlag;
use minnow_engine::{Random, Root, Score, Searcher};
use minnow_game::{Game, Judgement, NodeId, RecordedEval};
use minnow_rules::{Color, Move, Position, Variant};

const LIMITS: ReviewLimits = ReviewLimits { depth: Some(6), nodes: None, movetime_ms: None };

fn game(variant: &str, fen: &str, moves: &str) -> Game {
    let position = Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap();
    let mut game = Game::from_position(position);
    for mv in crate::moves_of(&position, moves) {
        game.play(mv).unwrap();
    }
    game
}

fn review(game: &Game) -> Review {
    review_with(game, LIMITS).review()
}

/// A finished review with these limits for the first search of each position.
fn review_with(game: &Game, limits: ReviewLimits) -> Reviewer {
    let mut searcher = Searcher::new(game.variant(), 1);
    let mut reviewer = Reviewer::new(game, limits);
    while !reviewer.is_finished() {
        assert!(reviewer.step(&mut searcher, &StopFlag::new()));
    }
    reviewer
}

fn nodes_limit(nodes: u64) -> ReviewLimits {
    ReviewLimits { depth: None, nodes: Some(nodes), movetime_ms: None }
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
    assert!(error.verdict.is_confirmed);
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

/// A game of random moves.
fn random_game(seed: u64) -> Game {
    let variant = Variant::default_variant();
    let (mut game, mut random) = (Game::new(variant), Random(seed));
    while game.outcome().is_none() && game.continuation(NodeId::ROOT).count() < 24 {
        let moves: Vec<Move> = game.position().legal_moves().iter().collect();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    game
}

/// Confirmations change values in the middle of a game. Random games have marks at most moves, and
/// few nodes make the searches disagree.
#[test]
fn confirmed_reviews_are_consistent() {
    let (mut changed, mut confirmed) = (0, 0);
    for seed in 0..8 {
        let game = random_game(seed);
        let reviewer = review_with(&game, nodes_limit(150));
        let review = reviewer.review();
        for pair in review.findings.windows(2) {
            let evaluation = pair[0].verdict.evaluation;
            let turn = game.node(pair[0].node).unwrap().position().turn();
            assert_eq!(evaluation_of(pair[1].before, turn, depth_of(evaluation)), evaluation);
        }
        for finding in &review.findings {
            assert!(finding.after <= finding.before, "seed {seed}: {finding:?}");
            let verdict = &finding.verdict;
            assert!(!verdict.is_unconfirmed(), "seed {seed}: {finding:?}");
            confirmed += usize::from(verdict.is_confirmed);
            let played = game.node(finding.node).and_then(|node| node.played());
            if verdict.judgement.is_some_and(Judgement::is_error) {
                assert_ne!(played, Some(finding.best), "seed {seed}: {finding:?}");
                assert_eq!(verdict.better.first(), Some(&finding.best));
            }
        }
        let judgement = |node| review.findings.iter().find(|finding| finding.node == node);
        let is_changed = |compared: &&ComparedMove| {
            judgement(compared.node).and_then(|own| own.verdict.judgement) != Some(compared.first)
        };
        changed += reviewer.compared().iter().filter(is_changed).count();
        let nodes: HashSet<NodeId> = reviewer.compared().iter().map(|own| own.node).collect();
        assert_eq!(nodes.len(), reviewer.compared().len(), "each mark is compared once");
    }
    assert!(changed > 0 && confirmed > changed, "{changed} of {confirmed}");
}

/// Few nodes make short lines.
#[test]
fn better_lines_show_what_the_move_gains() {
    let mut errors = 0;
    for seed in 0..6 {
        let game = random_game(seed);
        let review = review_with(&game, nodes_limit(150)).review();
        let is_error = |own: &&MoveFinding| own.verdict.judgement.is_some_and(Judgement::is_error);
        for finding in review.findings.iter().filter(is_error) {
            errors += 1;
            let before = game.node(finding.node).and_then(|node| node.parent()).unwrap();
            let path = game.path(before);
            let key = |id: &NodeId| game.node(*id).unwrap().position().key();
            let mut root = Root::new(*game.node(before).unwrap().position());
            root.earlier = path[..path.len() - 1].iter().map(key).collect();
            finding.verdict.better.iter().for_each(|mv| root.play(*mv));
            let is_over = root.outcome().is_some();
            assert!(finding.verdict.better.len() >= 3 || is_over, "seed {seed}: {finding:?}");
        }
    }
    assert!(errors > 20, "{errors}");
}

fn depth_of(evaluation: RecordedEval) -> u32 {
    match evaluation {
        RecordedEval::Centipawns { depth_plies, .. } | RecordedEval::Mate { depth_plies, .. } => {
            depth_plies.into()
        }
    }
}

#[test]
fn reviews_by_nodes_can_be_repeated() {
    let game = random_game(3);
    let [one, other] = [0; 2].map(|_| review_with(&game, nodes_limit(200)));
    assert_eq!(one.review(), other.review());
    assert_eq!((one.nodes(), one.compared()), (other.nodes(), other.compared()));
}

#[test]
fn more_nodes_are_spent_only_on_marks() {
    let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
    let mated = game("minichess", fen, "c3b4 b6c6 b4c4 c6b6 c4d5 b6a6 d5c5 a6a5 c5a5");
    let reviewer = review_with(&mated, nodes_limit(5_000));
    assert!(reviewer.review().findings.iter().all(|own| own.verdict.judgement.is_none()));
    assert_eq!((reviewer.nodes().confirming, reviewer.compared()), (0, &[][..]));
    assert!((5_000..=50_000).contains(&reviewer.nodes().first), "{:?}", reviewer.nodes());

    let lost = queen_lost();
    let reviewer = review_with(&lost, nodes_limit(2_000));
    let (nodes, compared) = (reviewer.nodes(), reviewer.compared());
    let blunder = lost.continuation(NodeId::ROOT).next().unwrap();
    assert!(compared.contains(&ComparedMove { node: blunder, first: Judgement::Blunder }));
    assert!(compared.iter().all(|own| own.first.needs_confirmation()));
    let most = compared.len() as u64 * 2 * (10 + 30) * 2_000;
    assert!((10_000..=most).contains(&nodes.confirming), "{nodes:?}, {compared:?}");
}

#[test]
fn mates_are_exact_to_the_last_ply() {
    let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
    let mated = game("minichess", fen, "c3b4 b6c6 b4c4 c6b6 c4d5 b6a6 d5c5 a6a5 c5a5");
    // With a limit of six plies reductions hide the mates in three.
    let review = review_with(&mated, ReviewLimits { depth: Some(7), ..LIMITS }).review();
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
    assert!(sentence.starts_with("The only good move. The next best, "), "{sentence}");
    // A forced move is not praised.
    let (judgement, _) = first(&game("gardner", "4k/5/5/1q3/K4 w", "a1b2"));
    assert_eq!(judgement, None);
}

#[test]
fn stopped_steps_change_nothing_and_reviews_are_partial() {
    let mut game = queen_lost();
    let mut searcher = Searcher::new(game.variant(), 1);
    let mut reviewer = Reviewer::new(&game, LIMITS);
    let (running, stopped) = (StopFlag::new(), StopFlag::stopped());
    assert_eq!(reviewer.progress(), ReviewProgress { done: 0, total: 5, searches: 0 });
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
    let mut share = reviewer.progress().share();
    while !reviewer.is_finished() {
        let before = reviewer.progress();
        assert!(!reviewer.step(&mut searcher, &stopped));
        assert_eq!(reviewer.progress(), before, "a confirmation keeps its finished searches");
        assert!(reviewer.step(&mut searcher, &running));
        assert!(reviewer.progress().share() > share, "{before:?}");
        share = reviewer.progress().share();
    }
    assert!(reviewer.review().complete && share == 1.0);
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
        is_confirmed: true,
        better: vec![position.parse_move("d2d4").unwrap()],
    };
    let line = crate::moves_of(&position, "d2c3 d4c3 a1b1 a5b4");
    let attempt = exercise.attempt(&position, Score::centipawns(-800), &line);
    assert!(!attempt.is_accepted() && attempt.lost_points > 90.0);
    assert_eq!(attempt.fault, "Qxc3+ loses the queen for a knight to dxc3");
    assert!(exercise.attempt(&position, Score::won_at(5), &exercise.better).is_accepted());
}

/// The nodes of an answer's first search, enough to agree with its second.
const ATTEMPT_NODES: u64 = 2_000;

/// The nodes of the searches that judge an answer, and the judgement.
fn judge_answer(exercise: &MistakeExercise, answer: &str) -> (Vec<u64>, Attempt) {
    let position = *queen_lost().start();
    let answer = position.parse_move(answer).unwrap();
    let mut search = AttemptSearch::new(exercise, answer, nodes_limit(ATTEMPT_NODES));
    let mut searcher = Searcher::new(position.variant(), 1);
    let (mut nodes, never) = (Vec::new(), StopFlag::new());
    while let Some(limits) = search.next_limits() {
        assert_eq!((limits.moves.len(), limits.threads), (1, Some(1)));
        nodes.extend(limits.nodes);
        let result = searcher.search(&Root::new(position), &limits, &never, &mut |_| {});
        if let Some(attempt) = search.take(exercise, &position, result) {
            return (nodes, attempt);
        }
    }
    panic!("no judgement after {nodes:?}");
}

#[test]
fn answers_are_confirmed_by_longer_searches() {
    let mut game = queen_lost();
    review_with(&game, nodes_limit(ATTEMPT_NODES)).review().write_into(&mut game);
    let exercises = mistake_exercises(&game, Color::White);
    let [exercise] = exercises.as_slice() else { panic!("{exercises:?}") };
    let (nodes, refused) = judge_answer(exercise, "d2e2");
    assert!(!refused.is_accepted() && refused.fault.starts_with("Qe2 "), "{refused:?}");
    let both = [ATTEMPT_NODES, 10 * ATTEMPT_NODES];
    assert_eq!(nodes, both);
    let better = queen_lost().start().move_text(exercise.answer().unwrap());
    let (nodes, accepted) = judge_answer(exercise, &better);
    assert!(accepted.is_accepted() && nodes == both, "{nodes:?}, {accepted:?}");
    let old = MistakeExercise { is_confirmed: false, ..exercise.clone() };
    let (nodes, refused) = judge_answer(&old, "d2e2");
    assert!(!refused.is_accepted());
    let twice = [1, 1, 10, 10].map(|times| times * ATTEMPT_NODES);
    assert_eq!(nodes, twice, "the better move is searched, too");
}

#[test]
fn too_tight_limits_still_give_a_value() {
    let game = queen_lost();
    let lost = review_with(&game, nodes_limit(1)).review().findings[0].after;
    assert!(lost < Score::DRAW, "{lost}");
}
