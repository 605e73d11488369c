//! `minnow perft`: counts the move sequences of a position.

use std::io::Write;

use super::{Failure, PositionArgs};
use minnow_rules::{divide, perft};

pub(super) fn run(
    output: &mut impl Write,
    depth: u32,
    position: &PositionArgs,
    by_move: bool,
) -> Result<(), Failure> {
    let position = position.position()?;
    if by_move && depth > 0 {
        for (mv, count) in divide(&position, depth) {
            writeln!(output, "{}: {count}", position.move_text(mv))?;
        }
    }
    writeln!(output, "nodes {}", perft(&position, depth))?;
    Ok(())
}
