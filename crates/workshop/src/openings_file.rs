//! The file of even openings: they are found once and read again by every measurement.
//!
//! The first line names the board and the search; then a line each, `score;moves`.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use super::ProgressReporter;
use minnow_arena::{EvenOpening, EvenOpenings};
use minnow_program::{Failure, read_text, write_file};
use minnow_rules::{Position, Variant, excerpt};

/// The options of even openings.
#[derive(Debug, Args)]
pub(super) struct OpeningsArgs {
    /// Even openings: read if the file exists and has enough, otherwise found and written
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Nodes of the search that calls an opening even
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    opening_nodes: u64,
    /// The largest score of an even opening, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i32).range(1..=10_000))]
    even: i32,
}

/// An opening with its positions from the start of the variant on.
#[derive(Clone, Debug)]
pub(super) struct PlayedOpening {
    /// The moves in coordinate notation.
    pub line: String,
    pub positions: Vec<Position>,
}

impl OpeningsArgs {
    /// The file, if one is named.
    pub(super) fn file(&self) -> Option<&Path> {
        self.openings.as_deref()
    }

    /// The first `count` even openings of the variant.
    pub(crate) fn load(
        &self,
        variant: &'static Variant,
        count: usize,
        threads: usize,
    ) -> Result<Vec<PlayedOpening>, Failure> {
        let search = EvenOpenings {
            variant,
            nodes: self.opening_nodes,
            max_score: self.even,
            seed: 1,
            threads,
        };
        let kept = match self.openings.as_deref().filter(|path| path.exists()) {
            Some(path) => parse(&search, &read_text("--openings", path)?)
                .map_err(|problem| refused(path, problem))?,
            None => Vec::new(),
        };
        let openings = if kept.len() >= count { kept } else { self.find(&search, count)? };
        if openings.len() < count {
            let (found, id) = (openings.len(), &variant.id);
            let problem = format!("{id} has only {found} even openings, and {count} are needed");
            return Err(Failure::BadInput(problem));
        }
        let played = |opening: EvenOpening| {
            let positions = opening.positions(variant).map_err(|error| error.to_string())?;
            Ok(PlayedOpening { line: opening.line, positions })
        };
        let played: Result<Vec<_>, String> = openings.into_iter().take(count).map(played).collect();
        played
            .map_err(|problem| refused(self.openings.as_deref().unwrap_or(Path::new("")), problem))
    }

    fn find(&self, search: &EvenOpenings, count: usize) -> Result<Vec<EvenOpening>, Failure> {
        // A message for each opening.
        let progress = ProgressReporter::new("even openings", count, usize::MAX);
        let openings = search.find(count, &mut |found| progress.report(found));
        if let Some(path) = &self.openings {
            write_file("--openings", path, text_of(search, &openings))?;
        }
        Ok(openings)
    }
}

fn refused(path: &Path, problem: String) -> Failure {
    Failure::refused_file("--openings", path, problem)
}

fn heading(search: &EvenOpenings) -> String {
    let EvenOpenings { variant, nodes, max_score, .. } = search;
    format!("{}: even within {max_score} centipawns by {nodes} nodes", variant.id)
}

fn text_of(search: &EvenOpenings, openings: &[EvenOpening]) -> String {
    let mut text = heading(search) + "\n";
    for EvenOpening { line, score } in openings {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{score};{line}");
    }
    text
}

fn parse(search: &EvenOpenings, text: &str) -> Result<Vec<EvenOpening>, String> {
    let mut lines = text.lines();
    let (found, wanted) = (lines.next().unwrap_or_default(), heading(search));
    if found != wanted {
        return Err(format!("the file begins with \"{}\", not with \"{wanted}\"", excerpt(found)));
    }
    let opening = |text: &str| {
        let (score, line) = text.split_once(';')?;
        Some(EvenOpening { score: score.parse().ok()?, line: line.to_owned() })
    };
    lines
        .map(|text| opening(text).ok_or_else(|| format!("\"{}\" is no opening", excerpt(text))))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn openings_are_found_once_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let args = OpeningsArgs { openings: Some(path.clone()), opening_nodes: 500, even: 60 };
        let variant = Variant::by_id("silverman4x5").unwrap();
        let first = args.load(variant, 6, 2).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 7);
        // The file is read: its second opening takes the place of the first.
        let lines: Vec<&str> = text.lines().collect();
        fs::write(&path, [lines[0], lines[2]].join("\n")).unwrap();
        assert_eq!(args.load(variant, 1, 1).unwrap()[0].line, first[1].line);
        assert_eq!(args.load(variant, 6, 1).unwrap()[5].line, first[5].line, "found anew");
        let other = OpeningsArgs { even: 40, ..args };
        let problem = other.load(variant, 1, 1).unwrap_err().to_string();
        assert!(problem.contains("even within 60 centipawns"), "{problem}");
        fs::write(&path, format!("{}\nnothing\n", lines[0].replace("60", "40"))).unwrap();
        let problem = other.load(variant, 1, 1).unwrap_err().to_string();
        assert!(problem.contains("\"nothing\" is no opening"), "{problem}");
    }
}
