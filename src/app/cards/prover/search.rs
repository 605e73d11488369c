//! The search for a proof as a job: can one of the sides force a win?

use minnow_jobs::JobContext;
use minnow_prove::{MateProver, ProofTree, ProveGap, ProveLimits, ProveOutcome, ProveQuestion};
use minnow_rules::Color;

/// The nodes of the first search of each side, and the factor for those after it. The sides take
/// turns, so that a win of the second side is not hidden behind a long search for the first.
const FIRST_NODES: u64 = 1 << 20;
const GROWTH: u64 = 8;

/// An event of the search.
#[derive(Debug)]
pub(super) enum ProverEvent {
    /// The search asks whether this side can force a win.
    Asks(Color),
    Won(Box<ProofTree>),
    /// This side cannot force a win.
    NoWin(Color),
    /// It is not known whether this side can force a win, and the search has given up.
    Undecided(Color, ProveGap),
}

/// Answers the questions of both sides, in this order, until a win is proven, nothing is left to
/// search, or the job is stopped. The table of a search takes `memory_mb` megabytes.
pub(super) fn search(
    questions: Vec<ProveQuestion>,
    memory_mb: usize,
    job: &JobContext<ProverEvent>,
) {
    let mut open = questions;
    let (mut max_nodes, mut searched) = (FIRST_NODES, 0);
    while !open.is_empty() {
        for question in std::mem::take(&mut open) {
            let side = question.attacker;
            job.emit(ProverEvent::Asks(side));
            let limits = ProveLimits { memory_mb, max_nodes, max_moves: None };
            let mut nodes = 0;
            let outcome =
                MateProver::new(limits).prove(&question, job.stop_flag(), &mut |progress| {
                    nodes = progress.nodes;
                    job.progress(searched + nodes, searched + max_nodes);
                });
            searched += nodes;
            match outcome {
                ProveOutcome::Proven(tree) => return job.emit(ProverEvent::Won(Box::new(tree))),
                // Without a limit on the moves there is no disproof of short wins alone.
                ProveOutcome::Disproven { .. } => job.emit(ProverEvent::NoWin(side)),
                ProveOutcome::Unknown(ProveGap::Nodes) => open.push(question),
                ProveOutcome::Unknown(gap) => job.emit(ProverEvent::Undecided(side, gap)),
            }
            if job.is_stopped() {
                return;
            }
        }
        max_nodes = max_nodes.saturating_mul(GROWTH);
    }
}
