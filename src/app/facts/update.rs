//! The update of the page.

use super::FactsAction;
use crate::app::session::{AfterUnsaved, Mode, NewGame, Request, Session};

/// Carries out an action.
pub(crate) fn update(session: &mut Session, action: FactsAction) {
    match action {
        FactsAction::Train(order) => {
            session.requests.push(Request::GoOn(AfterUnsaved::Train(order)))
        }
        FactsAction::Analyse(position) => session.request_game(NewGame {
            mode: Some(Mode::Analyse),
            ..NewGame::from_position(*position)
        }),
    }
}
