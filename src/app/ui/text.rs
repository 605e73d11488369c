//! Small changes to texts for the user.

/// A text with its first letter as a capital, for an error's message as a sentence.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
