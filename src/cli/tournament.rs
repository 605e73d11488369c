//! `minnow tournament FILE`: plays the tournament of a file, or goes on with it, and writes its results.
//!
//! `docs/tournaments.md` explains the file and the results.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use clap::Args;

use super::Failure;
use minnow_arena::tournament::{
    GameRecord, OpenedTournament, Standings, Tournament, TournamentEvent, TournamentFolder,
    TournamentPlan,
    report::{PAGE, end_text, format_text, limit_text, opening_text, report_files, sprt_text},
};
use minnow_base::sync::StopFlag;
use minnow_program as program;
use minnow_rules::counted;
use minnow_runner::Runner;

/// A tournament on the command line.
#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The tournament in RON: players, boards, format, limits
    file: PathBuf,
    /// The folder of games and results; by default NAME.games beside NAME.ron
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print what would be started and played, without starting anything
    #[arg(long)]
    check: bool,
}

pub(super) fn run(output: &mut impl Write, args: &TournamentArgs) -> Result<(), Failure> {
    let text = program::read_text("the tournament", &args.file)?;
    let plan = TournamentPlan::parse(&text, &args.file).map_err(bad_input)?;
    let folder = args.out.clone().unwrap_or_else(|| TournamentFolder::beside(&args.file));
    if args.check {
        return check(output, plan, &folder);
    }
    let opened = TournamentFolder::open(&folder, &plan).map_err(bad_input)?;
    let OpenedTournament { mut folder, records, dropped } = opened;
    if let Some(dropped) = dropped {
        program::report(format_args!("minnow: {dropped}"));
    }
    let mut tournament = Tournament::new(plan, records).map_err(bad_input)?;
    let played = play(&mut tournament, &mut folder);
    // Also after a failure or a stop: the finished games have results.
    let standings = tournament.standings();
    for file in report_files(tournament.plan(), tournament.records(), &standings) {
        folder
            .write(file.name, file.content.as_bytes())
            .map_err(|error| Failure::refused("--out", error))?;
    }
    write_standings(output, &standings)?;
    if let (Some(test), Some(state)) = (&tournament.plan().sprt, &standings.sprt) {
        writeln!(output, "{}", sprt_text(test, state))?;
    }
    writeln!(output, "games and results: {}", folder.path().join(PAGE).display())?;
    played
}

fn bad_input(error: impl ToString) -> Failure {
    Failure::BadInput(error.to_string())
}

/// Prints what a tournament would start and play.
fn check(output: &mut impl Write, plan: TournamentPlan, folder: &Path) -> Result<(), Failure> {
    let kept = TournamentFolder::records_of(folder, &plan).map_err(bad_input)?;
    let tournament = Tournament::new(plan, kept).map_err(bad_input)?;
    let plan = tournament.plan();
    let (format, limits) = (format_text(plan.format), limit_text(plan.limits));
    writeln!(output, "{}: {format} on {}, {limits}", plan.name, plan.variants.join(", "))?;
    writeln!(output, "games start {}", opening_text(&plan.openings))?;
    writeln!(output, "players: {}", plan.player_names().join(", "))?;
    for command in plan.commands() {
        writeln!(output, "would start {command}")?;
    }
    let games = match tournament.standings().planned {
        Some(planned) => counted(planned as u64, "game", "games"),
        None => "as many games as the results need".to_owned(),
    };
    let finished = counted(tournament.records().len() as u64, "game", "games");
    let (concurrency, folder) = (plan.concurrency, folder.display());
    writeln!(output, "would play {games}, {concurrency} at a time; in {folder}: {finished}")?;
    Ok(())
}

/// Plays what is left, and reports each game.
fn play(tournament: &mut Tournament, folder: &mut TournamentFolder) -> Result<(), Failure> {
    let runner = Runner::new();
    let has_programs = !tournament.plan().commands().is_empty();
    if let Some(gaps) = runner.gaps().filter(|_| has_programs) {
        program::report(format_args!("minnow: {gaps}"));
    }
    let names = tournament.plan().player_names();
    let planned = tournament.standings().planned;
    let of = planned.map_or_else(String::new, |planned| format!(" of {planned}"));
    let mut finished = tournament.records().len();
    if finished > 0 {
        program::report(format_args!("{finished}{of} games are finished already"));
    }
    let (interruption, stop) = (program::interruption(), StopFlag::new());
    let mut current_task = String::new();
    let mut follow = |event: TournamentEvent| {
        if interruption.load(Ordering::Relaxed) {
            stop.stop();
        }
        match event {
            TournamentEvent::Preparing { task, .. } if task != current_task => {
                program::report(format_args!("preparing the {task}"));
                current_task = task;
            }
            TournamentEvent::GameEnded { record, .. } => {
                finished += 1;
                let [white, black] = record.players.map(|player| &names[player]);
                let (number, board, game) = (record.number, &record.variant, game_text(&record));
                program::report(format_args!(
                    "game {number} on {board}, {white} - {black}: {game} ({finished}{of})"
                ));
            }
            TournamentEvent::Preparing { .. }
            | TournamentEvent::GameStarted { .. }
            | TournamentEvent::MovePlayed { .. }
            | TournamentEvent::Log { .. }
            | TournamentEvent::Sprt(_) => {}
        }
    };
    let played = tournament.play_into(folder, &runner, &stop, &mut follow);
    played.map_err(|error| Failure::Fault(error.to_string()))?;
    if stop.is_stopped() {
        let finished = counted(tournament.records().len() as u64, "game", "games");
        let sentence = format!("stopped after {finished}; the same command goes on from there");
        return Err(Failure::Fault(sentence));
    }
    Ok(())
}

/// How a game ended: `White wins after 31 plies, mate`.
pub(super) fn game_text(record: &GameRecord) -> String {
    let plies = record.opening.split_whitespace().count() + record.moves.len();
    let result = match record.winner {
        Some(winner) => format!("{winner} wins"),
        None => "a draw".to_owned(),
    };
    let plies = counted(plies as u64, "ply", "plies");
    format!("{result} after {plies}, {}", end_text(record))
}

/// Writes the table. A rating without bounds has none to show.
fn write_standings(output: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let head = ["", "player", "games", "points", "won", "drawn", "lost", "Elo", "error", "faults"];
    let mut rows = vec![head.map(str::to_owned)];
    for (row, place) in standings.rows.iter().zip(1..) {
        let place: u32 = place;
        let [elo, error] = match row.rating() {
            Some([elo, error]) => [format!("{elo:+.0}"), format!("{error:.0}")],
            None => ["-".to_owned(), "-".to_owned()],
        };
        rows.push([
            place.to_string(),
            row.name.clone(),
            (row.wins + row.draws + row.losses).to_string(),
            row.points.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            elo,
            error,
            row.faults.to_string(),
        ]);
    }
    let width_of = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = std::array::from_fn::<usize, 10, _>(|column| width_of(column).unwrap_or(0));
    for row in &rows {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            // Names are words, the rest are numbers.
            if column == 1 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        writeln!(output, "{}", cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}
