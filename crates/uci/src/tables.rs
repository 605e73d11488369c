//! The option `Tables`: which end-game tables a search probes.
//!
//! A game or search uses only a set that was complete when it began. A set that the cache folder lacks
//! is built in the background, and games that begin later use it.

use std::sync::Arc;

use minnow_jobs::{JobEvent, JobHandle, Spawner};
use minnow_rules::Variant;
use minnow_tables::{
    TableSet,
    cache::{TableBuildEvent, TableCache, start_build},
};

/// The tables of the engine.
pub(super) struct UciTables {
    /// `None` where there is no folder for them.
    cache: Option<TableCache>,
    spawner: Spawner,
    is_on: bool,
    /// The complete set that was used last.
    loaded: Option<Arc<TableSet>>,
    build: Option<TableBuild>,
}

/// A set that is being built.
struct TableBuild {
    variant: &'static Variant,
    job: JobHandle<TableBuildEvent>,
}

impl UciTables {
    /// Tables that are not probed until the option is on.
    pub(crate) fn new(cache: Option<TableCache>, spawner: Spawner) -> UciTables {
        UciTables { cache, spawner, is_on: false, loaded: None, build: None }
    }

    pub(crate) fn set_on(&mut self, is_on: bool) {
        self.is_on = is_on;
        if !is_on {
            self.build = None;
        }
    }

    /// The complete set for a game of this variant that begins now. Without one a build is started.
    /// Sentences for the user are added to `messages`.
    pub(crate) fn of_new_game(
        &mut self,
        variant: &'static Variant,
        messages: &mut Vec<String>,
    ) -> Option<Arc<TableSet>> {
        if !self.is_on {
            return None;
        }
        if let Some(set) = self.loaded.as_ref().filter(|set| set.fits(variant)) {
            return Some(set.clone());
        }
        if let Some(set) = self.built(messages).filter(|set| set.fits(variant)) {
            self.loaded = Some(Arc::new(set));
            return self.loaded.clone();
        }
        let is_building = self.build.as_ref().is_some_and(|build| build.variant == variant);
        if !is_building {
            let Some(cache) = &self.cache else {
                messages.push("there is no folder for end-game tables".to_owned());
                return None;
            };
            let tables = cache.load_all(variant);
            if tables.is_complete() {
                messages.extend(tables.unusable.iter().map(ToString::to_string));
                self.loaded = Some(Arc::new(tables.set));
                return self.loaded.clone();
            }
            let job = start_build(cache.clone(), variant, &self.spawner, || {});
            self.build = Some(TableBuild { variant, job });
        }
        let name = &variant.name;
        messages.push(format!(
            "the end-game tables of {name} are being built; games that begin later use them"
        ));
        None
    }

    /// The set of a finished build.
    fn built(&mut self, messages: &mut Vec<String>) -> Option<TableSet> {
        let build = self.build.as_mut()?;
        let mut complete = None;
        for event in build.job.events() {
            match event {
                JobEvent::Output(TableBuildEvent::Problem(text)) => messages.push(text),
                JobEvent::Output(TableBuildEvent::Complete(set)) => complete = Some(set),
                JobEvent::Failed(error) => messages.push(error.to_string()),
                JobEvent::Progress(_) | JobEvent::Finished => {}
            }
        }
        if build.job.is_over() {
            self.build = None;
        }
        complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answers_of, complaints, only};
    use minnow_engine::Score;
    use minnow_rules::Position;
    use minnow_tables::TableClass;

    fn variant() -> &'static Variant {
        Variant::by_id("silverman4x4").unwrap()
    }

    /// The answers of an engine with this cache to commands about Silverman's board.
    fn answers(cache: &TableCache, commands: &str) -> Vec<String> {
        let commands = format!("setoption name UCI_Variant value silverman4x4\n{commands}\n");
        answers_of(commands.as_bytes(), Spawner::default(), Some(cache.clone()))
    }

    /// The longest win of rook against king, by a table that is not kept.
    fn longest_win() -> (Position, u8) {
        let class: TableClass = "KRK".parse().unwrap();
        let cache = TableCache::at("unused");
        let mut set = cache.load(variant(), &[]).set;
        let table = set.build(&class, &Default::default(), &mut |_, _| {}).unwrap();
        let longest = table.summary(variant()).longest.unwrap();
        (longest.start, longest.plies)
    }

    #[test]
    fn complete_tables_are_probed_from_the_next_game() {
        let folder = tempfile::tempdir().unwrap();
        let cache = TableCache::at(folder.path()).with_men(3);
        let (start, plies) = longest_win();
        let go = format!("position fen {}\ngo depth 1", start.fen());
        let on = format!("setoption name Tables value true\n{go}");
        let first = answers(&cache, &on);
        let told = "the end-game tables of Silverman 4x4 are being built; games that begin later \
                    use them";
        assert_eq!(complaints(&first), [told]);

        let mut tables = UciTables::new(Some(cache.clone()), Spawner::default());
        let mut messages = Vec::new();
        tables.set_on(true);
        let mut set = tables.of_new_game(variant(), &mut messages);
        if let Some(build) = tables.build.take() {
            assert!(build.job.wait().is_ok());
            set = tables.of_new_game(variant(), &mut messages);
        }
        assert!(set.is_some_and(|set| set.men() == 3));
        let mate = Score::won_at(plies.into()).mate_in().unwrap();
        let second = answers(&cache, &on);
        assert_eq!(complaints(&second).len(), 0, "{second:?}");
        let info = only(&second, "info depth 1 ");
        assert!(info.contains(&format!(" score mate {mate} ")), "{info}");
        let line = info.split(" pv ").nth(1).unwrap().split(' ').count();
        assert_eq!(line, usize::from(plies), "the line leads to the mate");
        for off in [&go, &format!("{on}\nsetoption name Tables value false\n{go}")] {
            let off = answers(&cache, off);
            let info = off.iter().rfind(|line| line.starts_with("info depth 1 ")).unwrap();
            assert!(!info.contains("mate"), "{info}");
        }
    }

    #[test]
    fn levels_with_a_handicap_do_not_probe() {
        let folder = tempfile::tempdir().unwrap();
        let cache = TableCache::at(folder.path()).with_men(3);
        let mut tables = cache.load_all(variant());
        cache.build_missing(&mut tables, &Default::default(), &mut |_| {}).unwrap();
        let (start, _) = longest_win();
        let go = format!("setoption name Level value 5\nposition fen {}\ngo depth 3", start.fen());
        let without_time = |lines: Vec<String>| -> Vec<String> {
            lines.iter().map(|line| line.split(" nps ").next().unwrap().to_owned()).collect()
        };
        let with_tables = answers(&cache, &format!("setoption name Tables value true\n{go}"));
        assert_eq!(without_time(with_tables), without_time(answers(&cache, &go)));
    }

    #[test]
    fn the_manual_lists_every_option() {
        let manual = include_str!("../../../docs/manual.md");
        let (_, table) = manual.split_once("| option | what it sets |").unwrap();
        let table = table.split("\n\n").next().unwrap();
        let answers = answers(&TableCache::at("unused"), "uci");
        let names = answers
            .iter()
            .filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next());
        let missing: Vec<&str> =
            names.filter(|name| !table.contains(&format!("`{name}`"))).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn a_machine_without_a_folder_is_told() {
        let mut messages = Vec::new();
        let mut tables = UciTables::new(None, Spawner::default());
        assert!(tables.of_new_game(variant(), &mut messages).is_none());
        assert_eq!(messages.len(), 0);
        tables.set_on(true);
        assert!(tables.of_new_game(variant(), &mut messages).is_none());
        assert_eq!(messages, ["there is no folder for end-game tables"]);
    }
}
