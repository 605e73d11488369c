//! The opponent on a server: its moves and clocks, the end of the game as the server tells it, and a lost
//! connection. What such a game does not have says why.

use super::Play;
use crate::app::{
    session::{Session, Sound},
    ui::text::capitalised,
};
use minnow_game::{Edit, GameEnd};
use minnow_imcs::{GameCause, GameEnd as ServerEnd, GameEvent, RemoteEvent};
use minnow_rules::{Ending, Move, Outcome};

/// The reasons why a game on a server lacks a control, said where the user asks for it.
pub(super) const NO_TAKE_BACK: &str = "Over a network, no move can be taken back.";
pub(super) const NO_HINTS: &str = "There are no hints in a game over a network.";
pub(super) const NO_DRAWS: &str = "The server knows no offers of a draw.";

impl Play {
    /// Carries out what has come from the server.
    pub(super) fn follow_remote(&mut self, session: &mut Session, now_ms: u64) {
        for event in session.remote_events() {
            match event {
                RemoteEvent::Game(GameEvent::OpponentMoved(mv)) => {
                    self.opponent_moved(session, mv, now_ms);
                }
                RemoteEvent::Game(GameEvent::YourTurn { clocks_ms }) => {
                    session.set_remote_clocks(clocks_ms, now_ms);
                }
                RemoteEvent::Game(GameEvent::MoveRefused(reason)) => {
                    self.move_refused(session, &reason, now_ms);
                }
                RemoteEvent::Game(GameEvent::Ended(end)) => {
                    self.conclude_if_open(session, end_of(end), now_ms);
                    session.remote = None;
                }
                RemoteEvent::Failed(problem) => self.remote_lost(session, &problem, now_ms),
                // These come before a game.
                RemoteEvent::LoggedIn
                | RemoteEvent::Offers(_)
                | RemoteEvent::Waiting(_)
                | RemoteEvent::Started { .. } => {}
            }
        }
    }

    fn opponent_moved(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if !session.plays_remotely() {
            return;
        }
        self.play_at_head(session, mv, now_ms);
        // The server has no rule for a side without a move: it waits until that side gives up.
        if let Some(GameEnd::ByRules(Outcome { ending: Ending::NoMoves, .. })) = session.end() {
            // If the connection is lost, its end comes as an event.
            let _ = session.send_resignation();
        }
        self.play_premove(session, now_ms);
    }

    /// Takes the user's move back. The server asks for another one, and the clock runs on.
    fn move_refused(&mut self, session: &mut Session, reason: &str, now_ms: u64) {
        let is_users = session.remote().is_some_and(|remote| {
            !session.game.is_empty() && session.head_position().turn() == remote.color
        });
        if is_users && session.game.take_back().is_some() {
            session.set_clock_from(session.game.head(), now_ms);
            session.touch_as(Edit::TakeBack);
        }
        session.error(format!("The server refuses your move: {reason}."));
    }

    fn conclude_if_open(&mut self, session: &mut Session, end: GameEnd, now_ms: u64) {
        if session.end().is_none() {
            self.conclude(session, end, now_ms);
        }
    }

    /// The game is kept, and waits for the user. One that is over needs no connection.
    fn remote_lost(&mut self, session: &mut Session, problem: &str, now_ms: u64) {
        if session.end().is_some() {
            session.remote = None;
            return;
        }
        session.record_players();
        session.hang_up();
        self.premove = None;
        self.pause(session, now_ms);
        let text = format!("{}.", capitalised(problem));
        let head = session.game.head();
        if let Some(notes) = session.game.notes_mut(head) {
            notes.add_to_comment(&text);
        }
        session.touch_as(Edit::Comment);
        session.archive_game();
        session.sound(Sound::End);
        let opponent = session.opponent_of_settings();
        // In the opponent's turn the button Continue is there.
        let way = if session.waits_for_computer() { "Press Continue" } else { "Make a move" };
        let text =
            format!("{text} The game is kept. {way} to go on against {opponent}, or leave it.");
        session.error(text);
    }

    /// Sends the user's move, which is on the board.
    pub(super) fn send_move(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if let Err(problem) = session.send_move(mv) {
            self.remote_lost(session, &problem.to_string(), now_ms);
        }
    }

    /// Resigns the game on the server: at once in the user's turn, else with the next one, because the
    /// server reads nothing from a player whose turn it is not.
    pub(super) fn resign_remotely(&mut self, session: &mut Session, now_ms: u64) {
        if let Err(problem) = session.send_resignation() {
            self.remote_lost(session, &problem.to_string(), now_ms);
            return;
        }
        self.premove = None;
        if session.waits_for_human() {
            let loser = session.head_position().turn();
            self.conclude(session, GameEnd::Resigned(loser), now_ms);
        } else {
            let text = "The server takes your resignation after your opponent's move.";
            self.answer = Some(text.to_owned());
        }
    }

    /// Answers a command that a game on a server does not have. Returns false if the game is no such
    /// game.
    pub(super) fn refuses(&mut self, session: &Session, reason: &str) -> bool {
        let refuses = session.plays_remotely();
        if refuses {
            self.answer = Some(reason.to_owned());
        }
        refuses
    }
}

/// The end of the game as the record has it.
fn end_of(end: ServerEnd) -> GameEnd {
    match (end.winner, end.cause) {
        (None, _) | (_, GameCause::Board) => GameEnd::Recorded(end.winner),
        (Some(winner), GameCause::Resignation) => GameEnd::Resigned(!winner),
        (Some(winner), GameCause::Time) => GameEnd::TimeOut(!winner),
        (Some(winner), GameCause::Disconnect) => GameEnd::Disconnected(!winner),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Color::{Black, White};

    #[test]
    fn ends_of_the_server_keep_winner_and_cause() {
        for (winner, cause, expected) in [
            (None, GameCause::Board, GameEnd::Recorded(None)),
            (Some(White), GameCause::Board, GameEnd::Recorded(Some(White))),
            (Some(White), GameCause::Resignation, GameEnd::Resigned(Black)),
            (Some(Black), GameCause::Time, GameEnd::TimeOut(White)),
            (Some(Black), GameCause::Disconnect, GameEnd::Disconnected(White)),
        ] {
            assert_eq!(end_of(ServerEnd { winner, cause }), expected);
        }
    }
}
