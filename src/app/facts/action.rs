//! The actions of the page.

use crate::rules::Position;

/// An action of the page of endings.
#[derive(Clone, Debug, PartialEq)]
pub enum FactsAction {
    /// Opens a position in Analyse.
    Analyse(Box<Position>),
}
