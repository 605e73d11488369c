//! `minnow lab grade` as a program: starter kits, a model solution, and programs that misbehave.

#![cfg(target_os = "linux")]

use std::{fs, path::Path, process::Command};

use minnow_lab::project::PROJECT_STAGES;

use crate::cli::{assert_refused, run};
use crate::ran::{Ran, file_of};

const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/starter");
const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/project");

/// Programs that fail, with a part of the remark on each.
const FAILING: [(&str, &str, &str); 8] = [
    (
        "builds",
        "(build: [\"false\"], run: [\"x\"], plays: [\"scout\"])",
        "the build failed: it ended with exit status 1",
    ),
    (
        "crashes",
        "(run: [\"sh\", \"-c\", \"echo boom >&2; exit 3\"], plays: [\"scout\"])",
        "scout: it ended with exit status 3 (boom); no tree was tried after (",
    ),
    ("empty", "(run: [\"true\"], plays: [\"minimax\"])", "line 1: the trace is empty"),
    (
        "floods",
        "(run: [\"head\", \"-c\", \"100000000\", \"/dev/zero\"], plays: [\"negamax\"])",
        "negamax: it wrote more than 10 MB; no tree",
    ),
    (
        "forks",
        "(run: [\"sh\", \"-c\", \"for i in $(seq 60); do sleep 60 & done; wait\"], plays: [\"scout\"])",
        "scout: it had more than 32 processes; no tree",
    ),
    (
        "hangs",
        "(run: [\"sleep\", \"60\"], plays: [\"scout\", \"minichess\"])",
        "minichess: White against random: it took longer than 5 s",
    ),
    (
        "typo",
        "(run: [\"true\"], plays: [\"minmax\"])",
        "\"\"plays\"\" has \"\"minmax\"\", which is neither a stage nor a board",
    ),
    ("unread", "(run: \"true\", plays: [])", "bot.ron: 1:"),
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a copy");
    }
}

fn grade(folder: &Path, arguments: &[&str]) -> Ran {
    let folder = folder.to_str().expect("UTF-8");
    run([&["lab", "grade", folder], arguments].concat()).success()
}

/// The line of a student, without the name and the comma behind it.
#[track_caller]
fn line_of<'a>(ran: &'a Ran, student: &str) -> &'a str {
    let line = ran.output.lines().find_map(|line| line.strip_prefix(student)?.strip_prefix(','));
    line.unwrap_or_else(|| panic!("{student} is missing in {}{}", ran.output, ran.errors))
}

#[test]
fn starter_kits_pass_their_stages() {
    for (kit, tool) in [
        ("cpp", "g++"),
        ("java", "javac"),
        ("player", "python3"),
        ("python", "python3"),
        ("rust", "rustc"),
    ] {
        if Command::new(tool).arg("--version").output().is_err() {
            println!("{kit} is not tested: this machine has no {tool}");
            continue;
        }
        let class = tempfile::tempdir().expect("a folder");
        let folder = class.path().join(kit);
        copy(&Path::new(STARTER).join(kit), &folder);
        // A slow machine may need more time for Java.
        let ran = grade(&folder, &["--time", "30"]);
        let cells: Vec<&str> = line_of(&ran, kit).split(',').collect();
        let minimax = if kit == "player" { "0" } else { "10" };
        assert_eq!((cells[0], cells[1], cells.last()), (minimax, "0", Some(&"")), "{}", ran.output);
        let played: u32 = cells[7].parse().expect("points");
        assert!(played >= 12, "each game is played to its end: {}", ran.output);
        let lines = fs::read_dir(&folder).expect("the kit").map(|entry| {
            let path = entry.expect("an entry").path();
            fs::read_to_string(path).map_or(0, |text| text.lines().count())
        });
        assert!(lines.max() <= Some(60), "{kit} is too long");
    }
    let player = fs::read_to_string(Path::new(STARTER).join("player/player.py"));
    assert!(player.expect("a player").lines().count() <= 40);
}

#[test]
fn a_player_that_searches_beats_weak_ones() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("the player is not tested: this machine has no python3");
        return;
    }
    let class = tempfile::tempdir().expect("a folder");
    let folder = class.path().join("searcher");
    copy(&Path::new(STARTER).join("player"), &folder);
    let bot = fs::read_to_string(folder.join("bot.ron")).expect("a file");
    fs::write(folder.join("bot.ron"), bot.replace("player.py", "searcher.py")).expect("a file");
    let ran = grade(&folder, &["--time", "30"]);
    let cells: Vec<&str> = line_of(&ran, "searcher").split(',').collect();
    let played: u32 = cells[7].parse().expect("points");
    // Both games against the random player are won, and no other is lost by a fault.
    assert!(played >= 18, "{}", ran.output);
    assert_eq!(cells.last(), Some(&""), "{}", ran.output);
}

#[test]
fn a_class_is_graded_and_each_mistake_is_named() {
    let class = tempfile::tempdir().expect("a folder");
    copy(&Path::new(PROJECT).join("ada"), &class.path().join("ada"));
    for (name, bot, _) in FAILING {
        fs::create_dir(class.path().join(name)).expect("a folder");
        fs::write(class.path().join(name).join("bot.ron"), bot).expect("a file");
    }
    fs::create_dir(class.path().join("none")).expect("a folder");
    let (_folder, secret) = file_of("the secret of this class\n");
    let out = class.path().join("marks");
    let arguments = ["--secret", &secret, "--out", out.to_str().expect("UTF-8"), "--time", "5"];
    let first = grade(class.path(), &arguments);
    assert!(line_of(&first, "ada").starts_with("10,10,10,10,10,10,10,"), "{}", first.output);
    for (name, _, part) in FAILING {
        assert!(line_of(&first, name).contains(part), "{name}: {}", first.output);
    }
    assert!(line_of(&first, "none").contains("cannot be opened: there is no such file"));
    assert_eq!(first.output.lines().count(), 1 + 1 + FAILING.len() + 1);

    // A stopped run: one stage is kept, the others are not.
    let record = out.join("ada.ron");
    let kept = fs::read_to_string(&record).expect("the marks");
    let (before, _) = kept.split_once("id: \"alpha-beta\"").expect("the second stage");
    let (before, _) = before.rsplit_once('(').expect("its bracket");
    fs::write(&record, format!("{before}])").replace("points: 10", "points: 7")).expect("a file");
    let mut cells: Vec<&str> = line_of(&first, "ada").split(',').collect();
    let points = (cells[8].parse::<u32>().expect("the sum") - 3).to_string();
    (cells[0], cells[8]) = ("7", points.as_str());
    let expected = first.output.replace(line_of(&first, "ada"), &cells.join(","));
    assert_eq!(grade(class.path(), &arguments).output, expected);

    // A program that is handed in again is graded again.
    fs::write(class.path().join("ada/notes.txt"), "new").expect("a file");
    assert_eq!(grade(class.path(), &arguments).output, first.output);
}

#[test]
fn a_crash_shows_no_hidden_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let public = PROJECT_STAGES[0].public_tasks();
    let public: Vec<String> = public.iter().map(|task| format!("\"{}\"", task.tree)).collect();
    let public = public.join("|");
    let program = format!(
        "read -r id; read -r tree; case $tree in {public}) ;; *) echo $tree >&2; exit 3;; esac\n"
    );
    fs::write(folder.path().join("crash.sh"), program).expect("a file");
    let bot = "(run: [\"sh\", \"crash.sh\"], plays: [\"minimax\"])";
    fs::write(folder.path().join("bot.ron"), bot).expect("a file");
    let (_folder, secret) = file_of("the secret of this class\n");
    let ran = grade(folder.path(), &["--secret", &secret]);
    let part = "it ended with exit status 3; no tree was tried after a hidden tree";
    assert!(ran.output.contains(part), "{}", ran.output);
}

#[test]
fn what_cannot_be_graded_is_refused() {
    let empty = tempfile::tempdir().expect("a folder");
    let folder = empty.path().to_str().expect("UTF-8");
    assert_refused(&["lab", "grade", folder], "there is neither a bot.ron nor a folder in it");
    assert_refused(&["lab", "grade", "/no/such"], "/no/such");
    let (_folder, secret) = file_of("short");
    let arguments = ["lab", "grade", folder, "--secret", &secret];
    assert_refused(&arguments, "the secret has fewer than 8 characters");
}
