//! `minnow variants`: prints a line for each variant, or all of them as a file for Fairy-Stockfish.

use std::io::Write;

use super::Failure;
use minnow_external::variants_ini;
use minnow_rules::builtin_variants;

pub(super) fn run(output: &mut impl Write, as_ini: bool) -> Result<(), Failure> {
    if as_ini {
        return Ok(output.write_all(variants_ini().as_bytes())?);
    }
    for variant in builtin_variants() {
        let (id, size) = (&variant.id, variant.size_text());
        writeln!(output, "{id}\t{size}\t{}\t{}", variant.start_fen, variant.name)?;
    }
    Ok(())
}
