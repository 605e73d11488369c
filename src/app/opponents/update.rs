//! The update of the page of opponents.

use super::OpponentsAction;
use crate::app::session::{Effect, Question, Session};

/// The reply of an update to the screen.
pub(crate) enum OpponentsReply {
    ClosePage,
    Ask(Question<OpponentsAction>),
}

/// Carries out an action.
pub(crate) fn update(session: &mut Session, action: OpponentsAction) -> Option<OpponentsReply> {
    match action {
        OpponentsAction::Play(choice) => {
            session.request_opponent(choice);
            return Some(OpponentsReply::ClosePage);
        }
        OpponentsAction::Aim(aim) => {
            session.settings.aim = aim;
            session.effects.push(Effect::KeepSettings);
            if session.game.is_empty() {
                session.pick_opponent();
            }
        }
        OpponentsAction::AskReset => return Some(OpponentsReply::Ask(reset_question(session))),
        OpponentsAction::Reset => session.reset_rating(),
    }
    None
}

fn reset_question(session: &Session) -> Question<OpponentsAction> {
    let board = &session.variant().name;
    let games = match session.standing().games() {
        1 => "The game that counts now does not count any more".to_owned(),
        games => format!("The {games} games that count now do not count any more"),
    };
    let text = format!("{games}. They stay among your games.");
    Question::new(&format!("Begin your rating on {board} anew?"), text)
        .cancel("Keep it")
        .choice("Begin anew", OpponentsAction::Reset)
}
