//! `minnow lab exercise` for students without the program: the exercises of some seeds on paper, and
//! the hints that the teacher gives them.

use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{Failure, lab_exercise::exercise};
use minnow_lab::{
    ExportFormat, LabPicture,
    exercise::{ExerciseKey, ExerciseSet},
    paper_html, paper_pages,
};
use minnow_program::write_file;

/// The arguments of `minnow lab exercise` for paper.
#[derive(Debug, Args)]
pub(super) struct PaperArgs {
    /// Write pages for paper instead, with --key the answers: all pages to a file .html, which a
    /// browser prints, or each page to a file .svg or .png (FILE, FILE-2, FILE-3)
    #[arg(long, value_name = "FILE")]
    print: Option<PathBuf>,
    /// Print the trees of N seeds, from --seed on
    #[arg(long, value_name = "N", default_value_t = 1, requires = "print",
        value_parser = clap::value_parser!(u16).range(1..=1_000))]
    trees: u16,
    /// Print the hints of the set on this tree instead: a line for each with task, number and text
    #[arg(long, conflicts_with_all = ["print", "key", "student"])]
    pub(super) hints: bool,
}

impl PaperArgs {
    /// Writes the pages if --print asks for them. Returns whether it did.
    pub(super) fn print(
        &self,
        output: &mut impl Write,
        set: &ExerciseSet,
        seed: u64,
        student: &str,
        has_answers: bool,
    ) -> Result<bool, Failure> {
        let Some(path) = &self.print else { return Ok(false) };
        let keys = (0..u64::from(self.trees)).map(|after| exercise(set, seed.wrapping_add(after)));
        let keys = keys.collect::<Result<Vec<ExerciseKey>, Failure>>()?;
        let pages = paper_pages(&keys, student, has_answers)
            .map_err(|error| Failure::refused_file("--print", path, error))?;
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        if extension.eq_ignore_ascii_case("html") {
            write_file("--print", path, paper_html(&pages))?;
            writeln!(output, "{}", path.display())?;
            return Ok(true);
        }
        let format = ExportFormat::of_extension(extension);
        let format = format.filter(|one| matches!(one, ExportFormat::Svg | ExportFormat::Png));
        let Some(format) = format else {
            let problem = "the file's name ends in none of .html, .svg and .png";
            return Err(Failure::refused_file("--print", path, problem));
        };
        for (number, page) in (1..).zip(pages) {
            let bytes = LabPicture::Slide(page).bytes(format);
            let bytes = bytes.map_err(|error| Failure::refused_file("--print", path, error))?;
            let path = page_path(path, number);
            write_file("--print", &path, bytes)?;
            writeln!(output, "{}", path.display())?;
        }
        Ok(true)
    }
}

/// `week.svg`, `week-2.svg`, `week-3.svg`.
fn page_path(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}."));
    name.push(path.extension().unwrap_or_default());
    path.with_file_name(name)
}

/// Prints the hints on a tree.
pub(super) fn print_hints(output: &mut impl Write, key: &ExerciseKey) -> Result<(), Failure> {
    if key.set.hint_cost == 0 {
        let problem = "--hints: the set has none; its field hint_cost says what a hint costs";
        return Err(Failure::BadInput(problem.to_owned()));
    }
    for task in &key.set.tasks {
        for (number, hint) in (1..).zip(key.hints(*task)) {
            writeln!(output, "{}\t{number}\t{hint}", task.name())?;
        }
    }
    Ok(())
}
