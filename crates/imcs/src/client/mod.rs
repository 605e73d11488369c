//! A client: it connects, logs in, offers or accepts a game, and then plays it ([`ClientGame`]).
//!
//! Every function waits for the server's answer. A window uses [`RemoteGame`], which does not.

mod game;
mod reader;
mod remote;

use std::{
    io::{self, Write},
    net::{Shutdown, TcpStream, ToSocketAddrs},
    sync::Arc,
    time::Duration,
};

use minnow_base::files::plain_reason;
use minnow_rules::{Color, excerpt};

use self::reader::LineReader;
use crate::wire::{DEFAULT_CLOCK_MS, DEFAULT_PORT, LIST_END, Seat, clock_text, parse_clock, sent};

pub use self::{
    game::{ClientGame, GameEvent, GamePlayer},
    remote::{JoinRequest, RemoteEvent, RemoteGame, RemoteSeat},
};

/// The wait for a connection to each address of a server.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// The wait for the answer to a command. The server may have to check many passwords first.
const REPLY_PATIENCE: Duration = Duration::from_secs(60);

/// The most rows of a list.
const MAX_ROWS: usize = 10_000;

/// Why a client failed; each error is a sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No address of the server can be reached.
    #[error("cannot connect to \"{address}\": {}", plain_reason(error))]
    Connect {
        /// The address as given.
        address: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The connection ended.
    #[error("the connection to the server is lost: {0}")]
    Lost(String),
    /// The server refuses a command; the text is its reply.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// The server says something that is not a part of the protocol; the text quotes it.
    #[error("the server says \"{0}\", which is not expected here")]
    Unexpected(String),
    /// The server's board is another one than the client's, or a move of the opponent is not legal.
    #[error("the server's game differs from the one here: {0}")]
    Differs(String),
    /// The client wants to make a move that is not one of its turn.
    #[error("{0} is not a move of this turn")]
    NotAMove(String),
    /// A name or a password has blanks or other characters that would end it, or is empty.
    #[error("a {0} has at least one character and no blanks or control characters")]
    BadWord(&'static str),
}

impl ClientError {
    /// A failure of the connection.
    pub(crate) fn lost(error: &io::Error) -> ClientError {
        ClientError::Lost(plain_reason(error))
    }

    /// A line of the server that is out of place.
    pub(crate) fn unexpected(line: &str) -> ClientError {
        ClientError::Unexpected(excerpt(line))
    }
}

/// The terms of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferTerms {
    /// The colour of the player who offers.
    pub seat: Seat,
    /// The player's clock and the opponent's, in ms; the server takes whole seconds.
    pub clocks_ms: [u64; 2],
}

impl Default for OfferTerms {
    /// Either colour, five minutes each.
    fn default() -> OfferTerms {
        OfferTerms { seat: Seat::Any, clocks_ms: [DEFAULT_CLOCK_MS; 2] }
    }
}

/// An offer in the server's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedOffer {
    /// The number to accept it by.
    pub id: u32,
    /// The player who offers it, with its colour and both clocks.
    pub player: String,
    /// Its terms.
    pub terms: OfferTerms,
}

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// The client's colour.
    pub color: Color,
    /// The client's clock and the opponent's, in ms; `None` without a clock.
    pub clocks_ms: [Option<u64>; 2],
}

/// A connection to a server between games.
pub struct Client {
    reader: LineReader,
}

impl Client {
    /// Connects to `HOST`, `HOST:PORT` or `[IPv6]:PORT`; the port is 3589 unless given.
    ///
    /// # Errors
    ///
    /// [`ClientError::Connect`], or that the other end is no server of this protocol.
    pub fn connect(address: &str) -> Result<Client, ClientError> {
        let failed = |error| ClientError::Connect { address: excerpt(address), error };
        let stream = connect(&with_port(address)).map_err(failed)?;
        // A move must not wait for the next one.
        stream.set_nodelay(true).map_err(failed)?;
        stream.set_write_timeout(Some(REPLY_PATIENCE)).map_err(failed)?;
        let mut client = Client { reader: LineReader::new(Arc::new(stream)) };
        client.expect(&[100])?;
        Ok(client)
    }

    /// Makes an account and logs in.
    ///
    /// # Errors
    ///
    /// [`ClientError::Refused`], such as for a name that is taken, and those of the connection.
    pub fn register(&mut self, name: &str, password: &str) -> Result<(), ClientError> {
        self.enter("register", name, password)
    }

    /// Logs in.
    ///
    /// # Errors
    ///
    /// [`ClientError::Refused`], such as for a wrong password, and those of the connection.
    pub fn log_in(&mut self, name: &str, password: &str) -> Result<(), ClientError> {
        self.enter("me", name, password)
    }

    fn enter(&mut self, verb: &str, name: &str, password: &str) -> Result<(), ClientError> {
        check_word("name", name)?;
        check_word("password", password)?;
        self.send(&format!("{verb} {name} {password}"))?;
        self.expect(&[201, 202]).map(drop)
    }

    /// The offers that wait for an opponent.
    ///
    /// # Errors
    ///
    /// Those of the connection.
    pub fn offers(&mut self) -> Result<Vec<ListedOffer>, ClientError> {
        Ok(self.rows()?.iter().filter_map(|row| parse_offer(row)).collect())
    }

    /// The players of a running game, White first; `None` if there is no such game.
    fn players_of(&mut self, id: u32) -> Result<Option<[String; 2]>, ClientError> {
        let rows = self.rows()?;
        let mut games = rows.iter().filter_map(|row| parse_running(row));
        Ok(games.find(|(known, _)| *known == id).map(|(_, players)| players))
    }

    /// The rows of the list of games.
    fn rows(&mut self) -> Result<Vec<String>, ClientError> {
        self.send("list")?;
        self.expect(&[211])?;
        let mut rows = Vec::new();
        for _ in 0..MAX_ROWS {
            let row = self.reader.next_line(Some(REPLY_PATIENCE))?;
            if row == LIST_END {
                return Ok(rows);
            }
            rows.push(row);
        }
        Err(ClientError::unexpected("a list without an end"))
    }

    /// Offers a game and returns its number. [`Client::wait_for_start`] waits for an opponent.
    ///
    /// # Errors
    ///
    /// [`ClientError::Refused`], and those of the connection.
    pub fn offer(&mut self, terms: &OfferTerms) -> Result<u32, ClientError> {
        let [own, other] = terms.clocks_ms.map(clock_text);
        self.send(&format!("offer {} {own} {other}", terms.seat))?;
        let reply = self.expect(&[103])?;
        let id = reply.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        id.ok_or_else(|| ClientError::unexpected(&reply))
    }

    /// Waits until somebody accepts the offer, however long that takes.
    ///
    /// # Errors
    ///
    /// [`ClientError::Refused`] if the offer is taken back, and those of the connection.
    pub fn wait_for_start(&mut self) -> Result<GameStart, ClientError> {
        self.expect_start(None)
    }

    /// Accepts an offer.
    ///
    /// # Errors
    ///
    /// [`ClientError::Refused`], such as if it is gone, and those of the connection.
    pub fn accept(&mut self, id: u32, seat: Seat) -> Result<GameStart, ClientError> {
        self.send(&format!("accept {id} {seat}"))?;
        self.expect_start(Some(REPLY_PATIENCE))
    }

    fn expect_start(&mut self, patience: Option<Duration>) -> Result<GameStart, ClientError> {
        let reply = self.expect_within(&[105, 106], patience)?;
        parse_start(&reply).ok_or_else(|| ClientError::unexpected(&reply))
    }

    /// The game that has started. The connection ends with it.
    pub fn play(self, start: GameStart) -> ClientGame {
        ClientGame::new(self.reader, start)
    }

    /// The connection, to end it from another thread.
    pub(crate) fn stream(&self) -> &Arc<TcpStream> {
        self.reader.stream()
    }

    fn send(&self, line: &str) -> Result<(), ClientError> {
        send(self.stream(), line)
    }

    /// A reply with one of these codes.
    fn expect(&mut self, codes: &[u16]) -> Result<String, ClientError> {
        self.expect_within(codes, Some(REPLY_PATIENCE))
    }

    fn expect_within(
        &mut self,
        codes: &[u16],
        patience: Option<Duration>,
    ) -> Result<String, ClientError> {
        let line = self.reader.next_line(patience)?;
        match code_of(&line) {
            Some(code) if codes.contains(&code) => Ok(line),
            Some(400..=599) => Err(ClientError::Refused(excerpt(&line))),
            _ => Err(ClientError::unexpected(&line)),
        }
    }
}

/// Sends a line.
pub(crate) fn send(mut stream: &TcpStream, line: &str) -> Result<(), ClientError> {
    stream.write_all(sent([line]).as_bytes()).map_err(|error| ClientError::lost(&error))
}

/// Ends a connection; a thread that reads from it learns of it.
pub(crate) fn hang_up(stream: &TcpStream) {
    // It may have ended already.
    let _ = stream.shutdown(Shutdown::Both);
}

/// The code of a reply.
pub(crate) fn code_of(line: &str) -> Option<u16> {
    let code = line.split(' ').next().filter(|code| code.len() == 3)?;
    code.parse().ok()
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = None;
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| io::Error::other("the name has no address")))
}

/// The address with a port.
fn with_port(address: &str) -> String {
    let has_port = match address.rsplit_once(':') {
        Some((host, _)) => host.ends_with(']') || !host.contains(':'),
        None => false,
    };
    let is_bare_ipv6 = address.contains(':') && !address.starts_with('[');
    match (has_port, is_bare_ipv6) {
        (true, _) => address.to_owned(),
        (false, true) => format!("[{address}]:{DEFAULT_PORT}"),
        (false, false) => format!("{address}:{DEFAULT_PORT}"),
    }
}

/// Refuses what would end the word in a command, or the command.
fn check_word(what: &'static str, word: &str) -> Result<(), ClientError> {
    let is_bad = |letter: char| letter.is_whitespace() || letter.is_control();
    if word.is_empty() || word.contains(is_bad) { Err(ClientError::BadWord(what)) } else { Ok(()) }
}

/// Reads `105 W 5:00 5:00 game starts`.
fn parse_start(reply: &str) -> Option<GameStart> {
    let words: Vec<&str> = reply.split_whitespace().collect();
    let [code, letter, own, other, ..] = words[..] else { return None };
    let color = match (code, letter) {
        ("105", "W") => Color::White,
        ("106", "B") => Color::Black,
        _ => return None,
    };
    let clock = |text: &str| if text == "-" { Some(None) } else { parse_clock(text).map(Some) };
    Some(GameStart { color, clocks_ms: [clock(own)?, clock(other)?] })
}

/// Reads ` 12 ada ? 5:00 5:00 1000 [offer]`; `None` for a running game.
fn parse_offer(row: &str) -> Option<ListedOffer> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [id, player, seat, own, other, _, "[offer]"] = words[..] else { return None };
    let clocks_ms = [parse_clock(own)?, parse_clock(other)?];
    let terms = OfferTerms { seat: Seat::parse(seat)?, clocks_ms };
    Some(ListedOffer { id: id.parse().ok()?, player: player.to_owned(), terms })
}

/// Reads ` 13 ada bob (1000/1000)  [in-progress]`; `None` for an offer.
fn parse_running(row: &str) -> Option<(u32, [String; 2])> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [id, white, black, _, "[in-progress]"] = words[..] else { return None };
    Some((id.parse().ok()?, [white, black].map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_without_a_port_gets_one() {
        for (given, expected) in [
            ("localhost", "localhost:3589"),
            ("localhost:80", "localhost:80"),
            ("::1", "[::1]:3589"),
            ("[::1]", "[::1]:3589"),
            ("[::1]:80", "[::1]:80"),
        ] {
            assert_eq!(with_port(given), expected);
        }
    }

    #[test]
    fn starts_and_offers_are_read() {
        let start = GameStart { color: Color::Black, clocks_ms: [Some(300_000), None] };
        assert_eq!(parse_start("106 B 5:00 - game starts"), Some(start));
        for bad in ["106 W 5:00 5:00", "105 W 5:00", "105 W x 5:00", "105"] {
            assert_eq!(parse_start(bad), None, "{bad}");
        }
        let terms = OfferTerms { seat: Seat::Color(Color::White), clocks_ms: [60_000, 90_000] };
        let offer = ListedOffer { id: 12, player: "ada".to_owned(), terms };
        assert_eq!(parse_offer(" 12 ada W 1:00 1:30 1000 [offer]"), Some(offer));
        assert_eq!(parse_running(" 12 ada W 1:00 1:30 1000 [offer]"), None);
        let row = " 13 ada bob (1000/1000)  [in-progress]";
        assert_eq!(parse_offer(row), None);
        assert_eq!(parse_running(row), Some((13, ["ada", "bob"].map(str::to_owned))));
    }

    #[test]
    fn words_cannot_smuggle_commands() {
        for bad in ["", "a b", "a\r\nquit", "a\u{a0}b", "a\u{7}"] {
            assert!(check_word("name", bad).is_err(), "{bad:?}");
        }
        assert!(check_word("name", "ada.l_1-x").is_ok());
    }

    proptest! {
        #[test]
        fn no_reply_panics(text in any::<String>()) {
            let _ = (parse_start(&text), parse_offer(&text), parse_running(&text));
            let _ = (code_of(&text), with_port(&text));
        }
    }
}
