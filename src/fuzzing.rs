//! Entrances into private readers for the fuzz targets in `fuzz/`, which also `tests/fuzz.rs` calls.
//!
//! The module is hidden from the documentation and no part of the library's interface. It adds
//! nothing to the readers: each function calls one, and turns its private types into text.

use crate::{
    engine::eval::{EvalWeights, Network},
    game::{Game, journal},
    rules::{Bitboard, Variant},
    uci,
};

/// Reads a journal: its first line and the game after it.
///
/// # Errors
///
/// The message about bytes that are no journal.
pub fn parse_journal(bytes: &[u8]) -> Result<Game, String> {
    journal::parse_game(bytes).map_err(|error| error.to_string())
}

/// Reads the file of a network and returns the bytes that it would be written as.
///
/// # Errors
///
/// The message about bytes that are no network.
pub fn parse_network(bytes: &[u8]) -> Result<Vec<u8>, String> {
    Network::parse(bytes).map(|network| network.to_bytes()).map_err(|error| error.to_string())
}

/// The bytes of a network for a variant, with zeros for its weights.
pub fn empty_network(variant: &'static Variant) -> Vec<u8> {
    Network::empty(variant).to_bytes()
}

/// Reads a file of weights and returns it as it would be written.
///
/// # Errors
///
/// The message about a text that is no file of weights.
pub fn parse_weights(text: &str) -> Result<String, String> {
    let weights = EvalWeights::parse(text).map_err(|error| error.to_string())?;
    Ok(weights.to_ron("", Bitboard(u64::MAX)))
}

/// An engine of UCI that carries out one session after the other.
pub struct UciSessions(uci::UciSessions);

impl UciSessions {
    /// An engine with a table of 1 MB.
    #[expect(clippy::new_without_default, reason = "it allocates a table and starts a thread")]
    pub fn new() -> UciSessions {
        UciSessions(uci::UciSessions::new())
    }

    /// The lines that a new engine answers to these commands and a `stop` after them.
    pub fn answers(&mut self, commands: &str) -> String {
        self.0.answers(commands)
    }
}

/// Reads a line of UCI.
///
/// # Errors
///
/// The message about a line that is no command.
pub fn parse_uci_command(line: &str) -> Result<(), String> {
    uci::check_command(line)
}
