//! The start of a training: a random position of the ending in which the task can be done and can go
//! wrong.

use crate::{
    game::training::TrainingGoal,
    rules::{Color, Position, Variant, split_mix},
    tables::{Table, TableClass, TableSet, TableValue},
};

/// A position in which the user has the task and is to move: as White of the table for a win, as Black
/// to hold. `None` if the ending has none. The same seed gives the same position.
pub(super) fn start_position(
    tables: &TableSet,
    variant: &'static Variant,
    class: &TableClass,
    goal: TrainingGoal,
    seed: u64,
) -> Option<Position> {
    let table = tables.table(class)?;
    let longest = table.summary(variant).longest?.plies;
    let count = table.entries() as u64;
    // A step without a common divisor visits every number once.
    let step = (count * 5 / 8..count).find(|step| divisor(*step, count) == 1).unwrap_or(1);
    let first = split_mix(seed) % count.max(1);
    let numbers = (0..count).map(|index| ((first + index * step) % count) as usize);
    let candidate = Candidate { tables, table, variant, least_plies: longest / 2 };
    numbers.into_iter().find_map(|number| match goal {
        TrainingGoal::Win => candidate.to_win(number),
        TrainingGoal::Hold => candidate.to_hold(number),
    })
}

/// The greatest common divisor.
fn divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// The tables and the limit by which a start is chosen.
struct Candidate<'a> {
    tables: &'a TableSet,
    table: &'a Table,
    variant: &'static Variant,
    /// The least distance of a win that is worth training.
    least_plies: u8,
}

impl Candidate<'_> {
    fn to_win(&self, number: usize) -> Option<Position> {
        let value @ TableValue::Win(_) = self.table.value_at(number)? else { return None };
        let is_long = value.plies_to_mate(self.variant)? >= self.least_plies;
        let position = self.table.position_at(number, self.variant).filter(|_| is_long)?;
        let fits = position.turn() == Color::White && self.tables.proven_value(&position)? == value;
        (fits && position.outcome(1).is_none()).then_some(position)
    }

    fn to_hold(&self, number: usize) -> Option<Position> {
        let TableValue::Draw = self.table.value_at(number)? else { return None };
        let position = self.table.position_at(number, self.variant)?;
        if position.turn() != Color::Black || position.outcome(1).is_some() {
            return None;
        }
        let moves = self.tables.valued_moves(&position)?;
        let loses = moves.iter().any(|valued| matches!(valued.value, TableValue::Loss(_)));
        loses.then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn starts_have_their_task_and_differ() {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let class = TableClass::parse("KRKB", variant).unwrap();
        let mut tables = TableSet::new(variant);
        tables.build(&class, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
        for goal in [TrainingGoal::Win, TrainingGoal::Hold] {
            let start = |seed| start_position(&tables, variant, &class, goal, seed).unwrap();
            let starts: Vec<Position> = (0..8).map(start).collect();
            for start in &starts {
                match (goal, tables.value(start).unwrap()) {
                    (TrainingGoal::Win, TableValue::Win(plies)) => assert!(plies >= 25, "{plies}"),
                    (TrainingGoal::Hold, TableValue::Draw) => {}
                    (_, other) => panic!("{other:?} in {start:?}"),
                }
            }
            assert!(starts.iter().any(|other| *other != starts[0]));
        }
    }
}
