//! Text 2, maxNode and minNode: the window is not passed on, and MAX tests it before the update.
//!
//! Without alpha and beta from above every node starts with the full window, and there are no
//! cutoffs. With them, MAX still tests the old alpha and searches one move too many. Neither
//! function tests whether there is a move.

use super::{INFINITY, PrintedCode, PrintedFunction, RootResult, TracedBoard};

pub(super) const WINDOW_NOT_PASSED: PrintedFunction = PrintedFunction {
    text: 2,
    title: "alpha and beta are not passed on",
    about: "Every node starts with the full window, so there are no cutoffs: this is minimax.",
    tree: "(3 (2 ?))",
    root_is_max: true,
    depth: 2,
    listing: PrintedCode {
        lines: &[
            "maxNode(depth, a, b):",
            "  if depth = 0 or there is no move: return evaluation()",
            "  for each move:",
            "    score := minNode(depth - 1) after the move",
            "    if score > a: a := score",
            "    if a >= b: return b",
            "  return a",
            "minNode(depth, a, b):",
            "  if depth = 0 or there is no move: return evaluation()",
            "  for each move:",
            "    score := maxNode(depth - 1) after the move",
            "    if score <= a: return a",
            "    if score < b: b := score",
            "  return b",
        ],
        wrong_lines: &[3, 10],
        right: "    score := minNode(depth - 1, a, b) after the move",
        hint: "Each function takes three arguments. Count them in the calls.",
    },
    printed: |page, depth| root(page, depth, TakeBackDefect::NotPassed),
    right: |page, depth| root(page, depth, TakeBackDefect::None),
};

pub(super) const LATE_TEST: PrintedFunction = PrintedFunction {
    text: 2,
    title: "the test comes before the update",
    about: "MAX compares the old alpha with beta and cuts off one move too late.",
    tree: "(3 (5 ?))",
    root_is_max: false,
    depth: 2,
    listing: PrintedCode {
        lines: &[
            "maxNode(depth, a, b):",
            "  if depth = 0 or there is no move: return evaluation()",
            "  for each move:",
            "    score := minNode(depth - 1, a, b) after the move",
            "    if a >= b: return b",
            "    if score > a: a := score",
            "  return a",
            "minNode(depth, a, b):",
            "  if depth = 0 or there is no move: return evaluation()",
            "  for each move:",
            "    score := maxNode(depth - 1, a, b) after the move",
            "    if score <= a: return a",
            "    if score < b: b := score",
            "  return b",
        ],
        wrong_lines: &[4, 5],
        right: "    if score > a: a := score, and only then test",
        hint: "When does MAX test alpha, and when does alpha change?",
    },
    printed: |page, depth| root(page, depth, TakeBackDefect::LateTest),
    right: |page, depth| root(page, depth, TakeBackDefect::None),
};

pub(super) const NO_MOVES: PrintedFunction = PrintedFunction {
    text: 2,
    title: "no test for no moves in minNode",
    about: "A side that is mated returns the bound it was given, here plus infinity for MIN.",
    tree: "(-5)",
    root_is_max: true,
    depth: 2,
    listing: PrintedCode {
        lines: &[
            "maxNode(depth, a, b):",
            "  if depth = 0: return evaluation()",
            "  for each move:",
            "    score := minNode(depth - 1, a, b) after the move",
            "    if score > a: a := score",
            "    if a >= b: return b",
            "  return a",
            "minNode(depth, a, b):",
            "  if depth = 0: return evaluation()",
            "  for each move:",
            "    score := maxNode(depth - 1, a, b) after the move",
            "    if score <= a: return a",
            "    if score < b: b := score",
            "  return b",
        ],
        wrong_lines: &[1, 8],
        right: "  if depth = 0 or there is no move: return evaluation()",
        hint: "What does a player who is mated return? Follow a call that has no move to try.",
    },
    printed: |page, depth| root(page, depth, TakeBackDefect::NoMoves),
    right: |page, depth| root(page, depth, TakeBackDefect::None),
};

#[derive(Clone, Copy, PartialEq)]
enum TakeBackDefect {
    None,
    NotPassed,
    LateTest,
    NoMoves,
}

fn root(page: &mut TracedBoard, depth: u32, slip: TakeBackDefect) -> RootResult {
    let function = if page.is_max() { max_node } else { min_node };
    RootResult { value: function(page, depth, -INFINITY, INFINITY, slip), best: None }
}

/// The window of a child.
fn passed(alpha: i32, beta: i32, slip: TakeBackDefect) -> (i32, i32) {
    if slip == TakeBackDefect::NotPassed { (-INFINITY, INFINITY) } else { (alpha, beta) }
}

fn max_node(
    page: &mut TracedBoard,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    slip: TakeBackDefect,
) -> i32 {
    let moves = page.moves();
    if depth == 0 || moves.is_empty() && slip != TakeBackDefect::NoMoves {
        let value = page.eval();
        return page.leave(value);
    }
    for branch in moves {
        let (low, high) = passed(alpha, beta, slip);
        page.play(branch);
        let score = min_node(page, depth - 1, low, high, slip);
        page.take_back();
        if slip == TakeBackDefect::LateTest && alpha >= beta {
            return page.leave(beta);
        }
        alpha = alpha.max(score);
        if slip != TakeBackDefect::LateTest && alpha >= beta {
            return page.leave(beta);
        }
    }
    page.leave(alpha)
}

fn min_node(
    page: &mut TracedBoard,
    depth: u32,
    alpha: i32,
    mut beta: i32,
    slip: TakeBackDefect,
) -> i32 {
    let moves = page.moves();
    if depth == 0 || moves.is_empty() && slip != TakeBackDefect::NoMoves {
        let value = page.eval();
        return page.leave(value);
    }
    for branch in moves {
        let (low, high) = passed(alpha, beta, slip);
        page.play(branch);
        let score = max_node(page, depth - 1, low, high, slip);
        page.take_back();
        if score <= alpha {
            return page.leave(alpha);
        }
        beta = beta.min(score);
    }
    page.leave(beta)
}
