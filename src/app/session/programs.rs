//! The user's programs: other people's engines and bots that play, analyse and give opinions. The list
//! is a file of its own. Being in it starts nothing.

use std::{collections::HashMap, hash::Hash};

use serde::{Deserialize, Serialize};

use super::{
    Effect, KeptListName, KeptLists, Session, WallTime, engine_client::ProgramOrder,
    user_records::time_after,
};
use minnow_external::{ProgramEntry, Protocol, TurnClock, TurnLimits};
use minnow_game::{
    NodeId,
    kept_list::{KeptEntry, KeptList},
};
use minnow_rules::{Color, excerpt};

/// The most programs of the list.
pub const MAX_PROGRAMS: usize = 64;

/// True where programs can be started. A page in a browser starts none.
pub const HAS_PROGRAMS: bool = cfg!(not(target_arch = "wasm32"));

/// A program of the list, or one that was removed from it: without the record of a removal, another
/// window would bring the program back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRecord {
    /// The time of the last change as digits: `20261122-182205-417`.
    pub at: String,
    pub entry: ProgramEntry,
    #[serde(default)]
    pub removed: bool,
}

impl ProgramRecord {
    fn is_usable(&self) -> bool {
        !self.removed && self.entry.check().is_ok()
    }
}

/// The programs, the oldest change first.
pub type ProgramList = KeptList<ProgramRecord>;

impl KeptEntry for ProgramRecord {
    fn time(&self) -> &str {
        &self.at
    }

    fn key(&self) -> impl Eq + Hash {
        &self.entry.name
    }

    fn replaces(&self, known: &ProgramRecord) -> bool {
        self.at >= known.at
    }

    /// Programs and removals have rooms of their own.
    fn limit(entries: &mut Vec<ProgramRecord>) {
        let mut rooms: HashMap<bool, usize> = HashMap::new();
        entries.reverse();
        entries.retain(|record| {
            let room = rooms.entry(record.removed).or_insert(MAX_PROGRAMS);
            let has_room = *room > 0;
            *room -= usize::from(has_room);
            has_room
        });
        entries.reverse();
    }
}

impl KeptLists {
    /// The programs in the order of their names. An entry that was edited by hand may be unusable, as one
    /// without a command; it is left out.
    pub fn programs(&self) -> Vec<&ProgramEntry> {
        let records = self.programs.entries().iter().filter(|record| record.is_usable());
        let mut entries: Vec<&ProgramEntry> = records.map(|record| &record.entry).collect();
        entries.sort_by_cached_key(|entry| entry.name.to_lowercase());
        entries
    }

    pub fn program(&self, name: &str) -> Option<&ProgramEntry> {
        let mut records = self.programs.entries().iter();
        let found = records.find(|record| record.entry.name == name && record.is_usable());
        found.map(|record| &record.entry)
    }
}

impl Session {
    /// Keeps a program in place of the one with its name.
    pub fn keep_program(&mut self, entry: ProgramEntry) {
        self.add_program_record(entry, false);
    }

    /// Removes a program from the list.
    pub fn remove_program(&mut self, name: &str) {
        if let Some(entry) = self.lists.program(name).cloned() {
            self.add_program_record(entry, true);
        }
    }

    fn add_program_record(&mut self, entry: ProgramEntry, removed: bool) {
        // The clock may go back, as in autumn, and the newest change counts.
        let newest = self.lists.programs.entries().iter().map(|record| record.at.as_str()).max();
        let at = WallTime::now().digits().max(newest.map(time_after).unwrap_or_default());
        self.lists.programs.add(ProgramRecord { at, entry, removed });
        self.effects.push(Effect::KeepList(KeptListName::Programs));
    }

    /// The order for a program to move or analyse in the position of a node.
    ///
    /// # Errors
    ///
    /// Returns a sentence if the list has no program of this name.
    pub fn program_order(&self, name: &str, node: NodeId) -> Result<ProgramOrder, String> {
        let unknown = || {
            let name = excerpt(name);
            format!("There is no program \"{name}\" in your list.")
        };
        let entry = self.lists.program(name).cloned().ok_or_else(unknown)?;
        let played = |node: NodeId| self.game.node(node)?.played();
        let moves = self.game.path(node).into_iter().filter_map(played).collect();
        let at = self.game.node(node).map_or(self.game.start(), |node| node.position());
        Ok(ProgramOrder { entry, start: *self.game.start(), moves, position: *at })
    }

    /// True if the opponent is a program that cannot be told to move at once.
    pub fn has_unhurried_program(&self) -> bool {
        let entry = self.settings.program_name().and_then(|name| self.lists.program(name));
        entry.is_some_and(|entry| entry.protocol == Protocol::Text)
    }

    /// The limits of a program's next move: the clock of the game, else the time and the positions of the
    /// limits set by hand.
    pub fn program_limits(&self, now_ms: u64) -> TurnLimits {
        let Some(clock) = &self.clock else {
            let custom = self.settings.custom;
            return TurnLimits {
                movetime_ms: Some(custom.think_ms),
                nodes: custom.nodes,
                ..TurnLimits::default()
            };
        };
        let control = clock.control();
        let clock = TurnClock {
            left_ms: Color::ALL.map(|color| clock.remaining_ms(color, now_ms)),
            // A delay, too, is time that each move adds.
            increment_ms: [control.increment_ms + control.delay_ms; 2],
            moves_to_go: None,
        };
        TurnLimits { clock: Some(clock), ..TurnLimits::default() }
    }

    /// Ends the program that has played, unless it has this game to go on with.
    pub fn end_idle_program(&mut self) {
        if !self.engine.programs.has_opponent() {
            return;
        }
        let end = self.end();
        let plays = self.settings.program_name().is_some() && end.is_none();
        let (result, reason) = end.map_or(("*", "the game was left".to_owned()), |end| {
            (end.result_text(), end.to_string())
        });
        let game = plays.then_some(self.game_number);
        self.engine.programs.keep_opponent(game, result, &reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;

    fn entry(name: &str) -> ProgramEntry {
        ProgramEntry::of_command(name, &["/usr/games/engine".to_owned()])
    }

    fn names(lists: &KeptLists) -> Vec<&str> {
        lists.programs().into_iter().map(|entry| entry.name.as_str()).collect()
    }

    /// The list of a file that these windows have written.
    fn kept<'a>(windows: impl IntoIterator<Item = &'a KeptLists>) -> KeptLists {
        let folder = tempfile::tempdir().unwrap();
        for lists in windows {
            lists.merge_into(KeptListName::Programs, folder.path()).unwrap();
        }
        let mut read = KeptLists::default();
        assert_eq!(read.read(KeptListName::Programs, folder.path()), Ok(false));
        read
    }

    #[test]
    fn the_last_change_of_a_program_counts() {
        let mut session = session();
        for name in ["Sjaak", "fairy", "Amy"] {
            session.keep_program(entry(name));
        }
        let older = session.lists.clone();
        session.remove_program("Amy");
        session.keep_program(ProgramEntry { lists_moves: true, ..entry("fairy") });
        assert!(session.effects.contains(&Effect::KeepList(KeptListName::Programs)));
        for order in [[&older, &session.lists], [&session.lists, &older]] {
            let read = kept(order);
            assert_eq!(names(&read), ["fairy", "Sjaak"]);
            assert!(read.program("fairy").is_some_and(|entry| entry.lists_moves));
        }
        session.keep_program(entry("Amy"));
        assert_eq!(names(&session.lists), ["Amy", "fairy", "Sjaak"], "the removal is undone");
    }

    #[test]
    fn a_bad_entry_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let good = "(at: \"1\", entry: (name: \"A\", command: [\"a\"]))";
        let bare = "(at: \"2\", entry: (name: \" \", command: [\"b\"]))";
        let text = format!("(format: 1, entries: [{good}, {bare}, (at: \"3\", entry: (name: 7))])");
        std::fs::write(folder.path().join("programs.ron"), text).unwrap();
        let mut lists = KeptLists::default();
        assert_eq!(lists.read(KeptListName::Programs, folder.path()), Ok(true));
        assert_eq!(names(&lists), ["A"]);
    }

    #[test]
    fn removals_displace_no_program() {
        let mut session = session();
        session.keep_program(entry("kept"));
        for number in 0..2 * MAX_PROGRAMS {
            session.keep_program(entry(&number.to_string()));
            session.remove_program(&number.to_string());
        }
        assert_eq!(names(&session.lists), ["kept"]);
        assert_eq!(session.lists.programs.len(), MAX_PROGRAMS + 1);
    }

    #[test]
    fn an_unknown_program_is_named() {
        let problem = session().program_order("Amy", NodeId::ROOT).unwrap_err();
        assert!(problem.starts_with("There is no program \"Amy\""), "{problem}");
    }
}
