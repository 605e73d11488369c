//! End-game tables in the search: exact scores of positions with few men.
//!
//! A win or loss counts only where neither a limit nor a repetition can prevent it. Elsewhere the
//! search decides, but no score there is on the wrong side of a draw. At the root no table is probed: its moves are searched, and the tables score the
//! positions after them, so that the shortest win and the longest resistance score best.

use std::cmp::Reverse;

use super::{root::RootMove, state::SearchState};
use crate::{MAX_PLY, Observer, Score};
use minnow_rules::{Move, Position};
use minnow_tables::{TableSet, TableValue};

impl<O: Observer> SearchState<'_, O> {
    /// The exact score of a position by the tables, if it has one.
    #[inline]
    pub(super) fn score_by_tables(&self, position: &Position, ply: usize) -> Option<Score> {
        let tables = self.tables?;
        if position.board().occupied().count() > tables.men() {
            return None;
        }
        self.probe(tables, position, ply)
    }

    #[inline(never)]
    fn probe(&self, tables: &TableSet, position: &Position, ply: usize) -> Option<Score> {
        let value = tables.proven_value(position)?;
        if value != TableValue::Draw && self.keys.may_be_drawn_by_repetition(position) {
            return None;
        }
        let mate_ply = ply + usize::from(value.plies_to_mate(position.variant()).unwrap_or(0));
        // Farther mates have no score.
        let mate_ply = mate_ply.min(2 * MAX_PLY);
        Some(match value {
            TableValue::Draw => Score::DRAW,
            TableValue::Win(_) => Score::won_at(mate_ply),
            TableValue::Loss(_) => Score::lost_at(mate_ply),
        })
    }

    /// A score of a position whose table result is not certain: a rule may turn the win or loss into a
    /// draw, but never into its opposite.
    #[inline]
    pub(super) fn within_tables(&self, position: &Position, score: Score) -> Score {
        match self.tables {
            Some(tables) if position.board().occupied().count() <= tables.men() => {
                bounded(tables, position, score)
            }
            _ => score,
        }
    }
}

/// The smallest advantage: a win that may be drawn is worth more than a certain draw.
const EDGE: Score = Score::centipawns(1);

#[inline(never)]
fn bounded(tables: &TableSet, position: &Position, score: Score) -> Score {
    match tables.value(position) {
        Some(TableValue::Win(_)) => score.max(EDGE),
        Some(TableValue::Loss(_)) => score.min(-EDGE),
        Some(TableValue::Draw) | None => score,
    }
}

/// Extends a line that ends in a won or lost position of the tables to the end of the game, as far
/// as the win is proven.
pub(super) fn extend_line(tables: &TableSet, root: &Position, line: &mut Vec<Move>) {
    let mut position = line.iter().fold(*root, |position, mv| position.play(*mv));
    while tables.proven_value(&position).is_some_and(|value| value != TableValue::Draw)
        && let Some(best) = best_move(tables, &position)
        && line.len() < 2 * MAX_PLY
    {
        line.push(best);
        position = position.play(best);
    }
}

/// The move with the best value among those that the tables know.
fn best_move(tables: &TableSet, position: &Position) -> Option<Move> {
    let value = |mv: &Move| tables.proven_value(&position.play(*mv)).map(TableValue::before_move);
    let moves = position.safe_moves();
    let known = moves.iter().filter_map(|mv| Some((value(&mv)?, mv)));
    known.max_by_key(|(value, _)| *value).map(|(_, mv)| mv)
}

/// Sorts the moves of a drawn root: first those that draw and leave the opponent the greatest share
/// of losing replies. All of them have the same score, and the search keeps the first.
pub(crate) fn order_drawn_moves(tables: &TableSet, root: &Position, moves: &mut [RootMove]) {
    if tables.proven_value(root) != Some(TableValue::Draw) {
        return;
    }
    moves.sort_by_cached_key(|root_move| {
        let after = root.play(root_move.mv);
        let draws = tables.proven_value(&after) == Some(TableValue::Draw);
        Reverse(if draws { 1 + losing_replies_permille(tables, &after) } else { 0 })
    });
}

fn losing_replies_permille(tables: &TableSet, position: &Position) -> usize {
    let replies = position.safe_moves();
    let is_won = |mv: &Move| {
        let value = tables.proven_value(&position.play(*mv));
        matches!(value, Some(TableValue::Win(_)))
    };
    1000 * replies.iter().filter(is_won).count() / replies.len().max(1)
}
