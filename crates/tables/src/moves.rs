//! The legal moves of a position with their values.

use super::{TableSet, TableValue};
use minnow_rules::{Move, Position};

/// The value of a position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameValue {
    /// For the side to move, under the variant's move limit.
    pub value: TableValue,
    /// The rule that may turn the win or loss into a draw; `None` if the value is certain.
    pub doubt: Option<TableDoubt>,
}

/// Why a value of the tables may not come true: a rule that they leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDoubt {
    /// The distance exceeds what the limit on moves without progress leaves.
    Progress,
    /// A position of the game is a draw if it comes back once more.
    Repetition,
}

/// A legal move with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// A legal move of the position.
    pub mv: Move,
    /// For the side that makes the move. The plies count from the position before it.
    pub value: TableValue,
    /// The rule that may turn the win or loss into a draw; `None` if the value is certain.
    pub doubt: Option<TableDoubt>,
    /// True if the move draws because its position occurs for the last allowed time.
    pub repeats: bool,
}

impl TableSet {
    /// The legal moves with their values in a game, the best first; `None` if the set has no value for
    /// one of them. `earlier` has the keys of the game's positions before this one, oldest first.
    pub fn valued_moves(&self, position: &Position, earlier: &[u64]) -> Option<Vec<ValuedMove>> {
        let path = [earlier, &[position.key()]].concat();
        let valued = |mv: Move| {
            let after = position.play(mv);
            if repeats(&after, &path) {
                let value = TableValue::Draw;
                return Some(ValuedMove { mv, value, doubt: None, repeats: true });
            }
            let GameValue { value, doubt } = self.game_value(&after, &path)?;
            Some(ValuedMove { mv, value: value.before_move(), doubt, repeats: false })
        };
        let moves = position.legal_moves().into_iter().map(valued);
        let mut moves = moves.collect::<Option<Vec<ValuedMove>>>()?;
        moves.sort_by_key(|valued| std::cmp::Reverse(valued.value));
        Some(moves)
    }

    /// The value of a position in a game, also with a pending en passant capture; `None` if the set has
    /// none. `earlier` has the keys of the game's positions before it, oldest first.
    pub fn game_value(&self, position: &Position, earlier: &[u64]) -> Option<GameValue> {
        if position.board().king(position.turn()).is_none() {
            // The king was taken.
            return Some(GameValue { value: TableValue::Loss(0), doubt: None });
        }
        if position.at_progress_limit() && position.count_legal_moves() > 0 {
            return Some(GameValue { value: TableValue::Draw, doubt: None });
        }
        let known = self.value_by_progress(position).or_else(|| self.best_reply(position, earlier));
        let GameValue { value, doubt } = known?;
        let may_repeat =
            || value != TableValue::Draw && position.may_be_drawn_by_repetition(earlier);
        let doubt = doubt.or_else(|| may_repeat().then_some(TableDoubt::Repetition));
        Some(GameValue { value, doubt })
    }

    /// The value of a position without regard to repetitions.
    fn value_by_progress(&self, position: &Position) -> Option<GameValue> {
        if let Some(value) = self.proven_value(position) {
            return Some(GameValue { value, doubt: None });
        }
        let value = self.value(position)?;
        Some(GameValue { value, doubt: Some(TableDoubt::Progress) })
    }

    /// The value of a position with a pending en passant capture, which no table has, by its moves.
    fn best_reply(&self, position: &Position, earlier: &[u64]) -> Option<GameValue> {
        position.en_passant()?;
        let path = [earlier, &[position.key()]].concat();
        let mut best: Option<GameValue> = None;
        for mv in position.safe_moves() {
            let GameValue { value, doubt } = self.game_value(&position.play(mv), &path)?;
            let value = value.before_move();
            let doubt = doubt.or_else(|| best.and_then(|best| best.doubt));
            let value = best.map_or(value, |best| best.value.max(value));
            best = Some(GameValue { value, doubt });
        }
        best
    }
}

/// True if a position that a move leads to is a draw by repetition.
fn repeats(after: &Position, earlier: &[u64]) -> bool {
    let times = earlier.iter().filter(|key| **key == after.key()).count();
    after.variant().repetition.is_some_and(|limit| times + 1 >= usize::from(limit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_base::sync::StopFlag;
    use minnow_rules::{Role, Variant};

    #[test]
    fn the_best_move_has_the_value_of_the_position() {
        for id in ["silverman4x4", "minichess"] {
            let set = TableSet::up_to(id, 3);
            let (mut compared, mut won) = (0, 0);
            for table in set.all() {
                for (position, value) in table.positions(set.variant()).step_by(7) {
                    let Some(moves) = set.valued_moves(&position, &[]) else { continue };
                    let Some(best) = moves.first() else { continue };
                    assert_eq!(best.value, value, "{id} {}", position.fen());
                    compared += 1;
                    won += u32::from(matches!(value, TableValue::Win(_)));
                }
            }
            assert!(compared > 500 && won > 100, "{id}: {compared}, {won}");
        }
    }

    #[test]
    fn a_king_in_reach_is_taken() {
        let set = TableSet::up_to("minichess", 3);
        let variant = set.variant();
        let position = Position::from_fen(variant, "k4/5/5/5/5/R3K w - - 0 1").unwrap();
        let moves = set.valued_moves(&position, &[]).unwrap();
        assert_eq!(moves[0].value, TableValue::Win(1));
        assert_eq!(position.captured(moves[0].mv), Some(Role::King));
        assert!(moves[1].value < TableValue::Win(1));
    }

    #[test]
    fn a_late_win_is_not_certain() {
        let set = TableSet::up_to("gardner", 3);
        let variant = set.variant();
        let moves_at = |clock: u32| {
            let fen = format!("k4/5/2K2/5/1R3 w - - {clock} 60");
            set.valued_moves(&Position::from_fen(variant, &fen).unwrap(), &[]).unwrap()
        };
        assert!(moves_at(0).iter().all(|valued| valued.doubt.is_none()));
        let late = moves_at(98);
        let is_late = |valued: &ValuedMove| valued.doubt == Some(TableDoubt::Progress);
        assert!(late.iter().any(is_late), "{late:?}");
        let last = moves_at(99);
        let is_mate = |valued: &ValuedMove| valued.value == TableValue::Win(1);
        let others: Vec<_> = last.iter().filter(|valued| !is_mate(valued)).collect();
        assert!(others.iter().all(|it| it.value == TableValue::Draw && it.doubt.is_none()));
    }

    #[test]
    fn a_position_of_the_game_may_draw() {
        let set = TableSet::up_to("gardner", 3);
        let start = Position::from_fen(set.variant(), "k4/5/2K2/5/4R w - - 0 1").unwrap();
        let (mut position, mut earlier) = (start, Vec::new());
        let value =
            |position: &Position, earlier: &[u64]| set.game_value(position, earlier).unwrap();
        for text in ["e1e2", "a5b5", "e2e1", "b5a5", "e1e2", "a5b5", "e2e1"] {
            assert_eq!(value(&position, &earlier).doubt.is_some(), earlier.len() > 4);
            earlier.push(position.key());
            position = position.play(position.parse_move(text).unwrap());
        }
        // Black's return completes the third occurrence of the start.
        let moves = set.valued_moves(&position, &earlier).unwrap();
        let text = |valued: &ValuedMove| position.move_text(valued.mv);
        let back = moves.iter().find(|valued| text(valued) == "b5a5").unwrap();
        assert!(back.repeats && back.value == TableValue::Draw && back.doubt.is_none());
        assert_eq!(moves[0], *back, "the draw is best");
        let others = moves.iter().skip(1);
        assert!(others.clone().count() > 0);
        for valued in others {
            assert!(matches!(valued.value, TableValue::Loss(_)) && !valued.repeats);
            assert_eq!(valued.doubt, Some(TableDoubt::Repetition), "{}", text(valued));
        }
    }

    #[test]
    fn a_double_step_is_valued_by_its_replies() {
        let mut set = TableSet::new(Variant::by_id("chessattack").unwrap());
        let class = "KPKP".parse().unwrap();
        set.build(&class, &StopFlag::new(), &mut |_, _| {}).unwrap();
        let start = Position::from_fen(set.variant(), "4k/5/1p3/5/P4/4K w - - 0 1").unwrap();
        let step = start.parse_move("a2a4").unwrap();
        let after = start.play(step);
        assert!(after.en_passant().is_some() && set.value(&after).is_none());
        let replies = set.valued_moves(&after, &[start.key()]).unwrap();
        let best = replies.iter().map(|valued| valued.value).max().unwrap();
        let value = set.game_value(&after, &[start.key()]).unwrap().value;
        assert_eq!(value, best);
        assert!(replies.iter().any(|valued| after.move_text(valued.mv) == "b4a3"));
        let moves = set.valued_moves(&start, &[]).unwrap();
        let own = moves.iter().find(|valued| valued.mv == step).unwrap();
        assert_eq!(own.value, value.before_move());
    }
}
