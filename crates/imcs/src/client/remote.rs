//! A game on a server for a window: a thread waits for the server, and the window takes its events
//! without waiting.

use std::{
    net::TcpStream,
    sync::{Arc, Mutex},
};

use minnow_base::sync::lock_briefly;
use minnow_jobs::{JobContext, JobEvent, JobHandle, Spawner};
use minnow_rules::Color;

use super::{
    Client, ClientError, ClientGame, GameEvent, GamePlayer, GameStart, ListedOffer, OfferTerms,
    hang_up,
};
use crate::wire::Seat;

/// More events than a game can have, so that a server cannot fill the memory of a window that is not
/// looked at.
const MAX_GAME_EVENTS: usize = 10_000;

/// Who joins a server, and for which game.
#[derive(Clone)]
pub struct JoinRequest {
    /// `HOST` or `HOST:PORT`.
    pub address: String,
    /// The player's name on the server.
    pub name: String,
    /// The password, which travels in the clear.
    pub password: String,
    /// True to make the account.
    pub is_new: bool,
    /// The game.
    pub seat: RemoteSeat,
}

/// The game that a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteSeat {
    /// None yet: the list of offers is all.
    Browse,
    /// Its own offer.
    Offer(OfferTerms),
    /// The offer of another player.
    Accept {
        /// Its number.
        id: u32,
        /// The player's colour.
        seat: Seat,
    },
}

/// The events of a game for a window.
pub enum RemoteEvent {
    /// The server knows the player.
    LoggedIn,
    /// The offers that wait for an opponent. This is the last event of who browses.
    Offers(Vec<ListedOffer>),
    /// The offer with this number waits for an opponent.
    Waiting(u32),
    /// The game begins. Moves are sent by the player, which never waits for the server.
    Started {
        /// Colour and clocks.
        start: GameStart,
        /// The opponent's name; `None` if the server does not list the game.
        opponent: Option<String>,
        /// Sends the moves.
        player: GamePlayer,
    },
    /// An event in the game. The last one is [`GameEvent::Ended`].
    Game(GameEvent),
    /// The server refuses, or the connection is lost: a sentence without a full stop. This is the last
    /// event.
    Failed(String),
}

/// The connection of the thread, to end it from outside.
#[derive(Default)]
struct RemoteLine {
    stream: Option<Arc<TcpStream>>,
    is_left: bool,
}

impl RemoteLine {
    /// Ends the connection, also one that is still to come.
    fn leave(&mut self) {
        self.is_left = true;
        if let Some(stream) = &self.stream {
            hang_up(stream);
        }
    }
}

/// A player's game on a server, on a thread of its own. Dropping it ends the connection, which loses a
/// game that is not over.
pub struct RemoteGame {
    job: JobHandle<RemoteEvent>,
    line: Arc<Mutex<RemoteLine>>,
}

impl RemoteGame {
    /// Starts the thread. `wake` is called after each event, from that thread.
    pub fn join(
        spawner: &Spawner,
        request: JoinRequest,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> RemoteGame {
        let line = Arc::new(Mutex::new(RemoteLine::default()));
        let of_thread = line.clone();
        let job = spawner.start("imcs", wake, move |job| {
            let done = take_part(job, &request, &of_thread);
            // The owner may keep the value for long, and with it the connection.
            lock_briefly(&of_thread).leave();
            if let Err(error) = done {
                job.emit(RemoteEvent::Failed(error.to_string()));
            }
        });
        RemoteGame { job, line }
    }

    /// The events since the last call, oldest first; never waits.
    pub fn events(&mut self) -> Vec<RemoteEvent> {
        let events = self.job.events().into_iter();
        events.filter_map(event_of_job).collect()
    }

    /// Waits for the next event; `None` after the last.
    pub fn wait_event(&mut self) -> Option<RemoteEvent> {
        while !self.job.is_over() {
            if let Some(event) = event_of_job(self.job.wait_event()) {
                return Some(event);
            }
        }
        None
    }
}

impl Drop for RemoteGame {
    fn drop(&mut self) {
        lock_briefly(&self.line).leave();
    }
}

fn event_of_job(event: JobEvent<RemoteEvent>) -> Option<RemoteEvent> {
    match event {
        JobEvent::Output(event) => Some(event),
        JobEvent::Failed(problem) => Some(RemoteEvent::Failed(problem.to_string())),
        JobEvent::Progress(_) | JobEvent::Finished => None,
    }
}

/// Connects, finds the game and reports it to its end.
fn take_part(
    job: &JobContext<RemoteEvent>,
    request: &JoinRequest,
    line: &Mutex<RemoteLine>,
) -> Result<(), ClientError> {
    let mut client = Client::connect(&request.address)?;
    {
        let mut line = lock_briefly(line);
        if line.is_left {
            return Ok(());
        }
        line.stream = Some(client.stream().clone());
    }
    if request.is_new {
        client.register(&request.name, &request.password)?;
    } else {
        client.log_in(&request.name, &request.password)?;
    }
    job.emit(RemoteEvent::LoggedIn);
    let (start, opponent) = match request.seat {
        RemoteSeat::Browse => {
            job.emit(RemoteEvent::Offers(client.offers()?));
            return Ok(());
        }
        RemoteSeat::Offer(terms) => {
            let id = client.offer(&terms)?;
            job.emit(RemoteEvent::Waiting(id));
            let start = client.wait_for_start()?;
            (start, guest_of(&request.address, id, start.color))
        }
        RemoteSeat::Accept { id, seat } => {
            let host = client.offers()?.into_iter().find(|offer| offer.id == id);
            (client.accept(id, seat)?, host.map(|offer| offer.player))
        }
    };
    let game = client.play(start);
    job.emit(RemoteEvent::Started { start, opponent, player: game.player() });
    report_game(job, game)
}

/// Reports what happens in a game to its end.
fn report_game(job: &JobContext<RemoteEvent>, mut game: ClientGame) -> Result<(), ClientError> {
    for _ in 0..MAX_GAME_EVENTS {
        let event = game.next_event()?;
        let is_last = matches!(event, GameEvent::Ended(_));
        job.emit(RemoteEvent::Game(event));
        if is_last {
            return Ok(());
        }
    }
    Err(ClientError::Lost("the server has sent more than a game has".to_owned()))
}

/// The player who has accepted an offer. The protocol does not tell the host, whose connection is in the
/// game, but the list of games does on another one.
fn guest_of(address: &str, id: u32, own: Color) -> Option<String> {
    let mut client = Client::connect(address).ok()?;
    let players = client.players_of(id);
    hang_up(client.stream());
    let [white, black] = players.ok()??;
    Some(match own {
        Color::White => black,
        Color::Black => white,
    })
}
