//! `minnow-workshop book`: makes the opening book of a board from the engine's games.
//!
//! A line of the book is `COUNT move move ...`: how often games began with these moves. Lines end
//! where fewer games than `--min-count` went on.

use std::{collections::BTreeMap, fmt::Write as _, io::Write, path::PathBuf};

use clap::Args;

use super::ProgressReporter;
use minnow_arena::BookGames;
use minnow_program::{Failure, variant, write_output};
use minnow_rules::{Move, Position};

/// The arguments of `book`.
#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// The number of lines to play
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The longest line, in plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=60))]
    plies: u8,
    /// Lines played less often are cut
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Seed of the choice among nearly equal moves
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Searches at once; the book does not depend on their number
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The file for the book, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(output: &mut impl Write, args: &BookArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let (games, nodes, seed) = (args.games, args.nodes, args.seed);
    let plan = BookGames {
        variant,
        games,
        plies: usize::from(args.plies),
        nodes,
        seed,
        threads: usize::from(args.threads),
    };
    let progress = ProgressReporter::new("lines", games as usize, 10);
    let lines = plan.play(&|finished| progress.report(finished as usize));
    let mut text = format!("# {}: {games} games, {nodes} nodes a move, seed {seed}\n", variant.id);
    let start = Position::start(variant);
    for (line, count) in counted(&lines, args.min_count) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{count} {}", start.line_text(&line));
    }
    write_output(output, args.out.as_deref(), &text)
}

/// The lines cut where fewer than `min_count` games went on, with their counts, in a fixed order.
fn counted(lines: &[Vec<Move>], min_count: u32) -> Vec<(Vec<Move>, u32)> {
    let mut begun: BTreeMap<Vec<u16>, u32> = BTreeMap::new();
    let bits = |moves: &[Move]| -> Vec<u16> { moves.iter().map(|mv| mv.bits()).collect() };
    for line in lines {
        for length in 1..=line.len() {
            *begun.entry(bits(&line[..length])).or_default() += 1;
        }
    }
    let mut counts: BTreeMap<Vec<u16>, (Vec<Move>, u32)> = BTreeMap::new();
    for line in lines {
        let kept =
            (1..=line.len()).rev().find(|length| begun[&bits(&line[..*length])] >= min_count);
        let Some(length) = kept else { continue };
        let entry = counts.entry(bits(&line[..length]));
        entry.or_insert_with(|| (line[..length].to_vec(), 0)).1 += 1;
    }
    counts.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn rare_continuations_are_cut() {
        let variant = Variant::default_variant();
        let line = |text: &str| -> Vec<Move> {
            let mut position = Position::start(variant);
            text.split(' ')
                .map(|word| {
                    let mv = position.parse_move(word).unwrap();
                    position = position.play(mv);
                    mv
                })
                .collect()
        };
        let lines = ["a2a3 b5b4", "a2a3 b5b4", "a2a3 c5c4", "b2b3 b5b4"].map(line);
        let texts = |min_count| -> Vec<String> {
            let counted = counted(&lines, min_count);
            counted
                .iter()
                .map(|(l, count)| format!("{count} {}", Position::start(variant).line_text(l)))
                .collect()
        };
        assert_eq!(texts(1), ["2 a2a3 b5b4", "1 a2a3 c5c4", "1 b2b3 b5b4"]);
        assert_eq!(texts(2), ["1 a2a3", "2 a2a3 b5b4"]);
        assert_eq!(texts(3), ["3 a2a3"]);
    }
}
