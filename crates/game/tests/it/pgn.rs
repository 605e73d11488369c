//! Reading PGN: files of other programs, their spellings and problems. Written PGN is in
//! `pgn_written.rs`.

use crate::support::{all_nodes, assert_sound, main_line, nodes_text};
use minnow_game::{
    Game, GameEnd, MAX_NESTING, TimeControl,
    pgn::{MAX_BYTES, PgnError, PgnGame, read_pgn, to_pgn},
};
use minnow_rules::{Color, Variant};
use proptest::prelude::*;

fn read_all(text: &str) -> Vec<PgnGame> {
    read_pgn(text.as_bytes(), Variant::default_variant()).unwrap()
}

/// The only game of a text, and its problems as sentences.
pub(crate) fn read_one(text: &str) -> (Game, Vec<String>) {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{text}");
    let PgnGame { game, problems } = games.remove(0);
    assert_sound(&game);
    (game, problems.iter().map(ToString::to_string).collect())
}

/// Names, end and tags, then the tree with its notes, one node for each line.
pub(crate) fn contents(game: &Game) -> String {
    format!("{:?} {:?} {:?} {}", game.start(), game.header, game.result(), nodes_text(game))
}

#[test]
fn variations_comments_marks_and_commands_are_read() {
    let (game, problems) = read_one(
        "[Variant \"Gardner\"]\n\n{[%csl Ga1] Before.} 1. b3 $1 {[%eval 0.25,9] [%clk 0:05:00]}\n\
         ({early} 1. c3! b4xc3 (1... dxc3 !? ; to the line's end\n 2. bxc3) 2. bxc3 $14 {better}) cxb3 2. axb3 *",
    );
    assert_eq!(problems, [""; 0]);
    assert_eq!(main_line(&game), "b2b3 c4b3 a2b3");
    let texts: Vec<String> = all_nodes(&game)
        .into_iter()
        .map(|id| {
            let node = game.node(id).unwrap();
            let marks: String = node.notes.marks.iter().map(|mark| mark.text()).collect();
            format!("{} {marks} {}", node.nesting(), node.notes.comment)
        })
        .collect();
    let expected = [
        "0  Before.",
        "0 ! ",
        "0  ",
        "0  ",
        "1 ! early",
        "1  ",
        "1  +/= better",
        "2 !? to the line's end",
        "2  ",
    ];
    assert_eq!(texts, expected);
    let written = to_pgn(&game);
    assert_eq!(contents(&read_one(&written).0), contents(&game), "{written}");
    let movetext = written.split("\n\n").nth(1).unwrap();
    assert_eq!(
        movetext.replace('\n', " "),
        "{[%csl Ga1] Before.} 1. b3 $1 {[%eval 0.25,9] [%clk 0:05:00]} (1. c3 $1 {early} 1... bxc3 \
         (1... dxc3 $5 {to the line's end} 2. bxc3) 2. bxc3 $14 {better}) 1... cxb3 2. axb3 * "
    );
}

/// A text after the tags, with the expected main line and problems.
const SPELLINGS: &[(&str, &str, &[&str])] = &[
    ("1.b3 b4 2.c3 bxc3 *", "b2b3 b5b4 c2c3 b4c3", &[]),
    ("b2b3 b5-b4 c2-c3 b4xc3", "b2b3 b5b4 c2c3 b4c3", &[]),
    ("1 b3 1\u{2026} b4 2 c3 ! 2 ... bc3 ?! 1-0", "b2b3 b5b4 c2c3 b4c3", &[]),
    ("1. \u{2658}c3!! \u{265e}c4?? 2. \u{2659}b3 N\u{d7}d2", "b1c3 d6c4 b2b3 c4d2", &[]),
    ("1. Nb1\u{2013}c3 e.p. Nc4 \u{2049}", "b1c3 d6c4", &[]),
    ("1. b3 = b4 +/- 2. c3 \u{221e}", "b2b3 b5b4 c2c3", &[]),
    ("1. b3 (", "b2b3", &["game 1 (line 3, column 7): the sign \"(\" has no partner"]),
    (
        "1. b3 ) b4 ]} 2. c3",
        "b2b3 b5b4 c2c3",
        &[
            "game 1 (line 3, column 7): the sign \")\" has no partner",
            "game 1 (line 3, column 12): the sign \"]\" has no partner",
            "game 1 (line 3, column 13): the sign \"}\" has no partner",
        ],
    ),
    (
        "1. b3\nb4 2. -- c4",
        "b2b3 b5b4",
        &[
            "game 1, White's move 2 (line 4, column 7): \"--\" is a null move, which the rules do not allow; \
             the line ends before it",
        ],
    ),
    (
        "1. b3 Nf9 2. c3",
        "b2b3",
        &[
            "game 1, Black's move 1 (line 3, column 7): \"Nf9\" is not a move; moves are written like Nc3, axb4 or a2a3; \
           the line ends before it",
        ],
    ),
    (
        "1. b3 b4 2. Nb3 c4 (2... d4)",
        "b2b3 b5b4",
        &[
            "game 1, White's move 2 (line 3, column 13): the move \"Nb3\" is not allowed here; the line ends before it",
        ],
    ),
    (
        "1. b3 (1. Ke4 b4 (1... c4)) (1. c3 Kd1) b4",
        "b2b3 b5b4",
        &[
            "game 1, White's move 1 (line 3, column 11): the move \"Ke4\" is not allowed here; the line ends before it",
            "game 1, Black's move 1 (line 3, column 36): the move \"Kd1\" is not allowed here; the line ends before it",
        ],
    ),
    (
        "1. b3 {no end",
        "b2b3",
        &[
            "game 1 (line 3, column 7): the comment \"no end\" has no end, so it runs to the end of the game",
        ],
    ),
];

#[test]
fn spellings_are_read_and_bad_moves_reported() {
    for (moves, line, expected) in SPELLINGS {
        let (game, problems) = read_one(&format!("[Event \"x\"]\n\n{moves}"));
        assert_eq!(main_line(&game), *line, "{moves}");
        assert_eq!(problems, *expected, "{moves}");
        assert_eq!(game.head(), game.main_line_end(), "{moves}");
    }
}

#[test]
fn special_moves_are_read_in_every_spelling() {
    let castling = "[Variant \"chess attack\"]\n[FEN \"r3k/ppppp/5/5/PPPPP/R3K w Qq - 0 1\"]\n\n";
    for text in [
        "O-O-O 0-0-0",
        "1.0-0-0 o-o-o",
        "1. O-O-O! 1... 0-0-0+",
        "1.OOO? 0\u{2013}0\u{2013}0#",
        "000 \u{41e}-\u{41e}-\u{41e}",
        "Ke1-c1 e6-c6",
        "O-O-O\u{b1} OOO!?N",
        "1. O - O - O 0 \u{2013} 0 -0+",
    ] {
        assert_eq!(main_line(&read_one(&format!("{castling}{text}")).0), "e1c1 e6c6", "{text}");
    }
    let promotion = "[Variant \"GARDNER\"]\n[SetUp \"1\"]\n[FEN \"4k/P4/5/5/4K w - - 0 1\"]\n\n";
    for text in ["a5=Q", "a5Q", "a5(Q)", "a5/Q+", "a4-a5=Q!"] {
        let (game, problems) = read_one(&format!("{promotion}{text}"));
        assert_eq!((main_line(&game), problems), ("a4a5q".to_owned(), vec![]), "{text}");
    }
    let (game, problems) = read_one("[FEN \"4k/P4/5/5/5/4K w - - 0 1\"]\n\n1. a6N *");
    assert!(main_line(&game).is_empty() && problems[0].contains("\"a6N\""), "no promotion here");
    let passing = "[Variant \"silverman4x5\"]\n[FEN \"rqkr/p1pp/1P2/P1PP/RQKR b - - 0 1\"]\n\n";
    for text in ["1... a3?", "1... c3"] {
        let (game, problems) = read_one(&format!("{passing}{text}"));
        assert_eq!(problems.len(), usize::from(main_line(&game).is_empty()));
    }
}

#[test]
fn a_bad_game_does_not_affect_others() {
    let text = "\u{feff}[Event \"one\"]\r\n\r\n1. b3 b4 1-0\r\n\r\n[Event \"two\"]\r\n[Variant \"Atomic\"]\r\n\r\n\
        1. e4 *\r\n[Event \"three\"]\r\n[FEN \"9/9 w\"]\r\n\r\n1. b3 *\r\n\r\n[Event \"four\"]\r\n\r\n1. b3 {open\r\n\r\n\
        [Event \"five\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1. b3 Zz9\r\n[Event \"six\"]\r\n\r\n1. c3 c4 0-1 c3\r\n";
    let games = read_all(text);
    let events: Vec<_> = games.iter().map(|read| read.game.header.tag("Event")).collect();
    let expected =
        [Some("one"), Some("two"), Some("three"), Some("four"), Some("five"), Some("six")];
    assert_eq!(events[..6], expected);
    assert_eq!(games.len(), 7, "what follows a result is another game");
    let problems: Vec<String> =
        games.iter().flat_map(|read| &read.problems).map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "game 2 (line 5, column 1): the variant \"Atomic\" is not known, so its moves are left out",
            "game 3 (line 9, column 1): the start \"9/9 w\" cannot be set up (the FEN has 2 ranks, the board has 6), \
             so its moves are left out",
            "game 4 (line 16, column 7): the comment \"open\" has no end, so it runs to the end of the game",
            "game 5, Black's move 1 (line 21, column 7): \"Zz9\" is not a move; moves are written like Nc3, axb4 or a2a3; \
             the line ends before it",
        ]
    );
    let skipped: Vec<bool> = games.iter().map(PgnGame::is_skipped).collect();
    assert_eq!(skipped, [false, true, true, false, false, false, false]);
    assert_eq!(games[4].game.result(), Some(GameEnd::Recorded(None)));
}

#[test]
fn a_game_without_a_legal_move_is_skipped() {
    for (movetext, is_skipped) in [
        ("1. e4 e5 2. Nf3 *", true),
        ("{a comment} 1. -- a4 *", true),
        ("1. e4 (1. d4) e5 *", true),
        ("1. c3 e5 *", false),
        ("{only a comment} *", false),
        ("1-0", false),
    ] {
        let games = read_all(&format!("[Event \"Chess\"]\n\n{movetext}\n"));
        assert_eq!(games[0].is_skipped(), is_skipped, "{movetext}");
    }
}

#[test]
fn results_come_from_moves_tag_and_rules() {
    let end = |text: &str| {
        let (game, problems) = read_one(text);
        (game.result(), problems)
    };
    let won = |color| Some(GameEnd::Recorded(Some(color)));
    assert_eq!(end("1. b3 1-0"), (won(Color::White), vec![]));
    assert_eq!(end("[Result \"0-1\"]\n1. b3 *"), (won(Color::Black), vec![]));
    assert_eq!(end("[Result \"1/2-1/2\"]\n1. b3"), (Some(GameEnd::Recorded(None)), vec![]));
    assert_eq!(end("[Result \"?\"]\n1. b3"), (None, vec![]));
    assert_eq!(end("[Result \" 1 \u{2013} 0\"]\n1. b3"), (won(Color::White), vec![]));
    let (result, problems) = end("[Result \"0-1\"]\n1. b3 1-0");
    assert_eq!(result, won(Color::White));
    assert_eq!(
        problems,
        ["game 1 (line 2, column 7): the results 1-0 and 0-1 differ; 1-0 is taken"]
    );
    let (result, problems) = end("1. b3 0-1 1-0");
    assert_eq!(result, won(Color::White));
    assert_eq!(
        problems,
        ["game 1 (line 1, column 11): the results 1-0 and 0-1 differ; 1-0 is taken"]
    );
    assert_eq!(
        end("[Termination \"Bob lost on time\"]\n1. b3 1-0"),
        (Some(GameEnd::TimeOut(Color::Black)), vec![])
    );
    let mate = "[Variant \"Silverman 4x4\"]\n1.axb3+ Qxb3 2.cxb3+ Kxb3 3.bxa3+ Kc4 4.Qa2#";
    let (result, problems) = end(&format!("{mate} 0-1"));
    assert_eq!(result.map(GameEnd::result_text), Some("1-0"));
    assert_eq!(
        problems,
        ["game 1 (line 2, column 46): the result 0-1 contradicts the rules, which give 1-0"]
    );
}

#[test]
fn tags_names_and_clock_are_kept() {
    let text = "[Event \"?\"]\n[White \"M\u{fc}ller, \\\"J\\\"\"]\n[Black \"?\"]\n[TimeControl \"300+2\"]\n\
        [Annotator \"me\"] [Termination \"White resigned at last\"]\n[WhiteElo \"2000\"]\n\n\
        1. b3 {[%clk 0:04:50]} b4 {[%clk 0:04:10.5]} 0-1\n";
    let (game, problems) = read_one(text);
    assert_eq!(problems, [""; 0]);
    assert_eq!(game.header.names, ["M\u{fc}ller, \"J\"".to_owned(), String::new()]);
    let names: Vec<&str> = game.header.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Annotator", "Termination", "WhiteElo"]);
    let clock = game.header.clock.unwrap();
    assert_eq!(clock.control, TimeControl { base_ms: 300_000, increment_ms: 2_000, delay_ms: 0 });
    assert_eq!(clock.left_ms, [290_000, 250_500]);
    assert_eq!(contents(&read_one(&to_pgn(&game)).0), contents(&game));
    let other = "[TimeControl \"40/7200:3600\"]\n1. b3";
    assert_eq!(read_one(other).0.header.tag("TimeControl"), Some("40/7200:3600"));
}

#[test]
fn variations_that_repeat_a_move_join_it() {
    let (game, problems) = read_one("1. b3 {one} (1. b3 {two} c4 2. c3) b4 *");
    assert_eq!(problems, [""; 0]);
    assert_eq!(main_line(&game), "b2b3 b5b4");
    let first = game.continuation(minnow_game::NodeId::ROOT).next().unwrap();
    assert_eq!(game.node(first).unwrap().notes.comment, "one\ntwo");
    assert_eq!(game.node(first).unwrap().children().len(), 2);
}

#[test]
fn variations_are_read_up_to_the_limit() {
    let nested = |depth: usize| {
        let open = "Rb1 (Ka2 Kd5 Ka1 Ke5 ".repeat(depth);
        let text = format!("{open} Rb1 {}", ")".repeat(depth));
        read_one(&format!("[Variant \"gardner\"]\n[FEN \"4k/5/5/5/K1R2 w\"]\n\n{text}"))
    };
    let limit = usize::from(MAX_NESTING);
    let (game, problems) = nested(limit);
    assert_eq!(problems, [""; 0]);
    let deepest = all_nodes(&game).into_iter().map(|id| game.node(id).unwrap().nesting()).max();
    assert_eq!(deepest, Some(MAX_NESTING));
    assert_eq!(contents(&read_one(&to_pgn(&game)).0), contents(&game));
    let (_, problems) = nested(limit + 1);
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].contains("\"Ka2\" would nest variations more than 40 deep"),
        "{problems:?}"
    );
}

#[test]
fn files_without_pgn_are_refused() {
    let error = |bytes: &[u8]| {
        read_pgn(bytes, Variant::default_variant()).map(|games| games.len()).unwrap_err()
    };
    assert_eq!(error(b" \r\n"), PgnError::Empty);
    assert_eq!(error(b"\x89PNG\r\n\x1a\n"), PgnError::NotPgn("\u{2030}PNG".to_owned()));
    assert_eq!(
        error(b"(format: 1, moves: [])").to_string(),
        "this is not PGN: it has no tags, and no game \
        can begin with \"(format:\""
    );
    assert!(matches!(error(b"* * *"), PgnError::NotPgn(_)));
    assert_eq!(error(&vec![b' '; MAX_BYTES + 1]), PgnError::TooLarge);
}

#[test]
fn hostile_files_take_linear_time() {
    for piece in [
        "(",
        ")",
        "[",
        "{",
        "[a\"",
        "[a\"\"] ",
        "$9 ",
        "1. b3 {$9} ",
        "{\n\n[Event \"",
        "\"",
        "$",
        "[%",
        "{[%",
        "\n\n",
        "1",
        ";",
    ] {
        let text = piece.repeat(100_000);
        if let Ok(games) = read_pgn(text.as_bytes(), Variant::default_variant()) {
            assert!(!games.is_empty(), "{piece}");
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_give_games_or_an_error(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        words in prop::collection::vec(prop::sample::select(WORDS), 0..60),
        variant in 0_usize..64,
    ) {
        let variants = minnow_rules::builtin_variants();
        let variant = &variants[variant % variants.len()];
        for bytes in [bytes.as_slice(), words.concat().as_bytes()] {
            for read in read_pgn(bytes, variant).unwrap_or_default() {
                assert_sound(&read.game);
                let again = read_pgn(to_pgn(&read.game).as_bytes(), variant).unwrap();
                prop_assert_eq!(contents(&again[0].game), contents(&read.game));
            }
        }
    }
}

const WORDS: &[&str] = &[
    "[Event \"x\"]\n",
    "[FEN \"",
    "[Variant \"gardner\"]\n",
    "[Result \"1-0\"]",
    "\"]\n",
    "\n\n",
    "1. ",
    " b3 ",
    " b4 ",
    " c3",
    "2...",
    "(",
    ")",
    "{",
    "}",
    "[%eval 1",
    "[%clk 1:00]",
    "]",
    ";",
    "%",
    "$1",
    "$14 ",
    "!?",
    "=",
    " 1-0 ",
    " * ",
    "\\",
    "--",
    " - ",
    " 1 - 0",
    " O - O ",
    " 0000 ",
    " word ",
    "b4\u{b1}N ",
    "[Tag x]\n",
    "[Tag: \"y\"]\n",
    "`",
    "\u{2658}c3 ",
    "\u{e9}",
    "\u{0}",
];
