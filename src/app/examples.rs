//! The games under "Examples": the same files as in `saves/`, built into the program.

/// A built-in game.
#[derive(Debug)]
pub struct Example {
    pub title: &'static str,
    /// The saved game's text.
    pub text: &'static str,
}

macro_rules! examples {
    ($($title:literal $file:literal;)*) => {
        &[$(Example { title: $title, text: include_str!(concat!("../../saves/", $file)) }),*]
    };
}

pub static EXAMPLES: &[Example] = examples! {};
