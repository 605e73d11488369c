//! Reads a teacher's set of exercises, or a sheet that may be filled in already.

use minnow_base::files::load_text;
use std::path::Path;

use minnow_lab::exercise::{ExerciseSet, ExerciseSheet};

/// The most bytes of a file; a sheet with the largest tree has fewer.
const MAX_BYTES: usize = 1 << 20;

/// The content of an opened file.
#[derive(Debug)]
pub(super) enum OpenedExercise {
    Set(ExerciseSet),
    Sheet(Box<ExerciseSheet>),
}

/// Reads a file. The error is a sentence that names the file, for a wrong text with line and column.
pub(super) fn open_exercise(path: &Path) -> Result<OpenedExercise, String> {
    let text = load_text(path, MAX_BYTES).map_err(|error| format!("{error}."))?;
    let name = path.display();
    if text.contains("answers:") {
        let sheet = ExerciseSheet::parse(&text);
        let sheet = sheet.map_err(|error| format!("\"{name}\" is not a sheet: {error}."))?;
        return Ok(OpenedExercise::Sheet(Box::new(sheet)));
    }
    let set = ExerciseSet::parse(&text);
    set.map(OpenedExercise::Set)
        .map_err(|error| format!("\"{name}\" is not a set of exercises: {error}."))
}
