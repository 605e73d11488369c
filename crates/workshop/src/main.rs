//! The command line of `minnow-workshop`: makes and checks the data that the game ships.
//!
//! The output of `tune` and `win-curve` goes into `assets/` by hand.

#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod binomial;
mod book;
mod curve_fit;
mod game_series;
mod kept_file;
mod ladder;
mod match_me;
mod mistakes;
mod net_fit;
mod numbers;
mod openings;
mod openings_file;
mod puzzles;
mod review_check;
mod samples;
mod table_mates;
mod tune;
mod uci_engine;
mod weights_fit;
mod win_curve;

use std::{path::Path, process::ExitCode, time::Instant};

use clap::{Parser, Subcommand};

use minnow_arena::Sample;
use minnow_program as program;

/// The program's name, as its errors begin with it.
const NAME: &str = "minnow-workshop";

/// One game in this many is held out of every fit.
const HELD_OUT_PERIOD: u32 = 10;

/// The command line of `minnow-workshop`.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    about = "Makes and checks the data that Minnow ships: weights, networks, win curves, ratings"
)]
struct WorkshopCommand {
    #[command(subcommand)]
    verb: WorkshopVerb,
}

#[derive(Debug, Subcommand)]
enum WorkshopVerb {
    /// Make the opening book of a board
    Book(book::BookArgs),
    /// Fit the evaluation to the engine's games against itself
    Tune(tune::TuneArgs),
    /// Tune the numbers of the search by games of the engine against itself (SPSA)
    Spsa(numbers::SpsaArgs),
    /// Play a match between two sets of numbers of the search
    NumbersMatch(numbers::NumbersMatchArgs),
    /// Fit win % to the scores of positions that `tune` kept
    WinCurve(win_curve::WinCurveArgs),
    /// Measure the levels against each other and fit their ratings
    Ladder(ladder::LadderArgs),
    /// Play match me against simulated players of known ratings
    MatchMe(match_me::MatchMeArgs),
    /// Measure what the moves of the levels lose, and why
    Mistakes(mistakes::MistakesArgs),
    /// Make the puzzles of a board
    Puzzles(puzzles::PuzzlesArgs),
    /// Count the openings of the strongest level in games against itself
    Openings(openings::OpeningsArgs),
    /// Measure the marks of the review by a long search, on games with planted blunders
    ReviewCheck(review_check::ReviewCheckArgs),
    /// Compare the distances of end-game tables with the mates that another engine finds
    TableMates(table_mates::TableMatesArgs),
}

impl WorkshopVerb {
    /// The files besides the printed result, of which one may be the standard output.
    fn written_files(&self) -> [Option<&Path>; 2] {
        match self {
            WorkshopVerb::Tune(args) => args.written_files(),
            WorkshopVerb::Spsa(args) => [Some(&args.out), None],
            WorkshopVerb::Ladder(args) => args.written_files(),
            WorkshopVerb::Mistakes(args) => [args.openings.file(), None],
            _ => [None, None],
        }
    }
}

fn main() -> ExitCode {
    let command: WorkshopCommand = match program::parse(NAME) {
        Ok(command) => command,
        Err(status) => return status,
    };
    let mut output = program::output_beside(command.verb.written_files().into_iter().flatten());
    let done = match &command.verb {
        WorkshopVerb::Book(args) => book::run(&mut output, args),
        WorkshopVerb::Tune(args) => tune::run(&mut output, args),
        WorkshopVerb::Spsa(args) => numbers::run_spsa(&mut output, args),
        WorkshopVerb::NumbersMatch(args) => numbers::run_match(&mut output, args),
        WorkshopVerb::WinCurve(args) => win_curve::run(&mut output, args),
        WorkshopVerb::Ladder(args) => ladder::run(&mut output, args),
        WorkshopVerb::MatchMe(args) => match_me::run(&mut output, args),
        WorkshopVerb::Mistakes(args) => mistakes::run(&mut output, args),
        WorkshopVerb::Puzzles(args) => puzzles::run(&mut output, args),
        WorkshopVerb::Openings(args) => openings::run(&mut output, args),
        WorkshopVerb::ReviewCheck(args) => review_check::run(&mut output, args),
        WorkshopVerb::TableMates(args) => table_mates::run(&mut output, args),
    };
    program::finish(NAME, done)
}

/// Progress messages of a long command on standard error, such as `40 of 100 games, 12 s`.
struct ProgressReporter {
    /// The noun for the finished parts, in the plural.
    parts: &'static str,
    all: usize,
    /// The number of parts between two messages.
    step: usize,
    begin: Instant,
}

impl ProgressReporter {
    /// A reporter that starts now and writes about this many messages.
    fn new(parts: &'static str, all: usize, messages: usize) -> ProgressReporter {
        ProgressReporter { parts, all, step: (all / messages).max(1), begin: Instant::now() }
    }

    /// True if a message is due after this many parts.
    fn is_due(&self, finished: usize) -> bool {
        finished.is_multiple_of(self.step) || finished == self.all
    }

    /// Writes a message if one is due after this many parts.
    fn report(&self, finished: usize) {
        if self.is_due(finished) {
            let (seconds, parts) = (self.begin.elapsed().as_secs(), self.parts);
            program::report(format_args!("{finished} of {} {parts}, {seconds} s", self.all));
        }
    }
}

/// Too few games for a tenth of them to be held out, or no quiet position.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{games} games with quiet positions are too few for a fit")]
struct TooFewGames {
    games: usize,
}

/// Mean squared errors of predicted points; 1 is a win predicted as a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct FitErrors {
    /// On the games fitted to.
    fitted: f64,
    /// On the games held out.
    held_out: f64,
}

/// The number of positions that a fit used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SampleCounts {
    fitted: usize,
    held_out: usize,
}

/// Counts the positions to fit to and those held out; refuses the samples if either count is 0.
fn count_samples(samples: &[Sample]) -> Result<SampleCounts, TooFewGames> {
    let held_out = samples.iter().filter(|sample| is_held_out(sample)).count();
    if held_out > 0 && held_out < samples.len() {
        return Ok(SampleCounts { fitted: samples.len() - held_out, held_out });
    }
    let mut games: Vec<u32> = samples.iter().map(|sample| sample.game).collect();
    games.dedup();
    Err(TooFewGames { games: games.len() })
}

fn is_held_out(sample: &Sample) -> bool {
    sample.game % HELD_OUT_PERIOD == HELD_OUT_PERIOD - 1
}

/// The points that a value in centipawns predicts; `scale` centipawns make the odds e to 1.
fn predicted_points(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// White's points that a fit aims at, 0 to 1: this share of the game's result and the rest of the score.
fn white_label(sample: &Sample, scale: f64, result_share: f64) -> f64 {
    let searched = predicted_points(f64::from(sample.score), scale);
    result_share * f64::from(sample.points) + (1.0 - result_share) * searched
}

/// The scale with which the search's scores predict the results best, by ternary search.
fn best_scale(samples: &[Sample]) -> f64 {
    let error = |scale: f64| -> f64 {
        let miss = |s: &Sample| predicted_points(f64::from(s.score), scale) - f64::from(s.points);
        samples.iter().map(|sample| miss(sample).powi(2)).sum()
    };
    let (mut low, mut high) = (30.0_f64, 2000.0_f64);
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(a) < error(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_name_the_files_that_they_write() {
        for (line, expected) in [
            ("spsa --out -", [Some("-"), None]),
            ("tune --out - --positions p", [Some("-"), Some("p")]),
            ("ladder --openings o --ratings r", [Some("o"), Some("r")]),
            ("mistakes --openings -", [Some("-"), None]),
            ("book --out -", [None, None]),
        ] {
            let words = [NAME].into_iter().chain(line.split(' '));
            let command = WorkshopCommand::try_parse_from(words).unwrap();
            assert_eq!(
                command.verb.written_files(),
                expected.map(|it| it.map(Path::new)),
                "{line}"
            );
        }
    }
}
