//! `minnow league` as a program: a class with good and bad programs, changed and gone between runs.

#![cfg(target_os = "linux")]

use std::{fs, path::Path};

use crate::cli::{assert_refused, run};
use crate::ran::Ran;

/// Plays the first legal move.
const FIRST_MOVE: &str =
    "while read -r word rest; do case $word in moves) set -- $rest; echo $1;; esac; done";

/// The programs of a class: name, script, the place of its faults in the line of CSV after the games lost,
/// and a part of its page.
const PROGRAMS: [(&str, &str, Option<usize>, &str); 6] = [
    ("crash", "echo oh dear >&2; exit 3", Some(0), "it ended with exit status 3 (oh dear)"),
    ("first", FIRST_MOVE, None, "No game was lost by a fault of the program."),
    ("flood", "exec head -c 20000000 /dev/zero", Some(3), "it wrote more than 10 MB"),
    (
        "forks",
        "for i in $(seq 40); do sleep 20 & done; wait",
        Some(3),
        "it had more than 32 processes",
    ),
    ("liar", "echo a1-a9; exec cat 3>&1 > /dev/null", Some(1), "&quot;a1-a9&quot; is not a move"),
    ("silent", "while read -r line; do :; done", Some(2), "it took longer than 1 s for a move"),
];

fn write_program(class: &Path, name: &str, script: &str) {
    let folder = class.join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("play.sh"), script).expect("a file");
    let bot = "(run: [\"sh\", \"play.sh\"], plays: [\"minichess\"], moves: true)";
    fs::write(folder.join("bot.ron"), bot).expect("a file");
}

fn league(class: &Path) -> Ran {
    let class = class.to_str().expect("UTF-8");
    run(["league", class, "--levels", "1", "--movetime", "1000", "--jobs", "4"]).success()
}

/// The cells of a student's line.
#[track_caller]
fn cells<'a>(ran: &'a Ran, student: &str) -> Vec<&'a str> {
    let line = ran.output.lines().find(|line| line.split(',').next() == Some(student));
    let line = line.unwrap_or_else(|| panic!("{student} is missing in {}", ran.output));
    line.split(',').collect()
}

#[test]
fn each_report_says_what_its_program_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = folder.path().join("class");
    for (name, script, ..) in PROGRAMS {
        write_program(&class, name, script);
    }
    write_program(&class, "broken", "");
    let broken = "(build: [\"false\"], run: [\"x\"], plays: [\"minichess\"])";
    fs::write(class.join("broken/bot.ron"), broken).expect("a file");
    write_program(&class, "elsewhere", "");
    fs::write(class.join("elsewhere/bot.ron"), "(run: [\"x\"], plays: [\"baby\"])")
        .expect("a file");

    let first = league(&class);
    // Six programs and a level; two games for each pairing.
    assert!(first.errors.contains("(42 of 42)\n"), "{}", first.errors);
    let results = folder.path().join("class.league");
    let page = |name: &str| {
        fs::read_to_string(results.join("students").join(format!("{name}.html"))).expect("a page")
    };
    for (name, _, kind, part) in PROGRAMS {
        let cells = cells(&first, name);
        let (games, faults) = (cells[4], &cells[8..13]);
        assert_eq!(games, "12", "{name}: {}", first.output);
        let has_faults = faults.iter().map(|count| *count != "0").collect::<Vec<_>>();
        let expected: Vec<bool> = (0..5).map(|place| Some(place) == kind).collect();
        assert_eq!(has_faults, expected, "{name}: {}", first.output);
        let page = page(name);
        assert!(page.contains(part), "{part} is missing in the page of {name}: {page}");
        assert!(name == "crash" || !page.contains("oh dear"), "{name} sees what crash wrote");
        assert_eq!(
            page.contains("<svg class=\"board\""),
            kind.is_some() || page.contains("better is")
        );
    }
    assert!(page("broken").contains("the build failed: it ended with exit status 1"));
    let remark = "\"\"plays\"\" in bot.ron does not list the board minichess";
    assert!(first.output.contains(remark), "{}", first.output);
    assert_eq!(fs::read_to_string(results.join("league.csv")).expect("a table"), first.output);
    let table = fs::read_to_string(results.join("league.html")).expect("a table");
    assert!(table.contains("<a href=\"students/liar.html\">liar</a>"), "{table}");

    // Nothing has changed.
    let second = league(&class);
    assert_eq!(second.output, first.output);
    assert!(second.errors.contains("42 of 42 games are finished already\n"), "{}", second.errors);
    assert!(!second.errors.contains("reviewing"), "{}", second.errors);

    // A changed program, one that is gone, and a line that was cut off.
    write_program(&class, "liar", FIRST_MOVE);
    fs::remove_dir_all(class.join("silent")).expect("a folder");
    let journal = results.join("games.ron");
    let games = fs::read_to_string(&journal).expect("a journal");
    fs::write(&journal, games + "(key:(players:[(name:\"cra").expect("a file");
    let third = league(&class);
    assert!(third.errors.contains("minnow: the last line of "), "{}", third.errors);
    assert!(third.errors.contains("20 of 30 games are finished already\n"), "{}", third.errors);
    assert_eq!(cells(&third, "liar")[9], "0", "{}", third.output);
    assert!(!third.output.contains("silent"), "{}", third.output);
    let table = fs::read_to_string(results.join("league.html")).expect("a table");
    assert!(table.contains("22 kept games of earlier versions"), "{table}");
}

#[test]
fn what_is_no_league_is_refused() {
    let empty = tempfile::tempdir().expect("a folder");
    let class = empty.path().join("class");
    fs::create_dir(&class).expect("a folder");
    let folder = class.to_str().expect("UTF-8");
    assert_refused(&["league", folder], "there is neither a bot.ron nor a folder in it");
    assert_refused(&["league", "/no/such"], "/no/such");
    assert_refused(&["league", folder, "--games", "3"], "an even number of games");
    assert_refused(&["league", folder, "--levels", "13"], "13");
    assert_refused(&["league", folder, "--variant", "chess"], "\"chess\"");
    assert_refused(&["league"], "<DIR>");
}
