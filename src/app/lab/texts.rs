//! The texts whose functions and claims the lab examines.

/// A description of each text, in the order of their numbers.
pub const TEXTS: [&str; 5] = [
    "a course's negamax",
    "a pair of functions, max and min",
    "maxNode and minNode, with take-back",
    "an encyclopedia's function for both players",
    "a textbook's MAX-VALUE and MIN-VALUE",
];

/// The author and title of each text, as far as they are known.
pub const TEXT_SOURCES: [&str; 5] = [
    "\u{201c}Add Alpha-Beta Pruning to the Search\u{201d}, 2015; author unknown",
    "\u{201c}What is Alpha Beta Pruning all about?\u{201d}; source unknown",
    "Jakob Hackstein, \u{201c}Alpha-Beta\u{201d}, 2021",
    "an entry on alpha-beta pruning; source unknown",
    "\u{201c}Alpha-Beta Pruning\u{201d}; source unknown",
];
