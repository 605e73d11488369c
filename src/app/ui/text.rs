//! Small changes to texts for the user.

use std::fmt::Display;

/// An error's message as a sentence: with a capital and a full stop.
pub fn sentence(problem: &impl Display) -> String {
    format!("{}.", capitalised(&problem.to_string()))
}

/// A text with its first letter as a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
