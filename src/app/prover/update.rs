//! The update of the card.

use super::{Prover, ProverAction};
use crate::app::session::Session;
use minnow_game::GameEnd;

/// Carries out an action.
pub(crate) fn update(prover: &mut Prover, session: &mut Session, action: ProverAction) {
    match action {
        ProverAction::Start => match session.game.outcome() {
            Some(end @ GameEnd::ByRules(_)) => session.info(format!("Nothing to prove: {end}.")),
            // A player may have resigned too early.
            Some(_) | None => prover.start(session),
        },
        ProverAction::Stop => prover.stop(),
        ProverAction::Close => prover.close(),
    }
}
