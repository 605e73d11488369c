//! Fail-hard alpha-beta, the function of texts 1 to 3, correct or with one of their errors.
//!
//! The texts write it as two functions or as one; the nodes and results are the same.

use super::{INFINITY, PrintedError, RootResult, TracedBoard};

pub(super) fn search(board: &mut TracedBoard, depth: u32, error: PrintedError) -> RootResult {
    RootResult { value: evaluate(board, depth, -INFINITY, INFINITY, error), best: None }
}

/// The value of a node from MAX's view.
fn evaluate(
    board: &mut TracedBoard,
    depth: u32,
    mut alpha: i32,
    mut beta: i32,
    error: PrintedError,
) -> i32 {
    let (moves, is_max) = (board.moves(), board.is_max());
    if depth == 0 || moves.is_empty() && error != PrintedError::NoMoves {
        let value = board.eval();
        return board.leave(if error == PrintedError::NegatedLeaf && !is_max {
            -value
        } else {
            value
        });
    }
    let raises_alpha = is_max != (error == PrintedError::Exchanged);
    let tests_old_alpha = is_max && error == PrintedError::LateTest;
    for branch in moves {
        let is_full = error == PrintedError::WindowNotPassed;
        let (low, high) = if is_full { (-INFINITY, INFINITY) } else { (alpha, beta) };
        board.play(branch);
        let value = evaluate(board, depth - 1, low, high, error);
        board.take_back();
        let old_alpha = alpha;
        if raises_alpha {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        let tested = if tests_old_alpha { old_alpha } else { alpha };
        if beta < tested || beta == tested && error != PrintedError::StrictTest {
            return board.leave(if raises_alpha { beta } else { alpha });
        }
    }
    board.leave(if raises_alpha { alpha } else { beta })
}
