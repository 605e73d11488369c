//! IMCS 2.5, the protocol of the MiniChess course: a [`Server`] and a [`Client`].
//!
//! The protocol is lines of text over TCP: accounts, offers, ratings, and games with a referee.
//! `docs/imcs.md` describes it with an example. This crate has no engine. A client's owner chooses the
//! moves; for a window, [`RemoteGame`] plays on a thread of its own.
//!
//! Passwords travel in the clear, as the protocol has it, and are kept as salted hashes. This is the
//! only crate that uses the network. Its users are `minnow imcs` and the window's *Opponents*. A page in
//! a browser has no server, and none of its clients can connect.
//!
//! ```
//! use minnow_imcs::{Client, GameEvent, OfferTerms, Seat, Server, ServerLimits};
//! use minnow_jobs::Spawner;
//!
//! let folder = tempfile::tempdir()?;
//! let limits = ServerLimits { password_rounds: 1_000, ..ServerLimits::default() };
//! let server = Server::open("127.0.0.1:0", folder.path(), limits, |_| {})?;
//! let (address, stopper) = (server.address().to_string(), server.stopper());
//! let job = Spawner::default().start::<()>("server", || {}, move |_| server.run());
//! let mut host = Client::connect(&address)?;
//! host.register("ada", "secret")?;
//! let id = host.offer(&OfferTerms::default())?;
//! let mut guest = Client::connect(&address)?;
//! guest.register("bob", "secret-too")?;
//! let start = guest.accept(id, Seat::Any)?;
//! let guest = guest.play(start);
//! let start = host.wait_for_start()?;
//! let mut host = host.play(start);
//! // Who has White resigns first.
//! host.player().resign()?;
//! guest.player().resign()?;
//! let end = loop {
//!     if let GameEvent::Ended(end) = host.next_event()? {
//!         break end;
//!     }
//! };
//! assert!(end.winner.is_some());
//! stopper.stop();
//! job.wait()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]
#![expect(clippy::disallowed_types, reason = "the only crate that uses the network")]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod client;
#[cfg(not(target_arch = "wasm32"))]
mod command;
#[cfg(not(target_arch = "wasm32"))]
mod journal;
// Half of these two is the server's.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod lines;
#[cfg(not(target_arch = "wasm32"))]
mod password;
#[cfg(not(target_arch = "wasm32"))]
mod rating;
#[cfg(not(target_arch = "wasm32"))]
mod referee;
#[cfg(not(target_arch = "wasm32"))]
mod server;
#[cfg(not(target_arch = "wasm32"))]
mod store;
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod wire;

pub use client::{
    Client, ClientError, ClientGame, GameEvent, GamePlayer, GameStart, JoinRequest, ListedOffer,
    OfferTerms, RemoteEvent, RemoteGame, RemoteSeat,
};
pub use lines::MAX_LINE_BYTES;
#[cfg(not(target_arch = "wasm32"))]
pub use server::{Server, ServerError, ServerLimits, ServerStop};
pub use wire::{DEFAULT_CLOCK_MS, DEFAULT_PORT, GameCause, GameEnd, Seat};
