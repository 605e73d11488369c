//! Starts and ends the build of tables, and takes in what the jobs report.

use super::EndingsAction;
use crate::{
    app::session::{Session, TableStatus},
    rules::Position,
    table_cache::STANDARD_MEN,
    tables::{TableClass, is_placement},
};

/// Carries out an action.
pub fn update(session: &mut Session, action: EndingsAction) {
    match action {
        EndingsAction::Build => {
            let variant = session.variant();
            session.tables.build(variant);
        }
        EndingsAction::Stop => session.tables.stop(),
    }
}

/// Looks for the tables of the position on the board, and shows what went wrong.
pub fn tick(session: &mut Session) {
    if has_men(session.game.position(), STANDARD_MEN) {
        let variant = session.variant();
        session.tables.look_for(variant);
    }
    for problem in session.tables.collect() {
        session.error(problem);
    }
}

/// True if the position on the board goes on and belongs into the tables, and there can be tables.
pub fn is_ending(session: &Session) -> bool {
    let position = session.game.position();
    // The status of the tables takes longer than a look at the board.
    if !has_men(position, TableClass::MAX_MEN) || session.game.outcome().is_some() {
        return false;
    }
    match session.tables.status(session.variant()) {
        TableStatus::NoFolder => false,
        TableStatus::Ready(set) => set.value(position).is_some(),
        _ => has_men(position, STANDARD_MEN),
    }
}

/// True if a table of at most this many men can have the position.
fn has_men(position: &Position, most: usize) -> bool {
    is_placement(position) && position.board().occupied().count() as usize <= most
}
