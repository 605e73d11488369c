//! The search for a forced win of either side.
//!
//! ```
//! use minnow_base::sync::StopFlag;
//! use minnow_engine::Root;
//! use minnow_rules::{Color, Position, Variant};
//! use minnow_study::win_search::{WinSearchEvent, search_win};
//!
//! let gardner = Variant::by_id("gardner").expect("a built-in variant");
//! let root = Root::new(Position::from_fen(gardner, "k4/5/1K3/5/4R w")?);
//! let mut winner = None;
//! search_win(&root, 1, &StopFlag::new(), &mut |event| {
//!     if let WinSearchEvent::Won(tree) = event {
//!         winner = Some(tree.side());
//!     }
//! });
//! assert_eq!(winner, Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use minnow_base::sync::StopFlag;
use minnow_engine::{Root, SearchLimits, Searcher};
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
pub enum WinSearchEvent {
    /// The nodes of all searches so far, and those after which the present one gives up.
    Nodes {
        /// Searched.
        done: u64,
        /// At most.
        total: u64,
    },
    /// The engine has found a mate, whose line is tried first.
    Expects(ExpectedMate),
    /// The progress of the search for the side asked about last; its nodes are those of all searches.
    Searched(ProveProgress),
    /// The search asks whether this side can force a win.
    Asks(Color),
    /// A win is proven, and the search is over.
    Won(Box<ProofTree>),
    /// This side cannot force a win.
    NoWin(Color),
    /// It is not known whether this side can force a win, and the search has given up.
    Undecided(Color, ProveGap),
}

/// A mate that the engine has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedMate {
    /// The side that mates.
    pub side: Color,
    /// The moves of this side.
    pub moves: u32,
}

/// Answers the questions of both sides, the side to move first, until a win is proven, nothing is left
/// to search, or `stop` is set. If the engine finds a mate, its side comes first, and its line is
/// tried first. The table of a search takes `memory_mb` megabytes.
pub fn search_win(
    root: &Root,
    memory_mb: usize,
    stop: &StopFlag,
    emit: &mut dyn FnMut(WinSearchEvent),
) {
    let position = root.position;
    let question = |side| ProveQuestion::new(position, side).with_history(&root.earlier);
    let mut open = vec![question(position.turn()), question(!position.turn())];
    if let Some((mate, line)) = expected_mate(root, stop) {
        emit(WinSearchEvent::Expects(mate));
        // In variants with king capture, the win is one move longer than the mate.
        let moves = mate.moves + u32::from(position.variant().king_capture);
        let moves = u16::try_from(moves).unwrap_or(u16::MAX / 4);
        open = vec![question(mate.side).with_line(&line, moves), question(!mate.side)];
    }
    let (mut max_nodes, mut searched) = (FIRST_NODES, 0);
    while !open.is_empty() {
        for question in std::mem::take(&mut open) {
            let side = question.attacker;
            emit(WinSearchEvent::Asks(side));
            let limits = ProveLimits { memory_mb, max_nodes, max_moves: None };
            let mut nodes = 0;
            let outcome = MateProver::new(limits).prove(&question, stop, &mut |progress| {
                nodes = progress.nodes;
                let done = searched + nodes;
                emit(WinSearchEvent::Nodes { done, total: searched + max_nodes });
                if nodes.is_multiple_of(DETAIL_NODES) {
                    emit(WinSearchEvent::Searched(ProveProgress { nodes: done, ..progress }));
                }
            });
            searched += nodes;
            match outcome {
                ProveOutcome::Proven(tree) => return emit(WinSearchEvent::Won(Box::new(tree))),
                // Without a limit on the moves there is no disproof of short wins alone.
                ProveOutcome::Disproven { .. } => emit(WinSearchEvent::NoWin(side)),
                ProveOutcome::Unknown(ProveGap::Nodes) => open.push(question),
                ProveOutcome::Unknown(gap) => emit(WinSearchEvent::Undecided(side, gap)),
            }
            if stop.is_set() {
                return;
            }
        }
        max_nodes = max_nodes.saturating_mul(GROWTH);
    }
}

/// The mate that a short search of the engine finds, and its line.
fn expected_mate(root: &Root, stop: &StopFlag) -> Option<(ExpectedMate, Vec<Move>)> {
    let turn = root.position.turn();
    let mut searcher = Searcher::new(root.position.variant(), LINE_HASH_MB);
    let limits = SearchLimits::nodes(LINE_NODES);
    let info = searcher.search(root, &limits, stop, &mut |_| {}).info;
    let moves = info.score.mate_in()?;
    let side = if moves > 0 { turn } else { !turn };
    Some((ExpectedMate { side, moves: moves.unsigned_abs() }, info.pv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::{Position, Variant};

    #[test]
    fn the_engines_mate_is_tried_first() {
        let start = Position::start(Variant::by_id("silverman4x4").unwrap());
        let mut events = Vec::new();
        search_win(&Root::new(start), 1, &StopFlag::new(), &mut |event| events.push(event));
        events.retain(|event| !matches!(event, WinSearchEvent::Nodes { .. }));
        let mate = ExpectedMate { side: Color::White, moves: 4 };
        assert!(matches!(events[0], WinSearchEvent::Expects(expected) if expected == mate));
        assert!(matches!(events[1], WinSearchEvent::Asks(Color::White)));
        assert!(matches!(&events[2], WinSearchEvent::Won(tree) if tree.moves() == 4), "{events:?}");
    }
}
