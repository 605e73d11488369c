//! Every search returns a move, is reproducible, and can be stopped.

use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Root, Score, SearchLimits};
use minnow_rules::{Position, Variant, builtin_variants};

use crate::{ask, ask_once, engine, position};

#[test]
fn a_stop_before_the_start_gives_a_move() {
    for variant in builtin_variants() {
        let start = Position::start(variant);
        let stopped = StopFlag::stopped();
        let limits = SearchLimits::default();
        let root = Root::new(start);
        let result = engine(&start).search(&root, &limits, &stopped, &mut |_| {});
        assert!(start.legal_moves().contains(result.best.unwrap()), "{}", variant.id);
        assert_eq!(result.info.pv, [result.best.unwrap()]);
        let hurried = ask_once(&start, &SearchLimits::nodes(1));
        assert!(start.legal_moves().contains(hurried.best.unwrap()), "{}", variant.id);
    }
}

#[test]
fn the_only_move_is_played_under_every_limit() {
    // Black's king can only capture the rook that attacks it.
    let position = position("gardner", "k4/R4/5/1R3/4K b - - 0 1");
    assert_eq!(position.legal_moves().len(), 1);
    for limits in [
        SearchLimits::depth(1),
        SearchLimits::depth(4),
        SearchLimits::nodes(1),
        SearchLimits::nodes(0),
    ] {
        let best = ask_once(&position, &limits).best.unwrap();
        assert_eq!(position.move_text(best), "a5a4");
    }
}

#[test]
fn a_mated_king_still_moves() {
    let position = position("minichess", "k4/5/1Q3/K4/5/5 b - - 0 1");
    assert!(position.safe_moves().is_empty() && !position.legal_moves().is_empty());
    let result = ask_once(&position, &SearchLimits::depth(4));
    assert!(position.legal_moves().contains(result.best.unwrap()));
    // Black is mated but must move: the reply captures the king.
    assert_eq!(result.info.score.mate_in(), Some(-1));
}

#[test]
fn node_limits_make_searches_reproducible() {
    for id in ["minichess", "gardner", "losalamos"] {
        let start = Position::start(Variant::by_id(id).unwrap());
        let mut searcher = engine(&start);
        let limits = SearchLimits::nodes(20_000);
        let mut answers = Vec::new();
        for _ in 0..2 {
            searcher.new_game();
            let result = ask(&mut searcher, &Root::new(start), &limits);
            assert!(result.info.nodes <= 20_000, "{}", result.info.nodes);
            answers.push((result.best, result.info.score, result.info.pv, result.info.nodes));
        }
        assert_eq!(answers[0], answers[1], "{id}");
    }
}

#[test]
fn a_new_game_searches_like_a_new_engine() {
    // `minnow bench` relies on this; its own positions take too long in a debug build.
    let variants = ["minichess", "gardner", "speed", "chessattack", "microchess", "diana"];
    let mut used = engine(&Position::start(Variant::default_variant()));
    for id in variants {
        let start = Position::start(Variant::by_id(id).unwrap());
        let fresh = ask_once(&start, &SearchLimits::depth(5)).info;
        used.new_game();
        let again = ask(&mut used, &Root::new(start), &SearchLimits::depth(5)).info;
        assert_eq!((fresh.nodes, fresh.score), (again.nodes, again.score), "{id}");
        assert!(fresh.nodes > 100, "{id}");
    }
}

#[test]
fn a_third_occurrence_is_a_draw() {
    let start = position("gardner", "k4/5/5/4R/K4 w - - 0 1");
    let mut root = Root::new(start);
    for text in ["e2e3", "a5b5", "e3e2", "b5a5", "e2e3", "a5b5", "e3e2"] {
        root.play(root.position.parse_move(text).unwrap());
    }
    // Black to move: b5a5 repeats the first position for the second time.
    let third = root.position.parse_move("b5a5").unwrap();
    let limits = SearchLimits { moves: vec![third], ..SearchLimits::depth(5) };
    assert_eq!(ask(&mut engine(&start), &root, &limits).info.score, Score::DRAW);
    let without_past = Root::new(root.position);
    let fresh = ask(&mut engine(&start), &without_past, &limits).info.score;
    assert!(fresh < Score::centipawns(-300), "{fresh}");
}

#[test]
fn depths_are_reported_up_to_the_limit() {
    let start = Position::start(Variant::default_variant());
    let mut depths = Vec::new();
    let running = StopFlag::new();
    let result =
        engine(&start).search(&Root::new(start), &SearchLimits::depth(6), &running, &mut |info| {
            // After a second bounds are reported as well.
            if info.bound == Bound::Exact {
                depths.push(info.depth);
            }
        });
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert_eq!(result.info.depth, 6);
    assert!(result.info.seldepth >= 6);
}
