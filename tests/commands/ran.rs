//! Runs a program and looks at its exit status, output and errors.

use std::{
    ffi::OsStr,
    fs,
    process::{Command, Stdio},
};

/// The result of a run.
pub(crate) struct Ran {
    pub status: Option<i32>,
    pub output: String,
    pub errors: String,
}

/// A program without a display, so that no mistake here can open a window.
pub(crate) fn program(path: &str) -> Command {
    let mut command = Command::new(path);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_RUNTIME_DIR"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null());
    command
}

pub(crate) fn run_program<A: AsRef<OsStr>>(
    path: &str,
    arguments: impl IntoIterator<Item = A>,
) -> Ran {
    ran(program(path).args(arguments))
}

pub(crate) fn ran(command: &mut Command) -> Ran {
    let ran = command.output().expect("the program starts");
    Ran {
        status: ran.status.code(),
        output: String::from_utf8(ran.stdout).expect("output in UTF-8"),
        errors: String::from_utf8(ran.stderr).expect("errors in UTF-8"),
    }
}

#[track_caller]
pub(crate) fn assert_refused_by(path: &str, label: &str, arguments: &[&str], bad_text: &str) {
    let ran = run_program(path, arguments);
    assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{arguments:?}");
    assert_one_line(label, &ran.errors);
    assert!(ran.errors.contains(bad_text), "{arguments:?}: {}", ran.errors);
}

#[track_caller]
pub(crate) fn assert_one_line(label: &str, errors: &str) {
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.starts_with(label) && errors.ends_with('\n'), "{errors}");
}

/// A file with this text in a folder of its own, and the file's path.
pub(crate) fn file_of(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("given.txt");
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}
