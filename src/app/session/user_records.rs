//! The records of what the user has done, apart from the settings: recent files, lessons of the lab
//! that are done, exercises with their answers, and games rescued after a crash.
//!
//! They are a list in a file of its own, so that several windows lose nothing of each other.

use minnow_base::files::StoredPath;
use std::{
    collections::HashMap,
    hash::Hash,
    mem::{Discriminant, discriminant},
    path::Path,
};

use ron::{error::SpannedResult, value::RawValue};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Effect, KeptListName, KeptLists, Session, WallTime};
use minnow_game::{
    archive::ArchiveId,
    kept_list::{KeptEntry, KeptList},
};
use minnow_lab::exercise::{ExerciseSet, ExerciseSheet, ExerciseTask, FeedbackTime, GradedSheet};
use minnow_rules::excerpt;

/// The most exercises that are kept. The largest one takes about 55 kB, and the file has a limit.
const MAX_EXERCISES: usize = 100;

/// The answers to an exercise so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExerciseWork {
    pub sheet: ExerciseSheet,
    /// The tasks whose answers were compared with the right ones and can no longer be changed.
    #[serde(default)]
    pub done: Vec<ExerciseTask>,
}

impl ExerciseWork {
    pub fn new(sheet: ExerciseSheet) -> ExerciseWork {
        ExerciseWork { sheet, done: Vec::new() }
    }

    /// False for a graded sheet, whose answers the page never compares.
    pub fn is_done(&self, task: ExerciseTask) -> bool {
        self.sheet.graded.is_none() && self.done.contains(&task)
    }

    /// True once all tasks are done.
    pub fn is_over(&self) -> bool {
        self.sheet.set.tasks.iter().all(|task| self.is_done(*task))
    }

    /// True while the page shows no right answers: those of a graded sheet come from the teacher, and
    /// others may have to wait until all tasks are handed in.
    pub fn is_withheld(&self) -> bool {
        let waits = self.sheet.set.feedback == FeedbackTime::AfterHandIn;
        self.sheet.graded.is_some() || waits && !self.is_over()
    }

    /// True for an exercise with the same tree and the same tasks.
    pub fn is_same_as(&self, other: &ExerciseSheet) -> bool {
        let ExerciseSheet { seed, set, graded, .. } = &self.sheet;
        (seed, set, graded) == (&other.seed, &other.set, &other.graded)
    }
}

/// A record. Its times are digits: `20261122-182205-417`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum UserRecord {
    /// A lesson that is done, or a printed function whose error was found.
    Learned { at: String, id: String },
    /// A file that was opened or saved.
    File { at: String, path: StoredPath },
    /// An exercise with its answers. The time of their last change is empty before the first one.
    Exercise { begun: String, changed: String, work: Box<ExerciseWork> },
    /// A game that an ended program left behind and that went to the archive.
    Rescued { at: String, id: ArchiveId },
}

/// The records, the oldest first.
pub type UserRecords = KeptList<UserRecord>;

impl UserRecord {
    /// The time of the last change.
    fn changed(&self) -> &str {
        match self {
            UserRecord::Exercise { changed, .. } => changed,
            UserRecord::Learned { at, .. }
            | UserRecord::File { at, .. }
            | UserRecord::Rescued { at, .. } => at,
        }
    }

    /// The most records of the same kind.
    fn most(&self) -> usize {
        match self {
            UserRecord::Learned { .. } => 5_000,
            UserRecord::File { .. } => 8,
            UserRecord::Exercise { .. } => MAX_EXERCISES,
            UserRecord::Rescued { .. } => 1_000,
        }
    }

    fn exercise(&self) -> Option<&ExerciseWork> {
        match self {
            UserRecord::Exercise { work, .. } => Some(work),
            _ => None,
        }
    }
}

/// The subject of a record.
#[derive(PartialEq, Eq, Hash)]
enum RecordSubject<'a> {
    Lesson(&'a str),
    File(&'a Path),
    Exercise { seed: u64, set: &'a ExerciseSet, graded: &'a Option<GradedSheet> },
    Game(&'a ArchiveId),
}

impl KeptEntry for UserRecord {
    /// An exercise keeps its place when its answers change.
    fn time(&self) -> &str {
        match self {
            UserRecord::Exercise { begun, .. } => begun,
            _ => self.changed(),
        }
    }

    fn key(&self) -> impl Eq + Hash {
        match self {
            UserRecord::Learned { id, .. } => RecordSubject::Lesson(id),
            UserRecord::File { path, .. } => RecordSubject::File(&path.0),
            UserRecord::Rescued { id, .. } => RecordSubject::Game(id),
            UserRecord::Exercise { work, .. } => {
                let ExerciseSheet { seed, set, graded, .. } = &work.sheet;
                RecordSubject::Exercise { seed: *seed, set, graded }
            }
        }
    }

    fn replaces(&self, known: &UserRecord) -> bool {
        self.changed() >= known.changed()
    }

    fn limit(entries: &mut Vec<UserRecord>) {
        let mut rooms: HashMap<Discriminant<UserRecord>, usize> = HashMap::new();
        entries.reverse();
        entries.retain(|entry| {
            let room = rooms.entry(discriminant(entry)).or_insert(entry.most());
            let has_room = *room > 0;
            *room -= usize::from(has_room);
            has_room
        });
        entries.reverse();
    }
}

impl KeptLists {
    /// The recent files, the newest first.
    pub fn recent_files(&self) -> impl Iterator<Item = &Path> {
        self.records.entries().iter().rev().filter_map(|record| match record {
            UserRecord::File { path, .. } => Some(path.0.as_path()),
            _ => None,
        })
    }

    /// The ids of the lessons that are done, and of the printed functions whose error was found.
    pub fn learned(&self) -> impl Iterator<Item = &str> {
        self.records.entries().iter().filter_map(|record| match record {
            UserRecord::Learned { id, .. } => Some(id.as_str()),
            _ => None,
        })
    }

    pub fn has_learned(&self, id: &str) -> bool {
        self.learned().any(|known| known == id)
    }

    /// The exercises with the answers so far, in the order of their beginning.
    pub fn exercises(&self) -> impl DoubleEndedIterator<Item = &ExerciseWork> {
        self.records.entries().iter().filter_map(UserRecord::exercise)
    }

    /// The games that were rescued after a crash.
    pub fn rescued(&self) -> impl Iterator<Item = &ArchiveId> {
        self.records.entries().iter().filter_map(|record| match record {
            UserRecord::Rescued { id, .. } => Some(id),
            _ => None,
        })
    }
}

impl Session {
    /// Puts a file at the head of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        let path = StoredPath(path.to_owned());
        self.add_record(|at| UserRecord::File { at, path });
    }

    pub fn note_learned(&mut self, id: String) {
        if !self.lists.has_learned(&id) {
            self.add_record(|at| UserRecord::Learned { at, id });
        }
    }

    pub fn note_rescued(&mut self, id: ArchiveId) {
        self.add_record(|at| UserRecord::Rescued { at, id });
    }

    /// Keeps a new exercise. Answers that another window has saved take precedence. A notice names the
    /// oldest exercise if the new one takes its place.
    pub fn begin_exercise(&mut self, sheet: ExerciseSheet) {
        let oldest = self.lists.exercises().next().map(|work| work.sheet.clone());
        let work = Box::new(ExerciseWork::new(sheet));
        self.add_record(|begun| UserRecord::Exercise { begun, changed: String::new(), work });
        let is_kept = |sheet: &ExerciseSheet| self.lists.exercises().any(|w| w.is_same_as(sheet));
        if let Some(dropped) = oldest.filter(|oldest| !is_kept(oldest)) {
            self.info(format!(
                "Minnow keeps {MAX_EXERCISES} exercises. The oldest, \"{}\" with seed {}, is removed.",
                dropped.set.title, dropped.seed
            ));
        }
    }

    /// Keeps an exercise with changed answers.
    pub fn keep_exercise(&mut self, work: ExerciseWork) {
        let is_same = |known: &&UserRecord| {
            known.exercise().is_some_and(|known| known.is_same_as(&work.sheet))
        };
        let known = self.lists.records.entries().iter().find(is_same);
        let begun = known.map(|known| known.time().to_owned());
        self.add_record(|changed| UserRecord::Exercise {
            begun: begun.unwrap_or_else(|| changed.clone()),
            changed,
            work: Box::new(work),
        });
    }

    fn add_record(&mut self, record: impl FnOnce(String) -> UserRecord) {
        // The clock may go back, as in autumn. With equal times, an older copy of a record in another
        // window could take the place of this one.
        let entries = self.lists.records.entries().iter();
        let newest = entries.flat_map(|entry| [entry.time(), entry.changed()]).max();
        let time = WallTime::now().digits().max(newest.map(time_after).unwrap_or_default());
        self.lists.records.add(record(time));
        self.effects.push(Effect::KeepList(KeptListName::Records));
    }
}

/// The next text of digits behind this time, in the order of texts.
pub(super) fn time_after(time: &str) -> String {
    let Some(at) = time.rfind(|letter: char| ('0'..='8').contains(&letter)) else {
        return format!("{time}0");
    };
    let raised = char::from(time.as_bytes()[at] + 1);
    format!("{}{raised}{}", &time[..at], time[at + 1..].replace('9', "0"))
}

/// The texts of the records that older versions kept in the file of the settings.
#[derive(Default, Deserialize)]
#[serde(rename = "Settings", default)]
struct RecordsInSettings {
    /// The newest first.
    recent: Vec<Box<RawValue>>,
    learned: Vec<Box<RawValue>>,
    exercises: Vec<Box<RawValue>>,
}

/// The records in the text of the settings of an older version; none in the text of a newer one. They
/// are older than all others. Those that are unknown follow as texts: `learned: 7`.
///
/// # Errors
///
/// Returns the place and the cause if the text is not such settings in RON.
pub fn records_in_settings(text: &str) -> SpannedResult<(UserRecords, Vec<String>)> {
    let RecordsInSettings { recent, learned, exercises } = ron::from_str(text)?;
    let time = |number: usize| format!("00000000-000000-{number:05}");
    let (mut records, mut unknown) = (UserRecords::default(), Vec::new());
    for (number, id) in known_values("learned", &learned, &mut unknown).into_iter().enumerate() {
        records.add(UserRecord::Learned { at: time(number), id });
    }
    let recent = known_values("recent", &recent, &mut unknown);
    for (number, path) in recent.into_iter().rev().enumerate() {
        records.add(UserRecord::File { at: time(number), path });
    }
    for (number, work) in
        known_values("exercises", &exercises, &mut unknown).into_iter().enumerate()
    {
        let (begun, changed) = (time(number), time(number));
        records.add(UserRecord::Exercise { begun, changed, work });
    }
    Ok((records, unknown))
}

/// The values of a field that can be read; the texts of the others go to `unknown`.
fn known_values<T: DeserializeOwned>(
    field: &str,
    texts: &[Box<RawValue>],
    unknown: &mut Vec<String>,
) -> Vec<T> {
    let mut known = Vec::new();
    for text in texts {
        match text.into_rust() {
            Ok(value) => known.push(value),
            Err(_) => unknown.push(format!("{field}: {}", excerpt(text.get_ron()))),
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;

    fn file(at: &str, path: &str) -> UserRecord {
        UserRecord::File { at: at.to_owned(), path: StoredPath(path.into()) }
    }

    fn learned(at: &str, id: &str) -> UserRecord {
        UserRecord::Learned { at: at.to_owned(), id: id.to_owned() }
    }

    /// The work on the exercise of a seed, with a line as the answer.
    fn work(seed: u64, slip: usize) -> ExerciseWork {
        let text = format!("(student: \"Ada\", seed: {seed}, set: (), answers: (slip: {slip}))");
        ExerciseWork::new(ExerciseSheet::parse(&text).unwrap())
    }

    fn exercise(changed: &str, seed: u64, slip: usize) -> UserRecord {
        let (begun, work) = (format!("0{seed}"), Box::new(work(seed, slip)));
        UserRecord::Exercise { begun, changed: changed.to_owned(), work }
    }

    fn lists(entries: impl IntoIterator<Item = UserRecord>) -> KeptLists {
        let mut lists = KeptLists::default();
        entries.into_iter().for_each(|entry| lists.records.add(entry));
        lists
    }

    /// The records in a file that several windows have written.
    fn kept<'a>(windows: impl IntoIterator<Item = &'a KeptLists>) -> KeptLists {
        let folder = tempfile::tempdir().unwrap();
        for lists in windows {
            lists.merge_into(KeptListName::Records, folder.path()).unwrap();
        }
        let mut read = KeptLists::default();
        assert_eq!(read.read(KeptListName::Records, folder.path()), Ok(false));
        read
    }

    fn recent(lists: &KeptLists) -> Vec<&str> {
        lists.recent_files().map(|path| path.to_str().unwrap()).collect()
    }

    fn slips(lists: &KeptLists) -> Vec<usize> {
        lists.exercises().map(|work| work.sheet.answers.slip).collect()
    }

    #[test]
    fn a_recent_file_stands_once_and_first() {
        let times = ["01", "02", "03", "04"].into_iter();
        let mut known = lists(times.zip(["a", "b", "c", "a"]).map(|(at, name)| file(at, name)));
        assert_eq!(recent(&known), ["a", "c", "b"]);
        known.records.add(learned("05", "minimax"));
        let names: Vec<String> = (10..30).map(|number| number.to_string()).collect();
        names.iter().for_each(|name| known.records.add(file(name, name)));
        assert_eq!(recent(&known), ["29", "28", "27", "26", "25", "24", "23", "22"]);
        assert!(known.has_learned("minimax"), "files displace no lesson");
    }

    #[test]
    fn a_changed_exercise_keeps_its_place() {
        let mut session = session();
        for seed in [1, 2, 3] {
            session.begin_exercise(work(seed, 0).sheet);
        }
        for (seed, slip) in [(1, 5), (2, 7)] {
            session.keep_exercise(work(seed, slip));
        }
        let seeds: Vec<u64> = session.lists.exercises().map(|work| work.sheet.seed).collect();
        assert_eq!((seeds, slips(&session.lists)), (vec![1, 2, 3], vec![5, 7, 0]));
        assert!(session.effects.contains(&Effect::KeepList(KeptListName::Records)));
    }

    #[test]
    fn an_exercise_that_is_dropped_is_named() {
        let mut session = session();
        for seed in 0..MAX_EXERCISES as u64 {
            session.begin_exercise(work(seed, 0).sheet);
        }
        assert_eq!(session.notice, None);
        session.begin_exercise(work(500, 0).sheet);
        let seeds: Vec<u64> = session.lists.exercises().map(|work| work.sheet.seed).collect();
        assert_eq!((seeds.len(), seeds[0], seeds[99]), (MAX_EXERCISES, 1, 500));
        let text = session.notice.unwrap().text;
        assert!(text.contains("The oldest, ") && text.contains("seed 0, is removed."), "{text}");
    }

    #[test]
    fn a_clock_that_goes_back_loses_no_record() {
        let mut session = session();
        session.lists = lists([file("9999", "later"), exercise("9999", 1, 3)]);
        session.remember(Path::new("now"));
        session.keep_exercise(work(1, 4));
        assert_eq!(
            (recent(&session.lists), slips(&session.lists)),
            (vec!["now", "later"], vec![4])
        );
    }

    #[test]
    fn times_rise_although_the_clock_goes_back() {
        let after = ["20261122-182205-417", "20261122-182209-999", "9-9"].map(time_after);
        assert_eq!(after, ["20261122-182205-418", "20261122-182210-000", "9-90"]);
        let mut windows = [session(), session()];
        for session in &mut windows {
            session.lists = lists([exercise("20991231-235959-999", 1, 3)]);
        }
        windows[0].keep_exercise(work(1, 5));
        let read = kept(windows.iter().map(|session| &session.lists));
        assert_eq!(slips(&read), [5], "the other window has an older copy");
    }

    #[test]
    fn an_exercise_begun_twice_keeps_its_answers() {
        let mut windows = [session(), session()];
        for session in &mut windows {
            session.begin_exercise(work(1, 0).sheet);
        }
        windows[0].keep_exercise(work(1, 5));
        let read = kept(windows.iter().map(|session| &session.lists));
        assert_eq!(slips(&read), [5]);
    }

    #[test]
    fn two_windows_lose_no_record_of_each_other() {
        let one = [learned("1", "minimax"), file("2", "a"), exercise("5", 1, 5), file("6", "c")];
        let other = [learned("3", "mate"), file("4", "b"), exercise("3", 1, 3), file("7", "a")];
        let (one, other) = (lists(one), lists(other));
        let orders: [[&KeptLists; 3]; 2] = [[&one, &other, &one], [&other, &one, &other]];
        for order in orders {
            let read = kept(order);
            assert_eq!(recent(&read), ["a", "c", "b"]);
            assert_eq!(read.learned().collect::<Vec<_>>(), ["minimax", "mate"]);
            assert_eq!(slips(&read), [5], "the later answer");
        }
    }

    #[test]
    fn an_unknown_record_in_old_settings_is_named() {
        let text = "(learned: [7, \"minimax\"], recent: [None], exercises: [(sheet: 1)], level: 3)";
        let (records, unknown) = records_in_settings(text).unwrap();
        let at = "00000000-000000-00000";
        assert_eq!(records.entries(), [learned(at, "minimax")]);
        assert_eq!(unknown, ["learned: 7", "recent: None", "exercises: (sheet: 1)"]);
    }

    #[test]
    fn a_damaged_or_newer_file_is_told_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.ron");
        for (text, told, kept) in [
            ("(format: 1, entries: [Learned(", "begin anew", "records.ron.unreadable"),
            ("(format: 2, records: {})", "by a newer Minnow (format 2).", "records.ron"),
        ] {
            std::fs::write(&path, text).unwrap();
            let mut read = lists([learned("1", "minimax")]);
            let sentence = read.read(KeptListName::Records, folder.path()).unwrap_err();
            assert!(sentence.contains(told), "{sentence}");
            assert_eq!(std::fs::read_to_string(folder.path().join(kept)).unwrap(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_path_outside_utf8_survives_writing() {
        use std::os::unix::ffi::OsStrExt;
        let mut session = session();
        let name = std::ffi::OsStr::from_bytes(b"/tmp/\xff.minnow.ron");
        session.remember(Path::new(name));
        let read = kept([&session.lists]);
        assert_eq!(read.records, session.lists.records);
        assert!(read.recent_files().eq([Path::new(name)]));
    }
}
