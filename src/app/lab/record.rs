//! The job that records a search: a technique's, or the engine's own.

use super::{
    recorded::Recorded,
    setup::{Request, Subject},
};
use crate::{
    engine::{self, Handicap, Observer, Root, ScoreSource, SearchEvent, Searcher, Window},
    jobs::JobContext,
    lab::{
        LabAnswer, LabCounts, LabLimits, LabReport, LabSettings, PositionTree, Recorder, Stop,
        Tree, minimal_leaves, run,
    },
    rules::Position,
};

/// So many nodes are kept of a search.
pub const MOST_RECORDED: usize = 150_000;
/// A search is given up after so many nodes.
pub const MOST_NODES: u64 = 20_000_000;
/// The best order is looked for within so many nodes: it takes plain minimax.
const MOST_MINIMAL: u64 = 4_000_000;
/// Progress is told after so many nodes.
const NODES_PER_REPORT: u64 = 4_096;
/// The table of the engine while it is recorded, in MB.
const HASH_MB: usize = 16;

/// An output of the job.
#[derive(Debug)]
pub enum RecordUpdate {
    Recorded(Box<Recorded>),
    /// Leaves of alpha-beta on the same tree in the best order.
    Minimal(u64),
}

/// Passes everything on to the recorder, counts, and tells how far the search is.
struct Watched<'a> {
    recorder: Recorder,
    job: &'a JobContext<RecordUpdate>,
    counts: LabCounts,
}

impl Observer for Watched<'_> {
    fn observe(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Enter { .. } => {
                self.counts.nodes += 1;
                if self.counts.nodes.is_multiple_of(NODES_PER_REPORT) {
                    self.job.progress(self.counts.nodes, MOST_NODES);
                }
            }
            SearchEvent::Leave { source: ScoreSource::Leaf, .. } => self.counts.leaves += 1,
            SearchEvent::CutOff { tried, .. } => {
                self.counts.cutoffs += 1;
                self.counts.first_cutoffs += u64::from(tried == 1);
            }
            _ => {}
        }
        self.recorder.observe(event);
    }
}

/// Searches, and then counts what the best order would have taken.
pub fn record(request: Request, job: &JobContext<RecordUpdate>) {
    match request.subject.clone() {
        Subject::Position(position) if request.by_engine => {
            record_engine(&position, request, job);
        }
        Subject::Position(position) => record_tree(&PositionTree::new(position), request, job),
        Subject::Text { tree, .. } => record_tree(&tree, request, job),
    }
}

fn record_tree<T: Tree>(tree: &T, request: Request, job: &JobContext<RecordUpdate>) {
    let limits = LabLimits { nodes: MOST_NODES, deadline: None, stop: Some(job.stop_flag()) };
    let settings = LabSettings {
        window: request.window,
        quiescence: request.quiescence,
        limits,
        ..LabSettings::depth(request.depth)
    };
    let mut watched = watched(job);
    let report = run(tree, &request.technique, &settings, &mut watched);
    let recording = watched.recorder.finish();
    job.emit(RecordUpdate::Recorded(Box::new(Recorded::new(tree, request, recording, report))));
    let limits = LabLimits { nodes: MOST_MINIMAL, ..limits };
    let full = LabSettings { limits, window: Window::FULL, ..settings };
    if !job.is_stopped()
        && let Ok(leaves) = minimal_leaves(tree, &full)
    {
        job.emit(RecordUpdate::Minimal(leaves));
    }
}

/// The engine as it plays, with one thread and an empty table.
fn record_engine(position: &Position, request: Request, job: &JobContext<RecordUpdate>) {
    let mut searcher = Searcher::new(position.variant(), HASH_MB);
    let limits = engine::SearchLimits {
        nodes: Some(MOST_NODES),
        threads: Some(1),
        ..engine::SearchLimits::depth(request.depth)
    };
    let mut watched = watched(job);
    let (root, stop) = (Root::new(*position), job.stop_flag());
    let result =
        searcher.search_observed(&root, &limits, Handicap::NONE, stop, &mut watched, &mut |_| {});
    let info = result.info;
    let stopped = match info.depth < request.depth {
        true if job.is_stopped() => Some(Stop::Time),
        true if watched.counts.nodes >= MOST_NODES => Some(Stop::Nodes),
        _ => None,
    };
    let answer = LabAnswer {
        score: info.score,
        bound: info.bound,
        best: result.best.map(Into::into),
        variation: info.pv.iter().map(|played| (*played).into()).collect(),
        depth: info.depth,
        guessed: None,
    };
    let report = LabReport {
        fallback: answer.best,
        answer: Some(answer),
        stopped,
        counts: watched.counts,
        last_leaves: watched.counts.leaves,
    };
    let recording = watched.recorder.finish();
    let tree = PositionTree::new(*position);
    job.emit(RecordUpdate::Recorded(Box::new(Recorded::new(&tree, request, recording, report))));
}

fn watched(job: &JobContext<RecordUpdate>) -> Watched<'_> {
    Watched { recorder: Recorder::new(MOST_RECORDED), job, counts: LabCounts::default() }
}
