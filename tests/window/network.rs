//! A person in the window against a client on a server of this machine.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT;
use minnow::app::session::Mode;
use minnow_game::{GameEnd, Player};
use minnow_imcs::{
    Client, ClientGame, GameCause, GameEvent, OfferTerms, Seat, Server, ServerLimits, ServerStop,
};
use minnow_jobs::{JobHandle, Spawner};
use minnow_rules::Color;

use crate::desk::{Desk, quick};
use crate::opponents::show_opponents;

const PASSWORD: &str = "s3cret-of-ada";

/// A server that is stopped with the value.
struct RunningServer {
    address: String,
    stop: ServerStop,
    job: Option<JobHandle<()>>,
    _folder: tempfile::TempDir,
}

impl RunningServer {
    fn start() -> RunningServer {
        let folder = tempfile::tempdir().unwrap();
        let limits = ServerLimits {
            password_rounds: 10,
            wrong_password_pause: Duration::ZERO,
            farewell: Duration::from_millis(200),
            ..ServerLimits::default()
        };
        let server = Server::open("127.0.0.1:0", folder.path(), limits, |_| {}).unwrap();
        let (address, stop) = (server.address().to_string(), server.stopper());
        let job = Spawner::default().start::<()>("server", || {}, move |_| server.run());
        RunningServer { address, stop, job: Some(job), _folder: folder }
    }

    fn client(&self, name: &str) -> Client {
        let mut client = Client::connect(&self.address).unwrap();
        client.register(name, "secret").unwrap();
        client
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

/// Replaces the content of a field.
pub(crate) fn fill(desk: &mut Desk, field: &str, text: &str) {
    desk.focus(field);
    desk.replace(text);
}

/// Opens the page, makes an account and shows the offers.
fn log_in(desk: &mut Desk, server: &RunningServer) {
    show_opponents(desk);
    fill(desk, "Server", &server.address);
    fill(desk, "Your name on the server", "ada");
    fill(desk, "Password", PASSWORD);
    desk.click_in_view_or_not("Make a new account");
    desk.click_in_view_or_not("Show the offers");
    desk.until("the list", |state| !state.pages.opponents.is_connected());
}

/// Reads what the server sends until it asks for a move.
fn until_turn(game: &mut ClientGame) {
    loop {
        match game.next_event().unwrap() {
            GameEvent::YourTurn { .. } => return,
            GameEvent::OpponentMoved(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

fn play(game: &mut ClientGame, text: &str) {
    until_turn(game);
    let player = game.player();
    player.play(player.position().parse_move(text).unwrap()).unwrap();
}

/// Bob offers a game with these terms, and the user sees the offer and accepts it. Returns Bob's side of
/// the game, once the window shows it.
fn accept_offer(
    desk: &mut Desk,
    server: &RunningServer,
    terms: &OfferTerms,
    offer: &str,
) -> ClientGame {
    let mut bob = server.client("bob");
    // The server takes the offer before the window asks for the list.
    let id = bob.offer(terms).unwrap();
    log_in(desk, server);
    assert!(desk.says(offer), "{offer}");
    desk.click_in_view_or_not(&format!("Accept game {id} of bob"));
    let start = bob.wait_for_start().unwrap();
    desk.until("the game", |state| state.session.plays_remotely());
    bob.play(start)
}

/// Bob, who plays White, and the user play three half-moves.
fn play_three(desk: &mut Desk, bob: &mut ClientGame) {
    play(bob, "a2a3");
    desk.until_plies(1);
    desk.play("a5", "a4");
    play(bob, "b2b3");
    desk.until_plies(3);
}

#[test]
fn an_accepted_game_survives_its_connection() {
    let server = RunningServer::start();
    let terms = OfferTerms { seat: Seat::Color(Color::White), clocks_ms: [600_000, 300_000] };
    let mut desk = Desk::with(&quick());
    let offer = "plays White, 10:00 against your 5:00";
    let mut bob = accept_offer(&mut desk, &server, &terms, offer);
    assert!(desk.state().page.is_none() && desk.notice().contains("bob plays White and begins."));
    play_three(&mut desk, &mut bob);
    assert_eq!(desk.moves(), ["a3", "a4", "b3"]);
    let session = &desk.state().session;
    assert_eq!(session.game.header.players, [Player::Remote, Player::Human]);
    let base_ms = session.clock.as_ref().map(|clock| clock.control().base_ms);
    assert_eq!(base_ms, Some(600_000));
    // What such a game does not have is disabled and says why; so do the keys.
    let take_back = "Over a network, no move can be taken back.";
    let hint = "There are no hints in a game over a network.";
    for (button, reason) in [
        ("Take back", take_back),
        ("Hint", hint),
        ("Draw", "The server knows no offers of a draw."),
    ] {
        assert!(!desk.is_enabled(button), "{button}");
        let description = desk.all(button).last().unwrap().accesskit_node().description();
        assert_eq!(description.as_deref(), Some(reason));
    }
    desk.press(Modifiers::COMMAND, Key::Z);
    assert!(desk.says(take_back));
    desk.press(Modifiers::NONE, Key::H);
    assert!(desk.says(hint));
    desk.click("Analyse");
    assert_eq!(desk.state().mode(), Mode::Play);
    assert!(desk.notice().contains("Finish the game over the network first"));
    assert_eq!(desk.moves().len(), 3);

    drop(server);
    desk.until("the loss", |state| !state.session.plays_remotely());
    let notice = desk.notice();
    assert!(notice.starts_with("The connection to the server is lost: "), "{notice}");
    assert!(notice.contains("The game is kept. Make a move to go on against "), "{notice}");
    let session = &desk.state().session;
    let game = &session.game;
    assert_eq!((session.end(), game.header.name(Color::White)), (None, "bob"));
    assert!(session.archive_place.revision.is_some(), "it is in the archive");
    let comment = &game.node(game.head()).unwrap().notes.comment;
    assert!(comment.starts_with("The connection to the server is lost: "), "{comment}");
    // It goes on against the opponent of the settings.
    desk.play("c5", "c4");
    desk.until_plies(5);
    let header = &desk.state().session.game.header;
    assert!(matches!(header.players, [Player::Computer(_), Player::Human]));
    assert_eq!(header.name(Color::White), "");
}

#[test]
fn playing_on_from_an_earlier_move_leaves_the_lost_opponent() {
    let server = RunningServer::start();
    let terms = OfferTerms { seat: Seat::Color(Color::White), ..OfferTerms::default() };
    let mut desk = Desk::with(&quick());
    let mut bob = accept_offer(&mut desk, &server, &terms, "plays White");
    play_three(&mut desk, &mut bob);
    drop(server);
    desk.until("the loss", |state| !state.session.plays_remotely());
    for _ in 0..2 {
        desk.press(Modifiers::NONE, Key::ArrowLeft);
    }
    desk.play("c5", "c4");
    desk.click("Play on");
    desk.until_plies(3);
}

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn an_offer_of_the_window_becomes_a_recorded_game() {
    let server = RunningServer::start();
    let mut bob = server.client("bob");
    let mut desk = Desk::with(&quick());
    log_in(&mut desk, &server);
    assert!(desk.shows("Nobody offers a game."));
    desk.click_in_view_or_not("Your colour: White");
    desk.click_in_view_or_not("Offer a game");
    desk.until("the offer", |state| state.pages.opponents.is_waiting());
    desk.press(Modifiers::NONE, Key::Escape);
    let offers = bob.offers().unwrap();
    assert_eq!(offers.iter().map(|offer| &*offer.player).collect::<Vec<_>>(), ["ada"]);
    let start = bob.accept(offers[0].id, Seat::Any).unwrap();
    let mut bob = bob.play(start);
    desk.until("the game", |state| state.session.plays_remotely());
    assert!(desk.notice().contains("bob plays Black."), "the list has named the guest");
    desk.play("a2", "a3");
    play(&mut bob, "a5a4");
    desk.until_plies(2);
    desk.click("New game");
    assert!(desk.says("The connection ends, and bob wins."));
    desk.click("Keep playing");
    desk.resign();
    let session = &desk.state().session;
    assert_eq!(session.end(), Some(GameEnd::Resigned(Color::White)));
    assert_eq!(session.game.header.name(Color::Black), "bob");
    assert!(desk.says("games over a network have no rating"));
    let GameEvent::Ended(end) = bob.next_event().unwrap() else { panic!("no end") };
    assert_eq!((end.winner, end.cause), (Some(Color::Black), GameCause::Resignation));
    desk.until("the server's end", |state| state.session.remote.is_none());
    for path in files_below(desk.folder()) {
        let bytes = std::fs::read(&path).unwrap();
        let found = bytes.windows(PASSWORD.len()).any(|part| part == PASSWORD.as_bytes());
        assert!(!found, "the password is in {}", path.display());
    }
}

#[test]
fn the_servers_end_is_the_games_end() {
    let server = RunningServer::start();
    let terms = OfferTerms { seat: Seat::Color(Color::Black), ..OfferTerms::default() };
    let mut desk = Desk::with(&quick());
    let mut bob = accept_offer(&mut desk, &server, &terms, "plays Black");
    desk.play("a2", "a3");
    until_turn(&mut bob);
    bob.player().leave();
    desk.until("the end", |state| state.session.end().is_some());
    assert_eq!(desk.state().session.end(), Some(GameEnd::Disconnected(Color::Black)));
    assert!(desk.shows("You won") && desk.says("Black lost the connection."));
    desk.click("Opponents");
    desk.until("the opponents", |state| state.pages.opponents.content().is_some());
    assert!(desk.shows("Show the offers"));
}

#[test]
fn refusals_are_shown_and_nothing_is_sent_before() {
    let server = RunningServer::start();
    let mut desk = Desk::with(&quick());
    show_opponents(&mut desk);
    desk.click_in_view_or_not("Show the offers");
    assert!(desk.shows("Enter the name or the address of the server."));
    assert!(!desk.state().pages.opponents.is_connected());
    fill(&mut desk, "Server", &server.address);
    fill(&mut desk, "Your name on the server", "ada");
    fill(&mut desk, "Password", PASSWORD);
    desk.click_in_view_or_not("Show the offers");
    desk.until("the refusal", |state| !state.pages.opponents.is_connected());
    assert!(desk.shows("There is no account of this name: choose Make a new account."));
    desk.click_in_view_or_not("Make a new account");
    desk.click_in_view_or_not("Show the offers");
    desk.until("the account", |state| !state.pages.opponents.is_connected());
    assert!(desk.shows("The account ada is made. You log in with it from now on."));
    desk.click_in_view_or_not("Refresh the offers");
    desk.until("the list", |state| !state.pages.opponents.is_connected());
    assert!(!desk.says("The account ada is made.") && desk.shows("Nobody offers a game."));
}

#[test]
fn a_problem_stands_below_its_button() {
    let mut desk = Desk::with(&quick());
    show_opponents(&mut desk);
    let problem = "Enter the name or the address of the server.";
    for button in ["Show the offers", "Offer a game"] {
        desk.click_in_view_or_not(button);
        let gap = desk.rect(problem).top() - desk.rect(button).bottom();
        assert!((0.0..60.0).contains(&gap), "{button}: {gap}");
    }
}

#[test]
fn a_connection_lost_in_the_opponents_turn_offers_continue() {
    let server = RunningServer::start();
    let terms = OfferTerms { seat: Seat::Color(Color::Black), ..OfferTerms::default() };
    let mut desk = Desk::with(&quick());
    let _bob = accept_offer(&mut desk, &server, &terms, "plays Black");
    desk.play("a2", "a3");
    assert!(desk.shows("to move") && !desk.shows("thinking"));
    drop(server);
    desk.until("the loss", |state| !state.session.plays_remotely());
    assert!(desk.notice().contains("Press Continue to go on against "), "{}", desk.notice());
    desk.click("Continue");
    desk.until_plies(2);
}

#[test]
fn an_offer_that_is_lost_is_told_without_its_page() {
    let server = RunningServer::start();
    let mut desk = Desk::with(&quick());
    log_in(&mut desk, &server);
    desk.click_in_view_or_not("Offer a game");
    desk.until("the offer", |state| state.pages.opponents.is_waiting());
    desk.press(Modifiers::NONE, Key::Escape);
    drop(server);
    desk.until("the loss", |state| !state.pages.opponents.is_waiting());
    let notice = desk.notice();
    assert!(notice.starts_with("Your offer of a game is gone. The connection "), "{notice}");
}

#[test]
fn no_offer_survives_its_window() {
    let server = RunningServer::start();
    let mut bob = server.client("bob");
    let mut desk = Desk::with(&quick());
    log_in(&mut desk, &server);
    desk.click_in_view_or_not("Offer a game");
    desk.until("the offer", |state| state.pages.opponents.is_waiting());
    assert_eq!(bob.offers().unwrap().len(), 1);
    drop(desk);
    let begun = Instant::now();
    while !bob.offers().unwrap().is_empty() {
        assert!(begun.elapsed().as_secs() < 60, "it goes on");
        std::thread::yield_now();
    }
}
