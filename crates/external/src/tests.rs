//! Programs that keep to their protocols, and programs that do not: small scripts of `sh`.

use std::{path::Path, sync::LazyLock, time::Duration};

use minnow_base::sync::StopFlag;
use minnow_rules::{Move, Position, Variant, perft};
use minnow_runner::{RunLimits, Runner};

use super::{
    Choice, ProgramEntry, ProgramFault, ProgramLimits, ProgramPlayer, Protocol, ReportedScore,
    RulesCheck, TestedBoard, TestedProgram, Turn, TurnLimits, test_program,
};

static RUNNER: LazyLock<Runner> = LazyLock::new(Runner::new);

/// The time of what must be answered.
const LONG: Duration = Duration::from_secs(30);

/// The time of what is never answered.
const SHORT: Duration = Duration::from_millis(300);

const LIMITS: ProgramLimits = ProgramLimits {
    handshake: LONG,
    margin: Duration::ZERO,
    run: RunLimits {
        time: LONG,
        memory_bytes: 200 << 20,
        // More than a flood writes in the time of a test.
        output_bytes: 1 << 40,
        processes: 16,
    },
};

const MINICHESS: &str = "option name UCI_Variant type combo default minichess var minichess";

fn entry(script: &str) -> ProgramEntry {
    ProgramEntry::of_command("fake", &["sh", "-c", script].map(str::to_owned))
}

/// An engine with these options that does this at `go`, and more at other commands.
fn engine(options: &str, go: &str, more: &str) -> ProgramEntry {
    entry(&format!(
        "n=0
        while read -r command rest; do
            case $command in
                uci) printf '%s\\n' 'id name Fake 1' 'id author A. Nobody' '{options}' uciok;;
                isready) echo readyok;;
                go) n=$((n + 1)); {go};;
                quit) exit 0;;
                {more}
            esac
        done"
    ))
}

fn test(entry: &ProgramEntry) -> Result<TestedProgram, ProgramFault> {
    test_program(&RUNNER, entry, &StopFlag::new())
}

fn start_on(board: &str, entry: &ProgramEntry) -> Result<ProgramPlayer, ProgramFault> {
    ProgramPlayer::start(&RUNNER, entry, Variant::by_id(board).unwrap(), &LIMITS)
}

fn start(entry: &ProgramEntry) -> ProgramPlayer {
    start_on("minichess", entry).unwrap()
}

/// The answer of a program after moves from the start of MiniChess.
fn choose_after(
    player: &mut ProgramPlayer,
    moves: &str,
    time: Duration,
    stop: &StopFlag,
) -> Result<Choice, ProgramFault> {
    let first = Position::start(Variant::default_variant());
    let (mut position, mut line) = (first, Vec::<Move>::new());
    for text in moves.split_whitespace() {
        line.push(position.parse_move(text).unwrap());
        position = position.play(line[line.len() - 1]);
    }
    let movetime_ms = u64::try_from(time.as_millis()).ok();
    let limits = TurnLimits { movetime_ms, ..TurnLimits::default() };
    player.choose(&Turn { start: &first, moves: &line, position: &position, limits }, stop)
}

/// The move or the fault of an engine that does this at `go`.
fn answer(go: &str, time: Duration) -> String {
    let mut player = start(&engine(MINICHESS, go, ""));
    let choice = choose_after(&mut player, "", time, &StopFlag::new());
    choice.map_or_else(|fault| fault.to_string(), |choice| format!("{:?}", choice.mv))
}

#[test]
fn an_answer_is_a_move_or_a_sentence() {
    for (go, expected) in [
        ("echo bestmove b1c3", "b1c3"),
        ("echo bestmove b1c3 ponder a5a4", "b1c3"),
        ("echo bestmove B1C3", "b1c3"),
        ("printf 'info depth 1\\r\\n\\r\\n bestmove b1c3\\r\\n'", "b1c3"),
        ("printf 'info string \\377\\376\\n\\0\\nbest\\0move b1c3\\n'", "b1c3"),
        ("printf 'bestmove b1c3'; exit 0", "b1c3"),
        ("echo bestmove b1b6", "the move \"b1b6\" is not allowed here"),
        ("echo bestmove b1", "\"b1\" is not a move; moves are written like a2a3 or a5a6q"),
        ("echo 'bestmove (none)'", "it answered \"bestmove (none)\", but there are legal moves"),
        ("echo bestmove 0000", "it answered \"bestmove 0000\", but there are legal moves"),
        ("exit 0", "it ended without an answer"),
        ("echo oops >&2; exit 3", "it ended with exit status 3 (oops)"),
    ] {
        assert_eq!(answer(go, LONG), expected, "{go}");
    }
}

#[test]
fn a_late_or_flooding_program_is_stopped() {
    for go in ["sleep 60", "yes info depth 1", "yes bestmov"] {
        assert_eq!(answer(go, SHORT), "it took longer than 0.3 s for a move", "{go}");
    }
    let run = RunLimits { output_bytes: 1 << 20, ..LIMITS.run };
    let limits = ProgramLimits { run, ..LIMITS };
    for go in ["yes info string again", "tr '\\0' x < /dev/zero"] {
        let (entry, minichess) = (engine(MINICHESS, go, ""), Variant::default_variant());
        let mut player = ProgramPlayer::start(&RUNNER, &entry, minichess, &limits).unwrap();
        let fault = choose_after(&mut player, "", LONG, &StopFlag::new()).unwrap_err();
        assert_eq!(fault.to_string(), "it wrote more than 1 MB", "{go}");
    }
}

#[test]
fn the_start_of_a_text_program_costs_its_first_move_nothing() {
    let script = "sleep 0.5; echo b1-c3; exec cat 3>&1 > /dev/null";
    let mut player = start(&ProgramEntry { protocol: Protocol::Text, ..entry(script) });
    let first = choose_after(&mut player, "", SHORT, &StopFlag::new()).unwrap();
    assert_eq!((format!("{:?}", first.mv).as_str(), first.took_ms), ("b1c3", 300));
    let second = choose_after(&mut player, "b1c3 a5a4", SHORT, &StopFlag::new());
    assert_eq!(second, Err(ProgramFault::Late(SHORT)));
}

#[test]
fn what_nobody_asked_for_is_dropped() {
    let go = "case $n in 1) echo bestmove b1c3; echo bestmove a2a3;; *) echo bestmove b2b3;; esac";
    let mut player = start(&engine(MINICHESS, go, "position) echo bestmove c2c3;;"));
    for (moves, expected) in [("", "b1c3"), ("b1c3 a5a4", "b2b3")] {
        let choice = choose_after(&mut player, moves, LONG, &StopFlag::new()).unwrap();
        assert_eq!(format!("{:?}", choice.mv), expected);
    }
    let log = player.log();
    let position = "< position fen kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
    for line in ["< uci", "> uciok", "> bestmove b2b3", position] {
        assert!(log.iter().any(|entry| entry == line), "{line}: {log:?}");
    }
    assert!(log.contains(&format!("{position} moves b1c3 a5a4")), "{log:?}");
}

#[test]
fn a_move_has_the_last_exact_report() {
    let go = "printf '%s\\n' 'info depth 3 score cp 12 nodes 40 time 2 pv b1c3 a5a4' \
        'info depth 4 multipv 2 score cp 1 pv a2a3' 'info depth 4 score cp 90 lowerbound pv a2a3' \
        'info depth 4 currmove a2a3' 'info nodes score pv' 'bestmove b1c3'";
    let mut player = start(&engine(MINICHESS, go, ""));
    let choice = choose_after(&mut player, "", LONG, &StopFlag::new()).unwrap();
    let report = choice.report.unwrap();
    assert_eq!((report.depth, report.nodes, report.line.len()), (3, 40, 2));
    assert_eq!(report.score, Some(ReportedScore::Centipawns(12)));
}

#[test]
fn a_stopped_engine_still_moves() {
    let waits = engine(MINICHESS, ":", "stop) echo bestmove b1c3;;");
    let stopped = StopFlag::stopped();
    let choice = choose_after(&mut start(&waits), "", LONG, &stopped).unwrap();
    assert_eq!(format!("{:?}", choice.mv), "b1c3");
    let deaf = choose_after(&mut start(&engine(MINICHESS, ":", "")), "", LONG, &stopped);
    assert_eq!(deaf.unwrap_err().to_string(), "it did not obey \"stop\" within 2 s");
    let text = ProgramEntry { protocol: Protocol::Text, ..entry("exec cat 3>&1 > /dev/null") };
    let text = choose_after(&mut start(&text), "", LONG, &stopped);
    assert_eq!(text, Err(ProgramFault::Stopped));
}

#[test]
fn an_analysis_reports_lines_until_it_is_stopped() {
    let options = format!("{MINICHESS}' 'option name MultiPV type spin default 1 min 1 max 2");
    let go = "printf '%s\\n' 'info depth 5 multipv 1 score mate 4 pv b1c3' \
        'info depth 5 multipv 2 score cp -3 upperbound pv a2a3' \
        'info depth 5 multipv 2 score cp -4 pv a2a3 b1c3'";
    let mut player = start(&engine(&options, go, "stop) echo bestmove b1c3;;"));
    let start = Position::start(Variant::default_variant());
    let limits = TurnLimits::default();
    let turn = Turn { start: &start, moves: &[], position: &start, limits };
    let stop = StopFlag::new();
    let mut reports = Vec::new();
    let result = player.analyse(&turn, 9, &stop, &mut |report| {
        reports.push((report.line_number, report.score, report.line.len()));
        if reports.len() == 2 {
            stop.stop();
        }
    });
    assert_eq!(result, Ok(()));
    let mate = (1, Some(ReportedScore::Mate(4)), 1);
    assert_eq!(reports, [mate, (2, Some(ReportedScore::Centipawns(-4)), 1)]);
    let log = player.log();
    assert!(log.contains(&"< setoption name MultiPV value 2".to_owned()), "{log:?}");
}

#[test]
fn a_handshake_finds_the_engine_or_its_fault() {
    let TestedProgram { identity, boards } = test(&engine(MINICHESS, ":", "")).unwrap();
    assert_eq!((identity.name.as_str(), identity.author.as_str()), ("Fake 1", "A. Nobody"));
    assert_eq!(identity.options.len(), 1);
    let offered = boards.iter().filter(|board| board.result == Ok(RulesCheck::Unchecked));
    assert!(offered.map(|board| &*board.variant.id).eq(["minichess"]));
    let nameless = entry("read -r uci; echo id name; echo option name; echo uciok; cat");
    assert_eq!(test(&nameless).unwrap().identity.name, "fake");
    for (script, expected) in [
        (
            "echo hello",
            "it answered \"uci\" with \"hello\" and without \"uciok\", so it is not a UCI engine",
        ),
        ("exit 0", "it ended without an answer"),
        ("echo no library >&2; exit 127", "it ended with exit status 127 (no library)"),
    ] {
        let fault = test(&entry(script)).unwrap_err();
        assert_eq!(fault.to_string(), expected, "{script}");
    }
    for (command, reason) in [
        ("no-such-program", "there is no such program"),
        ("./no-such-program", "there is no such program"),
        ("./src", "it is a folder"),
        ("./src/tests.rs", "its file is not executable"),
    ] {
        let missing = ProgramEntry::of_command("none", &[command.to_owned()]);
        let fault = test(&missing).unwrap_err().to_string();
        let expected = format!("\"{command}\" cannot be started: {reason}");
        assert!(fault.starts_with(&expected), "{fault}");
    }
    let limits = ProgramLimits { handshake: SHORT, ..LIMITS };
    let minichess = Variant::default_variant();
    for script in ["exec sleep 60", "sleep 60; echo uciok"] {
        let silent = ProgramPlayer::start(&RUNNER, &entry(script), minichess, &limits);
        let fault = silent.err().unwrap().to_string();
        assert_eq!(fault, "it did not answer \"uci\" with \"uciok\" within 0.3 s", "{script}");
    }
}

#[test]
fn boards_and_options_are_checked_at_the_start() {
    let player = engine(MINICHESS, ":", "");
    let fault = start_on("gardner", &player).err().unwrap();
    let name = &Variant::by_id("gardner").unwrap().name;
    assert_eq!(fault.to_string(), format!("it does not list {name} among its boards"));
    for (option, value, expected) in [
        ("Hash", "16", "it has no option \"Hash\""),
        (
            "uci_variant",
            "chess",
            "its option \"UCI_Variant\" takes one of minichess, not \"chess\"",
        ),
    ] {
        let mut player = player.clone();
        player.options.insert(option.to_owned(), value.to_owned());
        let fault = start_on("minichess", &player).err().unwrap();
        assert_eq!(fault.to_string(), expected);
    }
}

/// An engine that reads rules and does this at `go`.
fn rules_reader(go: &str) -> ProgramEntry {
    let options = "option name UCI_Variant type combo default chess var chess' \
        'option name VariantPath type string default <empty>";
    let reads = "setoption) case $rest in *VariantPath*)
        grep -q minichess \"${rest##* }\" || exit 9;; esac;;";
    engine(options, go, reads)
}

/// Older versions of Fairy-Stockfish read the file and ignore what they do not know.
#[test]
fn an_engine_that_reads_rules_must_know_them() {
    let right = perft(&Position::start(Variant::default_variant()), 2);
    for (counted, is_right) in [(right, true), (32, false)] {
        let go = format!("echo; echo \"Nodes searched: {counted}\"");
        let player = start_on("minichess", &rules_reader(&go));
        let fault = player.err().map(|fault| fault.to_string());
        assert_eq!(fault.is_none(), is_right, "{fault:?}");
        let names_board = |fault: &String| fault.contains("the rules of MiniChess");
        assert!(fault.as_ref().is_none_or(names_board), "{fault:?}");
    }
}

#[test]
fn a_test_and_a_game_agree_on_each_board() {
    let right = perft(&Position::start(Variant::default_variant()), 2);
    let reader = rules_reader(&format!("echo \"Nodes searched: {right}\""));
    let boards = test(&reader).unwrap().boards;
    for board in &boards {
        let game = start_on(&board.variant.id, &reader).err();
        assert_eq!(board.result.as_ref().err(), game.as_ref(), "{}", board.variant.id);
    }
    let has = |fits: fn(&Result<RulesCheck, ProgramFault>) -> bool| {
        boards.iter().any(|board| fits(&board.result))
    };
    assert!(has(|result| *result == Ok(RulesCheck::Counted)));
    assert!(has(|result| matches!(result, Err(ProgramFault::Rules { .. }))));
    assert!(has(|result| matches!(result, Err(ProgramFault::Board(_)))));
}

#[test]
fn an_engine_that_does_not_count_is_unchecked() {
    // It is asked once.
    let boards = test(&rules_reader("[ $n = 1 ] || exit 3; echo bestmove a2a3")).unwrap().boards;
    assert_eq!(boards[0].result, Ok(RulesCheck::Unchecked));
    for TestedBoard { variant, result } in &boards {
        let is_offered = !matches!(result, Err(ProgramFault::Board(_)));
        assert!(!is_offered || *result == Ok(RulesCheck::Unchecked), "{}", variant.id);
    }
}

#[test]
fn a_crash_on_a_board_leaves_the_others_unchecked() {
    let boards = test(&rules_reader("exit 3")).unwrap().boards;
    let fault = boards[0].result.as_ref().unwrap_err().to_string();
    assert_eq!(fault, "it ended with exit status 3");
    assert!(boards.iter().skip(1).any(|board| board.result == Ok(RulesCheck::Unchecked)));
    let mut unknown = rules_reader(":");
    unknown.options.insert("Hash".to_owned(), "16".to_owned());
    let boards = test(&unknown).unwrap().boards;
    assert!(boards.iter().all(|board| matches!(board.result, Err(ProgramFault::Option(_)))));
}

#[test]
fn a_bot_file_describes_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "(run: [\"./player\", \"-v\"], plays: [\"minimax\", \"gardner\"], protocol: Uci)";
    std::fs::write(folder.path().join("bot.ron"), bot).unwrap();
    let entry = ProgramEntry::from_bot_folder(folder.path()).unwrap();
    assert_eq!((entry.protocol, entry.command_line().as_str()), (Protocol::Uci, "./player -v"));
    assert_eq!(entry.folder.as_deref(), Some(folder.path()));
    assert_eq!(entry.variants.keys().collect::<Vec<_>>(), ["gardner"]);
    assert_eq!(Path::new(&entry.start_command()[0]), folder.path().join("player"));
    assert!(ProgramEntry::from_bot_folder(Path::new("/no/such")).is_err());
}

#[test]
fn an_entry_is_read_back_and_checked() {
    let short: ProgramEntry = ron::from_str("(name: \"A\", command: [\"a\"])").unwrap();
    assert_eq!(short, ProgramEntry::of_command("A", &["a".to_owned()]));
    let mut full = ProgramEntry { protocol: Protocol::Text, lists_moves: true, ..short.clone() };
    full.options.insert("Hash".to_owned(), "16".to_owned());
    full.variants.insert("minichess".to_owned(), "minitchess".to_owned());
    full.folder = Some("/games".into());
    let text = ron::to_string(&full).unwrap();
    assert_eq!(ron::from_str::<ProgramEntry>(&text).unwrap(), full, "{text}");
    assert_eq!(full.check(), Ok(()));
    type Change = fn(&mut ProgramEntry);
    let changes: [(Change, &str); 5] = [
        (|entry| entry.name.clear(), "a program has no name"),
        (|entry| entry.command.clear(), "the program \"A\" has no command"),
        (|entry| entry.name.push('\n'), "has a line end"),
        (|entry| entry.options.extend([("A".to_owned(), "1\nquit".to_owned())]), "\"1 quit\" has"),
        (|entry| drop(entry.variants.insert("go".to_owned(), String::new())), "\"go\""),
    ];
    for (change, part) in changes {
        let mut entry = full.clone();
        change(&mut entry);
        let problem = entry.check().unwrap_err().to_string();
        assert!(problem.contains(part), "{problem}");
    }
}
