//! Looks for the tables of the position on the board, and decides which positions have the card.

use super::EndingsAction;
use crate::app::session::{Request, Session};
use minnow_tables::{cache::STANDARD_MEN, has_few_men};

/// Carries out an action.
pub(crate) fn update(session: &mut Session, action: EndingsAction) {
    match action {
        EndingsAction::ShowFacts => session.requests.push(Request::ShowFacts),
    }
}

/// Looks for the tables of the position on the board.
pub(crate) fn tick(session: &mut Session) {
    if has_few_men(session.game.position(), STANDARD_MEN) {
        let variant = session.variant();
        session.tables.look_for(variant);
    }
}

/// True if the position on the board goes on and belongs into the tables, and there can be tables.
pub(crate) fn is_ending(session: &Session) -> bool {
    session.game.outcome().is_none() && session.tables.status_for(session.game.position()).is_some()
}
