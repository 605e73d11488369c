//! The list of games of a file that has several: what it shows, which are filtered out, which is
//! marked.
//!
//! Games are read one at a time, as all their trees at once would need a lot
//! of memory. Whether their moves can be read is found out in small portions
//! from one tick to the next, so that even a big file is listed at once.

use std::path::PathBuf;

use crate::game::pgn::{PgnFile, PgnGame};

/// About how many plies are looked through per tick: a few milliseconds of work.
const PLIES_PER_TICK: usize = 2_000;

/// A game in the list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// `Ada – Bob`.
    pub players: String,
    pub event: String,
    pub date: String,
    pub result: String,
    /// Moves of both sides as people count them, rounded up.
    pub moves: usize,
    /// What was wrong with it, if that has been found out.
    pub problem: Option<String>,
    /// Everything that a filter may look for, in lower case.
    searchable: String,
}

/// The list.
#[derive(Clone, Debug)]
pub struct Chooser {
    file: PgnFile,
    /// `None` for pasted text.
    pub path: Option<PathBuf>,
    entries: Vec<Entry>,
    filter: String,
    /// The places of the games that the filter lets through.
    shown: Vec<usize>,
    /// A row of those that are shown.
    marked: usize,
    /// How many games have been looked through.
    checked: usize,
    /// How many of them lose moves.
    bad: usize,
}

impl Chooser {
    pub fn new(file: PgnFile, path: Option<PathBuf>) -> Chooser {
        let entries: Vec<Entry> = (0..file.len()).map(|place| entry(&file, place)).collect();
        let shown = (0..entries.len()).collect();
        let filter = String::new();
        Chooser { file, path, entries, filter, shown, marked: 0, checked: 0, bad: 0 }
    }

    /// How many games there are in all.
    pub fn total(&self) -> usize {
        self.entries.len()
    }

    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Shows the games that hold every word of the text.
    pub fn set_filter(&mut self, filter: String) {
        let words = filter.to_lowercase();
        let fits = |place: &usize| {
            let text = self.entries.get(*place).map_or("", |entry| &entry.searchable);
            words.split_whitespace().all(|word| text.contains(word))
        };
        let before = self.marked_place();
        self.shown = (0..self.entries.len()).filter(fits).collect();
        let again = self.shown.iter().position(|place| Some(*place) == before);
        self.marked = again.unwrap_or(0);
        self.filter = filter;
    }

    /// How many games are shown.
    pub fn rows(&self) -> usize {
        self.shown.len()
    }

    /// The game in a row: its number in the file, from 1, and what is known of it.
    pub fn row(&self, row: usize) -> Option<(usize, &Entry)> {
        let place = *self.shown.get(row)?;
        Some((place + 1, self.entries.get(place)?))
    }

    /// The row that is marked.
    pub fn marked(&self) -> usize {
        self.marked
    }

    /// Marks a row, or the last if there are fewer.
    pub fn mark(&mut self, row: usize) {
        self.marked = row.min(self.shown.len().saturating_sub(1));
    }

    /// The marked game's place in the file, from 0.
    pub fn marked_place(&self) -> Option<usize> {
        self.shown.get(self.marked).copied()
    }

    /// Reads the marked game.
    pub fn read_marked(&self) -> Option<PgnGame> {
        self.file.read(self.marked_place()?)
    }

    /// Looks through some more games; `false` once that is done.
    pub fn check_more(&mut self) -> bool {
        let mut plies = 0;
        while plies < PLIES_PER_TICK && self.checked < self.total() {
            plies += self.file.plies(self.checked) + 1;
            let problems = self.file.read(self.checked).map_or(Vec::new(), |read| read.problems);
            let lost = problems.iter().find(|problem| problem.fault.loses_moves());
            if let (Some(problem), Some(entry)) = (lost, self.entries.get_mut(self.checked)) {
                entry.problem = Some(problem.to_string());
                self.bad += 1;
            }
            self.checked += 1;
        }
        self.checked < self.total()
    }

    /// How many games lose moves, and the first of their problems; `None` while none is known.
    pub fn problems(&self) -> Option<String> {
        let first = self.entries.iter().find_map(|entry| entry.problem.as_ref())?;
        let (bad, total) = (self.bad, self.total());
        let have = if bad == 1 { "has" } else { "have" };
        Some(format!("{bad} of {total} games {have} moves that could not be read; first: {first}."))
    }
}

fn entry(file: &PgnFile, place: usize) -> Entry {
    let tags = file.tags(place);
    let tag = |name: &str| {
        let value = tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        value.filter(|value| value.contains(|c| c != '?' && c != '.')).unwrap_or("").to_owned()
    };
    let player = |name| Some(tag(name)).filter(|name| !name.is_empty());
    let [white, black] = ["White", "Black"].map(|name| player(name).unwrap_or("?".to_owned()));
    let players = format!("{white} \u{2013} {black}");
    let moves = file.plies(place).div_ceil(2);
    let (event, date, result) = (tag("Event"), tag("Date"), tag("Result"));
    let result = if result.is_empty() { "*".to_owned() } else { result };
    let others = [tag("Site"), tag("Round"), tag("Variant")].join(" ");
    let searchable =
        format!("{players} {event} {date} {result} {moves} moves {others}").to_lowercase();
    Entry { players, event, date, result, moves, problem: None, searchable }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn chooser() -> Chooser {
        let text = "[White \"Ada\"]\n[Black \"Bob\"]\n[Date \"2026.01.02\"]\n[Result \"1-0\"]\n\n1. b3 b4 2. c3 1-0\n\n\
            [White \"Bob\"]\n[Event \"Final\"]\n\n1. Kxx *\n\n[White \"Cleo\"]\n\n1. b3 (1. Zz) b4 *\n";
        let file = PgnFile::parse(text.as_bytes(), Variant::default_variant()).unwrap();
        Chooser::new(file, None)
    }

    fn shown(chooser: &Chooser) -> Vec<usize> {
        (0..chooser.rows()).map(|row| chooser.row(row).unwrap().0).collect()
    }

    #[test]
    fn games_are_listed_by_their_tags() {
        let chooser = chooser();
        let (number, entry) = chooser.row(0).unwrap();
        assert_eq!((number, entry.moves), (1, 2));
        assert_eq!(entry.players, "Ada \u{2013} Bob");
        assert_eq!((entry.date.as_str(), entry.result.as_str()), ("2026.01.02", "1-0"));
        assert_eq!(chooser.row(1).unwrap().1.players, "Bob \u{2013} ?");
        assert!(chooser.row(3).is_none());
    }

    #[test]
    fn a_filter_keeps_what_has_all_its_words() {
        let mut chooser = chooser();
        for (filter, expected) in [
            ("bob", vec![1, 2]),
            ("BOB  final", vec![2]),
            ("2026.01", vec![1]),
            ("1-0", vec![1]),
            ("2 moves", vec![1]),
            ("nobody", vec![]),
            ("", vec![1, 2, 3]),
        ] {
            chooser.set_filter(filter.to_owned());
            assert_eq!(shown(&chooser), expected, "{filter}");
        }
    }

    #[test]
    fn the_mark_stays_on_its_game() {
        let mut chooser = chooser();
        chooser.mark(1);
        chooser.set_filter("final".to_owned());
        assert_eq!(chooser.marked_place(), Some(1));
        chooser.set_filter(String::new());
        assert_eq!(chooser.marked_place(), Some(1));
        chooser.mark(99);
        assert_eq!(chooser.marked_place(), Some(2));
        chooser.set_filter("nobody".to_owned());
        assert_eq!(chooser.marked_place(), None);
        assert!(chooser.read_marked().is_none());
    }

    #[test]
    fn games_that_lose_moves_are_told() {
        let mut chooser = chooser();
        assert_eq!(chooser.problems(), None);
        while chooser.check_more() {}
        let text = chooser.problems().unwrap();
        let start = "2 of 3 games have moves that could not be read; first: game 2, ply 1 (line 11): \
                     \"Kxx\" is not a move";
        assert!(text.starts_with(start), "{text}");
    }
}
