//! The verbs of `minnow`, all of which run without a display.

mod bench;
mod columns;
mod generated;
mod imcs;
mod lab;
mod lab_claims;
mod lab_class;
mod lab_exercise;
mod lab_export;
mod lab_grade;
mod lab_lessons;
mod lab_paper;
mod lab_set;
mod lab_trace;
mod league;
mod r#match;
mod perft;
mod programs;
mod prove;
mod review;
mod students;
mod tables;
mod tournament;
mod variants;

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

pub use minnow_program::Failure;
use minnow_program::{self as program, variant};
use minnow_rules::{MAX_PERFT_PLIES, Position, excerpt};

/// The program's name, as its errors begin with it.
const NAME: &str = "minnow";

/// The endings of the files that the window opens.
const FILE_ENDINGS: [&str; 3] = ["ron", "pgn", "txt"];

/// The command line of `minnow`.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    about = "Chess on small boards, with a look inside the search",
    after_help = "Without arguments it opens the window, with each FILE a window of its own, at most 8.",
    args_conflicts_with_subcommands = true
)]
pub struct CommandLine {
    /// Saved games or PGN files, each to open in a window of its own
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// The verbs of `minnow`; none needs a display.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// List the variants: id, board, start FEN and name, separated by tabs
    Variants {
        /// Write the variants as a file for Fairy-Stockfish instead
        #[arg(long)]
        ini: bool,
    },
    /// Count the move sequences of a position
    Perft {
        /// The length of the sequences in plies
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_PLIES)))]
        depth: u32,
        #[command(flatten)]
        position: PositionArgs,
        /// Also print the count for each first move
        #[arg(long)]
        divide: bool,
    },
    /// Search a fixed set of positions; the node count of one thread never varies
    Bench {
        /// Threads that search each position
        #[arg(long, value_name = "N", default_value_t = 1,
            value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Depth in plies, instead of the depths of the set
        #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
    },
    /// Review games: the score after each move, errors, and better moves
    Review(review::ReviewArgs),
    /// Compare textbook searches on a position or tree
    Lab(Box<lab::LabArgs>),
    /// Prove a win or a draw, or check certificates of proofs
    Prove(prove::ProveArgs),
    /// Play a match between two players: levels or programs
    Match(Box<r#match::MatchArgs>),
    /// Play a tournament of levels and programs, or go on with one that was stopped
    Tournament(tournament::TournamentArgs),
    /// Let the programs of a class play each other and some levels, with a report for each student
    League(league::LeagueArgs),
    /// Run a server of the MiniChess course's protocol, or play on one
    #[command(subcommand, arg_required_else_help = false)]
    Imcs(imcs::ImcsVerb),
    /// Build end-game tables, and show what they know
    #[command(subcommand, arg_required_else_help = false)]
    Tables(tables::TablesVerb),
    /// Run the engine with the UCI protocol, for chess programs
    Uci,
    /// Print the completions of a shell; the manual says where each shell looks for them
    Completions { shell: Shell },
    /// Print the manual page in roff, for `man`
    Man,
    /// Moved to `minnow-workshop tune`
    #[command(hide = true, disable_help_flag = true)]
    Tune(MovedArgs),
    /// Moved to `minnow-workshop win-curve`
    #[command(hide = true, disable_help_flag = true)]
    WinCurve(MovedArgs),
    /// Moved to `minnow-workshop review-check`
    #[command(hide = true, disable_help_flag = true)]
    ReviewCheck(MovedArgs),
}

/// The arguments of a verb that is now one of `minnow-workshop`; they are ignored.
#[derive(Debug, Args)]
pub struct MovedArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    ignored: Vec<OsString>,
}

/// A position on the command line.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The variant's id, see `minnow variants`
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// The position; by default the variant's start
    #[arg(long, conflicts_with = "board")]
    fen: Option<String>,
    /// A file with the position in the course's text form, `20 W` and the rows; - is standard input
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
}

/// Parses the command line of the process, whose texts go to the console that it was started from. The
/// window has no console.
///
/// # Errors
///
/// The exit status, after help, the version or an error has been printed.
pub fn parse() -> Result<CommandLine, ExitCode> {
    #[cfg(windows)]
    program::attach_to_parent();
    let command_line: CommandLine = program::parse(NAME)?;
    if let Some(word) = mistyped_command(&command_line.files) {
        let word = excerpt(&word.to_string_lossy());
        let problem = format!("'{word}' is neither a command nor a file");
        return Err(program::finish(NAME, Err(Failure::BadInput(problem))));
    }
    #[cfg(windows)]
    if command_line.verb.is_none() {
        program::leave();
    }
    Ok(command_line)
}

/// The first word of a command line whose words are neither files nor look like their paths. Among
/// files, the window names those that are missing.
fn mistyped_command(files: &[PathBuf]) -> Option<&Path> {
    let is_file = |path: &PathBuf| path.exists() || looks_like_file(path);
    files.first().filter(|_| !files.iter().any(is_file)).map(PathBuf::as_path)
}

/// True for a path with a separator, or with an ending of [`FILE_ENDINGS`].
fn looks_like_file(path: &Path) -> bool {
    let is_opened =
        |ending: &OsStr| FILE_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    path.to_string_lossy().contains(std::path::is_separator)
        || path.extension().is_some_and(is_opened)
}

/// Runs a verb on the standard streams.
pub fn run(verb: &Verb) -> ExitCode {
    let mut output = program::output_beside(verb.written_file());
    let done = match verb {
        Verb::Variants { ini } => variants::run(&mut output, *ini),
        Verb::Perft { depth, position, divide } => {
            perft::run(&mut output, *depth, position, *divide)
        }
        Verb::Bench { threads, depth } => bench::run(&mut output, usize::from(*threads), *depth),
        Verb::Review(args) => review::run(&mut output, args),
        Verb::Lab(args) => lab::run(&mut output, args),
        Verb::Prove(args) => prove::run(&mut output, args),
        Verb::Match(args) => r#match::run(&mut output, args),
        Verb::Tournament(args) => tournament::run(&mut output, args),
        Verb::League(args) => league::run(&mut output, args),
        Verb::Imcs(verb) => imcs::run(&mut output, verb),
        Verb::Tables(verb) => tables::run(&mut output, verb),
        Verb::Completions { shell } => generated::completions(&mut output, *shell),
        Verb::Man => generated::manual_page(&mut output),
        Verb::Uci => {
            drop(output);
            minnow_uci::run_on_standard_streams().map_err(Failure::from)
        }
        Verb::Tune(_) => Err(moved("tune")),
        Verb::WinCurve(_) => Err(moved("win-curve")),
        Verb::ReviewCheck(_) => Err(moved("review-check")),
    };
    program::finish(NAME, done)
}

impl Verb {
    /// The file besides the printed result that may be the standard output.
    fn written_file(&self) -> Option<&Path> {
        match self {
            Verb::Lab(args) => args.written_file(),
            Verb::Prove(args) => args.written_file(),
            _ => None,
        }
    }
}

/// The failure of input that an error describes in full.
fn bad_input(error: impl ToString) -> Failure {
    Failure::BadInput(error.to_string())
}

fn moved(verb: &str) -> Failure {
    Failure::BadInput(format!("`{NAME} {verb}` is now `minnow-workshop {verb}`"))
}

impl PositionArgs {
    /// The position that these arguments name.
    fn position(&self) -> Result<Position, Failure> {
        self.position_or(None)
    }

    /// The same, with a FEN that may also stand alone.
    fn position_or(&self, fen: Option<&str>) -> Result<Position, Failure> {
        let variant = variant(&self.variant)?;
        if let Some(fen) = self.fen.as_deref().or(fen) {
            return Position::from_fen(variant, fen).map_err(|error| {
                Failure::BadInput(format!("--fen \"{}\": {}", excerpt(fen), error.with_column()))
            });
        }
        let Some(path) = &self.board else { return Ok(Position::start(variant)) };
        let text = program::read_text("--board", path)?;
        minnow_rules::parse_position_text(variant, &text)
            .map_err(|error| Failure::refused_file("--board", path, error))
    }
}
