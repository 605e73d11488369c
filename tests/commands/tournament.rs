//! `minnow tournament` and matches of programs.

use std::{
    fs,
    path::{Path, PathBuf},
};

use minnow_rules::counted;

use crate::cli::{assert_refused, run};
use crate::ran::{Ran, file_of};

/// Twelve games of levels on the smallest board, which nodes limit, so that they can be repeated.
const CUP: &str = "(
    name: \"Cup\",
    variants: [\"silverman4x4\"],
    players: [Level(1), Level(2), Random],
    games: 4,
    openings: Start,
    limits: Nodes(200),
    concurrency: 2,
    seed: 5,
)";

fn play(path: &str) -> Ran {
    run(["tournament", path])
}

fn lines_with<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(start)).collect()
}

/// The folder of the tournament in `given.txt`.
fn results_of(path: &str) -> PathBuf {
    Path::new(path).with_extension("games")
}

fn read(path: &str, name: &str) -> String {
    fs::read_to_string(results_of(path).join(name)).expect("a result")
}

#[test]
fn a_tournament_goes_on_where_it_was() {
    let (_folder, path) = file_of(CUP);
    let first = play(&path).success();
    let table: Vec<Vec<&str>> =
        first.output.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(table[0][..3], ["player", "games", "points"], "{}", first.output);
    let points = table[1..4].iter().map(|row| {
        let at = row.len() - 7;
        assert_eq!(row[at - 1], "8", "{}", first.output);
        row[at].parse::<f64>().expect("points")
    });
    assert_eq!(points.sum::<f64>(), 12.0, "{}", first.output);
    assert!(first.output.ends_with("given.games/index.html\n"), "{}", first.output);
    assert_eq!(lines_with(&first.errors, "game 1.").len(), 12, "{}", first.errors);
    assert_eq!(read(&path, "games.pgn").matches("[Event \"Cup\"]").count(), 12);
    assert_eq!(read(&path, "table.csv").lines().count(), 4);
    assert!(read(&path, "index.html").contains("<h1>Cup</h1>"));

    // Killed within the line of the sixth game.
    let journal = read(&path, "games.ron");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 13, "a heading and the games");
    let cut = lines[..6].concat() + &lines[6][..40];
    fs::write(results_of(&path).join("games.ron"), cut).expect("a file");
    let second = play(&path).success();
    assert_eq!(second.output, first.output);
    assert!(second.errors.starts_with("minnow: the last line of "), "{}", second.errors);
    assert!(second.errors.contains("\n5 of 12 games are finished already\n"), "{}", second.errors);
    assert_eq!(lines_with(&second.errors, "game 1.").len(), 7, "{}", second.errors);

    let third = play(&path).success();
    assert_eq!(third.output, first.output);
    assert_eq!(third.errors, "12 of 12 games are finished already\n");
}

#[test]
fn a_check_starts_nothing() {
    let (_folder, path) = file_of(
        "(players: [Level(3), Program((name: \"Mine\", command: [\"my engine\", \"--quiet\"]))],
        name: \"Test\", variants: [\"gardner\", \"baby\"], limits: MoveTime(50), concurrency: 2)",
    );
    let ran = run(["tournament", &path, "--check"]).success();
    let lines: Vec<&str> = ran.output.lines().collect();
    assert_eq!(lines[0], "Test: round robin on gardner, baby, 0.05 s for a move");
    assert_eq!(lines[2], "players: Level 3, Mine");
    assert_eq!(lines[3], "would start Mine: 'my engine' --quiet");
    let planned = "would play 4 games, 2 at a time; in ";
    assert!(lines[4].starts_with(planned) && lines[4].ends_with(": 0 games"), "{}", ran.output);
    assert_eq!((ran.errors.as_str(), results_of(&path).exists()), ("", false));
}

#[cfg(unix)]
#[test]
fn the_example_of_the_document_is_a_tournament() {
    let document = include_str!("../../docs/tournaments.md");
    let rest = document.split("```ron\n").nth(1).expect("an example");
    let example = rest.split("```").next().expect("its end");
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/starter/player");
    let (_folder, path) = file_of(&example.replace("students/ada", bot));
    let output = run(["tournament", &path, "--check"]).success().output;
    let head = "Spring cup: round robin on gardner, losalamos, 0.2 s for a move\n";
    assert!(output.starts_with(head), "{output}");
    assert!(output.contains("\nwould start Fairy-Stockfish: fairy-stockfish\n"), "{output}");
    let player = "\nwould start player: python3 player.py, in ";
    assert!(output.contains(player) && output.contains("docs/starter/player\n"), "{output}");
    assert!(output.contains("\nwould play 240 games, 2 at a time; "), "{output}");
}

#[test]
fn a_bad_plan_is_refused_with_its_line() {
    for (text, part) in [
        ("(players: [\n Level(1)])", "given.txt:1: \"players\": a tournament has from 2"),
        ("(players: [Level(1),\n Level(13)])", "given.txt:2: \"players\": there is no level 13"),
        ("(players: [Level(1), Level(1)])", "two players are called \"Level 1\""),
        (
            "(players: [Level(1), Random],\n games: 3)",
            "given.txt:2: \"games\": 3 is not an even number",
        ),
        ("(players: [Level(1), Random], variants: [\"chess\"])", "chess"),
        ("(players: [Level(1), Random], openings: Lines([\"a2a9\"]))", "a2a9"),
        ("(players: [Level(1), Bot(\"no-such-folder\")])", "no-such-folder"),
        ("(players: [Level(1), Random],\n rounds: 3)", "rounds"),
        ("", "given.txt: 1:1"),
    ] {
        let (_folder, path) = file_of(text);
        for arguments in [&["tournament", &path][..], &["tournament", &path, "--check"]] {
            assert_refused(arguments, part);
        }
        assert!(!results_of(&path).exists(), "{text}");
    }
    assert_refused(&["tournament", "/no/such.ron"], "/no/such.ron");
    assert_refused(&["tournament"], "<FILE>");
}

#[test]
fn a_folder_belongs_to_one_tournament() {
    let (_folder, path) = file_of(&CUP.replace("games: 4", "games: 2"));
    play(&path).success();
    fs::write(&path, CUP.replace("games: 4", "games: 2").replace("seed: 5", "seed: 6"))
        .expect("a file");
    assert_refused(&["tournament", &path], "\"seed\" differs");
    assert_refused(&["tournament", &path, "--check"], "has games of another tournament");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_fails_loses_with_a_sentence() {
    let (_folder, path) = file_of(
        "(players: [Random, Program((name: \"</script>\", protocol: Text,
            command: [\"sh\", \"-c\", \"echo why >&2; exit 4\"]))],
        variants: [\"silverman4x4\"], openings: Start)",
    );
    let ran = play(&path).success();
    let fault = "</script>: it ended with exit status 4 (why)";
    assert_eq!(ran.errors.matches(fault).count(), 2, "{}", ran.errors);
    assert!(read(&path, "games.pgn").contains("[Termination \"abandoned\"]"));
    assert!(read(&path, "table.csv").ends_with("</script>,2,0,0,0,2,,,2\n"));
    assert_eq!(read(&path, "index.html").matches("</script>").count(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_mistyped_command_plays_no_game() {
    let (_folder, path) = file_of(
        "(players: [Random, Program((name: \"Mine\", command: [\"/no/such-engine\"]))],
        variants: [\"silverman4x4\"], openings: Start)",
    );
    let ran = play(&path);
    let last = ran.errors.lines().last().unwrap_or_default();
    assert!(last.starts_with("minnow: Mine: \"/no/such-engine\" cannot be started: "), "{last}");
    assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""));
    assert!(!results_of(&path).exists());
}

/// Without the tools of the system nothing bounds the processes of root's programs.
#[cfg(target_os = "linux")]
#[test]
fn root_starts_no_unbounded_program() {
    use std::os::unix::fs::MetadataExt;

    use crate::{cli::MINNOW, ran::program};

    if fs::metadata("/proc/self").expect("a process").uid() != 0 {
        return;
    }
    let (_folder, path) =
        file_of("(players: [Random, Program((name: \"Mine\", command: [\"/bin/true\"]))])");
    let of_match = ["match", "1", "/bin/true", "--games", "2", "--nodes", "100"];
    for arguments in [&of_match[..], &["tournament", &path]] {
        let ran = program(MINNOW).args(arguments).env("PATH", "/nowhere").output();
        let ran = ran.expect("the program starts");
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.starts_with("minnow: you are root, "), "{arguments:?}: {errors}");
    }
    assert!(!results_of(&path).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_is_played_by_programs_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = "(run: [\"sh\", \"bot.sh\"], plays: [\"silverman4x4\"], moves: true)";
    fs::write(folder.path().join("bot.ron"), bot).expect("a file");
    let first_move = "while read -r word mv rest; do [ \"$word\" = moves ] && echo $mv; done\n";
    fs::write(folder.path().join("bot.sh"), first_move).expect("a file");
    let bot = folder.path().to_str().expect("UTF-8");
    let arguments = ["--variant", "silverman4x4", "--games", "4", "--nodes", "500"];
    let ran = run([&["match", "7", bot][..], &arguments[..]].concat()).success();
    let lines: Vec<&str> = ran.output.lines().collect();
    let name = folder.path().file_name().expect("a name").to_str().expect("UTF-8");
    assert_eq!(lines[0], format!("level 7 against {name}, silverman4x4, 4 games, seed 1"));
    assert!(lines[1].starts_with("W ") && lines[1].contains(" %, Elo "), "{}", ran.output);
    assert!(lines[2].starts_with("ends: ") && !lines[2].contains("forfeit"), "{}", ran.output);
    assert_eq!(lines_with(&ran.errors, "game ").len(), 4, "{}", ran.errors);
    let odd = ["match", "7", bot, "--games", "3", "--nodes", "500"];
    assert_refused(&odd, "--games 3");
    assert_refused(&["match", "7", bot, "--games", "2"], "--movetime and --nodes");

    let missing = run([&["match", "/no/such-engine", "7"][..], &arguments[..]].concat());
    assert_eq!((missing.status, missing.output.as_str()), (Some(2), ""), "{}", missing.errors);
    let last = missing.errors.lines().last().unwrap_or_default();
    assert!(last.starts_with("minnow: such-engine: \"/no/such-engine\" "), "{}", missing.errors);
}

#[cfg(unix)]
#[test]
fn an_interrupted_tournament_has_results_and_goes_on() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    use crate::{cli::MINNOW, ran::program};

    let (_folder, path) = file_of(&CUP.replace("games: 4", "games: 2000"));
    let mut child = program(MINNOW)
        .args(["tournament", &path])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut errors = BufReader::new(child.stderr.take().expect("the errors"));
    let mut line = String::new();
    while !line.starts_with("game 1.") {
        line.clear();
        assert!(errors.read_line(&mut line).expect("a line") > 0, "there is no game");
    }
    let number = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().expect("kill").success());
    let mut rest = String::new();
    errors.read_to_string(&mut rest).expect("the errors");
    assert_eq!(child.wait().expect("its end").code(), Some(1), "{rest}");
    let last = rest.lines().last().unwrap_or_default();
    assert!(last.starts_with("minnow: stopped after "), "{rest}");
    assert!(last.ends_with("; the same command goes on from there"), "{rest}");
    let games = read(&path, "games.pgn").matches("[Event ").count();
    assert_eq!(games, read(&path, "games.ron").lines().count() - 1);
    assert!((1..6_000).contains(&games), "{games}");
    let check = run(["tournament", &path, "--check"]).success();
    let kept = format!(": {}\n", counted(games as u64, "game", "games"));
    assert!(check.output.ends_with(&kept), "{}", check.output);
}

/// Merges these folders into that of the tournament.
fn merge(path: &str, parts: &[String]) -> Ran {
    let parts = parts.iter().map(String::as_str);
    run(["tournament", "merge", path].into_iter().chain(parts))
}

#[test]
fn four_parts_give_the_table_of_one_run() {
    let (_folder, path) = file_of(&CUP.replace("games: 4", "games: 8"));
    let whole = play(&path).success();
    let table = read(&path, "table.csv");
    fs::remove_dir_all(results_of(&path)).expect("the results");
    let play_part = |part: &str| run(["tournament", &path, "--shard", part]).success();
    let folder_of = |part: u32| format!("{}-{part}-of-4", results_of(&path).display());
    let mut parts: Vec<String> = (1..=3).map(folder_of).collect();
    ["1/4", "2/4", "3/4"].iter().for_each(|part| drop(play_part(part)));
    let three = merge(&path, &parts);
    assert_eq!(three.status, Some(1), "{}", three.errors);
    assert!(three.errors.contains(" games are missing: 1."), "{}", three.errors);
    assert!(
        three.errors.ends_with("; 0 games were played twice differently\n"),
        "{}",
        three.errors
    );

    let last = play_part("4/4");
    let count = lines_with(&last.errors, "game 1.").len();
    assert!(last.errors.contains(&format!(" ({count} of {count})\n")), "{}", last.errors);
    parts.push(folder_of(4));
    let four = merge(&path, &parts).success();
    assert_eq!((four.output.as_str(), four.errors.as_str()), (whole.output.as_str(), ""));
    assert_eq!(read(&path, "table.csv"), table);
    assert_eq!(play(&path).success().errors, "24 of 24 games are finished already\n");

    let journal = Path::new(&parts[0]).join("games.ron");
    let text = fs::read_to_string(&journal).expect("a journal");
    fs::write(&journal, text.replacen("reason:\"", "reason:\"un", 1)).expect("a file");
    let other = merge(&path, &parts);
    assert_eq!((other.status, other.output), (Some(1), whole.output));
    let parts = ["minnow: game 1.", "no game is missing; 1 game was played twice differently"];
    assert!(parts.iter().all(|part| other.errors.contains(part)), "{}", other.errors);
}

#[test]
fn what_has_no_parts_is_refused() {
    let (_folder, path) = file_of(&CUP.replace("games: 4", "format: Swiss(rounds: 2)"));
    assert_refused(
        &["tournament", &path, "--shard", "1/2"],
        "a part can be played of a round robin",
    );
    let (_folder, path) = file_of(CUP);
    assert_refused(&["tournament", &path, "--shard", "3/2"], "\"3/2\" is no part");
    assert_refused(&["tournament", "merge", &path, "/no/such"], "/no/such");
    assert_refused(&["tournament", "merge", &path], "<FOLDER>");
    assert!(!results_of(&path).exists());
}
