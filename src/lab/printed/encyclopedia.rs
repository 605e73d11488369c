//! Text 3, one function for both players: MAX and MIN are exchanged.
//!
//! The printed branch for the maximizing player takes minima into beta, and the other branch maxima
//! into alpha, so each player helps the other. A test for the end of the game is missing, too.

use super::{PrintedCode, PrintedError, PrintedFunction, fail_hard::search, with_line};

/// The correct listing.
const RIGHT: [&str; 12] = [
    "evaluate(node, depth, a, b):",
    "  if depth = 0 or the node is a leaf: return its value",
    "  if MIN moves at the node:",
    "    for each child:",
    "      b := the smaller of b and evaluate(child, depth - 1, a, b)",
    "      if b <= a: return a",
    "    return b",
    "  else:",
    "    for each child:",
    "      a := the greater of a and evaluate(child, depth - 1, a, b)",
    "      if b <= a: return b",
    "    return a",
];

pub(super) const EXCHANGED: PrintedFunction = PrintedFunction {
    text: 3,
    title: "MAX and MIN are exchanged",
    about: "The maximizing player takes the lowest value, the minimizing one the highest.",
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

pub(super) const NO_MOVES: PrintedFunction = PrintedFunction {
    text: 3,
    title: "no test for no moves in a tree of uneven depth",
    about: "If only nodes at the last ply count as leaves, a mated side returns a bound: here \
            MAX, who is to move when the game ends, returns minus infinity.",
    tree: "(-5)",
    root_is_max: false,
    depth: 2,
    listing: PrintedCode {
        lines: &with_line(RIGHT, 1, "  if depth = 0: return its value"),
        wrong_lines: &[1],
        right: "  if depth = 0 or the node is a leaf: return its value",
        hint: "What does a player who is mated return? Follow a call that has no child to try.",
    },
    search,
    error: PrintedError::NoMoves,
};
