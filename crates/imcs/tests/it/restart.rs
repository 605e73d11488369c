//! The data that a server has after a restart.

use minnow_imcs::{Server, ServerError};

use crate::running::{RunningServer, game, quick_limits, seat};

#[test]
fn accounts_ratings_and_games_survive() {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let [mut white, mut black] = game(&server, ["ada", "bob"]);
    white.send("b1-c3");
    black.lines_until("? ");
    black.send("resign");
    assert_eq!(white.lines_until("231").last().unwrap(), "231 W wins on opponent resignation");
    // A game under way is not kept.
    let [mut other, _] = game(&server, ["cy", "dan"]);
    drop(server);
    assert_eq!(other.line_or_end(), None);

    let server = RunningServer::start(folder.path(), quick_limits());
    assert_eq!(server.reports(), ["the data have 4 users and 1 finished game"]);
    let [mut white, mut black] = [server.connect(), server.connect()];
    assert_eq!((white.line(), black.line()), ("100 imcs 2.5".into(), "100 imcs 2.5".into()));
    assert_eq!(white.ask("me ada wrong"), "401 wrong password");
    assert_eq!(white.ask("me ada secret"), "201 hello ada");
    assert_eq!(black.ask("me bob secret"), "201 hello bob");
    white.send("ratings");
    let rows = ["212 ratings", " ada 1016", " cy 1000", " dan 1000", " bob 984", "."];
    assert_eq!(white.lines_until("."), rows);
    seat(&mut white, &mut black);
    let journal = std::fs::read_to_string(folder.path().join("journal.ron")).unwrap();
    assert!(!journal.contains("secret"), "passwords are hashed");
    assert!(journal.contains("\"W wins on opponent resignation\""), "{journal}");
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let _server = RunningServer::start(folder.path(), quick_limits());
    let second = Server::open("127.0.0.1:0", folder.path(), quick_limits(), |_| {});
    assert!(matches!(second.err(), Some(ServerError::InUse(_))));
}

#[test]
fn an_address_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let other = tempfile::tempdir().unwrap();
    for address in [server.address.to_string(), "127.0.0.1".to_owned()] {
        let refused = Server::open(&address, other.path(), quick_limits(), |_| {});
        let problem = refused.err().unwrap().to_string();
        assert!(problem.starts_with(&format!("cannot listen on \"{address}\": ")), "{problem}");
    }
}
