//! The measurement of each claim, and the verdict by its figures.

use super::{ClaimBench, ClaimResult, ClaimVerdict};
use crate::{ALGORITHMS, FULL, LabReport, NodeKind, Stop};
use minnow_engine::{Bound, Score, Window};
use minnow_rules::{counted, grouped};

/// The result of a measurement.
type Measurement = Result<ClaimResult, Stop>;

/// A saving is clear if less than this percentage of the work remains.
const CLEAR_SAVING_PCT: u64 = 90;

fn finding(verdict: ClaimVerdict, measured: String) -> Measurement {
    Ok(ClaimResult { verdict, measured })
}

/// The first verdict whose condition holds, or else `Fails`.
fn verdict(holds: bool, partly: bool) -> ClaimVerdict {
    match (holds, partly) {
        (true, _) => ClaimVerdict::Holds,
        (false, true) => ClaimVerdict::Partly,
        _ => ClaimVerdict::Fails,
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn score(report: &LabReport) -> Option<Score> {
    report.answer.as_ref().map(|answer| answer.score)
}

pub(super) fn same_answer(bench: &ClaimBench<'_>) -> Measurement {
    let mut others = 0;
    let ids = ALGORITHMS.iter().map(|info| info.id).chain([FULL]);
    for id in ids.clone() {
        others += u32::from(score(&bench.run(id)?) != Some(bench.value));
    }
    let leaves = bench.run("alpha-beta")?.counts.leaves;
    let (count, depth, value) = (ids.count() as u32, bench.depth, bench.value);
    let measured = format!(
        "At depth {depth}, {} of {count} techniques give {value}. Minimax evaluates {} leaves, \
         alpha-beta {}.",
        count - others,
        grouped(bench.leaves),
        grouped(leaves),
    );
    finding(verdict(others == 0 && leaves < bench.leaves, others == 0), measured)
}

pub(super) fn two_plies(bench: &ClaimBench<'_>) -> Measurement {
    let leaves = |id, depth| Ok(bench.run_at(id, depth)?.counts.leaves);
    let all = [leaves("minimax", 1)?, leaves("minimax", 2)?];
    let seen = [leaves("alpha-beta", 1)?, leaves("alpha-beta", 2)?];
    let measured = format!(
        "Alpha-beta evaluates {} of {} leaves at depth 1 and {} of {} at depth 2.",
        seen[0],
        all[0],
        grouped(seen[1]),
        grouped(all[1]),
    );
    finding(verdict(seen[0] == all[0] && seen[1] < all[1], seen[0] == all[0]), measured)
}

/// The leaves of a technique as a power of minimax's.
struct PowerOf {
    power: f64,
    /// A sentence with the figures.
    figures: String,
}

/// Measures the exponent of a technique's leaves, see [`ClaimBench::power`].
fn power_of(bench: &ClaimBench<'_>, id: &str, what: &str) -> Result<PowerOf, Stop> {
    let leaves = bench.run(id)?.counts.leaves;
    let (power, own, all) = (bench.power(leaves), bench.factor(leaves), bench.factor(bench.leaves));
    let figures = format!(
        "{what}: {} of {} leaves at depth {}, a branching factor of {own:.1} instead of {all:.1}; \
         the square root is {:.1}. The power is {power:.2}",
        grouped(leaves),
        grouped(bench.leaves),
        bench.depth,
        all.sqrt(),
    );
    Ok(PowerOf { power, figures })
}

/// Alpha-beta in perfect order.
const PERFECT: &str = "alpha-beta+perfect-order";

pub(super) fn square_root(bench: &ClaimBench<'_>) -> Measurement {
    let PowerOf { power, figures } = power_of(bench, PERFECT, "In perfect order")?;
    let formula = bench.least_power();
    let measured = format!("{figures}; the formula's is {formula:.2}.");
    finding(verdict(power <= formula + 0.05, power <= formula + 0.15), measured)
}

pub(super) fn typical_order(bench: &ClaimBench<'_>) -> Measurement {
    let perfect = bench.power(bench.run(PERFECT)?.counts.leaves);
    let id = "alpha-beta+captures+killers+history";
    let PowerOf { power, figures } = power_of(bench, id, "In a program's order")?;
    let measured = format!("{figures}; in perfect order it is {perfect:.2}.");
    finding(verdict(power <= 0.55, power <= 0.75), measured)
}

pub(super) fn twice_the_depth(bench: &ClaimBench<'_>) -> Measurement {
    let depth = (bench.depth / 2).max(1);
    let leaves = |id: &str, plies: u32| Ok(bench.run_at(id, plies)?.counts.leaves);
    let plain = leaves("minimax", depth)?;
    let (twice, less) = (leaves(PERFECT, 2 * depth)?, leaves(PERFECT, 2 * depth - 1)?);
    let full = bench.depth_within(FULL, bench.nodes)?;
    let measured = format!(
        "Minimax evaluates {} leaves at depth {depth}; in perfect order alpha-beta evaluates {} at \
         depth {} and {} at depth {}. In the nodes of minimax at depth {}, the full combination \
         completes depth {full}, all its iterations counted.",
        grouped(plain),
        grouped(less),
        2 * depth - 1,
        grouped(twice),
        2 * depth,
        bench.depth,
    );
    finding(verdict(twice <= 2 * plain, less <= 2 * plain), measured)
}

pub(super) fn random_order(bench: &ClaimBench<'_>) -> Measurement {
    let mut powers = Vec::new();
    for seed in 1..=3 {
        let report = bench.run_shuffled("alpha-beta+random", seed)?;
        powers.push(bench.power(report.counts.leaves));
    }
    let mean = powers.iter().sum::<f64>() / powers.len() as f64;
    let each: Vec<String> = powers.iter().map(|power| format!("{power:.2}")).collect();
    let measured = format!(
        "Three shuffles at depth {} give the powers {}: {mean:.2} on average instead of 0.75.",
        bench.depth,
        each.join(", "),
    );
    let within = |low: f64, high: f64| (low..=high).contains(&mean);
    finding(verdict(within(0.70, 0.80), within(0.60, 0.90)), measured)
}

pub(super) fn worst_order(bench: &ClaimBench<'_>) -> Measurement {
    let leaves = bench.run("alpha-beta+reverse-order")?.counts.leaves;
    let measured = format!(
        "With the worst moves first alpha-beta evaluates {} of {} leaves: {:.0} %.",
        grouped(leaves),
        grouped(bench.leaves),
        percent(leaves, bench.leaves),
    );
    finding(verdict(leaves == bench.leaves, false), measured)
}

/// A window around the value; the half width is in centipawns.
fn around(value: Score, half_width: i32) -> Window {
    Window::new(value.offset(-half_width), value.offset(half_width))
}

pub(super) fn smaller_window(bench: &ClaimBench<'_>) -> Measurement {
    let full = bench.run("alpha-beta")?.counts.leaves;
    let mut leaves = vec![full];
    for half_width in [200, 50, 10, 1] {
        leaves.push(bench.run_in("alpha-beta", around(bench.value, half_width))?.counts.leaves);
    }
    let never_rises = leaves.is_sorted_by(|wider, narrower| wider >= narrower);
    // The guess is a pawn too high: the search fails low and is repeated below the guess.
    let guess = around(bench.value.offset(100), 50);
    let below = Window::new(Window::FULL.alpha, guess.beta);
    let wrong = bench.run_in("alpha-beta", guess)?.counts.leaves;
    let again = bench.run_in("alpha-beta", below)?.counts.leaves;
    let figures: Vec<String> = leaves.iter().map(|count| grouped(*count)).collect();
    let measured = format!(
        "Around the value, from the full window over 2.00, 0.50 and 0.10 to 0.01 on either side: {} \
         leaves. A guess that is a pawn too high takes {}, and {} more for the second search.",
        figures.join(", "),
        grouped(wrong),
        grouped(again),
    );
    finding(verdict(never_rises, false), measured)
}

pub(super) fn wrong_window(bench: &ClaimBench<'_>) -> Measurement {
    let window = Window::new(bench.value.offset(50), bench.value.offset(150));
    let report = bench.run_in("alpha-beta", window)?;
    let Some(answer) = report.answer else { return Err(Stop::Nodes) };
    let sign = if answer.bound == Bound::Upper { "at most " } else { "" };
    let measured = format!(
        "The value is {}; the search with the window from {} to {} returns {sign}{}. The search \
         reports this result as a bound.",
        bench.value, window.alpha, window.beta, answer.score,
    );
    finding(verdict(answer.score != bench.value, false), measured)
}

pub(super) fn shallow_searches(bench: &ClaimBench<'_>) -> Measurement {
    let depth = bench.depth;
    let nodes = |plies: u32| Ok(bench.run_at("deepening+previous-iteration", plies)?.counts.nodes);
    let (before, all) = (nodes(depth - 1)?, nodes(depth)?);
    let share = percent(before, all);
    let shallow = match depth - 1 {
        1 => "The iteration to depth 1 takes".to_owned(),
        last => format!("The iterations to depths 1 to {last} take"),
    };
    let measured = format!(
        "{shallow} {} of {} nodes, {share:.1} %; this also improves the order of the last iteration.",
        grouped(before),
        grouped(all),
    );
    finding(verdict(share <= 1.0, false), measured)
}

pub(super) fn killers(bench: &ClaimBench<'_>) -> Measurement {
    let without = bench.run("alpha-beta")?.counts.leaves;
    let with = bench.run("alpha-beta+killers")?.counts.leaves;
    let measured = format!(
        "{} leaves without and {} with killers at depth {}: {:.0} %.",
        grouped(without),
        grouped(with),
        bench.depth,
        percent(with, without),
    );
    let below = |pct: u64| 100 * with < pct * without;
    finding(verdict(below(CLEAR_SAVING_PCT), below(100)), measured)
}

pub(super) fn all_below_cut(bench: &ClaimBench<'_>) -> Measurement {
    let recording = bench.record("alpha-beta", 4)?;
    let kind = |visit: usize| recording.visits.get(visit)?.exit?.kind;
    let mut all = 0_u64;
    let mut exceptions = 0_u64;
    for visit in recording.visits.iter().filter(|visit| !visit.children.is_empty()) {
        let (Some(exit), Some(parent)) = (visit.exit, visit.parent) else { continue };
        if exit.kind == Some(NodeKind::All) {
            all += 1;
            exceptions += u64::from(kind(parent) != Some(NodeKind::Cut));
        }
    }
    let measured = format!(
        "{}, {} without a CUT node as parent. With the null windows of Scout there can be \
         exceptions.",
        counted(all, "ALL node", "ALL nodes"),
        if exceptions == 0 { "none".to_owned() } else { grouped(exceptions) },
    );
    finding(verdict(exceptions == 0, false), measured)
}

pub(super) fn space(bench: &ClaimBench<'_>) -> Measurement {
    let held = bench.path_memory("alpha-beta")?;
    let bound = held.widest * bench.depth as usize;
    let measured = format!(
        "At most {} moves are in memory at a time. With up to {} moves at a node and {} plies the \
         limit is {bound}. The search has {} leaves.",
        held.most_moves,
        held.widest,
        bench.depth,
        grouped(bench.leaves),
    );
    finding(verdict(held.most_moves <= bound, false), measured)
}

/// The decimal logarithm of `base` to the power `plies`.
fn power_of_ten(base: f64, plies: f64) -> f64 {
    plies * base.log10()
}

pub(super) fn size_of_chess(bench: &ClaimBench<'_>) -> Measurement {
    let powers = [80.0, 60.0, 40.0].map(|plies| power_of_ten(35.0, plies));
    let factor = bench.factor(bench.leaves);
    let own = [80.0, 40.0].map(|plies| power_of_ten(factor, plies));
    let measured = format!(
        "35^80 = 10^{:.1}, 35^60 = 10^{:.1}, 35^40 = 10^{:.1}. From this position with {factor:.1} \
         moves: 10^{:.0} lines of 80 plies, 10^{:.0} in the best order.",
        powers[0], powers[1], powers[2], own[0], own[1],
    );
    let close = |(power, claimed): (&f64, f64)| (power - claimed).abs() < 1.0;
    let holds = powers.iter().zip([123.0, 93.0, 62.0]).all(close);
    finding(verdict(holds, false), measured)
}
