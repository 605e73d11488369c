//! `minnow match`: one level of the computer against another.
//!
//! The match itself is [`LevelMatch`]. Matches between programs are left to UCI and a referee.

use std::io::Write;

use clap::Args;

use super::{Failure, variant};
use minnow_arena::{LevelMatch, MatchError, MatchProgress};
use minnow_engine::LEVELS;
use minnow_program as program;

/// A match on the command line.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The level whose results are counted, from 1 (the weakest)
    #[arg(value_parser = clap::value_parser!(u8).range(1..=LEVELS.len() as i64))]
    a: u8,
    /// The level it plays against, from 1 (the weakest)
    #[arg(value_parser = clap::value_parser!(u8).range(1..=LEVELS.len() as i64))]
    b: u8,
    /// The variant's id, see `minnow variants`
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// The number of games; two are played from each opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Time limit per move; games may then differ from run to run
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Node limit per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of the openings and of the moves that weak levels overlook
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(output: &mut impl Write, args: &MatchArgs) -> Result<(), Failure> {
    let MatchArgs { a, b, games, seed, movetime, nodes, .. } = *args;
    let variant = variant(&args.variant)?;
    let level_match =
        LevelMatch { levels: [a, b], variant, games, movetime_ms: movetime, nodes, seed };
    let mut report_game = |progress: MatchProgress| {
        let MatchProgress { number, game, tally } = progress;
        program::report(format_args!("game {number} of {games}: {game}; {tally}"));
    };
    let report = level_match.play(&mut report_game).map_err(|error| match error {
        MatchError::TooFewOpenings { .. } => Failure::refused(format!("--games {games}"), error),
        MatchError::NoLegalMove { .. } => Failure::Fault(error.to_string()),
    })?;
    let (id, tally) = (&variant.id, &report.tally);
    writeln!(output, "level {a} against level {b}, {id}, {games} games, seed {seed}")?;
    writeln!(output, "{tally}, score {:.1} %, {}", 100.0 * tally.score(), tally.elo())?;
    let endings: Vec<String> =
        report.endings.iter().map(|(end, count)| format!("{end} {count}")).collect();
    writeln!(output, "ends: {}", endings.join(", "))?;
    Ok(())
}
