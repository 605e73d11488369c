//! Transcripts of what the protocol says to the letter: skipped words, names and values of options,
//! refused positions, pondering, and the limits of a search where a king can be taken.

use std::io;

use super::{answers, answers_of, complaints, only};
use minnow_jobs::Spawner;
use minnow_rules::{Position, Variant};

/// The answers without the reports of the search.
fn plain_answers(commands: &str) -> Vec<String> {
    answers(commands).into_iter().filter(|line| !line.starts_with("info depth ")).collect()
}

/// The reports of the last iteration of the last search.
fn last_lines(answers: &[String]) -> Vec<&str> {
    let infos = answers.iter().filter(|line| line.starts_with("info depth "));
    let infos: Vec<&str> = infos.map(String::as_str).collect();
    let first = infos.iter().rposition(|line| line.contains(" multipv 1 ")).unwrap_or(0);
    infos[first..].to_vec()
}

/// The first move of a report's line.
fn first_move(info: &str) -> &str {
    let (_, line) = info.split_once(" pv ").unwrap();
    line.split(' ').next().unwrap()
}

const NO_POSITION: &str = "info string there is no position: the last one was refused";

#[test]
fn unknown_words_before_a_command_are_skipped() {
    for line in [
        include_str!("../../tests/fixtures/d10_unknown_first_word.uci"),
        "joho debug on\nisready",
        "> isready",
        "info string isready",
        "1. isready now please",
        "\u{fffd}\u{7f} x isready",
        "hello\tworld  isready",
    ] {
        let answers = answers(line);
        assert_eq!(answers, ["readyok"], "{line}");
    }
    let engine = answers("please setoption name Level value 13\nplease go depth 1\n");
    assert_eq!(complaints(&engine), ["Level 13 is not from 1 to 12: 12 is used"]);
    only(&engine, "bestmove ");
    let position = "and now position then startpos moves a2a3\nwell go perft 1\n";
    assert_eq!(answers(position), answers("position startpos moves a2a3\ngo perft 1\n"));
    assert_eq!(answers("joho quit\nisready\n"), [""; 0]);
    assert_eq!(complaints(&answers("joho is ready\n")), ["unknown command \"joho\""]);
}

#[test]
fn options_are_read_in_any_case() {
    let case = answers(include_str!("../../tests/fixtures/d09_option_case.uci"));
    assert_eq!(complaints(&case), [""; 0]);
    only(&case, "readyok");
    let gardner = answers("setoption name UCI_Variant value gardner\ngo perft 2\n");
    for options in [
        "setoption name uci_variant value Gardner",
        "setoption name UCI_VARIANT value GARDNER",
        "setoption NAME Uci_Variant VALUE gArDnEr",
        "setoption name UCI_LimitStrength value TRUE\nsetoption name UCI_LimitStrength value False\n\
            setoption name UCI_Variant value gardner",
        "setoption name ponder value True\nsetoption name TABLES value FALSE\n\
            setoption name UCI_Variant value gardner",
    ] {
        assert_eq!(answers(&format!("{options}\ngo perft 2\n")), gardner, "{options}");
    }
    for (refused, quoted) in [
        ("setoption name Ponder value yes", "\"yes\" is not a value of \"Ponder\""),
        ("setoption name UCI_Variant value Chess960", "\"Chess960\""),
    ] {
        assert!(complaints(&answers(refused))[0].contains(quoted), "{refused}");
    }
}

#[test]
fn names_and_values_may_hold_blanks() {
    for line in [
        "setoption name Clear Hash",
        "setoption name  clear   HASH  value",
        "setoption name Move Overhead value 50",
        "setoption name\tMove  overhead\tvalue  50 ",
        "setoption joho name Move Overhead value 50",
    ] {
        assert_eq!(answers(&format!("{line}\nisready\n")), ["readyok"], "{line}");
    }
    for (line, quoted) in [
        ("setoption name My Own Option value 3", "there is no option \"My Own Option\""),
        ("setoption name Hash value 1 6", "\"1 6\" is not a value of \"Hash\""),
        ("setoption name UCI_Variant value mini chess", "there is no variant \"mini chess\""),
    ] {
        assert_eq!(complaints(&answers(line)), [quoted]);
    }
}

#[test]
fn values_out_of_range_are_reported() {
    for (value, expected) in [
        ("Hash value 0", "Hash 0 is not from 1 to 4096: 1 is used"),
        ("hash value -64", "Hash -64 is not from 1 to 4096: 1 is used"),
        ("Level value 0", "Level 0 is not from 1 to 12: 1 is used"),
        ("Level value 13", "Level 13 is not from 1 to 12: 12 is used"),
        ("LEVEL value 300", "Level 300 is not from 1 to 12: 12 is used"),
        ("Level value -1", "Level -1 is not from 1 to 12: 1 is used"),
        ("MultiPV value 999", "MultiPV 999 is not from 1 to 256: 256 is used"),
        ("Move Overhead value -1", "Move Overhead -1 is not from 0 to 5000: 0 is used"),
    ] {
        assert_eq!(complaints(&answers(&format!("setoption name {value}\n"))), [expected]);
    }
    for value in ["Hash value 1", "Hash value 2", "Level value 1", "Level value 12"] {
        assert_eq!(answers(&format!("setoption name {value}\n")), [""; 0], "{value}");
    }
}

#[test]
fn a_refused_position_leaves_none_to_search() {
    let older = "position startpos moves b2b3";
    for (bad, quoted) in [
        ("position", "startpos or fen FEN"),
        ("position fen", "startpos or fen FEN"),
        ("position startpos a2a3", "startpos or fen FEN"),
        ("position startpos move a2a3", "startpos or fen FEN"),
        ("position elsewhere", "startpos or fen FEN"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "8 ranks"),
        ("position fen k4/5/5/5/5/5 w - - 0 1", "no king"),
        ("position fen kqbnr/ppppp/5/5/PPPPP/RNBQK x - - 0 1 moves a2a3", "not w or b"),
    ] {
        let refused = answers(&format!("{older}\n{bad}\nisready\ngo depth 3\n"));
        assert!(refused[0].starts_with("info string ") && refused[0].contains(quoted), "{bad}");
        assert_eq!(refused[1..], ["readyok", NO_POSITION, "bestmove 0000"], "{bad}");
        let counted = answers(&format!("{bad}\ngo perft 1\n"));
        assert_eq!(counted[1..], [NO_POSITION, "nodes 0"], "{bad}");
        let again = answers(&format!("{bad}\nucinewgame\n{older}\ngo perft 1\n"));
        assert_eq!(again[1..], answers(&format!("{older}\ngo perft 1\n")), "{bad}");
    }
    let variant = answers("position fen x\nsetoption name UCI_Variant value gardner\ngo depth 1\n");
    assert_eq!(complaints(&variant).len(), 1, "the variant's start is a position");
    for waiting in ["go infinite", "go ponder wtime 100"] {
        let answers = answers(&format!("position fen x\n{waiting}\nisready\nstop\n"));
        assert_eq!(answers[1..], [NO_POSITION, "readyok", "bestmove 0000"], "{waiting}");
    }
}

#[test]
fn a_bad_move_keeps_the_position_before_it() {
    for (sent, counted, bad) in [
        (
            "startpos moves a2a3 e2e5",
            "startpos moves a2a3",
            "move 2 of the position: the move \"e2e5\"",
        ),
        ("startpos moves a2", "startpos", "move 1 of the position: \"a2\""),
        ("startpos moves a2a3 b5b4 0000 b4a3", "startpos moves a2a3 b5b4", "move 3"),
        ("startpos moves a2a3 a2a3 b5b4", "startpos moves a2a3", "move 2 of the position"),
        (
            "fen k4/5/5/5/5/1R2K w - - 0 1 moves b1b5 e1e2",
            "fen k4/5/5/5/5/1R2K w - - 0 1 moves b1b5",
            "\"e1e2\" is not allowed here; the position before it counts",
        ),
        ("fen 4k/P4/5/5/5/4K w - - 0 1 moves a5a7q", "fen 4k/P4/5/5/5/4K w - - 0 1", "\"a5a7q\""),
    ] {
        let older = "position startpos moves c2c3 c5c4";
        let sent = answers(&format!("{older}\nposition {sent}\ngo perft 1\n"));
        assert!(complaints(&sent)[0].contains(bad), "{sent:#?}");
        assert_eq!(sent[1..], answers(&format!("position {counted}\ngo perft 1\n")), "{bad}");
    }
}

#[test]
fn pondering_waits_for_the_hit_or_stop() {
    for (commands, expected) in [
        ("go ponder depth 2\nisready\nponderhit", ["readyok", "bestmove "]),
        ("go ponder depth 2\nisready\nstop", ["readyok", "bestmove "]),
        ("go ponder movetime 1\nisready\nponderhit", ["readyok", "bestmove "]),
        ("go ponder wtime 20 btime 20\nisready\nponderhit", ["readyok", "bestmove "]),
        ("go ponder infinite\nponderhit\nisready\nstop", ["readyok", "bestmove "]),
        ("go ponder nodes 50\nponderhit\nponderhit\nstop\nisready", ["bestmove ", "readyok"]),
        ("go depth 2\nponderhit\nstop\nisready", ["bestmove ", "readyok"]),
        ("go ponder\nisready\nposition startpos", ["readyok", "bestmove "]),
    ] {
        let answers = plain_answers(&format!("{commands}\n"));
        let is_expected = answers.iter().zip(expected).all(|(line, start)| line.starts_with(start));
        assert!(answers.len() == 2 && is_expected, "{commands}: {answers:#?}");
    }
    assert_eq!(answers("ponderhit\nisready\nponderhit\n"), ["readyok"]);
    let refused = plain_answers("position fen x\ngo ponder depth 3\nisready\nponderhit\nisready\n");
    assert_eq!(refused[1..], [NO_POSITION, "readyok", "bestmove 0000", "readyok"]);
    let refusing = Spawner::new(|_, _| Err(io::Error::other("no more threads")));
    let position = "position fen kq3/5/5/5/1q3/R3K w - - 0 40";
    let commands = format!("{position}\ngo ponder depth 3\nisready\nponderhit\nisready\n");
    let unthreaded = answers_of(commands.as_bytes(), refusing, None);
    let rest = &unthreaded[unthreaded.len() - 3..];
    assert_eq!(rest, ["readyok", "bestmove a1a6", "readyok"], "{unthreaded:#?}");
}

#[test]
fn a_best_move_names_the_reply_to_ponder_on() {
    let go = "position startpos moves a2a3\ngo depth 4\n";
    let with_reply = answers(&format!("setoption name Ponder value true\n{go}"));
    let words: Vec<&str> = only(&with_reply, "bestmove ").split(' ').collect();
    let ["bestmove", best, "ponder", reply] = words[..] else { panic!("{words:?}") };
    let start = Position::start(Variant::default_variant());
    let moved = start.play(start.parse_move("a2a3").unwrap());
    let after = moved.play(moved.parse_move(best).unwrap());
    assert!(after.parse_move(reply).is_ok(), "{words:?}");
    assert_eq!(only(&answers(go), "bestmove "), format!("bestmove {best}"));
    // The capture of the king has no reply.
    let king = "setoption name Ponder value true\nposition fen k4/5/5/5/5/R3K w - - 0 1\n";
    assert_eq!(only(&answers(&format!("{king}go depth 3\n")), "bestmove "), "bestmove a1a6");
}

#[test]
fn search_moves_hold_where_a_king_can_be_taken() {
    for (fen, moves) in [
        ("k4/5/5/5/5/R3K w - - 0 1", "a1b1"),
        ("k4/5/5/5/5/R3K w - - 0 1", "e1e2 a1b1"),
        ("k4/5/5/3Q1/5/R3K w - - 0 1", "d3d4 e1d1 a1a2"),
        // Black's king stays on the rook's file, or has no better square.
        ("k4/5/5/5/5/R3K b - - 0 1", "a6a5"),
        ("k4/5/1Q3/K4/5/5 b - - 0 1", "a6b6 a6b5"),
        ("k4/5/5/5/5/R3K w - - 0 1", "a1a6"),
    ] {
        for level in [12, 5] {
            let setup = format!("setoption name Level value {level}\nposition fen {fen}\n");
            let answers = answers(&format!("{setup}go depth 4 searchmoves {moves}\n"));
            let best = only(&answers, "bestmove ").split(' ').nth(1).unwrap();
            assert!(moves.split(' ').any(|mv| mv == best), "level {level}, {fen}: {answers:#?}");
        }
    }
}

#[test]
fn every_line_is_reported_where_a_king_can_be_taken() {
    let case = answers(include_str!("../../tests/fixtures/d19_searchmoves_king_taken.uci"));
    let best: Vec<_> = case.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert!(matches!(best[..], ["e1e2" | "a1b1", "a1a6"]), "{case:#?}");
    assert_eq!(last_lines(&case).len(), 3);
    // The number of lines, and how many of them end with a mate in one, for or against the side.
    for (fen, go, lines, won, lost) in [
        ("k4/5/5/5/5/R3K w - - 0 1", "", 3, 1, 0),
        ("k4/5/5/5/5/R3K w - - 0 1", " searchmoves a1a6 a1a5", 2, 1, 0),
        ("k4/5/5/3Q1/5/R3K w - - 0 1", "", 3, 3, 0),
        ("k4/5/5/3Q1/5/R3K w - - 0 1", " searchmoves a1a6 d3a6", 2, 2, 0),
        ("k4/5/5/5/5/R3K b - - 0 1", "", 3, 0, 1),
        ("k4/5/1Q3/K4/5/5 b - - 0 1", "", 3, 0, 3),
        ("k4/5/1Q3/K4/5/5 b - - 0 1", " searchmoves a6b6 a6b5", 2, 0, 2),
    ] {
        let setup = format!("setoption name MultiPV value 3\nposition fen {fen}\n");
        let answers = answers(&format!("{setup}go depth 4{go}\n"));
        let infos = last_lines(&answers);
        let mates = |score: &str| infos.iter().filter(|info| info.contains(score)).count();
        let found = (infos.len(), mates(" score mate 1 "), mates(" score mate -1 "));
        assert_eq!(found, (lines, won, lost), "{fen}{go}: {answers:#?}");
        for (index, info) in infos.iter().enumerate() {
            assert!(info.contains(&format!(" multipv {} ", index + 1)), "{answers:#?}");
            let others = &infos[..index];
            assert!(others.iter().all(|other| first_move(other) != first_move(info)), "{fen}");
        }
        let best = only(&answers, "bestmove ");
        assert_eq!(best, format!("bestmove {}", first_move(infos[0])), "{fen}{go}");
    }
}

#[test]
fn invisible_characters_belong_to_no_word() {
    for (odd, plain) in [
        ("\u{feff}isready", "isready"),
        ("isready\u{200b}\0", "isready"),
        ("position\u{a0}startpos moves a2\u{2013}a3", "position startpos moves a2a3"),
        (
            "\u{202a}setoption name UCI_Variant value gard\u{ad}ner\u{202c}\u{1a}",
            "setoption name UCI_Variant value gardner",
        ),
    ] {
        let counted = |line: &str| answers(&format!("{line}\ngo perft 1\n"));
        assert_eq!(counted(odd), counted(plain), "{odd:?}");
    }
}

#[test]
fn fens_are_read_as_other_programs_write_them() {
    let case = answers(include_str!("../../tests/fixtures/d06_fen_move_0.uci"));
    assert_eq!(complaints(&case), [""; 0]);
    let fen = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
    let position = Position::from_fen(Variant::default_variant(), fen).unwrap();
    let best = only(&case, "bestmove ").split(' ').nth(1).unwrap();
    assert!(position.parse_move(best).is_ok(), "{best}");
    let counted = |fen: &str| answers(&format!("position fen {fen} moves a2a3\ngo perft 1\n"));
    let expected = counted("k4/5/5/5/P4/4K w - - 0 1");
    for fields in ["w - - 0 0", "w - - - -", "w - -", "w", "", "w - - bm a3; id \"one\";"] {
        assert_eq!(counted(&format!("k4/5/5/5/P4/4K {fields}")), expected, "{fields}");
    }
}
