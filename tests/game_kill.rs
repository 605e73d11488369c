//! A killed program loses nothing. This test has its own binary, because a starting process briefly
//! shares its parent's locks, which would disturb other journal tests.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use minnow::game::journal::Journal;
use support::{game, main_line};

const FOLDER: &str = "MINNOW_TEST_JOURNAL";

/// The program to be killed. The test below runs it in a process of its own; otherwise it does
/// nothing.
#[test]
fn killed_program() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let journal = Journal::open(Path::new(&folder)).unwrap();
    journal.write(&game("minichess", "b2b3"), None, None, true).unwrap();
    journal.write(&game("minichess", "b2b3 b5b4"), None, None, true).unwrap();
    println!("\nwritten");
    std::io::stdout().flush().unwrap();
    let _ = std::io::stdin().read(&mut [0]);
}

#[test]
fn killing_the_program_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(["killed_program", "--exact", "--nocapture"])
        .env(FOLDER, folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(program.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "written"));
    assert!(Journal::recover(folder.path()).games.is_empty(), "it is still running");
    program.kill().unwrap();
    program.wait().unwrap();
    let left = Journal::recover(folder.path()).games;
    assert_eq!(left.len(), 1);
    assert_eq!(main_line(&left[0].game), "b2b3 b5b4");
}
