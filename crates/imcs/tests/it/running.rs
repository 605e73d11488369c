//! A server on a thread, and clients that send and read plain lines.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use minnow_imcs::{Server, ServerLimits, ServerStop};
use minnow_jobs::{JobHandle, Spawner};

/// No test waits longer for a line; none that passes waits at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that is stopped with the value.
pub(crate) struct RunningServer {
    pub address: SocketAddr,
    stop: ServerStop,
    job: Option<JobHandle<()>>,
    reports: Arc<Mutex<Vec<String>>>,
}

/// The default limits with quick hashes and no rest after wrong passwords.
pub(crate) fn quick_limits() -> ServerLimits {
    ServerLimits {
        password_rounds: 10,
        wrong_password_pause: Duration::ZERO,
        farewell: Duration::from_millis(200),
        ..ServerLimits::default()
    }
}

impl RunningServer {
    pub(crate) fn start(folder: &Path, limits: ServerLimits) -> RunningServer {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let sink = reports.clone();
        let report = move |line: &str| sink.lock().unwrap().push(line.to_owned());
        let server = Server::open("127.0.0.1:0", folder, limits, report).unwrap();
        let (address, stop) = (server.address(), server.stopper());
        let job = Spawner::default().start::<()>("server", || {}, move |_| server.run());
        RunningServer { address, stop, job: Some(job), reports }
    }

    pub(crate) fn connect(&self) -> RawClient {
        RawClient::new(TcpStream::connect(self.address).unwrap())
    }

    /// A client that has made an account and read the answers.
    pub(crate) fn registered(&self, name: &str) -> RawClient {
        let mut client = self.connect();
        assert_eq!(client.line(), "100 imcs 2.5");
        assert_eq!(
            client.ask(&format!("register {name} secret")),
            format!("202 hello new user {name}")
        );
        client
    }

    /// The sentences for the person who runs the server.
    pub(crate) fn reports(&self) -> Vec<String> {
        self.reports.lock().unwrap().clone()
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(job) = self.job.take() {
            job.wait().unwrap();
        }
    }
}

/// A connection without knowledge of the protocol.
pub(crate) struct RawClient {
    reader: BufReader<TcpStream>,
}

impl RawClient {
    pub(crate) fn new(stream: TcpStream) -> RawClient {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        RawClient { reader: BufReader::new(stream) }
    }

    /// The next line without its end; empty lines, too.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        self.line_or_end().expect("a line")
    }

    /// The same; `None` if the server has closed the connection.
    pub(crate) fn line_or_end(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(line.trim_end_matches(['\r', '\n']).to_owned()),
            // Lines that the client sent after the end reset the connection.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => None,
            Err(error) => panic!("no line: {error}"),
        }
    }

    /// All lines up to the end of the connection.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.line_or_end()).collect()
    }

    /// The lines up to one that begins like this, which is the last.
    #[track_caller]
    pub(crate) fn lines_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\r\n").as_bytes()).unwrap();
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.reader.get_mut().write_all(bytes)
    }

    /// Sends a command and reads a line.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }
}

/// Tries until something is true; a test that fails waits long.
pub(crate) fn eventually(mut is_true: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if is_true() {
            return true;
        }
    }
    false
}

/// Two registered players in a game, White first.
pub(crate) fn game(server: &RunningServer, names: [&str; 2]) -> [RawClient; 2] {
    let [mut white, mut black] = names.map(|name| server.registered(name));
    seat(&mut white, &mut black);
    [white, black]
}

/// Begins a game between two players who are logged in.
pub(crate) fn seat(white: &mut RawClient, black: &mut RawClient) {
    let waiting = white.ask("offer W");
    let id = waiting.split(' ').nth(1).unwrap().to_owned();
    assert_eq!(waiting, format!("103 {id} game waiting for offer acceptance"));
    assert_eq!(black.ask(&format!("accept {id}")), "106 B 5:00 5:00 game starts");
    assert_eq!(white.line(), "105 W 5:00 5:00 game starts");
    assert_eq!(white.lines_until("? ").len(), 10);
}
