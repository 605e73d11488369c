//! The texts whose functions and claims the lab examines.

/// A description of each text, in the order of their numbers.
pub const TEXTS: [&str; 5] = [
    "a course's negamax",
    "a pair of functions, max and min",
    "maxNode and minNode, with take-back",
    "an encyclopedia's function for both players",
    "a textbook's MAX-VALUE and MIN-VALUE",
];
