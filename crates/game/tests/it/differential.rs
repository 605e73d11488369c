//! PGN laid out as other programs write it: the games of `.ci/pgn-differential` are read with the moves
//! that pyffish made.

use std::{env, fs, path::PathBuf};

use minnow_game::{
    Game, NodeId,
    pgn::{read_pgn, to_pgn},
};
use minnow_rules::Variant;

/// Adds the moves after a node, with the variations in brackets.
fn push_moves(game: &Game, mut parent: NodeId, words: &mut Vec<String>) {
    while let Some((main, variations)) = game.node(parent).unwrap().children().split_first() {
        words.push(move_text(game, *main));
        for variation in variations {
            words.push("(".to_owned());
            words.push(move_text(game, *variation));
            push_moves(game, *variation, words);
            words.push(")".to_owned());
        }
        parent = *main;
    }
}

fn move_text(game: &Game, id: NodeId) -> String {
    let node = game.node(id).unwrap();
    let before = game.node(node.parent().unwrap()).unwrap();
    before.position().move_text(node.played().unwrap())
}

fn moves(game: &Game) -> String {
    let mut words = Vec::new();
    push_moves(game, NodeId::ROOT, &mut words);
    words.join(" ")
}

/// Pieces and side to move of a FEN.
fn placement(fen: &str) -> Vec<&str> {
    fen.split(' ').take(2).collect()
}

/// The environment variable `MINNOW_PGN_GAMES` names another folder.
#[test]
fn games_of_other_layouts_have_their_moves() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/pgn");
    let folder = env::var_os("MINNOW_PGN_GAMES").map_or_else(|| own.into(), PathBuf::from);
    let mut games = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "pgn") {
            continue;
        }
        let recorded = fs::read_to_string(path.with_extension("moves")).unwrap();
        let read = read_pgn(&fs::read(&path).unwrap(), Variant::default_variant()).unwrap();
        assert_eq!(read.len(), recorded.lines().count(), "{}", path.display());
        for (line, pgn) in recorded.lines().zip(&read) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [variant, start, expected] = fields[..] else { panic!("{line}") };
            let game = &pgn.game;
            assert!(pgn.problems.is_empty(), "{:?}: {line}", pgn.problems);
            assert_eq!(game.variant().id, variant);
            assert_eq!(placement(&game.start().fen()), placement(start));
            assert_eq!(moves(game), expected);
            let again = read_pgn(to_pgn(game).as_bytes(), game.variant()).unwrap();
            assert_eq!(moves(&again[0].game), expected);
            games += 1;
        }
    }
    assert!(games >= 20, "{games} games");
}
