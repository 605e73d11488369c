//! Reading the file of a tournament, with an error that names field and line.

use std::path::{Path, PathBuf};

use ron::{Options, error::SpannedError, extensions::Extensions};

use super::{GameNumber, PlayerEntry, TournamentPlan};
use minnow_external::ProgramEntry;
use minnow_rules::{excerpt_of_error, visible};

/// A field of a plan whose value cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{field}\": {problem}")]
pub struct FieldError {
    /// The field of the plan.
    pub field: &'static str,
    /// A sentence without a full stop.
    pub problem: String,
    /// A text of the file near the fault, by which its line is found.
    pub(super) near: Option<String>,
}

/// Why a plan or its kept games were refused.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The text is not RON, or has other fields; RON's description has line and column.
    #[error("{}: {}", path.display(), excerpt_of_error(problem))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The fault.
        problem: Box<SpannedError>,
    },
    /// A field of a file has a value that cannot be used.
    #[error("{}:{line}: {error}", path.display())]
    FieldInFile {
        /// The file.
        path: PathBuf,
        /// The line of the field, from 1.
        line: usize,
        /// The fault.
        error: FieldError,
    },
    /// A field of a plan without a file has a value that cannot be used.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A kept game does not fit the plan.
    #[error("the kept game {number} is not of this tournament: {problem}")]
    Kept {
        /// The number of the game.
        number: GameNumber,
        /// A sentence without a full stop.
        problem: String,
    },
    /// A tournament whose rounds depend on results cannot be divided.
    #[error("a part can be played of a round robin or a gauntlet without a sequential test only")]
    Shard,
}

impl FieldError {
    pub(super) fn new(field: &'static str, problem: impl Into<String>) -> FieldError {
        FieldError { field, problem: problem.into(), near: None }
    }

    /// The same fault near this text of the file.
    pub(super) fn near(self, text: impl Into<String>) -> FieldError {
        FieldError { near: Some(text.into()), ..self }
    }

    /// The line of the fault in the text of the plan: that of the text near it, else that of the
    /// field's name, else the first.
    fn line_in(&self, text: &str) -> usize {
        let near = self.near.as_deref().and_then(|near| text.find(near));
        let at = near.or_else(|| text.find(self.field)).unwrap_or(0);
        1 + text[..at].matches('\n').count()
    }
}

impl TournamentPlan {
    /// Reads the text of a plan, in RON. `path` is its file: errors name it, relative paths count from
    /// its folder, and it names the tournament if the plan does not. `Some(...)` may be left out, and
    /// so may the inner parentheses of `Program((...))`. Reads the `bot.ron` of each bot.
    ///
    /// # Errors
    ///
    /// A [`PlanError`] with the line and the field at fault.
    pub fn parse(text: &str, path: &Path) -> Result<TournamentPlan, PlanError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let unreadable =
            |problem| PlanError::Unreadable { path: path.to_owned(), problem: Box::new(problem) };
        let in_file = |error: FieldError| PlanError::FieldInFile {
            path: path.to_owned(),
            line: error.line_in(text),
            error,
        };
        let mut plan = parse_ron(text).map_err(unreadable)?;
        plan.name = in_one_line(&plan.name);
        if plan.name.is_empty() {
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            plan.name = in_one_line(&stem.to_string_lossy());
        }
        plan.resolve(path.parent().unwrap_or(Path::new(""))).map_err(in_file)?;
        plan.check().map_err(in_file)?;
        Ok(plan)
    }

    /// Makes the paths of programs count from a folder, and replaces bots by what their files say.
    pub(super) fn resolve(&mut self, folder: &Path) -> Result<(), FieldError> {
        for player in &mut self.players {
            match player {
                PlayerEntry::Program(program) => resolve_paths(program, folder),
                PlayerEntry::Bot(bot) => {
                    let near = bot.to_string_lossy().into_owned();
                    let entry = ProgramEntry::from_bot_folder(&folder.join(&*bot));
                    let entry = entry.map_err(|error| {
                        FieldError::new("players", error.to_string()).near(near)
                    })?;
                    *player = PlayerEntry::Program(entry);
                }
                PlayerEntry::Level(_) | PlayerEntry::Random => {}
            }
        }
        Ok(())
    }
}

/// A text without what could change how a terminal shows it.
fn in_one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A relative folder, and a relative path of the program without one, count from the plan's folder.
fn resolve_paths(program: &mut ProgramEntry, folder: &Path) {
    if let Some(own) = &mut program.folder {
        *own = folder.join(&*own);
        return;
    }
    let Some(command) = program.command.first_mut() else { return };
    let path = Path::new(command.as_str());
    let has_folder = path.parent().is_some_and(|parent| !parent.as_os_str().is_empty());
    if has_folder && let Some(joined) = folder.join(path).to_str() {
        *command = joined.to_owned();
    }
}

/// Of the two ways to write a program, the one that goes further names the fault.
fn parse_ron(text: &str) -> Result<TournamentPlan, SpannedError> {
    let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let error = match options.from_str(text) {
        Ok(plan) => return Ok(plan),
        Err(error) => error,
    };
    let options = options.with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES);
    let unwrapped: Result<TournamentPlan, SpannedError> = options.from_str(text);
    let at = |error: &SpannedError| (error.span.start.line, error.span.start.col);
    unwrapped.map_err(|other| if at(&other) > at(&error) { other } else { error })
}
