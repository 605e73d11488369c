//! The reports of a running tournament on the standard error, and its stop by Ctrl+C.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::Failure;
use minnow_arena::tournament::{GameRecord, Tournament, TournamentEvent, report::end_text};
use minnow_base::sync::StopFlag;
use minnow_program as program;
use minnow_rules::counted;

/// Reports the games of a tournament, and stops it when the user asks.
pub(in crate::cli) struct Progress<'a> {
    stop: &'a StopFlag,
    interruption: Arc<AtomicBool>,
    names: Vec<String>,
    /// ` of 12`, if the number of games is known.
    of: String,
    finished: usize,
    /// The task before the first game.
    task: String,
}

impl<'a> Progress<'a> {
    /// Says how many games are finished already.
    pub(in crate::cli) fn new(tournament: &Tournament, stop: &'a StopFlag) -> Progress<'a> {
        let planned = tournament.planned();
        let of = planned.map_or_else(String::new, |planned| format!(" of {planned}"));
        let finished = tournament.records().len();
        if finished > 0 {
            program::report(format_args!("{finished}{of} games are finished already"));
        }
        let (interruption, names) = (program::interruption(), tournament.plan().player_names());
        Progress { stop, interruption, names, of, finished, task: String::new() }
    }

    /// Takes in what happens.
    pub(in crate::cli) fn follow(&mut self, event: TournamentEvent) {
        if self.interruption.load(Ordering::Relaxed) {
            self.stop.stop();
        }
        match event {
            TournamentEvent::Preparing { task, .. } if task != self.task => {
                program::report(format_args!("preparing the {task}"));
                self.task = task;
            }
            TournamentEvent::GameEnded { record, .. } => self.report_game(&record),
            TournamentEvent::Preparing { .. }
            | TournamentEvent::GameStarted { .. }
            | TournamentEvent::MovePlayed { .. }
            | TournamentEvent::Log { .. }
            | TournamentEvent::Sprt(_) => {}
        }
    }

    fn report_game(&mut self, record: &GameRecord) {
        self.finished += 1;
        let [white, black] = record.players.map(|player| &self.names[player]);
        let (number, board, game) = (record.number, &record.variant, game_text(record));
        let (finished, of) = (self.finished, &self.of);
        program::report(format_args!(
            "game {number} on {board}, {white} - {black}: {game} ({finished}{of})"
        ));
    }

    /// An error if the user has stopped the tournament.
    pub(in crate::cli) fn end(self) -> Result<(), Failure> {
        if !self.stop.is_stopped() {
            return Ok(());
        }
        let finished = counted(self.finished as u64, "game", "games");
        let sentence = format!("stopped after {finished}; the same command goes on from there");
        Err(Failure::Fault(sentence))
    }
}

/// How a game ended: `White wins after 31 plies, mate`.
pub(in crate::cli) fn game_text(record: &GameRecord) -> String {
    let plies = record.opening.split_whitespace().count() + record.moves.len();
    let result = match record.winner {
        Some(winner) => format!("{winner} wins"),
        None => "a draw".to_owned(),
    };
    let plies = counted(plies as u64, "ply", "plies");
    format!("{result} after {plies}, {}", end_text(record))
}
