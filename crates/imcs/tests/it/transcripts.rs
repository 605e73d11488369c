//! Conversations with the server, word for word. In a transcript, `ada> help` is a line that the client
//! `ada` sends, and `ada< 200 Goodbye` one that it gets. Seconds of running clocks are not compared.

use std::collections::BTreeMap;

use crate::running::{RawClient, RunningServer, quick_limits};

/// The page that shows a game.
const DOCUMENT: &str = include_str!("../../../../docs/imcs.md");

/// Replaces the digits of the clocks in `? 05:00.000 04:59.993`.
fn without_clocks(line: &str) -> String {
    if !line.starts_with("? ") {
        return line.to_owned();
    }
    line.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect()
}

/// Plays a transcript on a new server. A client connects with its first line.
#[track_caller]
fn play(transcript: &str) {
    let folder = tempfile::tempdir().unwrap();
    let server = RunningServer::start(folder.path(), quick_limits());
    let mut clients: BTreeMap<&str, RawClient> = BTreeMap::new();
    for (line, number) in transcript.lines().map(str::trim).zip(1..) {
        let Some(at) = line.find(['<', '>']) else {
            assert_eq!(line, "", "line {number}");
            continue;
        };
        let (name, text) = (&line[..at], line[at + 1..].trim_start());
        let client = clients.entry(name).or_insert_with(|| server.connect());
        if line[at..].starts_with('>') {
            client.send(text);
        } else {
            let received = without_clocks(client.line().trim());
            assert_eq!(received, without_clocks(text), "line {number}: {line}");
        }
    }
    for (name, client) in &mut clients {
        // The server may have ended the connection.
        let _ = client.send_bytes(b"quit\r\n");
        let rest = client.rest();
        assert!(rest.is_empty() || rest == ["200 Goodbye"], "{name} also gets {rest:?}");
    }
}

#[test]
fn the_document_shows_what_is_sent() {
    let blocks: Vec<&str> = DOCUMENT.split("```").skip(1).step_by(2).collect();
    let transcript = blocks.iter().find(|block| block.contains("< 100 imcs")).unwrap();
    play(transcript.trim_start_matches("text"));
}

#[test]
fn commands_before_a_game() {
    play(
        "ada< 100 imcs 2.5
         ada> hello
         ada< 501 unknown command
         ada> list
         ada< 211 0 available games
         ada< .
         ada> offer
         ada< 404 must set name first using me command
         ada> accept 1
         ada< 406 must set name first using me command
         ada> clean
         ada< 406 must set name first using me command
         ada> password new
         ada< 403 please use the me command first
         ada> rerate
         ada< 403 please use the me command first
         ada> me ada secret
         ada< 400 no such username: please use register command
         ada> register a/b secret
         ada< 410 illegal characters in username
         ada> register ada secret
         ada< 202 hello new user ada
         ada> register ada other
         ada< 402 username already exists: please use password command to change
         ada> accept x
         ada< 407 bad game id
         ada> accept 7
         ada< 408 no such game
         ada> offer X
         ada< 409 offer: usage: offer [<my-color>] [<my-time> [<opp-time>]]
         ada> rerate
         ada< 206 rating reset for user ada
         ada> ratings
         ada< 212 ratings
         ada<  ada 1000
         ada< .
         ada> quit
         ada< 200 Goodbye",
    );
}

#[test]
fn a_changed_password_replaces_the_old_one() {
    play(
        "ada< 100 imcs 2.5
         ada> register ada secret
         ada< 202 hello new user ada
         ada> password better
         ada< 203 password change for user ada
         bob< 100 imcs 2.5
         bob> me ada secret
         bob< 401 wrong password
         bob> me ada better
         bob< 201 hello ada",
    );
}

#[test]
fn an_offer_is_listed_refused_and_taken_back() {
    play(
        "ada< 100 imcs 2.5
         ada> register ada secret
         ada< 202 hello new user ada
         ada> offer B 60 1:30
         ada< 103 1 game waiting for offer acceptance
         bob< 100 imcs 2.5
         bob> list
         bob< 211 1 available games
         bob<  1 ada B 1:00 1:30 1000 [offer]
         bob< .
         bob> me ada secret
         bob< 201 hello ada
         bob> accept 1 B
         bob< 405 bad color B
         bob> clean
         bob< 204 1 games cleaned
         ada< 421 offer countermanded
         ada> offer w
         ada< 103 2 game waiting for offer acceptance
         bob> accept 2
         bob< 106 B 5:00 5:00 game starts
         ada< 105 W 5:00 5:00 game starts
         ada<
         ada< 1 W
         ada< kqbnr
         ada< ppppp
         ada< .....
         ada< .....
         ada< PPPPP
         ada< RNBQK
         ada<
         ada< ? 05:00.000 05:00.000
         cy< 100 imcs 2.5
         cy> list
         cy< 211 1 available games
         cy<  2 ada ada (1000/1000)  [in-progress]
         cy< .
         ada> resign
         ada< = B wins on opponent resignation
         ada< 232 B wins on opponent resignation
         bob< = B wins on opponent resignation
         bob< 232 B wins on opponent resignation
         cy> ratings
         cy< 212 ratings
         cy<  ada 1000
         cy< .",
    );
}

/// A game with refused moves.
const REFUSALS: &str = "w< 100 imcs 2.5
    w> register w secret
    w< 202 hello new user w
    w> offer 60
    w< 103 1 game waiting for offer acceptance
    b< 100 imcs 2.5
    b> register b secret
    b< 202 hello new user b
    b> accept 1 B
    b< 106 B 1:00 1:00 game starts
    w< 105 W 1:00 1:00 game starts
    w<
    w< 1 W
    w< kqbnr
    w< ppppp
    w< .....
    w< .....
    w< PPPPP
    w< RNBQK
    w<
    w< ? 01:00.000 01:00.000
    w> a2-a4
    w< - illegal move a2-a4
    w<
    w< 1 W
    w< kqbnr
    w< ppppp
    w< .....
    w< .....
    w< PPPPP
    w< RNBQK
    w<
    w< ? 01:00.000 01:00.000
    w> a2a3
    w< - invalid move a2a3
    w<
    w< 1 W
    w< kqbnr
    w< ppppp
    w< .....
    w< .....
    w< PPPPP
    w< RNBQK
    w<
    w< ? 01:00.000 01:00.000
    w> ! b1-c3
    b< ! b1-c3
    b<
    b< 1 B
    b< kqbnr
    b< ppppp
    b< .....
    b< ..N..
    b< PPPPP
    b< R.BQK
    b<
    b< ? 01:00.000 01:00.000
    b> resign
    b< = W wins on opponent resignation
    b< 231 W wins on opponent resignation
    w< = W wins on opponent resignation
    w< 231 W wins on opponent resignation
    c< 100 imcs 2.5
    c> ratings
    c< 212 ratings
    c<  w 1016
    c<  b 984
    c< .";

#[test]
fn refused_moves_are_asked_for_again() {
    play(REFUSALS);
}
