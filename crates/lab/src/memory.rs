//! The order of a node's moves, and the killers, histories, countermoves and table entries of that
//! moment, from recorded facts.
//!
//! The recorder keeps the rule that gave each move its place, and every change of the killers,
//! histories, countermoves and table entries. [`SearchMemory`] replays the changes up to a node.

use std::collections::HashMap;

use super::{
    MoveOrdering, Recording, Tree, Visit,
    bound_table::{BoundEntry, key_at},
    explain::move_phrase,
};
use minnow_engine::{Branch, MemoryChange, OrderedBranch};

/// The most moves and entries that a line lists.
const MAX_LISTED: usize = 8;

/// How often a move caused a cutoff among the nodes with a cutoff where it was searched. Each case
/// counts as the square of the remaining depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveHistory {
    pub caused: u64,
    pub searched: u64,
}

impl MoveHistory {
    /// Cutoffs caused per 1,000 cases.
    pub(crate) fn permille(self) -> u64 {
        1_000 * self.caused / self.searched.max(1)
    }
}

/// The killers, histories, countermoves and table entries of a search; `true` stands for MAX.
#[derive(Clone, Debug, Default, PartialEq)]
struct SearchMemory {
    /// The killer move of each ply that has one.
    killers: HashMap<usize, Branch>,
    history: HashMap<(bool, Branch), MoveHistory>,
    /// The reply that last refuted a move of this player.
    countermoves: HashMap<(bool, Branch), Branch>,
    table: HashMap<u64, BoundEntry>,
}

/// A line about the order or the memory, with its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryLine {
    /// The subject of the line, for users.
    pub title: String,
    /// The moves or entries, for users.
    pub text: String,
}

impl SearchMemory {
    /// The memory when the search ordered the moves of a visit.
    fn at(recording: &Recording, visit: &Visit) -> SearchMemory {
        let mut memory = SearchMemory::default();
        let known = visit.changes_before.min(recording.changes.len());
        recording.changes[..known].iter().for_each(|change| memory.apply(*change));
        memory
    }

    fn apply(&mut self, change: MemoryChange) {
        match change {
            MemoryChange::Killer { ply, branch } => drop(self.killers.insert(ply, branch)),
            MemoryChange::Countermove { by_max, last, reply } => {
                self.countermoves.insert((by_max, last), reply);
            }
            MemoryChange::History { is_max, branch, caused, searched } => {
                self.history.insert((is_max, branch), MoveHistory { caused, searched });
            }
            MemoryChange::Table { key, lower, upper, best } => {
                self.table.insert(key, BoundEntry { lower, upper, best });
            }
        }
    }

    /// The table's entry for a node at one ply and remaining depth.
    fn table_entry<T: Tree>(
        &self,
        tree: &T,
        node: &T::Node,
        ply: usize,
        depth: u32,
    ) -> Option<BoundEntry> {
        self.table.get(&key_at(tree.key(node), ply, depth)).copied()
    }
}

/// `1st`, `2nd`, `3rd`, `11th`.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The rule that gave a move its place, with its number.
pub(crate) fn order_reason(ordered: &OrderedBranch) -> String {
    let (Some(rule), number) = (ordered.rule, ordered.value) else {
        return "no rule: as generated".to_owned();
    };
    if rule == MoveOrdering::Captures.info().id {
        format!("{rule}: MVV-LVA {number}")
    } else if rule == MoveOrdering::History.info().id {
        format!("{rule}: {number} cutoffs in 1,000 cases")
    } else if number == 0 {
        rule.to_owned()
    } else {
        format!("{rule}: {number}")
    }
}

/// The reason why a node's move was searched at its place among its siblings. `None` at a root and
/// where no ordering applies.
pub fn why_now(recording: &Recording, visit: usize) -> Option<String> {
    let node = recording.visits.get(visit)?;
    let order = &recording.visits.get(node.parent?)?.order;
    let place = order.iter().position(|ordered| Some(ordered.branch) == node.played)?;
    let reason = order_reason(&order[place]);
    Some(format!("{} of {} moves ({reason})", ordinal(place + 1), order.len()))
}

/// The order of a node's moves, a line for each.
pub fn order_lines<T: Tree>(tree: &T, recording: &Recording, visit: usize) -> Vec<MemoryLine> {
    let Some(entry) = recording.visits.get(visit) else { return Vec::new() };
    let node = tree.node_at(&recording.path(visit));
    let line = |(number, ordered): (usize, &OrderedBranch)| MemoryLine {
        title: format!("{number}. {}", move_phrase(tree, &node, ordered.branch)),
        text: order_reason(ordered),
    };
    (1..).zip(&entry.order).map(line).collect()
}

/// The killers, countermove, histories and table entries when a node's moves were ordered.
pub fn memory_lines<T: Tree>(tree: &T, recording: &Recording, visit: usize) -> Vec<MemoryLine> {
    let Some(entry) = recording.visits.get(visit) else { return Vec::new() };
    let memory = SearchMemory::at(recording, entry);
    let path = recording.path(visit);
    let scene = MemoryScene { tree, node: tree.node_at(&path), entry, memory };
    let mut lines = scene.killer_lines();
    lines.extend(scene.countermove_line(&path));
    lines.extend(scene.history_line());
    lines.extend(scene.table_lines());
    lines
}

/// A node with the memory of its moment.
struct MemoryScene<'a, T: Tree> {
    tree: &'a T,
    node: T::Node,
    entry: &'a Visit,
    memory: SearchMemory,
}

impl<T: Tree> MemoryScene<'_, T> {
    fn name(&self, branch: Branch) -> String {
        self.tree.name(&self.node, branch)
    }

    fn killer_lines(&self) -> Vec<MemoryLine> {
        let mut killers: Vec<_> = self.memory.killers.iter().collect();
        killers.sort();
        let line = |(ply, branch): (&usize, &Branch)| {
            let here = if *ply == self.entry.ply { ", this node's" } else { "" };
            MemoryLine { title: format!("Killer at ply {ply}{here}"), text: self.name(*branch) }
        };
        killers.into_iter().map(line).collect()
    }

    fn countermove_line(&self, path: &[Branch]) -> Option<MemoryLine> {
        let (last, above) = path.split_last()?;
        let reply = *self.memory.countermoves.get(&(!self.entry.is_max, *last))?;
        let before = self.tree.node_at(above);
        let title = format!("Countermove to {}", move_phrase(self.tree, &before, *last));
        Some(MemoryLine { title, text: self.name(reply) })
    }

    /// The best histories of the player to move.
    fn history_line(&self) -> Option<MemoryLine> {
        let own =
            self.memory.history.iter().filter(|((is_max, _), _)| *is_max == self.entry.is_max);
        let mut own: Vec<(u64, Branch)> =
            own.map(|((_, branch), rate)| (rate.permille(), *branch)).collect();
        own.sort_by_key(|(permille, branch)| (std::cmp::Reverse(*permille), *branch));
        let listed = own.iter().take(MAX_LISTED);
        let texts: Vec<String> =
            listed.map(|(permille, branch)| format!("{} {permille}", self.name(*branch))).collect();
        let player = self.tree.player(self.entry.is_max);
        let title = format!("History of {player}, cutoffs in 1,000 cases");
        (!texts.is_empty()).then(|| MemoryLine { title, text: texts.join(", ") })
    }

    fn bounds(&self, fact: BoundEntry) -> String {
        let text = |score| self.tree.score_text(score);
        if fact.lower == fact.upper {
            text(fact.lower)
        } else {
            format!("{} to {}", text(fact.lower), text(fact.upper))
        }
    }

    /// The entries of the node, and of the nodes after its moves.
    fn table_lines(&self) -> Vec<MemoryLine> {
        let Visit { ply, depth, .. } = *self.entry;
        let own = self.memory.table_entry(self.tree, &self.node, ply, depth).map(|fact| {
            let best = fact.best.map_or(String::new(), |best| format!(", {}", self.name(best)));
            MemoryLine {
                title: "Table entry".to_owned(),
                text: format!("{}{best}", self.bounds(fact)),
            }
        });
        let Some(below) = depth.checked_sub(1) else { return own.into_iter().collect() };
        let after = self.tree.branches(&self.node).into_iter().filter_map(|branch| {
            let next = self.tree.play(&self.node, branch);
            let fact = self.memory.table_entry(self.tree, &next, ply + 1, below)?;
            Some(format!("{} {}", self.name(branch), self.bounds(fact)))
        });
        let after: Vec<String> = after.take(MAX_LISTED).collect();
        let title = "Table entries after its moves".to_owned();
        let after = (!after.is_empty()).then(|| MemoryLine { title, text: after.join(", ") });
        own.into_iter().chain(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        NodeKind, PositionTree,
        tests::{recorded, start_tree},
    };
    use minnow_engine::{ScoreSource, SearchEvent, Window};

    /// The memory as it follows from the results of the visits alone: a node whose value reached the
    /// bound of its player teaches the last searched move.
    #[derive(Default)]
    struct Reconstruction {
        memory: SearchMemory,
    }

    impl Reconstruction {
        fn leave(&mut self, tree: &PositionTree<'_>, recording: &Recording, visit: usize) {
            let entry = &recording.visits[visit];
            let exit = entry.exit.unwrap();
            if exit.kind != Some(NodeKind::Cut) || exit.source != ScoreSource::Search {
                return;
            }
            let played = |child: &usize| recording.visits[*child].played.unwrap();
            let searched: Vec<Branch> = entry.children.iter().map(played).collect();
            let (branch, failed) = searched.split_last().unwrap();
            let weight = u64::from(entry.depth * entry.depth);
            for other in &searched {
                let rate = self.memory.history.entry((entry.is_max, *other)).or_default();
                rate.searched += weight;
                rate.caused += if failed.contains(other) { 0 } else { weight };
            }
            let node = tree.node_at(&recording.path(visit));
            if tree.capture_gain(&node, *branch).is_some() {
                return;
            }
            self.memory.killers.insert(entry.ply, *branch);
            if let Some(last) = entry.played {
                self.memory.countermoves.insert((!entry.is_max, last), *branch);
            }
        }

        /// Checks the rules that a visit's order names.
        fn check(&self, tree: &PositionTree<'_>, recording: &Recording, visit: usize) -> usize {
            let entry = &recording.visits[visit];
            let node = tree.node_at(&recording.path(visit));
            let memory = &self.memory;
            for OrderedBranch { branch, rule, value } in &entry.order {
                let gain = tree.capture_gain(&node, *branch);
                let killer = memory.killers.get(&entry.ply) == Some(branch);
                let last = entry.played.map(|last| (!entry.is_max, last));
                let counter = last.and_then(|last| memory.countermoves.get(&last)) == Some(branch);
                let history = memory.history.get(&(entry.is_max, *branch));
                let expected = match (gain, killer, counter, history) {
                    (Some(gain), ..) => (Some("captures"), i64::from(gain)),
                    (_, true, ..) => (Some("killers"), 0),
                    (_, _, true, _) => (Some("countermove"), 0),
                    (.., Some(rate)) => {
                        (Some("history"), (1_000 * rate.caused / rate.searched) as i64)
                    }
                    (.., None) => (None, 0),
                };
                assert_eq!((*rule, *value), expected, "visit {visit}, {branch:?}");
            }
            entry.order.len()
        }
    }

    #[test]
    fn orders_and_memory_follow_from_the_visits() {
        let tree = start_tree();
        let recording = recorded(&tree, "negamax+captures+killers+history+countermove", 4);
        let (mut reconstruction, mut moves) = (Reconstruction::default(), 0);
        for moment in &recording.moments {
            match moment.event {
                SearchEvent::Enter { .. } => {
                    moves += reconstruction.check(&tree, &recording, moment.visit);
                    if moment.visit % 37 == 0 {
                        let entry = &recording.visits[moment.visit];
                        assert_eq!(SearchMemory::at(&recording, entry), reconstruction.memory);
                    }
                }
                SearchEvent::Leave { .. } => {
                    reconstruction.leave(&tree, &recording, moment.visit);
                }
                _ => {}
            }
        }
        assert!(moves > 1_000, "{moves}");
        // The moves are searched in the order that is recorded.
        for entry in recording.visits.iter().filter(|entry| !entry.order.is_empty()) {
            let searched = entry.children.iter().map(|child| recording.visits[*child].played);
            let order = entry.order.iter().map(|ordered| Some(ordered.branch));
            assert!(searched.zip(order).all(|(searched, ordered)| searched == ordered));
        }
    }

    #[test]
    fn table_entries_are_those_that_the_search_found() {
        let tree = start_tree();
        let recording = recorded(&tree, "mtdf+captures", 3);
        let mut found = 0;
        let visits = recording.visits.iter().enumerate();
        for (visit, entry) in visits.filter(|(n, entry)| n % 23 == 0 || entry.known.is_some()) {
            let node = tree.node_at(&recording.path(visit));
            let memory = SearchMemory::at(&recording, entry);
            let fact = memory.table_entry(&tree, &node, entry.ply, entry.depth);
            if entry.ply > 0 {
                let bounds = fact.map(|fact| (fact.lower, fact.upper));
                assert_eq!(bounds, entry.known, "visit {visit}");
            }
            found += usize::from(entry.known.is_some());
        }
        assert!(found > 20 && recording.visits[0].window != Window::FULL, "{found}");
    }

    #[test]
    fn a_move_has_its_reason_in_words() {
        let tree = start_tree();
        let recording = recorded(&tree, "negamax+captures+killers+history", 4);
        let with = |rule: &str| {
            let ordered_by = |visit: &Visit| {
                let parent = visit.parent.map(|parent| &recording.visits[parent].order);
                let place = |order: &Vec<OrderedBranch>| {
                    order.iter().any(|o| Some(o.branch) == visit.played && o.rule == Some(rule))
                };
                parent.is_some_and(place)
            };
            let visit = recording.visits.iter().position(ordered_by).unwrap();
            why_now(&recording, visit).unwrap()
        };
        assert!(with("captures").contains("moves (captures: MVV-LVA "));
        assert!(with("killers").ends_with("moves (killers)"));
        assert!(with("history").ends_with(" cutoffs in 1,000 cases)"));
        assert_eq!(why_now(&recording, 0), None);
        assert_eq!([1, 2, 3, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "11th", "22nd"]);
        let last = recording.visits.iter().rposition(|entry| !entry.order.is_empty()).unwrap();
        let lines = memory_lines(&tree, &recording, last);
        assert!(lines.iter().any(|line| line.title.ends_with("this node's")), "{lines:?}");
        assert!(lines.iter().any(|line| line.title.starts_with("History of ")), "{lines:?}");
        assert_eq!(order_lines(&tree, &recording, last).len(), recording.visits[last].order.len());
    }
}
