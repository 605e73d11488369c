//! Looks for the tables of the position on the board, and decides which positions have the card.

use super::EndingsAction;
use crate::{
    app::session::{Request, Session, TableStatus},
    table_cache::STANDARD_MEN,
    tables::{TableClass, has_few_men},
};

/// Carries out an action.
pub fn update(session: &mut Session, action: EndingsAction) {
    match action {
        EndingsAction::ShowFacts => session.requests.push(Request::ShowFacts),
    }
}

/// Looks for the tables of the position on the board.
pub fn tick(session: &mut Session) {
    if has_few_men(session.game.position(), STANDARD_MEN) {
        let variant = session.variant();
        session.tables.look_for(variant);
    }
}

/// True if the position on the board goes on and belongs into the tables, and there can be tables.
pub fn is_ending(session: &Session) -> bool {
    let position = session.game.position();
    // The status of the tables takes longer than a look at the board.
    if !has_few_men(position, TableClass::MAX_MEN) || session.game.outcome().is_some() {
        return false;
    }
    match session.tables.status(session.variant()) {
        TableStatus::NoFolder => false,
        TableStatus::Ready(set) => set.game_value(position, &[]).is_some(),
        _ => has_few_men(position, STANDARD_MEN),
    }
}
