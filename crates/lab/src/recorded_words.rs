//! The words about a recorded search and its nodes, for users.

use super::{
    MAX_RECORDED_NODES, NodeExit, NodeKind, RecordedTree, Stop, Visit, bound_text::bound_words,
    recorded_tree::MAX_RECORDED_VISITS,
};
use minnow_engine::{Bound, Score, ScoreSource, SearchEvent, Window};
use minnow_rules::{counted, grouped};

/// The title of an event.
pub fn event_title(event: &SearchEvent) -> &'static str {
    match event {
        SearchEvent::Start { .. } => "A search begins",
        SearchEvent::Enter { .. } => "A node is entered",
        SearchEvent::Leaf { .. } => "A leaf is evaluated",
        SearchEvent::TableHit { .. } => "The table has an entry",
        SearchEvent::Narrow { .. } => "The window narrows",
        SearchEvent::CutOff { .. } => "Cutoff",
        SearchEvent::Again { .. } => "Searched again",
        SearchEvent::Leave { .. } => "A node is left",
    }
}

/// The source of a node's value, such as `a cutoff`.
pub fn source_text(visit: &Visit, exit: &NodeExit) -> &'static str {
    match exit.source {
        ScoreSource::Leaf => "a leaf",
        ScoreSource::Table => "the transposition table",
        ScoreSource::Rule(_) => "a pruning rule",
        ScoreSource::Search if visit.cut_off.is_some() => "a cutoff",
        ScoreSource::Search => "its moves",
    }
}

impl RecordedTree {
    /// The figures of the search, and its answer.
    pub fn summary(&self) -> String {
        let counts = self.report.counts;
        let searches = match self.roots.len() {
            0 | 1 => String::new(),
            several => format!("All {several} searches: "),
        };
        let figures = format!(
            "{searches}{} nodes, {} of them leaves. Cutoffs: {}, by the first move {}.",
            grouped(counts.nodes),
            grouped(counts.leaves),
            grouped(counts.cutoffs),
            grouped(counts.first_cutoffs)
        );
        let Some(answer) = &self.report.answer else { return figures };
        let bound = bound_words(answer.bound, "exactly ");
        let score = self.score_text(answer.score);
        let root = self.roots.last().copied().unwrap_or(0);
        let best = answer.best.and_then(|best| self.child(root, best));
        let with = best.map_or(String::new(), |best| format!(" with {}", self.name(best)));
        format!("{figures} The root is worth {bound}{score}{with}.")
    }

    /// The reason why the recording is not the whole search; `None` if it is.
    pub fn cut_text(&self) -> Option<String> {
        let searched = grouped(self.report.counts.nodes);
        match self.report.stopped {
            Some(Stop::Nodes) => Some(format!(
                "Stopped after {} nodes; the first {} are shown.",
                grouped(MAX_RECORDED_NODES),
                grouped(self.recording.visits.len() as u64)
            )),
            Some(Stop::Time) => Some(format!("Stopped after {searched} nodes.")),
            _ if self.recording.missed > 0 => Some(format!(
                "The recording was cut: the first {} of {searched} nodes are kept.",
                grouped(MAX_RECORDED_VISITS as u64)
            )),
            _ => None,
        }
    }

    /// Depth and window of the search from a root: `depth 3, full window`.
    pub fn root_text(&self, root: usize) -> String {
        let Some(visit) = self.visit(root) else { return String::new() };
        let window = match visit.window {
            Window::FULL => "full window".to_owned(),
            Window { alpha, beta } => {
                format!("{} to {}", self.score_text(alpha), self.score_text(beta))
            }
        };
        format!("depth {}, {window}", visit.depth)
    }

    /// The value of a node that the search has left, with the sign of a bound.
    pub fn value_text(&self, visit: usize) -> Option<String> {
        let (score, bound) = self.seen_result(visit, &self.visit(visit)?.exit?);
        Some(format!("{}{}", bound.sign(), self.score_text(score)))
    }

    /// A node's result from the view that the numbers are shown from.
    pub fn seen_result(&self, visit: usize, exit: &NodeExit) -> (Score, Bound) {
        if !self.is_seen_by_min(visit) {
            return (exit.score, exit.bound);
        }
        let bound = match exit.bound {
            Bound::Exact => Bound::Exact,
            Bound::Upper => Bound::Lower,
            Bound::Lower => Bound::Upper,
        };
        (-exit.score, bound)
    }

    /// A node's window from the view that the numbers are shown from, or back from that to MAX's.
    pub fn seen_window(&self, visit: usize, window: Window) -> Window {
        if self.is_seen_by_min(visit) { window.for_opponent() } else { window }
    }

    fn is_seen_by_min(&self, visit: usize) -> bool {
        self.by_mover && self.visit(visit).is_some_and(|node| !node.is_max)
    }

    /// A node after the first `at` moments in one line: its move, its value, and its kind or `leaf`.
    pub fn node_text(&self, visit: usize, at: usize) -> String {
        let name = self.name(visit);
        match self.exit_at(visit, at) {
            Some(exit) => {
                let (score, bound) = self.seen_result(visit, exit);
                let bound = bound_words(bound, "");
                let score = self.score_text(score);
                format!("{name}: {bound}{score}, {}", exit.kind.map_or("leaf", NodeKind::name))
            }
            None => format!("{name}: being searched"),
        }
    }

    /// The progress at a node that the search has not left after the first `at` moments.
    pub fn progress_text(&self, visit: usize, at: usize) -> String {
        let Some(node) = self.visit(visit) else { return String::new() };
        if node.exit.is_some_and(|exit| exit.source == ScoreSource::Leaf) {
            return "A leaf: its value is the next event.".to_owned();
        }
        let player = self.player(node.is_max);
        let left = node.children.iter().copied().filter(|child| self.is_left(*child, at));
        match self.recording.moves_to(left) {
            0 => format!("{player} to move; no move has been searched yet."),
            done => {
                let done = counted(done as u64, "move has", "moves have");
                format!("{player} to move; {done} been searched.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Algorithm, Technique, TreeRequest, recorded_tree::tests::recorded_text};
    use minnow_base::sync::StopFlag;

    #[test]
    fn a_re_search_is_no_further_move() {
        let request = recorded_text("((6 9) (7 8) (2 5))").request;
        let request = TreeRequest { technique: Technique::of(Algorithm::Scout), ..request };
        let recorded = request.record(&StopFlag::new(), &mut |_| {});
        let children = recorded.visit(0).unwrap().children.len();
        let before_the_end = recorded.moments() - 1;
        let progress = recorded.progress_text(0, before_the_end);
        assert_eq!((children, progress.as_str()), (4, "MAX to move; 3 moves have been searched."));
    }

    #[test]
    fn the_movers_numbers_are_negated_at_mins_nodes() {
        let mut recorded = recorded_text("((3 12) (2 8 9))");
        recorded.by_mover = true;
        // The nodes in the order of entry: root, 1, 3, 12, 2, 2.1. MAX is to move at root and leaves.
        for (visit, value) in [(0, "3"), (1, "-3"), (2, "3"), (4, "\u{2265} -3")] {
            assert_eq!(recorded.value_text(visit).as_deref(), Some(value), "node {visit}");
        }
        let entered = recorded.visit(4).unwrap().window;
        assert_eq!(recorded.seen_window(4, entered), entered.for_opponent());
        assert_eq!(recorded.node_text(4, recorded.moments()), "move 2: at least -3, CUT");
        recorded.by_mover = false;
        assert_eq!(recorded.node_text(4, recorded.moments()), "move 2: at most 3, CUT");
    }
}
