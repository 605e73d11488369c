//! Programs that keep to the limits, and programs that do not.

use std::{ffi::OsString, fs, path::Path, time::Duration};

use web_time::Instant;

use super::{Child, Launch, RunFault, RunLimits, Runner, processes};

const LIMITS: RunLimits = RunLimits {
    time: Duration::from_secs(20),
    memory_bytes: 100 << 20,
    output_bytes: 1 << 20,
    processes: 12,
};

/// Runs a text of `sh` in a folder.
fn run_in(folder: &Path, limits: RunLimits, script: &str) -> Result<String, RunFault> {
    let command = ["sh", "-c", script].map(str::to_owned);
    Runner::new().run(&Launch { limits, ..Launch::new(&command, folder) }, "one\ntwo\n")
}

fn run(script: &str) -> Result<String, RunFault> {
    run_in(Path::new("/"), LIMITS, script)
}

#[test]
fn a_program_reads_its_input_and_writes_lines() {
    assert_eq!(run("cat; printf three"), Ok("one\ntwo\nthree\n".to_owned()));
    assert_eq!(run("exec 0<&-; echo early"), Ok("early\n".to_owned()));
    // Cargo's variables, for example, stay here.
    assert_eq!(run("echo \"[$CARGO_MANIFEST_DIR]\""), Ok("[]\n".to_owned()));
}

#[test]
fn each_limit_ends_a_program_with_its_name() {
    let short = RunLimits { time: Duration::from_millis(300), ..LIMITS };
    let cases = [
        (short, "while :; do :; done", "it took longer than 0.3 s"),
        (short, "exec 1>&-; sleep 60", "it took longer than 0.3 s"),
        (LIMITS, "head -c 100000000 /dev/zero", "it wrote more than 1 MB"),
        (LIMITS, "yes", "it wrote more than 1 MB"),
        (LIMITS, "for i in $(seq 30); do sleep 60 & done; wait", "it had more than 12 processes"),
        (
            LIMITS,
            "head -c 300000000 /dev/zero | tail | sleep 60",
            "it used more than 100 MB of memory",
        ),
        (LIMITS, "echo first >&2; echo why >&2; exit 3", "it ended with exit status 3 (why)"),
    ];
    for (limits, script, expected) in cases {
        let fault = run_in(Path::new("/"), limits, script).unwrap_err();
        assert_eq!(fault.to_string(), expected, "{script}");
    }
}

#[test]
fn a_missing_program_is_a_fault() {
    let command = ["no-such-program".to_owned()];
    let fault = Runner::new().run(&Launch::new(&command, Path::new("/")), "").unwrap_err();
    assert!(fault.to_string().contains("no-such-program"), "{fault}");
    // Without a sandbox, the system refuses it.
    let words = [OsString::from("no-such-program")];
    let fault = Child::start(&words, &Launch::new(&command, Path::new("/")), String::new(), None)
        .err()
        .unwrap();
    let reason = "there is no such file or folder";
    assert_eq!(fault.to_string(), format!("\"no-such-program\" cannot be started: {reason}"));
}

/// The output of a program that has ended may be held open by one that it started.
#[test]
fn nothing_is_left_running() {
    for script in ["sleep 61 & echo started", "setsid sleep 61 & echo started"] {
        assert_eq!(run(script), Ok("started\n".to_owned()), "{script}");
    }
    // The inner shell says that it is up: before that, it may be becoming another program.
    let script = "setsid sh -c 'echo up; sleep 62; true' & wait";
    let command = ["sh", "-c", script].map(str::to_owned);
    let mut child = Runner::new().start(&Launch::new(&command, Path::new("/"))).unwrap();
    let tag = child.tag.clone();
    assert_eq!(child.line(Instant::now() + LIMITS.time), Ok(Some("up".to_owned())));
    assert!(processes::usage(&tag).processes >= 2);
    drop(child);
    assert_eq!(processes::usage(&tag).processes, 0);
}

/// The loop ends by itself, and so do its processes, should nothing else end them.
#[test]
fn the_kernel_refuses_root_too_many_processes() {
    if !processes::is_root() {
        // The limits of other users leave room for what runs already.
        return;
    }
    let script = "for i in $(seq 200); do sleep 5 & done; echo all";
    let command = ["sh", "-c", script].map(str::to_owned);
    // At most 32 threads.
    let limits = RunLimits { processes: 2, ..LIMITS };
    let launch = Launch { limits, ..Launch::new(&command, Path::new("/")) };
    let is_bounded = |runner: &Runner| !runner.is_unbounded() && runner.works();
    for runner in Runner::candidates().into_iter().filter(is_bounded) {
        let mut child = runner.start(&launch).unwrap();
        let (tag, deadline) = (child.tag.clone(), Instant::now() + LIMITS.time);
        let end = match child.line(deadline) {
            Ok(None) => child.wait(deadline),
            other => other.map(drop),
        };
        assert!(
            matches!(end, Err(RunFault::Exit { .. } | RunFault::Processes(2))),
            "{runner:?}: {end:?}"
        );
        drop(child);
        assert_eq!(processes::usage(&tag).processes, 0, "{runner:?}");
    }
}

#[test]
fn a_sandbox_hides_and_protects_files() {
    if Runner::new().gaps().is_some() {
        // Without bubblewrap there is no sandbox to test.
        return;
    }
    let class = tempfile::tempdir().unwrap();
    let folder = class.path().join("ada");
    fs::create_dir(&folder).unwrap();
    for (path, text) in [(folder.join("own"), "own"), (class.path().join("secret"), "key")] {
        fs::write(path, text).unwrap();
    }
    let hidden = [class.path().to_owned()];
    let script = "cat own ../secret; echo x > own; echo y > new; ls ..
        ls /run | grep -vc current-system
        grep -c 'CapEff:.0*$' /proc/self/status
        for n in 1 2 3 4 5 6 7 8; do head -c 9000000 /dev/zero > ../$n || echo full; done";
    let command = ["sh", "-c", script].map(str::to_owned);
    let launch = Launch { hidden: &hidden, ..Launch::new(&command, &folder) };
    let expected = Ok("ownada\n0\n1\nfull\n".to_owned());
    assert_eq!(Runner::new().run(&launch, ""), expected);
    let building = Launch { writes_folder: true, ..launch };
    assert_eq!(Runner::new().run(&building, ""), expected);
    assert_eq!(fs::read_to_string(folder.join("new")).unwrap(), "y\n");
}
