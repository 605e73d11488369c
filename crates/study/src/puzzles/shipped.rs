//! The puzzles that come with the program, one file a board.
//!
//! `minnow-workshop puzzles` makes the files; `docs/puzzles.md` says how.

use std::{collections::HashMap, sync::LazyLock};

use super::puzzle::{Puzzle, PuzzleTextError};
use minnow_rules::Variant;

/// The boards with puzzles, and their files.
const FILES: [(&str, &str); 4] = [
    ("minichess", include_str!("../../../../assets/puzzles/minichess.txt")),
    ("gardner", include_str!("../../../../assets/puzzles/gardner.txt")),
    ("losalamos", include_str!("../../../../assets/puzzles/losalamos.txt")),
    ("chessattack", include_str!("../../../../assets/puzzles/chessattack.txt")),
];

/// A fault in a file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PuzzleFileError {
    /// From 1.
    pub line: usize,
    /// What is wrong with the line.
    pub fault: PuzzleTextError,
}

/// Reads puzzles, one a line. Empty lines and those that begin with `#` are left out.
///
/// # Errors
///
/// A [`PuzzleFileError`] that names the first line that is not a puzzle.
pub fn parse_puzzles(
    variant: &'static Variant,
    text: &str,
) -> Result<Vec<Puzzle>, PuzzleFileError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let read = |(text, line)| {
        Puzzle::parse(variant, text).map_err(|fault| PuzzleFileError { line, fault })
    };
    lines.map(read).collect()
}

/// The puzzles of a board, the easiest first; none for a board without a file.
pub fn shipped(variant: &Variant) -> &'static [Puzzle] {
    static PUZZLES: LazyLock<HashMap<&str, Vec<Puzzle>>> = LazyLock::new(|| {
        let read = |(id, text): (&'static str, &str)| {
            let variant = Variant::by_id(id)?;
            match parse_puzzles(variant, text) {
                Ok(mut puzzles) => {
                    puzzles.sort_by_key(|puzzle| puzzle.difficulty);
                    Some((id, puzzles))
                }
                Err(error) => unreachable!("the built-in puzzles of {id} are tested: {error}"),
            }
        };
        FILES.into_iter().filter_map(read).collect()
    });
    PUZZLES.get(variant.id.as_str()).map_or(&[], Vec::as_slice)
}
