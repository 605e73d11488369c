//! The actions of the card.

/// An action of the card of the end-game tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingsAction {
    /// Builds the tables of the board.
    Build,
    /// Ends the build; finished classes are kept.
    Stop,
    /// Shows the page with the facts of all endings of the board.
    ShowFacts,
}
