//! The program as developers run it: the output of the verbs, the errors, and the exit status.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

#[path = "../../../../tests/commands/ran.rs"]
mod ran;

use std::fs;

use minnow_rules::{Position, Variant};

use ran::{assert_refused_by, file_of, run_program};

const WORKSHOP: &str = env!("CARGO_BIN_EXE_minnow-workshop");

#[test]
fn tune_fits_the_positions_it_played_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (positions, out, again) = (path("positions"), path("1.ron"), path("2.ron"));
    let tune = |out: &str, games: &str, positions: &[&str]| {
        let fixed = "tune --variant chess4x5 --nodes 20 --epochs 3".split(' ');
        let given = ["--games", games, "--out", out, "--positions"];
        run_program(WORKSHOP, fixed.chain(given).chain(positions.iter().copied()))
    };
    // So many that whatever is played, some held-out game has quiet positions.
    let played = tune(&out, "40", &[&positions]);
    assert_eq!(played.status, Some(0), "{}", played.errors);
    assert!(played.errors.contains("40 of 40 games"), "{}", played.errors);
    let read = tune(&again, "500", &[&positions]);
    assert!(!read.errors.contains("games"), "{}", read.errors);
    assert_eq!(read.output, played.output);
    let weights = |path: &str| fs::read_to_string(path).expect("weights");
    assert_eq!(weights(&out), weights(&again));
    assert!(weights(&out).contains("\"material\""));

    let text = fs::read_to_string(&positions).expect("positions");
    let (front, back) = (path("front"), path("back"));
    let middle = text.len() / 2 + text[text.len() / 2..].find('\n').expect("a line") + 1;
    fs::write(&front, &text[..middle]).expect("a file");
    fs::write(&back, &text[middle..]).expect("a file");
    assert_eq!(tune(&again, "500", &[&front, &back]).output, played.output);
    let missing = tune(&again, "500", &[&front, "no-such-file"]);
    assert!(missing.errors.contains("no-such-file"), "{}", missing.errors);
}

#[track_caller]
fn assert_refused(arguments: &str, bad_text: &str) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    assert_refused_by(WORKSHOP, "minnow-workshop: ", &arguments, bad_text);
}

#[test]
fn tune_names_what_is_wrong() {
    assert_refused("tune --variant chess --out x", "\"chess\"");
    assert_refused("tune --games none --out x", "none");
    assert_refused("tune --result-share 1.5 --out x", "--result-share 1.5");
    assert_refused("tune --start /no/such/file --out x", "/no/such/file");
    let start = "Cargo.toml: the weights are not readable: 1:1";
    assert_refused("tune --start Cargo.toml --games 1000000 --out x", start);
    assert_refused("tune --net --variant all --out x", "--variant all: a network");
    assert_refused("tune --net --start Cargo.toml --out x", "Cargo.toml: the file does not begin");
    let other = "tune --net --variant gardner --start ../../assets/nets/minichess.net --out x";
    assert_refused(other, "minichess.net: it is the network of \"minichess\"");
    let (_folder, file) = file_of("minichess;no position;0;0;1");
    assert_refused(&format!("tune --positions {file} --out x"), "no position");
}

#[test]
fn a_stopped_ladder_continues_with_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (openings, results) = (path("openings.txt"), path("results"));
    let ladder = |games: &str, more: &[&str]| {
        let fixed = "ladder --variant silverman4x5 --levels 1-2 --bridge 0 --samples 20";
        let fixed = fixed.split(' ').chain(["--opening-nodes", "300", "--openings", &openings]);
        run_program(WORKSHOP, fixed.chain(["--games", games]).chain(more.iter().copied()))
    };
    let kept = ["--results", &results];
    let first = ladder("2", &kept);
    assert_eq!(first.status, Some(0), "{}", first.errors);
    let continued = ladder("6", &kept);
    assert_eq!(continued.status, Some(0), "{}", continued.errors);
    assert_eq!(continued.output, ladder("6", &["--threads", "2"]).output);
    assert!(continued.output.contains("| level-2 | level-1 | "), "{}", continued.output);
    let shown = ladder("6", &["--results", &results, "--no-play"]);
    assert_eq!((shown.output.as_str(), shown.errors.as_str()), (continued.output.as_str(), ""));
    let other = ladder("6", &["--results", &results, "--seed", "2"]);
    assert_eq!(other.status, Some(2));
    assert!(other.errors.contains("seed 2"), "{}", other.errors);
}

#[test]
fn books_have_lines_of_legal_moves() {
    let book = "book --variant silverman4x5 --games 8 --nodes 200 --min-count 1 --plies 4";
    let made = run_program(WORKSHOP, book.split(' '));
    assert_eq!(made.status, Some(0), "{}", made.errors);
    assert_eq!(made.output, run_program(WORKSHOP, book.split(' ')).output);
    let mut lines = made.output.lines();
    assert_eq!(lines.next(), Some("# silverman4x5: 8 games, 200 nodes a move, seed 1"));
    let variant = Variant::by_id("silverman4x5").expect("a variant");
    let mut games = 0;
    for line in lines {
        let (count, moves) = line.split_once(' ').expect("a count and moves");
        games += count.parse::<u32>().expect("a count");
        moves.split(' ').fold(Position::start(variant), |position, text| {
            position.play(position.parse_move(text).expect("a legal move"))
        });
    }
    assert_eq!(games, 8);
}

#[test]
fn puzzles_are_graded_again() {
    // Difficulties that are wrong by as much as they can be.
    let hard = "3r1/1p1nk/p1p2/P1PB1/RN1K1 b - - 0 1; win; 1; d4b5";
    let easy = "5/2k2/p1r1p/P2K1/3R1 w - - 0 1; hold; 13; d2e2 c3c2 e2e3";
    let (_folder, file) = file_of(&format!("# why\n{hard}\n{easy}\n"));
    let grade = "puzzles --variant gardner --grade";
    let graded = run_program(WORKSHOP, grade.split(' ').chain([file.as_str()]));
    assert_eq!(graded.status, Some(0), "{}", graded.errors);
    let lines: Vec<&str> = graded.output.lines().collect();
    let [comment, first, second] = lines[..] else { panic!("{}", graded.output) };
    assert_eq!((comment, first), ("# why", easy.replace("13", "1").as_str()));
    let difficulty = second.split("; ").nth(2).and_then(|number| number.parse::<u8>().ok());
    assert!(second.starts_with("3r1/1p1nk/") && difficulty > Some(1), "{second}");
    let threads = [file.as_str(), "--threads", "2"];
    assert_eq!(run_program(WORKSHOP, grade.split(' ').chain(threads)).output, graded.output);
    let (_folder, file) = file_of(&format!("{easy}\n{easy} a1a9\n"));
    assert_refused(&format!("{grade} {file}"), "line 2: move 4, \"a1a9\", is not possible");
    assert_refused("puzzles --grade x --games 3", "--games");
}

#[test]
fn an_out_file_may_be_the_standard_output() {
    let book = "book --variant silverman4x5 --games 4 --nodes 100 --min-count 1 --plies 2";
    let run = |out: &str| run_program(WORKSHOP, format!("{book}{out}").split(' '));
    let (printed, out) = (run(""), run(" --out -"));
    assert!(!printed.output.is_empty(), "{}", printed.errors);
    assert_eq!((out.status, out.output), (Some(0), printed.output));
    assert_refused("review-check --games 1 --results -", "has to be a file");
}

#[test]
fn measurements_name_what_is_wrong() {
    assert_refused("ladder --variant chess", "\"chess\"");
    assert_refused("ladder --levels 0-4", "0-4");
    assert_refused("ladder --bridge 20,40", "--bridge");
    assert_refused("ladder --no-play", "--results");
    assert_refused("book --games 0", "0");
}

#[test]
fn a_stopped_spsa_run_continues_with_the_same_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let spsa = |results: &str, out: &str, threads: &str| {
        let fixed = "spsa --variants chess4x5,silverman4x4 --nodes 40 --openings 4 --opening-nodes 60 \
                     --even 500 --iterations 4 --pairs 2 --rate 0.5 --numbers futility,aspiration_width";
        let given = ["--results", results, "--out", out, "--threads", threads];
        run_program(WORKSHOP, fixed.split_whitespace().chain(given))
    };
    let (results, out) = (path("results.txt"), path("values.txt"));
    let whole = spsa(&results, &out, "1");
    if !cfg!(feature = "tunable") {
        assert_eq!(whole.status, Some(2));
        assert!(whole.errors.contains("--features tunable"), "{}", whole.errors);
        return;
    }
    assert_eq!(whole.status, Some(0), "{}", whole.errors);
    let kept = fs::read_to_string(&results).expect("results");
    // A heading of four lines and two iterations: the third was being written at the stop.
    let half: Vec<&str> = kept.split_inclusive('\n').take(6).collect();
    let (results, again) = (path("half.txt"), path("again.txt"));
    fs::write(&results, half.concat() + "2").expect("a file");
    let continued = spsa(&results, &again, "2");
    assert_eq!(continued.output, whole.output);
    let text = |path: &str| fs::read_to_string(path).expect("a file");
    assert_eq!(text(&results), kept);
    assert_eq!(text(&again), text(&out));
    let printed = spsa(&results, "-", "1");
    assert_eq!((printed.output, printed.errors.contains("| number |")), (text(&out), true));
    let matched = run_program(
        WORKSHOP,
        ["numbers-match", "--first", &out, "--variants", "chess4x5", "--nodes", "40"]
            .into_iter()
            .chain(["--openings", "3", "--opening-nodes", "60", "--even", "500", "--pairs", "3"]),
    );
    assert!(matched.output.starts_with("W "), "{} {}", matched.output, matched.errors);
}

#[test]
fn numbers_of_the_search_name_what_is_wrong() {
    assert_refused("spsa --out x --numbers width", "\"width\"");
    assert_refused("spsa --out x --rate 0", "--rate 0");
    let (_folder, file) = file_of("aspiration_width = 0");
    assert_refused(&format!("numbers-match --first {file}"), "aspiration_width is 0");
}

#[test]
fn the_verbs_that_moved_here_have_help() {
    for verb in ["tune", "win-curve", "review-check"] {
        let help = run_program(WORKSHOP, [verb, "--help"]);
        assert_eq!((help.status, help.errors.as_str()), (Some(0), ""), "{verb}");
    }
}
