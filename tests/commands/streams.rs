//! Full and endless streams, limits of the system, and files that are replaced as a whole.

#![cfg(target_os = "linux")]

use std::{
    fs::{self, File},
    os::unix::fs::FileTypeExt,
    process::{Command, Stdio},
};

use crate::cli::{MINNOW, printed, run};
use crate::ran::{Ran, assert_one_line, file_of, program, ran};

const POSITION: &str = "20 W\n.k...\n.....\n.p...\n..Q..\n.....\n...K.\n";

fn full() -> File {
    File::options().write(true).open("/dev/full").expect("a full device")
}

/// The program within a limit of the system, such as `ulimit -f 0`.
fn limited(limit: &str, arguments: &[&str]) -> Ran {
    let shell = format!("{limit}; exec \"$@\"");
    ran(program("sh").args(["-c", &shell, "sh", MINNOW]).args(arguments))
}

#[test]
fn a_full_output_is_a_failure() {
    for arguments in
        ["variants", "perft 3 --divide", "--help", "--version", "perft --help", "man", "uci"]
    {
        let (_folder, input) = file_of("uci\nisready\n");
        let mut command = program(MINNOW);
        command.args(arguments.split(' ')).stdin(File::open(input).expect("a file"));
        // The standard output of `ran` would be a pipe.
        let done = command.stdout(full()).stderr(Stdio::piped()).spawn().expect("a program");
        let done = done.wait_with_output().expect("its end");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{arguments}: {errors}");
        assert_one_line("minnow: the output could not be written: the disk is full", &errors);
    }
}

#[test]
fn full_errors_change_the_status_alone() {
    let (_folder, positions) = file_of("gardner k4/p4/P4/5/4K w\n");
    let lab = ["lab", "--depth", "1", "--positions", &positions];
    let trace = [&TREE[..], &["--trace", "-"]].concat();
    let levels = ["match", "1", "2", "--games", "2", "--nodes", "10"];
    let review = ["review", "saves/king-hunt.minnow.ron", "--depth", "1", "--format", "csv"];
    for (arguments, status, expected) in [
        (&["perft", "deep"][..], 2, ""),
        (&lab[..], 1, "mean_ratio"),
        (&levels[..], 1, "ends: "),
        (&trace[..], 1, "negamax"),
        (&review[..], 1, "ply,move,"),
        (&["--version"][..], 0, "minnow "),
    ] {
        let done = program(MINNOW).args(arguments).stderr(full()).output().expect("a program");
        assert_eq!(done.status.code(), Some(status), "{arguments:?}");
        let output = String::from_utf8_lossy(&done.stdout);
        assert!(output.contains(expected), "{arguments:?}: {output}");
    }
}

/// The verbs that read a file, with the place of its path, a content, and what is printed of it.
fn readers() -> Vec<(Vec<&'static str>, String, &'static str)> {
    let sheet = printed(["lab", "exercise", "--seed", "4", "--key"]);
    let position = "gardner k4/p4/P4/5/4K w\n".to_owned();
    let trace = include_str!("../fixtures/lab/example.jsonl").to_owned();
    vec![
        (vec!["perft", "2", "--board", "PATH"], POSITION.to_owned(), "nodes 130"),
        (vec!["lab", "--depth", "1", "--positions", "PATH"], position, "mean_ratio"),
        (vec!["lab", "mark", "PATH"], sheet, ",4,"),
        (vec!["lab", "check", "PATH"], trace, "as in the search"),
    ]
}

#[test]
fn readers_take_ordinary_files_and_the_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for (arguments, content, expected) in readers() {
        let (_folder, path) = file_of(&content);
        let command = |path: &str| {
            let mut command = program(MINNOW);
            command.args(arguments.iter().map(|word| if *word == "PATH" { path } else { *word }));
            command
        };
        for (path, input) in [(path.as_str(), "/dev/null"), ("-", path.as_str())] {
            let ran = ran(command(path).stdin(File::open(input).expect("a file")));
            assert!(ran.status == Some(0), "{arguments:?} {path}: {}", ran.errors);
            assert!(ran.output.contains(expected), "{arguments:?} {path}: {}", ran.output);
        }
        let ran = ran(&mut command(pipe.to_str().expect("UTF-8")));
        assert_eq!(ran.status, Some(2), "{arguments:?}");
        assert!(ran.errors.contains("pipe: it is not an ordinary file"), "{}", ran.errors);
    }
}

#[test]
fn an_endless_input_is_refused() {
    let endless = File::open("/dev/zero").expect("a device");
    let ran = ran(program(MINNOW).args(["prove", "--check", "-"]).stdin(endless));
    let message = "minnow: --check -: it is larger than 50 MB\n";
    assert_eq!((ran.status, ran.errors.as_str()), (Some(2), message));
}

#[test]
fn a_limit_on_files_keeps_the_old_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let prove = ["prove", "--variant", "silverman4x4", "--out"];
    let review = ["review", "saves/king-hunt.minnow.ron", "--depth", "1", "--out"];
    let secret = ["lab", "class", "new"];
    let writers: [(Vec<&str>, &str, &str); 5] = [
        ([&TREE[..], &["--export"]].concat(), "tree.svg", "--export: "),
        ([&TREE[..], &["--trace"]].concat(), "trace.jsonl", "--trace: "),
        (prove.to_vec(), "mate.proof", "--out: "),
        (review.to_vec(), "game.minnow.ron", ""),
        (secret.to_vec(), "class.ron", "class new: "),
    ];
    for (arguments, name, label) in writers {
        let path = folder.path().join(name);
        // A secret replaces no file.
        let old = (name != "class.ron").then_some("old");
        if let Some(old) = old {
            fs::write(&path, old).expect("a file");
        }
        let path = path.to_str().expect("UTF-8");
        let ran = limited("ulimit -f 0", &[&arguments[..], &[path]].concat());
        assert_eq!(ran.status, Some(1), "{arguments:?}: {}", ran.errors);
        let reason = "the system allows no file of that size";
        let message = format!("minnow: {label}\"{path}\" cannot be written: {reason}");
        assert_eq!(ran.errors.lines().last(), Some(message.as_str()), "{arguments:?}");
        assert_eq!(fs::read_to_string(path).ok().as_deref(), old, "{arguments:?}");
    }
    assert_eq!(
        fs::read_dir(folder.path()).expect("a folder").count(),
        4,
        "a temporary file is left"
    );
}

const TREE: [&str; 5] = ["lab", "--tree", "((3 12) (2 8))", "--techniques", "negamax"];

#[test]
fn pipes_and_devices_are_written_in_place() {
    let prove = ["prove", "--variant", "silverman4x4"];
    for (arguments, option) in [(&TREE[..], "--trace"), (&prove[..], "--out")] {
        let ran = run([arguments, &[option, "/dev/full"]].concat());
        let message =
            format!("minnow: {option}: \"/dev/full\" cannot be written: the disk is full");
        let error = ran.errors.lines().last();
        assert_eq!((ran.status, error), (Some(1), Some(message.as_str())), "{option}");
    }

    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut reader =
        Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("a reader");
    let ran = run([&TREE[..], &["--trace", pipe.to_str().expect("UTF-8")]].concat());
    if ran.status != Some(0) {
        reader.kill().expect("the reader ends");
    }
    let read = reader.wait_with_output().expect("the reader's output").stdout;
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    assert!(ran.output.contains("negamax"), "{}", ran.output);
    assert_trace(&String::from_utf8_lossy(&read));
    assert!(fs::symlink_metadata(&pipe).expect("a pipe").file_type().is_fifo());
}

#[track_caller]
fn assert_trace(text: &str) {
    let (_folder, path) = file_of(text);
    assert!(printed(["lab", "check", &path]).contains("as in the search"), "{text}");
}

/// What is printed otherwise goes to the standard error then.
#[test]
fn a_file_may_be_the_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = |arguments: &[&str]| {
        let mut command = program(MINNOW);
        let done = command.args(arguments).current_dir(folder.path()).output();
        let done = done.expect("a program");
        let errors = String::from_utf8(done.stderr).expect("errors in UTF-8");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "{arguments:?}");
        (done.status.code(), done.stdout, errors)
    };
    for name in ["-", "/dev/stdout"] {
        let (status, trace, errors) = output(&[&TREE[..], &["--trace", name]].concat());
        assert!(status == Some(0) && errors.contains("negamax"), "{name}: {errors}");
        assert_trace(&String::from_utf8_lossy(&trace));

        let prove = ["prove", "--variant", "silverman4x4", "--out", name];
        let (status, certificate, errors) = output(&prove);
        assert!(status == Some(0) && errors.starts_with("White wins in"), "{name}: {errors}");
        let path = folder.path().with_extension("proof");
        fs::write(&path, certificate).expect("a file");
        let path_text = path.to_str().expect("UTF-8");
        assert!(printed(["prove", "--check", path_text]).contains("White wins in"), "{name}");
        fs::remove_file(&path).expect("a file");

        let (status, secret, errors) = output(&["lab", "class", "new", name]);
        assert!((status, errors.as_str()) == (Some(0), "") && !secret.is_empty(), "{name}");
        // The ending of the name is the format.
        let game = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/king-hunt.minnow.ron");
        let drawn = [&TREE[..], &["--export", name]].concat();
        for arguments in [&["review", game, "--out", name][..], &drawn] {
            let (status, _, errors) = output(arguments);
            assert_eq!(status, Some(2), "{arguments:?}: {errors}");
            assert!(errors.contains(name) && errors.contains("name"), "{arguments:?}: {errors}");
        }
    }
}

#[test]
fn refused_memory_is_a_sentence() {
    let ran = limited("ulimit -v 4000000", &["prove", "--memory", "30000"]);
    let message = "minnow: --memory 30000: the system refuses 30000 MB of memory\n";
    assert_eq!((ran.status, ran.errors.as_str()), (Some(2), message));
}

#[test]
fn a_files_name_is_no_formula() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = printed(["lab", "exercise", "--seed", "4", "--key"]);
    for name in ["=1+1", "-1", "\t=1", "@a,b"] {
        fs::write(folder.path().join(name), &sheet).expect("a file");
        let mark = ["lab", "mark", "--", name];
        let ran = ran(program(MINNOW).args(mark).current_dir(folder.path()));
        let row = ran.output.lines().nth(1).unwrap_or_default();
        assert!(row.trim_start_matches('"').starts_with(&format!("'{name}")), "{row}");
    }
}
