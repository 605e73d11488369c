//! Better lines that are too short to show why their first move is better. The search's table may cut
//! a line, and a position may have only the rest of the line of an earlier one. A search of the
//! position at its end continues such a line; the score stays.

use super::{Reviewer, search};
use crate::analysis::comparison::SearchEffort;
use minnow_base::sync::StopFlag;
use minnow_engine::{Root, Searcher};

/// The least length of a better line, in plies, unless it ends the game.
const LEAST_PLIES: usize = 3;

impl Reviewer {
    /// Puts the finding at this index among those whose lines are to be continued, or removes it.
    pub(super) fn note_short_line(&mut self, at: usize) {
        if self.end_of_short_line(at).is_some() {
            self.short_lines.insert(at);
        } else {
            self.short_lines.remove(&at);
        }
    }

    /// Continues the better line of the finding at this index. Returns `false` if `stop` was set.
    pub(super) fn lengthen(&mut self, at: usize, searcher: &mut Searcher, stop: &StopFlag) -> bool {
        let Some(root) = self.end_of_short_line(at) else {
            self.short_lines.remove(&at);
            return true;
        };
        let limits = SearchEffort::First.limits(self.limits, Vec::new());
        let Ok(result) = search(&root, &limits, searcher, stop) else { return false };
        self.nodes.confirming += result.info.nodes;
        self.searches += 1;
        self.short_lines.remove(&at);
        let rest = result.info.pv;
        let Some(own) = self.searched_at_mut(at).filter(|_| !rest.is_empty()) else { return true };
        let short = own.value.line.clone();
        for value in [Some(&mut own.value), own.others.as_mut()].into_iter().flatten() {
            if value.line == short {
                value.continue_line(&rest);
            }
        }
        self.judge_again(at);
        true
    }

    /// The position after the better line of a finding; `None` if the line is long enough or ends
    /// the game.
    fn end_of_short_line(&self, at: usize) -> Option<Root> {
        let better = &self.searched_at(at)?.finding.as_ref()?.verdict.better;
        if better.is_empty() || better.len() >= LEAST_PLIES {
            return None;
        }
        let mut root = self.root_at(at);
        better.iter().for_each(|mv| root.play(*mv));
        root.outcome().is_none().then_some(root)
    }
}
