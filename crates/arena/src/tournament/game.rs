//! One game of a tournament, from the start of its players to its record.

use std::sync::Arc;

use web_time::{SystemTime, UNIX_EPOCH};

use super::{
    GameRecord, LimitChoice, MoveRecord, TournamentError, TournamentEvent, TournamentPlan,
    adjudicate::{GameEnd, Judge},
    end,
    openings::{BoardOpenings, Opening},
    schedule::{PlannedGame, seed_of},
    side::{Clocks, ProgramConditions, Side, SideFailure, turn_limits},
};
use crate::{MatchError, engine_game::play_game};
use minnow_base::sync::StopFlag;
use minnow_engine::Root;
use minnow_external::{Choice, ProgramFault, Turn};
use minnow_rules::{Color, Move, Position};
use minnow_runner::Runner;
use minnow_tables::TableSet;

/// The fault of a player whose clock has run down.
const OUT_OF_TIME: &str = "it ran out of time";

/// The data that all games of a wave share.
pub(super) struct GameTable<'a> {
    pub plan: &'a TournamentPlan,
    pub runner: &'a Runner,
    pub conditions: &'a ProgramConditions,
    pub stop: &'a StopFlag,
    /// Of each board.
    pub openings: &'a [BoardOpenings],
    /// Of each board; empty if the plan does not want them.
    pub tables: &'a [Arc<TableSet>],
}

/// Why a game stops before its end by the rules of the board.
enum Interruption {
    Stopped,
    End(GameEnd),
    Level(MatchError),
}

/// A running game.
struct RunningGame<'a> {
    table: &'a GameTable<'a>,
    game: &'a PlannedGame,
    slot: usize,
    emit: &'a dyn Fn(TournamentEvent),
    judge: Judge<'a>,
    clocks: Option<Clocks>,
    /// White, Black. A program that did not start is not there.
    sides: Vec<Side>,
    start: Position,
    /// From the start of the board, those of the opening included.
    moves: Vec<Move>,
    /// Those of the players.
    records: Vec<MoveRecord>,
}

impl GameTable<'_> {
    /// Plays a game; `None` if it was stopped. It has the opening of the other game of its pair,
    /// `kept`, if that game is finished.
    pub(super) fn play(
        &self,
        slot: usize,
        game: &PlannedGame,
        kept: Option<&str>,
        emit: &dyn Fn(TournamentEvent),
    ) -> Result<Option<GameRecord>, TournamentError> {
        let found = self.openings[game.board].get(game.opening);
        let start = found.positions[0];
        let kept = kept.and_then(|line| Opening::read(start.variant(), line).ok());
        let opening = kept.as_ref().unwrap_or(found);
        let variant = start.variant();
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (number, players) = (game.number, game.players);
        emit(TournamentEvent::GameStarted {
            slot,
            number,
            players,
            variant,
            opening: opening.moves.clone(),
            start: opening.last(),
        });
        let tables = self.tables.get(game.board).map(|tables| &**tables);
        let judge = Judge::new(self.plan.adjudication, tables);
        let clocks = Clocks::new(self.plan.limits);
        let mut running = RunningGame {
            table: self,
            game,
            slot,
            emit,
            judge,
            clocks,
            sides: Vec::new(),
            start,
            moves: opening.moves.clone(),
            records: Vec::new(),
        };
        let Some(GameEnd { winner, reason, fault }) = running.play(opening)? else {
            return Ok(None);
        };
        running.finish(winner, fault.as_deref().unwrap_or(reason));
        let (moves, variant) = (running.records, variant.id.clone());
        let (opening, started) = (opening.line.clone(), since_1970.as_secs());
        let reason = reason.to_owned();
        let record =
            GameRecord { number, variant, players, opening, moves, winner, reason, fault, started };
        Ok(Some(record))
    }

    /// The name of the player with a colour.
    fn name(&self, game: &PlannedGame, color: Color) -> String {
        self.plan.players[game.players[color.index()]].name()
    }

    /// The end by a fault of the program with this colour.
    fn lost(&self, game: &PlannedGame, color: Color, fault: &ProgramFault) -> GameEnd {
        let reason = end::of_fault(fault);
        let sentence = match (fault, self.plan.limits) {
            // The rest of its clock may be no time at all.
            (ProgramFault::Late(_), LimitChoice::Clock { .. }) => OUT_OF_TIME.to_owned(),
            _ => fault.to_string(),
        };
        let of_program = || format!("{}: {sentence}", self.name(game, color));
        let fault = (reason != end::RESIGNED).then(of_program);
        GameEnd { winner: Some(!color), reason, fault }
    }
}

impl RunningGame<'_> {
    /// The end of the game; `None` if it was stopped.
    fn play(&mut self, opening: &Opening) -> Result<Option<GameEnd>, TournamentError> {
        if let Some(end) = self.start_sides() {
            return Ok(Some(end));
        }
        match play_game(&opening.positions, |root| self.turn(root)) {
            Ok(finished) => Ok(Some(GameEnd::new(finished.winner, finished.ending))),
            Err(Interruption::End(end)) => Ok(Some(end)),
            Err(Interruption::Stopped) => Ok(None),
            Err(Interruption::Level(error)) => Err(error.into()),
        }
    }

    /// Starts both players. A program that cannot be started loses; if both cannot, White loses.
    fn start_sides(&mut self) -> Option<GameEnd> {
        let GameTable { plan, runner, conditions, .. } = *self.table;
        for color in Color::ALL {
            let entry = &plan.players[self.game.players[color.index()]];
            let seed = seed_of(plan, self.game, color);
            match Side::start(entry, self.start.variant(), runner, conditions, seed) {
                Ok(side) => self.sides.push(side),
                Err(fault) => return Some(self.table.lost(self.game, color, &fault)),
            }
        }
        None
    }

    /// The next move, unless the game ends here.
    fn turn(&mut self, root: &Root) -> Result<Move, Interruption> {
        if self.table.stop.is_set() {
            return Err(Interruption::Stopped);
        }
        if let Some(end) = self.judge.end(root) {
            return Err(Interruption::End(end));
        }
        let color = root.position.turn();
        let (position, moves) = (&root.position, &self.moves);
        let limits = turn_limits(self.table.plan.limits, self.clocks);
        let turn = Turn { start: &self.start, moves, position, limits };
        let chosen = self.sides[color.index()].choose(root, &turn, self.table.stop);
        let chosen = chosen.map_err(|failure| match failure {
            SideFailure::Stopped => Interruption::Stopped,
            SideFailure::Level(error) => Interruption::Level(error),
            SideFailure::Program(fault) => {
                Interruption::End(self.table.lost(self.game, color, &fault))
            }
        })?;
        if self.clocks.as_mut().is_some_and(|clocks| !clocks.press(color, chosen.took_ms)) {
            let fault = format!("{}: {OUT_OF_TIME}", self.table.name(self.game, color));
            let (winner, fault) = (Some(!color), Some(fault));
            return Err(Interruption::End(GameEnd { winner, reason: end::TIME, fault }));
        }
        Ok(self.record(&root.position, chosen))
    }

    /// Takes in a move.
    fn record(&mut self, position: &Position, chosen: Choice) -> Move {
        let Choice { mv, report, took_ms } = chosen;
        let score = report.as_ref().and_then(|report| report.score);
        let (depth, nodes) = report.as_ref().map_or((0, 0), |report| (report.depth, report.nodes));
        let text = position.move_text(mv);
        self.records.push(MoveRecord { mv: text, score, depth, nodes, ms: took_ms });
        self.moves.push(mv);
        self.judge.note(position.turn(), score);
        let clocks = self.clocks.map(|clocks| clocks.left_ms());
        (self.emit)(TournamentEvent::MovePlayed { slot: self.slot, mv, report, clocks });
        mv
    }

    /// Ends the players.
    fn finish(&mut self, winner: Option<Color>, reason: &str) {
        for (side, player) in self.sides.drain(..).zip(self.game.players) {
            let lines = side.finish(winner, reason);
            if !lines.is_empty() {
                (self.emit)(TournamentEvent::Log { player, lines });
            }
        }
    }
}
