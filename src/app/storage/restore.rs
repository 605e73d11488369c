//! Reads the settings and the game of the last run at the start of the program.

use minnow_base::files::{FileAccessError, OwnFile, load_own, load_text};
use std::path::Path;

use super::{
    super::session::{
        Alert, ArchiveOrder, KeptListName, KeptLists, UserRecords, records_in_settings,
        settings::{Settings, WindowPlace},
    },
    archive_writer::{ArchiveWriter, new_id},
    crash_report::{MAX_UNFINISHED_STARTS, UnfinishedStarts},
    places::{KeepError, Places},
};
use minnow_game::{
    Game,
    archive::{Archive, ArchiveId},
    journal::{GameOrigin, Journal, RecoveredGame, SetAsideJournal},
    store::{StoreError, backup_path},
};
use minnow_rules::excerpt_of_error;

/// The most bytes of a settings file.
const MAX_SETTINGS_BYTES: usize = 1 << 20;

/// A game that was on the board when a program ended.
#[derive(Debug)]
pub struct ResumedGame {
    pub game: Game,
    pub origin: GameOrigin,
}

/// The settings and the game of the last run.
#[derive(Debug, Default)]
pub struct Restored {
    pub settings: Settings,
    /// True if there is no settings file yet.
    pub first_start: bool,
    pub game: Option<ResumedGame>,
    /// The lists of the user's data.
    pub lists: KeptLists,
    /// The lists to be written: they have entries of old settings, or their files have unreadable entries.
    pub changed_lists: Vec<KeptListName>,
    pub alerts: Vec<Alert>,
    /// The games that were left behind and are now in the archive.
    pub archived: Vec<ArchiveId>,
}

/// A file of settings that becomes a backup, with the records that an older version has written to it.
pub(super) struct OldSettings {
    pub text: String,
    records: UserRecords,
}

/// The content of a settings file.
pub(super) struct SettingsFile {
    pub settings: Settings,
    /// The settings whose value is unknown or out of range, with it.
    unusable: Vec<String>,
    /// The file itself, if it has records or values that cannot be used.
    pub old: Option<OldSettings>,
}

/// Reads a settings file; an unreadable one is set aside, so that writing a new one loses nothing.
pub(super) fn load_settings(path: &Path) -> Result<OwnFile<SettingsFile>, FileAccessError> {
    load_own(path, MAX_SETTINGS_BYTES, |text| {
        let (records, mut unusable) =
            records_in_settings(text).map_err(|error| excerpt_of_error(&error))?;
        let (settings, others) = Settings::read(text).map_err(|error| excerpt_of_error(&error))?;
        unusable.extend(others);
        let has_more = !unusable.is_empty() || !records.is_empty();
        let old = has_more.then(|| OldSettings { text: text.to_owned(), records });
        Ok(SettingsFile { settings, unusable, old })
    })
}

/// The window's place at its last end. A file that cannot be read is left to the start.
pub fn window_place(places: &Places) -> Option<WindowPlace> {
    let text = load_text(&places.settings_file(), MAX_SETTINGS_BYTES).ok()?;
    Settings::from_ron(&text).ok()?.window
}

/// Reads the settings. Returns the file if it has records or values that cannot be used.
pub(super) fn read_settings(places: &Places, restored: &mut Restored) -> Option<OldSettings> {
    let problem = match load_settings(&places.settings_file()) {
        Ok(OwnFile::Read(SettingsFile { settings, unusable, old })) => {
            restored.settings = settings;
            if !unusable.is_empty() {
                restored.alerts.push(Alert::problem(format!(
                    "The settings file has values that are unknown or out of range: {}. Minnow uses \
                     others in their place, and the file is kept as {}.",
                    unusable.join(", "),
                    backup_path(&places.settings_file()).display()
                )));
            }
            return old;
        }
        Ok(OwnFile::Missing) => {
            restored.first_start = true;
            return None;
        }
        Ok(OwnFile::SetAside(file)) => file.describe("the settings file"),
        Err(error) => error.to_string(),
    };
    restored.alerts.push(Alert::problem(format!("The settings are the defaults: {problem}.")));
    None
}

/// Reads the lists of the user's data, and adds the records in old settings. A damaged file is set
/// aside.
pub(super) fn read_lists(places: &Places, old: Option<&OldSettings>, restored: &mut Restored) {
    for &name in KeptListName::ALL {
        match restored.lists.read(name, places.data()) {
            Ok(true) => restored.changed_lists.push(name),
            Ok(false) => {}
            Err(problem) => restored.alerts.push(Alert::problem(problem)),
        }
    }
    // Another window or a start with a file may have kept records before any settings.
    restored.first_start &= restored.lists.records.is_empty();
    if let Some(old) = old {
        restored.changed_lists.push(KeptListName::Records);
        // They are older than all others.
        let newer = std::mem::replace(&mut restored.lists.records, old.records.clone());
        newer.entries().iter().for_each(|record| restored.lists.records.add(record.clone()));
    }
}

/// Picks the game to resume from those that ended programs left behind. The other unsaved ones go to
/// the archive; a saved game needs no journal.
///
/// Sets the running game aside if the window did not show it at the last starts.
pub(super) fn resume(
    places: &Places,
    file: Option<&Path>,
    starts: &UnfinishedStarts,
    restored: &mut Restored,
) -> Option<RecoveredGame> {
    let unfinished = starts.count();
    // Reading a journal is a part of the start.
    starts.add();
    let recovery = Journal::recover(&places.journals());
    restored.alerts.extend(recovery.set_aside.iter().map(unreadable_alert));
    let mut chosen = choose(recovery.games, file, places, restored);
    if unfinished >= MAX_UNFINISHED_STARTS
        && let Some(game) = chosen.take()
    {
        set_aside(game, restored);
    }
    if chosen.is_none() {
        starts.clear();
    }
    chosen
}

fn unreadable_alert(journal: &SetAsideJournal) -> Alert {
    Alert::problem(format!(
        "A running game is not resumed, because its file cannot be read: {}. The file is kept as {}.",
        journal.error,
        journal.path.display()
    ))
}

/// Sets a game aside and offers to open it.
fn set_aside(game: RecoveredGame, restored: &mut Restored) {
    match game.set_aside() {
        Ok(path) => {
            let text = format!(
                "The last {MAX_UNFINISHED_STARTS} starts ended before the window showed the resumed \
                 game, so it was set aside. It is kept as {}.",
                path.display()
            );
            restored.alerts.push(Alert::problem(text).offering_retry(path));
        }
        Err(error) => restored.alerts.push(Alert::problem(format!("{error}."))),
    }
}

fn choose(
    mut found: Vec<RecoveredGame>,
    file: Option<&Path>,
    places: &Places,
    restored: &mut Restored,
) -> Option<RecoveredGame> {
    let wanted = file.and_then(|file| std::path::absolute(file).ok());
    let chosen = match &wanted {
        Some(file) => {
            found.iter().position(|f| f.origin.unsaved && f.origin.save_path.as_ref() == Some(file))
        }
        None => found.iter().position(|f| f.origin.unsaved).or((!found.is_empty()).then_some(0)),
    };
    let chosen = chosen.map(|index| found.remove(index));
    for other in found {
        if other.origin.unsaved && !other.game.is_empty() {
            match archive(places, &other) {
                Ok(id) => restored.archived.push(id),
                Err(error) => {
                    let error = KeepError::LeftBehind(error);
                    restored.alerts.push(Alert::problem(format!("{error}.")));
                    continue;
                }
            }
        }
        if let Err(error) = other.discard() {
            restored.alerts.push(Alert::problem(format!("{error}.")));
        }
    }
    if !restored.archived.is_empty() {
        let games = if restored.archived.len() == 1 { "A game" } else { "Games" };
        let text = format!("{games} left unsaved earlier can be found under Your games.");
        restored.alerts.push(Alert::info(text));
    }
    chosen
}

/// Keeps a game left behind in the archive.
fn archive(places: &Places, found: &RecoveredGame) -> Result<ArchiveId, StoreError> {
    let id = found.origin.archived.clone().map_or_else(new_id, Ok)?;
    let order = ArchiveOrder { id, read: found.origin.archived_stamp, game: found.game.clone() };
    let moved = ArchiveWriter::new(Archive::new(&places.games())).keep(&order)?;
    Ok(moved.map_or(order.id, |moved| moved.to))
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::{super::autosave::Autosave, *};
    use crate::app::{
        session::{
            Keeping,
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
    const OLD: &str = include_str!("../../../tests/fixtures/settings/with-records.ron");

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
        let texts =
            ["/games/c.minnow.ron", "bytes:/games/M%FCller.minnow.ron", "/games/a.minnow.ron"];
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
                alert.text.contains("1 of 2 entries")
                    && alert.text.contains("records.ron.unreadable")
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
        let told =
            "Recent files, lessons done and exercises begin anew: their file is not readable (";
        assert!(matches!(texts[..], [text] if text.starts_with(told)), "{texts:?}");
        assert_eq!(fs::read_to_string(path.with_extension("ron.unreadable")).unwrap(), damaged);
        check_records(&start(&places).1.lists);
    }
}
