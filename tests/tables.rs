//! The end-game tables against independent truth: a second, simple move generator, and games that
//! the engine plays with them.
//!
//! Every entry must equal the backup of its successors: the best of their values, one ply later. With
//! the distances, which rise from position to position, that proves a table. A debug build checks
//! small classes, and of large ones a part of the entries; an optimized build checks every entry of
//! all classes of up to four men of a set of rules: `cargo test --release --test tables minichess`.

// A panic reports a failed test.
#![allow(clippy::expect_used, clippy::panic)]

mod simple_rules;

use std::sync::{Arc, atomic::AtomicBool};

use minnow::{
    engine::{Random, Root, Score, SearchLimits, Searcher},
    rules::{Position, Variant},
    tables::{TableClass, TableSet, TableValue},
};
use simple_rules::SimpleBoard;

/// The most entries of a table that are checked.
const MAX_ENTRIES: usize = if cfg!(debug_assertions) { 1_000 } else { usize::MAX };

fn variant(id: &str) -> &'static Variant {
    Variant::by_id(id).expect("a built-in variant")
}

/// A set with these classes and those that they need.
fn built(variant: &'static Variant, classes: &[TableClass]) -> TableSet {
    let mut set = TableSet::new(variant);
    for class in classes {
        if set.table(class).is_none() {
            set.build(class, &AtomicBool::new(false), &mut |_, _| {}).expect("a table");
        }
    }
    set
}

fn classes(names: &[&str]) -> Vec<TableClass> {
    names.iter().map(|name| name.parse().expect("a class")).collect()
}

/// The value of a placement by the table. A double step can be answered en passant, so the captures
/// of that reply compete with the table's value.
fn value_of(set: &TableSet, board: &SimpleBoard) -> TableValue {
    let mut plain = *board;
    plain.passed = None;
    let position = plain.position(set.variant());
    let known = set.value(&position).unwrap_or_else(|| panic!("no value: {position:?}"));
    if board.passed.is_none() {
        return known;
    }
    let captures = board.safe_moves().into_iter().filter(|next| next.took_en_passant);
    let captured = captures.map(|next| value_of(set, &next).before_move()).max();
    // A side whose only moves are such captures is not in the table as it stands.
    let has_moves = !plain.safe_moves().is_empty();
    captured.map_or(known, |captured| if has_moves { captured.max(known) } else { captured })
}

/// The value of a placement from its successors alone.
fn backup(set: &TableSet, board: &SimpleBoard) -> TableValue {
    let moves = board.safe_moves();
    if moves.is_empty() {
        return board.end_value();
    }
    if board.is_drawn_by_material() {
        return TableValue::Draw;
    }
    let values = moves.iter().map(|next| value_of(set, next).before_move());
    values.max().unwrap_or(TableValue::Draw)
}

/// Checks every entry of these classes, and of those that they need.
fn check(variant: &'static Variant, wanted: &[TableClass]) {
    let set = built(variant, wanted);
    let mut checked = 0_u64;
    for table in set.all() {
        // An odd step meets both sides to move and all files.
        let step = table.entries().div_ceil(MAX_ENTRIES) | 1;
        for (position, value) in table.positions(variant).step_by(step) {
            let board = SimpleBoard::of(&position);
            assert_eq!(value, backup(&set, &board), "{position:?}");
            checked += 1;
        }
    }
    println!("{}: {checked} entries of {} tables", variant.id, set.all().count());
    assert!(checked > 400, "{checked}");
}

/// A test for each set of rules, named after a variant with these rules, with the further classes
/// that a debug build checks.
macro_rules! every_entry_is_the_backup_of_its_successors {
    ($($id:ident: $classes:expr,)*) => {$(
        #[test]
        fn $id() {
            let variant = variant(stringify!($id));
            let wanted: Vec<TableClass> = if cfg!(debug_assertions) {
                classes(&$classes)
            } else {
                TableClass::up_to(variant, 4)
            };
            check(variant, &wanted);
        }
    )*};
}

every_entry_is_the_backup_of_its_successors! {
    minichess: ["KBK", "KQK"],
    minichess2006: ["KBK", "KQK"],
    gardner: ["KRK", "KNK"],
    petty: ["KBK", "KRK"],
    chessattack: ["KBK", "KQK"],
    microchess: ["KPK"],
    silverman4x4: ["KPK", "KRKB"],
    silverman4x5: ["KPK"],
    chess4x6: ["KRK", "KNK"],
    losalamos: ["KNK"],
    diana: ["KRK"],
    simpler: ["KBK"],
}

/// A position of the class with this value, chosen at random.
fn random_position(set: &TableSet, class: &str, random: &mut Random) -> Position {
    let variant = set.variant();
    let table = set.table(&class.parse().expect("a class")).expect("a table");
    let count = table.all().count();
    let skipped = random.below(count);
    let (position, _) = table.positions(variant).nth(skipped).expect("a position");
    position
}

/// The most plies of a game.
const MAX_PLIES: u8 = 40;

/// Plays from a position: with tables for the side to move, and for the other side with or without.
/// Returns the plies to the mate, or `None` for a draw or a longer game.
fn play(set: &Arc<TableSet>, start: Position, both_probe: bool) -> Option<u8> {
    let mut sides = [true, both_probe].map(|probes| {
        let mut searcher = Searcher::new(set.variant(), 1);
        searcher.set_tables(probes.then(|| set.clone()));
        searcher
    });
    let mut root = Root::new(start);
    for plies in 0..MAX_PLIES {
        if let Some(outcome) = root.position.outcome(1) {
            return outcome.winner.map(|_| plies);
        }
        if root.position.safe_moves().is_empty() {
            return Some(plies);
        }
        let never = AtomicBool::new(false);
        let side = &mut sides[usize::from(plies) % 2];
        let result = side.search(&root, &SearchLimits::depth(2), &never, &mut |_| {});
        root.play(result.best.expect("a move"));
    }
    None
}

#[test]
fn games_with_tables_keep_the_result() {
    let games = if cfg!(debug_assertions) { 6 } else { 2_000 };
    for (id, class) in [("silverman4x4", "KRKN"), ("minichess", "KQK"), ("gardner", "KRK")] {
        let set = Arc::new(built(variant(id), &classes(&[class])));
        let mut random = Random(17);
        for _ in 0..games {
            let start = random_position(&set, class, &mut random);
            let Some(value) = set.proven_value(&start) else { continue };
            let plies = value.plies_to_mate(variant(id));
            let ends = play(&set, start, true);
            match value {
                TableValue::Draw => assert_eq!(ends, None, "{start:?}"),
                _ => assert_eq!(ends, plies.filter(|plies| *plies < MAX_PLIES), "{start:?}"),
            }
            // Against an opponent without tables a win is not longer, and a draw is not lost.
            let against = play(&set, start, false);
            if let (TableValue::Win(_), Some(plies)) = (value, plies) {
                assert!(against.is_some_and(|ends| ends <= plies), "{start:?}: {against:?}");
                assert!(against.is_some_and(|ends| ends % 2 == 1), "{start:?}");
            }
            if value == TableValue::Draw {
                assert!(against.is_none_or(|ends| ends % 2 == 1), "{start:?}");
            }
        }
    }
}

#[test]
fn the_root_plays_the_shortest_win() {
    let set = Arc::new(built(variant("gardner"), &classes(&["KRK"])));
    let table = set.table(&"KRK".parse().expect("a class")).expect("a table").clone();
    let longest = table.summary(set.variant()).longest.expect("a win");
    let searched = |start: Position, tables: Option<Arc<TableSet>>| {
        let mut searcher = Searcher::new(start.variant(), 1);
        searcher.set_tables(tables);
        let never = AtomicBool::new(false);
        searcher.search(&Root::new(start), &SearchLimits::depth(1), &never, &mut |_| {}).info
    };
    let info = searched(longest.start, Some(set.clone()));
    assert_eq!(info.score, Score::won_at(longest.plies.into()));
    assert_eq!(info.pv.len(), usize::from(longest.plies), "the line ends in the mate");
    // The fifty moves are over before the mate: the search decides.
    let clock = 101 - u16::from(longest.plies);
    let fen = longest.start.fen().replace(" - - 0 1", &format!(" - - {clock} 80"));
    let late = Position::from_fen(set.variant(), &fen).expect("a position");
    assert!(!searched(late, Some(set.clone())).score.is_decided());
    assert!(!searched(longest.start, None).score.is_decided());
    // Tables of other rules are not probed.
    let foreign = Arc::new(built(variant("silverman4x4"), &classes(&["KRK"])));
    assert!(!searched(longest.start, Some(foreign)).score.is_decided());
}

#[test]
fn positions_that_occurred_twice_are_left_to_the_search() {
    let set = Arc::new(built(variant("gardner"), &classes(&["KRK"])));
    let start = Position::from_fen(variant("gardner"), "k4/5/2K2/5/4R w - - 0 1").expect("a FEN");
    let mut root = Root::new(start);
    for text in ["e1e2", "a5b5", "e2e1", "b5a5", "e1e2"] {
        root.play(root.position.parse_move(text).expect("a move"));
    }
    let mut searcher = Searcher::new(set.variant(), 1);
    searcher.set_tables(Some(set.clone()));
    let never = AtomicBool::new(false);
    let mut searched = |root: &Root| {
        searcher.search(root, &SearchLimits::depth(1), &never, &mut |_| {}).info.score
    };
    assert!(searched(&Root::new(root.position)).is_decided());
    assert!(!searched(&root).is_decided(), "the win may be prevented");
}
