//! `minnow lab grade DIR`: runs the programs of a class, and prints a line of CSV for each.
//!
//! `docs/project.md` explains the stages, `docs/bot.md` the games.

mod record;
mod student;

use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use clap::Args;

use self::{record::GradeRecord, student::MOST_POINTS};
use super::{
    Failure,
    programs::check_runner,
    students::{concealed, fingerprint, results_folder, student_folders, student_name, whole_path},
};
use minnow_base::{
    files::{content_hash, system::Lock},
    quoting::csv_field,
};
use minnow_jobs::{available_cores, run_tasks};
use minnow_lab::project::{PROJECT_STAGES, ProjectTask};
use minnow_program as program;
use minnow_runner::{RunLimits, Runner};

/// The fewest characters of a secret.
const MIN_SECRET: usize = 8;

/// The stage after those of trees: games on this board.
const GAME_STAGE: &str = "minichess";

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
    let folders = student_folders(&args.folder, grading.out.as_deref())?;
    check_runner(&grading.runner)?;
    let jobs = args.jobs.map_or_else(available_cores, usize::from).min(folders.len());
    let records: Mutex<BTreeMap<PathBuf, GradeRecord>> = Mutex::default();
    let grade = |_: &mut (), folder: &PathBuf| {
        let record = grading.grade(folder)?;
        let mut records = records.lock().unwrap_or_else(PoisonError::into_inner);
        let (name, points) = (student_name(folder), record.points());
        records.insert(folder.clone(), record);
        let (count, all) = (records.len(), folders.len());
        program::report(format_args!("{name}: {points} points ({count} of {all})"));
        Ok::<_, Failure>(ControlFlow::Continue(()))
    };
    run_tasks(jobs, &folders, |_| (), grade)?;
    write_rows(output, &records.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn write_rows(
    output: &mut impl Write,
    graded: &BTreeMap<PathBuf, GradeRecord>,
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

/// Keeps a second run out of the folder of the marks.
fn take_lock(out: &Path) -> Result<Lock, Failure> {
    match Lock::try_take(&out.join("grade.lock")) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => {
            let problem = "another `minnow lab grade` is using it";
            Err(Failure::refused_file("--out", out, problem))
        }
        Err(error) => Err(Failure::unwritten(format!("--out {}", out.display()), &error)),
    }
}

impl Grading {
    fn new(args: &GradeArgs) -> Result<Grading, Failure> {
        let secret = args.secret.as_deref().map(read_secret).transpose()?;
        let out = args.out.as_deref().map(results_folder).transpose()?;
        let mut concealed = concealed(&args.folder, out.as_deref())?;
        if let Some(path) = &args.secret {
            concealed.push(whole_path("--secret", path)?);
        }
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

    /// A number of the files in a folder and of the settings.
    fn fingerprint(&self, folder: &Path) -> io::Result<u64> {
        let text = format!("{} {}", fingerprint(folder)?, self.settings);
        Ok(content_hash(text.as_bytes()))
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
