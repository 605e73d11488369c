//! Text 1, AlphaBetaMax and AlphaBetaMin: MIN's function returns `-eval()`, and neither function
//! tests whether there is a move.
//!
//! With an evaluation from MAX's view every leaf at a MIN node gets the wrong sign, so every other
//! depth is wrong; with an evaluation for the side to move the printed function is correct. A side
//! without moves skips the loop and returns its own bound.

use super::{INFINITY, PrintedCode, PrintedFunction, RootResult, TracedBoard};

pub(super) const NEGATED_LEAF: PrintedFunction = PrintedFunction {
    text: 1,
    title: "the MIN function negates the evaluation",
    about: "At odd depths all leaves have the wrong sign, unless the evaluation is that of the \
            side to move.",
    tree: "(1)",
    root_is_max: true,
    depth: 1,
    listing: PrintedCode {
        lines: &[
            "max(a, b, depth):",
            "  if depth = 0 or there is no move: return eval()",
            "  for each move:",
            "    v := min(a, b, depth - 1) after the move",
            "    if v >= b: return b",
            "    if v > a: a := v",
            "  return a",
            "min(a, b, depth):",
            "  if depth = 0 or there is no move: return -eval()",
            "  for each move:",
            "    v := max(a, b, depth - 1) after the move",
            "    if v <= a: return a",
            "    if v < b: b := v",
            "  return b",
        ],
        wrong_lines: &[8],
        right: "  if depth = 0 or there is no move: return eval()",
        hint: "The evaluation is the same number for both players. Do both functions treat it so?",
    },
    printed: |page, depth| root(page, depth, PairDefect::Negated),
    right: |page, depth| root(page, depth, PairDefect::None),
};

pub(super) const NO_MOVES: PrintedFunction = PrintedFunction {
    text: 1,
    title: "no test for no moves",
    about: "A side that is mated returns the bound it was given, here plus infinity for MIN.",
    tree: "(-5)",
    root_is_max: true,
    depth: 2,
    listing: PrintedCode {
        lines: &[
            "max(a, b, depth):",
            "  if depth = 0: return eval()",
            "  for each move:",
            "    v := min(a, b, depth - 1) after the move",
            "    if v >= b: return b",
            "    if v > a: a := v",
            "  return a",
            "min(a, b, depth):",
            "  if depth = 0: return eval()",
            "  for each move:",
            "    v := max(a, b, depth - 1) after the move",
            "    if v <= a: return a",
            "    if v < b: b := v",
            "  return b",
        ],
        wrong_lines: &[1, 8],
        right: "  if depth = 0 or there is no move: return eval()",
        hint: "What does a player who is mated return? Follow a call that has no move to try.",
    },
    printed: |page, depth| root(page, depth, PairDefect::NoMoves),
    right: |page, depth| root(page, depth, PairDefect::None),
};

#[derive(Clone, Copy, PartialEq)]
enum PairDefect {
    None,
    Negated,
    NoMoves,
}

fn root(page: &mut TracedBoard, depth: u32, slip: PairDefect) -> RootResult {
    let function = if page.is_max() { alpha_beta_max } else { alpha_beta_min };
    RootResult { value: function(page, -INFINITY, INFINITY, depth, slip), best: None }
}

fn alpha_beta_max(
    page: &mut TracedBoard,
    mut alpha: i32,
    beta: i32,
    depth: u32,
    slip: PairDefect,
) -> i32 {
    let moves = page.moves();
    if depth == 0 || moves.is_empty() && slip != PairDefect::NoMoves {
        let value = page.eval();
        return page.leave(value);
    }
    for branch in moves {
        page.play(branch);
        let value = alpha_beta_min(page, alpha, beta, depth - 1, slip);
        page.take_back();
        if value >= beta {
            return page.leave(beta);
        }
        alpha = alpha.max(value);
    }
    page.leave(alpha)
}

fn alpha_beta_min(
    page: &mut TracedBoard,
    alpha: i32,
    mut beta: i32,
    depth: u32,
    slip: PairDefect,
) -> i32 {
    let moves = page.moves();
    if depth == 0 || moves.is_empty() && slip != PairDefect::NoMoves {
        let value = page.eval();
        return page.leave(if slip == PairDefect::Negated { -value } else { value });
    }
    for branch in moves {
        page.play(branch);
        let value = alpha_beta_max(page, alpha, beta, depth - 1, slip);
        page.take_back();
        if value <= alpha {
            return page.leave(alpha);
        }
        beta = beta.min(value);
    }
    page.leave(beta)
}
