//! `minnow-workshop numbers-match`: a match of two sets of numbers of the search.

use std::{io::Write, path::PathBuf};

use clap::Args;

use super::{
    check_build,
    series::{NumbersGameArgs, NumbersSeries},
    values::read_values,
};
use crate::game_series::play_games;
use minnow_arena::Tally;
use minnow_program::Failure;

/// The arguments of `numbers-match`.
#[derive(Debug, Args)]
pub(crate) struct NumbersMatchArgs {
    #[command(flatten)]
    games: NumbersGameArgs,
    /// The values of the first player instead of the built-in ones; the result is for it
    #[arg(long, value_name = "FILE")]
    first: Option<PathBuf>,
    /// The values of the second player instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    second: Option<PathBuf>,
    /// Pairs of games, each from one opening with colours swapped
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// A file for the results: games in it are not played again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
}

pub(crate) fn run(output: &mut impl Write, args: &NumbersMatchArgs) -> Result<(), Failure> {
    let first = read_values("--first", args.first.as_deref())?;
    let second = read_values("--second", args.second.as_deref())?;
    check_build()?;
    let boards = args.games.boards()?;
    let heading = format!("numbers-match: {}\n{first:?}\n{second:?}\n", args.games.heading());
    let nodes = args.games.nodes;
    let series = NumbersSeries { boards: &boards, nodes, first_pair: 0, numbers: [first, second] };
    let (count, threads) = (2 * args.pairs as usize, args.games.threads());
    let games = play_games(&series, count, threads, args.results.as_deref(), || heading)?;
    let mut tally = Tally::default();
    games.into_iter().for_each(|game| tally.add(game));
    writeln!(output, "{tally}, {}", tally.elo())?;
    Ok(())
}
