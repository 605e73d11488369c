//! Records a search for study: a technique's on any tree, or the engine's own on a position.

use super::{
    LabAnswer, LabCounts, LabReport, LabSettings, Recorder, Recording, Stop, Technique, Tree, run,
};
use minnow_base::sync::StopFlag;
use minnow_engine::{
    MemoryChange, Observer, OrderedBranch, Root, ScoreSource, SearchEvent, SearchLimits,
    SearchResult, Searcher,
};
use minnow_rules::Position;

/// The number of nodes between two reports of the progress.
const NODES_PER_REPORT: u64 = 4_096;
/// The size of the engine's transposition table while it is recorded, in MB.
const HASH_MB: usize = 16;

/// A search with its recording.
#[derive(Debug)]
pub struct RecordedSearch {
    /// The nodes that were recorded, and how many were not.
    pub recording: Recording,
    /// The result of the search.
    pub report: LabReport,
}

/// Searches a tree with a technique and keeps its first `max_visits` nodes. `progress` gets the
/// number of nodes searched so far.
pub fn record_technique<T: Tree>(
    tree: &T,
    technique: &Technique,
    settings: &LabSettings<'_>,
    max_visits: usize,
    progress: &mut dyn FnMut(u64),
) -> RecordedSearch {
    let mut observer = RecordingObserver::new(max_visits, progress);
    let report = run(tree, technique, settings, &mut observer);
    RecordedSearch { recording: observer.recorder.finish(), report }
}

/// Searches a position with the engine as it plays, with one thread and an empty table, and keeps
/// the first `max_visits` nodes. Of the settings only the depth and the limits count. `progress`
/// gets the number of nodes searched so far.
pub fn record_engine(
    position: &Position,
    settings: &LabSettings<'_>,
    max_visits: usize,
    progress: &mut dyn FnMut(u64),
) -> RecordedSearch {
    let mut searcher = Searcher::new(position.variant(), HASH_MB);
    let (nodes, threads) = (Some(settings.limits.nodes), Some(1));
    let limits = SearchLimits { nodes, threads, ..SearchLimits::depth(settings.depth) };
    let never = StopFlag::new();
    let stop = settings.limits.stop.unwrap_or(&never);
    let mut observer = RecordingObserver::new(max_visits, progress);
    let result =
        searcher.search_observed(&Root::new(*position), &limits, stop, &mut observer, &mut |_| {});
    let report = engine_report(result, settings, &observer.counts, stop.is_set());
    RecordedSearch { recording: observer.recorder.finish(), report }
}

fn engine_report(
    result: SearchResult,
    settings: &LabSettings<'_>,
    counts: &LabCounts,
    is_stopped: bool,
) -> LabReport {
    let SearchResult { best, info } = result;
    let stopped = if info.depth >= settings.depth {
        None
    } else if is_stopped {
        Some(Stop::Time)
    } else {
        (counts.nodes >= settings.limits.nodes).then_some(Stop::Nodes)
    };
    let answer = LabAnswer {
        score: info.score,
        bound: info.bound,
        best: best.map(Into::into),
        variation: info.pv.iter().map(|mv| (*mv).into()).collect(),
        depth: info.depth,
        guessed: None,
    };
    LabReport {
        fallback: answer.best,
        answer: Some(answer),
        stopped,
        counts: *counts,
        last_leaves: counts.leaves,
    }
}

/// Passes every event on to the recorder, counts, and reports progress.
struct RecordingObserver<'a> {
    recorder: Recorder,
    counts: LabCounts,
    progress: &'a mut dyn FnMut(u64),
}

impl<'a> RecordingObserver<'a> {
    fn new(max_visits: usize, progress: &'a mut dyn FnMut(u64)) -> RecordingObserver<'a> {
        let recorder = Recorder::new(max_visits);
        RecordingObserver { recorder, counts: LabCounts::default(), progress }
    }
}

impl Observer for RecordingObserver<'_> {
    fn observe(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Enter { .. } => {
                self.counts.nodes += 1;
                if self.counts.nodes.is_multiple_of(NODES_PER_REPORT) {
                    (self.progress)(self.counts.nodes);
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

    fn observe_order(&mut self, moves: &[OrderedBranch]) {
        self.recorder.observe_order(moves);
    }

    fn observe_change(&mut self, change: MemoryChange) {
        self.recorder.observe_change(change);
    }
}
