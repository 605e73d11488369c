//! What happened at a recorded node, in a sentence.

use std::collections::BTreeSet;

use super::{
    Recording, Tree,
    recorder::{NodeExit, NodeKind, Visit},
};
use crate::engine::{Bound, Branch, PruningRule, Score, ScoreSource};

/// A move as it stands in a sentence: `c3-d4`, or `move 2` in a tree without chess.
pub fn move_phrase<T: Tree>(tree: &T, node: &T::Node, branch: Branch) -> String {
    if branch == Branch::NULL_MOVE {
        return "a pass".to_owned();
    }
    let name = tree.name(node, branch);
    match name.split_at_checked(2) {
        Some((from, to)) if name.starts_with(|letter: char| letter.is_ascii_lowercase()) => {
            format!("{from}-{to}")
        }
        _ => format!("move {name}"),
    }
}

/// `1 move`, `5 moves`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// A node of a recording, with the nodes of the tree that the sentence speaks of.
struct NodeScene<'a, T: Tree> {
    tree: &'a T,
    recording: &'a Recording,
    visit: &'a Visit,
    exit: &'a NodeExit,
    node: T::Node,
    /// The parent's node and the move that led here.
    before: Option<(T::Node, Branch)>,
}

/// Says what happened at a node of a recording of this tree, in one or two sentences. `None` for a
/// node that is not there.
pub fn explain<T: Tree>(tree: &T, recording: &Recording, visit: usize) -> Option<String> {
    let path = recording.path(visit);
    let mut node = tree.root();
    let mut before = None;
    for branch in &path {
        before = Some((node.clone(), *branch));
        node = tree.play(&node, *branch);
    }
    let visit = recording.visits.get(visit)?;
    let Some(exit) = &visit.exit else {
        return Some("The search is still in this node, or was stopped here.".to_owned());
    };
    let scene = NodeScene { tree, recording, visit, exit, node, before };
    Some(match (exit.source, visit.cut_off) {
        (ScoreSource::Leaf, _) => {
            format!("A leaf: its static value is {}.", tree.score_text(exit.score))
        }
        (ScoreSource::Table, _) => {
            format!("The table knew this node: {}. Nothing is searched.", scene.bounded())
        }
        (ScoreSource::Rule(rule), _) => scene.spared(rule),
        (ScoreSource::Search, Some((tried, moves))) => scene.cut_off(tried, moves),
        (ScoreSource::Search, None) => scene.searched(),
    })
}

impl<T: Tree> NodeScene<'_, T> {
    fn player(&self) -> &'static str {
        self.tree.player(self.visit.is_max)
    }

    fn opponent(&self) -> &'static str {
        self.tree.player(!self.visit.is_max)
    }

    fn bounded(&self) -> String {
        let score = self.tree.score_text(self.exit.score);
        match self.exit.bound {
            Bound::Exact => format!("its value is {score}"),
            Bound::Lower => format!("its value is {score} or more"),
            Bound::Upper => format!("its value is {score} or less"),
        }
    }

    /// `answers c3-d4 with b6-b5`, or `plays b6-b5` at the root.
    fn answers(&self, reply: Branch) -> String {
        let reply = move_phrase(self.tree, &self.node, reply);
        match &self.before {
            Some((node, branch)) => {
                format!("answers {} with {reply}", move_phrase(self.tree, node, *branch))
            }
            None => format!("plays {reply}"),
        }
    }

    fn cut_off(&self, tried: usize, moves: usize) -> String {
        let (player, opponent) = (self.player(), self.opponent());
        let answers = self.exit.best.map_or("moves".to_owned(), |best| self.answers(best));
        let score = self.tree.score_text(self.exit.score);
        let bound =
            if self.visit.is_max { self.visit.window.beta } else { self.visit.window.alpha };
        let held = match self.visit.is_max {
            true => format!("gets at least {score}"),
            // Fail-hard answers with the bound itself, whatever the reply really holds to.
            false if self.exit.score == bound => format!("holds {opponent} to {score} or less"),
            false => format!("holds {opponent} to {score}"),
        };
        let elsewhere = self.source_of_bound(bound);
        let bound = self.tree.score_text(bound);
        let left = match moves - tried {
            1 => "other reply".to_owned(),
            left => format!("{left} other replies"),
        };
        let kind = match self.visit.is_max {
            true => "at a MAX node a beta cut-off",
            false => "at a MIN node an alpha cut-off; in negamax the same thing is a beta cut-off",
        };
        format!(
            "{player} {answers} and {held}; {opponent} has {bound} {elsewhere}, so {player}'s {left} \
             cannot matter: cut-off after {tried} of {moves} ({kind})."
        )
    }

    /// Where the opponent's bound comes from: `from c3-b4`, a move further up that is as good.
    fn source_of_bound(&self, bound: Score) -> String {
        let (visits, mut child) = (&self.recording.visits, self.visit);
        let mut path = self.recording.path_of(self.visit);
        while let Some(parent) = child.parent.and_then(|parent| visits.get(parent)) {
            path.pop();
            let earlier = parent.children.iter().filter_map(|index| visits.get(*index));
            let same = |other: &&Visit| {
                parent.is_max != self.visit.is_max
                    && other.exit.as_ref().is_some_and(|exit| exit.score == bound)
            };
            let found = earlier.take_while(|other| other.played != child.played).find(same);
            if let Some(branch) = found.and_then(|other| other.played) {
                let node = path.iter().fold(self.tree.root(), |at, b| self.tree.play(&at, *b));
                return format!("from {}", move_phrase(self.tree, &node, branch));
            }
            child = parent;
        }
        "by the window at the root".to_owned()
    }

    /// How the engine got round searching the node.
    fn spared(&self, rule: PruningRule) -> String {
        let reason = rule.reason(self.player());
        format!(
            "The engine prunes this node: {reason}. Its score is {}.",
            self.tree.score_text(self.exit.score)
        )
    }

    /// How many of the moves were looked at.
    fn looked_at(&self) -> usize {
        let children =
            self.visit.children.iter().filter_map(|index| self.recording.visits.get(*index));
        let moves: BTreeSet<Branch> =
            children.filter_map(|child| child.played).filter(|b| *b != Branch::NULL_MOVE).collect();
        moves.len()
    }

    fn searched(&self) -> String {
        let (player, score) = (self.player(), self.tree.score_text(self.exit.score));
        let count = self.tree.branches(&self.node).len();
        let all = counted(count, "move", "moves");
        let tried = self.looked_at();
        match (self.exit.kind, self.exit.best) {
            (NodeKind::All, _) if tried > 0 || self.recording.missed > 0 => {
                let (bound, than) = match self.visit.is_max {
                    true => (self.visit.window.alpha, "more"),
                    false => (self.visit.window.beta, "less"),
                };
                let bound = self.tree.score_text(bound);
                // What a recording misses was not left out by the search.
                let which = match tried == count || self.recording.missed > 0 {
                    true => format!(
                        "{player}'s {all} gives {than} than {bound}, so all had to be tried"
                    ),
                    false => format!(
                        "the {tried} that {player} tried gives {than} than {bound}, and of {all} the \
                         others were left out"
                    ),
                };
                format!("None of {which}: an ALL node, {}.", self.bounded())
            }
            (kind, Some(best)) => {
                let answers = self.answers(best);
                let what = match kind {
                    NodeKind::Pv => "an exact value inside the window, a PV node",
                    _ => "the bound was reached by the last move that was left",
                };
                format!("{player} {answers}, which is worth {score}: {what}.")
            }
            (_, None) => format!("{player} captures nothing and keeps {score}."),
        }
    }
}
