//! How long the tables of four men take to build and a position to probe.
//!
//! Prints and asserts nothing: times are the machine's. `cargo bench --bench tables`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use minnow_base::sync::StopFlag;
use minnow_engine::Random;
use minnow_rules::{Position, Variant};
use minnow_tables::{TableClass, TableSet};

/// The positions that are probed, in a random order, so that the tables are not in the cache.
const POSITIONS: usize = 100_000;
const ROUNDS: usize = 10;

fn main() {
    for id in ["minichess", "gardner", "losalamos"] {
        let variant = Variant::by_id(id).unwrap();
        let mut set = TableSet::new(variant);
        let begun = Instant::now();
        let (mut entries, mut bytes) = (0, 0);
        for class in TableClass::up_to(variant, 4) {
            let table = set.build(&class, &StopFlag::new(), &mut |_, _| {}).unwrap();
            entries += table.entries();
            bytes += table.to_bytes(set.rules()).len();
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("{id}: {entries} entries, {bytes} bytes compressed, {seconds:.1} s");
        for name in ["KRKN", "KPKP"] {
            let class: TableClass = name.parse().unwrap();
            let table = set.table(&class).unwrap();
            let positions = sample(&table.positions(variant).map(|(it, _)| it).collect::<Vec<_>>());
            let value = nanoseconds(&positions, |it| set.value(it));
            let proven = nanoseconds(&positions, |it| set.proven_value(it));
            println!("  {name}: value {value} ns, proven value {proven} ns");
        }
    }
}

/// Some of the positions at random.
fn sample(all: &[Position]) -> Vec<Position> {
    let mut random = Random(5);
    (0..POSITIONS).map(|_| all[random.below(all.len())]).collect()
}

/// The mean time of a call, in the fastest round.
fn nanoseconds<R>(positions: &[Position], call: impl Fn(&Position) -> R) -> u128 {
    let round = || {
        let begun = Instant::now();
        positions.iter().for_each(|position| _ = black_box(call(position)));
        begun.elapsed()
    };
    let fastest: Duration = (0..ROUNDS).map(|_| round()).min().unwrap();
    fastest.as_nanos() / positions.len() as u128
}
