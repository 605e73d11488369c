//! `minnow lab lessons DIR`: checks a folder of lessons of one's own.

use std::{io::Write, path::Path};

use super::Failure;
use minnow_lab::lesson::{LessonReply, read_lessons};
use minnow_program as program;

/// Prints a line for each lesson: id, title, and the number of right answers, separated by tabs.
/// Files that are no lessons are reported.
pub(super) fn run(output: &mut impl Write, folder: &Path) -> Result<(), Failure> {
    let entries = read_lessons(folder).map_err(|error| Failure::refused("lessons", error))?;
    if entries.is_empty() {
        let problem = "the folder has no .ron file";
        return Err(Failure::BadInput(format!("lessons {}: {problem}", folder.display())));
    }
    let mut is_valid = true;
    for entry in entries {
        match entry.lesson {
            Ok(lesson) => {
                let replies: Vec<LessonReply> = lesson.right_replies(&lesson.search());
                writeln!(output, "{}\t{}\t{}", lesson.id, lesson.title, replies.len())?;
            }
            Err(problem) => {
                is_valid = false;
                program::report(format_args!("minnow: {}{problem}", entry.path.display()));
            }
        }
    }
    if is_valid { Ok(()) } else { Err(Failure::Reported) }
}
