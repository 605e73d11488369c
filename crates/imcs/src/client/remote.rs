//! A game on a server for a window: a thread waits for the server, and the window takes its events
//! without waiting.

use std::{
    net::TcpStream,
    sync::{Arc, Mutex},
};

use minnow_base::sync::lock_briefly;
use minnow_jobs::{JobContext, JobEvent, JobHandle, Spawner};

use super::{Client, ClientError, GameEvent, GamePlayer, GameStart, OfferTerms, hang_up};
use crate::wire::Seat;

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

/// What a window hears of its game.
pub enum RemoteEvent {
    /// The server knows the player.
    LoggedIn,
    /// The offer with this number waits for an opponent.
    Waiting(u32),
    /// The game begins. Moves are sent by the player, which never waits for the server.
    Started {
        /// Colour and clocks.
        start: GameStart,
        /// What sends the moves.
        player: GamePlayer,
    },
    /// What happens in the game. The last event is [`GameEvent::Ended`].
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
            if let Err(error) = take_part(job, &request, &of_thread) {
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
        let mut line = lock_briefly(&self.line);
        line.is_left = true;
        if let Some(stream) = &line.stream {
            hang_up(stream);
        }
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
    let start = match request.seat {
        RemoteSeat::Offer(terms) => {
            job.emit(RemoteEvent::Waiting(client.offer(&terms)?));
            client.wait_for_start()?
        }
        RemoteSeat::Accept { id, seat } => client.accept(id, seat)?,
    };
    let mut game = client.play(start);
    job.emit(RemoteEvent::Started { start, player: game.player() });
    loop {
        let event = game.next_event()?;
        let is_last = matches!(event, GameEvent::Ended(_));
        job.emit(RemoteEvent::Game(event));
        if is_last {
            return Ok(());
        }
    }
}
