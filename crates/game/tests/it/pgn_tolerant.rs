//! PGN as people and other programs write it: nothing vanishes, and signs and prose do not end a line.

use crate::{
    pgn::{contents, read_one},
    support::{all_nodes, main_line},
};
use minnow_game::{Game, GameEnd, NodeId, RecordedEval, pgn::to_pgn};

/// The comments of a game in the order of its tree.
fn comments(game: &Game) -> String {
    let comment = |id: NodeId| game.node(id).unwrap().notes.comment.clone();
    let comments = all_nodes(game).into_iter().map(comment).filter(|text| !text.is_empty());
    comments.collect::<Vec<_>>().join(" | ")
}

/// Reads a game, which comes back from its PGN without a problem.
fn read(text: &str) -> (Game, Vec<String>) {
    let (game, problems) = read_one(text);
    let (again, left) = read_one(&to_pgn(&game));
    assert_eq!(left, [""; 0], "{text}");
    assert_eq!(contents(&again), contents(&game), "{text}");
    (game, problems)
}

/// Moves that end early, the line that is left, a part of the only problem, and the comment.
const ENDED: &[(&str, &str, &str, &str)] = &[
    ("1. b3 b4 2. \u{2014} c4", "b2b3 b5b4", "\"-\" is a null move", "2. - c4"),
    ("1. b3 b4 2. N\u{441}3 c4", "b2b3 b5b4", "\"N\u{441}3\" is not a move", "2. N\u{441}3 c4"),
    ("1. P-K4 P-K4", "", "\"P-K4\" is not a move", "1. P-K4 P-K4"),
    ("1. B3 B4 2. C3 BXC3", "", "\"B3\" is not a move", "1. B3 B4 2. C3 BXC3"),
    (
        "1. c3 2. c4 *",
        "c2c3",
        "Black's move 1 (line 3, column 10): the number \"2.\" follows without Black's move",
        "2. c4",
    ),
    ("1 b3 2 c3 3 d3", "b2b3", "\"2\" follows without Black's move", "2 c3 3 d3"),
    (
        "1. b3 b4 2. c3 {x} 3. d3 1-0",
        "b2b3 b5b4 c2c3",
        "\"3.\" follows without Black's",
        "x\n3. d3",
    ),
    ("1... b4 2. c3", "", "\"1...\" follows without White's move", "1... b4 2. c3"),
    ("1. b3 b4 2... c3", "b2b3 b5b4", "\"2...\" follows without White's", "2... c3"),
    ("1. c3 0000 2. c4 *", "c2c3", "\"0000\" is a null move", "0000 2. c4"),
    ("1. b3 Z0 2. c3\n{a} (2. d3)\n1-0", "b2b3", "\"Z0\" is a null", "Z0 2. c3 (a) (2. d3)"),
    ("1. b3 <> 2. c3", "b2b3", "\"<>\" is a null move", "<> 2. c3"),
    ("1. b3 1... Null! *", "b2b3", "\"Null!\" is a null move", "1... Null!"),
    ("1. b3 b4 2. @@@@ bxc3", "b2b3 b5b4", "\"@@@@\" is a null move", "2. @@@@ bxc3"),
    ("1. b3 \u{2013}\u{2013} c3", "b2b3", "\"--\" is a null move", "-- c3"),
    (
        "1. b3 b4 (1... -- 2. c3 {[%clk 1:00]}) 2. c3",
        "b2b3 b5b4 c2c3",
        "Black's move 1 (line 3, column 16): \"--\" is a null move",
        "1... -- 2. c3 ([ %clk 1:00])",
    ),
    (
        "1. b3 b4 2. Nb3 c4 (2... d4) *",
        "b2b3 b5b4",
        "\"Nb3\" is not allowed",
        "2. Nb3 c4 (2... d4)",
    ),
];

#[test]
fn the_rest_of_an_ended_line_is_kept() {
    for (moves, line, problem, comment) in ENDED {
        let (game, problems) = read(&format!("[Event \"x\"]\n\n{moves}"));
        assert_eq!(main_line(&game), *line, "{moves}");
        assert!(problems.len() == 1 && problems[0].contains(problem), "{moves}: {problems:?}");
        assert_eq!(comments(&game), *comment, "{moves}");
    }
}

#[test]
fn wrong_numbers_are_reported_or_shifted() {
    for (moves, line, expected) in [
        ("41. b3 b4 42. c3 42... bxc3", "b2b3 b5b4 c2c3 b4c3", ""),
        ("b3 b4 c3 2... bxc3", "b2b3 b5b4 c2c3 b4c3", ""),
        ("1. b3 b4 3. c3 bxc3 4. Nxc3", "b2b3 b5b4 c2c3 b4c3 b1c3", "\"3.\" should be \"2.\""),
        ("1. b3 b4 22. c3 2... bxc3", "b2b3 b5b4 c2c3 b4c3", "\"22.\" should be \"2.\""),
        ("1. b3 1. b4 2. c3 bxc3", "b2b3 b5b4 c2c3 b4c3", "\"1.\" should be \"1...\""),
        ("5. b3 b4 6. c3 7... bxc3", "b2b3 b5b4 c2c3 b4c3", "\"7...\" should be \"6...\""),
    ] {
        let (game, problems) = read(&format!("[Event \"x\"]\n\n{moves} *"));
        assert_eq!(main_line(&game), line, "{moves}");
        assert_eq!(problems.len(), usize::from(!expected.is_empty()), "{moves}: {problems:?}");
        assert!(problems.iter().all(|problem| problem.ends_with(expected)), "{problems:?}");
    }
}

#[test]
fn signs_and_prose_end_no_line() {
    for (moves, expected) in [
        ("1. b3 b4 \u{b1} 2. c3 bxc3", "+/-"),
        ("1. b3 b4\u{b1} 2. c3 bxc3", "+/-"),
        ("1. b3+= b4=+! 2. c3+-- bxc3?\u{221e}", "+/= | =/+ | $20 | \u{221e}"),
        ("1. b3 b4 \u{2213}N 2. c3\u{25a1} bxc3-+", "-/+ $146 | \u{25a1} | -+"),
        ("1. b3 TN b4 RR 2. c3 D bxc3 \u{2a72}", "$146 | $145 | $220 | +/="),
        ("1. b3N b4TN 2. c3!D bxc3(N)", "$146 | $146 | $220 | $146"),
        (
            "1. b3 a strong plan b4 (N) 2. c3 with 2 threats bxc3",
            "a strong plan | $146 | with 2 threats",
        ),
        ("1. b3 Diagram # b4 -0.35 2. c3 0.20/12 bxc3", "Diagram | -0.35 | 0.20/12"),
        ("1. b3~ b4* 2. c3 [or 2. d3] bxc3 $7 $999", "~ | * | [or 2. d3] | \u{25a1} $999"),
        (
            "1. b3 see https://a1.example/b2 or bob@b4.example 1... b4 2. c3 bxc3",
            "see https://a1.example/b2 or bob@b4.example",
        ),
        (
            "1. b3 moves 5 6 and 7 follow b4 2. c3 bxc3 best is 7",
            "moves 5 6 and 7 follow | best is 7",
        ),
        ("1. b3 \u{2206}c3 b4 2. c3 bxc3", "\u{2206}c3"),
        ("1) b3 b4 2) c3 bxc3 (=)", "="),
        ("1.- b3 b4 2.-c3 bxc3", ""),
        ("1. b3 - b4 2. c3 \u{2014} bxc3", ""),
        ("1. b3 ({only a remark}) b4 2. c3 (2. d3) bxc3 {a} good", "only a remark | a good"),
    ] {
        let (game, problems) = read(&format!("[Event \"x\"]\n\n{moves}"));
        assert_eq!(main_line(&game), "b2b3 b5b4 c2c3 b4c3", "{moves}");
        assert_eq!(problems, [""; 0], "{moves}");
        assert_eq!(comments(&game), expected, "{moves}");
    }
}

#[test]
fn results_have_company() {
    for (end, expected, comment) in [
        ("*", None, ""),
        (" *!", None, ""),
        ("1-0", Some("1-0"), ""),
        ("0\u{2013}1+", Some("0-1"), ""),
        (" 0:1!?", Some("0-1"), ""),
        ("1/2-1/2.", Some("1/2-1/2"), ""),
        (" \u{bd}:\u{bd}", Some("1/2-1/2"), ""),
        (" 1-0 ! White resigned", Some("1-0"), "White resigned"),
        (" 1-0 (2... d4)", Some("1-0"), ""),
        (" 1 - 0", Some("1-0"), ""),
        (" 0 : 1!", Some("0-1"), ""),
        (" \u{bd} \u{2013} \u{bd}.", Some("1/2-1/2"), ""),
        (" 0.5-0.5", Some("1/2-1/2"), ""),
        (" (1-0)", Some("1-0"), ""),
        (" 0-1 *", Some("0-1"), ""),
        (" (2... d4 1-0) 0-1", Some("0-1"), "1-0"),
        (" 1-0\n\n-- \nhttps://a1.example", Some("1-0"), "-- https://a1.example"),
    ] {
        let (game, problems) = read(&format!("[Event \"x\"]\n\n1. b3 b4 2. c3 bxc3{end}\n"));
        assert_eq!(main_line(&game), "b2b3 b5b4 c2c3 b4c3", "{end}");
        assert_eq!(game.result().map(GameEnd::result_text), expected, "{end}");
        assert_eq!((problems, comments(&game)), (vec![], comment.to_owned()), "{end}");
    }
}

#[test]
fn tags_are_read_as_people_write_them() {
    let moves = "1. b3 b4 2. c3 bxc3 *";
    for (text, problem) in [
        (format!("[Event \u{201c}t\u{201d}]\n[White \u{201c}Ada\u{201d}]\n\n{moves}"), ""),
        (format!("[Event \u{ab}t\u{bb}]\n[White 'Ada']\n\n{moves}"), ""),
        (format!("[White Ada]\n[Event t]\n\n{moves}"), ""),
        (format!("[Event \"over\ntwo lines\"]\n[White \"Ada\"]\n\n{moves}"), ""),
        (format!("From: bob@b2b.example\nSubject: won!\n\n[White \"Ada\"]\n\n{moves}"), ""),
        (format!("[Event \"t\"]\n[Event \"t\"]\n[White \"Ada\"]\n\n{moves}"), ""),
        (
            format!("[White \"Ada\"]\n[Result \"Ada wins\"]\n\n{moves}"),
            "game 1 (line 1, column 1): the tag \"Result Ada wins\" cannot be read and is left out",
        ),
        (format!("[White: \"Ada\"]\n\n{moves}"), ""),
        (format!("[White = Ada]\n\n{moves}"), ""),
        (format!("[b][White \"Ada\"][/b]\n\n{moves}"), ""),
        (format!("[White \"Ada\"]\n[White \"Ada\"]\n\n{moves}"), ""),
        (
            format!("[White \"Ada\"]\n[white \"Bob\"]\n\n{moves}"),
            "game 1 (line 2, column 1): the game has the tag \"white\" already, and this one is left out",
        ),
        (format!("Here is 1 game:\n\n[White Ada]\n\n{moves}\n"), ""),
        (format!("```pgn\n[White \"Ada\"]\n\n{moves}\n```\n"), ""),
        (format!("[pgn][White \"Ada\"]\n\n{moves}[/pgn]"), ""),
        (format!("> [White \"Ada\"]\n>\n> {}", moves.replace(" 2.", "\n>> 2.")), ""),
        (
            format!("[White \"Ada\"]\n[Round]\n\n{moves}"),
            "game 1 (line 2, column 1): the tag \"[Round]\" cannot be read and is left out",
        ),
        (
            format!("[\"Event\" t]\n[White \"Ada\"]\n\n{moves}"),
            "game 1 (line 1, column 1): the tag \"[\"Event\" t]\" cannot be read and is left out",
        ),
    ] {
        let (game, problems) = read(&text);
        assert_eq!(game.header.names[0], "Ada", "{text}");
        assert_eq!(main_line(&game), "b2b3 b5b4 c2c3 b4c3", "{text}");
        assert_eq!(problems.concat(), problem, "{text}");
        assert_eq!(comments(&game), "", "{text}");
    }
}

#[test]
fn prose_before_the_moves_costs_none() {
    for (text, expected, problems) in [
        ("Dear Ada,\nmy game from b2 on: ", "", 0),
        ("Ada - Bob 1 - 0\n\n", "", 0),
        ("[Event \"t\"]\n\nAda - Bob 1 - 0\n\n", "Ada Bob", 0),
        ("[Event \"t\"]\nWhite \"B\"]\n[Black \"C\"]\n\n", "White\n\"B\"", 1),
    ] {
        let (game, found) = read(&format!("{text}1. b3 b4 2. c3 bxc3 *"));
        assert_eq!(main_line(&game), "b2b3 b5b4 c2c3 b4c3", "{text}");
        assert_eq!((comments(&game).as_str(), found.len()), (expected, problems), "{text}");
    }
}

#[test]
fn commands_of_other_programs_are_kept_unseen() {
    let kept = "[%evp 0,34] Good. [%mdl 64] [%csl Gh8]";
    let text =
        format!("1. b3 {{{kept}}} b4 {{[%clk 0:59:44]}} {{[%emt 00:00:16]}} 2. c3 [%clk 1:00] *");
    let (game, problems) = read(&text);
    let path = game.path(game.head());
    let notes = |place: usize| &game.node(path[place]).unwrap().notes;
    assert_eq!((notes(1).comment.as_str(), &*notes(1).shown_comment()), (kept, "Good."));
    assert_eq!((notes(2).clock_ms, notes(2).used_ms), (Some(3_584_000), Some(16_000)));
    assert_eq!((notes(3).clock_ms, comments(&game).as_str()), (Some(60_000), kept));
    assert!(problems.is_empty() && to_pgn(&game).replace('\n', " ").contains(kept));
    let (game, _) = read("1. b3 {[%eval 14,24]} b4 {[%eval 250,5]} *");
    let evaluation = |id: NodeId| game.node(id).unwrap().notes.evaluation;
    let evaluations: Vec<_> = game.path(game.head()).into_iter().filter_map(evaluation).collect();
    let expected =
        [(14, 24), (250, 5)].map(|(cp, depth_plies)| RecordedEval::Centipawns { cp, depth_plies });
    assert_eq!(evaluations, expected);
}
