//! Reads a folder of a teacher's own lessons, and compares each lesson with its searches.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{FigureResult, Lesson, parse_lesson};

/// A file of a folder of lessons.
#[derive(Debug)]
pub struct LessonEntry {
    pub path: PathBuf,
    /// The lesson, or a sentence part with the mistake, with line and column if it has a place.
    pub lesson: Result<Lesson, String>,
}

/// Reads all `.ron` files of a folder, in the order of their names.
///
/// # Errors
///
/// An error of the file system if the folder cannot be read. A file with a mistake is an entry.
pub fn read_lessons(folder: &Path) -> io::Result<Vec<LessonEntry>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "ron") {
            paths.push(path);
        }
    }
    paths.sort();
    let entries = paths.into_iter().map(|path| LessonEntry { lesson: read_lesson(&path), path });
    Ok(entries.collect())
}

/// Reads a lesson, and checks its answers, facts and figures.
fn read_lesson(path: &Path) -> Result<Lesson, String> {
    let text = fs::read_to_string(path).map_err(|error| format!(": {error}"))?;
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let lesson = parse_lesson(&id, &text).map_err(|error| {
        let place = error.place(&text);
        format!(", line {}, column {}: {error}", place.line, place.column)
    })?;
    let searched = lesson.search();
    if lesson.right_replies(&searched).is_empty() {
        return Err(": no answer to the question is right".to_owned());
    }
    if let Some(found) = lesson.wrong_fact(&searched) {
        return Err(format!(": a fact is not as recorded: {found}"));
    }
    let measured: Vec<FigureResult> =
        lesson.figures.iter().map(|figure| figure.measure(&lesson.scene)).collect();
    for (figure, own) in lesson.figures.iter().zip(&measured) {
        if !figure.is_as_expected(own, &measured) {
            let FigureResult { value, best, leaves, .. } = own;
            let found = format!("value {value}, best move {best}, {leaves} leaves");
            return Err(format!(": the figure \"{}\" is not as expected: {found}", figure.label));
        }
    }
    Ok(lesson)
}
