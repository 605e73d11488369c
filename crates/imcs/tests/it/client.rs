//! The client's side: whole games, a player in a window, and lost connections.

use std::net::{TcpListener, TcpStream};

use minnow_imcs::{
    Client, ClientError, ClientGame, GameEnd, GameEvent, JoinRequest, OfferTerms, RemoteEvent,
    RemoteGame, RemoteSeat, Seat,
};
use minnow_jobs::{JobEvent, JobHandle, Spawner};
use minnow_rules::{Color, Move, Position};

use crate::running::{RawClient, RunningServer, eventually, quick_limits};

fn client(server: &RunningServer, name: &str) -> Client {
    let mut client = Client::connect(&server.address.to_string()).unwrap();
    client.register(name, "secret").unwrap();
    client
}

fn request(server: &RunningServer, name: &str, seat: RemoteSeat) -> JoinRequest {
    JoinRequest {
        address: server.address.to_string(),
        name: name.to_owned(),
        password: "secret".to_owned(),
        is_new: true,
        seat,
    }
}

/// Joins a server and waits until its offer, whose number it returns, is there.
fn offering(server: &RunningServer, name: &str, terms: OfferTerms) -> (RemoteGame, u32) {
    let offer = request(server, name, RemoteSeat::Offer(terms));
    let mut remote = RemoteGame::join(&Spawner::default(), offer, || {});
    assert!(matches!(remote.wait_event(), Some(RemoteEvent::LoggedIn)));
    let Some(RemoteEvent::Waiting(id)) = remote.wait_event() else { panic!("no offer") };
    (remote, id)
}

/// A move that depends on the position alone: a capture if there is one, so that games end.
fn some_move(position: &Position) -> Move {
    let moves = position.legal_moves();
    let captures = moves.iter().find(|mv| position.captured(*mv).is_some());
    captures.or_else(|| moves.iter().nth(position.key() as usize % moves.len())).unwrap()
}

/// Plays a game to its end.
fn play(mut game: ClientGame) -> GameEnd {
    loop {
        match game.next_event().unwrap() {
            GameEvent::OpponentMoved(_) => {}
            GameEvent::YourTurn { clocks_ms } => {
                assert!(clocks_ms.iter().all(|clock| clock.is_some_and(|ms| ms <= 300_000)));
                let position = game.player().position();
                if position.legal_moves().is_empty() {
                    game.player().resign().unwrap();
                } else {
                    game.player().play(some_move(&position)).unwrap();
                }
            }
            GameEvent::MoveRefused(reason) => panic!("{reason}"),
            GameEvent::Ended(end) => return end,
        }
    }
}

#[test]
fn a_client_and_a_player_in_a_window_play_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let terms = OfferTerms { seat: Seat::Color(Color::Black), ..OfferTerms::default() };
    let (mut remote, id) = offering(&server, "ada", terms);
    let mut bob = client(&server, "bob");
    let offers = bob.offers().unwrap();
    assert_eq!(
        offers.iter().map(|offer| (offer.id, &*offer.player)).collect::<Vec<_>>(),
        [(id, "ada")]
    );
    assert_eq!(offers[0].terms, terms);
    let start = bob.accept(id, Seat::Any).unwrap();
    assert_eq!((start.color, start.clocks_ms), (Color::White, [Some(300_000); 2]));
    let game = bob.play(start);
    let mut bob = Spawner::default().start("bob", || {}, move |job| job.emit(play(game)));
    let Some(RemoteEvent::Started { start, opponent, player }) = remote.wait_event() else {
        panic!("no start")
    };
    assert_eq!((start.color, opponent.as_deref()), (Color::Black, Some("bob")));
    let mut ended = None;
    while let Some(event) = remote.wait_event() {
        match event {
            RemoteEvent::Game(GameEvent::YourTurn { .. }) => {
                let position = player.position();
                if position.legal_moves().is_empty() {
                    player.resign().unwrap();
                    continue;
                }
                let mv = some_move(&position);
                player.play(mv).unwrap();
                let again = player.play(mv).unwrap_err();
                assert!(matches!(again, ClientError::NotAMove(_)), "a turn has one move");
            }
            RemoteEvent::Game(GameEvent::Ended(end)) => ended = Some(end),
            RemoteEvent::Game(_) => {}
            _ => panic!("another event in a game"),
        }
    }
    let mut seen = None;
    while let JobEvent::Output(end) = bob.wait_event() {
        seen = Some(end);
    }
    assert!(ended.is_some() && seen == ended, "{ended:?} {seen:?}");
}

#[test]
fn a_window_browses_and_accepts_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let (mut host, id) = offering(&server, "ada", OfferTerms::default());
    let browse = request(&server, "bob", RemoteSeat::Browse);
    let mut browser = RemoteGame::join(&Spawner::default(), browse.clone(), || {});
    assert!(matches!(browser.wait_event(), Some(RemoteEvent::LoggedIn)));
    let Some(RemoteEvent::Offers(offers)) = browser.wait_event() else { panic!("no list") };
    assert_eq!(offers.iter().map(|offer| offer.id).collect::<Vec<_>>(), [id]);
    assert!(browser.wait_event().is_none(), "the connection ends with the list");
    let seat = RemoteSeat::Accept { id, seat: Seat::Any };
    let accept = JoinRequest { is_new: false, seat, ..browse };
    let mut guest = RemoteGame::join(&Spawner::default(), accept, || {});
    assert!(matches!(guest.wait_event(), Some(RemoteEvent::LoggedIn)));
    for (remote, expected) in [(&mut guest, "ada"), (&mut host, "bob")] {
        let Some(RemoteEvent::Started { opponent, .. }) = remote.wait_event() else {
            panic!("no start")
        };
        assert_eq!(opponent.as_deref(), Some(expected));
    }
}

#[test]
fn refusals_name_the_servers_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let mut ada = client(&server, "ada");
    let problem = |result: Result<(), ClientError>| result.unwrap_err().to_string();
    assert_eq!(problem(ada.log_in("ada", "no")), "the server refuses: 401 wrong password");
    assert_eq!(
        problem(ada.log_in("ada", "a b")),
        "a password has at least one character and no blanks or control characters"
    );
    let gone = problem(ada.accept(99, Seat::Any).map(drop));
    assert_eq!(gone, "the server refuses: 408 no such game");
}

#[test]
fn a_lost_connection_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let (mut remote, _) = offering(&server, "ada", OfferTerms::default());
    let address = server.address.to_string();
    drop(server);
    let Some(RemoteEvent::Failed(problem)) = remote.wait_event() else { panic!("no failure") };
    assert!(problem.starts_with("the connection to the server is lost: "), "{problem}");
    assert!(remote.wait_event().is_none());
    let problem = Client::connect(&address).err().unwrap().to_string();
    assert!(problem.starts_with(&format!("cannot connect to \"{address}\": ")), "{problem}");
}

#[test]
fn leaving_takes_an_offer_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let (remote, _) = offering(&server, "ada", OfferTerms::default());
    let mut bob = client(&server, "bob");
    drop(remote);
    assert!(eventually(|| bob.offers().unwrap().is_empty()));
}

#[test]
fn a_refused_player_in_a_window_hangs_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let request = JoinRequest {
        address: listener.local_addr().unwrap().to_string(),
        name: "ada".to_owned(),
        password: "wrong".to_owned(),
        is_new: false,
        seat: RemoteSeat::Browse,
    };
    let mut remote = RemoteGame::join(&Spawner::default(), request, || {});
    let (stream, _) = listener.accept().unwrap();
    let mut server = RawClient::new(stream);
    server.send("100 imcs 2.5");
    assert_eq!(server.line(), "me ada wrong");
    server.send("401 wrong password");
    assert_eq!(server.line_or_end(), None);
    let Some(RemoteEvent::Failed(problem)) = remote.wait_event() else { panic!("no failure") };
    assert_eq!(problem, "the server refuses: 401 wrong password");
}

/// A server that talks by this function to one client; the text is its address.
fn scripted(talk: impl FnOnce(TcpStream) + Send + 'static) -> (String, JobHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = Spawner::default().start::<()>(
        "scripted",
        || {},
        move |_| talk(listener.accept().unwrap().0),
    );
    (address, server)
}

#[test]
fn a_strange_reply_is_quoted_as_plain_text() {
    let (address, server) = scripted(|stream| {
        let mut client = RawClient::new(stream);
        client.send("100 imcs 2.5");
        assert_eq!(client.line(), "accept 1 ?");
        client.send("105 X 5:00 5:00 \u{1b}[2J");
    });
    let mut client = Client::connect(&address).unwrap();
    let problem = client.accept(1, Seat::Any).unwrap_err().to_string();
    assert_eq!(problem, "the server says \"105 X 5:00 5:00  [2J\", which is not expected here");
    server.wait().unwrap();
}

#[test]
fn a_strange_server_is_refused() {
    for (said, expected) in [
        ("220 mail\r\n", "the server says \"220 mail\", which is not expected here"),
        ("503 full\r\n", "the server refuses: 503 full"),
        ("", "the connection to the server is lost: the server has closed it"),
    ] {
        let talk = |mut stream| std::io::Write::write_all(&mut stream, said.as_bytes()).unwrap();
        let (address, server) = scripted(talk);
        assert_eq!(Client::connect(&address).err().unwrap().to_string(), expected);
        server.wait().unwrap();
    }
}
