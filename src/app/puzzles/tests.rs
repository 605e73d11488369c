//! Puzzles without a window: what is due, moves that are as sure as the solution, and timed runs.

use super::figures::boards_with_puzzles;
use crate::app::session::Session;
use minnow_rules::Variant;
use std::{path::Path, sync::mpsc::channel};

use super::{
    run::{RUN_MS, TimedRun},
    solving::Stage,
    stock::{PuzzleChoice, PuzzleStock},
    *,
};
use crate::app::session::{
    Background, Effect, KeptListName,
    for_tests::{HANGS_AFTER, add_tables, session},
};
use minnow_game::Game;
use minnow_jobs::Spawner;
use minnow_rules::{Color, Move, san};
use minnow_study::puzzles::{Puzzle, PuzzleResult, PuzzleTryList};

const START_MS: u64 = 5_000;
/// A rook mates from most squares: its moves win by the tables of three men.
const ROOK_ENDING: &str = "k4/5/2K2/5/5/1R3 w - - 0 1; win; 2; b1b2";

/// A session with the record of an older version.
fn with_record(name: &str) -> Session {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/study/tests/fixtures");
    let mut session = session();
    session.lists.puzzles = PuzzleTryList::read(&folder.join(name)).unwrap().list;
    session
}

/// A session in which no search judges a move: each one other than the line's is wrong.
fn without_threads() -> Session {
    let spawner = Spawner::new(|_, _| Err(std::io::Error::other("no threads")));
    let mut session = session();
    session.background = Background::new(spawner, || {});
    session
}

fn solving(session: &mut Session, text: &str) -> PuzzleSolving {
    let puzzle = Puzzle::parse(session.variant(), text).unwrap();
    let (id, themes) = (puzzle.id(), puzzle.themes());
    PuzzleSolving::new(session, StockedPuzzle { puzzle, id, themes, is_own: false })
}

fn begun(session: &mut Session) -> PuzzleSolving {
    let run = PuzzlesPage::default().timed_run(session, START_MS);
    PuzzleSolving::timed(session, run).unwrap()
}

fn run(solving: &PuzzleSolving) -> &TimedRun {
    solving.run.as_ref().unwrap()
}

/// Makes the moves of the line, and waits for what comes after it. Returns the time.
fn solve(session: &mut Session, solving: &mut PuzzleSolving, mut now_ms: u64) -> u64 {
    for _ in 0..solving.stocked().puzzle.steps() {
        let mv = solving.stocked().puzzle.line[solving.played];
        solving.answer_on_board(session, mv, now_ms);
        now_ms += 400;
        solving.tick(session, now_ms);
    }
    now_ms
}

/// A move that is not the line's first one.
fn wrong_move(solving: &PuzzleSolving) -> Move {
    let puzzle = &solving.stocked().puzzle;
    puzzle.start.safe_moves().iter().find(|mv| !puzzle.is_solution(0, *mv)).unwrap()
}

#[test]
fn the_stock_counts_days() {
    for (name, now, due, known) in [
        ("due-by-hour.puzzles.ron", "20261125-090000-000+0100", 3, 3),
        ("wrong-clock.puzzles.ron", "20261126-093000-000+0100", 2, 2),
    ] {
        let session = with_record(name);
        let stock = PuzzleStock::of(&session, now);
        let counts = stock.counts(PuzzleChoice::default());
        assert_eq!((counts.due, counts.all - counts.new), (due, known), "{name}");
        assert_eq!(stock.days.in_a_row, 0, "{name}");
        let next = stock.next(PuzzleChoice::default(), None, 1).unwrap();
        assert_eq!(next.id, session.lists.puzzles.entries()[0].puzzle, "the first that is due");
    }
}

#[test]
fn figures_are_those_of_the_board() {
    let mut session = session();
    let mut page = PuzzlesPage::default();
    let figures = page.figures(&session).unwrap();
    let shipped = minnow_study::puzzles::shipped(session.variant()).len();
    assert_eq!((figures.due, figures.fresh, figures.solved), (0, shipped, 0));
    assert_eq!((figures.rating, figures.days_in_row, figures.best_run), (None, 0, None));
    let next = page.next(&session, None).unwrap();
    assert_eq!(page.next_position(&session), Some(next.puzzle.start));
    let mut puzzle = PuzzleSolving::new(&mut session, next);
    solve(&mut session, &mut puzzle, 0);
    let figures = page.figures(&session).unwrap();
    assert_eq!((figures.fresh, figures.solved, figures.days_in_row), (shipped - 1, 1, 1));
    assert_eq!(figures.rating, None, "one puzzle says nothing");
    session.game = Game::new(Variant::by_id("petty").unwrap());
    assert_eq!(page.figures(&session), None);
    let ids: Vec<&str> = boards_with_puzzles().iter().map(|board| board.id.as_str()).collect();
    assert!(ids.contains(&"minichess") && !ids.contains(&"petty") && ids.len() == 4, "{ids:?}");
}

#[test]
fn another_winning_move_solves_the_puzzle() {
    let mut session = session();
    add_tables(&mut session);
    let mut solving = solving(&mut session, ROOK_ENDING);
    let start = solving.stocked().puzzle.start;
    let blunder = start.parse_move("b1b6").unwrap();
    let other = start.parse_move("b1d1").unwrap();
    solving.answer_on_board(&mut session, other, 0);
    assert!(solving.is_done());
    assert_eq!(*solving.board().game.position(), start.play(other));
    let name = san(&start, other);
    let text = format!("{name} wins as surely. The puzzle's line goes on with 1. Rb2.");
    assert_eq!(solving.other, Some(text));
    assert_eq!(session.lists.puzzles.entries()[0].result, PuzzleResult::Solved);
    let mut again = self::solving(&mut session, ROOK_ENDING);
    again.answer_on_board(&mut session, blunder, 0);
    assert!(matches!(&again.stage, Stage::Open { wrong: Some(wrong) } if wrong.starts_with("Rb6")));
    assert_eq!(*again.board().game.position(), start);
}

#[test]
fn a_search_judges_another_move() {
    let (wake, wakes) = channel();
    let mut session = session();
    session.background =
        Background::new(Spawner::default(), move || wake.send(()).unwrap_or_default());
    let text = "k4/pp3/q4/5/4R/4K w - - 0 1; mate; 1; e2e6";
    let mut solving = solving(&mut session, text);
    let wrong = solving.stocked().puzzle.start.parse_move("e2e3").unwrap();
    solving.answer_on_board(&mut session, wrong, 0);
    assert!(!solving.is_open() && solving.stage == Stage::Checking { mv: wrong });
    solving.answer_on_board(&mut session, wrong, 0);
    while !solving.is_open() {
        wakes.recv_timeout(HANGS_AFTER).unwrap();
        solving.tick(&mut session, 0);
    }
    let [tried] = session.lists.puzzles.entries() else { panic!("one try is recorded") };
    assert_eq!(tried.result, PuzzleResult::Failed);
}

#[test]
fn a_check_that_cannot_run_accepts_nothing() {
    let mut session = without_threads();
    let mut solving = solving(&mut session, ROOK_ENDING);
    let mv = wrong_move(&solving);
    solving.answer_on_board(&mut session, mv, 0);
    assert_eq!(solving.tick(&mut session, 0), None);
    assert!(matches!(&solving.stage, Stage::Open { wrong: Some(_) }));
}

#[test]
fn a_run_counts_what_is_solved_in_its_time() {
    let mut session = session();
    let mut solving = begun(&mut session);
    let (end_ms, mut now_ms) = (START_MS + RUN_MS, START_MS);
    assert_eq!(solving.tick(&mut session, now_ms), Some(now_ms + 250));
    for solved in 0..3 {
        assert_eq!(run(&solving).solved, solved);
        now_ms = solve(&mut session, &mut solving, now_ms);
        assert!(solving.is_open() && solving.played == 0, "the next puzzle");
        assert_eq!(session.flipped, solving.stocked().puzzle.solver() == Color::Black);
    }
    assert_eq!(solving.tick(&mut session, end_ms - 1), Some(end_ms));
    solving.tick(&mut session, end_ms);
    let end = "Time is up: 3 solved, your best on this board.";
    assert_eq!(run(&solving).end.as_deref(), Some(end));
    assert!(!solving.is_open() && !solving.is_done(), "a late move begins no run");
    assert_eq!(solving.tick(&mut session, end_ms + 1_000), None);
    assert!(solving.is_done());
    let [kept] = session.lists.puzzle_runs.entries() else { panic!("one run is kept") };
    assert_eq!((kept.variant.as_str(), kept.solved, kept.errors), ("minichess", 3, 0));
    assert!(session.effects.contains(&Effect::KeepList(KeptListName::PuzzleRuns)));
    assert!(session.lists.puzzles.is_empty(), "neither the rating nor due dates change");
    assert_eq!(PuzzlesPage::default().figures(&session).unwrap().best_run, Some(3));
}

#[test]
fn the_third_error_ends_a_run() {
    let mut session = without_threads();
    let mut solving = begun(&mut session);
    let mut now_ms = START_MS;
    for errors in 1..=3 {
        let (mv, before) = (wrong_move(&solving), solving.stocked().id.clone());
        solving.give_hint();
        assert_eq!(solving.hint(), None, "a run has no hints");
        solving.answer_on_board(&mut session, mv, now_ms);
        solving.tick(&mut session, now_ms);
        assert!(matches!(&solving.stage, Stage::Next { wrong: Some(_), .. }));
        assert_eq!((run(&solving).errors, run(&solving).is_on()), (errors, true));
        now_ms += 800;
        solving.tick(&mut session, now_ms);
        assert_eq!(solving.stocked().id == before, errors == 3, "another puzzle follows");
    }
    assert_eq!(run(&solving).end.as_deref(), Some("Three errors end the run: none solved."));
    assert!(session.lists.puzzles.is_empty() && session.lists.puzzle_runs.len() == 1);
}

#[test]
fn a_run_begins_easy_and_gets_harder() {
    let session = session();
    let stock = PuzzleStock::of(&session, "20261126-093000-000+0100");
    let difficulties = |seed: u64| -> Vec<u8> {
        stock.for_run(seed).iter().map(|stocked| stocked.puzzle.difficulty).collect()
    };
    let drawn = difficulties(1);
    assert!(drawn.is_sorted() && drawn.len() > 20, "{drawn:?}");
    for difficulty in 1..=13 {
        assert!(drawn.iter().filter(|own| **own == difficulty).count() <= 4, "{drawn:?}");
    }
    assert_eq!(drawn, difficulties(2));
    assert_ne!(stock.for_run(1), stock.for_run(2), "other puzzles of the same difficulties");
}
