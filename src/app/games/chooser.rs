//! The list of games of a file that has several: its rows, its filter and the marked row.
//!
//! Games are read one at a time, because all their trees at once would need much memory. Each tick
//! checks the moves of some of them, so that the list of a big file appears at once.

use std::{collections::BTreeMap, path::PathBuf};

use crate::app::{
    session::{GameList, GameSummary},
    ui::lists::MarkedRows,
};
use minnow_game::pgn::PgnGame;

/// About how many plies are checked per tick: a few milliseconds of work.
const PLIES_PER_TICK: usize = 2_000;

/// The list.
#[derive(Clone, Debug)]
pub struct Chooser {
    list: GameList,
    /// `None` for pasted text.
    pub path: Option<PathBuf>,
    filter: String,
    /// The games that pass the filter.
    pub rows: MarkedRows,
    /// The number of games checked.
    checked: usize,
    /// For each checked game that loses moves the first problem that does.
    problems: BTreeMap<usize, String>,
}

impl Chooser {
    pub fn new(list: GameList, path: Option<PathBuf>) -> Chooser {
        let (filter, mut rows) = (String::new(), MarkedRows::default());
        rows.show((0..list.file.len()).collect(), None, 0);
        Chooser { list, path, filter, rows, checked: 0, problems: BTreeMap::new() }
    }

    /// The number of games in the file.
    pub fn total(&self) -> usize {
        self.list.file.len()
    }

    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Shows the games that contain every word of the text.
    pub fn set_filter(&mut self, filter: String) {
        let words = filter.to_lowercase();
        let fits = |place: &usize| {
            let text = self.list.searchable.get(*place).map_or("", String::as_str);
            words.split_whitespace().all(|word| text.contains(word))
        };
        let places = (0..self.total()).filter(fits).collect();
        self.rows.show(places, self.rows.marked_place(), 0);
        self.filter = filter;
    }

    /// The game in a row.
    pub fn row(&self, row: usize) -> Option<GameSummary> {
        self.rows.place(row).map(|place| self.list.summary(place))
    }

    /// The first problem that loses moves of the game at a place of the file.
    pub fn problem(&self, place: usize) -> Option<&str> {
        self.problems.get(&place).map(String::as_str)
    }

    /// Reads the marked game.
    pub fn read_marked(&self) -> Option<PgnGame> {
        self.list.file.read(self.rows.marked_place()?)
    }

    /// The marked game on each board that its start fits, if it does not fit the file's.
    pub fn marked_on_other_boards(&self, read: &PgnGame) -> Vec<PgnGame> {
        let on_boards = |place| self.list.file.on_other_boards(place, read);
        self.rows.marked_place().map_or(Vec::new(), on_boards)
    }

    /// Checks some more games; returns whether unchecked ones remain.
    pub fn check_more(&mut self) -> bool {
        let mut plies = 0;
        while plies < PLIES_PER_TICK && self.checked < self.total() {
            let (file, place) = (&self.list.file, self.checked);
            plies += file.plies(place) + 1;
            let problems = file.read(place).map_or(Vec::new(), |read| read.problems);
            let lost = problems.iter().find(|problem| problem.fault.loses_moves());
            self.problems.extend(lost.map(|problem| (place, problem.to_string())));
            self.checked += 1;
        }
        self.checked < self.total()
    }

    /// The number of games that lose moves, and the first problem; `None` while no problem is
    /// known.
    pub fn problems(&self) -> Option<String> {
        let (_, first) = self.problems.first_key_value()?;
        let (bad, total) = (self.problems.len(), self.total());
        let have = if bad == 1 { "has" } else { "have" };
        Some(format!("{bad} of {total} games {have} moves that could not be read; first: {first}."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::pgn::PgnFile;
    use minnow_rules::Variant;

    fn chooser() -> Chooser {
        let text = "[White \"Ada\"]\n[Black \"Bob\"]\n[Date \"2026.01.02\"]\n[Result \"1-0\"]\n\n1. b3 b4 2. c3 1-0\n\n\
            [White \"Bob\"]\n[Event \"Final\"]\n\n1. Kx9 *\n\n[White \"Cleo\"]\n[Variant \"gardner\"]\n\n1. b3 (1. Zz9) b4 *\n";
        let file = PgnFile::parse(text.as_bytes(), Variant::default_variant()).unwrap();
        Chooser::new(GameList::new(file), None)
    }

    fn shown(chooser: &Chooser) -> Vec<usize> {
        (0..chooser.rows.count()).map(|row| chooser.rows.place(row).unwrap() + 1).collect()
    }

    #[test]
    fn games_are_listed_by_their_tags() {
        let chooser = chooser();
        let game = chooser.row(0).unwrap();
        assert_eq!((chooser.rows.place(0), game.moves), (Some(0), 2));
        assert_eq!(game.players, "Ada \u{2013} Bob");
        assert_eq!((game.date.as_str(), game.result.as_str()), ("2026.01.02", "1-0"));
        assert_eq!(game.board, "MiniChess");
        assert_eq!(chooser.row(1).unwrap().players, "Bob \u{2013} ?");
        assert!(chooser.row(3).is_none());
    }

    #[test]
    fn a_filter_keeps_games_with_all_its_words() {
        let mut chooser = chooser();
        for (filter, expected) in [
            ("bob", vec![1, 2]),
            ("BOB  final", vec![2]),
            ("2026.01", vec![1]),
            ("1-0", vec![1]),
            ("2 moves", vec![1]),
            ("gardner", vec![3]),
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
        chooser.rows.mark(1);
        chooser.set_filter("final".to_owned());
        assert_eq!(chooser.rows.marked_place(), Some(1));
        chooser.set_filter(String::new());
        assert_eq!(chooser.rows.marked_place(), Some(1));
        chooser.rows.mark(99);
        assert_eq!(chooser.rows.marked_place(), Some(2));
        chooser.set_filter("nobody".to_owned());
        assert_eq!(chooser.rows.marked_place(), None);
        assert!(chooser.read_marked().is_none());
    }

    #[test]
    fn games_that_lose_moves_are_reported() {
        let mut chooser = chooser();
        assert_eq!(chooser.problems(), None);
        while chooser.check_more() {}
        let text = chooser.problems().unwrap();
        let start = "2 of 3 games have moves that could not be read; first: game 2, White's move 1 \
                     (line 11, column 4): \"Kx9\" is not a move";
        assert!(text.starts_with(start), "{text}");
    }
}
