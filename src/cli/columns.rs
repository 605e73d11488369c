//! Tables for people on the standard output.

use std::io::{self, Write};

/// Writes rows, the heading first, with two blanks between the columns. The column of names is aligned to
/// the left, the others to the right.
pub(super) fn write_columns(
    output: &mut impl Write,
    rows: &[Vec<String>],
    names: usize,
) -> io::Result<()> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == names { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        writeln!(output, "{}", line.trim_end())?;
    }
    Ok(())
}
