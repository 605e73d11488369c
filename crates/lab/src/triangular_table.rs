//! The principal variation of a recorded search, and its triangular table at a moment.

use super::RecordedTree;
use minnow_engine::SearchEvent;

impl RecordedTree {
    /// The principal variation of the search below a root, as nodes, the root first.
    pub fn variation(&self, root: usize) -> Vec<usize> {
        let mut line = vec![root];
        let best = |at: usize| self.visit(at)?.exit?.best;
        while let Some(next) = line.last().and_then(|at| self.child(*at, best(*at)?)) {
            line.push(next);
        }
        line
    }

    /// The rows of the table from the root's to that of a node, after the first `at` moments or when
    /// the search left the node, whichever is earlier. A row lists the nodes of the best line so far
    /// below its node; it is empty if no move has raised alpha or lowered beta there.
    pub fn triangular_table(&self, visit: usize, at: usize) -> Vec<Vec<usize>> {
        let left = self.left.get(visit).map_or(at, |moment| (*moment as usize).saturating_add(1));
        let at = at.min(left);
        let upwards = std::iter::successors(Some(visit), |visit| self.visit(*visit)?.parent);
        let mut rows: Vec<Vec<usize>> = upwards.map(|visit| self.line_so_far(visit, at)).collect();
        rows.reverse();
        rows
    }

    /// A row is a move and a copy of the row below it, which no longer changes once the move has been
    /// searched.
    fn line_so_far(&self, visit: usize, at: usize) -> Vec<usize> {
        let first = self.last_improvement(visit, at);
        let line = std::iter::successors(first, |(visit, at)| self.last_improvement(*visit, *at));
        line.map(|(visit, _)| visit).collect()
    }

    /// The child that last raised alpha or lowered beta at a node in the first `at` moments, and the
    /// moment.
    fn last_improvement(&self, visit: usize, at: usize) -> Option<(usize, usize)> {
        let moment = self.last_narrow(visit, at)?;
        let event = self.recording.moments.get(moment)?.event;
        let SearchEvent::Narrow { best: Some(best), .. } = event else { return None };
        let mut latest_first = self.visit(visit)?.children.iter().rev().copied();
        let child = latest_first.find(|child| {
            self.is_entered(*child, moment)
                && self.visit(*child).is_some_and(|node| node.played == Some(best))
        })?;
        Some((child, moment))
    }
}

#[cfg(test)]
mod tests {
    use crate::recorded_tree::tests::recorded_text;

    #[test]
    fn rows_are_copied_upwards() {
        let recorded = recorded_text("(((5 4) (6 1)) ((3 2) (8 9)))");
        let names = |visit: usize, at: usize| -> Vec<String> {
            let rows = recorded.triangular_table(visit, at);
            let row = |row: &Vec<usize>| -> String {
                let names = row.iter().map(|visit| recorded.name(*visit).replace("move ", ""));
                names.collect::<Vec<_>>().join(" ")
            };
            rows.iter().map(row).collect()
        };
        let end = recorded.moments();
        // The nodes in the order of entry: root, 1, 1.1, 5, 4, 1.2, 6, 2, 2.1, 3, 2.
        assert_eq!(names(0, end), ["1 1.1 1.1.1"]);
        assert_eq!(names(2, end), ["", "", "1.1.1"], "node 1.1 when the search left it");
        assert_eq!(names(5, end), ["", "1.1 1.1.1", ""], "the 6 is a cutoff");
        assert_eq!(names(8, end), ["1 1.1 1.1.1", "", ""], "the 3 does not raise alpha");
        assert_eq!(names(0, 0), [""]);
    }

    #[test]
    fn the_roots_row_is_the_variation() {
        for text in ["((3 12) (2 8 9))", "((3 1) (5 6) (7 2))", "(1 7 3 9)"] {
            let recorded = recorded_text(text);
            let table = recorded.triangular_table(0, recorded.moments());
            assert_eq!([vec![0], table[0].clone()].concat(), recorded.variation(0), "{text}");
        }
    }
}
