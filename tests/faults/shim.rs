//! The library that refuses system calls of a program: `shim.c`, compiled with the system's compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::disk::Disk;

/// The compiled library, in a folder of its own.
pub(crate) struct Shim {
    folder: tempfile::TempDir,
}

impl Shim {
    pub(crate) fn compile() -> Shim {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/shim.c");
        let _starting = crate::no_process_starts();
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let compiled = Command::new(compiler)
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(folder.path().join("shim.so"))
            .arg(source)
            .arg("-ldl")
            .status();
        assert!(compiled.expect("a C compiler").success());
        Shim { folder }
    }

    /// Loads the library into a program; `shim.c` explains the plan.
    pub(crate) fn load_into(&self, command: &mut Command, disk: &Disk, plan: &str) {
        let plan_path = self.file("plan");
        std::fs::write(&plan_path, plan).unwrap();
        command
            .env("LD_PRELOAD", self.file("shim.so"))
            .env("MINNOW_FAULT_FOLDER", &disk.folder)
            .env("MINNOW_FAULT_PLAN", plan_path)
            .env("MINNOW_FAULT_LOG", self.file("log"));
    }

    /// The kinds of the calls since the last time, in their order.
    pub(crate) fn calls(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.file("log")).unwrap_or_default();
        let _ = std::fs::remove_file(self.file("log"));
        log.lines().map(|line| line.split(' ').nth(1).unwrap().to_owned()).collect()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
