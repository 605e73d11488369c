//! An engine whose thread does not start: its failure is shown, and nothing waits for it.

use super::*;

/// A state whose engine gets no thread.
fn begin_without_threads(settings: Settings) -> (AppState, Receiver<()>) {
    let (state, wakes) = begin_with(settings, no_threads());
    while wakes.try_recv().is_ok() {}
    (state, wakes)
}

/// Ticks when the engine calls, and checks that the failure is shown and no search is left.
#[track_caller]
fn fails(state: &mut AppState, wakes: &Receiver<()>, what: &str) {
    wakes.try_recv().expect("a call to collect the failure");
    state.tick(0);
    let notice = state.session.notice.take().expect("a notice");
    assert_eq!(
        notice.text,
        format!("The {what} failed: cannot start the engine thread: no more threads.")
    );
    state.tick(0);
    assert!(state.session.notice.is_none() && !state.session.engine.is_searching());
    while wakes.try_recv().is_ok() {}
}

#[test]
fn a_reply_without_a_thread_pauses_the_game() {
    let (mut state, wakes) = begin_without_threads(against_computer());
    play(&mut state, "a3", 0);
    fails(&mut state, &wakes, "engine");
    assert!(state.play.paused && state.play.pending.is_none());
    state.update(Request::Resume, 0);
    state.tick(0);
    fails(&mut state, &wakes, "engine");
    assert!(state.play.paused);
}

#[test]
fn an_analysis_without_a_thread_is_switched_off() {
    let (mut state, wakes) = begin_without_threads(two_humans());
    state.update(Request::from(ScreenCommand::Hint), 0);
    fails(&mut state, &wakes, "engine");
    state.update(Request::SelectMode(Mode::Analyse), 0);
    state.update(Request::from(ScreenCommand::ToggleAnalysis), 0);
    state.tick(0);
    fails(&mut state, &wakes, "engine");
    assert!(!state.live.is_on);
    assert_eq!(state.live.status(&state.session), LiveStatus::Off);
}

#[test]
fn a_review_without_a_thread_ends() {
    let (mut state, wakes) = begin_without_threads(two_humans());
    play(&mut state, "a3", 0);
    state.update(Request::SelectMode(Mode::Analyse), 0);
    while wakes.try_recv().is_ok() {}
    state.update(Request::StartReview, 0);
    fails(&mut state, &wakes, "review");
    assert!(state.session.review.running.is_none() && state.session.review.completed.is_none());
}

#[test]
fn the_labs_pages_report_a_missing_thread() {
    let (mut state, _wakes) = begin_without_threads(two_humans());
    state.update(Request::SelectMode(Mode::Lab), 0);
    let mv = state.session.game.position().parse_move("a2a3").unwrap();
    let query = MoveQuery { position: *state.session.game.position(), mv };
    let LabPages { tree, compare, claims, .. } = &mut state.lab.pages;
    tree.record_here();
    compare.measure();
    claims.measure();
    state.update(Request::Explain(query), 0);
    state.tick(0);
    let LabPages { tree, compare, claims, .. } = &state.lab.pages;
    let why = &state.pages.why;
    let running = [tree.searching().is_some(), compare.task.is_running(), claims.task.is_running()];
    assert!(running == [false; 3] && !why.task.is_running());
    for problem in
        [tree.problem(), compare.task.problem(), claims.task.problem(), why.task.problem()]
    {
        assert_eq!(problem, Some("Cannot start the engine thread: no more threads."));
    }
}
