//! The tones in which diagrams show nodes.

use crate::app::ui::diagram::Tone;
use minnow_lab::NodeKind;

/// The tone of a node that the search has left with this kind, or has not left.
pub(super) fn tone_of(kind: Option<NodeKind>) -> Tone {
    match kind {
        Some(NodeKind::Pv) => Tone::Pv,
        Some(NodeKind::Cut) => Tone::Cut,
        Some(NodeKind::All) => Tone::All,
        None => Tone::Plain,
    }
}
