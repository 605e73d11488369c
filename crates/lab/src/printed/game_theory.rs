//! Text 4, MAX-VALUE and MIN-VALUE with moves: no move is returned when every move loses.
//!
//! The best value starts at minus infinity, which is also the value of a lost game. No move exceeds
//! it, so the side to move gets no move although it has legal ones.

use super::{INFINITY, PrintedCode, PrintedError, PrintedFunction, RootResult, TracedBoard};

pub(super) const NULL_MOVE: PrintedFunction = PrintedFunction {
    text: 4,
    title: "a null move when every move loses",
    about: "No value exceeds minus infinity, so no move is stored. The first move must be taken \
            whatever its value. With any greater value for a loss the text is right.",
    assumption: "Assume that a lost game is worth minus infinity.",
    tree: "(-20000)",
    root_is_max: true,
    depth: 1,
    listing: PrintedCode {
        lines: &[
            "maxValue(state, a, b):",
            "  if the game is over: return its utility, no move",
            "  v := -infinity, best := no move",
            "  for each move:",
            "    w := minValue(after the move, a, b)",
            "    if w > v: v := w, best := the move",
            "    if v >= b: return v, best",
            "    a := the greater of a and v",
            "  return v, best",
        ],
        wrong_lines: &[2, 5],
        right: "    if w > v or there is no best yet: v := w, best := the move",
        hint: "A lost game is worth minus infinity. What if every move loses?",
    },
    search,
    error: PrintedError::NoFirstMove,
};

fn search(board: &mut TracedBoard, depth: u32, error: PrintedError) -> RootResult {
    value(board, depth, -INFINITY, INFINITY, error == PrintedError::None)
}

fn value(
    board: &mut TracedBoard,
    depth: u32,
    mut alpha: i32,
    mut beta: i32,
    takes_first: bool,
) -> RootResult {
    let moves = board.moves();
    if depth == 0 || moves.is_empty() {
        let value = board.eval();
        return RootResult { value: board.leave(value), best: None };
    }
    let is_max = board.is_max();
    let mut found = RootResult { value: if is_max { -INFINITY } else { INFINITY }, best: None };
    for branch in moves {
        board.play(branch);
        let child = value(board, depth - 1, alpha, beta, takes_first).value;
        board.take_back();
        let better = if is_max { child > found.value } else { child < found.value };
        if better || takes_first && found.best.is_none() {
            found = RootResult { value: child, best: Some(branch) };
        }
        if is_max {
            alpha = alpha.max(child)
        } else {
            beta = beta.min(child)
        }
        let done = if is_max { child >= beta } else { child <= alpha };
        if done {
            break;
        }
    }
    board.leave(found.value);
    found
}
