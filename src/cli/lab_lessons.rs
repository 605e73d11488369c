//! `minnow lab lessons DIR`: checks a folder of lessons of one's own.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::Failure;
use crate::lab::lesson::{FigureResult, Lesson, LessonReply, parse_lesson};

/// The RON files of a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let refuse = |error| Failure::refused(format!("lessons {}", folder.display()), error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        if path.extension().is_some_and(|ending| ending == "ron") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        let problem = "the folder has no .ron file";
        return Err(Failure::BadInput(format!("lessons {}: {problem}", folder.display())));
    }
    Ok(files)
}

/// Reads a lesson, and checks its answers and figures.
fn check_file(path: &Path) -> Result<Lesson, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let lesson = parse_lesson(&id, &text).map_err(|error| {
        let place = error.place(&text);
        format!("{name}, line {}, column {}: {error}", place.line, place.column)
    })?;
    let searched = lesson.search();
    if lesson.right_replies(&searched).is_empty() {
        return Err(format!("{name}: no answer to the question is right"));
    }
    if let Some(found) = lesson.wrong_fact(&searched) {
        return Err(format!("{name}: a fact is not as recorded: {found}"));
    }
    let measured: Vec<FigureResult> =
        lesson.figures.iter().map(|figure| figure.measure(&lesson.scene)).collect();
    for (figure, own) in lesson.figures.iter().zip(&measured) {
        if !figure.is_as_expected(own, &measured) {
            let FigureResult { value, best, leaves, .. } = own;
            let found = format!("value {value}, best move {best}, {leaves} leaves");
            return Err(format!(
                "{name}: the figure \"{}\" is not as expected: {found}",
                figure.label
            ));
        }
    }
    Ok(lesson)
}

/// Prints a line for each lesson: id, title, and the number of right answers, separated by tabs.
/// Files that are no lessons are reported.
pub(super) fn run(output: &mut impl Write, folder: &Path) -> Result<(), Failure> {
    let mut is_valid = true;
    for path in files(folder)? {
        match check_file(&path) {
            Ok(lesson) => {
                let replies: Vec<LessonReply> = lesson.right_replies(&lesson.search());
                writeln!(output, "{}\t{}\t{}", lesson.id, lesson.title, replies.len())?;
            }
            Err(problem) => {
                is_valid = false;
                // A closed standard error does not end the check.
                let _ = writeln!(io::stderr(), "minnow: {problem}");
            }
        }
    }
    if is_valid { Ok(()) } else { Err(Failure::Reported) }
}
