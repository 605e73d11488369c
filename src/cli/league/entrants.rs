//! The class: which students' programs can play, and whether they have changed.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::cli::students::{build, fingerprint, student_name};
use minnow_arena::{
    league::{BuiltVersion, LeagueFolder, LeaguePlayer},
    tournament::PlayerEntry,
};
use minnow_base::files::plain_reason;
use minnow_engine::LEVELS;
use minnow_external::ProgramEntry;
use minnow_jobs::run_numbered;
use minnow_program as program;
use minnow_rules::{excerpt, is_visible, visible};
use minnow_runner::{BotFile, Runner};

/// The longest name of a folder. The name of its page is longer, and a system has names of up to 255
/// bytes.
const MAX_NAME_BYTES: usize = 200;

/// A student.
pub(super) struct Entrant {
    /// The name of the folder, as text to show if it cannot be used.
    pub name: String,
    /// False if the name cannot be used, so that no page can have it.
    pub has_page: bool,
    /// The folder.
    pub folder: PathBuf,
    /// The program, or a sentence without a full stop that says why it cannot play.
    pub player: Result<LeaguePlayer, String>,
}

impl Entrant {
    /// A sentence without the path of the student's folder, which the student need not know.
    pub(super) fn without_path(&self, sentence: &str) -> String {
        without_path(&self.folder, sentence)
    }
}

fn without_path(folder: &Path, sentence: &str) -> String {
    let folder = folder.display().to_string();
    sentence.replace(&format!("{folder}/"), "").replace(&folder, "the folder")
}

/// The data that the builds of a class have in common.
pub(super) struct Class<'a> {
    pub runner: &'a Runner,
    /// The paths that the programs may not read.
    pub hidden: &'a [PathBuf],
    /// The ids of the league's boards.
    pub boards: &'a [String],
    /// The versions of earlier runs.
    pub versions: Vec<BuiltVersion>,
}

/// A program that can play.
struct BuiltProgram {
    entry: ProgramEntry,
    version: BuiltVersion,
}

impl Class<'_> {
    /// Builds the programs that are new or have changed, and keeps their versions. The entrants have the
    /// order of the folders.
    pub(super) fn build(
        &self,
        folders: &[PathBuf],
        jobs: u16,
        results: &mut LeagueFolder,
    ) -> Result<Vec<Entrant>, Failure> {
        let program = |_: &mut (), number: u64| self.program(&folders[number as usize]);
        let jobs = usize::from(jobs).min(folders.len());
        let built = run_numbered(jobs, 0..folders.len() as u64, || (), program);
        let mut entrants: Vec<Entrant> = Vec::new();
        for (built, folder) in built.into_iter().zip(folders) {
            let name = student_name(folder);
            let is_double = entrants.iter().any(|entrant| entrant.has_page && entrant.name == name);
            let has_page = !is_double && check_name(&name).is_ok();
            let name = if has_page { name } else { excerpt(&visible(&name)) };
            let built =
                if is_double { Err("another folder has this name".to_owned()) } else { built };
            if let Ok(program) = &built
                && !self.versions.contains(&program.version)
            {
                let kept = results.append_version(&program.version);
                kept.map_err(|error| Failure::refused("--out", error))?;
            }
            if let Err(problem) = &built {
                program::report(format_args!("{name} does not play: {problem}"));
            }
            let player = built.map(|BuiltProgram { entry, version }| LeaguePlayer {
                entry: PlayerEntry::Program(entry),
                fingerprint: version.handed_in,
            });
            entrants.push(Entrant { name, has_page, folder: folder.clone(), player });
        }
        Ok(entrants)
    }

    /// The program of a folder, built if it is new or has changed.
    fn program(&self, folder: &Path) -> Result<BuiltProgram, String> {
        let name = student_name(folder);
        check_name(&name)?;
        let bot =
            BotFile::read(folder).map_err(|error| without_path(folder, &error.to_string()))?;
        if let Some(board) = self.boards.iter().find(|board| !bot.plays.contains(board)) {
            return Err(format!("\"plays\" in bot.ron does not list the board {board}"));
        }
        let entry = ProgramEntry::of_bot(folder, &bot);
        entry.check().map_err(|error| error.to_string())?;
        let handed_in = fingerprint_text(folder)?;
        let is_known = |version: &&BuiltVersion| {
            version.name == name && [&version.handed_in, &version.built].contains(&&handed_in)
        };
        let known = self.versions.iter().rev().find(is_known);
        if let Some(version) = known.filter(|version| version.built == handed_in) {
            return Ok(BuiltProgram { entry, version: version.clone() });
        }
        build(self.runner, folder, &bot, self.hidden)
            .map_err(|fault| without_path(folder, &format!("the build failed: {fault}")))?;
        let built = fingerprint_text(folder)?;
        let handed_in = known.map_or(handed_in, |version| version.handed_in.clone());
        Ok(BuiltProgram { entry, version: BuiltVersion { name, handed_in, built } })
    }
}

/// Refuses a name that tables, files and the protocols cannot carry, or that a level has.
fn check_name(name: &str) -> Result<(), String> {
    let is_level = (1..=LEVELS.len()).any(|level| name == format!("Level {level}"));
    if is_level {
        Err("the folder has the name of a level".to_owned())
    } else if name.len() > MAX_NAME_BYTES {
        Err(format!("the name of the folder is longer than {MAX_NAME_BYTES} bytes"))
    } else if !is_visible(name) || name.contains(['\n', '\r', '\t']) || name.trim().is_empty() {
        Err("the name of the folder has an invisible character".to_owned())
    } else {
        Ok(())
    }
}

/// The fingerprint of a folder.
fn fingerprint_text(folder: &Path) -> Result<String, String> {
    let print = fingerprint(folder)
        .map_err(|error| format!("a file cannot be read: {}", plain_reason(&error)))?;
    Ok(format!("{print:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::{
        league::LeagueRules,
        tournament::{LimitChoice, OpeningChoice},
    };

    #[test]
    fn names_of_levels_and_invisible_names_are_refused() {
        for name in ["ada", "Level 13", "Ada Lovelace", "\u{e9}mile"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        let long = "x".repeat(MAX_NAME_BYTES + 1);
        for name in ["Level 1", "Level 12", "a\nb", "a\u{202e}b", " ", long.as_str()] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_name_that_cannot_be_used_has_no_page() {
        let out = tempfile::tempdir().unwrap();
        let limits = LimitChoice::MoveTime(100);
        let rules = LeagueRules { limits, openings: OpeningChoice::Start, seed: 1 };
        let mut results = LeagueFolder::open(out.path(), &rules).unwrap().folder;
        let runner = Runner::new();
        let class = Class { runner: &runner, hidden: &[], boards: &[], versions: Vec::new() };
        let long = "x".repeat(250);
        let names = ["\u{1b}ada", "ada", "other/ada", long.as_str()];
        let folders = names.map(|name| out.path().join("class").join(name));
        let entrants = class.build(&folders, 1, &mut results).unwrap();
        let shown: Vec<(&str, bool)> =
            entrants.iter().map(|entrant| (entrant.name.as_str(), entrant.has_page)).collect();
        let cut = excerpt(&long);
        assert_eq!(shown, [("ada", false), ("ada", true), ("ada", false), (cut.as_str(), false)]);
        assert!(entrants.iter().all(|entrant| entrant.player.is_err()));
    }

    #[test]
    fn a_sentence_does_not_tell_where_the_class_is() {
        let folder = Path::new("/home/teacher/class/ada");
        for (sentence, shown) in [
            (
                "\"/home/teacher/class/ada/player\" cannot be started",
                "\"player\" cannot be started",
            ),
            ("it is in /home/teacher/class/ada", "it is in the folder"),
        ] {
            assert_eq!(without_path(folder, sentence), shown);
        }
    }
}
