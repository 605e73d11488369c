//! How a program is started and spoken to, as settings, tournament files and `bot.ron` hold it.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    env,
    ffi::OsStr,
    path::{Path, PathBuf, absolute},
};

use serde::{Deserialize, Serialize};

use minnow_base::files::system;
use minnow_rules::{Variant, excerpt};
use minnow_runner::{BotFile, BotFileError, Protocol};

/// A program of another author. Nothing is started by reading an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramEntry {
    /// The name that is shown, unique in a list.
    pub name: String,
    /// The program and its arguments; no shell reads them.
    pub command: Vec<String>,
    /// The folder in which it starts; `None` for that of a command with a path, else the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// The protocol that it speaks.
    #[serde(default)]
    pub protocol: Protocol,
    /// The UCI options that the user has set, by the engine's own names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The engine's names of the boards whose names differ, by Minnow's ids. A board that stands here
    /// is played although the engine does not list it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, String>,
    /// True if a program of the text protocol wants the legal moves.
    #[serde(default)]
    pub lists_moves: bool,
}

/// Why an entry is refused; each text quotes what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// There is no name.
    #[error("a program has no name")]
    NoName,
    /// There is no command.
    #[error("the program \"{}\" has no command", excerpt(.0))]
    NoCommand(String),
    /// A text has a line end or another control character.
    #[error("\"{}\" has a line end or another control character", excerpt(.0))]
    Control(String),
    /// There is no such board.
    #[error("the program \"{}\" names the board \"{}\", which does not exist", excerpt(.name), excerpt(.board))]
    Board {
        /// The name of the program.
        name: String,
        /// The id.
        board: String,
    },
}

impl ProgramEntry {
    /// A UCI engine without settings.
    pub fn of_command(name: &str, command: &[String]) -> ProgramEntry {
        ProgramEntry {
            name: name.to_owned(),
            command: command.to_vec(),
            folder: None,
            protocol: Protocol::Uci,
            options: BTreeMap::new(),
            variants: BTreeMap::new(),
            lists_moves: false,
        }
    }

    /// The program that the `bot.ron` of a folder describes, named like the folder. It plays the boards
    /// that the file lists.
    ///
    /// # Errors
    ///
    /// A [`BotFileError`] if there is no such file or if it cannot be used.
    pub fn from_bot_folder(folder: &Path) -> Result<ProgramEntry, BotFileError> {
        Ok(ProgramEntry::of_bot(folder, &BotFile::read(folder)?))
    }

    /// The same of a file that was read from this folder.
    pub fn of_bot(folder: &Path, bot: &BotFile) -> ProgramEntry {
        let folder = absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let name = folder.file_name().map_or(Cow::Borrowed("program"), OsStr::to_string_lossy);
        let name = name.into_owned();
        let boards = bot.plays.iter().filter(|id| Variant::by_id(id).is_some());
        ProgramEntry {
            folder: Some(folder),
            protocol: bot.protocol,
            variants: boards.map(|id| (id.clone(), id.clone())).collect(),
            lists_moves: bot.moves,
            ..ProgramEntry::of_command(&name, &bot.run)
        }
    }

    /// True if the user has set this UCI option.
    pub(crate) fn sets(&self, option: &str) -> bool {
        self.options.keys().any(|name| name.eq_ignore_ascii_case(option))
    }

    /// Checks what the protocols cannot carry: empty names and commands, line ends and other control
    /// characters, boards that do not exist.
    ///
    /// # Errors
    ///
    /// The first [`EntryError`].
    pub fn check(&self) -> Result<(), EntryError> {
        if self.name.trim().is_empty() {
            return Err(EntryError::NoName);
        }
        if self.command.first().is_none_or(|program| program.trim().is_empty()) {
            return Err(EntryError::NoCommand(self.name.clone()));
        }
        let pairs = self.options.iter().chain(&self.variants);
        let mut texts = pairs.flat_map(|(name, value)| [name, value]).chain([&self.name]);
        // A null byte would end a word of the command, and a line end a command of the protocol.
        let is_bad = |text: &&String| text.contains(char::is_control);
        if let Some(text) = texts.find(is_bad) {
            return Err(EntryError::Control(text.clone()));
        }
        if let Some(word) = self.command.iter().find(|word| word.contains('\0')) {
            return Err(EntryError::Control(word.clone()));
        }
        match self.variants.keys().find(|id| Variant::by_id(id).is_none()) {
            Some(id) => Err(EntryError::Board { name: self.name.clone(), board: id.clone() }),
            None => Ok(()),
        }
    }

    /// The folder in which the program starts.
    pub(crate) fn start_folder(&self) -> PathBuf {
        let of_command = || self.command_path()?.parent().map(Path::to_owned);
        let folder = self.folder.clone().or_else(of_command).unwrap_or_else(|| ".".into());
        absolute(&folder).or_else(|_| env::current_dir()).unwrap_or(folder)
    }

    /// The command as the system starts it: a relative path counts from the folder if one is set, else
    /// from the current folder.
    pub(crate) fn start_command(&self) -> Vec<String> {
        let mut command = self.command.clone();
        if let (Some(first), Some(path)) = (command.first_mut(), self.command_path())
            && let Ok(path) = path.into_os_string().into_string()
        {
            *first = path;
        }
        command
    }

    /// Why the system would not start the command, as far as files tell. Elsewhere than on Unix, where the
    /// names of programs have endings that the system adds, nothing is known.
    pub(crate) fn start_problem(&self) -> Option<&'static str> {
        let is_in_path = |name: &String| {
            let folders = env::var_os("PATH").unwrap_or_default();
            env::split_paths(&folders).any(|folder| file_problem(&folder.join(name)).is_none())
        };
        let problem = match self.command_path() {
            Some(path) => file_problem(&path),
            None => (!self.command.first().is_some_and(is_in_path)).then_some(NO_PROGRAM),
        };
        problem.filter(|_| cfg!(unix))
    }

    /// The program's file if the command names it by a path.
    pub(crate) fn command_path(&self) -> Option<PathBuf> {
        let program = Path::new(self.command.first()?);
        let has_folder = program.parent().is_some_and(|folder| !folder.as_os_str().is_empty());
        let from_folder = match &self.folder {
            Some(folder) => folder.join(program),
            None => program.to_owned(),
        };
        has_folder.then(|| absolute(&from_folder).unwrap_or(from_folder))
    }
}

const NO_PROGRAM: &str = "there is no such program";

/// Why a file is not a program.
fn file_problem(path: &Path) -> Option<&'static str> {
    match system::metadata(path) {
        Err(_) => Some(NO_PROGRAM),
        Ok(metadata) if metadata.is_dir() => Some("it is a folder"),
        Ok(metadata) if !is_executable(&metadata) => Some(
            "its file is not executable; a script can also follow the name of its language, as in \
             \"python3 player.py\"",
        ),
        Ok(_) => None,
    }
}

#[cfg(unix)]
fn is_executable(metadata: &system::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &system::Metadata) -> bool {
    true
}
