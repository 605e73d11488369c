//! Files: written completely or not at all, with permissions and links kept; journals.

use minnow_base::files::{Expected, FileAccessError, write_atomic};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{game, journal_of, main_line, unsaved};
use minnow_game::{
    ClockState, TimeControl,
    journal::{GameOrigin, Journal},
    save::SaveError,
    store::{FileContent, StoreError, backup_path, load_game, open_file, save_game, save_game_if},
};
use minnow_rules::Variant;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| name(e.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn backups_keep_the_previous_content() {
    let folder = folder();
    let path = folder.path().join("x.minnow.ron");
    save_game(&path, &game("minichess", "b2b3"), true).unwrap();
    assert_eq!(names(folder.path()), ["x.minnow.ron"]);
    fs::write(&path, "something else").unwrap();
    save_game(&path, &game("minichess", "b2b3"), true).unwrap();
    assert_eq!(fs::read_to_string(backup_path(&path)).unwrap(), "something else");
    save_game(&path, &game("minichess", "c2c3"), false).unwrap();
    assert_eq!(names(folder.path()), ["x.minnow.ron", "x.minnow.ron~"]);
    assert_eq!(main_line(&load_game(&path).unwrap()), "c2c3");
}

#[test]
fn changes_by_another_program_are_noticed() {
    let folder = folder();
    let path = folder.path().join("x.minnow.ron");
    let changed = |result| match result {
        Err(StoreError::File(FileAccessError::Changed { path: named, found })) if named == path => {
            found
        }
        other => panic!("{other:?}"),
    };
    let first = save_game(&path, &game("minichess", "b2b3"), false).unwrap();
    let opened = open_file(&path, game("minichess", "").variant()).unwrap();
    assert!(opened.stamp.has_same_content(&first));
    let save = |moves, expected| save_game_if(&path, &game("minichess", moves), true, expected);
    let second = save("c2c3", Expected::Unchanged(opened.stamp)).unwrap();
    let found = changed(save("d2d3", Expected::Unchanged(first)));
    assert!(found.has_same_content(&second));
    assert_eq!(main_line(&load_game(&path).unwrap()), "c2c3");
    assert_eq!(main_line(&load_game(&backup_path(&path)).unwrap()), "b2b3", "still the first");
    changed(save("d2d3", Expected::Missing));

    let third = save("d2d3", Expected::Unchanged(found)).unwrap();
    fs::write(&path, fs::read(&path).unwrap()).unwrap();
    let fourth = save("d2d3", Expected::Unchanged(third)).unwrap();
    assert!(fourth.has_same_content(&third), "writing the same content is no change");
    fs::remove_file(&path).unwrap();
    save("c2c3", Expected::Unchanged(fourth)).unwrap();
    fs::remove_file(&path).unwrap();
    save("c2c3", Expected::Missing).unwrap();
}

#[test]
fn read_errors_name_the_file_and_reason() {
    let folder = folder();
    let path = folder.path().join("x.minnow.ron");
    let shown = path.display();
    let message = |path: &Path| load_game(path).unwrap_err().to_string();
    assert_eq!(
        message(&path),
        format!("\"{shown}\" cannot be opened: there is no such file or folder")
    );
    assert!(message(folder.path()).ends_with("cannot be opened: it is a folder"));
    fs::write(&path, b"\x89PNG").unwrap();
    let error = load_game(&path).unwrap_err();
    let StoreError::Invalid { path: named, error } = error else { panic!("{error}") };
    assert_eq!((named, *error), (path.clone(), SaveError::NotText { byte: 1 }));
    let inside = path.join("y.minnow.ron");
    assert!(message(&inside).ends_with("a part of the path is not a folder"));
}

#[test]
fn a_file_is_named_for_what_it_is() {
    let folder = folder();
    let mut state = 7_u32;
    let noise: Vec<u8> = (0..600)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let sheet = b"(student: \"Ada\", seed: 3, answers: (pruned: [\"2.1\"]))";
    let noted = b"{a game} 1. b3 b4 *";
    let cases: [(&str, &[u8], &str); 10] = [
        ("a.pgn.gz", b"\x1f\x8b\x08\0\0\0", "is a gzip file: unpack it"),
        ("a.pgn", b"PK\x03\x04\x14\0", "is a ZIP file: unpack it"),
        ("a.minnow.ron", b"7z\xbc\xaf\x27\x1c", "is a 7-Zip file: unpack it"),
        ("noise.pgn", &noise, "this is not a game: it is not text"),
        ("noise.ron", &noise, "this is not a game: it is not text"),
        ("noise", &noise, "this is not a game: it is not text"),
        ("sheet.ron", sheet, "open it in the Lab"),
        ("set.txt", b"(depth: 3, branching: 2)", "open it in the Lab"),
        ("a.txt", noted, ""),
        ("a", noted, ""),
    ];
    for (name, bytes, words) in cases {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        match open_file(&path, Variant::default_variant()) {
            Ok(opened) => {
                assert!(
                    words.is_empty() && matches!(opened.content, FileContent::Pgn(_)),
                    "{name}"
                );
            }
            Err(error) => {
                let error = error.to_string();
                assert!(!words.is_empty() && error.contains(words), "{name}: {error}");
                assert!(error.starts_with(&format!("\"{}\"", path.display())), "{error}");
            }
        }
    }
}

#[test]
fn write_errors_name_the_unchanged_file() {
    let folder = folder();
    let message = |path: &Path| write_atomic(path, b"new").unwrap_err().to_string();
    assert!(message(folder.path()).ends_with("cannot be written: it is a folder"));
    assert!(message(&folder.path().join("no/x")).ends_with("there is no such file or folder"));
    let path = folder.path().join("protected");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert!(message(&path).ends_with("it is write-protected"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names(folder.path()), ["protected"]);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let at = |name: &str| folder.path().join(name);
    fs::write(at("plain"), "").unwrap();
    write_atomic(&at("new"), b"1").unwrap();
    assert_eq!(mode(&at("new")), mode(&at("plain")));
    fs::set_permissions(at("new"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("new", at("link")).unwrap();
    symlink("link", at("link to link")).unwrap();
    write_atomic(&at("link to link"), b"2").unwrap();
    assert_eq!(fs::read(at("new")).unwrap(), b"2");
    assert_eq!(mode(&at("new")), 0o640);
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    symlink("circle", at("circle")).unwrap();
    assert!(write_atomic(&at("circle"), b"4").is_err());
}

#[test]
fn concurrent_programs_have_separate_journals() {
    let folder = folder();
    let path = PathBuf::from("/games/ein \u{fc}.minnow.ron");
    let saved = GameOrigin { save_path: Some(path.clone()), ..GameOrigin::default() };
    let first = journal_of(folder.path(), &game("minichess", "b2b3"), &saved);
    let _second = journal_of(folder.path(), &game("gardner", "b2b3"), &unsaved());
    assert!(Journal::recover(folder.path()).games.is_empty(), "both are still running");
    drop(first);
    let left = Journal::recover(folder.path()).games;
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].game.variant().id.as_str(), left[0].origin.unsaved), ("minichess", false));
    assert_eq!(left[0].origin.save_path, Some(path));
    assert!(Journal::recover(folder.path()).games.is_empty(), "it has been taken already");
}

#[test]
fn games_left_behind_stay_until_discarded() {
    let folder = folder();
    let journal = journal_of(folder.path(), &game("minichess", "b2b3"), &unsaved());
    journal.write(&game("minichess", "b2b3 b5b4"), &unsaved()).unwrap();
    drop(journal);
    let journal = journal_of(folder.path(), &game("gardner", ""), &GameOrigin::default());
    drop(Journal::recover(folder.path()).games);
    let mut left = Journal::recover(folder.path()).games;
    let left = left.remove(0);
    assert_eq!(main_line(&left.game), "b2b3 b5b4");
    left.discard().unwrap();
    assert!(Journal::recover(folder.path()).games.is_empty());
    journal.clear().unwrap();
    journal.clear().unwrap();
    drop(journal);
    assert!(Journal::recover(folder.path()).games.is_empty());
}

#[test]
fn continued_journals_are_dropped() {
    let folder = folder();
    drop(journal_of(folder.path(), &game("minichess", "b2b3"), &unsaved()));
    let old = Journal::recover(folder.path()).games.remove(0);
    let mut journal = Journal::open(folder.path()).unwrap();
    journal.continues(Some(&old));
    journal.write(&game("minichess", "b2b3 b5b4"), &unsaved()).unwrap();
    // The program is killed before it discards the old journal.
    drop((old, journal));
    let mut left = Journal::recover(folder.path()).games;
    assert_eq!(left.len(), 1);
    assert_eq!(main_line(&left.remove(0).game), "b2b3 b5b4");
    let journals = |name: &String| name.ends_with(".ron");
    assert_eq!(names(folder.path()).iter().filter(|name| journals(name)).count(), 1);
}

#[test]
fn a_kept_clock_belongs_to_one_version() {
    let folder = folder();
    let timed = |moves: &str, left_ms| {
        let mut game = game("minichess", moves);
        let control = TimeControl { base_ms: 60_000, ..TimeControl::default() };
        game.header.clock = Some(ClockState { control, left_ms });
        game
    };
    let left_ms = || {
        let game = Journal::recover(folder.path()).games.remove(0).game;
        game.header.clock.unwrap().left_ms
    };
    let journal = journal_of(folder.path(), &timed("b2b3", [60_000; 2]), &unsaved());
    for seconds in [52, 51] {
        journal.write_clock([60_000, seconds * 1_000]).unwrap();
    }
    drop(journal);
    assert_eq!(left_ms(), [60_000, 51_000]);
    let clock = folder.path().join("running-1.clock");
    for damaged in ["", "(of: (", "\0\0\0\0"] {
        fs::write(&clock, damaged).unwrap();
        assert_eq!(left_ms(), [60_000; 2], "the time of the last move");
    }
    Journal::recover(folder.path()).games.remove(0).discard().unwrap();
    let journal = journal_of(folder.path(), &timed("b2b3", [60_000; 2]), &unsaved());
    journal.write_clock([60_000, 51_000]).unwrap();
    journal.write(&timed("b2b3 b5b4", [60_000, 52_000]), &unsaved()).unwrap();
    drop(journal);
    assert_eq!(left_ms(), [60_000, 52_000]);
    Journal::recover(folder.path()).games.remove(0).discard().unwrap();
    assert_eq!(names(folder.path()), ["running-1.lock"]);
}

#[test]
fn impossible_journal_folders_are_errors() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Journal::open(&file.join("journal")).unwrap_err();
    assert!(error.to_string().ends_with("a part of the path is not a folder"), "{error}");
    assert!(Journal::recover(&file).games.is_empty());
}

#[test]
fn names_select_writing_and_content_reading() {
    let folder = tempfile::tempdir().unwrap();
    let game = game("gardner", "b2b3 c4b3");
    let open = |path: &Path| open_file(path, game.variant()).map(|file| file.content);
    let (pgn, save) = (folder.path().join("a.PGN"), folder.path().join("a.ron"));
    for path in [&pgn, &save] {
        save_game(path, &game, false).unwrap();
    }
    let Ok(FileContent::Pgn(file)) = open(&pgn) else { panic!("{:?}", open(&pgn)) };
    assert_eq!(main_line(&file.read(0).unwrap().game), "b2b3 c4b3");
    assert!(matches!(open(&save), Ok(FileContent::Save(read)) if main_line(&read) == "b2b3 c4b3"));

    let other = folder.path().join("a.txt");
    std::fs::copy(&pgn, &other).unwrap();
    assert!(matches!(open(&other), Ok(FileContent::Pgn(_))));
    std::fs::copy(&save, &pgn).unwrap();
    assert!(matches!(open(&pgn), Err(StoreError::NotPgn { .. })));
    for (text, is_pgn) in [
        ("# My games\n\n```pgn\n[Event \"x\"]\n\n1. b3 cxb3 *\n```\n", true),
        ("// played today\n1. b3 cxb3", true),
        ("Dear Ada, my game: 1. b3 cxb3", true),
        ("Dear Ada,", false),
        ("// played today\n(format: 1, moves: [", false),
        ("(format: 1, notes: \"1. b3\", moves: [}", false),
    ] {
        std::fs::write(&other, text).unwrap();
        match open(&other) {
            Ok(FileContent::Pgn(_)) => assert!(is_pgn, "{text}"),
            opened => {
                assert!(!is_pgn && matches!(opened, Err(StoreError::Invalid { .. })), "{text}")
            }
        }
    }
}
