//! `minnow lab exercise` and `minnow lab mark`: sheets for a class, and the marks as CSV.

use std::{
    collections::BTreeSet,
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    Failure,
    lab_paper::{PaperArgs, print_hints},
};
use minnow_base::quoting::csv_field;
use minnow_lab::exercise::{
    EXERCISE_TASKS, ExerciseKey, ExerciseMarks, ExerciseSet, ExerciseSheet,
};
use minnow_program as program;

/// The arguments of `minnow lab exercise`.
#[derive(Debug, Args)]
pub(super) struct ExerciseArgs {
    /// The seed of the tree: another one for each student
    #[arg(long, value_name = "N")]
    seed: u64,
    /// A RON file with title, tasks, depth, branching and highest or trees, and hint_cost; without it
    /// 3 plies, 3 moves at each node and all tasks
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// The student's name, to be written on the sheet
    #[arg(long, value_name = "NAME", default_value = "")]
    student: String,
    /// Print the sheet with the right answers, for the teacher
    #[arg(long)]
    key: bool,
    #[command(flatten)]
    paper: PaperArgs,
}

/// The arguments of `minnow lab mark`.
#[derive(Debug, Args)]
pub(super) struct MarkArgs {
    /// The set that the sheets were made from; a sheet with another one is not marked
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// The sheets; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A row of the marks as CSV.
pub(super) struct MarksRow<'a> {
    pub file: &'a str,
    pub student: &'a str,
    pub seed: u64,
    pub marks: &'a ExerciseMarks,
    pub remarks: &'a [String],
}

pub(super) fn read_set(path: &Path) -> Result<ExerciseSet, Failure> {
    let text = program::read_text("--set", path)?;
    ExerciseSet::parse(&text).map_err(|error| Failure::refused_file("--set", path, error))
}

/// The exercise of a seed.
pub(super) fn exercise(set: &ExerciseSet, seed: u64) -> Result<ExerciseKey, Failure> {
    ExerciseKey::new(set, seed).map_err(|error| Failure::refused(format!("--seed {seed}"), error))
}

/// Prints the sheet of a seed.
pub(super) fn print_sheet(output: &mut impl Write, args: &ExerciseArgs) -> Result<(), Failure> {
    let set = args.set.as_deref().map_or_else(|| Ok(ExerciseSet::default()), read_set)?;
    if args.paper.print(output, &set, args.seed, &args.student, args.key)? {
        return Ok(());
    }
    let key = exercise(&set, args.seed)?;
    if args.paper.hints {
        return print_hints(output, &key);
    }
    let sheet = if args.key { key.solved() } else { key.sheet(&args.student) };
    Ok(write!(output, "{}", sheet_text(&sheet, &key)?)?)
}

/// A sheet with its questions as the content of a file.
pub(super) fn sheet_text(sheet: &ExerciseSheet, key: &ExerciseKey) -> Result<String, Failure> {
    sheet.write(key).map_err(|error| Failure::Fault(error.to_string()))
}

/// Reads a sheet of practice; `set` is that of the class, if it is known. The points of a graded one
/// would give its answers away.
fn read_sheet(path: &Path, set: Option<&ExerciseSet>) -> Result<ExerciseSheet, Failure> {
    let text = program::read_text("the sheet", path)?;
    let sheet = ExerciseSheet::parse(&text)
        .map_err(|error| Failure::refused(path.display().to_string(), error))?;
    let problem = if sheet.graded.is_some() {
        "a graded sheet is marked with the secret of its class, by `minnow lab class mark`"
    } else if set.is_some_and(|set| *set != sheet.set) {
        "its set is not the one of --set, so its marks could not be compared"
    } else {
        return Ok(sheet);
    };
    Err(Failure::BadInput(format!("{}: {problem}", path.display())))
}

/// Prints a row for each sheet. A file that is not a sheet is reported, and the others are marked.
pub(super) fn mark(output: &mut impl Write, args: &MarkArgs) -> Result<(), Failure> {
    let set = args.set.as_deref().map(read_set).transpose()?;
    write_header(output)?;
    let mut seeds = BTreeSet::new();
    let mut is_complete = true;
    for path in &args.files {
        let name = path.display().to_string();
        let marked = read_sheet(path, set.as_ref()).and_then(|sheet| {
            let key = ExerciseKey::of_sheet(&sheet);
            Ok((key.map_err(|error| Failure::refused(&name, error))?, sheet))
        });
        let (key, ExerciseSheet { student, seed, answers, .. }) = match marked {
            Ok(marked) => marked,
            Err(failure) => {
                program::report(format_args!("minnow: {failure}"));
                is_complete = false;
                continue;
            }
        };
        if !seeds.insert(seed) {
            program::report(format_args!("minnow: {name}: another sheet has the seed {seed}"));
        }
        let (marks, remarks) = (&key.mark(&answers), &key.read(&answers).remarks);
        write_row(output, &MarksRow { file: &name, student: &student, seed, marks, remarks })?;
    }
    if is_complete { Ok(()) } else { Err(Failure::Reported) }
}

/// Writes the names of the columns of [`write_row`].
pub(super) fn write_header(output: &mut impl Write) -> Result<(), Failure> {
    let tasks = EXERCISE_TASKS.map(|task| task.name()).join(",");
    Ok(writeln!(output, "file,student,seed,{tasks},points,of,percent,remarks")?)
}

/// Writes the points of each task, their sum, the most possible, the percentage and the remarks.
pub(super) fn write_row(output: &mut impl Write, row: &MarksRow<'_>) -> Result<(), Failure> {
    let MarksRow { seed, marks, .. } = row;
    let points = EXERCISE_TASKS.map(|task| {
        let mark = marks.tasks.iter().find(|mark| mark.task == task);
        mark.map_or(String::new(), |mark| mark.points.to_string())
    });
    let [file, student] = [row.file, row.student].map(csv_field);
    let (points, sum, most) = (points.join(","), marks.points(), marks.most());
    let (percent, remarks) = (marks.percent(), csv_field(&row.remarks.join("; ")));
    Ok(writeln!(output, "{file},{student},{seed},{points},{sum},{most},{percent},{remarks}")?)
}
