//! "Why not this move?": the refutation of a move as a small tree with a sentence at each node.
//!
//! A null-window search tests whether the move comes within a margin of the best one. If not, one
//! reply refutes it (a CUT node), and every continuation after that reply fails (an ALL node).
//! Continuations that the same reply refutes form one node.

use super::{
    LabSettings, NodeKind, Stop, Technique, Tree,
    explain::move_phrase,
    search::{LabSearch, NodePlace, SearchNode},
};
use minnow_engine::{Branch, NoObserver, Score, Window};

/// The most groups of moves that are shown with the reply that refutes them.
const MOST_GROUPS: usize = 3;
/// The technique of the null-window searches. Without a transposition table each search returns a
/// principal variation.
const TECHNIQUE: &str = "negamax+captures+killers+history";

/// A node of a refutation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RefutationNode {
    /// The index of the parent among the nodes; `None` for the move of the query.
    pub parent: Option<usize>,
    /// The moves that lead here; several if the same reply refutes them.
    pub moves: Vec<Branch>,
    /// The moves from the root to the position of the node, ending with the first of `moves`.
    pub path: Vec<Branch>,
    /// A CUT node, where one reply is enough, or an ALL node, where every move fails.
    pub kind: NodeKind,
    /// The explanation for the user.
    pub sentence: String,
}

/// Moves that the same reply refutes.
struct TryGroup {
    reply: Option<Branch>,
    tries: Vec<Branch>,
    /// The highest value of any of them, from MAX's view.
    most: Score,
}

/// A move at the root to be compared with the best one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefutationQuery {
    pub tried: Branch,
    pub best: Branch,
    /// The best move's value from MAX's view, searched to the depth of the settings.
    pub value: Score,
    /// The largest loss, in centipawns, that still counts as good enough.
    pub margin_cp: i32,
}

/// Finds the refutation of a move at the root of a tree where MAX moves. The window of `settings` is
/// not used. Returns at most nine nodes, the move of the query first; it is an ALL node and the only
/// one if the move comes within the margin of the best one.
pub(crate) fn why_not<T: Tree>(
    tree: &T,
    question: &RefutationQuery,
    settings: &LabSettings,
) -> Result<Vec<RefutationNode>, Stop> {
    let mut silent = NoObserver;
    let technique = Technique::parse(TECHNIQUE).unwrap_or_else(|_| Technique::full());
    let search = LabSearch::new(tree, &technique, settings, &mut silent);
    Prover { tree, search, question, depth: settings.depth }.answer()
}

struct Prover<'a, T: Tree> {
    tree: &'a T,
    search: LabSearch<'a, T, NoObserver>,
    question: &'a RefutationQuery,
    depth: u32,
}

impl<T: Tree> Prover<'_, T> {
    /// The least value that counts as good enough.
    fn goal(&self) -> Score {
        self.question.value.offset(-self.question.margin_cp)
    }

    /// Searches the node after these moves with a null window at the goal. Returns a bound of its
    /// value, from MAX's view, and the move that decides it.
    fn search_after(&mut self, path: &[Branch]) -> Result<(Score, Option<Branch>), Stop> {
        let (ply, last_move) = (path.len(), path.last().copied());
        let depth = self.depth.saturating_sub(ply as u32);
        let place = NodePlace { depth, ply, last_move, ..NodePlace::default() };
        let node = SearchNode { state: self.tree.node_at(path), place };
        let window = Window::null_above(self.goal().offset(-1));
        let score = self.search.negamax(&node, self.search.flip_window(&node, window))?;
        Ok((self.search.flip(&node, score), self.search.first_move(ply)))
    }

    /// The last move of a path, for use in a sentence.
    fn last_phrase(&self, path: &[Branch]) -> String {
        let Some((last, before)) = path.split_last() else { return String::new() };
        move_phrase(self.tree, &self.tree.node_at(before), *last)
    }

    fn answer(mut self) -> Result<Vec<RefutationNode>, Stop> {
        let RefutationQuery { tried, best, value, margin_cp } = *self.question;
        let (max, goal) = (self.tree.player(true), self.goal());
        let (reached, reply) = self.search_after(&[tried])?;
        let (tried_text, best_text) = (self.last_phrase(&[tried]), self.last_phrase(&[best]));
        let holds = reached >= goal;
        let text = |score| self.tree.score_text(score);
        // The distance of two forced wins has no unit in common with the margin.
        let margin = (!value.is_decided()).then(|| text(Score::centipawns(margin_cp)));
        let margin = margin.map(|margin| margin.trim_start_matches('+').to_owned());
        let (value, goal, at) = (text(value), text(goal), text(reached));
        let sentence = if holds {
            let within =
                margin.map_or(String::new(), |margin| format!("within the margin of {margin}, "));
            format!(
                "{tried_text} is worth at least {at}, and {max}'s best move {best_text} {value}: \
                 {within}too close for a refutation."
            )
        } else {
            let needs = margin.map_or(String::new(), |margin| {
                format!("needs {goal}, with a margin of {margin}, but ")
            });
            format!(
                "{max} has {value} from {best_text}; {tried_text} {needs}is worth at most {at}."
            )
        };
        let kind = if holds { NodeKind::All } else { NodeKind::Cut };
        let mut nodes = vec![node(None, vec![tried], vec![tried], kind, sentence)];
        if let Some(reply) = reply.filter(|_| !holds) {
            self.refute(&mut nodes, tried, reply, reached)?;
        }
        Ok(nodes)
    }

    /// Adds the reply and the moves after it.
    fn refute(
        &mut self,
        nodes: &mut Vec<RefutationNode>,
        tried: Branch,
        reply: Branch,
        reached: Score,
    ) -> Result<(), Stop> {
        let path = vec![tried, reply];
        let (max, min) = (self.tree.player(true), self.tree.player(false));
        let others = self.tree.branches(&self.tree.node_at(&[tried])).len() - 1;
        let rest = match others {
            0 => "there is no other reply".to_owned(),
            1 => format!("{min}'s other reply cannot matter"),
            _ => format!("{min}'s {others} other replies cannot matter"),
        };
        let sentence = format!(
            "{min} answers {} with {} and holds {max} to {}; {rest}.",
            self.last_phrase(&[tried]),
            self.last_phrase(&path),
            self.tree.score_text(reached),
        );
        nodes.push(node(Some(0), vec![reply], path.clone(), NodeKind::All, sentence));
        if self.depth < 3 || self.tree.end(&self.tree.node_at(&path), 2)?.is_some() {
            return Ok(());
        }
        let groups = self.groups(&path)?;
        let all: usize = groups.iter().map(|group| group.tries.len()).sum();
        for group in groups.iter().take(MOST_GROUPS) {
            self.show_group(nodes, &path, group, all);
        }
        let rest: Vec<Branch> =
            groups.iter().skip(MOST_GROUPS).flat_map(|group| group.tries.clone()).collect();
        if let Some(first) = rest.first() {
            let sentence = match rest.len() {
                1 => "One more move is not good enough.".to_owned(),
                more => format!("{more} more moves are not good enough."),
            };
            let path = [tried, reply, *first].to_vec();
            nodes.push(node(Some(1), rest, path, NodeKind::Cut, sentence));
        }
        Ok(())
    }

    /// MAX's moves after a path, grouped by the reply that refutes them, the largest group first.
    fn groups(&mut self, path: &[Branch]) -> Result<Vec<TryGroup>, Stop> {
        let mut groups: Vec<TryGroup> = Vec::new();
        for branch in self.tree.branches(&self.tree.node_at(path)) {
            let mut longer = path.to_vec();
            longer.push(branch);
            let (most, reply) = self.search_after(&longer)?;
            match groups.iter_mut().find(|group| group.reply == reply) {
                Some(group) => {
                    group.tries.push(branch);
                    group.most = group.most.max(most);
                }
                None => groups.push(TryGroup { reply, tries: vec![branch], most }),
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.tries.len()));
        Ok(groups)
    }

    fn show_group(
        &self,
        nodes: &mut Vec<RefutationNode>,
        path: &[Branch],
        group: &TryGroup,
        all: usize,
    ) {
        let Some(first) = group.tries.first() else { return };
        let node_here = self.tree.node_at(path);
        let names: Vec<String> =
            group.tries.iter().take(4).map(|b| move_phrase(self.tree, &node_here, *b)).collect();
        let dots = if group.tries.len() > names.len() { " and others" } else { "" };
        let max = self.tree.player(true);
        let place = nodes.len();
        let longer = [path, &[*first]].concat();
        let moves = match (group.tries.len(), all) {
            (1, 1) => format!("{max}'s only move is"),
            (1, _) => format!("One of {max}'s {all} moves is"),
            (2, 2) => format!("Both of {max}'s moves are"),
            (count, _) if count == all => format!("All {all} of {max}'s moves are"),
            (count, _) => format!("{count} of {max}'s {all} moves are"),
        };
        let Some(reply) = group.reply else {
            let sentence = format!(
                "{moves} not good enough: {}{dots}, worth at most {}.",
                names.join(", "),
                self.tree.score_text(group.most)
            );
            nodes.push(node(Some(1), group.tries.clone(), longer, NodeKind::Cut, sentence));
            return;
        };
        let deeper = [&longer[..], &[reply]].concat();
        let sentence = format!(
            "{moves} refuted by {}: {}{dots}.",
            self.last_phrase(&deeper),
            names.join(", ")
        );
        nodes.push(node(Some(1), group.tries.clone(), longer, NodeKind::Cut, sentence));
        let most = self.tree.score_text(group.most);
        let sentence = format!("{} holds {max} to {most} or less.", self.last_phrase(&deeper));
        nodes.push(node(Some(place), vec![reply], deeper, NodeKind::All, sentence));
    }
}

fn node(
    parent: Option<usize>,
    moves: Vec<Branch>,
    path: Vec<Branch>,
    kind: NodeKind,
    sentence: String,
) -> RefutationNode {
    RefutationNode { parent, moves, path, kind, sentence }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PositionTree, TextTree, run};
    use minnow_rules::{Position, Variant};

    fn refutation_of<T: Tree>(
        tree: &T,
        tried: Branch,
        margin_cp: i32,
        depth: u32,
    ) -> Vec<RefutationNode> {
        let settings = LabSettings::depth(depth);
        let report = run(tree, &Technique::full(), &settings, &mut NoObserver);
        let answer = report.answer.unwrap();
        let best = answer.best.unwrap();
        let question = RefutationQuery { tried, best, value: answer.score, margin_cp };
        why_not(tree, &question, &settings).unwrap()
    }

    #[test]
    fn tries_are_grouped_by_reply() {
        // After move 2 MIN's first reply is enough: the same move refutes two of the three tries.
        let tree = TextTree::parse("(((50))(((9 60)(9 60)(60 8))((90))))", true).unwrap();
        let refutation = refutation_of(&tree, Branch(2), 10, 4);
        let shape = refutation.iter().map(|node| (node.parent, node.moves.len(), node.kind));
        assert_eq!(
            shape.collect::<Vec<_>>(),
            [
                (None, 1, NodeKind::Cut),
                (Some(0), 1, NodeKind::All),
                (Some(1), 2, NodeKind::Cut),
                (Some(2), 1, NodeKind::All),
                (Some(1), 1, NodeKind::Cut),
                (Some(4), 1, NodeKind::All),
            ]
        );
        assert!(refutation[1].sentence.starts_with("MIN answers move 2 with move 1"));
        let (two, one) = (&refutation[2].sentence, &refutation[4].sentence);
        assert!(two.starts_with("2 of MAX's 3 moves are refuted by move "), "{two}");
        assert!(one.starts_with("One of MAX's 3 moves is refuted by move "), "{one}");
    }

    #[test]
    fn a_leaf_beyond_the_groups_has_no_reply() {
        let text = "(((50)) (((9 60) (60 9) (60 60 9) 8) ((90))))";
        let tree = TextTree::parse(text, true).unwrap();
        let last = refutation_of(&tree, Branch(2), 10, 4).pop().unwrap();
        assert_eq!((last.parent, last.moves), (Some(1), vec![Branch(4)]));
        assert_eq!(last.sentence, "One more move is not good enough.");
    }

    #[test]
    fn a_move_within_the_margin_holds() {
        let tree = TextTree::parse("((50 60) (45 70))", true).unwrap();
        let holding = refutation_of(&tree, Branch(2), 10, 2);
        assert!(holding.len() == 1 && holding[0].kind == NodeKind::All);
        assert!(holding[0].sentence.contains("within the margin of 10"), "{holding:?}");
        let refuted = refutation_of(&tree, Branch(2), 3, 2);
        assert_eq!(refuted[0].kind, NodeKind::Cut);
        let sentence = "MAX has 50 from move 1; move 2 needs 47, with a margin of 3, but is worth at \
                        most 45.";
        assert_eq!(refuted[0].sentence, sentence);
    }

    #[test]
    fn every_move_is_refuted_or_holds() {
        let variant = Variant::default_variant();
        let position = Position::from_fen(variant, "k1b1r/pp1np/2Pp1/P4/1BPPP/RQ2K b - - 0 9");
        let tree = PositionTree::new(position.unwrap());
        let mut refuted = 0;
        for tried in tree.branches(&tree.root()) {
            let refutation = refutation_of(&tree, tried, 30, 3);
            let holds = refutation[0].kind == NodeKind::All;
            assert!(refutation.len() <= 9);
            assert_eq!(holds, refutation.len() == 1);
            refuted += usize::from(!holds);
        }
        assert!(refuted > 5, "{refuted}");
    }
}
