//! Saved games: written games are read back, errors name their place, and nothing panics.

use crate::support::{all_nodes, assert_sound, game, grow, main_line, nodes_text, play, play_all};
use minnow_game::{
    ClockState, Computer, Game, GameEnd, MAX_NESTING, Player, TimeControl,
    save::{SaveError, from_ron, to_ron},
};
use minnow_rules::{Color, Position, Variant};
use proptest::prelude::*;

/// The content of a file, without the ids of nodes.
fn contents(game: &Game) -> String {
    let (head, nodes) = (game.node(game.head()).unwrap().ply(), nodes_text(game));
    format!("{:?} {:?} {head} {:?} {nodes}", game.start(), game.header, game.agreed_end())
}

fn error(text: &str) -> String {
    from_ron(text.as_bytes()).map(|game| to_ron(&game)).unwrap_err().to_string()
}

fn opening_study() -> Game {
    let mut game = game("gardner", "b2b3 c4b3 a2b3");
    game.go_to_start();
    play_all(&mut game, "c2c3 b4c3");
    let good = game.cursor();
    game.back();
    play(&mut game, "d4c3");
    let notes = game.notes_mut(good).unwrap();
    notes.comment = "Towards the \"centre\".\nNow b2xc3.".to_owned();
    game
}

#[test]
fn plain_games_are_easy_to_read() {
    let mut game = game("minichess", "b2b3 b5b4 c2c3");
    game.header.names = ["Ada".to_owned(), String::new()];
    let level = Computer { level: Some(6), ..Computer::default() };
    game.header.players = [Player::Human, Player::Computer(level)];
    game.header.tags = vec![("Event".to_owned(), "Club \"evening\"".to_owned())];
    game.conclude(GameEnd::Resigned(Color::Black));
    let expected = r#"(
    format: 1,
    variant: "minichess",
    white: (name: "Ada", player: Human),
    black: (player: Computer(level: 6)),
    tags: [
        ("Event", "Club \"evening\""),
    ],
    end: Resigned(Black),
    moves: [
        "b2b3", "b5b4",
        "c2c3",
    ],
)
"#;
    assert_eq!(to_ron(&game), expected);
    assert_eq!(contents(&from_ron(expected.as_bytes()).unwrap()), contents(&game));
}

#[test]
fn variations_are_stored_with_the_replaced_move() {
    let expected = r#"(
    format: 1,
    variant: "gardner",
    moves: [
        (play: "b2b3", variations: [
            [
                "c2c3",
                (play: "b4c3", comment: "Towards the \"centre\".\nNow b2xc3.", variations: [
                    [
                        "d4c3",
                    ],
                ]),
            ],
        ]),
        "c4b3",
        "a2b3",
    ],
)
"#;
    assert_eq!(to_ron(&opening_study()), expected);
}

#[test]
fn header_clock_and_taken_back_moves_survive() {
    let fen = "kqbnr/ppppp/5/5/PPPPP/RNBQK b - - 3 20";
    let start = Position::from_fen(Variant::by_id("minichess").unwrap(), fen).unwrap();
    let mut game = Game::from_position(start);
    let control = TimeControl { base_ms: 300_000, increment_ms: 2_000, delay_ms: 0 };
    game.header.clock = Some(ClockState { control, left_ms: [281_000, 265_500] });
    let custom = Computer {
        level: None,
        hundredths: 0,
        depth_plies: Some(6),
        think_ms: Some(900),
        nodes: Some(5),
    };
    game.header.players = [Player::Computer(custom), Player::Human];
    play_all(&mut game, "b5b4 c2c3 b4c3");
    game.take_back();
    let read = from_ron(to_ron(&game).as_bytes()).unwrap();
    assert_eq!(contents(&read), contents(&game));
    assert_eq!(read.cursor(), read.head());
    let mut read = read;
    assert!(read.redo().is_some());
    assert_eq!(main_line(&read), "b5b4 c2c3 b4c3");
}

#[test]
fn hand_written_files_may_be_brief() {
    let text =
        "// A note.\n(format: 1, variant: \"minichess\", moves: [\"b2-b3\", (play: \"b5b4\")])";
    let game = from_ron(text.as_bytes()).unwrap();
    assert_eq!(main_line(&game), "b2b3 b5b4");
    assert!(from_ron(format!("\u{feff}{text}").as_bytes()).is_ok());
}

#[test]
fn other_files_are_refused_with_a_reason() {
    assert_eq!(error(""), "the file is empty");
    assert_eq!(from_ron(b"\x89PNG\r\n").unwrap_err(), SaveError::NotText { byte: 1 });
    let foreign = "this is not a saved game of Minnow: those begin with \"(format: 1\"";
    assert_eq!(error("[Event \"Club\"]\n\n1. b3 b4 *"), foreign);
    assert_eq!(error("(width: 3, height: 4)"), foreign);
    assert_eq!(
        error("(format: 8, game: Whatever(1), moves: {})"),
        "the game was saved in format 8 by a newer Minnow; this one reads up to format 7"
    );
    assert_eq!(
        error("(format: 1, variant: \"atomic\", moves: [])"),
        "the game's variant \"atomic\" is not known"
    );
}

#[test]
fn errors_name_line_and_column() {
    assert_eq!(
        error("(\n    format: 1,\n    variant: \"minichess\"\n    moves: [])"),
        "the saved game is not valid RON at line 4, column 5: expected comma"
    );
    let typo = error(
        "(\n    format: 1,\n    variant: \"minichess\",\n    moves: [(play: \"b2b3\", coment: \"x\")],\n)",
    );
    assert!(typo.contains("line 4, column ") && typo.contains("\"coment\""), "{typo}");
    let mark =
        error("(format: 1, variant: \"minichess\",\n moves: [(play: \"b2b3\", marks: [\"!!!\"])])");
    assert!(mark.contains("line 2, column ") && mark.contains("\"!!!\" is none of"), "{mark}");
    let missing = error("(format: 1, variant: \"minichess\")");
    assert!(missing.contains("missing field named \"moves\""), "{missing}");
    let number = error("(format: 1, variant: \"minichess\", moves: [3])");
    assert!(number.contains("a move like \"a2a3\""), "{number}");
}

#[test]
fn errors_name_the_move() {
    assert_eq!(
        error("(format: 1, variant: \"minichess\", moves: [\"b2b3\", \"b5b9\"])"),
        "Black's move 1 cannot be played: \"b5b9\" is not a move; moves are written like a2a3 or a5a6q"
    );
    let nested = "(format: 1, variant: \"gardner\", moves: [\"b2b3\", (play: \"c4b3\", variations: [[\"a4b3\"],
        [\"d4d3\", (play: \"a2a3\", variations: [[\"a2a5\"]])]])])";
    assert_eq!(
        error(nested),
        "White's move 2 in variation 1 at White's move 2 in variation 2 at Black's move 1 cannot be played: \
         the move \"a2a5\" is not allowed here"
    );
    assert_eq!(
        error("(format: 1, variant: \"minichess\", start: \"5/5/5/5/5/K4 w\", moves: [])"),
        "the game's start \"5/5/5/5/5/K4 w\" cannot be set up: Black has no king"
    );
    assert_eq!(
        error(
            "(format: 1, variant: \"minichess\", moves: [(play: \"b2b3\", arrows: [\"red h8\"])])"
        ),
        "White's move 1 has a drawing \"red h8\" that leaves the board"
    );
    assert_eq!(
        error("(format: 1, variant: \"minichess\", played: 2, moves: [\"b2b3\"])"),
        "\"played\" is 2, but the main line has 1 half-moves"
    );
}

#[test]
fn files_cut_off_anywhere_are_truncated() {
    let mut game = opening_study();
    game.header.tags = vec![("Event".to_owned(), "Club".to_owned())];
    let text = to_ron(&game);
    let whole = text.trim_end().len();
    for cut in 1..whole {
        let error = from_ron(&text.as_bytes()[..cut]).map(|game| to_ron(&game)).unwrap_err();
        assert!(matches!(error, SaveError::Truncated { .. }), "at {cut}: {error}");
    }
    assert!(from_ron(&text.as_bytes()[..whole]).is_ok());
}

fn nested_variations(depth: usize) -> String {
    let mut text = String::from("\"a1a2\"");
    for _ in 0..depth {
        text = format!(
            "(play: \"a1a2\", variations: [[\"a1b1\", \"e5e4\", \"b1a1\", \"e4e5\", {text}]])"
        );
    }
    format!("(format: 1, variant: \"gardner\", start: \"4k/5/5/5/K1R2 w\", moves: [{text}])")
}

#[test]
fn variations_are_read_up_to_the_limit() {
    let limit = usize::from(MAX_NESTING);
    let game = from_ron(nested_variations(limit).as_bytes()).unwrap();
    let deepest = all_nodes(&game).into_iter().map(|id| game.node(id).unwrap().nesting()).max();
    assert_eq!(deepest, Some(MAX_NESTING));
    assert_eq!(contents(&from_ron(to_ron(&game).as_bytes()).unwrap()), contents(&game));
    let too_deep = nested_variations(limit + 1);
    assert_eq!(from_ron(too_deep.as_bytes()).map(|_| ()), Err(SaveError::TooDeep));
}

#[test]
fn hostile_files_are_refused() {
    for opening in ["(", "[", "(moves: [", "(a: {", "Some("] {
        let text = format!("(format: 1, moves: {}", opening.repeat(100_000));
        assert_eq!(from_ron(text.as_bytes()).map(|_| ()), Err(SaveError::TooDeep), "{opening}");
    }
    let huge = "(".to_owned() + &" ".repeat(minnow_game::save::MAX_BYTES);
    assert_eq!(from_ron(huge.as_bytes()).map(|_| ()), Err(SaveError::TooLarge));
}

#[test]
fn games_of_two_thousand_moves_are_read_back() {
    let shuffle = "\"e1e2\", \"a6b6\", \"e2e1\", \"b6a6\", ".repeat(500);
    let start = "k4/5/5/5/5/K3R w - - 0 1";
    let text = format!("(format: 1, variant: \"minichess\", start: {start:?}, moves: [{shuffle}])");
    let game = from_ron(text.as_bytes()).unwrap();
    assert_eq!(game.node(game.head()).unwrap().ply(), 2_000);
    assert_eq!(contents(&from_ron(to_ron(&game).as_bytes()).unwrap()), contents(&game));
}

proptest! {
    #[test]
    fn saved_games_are_read_back_unchanged(
        variant in 0_usize..64,
        steps in prop::collection::vec(any::<(u8, u32)>(), 0..120),
        names in any::<[String; 2]>(),
        tags in prop::collection::vec(any::<(String, String)>(), 0..3),
    ) {
        let mut game = grow(variant, &steps);
        assert_sound(&game);
        game.header.names = names;
        game.header.tags = tags;
        let text = to_ron(&game);
        let read = from_ron(text.as_bytes()).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        assert_sound(&read);
        prop_assert_eq!(contents(&read), contents(&game));
        prop_assert_eq!(to_ron(&read), text);
        // A position where a king was taken starts no game.
        let position = *game.position();
        if Color::ALL.iter().all(|color| position.board().king(*color).is_some()) {
            let read = from_ron(to_ron(&Game::from_position(position)).as_bytes()).unwrap();
            prop_assert_eq!(read.start(), &position);
        }
    }

    #[test]
    fn damaged_files_never_panic(
        steps in prop::collection::vec(any::<(u8, u32)>(), 0..40),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = to_ron(&grow(0, &steps)).into_bytes();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(game) = from_ron(&bytes) {
            assert_sound(&game);
        }
    }

    #[test]
    fn any_text_gives_a_game_or_an_error(
        bytes in prop::collection::vec(any::<u8>(), 0..40),
        words in prop::collection::vec(prop::sample::select(WORDS), 0..40),
    ) {
        prop_assert!(from_ron(&bytes).is_err());
        if let Ok(game) = from_ron(words.concat().as_bytes()) {
            assert_sound(&game);
        }
    }
}

const WORDS: &[&str] = &[
    "(format: 1, variant: \"minichess\", ",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "moves: ",
    "\"b2b3\"",
    "(play: ",
    "variations: [[",
    "]]",
    "end: Agreed",
    "played: 9",
    "r#\"",
    "//",
    "/*",
    "-1",
    "99999999999",
    "eval: (cp: 1)",
    "Some(",
    "\u{0}",
];
