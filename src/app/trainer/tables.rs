//! The parts of a training from the end-game tables: its start, a random position in which the task can
//! be done and can go wrong, and the program's moves.

use minnow_engine::Root;
use minnow_game::training::TrainingGoal;
use minnow_rules::{Color, Move, Position, Variant, internal::split_mix};
use minnow_tables::{Table, TableClass, TableSet, TableValue, ValuedMove};

/// A position in which the user has the task and is to move: as White of the table for a win, as Black
/// to hold. A win that no move gives away is taken only where there is no other. `None` if the ending
/// has no position for the task. The same seed gives the same position.
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
    let mut numbers = (0..count).map(|index| ((first + index * step) % count) as usize);
    let candidate = Candidate { tables, table, variant, least_plies: longest / 2 };
    match goal {
        TrainingGoal::Win => {
            let mut wins = numbers.filter_map(|number| candidate.to_win(number));
            let first = wins.next()?;
            std::iter::once(first)
                .chain(wins)
                .find(|position| candidate.can_go_wrong(position))
                .or(Some(first))
        }
        TrainingGoal::Hold => numbers.find_map(|number| candidate.to_hold(number)),
    }
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
        self.can_go_wrong(&position).then_some(position)
    }

    /// True if a move has a worse result than the best move.
    fn can_go_wrong(&self, position: &Position) -> bool {
        let moves = self.tables.valued_moves(position, &[]).unwrap_or_default();
        let Some((best, others)) = moves.split_first() else { return false };
        let result = |valued: &ValuedMove| std::mem::discriminant(&valued.value);
        others.iter().any(|other| result(other) != result(best))
    }
}

/// The program's move: the shortest win, the longest resistance, or in a draw the move after which the
/// fewest of the user's moves hold it. Where other moves draw, no earlier position is repeated.
pub(super) fn reply(tables: &TableSet, root: &Root) -> Option<Move> {
    let position = &root.position;
    let moves = tables.valued_moves(position, &root.earlier)?;
    let best = moves.first()?;
    if best.value != TableValue::Draw {
        return Some(best.mv);
    }
    let draws = moves.iter().filter(|valued| valued.value == TableValue::Draw);
    let hardest = draws.min_by(|one, other| {
        let difficulty = |valued: &ValuedMove| {
            let mut next = root.clone();
            next.play(valued.mv);
            (root.earlier.contains(&next.position.key()), holding_share(tables, &next))
        };
        let ((seen, share), (other_seen, other_share)) = (difficulty(one), difficulty(other));
        seen.cmp(&other_seen).then(share.total_cmp(&other_share))
    });
    hardest.map(|valued| valued.mv)
}

/// The share of the moves that do not lose; 1 in a position without moves in the tables.
fn holding_share(tables: &TableSet, root: &Root) -> f64 {
    let moves = tables.valued_moves(&root.position, &root.earlier).unwrap_or_default();
    let holding =
        moves.iter().filter(|valued| !matches!(valued.value, TableValue::Loss(_))).count();
    if moves.is_empty() { 1.0 } else { holding as f64 / moves.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests;
    use minnow_base::sync::StopFlag;

    fn rook_against_bishop() -> (TableSet, TableClass) {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let class = TableClass::parse("KRKB", variant).unwrap();
        let mut tables = TableSet::new(variant);
        tables.build(&class, &StopFlag::new(), &mut |_, _| {}).unwrap();
        (tables, class)
    }

    #[test]
    fn starts_have_their_task_and_differ() {
        let (tables, class) = rook_against_bishop();
        for goal in [TrainingGoal::Win, TrainingGoal::Hold] {
            let start =
                |seed| start_position(&tables, tables.variant(), &class, goal, seed).unwrap();
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

    #[test]
    fn a_win_can_be_given_away() {
        let (tables, class) = rook_against_bishop();
        for seed in 0..200 {
            let goal = TrainingGoal::Win;
            let start = start_position(&tables, tables.variant(), &class, goal, seed).unwrap();
            let moves = tables.valued_moves(&start, &[]).unwrap();
            let slips = |valued: &ValuedMove| !matches!(valued.value, TableValue::Win(_));
            assert!(moves.iter().any(slips), "{start:?}");
        }
    }

    #[test]
    fn the_loser_resists_longest() {
        let tables = for_tests::tables("silverman4x4");
        let position = Position::from_fen(tables.variant(), "1k2/4/3R/K3 b - - 0 1").unwrap();
        let mv = reply(&tables, &Root::new(position)).unwrap();
        let longest = tables.valued_moves(&position, &[]).unwrap();
        let plies = |mv| tables.value(&position.play(mv)).unwrap().plies().unwrap();
        assert!(longest.iter().all(|valued| plies(valued.mv) <= plies(mv)));
    }

    #[test]
    fn a_double_step_is_answered() {
        let mut tables = TableSet::new(Variant::by_id("silverman4x5").unwrap());
        let never = StopFlag::new();
        tables.build(&"KPKP".parse().unwrap(), &never, &mut |_, _| {}).unwrap();
        let start = Position::from_fen(tables.variant(), "3k/1p2/4/P3/3K w - - 0 1").unwrap();
        let mut root = Root::new(start);
        root.play(start.parse_move("a2a4").unwrap());
        assert!(root.position.en_passant().is_some());
        assert!(reply(&tables, &root).is_some());
    }
}
