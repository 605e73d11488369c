//! The tables of measured moves, as Markdown: losses, oversights, caps and distances by level.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::measure::MeasuredMove;

/// The upper ends of the classes of losses, in points of winning chance.
const CLASS_ENDS: [f64; 6] = [0.0, 2.0, 5.0, 10.0, 20.0, 30.0];
/// Refutations at least this many plies away are counted together.
const FAR_PLIES: u32 = 12;

/// The measured moves of one level.
pub(super) struct LevelMoves {
    pub level: u8,
    pub games: usize,
    pub moves: Vec<MeasuredMove>,
}

/// Writes all tables.
pub(super) fn write(output: &mut impl Write, levels: &[LevelMoves], large: f64) -> io::Result<()> {
    write_losses(output, levels, large)?;
    write_distances(output, levels)?;
    write_counts(output, levels, "oversight at work", |drop| &drop.oversight)?;
    write_counts(output, levels, "broken cap", |drop| &drop.broken)
}

fn write_losses(output: &mut impl Write, levels: &[LevelMoves], large: f64) -> io::Result<()> {
    write!(output, "| level | games | moves | mean loss | 0 ")?;
    for pair in CLASS_ENDS.windows(2) {
        write!(output, "| to {} ", pair[1])?;
    }
    writeln!(output, "| more | share of the loss from drops above {large} |")?;
    writeln!(output, "|{}", "---|".repeat(CLASS_ENDS.len() + 6))?;
    for LevelMoves { level, games, moves } in levels {
        let (count, sum) = (moves.len() as f64, moves.iter().map(|mv| mv.loss).sum::<f64>());
        let in_drops: f64 = moves.iter().filter(|mv| mv.large.is_some()).map(|mv| mv.loss).sum();
        write!(output, "| {level} | {games} | {} | {:.2} ", moves.len(), sum / count.max(1.0))?;
        for class in 0..=CLASS_ENDS.len() {
            let own = moves.iter().filter(|mv| class_of(mv.loss) == class).count();
            write!(output, "| {:.1} % ", 100.0 * own as f64 / count.max(1.0))?;
        }
        writeln!(output, "| {:.0} % |", 100.0 * in_drops / sum.max(1e-9))?;
    }
    Ok(())
}

/// The class of a loss: the number of ends below it.
fn class_of(loss: f64) -> usize {
    // Losses below a tenth of a point count as none.
    let loss = if loss < 0.1 { 0.0 } else { loss };
    CLASS_ENDS.iter().filter(|end| loss > **end).count()
}

fn write_distances(output: &mut impl Write, levels: &[LevelMoves]) -> io::Result<()> {
    write!(output, "\n| level | large drops | mean distance, plies ")?;
    for plies in 1..FAR_PLIES {
        write!(output, "| {plies} ")?;
    }
    writeln!(output, "| {FAR_PLIES} or more |\n|{}", "---|".repeat(FAR_PLIES as usize + 3))?;
    for LevelMoves { level, moves, .. } in levels {
        let drops = moves.iter().filter_map(|mv| mv.large.as_ref());
        let distances: Vec<u32> = drops.map(|drop| drop.distance).collect();
        let mean = f64::from(distances.iter().sum::<u32>()) / distances.len().max(1) as f64;
        write!(output, "| {level} | {} | {mean:.1} ", distances.len())?;
        for plies in 1..=FAR_PLIES {
            let own = distances.iter().filter(|distance| (**distance).clamp(1, FAR_PLIES) == plies);
            write!(output, "| {} ", own.count())?;
        }
        writeln!(output, "|")?;
    }
    Ok(())
}

/// A table of how often each text occurs among the large drops of a level.
fn write_counts(
    output: &mut impl Write,
    levels: &[LevelMoves],
    heading: &str,
    text: impl Fn(&super::measure::LargeDrop) -> &str,
) -> io::Result<()> {
    let mut counts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, level) in levels.iter().enumerate() {
        for drop in level.moves.iter().filter_map(|mv| mv.large.as_ref()) {
            let name = Some(text(drop)).filter(|name| !name.is_empty()).unwrap_or("none");
            counts.entry(name).or_insert_with(|| vec![0; levels.len()])[at] += 1;
        }
    }
    write!(output, "\n| {heading} ")?;
    for level in levels {
        write!(output, "| level {} ", level.level)?;
    }
    writeln!(output, "|\n|{}", "---|".repeat(levels.len() + 1))?;
    for (name, counts) in counts {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        writeln!(output, "| {name} | {} |", counts.join(" | "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{super::measure::LargeDrop, *};

    fn measured(loss: f64, drop: Option<(u32, &str)>) -> MeasuredMove {
        let large = drop.map(|(distance, oversight)| LargeDrop {
            distance,
            oversight: oversight.to_owned(),
            broken: String::new(),
        });
        MeasuredMove { loss, large }
    }

    #[test]
    fn tables_count_losses_distances_and_oversights() {
        let moves = vec![
            measured(0.0, None),
            measured(1.0, None),
            measured(9.0, None),
            measured(40.0, Some((3, "a knight fork"))),
            measured(50.0, Some((20, ""))),
        ];
        let mut text = Vec::new();
        write(&mut text, &[LevelMoves { level: 7, games: 2, moves }], 30.0).unwrap();
        let text = String::from_utf8(text).unwrap();
        for wanted in [
            "| 7 | 2 | 5 | 20.00 | 20.0 % | 20.0 % | 0.0 % | 20.0 % | 0.0 % | 0.0 % | 40.0 % | 90 % |",
            "| 7 | 2 | 11.5 | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |",
            "| oversight at work | level 7 |",
            "| a knight fork | 1 |\n| none | 1 |",
            "| broken cap | level 7 |\n|---|---|\n| none | 2 |",
        ] {
            assert!(text.contains(wanted), "{wanted} in {text}");
        }
    }
}
