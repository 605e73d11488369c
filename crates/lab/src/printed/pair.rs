//! Text 1, AlphaBetaMax and AlphaBetaMin: MIN's function returns `-eval()`, and neither function
//! tests whether there is a move.
//!
//! With an evaluation from MAX's view every leaf at a MIN node gets the wrong sign, so every other
//! depth is wrong; with an evaluation for the side to move the printed function is correct. A side
//! without moves skips the loop and returns its own bound.

use super::{PrintedCode, PrintedError, PrintedFunction, fail_hard::search, with_line};

/// The correct listing.
const RIGHT: [&str; 14] = [
    "max(a, b, depth):",
    "  if depth = 0: return eval(); if no move: mate or draw",
    "  for each move:",
    "    v := min(a, b, depth - 1) after the move",
    "    if v >= b: return b",
    "    if v > a: a := v; pv := the move, then the pv below",
    "  return a",
    "min(a, b, depth):",
    "  if depth = 0: return eval(); if no move: mate or draw",
    "  for each move:",
    "    v := max(a, b, depth - 1) after the move",
    "    if v <= a: return a",
    "    if v < b: b := v; pv := the move, then the pv below",
    "  return b",
];

pub(super) const NEGATED_LEAF: PrintedFunction = PrintedFunction {
    text: 1,
    title: "the MIN function negates the evaluation",
    about: "At odd depths all leaves have the wrong sign. In the program whose identifiers the \
            text uses, eval() is from the view of the side to move, and the text is right.",
    assumption: "Assume that eval() is from MAX's view.",
    tree: "(1)",
    root_is_max: true,
    depth: 1,
    listing: PrintedCode {
        lines: &with_line(RIGHT, 8, "  if depth = 0: return -eval(); if no move: mate or draw"),
        wrong_lines: &[8],
        right: "  if depth = 0: return eval(); if no move: mate or draw",
        hint: "The evaluation is the same number for both players. Do both functions treat it so?",
    },
    search,
    error: PrintedError::NegatedLeaf,
};

pub(super) const NO_MOVES: PrintedFunction = PrintedFunction {
    text: 1,
    title: "no test for no moves",
    about: "A side that is mated returns the bound it was given, here plus infinity for MIN. An \
            evaluation of the position would be wrong, too: it is a mate or a draw.",
    assumption: "",
    tree: "(-5)",
    root_is_max: true,
    depth: 2,
    listing: PrintedCode {
        lines: &with_line(
            with_line(RIGHT, 1, "  if depth = 0: return eval()"),
            8,
            "  if depth = 0: return eval()",
        ),
        wrong_lines: &[1, 8],
        right: "  if depth = 0: return eval(); if no move: mate or draw",
        hint: "What does a player who is mated return? Follow a call that has no move to try.",
    },
    search,
    error: PrintedError::NoMoves,
};
