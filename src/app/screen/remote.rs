//! A game over a network while it goes on: what has to wait for its end, and the question before the user
//! leaves it.

use super::AppState;
use crate::app::{
    request::Request,
    session::{GameCommand, Mode, Question, ScreenCommand, Session},
};

/// The engine would help one of the players, and the server's clock does not stop.
const STAYS: &str = "Finish the game over the network first, or resign it: its clock runs on.";

/// The server has the moves, too.
const UNCHANGED: &str = "Over a network, the moves of a game under way cannot be changed.";

/// Why a request has to wait for the end of the game over a network; `None` if it need not.
pub(super) fn refusal(session: &Session, request: &Request) -> Option<&'static str> {
    if !session.plays_remotely() {
        return None;
    }
    match request {
        Request::SelectMode(mode) if *mode != Mode::Play => Some(STAYS),
        Request::OpenCard(_)
        | Request::EditPosition
        | Request::StartReview
        | Request::ReviewGame
        | Request::AskOpinion(_)
        | Request::StartLearning
        | Request::LearnAt(_)
        | Request::LearnFrom(_)
        | Request::Train(_)
        | Request::SolvePuzzle
        | Request::TimedRun
        | Request::TrainCoordinates
        | Request::Explain(_)
        | Request::FollowLink(_)
        | Request::OpenExercise(_)
        | Request::RecordTree(_) => Some(STAYS),
        #[cfg(not(target_arch = "wasm32"))]
        Request::AnalyseGame { .. } => Some(STAYS),
        Request::Game(GameCommand::DeleteHere)
        | Request::Screen(ScreenCommand::Redo)
        | Request::ChooseSides(_)
        | Request::UndoEdit
        | Request::RedoEdit
        | Request::Rearrange(..)
        | Request::DeleteFrom(_) => Some(UNCHANGED),
        _ => None,
    }
}

impl AppState {
    /// Asks before a request that ends the connection, which loses the game. Returns it if there is
    /// nothing to ask.
    pub(super) fn ask_before_leaving(&mut self, leave: Request) -> Option<Request> {
        if !self.session.plays_remotely() {
            return Some(leave);
        }
        let name = self.session.remote().map_or("Your opponent", |remote| remote.name.as_str());
        let text = format!("The connection ends, and {name} wins.");
        let question = Question::new("Leave the game over the network?", text)
            .cancel("Keep playing")
            .choice("Leave it", leave)
            .lapsing_at_end();
        self.question = Some(question);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;

    #[test]
    fn other_games_refuse_nothing() {
        let session = session();
        for request in [Request::SelectMode(Mode::Analyse), Request::UndoEdit] {
            assert_eq!(refusal(&session, &request), None);
        }
    }
}
