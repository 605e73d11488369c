//! Text 3, one function for both players: MAX and MIN are exchanged.
//!
//! The printed branch for the maximizing player takes minima into beta, and the other branch maxima
//! into alpha, so each player helps the other. The sentence before the code says "less than" where
//! the code has "less than or equal".

use super::{PrintedCode, PrintedError, PrintedFunction, fail_hard::search, with_line};

/// The correct listing.
const RIGHT: [&str; 12] = [
    "evaluate(node, a, b):",
    "  if the node is a leaf: return its value",
    "  if MIN moves at the node:",
    "    for each child:",
    "      b := the smaller of b and evaluate(child, a, b)",
    "      if b <= a: return a",
    "    return b",
    "  else:",
    "    for each child:",
    "      a := the greater of a and evaluate(child, a, b)",
    "      if b <= a: return b",
    "    return a",
];

pub(super) const EXCHANGED: PrintedFunction = PrintedFunction {
    text: 3,
    title: "MAX and MIN are exchanged",
    about: "The maximizing player takes the lowest value, the minimizing one the highest.",
    assumption: "",
    tree: "(1 2)",
    root_is_max: true,
    depth: 1,
    listing: PrintedCode {
        lines: &with_line(RIGHT, 2, "  if MAX moves at the node:"),
        wrong_lines: &[2, 4, 7, 9],
        right: "  if MIN moves at the node:",
        hint: "Who wants the smaller value?",
    },
    search,
    error: PrintedError::Exchanged,
};

pub(super) const STRICT_TEST: PrintedFunction = PrintedFunction {
    text: 3,
    title: "less than instead of less than or equal",
    about: "A value that exactly reaches the bound causes no cutoff. That costs nodes, never the \
            value. The sentence is \u{201c}when beta becomes less than alpha\u{201d}; the code of \
            the text has <= and is right, and no text prints this.",
    assumption: "Assume that the code does what a sentence of the text says.",
    tree: "(3 (3 ?))",
    root_is_max: true,
    depth: 2,
    listing: PrintedCode {
        lines: &with_line(
            with_line(RIGHT, 5, "      if b < a: return a"),
            10,
            "      if b < a: return b",
        ),
        wrong_lines: &[5, 10],
        right: "      if b <= a: return a",
        hint: "What if beta falls exactly to alpha?",
    },
    search,
    error: PrintedError::StrictTest,
};
