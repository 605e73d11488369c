//! The files of a review: games read from them, and annotated games written elsewhere.
//!
//! A file that was read is never written, whatever name or link leads to it.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    game::{
        Game,
        pgn::{PgnProblem, read_pgn, to_pgn},
        store::{EXTENSION, load_bytes, load_game, save_game, write_atomic},
    },
    rules::Variant,
};

/// The games of a file.
pub(super) struct Loaded {
    /// Each with its name: the file's, with the game's number where there are several.
    pub games: Vec<(String, Game)>,
    /// What is wrong with it, a sentence each, and whether moves were lost by it.
    pub problems: Vec<(String, bool)>,
    is_pgn: bool,
}

/// Reads a file's games; the error is a sentence that names the file.
pub(super) fn load(path: &Path, variant: &'static Variant) -> Result<Loaded, String> {
    let name = path.display().to_string();
    if !is_pgn(path) {
        let game = load_game(path).map_err(|error| error.to_string())?;
        return Ok(Loaded { games: vec![(name, game)], problems: Vec::new(), is_pgn: false });
    }
    let bytes = load_bytes(path).map_err(|error| error.to_string())?;
    let read = read_pgn(&bytes, variant).map_err(|error| format!("\"{name}\": {error}"))?;
    let is_one = read.len() == 1;
    let mut loaded = Loaded { games: Vec::new(), problems: Vec::new(), is_pgn: true };
    for (at, read) in read.into_iter().enumerate() {
        let told = |p: &PgnProblem| (format!("\"{name}\": {p}"), p.fault.loses_moves());
        loaded.problems.extend(read.problems.iter().map(told));
        if read.is_skipped() {
            continue;
        }
        let number = if is_one { String::new() } else { format!("#{}", at + 1) };
        loaded.games.push((name.clone() + &number, read.game));
    }
    Ok(loaded)
}

fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

/// Where annotated games go.
pub(super) struct Destination {
    out: PathBuf,
    /// Whether `out` is a folder that gets a file for each.
    is_folder: bool,
    inputs: Vec<PathBuf>,
    /// What has been written, so that files of the same name do not replace each other.
    written: HashSet<PathBuf>,
}

impl Destination {
    /// A file for a single input, unless it is a folder or ends like one; for several a folder,
    /// which is made if it is not there. The error is a sentence.
    pub fn new(out: &Path, inputs: &[PathBuf]) -> Result<Destination, String> {
        let ends_as_folder = out.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        let is_folder = inputs.len() > 1 || out.is_dir() || ends_as_folder;
        let refuse = |problem: &str| Err(format!("--out \"{}\": {problem}", out.display()));
        if is_folder && out.exists() && !out.is_dir() {
            return refuse("several games need a folder, and this is a file");
        }
        if !is_folder && inputs.iter().any(|input| is_same_file(out, input)) {
            return refuse("a game that is reviewed is not overwritten");
        }
        if is_folder && let Err(error) = fs::create_dir_all(out) {
            return refuse(&format!("the folder cannot be made: {error}"));
        }
        let (inputs, written) = (inputs.to_vec(), HashSet::new());
        Ok(Destination { out: out.to_owned(), is_folder, inputs, written })
    }

    /// Writes the games of one input; the error is a sentence.
    pub fn write(&mut self, input: &Path, loaded: &Loaded) -> Result<(), String> {
        let target = if self.is_folder { self.target_in_folder(input) } else { self.out.clone() };
        if self.inputs.iter().any(|input| is_same_file(&target, input)) {
            return Err(format!("\"{}\" is reviewed and not overwritten", target.display()));
        }
        let as_pgn = if self.is_folder { loaded.is_pgn } else { is_pgn(&target) };
        self.written.insert(target.clone());
        if as_pgn {
            let texts: Vec<String> = loaded.games.iter().map(|(_, game)| to_pgn(game)).collect();
            return write_atomic(&target, texts.join("\n").as_bytes()).map_err(|e| e.to_string());
        }
        let [(_, game)] = loaded.games.as_slice() else {
            let (name, count) = (input.display(), loaded.games.len());
            return Err(format!("\"{name}\" has {count} games, which need a .pgn file for --out"));
        };
        save_game(&target, game, false).map_err(|error| error.to_string())
    }

    /// A name like the input's that nothing has been written to in this run.
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

/// Whether two paths lead to one file, by links of either kind too.
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
