//! Small changes to texts for the user.

use std::fmt::Display;

use egui_material_icons::icons;

use crate::rules::Variant;

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

/// `MiniChess 5×6`.
pub fn variant_text(variant: &Variant) -> String {
    let sized = variant.name.contains(char::is_numeric) && variant.name.contains('x');
    let name = if sized {
        variant.name.replace('x', "\u{d7}")
    } else {
        format!("{} {}", variant.name, variant.size_text().replace('x', "\u{d7}"))
    };
    name.trim().to_owned()
}

/// The text of an entry in a list, with a tick before what is done.
pub fn ticked(done: bool, text: &str) -> String {
    if done { format!("{} {text}", icons::ICON_CHECK.codepoint) } else { text.to_owned() }
}
