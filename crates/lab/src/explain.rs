//! Explains the result of a recorded node in one or two sentences.

use super::{
    Recording, Tree,
    bound_text::{VisitScene, bound_words},
    recorder::{NodeExit, NodeKind},
};
use minnow_engine::{Branch, PruningRule, ScoreSource, Window};

/// A move for use in a sentence: `c3-d4`, or `move 2` in a tree without chess.
pub fn move_phrase<T: Tree>(tree: &T, node: &T::Node, branch: Branch) -> String {
    if branch == Branch::NULL_MOVE {
        return "a null move".to_owned();
    }
    let name = tree.name(node, branch);
    match name.split_at_checked(2) {
        Some((from, to)) if name.starts_with(|letter: char| letter.is_ascii_lowercase()) => {
            format!("{from}-{to}")
        }
        _ => format!("move {name}"),
    }
}

/// A node that the search has left.
struct NodeScene<'a, T: Tree> {
    at: VisitScene<'a, T>,
    exit: NodeExit,
    /// True if the kinds of nodes and cutoffs are named.
    names_kinds: bool,
}

/// Explains a node of a recording of this tree in one or two sentences. `None` if the recording has
/// no such node.
pub fn explain<T: Tree>(tree: &T, recording: &Recording, visit: usize) -> Option<String> {
    explanation(tree, recording, visit, true)
}

/// Explains a node. Without `names_kinds` it leaves out the names of the kinds of nodes and cutoffs,
/// for students who do not know them yet.
pub(crate) fn explanation<T: Tree>(
    tree: &T,
    recording: &Recording,
    visit: usize,
    names_kinds: bool,
) -> Option<String> {
    let at = VisitScene::new(tree, recording, visit)?;
    let Some(exit) = at.visit.exit else {
        return Some("The search has not left this node.".to_owned());
    };
    let cut_off = at.visit.cut_off;
    let scene = NodeScene { at, exit, names_kinds };
    Some(match (exit.source, cut_off) {
        (ScoreSource::Leaf, _) => scene.leaf(),
        (ScoreSource::Table, _) => {
            format!("The transposition table settles this node: its value is {}.", scene.value())
        }
        (ScoreSource::Rule(rule), _) => scene.pruned(rule),
        (ScoreSource::Search, Some((tried, moves))) => scene.cut_off(tried, moves),
        (ScoreSource::Search, None) => scene.searched(),
    })
}

impl<T: Tree> NodeScene<'_, T> {
    /// A leaf. Texts differ on whether a fail-hard function clamps it.
    fn leaf(&self) -> String {
        let (score, Window { alpha, beta }) = (self.exit.score, self.at.visit.window);
        let note = if self.names_kinds && !(alpha..=beta).contains(&score) {
            ", which is outside the window and not clamped to it"
        } else {
            ""
        };
        format!("A leaf: its static value is {}{note}.", self.at.text(score))
    }

    /// The value, with words for a bound: `at most 5`.
    fn value(&self) -> String {
        format!("{}{}", bound_words(self.exit.bound, ""), self.at.text(self.exit.score))
    }

    /// `answers c3-d4 with b6-b5`, or `plays b6-b5` at the root.
    fn answers(&self, reply: Branch) -> String {
        let reply = move_phrase(self.at.tree, &self.at.node, reply);
        match &self.at.last_move {
            Some(last) => format!("answers {last} with {reply}"),
            None => format!("plays {reply}"),
        }
    }

    fn cut_off(&self, tried: usize, moves: usize) -> String {
        let (player, opponent) = (self.at.player(), self.at.opponent());
        let answers = self.exit.best.map_or("moves".to_owned(), |best| self.answers(best));
        let score = self.at.text(self.exit.score);
        let held = if self.at.visit.is_max {
            format!("gets at least {score}")
        } else if self.exit.score == self.at.cut_bound() {
            // Fail-hard returns the bound itself, whatever the reply is really worth.
            format!("holds {opponent} to {score} or less")
        } else {
            format!("holds {opponent} to {score}")
        };
        let reason = self.at.cutoff_reason();
        let is_root = self.at.last_move.is_none();
        let left = match (moves - tried, is_root) {
            (1, false) => "other reply".to_owned(),
            (1, true) => "other move".to_owned(),
            (left, false) => format!("{left} other replies"),
            (left, true) => format!("{left} other moves"),
        };
        let kind = if !self.names_kinds {
            ""
        } else if self.at.visit.is_max {
            " (a beta cutoff at a MAX node)"
        } else {
            " (an alpha cutoff at a MIN node, a beta cutoff in negamax)"
        };
        format!(
            "{player} {answers} and {held}; {reason}, so {player}'s {left} cannot matter: cutoff \
             after {tried} of {moves}{kind}."
        )
    }

    /// The pruning rule by which the engine avoided a search of the node.
    fn pruned(&self, rule: PruningRule) -> String {
        let (reason, score) = (rule.reason(self.at.player()), self.at.text(self.exit.score));
        format!("The engine prunes this node: {reason}. Its score is {score}.")
    }

    fn searched(&self) -> String {
        let (player, value) = (self.at.player(), self.value());
        let searched = self.at.recording.moves_to(self.at.visit.children.iter().copied());
        match (self.exit.kind, self.exit.best) {
            (Some(NodeKind::All), _) if searched > 0 || self.at.recording.missed > 0 => {
                self.all_node(searched)
            }
            (kind, Some(best)) => {
                let answers = self.answers(best);
                let result = match (kind, self.names_kinds) {
                    (Some(NodeKind::Pv), true) => ": an exact value inside the window, a PV node",
                    (Some(NodeKind::Pv), false) => "",
                    (_, true) => ": the last move reached the opponent's bound, a CUT node",
                    (_, false) => ": the last move reached the opponent's bound",
                };
                format!("{player} {answers}, which is worth {value}{result}.")
            }
            (_, None) => format!("{player} stands pat at {}.", self.at.text(self.exit.score)),
        }
    }

    /// A node whose `searched` moves all failed to improve the player's bound.
    fn all_node(&self, searched: usize) -> String {
        let moves = self.at.tree.branches(&self.at.node).len();
        let (window, is_max) = (self.at.visit.window, self.at.visit.is_max);
        let bound = if is_max {
            format!("alpha = {}", self.at.text(window.alpha))
        } else {
            format!("beta = {}", self.at.text(window.beta))
        };
        // A move that the recording misses was searched nevertheless.
        let is_complete = searched == moves || self.at.recording.missed > 0;
        let rest = if moves == searched + 1 { "the other" } else { "the others" };
        let what = match (is_complete, moves, searched) {
            (true, 1, _) => "The only move was searched".to_owned(),
            (true, 2, _) => "Both moves were searched".to_owned(),
            (true, ..) => format!("All {moves} moves were searched"),
            (false, _, 1) => format!("One of {moves} moves was searched, {rest} pruned"),
            (false, ..) => format!("{searched} of {moves} moves were searched, {rest} pruned"),
        };
        let none = match (if is_complete { moves } else { searched }, is_max) {
            (1, true) => "it does not exceed",
            (1, false) => "it is not below",
            (2, true) => "neither exceeds",
            (2, false) => "neither is below",
            (_, true) => "none exceeds",
            (_, false) => "none is below",
        };
        let kind = if self.names_kinds { "an ALL node, " } else { "" };
        format!("{what}, and {none} {bound}: {kind}its value is {}.", self.value())
    }
}
