//! The page of all settings, and the effects of changed settings, which apply from the next move on and
//! are saved. The data are in `session/settings.rs`.

pub(super) mod look;
mod page;

use super::{
    request::Request,
    session::{
        Effect, Session,
        settings::{Settings, Sides},
    },
};
use minnow_game::GameStart;

pub(super) use page::SettingsPage;

/// Takes the new settings over. Settings that act on the current game have a line here; the views
/// read the others.
pub(super) fn change(session: &mut Session, new: Settings) {
    let mut new = new.within_bounds().with_opened_of(&session.settings);
    if session.plays_remotely() {
        // The server knows who plays which side.
        new.sides = session.settings.sides;
    }
    let old = std::mem::replace(&mut session.settings, new);
    if session.settings.sides != old.sides {
        change_sides(session);
    }
    if session.settings.program_name() != old.program_name() && session.is_thinking() {
        // The user may have left a program that does not answer.
        session.engine.play.cancel();
    }
    if session.settings.clock != old.clock {
        change_clock(session);
    }
    if (session.settings.odds, session.settings.sides) != (old.odds, old.sides) {
        change_odds(session);
    }
    if session.settings.engine != old.engine {
        let engine = std::mem::replace(&mut session.settings.engine, old.engine);
        session.set_engine(engine);
    }
    let is_new = session.settings.uses_match() && !old.uses_match();
    if is_new || session.game.is_empty() {
        session.pick_opponent();
    }
    session.record_players();
    session.keep_game();
    session.effects.push(Effect::KeepSettings);
}

/// The user chooses the sides to play; the same ones again make a paused computer go on.
pub(super) fn choose_sides(session: &mut Session, sides: Sides) {
    if sides == session.settings.sides {
        change_sides(session);
    } else {
        change(session, Settings { sides, ..session.settings.clone() });
    }
}

/// Stops the computer's search for a side it no longer plays, and requests one for a new side.
fn change_sides(session: &mut Session) {
    if session.end().is_none() {
        session.flipped = session.settings.sides == Sides::Black;
    }
    if session.is_thinking() {
        session.engine.play.cancel();
    }
    session.requests.push(Request::SidesChanged);
}

/// An empty game takes the new clock; a game with moves keeps its own.
fn change_clock(session: &mut Session) {
    let is_open = session.game.is_empty() && session.document.path.is_none();
    if is_open && !session.plays_remotely() {
        session.game.header.clock = None;
        session.clock = session.clock_of_game();
    }
}

/// An empty game from its variant's start takes the new odds; another game keeps its own.
fn change_odds(session: &mut Session) {
    let is_new = session.game.is_empty() && session.document.path.is_none();
    let is_at_odds = session.settings.new_game(session.variant()).start() == session.game.start();
    if is_new && !is_at_odds && session.game.start_kind() != GameStart::SetUp {
        let id = session.variant().id.clone();
        session.request_game_of(&id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;
    use minnow_game::GameEnd;

    #[test]
    fn choosing_the_same_sides_again_goes_on() {
        let mut session = session();
        for sides in [Sides::Black, Sides::Black] {
            choose_sides(&mut session, sides);
            assert_eq!(session.requests, [Request::SidesChanged]);
            session.requests.clear();
        }
    }

    #[test]
    fn a_finished_game_is_not_turned_around() {
        let mut session = session();
        assert!(session.game.conclude(GameEnd::Agreed));
        choose_sides(&mut session, Sides::Black);
        assert!(!session.flipped && session.settings.sides == Sides::Black);
    }
}
