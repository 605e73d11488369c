//! The search for a proof as a job: can one of the sides force a win?

use minnow_engine::{Root, SearchLimits, Searcher};
use minnow_jobs::JobContext;
use minnow_prove::{
    MateProver, ProofTree, ProveGap, ProveLimits, ProveOutcome, ProveProgress, ProveQuestion,
};
use minnow_rules::{Color, Move};

/// The nodes of the first search of each side, and the factor for those after it. The sides take
/// turns, so that a win of the second side is not hidden behind a long search for the first.
const FIRST_NODES: u64 = 1 << 20;
const GROWTH: u64 = 8;

/// The nodes and the table, in MB, of the engine's search for a line to try first.
const LINE_NODES: u64 = 300_000;
const LINE_HASH_MB: usize = 8;

/// How often the details of the progress are sent, in nodes. A multiple of the prover's own steps.
const DETAIL_NODES: u64 = 1 << 18;

/// An event of the search.
#[derive(Debug)]
pub(super) enum ProverEvent {
    /// The engine has found a mate, whose line is tried first.
    Expects(ExpectedMate),
    /// How far the search for the side asked about last is; its nodes are those of all searches.
    Searched(ProveProgress),
    /// The search asks whether this side can force a win.
    Asks(Color),
    Won(Box<ProofTree>),
    /// This side cannot force a win.
    NoWin(Color),
    /// It is not known whether this side can force a win, and the search has given up.
    Undecided(Color, ProveGap),
}

/// A mate that the engine has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExpectedMate {
    pub side: Color,
    pub moves: u32,
}

/// Answers the questions of both sides, the side to move first, until a win is proven, nothing is left
/// to search, or the job is stopped. If the engine finds a mate, its side comes first, and its line is
/// tried first. The table of a search takes `memory_mb` megabytes.
pub(super) fn search(root: &Root, memory_mb: usize, job: &JobContext<ProverEvent>) {
    let position = root.position;
    let question = |side| ProveQuestion::new(position, side).with_history(&root.earlier);
    let mut open = vec![question(position.turn()), question(!position.turn())];
    if let Some((mate, line)) = expected_mate(root, job) {
        job.emit(ProverEvent::Expects(mate));
        // Where kings are taken, that is one move more than the mate.
        let moves = mate.moves + u32::from(position.variant().king_capture);
        let moves = u16::try_from(moves).unwrap_or(u16::MAX / 4);
        open = vec![question(mate.side).with_line(&line, moves), question(!mate.side)];
    }
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
                    if nodes.is_multiple_of(DETAIL_NODES) {
                        let nodes = searched + nodes;
                        job.emit(ProverEvent::Searched(ProveProgress { nodes, ..progress }));
                    }
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

/// The mate that a short search of the engine finds, and its line.
fn expected_mate(root: &Root, job: &JobContext<ProverEvent>) -> Option<(ExpectedMate, Vec<Move>)> {
    let turn = root.position.turn();
    let mut searcher = Searcher::new(root.position.variant(), LINE_HASH_MB);
    let limits = SearchLimits::nodes(LINE_NODES);
    let info = searcher.search(root, &limits, job.stop_flag(), &mut |_| {}).info;
    let moves = info.score.mate_in()?;
    let side = if moves > 0 { turn } else { !turn };
    Some((ExpectedMate { side, moves: moves.unsigned_abs() }, info.pv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;
    use minnow_jobs::JobEvent;
    use minnow_rules::{Position, Variant};

    #[test]
    fn the_engines_mate_is_tried_first() {
        let start = Position::start(Variant::by_id("silverman4x4").unwrap());
        let root = Root::new(start);
        let background = session().background;
        let mut handle = background.start("prover", move |job| search(&root, 1, job));
        let mut events = Vec::new();
        loop {
            match handle.wait_event() {
                JobEvent::Output(event) => events.push(event),
                JobEvent::Progress(_) => {}
                JobEvent::Finished => break,
                JobEvent::Failed(problem) => panic!("{problem}"),
            }
        }
        let mate = ExpectedMate { side: Color::White, moves: 4 };
        assert!(matches!(events[0], ProverEvent::Expects(expected) if expected == mate));
        assert!(matches!(events[1], ProverEvent::Asks(Color::White)));
        assert!(matches!(&events[2], ProverEvent::Won(tree) if tree.moves() == 4), "{events:?}");
    }
}
