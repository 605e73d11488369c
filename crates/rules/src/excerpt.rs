//! Bad input as error messages quote it: on one line and cut to a bounded length.
//!
//! Every parser of the program quotes through [`excerpt`], so that a message
//! stays readable whatever was typed, pasted or found in a file.

use std::fmt::Display;

/// The most characters of bad input that a message quotes.
const MAX_CHARS: usize = 60;

/// The most characters of a library's message that a message repeats.
const MAX_ERROR_CHARS: usize = 300;

/// `text` without surrounding blanks, with a blank for each control character, cut to 60
/// characters; an ellipsis marks the cut.
///
/// ```
/// use minnow_rules::excerpt;
///
/// assert_eq!(excerpt(" a2\na3 "), "a2 a3");
/// assert_eq!(excerpt(&"x".repeat(1_000)).chars().count(), 61);
/// ```
pub fn excerpt(text: &str) -> String {
    excerpt_of(text, MAX_CHARS)
}

/// A message of the RON library about bad input, as [`excerpt`] quotes it, cut to 300 characters: it
/// may quote the whole input. Names stand in quotation marks, and names of Rust types are left out.
///
/// ```
/// use minnow_rules::excerpt_of_error;
///
/// let message = "Unexpected field named `mooves` in `SaveFile`, expected `moves` instead";
/// let quoted = excerpt_of_error(&message);
/// assert_eq!(quoted, "Unexpected field named \"mooves\", expected \"moves\" instead");
/// ```
pub fn excerpt_of_error(error: &impl Display) -> String {
    let message = error.to_string();
    let mut text = String::new();
    for (index, part) in message.split('`').enumerate() {
        let is_name = index % 2 == 1;
        if !is_name {
            text.push_str(part);
        } else if let Some(before) = text.strip_suffix(" in ")
            && part.starts_with(|first: char| first.is_ascii_uppercase())
        {
            text.truncate(before.len());
        } else {
            text.extend(["\"", part, "\""]);
        }
    }
    excerpt_of(&text, MAX_ERROR_CHARS)
}

/// `text` as [`excerpt`] quotes it, cut to a number of characters.
pub(crate) fn excerpt_of(text: &str, max_chars: usize) -> String {
    let mut letters = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut quoted: String = letters.by_ref().take(max_chars).collect();
    if letters.next().is_some() {
        quoted.push('\u{2026}');
    }
    quoted
}
