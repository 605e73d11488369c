//! The folders of a class with students' programs, for the commands that run them: who is there, what is
//! hidden from a program, its build, and whether it has changed.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use super::Failure;
use minnow_base::files::{self, ContentHash, plain_reason, system};
use minnow_runner::{BOT_FILE, BotFile, Launch, RunFault, RunLimits, Runner};

/// The limits of a build.
const BUILD_LIMITS: RunLimits = RunLimits {
    time: Duration::from_secs(120),
    memory_bytes: 4 << 30,
    output_bytes: 512 << 20,
    processes: 64,
};

/// The largest file whose content counts for a fingerprint; of a larger one only the size does.
const MAX_CONTENT_BYTES: usize = 64 << 20;

/// The whole path of a folder that an option names.
pub(super) fn whole_path(option: &str, path: &Path) -> Result<PathBuf, Failure> {
    system::canonicalize(path).map_err(|error| Failure::refused_file(option, path, error))
}

/// The whole path of the folder of results, which is made if it is missing.
pub(super) fn results_folder(path: &Path) -> Result<PathBuf, Failure> {
    let option = || format!("--out {}", path.display());
    system::create_dir_all(path).map_err(|error| Failure::unwritten(option(), &error))?;
    whole_path("--out", path)
}

/// The paths that no program may read: all programs, the results, and this program, which could be
/// asked for a move or a trace.
pub(super) fn concealed(folder: &Path, out: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
    let mut concealed = vec![whole_path("the folder", folder)?];
    concealed.extend(out.map(Path::to_owned));
    concealed.extend(std::env::current_exe().ok());
    Ok(concealed)
}

/// The folders of the students in the order of their names, without that of the results: the folder
/// itself if it has a program, else the folders in it.
pub(super) fn student_folders(folder: &Path, out: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
    let refuse = |reason: String| Failure::BadInput(format!("{}: {reason}", folder.display()));
    let whole = whole_path("the folder", folder)?;
    if system::exists(&whole.join(BOT_FILE)) {
        return Ok(vec![whole]);
    }
    let entries = system::read_dir(&whole).map_err(|error| refuse(plain_reason(&error)))?;
    let is_student = |path: &PathBuf| {
        let is_hidden = student_name(path).starts_with('.');
        system::is_dir(path) && !is_hidden && out != Some(path.as_path())
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> = paths.filter(is_student).collect();
    folders.sort();
    if folders.is_empty() {
        return Err(refuse(format!("there is neither a {BOT_FILE} nor a folder in it")));
    }
    Ok(folders)
}

pub(super) fn student_name(folder: &Path) -> String {
    folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
}

/// Builds a program in its folder, if there is anything to build.
pub(super) fn build(
    runner: &Runner,
    folder: &Path,
    bot: &BotFile,
    hidden: &[PathBuf],
) -> Result<(), RunFault> {
    if bot.build.is_empty() {
        return Ok(());
    }
    let launch = Launch {
        writes_folder: true,
        hidden,
        limits: BUILD_LIMITS,
        ..Launch::new(&bot.build, folder)
    };
    runner.run(&launch, "").map(drop)
}

/// The hash of the files in a folder, by their names and contents. Links count by where they lead, and
/// are not followed.
pub(super) fn fingerprint(folder: &Path) -> io::Result<u64> {
    let mut hash = ContentHash::default();
    let mut add = |part: &[u8]| {
        // The length before each part keeps the parts apart.
        hash.add(&(part.len() as u64).to_le_bytes());
        hash.add(part);
    };
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        let entries = system::read_dir(&inner)?.map(|entry| entry.map(|entry| entry.path()));
        let mut paths: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
        paths.sort();
        for path in paths {
            let metadata = system::symlink_metadata(&path)?;
            add(path.strip_prefix(folder).unwrap_or(&path).as_os_str().as_encoded_bytes());
            if metadata.is_dir() {
                folders.push(path);
            } else if metadata.is_symlink() {
                add(system::read_link(&path)?.as_os_str().as_encoded_bytes());
            } else {
                add(&metadata.len().to_le_bytes());
                // A file that is not an ordinary one, or too large, is not read.
                if let Ok(read) = files::read(&path, MAX_CONTENT_BYTES) {
                    add(&read.bytes);
                }
            }
        }
    }
    Ok(hash.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_fingerprint_depends_on_names_and_contents_alone() {
        let class = tempfile::tempdir().unwrap();
        let folder_of = |name: &str, files: &[(&str, &str)]| {
            let folder = class.path().join(name);
            for (file, content) in files {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, content).unwrap();
            }
            fingerprint(&folder).unwrap()
        };
        let ada = folder_of("ada", &[("bot.ron", "1"), ("lib/a.py", "22"), ("b", "")]);
        assert_eq!(folder_of("copy", &[("b", ""), ("lib/a.py", "22"), ("bot.ron", "1")]), ada);
        let others = [
            folder_of("content", &[("bot.ron", "1"), ("lib/a.py", "23"), ("b", "")]),
            folder_of("name", &[("bot.ron", "1"), ("lib/c.py", "22"), ("b", "")]),
            folder_of("place", &[("bot.ron", "1"), ("a.py", "22"), ("b", "")]),
            folder_of("fewer", &[("bot.ron", "1"), ("lib/a.py", "22")]),
            folder_of("shifted", &[("bot.ron", "12"), ("lib/a.py", "2"), ("b", "")]),
        ];
        assert!(!others.contains(&ada), "{others:?}");
    }
}
