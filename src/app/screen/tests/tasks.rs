//! The game in Play while puzzles, endings, problems and analysis are shown: its moves, its clock, its
//! steps of undo, its file and the move shown stay as they were.

use std::{
    collections::HashSet,
    io,
    mem::{Discriminant, discriminant},
    path::Path,
};

use super::{
    archived, begin, begin_with, change, learning::archive_with_moments, no_threads, notice, play,
    plies,
};
use crate::app::{
    games,
    learn::tests::reviewed,
    request::Request,
    screen::AppState,
    session::for_tests::{add_tables, game, two_humans},
    session::{
        ArchiveClient, ArchiveOrder, ArchivePlace, Background, Copied, Document, Effect,
        GameCommand, Mode, MoveQuery, Navigation, NewGame, ScreenCommand, TrainingOrder,
        settings::{ClockChoice, Settings},
    },
    storage::restore::ResumedGame,
};
use minnow_engine::Random;
use minnow_game::{
    ClockState, Edit, Game, Mark, Player, TimeControl, UncountedReason, archive::Archive,
    journal::GameOrigin, training::TrainingGoal,
};
use minnow_jobs::Spawner;
use minnow_rules::{Position, Variant};
use minnow_study::puzzles::PuzzleResult;

/// The values that Play keeps while something else is shown.
#[derive(Debug, PartialEq)]
struct KeptInPlay {
    game: Game,
    left_ms: Option<[u64; 2]>,
    undo: Vec<(Edit, Game)>,
    redo: Option<Edit>,
    revision: u64,
    document: Document,
    archive: ArchivePlace,
    replaced: Option<Box<NewGame>>,
    flipped: bool,
}

impl KeptInPlay {
    fn of(state: &AppState, now_ms: u64) -> KeptInPlay {
        let session = &state.session;
        let (mut history, mut game) = (session.edits.clone(), session.game.clone());
        let undo = || Some((history.undo(&mut game)?, game.clone()));
        KeptInPlay {
            undo: std::iter::from_fn(undo).collect(),
            redo: session.edits.can_redo(),
            game: session.game.clone(),
            left_ms: session.clock.as_ref().map(|clock| clock.left_ms(now_ms)),
            revision: session.revision,
            document: session.document.clone(),
            archive: session.archive_place.clone(),
            replaced: session.replaced.clone(),
            flipped: session.flipped,
        }
    }
}

/// A game of two humans with a clock, a review and tables of its endings.
fn reviewed_with_clock() -> AppState {
    let (mut state, _) = begin_with(two_humans(), no_threads());
    let mut game = reviewed();
    let control = TimeControl { base_ms: 180_000, increment_ms: 2_000, delay_ms: 0 };
    game.header.clock = Some(ClockState { control, left_ms: [50_000, 180_000] });
    state.begin(NewGame { mode: Some(Mode::Play), ..NewGame::new(game) });
    add_tables(&mut state.session);
    state
}

/// The same beside games to learn from, which are read at once.
fn with_moments(folder: &Path) -> AppState {
    let mut state = reviewed_with_clock();
    state.session.archive = ArchiveClient::new(Some(Archive::new(folder)), no_threads(), || {});
    let learn_only = Spawner::new(|name, body| {
        if !name.starts_with("learn") {
            return Err(io::Error::other("no threads"));
        }
        body();
        Ok(())
    });
    state.session.background = Background::new(learn_only, || {});
    state
}

fn gardner() -> &'static Variant {
    Variant::by_id("gardner").unwrap()
}

fn ending() -> Request {
    let variant = gardner();
    let order = TrainingOrder { variant, class: "KRK".parse().unwrap(), goal: TrainingGoal::Win };
    Request::Train(Box::new(order))
}

/// A legal move of the position on the board.
fn any_move(state: &AppState, random: &mut Random) -> Option<Request> {
    let moves = state.board_game().position().legal_moves();
    let place = random.below(moves.len());
    let mv = moves.iter().nth(place)?;
    Some(GameCommand::Move(mv).into())
}

/// A request of the user while a task is shown.
fn request_in_task(state: &AppState, random: &mut Random) -> Request {
    match random.below(16) {
        0..=4 => any_move(state, random).unwrap_or(Request::Wake),
        5 => Request::NextTask,
        6 => Request::Flip,
        7 => ScreenCommand::Hint.into(),
        8 => ScreenCommand::Undo.into(),
        9 => Request::UndoEdit,
        10 => GameCommand::Navigate(Navigation::Start).into(),
        11 => GameCommand::DeleteHere.into(),
        12 => GameCommand::KeepShapes(Vec::new()).into(),
        13 => Request::AnalyseTask,
        14 => GameCommand::Type("b3".to_owned()).into(),
        _ => visit(state, random),
    }
}

/// A request of the user while the position of a task is analysed.
fn request_beside(state: &AppState, random: &mut Random) -> Request {
    let node = state.session.game.cursor();
    match random.below(12) {
        0..=3 => any_move(state, random).unwrap_or(Request::Wake),
        4 => GameCommand::DeleteHere.into(),
        5 => ScreenCommand::Undo.into(),
        6 => ScreenCommand::Redo.into(),
        7 => Request::Mark(node, Mark::Good),
        8 => GameCommand::Navigate(Navigation::Back).into(),
        9 => Request::Flip,
        10 => Request::SelectMode(Mode::Lab),
        _ => visit(state, random),
    }
}

/// A request that shows a task, at the latest with the next tick.
fn visit(state: &AppState, random: &mut Random) -> Request {
    let games = state.learn_stock.games().len();
    match random.below(7) {
        0 => Request::SolvePuzzle,
        1 => ending(),
        2 => Request::TrainCoordinates,
        3 => Request::TimedRun,
        4 | 5 if state.mode() == Mode::Train && games > 0 => {
            Request::LearnFrom(random.below(games))
        }
        _ => Request::StartLearning,
    }
}

/// Checks that the next start resumes the game of Play with its clock, whatever is on the board.
fn check_restart(state: &AppState, before: &KeptInPlay) {
    let kept = state.session.game_of_play();
    let origin = GameOrigin {
        save_path: kept.document.path.clone(),
        stamp: kept.document.stamp,
        unsaved: kept.is_unsaved(),
        archived: kept.archive_place.id.clone(),
        archived_stamp: kept.archive_place.read,
    };
    assert!(kept.is_worth_keeping());
    let (mut next, _) = begin_with(two_humans(), no_threads());
    next.begin(games::resume(ResumedGame { game: kept.game.clone(), origin }));
    let mut game = before.game.clone();
    game.go_to(game.head());
    assert_eq!((next.mode(), &next.session.game), (Mode::Play, &game));
    assert_eq!(next.session.clock.as_ref().map(|clock| clock.left_ms(0)), before.left_ms);
}

/// Shows tasks or the analysis, and comes back in one of the ways. Adds the task that was begun first
/// to those `begun`.
fn leave_and_return(
    state: &mut AppState,
    before: &KeptInPlay,
    random: &mut Random,
    now_ms: &mut u64,
    begun: &mut HashSet<Discriminant<Request>>,
) {
    if random.below(4) == 0 {
        state.update(Request::SelectMode(Mode::Analyse), *now_ms);
        for navigation in [Navigation::Start, Navigation::Forward] {
            state.update(GameCommand::Navigate(navigation).into(), *now_ms);
        }
    } else {
        if random.below(3) == 0 {
            state.update(Request::SelectMode(Mode::Train), *now_ms);
            let variant = [Variant::default_variant(), gardner()][random.below(2)];
            state.update(Request::TrainOn(variant), *now_ms);
            state.tick(*now_ms);
        }
        let request = visit(state, random);
        begun.insert(discriminant(&request));
        state.update(request, *now_ms);
        state.tick(*now_ms);
        assert!(state.board_task().is_some(), "a task is shown");
    }
    for _ in 0..random.below(8) {
        // Now and then a run with the coordinates is over.
        *now_ms += [300, 300, 300, 20_000][random.below(4)];
        state.tick(*now_ms);
        let request = if state.board_task().is_some() {
            request_in_task(state, random)
        } else if state.session.has_waiting_game() {
            request_beside(state, random)
        } else {
            continue;
        };
        state.update(request, *now_ms);
    }
    check_restart(state, before);
    match random.below(4) {
        0 => state.update(Request::LeaveTask, *now_ms),
        1 if state.board_task().is_some() => state.update(Request::Cancel, *now_ms),
        2 => state.update(Request::SelectMode(Mode::Train), *now_ms),
        _ => {}
    }
    state.update(Request::SelectMode(Mode::Play), *now_ms);
    *now_ms += 300;
    state.tick(*now_ms);
    assert_eq!((state.mode(), state.board_task().is_some()), (Mode::Play, false));
}

#[test]
fn tasks_leave_the_game_in_play_alone() {
    let folder = tempfile::tempdir().unwrap();
    archive_with_moments(folder.path());
    let mut begun = HashSet::new();
    for seed in 0..30 {
        let mut random = Random(seed);
        let mut state = with_moments(folder.path());
        let mut now_ms = 1_000;
        for step in 0..25 {
            now_ms += 100 * random.below(20) as u64;
            let request = match random.below(8) {
                0..=2 => any_move(&state, &mut random),
                3 => Some(ScreenCommand::Undo.into()),
                4 => Some(GameCommand::Navigate(Navigation::Back).into()),
                _ => None,
            };
            if let Some(request) = request {
                state.update(request, now_ms);
                state.update(Request::DismissQuestion, now_ms);
                state.tick(now_ms);
                continue;
            }
            state.tick(now_ms);
            let before = KeptInPlay::of(&state, now_ms);
            leave_and_return(&mut state, &before, &mut random, &mut now_ms, &mut begun);
            assert_eq!(KeptInPlay::of(&state, now_ms), before, "seed {seed}, step {step}");
            assert!(!state.session.clock.as_ref().unwrap().is_running());
        }
    }
    assert_eq!(begun.len(), 6, "every kind of task was begun");
}

#[test]
fn a_task_starts_from_the_workspace_it_returns_to() {
    for mode in Mode::ALL {
        let mut state = reviewed_with_clock();
        state.update(Request::SelectMode(mode), 0);
        state.update(Request::StartLearning, 0);
        assert!(state.learn().is_some());
        state.update(Request::Cancel, 0);
        assert_eq!(state.mode(), mode);
    }
}

#[test]
fn a_copy_in_a_puzzle_is_of_its_board() {
    let (mut state, _) = begin(two_humans());
    state.update(Request::SolvePuzzle, 0);
    let fen = state.board_game().position().fen();
    state.update(Request::Copy(Copied::Fen), 0);
    assert!(state.session.effects.contains(&Effect::Copy(fen)));
}

#[test]
fn a_question_in_a_puzzle_keeps_the_game_rated() {
    let (mut state, _) = begin(Settings::default());
    play(&mut state, "a3", 0);
    let ask = |state: &mut AppState| {
        let position = *state.board_game().position();
        let mv = position.legal_moves().iter().next().unwrap();
        state.update(Request::Explain(MoveQuery { position, mv }), 0);
        state.tick(0);
        state.session.game.header.uncounted
    };
    state.update(Request::SolvePuzzle, 0);
    assert_eq!(ask(&mut state), None);
    state.update(Request::LeaveTask, 0);
    assert_eq!(ask(&mut state), Some(UncountedReason::Analysis));
}

#[test]
fn no_task_is_saved_and_no_game_behind_it() {
    let (mut state, _) = begin(two_humans());
    play(&mut state, "a3", 0);
    state.update(Request::SolvePuzzle, 0);
    for save in [Request::Save, Request::SaveAs, Request::SaveAsPgn, Request::SaveByPath] {
        state.session.notice = None;
        state.update(save, 0);
        assert_eq!(notice(&state), "Leave the task to save your game.");
    }
    let asks = |effect: &Effect| matches!(effect, Effect::AskFile(_) | Effect::TypePath(_));
    assert!(!state.session.effects.iter().any(asks));
}

/// A puzzle whose position is analysed, after a move in Play; and the position.
fn analysing(settings: Settings) -> (AppState, Position) {
    let (mut state, _) = begin(settings);
    play(&mut state, "a3", 0);
    state.update(Request::SolvePuzzle, 0);
    let position = *state.board_game().position();
    state.update(Request::AnalyseTask, 0);
    (state, position)
}

#[test]
fn a_puzzle_is_analysed_beside_the_game() {
    let (mut state, position) = analysing(two_humans());
    assert_eq!((state.mode(), state.board_game().start()), (Mode::Analyse, &position));
    let tries = state.session.lists.puzzles.entries();
    assert_eq!(tries.iter().map(|tried| tried.result).collect::<Vec<_>>(), [PuzzleResult::Failed]);
    assert!(archived(&state).next().is_none(), "nothing of the user's is in it");
    let mv = position.legal_moves().into_iter().next().unwrap();
    state.update(Request::from(GameCommand::Move(mv)), 0);
    let kept: Vec<&Game> = archived(&state).map(|order| &order.game).collect();
    assert_eq!(kept, [state.board_game()], "the user's move is kept");
    state.update(Request::SelectMode(Mode::Play), 0);
    assert_eq!(
        (plies(&state), state.session.game.start()),
        (1, &Position::start(state.session.variant()))
    );
    assert!(!state.session.has_waiting_game() && !state.live.is_on);
}

#[test]
fn a_new_game_follows_the_one_that_waits() {
    let (mut state, _) = analysing(two_humans());
    state.update(Request::NewGame, 0);
    assert!(!state.session.has_waiting_game() && state.session.game.is_empty());
    state.update(Request::ReturnToGame, 0);
    assert_eq!(plies(&state), 1);
}

#[test]
fn settings_reach_the_game_that_waits() {
    let (mut state, _) = begin(two_humans());
    state.update(Request::SolvePuzzle, 0);
    state.update(Request::AnalyseTask, 0);
    change(&mut state, |changed| changed.clock = Some(ClockChoice::new(3, 2)));
    assert!(state.session.clock.is_none() && state.session.has_waiting_game());
    state.update(Request::SelectMode(Mode::Play), 0);
    assert!(state.session.clock.is_some());
}

/// A game of two programs after a move.
fn game_of_others() -> Game {
    let mut game = game("a2a3");
    game.header.names = ["Ada", "Bob"].map(str::to_owned);
    game
}

#[test]
fn a_game_of_others_is_analysed_beside_the_users() {
    let (mut state, _) = begin(two_humans());
    play(&mut state, "b3", 0);
    let own = state.session.game.clone();
    let (others, title) = (Box::new(game_of_others()), "Cup, game 1.1.1a".to_owned());
    state.update(Request::AnalyseGame { game: others.clone(), title }, 0);
    assert_eq!((state.mode(), state.board_game()), (Mode::Analyse, &*others));
    assert_eq!(state.session.game_of_play().game, &own, "the next start resumes it");
    state.session.game_as_pgn();
    let reply = state.board_game().position().legal_moves().into_iter().next().unwrap();
    state.update(Request::from(GameCommand::Move(reply)), 0);
    assert_ne!(state.board_game(), &*others, "the move is a line of it");
    assert_eq!(state.board_game().header.players, [Player::Unknown; 2]);
    state.update(Request::SelectMode(Mode::Play), 0);
    assert_eq!(state.session.game, own);
    let is_others = |order: &&ArchiveOrder| order.game.header.names == others.header.names;
    let kept = archived(&state).filter(is_others).last().unwrap();
    assert_eq!(kept.game.header.players, [Player::Unknown; 2], "the user has no side in it");
}

#[test]
fn a_game_of_others_is_resumed_in_analyse() {
    let mode = |game: &Game| {
        let origin = GameOrigin::default();
        games::resume(ResumedGame { game: game.clone(), origin }).mode
    };
    let mut game = game_of_others();
    assert_eq!(mode(&game), Some(Mode::Analyse));
    game.header.players = [Player::Human; 2];
    assert_eq!(mode(&game), None, "the user has played on");
    assert_eq!(mode(&self::game("a2a3")), None, "nobody's game");
}
