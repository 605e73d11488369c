//! `minnow review`: what went wrong in games, as a table for people or CSV for programs.
//!
//! One file after the other: a file that cannot be read costs a sentence and the exit status, not
//! the others. Reading and writing are in `files.rs`, the rows in `report.rs`; the review
//! itself is the same as the window's.

mod files;
mod report;

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
    sync::atomic::AtomicBool,
};

use clap::{Args, ValueEnum};

use super::{Failure, variant};
use crate::{
    analysis::{Review, ReviewLimits, ReviewProgress, Reviewer},
    engine::Searcher,
    game::Game,
};
use files::{Destination, Loaded};

/// The transposition table, in MB.
const HASH_MB: usize = 64;
/// On a terminal the progress in a game is told every so many positions.
const TOLD_EVERY: usize = 5;

/// How the rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Csv,
}

/// What `minnow review` was asked for.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// Saved games (.ron) or PGN files (.pgn)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Search every position this many plies deep, in place of a number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Search every position this long, in place of a number of nodes
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// A table for people, or CSV with each side's accuracy on standard error
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the games with what was found: to this file, or into this folder
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// The variant of PGN games that name none
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
}

pub(super) fn run(output: &mut impl Write, args: &ReviewArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let destination = args.out.as_deref().map(|out| Destination::new(out, &args.files));
    let mut destination = destination.transpose().map_err(Failure::BadInput)?;
    let mut desk = Desk {
        limits: args.limits(),
        searcher: Searcher::new(variant, HASH_MB),
        format: args.format,
        is_one: args.files.len() == 1,
        has_header: false,
    };
    let mut all_well = true;
    for (number, path) in args.files.iter().enumerate() {
        let mut loaded = match files::load(path, variant) {
            Ok(loaded) => loaded,
            Err(problem) => {
                tell(&mut all_well, &problem);
                continue;
            }
        };
        for (problem, is_loss) in &loaded.problems {
            eprintln!("minnow: {problem}");
            all_well &= !is_loss;
        }
        let place = format!("{} of {}", number + 1, args.files.len());
        desk.review(output, &mut loaded, &place)?;
        let written = destination.as_mut().map_or(Ok(()), |to| to.write(path, &loaded));
        if let Err(problem) = written {
            tell(&mut all_well, &problem);
        }
    }
    if all_well { Ok(()) } else { Err(Failure::Reported) }
}

/// A sentence for the user, who is also to see it in the exit status.
fn tell(all_well: &mut bool, problem: &str) {
    eprintln!("minnow: {problem}");
    *all_well = false;
}

impl ReviewArgs {
    fn limits(&self) -> ReviewLimits {
        match (self.depth, self.movetime) {
            (None, None) => ReviewLimits::default(),
            (depth, movetime_ms) => ReviewLimits { depth, movetime_ms, nodes: None },
        }
    }
}

/// Reviews games and prints what was found.
struct Desk {
    limits: ReviewLimits,
    searcher: Searcher,
    format: Format,
    /// Whether there is one file only, so that rows need not name it.
    is_one: bool,
    has_header: bool,
}

impl Desk {
    /// Reviews the games of a file and leaves the verdicts in them; `place` says which file it is.
    fn review(
        &mut self,
        output: &mut impl Write,
        loaded: &mut Loaded,
        place: &str,
    ) -> Result<(), Failure> {
        let is_alone = self.is_one && loaded.games.len() == 1;
        for (name, game) in &mut loaded.games {
            if !is_alone {
                // Nobody may be reading the progress, which is no reason to stop.
                let _ = writeln!(io::stderr(), "{place}: {name}");
            }
            let review = self.review_game(game);
            review.write_into(game);
            let name = (!is_alone).then_some(name.as_str());
            match self.format {
                Format::Csv => {
                    // A PGN file of many games names each in its rows, too.
                    if !std::mem::replace(&mut self.has_header, true) {
                        report::csv_header(output, name.is_some())?;
                    }
                    report::csv_rows(output, game, &review, name)?;
                    report::sides(&mut io::stderr(), game, name)?;
                }
                Format::Table => report::table(output, game, &review, name)?,
            }
        }
        Ok(())
    }

    fn review_game(&mut self, game: &Game) -> Review {
        // A game's review must not depend on the games before it.
        self.searcher.new_game();
        let mut reviewer = Reviewer::new(game, self.limits);
        let running = AtomicBool::new(false);
        let is_watched = io::stderr().is_terminal();
        while !reviewer.is_finished() {
            reviewer.step(&mut self.searcher, &running);
            let ReviewProgress { done, total } = reviewer.progress();
            if is_watched && (done.is_multiple_of(TOLD_EVERY) || done == total) {
                let end = if done == total { '\n' } else { '\r' };
                let _ = write!(io::stderr(), "{done} of {total} positions{end}");
            }
        }
        reviewer.review()
    }
}
