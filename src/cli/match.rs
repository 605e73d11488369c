//! `minnow match`: two players against each other, each a level of the computer or a program.
//!
//! A match of two levels is a [`LevelMatch`], which its seed decides; one with a program is a small
//! tournament.

use std::{io::Write, path::Path};

use clap::Args;

use super::{Failure, bad_input, programs::check_runner, tournament::game_text, variant};
use minnow_arena::{
    GameResult, LevelMatch, MatchError, MatchProgress, MatchReport,
    tournament::{
        LimitChoice, PlanError, PlayerEntry, Tournament, TournamentEvent, TournamentPlan,
    },
};
use minnow_base::{files::system, sync::StopFlag};
use minnow_engine::{LEVELS, Level};
use minnow_external::ProgramEntry;
use minnow_program as program;
use minnow_rules::{Color, Variant};
use minnow_runner::{BOT_FILE, Runner};

/// A match on the command line.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The player whose results are counted: a level from 1 (the weakest), the command of a UCI engine
    /// in quotes, or a folder with a bot.ron
    #[arg(value_parser = parse_player)]
    a: PlayerEntry,
    /// The player it meets
    #[arg(value_parser = parse_player)]
    b: PlayerEntry,
    /// The variant's id, see `minnow variants`
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
    /// The number of games; two are played from each opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Time limit per move; games may then differ from run to run
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Node limit per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of the openings and of the moves that weak levels overlook
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// A player by what the user typed. A name without a bot.ron is a command.
fn parse_player(text: &str) -> Result<PlayerEntry, String> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        let level = text.parse::<u8>().ok().filter(|number| Level::exists(*number));
        let problem = || format!("levels go from 1 to {}", LEVELS.len());
        return level.map(PlayerEntry::Level).ok_or_else(problem);
    }
    let folder = Path::new(text);
    if system::exists(&folder.join(BOT_FILE)) {
        let entry = ProgramEntry::from_bot_folder(folder).map_err(|error| error.to_string())?;
        return Ok(PlayerEntry::Program(entry));
    }
    let command = ProgramEntry::parse_command_line(text).map_err(|error| error.to_string())?;
    let file = command.first().and_then(|program| Path::new(program).file_stem());
    let name = file.map_or_else(|| text.into(), |file| file.to_string_lossy());
    Ok(PlayerEntry::Program(ProgramEntry::of_command(&name, &command)))
}

pub(super) fn run(output: &mut impl Write, args: &MatchArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let MatchArgs { a, b, games, seed, .. } = args;
    let mut players = [a.clone(), b.clone()];
    let report = match players {
        [PlayerEntry::Level(a), PlayerEntry::Level(b)] => play_levels([a, b], variant, args)?,
        _ => {
            name_apart(&mut players);
            play_programs(&players, variant, args)?
        }
    };
    let [a, b] = players.map(|player| player_text(&player));
    let (id, tally) = (&variant.id, &report.tally);
    writeln!(output, "{a} against {b}, {id}, {games} games, seed {seed}")?;
    writeln!(output, "{tally}, score {:.1} %, {}", 100.0 * tally.score(), tally.elo())?;
    let endings: Vec<String> =
        report.endings.iter().map(|(end, count)| format!("{end} {count}")).collect();
    writeln!(output, "ends: {}", endings.join(", "))?;
    Ok(())
}

fn player_text(player: &PlayerEntry) -> String {
    match player {
        PlayerEntry::Level(number) => format!("level {number}"),
        other => other.name(),
    }
}

/// Gives the second player another name if both have the same one.
fn name_apart(players: &mut [PlayerEntry; 2]) {
    let [first, second] = players;
    if first.name() == second.name()
        && let PlayerEntry::Program(entry) = second
    {
        entry.name += " (2)";
    }
}

fn play_levels(
    levels: [u8; 2],
    variant: &'static Variant,
    args: &MatchArgs,
) -> Result<MatchReport, Failure> {
    let MatchArgs { games, seed, movetime, nodes, .. } = *args;
    let level_match = LevelMatch { levels, variant, games, movetime_ms: movetime, nodes, seed };
    let mut report_game = |progress: MatchProgress| {
        let MatchProgress { number, game, tally } = progress;
        // A closed standard error does not end the match.
        program::report(format_args!("game {number} of {games}: {game}; {tally}"));
    };
    level_match.play(&mut report_game).map_err(|error| match error {
        MatchError::TooFewOpenings { .. } => Failure::refused(format!("--games {games}"), error),
        MatchError::NoLegalMove { .. } => Failure::Fault(error.to_string()),
    })
}

/// The limit of a match with a program, which has none of its own.
fn limits(args: &MatchArgs) -> Result<LimitChoice, Failure> {
    match (args.movetime, args.nodes) {
        (Some(ms), None) => Ok(LimitChoice::MoveTime(ms)),
        (None, Some(nodes)) => Ok(LimitChoice::Nodes(nodes)),
        _ => {
            let problem = "a match with a program needs one of --movetime and --nodes";
            Err(Failure::BadInput(problem.to_owned()))
        }
    }
}

fn play_programs(
    players: &[PlayerEntry; 2],
    variant: &'static Variant,
    args: &MatchArgs,
) -> Result<MatchReport, Failure> {
    let games = args.games;
    let plan = TournamentPlan {
        name: "match".to_owned(),
        variants: vec![variant.id.clone()],
        games,
        limits: limits(args)?,
        seed: args.seed,
        ..TournamentPlan::of_players(players.to_vec())
    };
    let refused = |error: PlanError| Failure::refused(format!("--games {games}"), error);
    let mut tournament = Tournament::new(plan, Vec::new()).map_err(refused)?;
    let runner = Runner::new();
    check_runner(&runner)?;
    let stop = StopFlag::new();
    tournament.try_programs(&runner, &stop).map_err(bad_input)?;
    let mut report = MatchReport::default();
    let MatchReport { tally, endings } = &mut report;
    let mut number = 0;
    let mut report_game = |event: TournamentEvent| {
        let TournamentEvent::GameEnded { record, .. } = event else { return };
        let color = if record.players[0] == 0 { Color::White } else { Color::Black };
        tally.add(GameResult::of(record.winner, color));
        number += 1;
        program::report(format_args!("game {number} of {games}: {}; {tally}", game_text(&record)));
        *endings.entry(record.reason).or_default() += 1;
    };
    tournament
        .play(&runner, &stop, &mut report_game)
        .map_err(|error| Failure::Fault(error.to_string()))?;
    Ok(report)
}
