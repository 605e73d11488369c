//! The server: it accepts connections up to its limits, and gives each a thread.
//!
//! A client has two threads, one that reads lines and one that answers. A game runs on the thread of the
//! player who offered it; the guest's own thread ends. What all share is the `Hall`; what must survive
//! is in the store before a client hears of it.

mod accounts;
mod connection;
mod game;
mod gate;
mod hall;
mod inbox;
mod limits;
mod session;

use std::{
    io::{self, Write},
    net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use minnow_base::files::{
    FileAccessError, plain_reason,
    system::{self, Lock},
};
use minnow_jobs::Spawner;
use minnow_rules::{counted, excerpt};

use self::{connection::Connection, hall::Hall};
use crate::{
    journal::JournalError,
    password::{KnownPasswords, NoRandomness},
    store::{OpenedStore, Store},
    wire::sent,
};

pub use self::limits::ServerLimits;

/// The file that a server locks in the folder of its data.
const LOCK_FILE: &str = "server.lock";

/// The line for a client that has no place.
const FULL: &str = "503 the server is full: come back later";

/// The rest after a connection that could not be accepted, such as for lack of files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why a server could not start; each error is a sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address is not one of this machine, or another program listens there.
    #[error("cannot listen on \"{address}\": {}", plain_reason(error))]
    Listen {
        /// The address as given.
        address: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// Another server uses the folder.
    #[error("another server uses \"{}\"", .0.display())]
    InUse(PathBuf),
    /// The folder or a file in it cannot be used.
    #[error("{0}")]
    File(#[from] FileAccessError),
    /// A newer version of Minnow wrote the data.
    #[error("{0}")]
    Newer(String),
    /// The system gives no random numbers.
    #[error("{0}")]
    NoRandomness(String),
}

impl From<JournalError> for ServerError {
    fn from(error: JournalError) -> ServerError {
        match error {
            JournalError::File(error) => ServerError::File(error),
            newer @ JournalError::Newer(_) => ServerError::Newer(newer.to_string()),
        }
    }
}

impl From<NoRandomness> for ServerError {
    fn from(error: NoRandomness) -> ServerError {
        ServerError::NoRandomness(error.to_string())
    }
}

/// A server that listens. [`Server::run`] serves its clients.
///
/// ```
/// use minnow_imcs::{Server, ServerLimits};
///
/// let folder = tempfile::tempdir()?;
/// let server = Server::open("127.0.0.1:0", folder.path(), ServerLimits::default(), |_| {})?;
/// assert!(server.address().ip().is_loopback());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hall: Arc<Hall>,
    is_stopped: Arc<AtomicBool>,
    /// Held while the server may write.
    _lock: Lock,
}

/// Stops a server from another thread.
#[derive(Clone, Debug)]
pub struct ServerStop {
    address: SocketAddr,
    is_stopped: Arc<AtomicBool>,
}

impl ServerStop {
    /// Ends all connections and [`Server::run`]. Games under way are not kept.
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
        // The server notices it with the next connection.
        let _ = TcpStream::connect(self.address);
    }
}

impl Server {
    /// Opens the data in a folder, which is made if it is missing, and listens on an address such as
    /// `127.0.0.1:3589`. `report` gets sentences for the person who runs the server: new users, finished
    /// games, and what is wrong.
    ///
    /// # Errors
    ///
    /// A [`ServerError`] if the folder or the address cannot be used.
    pub fn open(
        address: &str,
        folder: &Path,
        limits: ServerLimits,
        report: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Server, ServerError> {
        let failed = |error| FileAccessError::write(folder, error);
        if !system::exists(folder) {
            system::create_dir_all(folder).map_err(failed)?;
            system::make_private(folder).map_err(failed)?;
        }
        let lock = Lock::try_take(&folder.join(LOCK_FILE)).map_err(failed)?;
        let lock = lock.ok_or_else(|| ServerError::InUse(folder.to_owned()))?;
        let OpenedStore { store, games, problem } = Store::open(folder)?;
        let listen_failed = |error| ServerError::Listen { address: excerpt(address), error };
        let listener = listen(address).map_err(listen_failed)?;
        let address = listener.local_addr().map_err(listen_failed)?;
        if let Some(problem) = problem {
            report(&problem);
        }
        let users = counted(store.account_count() as u64, "user", "users");
        let games = counted(games as u64, "finished game", "finished games");
        report(&format!("the data have {users} and {games}"));
        let hall = Arc::new(Hall::new(store, KnownPasswords::new()?, limits, Box::new(report)));
        Ok(Server { listener, address, hall, is_stopped: Arc::default(), _lock: lock })
    }

    /// The address, with the port that the system chose for port 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The handle that stops the server from another thread.
    pub fn stopper(&self) -> ServerStop {
        ServerStop { address: self.address, is_stopped: self.is_stopped.clone() }
    }

    /// Serves clients until the server is stopped.
    pub fn run(self) {
        for stream in self.listener.incoming() {
            if self.is_stopped.load(Relaxed) {
                break;
            }
            match stream.and_then(|stream| Ok((stream.peer_addr()?, stream))) {
                Ok((peer, stream)) => self.greet(Arc::new(stream), peer),
                // A client that left at once is no reason to rest; a lack of files is.
                Err(error) if is_of_client(&error) => {}
                Err(_) => thread::sleep(ACCEPT_PAUSE),
            }
        }
        self.hall.close();
    }

    /// Gives a client its threads, or sends it away.
    fn greet(&self, stream: Arc<TcpStream>, peer: SocketAddr) {
        let Some(slot) = self.hall.admit(&stream, peer.ip()) else {
            // The line fits into the empty buffer of a new connection.
            let _ = stream.set_nonblocking(true);
            let _ = (&*stream).write_all(sent([FULL]).as_bytes());
            return;
        };
        let Some(connection) = Connection::start(stream, slot) else { return };
        let hall = self.hall.clone();
        // The thread ends with the connection. Without a thread the connection ends at once.
        drop(Spawner::default().start::<()>(
            "imcs-client",
            || {},
            move |_| {
                session::serve(hall, connection);
            },
        ));
    }
}

/// True if a client has ended its connection before the server took it.
fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted, NotConnected};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted | NotConnected)
}

fn listen(address: &str) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    TcpListener::bind(&addresses[..])
}
