//! The archive of games: kept, listed, deleted and exported; damaged files and indexes.

use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use crate::support::grow;
use minnow_game::{
    ClockState, Computer, Game, GameEnd, GameStart, Player, TimeControl,
    archive::{Archive, ArchiveId, ArchiveList, ArchivedGame, ArchivedResult, ReviewFacts},
    pgn::read_pgn,
    save::to_ron,
};
use minnow_rules::{Color, Variant};
use proptest::prelude::*;

fn archive() -> (tempfile::TempDir, Archive) {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::new(&folder.path().join("games"));
    (folder, archive)
}

fn id(number: usize) -> ArchiveId {
    format!("20261122-{number:06}-000-1").parse().unwrap()
}

fn no_review(_: &Game) -> ReviewFacts {
    ReviewFacts::default()
}

fn list(archive: &Archive) -> ArchiveList {
    let mut list = archive.list(no_review, |_, _| ControlFlow::Continue(())).unwrap().unwrap();
    list.games.sort_by(|one, other| one.id.cmp(&other.id));
    list
}

/// A game of White against level 3, which White won.
fn won() -> Game {
    let mut game = Game::new(Variant::default_variant());
    for text in ["c2c3", "a5a4", "b2b3"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    let level_3 = Computer { level: Some(3), ..Computer::default() };
    game.header.players = [Player::Human, Player::Computer(level_3)];
    game.header.set_tag("Date", "2026.11.20");
    let control = TimeControl { base_ms: 180_000, increment_ms: 2_000, delay_ms: 0 };
    game.header.clock = Some(ClockState { control, left_ms: [1, 2] });
    game.conclude(GameEnd::Resigned(Color::Black));
    game
}

#[test]
fn a_kept_game_is_listed_and_opened() {
    let (_folder, archive) = archive();
    assert!(list(&archive).games.is_empty(), "a folder that does not exist is empty");
    archive.keep(&id(1), &won()).unwrap();
    let moments = vec!["a".to_owned(), "b c".to_owned()];
    let review = |_: &Game| ReviewFacts { accuracies: [Some(91), None], moments: moments.clone() };
    let listed = archive.list(review, |_, _| ControlFlow::Continue(())).unwrap().unwrap();
    let expected = ArchivedGame {
        id: id(1),
        variant: Variant::default_variant(),
        date: "2026.11.20".to_owned(),
        names: ["You".to_owned(), "Minnow level 3".to_owned()],
        strengths: [None, Some(300)],
        user: Some(Color::White),
        is_played: true,
        result: ArchivedResult::Won(Color::White),
        plies: 3,
        accuracies: [Some(91), None],
        moments: moments.clone(),
        clock: "3+2".to_owned(),
        placement: won().position().fen().split(' ').next().unwrap().to_owned(),
        start: GameStart::Normal,
        is_helped: false,
    };
    assert_eq!(listed.games, [expected]);
    assert_eq!(listed.games[0].pieces().len(), 20);
    assert_eq!(list(&archive).games[0].moments, moments, "from the index");
    assert_eq!(to_ron(&archive.open(&id(1)).unwrap()), to_ron(&won()));
    let mut longer = won();
    longer.header.names[0] = "Ada".to_owned();
    archive.keep(&id(1), &longer).unwrap();
    let names: Vec<_> = list(&archive).games.iter().map(|game| game.names[0].clone()).collect();
    assert_eq!(names, ["Ada"], "the same game, not another one");
}

#[test]
fn only_new_and_changed_games_are_read_again() {
    let (folder, archive) = archive();
    for number in 0..20 {
        archive.keep(&id(number), &won()).unwrap();
    }
    let first = list(&archive);
    assert_eq!((first.games.len(), first.files_read), (20, 20));
    let again = list(&archive);
    assert_eq!((again.games, again.files_read), (first.games.clone(), 0));
    archive.keep(&id(77), &won()).unwrap();
    archive.delete(&id(3)).unwrap();
    let changed = list(&archive);
    assert_eq!((changed.games.len(), changed.files_read), (20, 1));
    assert_eq!(list(&archive).files_read, 0);
    let index = folder.path().join("games/index.txt");
    for damage in ["", "minnow games 999\n", "\u{0}\t\t\n"] {
        fs::write(&index, damage).unwrap();
        let rebuilt = list(&archive);
        assert_eq!((rebuilt.games.len(), rebuilt.files_read), (20, 20));
    }
    fs::write(&index, "").unwrap();
    let mut seen = Vec::new();
    let stopped = archive.list(no_review, |games, total| {
        seen = games.iter().map(|game| game.id.clone()).collect();
        if total == 20 && games.len() < 5 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert!(stopped.unwrap().is_none());
    assert_eq!(seen, [77, 19, 18, 17, 16].map(id), "the newest are read first");
    assert_eq!(list(&archive).files_read, 15, "what was read before the stop is kept");
    let text = fs::read_to_string(&index).unwrap();
    fs::write(&index, &text[..text.len() / 2]).unwrap();
    let rebuilt = list(&archive);
    assert!(rebuilt.games.len() == 20 && rebuilt.files_read < 12, "{}", rebuilt.files_read);
}

#[test]
fn a_damaged_game_is_named_and_loses_no_other() {
    let (folder, archive) = archive();
    for number in 0..5 {
        archive.keep(&id(number), &won()).unwrap();
    }
    let text = to_ron(&won());
    fs::write(archive.path_of(&id(2)), &text[..text.len() / 2]).unwrap();
    fs::write(folder.path().join("games/notes.txt"), "not a game").unwrap();
    fs::create_dir(folder.path().join("games/folder.minnow.ron")).unwrap();
    for _ in 0..2 {
        let listed = list(&archive);
        assert_eq!((listed.games.len(), listed.damaged.len()), (4, 2));
        let texts: Vec<String> = listed.damaged.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.contains(id(2).as_str())), "{texts:?}");
    }
    assert_eq!(fs::read(archive.path_of(&id(2))).unwrap().len(), text.len() / 2, "it is kept");
}

#[test]
fn deleted_games_can_be_taken_back_for_a_week() {
    let (_folder, archive) = archive();
    archive.keep(&id(1), &won()).unwrap();
    archive.delete(&id(1)).unwrap();
    assert!(list(&archive).games.is_empty() && archive.open(&id(1)).is_err());
    assert!(archive.delete(&id(1)).is_err());
    archive.restore(&id(1)).unwrap();
    assert_eq!(list(&archive).games.len(), 1);
    archive.delete(&id(1)).unwrap();
    let days = |days: u64| SystemTime::now() + Duration::from_secs(days * 24 * 60 * 60);
    archive.remove_old_deleted(days(6));
    archive.restore(&id(1)).unwrap();
    archive.delete(&id(1)).unwrap();
    archive.remove_old_deleted(days(8));
    assert!(archive.restore(&id(1)).is_err());
}

#[test]
fn games_are_exported_to_one_pgn_file() {
    let (folder, archive) = archive();
    for number in 0..3 {
        archive.keep(&id(number), &won()).unwrap();
    }
    fs::write(archive.path_of(&id(1)), "(").unwrap();
    let path = folder.path().join("all.pgn");
    let report = archive.export(&[id(2), id(1), id(0)], &path, |_| {}).unwrap();
    assert_eq!((report.games, report.damaged.is_some(), report.is_large), (2, true, false));
    let read = read_pgn(&fs::read(&path).unwrap(), Variant::default_variant()).unwrap();
    assert_eq!(read.len(), 2);
    assert!(read.iter().all(|read| read.problems.is_empty()));
    assert_eq!(read[0].game.header.names, ["You", "Minnow level 3"]);
    assert_eq!(read[0].game.header.tag("Date"), Some("2026.11.20"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    fs::write(&file, "in the way").unwrap();
    let archive = Archive::new(&file);
    let error = archive.keep(&id(1), &won()).unwrap_err().to_string();
    assert!(error.contains("cannot be written"), "{error}");
    assert!(archive.list(no_review, |_, _| ControlFlow::Continue(())).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// The index and the file agree about each game.
    #[test]
    fn the_index_agrees_with_the_files(
        games in prop::collection::vec(
            (0..19_usize, prop::collection::vec((any::<u8>(), any::<u32>()), 0..40), any::<[String; 2]>()),
            1..6,
        ),
    ) {
        let (_folder, archive) = archive();
        for (number, (variant, edits, names)) in games.iter().enumerate() {
            let mut game = grow(*variant, edits);
            game.header.names = names.clone();
            game.header.cut_to_limits();
            archive.keep(&id(number), &game).unwrap();
        }
        let from_files = list(&archive);
        let from_index = list(&archive);
        prop_assert_eq!(from_files.games.len(), games.len());
        prop_assert_eq!(from_index.files_read, 0);
        prop_assert_eq!(from_index.games, from_files.games);
    }
}
