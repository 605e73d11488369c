//! The plan with its finished games: what is known, what is left, and the sequential test.

use std::{collections::BTreeMap, path::Path};

use super::{
    FieldError, GameNumber, GameRecord, PlanError, SprtState, TournamentPlan,
    schedule::{self, PlannedGame, Results},
};
use minnow_rules::{MoveTextError, Position, Variant};

/// A plan that was checked, and finished games of it.
pub(super) struct Ledger {
    plan: TournamentPlan,
    /// The boards of the plan, in its order.
    boards: Vec<&'static Variant>,
    /// In the order of their numbers.
    records: Vec<GameRecord>,
    /// After the pairs before the first one that is not finished.
    sprt: Option<SprtState>,
}

impl Ledger {
    /// Of several kept games with one number the first counts.
    pub(super) fn new(
        mut plan: TournamentPlan,
        mut kept: Vec<GameRecord>,
    ) -> Result<Ledger, PlanError> {
        plan.resolve(Path::new(""))?;
        plan.check()?;
        let boards = plan.boards()?;
        kept.sort_by_key(|record| record.number);
        kept.dedup_by_key(|record| record.number);
        let sprt = plan.sprt.map(|sprt| sprt.state([]));
        let mut ledger = Ledger { plan, boards, records: kept, sprt };
        ledger.check_records()?;
        ledger.advance_sprt();
        Ok(ledger)
    }

    pub(super) fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    pub(super) fn boards(&self) -> &[&'static Variant] {
        &self.boards
    }

    pub(super) fn records(&self) -> &[GameRecord] {
        &self.records
    }

    /// The state of the sequential test.
    pub(super) fn sprt(&self) -> Option<SprtState> {
        self.sprt
    }

    /// The number of all games at most; `None` if it depends on results.
    pub(super) fn planned(&self) -> Option<usize> {
        schedule::planned_games(&self.plan)
    }

    /// The rounds of a knockout that each player has survived; 0 in other formats.
    pub(super) fn rounds_won(&self) -> Vec<u32> {
        schedule::rounds_won(&self.plan, Results::new(&self.records))
    }

    /// Adds a finished game.
    pub(super) fn add(&mut self, record: GameRecord) {
        let found = self.records.binary_search_by_key(&record.number, |known| known.number);
        if let Err(place) = found {
            self.records.insert(place, record);
            self.advance_sprt();
        }
    }

    /// The games that are known and not finished, in the order in which they are played; none after
    /// the decision of the sequential test.
    pub(super) fn open_games(&self) -> Vec<PlannedGame> {
        if self.sprt.is_some_and(|state| state.decision.is_some()) {
            return Vec::new();
        }
        let results = Results::new(&self.records);
        let mut games = schedule::games(&self.plan, results);
        games.retain(|game| results.of(game.number).is_none());
        // The pairings of a round advance together.
        games.sort_by_key(|game| {
            let number = game.number;
            (number.round, number.pair, number.pairing, number.is_second)
        });
        games
    }

    /// Enters the pairs that are finished now, in their order.
    fn advance_sprt(&mut self) {
        let (Some(plan), Some(state)) = (self.plan.sprt, &mut self.sprt) else { return };
        let results = Results::new(&self.records);
        while state.decision.is_none()
            && let Some(pair) = results.pair(1, 1, state.pairs.iter().sum::<u32>() + 1)
        {
            let half_points = pair.iter().map(|result| *result as usize).sum();
            *state = plan.after(state, half_points);
        }
    }

    /// Checks that the records are games of the plan with legal moves.
    fn check_records(&self) -> Result<(), PlanError> {
        let mut games = schedule::games(&self.plan, Results::new(&self.records));
        games.sort_by_key(|game| game.number);
        for record in &self.records {
            let refused = |problem: String| PlanError::Kept { number: record.number, problem };
            let found = games.binary_search_by_key(&record.number, |game| game.number);
            let game = found.map(|place| games[place]);
            let game = game.map_err(|_| refused("there is no such game".to_owned()))?;
            let variant = self.boards[game.board];
            if record.players != game.players {
                return Err(refused("other players meet there".to_owned()));
            }
            if record.variant != variant.id {
                return Err(refused(format!("it is played on {}", variant.id)));
            }
            check_moves(variant, record).map_err(|error| refused(error.to_string()))?;
        }
        Ok(())
    }

    /// The openings of the finished games on a board, by their numbers.
    pub(super) fn kept_openings(&self, board: usize) -> BTreeMap<usize, String> {
        let games = schedule::games(&self.plan, Results::new(&self.records));
        let kept = games.into_iter().filter(|game| game.board == board).filter_map(|game| {
            let place = self.records.binary_search_by_key(&game.number, |record| record.number);
            Some((game.opening, self.records[place.ok()?].opening.clone()))
        });
        kept.collect()
    }

    /// The opening of the other game of a pair, if that game is finished.
    pub(super) fn opening_of_pair(&self, number: GameNumber) -> Option<&str> {
        let other = GameNumber { is_second: !number.is_second, ..number };
        let place = self.records.binary_search_by_key(&other, |record| record.number).ok()?;
        Some(&self.records[place].opening)
    }
}

/// Plays the moves of a record.
fn check_moves(variant: &'static Variant, record: &GameRecord) -> Result<(), MoveTextError> {
    let mut position = Position::start(variant);
    let moves = record.moves.iter().map(|played| played.mv.as_str());
    for text in record.opening.split_whitespace().chain(moves) {
        position = position.play(position.parse_move(text)?);
    }
    Ok(())
}

impl TournamentPlan {
    /// The boards of the plan.
    pub(super) fn boards(&self) -> Result<Vec<&'static Variant>, FieldError> {
        let board = |id: &String| {
            Variant::by_id(id).ok_or_else(|| {
                let problem = format!("there is no board \"{}\"", minnow_rules::excerpt(id));
                FieldError::new("variants", problem).near(format!("\"{id}\""))
            })
        };
        self.variants.iter().map(board).collect()
    }
}
