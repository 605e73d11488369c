//! The memory that games, saves and PGN take, counted by the allocator: it grows with the input, not
//! with its square, and undo shares what an edit leaves alone.
//!
//! The counts depend on the input only, so no test depends on the speed of the machine.

#![expect(unsafe_code, reason = "a global allocator is unsafe to write")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

/// A text that grows with the number.
type TextOfSize = fn(usize) -> String;

use minnow_game::{
    DrawnShape, Edit, EditHistory, Game, NodeId, ShapeColor,
    pgn::{PgnFile, read_pgn, to_pgn},
    save::{from_ron, to_ron},
};
use minnow_rules::{Square, Variant};

thread_local! {
    /// The bytes that this thread has asked for, growth included.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// The bytes that this thread holds.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counting for each thread.
struct CountingAllocator;

fn count(asked: usize, held: isize) {
    // At the end of a thread the counters are gone.
    let _ = ASKED.try_with(|count| count.set(count.get() + asked));
    let _ = HELD.try_with(|count| count.set(count.get() + held));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, -(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size, new_size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The bytes that some work asks for.
fn asked_by<R>(work: impl FnOnce() -> R) -> usize {
    let before = ASKED.get();
    work();
    ASKED.get() - before
}

/// Checks that 16 times the number ask for little more than 16 times the memory. The larger number
/// keeps a comment of 6 characters each under its limit.
fn assert_linear(name: &str, make: fn(usize) -> String, read: fn(&str)) {
    let [few, many] = [200, 3_200].map(|number| {
        let text = make(number);
        asked_by(|| read(&text))
    });
    assert!(many <= 24 * few, "{name}: {few} bytes, then {many}");
}

/// A save with these moves.
fn save(moves: &str) -> String {
    format!("(format: 2, variant: \"gardner\", moves: [{moves}])")
}

#[test]
fn saves_take_memory_like_their_size() {
    let read = |text: &str| {
        let game = from_ron(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        to_ron(&game);
        to_pgn(&game);
    };
    let shapes: [(&str, TextOfSize); 4] = [
        ("comment", |n| save(&format!("(play: \"c2c3\", comment: {:?})", "a % ".repeat(n)))),
        ("signs", |n| save(&format!("(play: \"c2c3\", comment: {:?})", "$7 $8 ".repeat(n)))),
        ("variations", |n| {
            let variation = "[(play: \"b2b3\", comment: \"x\")],".repeat(n);
            save(&format!("(play: \"c2c3\", variations: [{variation}])"))
        }),
        ("tags", |n| {
            // A game may have 200 tags.
            let tags = "(\"A\", \"b\"),".repeat(n * 6 / 100);
            format!("(format: 1, variant: \"gardner\", tags: [{tags}], moves: [])")
        }),
    ];
    for (name, make) in shapes {
        assert_linear(name, make, read);
    }
}

#[test]
fn pgn_takes_memory_like_its_size() {
    let read = |text: &str| {
        for read in read_pgn(text.as_bytes(), Variant::default_variant()).unwrap_or_default() {
            to_pgn(&read.game);
        }
    };
    let shapes: [(&str, TextOfSize); 5] = [
        ("comments", |n| format!("1. b3 {}*", "{a}".repeat(n))),
        ("signs", |n| format!("1. b3 {{{}}}{}*", "a".repeat(n), "$7 $8 ".repeat(n))),
        ("percent signs", |n| format!("1. b3 {{a{}}} *", " %".repeat(n))),
        ("joined variations", |n| format!("1. b3 {}*", "({x} 1. c3 {y} $9) ".repeat(n))),
        ("games", |n| "1. b3 {a} *\n".repeat(n / 10)),
    ];
    for (name, make) in shapes {
        assert_linear(name, make, read);
    }
}

#[test]
fn a_file_of_games_keeps_its_text_alone() {
    let game = format!("[Event \"x\"]\n\n1. b3 {{{}}} b4 *\n\n", "word ".repeat(100));
    let (games, text) = (3_000, game.repeat(3_000));
    let before = HELD.get();
    let file = PgnFile::parse(text.as_bytes(), Variant::default_variant());
    let file = file.unwrap_or_else(|error| panic!("{error}"));
    let held = HELD.get() - before;
    let most = text.len() + games * 128;
    assert!(held <= most as isize, "{held} bytes for a file of {}", text.len());
    drop(file.read(0));
    let asked = asked_by(|| (file.tags(games - 1), file.read(games - 1)));
    assert!(asked <= 100 * game.len(), "{asked} bytes for a game of {}", game.len());
}

#[test]
fn undo_steps_share_what_an_edit_leaves_alone() {
    const LARGE: usize = 1 << 20;
    let mut game = Game::new(Variant::default_variant());
    game.header.tags.push(("A".to_owned(), "b".repeat(LARGE)));
    let mv = game.position().legal_moves().iter().next();
    let id = mv.and_then(|mv| game.play(mv).ok()).unwrap_or(NodeId::ROOT);
    if let Some(notes) = game.notes_mut(NodeId::ROOT) {
        notes.comment = "c".repeat(LARGE);
    }
    let mut history = EditHistory::new(&game);
    let before = HELD.get();
    for number in 0..200 {
        if let Some(notes) = game.notes_mut(id) {
            notes.clock_ms = Some(number);
        }
        history.record(Edit::Change, &game);
    }
    let held = HELD.get() - before;
    assert!(held < LARGE as isize, "200 small edits keep {held} bytes");
}

#[test]
fn undo_with_many_arrows_stays_within_its_limit() {
    let mut game = Game::new(Variant::default_variant());
    let (from, to) = (Square::new(0, 0), Square::new(1, 1));
    let shape = DrawnShape { color: ShapeColor::Red, from, to };
    if let Some(notes) = game.notes_mut(NodeId::ROOT) {
        notes.shapes = vec![shape; 300_000];
    }
    let mut history = EditHistory::new(&game);
    let before = HELD.get();
    for number in 0..200 {
        if let Some(notes) = game.notes_mut(NodeId::ROOT) {
            notes.clock_ms = Some(number);
        }
        history.record(Edit::Change, &game);
    }
    let held = HELD.get() - before;
    assert!(held < 80 << 20, "edits beside 300,000 arrows keep {held} bytes");
}
