//! The five teaching texts whose functions and statements the lab examines.

/// A teaching text. `docs/bibliography.md` says what is known of its author and address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeachingText {
    /// The title, with author and year where they are known.
    pub title: &'static str,
    /// The functions that it prints.
    pub functions: &'static str,
}

/// The texts, in the order of their numbers from 0.
pub(crate) const TEACHING_TEXTS: [TeachingText; 5] = [
    TeachingText {
        title: "\u{201c}Add Alpha-Beta Pruning to the Search\u{201d}, 2015",
        functions: "a course's negamax",
    },
    TeachingText {
        title: "\u{201c}What is Alpha Beta Pruning all about?\u{201d}",
        functions: "a pair of functions, max and min",
    },
    TeachingText {
        title: "Jakob Hackstein, \u{201c}Alpha-Beta\u{201d}, 2021",
        functions: "maxNode and minNode, with take-back",
    },
    TeachingText {
        title: "an encyclopedia's entry on alpha-beta pruning",
        functions: "an encyclopedia's function for both players",
    },
    TeachingText {
        title: "\u{201c}Alpha-Beta Pruning\u{201d}, a chapter with MAX-VALUE and MIN-VALUE",
        functions: "a textbook's MAX-VALUE and MIN-VALUE",
    },
];

/// The text with this number, the last one for a greater number.
pub fn teaching_text(number: u8) -> TeachingText {
    TEACHING_TEXTS[usize::from(number).min(TEACHING_TEXTS.len() - 1)]
}
