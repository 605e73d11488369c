//! `minnow review`: the errors in games, as a table for people or as CSV for programs.
//!
//! A file that cannot be read is reported and changes the exit status; the others are reviewed. The
//! games of a file are read, reviewed and printed one after the other.
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

use super::{Failure, bad_input, variant};
use files::{AnnotatedGames, Destination, LoadedFile, NamedGame, ReviewFileError};
use minnow_base::sync::StopFlag;
use minnow_engine::Searcher;
use minnow_game::Game;
use minnow_program as program;
use minnow_study::analysis::{Review, ReviewLimits, ReviewProgress, Reviewer};
use minnow_tables::cache::{LoadedTables, TableCache};

/// The transposition table, in MB.
const HASH_MB: usize = 64;
/// On a terminal the progress is printed after this many positions.
const PROGRESS_STEP: usize = 5;
/// Elsewhere that of a game with more positions than this is printed after so many.
const LOG_STEP: usize = 500;

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
    let mut destination = destination.transpose().map_err(refused_destination)?;
    let mut run = ReviewRun {
        limits: args.limits(),
        searcher: Searcher::new(variant, HASH_MB),
        tables: LoadedTables::new(TableCache::of_user()),
        format: args.format,
        has_header: false,
        has_errors: false,
        has_failed_writes: false,
    };
    for (number, path) in (1..).zip(&args.files) {
        let loaded = match LoadedFile::open(path, variant) {
            Ok(loaded) => loaded,
            Err(error) => {
                run.report(&error);
                continue;
            }
        };
        let place = format!("{number} of {}", args.files.len());
        let is_only_game = args.files.len() == 1 && loaded.count() == 1;
        let place = (!is_only_game).then_some(place.as_str());
        let mut annotated = AnnotatedGames::default();
        for named in loaded.games() {
            if let Some(game) = run.review_named(output, named, place)?
                && destination.is_some()
            {
                annotated.add(game);
            }
        }
        if let Some(destination) = &mut destination
            && let Err(error) = destination.write(path, &loaded, &annotated)
        {
            run.report(&error);
            run.has_failed_writes |= error.is_failed_write();
        }
    }
    match run {
        ReviewRun { has_failed_writes: true, .. } => Err(Failure::UnwrittenReported),
        ReviewRun { has_errors: true, .. } => Err(Failure::Reported),
        _ => Ok(()),
    }
}

fn refused_destination(error: ReviewFileError) -> Failure {
    if error.is_failed_write() { Failure::Unwritten(error.to_string()) } else { bad_input(error) }
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
    /// True if the header of the CSV has been written.
    has_header: bool,
    /// True if a file or moves were left out.
    has_errors: bool,
    /// True if annotated games could not be written.
    has_failed_writes: bool,
}

impl ReviewRun {
    fn report(&mut self, message: &dyn Display) {
        program::report(format_args!("minnow: {message}"));
        self.has_errors = true;
    }

    /// Reviews a game, writes its rows and returns it with the verdicts; `None` if it could not be
    /// read. `place` is the number of the file for the progress messages, `None` for the only game.
    fn review_named(
        &mut self,
        output: &mut impl Write,
        named: NamedGame,
        place: Option<&str>,
    ) -> Result<Option<Game>, Failure> {
        let NamedGame { name, game, problems } = named;
        for problem in &problems {
            program::report(format_args!("minnow: {}", problem.message));
            self.has_errors |= problem.loses_moves;
        }
        let Some(mut game) = game else { return Ok(None) };
        if let Some(place) = place {
            program::report(format_args!("{place}: {name}"));
        }
        let review = self.review_game(&game);
        review.write_into(&mut game);
        let name = place.map(|_| name.as_str());
        match self.format {
            ReviewFormat::Csv => {
                if !std::mem::replace(&mut self.has_header, true) {
                    report::csv_header(output, name.is_some())?;
                }
                report::csv_rows(output, &game, &review, name)?;
                report::sides(&mut program::ReportStream, &game, name)?;
            }
            ReviewFormat::Table => report::table(output, &game, &review, name)?,
        }
        Ok(Some(game))
    }

    fn review_game(&mut self, game: &Game) -> Review {
        // The review of a game must not depend on earlier games.
        self.searcher.new_game();
        self.searcher.set_tables(self.tables.of(game.variant()));
        let mut reviewer = Reviewer::new(game, self.limits);
        let never = StopFlag::new();
        let has_terminal = io::stderr().is_terminal();
        print_progress(reviewer.progress(), has_terminal);
        while !reviewer.is_finished() {
            reviewer.step(&mut self.searcher, &never);
            print_progress(reviewer.progress(), has_terminal);
        }
        reviewer.review()
    }
}

/// Prints the progress on standard error between two positions. On a terminal the numbers replace each
/// other.
fn print_progress(progress: ReviewProgress, has_terminal: bool) {
    let ReviewProgress { done, total, searches } = progress;
    let step = if has_terminal { PROGRESS_STEP } else { LOG_STEP };
    let is_end = has_terminal && done == total;
    if searches == 0 && (is_end || total > step && done.is_multiple_of(step)) {
        let end = if has_terminal && !is_end { '\r' } else { '\n' };
        program::report_text(format_args!("{done} of {total} positions{end}"));
    }
}
