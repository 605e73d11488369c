//! Text 2, maxNode and minNode: the window is not passed on, and MAX tests it before the update.
//!
//! Without alpha and beta from above every node starts with the full window, and there are no
//! cutoffs. With them, MAX still tests the old alpha and searches one move too many. Neither
//! function tests whether there is a move.

use super::{PrintedCode, PrintedError, PrintedFunction, fail_hard::search, pair, with_line};

/// The correct listing.
const RIGHT: [&str; 18] = [
    "maxNode(depth, a, b):",
    "  if depth = 0: return evaluation(); if no move: mate or draw",
    "  for each move:",
    "    playMove(move)",
    "    score := minNode(depth - 1, a, b)",
    "    takebackMove(move)",
    "    if score > a: a := score",
    "    if a >= b: return b",
    "  return a",
    "minNode(depth, a, b):",
    "  if depth = 0: return evaluation(); if no move: mate or draw",
    "  for each move:",
    "    playMove(move)",
    "    score := maxNode(depth - 1, a, b)",
    "    takebackMove(move)",
    "    if score <= a: return a",
    "    if score < b: b := score",
    "  return b",
];

pub(super) const WINDOW_NOT_PASSED: PrintedFunction = PrintedFunction {
    text: 2,
    title: "alpha and beta are not passed on",
    about: "Every node starts with the full window, so there are no cutoffs: this is minimax.",
    assumption: "",
    tree: "(3 (2 ?))",
    root_is_max: true,
    depth: 2,
    listing: PrintedCode {
        lines: &with_line(
            with_line(RIGHT, 4, "    score := minNode(depth - 1)"),
            13,
            "    score := maxNode(depth - 1)",
        ),
        wrong_lines: &[4, 13],
        right: "    score := minNode(depth - 1, a, b)",
        hint: "Each function takes three arguments. Count them in the calls.",
    },
    search,
    error: PrintedError::WindowNotPassed,
};

pub(super) const LATE_TEST: PrintedFunction = PrintedFunction {
    text: 2,
    title: "the test comes before the update",
    about: "MAX compares the old alpha with beta and cuts off one move too late.",
    assumption: "",
    tree: "(3 (5 ?))",
    root_is_max: false,
    depth: 2,
    listing: PrintedCode {
        lines: &with_line(
            with_line(RIGHT, 6, "    if a >= b: return b"),
            7,
            "    if score > a: a := score",
        ),
        wrong_lines: &[6, 7],
        right: "    if score > a: a := score, and only then test",
        hint: "When does MAX test alpha, and when does alpha change?",
    },
    search,
    error: PrintedError::LateTest,
};

pub(super) const NO_MOVES: PrintedFunction = PrintedFunction {
    text: 2,
    listing: PrintedCode {
        lines: &with_line(
            with_line(RIGHT, 1, "  if depth = 0: return evaluation()"),
            10,
            "  if depth = 0: return evaluation()",
        ),
        wrong_lines: &[1, 10],
        right: "  if depth = 0: return evaluation(); if no move: mate or draw",
        ..pair::NO_MOVES.listing
    },
    ..pair::NO_MOVES
};
