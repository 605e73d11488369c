//! Tests of the rows of the move list.

use super::*;
use minnow_game::{MoveVerdict, RecordedEval};
use minnow_rules::{Variant, parse_san};

fn play(game: &mut Game, text: &str) -> NodeId {
    let mv = parse_san(game.position(), text).unwrap();
    game.play(mv).unwrap()
}

fn flat(row: &Row) -> String {
    let text = |cell: &Option<Cell>| cell.as_ref().map_or("-".to_owned(), Cell::text);
    let indent = |depth: &u16| "  ".repeat(usize::from(*depth));
    match row {
        Row::Pair { number, white, black } => format!("{number} {} {}", text(white), text(black)),
        Row::Comment { depth, text } => format!("{}\"{text}\"", indent(depth)),
        Row::Line { depth, first, cells } => {
            let words = cells.iter().map(|cell| format!(" {}{}", cell.number, cell.text()));
            let dash = if *first { "-" } else { " " };
            format!("{}{dash}{}", indent(depth), words.collect::<String>())
        }
        Row::Verdict { depth, content: VerdictContent { sentence, better, .. } } => {
            format!("{}[{sentence} ({})]", indent(depth), better.join(" "))
        }
    }
}

fn sheet(game: &Game) -> Vec<String> {
    let mut sheet = MoveSheet::default();
    sheet.update(game, 1, 0);
    sheet.rows.iter().map(flat).collect()
}

/// 1. a3 b4 2. axb4, with 1... d4 2. e3 (2. c3 d5) dxe3 and 2. c3 as variations.
fn branched() -> (Game, NodeId) {
    let mut game = Game::new(Variant::default_variant());
    let first = play(&mut game, "a3");
    let reply = play(&mut game, "b4");
    play(&mut game, "axb4");
    game.go_to(first);
    let other = play(&mut game, "d4");
    play(&mut game, "e3");
    let last = play(&mut game, "dxe3");
    game.go_to(other);
    play(&mut game, "c3");
    game.go_to(reply);
    play(&mut game, "c3");
    (game, last)
}

#[test]
fn moves_and_nested_variations_stand_in_reading_order() {
    let (mut game, last) = branched();
    let rows = [
        "1 a3 b4",
        "  - 1\u{2026}d4 2.e3",
        "    - 2.c3",
        "    2\u{2026}dxe3",
        "2 axb4 -",
        "  - 2.c3",
    ];
    assert_eq!(sheet(&game), rows);
    game.notes_mut(last).unwrap().marks.toggle(Mark::Brilliant);
    assert_eq!(sheet(&game)[3], "    2\u{2026}dxe3!!");
}

#[test]
fn comments_part_the_pair_and_the_variation() {
    let (mut game, last) = branched();
    let path = game.path(game.main_line_end());
    for (node, text) in [(path[0], "Start."), (path[1], "Slow. [%mdl 64]"), (last, "Takes.")] {
        game.notes_mut(node).unwrap().comment = text.to_owned();
    }
    game.notes_mut(path[2]).unwrap().comment = "[%evp 0,34]".to_owned();
    let rows = sheet(&game);
    assert_eq!(rows[..4], ["\"Start.\"", "1 a3 -", "\"Slow.\"", "1 - b4"]);
    assert!(rows.contains(&"  \"Takes.\"".to_owned()), "{rows:?}");
}

#[test]
fn a_verdict_has_mark_and_better_line() {
    let (mut game, _) = branched();
    let path = game.path(game.main_line_end());
    let better = parse_san(game.node(path[1]).unwrap().position(), "c4").unwrap();
    let verdict = MoveVerdict {
        evaluation: RecordedEval::Centipawns { cp: 500, depth_plies: 9 },
        judgement: Some(Judgement::Mistake),
        sentence: "b4 loses a pawn.".to_owned(),
        better: vec![better],
        is_confirmed: true,
    };
    game.notes_mut(path[2]).unwrap().verdict = Some(Box::new(verdict));
    let rows = sheet(&game);
    assert_eq!(rows[..2], ["1 a3 b4?", "[b4 loses a pawn. (1\u{2026} c4)]"]);
    game.insert(path[1], better).unwrap();
    assert_eq!(sheet(&game)[1], "[b4 loses a pawn. ()]", "the line is a variation now");
    game.notes_mut(path[2]).unwrap().marks.toggle(Mark::Interesting);
    assert_eq!(sheet(&game)[0], "1 a3 b4!?", "the user's own mark goes first");
}

#[test]
fn a_short_better_line_says_how_it_ends() {
    let variant = Variant::by_id("gardner").unwrap();
    let position = Position::from_fen(variant, "k4/5/1K3/5/2Q2 w").unwrap();
    let mate = position.parse_move("c1c5").unwrap();
    assert_eq!(better_words(position, &[mate]), ["1. Qc5#, White wins by checkmate"]);
    let quiet = position.parse_move("c1c2").unwrap();
    assert_eq!(better_words(position, &[quiet]), ["1. Qc2"]);
}

#[test]
fn cells_have_the_clock_or_the_time_used() {
    let mut game = Game::new(Variant::default_variant());
    let mut times = Vec::new();
    for (text, clock_ms, used_ms) in [
        ("a3", Some(178_900), Some(3_100)),
        ("b4", None, Some(12_250)),
        ("axb4", Some(3_725_000), None),
        ("d4", None, None),
    ] {
        let id = play(&mut game, text);
        let notes = game.notes_mut(id).unwrap();
        (notes.clock_ms, notes.used_ms) = (clock_ms, used_ms);
    }
    let mut sheet = MoveSheet::default();
    sheet.update(&game, 1, 0);
    for row in &sheet.rows {
        let Row::Pair { white, black, .. } = row else { panic!("no comment: {row:?}") };
        times.extend(white.iter().chain(black).map(|cell| cell.time.clone()));
    }
    assert_eq!(times, ["2:58", "12.2 s", "1:02:05", ""]);
}

#[test]
fn a_long_variation_is_cut_into_rows() {
    let variant = Variant::by_id("minichess").unwrap();
    let start = Position::from_fen(variant, "k4/5/5/5/5/K3R w - - 0 1").unwrap();
    let mut game = Game::from_position(start);
    let mut end = NodeId::ROOT;
    let add = |game: &Game, end, text: &str| {
        let position = *game.node(end).unwrap().position();
        position.parse_move(text).unwrap()
    };
    let other = add(&game, end, "e1d1");
    game.add(end, other).unwrap();
    for ply in 0..100 {
        let text = ["e1e2", "a6b6", "e2e1", "b6a6"][ply % 4];
        let next = add(&game, end, text);
        end = game.add(end, next).unwrap();
    }
    let mut sheet = MoveSheet::default();
    sheet.update(&game, 1, 0);
    assert_eq!((sheet.rows.len(), sheet.row_of(end)), (4, Some(3)));
    assert_eq!(line_text(&game, game.path(end)[3]), "1. Re2 Kb6 2. Re1");
}

#[test]
fn only_a_changed_game_makes_new_rows() {
    let mut game = Game::new(Variant::default_variant());
    let mut sheet = MoveSheet::default();
    assert!(sheet.update(&game, 1, 0) && sheet.rows.is_empty());
    let first = play(&mut game, "a3");
    assert!(!sheet.update(&game, 1, 0) && sheet.rows.is_empty());
    assert!(sheet.update(&game, 1, 1));
    assert_eq!((sheet.rows.len(), sheet.row_of(first)), (1, Some(0)));
    assert_eq!(sheet.row_of(NodeId::ROOT), None);
}
