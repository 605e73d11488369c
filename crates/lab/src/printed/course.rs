//! Text 0, a course's negamax with alpha-beta: the first move is tested with `>`, the others with
//! `>=`.
//!
//! The value is the same, but if the first move exactly reaches the bound, the cutoff is missed.

use super::{INFINITY, PrintedCode, PrintedError, PrintedFunction, RootResult, TracedBoard};

pub(super) const STRICT_FIRST_TEST: PrintedFunction = PrintedFunction {
    text: 0,
    title: "> for the first move, >= for the others",
    about: "A first move that exactly reaches the bound causes no cutoff, and its siblings are \
            searched in vain. That costs nodes, never the value.",
    assumption: "",
    tree: "(3 (3 ?))",
    root_is_max: true,
    depth: 2,
    listing: PrintedCode {
        lines: &[
            "negamax(state, depth, a, b):",
            "  if depth = 0 or the game is over: return score(state)",
            "  v := -negamax(after the first move, depth - 1, -b, -a)",
            "  if v > b: return v",
            "  a := the greater of a and v",
            "  for each of the other moves:",
            "    w := -negamax(after the move, depth - 1, -b, -a)",
            "    if w >= b: return w",
            "    v := the greater of v and w",
            "    a := the greater of a and w",
            "  return v",
        ],
        wrong_lines: &[3],
        right: "  if v >= b: return v",
        hint: "There are two tests for a cutoff. Compare them.",
    },
    search,
    error: PrintedError::StrictFirstTest,
};

fn search(board: &mut TracedBoard, depth: u32, error: PrintedError) -> RootResult {
    let strict_first = error == PrintedError::StrictFirstTest;
    let value = negamax(board, depth, -INFINITY, INFINITY, strict_first);
    RootResult { value: if board.is_max() { value } else { -value }, best: None }
}

/// The value for the player to move; with `strict_first` the printed function.
fn negamax(board: &mut TracedBoard, depth: u32, alpha: i32, beta: i32, strict_first: bool) -> i32 {
    let sign = if board.is_max() { 1 } else { -1 };
    let moves = board.moves();
    if moves.is_empty() || depth == 0 {
        let value = board.eval();
        return sign * board.leave(value);
    }
    let (mut alpha, mut best) = (alpha, -INFINITY);
    for (index, branch) in moves.into_iter().enumerate() {
        board.play(branch);
        let value = -negamax(board, depth - 1, -beta, -alpha, strict_first);
        board.take_back();
        best = best.max(value);
        let strict = strict_first && index == 0;
        if value > beta || value == beta && !strict {
            break;
        }
        alpha = alpha.max(value);
    }
    sign * board.leave(sign * best)
}
