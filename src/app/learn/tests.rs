//! The walk through one side's errors, without a window or an engine.

use super::*;
use crate::app::session::for_tests::session;
use minnow_game::{Computer, Judgement, MoveVerdict, Player, RecordedEval};
use minnow_rules::{Position, Variant};

/// Two errors of White's and one of Black's; the figures are invented.
pub fn reviewed() -> Game {
    reviewed_from("k4/3p1/2n2/3Q1/K4 w - - 0 1")
}

/// The same moves and errors from a position with other men besides.
pub fn reviewed_from(fen: &str) -> Game {
    let position = Position::from_fen(Variant::by_id("gardner").unwrap(), fen).unwrap();
    let mut game = Game::from_position(position);
    let judge = |game: &mut Game, id, cp, judgement, better: &str| {
        let before = game.node(id).unwrap().parent().map(|id| *game.node(id).unwrap().position());
        let better = better.split_whitespace();
        let better = better.map(|text| before.unwrap().parse_move(text).unwrap()).collect();
        let evaluation = RecordedEval::Centipawns { cp, depth_plies: 9 };
        let sentence = "What the review says.".to_owned();
        let verdict = MoveVerdict { evaluation, judgement, sentence, better, is_confirmed: true };
        game.set_verdict(id, verdict);
    };
    judge(&mut game, NodeId::ROOT, 300, None, "");
    for (mv, cp, judgement, better) in [
        ("d2c3", -300, Some(Judgement::Blunder), "d2d4"),
        ("d4c3", 100, Some(Judgement::Mistake), "a5b5"),
        ("a1b1", -100, Some(Judgement::Mistake), "a1a2"),
        ("a5b4", 0, None, ""),
    ] {
        let mv = game.position().parse_move(mv).unwrap();
        let id = game.play(mv).unwrap();
        judge(&mut game, id, cp, judgement, better);
    }
    game
}

fn learn_in(game: Game, side: Color) -> Learn {
    Learn::new(TrainingBoard::new(&mut session(), game), side)
}

fn learn() -> Learn {
    learn_in(reviewed(), Color::White)
}

fn answer(learn: &mut Learn, text: &str) {
    let answer = learn.problem().unwrap().position.parse_move(text).unwrap();
    learn.answer(answer);
}

fn wrong(learn: &Learn) -> &str {
    match learn.stage() {
        Stage::Open { wrong: Some(wrong) } => wrong,
        stage => panic!("{stage:?}"),
    }
}

#[test]
fn a_sides_errors_come_in_order() {
    let mut learn = learn();
    assert_eq!(learn.counts, [2, 1]);
    let problem = learn.problem().unwrap();
    assert_eq!(problem.error_text(&reviewed()), "1. Qxc3+ was played (blunder).");
    assert_eq!(problem.task_text(), "Find a better move for White.");
    assert_eq!(problem.line_text(), "1. Qxd4");
    answer(&mut learn, "d2d4");
    assert!(learn.is_done() && learn.answer_shown().is_some());
    learn.next();
    assert_eq!(learn.problem().unwrap().error_text(&reviewed()), "2. Kb1 was played (mistake).");
    assert!(learn.is_open() && learn.answer_shown().is_none());
}

#[test]
fn the_move_of_the_game_is_no_answer() {
    let mut learn = learn();
    answer(&mut learn, "d2c3");
    assert!(wrong(&learn).starts_with("Qxc3+ was played, and cost "), "{}", wrong(&learn));
    learn.next();
    assert_eq!(learn.index(), 0, "the problem is not finished");
}

#[test]
fn other_answers_are_judged_by_their_loss() {
    let mut learn = learn();
    answer(&mut learn, "d2d1");
    assert!(matches!(learn.stage(), Stage::Judging { .. }));
    learn.judge(&Attempt { lost_points: 12.3, fault: "Qd1 does harm".to_owned() });
    assert_eq!(
        wrong(&learn),
        "Qd1 does harm: it costs 12 points of winning chance. Try another move."
    );
    answer(&mut learn, "d2d3");
    learn.judge(&Attempt { lost_points: 3.4, fault: String::new() });
    let Stage::Done { verdict, .. } = learn.stage() else { panic!() };
    assert_eq!(verdict, "Qd3 is good, too. The review found Qxd4.");
    assert_eq!(learn.solutions(), [Solution::Found], "wrong tries are forgiven");
}

#[test]
fn hints_show_piece_then_move() {
    let mut learn = learn();
    learn.give_hint();
    assert!(matches!(learn.hint(), Some(Hint::Piece(square)) if square.to_string() == "d2"));
    assert_eq!(learn.hint_text().unwrap(), "Hint: the piece on d2.");
    learn.give_hint();
    assert!(matches!(learn.hint, Some(Hint::Move(..))));
    assert_eq!(learn.hint_text().unwrap(), "Hint: Qxd4.");
    answer(&mut learn, "d2d4");
    assert_eq!(learn.solutions(), [Solution::FoundWithHint]);
    assert_eq!(learn.hint(), None);
    learn.next();
    assert_eq!(learn.hint(), None, "the next problem has hints of its own");
}

#[test]
fn the_summary_counts_how_problems_ended() {
    let mut learn = learn();
    answer(&mut learn, "d2d3");
    learn.skip();
    learn.judge(&Attempt { lost_points: 0.0, fault: String::new() });
    assert!(learn.is_open(), "a late judgement does not change the next problem");
    learn.show();
    assert!(matches!(learn.hint, Some(Hint::Move(..))) && learn.is_done());
    learn.next();
    assert!(learn.is_over());
    assert_eq!(learn.summary_text(), "1 shown, 1 skipped.");
}

#[test]
fn a_side_without_errors_is_praised() {
    let mut game = reviewed();
    let id = game.continuation(NodeId::ROOT).nth(1).unwrap();
    verdict_of(&mut game, id).judgement = None;
    let text = |game: &Game| {
        let learn = learn_in(game.clone(), Color::Black);
        assert!(learn.is_over() && learn.problem().is_none());
        learn.praise_text(&session())
    };
    assert_eq!(
        text(&game),
        "Well played: none of Black's moves cost more than 10 points of winning chance in this game."
    );
    // An inaccuracy is counted by the review, but not practised.
    verdict_of(&mut game, id).judgement = Some(Judgement::Inaccuracy);
    let before = game.continuation(NodeId::ROOT).next().unwrap();
    let evaluation = verdict_of(&mut game, id).evaluation;
    verdict_of(&mut game, before).evaluation = evaluation;
    game.header.players = [Player::Computer(Computer::default()), Player::Human];
    assert_eq!(
        text(&game),
        "Well played: your errors in this game were small. Only errors that cost more than 10 \
         points of winning chance are practised."
    );
}

fn verdict_of(game: &mut Game, id: NodeId) -> &mut MoveVerdict {
    game.notes_mut(id).unwrap().verdict.as_mut().unwrap()
}

#[test]
fn the_title_says_whose_mistakes_these_are() {
    let mut game = reviewed();
    assert_eq!(learn_in(game.clone(), Color::Black).title(), "Learn from your mistakes");
    game.header.players = [Player::Human, Player::Computer(Computer::default())];
    let title = |side| learn_in(game.clone(), side).title();
    assert_eq!(Color::ALL.map(title), ["Learn from your mistakes", "Your opponent's mistakes"]);
}

#[test]
fn the_learner_is_the_human_or_below() {
    let mut game = reviewed();
    assert_eq!([false, true].map(|flipped| learner(&game, flipped)), Color::ALL);
    game.header.players = [Player::Computer(Computer::default()), Player::Human];
    assert_eq!(learner(&game, false), Color::Black);
    game.header.players = [Player::Human; 2];
    assert_eq!(learner(&game, false), Color::White);
}
