//! The id of a game in the archive, which is also the name of its file.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use minnow_base::files::system::process_number;

/// The maximum length of an id, in characters.
const MAX_CHARS: usize = 64;

/// The id of a game: letters, digits and `-`, so that it names a file inside the archive's folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ArchiveId(String);

/// A text that is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id of a game has 1 to {MAX_CHARS} letters, digits and hyphens")]
pub struct ParseArchiveIdError;

impl ArchiveId {
    /// A new id from the digits of a time, such as `20261122-182205-417`. The number of the process
    /// keeps two windows apart, and a counter two games of the same millisecond.
    ///
    /// # Errors
    ///
    /// Returns [`ParseArchiveIdError`] if the digits have other characters or are too many.
    pub fn from_time(digits: &str) -> Result<ArchiveId, ParseArchiveIdError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        format!("{digits}-{}-{number}", process_number()).parse()
    }

    /// The text of the id, which also begins the name of the file.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The date in the id as PGN has it; empty if the id does not begin with one.
    pub fn date(&self) -> String {
        let digits = self.0.get(..8).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        digits.map_or(String::new(), |text| [&text[..4], &text[4..6], &text[6..]].join("."))
    }
}

impl FromStr for ArchiveId {
    type Err = ParseArchiveIdError;

    fn from_str(text: &str) -> Result<ArchiveId, ParseArchiveIdError> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_id = (1..=MAX_CHARS).contains(&text.len()) && text.bytes().all(is_part);
        is_id.then(|| ArchiveId(text.to_owned())).ok_or(ParseArchiveIdError)
    }
}

impl TryFrom<String> for ArchiveId {
    type Error = ParseArchiveIdError;

    fn try_from(text: String) -> Result<ArchiveId, ParseArchiveIdError> {
        text.parse()
    }
}

impl From<ArchiveId> for String {
    fn from(id: ArchiveId) -> String {
        id.0
    }
}

impl fmt::Display for ArchiveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_games_of_one_time_have_two_ids() {
        let ids = [0, 1].map(|_| ArchiveId::from_time("20261122-182205-417").unwrap());
        assert_ne!(ids[0], ids[1]);
    }

    #[test]
    fn ids_name_files_of_one_folder() {
        let id = ArchiveId::from_time("20261122-182205-417").unwrap();
        assert!(id.as_str().starts_with("20261122-182205-417-"));
        assert_eq!(id.date(), "2026.11.22");
        assert_eq!("a-1".parse::<ArchiveId>().unwrap().date(), "");
        for bad in
            ["", "../../../../crates/game/src/x", "a/b", "a.b", " ", "\u{fc}", &"x".repeat(65)]
        {
            assert_eq!(bad.parse::<ArchiveId>(), Err(ParseArchiveIdError), "{bad}");
        }
        assert!(ron::from_str::<ArchiveId>("\"../../../../crates/game/src/x\"").is_err());
    }
}
