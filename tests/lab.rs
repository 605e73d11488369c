//! `minnow lab` as a program: rows, windows, limits and refused arguments.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic)]

use std::{
    fs,
    process::{Command, Stdio},
};

/// Exit status, output and errors.
type Ran = (Option<i32>, String, String);

fn lab(arguments: &[&str]) -> Ran {
    let ran = Command::new(env!("CARGO_BIN_EXE_minnow"))
        .arg("lab")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}

/// The cells of the rows without the header; nothing may be printed to standard error.
#[track_caller]
fn rows(arguments: &[&str]) -> Vec<Vec<String>> {
    let (status, output, errors) = lab(&[arguments, &["--format", "csv"]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{arguments:?}");
    let mut lines = output.lines();
    let header = "name,value,best,nodes,leaves,cutoffs,first_cut_pct,ebf,minimal_ratio";
    assert_eq!(lines.next(), Some(header));
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[track_caller]
fn assert_refused(arguments: &[&str], bad_text: &[&str]) {
    let (status, output, errors) = lab(arguments);
    assert_eq!((status, output.as_str()), (Some(2), ""), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    for text in bad_text {
        assert!(errors.contains(text), "{text} is missing in: {errors}");
    }
}

#[test]
fn the_texts_tree_has_the_texts_counts() {
    let found = rows(&["--tree", "((3 12) (8 2 ?))", "--depth", "2", "--techniques", "alpha-beta"]);
    assert_eq!(found, [["alpha-beta", "3", "1", "7", "4", "1", "0.0", "2.00", ""]]);
    let found = rows(&["--tree", "((3 12) (2 8))", "--techniques", "minimax,negamax"]);
    assert_eq!(
        found,
        [
            ["minimax", "3", "1", "7", "4", "0", "", "2.00", "1.333"],
            ["negamax", "3", "1", "6", "3", "1", "100.0", "1.73", "1.000"]
        ]
    );
    let found = rows(&["--tree", "(3 -5)", "--root", "min", "--techniques", "scout"]);
    assert_eq!(found[0][1..3], ["-5", "2"]);
}

#[test]
fn evaluating_a_forbidden_leaf_is_a_failure() {
    let (status, output, errors) =
        lab(&["--tree", "((3 12) (8 2 ?))", "--techniques", "minimax,alpha-beta"]);
    assert_eq!(status, Some(1));
    assert!(output.lines().nth(2).is_some_and(|row| row.contains(" 3 ")), "{output}");
    assert_eq!(errors, "minnow: minimax: it evaluated the leaf \"?\" in column 14\n");
}

#[test]
fn all_default_techniques_agree_on_a_position() {
    let found = rows(&["--variant", "gardner", "--depth", "3"]);
    assert_eq!(found.last().map(|row| row[0].as_str()), Some("scout+full"));
    for row in &found {
        assert_eq!(row[1], found[0][1], "{row:?}");
        assert!(row[8].parse::<f64>().is_ok(), "{row:?}");
    }
}

#[test]
fn windows_give_bounds_and_a_mate_its_distance() {
    let tree = |window| {
        rows(&["--tree", "((3 12) (8 2))", "--techniques", "alpha-beta", "--window", window])
    };
    assert_eq!(tree("5,9")[0][1..3], ["<=5", ""]);
    assert_eq!(tree("-5,2")[0][1..3], [">=2", "1"]);
    assert_eq!(tree("-5,4")[0][1], "3");
    // The window is MAX's, also where MIN moves at the root: the value 3 is below alpha.
    let by_min = ["--tree", "(9 3)", "--root", "min", "--techniques", "alpha-beta", "--window"];
    assert_eq!(rows(&[&by_min[..], &["5,7"]].concat())[0][1], "<=5");
    let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
    let found = rows(&["--fen", fen, "--depth", "3", "--techniques", "scout,minimax"]);
    assert_eq!(found[0][1], found[1][1]);
}

#[test]
fn a_row_over_the_limit_is_empty() {
    let (status, output, errors) =
        lab(&["--depth", "4", "--max-nodes", "1000", "--techniques", "minimax", "--format", "csv"]);
    assert_eq!(status, Some(0));
    let row = output.lines().nth(1).unwrap_or_default();
    assert!(row.starts_with("minimax,,,1000,") && row.ends_with(",0,,,"), "{output}");
    assert_eq!(errors, "minnow: minimax: it needs more than 1000 nodes\n");
}

#[test]
fn a_stopped_deepening_still_has_a_move() {
    let cut = [
        "--depth",
        "30",
        "--techniques",
        "deepening,negamax+previous-iteration",
        "--format",
        "csv",
    ];
    let begin = [&cut[..], &["--max-nodes", "1000"]].concat();
    let (status, output, errors) = lab(&begin);
    assert_eq!(status, Some(0));
    let best = |row: usize| output.lines().nth(row).and_then(|row| row.split(',').nth(2));
    assert!(best(1).is_some_and(|best| best.len() == 4) && best(2) == Some(""), "{output}");
    assert!(errors.contains("more than 1000 nodes; its move is that of depth 3\n"), "{errors}");
    let (status, output, errors) = lab(&[&cut[..], &["--movetime", "20"]].concat());
    assert_eq!(status, Some(0));
    assert!(output.lines().nth(1).is_some_and(|row| row.starts_with("deepening,,")), "{output}");
    assert!(!output.contains("deepening,,,"), "{output}");
    assert!(errors.contains("deepening: it needs more than 20 ms; its move is "), "{errors}");
}

#[test]
fn time_limit_and_position_set_exclude_each_other() {
    let set = ["--positions", "none.txt", "--depth", "2"];
    let (status, _, errors) = lab(&[&set[..], &["--movetime", "20"]].concat());
    assert_eq!(status, Some(2));
    assert!(errors.contains("--movetime") && errors.contains("--positions"), "{errors}");
}

#[test]
fn uniform_trees_get_knuth_and_moores_number() {
    let output = |tree| lab(&["--tree", tree, "--techniques", "negamax+perfect-order"]).1;
    let text = output("((3 12) (8 2))");
    assert!(text.contains("b = 2 and d = 2") && text.contains("- 1 = 3 leaves"), "{text}");
    assert!(output("(((1 2 3) (4 5 6) (7 8 9)))").lines().count() == 2);
    assert!(output("((3 12) (8 2 ?))").lines().count() == 2);
    assert!(output("((3 12) 8)").lines().count() == 2);
}

#[test]
fn a_bad_fen_is_reported_with_its_column() {
    let (status, _, errors) = lab(&["--depth", "2", "--fen", "k4/5/5/5/2x2/4K w"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("column 11: 'x' in the FEN's rank \"2x2\""), "{errors}");
}

#[test]
fn a_set_of_positions_gets_mean_and_worst() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.txt");
    fs::write(
        &path,
        "# two\nminichess kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1\n\ngardner k4/2Q2/5/5/4K w\n",
    )
    .expect("a file");
    let path = path.to_str().expect("UTF-8");
    let arguments = ["--positions", path, "--depth", "2", "--techniques", "negamax+perfect-order"];
    let (status, output, _) = lab(&[&arguments[..], &["--format", "csv"]].concat());
    assert_eq!(status, Some(0));
    let row = output.lines().nth(1).unwrap_or_default();
    assert!(row.starts_with("negamax+perfect-order,2,0,"), "{output}");
    assert!(row.ends_with(",1.000,1.000"), "{output}");
}

#[test]
fn old_names_of_orderings_are_read() {
    let count = |id: &str| {
        let list = ["--depth", "4", "--techniques", id];
        rows(&list)[0][1..].to_vec()
    };
    assert_eq!(count("scout+refutation"), count("scout+countermove+fewest-replies"));
    assert_eq!(count("scout+previous"), count("scout+previous-iteration"));
    assert_eq!(count("scout+best-first"), count("scout+perfect-order"));
    assert_eq!(count("scout+worst-first"), count("scout+reverse-order"));
    let full = "scout+previous+captures+killers+history+refutation+tt";
    assert_eq!(count(full), count("scout+full"));
}

#[test]
fn bad_arguments_are_quoted_with_their_column() {
    assert_refused(&["--depth", "2", "--techniques", "minimax,best"], &["\"best\"", "column 9"]);
    assert_refused(&["--depth", "2", "--techniques", "scout+x"], &["\"x\"", "column 7"]);
    assert_refused(&["--tree", "((3 x) 2)"], &["\"x\"", "column 5"]);
    assert_refused(&["--tree", "((3 4) 2)", "--depth", "1"], &["column 2"]);
    assert_refused(&["--tree", "(1 2)", "--fen", "x"], &["--fen"]);
    assert_refused(&["--tree", "(1 2)", "--root", "mid"], &["mid"]);
    assert_refused(&["--depth", "2", "--root", "min"], &["--tree"]);
    assert_refused(&["--depth", "2", "--fen", "8/8 w"], &["\"8/8 w\""]);
    assert_refused(&["--depth", "2", "--variant", "chess"], &["\"chess\""]);
    assert_refused(&["--depth", "0"], &["'0'"]);
    assert_refused(&[], &["--depth"]);
    assert_refused(&["--depth", "2", "--window", "5,5"], &["\"5,5\""]);
    assert_refused(&["--depth", "2", "--window", "-2147483648,0"], &["-2147483648", "30000"]);
    assert_refused(&["--tree", "-2147483648"], &["-2147483648", "column 1", "20000"]);
    assert_refused(&["--tree", "(1 -20001)"], &["-20001", "column 4"]);
    assert_refused(&["--depth", "2", "--format", "html"], &["html"]);
    assert_refused(&["--depth", "2", "--positions", "/no/such/file"], &["/no/such/file"]);
}

#[test]
fn the_help_lists_ids_and_columns() {
    let (status, help, _) = lab(&["--help"]);
    assert_eq!(status, Some(0));
    for word in ["alpha-beta-soft", "reverse-order", "minimal_ratio", "scout+full"] {
        assert!(help.contains(word), "{word} is missing in\n{help}");
    }
}
