//! A folder of lessons of the user's own, read on a thread of its own.

use std::{path::PathBuf, sync::Arc};

use crate::app::session::{Session, task::Task};
use minnow_lab::lesson::{Lesson, read_lessons};

/// Begins the ids of these lessons in the records, so that they differ from the built-in ones.
const ID_PREFIX: &str = "own:";

/// The lessons of a folder, and the mistakes in its files.
#[derive(Debug, Default)]
pub struct OwnLessons {
    pub lessons: Vec<Arc<Lesson>>,
    /// A sentence for each file with a mistake, with its name, line and column.
    pub problems: Vec<String>,
}

/// The folder of the user's own lessons.
#[derive(Debug, Default)]
pub struct LessonFolder {
    /// `None` before a folder is opened.
    pub path: Option<PathBuf>,
    pub content: OwnLessons,
    pub reading: Task<OwnLessons>,
}

impl LessonFolder {
    /// Starts to read a folder.
    pub fn read(&mut self, session: &Session, path: PathBuf) {
        self.path = Some(path.clone());
        self.reading.begin(session.files.start(move |job| job.emit(OwnLessons::read(&path))));
    }

    /// Takes the content that has been read. Returns true if there is any.
    pub fn poll(&mut self) -> bool {
        let newest = self.reading.poll().pop();
        if let Some(problem) = self.reading.problem() {
            self.content.problems = vec![problem.to_owned()];
        }
        newest.is_some_and(|content| {
            self.content = content;
            true
        })
    }
}

impl OwnLessons {
    fn read(path: &std::path::Path) -> OwnLessons {
        let mut content = OwnLessons::default();
        let entries = match read_lessons(path) {
            Ok(entries) => entries,
            Err(error) => {
                content.problems.push(format!("{error}."));
                return content;
            }
        };
        if entries.is_empty() {
            content.problems.push(format!("{} has no .ron file.", path.display()));
        }
        for entry in entries {
            let name = entry.path.file_name().unwrap_or_default().to_string_lossy();
            match entry.lesson {
                Ok(lesson) => {
                    let id = format!("{ID_PREFIX}{}", lesson.id);
                    content.lessons.push(Arc::new(Lesson { id, ..lesson }));
                }
                Err(problem) => content.problems.push(format!("{name}{problem}.")),
            }
        }
        content
    }
}
