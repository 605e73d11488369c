//! The values of the tables in words.

use crate::{
    lab::counted,
    rules::{Position, Variant},
    tables::{TableSet, TableValue, ValuedMove},
};

/// The result of a position in a sentence; `None` if the tables do not have it.
pub fn verdict(tables: &TableSet, position: &Position) -> Option<String> {
    let value = tables.value(position)?;
    let proven = tables.proven_value(position);
    let winner = match value {
        TableValue::Draw => return Some("A draw.".to_owned()),
        TableValue::Win(_) => position.turn(),
        TableValue::Loss(_) => !position.turn(),
    };
    if proven == Some(TableValue::Draw) {
        return Some("A draw: the move limit comes before the win.".to_owned());
    }
    let sentence = match winner_moves(value, position.variant()) {
        0 => format!("{winner} takes the king"),
        moves => format!("{winner} wins in {}", counted(usize::from(moves), "move", "moves")),
    };
    let doubt = if proven.is_none() { ", unless the 50-move rule comes first" } else { "" };
    Some(format!("{sentence}{doubt}."))
}

/// The outcome of a move in a few words, such as `wins in 7`.
pub fn outcome(valued: &ValuedMove, variant: &Variant) -> String {
    let moves = winner_moves(valued.value, variant);
    let text = match (valued.value, moves) {
        (TableValue::Draw, _) => "draws".to_owned(),
        (TableValue::Win(_), 0) => "takes the king".to_owned(),
        (TableValue::Win(_), _) => format!("wins in {moves}"),
        (TableValue::Loss(_), 0) => "loses the king".to_owned(),
        (TableValue::Loss(_), _) => format!("loses in {moves}"),
    };
    if valued.is_certain { text } else { format!("{text}?") }
}

/// The winner's moves to the mate or to the position without a move; 0 where only the king must still
/// be captured, and in a draw.
fn winner_moves(value: TableValue, variant: &Variant) -> u8 {
    let plies = value.plies_to_mate(variant).unwrap_or(0);
    match value {
        TableValue::Win(_) => plies.div_ceil(2),
        TableValue::Loss(_) | TableValue::Draw => plies / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of(tables: &TableSet, fen: &str) -> String {
        let position = Position::from_fen(tables.variant(), fen).unwrap();
        verdict(tables, &position).unwrap()
    }

    fn outcomes(tables: &TableSet, fen: &str) -> Vec<String> {
        let position = Position::from_fen(tables.variant(), fen).unwrap();
        let moves = tables.valued_moves(&position).unwrap();
        moves.iter().map(|valued| outcome(valued, tables.variant())).collect()
    }

    #[test]
    fn mates_count_the_winners_moves() {
        let tables = TableSet::up_to("gardner", 3);
        assert_eq!(verdict_of(&tables, "k4/5/1K3/5/4R w - - 0 1"), "White wins in 1 move.");
        assert_eq!(verdict_of(&tables, "1k3/5/1K3/5/4R b - - 0 1"), "White wins in 2 moves.");
        let late = verdict_of(&tables, "k4/5/2K2/5/1R3 w - - 99 60");
        assert!(late.ends_with(" moves, unless the 50-move rule comes first."), "{late}");
        let moves = outcomes(&tables, "k4/5/1K3/5/4R w - - 0 1");
        assert_eq!(moves[0], "wins in 1");
        assert!(moves.iter().skip(1).all(|text| text.starts_with("wins in ") || text == "draws"));
        assert_eq!(verdict_of(&tables, "k4/5/1K3/5/3B1 w - - 0 1"), "A draw.");
    }

    #[test]
    fn the_course_game_ends_with_the_king() {
        let tables = TableSet::up_to("minichess", 3);
        assert_eq!(verdict_of(&tables, "k4/5/5/5/5/R3K w - - 0 1"), "White takes the king.");
        assert_eq!(outcomes(&tables, "k4/5/5/5/5/R3K w - - 0 1")[0], "takes the king");
        let attacked = outcomes(&tables, "k4/5/5/5/5/R3K b - - 0 1");
        assert_eq!(attacked.last().unwrap(), "loses the king", "{attacked:?}");
        assert_ne!(attacked[0], "loses the king");
        let late = "k4/5/2K2/5/5/1R3 w - - 0 40";
        assert_eq!(verdict_of(&tables, late), "A draw: the move limit comes before the win.");
    }
}
