//! Clients that mean harm or vanish.

use std::time::Duration;

use minnow_imcs::ServerLimits;

use crate::running::{RunningServer, eventually, game, quick_limits};

/// A server with other limits than those of the tests.
fn server_with(change: impl FnOnce(&mut ServerLimits)) -> (tempfile::TempDir, RunningServer) {
    let folder = tempfile::tempdir().unwrap();
    let mut limits = quick_limits();
    change(&mut limits);
    let server = RunningServer::start(folder.path(), limits);
    (folder, server)
}

#[test]
fn a_long_line_ends_the_connection() {
    let (_folder, server) = server_with(|_| {});
    for bytes in [1025, 10 << 20] {
        let mut client = server.connect();
        assert_eq!(client.line(), "100 imcs 2.5");
        // The server stops reading long before the end.
        let _ = client.send_bytes(&vec![b'x'; bytes]);
        let rest = client.rest();
        assert!(rest.is_empty() || rest == ["503 a line is longer than 1024 bytes"], "{rest:?}");
    }
}

#[test]
fn half_lines_and_silence_have_an_end() {
    let short = Duration::from_millis(50);
    let (_folder, server) = server_with(|limits| limits.half_line = short);
    let mut client = server.registered("ada");
    client.send_bytes(b"li").unwrap();
    assert_eq!(client.rest(), ["503 a line had no end in time"]);
    let (_folder, server) = server_with(|limits| limits.login = short);
    let mut client = server.connect();
    let expected = ["100 imcs 2.5", "503 no command came in time: come back later"];
    assert_eq!(client.rest(), expected);
}

#[test]
fn wrong_passwords_end_the_connection() {
    let (_folder, server) = server_with(|_| {});
    server.registered("ada");
    let mut client = server.connect();
    client.line();
    for guess in ["a", "b", "c"] {
        assert_eq!(client.ask(&format!("me ada {guess}")), "401 wrong password");
    }
    assert_eq!(client.line_or_end(), None);
}

#[test]
fn new_accounts_are_bounded() {
    let (_folder, server) = server_with(|limits| {
        limits.accounts = 4;
        limits.new_passwords = 2;
    });
    let mut first = server.registered("a1");
    assert_eq!(first.ask("register a2 secret"), "202 hello new user a2");
    assert_eq!(first.ask("register a3 secret"), "500 too many new passwords on one connection");
    let mut second = server.registered("a3");
    assert_eq!(second.ask("register a4 secret"), "202 hello new user a4");
    let mut third = server.connect();
    third.line();
    assert_eq!(third.ask("register a5 secret"), "500 the server has no room for users");
}

#[test]
fn connections_are_bounded_and_their_places_come_free() {
    let (_folder, server) = server_with(|limits| limits.connections = 2);
    let (mut first, mut second) = (server.connect(), server.connect());
    assert_eq!((first.line(), second.line()), ("100 imcs 2.5".into(), "100 imcs 2.5".into()));
    assert_eq!(server.connect().rest(), ["503 the server is full: come back later"]);
    assert_eq!(first.ask("quit"), "200 Goodbye");
    drop(first);
    // The place is free once the server has noticed the end.
    assert!(eventually(|| server.connect().line() == "100 imcs 2.5"), "no place came free");
    let (_folder, server) = server_with(|limits| limits.connections_per_address = 1);
    let _only = server.registered("ada");
    assert_eq!(server.connect().rest(), ["503 the server is full: come back later"]);
}

#[test]
fn a_flood_is_read_at_its_pace_and_hurts_nobody() {
    let (_folder, server) = server_with(|limits| {
        limits.burst_lines = 10;
        limits.lines_per_second = 1;
    });
    let mut flood = server.connect();
    flood.send_bytes("list\n".repeat(10_000).as_bytes()).unwrap();
    let mut other = server.registered("ada");
    assert_eq!(other.ask("clean"), "204 0 games cleaned");
    drop(flood);
    assert_eq!(other.ask("clean"), "204 0 games cleaned");
}

#[test]
fn an_opponent_who_vanishes_loses() {
    let (_folder, server) = server_with(|_| {});
    let [mut white, black] = game(&server, ["ada", "bob"]);
    drop(black);
    white.send("a2-a3");
    let expected = ["= W wins on opponent disconnect", "231 W wins on opponent disconnect"];
    assert_eq!(white.rest(), expected);
    let [white, mut black] = game(&server, ["cy", "dan"]);
    drop(white);
    let expected = ["= B wins on opponent disconnect", "232 B wins on opponent disconnect"];
    assert_eq!(black.rest(), expected);
    assert!(server.reports().iter().any(|line| line.ends_with("B wins on opponent disconnect")));
}

#[test]
fn an_offer_ends_with_its_connection() {
    let (_folder, server) = server_with(|_| {});
    let mut host = server.registered("ada");
    assert_eq!(host.ask("offer"), "103 1 game waiting for offer acceptance");
    drop(host);
    let mut other = server.registered("bob");
    let mut has_no_offer = || {
        other.send("list");
        other.lines_until(".").len() == 2
    };
    assert!(eventually(&mut has_no_offer), "the offer stays");
}

#[test]
fn an_offer_ends_with_a_client_that_floods_and_vanishes() {
    let (_folder, server) = server_with(|_| {});
    let mut host = server.registered("ada");
    assert_eq!(host.ask("offer"), "103 1 game waiting for offer acceptance");
    host.send(&["clean"; 100].join("\n"));
    drop(host);
    let mut other = server.registered("bob");
    let mut has_no_offer = || {
        other.send("list");
        other.lines_until(".").len() == 2
    };
    assert!(eventually(&mut has_no_offer), "the offer stays");
}

#[test]
fn a_name_is_taken_once() {
    let (_folder, server) = server_with(|_| {});
    let mut clients: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for client in &mut clients {
        assert_eq!(client.line(), "100 imcs 2.5");
    }
    for (number, client) in clients.iter_mut().enumerate() {
        client.send(&format!("register ada secret-{number}"));
    }
    let replies: Vec<String> = clients.iter_mut().map(|client| client.line()).collect();
    let winners = replies.iter().filter(|reply| *reply == "202 hello new user ada");
    assert_eq!(winners.count(), 1, "{replies:?}");
    assert_eq!(replies.iter().filter(|reply| reply.starts_with("402 ")).count(), 19, "{replies:?}");
}

#[test]
fn an_offer_has_an_end() {
    let (_folder, server) = server_with(|limits| limits.offer = Duration::from_millis(50));
    let mut host = server.registered("ada");
    assert_eq!(host.ask("offer"), "103 1 game waiting for offer acceptance");
    assert_eq!(host.line(), "421 offer countermanded");
    assert_eq!(host.ask("clean"), "204 0 games cleaned");
}
