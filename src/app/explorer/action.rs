//! The actions of the card.

use super::ExplorerSource;

/// An action of the opening explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplorerAction {
    /// Opens the card, or closes it.
    Toggle,
    /// Chooses whose games are counted.
    Source(ExplorerSource),
}
