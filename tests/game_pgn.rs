//! PGN: what is written is read back as the same tree, and what other programs write is read.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use minnow::game::pgn::{MAX_GAMES, PgnError, PgnGame, read_pgn, to_pgn};
use minnow::game::{Game, GameEnd, MAX_NESTING, TimeControl};
use minnow::rules::{Color, Variant};
use proptest::prelude::*;
use support::{all_nodes, assert_sound, game, grow, main_line, play, play_all};

fn read_all(text: &str) -> Vec<PgnGame> {
    read_pgn(text.as_bytes(), Variant::default_variant()).unwrap()
}

/// The only game of a text, and its problems as sentences.
fn read_one(text: &str) -> (Game, Vec<String>) {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{text}");
    let PgnGame { game, problems } = games.remove(0);
    assert_sound(&game);
    (game, problems.iter().map(ToString::to_string).collect())
}

/// The tree with its notes, a node per line; names, end and tags before it.
fn contents(game: &Game) -> String {
    let nodes: Vec<String> = all_nodes(game)
        .into_iter()
        .map(|id| {
            let node = game.node(id).unwrap();
            format!("{} {} {:?} {:?}", node.ply(), node.nesting(), node.played(), node.notes)
        })
        .collect();
    format!("{:?} {:?} {:?} {nodes:#?}", game.start(), game.header, game.result())
}

/// The moves of all nodes alone.
fn tree(game: &Game) -> Vec<String> {
    let text = |id| {
        let node = game.node(id).unwrap();
        format!("{} {} {:?}", node.ply(), node.nesting(), node.played())
    };
    all_nodes(game).into_iter().map(text).collect()
}

#[test]
fn a_plain_game_looks_like_one() {
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
