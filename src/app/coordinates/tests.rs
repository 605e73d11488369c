//! Runs of the coordinates trainer at given times, without a window.

use proptest::prelude::*;

use super::*;
use crate::app::{session::for_tests::session, ui::board::BoardLook};

/// The time at which a run begins.
const START_MS: u64 = 5_000;

fn begun(exercise: CoordinatesExercise) -> (Session, Coordinates) {
    let mut session = session();
    let mut trainer = Coordinates::new(&mut session, Variant::default_variant());
    trainer.exercise = exercise;
    trainer.start(&mut session, START_MS);
    (session, trainer)
}

fn run(trainer: &Coordinates) -> &Run {
    trainer.run().unwrap()
}

fn wanted_square(trainer: &Coordinates) -> Square {
    let Answer::Square(square) = run(trainer).wanted else { panic!("a move is asked for") };
    square
}

fn wanted_move(trainer: &Coordinates) -> Move {
    let Answer::Move(mv) = run(trainer).wanted else { panic!("a square is asked for") };
    mv
}

/// Another square than this one.
fn other(square: Square) -> Square {
    if square == Square::new(0, 0) { Square::new(1, 1) } else { Square::new(0, 0) }
}

#[test]
fn a_run_lasts_thirty_seconds() {
    let (mut session, mut trainer) = begun(CoordinatesExercise::Find);
    let end_ms = START_MS + RUN_MS;
    assert_eq!(trainer.tick(&mut session, START_MS), Some(START_MS + RUN_STEP_MS));
    trainer.press(wanted_square(&trainer));
    assert_eq!(trainer.tick(&mut session, end_ms - 1), Some(end_ms));
    assert_eq!(run(&trainer).score, Score { right: 1, errors: 0 });
    trainer.press(wanted_square(&trainer));
    assert_eq!(trainer.tick(&mut session, end_ms), Some(end_ms + RUN_REST_MS));
    let score = Score { right: 1, errors: 0 };
    assert_eq!(trainer.result, Some(RunResult { score, is_best: true }), "it came too late");
}

#[test]
fn the_next_run_waits_a_second() {
    let (mut session, mut trainer) = begun(CoordinatesExercise::Find);
    let end_ms = START_MS + RUN_MS;
    trainer.tick(&mut session, end_ms);
    trainer.start(&mut session, end_ms + 1);
    assert!(trainer.run().is_none() && !trainer.can_start());
    assert_eq!(trainer.tick(&mut session, end_ms + RUN_REST_MS), None);
    assert!(trainer.can_start());
    trainer.start(&mut session, end_ms + RUN_REST_MS);
    assert_eq!(run(&trainer).score, Score::default());
}

#[test]
fn file_and_rank_are_typed_in_any_order() {
    let (mut session, mut trainer) = begun(CoordinatesExercise::Name);
    for texts in
        [&["b3"][..], &["3", "b"], &["B", "3"], &["a", "b", "3"], &["b", "g", "9", "7", "3"]]
    {
        trainer.stop();
        trainer.start(&mut session, START_MS);
        texts.iter().for_each(|text| trainer.type_text(text));
        assert_eq!(trainer.answers, [Answer::Square(Square::new(1, 2))], "{texts:?}");
        assert_eq!(run(&trainer).parts, NameParts::default());
    }
}

#[test]
fn a_wrong_name_leaves_the_square_marked() {
    let (mut session, mut trainer) = begun(CoordinatesExercise::Name);
    let square = wanted_square(&trainer);
    let wrong = other(square);
    trainer.type_text(&wrong.to_string());
    trainer.press(square);
    trainer.tick(&mut session, START_MS);
    assert_eq!(wanted_square(&trainer), square);
    let text = format!("{wrong} is wrong.");
    assert_eq!(run(&trainer).verdict, Some(Verdict { is_right: false, text }));
    assert_eq!(run(&trainer).score, Score { right: 0, errors: 1 });
}

#[test]
fn coordinates_are_hidden_while_squares_are_asked() {
    for exercise in CoordinatesExercise::ALL {
        let (mut session, mut trainer) = begun(exercise);
        let marks = |trainer: &Coordinates| {
            let position = trainer.board.game.position();
            let mut picture = PositionPicture::of(position, BoardLook::default());
            trainer.mark(&mut picture);
            (picture.look.marks.coordinates, picture.marked)
        };
        let (shown, marked) = marks(&trainer);
        assert_eq!(shown, exercise == CoordinatesExercise::Play);
        let names = exercise == CoordinatesExercise::Name;
        assert_eq!(marked, names.then(|| wanted_square(&trainer)));
        trainer.tick(&mut session, START_MS + RUN_MS);
        assert_eq!(marks(&trainer), (true, None));
    }
}

#[test]
fn only_the_named_move_is_made() {
    let (mut session, mut trainer) = begun(CoordinatesExercise::Play);
    let (before, mv) = (*trainer.board.game.position(), wanted_move(&trainer));
    let wrong = before.legal_moves().iter().find(|other| *other != mv).unwrap();
    trainer.answer_on_board(&mut session, wrong, START_MS);
    assert_eq!(*trainer.board.game.position(), before);
    trainer.answer_on_board(&mut session, mv, START_MS);
    assert_eq!(run(&trainer).score, Score { right: 1, errors: 1 });
    let next = wanted_move(&trainer);
    assert!(trainer.board.game.position().legal_moves().contains(next));
}

#[test]
fn a_run_shows_the_chosen_side() {
    for side in [Color::White, Color::Black] {
        let mut session = session();
        let mut trainer = Coordinates::new(&mut session, Variant::default_variant());
        trainer.side = Some(side);
        trainer.start(&mut session, START_MS);
        assert_eq!(session.flipped, side == Color::Black);
    }
}

#[test]
fn a_stopped_run_leaves_no_record() {
    let (mut session, mut trainer) = begun(CoordinatesExercise::Find);
    trainer.press(wanted_square(&trainer));
    trainer.tick(&mut session, START_MS);
    trainer.stop();
    trainer.tick(&mut session, START_MS + RUN_MS);
    assert!(session.lists.coordinates.is_empty() && trainer.result.is_none());
}

/// Answers as the exercise wants it, rightly if the choice is even. Returns the name of the answer.
fn answer(trainer: &mut Coordinates, session: &mut Session, choice: usize, now_ms: u64) -> String {
    let Some(wanted) = trainer.run().map(|run| run.wanted) else { return String::new() };
    let position = *trainer.board.game.position();
    let answer = match wanted {
        _ if choice.is_multiple_of(2) => wanted,
        Answer::Square(_) => {
            let squares: Vec<Square> = position.variant().board().into_iter().collect();
            Answer::Square(squares[choice % squares.len()])
        }
        Answer::Move(_) => {
            let moves = position.legal_moves();
            Answer::Move(moves.iter().nth(choice % moves.len()).unwrap())
        }
    };
    match answer {
        Answer::Move(mv) => trainer.answer_on_board(session, mv, now_ms),
        Answer::Square(square) if trainer.exercise == CoordinatesExercise::Find => {
            trainer.press(square);
        }
        Answer::Square(square) => trainer.type_text(&square.to_string()),
    }
    answer.name(&position)
}

proptest! {
    /// A second count: the names that were asked for and answered before the end.
    #[test]
    fn the_score_counts_the_answers_in_time(
        seed in any::<u64>(),
        exercise in 0..CoordinatesExercise::ALL.len(),
        inputs in prop::collection::vec((0..4_000_u64, 0..64_usize), 1..60),
    ) {
        let exercise = CoordinatesExercise::ALL[exercise];
        let mut session = session();
        session.seed = seed;
        let variant = Variant::default_variant();
        let mut trainer = Coordinates::new(&mut session, variant);
        trainer.exercise = exercise;
        trainer.start(&mut session, START_MS);
        let (mut now_ms, end_ms) = (START_MS, START_MS + RUN_MS);
        let mut compared = Vec::new();
        for (wait_ms, choice) in inputs {
            now_ms += wait_ms;
            let position = *trainer.board.game.position();
            let asked = trainer.run().map(|run| run.wanted.name(&position));
            let said = answer(&mut trainer, &mut session, choice, now_ms);
            trainer.tick(&mut session, now_ms);
            if now_ms < end_ms {
                compared.push(asked == Some(said));
            }
        }
        trainer.tick(&mut session, now_ms.max(end_ms));
        let right = compared.iter().filter(|is_right| **is_right).count() as u32;
        let errors = compared.len() as u32 - right;
        let result = RunResult { score: Score { right, errors }, is_best: right > 0 };
        prop_assert_eq!(trainer.result, Some(result));
        let best = session.lists.coordinates.best(&variant.id, exercise);
        prop_assert_eq!(best.map_or(0, |best| best.right), right);
    }
}
