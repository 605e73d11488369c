//! Bad input in error messages: on one line, and never longer than a message can bear.

/// The most characters of an input that a message quotes.
const MAX_QUOTED_CHARS: usize = 60;

/// A text on one line, cut to 60 characters.
pub fn quotable(text: &str) -> String {
    let mut letters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut quoted: String = letters.by_ref().take(MAX_QUOTED_CHARS).collect();
    if letters.next().is_some() {
        quoted.push('\u{2026}');
    }
    quoted
}
