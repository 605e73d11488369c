//! The sentences are true: of pairs of scores, and of random moves.

use super::*;
use crate::analysis::judge;
use minnow_engine::Random;
use minnow_rules::{Square, Variant, builtin_variants};

/// The merit of a better move with this score.
fn merit_at(score: Score) -> String {
    let position = Position::start(Variant::default_variant());
    let curve = WinCurve { k: 0.004 };
    let context = MoveContext { position: &position, curve, previous: None, best: score };
    merit(&context, &MoveResult { line: &[], score, end: None })
}

#[test]
fn lost_positions_have_a_merit_without_a_figure() {
    assert_eq!(merit_at(Score::centipawns(-250)), "limits the deficit to 2.5 pawns");
    assert_eq!(merit_at(Score::centipawns(-1980)), "also loses, but more slowly");
    assert_eq!(merit_at(Score::lost_at(6)), "holds out until mate in 3");
}

#[test]
fn captures_on_one_square_differ_by_the_piece() {
    let variant = Variant::by_id("gardner").unwrap();
    let before = Position::from_fen(variant, "k4/2p2/5/5/KNQ2 b - - 0 8").unwrap();
    let capture = before.parse_move("c4c3").unwrap();
    let position = before.play(capture);
    let lines = ["b1c3", "c1c3 a5b5 c3c2", "c1c2 a5b5 c2c1"];
    let [own, better, quiet] = lines.map(|moves| crate::moves_of(&position, moves));
    let [best, score] = [-60, -310].map(Score::centipawns);
    let curve = WinCurve::of(variant);
    let context = MoveContext { position: &position, curve, previous: Some(capture), best };
    let sentence = |own: &[Move]| {
        let better = MoveResult { line: &better, score: best, end: None };
        let played = MoveResult { line: own, score, end: None };
        error_sentence(&context, &played, &better, Judgement::Blunder)
    };
    let merit = "9. Qxc3+ limits the deficit to half a pawn.";
    assert_eq!(sentence(&own), format!("Nxc3 takes on c3 with the wrong piece. {merit}"));
    assert_eq!(sentence(&quiet), format!("Qc2 does not take on c3. {merit}"));
}

/// Checks the two halves of a sentence for two quiet moves with these scores.
fn check_halves(context: &MoveContext, lines: [&[Move]; 2], after: Score) {
    let Some(judgement) = judge(context.curve, context.best, after) else { return };
    let [own, best] = lines;
    let played = MoveResult { line: own, score: after, end: None };
    let better = MoveResult { line: best, score: context.best, end: None };
    let said = (fault(context, &played, Some(&better), judgement), merit(context, &better));
    let (fault, merit) = (said.0.as_str(), said.1.as_str());
    let about = format!("{} to {after}: {said:?}", context.best);
    let equal_halves = [
        ("makes the game even", "keeps the game even"),
        ("leaves Black a little better", "limits the deficit"),
        ("leaves Black winning", "also loses"),
    ];
    for (one, other) in equal_halves {
        assert!(!(fault == one && merit.starts_with(other)), "{about}");
    }
    if [context.best, after].iter().any(|score| score.is_decided()) {
        assert!(fault.contains("mate in"), "{about}");
    } else if context.standing(context.best) == context.standing(after) {
        let pawns = f64::from(context.best.value() - after.value()) / 100.0;
        assert!(pawns >= 0.1, "{about}");
        assert_eq!(fault, format!("is {pawns:.1} pawns worse than the best move"), "{about}");
    } else {
        assert!(!fault.contains("worse than"), "{about}");
    }
    // The move may be a draw by the rules.
    assert!(after != Score::DRAW || merit != "keeps the game even", "{about}");
}

#[test]
fn two_halves_never_say_the_same() {
    let mates = [Score::won_at(3), Score::lost_at(4)];
    let steps = (-1500..=1500).step_by(20).map(Score::centipawns);
    let scores: Vec<Score> = steps.chain(mates).collect();
    for id in ["minichess", "chessattack", "gardner", "losalamos"] {
        let variant = Variant::by_id(id).unwrap();
        let (position, curve) = (Position::start(variant), WinCurve::of(variant));
        let moves: Vec<Move> = position.legal_moves().iter().take(2).collect();
        for best in &scores {
            let context = MoveContext { position: &position, curve, previous: None, best: *best };
            for after in &scores {
                check_halves(&context, [&moves[..1], &moves[1..]], *after);
            }
        }
    }
}

/// A line of random moves after this one.
fn random_line(start: &Position, first: Move, random: &mut Random) -> Vec<Move> {
    let (mut position, mut line) = (start.play(first), vec![first]);
    for _ in 0..random.below(6) {
        let moves: Vec<Move> = position.legal_moves().iter().collect();
        let Some(mv) = moves.get(random.below(moves.len())) else { break };
        position = position.play(*mv);
        line.push(*mv);
    }
    line
}

fn random_score(random: &mut Random) -> Score {
    match random.below(8) {
        0 => Score::won_at(1 + 2 * random.below(4)),
        1 => Score::lost_at(2 + 2 * random.below(4)),
        _ => Score::centipawns(random.below(3_000) as i32 - 1_500),
    }
}

/// Checks that the fault of a move denies nothing that the move does.
fn check_denials(context: &MoveContext, played: &MoveResult, fault: &str) {
    let (position, own) = (context.position, played.line[0]);
    let about = format!("{} {fault} in {}", context.san(own), position.fen());
    let target = position.captured(own).map(|_| own.to());
    let square = |text: &str| text.parse::<Square>().ok();
    let denied = fault.strip_prefix("does not take on ").and_then(square);
    assert!(denied.is_none() || denied != target, "{about}");
    let wrong = fault.strip_prefix("takes on ").and_then(|rest| square(rest.get(..2)?));
    assert!(wrong.is_none() || wrong == target, "{about}");
    let denies_king = fault.starts_with("does not capture") || fault.starts_with("leaves the");
    assert!(!(denies_king && position.takes_king(own)), "{about}");
    let gives_mate = played.score.mate_in().is_some_and(|moves| moves > 0);
    assert!(!(gives_mate && fault.starts_with("misses mate")), "{about}");
    if let Some((_, wins)) = fault.split_once(", which wins ") {
        let own = won_text(&played.trade(context));
        let named = wins.split_once(" instead of ").map(|(_, instead)| instead.to_owned());
        assert_eq!(named, own, "{about}");
    }
    assert!(!fault.contains(" not ") || denied.is_some() || denies_king, "{about}");
}

/// Checks moves of a position against each better capture. Returns the faults.
fn check_captures(position: &Position, previous: Option<Move>, random: &mut Random) -> Vec<String> {
    let curve = WinCurve::of(position.variant());
    let moves: Vec<Move> = position.legal_moves().iter().collect();
    let mut faults = Vec::new();
    for best in moves.iter().filter(|mv| position.captured(**mv).is_some()) {
        for own in moves.iter().filter(|own| *own != best) {
            let lines = [own, best].map(|mv| random_line(position, *mv, random));
            let scores = [random_score(random), random_score(random)];
            let [mut after, before] = [scores[0].min(scores[1]), scores[0].max(scores[1])];
            if position.takes_king(*own) {
                after = Score::won_at(1);
            }
            let context = MoveContext { position, curve, previous, best: before };
            let end = position.play(*own).outcome(1);
            let played = MoveResult { line: &lines[0], score: after, end };
            let better = MoveResult { line: &lines[1], score: before, end: None };
            let fault = fault(&context, &played, Some(&better), Judgement::Blunder);
            check_denials(&context, &played, &fault);
            faults.push(fault);
        }
    }
    faults
}

#[test]
fn faults_deny_nothing_that_the_move_does() {
    let (mut random, mut faults) = (Random(5), Vec::new());
    // Only the default variant has king capture.
    let king_capture = std::iter::repeat_n(Variant::default_variant(), 20);
    for variant in builtin_variants().iter().cycle().take(38).chain(king_capture) {
        let (mut position, mut previous) = (Position::start(variant), None);
        for _ in 0..24 {
            faults.extend(check_captures(&position, previous, &mut random));
            let moves: Vec<Move> = position.legal_moves().iter().collect();
            let Some(mv) = moves.get(random.below(moves.len())) else { break };
            position = position.play(*mv);
            previous = Some(*mv);
        }
    }
    for start in ["does not take on ", "takes on ", "does not capture ", "misses "] {
        assert!(faults.iter().any(|fault| fault.starts_with(start)), "{start}");
    }
}
