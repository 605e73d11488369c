//! A program of others as the opponent: the search for its move, and the end of a game in which it
//! fails.

use super::Play;
use crate::app::session::{
    Place, Session,
    engine_client::{ProblemKind, ProgramProblem, RunningSearch},
};
use minnow_game::GameEnd;

impl Play {
    /// Starts the search for the program's move. One that is not in the user's list is named, and the
    /// game waits.
    pub(super) fn start_program(&mut self, session: &mut Session, head: Place, now_ms: u64) {
        let name = session.settings.program_name().unwrap_or_default().to_owned();
        match session.program_order(&name, head.node) {
            Ok(order) => {
                let limits = session.program_limits(now_ms);
                session.engine.start_program(head, order, limits, now_ms);
            }
            Err(problem) => {
                self.pause(session, now_ms);
                session.error(format!("{problem} Choose another opponent."));
            }
        }
    }

    /// A program that did not get ready is not in the game yet, so the game waits for the user. One
    /// that fails in the game loses it, as the rules of its protocol say.
    pub fn program_failed(
        &mut self,
        session: &mut Session,
        search: &RunningSearch,
        problem: &ProgramProblem,
        now_ms: u64,
    ) {
        let is_current = search.place == session.place(session.game.head());
        if !is_current || session.end().is_some() {
            return;
        }
        let name = session.settings.program_name().unwrap_or("The program").to_owned();
        let loser = session.head_position().turn();
        match problem.kind {
            ProblemKind::NotStarted => {
                self.pause(session, now_ms);
                session.error(format!(
                    "{name} cannot play: {}. Press Continue to try again, or choose another opponent.",
                    problem.text
                ));
            }
            ProblemKind::Stopped => self.pause(session, now_ms),
            ProblemKind::Resigned => self.conclude(session, GameEnd::Resigned(loser), now_ms),
            ProblemKind::Failed => {
                let (head, text) = (search.place.node, format!("{name} lost: {}.", problem.text));
                // The record keeps the reason with the last move.
                if let Some(notes) = session.game.notes_mut(head) {
                    notes.add_to_comment(&text);
                }
                self.conclude(session, GameEnd::Forfeited(loser), now_ms);
                session.error(text);
            }
        }
    }
}
