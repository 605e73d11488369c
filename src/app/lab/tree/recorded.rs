//! The job that records a search.

use crate::app::session::MoveQuery;
use minnow_jobs::JobContext;
use minnow_lab::{MAX_RECORDED_NODES, RecordedTree, TreeRequest};
use minnow_rules::Move;

/// An output of the job.
#[derive(Debug)]
pub(super) enum RecordUpdate {
    Recorded(Box<RecordedTree>),
    /// The leaves of alpha-beta on the same tree in perfect order.
    Minimal(u64),
}

/// Records a search; for a technique it then counts the leaves of the perfect order.
pub(super) fn record(request: TreeRequest, job: &JobContext<RecordUpdate>) {
    let progress = &mut |nodes| job.progress(nodes, MAX_RECORDED_NODES);
    let recorded = request.clone().record(job.stop_flag(), progress);
    job.emit(RecordUpdate::Recorded(Box::new(recorded)));
    if job.is_stopped() {
        return;
    }
    if let Some(leaves) = request.minimal_leaves(job.stop_flag()) {
        job.emit(RecordUpdate::Minimal(leaves));
    }
}

/// The move that leads to a node, with the position before it.
pub(super) fn move_query(recorded: &RecordedTree, visit: usize) -> Option<MoveQuery> {
    let node = recorded.visit(visit)?;
    let position = recorded.position(node.parent?)?;
    let mv = Move::from_bits(node.played?.0)?;
    Some(MoveQuery { position, mv })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::app::lab::tree_setup::TreeSetup;
    use minnow_base::sync::StopFlag;
    use minnow_rules::{Position, Variant};

    /// A recording with these choices, from the start position if they name no text.
    pub(in crate::app::lab::tree) fn recorded_setup(setup: &TreeSetup) -> RecordedTree {
        let request = setup.request(&Position::start(Variant::default_variant())).unwrap();
        request.record(&StopFlag::new(), &mut |_| {})
    }

    /// A recording of a tree as text.
    pub(in crate::app::lab::tree) fn recorded(text: &str) -> RecordedTree {
        recorded_setup(&TreeSetup::of_text(text.to_owned(), true))
    }
}
