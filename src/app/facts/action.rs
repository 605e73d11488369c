//! The actions of the page.

use crate::app::session::TrainingOrder;
use minnow_rules::Position;

/// An action of the page of endings.
#[derive(Clone, Debug, PartialEq)]
pub enum FactsAction {
    /// Opens a position in Analyse.
    Analyse(Box<Position>),
    /// Begins the training of an ending.
    Train(Box<TrainingOrder>),
}
