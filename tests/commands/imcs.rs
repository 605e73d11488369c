//! `minnow imcs`: a server and two players as programs, and what they refuse.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use crate::cli::{MINNOW, assert_refused};
use crate::ran::{Ran, assert_one_line, file_of, program, ran};

/// A server that is killed with the value.
struct ServerProgram {
    child: Child,
    address: String,
}

impl ServerProgram {
    fn start(data: &Path) -> ServerProgram {
        let mut command = program(MINNOW);
        command.args(["imcs", "serve", "--address", "127.0.0.1:0", "--data"]).arg(data);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("a server");
        let output = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("listening on ").expect("an address").to_owned();
        ServerProgram { child, address }
    }

    fn play(&self, password: &str, arguments: &str) -> Command {
        let mut command = program(MINNOW);
        command.args(["imcs", "play", &self.address, "--password", password]);
        command.args(arguments.split(' '));
        command
    }
}

impl Drop for ServerProgram {
    fn drop(&mut self) {
        self.child.kill().expect("a running server");
        self.child.wait().expect("its end");
    }
}

/// A refusal or failure in one sentence.
#[track_caller]
fn assert_fails(ran: &Ran, status: i32, sentence: &str) {
    assert_eq!((ran.status, ran.output.as_str()), (Some(status), ""), "{}", ran.errors);
    assert_one_line("minnow: ", &ran.errors);
    assert!(ran.errors.contains(sentence), "{}", ran.errors);
}

#[test]
fn two_levels_play_over_a_server_that_is_killed_and_started_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_passwords, password) = file_of("a-secret\nnot this line\n");
    let server = ServerProgram::start(folder.path());
    let offering = "--name ada --register --offer B --time 60 --level 1 --games 2";
    let mut host = server.play(&password, offering);
    let host = host.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a host");
    let accepting = "--name bob --register --accept ada --level 2 --games 2";
    let guest = ran(&mut server.play(&password, accepting)).success();
    let host = host.wait_with_output().expect("its end");
    let host = String::from_utf8(host.stdout).expect("UTF-8");
    for (output, color) in [(&host, "Black"), (&guest.output, "White")] {
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), 3, "{output}");
        assert!(lines[0].starts_with(&format!("game 1 of 2, {color}: ")), "{output}");
        assert!(lines[2].starts_with("W "), "{output}");
    }
    drop(server);
    let journal = fs::read_to_string(folder.path().join("journal.ron")).expect("a journal");
    assert_eq!(journal.lines().filter(|line| line.starts_with("Game(")).count(), 2, "{journal}");
    let server = ServerProgram::start(folder.path());
    let (_wrong, other) = file_of("another\n");
    let refused = ran(&mut server.play(&other, "--name ada --accept 99"));
    assert_fails(&refused, 2, ": the server refuses: 401 wrong password");
    let refused = ran(&mut server.play(&password, "--name ada --accept 99"));
    assert_fails(&refused, 2, ": the server refuses: 408 no such game");
    let taken = ran(&mut server.play(&password, "--name ada --register"));
    assert_fails(&taken, 2, ": the server refuses: 402 username already exists");
}

#[test]
fn games_before_a_failure_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_passwords, password) = file_of("a-secret\n");
    let server = ServerProgram::start(folder.path());
    // White is the first to get the result: the server may be killed when Black has it.
    let offering = "--name ada --register --offer W --time 60 --level 1 --games 2";
    let mut host = server.play(&password, offering);
    let host = host.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a host");
    let accepting = "--name bob --register --accept ada --level 2";
    let guest = ran(&mut server.play(&password, accepting)).success();
    drop(server);
    let host = host.wait_with_output().expect("its end");
    assert_eq!(host.status.code(), Some(1));
    let host = String::from_utf8(host.stdout).expect("UTF-8");
    for output in [&host, &guest.output] {
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), 2, "{output}");
        assert!(lines[0].starts_with("game 1 of ") && lines[1].starts_with("W "), "{output}");
    }
}

#[test]
fn bad_arguments_and_a_missing_server_are_named() {
    let (_folder, password) = file_of("a-secret\n");
    let play = |more: &str| {
        let mut command = program(MINNOW);
        command.args(["imcs", "play", "127.0.0.1:1", "--name", "ada", "--password", &password]);
        ran(command.args(more.split(' ').filter(|word| !word.is_empty())))
    };
    assert_fails(&play(""), 1, "cannot connect to \"127.0.0.1:1\": ");
    assert_fails(&play("--accept 12 --games 2"), 2, "--accept 12 --games 2: an offer is one game");
    assert_fails(&play("--bot /no/such/folder"), 2, "bot.ron\" cannot be opened");
    assert_fails(&play("--offer X"), 2, "it is neither W nor B nor ?");
    let (_empty_folder, empty) = file_of("\n");
    let nameless = ["imcs", "play", "127.0.0.1:1", "--name", "ada", "--password", &empty];
    assert_refused(&nameless, "its first line is empty");
    let in_file = format!("{password}/data");
    assert_refused(&["imcs", "serve", "--address", "127.0.0.1:0", "--data", &in_file], &in_file);
}
