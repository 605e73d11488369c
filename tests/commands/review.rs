//! `minnow review` as users run it: rows, files in and out, and errors.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::cli::{assert_refused, run_with_cache};
use crate::ran::Ran;

/// Runs a shallow review without end-game tables.
fn review(arguments: &str) -> Ran {
    run_with_cache(Path::new("/no/such/cache"), &format!("review --depth 3 {arguments}"))
}

const GAME: &str = "saves/silverman-solved.minnow.ron";
const OTHER: &str = "saves/course-position.minnow.ron";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

#[test]
fn csv_has_a_row_for_each_ply() {
    let ran = review(&format!("{GAME} --format csv")).success();
    let lines: Vec<&str> = ran.output.lines().collect();
    assert_eq!(lines[0], "ply,move,score,win_before,win_after,accuracy,mark,best");
    assert_eq!(lines.len(), 8);
    assert_eq!(lines[7], "7,Qa2#,#0,100.0,100.0,100.0,,Qa2#");
    assert!(lines[1..].iter().all(|line| line.split(',').count() == 8), "{}", ran.output);
    assert_eq!(ran.errors, "White: accuracy 100.0 %\nBlack: accuracy 100.0 %\n");
}

#[test]
fn bad_files_among_several_change_only_the_status() {
    let ran = review(&format!("{GAME} /no/such.ron {OTHER} --format csv"));
    assert_eq!(ran.status, Some(2));
    let files: Vec<&str> = ran.output.lines().filter_map(|line| line.split(',').next()).collect();
    assert_eq!((files[0], files.len()), ("file", 1 + 7 + 9));
    assert!(files[1..8].iter().all(|file| *file == GAME));
    assert!(files[8..].iter().all(|file| *file == OTHER));
    let errors: Vec<&str> =
        ran.errors.lines().filter(|line| line.starts_with("minnow: ")).collect();
    assert_eq!(
        errors,
        ["minnow: \"/no/such.ron\" cannot be opened: there is no such file or folder"]
    );
    assert!(ran.errors.contains(&format!("3 of 3: {OTHER}")), "{}", ran.errors);
}

#[test]
fn a_bad_file_gives_one_sentence() {
    let folder = folder();
    let whole = fs::read_to_string(GAME).expect("a game");
    let cut = write(folder.path(), "cut.minnow.ron", &whole[..whole.len() / 2]);
    let empty = write(folder.path(), "empty.pgn", "");
    let bytes = folder.path().join("bytes.ron");
    fs::write(&bytes, [0xff, 0, 0xfe]).expect("a file");
    for path in [cut, empty, bytes, folder.path().to_owned(), "/no/such.pgn".into()] {
        let ran = review(&path.display().to_string());
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{}", path.display());
        assert_eq!(ran.errors.lines().count(), 1, "{}", ran.errors);
        assert!(ran.errors.contains(&path.display().to_string()), "{}", ran.errors);
    }
}

#[cfg(unix)]
#[test]
fn special_files_are_refused_without_waiting() {
    let folder = folder();
    for name in ["endless.ron", "endless.pgn"] {
        let path = folder.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        let ran = review(&path.display().to_string());
        let message = "cannot be opened: it is not an ordinary file";
        let expected = format!("minnow: \"{}\" {message}\n", path.display());
        assert_eq!((ran.status, ran.errors), (Some(2), expected));
    }
}

#[test]
fn tables_have_columns_sides_and_sentences() {
    let folder = folder();
    let text = "(format: 1, variant: \"gardner\", start: \"k4/3p1/2n2/3Q1/K4 w - - 0 1\", \
                moves: [\"d2c3\", \"d4c3\"])";
    let game = write(folder.path(), "queen.minnow.ron", text);
    let ran = review(&game.display().to_string());
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ran.output.lines().collect();
    let columns: Vec<&str> = lines[0].split_whitespace().collect();
    let expected = ["ply", "move", "score", "win_before", "win_after", "accuracy", "mark", "best"];
    assert_eq!(columns, expected);
    assert!(lines[1].contains(" Qxc3+ ") && lines[1].contains(" ?? "), "{}", ran.output);
    assert!(lines[3].starts_with("White: accuracy ") && lines[3].ends_with(", 1 blunder"));
    assert!(lines[5].contains("loses the queen for a knight to dxc3."), "{}", ran.output);
}

#[test]
fn annotated_games_are_written_and_open_again() {
    let folder = folder();
    let out = folder.path().join("out.minnow.ron");
    review(&format!("{GAME} --out {}", out.display())).success();
    assert!(fs::read_to_string(&out).expect("the game").contains("review: ("));
    review(&format!("{} --format csv", out.display())).success();
    let pgn = folder.path().join("out.pgn");
    review(&format!("{} --out {}", out.display(), pgn.display())).success();
    assert!(fs::read_to_string(&pgn).expect("the game").contains("[%eval"));
}

#[test]
fn folders_get_one_file_for_each_game() {
    let (folder, other) = (folder(), folder());
    let text = fs::read_to_string(OTHER).expect("a game");
    let same = write(other.path(), "silverman-solved.minnow.ron", &text);
    let out = folder.path().join("new");
    review(&format!("{GAME} {} --out {}", same.display(), out.display())).success();
    let mut names: Vec<String> = fs::read_dir(&out)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["silverman-solved-2.minnow.ron", "silverman-solved.minnow.ron"]);
}

#[cfg(unix)]
#[test]
fn reviewed_files_are_never_overwritten() {
    let folder = folder();
    let text = fs::read_to_string(GAME).expect("a game");
    let game = write(folder.path(), "game.minnow.ron", &text);
    let [soft, hard] = ["soft.minnow.ron", "hard.minnow.ron"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&game, &soft).expect("a link");
    fs::hard_link(&game, &hard).expect("a link");
    for out in [&game, &soft, &hard] {
        let ran = review(&format!("{} --out {}", game.display(), out.display()));
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{}", out.display());
        assert!(ran.errors.contains("not overwritten"), "{}", ran.errors);
    }
    // The folder that the game itself is in.
    let into = review(&format!("{} --out {}", game.display(), folder.path().display()));
    assert_eq!(into.status, Some(2));
    assert_eq!(fs::read_to_string(&game).expect("the game"), text);
}

#[test]
fn games_of_a_pgn_file_have_numbers() {
    let folder = folder();
    let text =
        "[Variant \"Gardner\"]\n\n1. b3 bxa3 *\n\n[Variant \"minichess\"]\n\n1. c3 a4 2. Zz9 *\n";
    for name in ["two.pgn", "two.txt"] {
        let pgn = write(folder.path(), name, text);
        let out = folder.path().join("out.pgn");
        let ran = review(&format!("{} --format csv --out {}", pgn.display(), out.display()));
        let name = pgn.display().to_string();
        let first = ran.output.lines().nth(1).unwrap_or_default();
        assert!(first.starts_with(&format!("{name}#1,1,b3,")), "{}{}", ran.output, ran.errors);
        assert_eq!(ran.status, Some(2), "a move could not be read");
        assert!(ran.errors.contains("Zz9"), "{}", ran.errors);
        assert!(ran.output.contains(&format!("{name}#2,2,a4,")), "{}", ran.output);
        let written = fs::read_to_string(&out).expect("the games");
        assert_eq!(written.matches("[Variant ").count(), 2, "{written}");
    }
}

#[test]
fn a_long_game_shows_its_progress() {
    let folder = folder();
    let text =
        format!("[FEN \"k4/5/5/5/5/K3R w - - 0 1\"]\n\n{}*", "Re2 Kb6 Re1 Ka6\n".repeat(125));
    let path = write(folder.path(), "long.pgn", &text);
    let ran = run_with_cache(folder.path(), &format!("review --depth 1 {}", path.display()));
    assert_eq!(ran.success().errors, "0 of 501 positions\n500 of 501 positions\n");
}

#[test]
fn bad_usage_is_refused() {
    for (arguments, bad) in [
        ("review", "<FILE>"),
        ("review --depth none x.ron", "none"),
        ("review x.ron --movetime 0", "'0'"),
        ("review x.ron --format xml", "xml"),
        ("review x.ron --variant chess", "\"chess\""),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        assert_refused(&arguments, bad);
    }
}

#[test]
fn going_back_in_the_game_draws_nothing_under_a_limit() {
    let folder = folder();
    let game = "[Variant \"minichess\"]\n[SetUp \"1\"]\n[FEN \"4k/1p1p1/5/1P1P1/5/1R2K w - - 0 1\"]\n\n\
        1. Kd2 Kd6 2. Ke1 Kc6 3. Kd2 Kd6 4. Ke1 Ke6 5. Kd2 Kd6 6. Ke3 Ke6 *\n";
    let path = write(folder.path(), "shuffled.pgn", game);
    let ran = run_with_cache(folder.path(), &format!("review --format csv {}", path.display()));
    // White wins in every position, so no move is an error.
    assert_eq!(ran.errors, "White: accuracy 100.0 %\nBlack: accuracy 100.0 %\n");
}

#[test]
fn complete_tables_make_the_review_exact() {
    let folder = folder();
    let game = "[Variant \"silverman4x4\"]\n[SetUp \"1\"]\n[FEN \"2k1/4/4/R2K w - - 0 1\"]\n\n1. Kc2 Kd4 *\n";
    let path = write(folder.path(), "rook.pgn", game);
    let arguments = format!("review --depth 1 --format csv {}", path.display());
    let scores = || {
        let ran = run_with_cache(folder.path(), &arguments).success();
        let rows = ran.output.lines().skip(1).map(|row| row.split(',').nth(2).map(str::to_owned));
        rows.collect::<Option<Vec<String>>>().expect("scores")
    };
    let is_exact = |score: &String| score.starts_with('#');
    assert!(!scores().iter().all(is_exact), "a search of one ply knows little");
    run_with_cache(folder.path(), "tables build --variant silverman4x4").success();
    assert!(scores().iter().all(is_exact), "{:?}", scores());
}
