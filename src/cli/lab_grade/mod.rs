//! `minnow lab grade DIR`: runs the programs of a class, and prints a line of CSV for each.
//!
//! `docs/project.md` explains the stages, `docs/bot.md` the games.

mod record;
mod student;

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use clap::Args;

use self::{record::GradeRecord, student::MOST_POINTS};
use super::Failure;
use minnow_base::{
    files::{
        plain_reason,
        system::{self, Lock},
    },
    quoting::csv_field,
};
use minnow_jobs::{available_cores, run_parallel};
use minnow_lab::project::{PROJECT_STAGES, ProjectTask};
use minnow_program as program;
use minnow_runner::{BOT_FILE, RunLimits, Runner};

/// The fewest characters of a secret.
const MIN_SECRET: usize = 8;

/// The stage after those of trees: games on this board.
const GAME_STAGE: &str = "minichess";

/// Why nothing is graded by a user whose programs could stop the machine.
const UNBOUNDED: &str = "you are root, and neither a control group nor another user can bound the \
    processes of the programs here: run this as an ordinary user";

/// The arguments of `minnow lab grade`.
#[derive(Debug, Args)]
pub(super) struct GradeArgs {
    /// A folder with a program and its bot.ron, or a folder with such a folder for each student
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// A file with a text of your own, which chooses hidden trees
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    /// Keep the marks of each student in this folder, so that a stopped run goes on where it was
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The seconds for each tree, and for each move in a game
    #[arg(long, value_name = "S", default_value_t = 2,
        value_parser = clap::value_parser!(u64).range(1..=600))]
    time: u64,
    /// The memory of a program
    #[arg(long, value_name = "MB", default_value_t = 512,
        value_parser = clap::value_parser!(u64).range(16..=65_536))]
    memory: u64,
    /// The programs that run at a time; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// A stage with the trees of this grading.
struct StageTrees {
    id: &'static str,
    public: Vec<ProjectTask>,
    hidden: Vec<ProjectTask>,
}

/// The data that all students share.
struct Grading {
    runner: Runner,
    limits: RunLimits,
    stages: Vec<StageTrees>,
    /// The paths that no program may read: the other programs, the secret, the marks and this program.
    concealed: Vec<PathBuf>,
    out: Option<PathBuf>,
    /// Everything besides the program that the marks depend on.
    settings: String,
}

/// Grades all programs, reports each as it is done, and prints their lines in the order of the names.
pub(super) fn run(output: &mut impl Write, args: &GradeArgs) -> Result<(), Failure> {
    let grading = Grading::new(args)?;
    let _lock = grading.out.as_deref().map(take_lock).transpose()?;
    let folders = grading.student_folders(&args.folder)?;
    if grading.runner.is_unbounded() {
        return Err(Failure::BadInput(UNBOUNDED.to_owned()));
    }
    if let Some(gaps) = grading.runner.gaps() {
        program::report(format_args!("minnow: {gaps}"));
    }
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let jobs = args.jobs.map_or_else(available_cores, usize::from).min(folders.len());
    let parts = run_parallel(jobs, |_| {
        let mut graded = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(folder) = folders.get(index) else { return Ok::<_, Failure>(graded) };
            let record = grading.grade(folder)?;
            let (count, all) = (done.fetch_add(1, Ordering::Relaxed) + 1, folders.len());
            let (name, points) = (student_name(folder), record.points());
            program::report(format_args!("{name}: {points} points ({count} of {all})"));
            graded.push((index, record));
        }
    });
    let parts = parts.into_iter().collect::<Result<Vec<_>, Failure>>()?;
    let records: BTreeMap<usize, GradeRecord> = parts.into_iter().flatten().collect();
    write_rows(output, folders.iter().zip(records.values()))
}

fn write_rows<'a>(
    output: &mut impl Write,
    graded: impl Iterator<Item = (&'a PathBuf, &'a GradeRecord)>,
) -> Result<(), Failure> {
    let ids = || PROJECT_STAGES.iter().map(|stage| stage.technique).chain([GAME_STAGE]);
    let stages: Vec<&str> = ids().collect();
    writeln!(output, "student,{},points,of,remarks", stages.join(","))?;
    for (folder, record) in graded {
        let points: Vec<String> = ids().map(|id| record.points_of(id).to_string()).collect();
        let (name, remarks) = (csv_field(&student_name(folder)), csv_field(&record.remarks()));
        let (points, sum) = (points.join(","), record.points());
        writeln!(output, "{name},{points},{sum},{MOST_POINTS},{remarks}")?;
    }
    Ok(())
}

fn student_name(folder: &Path) -> String {
    folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
}

/// Keeps a second run out of the folder of the marks.
fn take_lock(out: &Path) -> Result<Lock, Failure> {
    match Lock::try_take(&out.join("grade.lock")) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => {
            let problem = "another `minnow lab grade` is using it";
            Err(Failure::refused_file("--out", out, problem))
        }
        Err(error) => Err(Failure::refused_file("--out", out, error)),
    }
}

/// The whole path of a folder that an option names.
fn whole_path(option: &str, path: &Path) -> Result<PathBuf, Failure> {
    system::canonicalize(path).map_err(|error| Failure::refused_file(option, path, error))
}

impl Grading {
    fn new(args: &GradeArgs) -> Result<Grading, Failure> {
        let secret = args.secret.as_deref().map(read_secret).transpose()?;
        let mut concealed = vec![whole_path("the folder", &args.folder)?];
        if let Some(path) = &args.secret {
            concealed.push(whole_path("--secret", path)?);
        }
        let mut out = None;
        if let Some(path) = &args.out {
            system::create_dir_all(path)
                .map_err(|error| Failure::refused_file("--out", path, error))?;
            let path = whole_path("--out", path)?;
            concealed.push(path.clone());
            out = Some(path);
        }
        // A program could ask this one for the trace.
        concealed.extend(std::env::current_exe().ok());
        let limits = RunLimits {
            time: Duration::from_secs(args.time),
            memory_bytes: args.memory << 20,
            ..RunLimits::default()
        };
        let stages = PROJECT_STAGES.iter().map(|stage| StageTrees {
            id: stage.technique,
            public: stage.public_tasks(),
            hidden: secret.as_deref().map_or_else(Vec::new, |secret| stage.hidden_tasks(secret)),
        });
        let settings = format!("{} {limits:?} {secret:?}", env!("CARGO_PKG_VERSION"));
        let (runner, stages) = (Runner::new(), stages.collect());
        Ok(Grading { runner, limits, stages, concealed, out, settings })
    }

    /// The folders of the students in the order of their names: the folder itself if it has a program,
    /// else the folders in it.
    fn student_folders(&self, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        let refuse = |reason: String| Failure::BadInput(format!("{}: {reason}", folder.display()));
        let whole = whole_path("the folder", folder)?;
        if system::exists(&whole.join(BOT_FILE)) {
            return Ok(vec![whole]);
        }
        let entries = system::read_dir(&whole).map_err(|error| refuse(plain_reason(&error)))?;
        let is_student = |path: &PathBuf| {
            let is_hidden = student_name(path).starts_with('.');
            system::is_dir(path) && !is_hidden && self.out.as_ref() != Some(path)
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut folders: Vec<PathBuf> = paths.filter(is_student).collect();
        folders.sort();
        if folders.is_empty() {
            return Err(refuse(format!("there is neither a {BOT_FILE} nor a folder in it")));
        }
        Ok(folders)
    }
}

fn read_secret(path: &Path) -> Result<String, Failure> {
    let secret = program::read_text("--secret", path)?.trim().to_owned();
    if secret.chars().count() < MIN_SECRET {
        let problem = format!("the secret has fewer than {MIN_SECRET} characters");
        return Err(Failure::refused_file("--secret", path, problem));
    }
    Ok(secret)
}
