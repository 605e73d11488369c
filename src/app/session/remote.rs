//! The opponent on a server, over the network: the line to the server, and the game that it belongs to.
//! Play carries out the events of the line; the game is kept like any other.

use super::{Adoption, Mode, NewGame, Notice, Request, Session, computer_name};
use minnow_game::{ClockState, Game, GameEnd, Player, TimeControl};
use minnow_imcs::{ClientError, GamePlayer, GameStart, RemoteEvent, RemoteGame};
use minnow_rules::{Color, Move, Variant, excerpt};

/// True where the program can open connections. A page in a browser opens none.
pub const HAS_NETWORK: bool = cfg!(not(target_arch = "wasm32"));

/// A game that begins on a server.
pub struct RemoteStart {
    pub line: RemoteGame,
    pub start: GameStart,
    /// The opponent's name; `None` if the server does not say it.
    pub opponent: Option<String>,
    pub player: GamePlayer,
    /// The events that have followed the start already.
    pub events: Vec<RemoteEvent>,
}

/// The opponent on a server. Dropping it ends the connection, which loses a game that is not over.
pub struct RemoteOpponent {
    pub name: String,
    pub color: Color,
    /// The times at the start, in ms, White's first; `None` without a clock.
    clocks_ms: Option<[u64; 2]>,
    player: GamePlayer,
    /// `None` after the connection was lost.
    line: Option<RemoteGame>,
    /// The events that came with the start of the game.
    early: Vec<RemoteEvent>,
    /// The number of the game; `None` until it is on the board.
    game_number: Option<u64>,
}

impl RemoteOpponent {
    fn new(start: RemoteStart) -> RemoteOpponent {
        let RemoteStart { line, start, opponent, player, events } = start;
        RemoteOpponent {
            // A server may send anything as a name.
            name: opponent.map_or("Opponent".to_owned(), |name| excerpt(&name)),
            color: !start.color,
            clocks_ms: by_color(start.color, start.clocks_ms),
            player,
            line: Some(line),
            early: events,
            game_number: None,
        }
    }

    /// False after the connection was lost.
    pub fn is_connected(&self) -> bool {
        self.line.is_some()
    }

    /// The game on the board, which begins.
    fn game(&self) -> Game {
        let mut game = Game::new(Variant::default_variant());
        game.header.players[self.color.index()] = Player::Remote;
        game.header.players[(!self.color).index()] = Player::Human;
        game.header.names[self.color.index()].clone_from(&self.name);
        game.header.clock = self.clocks_ms.map(|left_ms| {
            // The sides may have different times; the longer one describes the game.
            let base_ms = left_ms[0].max(left_ms[1]);
            ClockState { control: TimeControl { base_ms, ..TimeControl::default() }, left_ms }
        });
        game
    }
}

/// The clocks of a player and the opponent, White's first; `None` unless both have one.
fn by_color(own: Color, clocks_ms: [Option<u64>; 2]) -> Option<[u64; 2]> {
    let [Some(own_ms), Some(other_ms)] = clocks_ms else { return None };
    Some(match own {
        Color::White => [own_ms, other_ms],
        Color::Black => [other_ms, own_ms],
    })
}

impl Session {
    /// The opponent on a server in the game on the board, also after the connection was lost, until the
    /// game goes on with another one.
    pub fn remote(&self) -> Option<&RemoteOpponent> {
        self.remote.as_ref().filter(|remote| remote.game_number == Some(self.game_number))
    }

    fn remote_mut(&mut self) -> Option<&mut RemoteOpponent> {
        let number = Some(self.game_number);
        self.remote.as_mut().filter(|remote| remote.game_number == number)
    }

    /// True while the game on the board goes on at a server.
    pub fn plays_remotely(&self) -> bool {
        self.end().is_none() && self.remote().is_some_and(RemoteOpponent::is_connected)
    }

    /// The player of a side from now on: the opponent on a server, else that of the settings.
    pub fn next_player(&self, color: Color) -> Player {
        match self.remote() {
            Some(remote) if remote.color == color => Player::Remote,
            _ => self.settings.player(color),
        }
    }

    /// Asks for a game that has begun on a server. It takes the place of the one on the board at once,
    /// because its clock runs.
    pub fn request_remote_game(&mut self, start: RemoteStart) {
        let remote = RemoteOpponent::new(start);
        let (name, color) = (&remote.name, remote.color);
        let text = match color {
            Color::White => format!("{name} plays White and begins."),
            Color::Black => format!("{name} plays Black. You begin, within a minute."),
        };
        let new = NewGame {
            mode: Some(Mode::Play),
            adopts: Adoption::Players,
            starts: true,
            is_remote: true,
            notice: Some(Notice::info(text)),
            ..NewGame::new(remote.game())
        };
        self.remote = Some(remote);
        self.requests.push(Request::Replace(Box::new(new)));
    }

    /// Gives the game that has come to the board its opponent on the server, or leaves the one of the
    /// game before.
    pub(super) fn seat_remote(&mut self, is_remote: bool) {
        let number = self.game_number;
        self.remote.take_if(|_| !is_remote);
        if let Some(remote) = &mut self.remote {
            remote.game_number = Some(number);
            if remote.clocks_ms.is_none() {
                // The clock of the settings is that of other games.
                (self.clock, self.game.header.clock) = (None, None);
            }
        }
    }

    /// The events of the line since the last call.
    pub fn remote_events(&mut self) -> Vec<RemoteEvent> {
        let Some(remote) = self.remote_mut() else { return Vec::new() };
        let mut events = std::mem::take(&mut remote.early);
        events.extend(remote.line.as_mut().map_or(Vec::new(), RemoteGame::events));
        events
    }

    /// Sends the user's move.
    ///
    /// # Errors
    ///
    /// If the connection is lost, or the server's game differs from the one here.
    pub fn send_move(&self, mv: Move) -> Result<(), ClientError> {
        let connected = self.remote().filter(|remote| remote.is_connected());
        connected.map_or(Ok(()), |remote| remote.player.play(mv))
    }

    /// Tells the server that the user resigns. It takes that at the user's next turn.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub fn send_resignation(&self) -> Result<(), ClientError> {
        let connected = self.remote().filter(|remote| remote.is_connected());
        connected.map_or(Ok(()), |remote| remote.player.resign())
    }

    /// Sets the clocks as the server tells them at the user's turn: the user's and the opponent's.
    pub fn set_remote_clocks(&mut self, clocks_ms: [Option<u64>; 2], now_ms: u64) {
        let Some(user) = self.remote().map(|remote| !remote.color) else { return };
        if let (Some(left_ms), Some(clock)) = (by_color(user, clocks_ms), &mut self.clock) {
            clock.set(left_ms, user, now_ms);
        }
        self.note_clock(now_ms);
    }

    /// Ends the connection and keeps the opponent, until the game goes on with another one.
    pub fn hang_up(&mut self) {
        if let Some(remote) = self.remote_mut() {
            remote.line = None;
        }
    }

    /// Records that the user leaves a game on a server, which loses it there.
    pub fn lose_left_game(&mut self) {
        let Some(user) = self.remote().map(|remote| !remote.color) else { return };
        if self.plays_remotely() && !self.game.is_empty() {
            self.record_players();
            self.game.conclude(GameEnd::Disconnected(user));
            self.revision += 1;
            self.archive_game();
        }
    }

    /// Lets the opponent of the settings go on with a game whose connection was lost.
    pub fn leave_lost_remote(&mut self) {
        self.remote.take_if(|remote| !remote.is_connected());
    }

    /// The opponent of the settings: `Dace, level 4`.
    pub fn opponent_of_settings(&self) -> String {
        let color = Color::ALL.into_iter().find(|color| !self.settings.sides.is_human(*color));
        match color.map(|color| self.settings.player(color)) {
            Some(Player::Computer(computer)) => match computer.level_text() {
                Some(level) => format!("{}, level {level}", computer_name(computer)),
                None => computer_name(computer).to_owned(),
            },
            _ => self.settings.program_name().unwrap_or("Minnow").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_stand_by_colour() {
        let clocks = [Some(1_000), Some(2_000)];
        assert_eq!(by_color(Color::White, clocks), Some([1_000, 2_000]));
        assert_eq!(by_color(Color::Black, clocks), Some([2_000, 1_000]));
        assert_eq!(by_color(Color::White, [Some(1_000), None]), None);
    }
}
