//! Text 3, one function for both players: MAX and MIN are exchanged.
//!
//! The printed branch for the maximizing player takes minima into beta, and the other branch maxima
//! into alpha, so each player helps the other. A test for the end of the game is missing, too.

use super::{INFINITY, PrintedCode, PrintedFunction, RootResult, TracedBoard};

pub(super) const EXCHANGED: PrintedFunction = PrintedFunction {
    text: 3,
    title: "MAX and MIN are exchanged",
    about: "The maximizing player takes the lowest value, the minimizing one the highest.",
    tree: "(1 2)",
    root_is_max: true,
    depth: 1,
    listing: PrintedCode {
        lines: &[
            "evaluate(node, depth, a, b):",
            "  if depth = 0 or the node is a leaf: return its value",
            "  if MAX moves at the node:",
            "    for each child:",
            "      b := the smaller of b and evaluate(child, depth - 1, a, b)",
            "      if b <= a: return a",
            "    return b",
            "  else:",
            "    for each child:",
            "      a := the greater of a and evaluate(child, depth - 1, a, b)",
            "      if b <= a: return b",
            "    return a",
        ],
        wrong_lines: &[2, 4, 7, 9],
        right: "  if MIN moves at the node:",
        hint: "Who wants the smaller value?",
    },
    printed: |page, depth| root(page, depth, EncyclopediaDefect::Exchanged),
    right: |page, depth| root(page, depth, EncyclopediaDefect::None),
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
        lines: &[
            "evaluate(node, depth, a, b):",
            "  if depth = 0: return its value",
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
        ],
        wrong_lines: &[1],
        right: "  if depth = 0 or the node is a leaf: return its value",
        hint: "What does a player who is mated return? Follow a call that has no child to try.",
    },
    printed: |page, depth| root(page, depth, EncyclopediaDefect::NoMoves),
    right: |page, depth| root(page, depth, EncyclopediaDefect::None),
};

#[derive(Clone, Copy, PartialEq)]
enum EncyclopediaDefect {
    None,
    Exchanged,
    NoMoves,
}

fn root(page: &mut TracedBoard, depth: u32, slip: EncyclopediaDefect) -> RootResult {
    RootResult { value: evaluate(page, depth, -INFINITY, INFINITY, slip), best: None }
}

fn evaluate(
    page: &mut TracedBoard,
    depth: u32,
    mut alpha: i32,
    mut beta: i32,
    slip: EncyclopediaDefect,
) -> i32 {
    let moves = page.moves();
    if depth == 0 || moves.is_empty() && slip != EncyclopediaDefect::NoMoves {
        let value = page.eval();
        return page.leave(value);
    }
    let raises_alpha = page.is_max() != (slip == EncyclopediaDefect::Exchanged);
    for branch in moves {
        page.play(branch);
        let value = evaluate(page, depth - 1, alpha, beta, slip);
        page.take_back();
        if raises_alpha {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        if beta <= alpha {
            return page.leave(if raises_alpha { beta } else { alpha });
        }
    }
    page.leave(if raises_alpha { alpha } else { beta })
}
