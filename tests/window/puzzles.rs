//! Puzzles: the page, a puzzle on the board, wrong moves, hints, the solution, the record, timed runs, and
//! the game that waits meanwhile.

use egui::{Key, Modifiers, Shape};
use minnow::app::screen::AppState;
use minnow::app::session::Mode;
use minnow::app::session::settings::{ClockChoice, Settings};
use minnow::app::storage::places::Places;
use minnow_rules::{Color, Move, Position, Variant, san};
use minnow_study::puzzles::{Puzzle, PuzzleResult, PuzzleRunList, PuzzleTry, PuzzleTryList};

use crate::desk::{Desk, WIDE, folder_with, two_humans};

/// A window in which the first puzzle was begun by the keys and the button of the page.
fn solving() -> Desk {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::U);
    desk.click("Solve puzzles");
    desk.run();
    assert!(desk.state().puzzle().is_some(), "a puzzle is on the board");
    desk
}

fn puzzle(desk: &Desk) -> Puzzle {
    desk.state().puzzle().unwrap().stocked().puzzle.clone()
}

fn tries(state: &AppState) -> &[PuzzleTry] {
    state.session.lists.puzzles.entries()
}

fn make(desk: &mut Desk, mv: Move) {
    desk.make(mv);
    if mv.promotion().is_some() {
        desk.press(Modifiers::NONE, Key::Enter);
    }
    desk.run();
}

/// Makes the solver's moves, and waits for the answers.
fn solve(desk: &mut Desk) {
    let puzzle = puzzle(desk);
    for (mv, played) in puzzle.line.iter().zip(1..).step_by(2) {
        desk.until("the answer", |state| state.puzzle().is_some_and(|solving| solving.is_open()));
        desk.run();
        make(desk, *mv);
        assert!(desk.ply() >= played);
    }
}

#[test]
fn a_click_wipes_what_was_drawn_on_a_puzzle() {
    let mut desk = solving();
    let empty = desk.labels_with(", empty").remove(0);
    let at = desk.rect(&empty).center();
    let is_ring =
        |shape: &Shape| matches!(shape, Shape::Circle(ring) if ring.center.distance(at) < 2.0);
    let rings = |desk: &Desk| {
        let shapes = desk.harness.output().shapes.iter();
        shapes.filter(|clipped| is_ring(&clipped.shape)).count()
    };
    assert_eq!(rings(&desk), 0);
    desk.click_right(at);
    assert_eq!(rings(&desk), 1);
    desk.click_at(at);
    assert_eq!(rings(&desk), 0);
}

#[test]
fn a_puzzle_is_solved_and_comes_again() {
    let mut desk = solving();
    let first = puzzle(&desk);
    assert_eq!(desk.state().session.flipped, first.solver() == Color::Black);
    assert_eq!(*desk.state().board_game().position(), first.start);
    solve(&mut desk);
    assert!(desk.shows("Solved."));
    assert_eq!(*desk.state().board_game().position(), first.end());
    let [tried] = tries(desk.state()) else { panic!("one try is recorded") };
    assert_eq!((tried.result, &tried.puzzle), (PuzzleResult::Solved, &first.id()));
    assert!(desk.says("It comes again in "));
    let path = Places::below(desk.folder()).data().join("puzzles.ron");
    desk.until("the file of the record", |_| path.exists());
    assert_eq!(PuzzleTryList::read(&path).unwrap().list, desk.state().session.lists.puzzles);
    desk.press(Modifiers::NONE, Key::Enter);
    assert_ne!(puzzle(&desk), first, "Enter goes to another puzzle");
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.state().puzzle().is_none() && desk.state().mode() == Mode::Play);
    assert!(!desk.state().session.flipped, "the board is turned back");
    desk.press(Modifiers::COMMAND, Key::U);
    assert!(desk.says("1 try on all boards, 1 today."));
}

#[test]
fn a_wrong_move_counts_once_and_the_user_tries_on() {
    let mut desk = solving();
    let first = puzzle(&desk);
    let moves = first.start.safe_moves();
    let wrong = moves.iter().find(|mv| !first.is_solution(0, *mv) && mv.promotion().is_none());
    let wrong = wrong.unwrap();
    let name = san(&first.start, wrong);
    let places = |desk: &Desk| ["Hint", "Show me", "Leave"].map(|label| desk.rect(label));
    let before = places(&desk);
    for _ in 0..2 {
        make(&mut desk, wrong);
        desk.until("the verdict", |state| state.puzzle().is_some_and(|solving| solving.is_open()));
        assert!(desk.says(&format!("{name} is not the move. Try another one.")));
        assert_eq!(places(&desk), before, "the message moves no button");
        assert_eq!(*desk.state().board_game().position(), first.start);
    }
    solve(&mut desk);
    assert!(desk.shows("This is the solution."));
    let [tried] = tries(desk.state()) else { panic!("one try is recorded") };
    assert_eq!(tried.result, PuzzleResult::Failed);
    assert!(desk.says("It comes again tomorrow."));
}

#[test]
fn a_hint_helps_and_the_solution_is_shown() {
    let mut desk = solving();
    desk.click("Hint");
    desk.click("Hint");
    assert!(!desk.is_enabled("Hint"), "the whole move is shown");
    solve(&mut desk);
    assert!(desk.shows("Solved with a hint."));
    desk.click("Next puzzle");
    let second = puzzle(&desk);
    desk.click("Show me");
    desk.until("the end of the line", |state| *state.board_game().position() == second.end());
    desk.run();
    assert!(desk.shows("This is the solution."));
    let results: Vec<PuzzleResult> = tries(desk.state()).iter().map(|tried| tried.result).collect();
    assert_eq!(results, [PuzzleResult::Helped, PuzzleResult::Failed]);
    desk.click("Leave");
    let start = Position::start(Variant::default_variant());
    assert_eq!(*desk.state().board_game().position(), start, "the game is back on the board");
}

/// The time at which a run begins.
const START_MS: u64 = 60_000;

fn go_to_time(desk: &mut Desk, now_ms: u64) {
    desk.harness.state_mut().hold_time(now_ms);
    desk.run();
}

#[test]
fn a_run_takes_three_minutes() {
    let mut desk = Desk::new();
    desk.harness.state_mut().hold_time(START_MS);
    desk.press(Modifiers::COMMAND, Key::U);
    desk.click("Three minutes");
    desk.run();
    assert!(desk.shows("0 solved, 0 errors") && desk.shows("3:00 left"));
    assert!(!desk.shows("Hint") && !desk.shows("Show me"));
    let first = puzzle(&desk);
    let mut now_ms = START_MS;
    for mv in first.line.iter().step_by(2) {
        make(&mut desk, *mv);
        now_ms += 400;
        go_to_time(&mut desk, now_ms);
    }
    assert!(desk.shows("1 solved, 0 errors"));
    assert_ne!(puzzle(&desk), first, "another puzzle follows at once");
    go_to_time(&mut desk, START_MS + 180_000);
    assert!(desk.shows("Time is up: 1 solved, your best on this board."));
    assert!(!desk.is_enabled("Another run"), "a late Enter begins no run");
    go_to_time(&mut desk, START_MS + 181_000);
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.shows("0 solved, 0 errors") && desk.shows("3:00 left"));
    desk.click("Leave");
    assert!(desk.state().puzzle().is_none() && tries(desk.state()).is_empty());
    desk.press(Modifiers::COMMAND, Key::U);
    assert!(desk.says("On this board: 0 solved, at most 1 in three minutes"));
    let path = Places::below(desk.folder()).data().join("puzzle-runs.ron");
    desk.until("the file of the record", |_| path.exists());
    assert_eq!(PuzzleRunList::read(&path).unwrap().list, desk.state().session.lists.puzzle_runs);
}

#[test]
fn a_theme_is_chosen() {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::U);
    desk.click_part("Defence (");
    desk.click("Solve puzzles");
    desk.run();
    let themes = &desk.state().puzzle().unwrap().stocked().themes;
    assert!(themes.iter().any(|theme| theme.group() == "defence"), "{themes:?}");
}

#[test]
fn a_board_without_puzzles_says_so() {
    let mut desk = Desk::new();
    desk.choose_board(|name| name.contains("Petty"));
    desk.press(Modifiers::COMMAND, Key::U);
    assert!(!desk.is_enabled("Solve puzzles"));
    assert!(desk.says("No puzzles come with this board: look through your games below."));
    assert!(desk.says("These boards come with some: MiniChess 5\u{d7}6, "));
    assert!(!desk.is_enabled("Three minutes"));
    desk.click("Look through your games");
    desk.until("the end of the search", |state| !state.pages.puzzles.is_searching());
}

#[test]
fn a_puzzle_is_analysed_while_the_game_waits() {
    let mut desk = Desk::with(&Settings { clock: Some(ClockChoice::new(3, 2)), ..two_humans() });
    desk.play("a2", "a3");
    desk.press(Modifiers::COMMAND, Key::U);
    desk.click("Solve puzzles");
    let first = puzzle(&desk);
    desk.click("Analyse this position");
    assert_eq!(
        (desk.state().mode(), desk.state().board_game().start()),
        (Mode::Analyse, &first.start)
    );
    assert_eq!(desk.state().session.flipped, first.solver() == Color::Black);
    assert!(desk.shows("Your game waits in Play, clock stopped"));
    assert!(desk.shows("Position from a puzzle"));
    make(&mut desk, first.line[0]);
    assert_eq!(desk.ply(), 1);
    desk.click("Back to your game");
    assert_eq!((desk.state().mode(), desk.moves()), (Mode::Play, vec!["a3".to_owned()]));
    assert!(desk.shows("to move, clock stopped") && !desk.shows("Back to your game"));
}

/// The files of the running game as a kill at this moment leaves them, for another window.
fn killed(desk: &Desk, settings: &Settings) -> tempfile::TempDir {
    let copy = folder_with(settings);
    let to = Places::below(copy.path()).journals();
    std::fs::create_dir_all(&to).unwrap();
    for entry in std::fs::read_dir(Places::below(desk.folder()).journals()).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
    copy
}

#[test]
fn a_timed_game_waits_for_a_puzzle() {
    let settings = Settings { clock: Some(ClockChoice::new(3, 2)), ..two_humans() };
    let mut desk = Desk::with(&settings);
    desk.play("a2", "a3");
    assert!(desk.shows("to move"));
    desk.press(Modifiers::COMMAND, Key::U);
    desk.click("Solve puzzles");
    assert!(desk.state().puzzle().is_some());
    assert!(desk.shows("Your game waits in Play, clock stopped"));
    let left_ms = desk.state().session.time_left_ms();

    let journal = Places::below(desk.folder()).journals().join("running-1.ron");
    let is_written = |text: String| text.contains("a2a3");
    desk.until("the journal", |_| std::fs::read_to_string(&journal).is_ok_and(is_written));
    let resumed = Desk::open_in(killed(&desk, &settings), None, WIDE);
    assert_eq!((resumed.moves(), resumed.state().mode()), (vec!["a3".to_owned()], Mode::Play));
    assert!(resumed.shows("to move, clock stopped"));

    desk.click("Leave");
    assert_eq!(desk.moves(), ["a3"]);
    assert_eq!(desk.state().session.time_left_ms(), left_ms);
    assert!(desk.shows("to move, clock stopped"));
    desk.play("a5", "a4");
    assert!(!desk.says("clock stopped"), "the next move starts it");
}
