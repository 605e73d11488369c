//! Reads a folder of a teacher's own lessons, and compares each lesson with its searches.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

use minnow_base::files::{FileAccessError, plain_reason, read, system as fs};

use super::{FigureResult, Lesson, LessonPlace, parse_lesson};

/// The most bytes of a lesson.
const MAX_LESSON_BYTES: usize = 1 << 20;

/// A file of a folder of lessons.
#[derive(Debug)]
pub struct LessonEntry {
    /// The file.
    pub path: PathBuf,
    /// The lesson, or a sentence part with the mistake, with line and column if it has a place.
    pub lesson: Result<Lesson, String>,
}

/// Reads all `.ron` files of a folder, in the order of their names.
///
/// # Errors
///
/// [`FileAccessError::Read`] if the folder cannot be read. A file with a mistake is an entry.
pub fn read_lessons(folder: &Path) -> Result<Vec<LessonEntry>, FileAccessError> {
    let unreadable = |error| FileAccessError::read(folder, error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == "ron") {
            paths.push(path);
        }
    }
    paths.sort();
    let entries = paths.into_iter().map(|path| LessonEntry { lesson: read_lesson(&path), path });
    Ok(entries.collect())
}

/// A mistake with its place.
fn at(place: LessonPlace, problem: impl Display) -> String {
    format!(", line {}, column {}: {problem}", place.line, place.column)
}

/// Reads a lesson, and checks its answers, facts and figures.
fn read_lesson(path: &Path) -> Result<Lesson, String> {
    let read = read(path, MAX_LESSON_BYTES);
    let bytes = read.map_err(|error| format!(": {}", plain_reason(&error)))?.bytes;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
        at(LessonPlace::of_byte(&before, valid), "the file is not UTF-8 text")
    })?;
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let lesson = parse_lesson(&id, &text).map_err(|error| at(error.place(&text), error))?;
    let searched = lesson.search();
    if lesson.right_replies(&searched).is_empty() {
        return Err(at(LessonPlace::of_word(&text, "ask:"), "no answer to the question is right"));
    }
    if let Some(found) = lesson.wrong_fact(&searched) {
        let problem = format!("a fact is not as recorded: {}", found.difference);
        return Err(at(LessonPlace::of_fact(&text, found.index), problem));
    }
    let measured: Vec<FigureResult> =
        lesson.figures.iter().map(|figure| figure.measure(&lesson.scene)).collect();
    for (figure, own) in lesson.figures.iter().zip(&measured) {
        if !figure.is_as_expected(own, &measured) {
            let FigureResult { value, best, leaves, all_leaves, .. } = own;
            let found = format!(
                "value {value}, best move {best}, {leaves} leaves in the last iteration, \
                 {all_leaves} in all"
            );
            let label = &figure.label;
            let problem = format!("the figure \"{label}\" is not as expected: {found}");
            return Err(at(LessonPlace::of_figure(&text, label), problem));
        }
    }
    Ok(lesson)
}
