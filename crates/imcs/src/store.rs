//! The data of a server: accounts, ratings and finished games. Memory holds the accounts; the journal on
//! the disk holds all.

use std::{collections::BTreeMap, path::Path};

use minnow_base::files::FileAccessError;

use super::{
    journal::{GameRecord, Journal, JournalEntry, JournalError, OpenedJournal},
    password::PasswordHash,
    rating::BASE_RATING,
};

/// An account.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Account {
    pub password: PasswordHash,
    pub rating: i32,
}

/// The accounts with their journal. After a failure to write, memory is as before.
#[derive(Debug)]
pub(crate) struct Store {
    journal: Journal,
    accounts: BTreeMap<String, Account>,
    next_game: u32,
}

/// A store as its file has it.
pub(crate) struct OpenedStore {
    pub store: Store,
    /// The finished games in the file.
    pub games: usize,
    /// A sentence on what was wrong with the file.
    pub problem: Option<String>,
}

impl Store {
    /// Opens the store of a folder, or creates it.
    pub(crate) fn open(folder: &Path) -> Result<OpenedStore, JournalError> {
        let OpenedJournal { journal, entries, problem } = Journal::open(folder)?;
        let mut store = Store { journal, accounts: BTreeMap::new(), next_game: 1 };
        let games = entries.iter().filter(|entry| matches!(entry, JournalEntry::Game(_))).count();
        entries.into_iter().for_each(|entry| store.apply(entry));
        Ok(OpenedStore { store, games, problem })
    }

    pub(crate) fn account(&self, name: &str) -> Option<&Account> {
        self.accounts.get(name)
    }

    pub(crate) fn account_count(&self) -> usize {
        self.accounts.len()
    }

    /// The rating of a player; that of a new one if there is no such account.
    pub(crate) fn rating(&self, name: &str) -> i32 {
        self.accounts.get(name).map_or(BASE_RATING, |account| account.rating)
    }

    /// The players with the highest ratings, at most `count`; of equal ones by name.
    pub(crate) fn best(&self, count: usize) -> Vec<(&str, i32)> {
        let mut rows: Vec<(&str, i32)> =
            self.accounts.iter().map(|(name, account)| (name.as_str(), account.rating)).collect();
        rows.sort_by_key(|(_, rating)| -rating);
        rows.truncate(count);
        rows
    }

    /// A number that no game has had.
    pub(crate) fn take_game_number(&mut self) -> u32 {
        self.next_game += 1;
        self.next_game - 1
    }

    /// Makes an account with the rating of a new player, or gives an account a new password.
    pub(crate) fn set_password(
        &mut self,
        name: &str,
        password: PasswordHash,
    ) -> Result<(), FileAccessError> {
        let name = name.to_owned();
        self.add(if self.accounts.contains_key(&name) {
            JournalEntry::Password { name, password }
        } else {
            JournalEntry::Account { name, password, rating: BASE_RATING }
        })
    }

    /// Sets the rating of a player to that of a new one.
    pub(crate) fn reset_rating(&mut self, name: &str) -> Result<(), FileAccessError> {
        // Nothing is written again and again.
        if self.rating(name) == BASE_RATING {
            return Ok(());
        }
        self.add(JournalEntry::Rating { name: name.to_owned(), rating: BASE_RATING })
    }

    /// Keeps a finished game with its ratings.
    pub(crate) fn keep_game(&mut self, game: GameRecord) -> Result<(), FileAccessError> {
        self.add(JournalEntry::Game(game))
    }

    fn add(&mut self, entry: JournalEntry) -> Result<(), FileAccessError> {
        if self.journal.is_full() {
            let accounts = self.accounts.iter().map(|(name, account)| JournalEntry::Account {
                name: name.clone(),
                password: account.password.clone(),
                rating: account.rating,
            });
            self.journal.restart(self.next_game, accounts)?;
        }
        self.journal.add(&entry)?;
        self.apply(entry);
        Ok(())
    }

    /// Takes in a line of the journal.
    fn apply(&mut self, entry: JournalEntry) {
        match entry {
            JournalEntry::Journal { next_game, .. } => {
                self.next_game = self.next_game.max(next_game)
            }
            JournalEntry::Account { name, password, rating } => {
                self.accounts.insert(name, Account { password, rating });
            }
            JournalEntry::Password { name, password } => {
                if let Some(account) = self.accounts.get_mut(&name) {
                    account.password = password;
                }
            }
            JournalEntry::Rating { name, rating } => self.set_rating(&name, rating),
            JournalEntry::Game(game) => {
                self.next_game = self.next_game.max(game.id.saturating_add(1));
                let Some(ratings) = game.ratings else { return };
                for (name, rating) in game.players.iter().zip(ratings) {
                    self.set_rating(name, rating);
                }
            }
        }
    }

    fn set_rating(&mut self, name: &str, rating: i32) {
        if let Some(account) = self.accounts.get_mut(name) {
            account.rating = rating;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: u32, ratings: Option<[i32; 2]>) -> GameRecord {
        GameRecord {
            id,
            ended_s: 0,
            players: ["ada".to_owned(), "bob".to_owned()],
            clocks_ms: [300_000; 2],
            moves: vec!["a2-a3".to_owned()],
            result: "draw".to_owned(),
            ratings,
        }
    }

    #[test]
    fn a_store_that_is_opened_again_has_all() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path()).unwrap().store;
        for name in ["ada", "bob", "cy"] {
            store.set_password(name, PasswordHash::new(name, 1).unwrap()).unwrap();
        }
        store.set_password("cy", PasswordHash::new("new", 1).unwrap()).unwrap();
        assert_eq!([store.take_game_number(), store.take_game_number()], [1, 2]);
        store.keep_game(record(2, Some([1020, 980]))).unwrap();
        store.keep_game(record(1, None)).unwrap();
        store.reset_rating("bob").unwrap();
        let OpenedStore { store: again, games, .. } = Store::open(folder.path()).unwrap();
        assert_eq!(again.accounts, store.accounts);
        assert!(again.account("cy").unwrap().password.is_of("new"));
        assert_eq!(again.best(2), [("ada", 1020), ("bob", 1000)]);
        assert_eq!((games, again.account_count()), (2, 3));
        assert_eq!(again.next_game, 3);
    }
}
