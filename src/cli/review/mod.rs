//! `minnow review`: the errors in games, as a table for people or as CSV for programs.
//!
//! A file that cannot be read is reported and changes the exit status; the others are reviewed.
//! `files.rs` reads and writes files and `report.rs` writes the rows. The review itself is the
//! window's; like there, its searches probe the end-game tables of the game if all of them are in the
//! user's cache folder.

mod files;
mod report;

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use clap::{Args, ValueEnum};

use super::{Failure, variant};
use files::{Destination, LoadedFile, NamedGame};
use minnow_base::sync::StopFlag;
use minnow_engine::Searcher;
use minnow_game::Game;
use minnow_study::analysis::{Review, ReviewLimits, ReviewProgress, Reviewer};
use minnow_tables::cache::{LoadedTables, TableCache};

/// The transposition table, in MB.
const HASH_MB: usize = 64;
/// On a terminal the progress is printed after this many positions.
const PROGRESS_STEP: usize = 5;

/// The format of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReviewFormat {
    Table,
    Csv,
}

/// The arguments of `review`.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// Saved games (.ron) or PGN files (.pgn)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Search every position to this depth in plies, instead of a number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Search every position for this long, instead of a number of nodes
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// A table for people, or CSV with the accuracy of each side on standard error
    #[arg(long, value_enum, default_value = "table")]
    format: ReviewFormat,
    /// Write the annotated games to this file or into this folder
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// The variant of PGN games without a Variant tag
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
}

pub(super) fn run(output: &mut impl Write, args: &ReviewArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let destination = args.out.as_deref().map(|out| Destination::new(out, &args.files));
    let mut destination =
        destination.transpose().map_err(|error| Failure::BadInput(error.to_string()))?;
    let mut run = ReviewRun {
        limits: args.limits(),
        searcher: Searcher::new(variant, HASH_MB),
        tables: LoadedTables::new(TableCache::of_user()),
        format: args.format,
        has_one_file: args.files.len() == 1,
        has_header: false,
    };
    let mut has_errors = false;
    let mut report = |message: &dyn Display| {
        eprintln!("minnow: {message}");
        has_errors = true;
    };
    for (number, path) in (1..).zip(&args.files) {
        let mut loaded = match files::load(path, variant) {
            Ok(loaded) => loaded,
            Err(error) => {
                report(&error);
                continue;
            }
        };
        for problem in &loaded.problems {
            if problem.loses_moves {
                report(&problem.message);
            } else {
                eprintln!("minnow: {}", problem.message);
            }
        }
        let place = format!("{number} of {}", args.files.len());
        run.review_file(output, &mut loaded, &place)?;
        if let Some(destination) = &mut destination
            && let Err(error) = destination.write(path, &loaded)
        {
            report(&error);
        }
    }
    if has_errors { Err(Failure::Reported) } else { Ok(()) }
}

impl ReviewArgs {
    fn limits(&self) -> ReviewLimits {
        match (self.depth, self.movetime) {
            (None, None) => ReviewLimits::default(),
            (depth, movetime_ms) => ReviewLimits { depth, movetime_ms, nodes: None },
        }
    }
}

/// One run of the verb: the engine, the options and the state of the output.
struct ReviewRun {
    limits: ReviewLimits,
    searcher: Searcher,
    tables: LoadedTables,
    format: ReviewFormat,
    has_one_file: bool,
    /// True if the header of the CSV has been written.
    has_header: bool,
}

impl ReviewRun {
    /// Reviews the games of a file, writes the rows and adds the verdicts to the games. `place`
    /// is the number of the file for the progress messages.
    fn review_file(
        &mut self,
        output: &mut impl Write,
        loaded: &mut LoadedFile,
        place: &str,
    ) -> Result<(), Failure> {
        let is_only_game = self.has_one_file && loaded.games.len() == 1;
        for NamedGame { name, game } in &mut loaded.games {
            if !is_only_game {
                // A closed standard error does not end the run.
                let _ = writeln!(io::stderr(), "{place}: {name}");
            }
            let review = self.review_game(game);
            review.write_into(game);
            let name = (!is_only_game).then_some(name.as_str());
            match self.format {
                ReviewFormat::Csv => {
                    if !std::mem::replace(&mut self.has_header, true) {
                        report::csv_header(output, name.is_some())?;
                    }
                    report::csv_rows(output, game, &review, name)?;
                    report::sides(&mut io::stderr(), game, name)?;
                }
                ReviewFormat::Table => report::table(output, game, &review, name)?,
            }
        }
        Ok(())
    }

    fn review_game(&mut self, game: &Game) -> Review {
        // The review of a game must not depend on earlier games.
        self.searcher.new_game();
        self.searcher.set_tables(self.tables.of(game.variant()));
        let mut reviewer = Reviewer::new(game, self.limits);
        let never = StopFlag::new();
        let has_terminal = io::stderr().is_terminal();
        while !reviewer.is_finished() {
            reviewer.step(&mut self.searcher, &never);
            let ReviewProgress { done, total, searches } = reviewer.progress();
            if has_terminal
                && searches == 0
                && (done.is_multiple_of(PROGRESS_STEP) || done == total)
            {
                let end = if done == total { '\n' } else { '\r' };
                let _ = write!(io::stderr(), "{done} of {total} positions{end}");
            }
        }
        reviewer.review()
    }
}
