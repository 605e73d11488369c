//! `minnow variants`: prints a line for each variant.

use std::io::Write;

use super::Failure;
use minnow_rules::builtin_variants;

pub(super) fn run(output: &mut impl Write) -> Result<(), Failure> {
    for variant in builtin_variants() {
        let (id, size) = (&variant.id, variant.size_text());
        writeln!(output, "{id}\t{size}\t{}\t{}", variant.start_fen, variant.name)?;
    }
    Ok(())
}
