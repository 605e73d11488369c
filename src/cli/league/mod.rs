//! `minnow league DIR`: the programs of a class play each other and some levels, with a report for each
//! student and a table for the teacher.
//!
//! `docs/league.md` explains it. A league is a round robin whose players come and go; which games count
//! belongs to [`League`]. Here are the class, its builds, and the reports.

mod entrants;
mod page;
mod reviews;
mod student;
mod table;
#[cfg(test)]
mod tests;

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;

use self::{entrants::Entrant, reviews::Reviews, student::StudentResults};
use super::{
    Failure, bad_input,
    programs::check_runner,
    students::{concealed, results_folder, student_folders, student_name, whole_path},
    tournament::Progress,
    variant,
};
use minnow_arena::{
    league::{League, LeagueFolder, LeaguePlayer, LeagueRules, OpenedLeague},
    tournament::{LimitChoice, OpeningChoice, ProgramConditions, TournamentEvent, TournamentPlan},
};
use minnow_base::sync::StopFlag;
use minnow_engine::LEVELS;
use minnow_external::ProgramLimits;
use minnow_jobs::available_cores;
use minnow_program as program;
use minnow_runner::{RunLimits, Runner};

/// Decides openings and the moves of levels.
const SEED: u64 = 1;

/// The folder of the students' pages in that of the results.
const PAGES: &str = "students";

/// The arguments of `minnow league`.
#[derive(Debug, Args)]
pub struct LeagueArgs {
    /// A folder with a folder for each student, which has a program and its bot.ron
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The folder of games and reports; by default DIR.league beside DIR
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The levels that play along as yardsticks
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,3,6,9",
        value_parser = clap::value_parser!(u8).range(1..=LEVELS.len() as i64))]
    levels: Vec<u8>,
    /// The boards, see `minnow variants`; several are separated by commas
    #[arg(long = "variant", value_name = "ID", value_delimiter = ',', default_value = "minichess")]
    boards: Vec<String>,
    /// The games of each two players on each board, an even number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = even_number)]
    games: u32,
    /// The time for each move
    #[arg(long, value_name = "MS", default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(10..=600_000))]
    movetime: u64,
    /// The memory of a program
    #[arg(long, value_name = "MB", default_value_t = 512,
        value_parser = clap::value_parser!(u64).range(16..=65_536))]
    memory: u64,
    /// The games at a time; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// A number of games in pairs with the colours swapped.
fn even_number(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|games: &u32| *games > 0 && games.is_multiple_of(2));
    number.ok_or_else(|| "it is an even number of games, at least 2".to_owned())
}

impl LeagueArgs {
    fn rules(&self) -> LeagueRules {
        let limits = LimitChoice::MoveTime(self.movetime);
        LeagueRules { limits, openings: OpeningChoice::default(), seed: SEED }
    }

    /// The number of programs at a time.
    fn jobs(&self) -> u16 {
        self.jobs.unwrap_or_else(|| u16::try_from(available_cores().min(256)).unwrap_or(1))
    }

    /// The students who can play, and the levels, each once.
    fn players(&self, entrants: &[Entrant]) -> Vec<LeaguePlayer> {
        let mut levels = self.levels.clone();
        levels.sort_unstable();
        levels.dedup();
        let students = entrants.iter().filter_map(|entrant| entrant.player.as_ref().ok().cloned());
        students.chain(levels.into_iter().map(LeaguePlayer::level)).collect()
    }

    fn plan(&self, name: &str, players: &[LeaguePlayer]) -> TournamentPlan {
        let plan = self.rules().plan(name, self.boards.clone(), players);
        TournamentPlan { games: self.games, concurrency: self.jobs(), ..plan }
    }

    fn limits(&self) -> ProgramLimits {
        let time = Duration::from_millis(self.movetime);
        let run = RunLimits { time, memory_bytes: self.memory << 20, ..RunLimits::default() };
        ProgramLimits { run, ..ProgramLimits::default() }
    }
}

/// Plays what is not kept, reviews what was lost, and writes the reports.
pub(super) fn run(output: &mut impl Write, args: &LeagueArgs) -> Result<(), Failure> {
    for board in &args.boards {
        variant(board)?;
    }
    let runner = Runner::new();
    let class_folder = whole_path("the folder", &args.folder)?;
    let out = match &args.out {
        Some(out) => results_folder(out)?,
        None => results_folder(&beside(&class_folder))?,
    };
    let folders = student_folders(&args.folder, Some(&out))?;
    check_runner(&runner)?;
    let opened = LeagueFolder::open(&out, &args.rules()).map_err(Failure::described)?;
    let OpenedLeague { mut folder, games, reviews, versions, dropped } = opened;
    if let Some(dropped) = dropped {
        program::report(format_args!("minnow: {dropped}"));
    }
    let hidden = concealed(&args.folder, Some(&out))?;
    let class =
        entrants::Class { runner: &runner, hidden: &hidden, boards: &args.boards, versions };
    let entrants = class.build(&folders, args.jobs(), &mut folder)?;
    let name = student_name(&class_folder);
    let conditions = ProgramConditions { limits: args.limits(), hidden: hidden.clone() };
    let players = args.players(&entrants);
    let league = League::new(args.plan(&name, &players), &players, games, conditions);
    let mut league = league.map_err(bad_input)?;
    let played = play(&mut league, &runner, &mut folder);
    let mut reviews = Reviews::new(reviews);
    let reviewed = if played.is_ok() {
        let jobs = usize::from(args.jobs());
        reviews.add_missing(&league, jobs, &mut folder, &program::interruption())
    } else {
        Ok(())
    };
    // Also after a stop: the finished games have results.
    let reported = write_reports(output, &league, &entrants, &reviews, &folder);
    played.and(reviewed).and(reported)
}

/// The folder of games and reports beside that of the class.
fn beside(class_folder: &Path) -> PathBuf {
    let mut name = class_folder.as_os_str().to_owned();
    name.push(".league");
    name.into()
}

/// Plays what is left, and reports each game.
fn play(league: &mut League, runner: &Runner, folder: &mut LeagueFolder) -> Result<(), Failure> {
    let stop = StopFlag::new();
    let mut progress = Progress::new(league.tournament(), &stop);
    let mut follow = |event: TournamentEvent| progress.follow(event);
    let played = league.play(folder, runner, &stop, &mut follow);
    played.map_err(|error| Failure::Fault(error.to_string()))?;
    progress.end()
}

/// Writes the page of each student whose name can be that of a file, and the tables of the teacher, and
/// prints their places.
fn write_reports(
    output: &mut impl Write,
    league: &League,
    entrants: &[Entrant],
    reviews: &Reviews,
    folder: &LeagueFolder,
) -> Result<(), Failure> {
    let standings = league.tournament().standings();
    let results: Vec<StudentResults<'_>> = entrants
        .iter()
        .map(|entrant| StudentResults::new(entrant, league, &standings, reviews))
        .collect();
    let write = |name: &Path, content: &str| {
        let written = folder.write(name, content.as_bytes());
        written.map_err(|error| Failure::refused("--out", error))
    };
    for student in results.iter().filter(|student| student.entrant.has_page) {
        let name = Path::new(PAGES).join(format!("{}.html", student.entrant.name));
        write(&name, &page::student_page(league, &standings, student))?;
    }
    let csv = table::csv(league, &standings, &results);
    write(Path::new("league.csv"), &csv)?;
    write(Path::new("league.html"), &table::html(league, &standings, &results))?;
    output.write_all(csv.as_bytes())?;
    let (table, pages) = (folder.path().join("league.html"), folder.path().join(PAGES));
    program::report(format_args!("table: {}; reports: {}", table.display(), pages.display()));
    Ok(())
}
