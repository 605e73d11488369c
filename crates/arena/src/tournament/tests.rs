//! Tests of whole tournaments: schedules, plans, games. The helpers stand here.

mod games;
mod plans;
mod schedules;

use std::path::Path;

use super::*;
use super::{ledger::Ledger, schedule::PlannedGame};
use minnow_engine::Random;
use minnow_rules::Color;

/// The plan of a text.
fn plan(text: &str) -> TournamentPlan {
    TournamentPlan::parse(text, Path::new("test.ron")).unwrap()
}

/// A plan of this many programs, which are never started, on two boards.
fn plan_of(players: usize, format: TournamentFormat, games: u32) -> TournamentPlan {
    let command = ["player".to_owned()];
    let program = |number: usize| {
        let name = format!("Player {number}");
        PlayerEntry::Program(minnow_external::ProgramEntry::of_command(&name, &command))
    };
    let variants = ["silverman4x4", "silverman4x5"].map(str::to_owned).to_vec();
    let players = (0..players).map(program).collect();
    let openings = OpeningChoice::Start;
    TournamentPlan { format, variants, games, openings, ..TournamentPlan::of_players(players) }
}

/// The record of a game without moves.
fn record(plan: &TournamentPlan, game: &PlannedGame, winner: Option<Color>) -> GameRecord {
    GameRecord {
        number: game.number,
        variant: plan.variants[game.board].clone(),
        players: game.players,
        opening: String::new(),
        moves: Vec::new(),
        winner,
        reason: "test".to_owned(),
        fault: None,
        started: 0,
    }
}

/// A finished tournament without moves, whose winners this function chooses.
fn decided(plan: TournamentPlan, winner: &mut dyn FnMut(&PlannedGame) -> Option<Color>) -> Ledger {
    let mut ledger = Ledger::new(plan, Vec::new()).unwrap();
    loop {
        let games = ledger.open_games();
        if games.is_empty() {
            return ledger;
        }
        for game in games {
            let record = record(ledger.plan(), &game, winner(&game));
            ledger.add(record);
        }
    }
}

/// A winner by lot.
fn by_lot(random: &mut Random) -> Option<Color> {
    [Some(Color::White), Some(Color::Black), None][random.below(3)]
}
