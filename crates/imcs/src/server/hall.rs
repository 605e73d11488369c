//! The state that all clients of a server share: accounts, offers, running games and connections.

use std::{
    collections::{BTreeMap, HashMap},
    net::{IpAddr, Shutdown, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use minnow_rules::Color;
use web_time::{Instant, SystemTime};

use super::{
    connection::{Connection, Slot},
    gate::PasswordGate,
    inbox::{Inbox, OfferNews},
    limits::ServerLimits,
};
use crate::{
    journal::GameRecord,
    password::{KnownPasswords, random_bytes},
    rating::after_game,
    store::Store,
    wire::{GameCause, GameEnd, Seat, clock_text, color_letter},
};

/// The rows of the list of ratings, without the player's own.
const BEST_PLAYERS: usize = 10;

/// Gets sentences for the person who runs the server.
pub(crate) type Report = Box<dyn Fn(&str) + Send + Sync>;

/// A client that accepts an offer.
pub(crate) struct Guest {
    pub connection: Connection,
    pub name: String,
}

/// An offer that waits for an opponent.
pub(crate) struct Offer {
    pub name: String,
    pub seat: Seat,
    /// The clock of the player who offers, then the opponent's.
    pub clocks_ms: [u64; 2],
    pub inbox: Arc<Inbox>,
}

/// The result of accepting an offer.
pub(crate) enum Acceptance {
    /// The thread of the offer's player has the connection now.
    Seated,
    /// The reply says why not.
    Refused { reply: String, guest: Guest },
}

/// A game that is over.
pub(crate) struct FinishedGame {
    pub id: u32,
    /// White and Black.
    pub players: [String; 2],
    pub clocks_ms: [u64; 2],
    pub moves: Vec<String>,
    pub end: GameEnd,
}

/// A client that has a place.
struct ConnectedClient {
    stream: Arc<TcpStream>,
    address: IpAddr,
}

pub(super) struct HallState {
    pub store: Store,
    pub known: KnownPasswords,
    offers: BTreeMap<u32, Offer>,
    running: BTreeMap<u32, [String; 2]>,
    clients: HashMap<u64, ConnectedClient>,
    next_connection: u64,
    is_stopping: bool,
}

/// The shared state of a server.
pub(crate) struct Hall {
    pub limits: ServerLimits,
    pub gate: PasswordGate,
    state: Mutex<HallState>,
    /// Notified when a connection ends.
    left: Condvar,
    report: Report,
    begun: Instant,
}

impl Hall {
    pub(crate) fn new(
        store: Store,
        known: KnownPasswords,
        limits: ServerLimits,
        report: Report,
    ) -> Hall {
        let state = HallState {
            store,
            known,
            offers: BTreeMap::new(),
            running: BTreeMap::new(),
            clients: HashMap::new(),
            next_connection: 0,
            is_stopping: false,
        };
        let (state, left) = (Mutex::new(state), Condvar::new());
        Hall { limits, gate: PasswordGate::default(), state, left, report, begun: Instant::now() }
    }

    /// The state. Its owner may write to the disk, but never waits for a client.
    pub(super) fn lock(&self) -> MutexGuard<'_, HallState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time since the start of the server, in ms.
    pub(crate) fn now_ms(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The moment of a time that [`Hall::now_ms`] counts.
    pub(crate) fn moment(&self, ms: u64) -> Instant {
        self.begun + std::time::Duration::from_millis(ms)
    }

    pub(crate) fn report(&self, sentence: &str) {
        (self.report)(sentence);
    }

    /// A place for a connection; `None` if the server is full or stops.
    pub(crate) fn admit(
        self: &Arc<Hall>,
        stream: &Arc<TcpStream>,
        address: IpAddr,
    ) -> Option<Slot> {
        let mut state = self.lock();
        let of_address = state.clients.values().filter(|client| client.address == address).count();
        let is_full = state.clients.len() >= self.limits.connections
            || of_address >= self.limits.connections_per_address;
        if is_full || state.is_stopping {
            return None;
        }
        state.next_connection += 1;
        let number = state.next_connection;
        state.clients.insert(number, ConnectedClient { stream: stream.clone(), address });
        Some(Slot { hall: self.clone(), number })
    }

    /// Gives the place of a connection free.
    pub(super) fn release(&self, number: u64) {
        self.lock().clients.remove(&number);
        self.left.notify_all();
    }

    /// Ends all connections and waits until their threads have let them go. Games under way are not
    /// kept.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_stopping = true;
        while !state.clients.is_empty() {
            for client in state.clients.values() {
                let _ = client.stream.shutdown(Shutdown::Both);
            }
            state = self.left.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds an offer and returns its number.
    pub(crate) fn offer(&self, offer: Offer) -> u32 {
        let mut state = self.lock();
        let id = state.store.take_game_number();
        state.offers.insert(id, offer);
        id
    }

    /// Takes an offer back. False if it is no longer there; then its news have arrived.
    pub(crate) fn withdraw(&self, id: u32) -> bool {
        self.lock().offers.remove(&id).is_some()
    }

    /// Takes back all offers of a player and returns their number.
    pub(crate) fn take_back(&self, name: &str) -> usize {
        let mut state = self.lock();
        let own = |offer: &Offer| offer.name == name;
        let ids: Vec<u32> =
            state.offers.iter().filter(|(_, offer)| own(offer)).map(|(id, _)| *id).collect();
        for offer in ids.iter().filter_map(|id| state.offers.remove(id)) {
            offer.inbox.put_news(OfferNews::TakenBack);
        }
        ids.len()
    }

    /// Seats a guest at an offer.
    pub(crate) fn accept(&self, id: u32, seat: Seat, guest: Guest) -> Acceptance {
        let mut state = self.lock();
        let Some(offer) = state.offers.get(&id) else {
            return Acceptance::Refused { reply: "408 no such game".to_owned(), guest };
        };
        let color = match (seat, offer.seat) {
            (Seat::Color(own), Seat::Color(other)) if own == other => {
                let reply = format!("405 bad color {}", color_letter(own));
                return Acceptance::Refused { reply, guest };
            }
            (Seat::Color(own), _) => own,
            (Seat::Any, Seat::Color(other)) => !other,
            (Seat::Any, Seat::Any) => random_color(),
        };
        let offer = state.offers.remove(&id);
        // Under the lock, so that an offer which is gone has its news.
        if let Some(offer) = &offer {
            offer.inbox.put_news(OfferNews::Accepted { guest: Box::new(guest), color });
        }
        // The offer may hold the last connection of a lost client, whose end takes the lock.
        drop(state);
        Acceptance::Seated
    }

    /// The offers and running games, as `list` shows them.
    pub(crate) fn list(&self) -> Vec<String> {
        let state = self.lock();
        let rating = |name: &str| state.store.rating(name);
        let offers = state.offers.iter().map(|(id, Offer { name, seat, clocks_ms, .. })| {
            let [own, other] = clocks_ms.map(clock_text);
            format!(" {id} {name} {seat} {own} {other} {} [offer]", rating(name))
        });
        let running = state.running.iter().map(|(id, [white, black])| {
            let ratings = format!("({}/{})", rating(white), rating(black));
            format!(" {id} {white} {black} {ratings}  [in-progress]")
        });
        offers.chain(running).collect()
    }

    /// The best ratings, and the player's own, as `ratings` shows them.
    pub(crate) fn ratings(&self, player: Option<&str>) -> Vec<String> {
        let state = self.lock();
        let mut rows = state.store.best(BEST_PLAYERS);
        let is_shown = |name: &str| rows.iter().any(|(shown, _)| *shown == name);
        if let Some(name) = player.filter(|name| !is_shown(name)) {
            rows.push((name, state.store.rating(name)));
        }
        rows.iter().map(|(name, rating)| format!(" {name} {rating}")).collect()
    }

    /// Lists a game as running until the value is dropped.
    pub(crate) fn run_game(&self, id: u32, players: [String; 2]) -> RunningGame<'_> {
        self.lock().running.insert(id, players);
        RunningGame { hall: self, id }
    }

    /// Keeps a game that is over, and its ratings.
    pub(crate) fn keep_game(&self, game: FinishedGame) {
        let FinishedGame { id, players, clocks_ms, moves, end } = game;
        let [white, black] = players.clone();
        let mut state = self.lock();
        if state.is_stopping && end.cause == GameCause::Disconnect {
            return;
        }
        let before = [&white, &black].map(|name| state.store.rating(name));
        let ratings = (white != black).then(|| after_game(before, end.winner));
        let ended = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let ended_s = ended.map_or(0, |time| time.as_secs());
        let result = end.to_string();
        let record = GameRecord { id, ended_s, players, clocks_ms, moves, result, ratings };
        let kept = state.store.keep_game(record);
        drop(state);
        self.report(&match kept {
            Ok(()) => format!("game {id}, {white} against {black}: {end}"),
            Err(error) => format!("game {id} is lost: {error}"),
        });
    }
}

/// A game in the list of the running ones.
pub(crate) struct RunningGame<'a> {
    hall: &'a Hall,
    id: u32,
}

impl Drop for RunningGame<'_> {
    fn drop(&mut self) {
        self.hall.lock().running.remove(&self.id);
    }
}

/// A colour by chance.
fn random_color() -> Color {
    let is_white = random_bytes::<1>().is_ok_and(|[byte]| byte % 2 == 0);
    if is_white { Color::White } else { Color::Black }
}
