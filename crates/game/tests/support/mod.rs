//! Games for the tests of games, made from move texts or at random.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::Path;

use minnow_game::{
    DrawnShape, Game, GameEnd, Judgement, Mark, MoveVerdict, NodeId, RecordedEval, ShapeColor,
    journal::{GameOrigin, Journal},
};
use minnow_rules::{Color, Move, Position, Variant, builtin_variants};

/// A game of a variant with these moves played.
pub(crate) fn game(variant: &str, moves: &str) -> Game {
    let mut game = Game::new(Variant::by_id(variant).unwrap());
    play_all(&mut game, moves);
    game
}

pub(crate) fn read(game: &Game, text: &str) -> Move {
    game.position().parse_move(text).unwrap()
}

pub(crate) fn play(game: &mut Game, text: &str) -> NodeId {
    let mv = read(game, text);
    game.play(mv).unwrap()
}

pub(crate) fn play_all(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        play(game, text);
    }
}

/// The moves of the line from the root through a node to the line's end.
pub(crate) fn line(game: &Game, id: NodeId) -> String {
    let mut position = *game.start();
    let mut texts = Vec::new();
    for id in game.path(id).into_iter().chain(game.continuation(id)) {
        let node = game.node(id).unwrap();
        texts.extend(node.played().map(|mv| position.move_text(mv)));
        position = *node.position();
    }
    texts.join(" ")
}

pub(crate) fn main_line(game: &Game) -> String {
    line(game, NodeId::ROOT)
}

/// All nodes in the order of a file, each parent before its children.
pub(crate) fn all_nodes(game: &Game) -> Vec<NodeId> {
    let mut open = vec![NodeId::ROOT];
    let mut ids = Vec::new();
    while let Some(id) = open.pop() {
        ids.push(id);
        open.extend(game.node(id).unwrap().children().iter().rev());
    }
    ids
}

/// The moves of all nodes with their notes, but not the ids.
pub(crate) fn nodes_text(game: &Game) -> String {
    let text = |id: NodeId| {
        let node = game.node(id).unwrap();
        format!("{} {} {:?} {:?}", node.ply(), node.nesting(), node.played(), node.notes)
    };
    format!("{:#?}", all_nodes(game).into_iter().map(text).collect::<Vec<_>>())
}

/// The origin of a game with changes that are in no file.
pub(crate) fn unsaved() -> GameOrigin {
    GameOrigin { unsaved: true, ..GameOrigin::default() }
}

/// A new journal in the folder that holds the game.
pub(crate) fn journal_of(folder: &Path, game: &Game, origin: &GameOrigin) -> Journal {
    let journal = Journal::open(folder).unwrap();
    journal.write(game, origin).unwrap();
    journal
}

/// Checks the invariants of a game.
pub(crate) fn assert_sound(game: &Game) {
    for id in all_nodes(game) {
        let node = game.node(id).unwrap();
        assert_eq!(game.path(id).len(), node.ply() as usize + 1);
        if let (Some(parent), Some(mv)) = (node.parent(), node.played()) {
            let before = game.node(parent).unwrap();
            assert!(before.position().legal_moves().contains(mv));
            assert_eq!(before.position().play(mv), *node.position());
            let place = before.children().iter().position(|child| *child == id).unwrap();
            assert_eq!(node.nesting(), before.nesting() + u16::from(place > 0));
            assert_eq!(game.child(parent, mv), Some(id), "a move stands twice");
        }
    }
    assert_eq!(game.node(game.head()).unwrap().nesting(), 0, "the head left the main line");
    assert!(game.node(game.cursor()).is_some(), "the cursor hangs in the air");
}

/// A game made by random edits, one for each number.
pub(crate) fn grow(variant: usize, steps: &[(u8, u32)]) -> Game {
    let variants = builtin_variants();
    let mut game = Game::new(&variants[variant % variants.len()]);
    for (action, number) in steps {
        step(&mut game, *action, *number);
    }
    game
}

/// Makes an edit chosen by one number at a node chosen by another.
pub(crate) fn step(game: &mut Game, action: u8, number: u32) {
    let ids = all_nodes(game);
    let any = ids[number as usize % ids.len()];
    match action % 24 {
        kind @ 0..=10 => {
            let moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
            if let Some(mv) = moves.get(number as usize % moves.len().max(1)) {
                let _ = if kind == 10 { game.play_on(*mv) } else { game.play(*mv) };
            }
        }
        11 | 12 => drop(game.go_to(any)),
        13 => drop(game.go_to(game.head())),
        14 => drop(game.take_back()),
        15 => drop(game.redo()),
        16 => drop(game.promote(any)),
        17 => drop(game.demote(any)),
        18 => drop(game.make_main_line(any)),
        19 if number.is_multiple_of(5) => drop(game.delete(any)),
        20 => {
            let ends =
                [GameEnd::Resigned(Color::White), GameEnd::Agreed, GameEnd::TimeOut(Color::Black)];
            game.conclude(ends[number as usize % 3]);
        }
        _ => annotate(game, any, number),
    }
}

fn annotate(game: &mut Game, id: NodeId, number: u32) {
    let squares: Vec<_> = game.variant().board().into_iter().collect();
    let square = |n: u32| squares[n as usize % squares.len()];
    let before = game.node(id).and_then(|node| game.node(node.parent()?));
    let better = before.map_or(Vec::new(), |node| random_line(*node.position(), number));
    let Some(notes) = game.notes_mut(id) else { return };
    match number % 7 {
        0 => notes.comment = format!("\"{number}\" \\ line\nbreak, \u{fc}\u{301}\u{0} ) ]"),
        1 => notes.marks.toggle(Mark::ALL[number as usize / 6 % 6]),
        2 => notes.shapes.push(DrawnShape {
            color: ShapeColor::ALL[number as usize / 6 % 4],
            from: square(number / 24),
            to: square(number / 500),
        }),
        3 => {
            let cp = number as i32;
            notes.evaluation = Some(RecordedEval::Centipawns { cp, depth_plies: number as u16 });
        }
        4 => {
            let moves = (number / 6) as i32 % 50 - 25;
            notes.evaluation = Some(RecordedEval::Mate { moves, depth_plies: 7 });
        }
        5 => {
            notes.verdict = Some(Box::new(MoveVerdict {
                evaluation: RecordedEval::Centipawns { cp: -(number as i32), depth_plies: 9 },
                judgement: Judgement::ALL.get(number as usize / 7 % 6).copied(),
                sentence: "x".repeat(number as usize % 3),
                better,
                is_confirmed: (number / 42).is_multiple_of(2),
            }));
        }
        _ if number.is_multiple_of(2) => notes.clock_ms = Some(u64::from(number)),
        _ => notes.used_ms = Some(u64::from(number)),
    }
}

/// Up to three moves from a position, chosen by a number.
fn random_line(mut position: Position, number: u32) -> Vec<Move> {
    let mut line = Vec::new();
    for _ in 0..number % 4 {
        let moves = position.legal_moves();
        let Some(mv) = moves.iter().nth(number as usize % moves.len().max(1)) else { break };
        line.push(mv);
        position = position.play(mv);
    }
    line
}

/// The game as it was before a review.
pub(crate) fn without_verdicts(game: &Game) -> Game {
    let mut game = game.clone();
    for id in all_nodes(&game) {
        game.notes_mut(id).unwrap().verdict = None;
    }
    game
}
