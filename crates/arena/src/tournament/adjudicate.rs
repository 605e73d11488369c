//! The rules that end a game early: end-game tables, resignation and agreed draws.

use super::{Adjudication, end};
use minnow_base::sync::StopFlag;
use minnow_engine::Root;
use minnow_external::ReportedScore;
use minnow_rules::{Color, Variant};
use minnow_tables::{
    BuildStopped, TableSet, TableValue,
    cache::{STANDARD_MEN, TableCache},
};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameEnd {
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// The end by the rules of the board, or one of the reasons of [`end`].
    pub reason: &'static str,
    /// The fault of the loser.
    pub fault: Option<String>,
}

impl GameEnd {
    /// An end without a fault.
    pub(super) fn new(winner: Option<Color>, reason: &'static str) -> GameEnd {
        GameEnd { winner, reason, fault: None }
    }
}

/// The standard tables of a board, from the cache where it has them. Larger ones that a user may have
/// are left out: a game must not end otherwise on another machine.
pub(super) fn tables(
    variant: &'static Variant,
    cache: Option<&TableCache>,
    stop: &StopFlag,
    report: &mut dyn FnMut(f32),
) -> Result<TableSet, BuildStopped> {
    let Some(cache) = cache else { return TableSet::built(variant, STANDARD_MEN, stop) };
    let mut tables = cache.load(variant, &cache.standard_classes(variant));
    // Tables that cannot be kept are complete nevertheless.
    cache.build_missing(&mut tables, stop, &mut |progress| {
        report(progress.done as f32 / progress.total.max(1) as f32);
    })?;
    Ok(tables.set)
}

/// For how many moves in a row a player has called the game lost, and even.
#[derive(Clone, Copy, Debug, Default)]
struct Streaks {
    lost: u32,
    even: u32,
}

/// Judges a game by a plan's rules.
pub(super) struct Judge<'a> {
    rules: Adjudication,
    tables: Option<&'a TableSet>,
    /// By colour.
    streaks: [Streaks; 2],
}

impl<'a> Judge<'a> {
    pub(super) fn new(rules: Adjudication, tables: Option<&'a TableSet>) -> Judge<'a> {
        Judge { rules, tables, streaks: [Streaks::default(); 2] }
    }

    /// Takes in the score of a move, from the mover's view. A move without a score ends the streaks.
    pub(super) fn note(&mut self, mover: Color, score: Option<ReportedScore>) {
        let is_lost = |limit: i32| match score {
            Some(ReportedScore::Centipawns(score)) => score <= -limit,
            Some(ReportedScore::Mate(moves)) => moves <= 0,
            None => false,
        };
        let is_even = |limit: i32| match score {
            Some(ReportedScore::Centipawns(score)) => score.unsigned_abs() <= limit.unsigned_abs(),
            Some(ReportedScore::Mate(_)) | None => false,
        };
        let streaks = &mut self.streaks[mover.index()];
        let is_lost = self.rules.resign.is_some_and(|rule| is_lost(rule.score));
        let is_even = self.rules.draw.is_some_and(|rule| is_even(rule.score));
        streaks.lost = if is_lost { streaks.lost + 1 } else { 0 };
        streaks.even = if is_even { streaks.even + 1 } else { 0 };
    }

    /// The end of the game in a position that the rules of the board leave open.
    pub(super) fn end(&self, root: &Root) -> Option<GameEnd> {
        self.by_tables(root)
            .or_else(|| self.by_resignation())
            .or_else(|| self.by_draw(root))
            .or_else(|| self.by_length(root))
    }

    /// A value in doubt, as under a limit of moves without progress, ends nothing.
    fn by_tables(&self, root: &Root) -> Option<GameEnd> {
        let known = self.tables?.game_value(&root.position, &root.earlier)?;
        if known.doubt.is_some() {
            return None;
        }
        let turn = root.position.turn();
        let winner = match known.value {
            TableValue::Win(_) => Some(turn),
            TableValue::Draw => None,
            TableValue::Loss(_) => Some(!turn),
        };
        Some(GameEnd::new(winner, end::TABLES))
    }

    fn by_resignation(&self) -> Option<GameEnd> {
        let rule = self.rules.resign?;
        let has_lost = |color: &Color| self.streaks[color.index()].lost >= rule.moves;
        let loser = Color::ALL.into_iter().find(has_lost)?;
        Some(GameEnd::new(Some(!loser), end::RESIGN_RULE))
    }

    fn by_draw(&self, root: &Root) -> Option<GameEnd> {
        let rule = self.rules.draw?;
        let is_late = u32::from(root.position.fullmove()) >= rule.from_move;
        let is_even = self.streaks.iter().all(|streaks| streaks.even >= rule.moves);
        (is_late && is_even).then(|| GameEnd::new(None, end::DRAW_RULE))
    }

    fn by_length(&self, root: &Root) -> Option<GameEnd> {
        let is_long = root.earlier.len() >= self.rules.max_plies? as usize;
        is_long.then(|| GameEnd::new(None, end::LENGTH))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DrawRule, ResignRule};
    use super::*;
    use minnow_external::ReportedScore::{Centipawns, Mate};
    use minnow_rules::Position;

    fn root(id: &str, fen: &str) -> Root {
        Root::new(Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap())
    }

    /// The end after scores of White and Black in turn.
    fn ended(
        rules: Adjudication,
        scores: &[Option<ReportedScore>],
        root: &Root,
    ) -> Option<GameEnd> {
        let mut judge = Judge::new(rules, None);
        for (number, score) in scores.iter().enumerate() {
            judge.note(Color::ALL[number % 2], *score);
        }
        judge.end(root)
    }

    #[test]
    fn a_player_resigns_by_its_own_scores_in_a_row() {
        let resign = Some(ResignRule { score: 500, moves: 2 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let start = Root::new(Position::start(Variant::default_variant()));
        let cp = |score| Some(Centipawns(score));
        for (scores, winner) in [
            (vec![cp(-500), cp(900), cp(-800), cp(900)], Some(Color::Black)),
            (vec![cp(0), cp(-600), cp(0), Some(Mate(-2))], Some(Color::White)),
            (vec![cp(0), cp(i32::MIN), cp(0), Some(Mate(0))], Some(Color::White)),
            // The claims of the opponent do not count, and a streak can break.
            (vec![cp(9_000), cp(0), Some(Mate(1)), cp(0)], None),
            (vec![cp(-600), cp(0), cp(-499), cp(0), cp(-600)], None),
            (vec![cp(-600), cp(0), None, cp(0), cp(-600)], None),
        ] {
            let expected = winner.map(|winner| GameEnd::new(Some(winner), end::RESIGN_RULE));
            assert_eq!(ended(rules, &scores, &start), expected, "{scores:?}");
        }
    }

    #[test]
    fn both_players_agree_on_a_draw() {
        let draw = Some(DrawRule { score: 10, moves: 2, from_move: 20 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let late = root("gardner", "k4/p4/5/4P/4K w - - 0 20");
        let early = root("gardner", "k4/p4/5/4P/4K w - - 0 19");
        let even = [10, -10, 0, 3].map(|score| Some(Centipawns(score)));
        let agreed = Some(GameEnd::new(None, end::DRAW_RULE));
        assert_eq!(ended(rules, &even, &late), agreed);
        assert_eq!(ended(rules, &even, &early), None);
        assert_eq!(ended(rules, &even[1..], &late), None, "one move is missing");
        let broken = [even[0], even[1], Some(Centipawns(11)), even[3]];
        assert_eq!(ended(rules, &broken, &late), None);
    }

    #[test]
    fn tables_and_length_end_games() {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let tables = TableSet::built(variant, 3, &StopFlag::new()).unwrap();
        let rules = Adjudication { max_plies: Some(2), ..Adjudication::default() };
        let judge = Judge::new(rules, Some(&tables));
        let won = root("silverman4x4", "k3/4/1K2/3R w");
        let end_of = |root: &Root| judge.end(root);
        assert_eq!(end_of(&won), Some(GameEnd::new(Some(Color::White), end::TABLES)));
        let mut long = Root::new(Position::start(variant));
        assert_eq!(end_of(&long), None);
        for _ in 0..2 {
            let mv = long.position.safe_moves().iter().next().unwrap();
            long.play(mv);
        }
        assert_eq!(end_of(&long), Some(GameEnd::new(None, end::LENGTH)));
    }
}
