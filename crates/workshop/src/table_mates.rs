//! `minnow-workshop table-mates`: compares the distances of end-game tables with the mates that
//! another engine finds.
//!
//! A mate of the engine is a win that exists, so the distance of the table must not be longer.

use std::io::Write;

use clap::Args;

use super::uci_engine::UciEngine;
use minnow_base::sync::StopFlag;
use minnow_engine::{Random, Score};
use minnow_program::{Failure, variant};
use minnow_rules::{Position, Variant};
use minnow_tables::{Table, TableSet, TableValue};

/// The men of the tables.
const MEN: usize = 4;
/// The most positions drawn for each one that is to be compared; many are not won, or the engine finds
/// no mate in them.
const DRAWN_FOR_EACH: u32 = 20;

/// The arguments of `table-mates`.
#[derive(Debug, Args)]
pub(crate) struct TableMatesArgs {
    /// The variant's id
    #[arg(long, value_name = "ID", default_value = "gardner")]
    variant: String,
    /// Won positions to compare, in which the engine finds a mate
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The other engine: a command that speaks UCI
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// An option of the other engine, such as UCI_Variant=gardner
    #[arg(long, value_name = "NAME=VALUE")]
    engine_option: Vec<String>,
    /// Nodes of the other engine for each position
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    engine_nodes: u64,
    /// Seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// The comparisons so far.
#[derive(Default)]
struct MateCounts {
    /// Positions in which the engine found a mate.
    compared: u32,
    /// Of these, the positions with equal distances.
    equal: u32,
    /// Positions in which it found none.
    unfound: u32,
    /// The longest distance compared, in plies.
    longest: u8,
}

pub(super) fn run(output: &mut impl Write, args: &TableMatesArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let refused = |error| Failure::refused(format!("--engine {}", args.engine), error);
    let mut engine = UciEngine::start(&args.engine, &args.engine_option).map_err(refused)?;
    let set = TableSet::built(variant, MEN, &StopFlag::new())
        .map_err(|error| Failure::Fault(error.to_string()))?;
    let tables = set.in_order();
    let mut random = Random(args.seed);
    let mut counts = MateCounts::default();
    let limit = format!("nodes {}", args.engine_nodes);
    for _ in 0..args.positions.saturating_mul(DRAWN_FOR_EACH) {
        if counts.compared == args.positions {
            break;
        }
        let Some((position, plies)) = random_win(&tables, variant, &mut random) else { continue };
        let answer = engine.search(&position, &limit).map_err(refused)?;
        let Some(score) = answer.score.filter(|score| *score > Score::DRAW && score.is_decided())
        else {
            counts.unfound += 1;
            continue;
        };
        let shortest = Score::won_at(plies.into());
        if score > shortest {
            return Err(Failure::Difference(format!(
                "{}: the engine finds {score}, the table {shortest}",
                position.fen()
            )));
        }
        counts.compared += 1;
        counts.equal += u32::from(score == shortest);
        counts.longest = counts.longest.max(plies);
    }
    let MateCounts { compared, equal, unfound, longest } = counts;
    writeln!(
        output,
        "{}: {compared} mates of the engine, none shorter than the table's distance; {equal} as long; \
         the longest distance has {longest} plies; no mate found in {unfound} other won positions",
        variant.id
    )?;
    Ok(())
}

/// A random position of a random table if its side to move wins, with the plies to the mate.
fn random_win(
    tables: &[&Table],
    variant: &'static Variant,
    random: &mut Random,
) -> Option<(Position, u8)> {
    let table = tables[random.below(tables.len())];
    let number = random.below(table.entries());
    let value = table.value_at(number).filter(|value| matches!(value, TableValue::Win(_)))?;
    Some((table.position_at(number, variant)?, value.plies_to_mate(variant)?))
}
