//! The results that count for the user's rating, in a file of their own: a game that is deleted from
//! the archive still counts.
//!
//! Entries are only added, and a reset of a board is an entry, too. A game counts in the order of entry,
//! whatever the clock said.
//!
//! ```
//! use minnow_game::results::{CountedGame, ResultEntry, ResultList, UserOutcome};
//! use minnow_rules::Color;
//!
//! let mut list = ResultList::default();
//! list.add(ResultEntry::Game(CountedGame {
//!     id: "20261122-1".parse()?,
//!     ended: "20261122-182205-417".to_owned(),
//!     variant: "gardner".to_owned(),
//!     strength: 430,
//!     outcome: UserOutcome::of(Some(Color::White), Color::White),
//!     aim_percent: None,
//! }));
//! assert_eq!(list.games_on("gardner")[0].outcome, UserOutcome::Won);
//! # Ok::<(), minnow_game::archive::ParseArchiveIdError>(())
//! ```

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::{
    archive::ArchiveId,
    kept_list::{KeptEntry, KeptList},
};
use minnow_rules::Color;

/// The outcome of a game for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UserOutcome {
    /// One point.
    Won,
    /// Half a point.
    Drawn,
    /// No point.
    Lost,
}

impl UserOutcome {
    /// All outcomes, the best first.
    pub const ALL: [UserOutcome; 3] = [UserOutcome::Won, UserOutcome::Drawn, UserOutcome::Lost];

    /// The outcome for the user of this side; without a winner, the game is a draw.
    pub fn of(winner: Option<Color>, user: Color) -> UserOutcome {
        match winner {
            None => UserOutcome::Drawn,
            Some(winner) if winner == user => UserOutcome::Won,
            Some(_) => UserOutcome::Lost,
        }
    }

    /// 1, a half or 0.
    pub fn points(self) -> f64 {
        match self {
            UserOutcome::Won => 1.0,
            UserOutcome::Drawn => 0.5,
            UserOutcome::Lost => 0.0,
        }
    }
}

/// A game that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedGame {
    /// The game's id in the archive.
    pub id: ArchiveId,
    /// The time of its end, see [`crate::EntryTime`].
    pub ended: String,
    /// The id of the variant.
    pub variant: String,
    /// The strength of the computer, in hundredths of a level.
    pub strength: u16,
    /// How it ended for the user.
    pub outcome: UserOutcome,
    /// The score that the opponent was picked for, in percent; `None` for a level of the user's
    /// choice.
    pub aim_percent: Option<u8>,
}

/// The user begins anew on a board: earlier games on it do not count any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingReset {
    /// The time, see [`crate::EntryTime`].
    pub at: String,
    /// The id of the variant.
    pub variant: String,
}

/// An entry of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultEntry {
    /// A game that counts, until a later reset of its board.
    Game(CountedGame),
    /// The beginning of a new count on a board.
    Reset(RatingReset),
}

/// The results in the order of entry.
pub type ResultList = KeptList<ResultEntry>;

impl KeptEntry for ResultEntry {
    fn time(&self) -> &str {
        match self {
            ResultEntry::Game(game) => &game.ended,
            ResultEntry::Reset(reset) => &reset.at,
        }
    }

    fn key(&self) -> impl Eq + Hash {
        match self {
            ResultEntry::Game(game) => [game.id.as_str(), ""],
            ResultEntry::Reset(reset) => [reset.variant.as_str(), reset.at.as_str()],
        }
    }
}

impl KeptList<ResultEntry> {
    /// True if this game counts already.
    pub fn has(&self, id: &ArchiveId) -> bool {
        let is_it =
            |entry: &ResultEntry| matches!(entry, ResultEntry::Game(game) if game.id == *id);
        self.entries.iter().any(is_it)
    }

    /// The games on a board that were entered after its last reset, the oldest first.
    pub fn games_on(&self, variant: &str) -> Vec<&CountedGame> {
        let mut games = Vec::new();
        for entry in &self.entries {
            match entry {
                ResultEntry::Game(game) if game.variant == variant => games.push(game),
                ResultEntry::Reset(reset) if reset.variant == variant => games.clear(),
                ResultEntry::Game(_) | ResultEntry::Reset(_) => {}
            }
        }
        games
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::kept_list::{KeptListError, MAX_BYTES, MAX_ENTRIES, ReadList};

    fn game(number: u32, variant: &str) -> ResultEntry {
        ResultEntry::Game(CountedGame {
            id: format!("{number:08}-1").parse().unwrap(),
            ended: format!("{number:08}-180000-000"),
            variant: variant.to_owned(),
            strength: 430,
            outcome: UserOutcome::ALL[number as usize % 3],
            aim_percent: Some(50),
        })
    }

    fn list(numbers: &[u32]) -> ResultList {
        let mut list = ResultList::default();
        numbers.iter().for_each(|number| list.add(game(*number, "minichess")));
        list
    }

    fn days(list: &ResultList) -> Vec<&str> {
        list.games_on("minichess").iter().map(|game| &game.ended[..8]).collect()
    }

    #[test]
    fn a_game_counts_once_and_in_its_order() {
        let list = list(&[3, 1, 2, 3, 1]);
        assert_eq!(days(&list), ["00000003", "00000001", "00000002"]);
        assert!(list.has(&"00000002-1".parse().unwrap()) && list.games_on("gardner").is_empty());
    }

    #[test]
    fn a_reset_concerns_the_games_entered_before() {
        // Game 8 is from a clock that was wrong.
        let mut list = list(&[1, 2, 8]);
        list.add(game(3, "gardner"));
        let (at, variant) = ("00000005-000000-000".to_owned(), "minichess".to_owned());
        list.add(ResultEntry::Reset(RatingReset { at, variant }));
        list.add(game(4, "minichess"));
        assert_eq!(days(&list), ["00000004"]);
        assert_eq!((list.games_on("gardner").len(), list.len()), (1, 6));
    }

    #[test]
    fn the_order_of_entry_survives_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        list(&[5, 9, 3]).merge_into(&path).unwrap();
        // Another window has added game 4, this one game 2, after the same game.
        list(&[5, 9, 3, 4]).merge_into(&path).unwrap();
        list(&[5, 9, 3, 2]).merge_into(&path).unwrap();
        let kept = ResultList::read(&path).unwrap().list;
        assert_eq!(kept, list(&[5, 9, 3, 2, 4]));
        // A list with an earlier entry that the file lacks.
        list(&[7, 9]).merge_into(&path).unwrap();
        assert_eq!(ResultList::read(&path).unwrap().list, list(&[5, 7, 9, 3, 2, 4]));
    }

    #[test]
    fn two_programs_lose_nothing_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data").join("results.ron");
        list(&[1, 2]).merge_into(&path).unwrap();
        list(&[2, 4]).merge_into(&path).unwrap();
        list(&[3]).merge_into(&path).unwrap();
        assert_eq!(ResultList::read(&path).unwrap().list, list(&[1, 2, 3, 4]));
    }

    proptest! {
        #[test]
        fn a_union_keeps_the_order_of_both(
            start in vec(0..60_u32, 0..8),
            one in vec(0..60_u32, 0..8),
            other in vec(0..60_u32, 0..8),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("results.ron");
            let mut windows = [list(&start), list(&start)];
            windows[0].merge_into(&path).unwrap();
            for (window, numbers) in windows.iter_mut().zip([one, other]) {
                numbers.iter().for_each(|number| window.add(game(*number, "minichess")));
                window.merge_into(&path).unwrap();
            }
            let kept = ResultList::read(&path).unwrap().list;
            let mut all = windows[0].clone();
            windows[1].entries().iter().for_each(|entry| all.add(entry.clone()));
            prop_assert_eq!(kept.len(), all.len(), "nothing is lost, and nothing comes twice");
            // The first window has written before; what both have keeps the order of the file.
            let place = |entry: &ResultEntry| kept.entries().iter().position(|own| own == entry);
            let places: Vec<_> = windows[0].entries().iter().map(place).collect();
            prop_assert!(places.is_sorted() && places.iter().all(Option::is_some), "{:?}", places);
            let is_new = |entry: &&ResultEntry| !windows[0].entries().contains(entry);
            let places: Vec<_> = windows[1].entries().iter().filter(is_new).map(place).collect();
            prop_assert!(places.is_sorted() && places.iter().all(Option::is_some), "{:?}", places);
        }
    }

    #[test]
    fn a_damaged_file_is_set_aside_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        for (content, problem, name) in [
            (&b"(format: 1, entries: [1"[..], "1:2", "results.ron.unreadable"),
            (&b"(format: 1, \xff"[..], "byte 13 is not text", "results.ron.unreadable-2"),
        ] {
            fs::write(&path, content).unwrap();
            let read = ResultList::read(&path).unwrap();
            let aside = read.set_aside.unwrap();
            assert!(aside.problem.starts_with(problem), "{}", aside.problem);
            assert_eq!(aside.path, folder.path().join(name));
            assert!(read.list.is_empty() && !path.exists());
        }
        list(&[1]).merge_into(&path).unwrap();
        let kept = fs::read_to_string(folder.path().join("results.ron.unreadable")).unwrap();
        assert_eq!(kept, "(format: 1, entries: [1");
    }

    #[test]
    fn an_unknown_entry_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        list(&[1, 2]).merge_into(&path).unwrap();
        let known = fs::read_to_string(&path).unwrap();
        for (entry, name) in [
            ("1", "results.ron.unreadable"),
            ("Match((games: [1, (2)]))", "results.ron.unreadable-2"),
            ("Reset((at: \"20261122-182205-417\"))", "results.ron.unreadable-3"),
        ] {
            let text = known.replacen("entries: [", &format!("entries: [{entry}, "), 1);
            fs::write(&path, &text).unwrap();
            let ReadList { list: read, set_aside, skipped } = ResultList::read(&path).unwrap();
            assert_eq!((read, set_aside.is_none()), (list(&[1, 2]), true), "{entry}");
            assert!(skipped.unwrap().starts_with("1 of 3 entries, the first at 3:"), "{entry}");
            let aside = list(&[2]).merge_into(&path).unwrap().unwrap().path;
            assert_eq!(aside, folder.path().join(name));
            assert_eq!(fs::read_to_string(aside).unwrap(), text);
            assert_eq!(fs::read_to_string(&path).unwrap(), known);
        }
    }

    #[test]
    fn a_file_of_a_newer_program_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        fs::write(&path, "(format: 2, games: {})").unwrap();
        for error in [ResultList::read(&path).map(drop), list(&[1]).merge_into(&path).map(drop)] {
            assert!(matches!(error, Err(KeptListError::Newer { format: 2, .. })), "{error:?}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "(format: 2, games: {})");
    }

    #[test]
    fn a_full_list_drops_the_oldest_and_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        let entries = (1..=MAX_ENTRIES as u32).map(|number| game(number, "chessattack")).collect();
        let mut list = ResultList { entries };
        list.add(game(MAX_ENTRIES as u32 + 1, "chessattack"));
        assert_eq!((list.len(), list.has(&"00000001-1".parse().unwrap())), (MAX_ENTRIES, false));
        list.merge_into(&path).unwrap();
        assert!(fs::metadata(&path).unwrap().len() < MAX_BYTES as u64);
        assert_eq!(ResultList::read(&path).unwrap().list, list);
    }
}
