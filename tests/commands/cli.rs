//! Runs `minnow`.

use std::{ffi::OsStr, path::Path};

use crate::ran::{Ran, assert_refused_by, program, ran, run_program};

pub(crate) const MINNOW: &str = env!("CARGO_BIN_EXE_minnow");

pub(crate) fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Ran {
    run_program(MINNOW, arguments)
}

/// The same with this cache folder. Blanks separate the arguments, so paths must not have any.
pub(crate) fn run_with_cache(cache: &Path, arguments: &str) -> Ran {
    let mut command = program(MINNOW);
    command.args(arguments.split_whitespace()).env("XDG_CACHE_HOME", cache).env("HOME", cache);
    ran(&mut command)
}

/// The output of a run that must succeed in silence.
#[track_caller]
pub(crate) fn printed<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let ran = run(arguments).success();
    assert_eq!(ran.errors, "");
    ran.output
}

/// Bad usage: status 2, nothing printed, and one line of errors that quotes the bad text.
#[track_caller]
pub(crate) fn assert_refused(arguments: &[&str], bad_text: &str) {
    assert_refused_by(MINNOW, "minnow: ", arguments, bad_text);
}

impl Ran {
    /// The run itself, which must have succeeded.
    #[track_caller]
    pub(crate) fn success(self) -> Ran {
        assert_eq!(self.status, Some(0), "{}", self.errors);
        self
    }
}
