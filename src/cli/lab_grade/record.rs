//! The marks of a student's program, and the file that keeps them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Failure;
use minnow_base::files::{self, OwnFile, SetAsideFile};
use minnow_program as program;

/// The maximum size of a file of marks, 1 MB.
const MAX_BYTES: usize = 1 << 20;

/// The marks of a stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StageMark {
    /// The technique, or the board.
    pub id: String,
    pub points: u32,
    /// Sentences for the student.
    pub remarks: Vec<String>,
}

impl StageMark {
    pub(super) fn new(id: &str) -> StageMark {
        StageMark { id: id.to_owned(), points: 0, remarks: Vec::new() }
    }
}

/// The marks of a program. Stages are missing until they are graded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct GradeRecord {
    /// Of the program's files and the settings of the grading.
    pub fingerprint: u64,
    /// Why nothing could be graded.
    pub problem: Option<String>,
    pub stages: Vec<StageMark>,
}

impl GradeRecord {
    pub(super) fn failed(problem: String) -> GradeRecord {
        GradeRecord { problem: Some(problem), ..GradeRecord::default() }
    }

    /// The points of a stage; 0 if it was not played.
    pub(super) fn points_of(&self, id: &str) -> u32 {
        self.stages.iter().filter(|mark| mark.id == id).map(|mark| mark.points).sum()
    }

    pub(super) fn points(&self) -> u32 {
        self.stages.iter().map(|mark| mark.points).sum()
    }

    /// All remarks in one text.
    pub(super) fn remarks(&self) -> String {
        let stages = self.stages.iter().flat_map(|mark| {
            mark.remarks.iter().map(move |remark| format!("{}: {remark}", mark.id))
        });
        self.problem.iter().cloned().chain(stages).collect::<Vec<_>>().join("; ")
    }

    /// The record that a stopped run has kept; `None` if there is none that can be read.
    pub(super) fn load(path: &Path) -> Result<Option<GradeRecord>, Failure> {
        let parse = |text: &str| ron::from_str(text).map_err(|error| error.to_string());
        let loaded = files::load_own(path, MAX_BYTES, parse);
        match loaded.map_err(|error| Failure::refused("--out", error))? {
            OwnFile::Missing => Ok(None),
            OwnFile::Read(record) => Ok(Some(record)),
            OwnFile::SetAside(SetAsideFile { path: aside, problem }) => {
                let (path, aside) = (path.display(), aside.display());
                program::report(format_args!("minnow: {path}: {problem}; it is now {aside}"));
                Ok(None)
            }
        }
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(|error| Failure::Fault(error.to_string()))?;
        program::write_file("--out", path, text)
    }
}
