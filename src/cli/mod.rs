//! The command line: every verb of `minnow` besides the window itself.
//!
//! Errors go to standard error in one sentence; the exit status is 2 for bad
//! usage or input and 1 for a failure.

mod bench;
mod elo;
mod lab;
mod lab_set;
mod r#match;
mod perft;
mod review;
mod review_check;
mod tune;
mod variants;
mod win_curve;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Args, Parser, Subcommand, error::ErrorKind};

use crate::rules::{Position, Variant};

/// What the user typed.
#[derive(Debug, Parser)]
#[command(
    name = "minnow",
    version,
    about = "Chess on small boards: play it, look into it",
    after_help = "Without arguments the window opens; with a FILE it opens that game.",
    args_conflicts_with_subcommands = true
)]
pub struct CommandLine {
    /// A saved game or a PGN file to open in the window
    pub file: Option<PathBuf>,
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// The verbs that need no display.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// List the variants: id, board, start FEN and name, separated by tabs
    Variants,
    /// Count the sequences of moves of a position
    Perft {
        /// How many plies
        depth: u32,
        #[command(flatten)]
        position: PositionArgs,
        /// Also print the count for each first move
        #[arg(long)]
        divide: bool,
    },
    /// Search a fixed set of positions; with one thread the node count never varies
    Bench {
        /// How many threads search each position
        #[arg(long, value_name = "N", default_value_t = 1,
            value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// How many plies deep, in place of the set's own depths
        #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
    },
    /// Review games: the score after each move, errors, and what was better
    Review(review::ReviewArgs),
    /// Measure the review on games with planted blunders
    #[command(hide = true)]
    ReviewCheck(review_check::ReviewCheckArgs),
    /// Compare textbook searches on a position or tree
    Lab(lab::LabArgs),
    /// Let two levels play a match
    Match(r#match::MatchArgs),
    /// Speak the UCI protocol, for chess programs
    Uci,
    /// Fit the evaluation's weights to the engine's own games
    Tune(tune::TuneArgs),
    /// Fit win % to the scores of positions that `tune` kept
    WinCurve(win_curve::WinCurveArgs),
}

/// A position on the command line.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The variant's id, see `minnow variants`
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// The position; the variant's start without it
    #[arg(long, conflicts_with = "board")]
    fen: Option<String>,
    /// A file with the position in the course's text form (`20 W` and the ranks)
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
}

/// A sentence for the user, and whether the input was to blame.
#[derive(Debug)]
pub enum Failure {
    BadInput(String),
    /// The program did what it must never do.
    Fault(String),
    /// The input was to blame, and the user has been told.
    Told,
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Parses the command line. The error is the exit status, everything having been printed.
pub fn parse() -> Result<CommandLine, ExitCode> {
    CommandLine::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A closed output is no reason to fail after a request for help.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("minnow: {}", first_sentence(&error.to_string()));
            ExitCode::from(2)
        }
    })
}

/// The first paragraph of an error of the parser, in one line and without its label.
fn first_sentence(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}

/// Carries out a verb on the standard streams.
pub fn run(verb: &Verb) -> ExitCode {
    let mut output = io::stdout().lock();
    let done = match verb {
        Verb::Variants => variants::run(&mut output),
        Verb::Perft { depth, position, divide } => {
            perft::run(&mut output, *depth, position, *divide)
        }
        Verb::Bench { threads, depth } => bench::run(&mut output, usize::from(*threads), *depth),
        Verb::Review(args) => review::run(&mut output, args),
        Verb::ReviewCheck(args) => review_check::run(&mut output, args),
        Verb::Lab(args) => lab::run(&mut output, args),
        Verb::Match(args) => r#match::run(&mut output, args),
        Verb::Tune(args) => tune::run(&mut output, args),
        Verb::WinCurve(args) => win_curve::run(&mut output, args),
        Verb::Uci => {
            drop(output);
            crate::uci::run_on_standard_streams();
            return ExitCode::SUCCESS;
        }
    };
    match done.and_then(|()| Ok(io::stdout().flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader had enough, as with `| head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => {
            eprintln!("minnow: the output could not be written: {error}");
            ExitCode::FAILURE
        }
        Err(Failure::Fault(problem)) => {
            eprintln!("minnow: {problem}");
            ExitCode::FAILURE
        }
        Err(Failure::Told) => ExitCode::from(2),
        Err(Failure::BadInput(problem)) => {
            eprintln!("minnow: {problem}");
            ExitCode::from(2)
        }
    }
}

/// The variant with an id that the user typed.
fn variant(id: &str) -> Result<&'static Variant, Failure> {
    Variant::by_id(id).ok_or_else(|| {
        let hint = "`minnow variants` lists them";
        Failure::BadInput(format!("there is no variant \"{id}\"; {hint}"))
    })
}

impl PositionArgs {
    /// The position these arguments name.
    fn position(&self) -> Result<Position, Failure> {
        let variant = variant(&self.variant)?;
        if let Some(fen) = &self.fen {
            return Position::from_fen(variant, fen).map_err(|problem| {
                Failure::BadInput(format!("--fen \"{fen}\": {}", problem.with_column()))
            });
        }
        let Some(path) = &self.board else { return Ok(Position::start(variant)) };
        let refuse =
            |problem: String| Failure::BadInput(format!("--board {}: {problem}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
        crate::rules::parse_position_text(variant, &text).map_err(|e| refuse(e.to_string()))
    }
}
