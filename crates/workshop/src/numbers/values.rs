//! The file of numbers: a line `name = value` for each, and comments from `#` on.
//!
//! Numbers that the file does not name keep their defaults.

use std::{fmt::Write, path::Path};

use minnow_engine::internal::{SEARCH_NUMBERS, SearchNumber};
use minnow_program::{Failure, read_text};
use minnow_rules::excerpt;

/// Why a file of numbers was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum ValuesError {
    #[error("line {line}: \"{}\" is not NAME = NUMBER", excerpt(.text))]
    Syntax { line: usize, text: String },
    #[error("line {line}: the search has no number \"{}\"", excerpt(.name))]
    Name { line: usize, name: String },
    #[error("line {line}: {} is {value}, outside {} to {}", number.name, number.min, number.max)]
    Range { line: usize, number: &'static SearchNumber, value: i32 },
}

/// The numbers of a file, or the defaults, in the order of [`SEARCH_NUMBERS`].
pub(super) fn read_values(option: &str, path: Option<&Path>) -> Result<Vec<i32>, Failure> {
    let Some(path) = path else { return Ok(defaults()) };
    parse(&read_text(option, path)?).map_err(|error| Failure::refused_file(option, path, error))
}

pub(super) fn defaults() -> Vec<i32> {
    SEARCH_NUMBERS.iter().map(|number| number.default).collect()
}

fn parse(text: &str) -> Result<Vec<i32>, ValuesError> {
    let mut values = defaults();
    for (line, text) in (1..).zip(text.lines()) {
        let content = text.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let syntax = || ValuesError::Syntax { line, text: content.to_owned() };
        let (name, value) = content.split_once('=').ok_or_else(syntax)?;
        let (name, value) = (name.trim(), value.trim().parse::<i32>().map_err(|_| syntax())?);
        let at = SEARCH_NUMBERS.iter().position(|number| number.name == name);
        let at = at.ok_or_else(|| ValuesError::Name { line, name: name.to_owned() })?;
        let number = &SEARCH_NUMBERS[at];
        if !(number.min..=number.max).contains(&value) {
            return Err(ValuesError::Range { line, number, value });
        }
        values[at] = value;
    }
    Ok(values)
}

/// The text of a file with these values under a heading of one line.
pub(super) fn values_text(heading: &str, values: &[i32]) -> String {
    let mut text = format!("# {heading}\n");
    for (number, value) in SEARCH_NUMBERS.iter().zip(values) {
        let SearchNumber { name, default, .. } = number;
        let note = if value == default { String::new() } else { format!("  # not {default}") };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name} = {value}{note}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_values_read_back_equal() {
        let mut values = defaults();
        for (value, number) in values.iter_mut().zip(SEARCH_NUMBERS).step_by(3) {
            *value = number.min;
        }
        let text = values_text("of a test", &values);
        assert_eq!(parse(&text), Ok(values));
        assert_eq!(parse("# nothing\n\n"), Ok(defaults()));
    }

    #[test]
    fn errors_name_line_and_text() {
        let problem = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(problem("# a\nwidth 3"), "line 2: \"width 3\" is not NAME = NUMBER");
        assert_eq!(problem("width = 3"), "line 1: the search has no number \"width\"");
        let SearchNumber { name, min, max, .. } = SEARCH_NUMBERS[0];
        let above = max + 1;
        assert_eq!(
            problem(&format!("{name} = {above}")),
            format!("line 1: {name} is {above}, outside {min} to {max}")
        );
        assert!(problem(&format!("{name} = much")).contains("much\" is not NAME"));
    }
}
