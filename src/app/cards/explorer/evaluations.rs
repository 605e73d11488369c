//! The evaluations of shown moves for which the openings that come with the program have none: short
//! searches on another thread.

use crate::app::session::{Session, task::Task};
use minnow_engine::{Root, Score, SearchLimits, Searcher};
use minnow_jobs::JobContext;
use minnow_rules::{Color, Move, Position};

/// The nodes of a search.
const NODES: u64 = 20_000;
/// The transposition table, in MB.
const HASH_MB: usize = 8;

/// A move with the evaluation after it, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EvaluatedMove {
    pub mv: Move,
    pub score: Score,
}

/// Moves of one position.
#[derive(Clone, Debug, PartialEq)]
struct ShownMoves {
    position: Position,
    moves: Vec<Move>,
}

/// The evaluations of the position that is shown.
#[derive(Debug, Default)]
pub(super) struct MoveEvaluations {
    of: Option<ShownMoves>,
    known: Vec<EvaluatedMove>,
    work: Task<EvaluatedMove>,
}

impl MoveEvaluations {
    /// Takes in results, and searches these moves of a position unless it is done already.
    pub(super) fn tick(&mut self, session: &Session, position: &Position, moves: Vec<Move>) {
        self.known.extend(self.work.poll());
        let shown = ShownMoves { position: *position, moves };
        if self.of.as_ref() == Some(&shown) {
            return;
        }
        self.work.stop();
        self.known.clear();
        if !shown.moves.is_empty() {
            let work = shown.clone();
            let job = move |job: &JobContext<_>| evaluate(&work, job);
            self.work.begin(session.background.start("explorer evaluations", job));
        }
        self.of = Some(shown);
    }

    /// The evaluation after a move of the position shown last.
    pub(super) fn score(&self, position: &Position, mv: Move) -> Option<Score> {
        let of = self.of.as_ref()?;
        let known = self.known.iter().find(|known| known.mv == mv);
        known.filter(|_| of.position == *position).map(|known| known.score)
    }

    /// True if no move is being searched.
    pub(super) fn is_settled(&self) -> bool {
        !self.work.is_running()
    }
}

/// Searches the position after each move. Emits no evaluation where the game is over.
fn evaluate(shown: &ShownMoves, job: &JobContext<EvaluatedMove>) {
    let mut searcher = Searcher::new(shown.position.variant(), HASH_MB);
    for mv in &shown.moves {
        let root = Root::new(shown.position.play(*mv));
        let limits = SearchLimits::nodes(NODES);
        let result = searcher.search(&root, &limits, job.stop_flag(), &mut |_| {});
        if job.is_stopped() {
            return;
        }
        if result.best.is_some() {
            let score = match root.position.turn() {
                Color::White => result.info.score,
                Color::Black => -result.info.score,
            };
            job.emit(EvaluatedMove { mv: *mv, score });
        }
    }
}
