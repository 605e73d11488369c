//! Hostile files: links, pipes, devices, folders in the place of files, and content over the limits.

use minnow_base::files::{Expected, load_text, remove_leftovers, stamp_of, write_atomic};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::support::{all_nodes, assert_sound, game, grow, journal_of, main_line, read, unsaved};
use minnow_game::{
    Game, Notes,
    journal::{GameOrigin, Journal, JournalError, read_set_aside},
    limits::{MAX_COMMENT_CHARS, MAX_NAME_CHARS, MAX_SHAPES, MAX_TAG_CHARS},
    pgn::read_pgn,
    save::{self, MAX_BYTES, from_ron, to_ron},
    store::{StoreError, backup_path, load_bytes, load_game, open_file, save_game, save_game_if},
};
use minnow_rules::{Position, Variant};
use proptest::prelude::*;

/// The most that a message may take, whatever the file contains, besides the path.
const MAX_MESSAGE_BYTES: usize = 500;

/// The message of a refused text, which is short.
fn refusal(text: &str) -> String {
    let message = from_ron(text.as_bytes()).map(|game| to_ron(&game)).unwrap_err().to_string();
    assert!(message.len() < MAX_MESSAGE_BYTES, "{} bytes: {message:.80}", message.len());
    message
}

fn save_with(field: &str, first_move: &str) -> String {
    format!("(format: 1, variant: \"minichess\", {field} moves: [{first_move}])")
}

#[test]
fn quoted_text_is_cut() {
    let long = "x ".repeat(1 << 20);
    let name = "x".repeat(1 << 20);
    for text in [
        format!("(format: 1, variant: \"{long}\", moves: [])"),
        format!("(format: 1, {name}: 1, variant: \"minichess\", moves: [])"),
        format!("(format: \"{long}\", variant: \"minichess\", moves: [])"),
        format!("(format: 1, variant: \"minichess\", moves: \"{long}\")"),
        save_with(&format!("start: \"{long}\","), ""),
        save_with(&format!("end: {name},"), ""),
        save_with(&format!("white: (player: {name}),"), ""),
        save_with("", &format!("\"{long}\"")),
        save_with("", &format!("(play: \"b2b3\", {name}: 1)")),
        save_with("", &format!("(play: \"b2b3\", marks: [\"{long}\"])")),
        save_with("", &format!("(play: \"b2b3\", arrows: [\"{long}\"])")),
        save_with("", &format!("(play: \"b2b3\", eval: \"{long}\")")),
    ] {
        refusal(&text);
    }
}

#[test]
fn content_over_a_limit_names_limit_and_place() {
    let text = |chars: usize| "word ".repeat(chars / 5);
    let comment = |chars| format!("(play: \"b2b3\", comment: \"{}\")", text(chars));
    assert!(from_ron(save_with("", &comment(MAX_COMMENT_CHARS)).as_bytes()).is_ok());
    assert_eq!(
        refusal(&save_with("", &comment(MAX_COMMENT_CHARS + 5))),
        "White's move 1 has a comment of more than 20000 characters, which is the most"
    );
    assert_eq!(
        refusal(&save_with(
            "",
            &format!(
                "\"b2b3\", (play: \"b5b4\", variations: [[\"a5a4\", {}]])",
                comment(MAX_BYTES - 1_000).replace("b2b3", "c2c3")
            )
        )),
        "White's move 2 in variation 1 at Black's move 1 has a comment of more than 20000 characters, \
         which is the most"
    );
    let shapes = |count| format!("arrows: [{}]", "\"red a1b2\", ".repeat(count));
    assert!(
        from_ron(save_with(&format!("notes: ({}),", shapes(MAX_SHAPES)), "").as_bytes()).is_ok()
    );
    assert_eq!(
        refusal(&save_with(&format!("notes: ({}),", shapes(70_000)), "")),
        "the start position has more than 200 arrows and circles, which is the most"
    );
    let name = format!("black: (name: \"{}\"),", text(MAX_NAME_CHARS + 5));
    assert_eq!(
        refusal(&save_with(&name, "")),
        "the game has a player's name of more than 200 characters, which is the most"
    );
    let tags = format!("tags: [{}],", "(\"A\", \"b\"), ".repeat(201));
    assert_eq!(
        refusal(&save_with(&tags, "")),
        "the game has more than 200 tags, which is the most"
    );
    let tag = format!("tags: [(\"Site\", \"{}\")],", text(MAX_TAG_CHARS + 5));
    assert!(refusal(&save_with(&tag, "")).contains("a tag with a value of more than 1000"));
}

#[test]
fn notes_over_a_limit_are_cut_and_reported() {
    let words = "word ".repeat(6_000);
    let arrows = "Ga1b2,".repeat(300);
    let text = format!(
        "[White \"{}\"]\n\n1. b3 b4 {{{words}}} {{{words}}}\n2. c3\n{{[%cal {}]}} *",
        "x".repeat(300),
        arrows.trim_end_matches(',')
    );
    let games = read_pgn(text.as_bytes(), Variant::default_variant()).unwrap();
    let problems: Vec<String> = games[0].problems.iter().map(|p| p.to_string()).collect();
    assert_eq!(
        problems,
        [
            "game 1 (line 1, column 1): it has a player's name of more than 200 characters; the rest is left out",
            "game 1, Black's move 1 (line 3, column 10): it has a comment of more than 20000 characters; the rest is left out",
            "game 1, White's move 2 (line 5, column 1): it has more than 200 arrows and circles; the rest is left out",
        ]
    );
    assert!(save::check_limits(&games[0].game).is_ok());
    assert_eq!(main_line(&games[0].game), "b2b3 b5b4 c2c3");
}

#[test]
fn what_cannot_be_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.minnow.ron");
    save_game(&path, &game("minichess", "b2b3"), false).unwrap();
    let journal = journal_of(folder.path(), &game("minichess", "b2b3"), &unsaved());

    let mut long = game("minichess", "c2c3");
    let node = long.cursor();
    long.notes_mut(node).unwrap().comment = "x".repeat(MAX_COMMENT_CHARS + 1);
    let start = Position::from_fen(Variant::default_variant(), "k4/5/5/5/5/K3R w - - 0 1").unwrap();
    let mut large = Game::from_position(start);
    for text in ["e1e2", "a6b6", "e2e1", "b6a6"].iter().cycle().take(300) {
        let id = large.add(large.cursor(), read(&large, text)).unwrap();
        large.notes_mut(id).unwrap().comment = "\u{20ac}".repeat(MAX_COMMENT_CHARS);
        large.go_to(id);
    }
    let (long_error, large_error) =
        (save_game(&path, &long, true).unwrap_err(), save_game(&path, &large, true).unwrap_err());
    assert!(long_error.to_string().ends_with(
        "x.minnow.ron\" cannot be written: White's move 1 has a comment of more than 20000 \
         characters, which is the most"
    ));
    assert!(large_error.to_string().ends_with("the game is larger than 16 MB"), "{large_error}");
    let kept =
        |error| matches!(error, StoreError::OverLimit { .. } | StoreError::GameTooLarge { .. });
    assert!(kept(journal.write(&long, &unsaved()).unwrap_err()));
    assert!(kept(journal.write(&large, &unsaved()).unwrap_err()));
    assert_eq!(main_line(&load_game(&path).unwrap()), "b2b3");
    assert!(!backup_path(&path).exists());
    drop(journal);
    assert_eq!(main_line(&Journal::recover(folder.path()).games[0].game), "b2b3");
}

#[test]
fn files_over_the_limit_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.minnow.ron");
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let message = load_game(&path).unwrap_err().to_string();
    assert!(
        message.ends_with("x.minnow.ron\" cannot be opened: it is larger than 16 MB"),
        "{message}"
    );
    let pgn = path.with_extension("pgn");
    fs::File::create(&pgn).unwrap().set_len(1 << 40).unwrap();
    let message = open_file(&pgn, Variant::default_variant()).unwrap_err().to_string();
    assert!(message.ends_with("cannot be opened: it is larger than 100 MB"), "{message}");
    fs::write(&path, "y".repeat(2_048)).unwrap();
    assert!(load_text(&path, 2_048).is_ok());
    let message = load_text(&path, 1_024).unwrap_err().to_string();
    assert!(message.ends_with("it is larger than 1 kB"), "{message}");
    fs::write(&path, b"ab\xff").unwrap();
    let message = load_text(&path, 1_024).unwrap_err().to_string();
    assert!(message.ends_with("byte 3 is not text"), "{message}");
    assert!(load_text(&folder.path().join("none"), 1).unwrap_err().is_missing());
}

#[test]
fn temporary_files_of_killed_programs_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name);
    let ours = ".minnow-abcDEF123456.tmp";
    let others = [".minnow-config", ".minnow-abcDEF12345.tmp", ".minnow-abcDEF-23456.tmp", "x.tmp"];
    for file in others.iter().chain([&ours]) {
        fs::write(name(file), "").unwrap();
    }
    fs::create_dir(name(".minnow-folder123456.tmp")).unwrap();
    let at = |hours: u64| SystemTime::now() + Duration::from_secs(hours * 60 * 60);
    assert_eq!(remove_leftovers(folder.path(), at(23)), 0);
    assert_eq!(remove_leftovers(folder.path(), at(25)), 1);
    assert!(!name(ours).exists() && others.iter().all(|file| name(file).exists()));
    assert!(name(".minnow-folder123456.tmp").exists());
    assert_eq!(remove_leftovers(&name("none"), at(25)), 0);
}

#[test]
fn journals_keep_stamps_and_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.minnow.ron");
    let stamp = save_game(&path, &game("minichess", "b2b3"), false).unwrap();
    let origin = GameOrigin { save_path: Some(path.clone()), stamp: Some(stamp), ..unsaved() };
    drop(journal_of(folder.path(), &game("minichess", "c2c3"), &origin));
    let left = Journal::recover(folder.path()).games.remove(0);
    assert_eq!(
        (left.origin.save_path.as_deref(), left.origin.stamp),
        (Some(path.as_path()), Some(stamp))
    );
    let aside = left.set_aside().unwrap();
    assert_eq!(aside, folder.path().join("running-1.1.aside"));
    assert!(Journal::recover(folder.path()).games.is_empty());
    assert_eq!(main_line(&read_set_aside(&aside).unwrap()), "c2c3");

    let old = "(path:Some(\"/games/x.minnow.ron\"),unsaved:true)\n";
    fs::write(folder.path().join("running-1.ron"), old.to_owned() + &to_ron(&game("gardner", "")))
        .unwrap();
    let left = Journal::recover(folder.path()).games.remove(0);
    assert_eq!(
        (left.origin.save_path, left.origin.stamp),
        (Some(PathBuf::from("/games/x.minnow.ron")), None)
    );
}

#[test]
fn set_aside_journals_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let at = |slot: usize| folder.path().join(format!("running-{slot}.ron"));
    fs::write(at(1), "(path:None,unsaved:true)\n(format: 1").unwrap();
    fs::write(at(2), "no header").unwrap();
    fs::create_dir(at(3)).unwrap();
    fs::File::create(at(4)).unwrap().set_len(1 << 40).unwrap();
    let report = Journal::recover(folder.path());
    assert!(report.games.is_empty());
    let messages: Vec<String> = report.set_aside.iter().map(|j| j.error.to_string()).collect();
    assert_eq!(
        messages,
        [
            "the saved game breaks off at line 2, column 10",
            "its first line is not that of a running game",
            "it is a folder",
            "it is larger than 16 MB",
        ]
    );
    assert!(matches!(report.set_aside[2].error, JournalError::Read(_)));
    for (slot, journal) in (1..).zip(&report.set_aside) {
        assert_eq!(journal.path, folder.path().join(format!("running-{slot}.1.unreadable")));
        assert!(journal.path.exists() && !at(slot).exists());
    }
    assert!(Journal::recover(folder.path()).set_aside.is_empty());
    for (number, content) in [(2, ""), (3, "(path:None,unsaved:true)\n")] {
        fs::write(at(1), content).unwrap();
        let set_aside = Journal::recover(folder.path()).set_aside;
        assert_eq!(set_aside[0].path, folder.path().join(format!("running-1.{number}.unreadable")));
    }
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn make_fifo(path: &Path) {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn backups_never_follow_links() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("h")).unwrap();
        fs::create_dir(at("d")).unwrap();
        fs::write(at("h/.profile"), "precious").unwrap();
        let path = at("d/g.minnow.ron");
        save_game(&path, &game("minichess", "b2b3"), true).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("../h/.profile", at("d/g.minnow.ron~")).unwrap();
        save_game(&path, &game("minichess", "c2c3"), true).unwrap();
        assert_eq!(fs::read_to_string(at("h/.profile")).unwrap(), "precious");
        let backup = backup_path(&path);
        assert!(fs::symlink_metadata(&backup).unwrap().is_file());
        assert_eq!((mode(&path), mode(&backup)), (0o600, 0o600));
        assert_eq!(main_line(&load_game(&backup).unwrap()), "b2b3");
    }

    #[test]
    fn games_behind_links_stay_behind_them() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sync")).unwrap();
        save_game(&at("sync/g.minnow.ron"), &game("minichess", "b2b3"), true).unwrap();
        symlink("sync/g.minnow.ron", at("g.minnow.ron")).unwrap();
        let stamp = save_game(&at("g.minnow.ron"), &game("minichess", "c2c3"), true).unwrap();
        assert!(fs::symlink_metadata(at("g.minnow.ron")).unwrap().is_symlink());
        assert_eq!(main_line(&load_game(&at("sync/g.minnow.ron")).unwrap()), "c2c3");
        assert_eq!(main_line(&load_game(&at("g.minnow.ron~")).unwrap()), "b2b3");
        assert_eq!(stamp_of(&at("g.minnow.ron")).unwrap(), Some(stamp));

        symlink("startup", at("new.pgn")).unwrap();
        let error = save_game(&at("new.pgn"), &game("minichess", "b2b3"), true).unwrap_err();
        assert!(
            error.to_string().ends_with("it is a link to a file that does not exist"),
            "{error}"
        );
        assert!(write_atomic(&at("new.pgn"), b"").is_err() && !at("startup").exists());

        fs::write(at("other"), "precious").unwrap();
        fs::hard_link(at("other"), at("hard.minnow.ron")).unwrap();
        save_game(&at("hard.minnow.ron"), &game("minichess", "b2b3"), true).unwrap();
        assert_eq!(fs::read_to_string(at("other")).unwrap(), "precious");
    }

    /// Each operation on a path that must not be opened, with its message.
    fn refusals(path: &Path) -> Vec<String> {
        let played = game("minichess", "b2b3");
        let expected = Expected::Missing;
        vec![
            load_game(path).unwrap_err().to_string(),
            load_bytes(path).unwrap_err().to_string(),
            load_text(path, 1_024).unwrap_err().to_string(),
            stamp_of(path).unwrap_err().to_string(),
            open_file(path, played.variant()).unwrap_err().to_string(),
            open_file(&path.with_extension("pgn"), played.variant()).unwrap_err().to_string(),
            save_game(path, &played, true).unwrap_err().to_string(),
            save_game(path, &played, false).unwrap_err().to_string(),
            save_game_if(path, &played, true, expected).unwrap_err().to_string(),
            write_atomic(path, b"").unwrap_err().to_string(),
        ]
    }

    #[test]
    fn special_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str, make: &dyn Fn(&Path)| {
            for ending in ["ron", "pgn"] {
                make(&folder.path().join(name).with_extension(ending));
            }
            folder.path().join(name).with_extension("ron")
        };
        let sockets = std::cell::RefCell::new(Vec::new());
        let cases = [
            (place("fifo", &make_fifo), "it is not an ordinary file"),
            (
                place("zero", &|path| symlink("/dev/zero", path).unwrap()),
                "it is not an ordinary file",
            ),
            (
                place("tty", &|path| symlink("/dev/tty", path).unwrap()),
                "it is not an ordinary file",
            ),
            (
                place("socket", &|path| {
                    sockets.borrow_mut().push(UnixListener::bind(path).unwrap())
                }),
                "it is not an ordinary file",
            ),
            (place("folder", &|path| fs::create_dir(path).unwrap()), "it is a folder"),
        ];
        for (path, reason) in cases {
            for message in refusals(&path) {
                assert!(message.ends_with(reason), "{message}");
            }
            let game_path = folder.path().join("g.minnow.ron");
            save_game(&game_path, &game("minichess", "b2b3"), false).unwrap();
            let backup = backup_path(&game_path);
            if !fs::symlink_metadata(&path).unwrap().is_symlink() {
                fs::rename(&path, &backup).unwrap();
                let error = save_game(&game_path, &game("minichess", "c2c3"), true).unwrap_err();
                let expected = format!("\"{}\" cannot be written: {reason}", backup.display());
                assert_eq!(error.to_string(), expected);
                assert_eq!(main_line(&load_game(&game_path).unwrap()), "b2b3");
                fs::rename(&backup, &path).unwrap();
            }
        }
    }

    #[test]
    fn special_locks_and_journals_do_not_block() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        make_fifo(&at("running-1.lock"));
        symlink("elsewhere", at("running-2.lock")).unwrap();
        make_fifo(&at("running-3.ron"));
        symlink("/dev/zero", at("running-4.ron")).unwrap();
        let report = Journal::recover(folder.path());
        let messages: Vec<String> = report.set_aside.iter().map(|j| j.error.to_string()).collect();
        assert_eq!(messages, ["it is not an ordinary file"; 2]);
        let _journal = journal_of(folder.path(), &game("minichess", "b2b3"), &unsaved());
        assert!(at("running-3.ron").is_file() && !at("elsewhere").exists());
    }

    #[test]
    fn paths_that_are_not_text_are_recovered() {
        let folder = tempfile::tempdir().unwrap();
        let path = Path::new(OsStr::from_bytes(b"/games/M\xfcller.minnow.ron"));
        let origin = GameOrigin { save_path: Some(path.to_owned()), ..GameOrigin::default() };
        drop(journal_of(folder.path(), &game("minichess", "b2b3"), &origin));
        let left = Journal::recover(folder.path()).games.remove(0);
        assert_eq!((left.origin.save_path.as_deref(), left.origin.unsaved), (Some(path), false));
    }
}

/// A text around a limit of `max` characters; the numbers choose length and letter.
fn long_text(max: usize, pick: (u8, char)) -> String {
    pick.1.to_string().repeat((max + usize::from(pick.0 % 4)).saturating_sub(2))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_is_written_can_be_read(
        steps in prop::collection::vec(any::<(u8, u32)>(), 0..40),
        comments in prop::collection::vec((any::<u32>(), any::<(u8, char)>()), 0..4),
        name in any::<(u8, char)>(),
        tag in any::<(u8, char)>(),
        shapes in 198_usize..204,
        as_pgn in any::<bool>(),
    ) {
        let mut game = grow(0, &steps);
        let ids = all_nodes(&game);
        let notes_at = |game: &mut Game, number: u32, edit: &dyn Fn(&mut Notes)| {
            if let Some(notes) = game.notes_mut(ids[number as usize % ids.len()]) {
                edit(notes);
            }
        };
        for (number, pick) in comments {
            notes_at(&mut game, number, &|notes| {
                notes.comment = long_text(MAX_COMMENT_CHARS, pick);
                notes.shapes = vec!["red b3".parse().unwrap(); shapes];
            });
        }
        game.header.names[0] = long_text(MAX_NAME_CHARS, name);
        game.header.tags = vec![("Site".to_owned(), long_text(MAX_TAG_CHARS, tag))];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(if as_pgn { "x.pgn" } else { "x.ron" });
        if let Err(error) = save_game(&path, &game, false) {
            prop_assert!(matches!(error, StoreError::OverLimit { .. }), "{}", error);
            // Cut as the window cuts what is entered.
            game.header.cut_to_limits();
            for id in all_nodes(&game) {
                game.notes_mut(id).unwrap().cut_to_limits();
            }
            save_game(&path, &game, false).unwrap();
        }
        if as_pgn {
            let file = read_pgn(&fs::read(&path).unwrap(), game.variant()).unwrap();
            prop_assert!(file[0].problems.is_empty(), "{}", file[0].problems[0]);
            prop_assert!(save_game(&path, &file[0].game, false).is_ok());
        } else {
            let read = load_game(&path).unwrap();
            assert_sound(&read);
            prop_assert_eq!(to_ron(&read), to_ron(&game));
        }
    }
}
