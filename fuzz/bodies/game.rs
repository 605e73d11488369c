//! The readers of games: saves, journals and PGN.

use minnow_game::{
    Game, NodeId,
    internal::parse_journal,
    pgn::{PgnFile, read_pgn, to_pgn},
    save::{from_ron, to_ron},
};

use super::{check_message, variant_of};

/// A saved game. What is read is written and read back the same, also as PGN.
pub fn save(data: &[u8]) {
    match from_ron(data) {
        Err(error) => check_message(&error),
        Ok(game) => {
            check_game(&game);
            let text = to_ron(&game);
            let again = from_ron(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(again, game, "{text}");
            assert_eq!(to_ron(&again), text);
            let pgn = to_pgn(&game);
            let read = read_pgn(pgn.as_bytes(), game.variant()).unwrap_or_default();
            assert_eq!(read.len(), 1, "{pgn}");
            assert!(read[0].problems.is_empty(), "{:?}\n{pgn}", read[0].problems);
            check_round_trip(&read[0].game);
        }
    }
}

/// A journal: its first line and the saved game after it.
pub fn journal(data: &[u8]) {
    match parse_journal(data) {
        Err(error) => check_message(&error),
        Ok(game) => check_game(&game),
    }
}

/// A byte for the variant, then a PGN file of any encoding.
pub fn pgn(data: &[u8]) {
    let (variant, bytes) = variant_of(data);
    let file = match PgnFile::parse(bytes, variant) {
        Err(error) => return check_message(&error),
        Ok(file) => file,
    };
    for place in 0..file.len() {
        file.tags(place);
        let Some(read) = file.read(place) else { panic!("game {place} is missing") };
        read.problems.iter().for_each(check_message);
        check_game(&read.game);
        if !read.is_skipped() {
            check_round_trip(&read.game);
        }
    }
}

/// Checks that a game read from PGN is the same after writing and reading it.
fn check_round_trip(game: &Game) {
    let text = to_pgn(game);
    let read = read_pgn(text.as_bytes(), game.variant()).unwrap_or_default();
    assert_eq!(read.len(), 1, "{text}");
    assert!(read[0].problems.is_empty(), "{:?}\n{text}", read[0].problems);
    let [read_back, expected] = [&read[0].game, game].map(in_order_of_pgn);
    assert_eq!(contents(&read_back), contents(&expected), "{text}");
    assert_eq!(to_pgn(&read[0].game), text);
}

/// The game with the circles before the arrows, as PGN has them, and with sorted tags: PGN has the
/// seven tags of every game first.
fn in_order_of_pgn(game: &Game) -> Game {
    let mut game = game.clone();
    game.header.tags.sort();
    let nodes: Vec<NodeId> = game.nodes().map(|(id, _)| id).collect();
    for id in nodes {
        if let Some(notes) = game.notes_mut(id) {
            notes.shapes.sort_by_key(|shape| !shape.is_circle());
        }
    }
    game
}

/// Header, end and moves with their notes, in the order of the tree.
pub fn contents(game: &Game) -> String {
    let mut text = format!("{:?} {:?} {:?}\n", game.header, game.agreed_end(), game.start());
    let mut open = vec![NodeId::ROOT];
    while let Some(id) = open.pop() {
        let Some(node) = game.node(id) else { continue };
        text += &format!("{} {:?} {:?}\n", node.ply(), node.played(), node.notes);
        open.extend(node.children().iter().rev());
    }
    text
}

/// Checks the invariants of a game's tree.
pub fn check_game(game: &Game) {
    check_changes(game, None);
}

/// Checks the invariants of a game's tree. A node whose moves all are those of the `known` game was
/// checked there: nodes are never changed in place while two games share them.
pub fn check_changes(game: &Game, known: Option<&Game>) {
    let is_known = |id: NodeId| known.is_some_and(|known| shares_node(known, game, id));
    let mut nodes = 0;
    let mut open = vec![NodeId::ROOT];
    while let Some(id) = open.pop() {
        let Some(node) = game.node(id) else { panic!("a child that is no node") };
        nodes += 1;
        if !is_known(id) || !node.children().iter().all(|child| is_known(*child)) {
            (0..node.children().len()).for_each(|place| check_child(game, id, place));
        }
        open.extend(node.children());
    }
    assert_eq!(nodes, game.nodes().count(), "a node hangs in the air");
    let nesting = game.node(game.head()).map(|node| node.nesting());
    assert_eq!(nesting, Some(0), "the head left the main line");
    assert!(game.node(game.cursor()).is_some(), "the cursor hangs in the air");
}

/// True if the node is in both games and takes memory once.
fn shares_node(a: &Game, b: &Game, id: NodeId) -> bool {
    matches!((a.node(id), b.node(id)), (Some(a), Some(b)) if std::ptr::eq(a, b))
}

/// Checks one move of the tree: the child at this place of a node.
fn check_child(game: &Game, id: NodeId, place: usize) {
    let Some(node) = game.node(id) else { panic!("a child that is no node") };
    let child = node.children()[place];
    let Some(next) = game.node(child) else { panic!("a child that is no node") };
    let Some(mv) = next.played() else { panic!("a node without a move") };
    assert_eq!(next.parent(), Some(id));
    assert_eq!(game.child(id, mv), Some(child), "a move stands twice");
    assert_eq!(next.ply(), node.ply() + 1);
    assert_eq!(next.nesting(), node.nesting() + u16::from(place > 0));
    assert!(node.position().legal_moves().contains(mv));
    assert_eq!(node.position().play(mv), *next.position());
}

/// Checks that two games have the same contents, see [`contents`].
pub fn check_same_contents(a: &Game, b: &Game, problem: &str) {
    let is_same = a.header == b.header
        && a.agreed_end() == b.agreed_end()
        && a.start() == b.start()
        && a.nodes().count() == b.nodes().count()
        && a.nodes().all(|(id, _)| shares_node(a, b, id));
    if !is_same {
        assert_eq!(contents(a), contents(b), "{problem}");
    }
}
