//! Written PGN: comments, times and reviews, and that it is read back as the same game.

use crate::{
    pgn::{contents, read_one},
    support::{all_nodes, game, grow, without_verdicts},
};
use minnow_game::{Game, GameEnd, pgn::to_pgn};
use minnow_rules::{Color, Position, Variant};
use proptest::prelude::*;

/// The moves of all nodes, without notes.
fn tree(game: &Game) -> Vec<String> {
    let text = |id| {
        let node = game.node(id).unwrap();
        format!("{} {} {:?}", node.ply(), node.nesting(), node.played())
    };
    all_nodes(game).into_iter().map(text).collect()
}

#[test]
fn plain_games_are_written_plainly() {
    let mut game = game("minichess", "b2b3 b5b4 c2c3 b4c3");
    game.header.names = ["Ada".to_owned(), "Bob \"the rook\"".to_owned()];
    game.header.tags = vec![("ECO".to_owned(), "A00".to_owned())];
    game.header.tags.push(("Event".to_owned(), "Club".to_owned()));
    game.conclude(GameEnd::Resigned(Color::White));
    let expected = r#"[Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada"]
[Black "Bob \"the rook\""]
[Result "0-1"]
[Variant "minichess"]
[Termination "resignation"]
[ECO "A00"]

1. b3 b4 2. c3 bxc3 0-1
"#;
    assert_eq!(to_pgn(&game), expected);
    let (read, problems) = read_one(expected);
    assert_eq!(problems, [""; 0]);
    assert_eq!(read.header.names, game.header.names);
    assert_eq!(read.result(), Some(GameEnd::Resigned(Color::White)));
    assert_eq!(read.header.tags.len(), 2);
    assert_eq!(to_pgn(&read), expected);
}

#[test]
fn no_tag_hides_another() {
    let mut game = game("minichess", "b2b3");
    let names = ["A", "A", "A_2", "A:", "\u{200b}A", "\u{ff21}\u{ff1d}", "A b", "A\u{a0}b"];
    game.header.tags =
        names.into_iter().zip('1'..).map(|(name, value)| (name.to_owned(), value.into())).collect();
    let (read, problems) = read_one(&to_pgn(&game));
    assert_eq!(problems, [""; 0]);
    let values: String = read.header.tags.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, "12345678");
}

#[test]
fn comments_stay_inside_their_braces() {
    let mut game = game("minichess", "b2b3 b5b4");
    let id = game.head();
    let long = "word ".repeat(60);
    game.notes_mut(id).unwrap().comment =
        format!("a }} b {{ c\n\n[Event \"x\"]\n%hidden ; $3 ( 1-0 {long}%x\n$1");
    let written = to_pgn(&game);
    assert!(written.lines().all(|line| line.chars().count() < 80 && !line.starts_with('%')));
    let (read, problems) = read_one(&written);
    assert_eq!(problems, [""; 0]);
    let comment = &read.node(read.head()).unwrap().notes.comment;
    let long = long.trim_end();
    assert_eq!(*comment, format!("a ) b ( c [Event \"x\"] %hidden ; $3 ( 1-0 {long} %x\n$1"));
}

#[test]
fn paragraphs_survive_behind_a_command() {
    let text = "1. b3 {[%csl Bc3] %one\n\ntwo} *";
    let (game, _) = read_one(text);
    let first = game.continuation(minnow_game::NodeId::ROOT).next().unwrap();
    assert_eq!(game.node(first).unwrap().notes.comment, "%one\ntwo");
    assert_eq!(contents(&read_one(&to_pgn(&game)).0), contents(&game), "{}", to_pgn(&game));
}

#[test]
fn move_times_leave_the_comment() {
    let text = "[TimeControl \"180+2\"]\n\n1. b3 {[%emt 0:00:03] [%clk 0:02:59]} b4 \
                { [%clk 2:50] slow [%emt 12.5] } 2. c3 {[%emt 1]} *";
    let (game, problems) = read_one(text);
    assert_eq!(problems, [""; 0]);
    let path = game.path(game.head());
    let notes = |place: usize| {
        let notes = &game.node(path[place]).unwrap().notes;
        (notes.clock_ms, notes.used_ms, notes.comment.as_str())
    };
    assert_eq!(notes(1), (Some(179_000), Some(3_000), ""));
    assert_eq!(notes(2), (Some(170_000), Some(12_500), "slow"));
    assert_eq!(notes(3), (None, Some(1_000), ""));
    assert_eq!(game.time_left_ms(game.head()), Some([179_000, 170_000]));
    let written = to_pgn(&game).replace('\n', " ");
    assert!(written.contains("b4 {[%clk 0:02:50] [%emt 0:00:12.5] slow}"), "{written}");
    assert_eq!(contents(&read_one(&to_pgn(&game)).0), contents(&game));
}

#[test]
fn reviews_are_written_for_other_programs() {
    use minnow_game::{Judgement, MoveVerdict, RecordedEval};
    let mut game = game("minichess", "b2b3 b5b4 c2c3");
    let start = *game.start();
    let first = game.continuation(minnow_game::NodeId::ROOT).next().unwrap();
    let better = start.parse_move("c2c3").unwrap();
    game.notes_mut(first).unwrap().verdict = Some(Box::new(MoveVerdict {
        evaluation: RecordedEval::Centipawns { cp: -310, depth_plies: 9 },
        judgement: Some(Judgement::Blunder),
        sentence: "b3 loses a pawn; c3 kept it".to_owned(),
        better: vec![better, start.play(better).parse_move("b5b4").unwrap()],
        is_confirmed: true,
    }));
    let written = to_pgn(&game);
    let movetext = written.split("\n\n").nth(1).unwrap();
    assert_eq!(
        movetext.replace('\n', " ").trim_end(),
        "1. b3 $4 {[%eval -3.10,9] b3 loses a pawn; c3 kept it} (1. c3 b4) 1... b4 2. c3 *"
    );
    let (read, problems) = read_one(&written);
    assert_eq!(problems, [""; 0]);
    assert!(all_nodes(&read).iter().all(|id| read.node(*id).unwrap().notes.verdict.is_none()));
    assert_eq!(contents(&read_one(&to_pgn(&read)).0), contents(&read));
}

/// Black is mated by the seventh ply; the last two lead to the king's capture.
#[test]
fn finished_games_end_without_evaluations() {
    use minnow_game::{MoveVerdict, NodeId, RecordedEval};
    let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
    let mut game =
        Game::from_position(Position::from_fen(Variant::default_variant(), fen).unwrap());
    for text in "c3b4 b6c6 b4c4 c6b6 c4d5 b6a6 d5c5 a6a5 c5a5".split(' ') {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    let nodes: Vec<NodeId> = game.continuation(NodeId::ROOT).collect();
    for (node, moves) in nodes.into_iter().zip([3, 3, 2, 2, 1, 1, 0, 1, 0]) {
        let evaluation = RecordedEval::Mate { moves, depth_plies: 0 };
        assert!(game.set_verdict(node, MoveVerdict::unjudged(evaluation)));
    }
    let written = to_pgn(&game).replace('\n', " ");
    assert_eq!(written.matches("[%eval").count(), 6, "{written}");
    assert!(written.contains("22... Ka6 {[%eval #1]} 23. Qc5 Ka5 24. Qxa5# 1-0"), "{written}");
}

proptest! {
    #[test]
    fn written_games_are_read_back_unchanged(
        variant in 0_usize..64,
        steps in prop::collection::vec(any::<(u8, u32)>(), 0..100),
        names in any::<[String; 2]>(),
        tags in prop::collection::vec(any::<(String, String)>(), 0..3),
    ) {
        let mut game = grow(variant, &steps);
        game.header.names = names;
        game.header.tags = tags;
        let written = to_pgn(&game);
        let (once, problems) = read_one(&written);
        prop_assert_eq!(problems, [""; 0], "{}", written);
        let again = to_pgn(&once);
        prop_assert_eq!(contents(&read_one(&again).0), contents(&once), "{}\n{}", written, again);
        prop_assert_eq!(once.start(), game.start());
        let kept = without_verdicts(&game);
        let read_back = read_one(&to_pgn(&kept)).0;
        prop_assert_eq!(tree(&read_back), tree(&kept));
    }

    #[test]
    fn notes_survive_except_blanks_and_braces(
        variant in 0_usize..64,
        steps in prop::collection::vec(any::<(u8, u32)>(), 0..60),
        comments in prop::collection::vec("[ -~\u{e9}\n]{0,60}", 1..5),
    ) {
        let mut game = without_verdicts(&grow(variant, &steps));
        for (id, comment) in all_nodes(&game).into_iter().zip(comments.iter().cycle()) {
            game.notes_mut(id).unwrap().comment = comment.replace("[%", "");
        }
        let read = read_one(&to_pgn(&game)).0;
        for (read_id, id) in all_nodes(&read).into_iter().zip(all_nodes(&game)) {
            let (found, notes) = (&read.node(read_id).unwrap().notes, &game.node(id).unwrap().notes);
            let plain = |text: &str| {
                let text = text.replace('{', "(").replace('}', ")");
                text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
            };
            prop_assert_eq!(plain(&found.comment), plain(&notes.comment));
            prop_assert_eq!(found.marks, notes.marks);
            prop_assert_eq!(found.evaluation, notes.evaluation);
            prop_assert_eq!(found.clock_ms, notes.clock_ms);
            prop_assert_eq!(found.used_ms, notes.used_ms);
            let shapes = |notes: &minnow_game::Notes| {
                let mut shapes: Vec<String> = notes.shapes.iter().map(ToString::to_string).collect();
                shapes.sort();
                shapes
            };
            prop_assert_eq!(shapes(found), shapes(notes));
        }
    }
}
