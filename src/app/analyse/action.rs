//! The actions of the analysis card. Its switches are commands of every screen.

/// The actions of the analysis card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalyseAction {
    /// The number of lines.
    Lines(usize),
    /// Opens the engine's settings.
    ShowSettings,
}
