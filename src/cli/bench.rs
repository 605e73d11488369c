//! `minnow bench`: the node count and speed of the search.

use std::io::Write;

use super::{Failure, bad_input};
use minnow_engine::bench::{BenchTotals, bench};

pub(super) fn run(
    output: &mut impl Write,
    threads: usize,
    depth: Option<u32>,
) -> Result<(), Failure> {
    let mut totals = BenchTotals::default();
    let mut written = Ok(());
    bench(threads, depth, &mut |entry| {
        totals.add(entry);
        let (variant, fen) = (&entry.position.variant().id, entry.position.fen());
        let line = format!("{:>9} nodes  depth {:>2}  {variant} {fen}", entry.nodes, entry.depth);
        if written.is_ok() {
            written = writeln!(output, "{line}");
        }
    })
    .map_err(bad_input)?;
    written?;
    writeln!(output, "{threads} threads {:.3} seconds", totals.seconds)?;
    writeln!(output, "{totals}")?;
    Ok(())
}
