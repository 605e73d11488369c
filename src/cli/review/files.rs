//! The files of `minnow review`: reads games and writes annotated games elsewhere.
//!
//! An input file is never written, whichever name or link leads to it.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use minnow_base::files::{FileAccessError, write_atomic};
use minnow_game::{
    Game,
    pgn::{PgnError, PgnProblem, read_pgn, to_pgn},
    store::{EXTENSION, StoreError, is_pgn, load_bytes, load_game, save_game},
};
use minnow_rules::Variant;

/// Why games could not be read or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReviewFileError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Access(#[from] FileAccessError),
    #[error("\"{name}\": {source}")]
    Pgn { name: String, source: PgnError },
    #[error("--out \"{}\": {fault}", out.display())]
    Out { out: PathBuf, fault: OutFault },
    #[error("\"{}\" is reviewed and not overwritten", .0.display())]
    Overwrite(PathBuf),
    #[error("\"{name}\" has {count} games, which need a .pgn file for --out")]
    NeedsPgn { name: String, count: usize },
}

/// Why the path of `--out` is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutFault {
    #[error("several games need a folder, and this is a file")]
    NotFolder,
    #[error("a game that is reviewed is not overwritten")]
    IsInput,
    #[error("the folder cannot be made: {0}")]
    CreateFolder(#[from] io::Error),
}

/// A game with the name that its rows carry.
pub(super) struct NamedGame {
    /// The file's name, with the game's number if the file has several games.
    pub name: String,
    pub game: Game,
}

/// A part of a PGN file that could not be read.
pub(super) struct LoadProblem {
    /// One sentence that names the file.
    pub message: String,
    /// True if moves were lost.
    pub loses_moves: bool,
}

/// The games of a file.
pub(super) struct LoadedFile {
    pub games: Vec<NamedGame>,
    pub problems: Vec<LoadProblem>,
    is_pgn: bool,
}

/// Reads the games of a file.
///
/// # Errors
///
/// [`ReviewFileError::Store`] or [`ReviewFileError::Pgn`] if the file has no game.
pub(super) fn load(path: &Path, variant: &'static Variant) -> Result<LoadedFile, ReviewFileError> {
    let name = path.display().to_string();
    if !is_pgn(path) {
        let games = vec![NamedGame { name, game: load_game(path)? }];
        return Ok(LoadedFile { games, problems: Vec::new(), is_pgn: false });
    }
    let pgn_games = read_pgn(&load_bytes(path)?.bytes, variant)
        .map_err(|source| ReviewFileError::Pgn { name: name.clone(), source })?;
    let is_single = pgn_games.len() == 1;
    let mut file = LoadedFile { games: Vec::new(), problems: Vec::new(), is_pgn: true };
    for (number, pgn_game) in (1..).zip(pgn_games) {
        file.problems.extend(pgn_game.problems.iter().map(|problem: &PgnProblem| LoadProblem {
            message: format!("\"{name}\": {problem}"),
            loses_moves: problem.fault.loses_moves(),
        }));
        if !pgn_game.is_skipped() {
            let suffix = if is_single { String::new() } else { format!("#{number}") };
            file.games.push(NamedGame { name: name.clone() + &suffix, game: pgn_game.game });
        }
    }
    Ok(file)
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
        let is_folder = inputs.len() > 1 || out.is_dir() || ends_as_folder;
        let refuse = |fault| Err(ReviewFileError::Out { out: out.to_owned(), fault });
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
    ) -> Result<(), ReviewFileError> {
        let target = if self.is_folder { self.target_in_folder(input) } else { self.out.clone() };
        if self.inputs.iter().any(|input| is_same_file(&target, input)) {
            return Err(ReviewFileError::Overwrite(target));
        }
        let as_pgn = if self.is_folder { loaded.is_pgn } else { is_pgn(&target) };
        self.written.insert(target.clone());
        if as_pgn {
            let texts: Vec<String> = loaded.games.iter().map(|named| to_pgn(&named.game)).collect();
            return Ok(write_atomic(&target, texts.join("\n").as_bytes())?);
        }
        let [named] = loaded.games.as_slice() else {
            let (name, count) = (input.display().to_string(), loaded.games.len());
            return Err(ReviewFileError::NeedsPgn { name, count });
        };
        save_game(&target, &named.game, false)?;
        Ok(())
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
