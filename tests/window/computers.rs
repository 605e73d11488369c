//! The computer against itself, to the end, through the window.

use minnow::app::session::settings::{ReplyPace, Settings, Sides};

use crate::desk::{Desk, quick};

/// A whole game at level 1.
fn whole_game(variant: &str) {
    let settings = Settings {
        variant: variant.to_owned(),
        sides: Sides::None,
        use_custom: false,
        level: 1,
        reply: ReplyPace::AtOnce,
        ..quick()
    };
    let mut desk = Desk::with(&settings);
    desk.set_going("Start game");
    desk.until("the end of the game", |state| state.session.end().is_some());
    let state = desk.state();
    // Level 1 has been mated by the fourth ply on the smaller boards.
    assert!(state.session.game.path(state.session.game.head()).len() > 1);
    assert!(state.session.notice.is_none() && state.question.is_none());
    let end = state.session.end().unwrap();
    let result = end.winner().map_or("A draw".to_owned(), |winner| format!("{winner} won"));
    assert!(desk.shows(&result) && desk.shows(end.result_text()));
}

#[test]
fn minichess_is_played_to_its_end() {
    whole_game("minichess");
}

#[test]
fn gardner_is_played_to_its_end() {
    whole_game("gardner");
}
