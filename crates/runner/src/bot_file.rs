//! `bot.ron`: how the program in a folder is built and started, and what it plays.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use minnow_base::files::{self, FileAccessError};
use minnow_rules::excerpt_of_error;

/// The name of the file in the folder of a program.
pub const BOT_FILE: &str = "bot.ron";

/// The maximum size of the file, 64 kB.
const MAX_BYTES: usize = 64 << 10;

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The text protocol of `docs/bot.md`.
    Text,
}

/// The content of a [`BOT_FILE`]. The first word of a command is a program, the others are its
/// arguments; no shell reads them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotFile {
    /// The command that builds the program in its folder; empty if there is nothing to build.
    #[serde(default)]
    pub build: Vec<String>,
    /// The command that starts the program in its folder.
    pub run: Vec<String>,
    /// The ids of the techniques and boards that the program plays.
    pub plays: Vec<String>,
    /// True if the program wants the legal moves with each position.
    #[serde(default)]
    pub moves: bool,
    /// How the program is spoken to in games: by text if the file does not say.
    #[serde(default = "text_protocol")]
    pub protocol: Protocol,
}

fn text_protocol() -> Protocol {
    Protocol::Text
}

/// Why a [`BOT_FILE`] was refused; each error names the file.
#[derive(Debug, thiserror::Error)]
pub enum BotFileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileAccessError),
    /// The text is not RON, or has other fields; RON's description has line and column.
    #[error("{}: {}", path.display(), excerpt_of_error(problem))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The fault.
        problem: Box<ron::error::SpannedError>,
    },
    /// There is no command to start the program.
    #[error(
        "{}: \"run\" is empty, but names the command that starts the program, such as [\"python3\", \"player.py\"]",
        .0.display()
    )]
    NoCommand(PathBuf),
}

impl BotFile {
    /// Reads the file of a folder.
    ///
    /// # Errors
    ///
    /// A [`BotFileError`] if there is no such file or if it cannot be used.
    pub fn read(folder: &Path) -> Result<BotFile, BotFileError> {
        let path = folder.join(BOT_FILE);
        let text = files::load_text(&path, MAX_BYTES)?;
        match ron::from_str::<BotFile>(&text) {
            Ok(bot) if bot.run.is_empty() => Err(BotFileError::NoCommand(path)),
            Ok(bot) => Ok(bot),
            Err(problem) => Err(BotFileError::Unreadable { path, problem: Box::new(problem) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_file_is_read_or_refused_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(BOT_FILE);
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            BotFile::read(folder.path())
        };
        let bot = read("(run: [\"./player\"], plays: [\"minimax\"])").unwrap();
        assert_eq!((bot.build.len(), bot.run, bot.moves), (0, vec!["./player".to_owned()], false));
        assert_eq!(bot.protocol, Protocol::Text);
        let bot = read("(run: [\"./player\"], plays: [\"minichess\"], protocol: Uci)").unwrap();
        assert_eq!(bot.protocol, Protocol::Uci);
        for (text, part) in [
            ("(run: [], plays: [])", "\"run\" is empty"),
            ("(\n run: \"./player\", plays: [])", "2:"),
            ("(run: [\"./player\"])", "plays"),
            ("(run: [\"./player\"], plays: [], network: true)", "network"),
        ] {
            let problem = read(text).unwrap_err().to_string();
            assert!(problem.contains(BOT_FILE) && problem.contains(part), "{problem}");
        }
        std::fs::remove_file(&path).unwrap();
        let problem = BotFile::read(folder.path()).unwrap_err().to_string();
        assert!(
            problem.ends_with("cannot be opened: there is no such file or folder"),
            "{problem}"
        );
    }
}
