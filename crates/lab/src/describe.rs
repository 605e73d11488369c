//! Describes one event of a recorded search in a sentence.
//!
//! `explain` uses the result of a node. A description uses only the facts up to that event, so that
//! a student can step through the search.

use super::{
    Recording, Tree,
    bound_text::{VisitScene, bound_words},
    explain::move_phrase,
};
use minnow_engine::{Bound, Branch, RootEnd, RootEnds, Score, SearchEvent, Window};
use minnow_rules::counted;

/// Describes an event of a recording of this tree. `None` if the recording has no such moment.
pub fn describe_event<T: Tree>(tree: &T, recording: &Recording, moment: usize) -> Option<String> {
    let moment = recording.moments.get(moment)?;
    if let SearchEvent::Start { depth, window, ends } = moment.event {
        return Some(describe_start(tree, depth, window, ends));
    }
    Some(VisitScene::new(tree, recording, moment.visit)?.describe(moment.event))
}

fn describe_start<T: Tree>(tree: &T, depth: u32, window: Window, ends: RootEnds) -> String {
    let plies = counted(u64::from(depth), "ply", "plies");
    let (alpha, beta) = (tree.score_text(window.alpha), tree.score_text(window.beta));
    let is_guess = [ends.alpha, ends.beta].contains(&RootEnd::Aspiration);
    let window = if window == Window::FULL {
        "the full window".to_owned()
    } else if ends == RootEnds::NULL {
        format!("a null window: is the root at least {beta}?")
    } else if is_guess {
        format!("the aspiration window from {alpha} to {beta}")
    } else {
        format!("the window from {alpha} to {beta}")
    };
    let stop = if window.ends_with('?') { "" } else { "." };
    format!("A search from the root starts: {plies} deep, with {window}{stop}")
}

impl<T: Tree> VisitScene<'_, T> {
    fn describe(&self, event: SearchEvent) -> String {
        match event {
            SearchEvent::Start { .. } => String::new(),
            SearchEvent::Enter { .. } => self.enter(),
            SearchEvent::Leaf { score } => self.leaf(score),
            SearchEvent::TableHit { lower, upper } => self.table_hit(lower, upper),
            SearchEvent::Narrow { best, window } => self.narrow(best, window),
            SearchEvent::CutOff { tried, moves } => self.cut_off(tried, moves),
            SearchEvent::Again { .. } => {
                "The null window only shows that this move is better: it is searched again for its \
                 value."
                    .to_owned()
            }
            SearchEvent::Leave { score, bound, .. } => self.leave(score, bound),
        }
    }

    fn enter(&self) -> String {
        let place = self.last_move.as_ref().map(|last| format!("after {last}"));
        let place = place.unwrap_or_else(|| "at the root".to_owned());
        format!("{} to move {place}. {}", self.player(), self.window_text())
    }

    fn leaf(&self, score: Score) -> String {
        let score = self.text(score);
        match (self.tree.has_inner_values(), self.visit.depth) {
            (false, _) => format!("A leaf with the value {score}."),
            (true, 0) => format!("The last ply: the static value is {score}."),
            (true, _) => format!("The game is over here: {score}."),
        }
    }

    fn table_hit(&self, lower: Score, upper: Score) -> String {
        let (low, high) = (self.text(lower), self.text(upper));
        if lower == upper {
            return format!("The table has the exact value of this node: {low}.");
        }
        match (lower <= -Score::INFINITE, upper >= Score::INFINITE) {
            (true, true) => "The table has a move for this node, but no value.".to_owned(),
            (true, false) => format!("The table has an upper bound for this node: {high}."),
            (false, true) => format!("The table has a lower bound for this node: {low}."),
            (false, false) => format!("The table has bounds for this node: {low} to {high}."),
        }
    }

    fn narrow(&self, best: Option<Branch>, window: Window) -> String {
        let best =
            best.map_or("Standing pat".to_owned(), |best| move_phrase(self.tree, &self.node, best));
        let (player, opponent) = (self.player(), self.opponent());
        let (alpha, beta) = (self.text(window.alpha), self.text(window.beta));
        if self.visit.is_max {
            format!("{best} raises alpha to {alpha}: {player} is sure of at least {alpha}.")
        } else {
            format!("{best} lowers beta to {beta}: {player} can hold {opponent} to {beta}.")
        }
    }

    fn cut_off(&self, tried: usize, moves: usize) -> String {
        let player = self.player();
        let last = self.visit.children.last().and_then(|child| self.recording.visits.get(*child));
        let value = last.and_then(|child| child.exit).map(|exit| self.text(exit.score));
        let value = value.unwrap_or_else(|| "the value".to_owned());
        let (side, greek) =
            if self.visit.is_max { ("at least", "beta") } else { ("at most", "alpha") };
        let left = match moves - tried {
            1 => "other move needs".to_owned(),
            left => format!("{left} other moves need"),
        };
        format!(
            "Cutoff: this node is worth {side} {value}, and {greek} is {}: {}. {player}'s {left} \
             no search.",
            self.text(self.cut_bound()),
            self.cutoff_reason()
        )
    }

    fn leave(&self, score: Score, bound: Bound) -> String {
        let value = format!("{}{}", bound_words(bound, "exactly "), self.text(score));
        match &self.last_move {
            Some(name) => format!("{name} is worth {value} to {}.", self.tree.player(true)),
            None => format!("The result at the root: {value}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{recorded, text_tree};

    #[test]
    fn a_search_is_described_step_by_step() {
        let tree = text_tree("((3 12) (2 8 1))");
        let recording = recorded(&tree, "alpha-beta", 2);
        let described: Vec<String> =
            (0..).map_while(|moment| describe_event(&tree, &recording, moment)).collect();
        let expected = [
            "A search from the root starts: 2 plies deep, with the full window.",
            "MAX to move at the root. MAX is sure of nothing yet (alpha), MIN of nothing yet (beta).",
            "MIN to move after move 1. MAX is sure of nothing yet (alpha), MIN of nothing yet (beta).",
            "MAX to move after move 1. MAX is sure of nothing yet (alpha), MIN of nothing yet (beta).",
            "A leaf with the value 3.",
            "move 1 is worth exactly 3 to MAX.",
            "move 1 lowers beta to 3: MIN can hold MAX to 3.",
        ];
        assert_eq!(described[..expected.len()], expected);
        assert_eq!(described.len(), recording.moments.len());
        assert!(described.contains(
            &"Cutoff: this node is worth at most 2, and alpha is 3: MAX already has 3 from move 1. \
              MIN's 2 other moves need no search."
                .to_owned()
        ));
        assert_eq!(described.last().unwrap(), "The result at the root: exactly 3.");
    }

    #[test]
    fn one_skipped_move_is_no_plural() {
        let tree = text_tree("((3 12) (2 8))");
        let recording = recorded(&tree, "alpha-beta", 2);
        let mut described = (0..).map_while(|moment| describe_event(&tree, &recording, moment));
        let cutoff = described.find(|text| text.starts_with("Cutoff: ")).unwrap();
        assert!(cutoff.ends_with(" MIN's other move needs no search."), "{cutoff}");
    }
}
