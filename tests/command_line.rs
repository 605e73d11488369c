//! The program's verbs as a shell sees them: output, exit status, and one sentence for an error.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const START: &str = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";

fn minnow(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minnow"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The lines of standard output of a run that succeeds without a word on standard error.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = minnow(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// That the arguments are refused: status 2, nothing on standard output, and on standard error one
/// line that names `culprit`.
#[track_caller]
fn assert_refused(arguments: &[&str], culprit: &str) {
    let output = minnow(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    let is_one_line = errors.ends_with('\n') && errors.lines().count() == 1;
    assert!(is_one_line && errors.starts_with("minnow: "), "{arguments:?}: {errors}");
    assert!(errors.contains(culprit), "{arguments:?} does not name {culprit}: {errors}");
}

/// A file in a folder of this test run, with this content.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn variants_lists_every_game_in_four_columns() {
    let lines = lines(&["variants"]);
    assert_eq!(lines.len(), 19);
    for line in &lines {
        assert_eq!(line.split('\t').count(), 4, "{line}");
    }
    assert_eq!(lines[0], format!("minichess\t5x6\t{START}\tMiniChess"));
    assert!(lines.iter().any(|line| line.starts_with("losalamos\t6x6\trnqknr/")));
}

#[test]
fn perft_counts_from_the_start_of_a_variant() {
    assert_eq!(lines(&["perft", "0"]), ["nodes 1"]);
    assert_eq!(lines(&["perft", "3"]), ["nodes 473"]);
    assert_eq!(lines(&["perft", "3", "--variant", "gardner"]), ["nodes 506"]);
}

#[test]
fn divide_adds_up_to_the_last_line() {
    let lines = lines(&["perft", "3", "--divide"]);
    let (last, moves) = lines.split_last().unwrap();
    let counts = moves.iter().map(|line| {
        let (played, count) = line.split_once(": ").unwrap();
        assert_eq!(played.len(), 4, "{line}");
        count.parse::<u64>().unwrap()
    });
    assert_eq!(moves.len(), 7);
    assert_eq!(last, &format!("nodes {}", counts.sum::<u64>()));
}

#[test]
fn perft_counts_from_a_position_in_both_forms() {
    // The queen in the middle reaches 16 squares, the king 5.
    let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
    let board = file("queen.txt", "20 W\n.k...\n.....\n.p...\n..Q..\n.....\n...K.\n");
    let by_fen = lines(&["perft", "1", "--fen", fen]);
    assert_eq!(by_fen, ["nodes 21"]);
    assert_eq!(lines(&["perft", "1", "--board", board.to_str().unwrap()]), by_fen);
}

#[test]
fn help_and_version_are_no_errors() {
    assert_eq!(lines(&["--version"]), [format!("minnow {}", env!("CARGO_PKG_VERSION"))]);
    let help = lines(&["--help"]).join("\n");
    for verb in ["variants", "perft", "bench", "uci"] {
        assert!(help.contains(verb), "{verb} is not in the help");
    }
    assert!(lines(&["perft", "--help"]).join("\n").contains("--divide"));
}

#[test]
fn bad_usage_is_named() {
    assert_refused(&["--colour"], "--colour");
    assert_refused(&["perft"], "DEPTH");
    assert_refused(&["perft", "deep"], "deep");
    assert_refused(&["perft", "-1"], "-1");
    assert_refused(&["perft", "2", "3"], "'3'");
    assert_refused(&["perft", "2", "--depth", "3"], "--depth");
    assert_refused(&["bench", "now"], "now");
    assert_refused(&["game.minnow.ron", "perft"], "perft");
    assert_refused(&["perft", "1", "--fen", START, "--board", "x"], "--board");
}

#[test]
fn bad_input_is_named() {
    assert_refused(&["perft", "1", "--variant", "draughts"], "\"draughts\"");
    assert_refused(&["perft", "1", "--fen", "rnbqk w"], "\"rnbqk w\"");
    let no_king = START.replace('K', "Q");
    assert_refused(&["perft", "1", "--fen", &no_king], &no_king);
    assert_refused(&["perft", "1", "--board", "no/such/file"], "no/such/file");
    let short = file("short.txt", "20 W\n.k...\n");
    assert_refused(&["perft", "1", "--board", short.to_str().unwrap()], "short.txt");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_minnow"))
        .args(["perft", "2", "--divide", "--variant", "losalamos"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""));
}
