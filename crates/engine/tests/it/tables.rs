//! The end-game tables against independent truth: a second, simple move generator, a search of all
//! moves, and games that the engine plays with them.
//!
//! Every entry must equal the backup of its successors: the best of their values, one ply later. With
//! the distances, which rise from position to position, that proves a table. Every run checks small
//! classes, and a sample of the entries of larger ones. With `MINNOW_THOROUGH` set, every entry of all
//! classes of up to four men of a set of rules is checked, and 100,000 positions of each set by the
//! search: `MINNOW_THOROUGH=1 cargo test --release -p minnow-engine --test it tables::minichess`.

use std::{collections::HashMap, env, sync::Arc};

use crate::simple_rules::SimpleBoard;
use minnow_base::sync::StopFlag;
use minnow_engine::{Root, Score, SearchLimits, Searcher};
use minnow_rules::{Position, Variant};
use minnow_tables::{TableClass, TableSet, TableValue};

/// How much of a set of rules is checked.
struct Extent {
    /// All classes of up to this many men, besides those named for the set.
    men: usize,
    /// The most entries of a table.
    entries: usize,
    /// The positions that are searched forwards.
    searched: usize,
    /// The positions that games are played from, of the largest classes.
    played: usize,
}

/// What every run of the tests checks.
const SAMPLE: Extent = Extent { men: 2, entries: 5_000, searched: 1_000, played: 4 };
/// Everything; games from 100,800 positions with four men of the twelve sets.
const THOROUGH: Extent = Extent { men: 4, entries: usize::MAX, searched: 100_000, played: 8_400 };

fn extent() -> Extent {
    if env::var_os("MINNOW_THOROUGH").is_some() { THOROUGH } else { SAMPLE }
}

/// The greatest distance of the positions that are searched forwards, in plies.
const MAX_SEARCHED_PLIES: u8 = 7;

fn variant(id: &str) -> &'static Variant {
    Variant::by_id(id).expect("a built-in variant")
}

/// A set with these classes and those that they need.
fn built(variant: &'static Variant, classes: &[TableClass]) -> TableSet {
    let mut set = TableSet::new(variant);
    for class in classes {
        if set.table(class).is_none() {
            set.build(class, &StopFlag::new(), &mut |_, _| {}).expect("a table");
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

/// Checks every entry of a set.
fn check_entries(set: &TableSet, most_entries: usize) {
    let variant = set.variant();
    let mut checked = 0_u64;
    for table in set.all() {
        // An odd step meets both sides to move and all files.
        let step = table.entries().div_ceil(most_entries) | 1;
        for (position, value) in table.positions(variant).step_by(step) {
            let board = SimpleBoard::of(&position);
            assert_eq!(value, backup(set, &board), "{position:?}");
            checked += 1;
        }
    }
    println!("{}: {checked} entries of {} tables", variant.id, set.all().count());
    assert!(checked > 400, "{checked}");
}

/// A search of all moves, which knows nothing of tables.
#[derive(Default)]
struct ForwardSearch {
    /// The answers so far: of the side to move by key of the position and plies, and whether the
    /// question was for a win.
    known: HashMap<(u64, u8, bool), bool>,
}

impl ForwardSearch {
    /// Whether the side to move can force its win within so many plies.
    fn is_won(&mut self, position: &Position, plies: u8) -> bool {
        plies > 0 && self.answer(position, plies, true)
    }

    /// Whether the side to move loses within so many plies, whatever it plays.
    fn is_lost(&mut self, position: &Position, plies: u8) -> bool {
        self.answer(position, plies, false)
    }

    fn answer(&mut self, position: &Position, plies: u8, is_won: bool) -> bool {
        let question = (position.key(), plies, is_won);
        if let Some(answer) = self.known.get(&question) {
            return *answer;
        }
        let board = SimpleBoard::of(position);
        let moves = position.safe_moves();
        let answer = if moves.is_empty() {
            matches!(board.end_value(), TableValue::Loss(rest) if !is_won && rest <= plies)
        } else if plies == 0 || board.is_drawn_by_material() {
            false
        } else if is_won {
            moves.iter().any(|mv| self.is_lost(&position.play(mv), plies - 1))
        } else {
            moves.iter().all(|mv| self.is_won(&position.play(mv), plies - 1))
        };
        self.known.insert(question, answer);
        answer
    }
}

/// Positions of these classes with these values, as many as wanted, spread over the classes.
fn spread(
    set: &TableSet,
    wanted: usize,
    has_class: impl Fn(&TableClass) -> bool + Copy,
    passes: impl Fn(TableValue) -> bool + Copy,
) -> impl Iterator<Item = (Position, TableValue)> {
    let tables = || set.all().filter(move |table| has_class(table.class()));
    let count: usize = tables().map(|table| table.all().filter(|v| passes(*v)).count()).sum();
    // An odd step meets both sides to move.
    let step = (count / wanted).saturating_sub(1) | 1;
    let positions = tables().flat_map(|table| table.positions(set.variant()));
    positions.filter(move |(_, value)| passes(*value)).step_by(step).take(wanted)
}

/// Compares small distances with those that the search finds: in that many plies, and not in fewer.
fn check_forwards(set: &TableSet, wanted: usize) {
    let is_near =
        |value: TableValue| value.plies().is_some_and(|plies| plies <= MAX_SEARCHED_PLIES);
    let mut search = ForwardSearch::default();
    let mut searched = 0;
    for (position, value) in spread(set, wanted, |_| true, is_near) {
        let finds = |search: &mut ForwardSearch, plies| match value {
            TableValue::Win(_) => search.is_won(&position, plies),
            _ => search.is_lost(&position, plies),
        };
        let plies = value.plies().expect("a distance");
        assert!(finds(&mut search, plies), "{position:?}: {value:?}");
        assert!(
            plies == 0 || !finds(&mut search, plies - 1),
            "{position:?}: sooner than {value:?}"
        );
        searched += 1;
        if search.known.len() > 20_000_000 {
            search.known.clear();
        }
    }
    println!("{}: {searched} positions searched", set.variant().id);
    assert!(searched >= wanted.min(200), "{searched}");
}

/// A test for each set of rules, named after a variant with these rules, with the classes that
/// every run checks.
macro_rules! tables_agree_with_other_ways_of_knowing {
    ($($id:ident: $classes:expr,)*) => {$(
        #[test]
        fn $id() {
            let variant = variant(stringify!($id));
            let extent = extent();
            let wanted = [TableClass::up_to(variant, extent.men), classes(&$classes)].concat();
            let set = Arc::new(built(variant, &wanted));
            check_entries(&set, extent.entries);
            check_forwards(&set, extent.searched);
            check_games(&set, extent.played);
        }
    )*};
}

tables_agree_with_other_ways_of_knowing! {
    minichess: ["KBK", "KQK"],
    minichess2006: ["KBK", "KQK"],
    gardner: ["KRK", "KNK"],
    petty: ["KBK", "KRK"],
    chessattack: ["KBK", "KQK"],
    microchess: ["KPK"],
    silverman4x4: ["KPK", "KRKB"],
    silverman4x5: ["KPK"],
    chess4x6: ["KRK", "KNK"],
    losalamos: ["KNK", "KRK"],
    diana: ["KRK"],
    simpler: ["KBK", "KRK"],
}

/// The most plies of a game that is drawn by the table.
const DRAWN_PLIES: u8 = 40;

/// A game that is played from a position.
#[derive(Clone, Copy)]
struct PlayedGame {
    start: Position,
    /// True if both sides have tables, and not the side to move alone.
    both_probe: bool,
    /// The game stops after this many plies.
    max_plies: u8,
}

/// Plays a game. Returns the plies to the mate, or `None` for a draw or a longer game.
fn play(set: &Arc<TableSet>, game: PlayedGame) -> Option<u8> {
    let PlayedGame { start, both_probe, max_plies } = game;
    let mut sides = [true, both_probe].map(|probes| {
        let mut searcher = Searcher::new(set.variant(), 1);
        searcher.set_tables(probes.then(|| set.clone()));
        searcher
    });
    let mut root = Root::new(start);
    for plies in 0..=max_plies {
        if let Some(outcome) = root.position.outcome(1) {
            return outcome.winner.map(|_| plies);
        }
        if root.position.safe_moves().is_empty() {
            return Some(plies);
        }
        let never = StopFlag::new();
        let side = &mut sides[usize::from(plies) % 2];
        let result = side.search(&root, &SearchLimits::depth(2), &never, &mut |_| {});
        root.play(result.best.expect("a move"));
    }
    None
}

/// Plays games from positions of a set: with tables on both sides the distance comes true, and
/// against an opponent without tables a win is not longer, and a draw is not lost.
fn check_games(set: &Arc<TableSet>, wanted: usize) {
    let variant = set.variant();
    let mut played = 0;
    let most_men = set.men() as usize;
    let positions = spread(set, wanted, |class| class.men() == most_men, |_| true);
    for (start, _) in positions {
        let Some(value) = set.proven_value(&start) else { continue };
        let plies = value.plies_to_mate(variant);
        let game = PlayedGame { start, both_probe: true, max_plies: plies.unwrap_or(DRAWN_PLIES) };
        assert_eq!(play(set, game), plies, "{start:?}");
        let against = play(set, PlayedGame { both_probe: false, ..game });
        if let (TableValue::Win(_), Some(plies)) = (value, plies) {
            assert!(against.is_some_and(|ends| ends <= plies), "{start:?}: {against:?}");
            assert!(against.is_some_and(|ends| ends % 2 == 1), "{start:?}");
        }
        if value == TableValue::Draw {
            assert!(against.is_none_or(|ends| ends % 2 == 1), "{start:?}");
        }
        played += 1;
    }
    println!("{}: {played} positions played out", variant.id);
    assert!(played > 0);
}

#[test]
fn the_root_plays_the_shortest_win() {
    let set = Arc::new(built(variant("gardner"), &classes(&["KRK"])));
    let table = set.table(&"KRK".parse().expect("a class")).expect("a table").clone();
    let longest = table.summary(set.variant()).longest.expect("a win");
    let searched = |start: Position, tables: Option<Arc<TableSet>>| {
        let mut searcher = Searcher::new(start.variant(), 1);
        searcher.set_tables(tables);
        let never = StopFlag::new();
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
fn a_draw_is_held_although_positions_come_back() {
    let set = Arc::new(built(variant("chess4x6"), &classes(&["KBKP"])));
    // White repeats positions; the king's step to c1, which loses, must not seem a draw then.
    let start = Position::from_fen(set.variant(), "4/4/4/p3/3k/K2B w - - 0 1").expect("a FEN");
    assert_eq!(set.value(&start), Some(TableValue::Draw));
    let game = PlayedGame { start, both_probe: true, max_plies: DRAWN_PLIES };
    assert_eq!(play(&set, game), None);
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
    let never = StopFlag::new();
    let mut searched = |root: &Root| {
        searcher.search(root, &SearchLimits::depth(1), &never, &mut |_| {}).info.score
    };
    assert!(searched(&Root::new(root.position)).is_decided());
    assert!(!searched(&root).is_decided(), "the win may be prevented");
}
