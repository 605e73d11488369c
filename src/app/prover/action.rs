//! The actions of the card.

/// An action of the card of the prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProverAction {
    /// Looks for a proof of the position on the board, in place of another.
    Start,
    /// Ends the search.
    Stop,
    /// Ends the search and drops the proof and the card.
    Close,
}
