//! The time on the clock of a game: it is kept each second, and no other game on the board gives time
//! back.

use crate::app::request::Request;

use super::{play, with_clock};
use crate::app::{
    screen::AppState,
    session::{Effect, for_tests::two_humans},
};

#[test]
fn thinking_time_is_kept_each_second() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 0);
    state.session.effects.clear();
    for now_ms in (100..=10_000).step_by(100) {
        state.tick(now_ms);
        assert_eq!(state.session.time_left_ms(), Some([180_000, 180_000 - now_ms]));
    }
    let kept = state.session.effects.iter().filter(|effect| **effect == Effect::KeepClock);
    assert_eq!(kept.count(), 10);
}

#[test]
fn a_game_left_twice_gets_no_time_back() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 0);
    let archived = |state: &mut AppState| {
        let effects = std::mem::take(&mut state.session.effects).into_iter();
        let left_ms = effects.filter_map(|effect| match effect {
            Effect::Archive(order) => order.game.header.clock.map(|clock| clock.left_ms),
            _ => None,
        });
        left_ms.collect::<Vec<_>>()
    };
    state.update(Request::NewGame, 10_000);
    assert_eq!(archived(&mut state), [[180_000, 170_000]]);
    state.update(Request::ReturnToGame, 20_000);
    assert!(state.session.is_clock_stopped());
    state.update(Request::Resume, 20_000);
    state.update(Request::NewGame, 24_000);
    assert_eq!(archived(&mut state), [[180_000, 166_000]], "no move was made");
}

#[test]
fn an_interrupted_turn_has_no_recorded_time() {
    let (mut state, _) = with_clock(two_humans());
    play(&mut state, "a3", 0);
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
