//! The program's moves in a training, by the end-game tables.

use minnow_engine::Root;
use minnow_rules::Move;
use minnow_tables::{TableSet, TableValue, ValuedMove};

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
    use minnow_rules::{Position, Variant};

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
        let never = std::sync::atomic::AtomicBool::new(false);
        tables.build(&"KPKP".parse().unwrap(), &never, &mut |_, _| {}).unwrap();
        let start = Position::from_fen(tables.variant(), "3k/1p2/4/P3/3K w - - 0 1").unwrap();
        let mut root = Root::new(start);
        root.play(start.parse_move("a2a4").unwrap());
        assert!(root.position.en_passant().is_some());
        assert!(reply(&tables, &root).is_some());
    }
}
