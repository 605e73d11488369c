//! `minnow tournament FILE`: plays the tournament of a file, or goes on with it, and writes its results.
//!
//! `docs/tournaments.md` explains the file and the results, `docs/cluster.md` the parts for several
//! machines.

mod merge;
mod progress;

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};

pub(super) use self::progress::{Progress, game_text};
use super::{Failure, bad_input, columns::write_columns, programs::check_runner};
use minnow_arena::tournament::{
    GameRecord, OpenedTournament, Shard, Standings, Tournament, TournamentEvent, TournamentFolder,
    TournamentPlan,
    report::{PAGE, format_text, limit_text, opening_text, report_files, sprt_text},
};
use minnow_base::sync::StopFlag;
use minnow_program as program;
use minnow_rules::counted;
use minnow_runner::Runner;

/// A tournament on the command line.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct TournamentArgs {
    #[command(subcommand)]
    verb: Option<TournamentVerb>,
    /// The tournament in RON: players, boards, format, limits
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// The folder of games and results; by default NAME.games beside NAME.ron
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Play the Kth of N parts of a round robin or a gauntlet, by default into NAME.games-K-of-N
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Print what would be started and played, without starting anything
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Subcommand)]
enum TournamentVerb {
    /// Join the parts that several machines have played, and name the games that are missing
    Merge(merge::MergeArgs),
}

impl TournamentArgs {
    /// The folder of the games of a tournament file.
    fn folder(&self, file: &Path) -> PathBuf {
        let beside = || {
            let mut name = TournamentFolder::beside(file).into_os_string();
            if let Some(shard) = self.shard {
                name.push(format!("-{}", shard.to_string().replace('/', "-of-")));
            }
            PathBuf::from(name)
        };
        self.out.clone().unwrap_or_else(beside)
    }
}

pub(super) fn run(output: &mut impl Write, args: &TournamentArgs) -> Result<(), Failure> {
    let Some(file) = &args.file else {
        let Some(TournamentVerb::Merge(args)) = &args.verb else {
            return Err(Failure::BadInput("no tournament is named".to_owned()));
        };
        return merge::run(output, args);
    };
    let (plan, shard) = (read_plan(file)?, args.shard.unwrap_or(Shard::ALL));
    let folder = args.folder(file);
    let kept = TournamentFolder::records_of(&folder, &plan).map_err(bad_input)?;
    let tournament = part(plan.clone(), kept.unwrap_or_default(), shard)?;
    if args.check {
        return check(output, &tournament, &folder);
    }
    // A tournament that cannot be played is refused before its folder is made.
    let (runner, stop) = (Runner::new(), StopFlag::new());
    try_programs(&tournament, &runner, &stop)?;
    let OpenedTournament { mut folder, records, .. } = open(&folder, &plan)?;
    let mut tournament = part(plan, records, shard)?;
    let played = play(&mut tournament, &mut folder, &runner, &stop);
    // Also after a failure or a stop: the finished games have results.
    write_results(output, &tournament, &folder)?;
    played
}

/// The plan of a tournament file.
fn read_plan(file: &Path) -> Result<TournamentPlan, Failure> {
    let text = program::read_text("the tournament", file)?;
    TournamentPlan::parse(&text, file).map_err(bad_input)
}

/// Opens the folder of the games, and reports a line that was cut off.
fn open(folder: &Path, plan: &TournamentPlan) -> Result<OpenedTournament, Failure> {
    let opened = TournamentFolder::open(folder, plan).map_err(Failure::described)?;
    if let Some(dropped) = &opened.dropped {
        program::report(format_args!("minnow: {dropped}"));
    }
    Ok(opened)
}

/// The tournament of which a part is played.
fn part(
    plan: TournamentPlan,
    records: Vec<GameRecord>,
    shard: Shard,
) -> Result<Tournament, Failure> {
    Tournament::new(plan, records)
        .and_then(|tournament| tournament.with_shard(shard))
        .map_err(bad_input)
}

/// Writes the files of the results, and prints the table.
fn write_results(
    output: &mut impl Write,
    tournament: &Tournament,
    folder: &TournamentFolder,
) -> Result<(), Failure> {
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
    Ok(())
}

/// Prints what a tournament would start and play.
fn check(output: &mut impl Write, tournament: &Tournament, folder: &Path) -> Result<(), Failure> {
    let plan = tournament.plan();
    let (format, limits) = (format_text(plan.format), limit_text(plan.limits));
    writeln!(output, "{}: {format} on {}, {limits}", plan.name, plan.variants.join(", "))?;
    writeln!(output, "games start {}", opening_text(&plan.openings))?;
    writeln!(output, "players: {}", plan.player_names().join(", "))?;
    for command in plan.commands() {
        writeln!(output, "would start {command}")?;
    }
    let games = match tournament.planned() {
        Some(planned) => counted(planned as u64, "game", "games"),
        None => "as many games as the results need".to_owned(),
    };
    let finished = counted(tournament.records().len() as u64, "game", "games");
    let (concurrency, folder) = (plan.concurrency, folder.display());
    writeln!(output, "would play {games}, {concurrency} at a time; in {folder}: {finished}")?;
    Ok(())
}

/// Starts each program once, where programs may be started.
fn try_programs(tournament: &Tournament, runner: &Runner, stop: &StopFlag) -> Result<(), Failure> {
    if tournament.plan().players.iter().any(|player| player.program().is_some()) {
        check_runner(runner)?;
    }
    tournament.try_programs(runner, stop).map_err(bad_input)
}

/// Plays what is left, and reports each game.
fn play(
    tournament: &mut Tournament,
    folder: &mut TournamentFolder,
    runner: &Runner,
    stop: &StopFlag,
) -> Result<(), Failure> {
    let mut progress = Progress::new(tournament, stop);
    let mut follow = |event: TournamentEvent| progress.follow(event);
    let played = tournament.play_into(folder, runner, stop, &mut follow);
    played.map_err(|error| Failure::Fault(error.to_string()))?;
    progress.end()
}

/// Writes the table. A rating without bounds has none to show.
fn write_standings(output: &mut impl Write, standings: &Standings) -> io::Result<()> {
    let head = ["", "player", "games", "points", "won", "drawn", "lost", "Elo", "error", "faults"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (row, place) in standings.rows.iter().zip(1_u32..) {
        let [elo, error] = match row.rating() {
            Some([elo, error]) => [format!("{elo:+.0}"), format!("{error:.0}")],
            None => ["-".to_owned(), "-".to_owned()],
        };
        rows.push(vec![
            place.to_string(),
            row.name.clone(),
            row.games().to_string(),
            row.points.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            elo,
            error,
            row.faults.to_string(),
        ]);
    }
    write_columns(output, &rows, 1)
}
