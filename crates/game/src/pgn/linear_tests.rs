//! Reading and writing take steps in proportion to the text, also where a file is made to be slow.

use super::{PgnFile, read_pgn, steps::steps_of, to_pgn};
use minnow_rules::Variant;

/// The most steps for each byte of a file, to read it and to write its games.
const MAX_STEPS_PER_BYTE: usize = 40;

/// The text of a file that grows with the number.
type FileOfSize = fn(usize) -> String;

/// Files that grow with a number, and what is hostile in them.
const SHAPES: [(&str, FileOfSize); 22] = [
    ("comments", |n| format!("1. b3 {}*", "{a}".repeat(n))),
    ("comments of signs", |n| format!("1. b3 {}*", "{=}{+-}".repeat(n))),
    ("all signs, then comments", |n| format!("1. b3 {}{}*", all_signs(), "{a}".repeat(n))),
    ("all signs again and again", |n| format!("1. b3 {}*", all_signs().repeat(n / 100))),
    ("signs behind a long comment", |n| {
        format!("1. b3 {{{}}}{}*", "a".repeat(n), "$7 $8 ".repeat(n))
    }),
    ("words that may not begin a line", |n| format!("1. b3 {{a{}}} *", " %".repeat(n))),
    ("variations that repeat a move", |n| format!("1. b3 {}*", "({x} 1. c3 {y} $9) ".repeat(n))),
    ("early comments", |n| format!("1. b3 ({}1. c3) *", "{x}".repeat(n))),
    ("shapes", |n| format!("1. b3 {}*", "{[%cal Ga2a3,Rb2b3]}".repeat(n))),
    ("commands without an end", |n| format!("1. b3 {{{}}} *", "[%".repeat(n))),
    ("brackets", |n| "[(".repeat(n) + " 1. b3"),
    ("quotes in a tag", |n| format!("[Event \"{}\"]\n\n1. b3 *", "\" ".repeat(n))),
    ("tags", |n| format!("{}\n1. b3 *", "[A \"b\"]\n".repeat(n))),
    ("lines that end early", |n| format!("1. b3 {}*", "(1. -- c3 {x}) ".repeat(n))),
    ("prose", |n| format!("1. b3 {}*", "word 7 [x] $ ".repeat(n))),
    ("attached signs", |n| format!("1. b3 {}*", "(b3=\u{b1}~) ".repeat(n))),
    ("numbers", |n| "1. 2...3 ".repeat(n) + "b3"),
    ("joined numbers", |n| format!("1. b3 {}*", "1.".repeat(n))),
    ("short joined numbers", |n| format!("1. b3 {}*", ("1.".repeat(15) + " ").repeat(n / 20))),
    ("stray brackets", |n| "] [[ \" < ".repeat(n) + "1. b3"),
    ("tags without quotes or ends", |n| "[A b\n[A \"b\n[A ".repeat(n) + "1. b3"),
    ("games", |n| "1. b3 {a} *\n".repeat(n / 20)),
];

/// Every glyph that becomes a sign.
fn all_signs() -> String {
    (7..=255).map(|number| format!("${number} ")).collect()
}

fn read_and_write(text: &str) {
    for read in read_pgn(text.as_bytes(), Variant::default_variant()).unwrap_or_default() {
        to_pgn(&read.game);
    }
}

#[test]
fn steps_grow_like_the_text() {
    for (name, make) in SHAPES {
        for number in [400, 6_400] {
            let text = make(number);
            let steps = steps_of(|| read_and_write(&text));
            let most = MAX_STEPS_PER_BYTE * (text.len() + 200);
            assert!(steps <= most, "{name}: {steps} steps for {} bytes", text.len());
            assert!(steps >= text.len(), "{name}: {steps} steps cannot be all");
        }
    }
}

#[test]
fn the_list_of_a_file_takes_linear_steps() {
    let text = "[Event \"x\"]\n\n1. b3 {a} *\n\n".repeat(2_000);
    let steps = steps_of(|| {
        let file = PgnFile::parse(text.as_bytes(), Variant::default_variant());
        let file = file.unwrap_or_else(|error| panic!("{error}"));
        (0..file.len()).for_each(|place| drop(file.tags(place)));
    });
    assert!(steps <= 6 * text.len(), "{steps} steps for {} bytes", text.len());
}

#[test]
fn a_game_is_read_without_the_others() {
    let game = "[Event \"x\"]\n\n1. b3 {a} *\n\n";
    let file = PgnFile::parse(game.repeat(2_000).as_bytes(), Variant::default_variant());
    let file = file.unwrap_or_else(|error| panic!("{error}"));
    for place in [0, 1_999] {
        let steps = steps_of(|| drop((file.tags(place), file.read(place))));
        assert!(steps <= MAX_STEPS_PER_BYTE * (game.len() + 200), "{place}: {steps} steps");
    }
}
