//! Large PGN files and long games: at a limit, and past it, where the other games stay readable.

use crate::support::{journal_of, main_line, nodes_text, unsaved};
use minnow_game::{
    Edit, EditHistory, Game,
    journal::Journal,
    pgn::{MAX_GAMES, PgnError, PgnFile, read_pgn},
    save,
    store::{FileContent, open_file, save_game},
};
use minnow_rules::Variant;

/// A start from which `SHUFFLE` can be played again and again.
const SHUFFLE_START: &str = "[FEN \"k4/5/5/5/5/K3R w - - 0 1\"]\n\n";

/// Four half-moves.
const SHUFFLE: &str = "Re2 Kb6 Re1 Ka6\n";

fn parse(text: &str) -> Result<PgnFile, PgnError> {
    PgnFile::parse(text.as_bytes(), Variant::default_variant())
}

#[test]
fn a_large_game_leaves_the_others_readable() {
    let tags: String = (0..300).map(|number| format!("[A{number} \"b\"]\n")).collect();
    let deep = format!("{}Rb1{}", "Rb1 (Ka2 Kd5 Ka1 Ke5 ".repeat(60), ")".repeat(60));
    let deep = format!("[Variant \"gardner\"]\n[FEN \"4k/5/5/5/K1R2 w\"]\n\n{deep}");
    for (name, text, plies, problem) in [
        ("long", format!("{SHUFFLE_START}{}", SHUFFLE.repeat(2_500)), 10_000, ""),
        ("tags", format!("{tags}\n1. b3"), 1, "it has more than 200 tags"),
        ("empty comments", format!("1. b3 {} b4", "{} ".repeat(1_000_000)), 1, "the game has more"),
        ("a comment", format!("1. b3 {{{}}} b4", "word ".repeat(600_000)), 2, "it has a comment"),
        ("an open comment", format!("1. b3 {{{}", "word ".repeat(1_000)), 1, "has no end"),
        ("brackets", format!("1. b3 {}", "(".repeat(100_000)), 1, "has no partner"),
        ("variations", deep, 1, "would nest variations more than 40 deep"),
    ] {
        let text = format!(
            "[Event \"1\"]\n\n1. b3 b4 *\n\n[Event \"2\"]\n{text} *\n\n[Event \"3\"]\n\n1. c3 *\n"
        );
        let file = parse(&text).unwrap();
        assert_eq!(file.len(), 3, "{name}");
        let [first, large, last] = [0, 1, 2].map(|place| file.read(place).unwrap());
        assert_eq!(large.game.main_line_moves().count(), plies, "{name}");
        let problems: Vec<String> = large.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), usize::from(!problem.is_empty()), "{name}: {problems:?}");
        let is_named = |text: &String| text.starts_with("game 2") && text.contains(problem);
        assert!(problems.iter().all(is_named), "{name}: {problems:?}");
        assert!(first.problems.is_empty() && last.problems.is_empty(), "{name}");
        assert_eq!(main_line(&first.game), "b2b3 b5b4", "{name}");
        assert_eq!(main_line(&last.game), "c2c3", "{name}");
    }
}

#[test]
fn many_games_without_moves_are_listed() {
    const GAME: &str = "[Event \"\"] *\n";
    let text = GAME.repeat(MAX_GAMES + 1);
    // The brackets after the last result are not a game.
    let file = parse(&format!("{}( )", &text[GAME.len()..])).unwrap();
    assert_eq!(file.len(), MAX_GAMES);
    assert!(file.read(MAX_GAMES - 1).unwrap().problems.is_empty());
    assert!(file.read(MAX_GAMES).is_none());
    let error = parse(&text).unwrap_err().to_string();
    assert_eq!(error, "the file has more than 200000 games; split it into smaller ones");
}

#[test]
fn a_game_of_ten_thousand_half_moves_is_kept() {
    let text = format!("{SHUFFLE_START}{}*", SHUFFLE.repeat(2_500));
    let mut game = read_pgn(text.as_bytes(), Variant::default_variant()).unwrap().remove(0).game;
    let nodes = nodes_text(&game);
    let is_same = |other: &Game| nodes_text(other) == nodes;
    let folder = tempfile::tempdir().unwrap();
    for name in ["x.minnow.ron", "x.pgn"] {
        let path = folder.path().join(name);
        save_game(&path, &game, false).unwrap();
        let again = match open_file(&path, game.variant()).unwrap().content {
            FileContent::Save(game) => *game,
            FileContent::Pgn(file) => file.read(0).unwrap().game,
        };
        assert!(is_same(&again), "{name}");
    }
    drop(journal_of(folder.path(), &game, &unsaved()));
    assert!(is_same(&Journal::recover(folder.path()).games[0].game));
    let mut history = EditHistory::new(&game);
    game.take_back().unwrap();
    history.record(Edit::TakeBack, &game);
    assert_eq!(history.undo(&mut game), Some(Edit::TakeBack));
    assert_eq!(game.node(game.head()).unwrap().ply(), 10_000);
}

#[test]
fn a_large_file_of_games_needs_no_name_of_pgn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let comment = "x".repeat(save::MAX_BYTES);
    let text = format!("[Event \"1\"]\n\n1. b3 {{{comment}}} *\n\n[Event \"2\"]\n\n1. c3 *\n");
    std::fs::write(&path, text).unwrap();
    let content = open_file(&path, Variant::default_variant()).unwrap().content;
    assert!(matches!(content, FileContent::Pgn(file) if file.len() == 2));
}
