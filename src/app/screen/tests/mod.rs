//! Sequences of actions at given times, without a window.

use std::{path::Path, sync::mpsc::Receiver};

use crate::app::{
    analyse::LiveStatus,
    context::change_settings,
    lab::LabPages,
    pages::PageId,
    play::resign_question,
    request::Request,
    review::is_waiting,
    screen::AppState,
    session::engine_client::Purpose,
    session::for_tests::{HANGS_AFTER, against_computer, against_thinker, engine, two_humans},
    session::settings::{ClockChoice, EngineSettings, ReplyPace, ReviewDepth, Settings, Sides},
    session::{
        ArchiveOrder, ChosenFile, Copied, Effect, FileQuery, GameCommand, Mode, MoveQuery,
        Navigation, NoticeUndo, ScreenCommand,
    },
};
use minnow_game::{GameEnd, pgn::to_pgn};
use minnow_jobs::Spawner;
use minnow_rules::{Color, Variant, write_course};

mod archive;
mod export;
mod files;
mod learning;
mod moves;
mod tasks;
mod threads;

/// The title of the question that is shown.
fn question(state: &AppState) -> Option<&str> {
    state.question.as_ref().map(|question| question.title.as_str())
}

fn notice(state: &AppState) -> &str {
    state.session.notice.as_ref().map_or("", |notice| &notice.text)
}

/// Gives the answer with this label to the question that is shown.
pub fn answer(state: &mut AppState, label: &str, now_ms: u64) {
    let question = state.question.as_ref().expect("a question");
    let index = question.choices.iter().position(|choice| choice.label == label).expect("a choice");
    state.update(Request::Answer(index), now_ms);
}

/// A state, and the calls by which its engine announces events.
pub fn begin(settings: Settings) -> (AppState, Receiver<()>) {
    begin_with(settings, Spawner::default())
}

fn begin_with(settings: Settings, spawner: Spawner) -> (AppState, Receiver<()>) {
    let (engine, wakes) = engine(spawner);
    (AppState::new(settings, engine, 7), wakes)
}

/// A machine that starts no thread.
fn no_threads() -> Spawner {
    Spawner::new(|_, _| Err(std::io::Error::other("no more threads")))
}

fn with_clock(settings: Settings) -> (AppState, Receiver<()>) {
    let clock = Some(ClockChoice::new(3, 2));
    begin(Settings { clock, ..settings })
}

fn play(state: &mut AppState, text: &str, now_ms: u64) {
    state.update(Request::from(GameCommand::TypedMove(text.to_owned())), now_ms);
    state.tick(now_ms);
}

/// Changes the settings, as a user does.
pub fn change(state: &mut AppState, edit: impl FnOnce(&mut Settings)) {
    let mut requests = Vec::new();
    change_settings(&mut requests, &state.session.settings, edit);
    requests.into_iter().for_each(|request| state.update(request, 0));
}

/// Ticks at `now_ms` whenever the engine calls, until `done`.
pub fn wait(
    state: &mut AppState,
    wakes: &Receiver<()>,
    now_ms: u64,
    done: impl Fn(&AppState) -> bool,
) {
    state.tick(now_ms);
    while !done(state) {
        wakes.recv_timeout(HANGS_AFTER).expect("the engine answers");
        state.tick(now_ms);
    }
}

/// Opens a dialog by a request.
fn open_dialog(state: &mut AppState, request: Request) -> FileQuery {
    state.update(request, 0);
    match state.session.effects.pop() {
        Some(Effect::AskFile(query)) => query,
        other => panic!("{other:?}"),
    }
}

/// Answers a dialog with a file.
fn choose(state: &mut AppState, query: FileQuery, path: &Path) {
    let file = ChosenFile { query, path: path.to_owned(), confirmed: false };
    state.update(Request::FileChosen(Box::new(file)), 0);
}

/// The games on their way to the archive.
fn archived(state: &AppState) -> impl Iterator<Item = &ArchiveOrder> {
    state.session.effects.iter().filter_map(|effect| match effect {
        Effect::Archive(order) => Some(&**order),
        _ => None,
    })
}

fn plies(state: &AppState) -> usize {
    state.session.game.path(state.session.game.head()).len() - 1
}

#[test]
fn a_fallen_flag_drops_the_open_move() {
    let (mut state, _) = with_clock(two_humans());
    state.update(Request::Paste("1r2k/5/5/5/2P2/K4 w - - 0 1".to_owned()), 0);
    play(&mut state, "c3", 0);
    play(&mut state, "Kd6", 1_000);
    play(&mut state, "Kb1", 2_000);
    let asked = state.play.answer_text(&state.session);
    assert_eq!(asked.as_deref(), Some("Kb1 loses your king. Another move saves it."));
    state.tick(500_000);
    assert_eq!(state.session.end(), Some(GameEnd::TimeOut(Color::White)));
    assert!(state.play.open_move(&state.session).is_none() && plies(&state) == 2);
}

#[test]
fn typed_letters_end_with_the_game() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 0);
    state.update(Request::from(GameCommand::Type("d3d4".to_owned())), 1_000);
    assert_eq!(state.session.typed, "d3d4");
    state.tick(500_000);
    assert_eq!(state.session.end(), Some(GameEnd::TimeOut(Color::Black)));
    assert_eq!(state.session.typed, "");
}

#[test]
fn an_open_move_leaves_with_its_position() {
    let requests = [
        Request::from(ScreenCommand::Undo),
        Request::Cancel,
        Request::from(GameCommand::Navigate(Navigation::Back)),
        Request::NewGame,
        Request::EditPosition,
        Request::SolvePuzzle,
        Request::SelectMode(Mode::Analyse),
    ];
    for request in requests {
        let (mut state, _) = begin(Settings { confirm_moves: true, ..two_humans() });
        play(&mut state, "a3", 0);
        let mv = state.play.open_move(&state.session).expect("an open move").mv;
        state.update(Request::PlayAnyway(mv), 0);
        play(&mut state, "a4", 0);
        assert!(state.play.open_move(&state.session).is_some() && plies(&state) == 1);
        let left = usize::from(request != Request::NewGame);
        let what = format!("{request:?}");
        state.update(request, 0);
        state.update(Request::SelectMode(Mode::Play), 0);
        state.update(Request::from(GameCommand::Navigate(Navigation::End)), 0);
        assert!(state.play.open_move(&state.session).is_none(), "{what}");
        assert_eq!(plies(&state), left, "{what}");
    }
}

#[test]
fn a_question_waits_for_the_reply() {
    let (mut state, wakes) = begin(against_thinker());
    play(&mut state, "a3", 0);
    let position = *state.session.game.position();
    let mv = position.legal_moves().iter().next().unwrap();
    state.update(Request::Explain(MoveQuery { position, mv }), 0);
    state.tick(0);
    assert!(state.session.is_thinking() && state.pages.why.task.is_running());
    state.update(Request::MoveNow, 0);
    wait(&mut state, &wakes, 0, |state| plies(state) == 2 && !state.pages.why.task.is_running());
    assert!(state.pages.why.answer.is_some());
}

#[test]
fn a_pending_reply_is_dropped_with_its_move() {
    let (mut state, wakes) = begin(Settings { reply: ReplyPace::Calm, ..against_computer() });
    for action in [
        Request::from(ScreenCommand::Undo),
        Request::ChangeSettings(Box::new(Settings {
            sides: Sides::Both,
            ..state.session.settings.clone()
        })),
        Request::Pause,
    ] {
        play(&mut state, "a3", 0);
        change(&mut state, |settings| settings.sides = Sides::White);
        wait(&mut state, &wakes, 0, |state| state.play.pending.is_some());
        state.update(action, 0);
        state.tick(60_000);
        assert_eq!(plies(&state), usize::from(!state.session.game.can_redo()));
        while plies(&state) > 0 {
            change(&mut state, |settings| settings.sides = Sides::Both);
            state.update(Request::from(ScreenCommand::Undo), 0);
        }
    }
}

#[test]
fn a_game_that_continued_elsewhere_waits() {
    let (mut state, _) = begin(against_computer());
    state.update(Request::Paste("4k/5/5/5/5/K4 b - - 0 9".to_owned()), 0);
    state.tick(0);
    assert!(state.play.paused && !state.session.is_thinking());
    state.update(Request::Resume, 0);
    state.tick(0);
    assert!(state.session.is_thinking());
}

#[test]
fn nothing_happens_below_a_question() {
    let (mut state, _) = begin(two_humans());
    play(&mut state, "a3", 0);
    state.update(Request::Ask(Box::new(resign_question())), 0);
    for action in [
        Request::from(ScreenCommand::Undo),
        Request::NewGame,
        Request::from(GameCommand::TypedMove("a4".to_owned())),
    ] {
        state.update(action, 0);
    }
    assert_eq!((plies(&state), question(&state)), (1, Some("Resign this game?")));
    answer(&mut state, "Keep playing", 0);
    assert_eq!((state.session.end(), &state.question), (None, &None));
}

#[test]
fn a_timed_analysis_ends_and_can_continue() {
    let engine =
        EngineSettings { depth_plies: None, seconds: Some(2), ..EngineSettings::default() };
    let (mut state, wakes) = begin(Settings { engine, ..two_humans() });
    state.update(Request::SelectMode(Mode::Analyse), 0);
    state.update(Request::from(ScreenCommand::ToggleAnalysis), 1_000);
    wait(&mut state, &wakes, 1_000, |state| state.live.shown_here(&state.session).is_some());
    assert_eq!(state.tick(2_999), Some(3_000));
    assert_eq!(state.live.status(&state.session), LiveStatus::Searching);
    assert_eq!(state.tick(3_000), None);
    assert_eq!(state.live.status(&state.session), LiveStatus::Finished);
    assert!(
        !state.session.engine.is_searching() && state.live.shown_here(&state.session).is_some()
    );
    state.update(Request::from(ScreenCommand::ToggleAnalysis), 4_000);
    state.update(Request::from(ScreenCommand::ToggleAnalysis), 4_000);
    assert_eq!(state.tick(4_000), Some(6_000));
    assert_eq!(state.live.status(&state.session), LiveStatus::Searching);
}

#[test]
fn an_analysis_never_runs_beside_the_game() {
    let (mut state, _) = begin(against_computer());
    state.update(Request::SelectMode(Mode::Analyse), 0);
    play(&mut state, "a3", 0);
    state.update(Request::from(ScreenCommand::ToggleAnalysis), 0);
    state.tick(0);
    assert_eq!(state.session.engine.analysis.running.as_ref().unwrap().purpose, Purpose::Live);
    state.update(Request::SelectMode(Mode::Play), 0);
    state.tick(0);
    assert!(!state.session.engine.is_searching() && !state.live.is_on && plies(&state) == 0);
    play(&mut state, "a3", 0);
    assert_eq!(state.session.engine.play.running.as_ref().unwrap().purpose, Purpose::Reply);
}

#[test]
fn a_long_analysis_yields_to_the_review() {
    let engine = EngineSettings { depth_plies: None, seconds: None, ..EngineSettings::default() };
    let review = ReviewDepth::Quick;
    let (mut state, wakes) = begin(Settings { engine, review, ..two_humans() });
    for text in ["a3", "a4", "Nc3", "b4"] {
        play(&mut state, text, 0);
    }
    state.update(Request::SelectMode(Mode::Analyse), 0);
    state.update(Request::from(ScreenCommand::ToggleAnalysis), 0);
    state.tick(0);
    state.update(Request::StartReview, 0);
    assert_eq!(state.tick(0), Some(3_000), "so long may the position be looked at");
    assert!(is_waiting(&state.session));
    wait(&mut state, &wakes, 0, |state| state.live.shown_here(&state.session).is_some());
    state.tick(3_000);
    assert!(
        !is_waiting(&state.session)
            && state.live.waits_for_review(&state.session)
            && state.live.is_on
    );
    wait(&mut state, &wakes, 3_000, |state| state.session.review.running.is_none());
    assert_eq!(state.session.review.completed.unwrap().plies, 4);
    state.tick(3_000);
    assert_eq!(state.live.status(&state.session), LiveStatus::Searching, "it goes on by itself");
    assert_eq!(state.session.engine.analysis.running.as_ref().unwrap().purpose, Purpose::Live);
}

#[test]
fn what_covers_a_page_closes_it() {
    let (mut state, _) = begin(two_humans());
    let games = "[White \"A\"]\n\n1. b3 *\n\n[White \"B\"]\n\n1. c3 *\n";
    for request in [Request::Show(PageId::Help), Request::Show(PageId::Settings)] {
        state.update(Request::Paste(games.to_owned()), 0);
        assert!(state.page == Some(PageId::GameFiles) && state.pages.game_files.list.is_some());
        state.update(request, 0);
        assert!(state.page != Some(PageId::GameFiles) && state.pages.game_files.list.is_none());
    }
}

#[test]
fn a_new_game_can_be_undone() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 0);
    play(&mut state, "a4", 1_000);
    let game = state.session.game.clone();
    state.update(Request::NewGame, 2_000);
    assert!(state.session.game.is_empty());
    let undo = state.session.notice.as_ref().and_then(|notice| notice.undo);
    assert_eq!(undo, Some(NoticeUndo::NewGame));
    assert_eq!(notice(&state), "A new game begins. The old one is in Your games.");
    state.update(Request::ReturnToGame, 3_000);
    assert_eq!((plies(&state), state.session.game.head()), (2, game.head()));
    assert_eq!(state.session.clock.as_ref().unwrap().left_ms(9_000)[1], 180_000 + 1_000);
    state.update(Request::ReturnToGame, 4_000);
    assert_eq!(plies(&state), 2, "the empty game is gone");
}

#[test]
fn the_editor_is_what_pages_and_copies_see() {
    let (mut state, _) = begin(two_humans());
    state.update(Request::EditPosition, 0);
    let editor = state.editor_mut().expect("the editor");
    editor.change_variant(Variant::by_id("gardner").expect("a board"));
    editor.start();
    let position = editor.position().expect("a start position");
    state.update(Request::Show(PageId::Rules), 0);
    assert_eq!(state.pages.get(PageId::Rules).title(&state.session), "Gardner");
    for what in [Copied::Course, Copied::Fen] {
        state.update(Request::Copy(what), 0);
    }
    let copies = [write_course(&position), position.fen()].map(Effect::Copy);
    let copied = |state: &AppState| {
        let effects = state.session.effects.iter();
        effects.filter(|effect| matches!(effect, Effect::Copy(_))).cloned().collect::<Vec<_>>()
    };
    assert_eq!(copied(&state), copies);

    state.editor_mut().expect("the editor").clear();
    state.update(Request::Copy(Copied::Course), 0);
    assert_eq!(copied(&state).len(), 2, "a board without kings has no course form");
    assert!(notice(&state).starts_with("This position cannot be played"), "{}", notice(&state));
    state.update(Request::Copy(Copied::Pgn), 0);
    assert_eq!(copied(&state).last(), Some(&Effect::Copy(to_pgn(&state.session.game))));
}

#[test]
fn thinking_time_is_kept_each_second() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 0);
    state.session.effects.clear();
    for now_ms in (100..=10_000).step_by(100) {
        state.tick(now_ms);
        assert_eq!(state.session.time_left_ms(), Some([182_000, 180_000 - now_ms]));
    }
    let kept = state.session.effects.iter().filter(|effect| **effect == Effect::KeepClock);
    assert_eq!(kept.count(), 10);
}

#[test]
fn a_game_left_twice_gets_no_time_back() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 0);
    let left_ms = |state: &mut AppState| {
        let clocks = archived(state).filter_map(|order| order.game.header.clock);
        let left_ms: Vec<_> = clocks.map(|clock| clock.left_ms).collect();
        state.session.effects.clear();
        left_ms
    };
    state.update(Request::NewGame, 10_000);
    assert_eq!(left_ms(&mut state), [[182_000, 170_000]]);
    state.update(Request::ReturnToGame, 20_000);
    assert!(state.session.is_clock_stopped());
    state.update(Request::Resume, 20_000);
    state.update(Request::NewGame, 24_000);
    assert_eq!(left_ms(&mut state), [[182_000, 166_000]], "no move was made");
}

#[test]
fn an_interrupted_turn_has_no_recorded_time() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 5_000);
    state.update(Request::NewGame, 10_000);
    state.update(Request::ReturnToGame, 20_000);
    state.update(Request::Resume, 20_000);
    play(&mut state, "a4", 23_000);
    play(&mut state, "Nc3", 25_000);
    let game = &state.session.game;
    let path = game.path(game.head());
    let times = path.iter().map(|id| game.node(*id).unwrap().notes.used_ms);
    assert_eq!(times.collect::<Vec<_>>(), [None, None, None, Some(2_000)], "the start first");
}
