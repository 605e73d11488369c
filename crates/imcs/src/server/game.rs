//! A game between two clients: it asks the mover for a move, lets the referee judge the answer, and
//! sends both the result.

use super::{
    connection::Connection,
    hall::{FinishedGame, Guest, Hall},
    inbox::{Input, InputEnd},
};
use crate::{
    referee::{MoverInput, Referee, Ruling},
    wire::{GameEnd, clock_text, color_letter, sent},
};
use minnow_rules::Color;

/// A game that a client has offered and another one has accepted.
pub(super) struct HostedGame {
    pub id: u32,
    /// The player who offered the game.
    pub host_name: String,
    pub host_color: Color,
    /// The host's clock, then the guest's.
    pub clocks_ms: [u64; 2],
    pub guest: Guest,
}

/// Plays a game on the thread of the host, keeps it, and ends both connections.
pub(super) fn play_game(hall: &Hall, host: Connection, game: HostedGame) {
    let HostedGame { id, host_name, host_color, clocks_ms, guest } = game;
    let [host_ms, guest_ms] = clocks_ms;
    // The players as host and guest, White first.
    let order: [usize; 2] = if host_color == Color::White { [0, 1] } else { [1, 0] };
    let clocks_ms = order.map(|index| clocks_ms[index]);
    let names = [host_name, guest.name];
    let players = order.map(|index| names[index].clone());
    // The list has the game before its players know of it: it tells the host who the guest is.
    let running = hall.run_game(id, players.clone());
    // A connection that cannot be written to is found closed at its next turn.
    let _ = host.send(&start_line(host_color, host_ms, guest_ms));
    let _ = guest.connection.send(&start_line(!host_color, guest_ms, host_ms));
    let connections = if host_color == Color::White {
        [host, guest.connection]
    } else {
        [guest.connection, host]
    };
    let mut referee = Referee::new(clocks_ms);
    let end = referee_game(hall, &connections, &mut referee);
    // The game is kept before the clients learn its result.
    hall.keep_game(FinishedGame { id, players, clocks_ms, moves: referee.moves(), end });
    drop(running);
    let result = sent([format!("= {end}"), format!("{} {end}", end.code())]);
    for connection in &connections {
        let _ = connection.send(&result);
        connection.end_output();
    }
    for connection in connections {
        connection.finish(hall.limits.farewell);
    }
}

/// `105 W 5:00 5:00 game starts`
fn start_line(color: Color, own_ms: u64, other_ms: u64) -> String {
    let code = match color {
        Color::White => 105,
        Color::Black => 106,
    };
    let (letter, own, other) = (color_letter(color), clock_text(own_ms), clock_text(other_ms));
    sent([format!("{code} {letter} {own} {other} game starts")])
}

/// Asks for moves until the game is over.
fn referee_game(hall: &Hall, connections: &[Connection; 2], referee: &mut Referee) -> GameEnd {
    loop {
        let mover = referee.mover();
        let (own, other) = (&connections[mover.index()], &connections[(!mover).index()]);
        let is_asked = own.send(&referee.request(hall.now_ms())).is_ok();
        let input = if is_asked {
            own.next_input(hall.moment(referee.deadline_ms()))
        } else {
            Input::End(InputEnd::Closed)
        };
        let input = match &input {
            Input::Line(line) => MoverInput::Line(line),
            Input::TimedOut => MoverInput::Nothing,
            Input::End(_) => MoverInput::Gone,
        };
        match referee.judge(input, hall.now_ms()) {
            // A client that is gone is found so at its next turn.
            Ruling::Again(line) => {
                let _ = own.send(&sent([line]));
            }
            Ruling::Next(mv) => {
                let _ = other.send(&sent([format!("! {mv}")]));
            }
            Ruling::Over { last_move, end } => {
                if let Some(mv) = last_move {
                    let _ = other.send(&sent([format!("! {mv}")]));
                }
                return end;
            }
        }
    }
}
