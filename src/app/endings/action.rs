//! The actions of the card.

/// An action of the card of the end-game tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingsAction {
    /// Shows the page with the facts of all endings of the board.
    ShowFacts,
}
