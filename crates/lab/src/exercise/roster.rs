//! The students of a class, from a CSV file with the columns `id` and `name`.

use csv::{ReaderBuilder, StringRecord};
use minnow_rules::excerpt;

/// The delimiters that spreadsheets write.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A student of a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Student {
    /// The name of the student's files: letters, digits and `-_.@`.
    pub id: String,
    /// The name; the id if the roster has none.
    pub name: String,
}

/// The reason why a roster cannot be read. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// The text is not CSV.
    #[error("line {line}: {problem}")]
    Unreadable {
        /// The line where the record begins.
        line: u64,
        /// The problem.
        problem: String,
    },
    /// The first line does not name the column of the ids.
    #[error("the first line names no column \"id\"; it is \"{0}\"")]
    NoIds(String),
    /// An id is empty, or has characters that not every file name can have.
    #[error("line {line}: the id \"{id}\" is not of letters, digits and the signs -_.@ alone")]
    Id {
        /// The line.
        line: u64,
        /// The id.
        id: String,
    },
    /// An id is there twice, perhaps with other capitals.
    #[error("line {line}: the id \"{id}\" is there twice")]
    Twice {
        /// The second line.
        line: u64,
        /// The id.
        id: String,
    },
    /// There is no line below the first.
    #[error("the roster has no students")]
    Empty,
}

/// Reads a roster. Other columns than `id` and `name` are ignored; commas, semicolons or tabs
/// separate the fields.
///
/// # Errors
///
/// A [`RosterError`] with the line of the first mistake.
pub fn read_roster(text: &str) -> Result<Vec<Student>, RosterError> {
    let head = text.lines().next().unwrap_or_default();
    let count = |sign: &u8| head.bytes().filter(|byte| byte == sign).count();
    let delimiter = DELIMITERS.into_iter().rev().max_by_key(count).unwrap_or(b',');
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(unreadable)?.clone();
    let column =
        |name: &str| headers.iter().position(|header| header.trim().eq_ignore_ascii_case(name));
    let ids = column("id").ok_or_else(|| RosterError::NoIds(excerpt(head)))?;
    let names = column("name");
    let mut students: Vec<Student> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let field = |at: usize| record.get(at).unwrap_or_default().trim();
        let (id, line) = (field(ids), line_of(&record));
        let is_allowed = |sign: char| sign.is_alphanumeric() || "-_.@".contains(sign);
        if id.is_empty() || id.starts_with(['-', '.']) || !id.chars().all(is_allowed) {
            return Err(RosterError::Id { line, id: excerpt(id) });
        }
        if students.iter().any(|known| known.has_id(id)) {
            return Err(RosterError::Twice { line, id: excerpt(id) });
        }
        let name = names.map(field).filter(|name| !name.is_empty()).unwrap_or(id);
        students.push(Student { id: id.to_owned(), name: name.to_owned() });
    }
    if students.is_empty() { Err(RosterError::Empty) } else { Ok(students) }
}

fn line_of(record: &StringRecord) -> u64 {
    record.position().map_or(1, |position| position.line())
}

fn unreadable(error: csv::Error) -> RosterError {
    let line = error.position().map_or(1, |position| position.line());
    RosterError::Unreadable { line, problem: error.to_string() }
}

impl Student {
    /// True if this is the id, in capitals or not.
    pub(super) fn has_id(&self, id: &str) -> bool {
        self.id.to_lowercase() == id.trim().to_lowercase()
    }

    /// `Ann (s001)`.
    pub(super) fn phrase(&self) -> String {
        format!("{} ({})", self.name, self.id)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rosters_are_read() {
        let ann = ("s1", "Ann Lee");
        for (text, expected) in [
            ("id,name\ns1,Ann Lee\ns2,\"Bo, Jr.\"\n", vec![ann, ("s2", "Bo, Jr.")]),
            ("Name;ID;Group\nAnn Lee;s1;3\n\n", vec![ann]),
            ("id\tname\r\ns1\tAnn Lee\r\n", vec![ann]),
            ("id\ns1\n", vec![("s1", "s1")]),
            (" id , name \n s1 , Ann Lee \n", vec![ann]),
        ] {
            let read = read_roster(text).unwrap();
            let read: Vec<_> =
                read.iter().map(|one| (one.id.as_str(), one.name.as_str())).collect();
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, problem) in [
            ("", "names no column \"id\""),
            ("student,mark\nAnn,3\n", "it is \"student,mark\""),
            ("id,name\n", "the roster has no students"),
            ("id,name\ns1,Ann\n../s2,Bo\n", "line 3: the id \"../s2\""),
            ("id,name\n,Ann\n", "line 2: the id \"\""),
            ("id,name\ns1,Ann\nS1,Bo\n", "line 3: the id \"S1\" is there twice"),
        ] {
            let error = read_roster(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_roster_panics(text in "(?s)(id[,;]name\n)?.{0,80}") {
            let _ = read_roster(&text);
        }
    }
}
