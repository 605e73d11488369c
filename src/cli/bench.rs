//! `minnow bench`: the node count and speed of the search.

use std::io::Write;

use super::Failure;
use minnow_engine::bench::bench;

pub(super) fn run(
    output: &mut impl Write,
    threads: usize,
    depth: Option<u32>,
) -> Result<(), Failure> {
    let (mut nodes, mut seconds) = (0, 0.0);
    let mut written = Ok(());
    bench(threads, depth, &mut |entry| {
        nodes += entry.nodes;
        seconds += entry.seconds;
        let (variant, fen) = (&entry.position.variant().id, entry.position.fen());
        let line = format!("{:>9} nodes  depth {:>2}  {variant} {fen}", entry.nodes, entry.depth);
        if written.is_ok() {
            written = writeln!(output, "{line}");
        }
    })
    .map_err(|problem| Failure::BadInput(problem.to_string()))?;
    written?;
    let nps = nodes as f64 / f64::max(seconds, 1e-9);
    writeln!(output, "{threads} threads {seconds:.3} seconds")?;
    writeln!(output, "{nodes} nodes {nps:.0} nps")?;
    Ok(())
}
