//! The actions of the page.

use crate::rules::Position;

/// An action of the page of endings.
#[derive(Clone, Debug, PartialEq)]
pub enum FactsAction {
    /// Builds the tables of the board.
    Build,
    /// Ends the build; finished classes are kept.
    Stop,
    /// Opens a position in Analyse.
    Analyse(Box<Position>),
}
