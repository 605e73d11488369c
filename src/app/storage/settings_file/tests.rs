//! The settings in a folder of their own: old, damaged and changed files, and what is kept of them.

use std::{fs, path::PathBuf};

use super::{super::autosave::Autosave, *};
use crate::app::{
    session::{
        Keeping, KeptListName, KeptLists,
        settings::{
            ClockChoice, CustomLimits, EngineSettings, OddsChoice, OddsGiver, PanelWidths,
            ReplyPace, ReviewDepth, Sides, ThemeChoice,
        },
    },
    ui::board::{Pattern, PieceSet},
};
use minnow_base::files::StoredPath;
use minnow_game::OddsPiece;
use minnow_jobs::Spawner;
use minnow_lab::exercise::{BoundAnswer, ExerciseTask};
use minnow_study::analysis::MatchAim;

/// Settings with a value of its own in every field, as the last version wrote them that kept the
/// user's records with them.
const OLD: &str = include_str!("../../../../tests/fixtures/settings/with-records.ron");

/// A folder with this file of settings.
fn folder_with(settings: &str) -> (tempfile::TempDir, Places) {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below(folder.path());
    fs::create_dir_all(places.settings_file().parent().unwrap()).unwrap();
    fs::write(places.settings_file(), settings).unwrap();
    (folder, places)
}

fn start(places: &Places) -> (Autosave, Restored) {
    Autosave::start(Some(places), None, Spawner::default(), || {})
}

/// The files of the settings and of their backup; `None` if there is none.
fn files(places: &Places) -> [Option<String>; 2] {
    let path = places.settings_file();
    [path.clone(), backup_path(&path)].map(|path| fs::read_to_string(path).ok())
}

fn check_records(lists: &KeptLists) {
    let texts = ["/games/c.minnow.ron", "bytes:/games/M%FCller.minnow.ron", "/games/a.minnow.ron"];
    let paths: Vec<PathBuf> =
        texts.map(|text| StoredPath::from(text.to_owned()).0).into_iter().collect();
    assert!(lists.recent_files().eq(paths.iter()), "{:?}", lists.records);
    assert!(lists.learned().eq(["minimax", "printed-0", "own:a"]), "{:?}", lists.records);
    let works: Vec<_> = lists.exercises().collect();
    assert_eq!(works.iter().map(|work| work.sheet.seed).collect::<Vec<_>>(), [17, 4]);
    let answers = &works[0].sheet.answers;
    assert_eq!((answers.windows[0].beta, answers.slip), (BoundAnswer::At(5), 3));
    assert!(works[0].is_done(ExerciseTask::Pruned) && works[1].done.is_empty());
}

#[test]
fn old_settings_are_read_with_every_field() {
    let (_folder, places) = folder_with(OLD);
    let settings = Settings {
        level: 7,
        black_level: Some(9),
        match_me: true,
        aim: MatchAim::Hard,
        matched: 430,
        matched_aim: MatchAim::Easy,
        use_custom: true,
        custom: CustomLimits { depth_plies: Some(3), nodes: None, think_ms: 1_500 },
        sides: Sides::Black,
        player_name: "Ada".to_owned(),
        variant: "gardner".to_owned(),
        clock: Some(ClockChoice { delay_seconds: 1, ..ClockChoice::new(3, 2) }),
        odds: Some(OddsChoice { giver: OddsGiver::Computer, piece: OddsPiece::Knight }),
        reply: ReplyPace::Calm,
        watch_pause_ms: 250,
        theme: ThemeChoice::Dark,
        board_colors: "harbour".to_owned(),
        pieces: PieceSet::Blocks,
        pattern: Pattern::Wood,
        animate: false,
        animate_anyway: true,
        system_reduces_motion: false,
        sounds: false,
        volume: 30,
        warn_king: false,
        coach: true,
        resigns: false,
        show_thinking: true,
        engine: EngineSettings {
            threads: 1,
            hash_mb: 128,
            lines: 2,
            depth_plies: None,
            seconds: Some(9),
        },
        review: ReviewDepth::Deep,
        zoom: 1.25,
        panels: PanelWidths { column: Some(420.0), lab_board: None },
        lesson_folder: Some(StoredPath("/lessons".into())),
        ..Settings::default()
    };
    assert_eq!(start(&places).1.settings, settings);
}

#[test]
fn records_move_out_of_old_settings_once() {
    let (_folder, places) = folder_with(OLD);
    for is_first in [true, false] {
        let (mut autosave, restored) = start(&places);
        autosave.finish();
        check_records(&restored.lists);
        assert!(restored.alerts.is_empty(), "{:?}", restored.alerts);
        let settings = restored.settings.to_ron().unwrap();
        let backup = is_first.then(|| OLD.to_owned());
        assert_eq!(files(&places), [Some(settings), backup]);
        let _ = fs::remove_file(backup_path(&places.settings_file()));
    }
}

#[test]
fn old_settings_stay_until_their_records_are_kept() {
    let (folder, places) = folder_with(OLD);
    let obstacle = folder.path().join("data");
    fs::write(&obstacle, "in the way").unwrap();
    let (mut autosave, restored) = start(&places);
    autosave.finish();
    check_records(&restored.lists);
    assert_eq!(files(&places), [Some(OLD.to_owned()), None]);
    let mut keeping = Keeping::default();
    autosave.collect(&mut keeping, 0);
    let told = "The settings are not kept before the records in their file have a file";
    assert!(keeping.alerts().iter().any(|alert| alert.text.starts_with(told)));
    fs::remove_file(obstacle).unwrap();
    autosave.finish();
    let settings = restored.settings.to_ron().unwrap();
    assert_eq!(files(&places), [Some(settings), Some(OLD.to_owned())]);
    drop(autosave);
    check_records(&start(&places).1.lists);
}

fn alert_texts(restored: &Restored) -> Vec<&str> {
    restored.alerts.iter().map(|alert| alert.text.as_str()).collect()
}

#[test]
fn each_unreadable_settings_file_is_told_and_kept() {
    let (_folder, places) = folder_with("");
    let path = places.settings_file();
    let large = vec![b' '; MAX_SETTINGS_BYTES + 1];
    for (content, ending, why) in [
        (&b"(level: \xff)"[..], "unreadable", "byte 9 is not text"),
        (&large[..], "unreadable-2", "it is larger than 1 MB"),
        (&b"(level: 3"[..], "unreadable-3", "(1:"),
    ] {
        fs::write(&path, content).unwrap();
        let (mut autosave, restored) = start(&places);
        let aside = path.with_extension(format!("ron.{ending}"));
        let told = alert_texts(&restored);
        let names = |text: &str| text.contains(why) && text.contains(aside.to_str().unwrap());
        assert!(matches!(told[..], [text] if names(text)), "{told:?}");
        assert!(!restored.first_start && restored.settings == Settings::default());
        autosave.save_settings(&restored.settings);
        drop(autosave);
        assert_eq!(fs::read(aside).unwrap(), content);
        assert!(path.exists());
    }
}

#[test]
fn unusable_values_are_named_once_and_the_others_stay() {
    let text = "(theme: Sepia, level: 7, volume: -1, watch_pause_ms: 99999)";
    let (_folder, places) = folder_with(text);
    let settings = Settings { level: 7, watch_pause_ms: 10_000, ..Settings::default() };
    let named = ": watch_pause_ms: 99999, theme: Sepia, volume: -1. Minnow uses others";
    for told in [vec![named], vec![]] {
        let (mut autosave, restored) = start(&places);
        autosave.finish();
        let texts = alert_texts(&restored);
        assert_eq!(texts.len(), told.len(), "{texts:?}");
        assert!(told.iter().all(|named| texts[0].contains(named)), "{texts:?}");
        assert_eq!(restored.settings, settings);
        assert_eq!(files(&places)[1].as_deref(), Some(text));
    }
}

#[test]
fn each_file_with_unusable_values_has_a_copy() {
    let (_folder, places) = folder_with("()");
    let path = places.settings_file();
    fs::create_dir(path.with_extension("ron~2")).unwrap();
    for (text, ending) in [
        ("(theme: Sepia)", "ron~"),
        ("(engine: (threads: \"many\"))", "ron~3"),
        ("(volume: 999)", "ron~4"),
        ("(theme: Sepia)", "ron~"),
    ] {
        fs::write(&path, text).unwrap();
        let (mut autosave, restored) = start(&places);
        let copy = path.with_extension(ending);
        let told = alert_texts(&restored);
        let kept = format!(
            "Minnow uses others in their place, and the file is kept as {}.",
            copy.display()
        );
        assert!(matches!(told[..], [told] if told.ends_with(&kept)), "{told:?}");
        assert_eq!(fs::read_to_string(&copy).unwrap(), text, "before the file is written");
        autosave.finish();
        assert_eq!(fs::read_to_string(copy).unwrap(), text);
        assert_ne!(fs::read_to_string(&path).unwrap(), text);
        let mut keeping = Keeping::default();
        autosave.collect(&mut keeping, 0);
        assert!(keeping.alerts().is_empty(), "it is told once: {keeping:?}");
    }
    let files = fs::read_dir(path.parent().unwrap()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.contains('~')).count(), 4);
}

#[test]
fn a_copy_that_cannot_be_made_is_told_and_nothing_is_written() {
    let (_folder, places) = folder_with("(theme: Sepia)");
    let path = places.settings_file();
    let Ok(OwnFile::Read(file)) = SettingsFile::load(&path) else { panic!("unreadable") };
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    let copy = file.keep_copy(&path);
    let told = file.describe_unusable(&copy);
    let reason = "settings.ron~\" cannot be written: there is no such file or folder.";
    assert!(copy.is_err() && told.ends_with(reason) && !told.contains("is kept as"), "{told}");
    let writer = SettingsWriter::new(path, Settings::default());
    let problem = writer.copy(&file).unwrap_err().to_string();
    assert!(problem.starts_with("The settings are not kept: "), "{problem}");
}

#[test]
fn values_that_become_unusable_are_told_and_kept_once() {
    let (_folder, places) = folder_with("(volume: 20)");
    let (mut autosave, restored) = start(&places);
    for (text, count) in [("(volume: 20, theme: Sepia)", 1), ("(theme: Sepia, volume: 20)", 1)] {
        fs::write(places.settings_file(), text).unwrap();
        for count in [count, 0] {
            autosave.save_settings(&restored.settings);
            autosave.finish();
            let mut keeping = Keeping::default();
            autosave.collect(&mut keeping, 0);
            let names = |alert: &&Alert| alert.text.contains(": theme: Sepia. Minnow uses others");
            assert_eq!(keeping.alerts().iter().filter(names).count(), count, "{keeping:?}");
        }
        assert_eq!(start(&places).1.settings, restored.settings);
    }
}

#[test]
fn unknown_fields_stay_without_a_notice() {
    let (_folder, places) = folder_with("(glow: Some(Red(3)), engine: (nets: [1, 2], lines: 2))");
    for volume in [20, 30] {
        let (mut autosave, mut restored) = start(&places);
        assert!(restored.alerts.is_empty(), "{:?}", restored.alerts);
        restored.settings.volume = volume;
        autosave.save_settings(&restored.settings);
        autosave.finish();
        let [settings, copy] = files(&places);
        let settings = settings.unwrap();
        for kept in ["glow: Some(Red(3))", "nets: [1, 2]", &format!("volume: {volume}")] {
            assert!(settings.contains(kept), "{kept}: {settings}");
        }
        assert_eq!((copy, restored.settings.engine.lines), (None, 2));
    }
}

#[test]
fn windows_write_only_the_settings_that_they_change() {
    let (_folder, places) = folder_with("(volume: 20)");
    let [(mut one, restored), (mut other, _)] = [start(&places), start(&places)];
    let begun = restored.settings;
    let player_name = "Ada".to_owned();
    for own in [
        Settings { player_name: player_name.clone(), volume: 30, ..begun.clone() },
        Settings { player_name: player_name.clone(), volume: 20, ..begun.clone() },
    ] {
        one.save_settings(&own);
        one.finish();
        other.save_settings(&Settings { theme: ThemeChoice::Dark, ..begun.clone() });
        other.finish();
        let expected = Settings { theme: ThemeChoice::Dark, ..own };
        assert_eq!(start(&places).1.settings, expected);
    }
}

#[test]
fn a_file_damaged_during_the_run_is_told_and_kept() {
    let (_folder, places) = folder_with("(volume: 20)");
    let (mut autosave, restored) = start(&places);
    for path in [places.settings_file(), places.data().join("records.ron")] {
        fs::create_dir_all(places.data()).unwrap();
        fs::write(&path, "damaged").unwrap();
        autosave.save_settings(&restored.settings);
        autosave.save_list(KeptListName::Records, &restored.lists);
        autosave.finish();
        let mut keeping = Keeping::default();
        autosave.collect(&mut keeping, 0);
        let aside = path.with_extension("ron.unreadable");
        let names = |alert: &Alert| alert.text.contains(aside.to_str().unwrap());
        assert!(keeping.alerts().iter().any(names), "{keeping:?}");
        assert_eq!(fs::read_to_string(aside).unwrap(), "damaged");
    }
}

#[test]
fn an_unknown_record_is_told_and_kept_once() {
    let (_folder, places) = folder_with("()");
    let path = places.data().join("records.ron");
    let text = "(format: 1, entries: [Sung(at: \"1\"), Learned(at: \"2\", id: \"minimax\")])";
    fs::create_dir_all(places.data()).unwrap();
    fs::write(&path, text).unwrap();
    for count in [1, 0] {
        let (mut autosave, restored) = start(&places);
        autosave.finish();
        let mut keeping = Keeping::default();
        autosave.collect(&mut keeping, 0);
        let names = |alert: &&Alert| {
            let which =
                "The file of recent files, lessons done and exercises is not readable (1 of 2";
            alert.text.starts_with(which) && alert.text.contains("records.ron.unreadable")
        };
        assert_eq!(keeping.alerts().iter().filter(names).count(), count, "{keeping:?}");
        assert!(restored.lists.has_learned("minimax") && restored.alerts.is_empty());
    }
    assert_eq!(fs::read_to_string(path.with_extension("ron.unreadable")).unwrap(), text);
}

#[test]
fn a_damaged_file_of_records_is_told_and_kept() {
    let (_folder, places) = folder_with(OLD);
    let damaged = "(format: 1, entries: [Learned(";
    let path = places.data().join("records.ron");
    fs::create_dir_all(places.data()).unwrap();
    fs::write(&path, damaged).unwrap();
    let (mut autosave, restored) = start(&places);
    autosave.finish();
    let texts = alert_texts(&restored);
    let told = "Recent files, lessons done and exercises begin anew: their file is not readable (";
    assert!(matches!(texts[..], [text] if text.starts_with(told)), "{texts:?}");
    assert_eq!(fs::read_to_string(path.with_extension("ron.unreadable")).unwrap(), damaged);
    check_records(&start(&places).1.lists);
}
