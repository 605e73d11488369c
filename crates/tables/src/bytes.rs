//! A table as the bytes of a file: a line that names the rules and the class, and the values,
//! compressed by gzip, whose checksum finds damage.

use std::io::{BufRead, BufReader, Read, Write};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use super::{RuleSet, Table, TableClass};
use minnow_rules::Variant;

/// The version of the files. It changes with the numbering of positions or the meaning of a value.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// The first word of the line, before the version.
const MAGIC: &str = "minnow-table-";
/// The longest first line that is read.
const MAX_LINE_BYTES: u64 = 200;

/// Why bytes are not the wanted table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFileError {
    /// Cut off, changed, or no gzip file.
    #[error("it is damaged")]
    Damaged,
    /// The bytes name other rules or another class.
    #[error("it holds another table")]
    OtherTable,
    /// The bytes have another version of the format.
    #[error("it belongs to another version of the program")]
    OtherVersion,
}

impl Table {
    /// The bytes of a file.
    pub fn to_bytes(&self, rules: &RuleSet) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        let line = first_line(rules, self.class());
        let written = encoder.write_all(line.as_bytes());
        let written = written.and_then(|()| encoder.write_all(self.values()));
        match written.and_then(|()| encoder.finish()) {
            Ok(bytes) => bytes,
            Err(error) => unreachable!("writing to memory does not fail: {error}"),
        }
    }

    /// Reads the table of a class under the rules of a variant.
    ///
    /// # Errors
    ///
    /// [`TableFileError`] if the bytes are damaged or hold another table.
    pub fn from_bytes(
        bytes: &[u8],
        class: &TableClass,
        variant: &'static Variant,
    ) -> Result<Table, TableFileError> {
        let mut decoder = BufReader::new(GzDecoder::new(bytes));
        check_first_line(&mut decoder, &first_line(&RuleSet::of(variant), class))?;
        // One byte more than a table has shows that there are too many.
        let size = super::index::Indexer::new(class, variant).len();
        let mut values = Vec::new();
        let mut limited = decoder.take(size as u64 + 1);
        limited.read_to_end(&mut values).map_err(|_| TableFileError::Damaged)?;
        Table::new(class.clone(), variant, values).ok_or(TableFileError::Damaged)
    }
}

fn first_line(rules: &RuleSet, class: &TableClass) -> String {
    format!("{MAGIC}{FORMAT_VERSION} {} {class}\n", rules.name())
}

/// Reads the first line and compares it with the expected one.
fn check_first_line(input: &mut impl BufRead, expected: &str) -> Result<(), TableFileError> {
    let mut line = Vec::new();
    let mut limited = input.take(MAX_LINE_BYTES);
    limited.read_until(b'\n', &mut line).map_err(|_| TableFileError::Damaged)?;
    let text = String::from_utf8_lossy(&line);
    if text == expected {
        return Ok(());
    }
    let version = text.strip_prefix(MAGIC).and_then(|rest| rest.split(' ').next());
    let version = version.ok_or(TableFileError::Damaged)?;
    let is_other = version != FORMAT_VERSION.to_string();
    Err(if is_other { TableFileError::OtherVersion } else { TableFileError::OtherTable })
}
