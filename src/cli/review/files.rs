//! The files of `minnow review`: reads games one at a time and writes annotated games elsewhere.
//!
//! An input file is never written, whichever name or link leads to it.

use std::{
    collections::HashSet,
    io,
    path::{Path, PathBuf},
};

use minnow_base::files::{
    FileAccessError, is_wrong_path, plain_reason, size_text, system as fs, write_stream,
};
use minnow_game::{
    Game,
    pgn::{PgnGame, PgnProblem, to_pgn},
    store::{EXTENSION, FileContent, StoreError, is_pgn, open_file, save_game},
};
use minnow_program as program;
use minnow_rules::Variant;

/// Why annotated games could not be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReviewFileError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Access(#[from] FileAccessError),
    #[error("--out \"{}\": {fault}", out.display())]
    Out { out: PathBuf, fault: OutFault },
    #[error("\"{}\" is reviewed and not overwritten", .0.display())]
    Overwrite(PathBuf),
    #[error("\"{name}\" has {count} games, which need a .pgn file for --out")]
    NeedsPgn { name: String, count: usize },
}

impl ReviewFileError {
    /// True if an output cannot be written although its path is right.
    pub(super) fn is_failed_write(&self) -> bool {
        match self {
            ReviewFileError::Store(StoreError::File(error)) | ReviewFileError::Access(error) => {
                error.is_failed_write()
            }
            ReviewFileError::Out { fault: OutFault::CreateFolder(error), .. } => {
                !is_wrong_path(error)
            }
            _ => false,
        }
    }
}

/// Why the path of `--out` is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutFault {
    #[error("several games need a folder, and this is a file")]
    NotFolder,
    #[error("a game that is reviewed is not overwritten")]
    IsInput,
    #[error("the folder cannot be made: {}", plain_reason(.0))]
    CreateFolder(#[source] io::Error),
    #[error("a name is needed: its ending, .ron or .pgn, chooses the format")]
    NoName,
}

/// A game with the name that its rows carry.
pub(super) struct NamedGame {
    /// The file's name, with the game's number if the file has several games.
    pub name: String,
    /// `None` if no move could be read.
    pub game: Option<Game>,
    pub problems: Vec<LoadProblem>,
}

/// A part of a PGN game that could not be read.
pub(super) struct LoadProblem {
    /// One sentence that names the file.
    pub message: String,
    /// True if moves were lost.
    pub loses_moves: bool,
}

/// The size of a file whose reading takes long enough to be told.
const LARGE_BYTES: usize = 8 << 20;

/// A file of games. They are read one at a time, because the trees of many games would need much
/// memory.
pub(super) struct LoadedFile {
    name: String,
    content: FileContent,
}

impl LoadedFile {
    /// Reads a file. `variant` applies to PGN games without a `Variant` tag.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file has no game.
    pub(super) fn open(path: &Path, variant: &'static Variant) -> Result<LoadedFile, StoreError> {
        if let Some(bytes) = fs::metadata(path).ok().map(|metadata| metadata.len() as usize)
            && bytes > LARGE_BYTES
        {
            program::report(format_args!("reading {}, {}", path.display(), size_text(bytes)));
        }
        let content = open_file(path, variant)?.content;
        Ok(LoadedFile { name: path.display().to_string(), content })
    }

    /// The number of games, at least 1.
    pub(super) fn count(&self) -> usize {
        match &self.content {
            FileContent::Save(_) => 1,
            FileContent::Pgn(file) => file.len(),
        }
    }

    /// The games in the order of the file.
    pub(super) fn games(&self) -> impl Iterator<Item = NamedGame> {
        (0..self.count()).filter_map(|place| self.read(place))
    }

    fn read(&self, place: usize) -> Option<NamedGame> {
        let read = match &self.content {
            FileContent::Save(game) => PgnGame { game: (**game).clone(), problems: Vec::new() },
            FileContent::Pgn(file) => file.read(place)?,
        };
        let problem = |problem: &PgnProblem| LoadProblem {
            message: format!("\"{}\": {problem}", self.name),
            loses_moves: problem.fault.loses_moves(),
        };
        let number = if self.count() == 1 { String::new() } else { format!("#{}", place + 1) };
        Some(NamedGame {
            name: format!("{}{number}", self.name),
            problems: read.problems.iter().map(problem).collect(),
            game: (!read.is_skipped()).then_some(read.game),
        })
    }
}

/// The annotated games of a file.
#[derive(Default)]
pub(super) struct AnnotatedGames {
    /// All of them as PGN.
    pgn: String,
    count: usize,
    last: Option<Game>,
}

impl AnnotatedGames {
    pub(super) fn add(&mut self, game: Game) {
        if self.count > 0 {
            self.pgn.push('\n');
        }
        self.pgn.push_str(&to_pgn(&game));
        self.count += 1;
        self.last = Some(game);
    }
}

/// The destination of annotated games.
pub(super) struct Destination {
    out: PathBuf,
    /// True if `out` is a folder, with a file for each input.
    is_folder: bool,
    inputs: Vec<PathBuf>,
    /// The files written, so that inputs of the same name do not overwrite each other.
    written: HashSet<PathBuf>,
}

impl Destination {
    /// `out` is a folder if there are several inputs, if it is one already, or if it ends with a
    /// separator. A missing folder is made.
    ///
    /// # Errors
    ///
    /// [`ReviewFileError::Out`].
    pub(super) fn new(out: &Path, inputs: &[PathBuf]) -> Result<Destination, ReviewFileError> {
        let ends_as_folder = out.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        let refuse = |fault| Err(ReviewFileError::Out { out: out.to_owned(), fault });
        if program::is_standard_output(out) {
            return refuse(OutFault::NoName);
        }
        let is_folder = inputs.len() > 1 || out.is_dir() || ends_as_folder;
        if is_folder && out.exists() && !out.is_dir() {
            return refuse(OutFault::NotFolder);
        }
        if !is_folder && inputs.iter().any(|input| is_same_file(out, input)) {
            return refuse(OutFault::IsInput);
        }
        if is_folder && let Err(error) = fs::create_dir_all(out) {
            return refuse(OutFault::CreateFolder(error));
        }
        let (inputs, written) = (inputs.to_vec(), HashSet::new());
        Ok(Destination { out: out.to_owned(), is_folder, inputs, written })
    }

    /// Writes the games of one input.
    ///
    /// # Errors
    ///
    /// [`ReviewFileError`] if the target is an input, cannot hold several games, or cannot be
    /// written.
    pub(super) fn write(
        &mut self,
        input: &Path,
        loaded: &LoadedFile,
        annotated: &AnnotatedGames,
    ) -> Result<(), ReviewFileError> {
        let target = if self.is_folder { self.target_in_folder(input) } else { self.out.clone() };
        if self.inputs.iter().any(|input| is_same_file(&target, input)) {
            return Err(ReviewFileError::Overwrite(target));
        }
        let is_from_pgn = matches!(loaded.content, FileContent::Pgn(_));
        let as_pgn = if self.is_folder { is_from_pgn } else { is_pgn(&target) };
        self.written.insert(target.clone());
        if as_pgn {
            let pgn = annotated.pgn.as_bytes();
            return Ok(write_stream(&target, |file| file.write_all(pgn))?);
        }
        match &annotated.last {
            Some(game) if annotated.count == 1 => {
                save_game(&target, game, false)?;
                Ok(())
            }
            _ => {
                let (name, count) = (loaded.name.clone(), annotated.count);
                Err(ReviewFileError::NeedsPgn { name, count })
            }
        }
    }

    /// The input's name in the folder, with a number if this run has already written that file.
    fn target_in_folder(&self, input: &Path) -> PathBuf {
        let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let endings = [EXTENSION, "ron", "pgn"].map(|ending| format!(".{ending}"));
        let ending = endings.into_iter().find(|ending| name.ends_with(ending)).unwrap_or_default();
        let stem = name.strip_suffix(&ending).unwrap_or(&name);
        let numbered = (2..).map(|number| format!("{stem}-{number}{ending}"));
        std::iter::once(name.clone())
            .chain(numbered)
            .map(|name| self.out.join(name))
            .find(|path| !self.written.contains(path))
            .unwrap_or_else(|| self.out.join(&name))
    }
}

/// True if two paths lead to the same file, also through symbolic or hard links.
fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
            return one.dev() == other.dev() && one.ino() == other.ino();
        }
    }
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}
