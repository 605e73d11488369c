//! The actions of the analysis card. Its switches are commands of every screen.

/// What a user changes in the card of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalyseAction {
    /// The number of lines.
    Lines(usize),
    /// Opens the engine's settings.
    ShowSettings,
}
