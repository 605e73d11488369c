//! The output of the verbs, the errors, and the exit status.

use std::{ffi::OsStr, fs, io::Write};

use flate2::{Compression, write::GzEncoder};
use minnow_rules::{Position, Variant, builtin_variants};

use crate::cli::{self, MINNOW, assert_refused, run, run_with_cache};
use crate::ran::{Ran, assert_one_line, file_of, program, ran};

/// The output of a command line without quoting that must succeed in silence.
#[track_caller]
fn printed(arguments: &str) -> String {
    cli::printed(arguments.split_whitespace())
}

#[test]
fn variants_prints_a_line_of_four_fields_each() {
    let output = printed("variants");
    let lines: Vec<Vec<&str>> = output.lines().map(|line| line.split('\t').collect()).collect();
    let ids: Vec<&str> = lines.iter().map(|fields| fields[0]).collect();
    let expected: Vec<&str> =
        builtin_variants().iter().map(|variant| variant.id.as_str()).collect();
    assert_eq!(ids, expected);
    assert!(lines.iter().all(|fields| fields.len() == 4), "{output}");
    assert_eq!(
        lines[0],
        ["minichess", "5x6", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1", "MiniChess"]
    );
}

#[test]
fn variants_are_written_for_fairy_stockfish() {
    let ini = printed("variants --ini");
    for section in include_str!("../fixtures/three-boards.ini").split("\n\n") {
        assert!(ini.contains(section.trim_end()), "{section}");
    }
    assert_refused(&["variants", "--ini=yes"], "yes");
}

#[test]
fn bench_ends_with_its_nodes_and_speed() {
    let nodes = |output: String| -> u64 {
        let last: Vec<&str> = output.lines().last().unwrap_or_default().split(' ').collect();
        assert!(matches!(last[..], [_, "nodes", _, "nps"]), "{last:?}");
        last[0].parse().expect("a number")
    };
    let counted = nodes(printed("bench --depth 3"));
    assert!(counted > 1_000, "{counted}");
    assert_eq!(nodes(printed("bench --depth 3")), counted);
}

#[test]
fn perft_counts_from_the_start_of_the_variant() {
    assert_eq!(printed("perft 0"), "nodes 1\n");
    assert_eq!(printed("perft 3"), "nodes 473\n");
    assert_eq!(printed("perft 2 --variant losalamos"), "nodes 100\n");
}

#[test]
fn perft_counts_from_a_fen() {
    for counters in
        [" - - 0 20", "", " - -", " - - 0 0", " 0 20", " - - - -", " - - bm Qc5; id \"x\";"]
    {
        let fen = format!("1k3/5/1p3/2Q2/5/3K1 w{counters}");
        assert_eq!(cli::printed(["perft", "2", "--fen", &fen]), "nodes 130\n", "{counters}");
    }
}

#[test]
fn perft_reads_the_courses_form_from_a_file() {
    let (_folder, path) = file_of("20 W\n.k...\n.....\n.p...\n..Q..\n.....\n...K.\n");
    assert_eq!(cli::printed(["perft", "2", "--board", &path]), "nodes 130\n");
}

#[test]
fn divide_prints_each_first_move_and_the_sum() {
    let output = printed("perft 3 --divide");
    let (total, moves) = output.trim_end().rsplit_once('\n').map_or(("", ""), |(m, t)| (t, m));
    assert_eq!(total, "nodes 473");
    let counts = moves.lines().map(|line| {
        let (text, count) = line.split_once(": ").expect("a move and its count");
        assert_eq!(text.len(), 4, "{line}");
        count.parse::<u64>().expect("a number")
    });
    assert_eq!(counts.sum::<u64>(), 473);
    assert_eq!(moves.lines().count(), 7);
}

#[test]
fn what_is_wrong_is_quoted_in_one_line() {
    assert_refused(&["perft", "deep"], "'deep'");
    assert_refused(&["perft", "4000000000"], "4000000000");
    assert_refused(&["perft", "--", "-1"], "'-1'");
    assert_refused(&["perft"], "<DEPTH>");
    assert_refused(&["perft", "2", "--variant", "chess"], "\"chess\"");
    assert_refused(&["perft", "2", "--fen", "8/8 w"], "\"8/8 w\"");
    assert_refused(&["perft", "2", "--fen"], "'--fen");
    assert_refused(&["perft", "2", "--fen", "8/8 w", "--board", "x"], "--board");
    assert_refused(&["perft", "2", "--bogus"], "'--bogus'");
    assert_refused(&["--bogus"], "'--bogus'");
    assert_refused(&["variants", "extra"], "'extra'");
    assert_refused(&["perfd", "3"], "'perfd'");
    assert_refused(&["matsch"], "'matsch' is neither a command nor a file");
}

#[test]
fn a_match_is_reproducible_and_adds_up() {
    let play = |seed| {
        let arguments = format!("match 9 1 --variant gardner --games 5 --nodes 100 --seed {seed}");
        let ran = run(arguments.split_whitespace()).success();
        (ran.output, ran.errors)
    };
    let (output, progress) = play(7);
    assert_eq!((&output, &progress), (&play(7).0, &play(7).1));
    assert_ne!(progress, play(8).1);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "level 9 against level 1, gardner, 5 games, seed 7");
    let (counts, rest) = lines[1].split_once(", score ").expect("the score");
    let counts = counts.split_whitespace().filter_map(|word| word.parse::<u32>().ok());
    assert_eq!(counts.sum::<u32>(), 5, "{output}");
    assert!(rest.contains(" %, Elo ") && rest.contains(", 95 % bounds ["), "{output}");
    let ends = lines[2].strip_prefix("ends: ").expect("how the games ended");
    let ends = ends.split(", ").filter_map(|end| end.rsplit(' ').next()?.parse::<u32>().ok());
    assert_eq!(ends.sum::<u32>(), 5, "{output}");
    assert_eq!(progress.lines().count(), 5);
    assert!(progress.starts_with("game 1 of 5: "), "{progress}");
}

#[test]
fn a_match_that_cannot_be_played_is_refused() {
    assert_refused(&["match", "1", "13", "--games", "2"], "'13'");
    assert_refused(&["match", "0", "1", "--games", "2"], "'0'");
    assert_refused(&["match", "'best", "1", "--games", "2"], "character 1 is not closed");
    assert_refused(&["match", "best", "1", "--games", "2"], "--movetime");
    assert_refused(&["match", "1", "--games", "2"], "<B>");
    assert_refused(&["match", "1", "2"], "--games");
    assert_refused(&["match", "1", "2", "--games", "0"], "'0'");
    assert_refused(&["match", "1", "2", "--games", "2", "--variant", "chess"], "\"chess\"");
    assert_refused(&["match", "1", "2", "--games", "2", "--movetime", "0"], "--movetime");
    assert_refused(&["match", "1", "2", "--games", "2", "--nodes", "few"], "'few'");
    assert_refused(&["match", "1", "2", "--games", "2", "--seed", "-1"], "'-1'");
    let many = ["match", "1", "2", "--games", "50000", "--variant", "silverman4x4"];
    assert_refused(&many, "--games 50000");
}

#[test]
fn a_bad_board_file_is_reported_with_place() {
    assert_refused(&["perft", "2", "--board", "/no/such/board.txt"], "/no/such/board.txt");
    let (_folder, path) = file_of("20 W\n.k...\n.....\n.z...\n..Q..\n.....\n...K.\n");
    let board = ["perft", "2", "--board", &path];
    assert_refused(&board, &path);
    assert_refused(&board, "line 4, column 2");
    assert_refused(&board, "'z'");
}

#[test]
fn tables_are_built_once_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables =
        |arguments: &str| run_with_cache(folder.path(), &format!("tables {arguments}")).success();
    let built = tables("build KRK --variant silverman4x4");
    let lines: Vec<&str> = built.output.lines().collect();
    assert!(lines[0].starts_with("2 tables of Silverman 4x4 to build, with "), "{lines:?}");
    assert!(lines[0].contains(" entries: about ") && lines[0].contains(" MB of memory"));
    assert!(lines[1].starts_with("2 tables of Silverman 4x4 are in "), "{lines:?}");
    assert!(built.errors.starts_with("0 % (KK)\n") && built.errors.contains(" % (KRK)\n"));
    let again = tables("build KRK --variant silverman4x4");
    assert_eq!((again.output.lines().count(), again.errors.as_str()), (1, ""));

    let stats = tables("stats KRK --variant silverman4x4");
    let lines: Vec<Vec<&str>> =
        stats.output.lines().map(|line| line.split_whitespace().collect()).collect();
    let columns = ["class", "positions", "wins", "draws", "losses", "longest", "start"];
    assert_eq!((lines.len(), &lines[1][..]), (3, &columns[..]), "{}", stats.output);
    let number = |text: &str| text.replace(',', "").parse::<u64>().expect("a number");
    let counts: Vec<u64> = lines[2][1..6].iter().map(|text| number(text)).collect();
    assert_eq!((lines[2][0], counts[0]), ("KRK", counts[1] + counts[2] + counts[3]));
    let variant = Variant::by_id("silverman4x4").expect("a variant");
    let start = Position::from_fen(variant, &lines[2][6..].join(" ")).expect("a position");
    assert_eq!(start.board().occupied().count(), 3);
    assert_eq!(stats.errors, "");

    let list = tables("list").output;
    assert!(list.contains("\nsilverman4x4\t2 of 36 tables\t"), "{list}");
    assert!(list.contains("\ngardner, baby, jacobs, mallett\t0 of 36 tables\t0.0 MB\n"), "{list}");
}

#[test]
fn a_damaged_table_is_named_and_rebuilt() {
    let folder = tempfile::tempdir().expect("a folder");
    run_with_cache(folder.path(), "tables build KK");
    let rules = folder.path().join("minnow/tables/5x6-nbrq-q-step-capture-lose-limit.v1");
    let path = rules.join("KK.table");
    let whole = fs::read(&path).expect("a table");
    fs::write(&path, "scribble").expect("a file");
    let ran = run_with_cache(folder.path(), "tables build KK");
    let path_text = path.display();
    let message =
        format!("minnow: the table file \"{path_text}\" has to be built anew: it is damaged");
    assert_eq!(ran.errors.lines().filter(|line| line.starts_with("minnow: ")).count(), 1);
    assert!(ran.errors.starts_with(&message), "{}", ran.errors);
    assert_eq!(fs::read(&path).expect("a table"), whole);
    assert_eq!(run_with_cache(folder.path(), "tables stats KK").errors, "");
}

#[test]
fn wrong_classes_of_tables_are_refused() {
    assert_refused(&["tables", "build", "KQQ"], "\"KQQ\" is not a class of men");
    assert_refused(&["tables", "build", "KQRKRB"], "\"KQRKRB\" is not a class of men");
    assert_refused(&["tables", "build", "KNK", "--variant", "simpler"], "has no knight");
    assert_refused(&["tables", "stats", "--variant", "chess"], "\"chess\"");
    assert_refused(&["tables"], "minnow tables");
}

/// The commands of the manual: words, then the row's whole text.
fn commands_of_the_manual() -> Vec<(Vec<String>, String)> {
    let manual = include_str!("../../docs/manual.md");
    let cells =
        manual.lines().filter_map(|line| line.strip_prefix("| `minnow ")?.split('`').next());
    cells
        .map(|cell| {
            let is_verb = |word: &&str| {
                word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
                    && !word.starts_with('-')
            };
            let words = cell.split(' ').take_while(is_verb).map(str::to_owned);
            (words.collect(), cell.to_owned())
        })
        .collect()
}

#[test]
fn the_manual_lists_the_verbs_and_their_options() {
    let commands = commands_of_the_manual();
    assert!(commands.len() > 15, "{commands:?}");
    for (words, cell) in &commands {
        let help = printed(&format!("{} --help", words.join(" ")));
        for option in cell.split(['[', ' ', ']']).filter(|word| word.starts_with("--")) {
            assert!(help.contains(option), "{option} of `{cell}` is missing in\n{help}");
        }
    }
    let is_listed = |wanted: &str| {
        commands.iter().any(|(words, _)| words.join(" ").starts_with(wanted.trim_end()))
    };
    for parent in ["", "tables ", "imcs "] {
        let help = printed(&format!("{parent}--help"));
        let (_, verbs) = help.split_once("Commands:\n").expect("the verbs");
        for line in verbs.lines().take_while(|line| !line.is_empty()) {
            let verb = line.split_whitespace().next().expect("a verb");
            assert!(verb == "help" || is_listed(&format!("{parent}{verb}")), "{parent}{verb}");
        }
    }
}

/// The verbs of the help that take arguments of their own, with an option of each.
const VERBS_WITH_OPTIONS: [(&str, &str); 7] = [
    ("perft", "divide"),
    ("review", "movetime"),
    ("lab", "techniques"),
    ("prove", "check"),
    ("match", "games"),
    ("tournament", "shard"),
    ("league", "levels"),
];

#[test]
fn completions_name_verbs_and_options() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&format!("completions {shell}"));
        for (verb, option) in VERBS_WITH_OPTIONS {
            assert!(script.contains(verb) && script.contains(option), "{shell} {verb} {option}");
        }
        assert!(!script.contains("win-curve"), "{shell} completes a verb that has moved");
    }
    assert_refused(&["completions", "tcsh"], "tcsh");
}

#[test]
fn the_manual_page_has_every_verb_and_the_version() {
    let page = printed("man");
    let version = env!("CARGO_PKG_VERSION");
    assert!(page.contains(&format!(".TH minnow 1  \"minnow {version}\"")), "{page}");
    for (verb, option) in VERBS_WITH_OPTIONS {
        assert!(page.contains(&format!("\n.SS minnow {verb}\n")), "{verb}");
        assert!(page.contains(&format!("\\fB\\-\\-{option}")), "{option}");
    }
    assert!(page.contains("\n.SS minnow tables build\n"), "{page}");
    assert!(!page.contains("win\\-curve"), "{page}");
}

#[test]
fn help_and_version_succeed() {
    let help = printed("--help");
    for verb in
        ["variants", "perft", "bench", "lab", "match", "tournament", "tables", "uci", "[FILE]"]
    {
        assert!(help.contains(verb), "{verb} is missing in\n{help}");
    }
    assert_eq!(printed("--version"), concat!("minnow ", env!("CARGO_PKG_VERSION"), "\n"));
    assert!(printed("perft --help").contains("--divide"));
}

/// The end that reads is closed before the program can write.
#[test]
fn a_closed_output_is_no_error() {
    for arguments in [&["variants"][..], &["perft", "3", "--divide"], &["--help"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ran =
            program(MINNOW).args(arguments).stdout(writer).output().expect("the program starts");
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), errors.as_ref()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_missing_display_is_reported() {
    let game = "saves/king-hunt.minnow.ron";
    let dead = [("WAYLAND_DISPLAY", "/gone/wayland-0"), ("DISPLAY", ":4711")];
    // Of Wayland's two variables, the library takes this one alone.
    let socket = [("WAYLAND_SOCKET", "99"), ("DISPLAY", ":4711")];
    for (files, variables) in
        [(0, &dead[..0]), (1, &dead[..1]), (3, &dead[..]), (0, &socket[..1]), (0, &socket[..])]
    {
        let arguments = vec![game; files];
        let ran = ran(program(MINNOW).args(arguments).envs(variables.iter().copied()));
        assert_eq!((ran.status, ran.output.as_str()), (Some(1), ""), "{}", ran.errors);
        assert_one_line("minnow: there is no display ", &ran.errors);
        let tried = if variables.contains(&socket[0]) { socket } else { dead };
        for (name, value) in tried {
            let told = if variables.contains(&(name, value)) {
                format!("{name} \"{value}\" does not answer")
            } else {
                format!("{name} is not set")
            };
            assert!(ran.errors.contains(&told), "{}", ran.errors);
        }
    }
}

/// With a display, the window opens.
#[cfg(target_os = "linux")]
#[test]
fn a_missing_file_is_no_mistyped_command() {
    let game = "saves/king-hunt.minnow.ron";
    for arguments in
        [&["gone.ron", game][..], &["gone", game], &["gone.PGN"], &["gone/game", "other"]]
    {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.output.as_str()), (Some(1), ""), "{arguments:?}");
        assert_one_line("minnow: there is no display ", &ran.errors);
    }
}

#[test]
fn moved_verbs_name_their_new_program() {
    for verb in ["tune", "win-curve", "review-check"] {
        assert_refused(&[verb, "--out", "x"], &format!("`minnow-workshop {verb}`"));
        assert_refused(&[verb], &format!("`minnow-workshop {verb}`"));
        assert!(!printed("--help").contains(verb), "{verb}");
    }
}

#[test]
fn prove_finds_a_win_and_check_verifies_its_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mate.proof");
    let args = ["prove", "--variant", "silverman4x4", "--tree", "1", "--out"];
    let ran = run(args.iter().map(OsStr::new).chain([path.as_os_str()])).success();
    let lines: Vec<&str> = ran.output.lines().collect();
    assert_eq!(lines[0], "White wins in at most 4 moves, proven; no win is shorter.");
    assert!(lines[1].starts_with("Longest defence: 1. cxd3+ "), "{}", lines[1]);
    assert!(lines.contains(&"1. cxd3+ (3 moves more)"), "{}", ran.output);
    let ran = run([OsStr::new("prove"), "--check".as_ref(), path.as_ref()]).success();
    assert!(ran.output.contains("White wins in at most 7 plies"), "{}", ran.output);

    let mut bytes = fs::read(&path).expect("the certificate");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(&path, bytes).expect("a file");
    let ran = run([OsStr::new("prove"), "--check".as_ref(), path.as_ref()]);
    let message = format!(
        "minnow: {}: its checksum differs: it has been changed or cut off\n",
        path.display()
    );
    assert_eq!((ran.status, ran.errors.as_str()), (Some(2), message.as_str()));

    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/proofs/silverman4x4.proof");
    let files = [path.as_os_str(), OsStr::new("/no/such.proof"), OsStr::new(good)];
    let ran = run(["prove", "--check"].map(OsStr::new).into_iter().chain(files));
    assert_eq!(ran.status, Some(2));
    assert!(ran.output.contains("White wins in at most 7 plies"), "{}", ran.output);
    let rest = ran.errors.strip_prefix(&message).expect("the changed certificate first");
    assert_one_line("minnow: --check /no/such.proof: ", rest);
}

#[test]
fn two_claims_of_one_side_are_no_draw() {
    // White has mated, so White never loses: twice the same claim.
    let claim = "hold white 0\n";
    let place = "variant gardner\nposition k4/1Q3/1K3/5/5 b - - 0 1\n";
    let ran = check_certificate(&format!("{place}{claim}{claim}end\n")).success();
    assert_eq!(ran.output.matches("White never loses").count(), 2, "{}", ran.output);
    assert!(!ran.output.contains("is a draw"), "{}", ran.output);
}

/// Checks a certificate with this text and the right checksum.
fn check_certificate(text: &str) -> Ran {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("a text");
    let body = encoder.finish().expect("bytes");
    // FNV-1a, 64 bits.
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("forged.proof");
    let bytes = [format!("minnow-proof-1 {sum:016x}\n").into_bytes(), body].concat();
    fs::write(&path, bytes).expect("a file");
    run([OsStr::new("prove"), "--check".as_ref(), path.as_ref()])
}

#[test]
fn prove_tells_draws_limits_and_bad_input() {
    let fen = "k3/4/P3/K3 b - - 0 1";
    let ran = run(["prove", fen, "--variant", "silverman4x4"]).success();
    assert!(ran.output.ends_with("The position is a draw.\n"), "{}", ran.output);
    let ran = run(["prove", "--variant", "gardner", "--nodes", "1000"]);
    let limit = "not decided, can White force a win: the limit of nodes";
    assert!(ran.status == Some(1) && ran.errors.contains(limit), "{}", ran.errors);
    // The proof is found within the limit, the moves that show it are not.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("draw.proof");
    let fen = "4/1pk1/4/1KP1/4 w - - 0 1";
    let mut command = program(MINNOW);
    command.args(["prove", fen, "--variant", "silverman4x5", "--win", "black"]);
    let ran = self::ran(command.args(["--nodes", "3000", "--out"]).arg(&file));
    let output = format!(
        "Black cannot force a win, proven.\nNo certificate is written to {}.\n",
        file.display()
    );
    assert_eq!(ran.output, output);
    assert_eq!(
        ran.errors,
        "minnow: no certificate that Black cannot force a win: the limit of nodes was reached\n"
    );
    assert!(!file.exists());
    // The side to move is not decided within the limit, and the other side wins.
    let fen = "k4/pp2p/1P1PP/rr3/4K w - - 0 1";
    let ran = run(["prove", fen, "--variant", "gardner", "--nodes", "20"]).success();
    assert!(ran.output.starts_with("Black wins in at most 1 move, proven"), "{}", ran.output);
    assert_refused(&["prove", "k3", "--variant", "silverman4x4"], "\"k3\"");
    assert_refused(&["prove", "--check", "/no/such.proof"], "/no/such.proof");
    assert_refused(&["prove", "--memory", "0"], "'0'");
}
