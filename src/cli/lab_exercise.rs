//! `minnow lab exercise` and `minnow lab mark`: sheets for a class, and the marks as CSV.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use super::{Failure, csv_field};
use crate::{
    lab::exercise::{EXERCISE_TASKS, ExerciseKey, ExerciseMarks, ExerciseSet, ExerciseSheet},
    program,
};

/// The arguments of `minnow lab exercise`.
#[derive(Debug, Args)]
pub(super) struct ExerciseArgs {
    /// The seed of the tree: another one for each student
    #[arg(long, value_name = "N")]
    seed: u64,
    /// A RON file with title, depth, branching, highest and tasks; without it 3 plies, 3 moves at
    /// each node and all tasks
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// The student's name, to be written on the sheet
    #[arg(long, value_name = "NAME", default_value = "")]
    student: String,
    /// Print the sheet with the right answers, for the teacher
    #[arg(long)]
    key: bool,
}

fn read_set(path: &Path) -> Result<ExerciseSet, Failure> {
    let text = program::read_text("--set", path)?;
    ExerciseSet::parse(&text)
        .map_err(|error| Failure::refused(format!("--set {}", path.display()), error))
}

/// Prints the sheet of a seed.
pub(super) fn print_sheet(output: &mut impl Write, args: &ExerciseArgs) -> Result<(), Failure> {
    let set = args.set.as_deref().map_or_else(|| Ok(ExerciseSet::default()), read_set)?;
    let key = ExerciseKey::new(&set, args.seed)
        .map_err(|error| Failure::refused(format!("--seed {}", args.seed), error))?;
    let sheet = if args.key { key.solved() } else { key.sheet(&args.student) };
    let text = sheet.write(&key).map_err(|error| Failure::Fault(error.to_string()))?;
    Ok(write!(output, "{text}")?)
}

/// The sheet of a file with its marks.
fn mark_file(path: &Path) -> Result<(ExerciseSheet, ExerciseMarks), Failure> {
    let refuse = |error: Box<dyn std::error::Error + Send + Sync>| {
        Failure::refused(path.display().to_string(), error)
    };
    let text = fs::read_to_string(path).map_err(|error| refuse(error.into()))?;
    let sheet = ExerciseSheet::parse(&text).map_err(|error| refuse(error.into()))?;
    let key = ExerciseKey::new(&sheet.set, sheet.seed).map_err(|error| refuse(error.into()))?;
    let marks = key.mark(&sheet.answers);
    Ok((sheet, marks))
}

/// Prints a row for each sheet. A file that is no sheet is reported, and the others are marked.
pub(super) fn mark(output: &mut impl Write, files: &[PathBuf]) -> Result<(), Failure> {
    let tasks = EXERCISE_TASKS.map(|task| task.name()).join(",");
    writeln!(output, "file,student,seed,{tasks},points,of")?;
    let mut seeds = BTreeSet::new();
    let mut is_complete = true;
    for path in files {
        let (sheet, marks) = match mark_file(path) {
            Ok(marked) => marked,
            Err(failure) => {
                // A closed standard error does not end the marking.
                let _ = writeln!(io::stderr(), "minnow: {failure}");
                is_complete = false;
                continue;
            }
        };
        if !seeds.insert(sheet.seed) {
            let seed = sheet.seed;
            let _ = writeln!(
                io::stderr(),
                "minnow: {}: another sheet has the seed {seed}",
                path.display()
            );
        }
        let points = EXERCISE_TASKS.map(|task| {
            let mark = marks.tasks.iter().find(|mark| mark.task == task);
            mark.map_or(String::new(), |mark| mark.points.to_string())
        });
        let name = csv_field(&path.display().to_string());
        let (student, seed, points) = (csv_field(&sheet.student), sheet.seed, points.join(","));
        writeln!(output, "{name},{student},{seed},{points},{},{}", marks.points(), marks.most())?;
    }
    if is_complete { Ok(()) } else { Err(Failure::Reported) }
}
