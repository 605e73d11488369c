//! `minnow lab class`: a secret, a graded sheet for each student of a roster, and the marks of what
//! they hand in.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{
    Failure,
    lab_exercise::{MarksRow, read_set, sheet_text, write_header, write_row},
};
use minnow_base::{
    files::{Expected, FileAccessError, load_text, plain_reason, read, system as fs, write_if},
    quoting::csv_field,
};
use minnow_lab::exercise::{Class, ClassSecret, ExerciseSheet, HandIn, feedback_page, read_roster};
use minnow_program as program;

/// The most bytes of a sheet.
const MAX_SHEET_BYTES: usize = 1 << 20;

/// The verbs of `minnow lab class`.
#[derive(Debug, Subcommand)]
pub(super) enum ClassVerb {
    /// Make the secret of a class, a file that only the teacher has
    New {
        /// The file to be made; - is the standard output
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Write a graded sheet for each student of a roster
    HandOut {
        #[command(flatten)]
        class: ClassArgs,
        /// The folder of the sheets; each has the student's id as its name
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// The address of the web page: write a link to each sheet into links.csv
        #[arg(long, value_name = "URL")]
        page: Option<String>,
        /// A folder for the sheets with the right answers, for the teacher
        #[arg(long, value_name = "DIR")]
        keys: Option<PathBuf>,
    },
    /// Mark what was handed in: a line of CSV for each student
    Mark {
        #[command(flatten)]
        class: ClassArgs,
        /// A folder for a page with the feedback for each student
        #[arg(long, value_name = "DIR")]
        feedback: Option<PathBuf>,
        /// The sheets, or folders with them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// The files that determine the sheets of a class.
#[derive(Debug, Args)]
pub(super) struct ClassArgs {
    /// The secret that `class new` has made
    #[arg(long = "class", value_name = "FILE")]
    secret: PathBuf,
    /// The set of exercises, as for `minnow lab exercise`
    #[arg(long, value_name = "FILE")]
    set: PathBuf,
    /// A CSV file with the columns id and name
    #[arg(long, value_name = "FILE")]
    roster: PathBuf,
}

impl ClassArgs {
    fn class(&self) -> Result<Class, Failure> {
        let secret = ClassSecret::parse(&program::read_text("--class", &self.secret)?)
            .map_err(|error| Failure::refused_file("--class", &self.secret, error))?;
        let set = read_set(&self.set)?;
        let roster = read_roster(&program::read_text("--roster", &self.roster)?)
            .map_err(|error| Failure::refused_file("--roster", &self.roster, error))?;
        Class::new(&secret, &set, roster)
            .map_err(|error| Failure::refused_file("--set", &self.set, error))
    }
}

pub(super) fn run(output: &mut impl Write, verb: &ClassVerb) -> Result<(), Failure> {
    match verb {
        ClassVerb::New { file } => new_secret(file),
        ClassVerb::HandOut { class, out, page, keys } => {
            hand_out(&class.class()?, out, page.as_deref(), keys.as_deref())
        }
        ClassVerb::Mark { class, feedback, files } => {
            mark(output, &class.class()?, feedback.as_deref(), files)
        }
    }
}

/// Makes a secret. A file that is there is kept: the marks of its sheets need it.
fn new_secret(file: &Path) -> Result<(), Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Fault(error.to_string()))?;
    write_new("class new", file, &ClassSecret::new(bytes).write())
}

/// Writes a file where there is none. The same content again is no mistake.
fn write_new(option: &str, path: &Path, text: &str) -> Result<(), Failure> {
    if program::is_standard_output(path) {
        return program::write_file(option, path, text);
    }
    match write_if(path, text.as_bytes(), Expected::Missing) {
        Err(FileAccessError::Changed { .. })
            if load_text(path, text.len()).is_ok_and(|known| known == text) =>
        {
            Ok(())
        }
        Err(FileAccessError::Changed { .. }) => {
            let problem = "it is there already, with other content, and is not overwritten";
            Err(Failure::refused_file(option, path, problem))
        }
        written => written.map_err(|error| Failure::refused(option, error)),
    }
}

fn make_folder(option: &str, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::refused(option, FileAccessError::write(folder, error)))
}

/// Writes the sheets of a class, and with an address the links to them.
fn hand_out(
    class: &Class,
    out: &Path,
    page: Option<&str>,
    keys: Option<&Path>,
) -> Result<(), Failure> {
    make_folder("--out", out)?;
    keys.map_or(Ok(()), |keys| make_folder("--keys", keys))?;
    let mut links = "id,name,link\n".to_owned();
    for member in class.members() {
        let (student, key) = (&member.student, &member.key);
        let name = format!("{}.ron", student.id);
        write_new("--out", &out.join(&name), &sheet_text(&member.sheet, key)?)?;
        if let Some(keys) = keys {
            let solved = ExerciseSheet { student: student.name.clone(), ..key.solved() };
            write_new("--keys", &keys.join(&name), &sheet_text(&solved, key)?)?;
        }
        if let Some(page) = page {
            let sheet = member.sheet.link_text();
            let sheet = utf8_percent_encode(&sheet, NON_ALPHANUMERIC);
            let [id, name] = [&student.id, &student.name].map(|text| csv_field(text));
            links += &format!("{id},{name},{}#exercise={sheet}\n", page.trim_end_matches('#'));
        }
    }
    match page {
        Some(_) => write_new("--out", &out.join("links.csv"), &links),
        None => Ok(()),
    }
}

/// The files that are named, and those in the folders that are named or lie in them, in the order of
/// their paths. A link to a folder is not followed, so that the folders have an end.
fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !fs::is_dir(path) {
            files.push(path.clone());
            continue;
        }
        let (mut folders, mut found) = (vec![path.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            let refuse = |error| Failure::refused("FILE", FileAccessError::read(&folder, error));
            for entry in fs::read_dir(&folder).map_err(refuse)? {
                let path = entry.map_err(refuse)?.path();
                let is_folder = fs::symlink_metadata(&path).is_ok_and(|known| known.is_dir());
                if is_folder { folders.push(path) } else { found.push(path) }
            }
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// The text of a sheet without the byte order mark of editors on Windows, or why it cannot be read.
fn hand_in_text(path: &Path) -> Result<String, String> {
    let bytes = read(path, MAX_SHEET_BYTES).map_err(|error| plain_reason(&error))?.bytes;
    let text = String::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Prints a row for each student. What cannot be read stands in the remarks; files of nobody in the
/// roster are reported.
fn mark(
    output: &mut impl Write,
    class: &Class,
    feedback: Option<&Path>,
    paths: &[PathBuf],
) -> Result<(), Failure> {
    let hand_ins: Vec<HandIn> = files_of(paths)?
        .into_iter()
        .map(|path| HandIn { file: path.display().to_string(), text: hand_in_text(&path) })
        .collect();
    feedback.map_or(Ok(()), |folder| make_folder("--feedback", folder))?;
    let marks = class.mark(&hand_ins);
    write!(output, "id,")?;
    write_header(output)?;
    for (member, row) in class.members().iter().zip(&marks.rows) {
        write!(output, "{},", csv_field(&member.student.id))?;
        let remarks = [row.suspicions.as_slice(), &row.remarks].concat();
        let (file, student, seed) = (&row.file, &member.student.name, member.key.seed);
        write_row(output, &MarksRow { file, student, seed, marks: &row.marks, remarks: &remarks })?;
        if let Some(folder) = feedback {
            let path = folder.join(format!("{}.html", member.student.id));
            program::write_file("--feedback", &path, feedback_page(member, row))?;
        }
    }
    for stranger in &marks.strangers {
        program::report(format_args!("minnow: {stranger}"));
    }
    if marks.strangers.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}
