//! The job that records a search: a technique's, or the engine's own.

use super::{
    super::tree_setup::{TreeRequest, TreeSubject},
    recorded::RecordedTree,
};
use minnow_engine::Window;
use minnow_jobs::JobContext;
use minnow_lab::{
    LabLimits, LabSettings, PositionTree, RecordedSearch, Tree, minimal_leaves, record_engine,
    record_technique,
};

/// The most nodes of a recording.
pub const MAX_VISITS: usize = 150_000;
/// The most nodes of a search.
pub const MAX_NODES: u64 = 20_000_000;
/// The most nodes that the search for the perfect order may take.
const MAX_MINIMAL_NODES: u64 = 4_000_000;

/// An output of the job.
#[derive(Debug)]
pub enum RecordUpdate {
    Recorded(Box<RecordedTree>),
    /// The leaves of alpha-beta on the same tree in perfect order.
    Minimal(u64),
}

/// Records a search; for a technique it then counts the leaves of the perfect order.
pub fn record(request: TreeRequest, job: &JobContext<RecordUpdate>) {
    match request.subject.clone() {
        TreeSubject::Position(position) => record_tree(&PositionTree::new(position), request, job),
        TreeSubject::Text { tree, .. } => record_tree(&tree, request, job),
    }
}

fn record_tree<T: Tree>(tree: &T, request: TreeRequest, job: &JobContext<RecordUpdate>) {
    let limits = LabLimits { nodes: MAX_NODES, deadline: None, stop: Some(job.stop_flag()) };
    let settings = LabSettings {
        window: request.window,
        quiescence: request.quiescence,
        limits,
        ..LabSettings::depth(request.depth)
    };
    let engine_position = match request.subject {
        TreeSubject::Position(position) if request.by_engine => Some(position),
        _ => None,
    };
    let progress = &mut |nodes| job.progress(nodes, MAX_NODES);
    let RecordedSearch { recording, report } = match &engine_position {
        Some(position) => record_engine(position, &settings, MAX_VISITS, progress),
        None => record_technique(tree, &request.technique, &settings, MAX_VISITS, progress),
    };
    let recorded = RecordedTree::new(tree, request, recording, report, job.stop_flag());
    job.emit(RecordUpdate::Recorded(Box::new(recorded)));
    if engine_position.is_some() || job.is_stopped() {
        return;
    }
    let limits = LabLimits { nodes: MAX_MINIMAL_NODES, ..limits };
    let full = LabSettings { limits, window: Window::FULL, ..settings };
    if let Ok(leaves) = minimal_leaves(tree, &full) {
        job.emit(RecordUpdate::Minimal(leaves));
    }
}
