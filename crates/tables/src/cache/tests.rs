//! The cache folder: kept, found again, shared, and rebuilt after every kind of damage.

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use super::*;
use minnow_base::sync::StopFlag;
use minnow_jobs::{JobEvent, Spawner, run_parallel};

fn variant() -> &'static Variant {
    Variant::by_id("silverman4x4").unwrap()
}

/// A cache of three men in a folder of its own.
struct Cache {
    cache: TableCache,
    _folder: tempfile::TempDir,
}

impl Cache {
    fn new() -> Cache {
        let folder = tempfile::tempdir().unwrap();
        Cache { cache: TableCache::at(folder.path().join("tables")).with_men(3), _folder: folder }
    }

    fn load(&self) -> CachedTables {
        self.cache.load_all(variant())
    }

    /// Builds what is missing and returns how many classes were built.
    fn build(&self) -> usize {
        let mut tables = self.load();
        let missing = tables.missing.len();
        let not_kept = self.cache.build_missing(&mut tables, &StopFlag::new(), &mut |_| {});
        assert!(not_kept.unwrap().is_none());
        assert!(tables.is_complete());
        missing
    }

    fn path(&self, class: &str) -> PathBuf {
        self.cache.path(variant(), &class.parse().unwrap())
    }

    /// Exchanges the file of KRK, and checks that it is reported once and rebuilt with its old bytes.
    #[track_caller]
    fn assert_rebuilt(&self, content: &[u8], reason: &str) {
        let path = self.path("KRK");
        let good = fs::read(&path).unwrap();
        fs::write(&path, content).unwrap();
        let tables = self.load();
        let messages: Vec<String> = tables.unusable.iter().map(ToString::to_string).collect();
        let expected =
            format!("the table file \"{}\" has to be built anew: {reason}", path.display());
        assert_eq!(messages, [expected]);
        assert_eq!(tables.missing, ["KRK".parse().unwrap()]);
        assert_eq!(self.build(), 1);
        assert!(fs::read(&path).unwrap() == good, "other bytes");
        assert!(self.load().unusable.is_empty());
    }
}

#[test]
fn built_tables_are_found_again() {
    let cache = Cache::new();
    assert_eq!(cache.load().missing.len(), 6);
    assert_eq!(cache.build(), 6);
    let tables = cache.load();
    assert!(tables.is_complete() && tables.unusable.is_empty());
    assert_eq!(cache.build(), 0);
    let name = cache.path("KRK");
    let folder = name.parent().unwrap().file_name().unwrap();
    assert_eq!(folder, "4x4-nbrq-nbrq-bare.v1");
    // Another variant with the same rules shares the tables; other rules have their own.
    let other = Variant::by_id("silverman4x5").unwrap();
    assert_eq!(cache.cache.load_all(other).missing.len(), 6);
}

#[test]
fn every_kind_of_damage_is_rebuilt() {
    let cache = Cache::new();
    cache.build();
    let good = fs::read(cache.path("KRK")).unwrap();
    cache.assert_rebuilt(&good[..good.len() / 2], "it is damaged");
    let queen = fs::read(cache.path("KQK")).unwrap();
    cache.assert_rebuilt(&queen, "it holds another table");
    let old = crate::tests::gzip(b"minnow-table-0 4x4-nbrq-nbrq-bare KRK\n");
    cache.assert_rebuilt(&old, "it belongs to another version of the program");
    cache.assert_rebuilt(&[0; 1 << 20], "it is larger than 66 kB");
}

#[test]
fn files_that_cannot_be_replaced_are_named() {
    let cache = Cache::new();
    cache.build();
    let path = cache.path("KRK");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let mut tables = cache.load();
    assert!(
        tables.unusable[0]
            .to_string()
            .ends_with("KRK.table\" has to be built anew: it is a folder")
    );
    let never = StopFlag::new();
    let not_kept = cache.cache.build_missing(&mut tables, &never, &mut |_| {}).unwrap().unwrap();
    assert!(not_kept.to_string().contains("KRK.table"), "{not_kept}");
    assert!(tables.is_complete(), "the set is complete without the file");

    fs::remove_dir(&path).unwrap();
    symlink("/nowhere/at/all", &path).unwrap();
    let mut tables = cache.load();
    assert_eq!(tables.missing.len(), 1);
    let not_kept = cache.cache.build_missing(&mut tables, &never, &mut |_| {}).unwrap();
    assert!(not_kept.unwrap().to_string().contains("a link to a file that does not exist"));
}

#[test]
fn a_file_in_place_of_the_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    fs::write(&path, "").unwrap();
    let cache = TableCache::at(&path).with_men(2);
    let mut tables = cache.load_all(variant());
    let never = StopFlag::new();
    let not_kept = cache.build_missing(&mut tables, &never, &mut |_| {}).unwrap().unwrap();
    assert!(not_kept.to_string().contains("tables/4x4"), "{not_kept}");
    assert!(tables.is_complete());
}

#[test]
fn leftovers_of_killed_builders_are_removed() {
    let cache = Cache::new();
    cache.build();
    let folder = cache.path("KRK").parent().unwrap().to_owned();
    let (old, young) =
        (folder.join(".minnow-abcdefABCDEF.tmp"), folder.join(".minnow-abcdefABCDE0.tmp"));
    for path in [&old, &young] {
        fs::write(path, "half a table").unwrap();
    }
    let two_days = Duration::from_secs(2 * 24 * 60 * 60);
    let file = File::options().write(true).open(&old).unwrap();
    file.set_modified(SystemTime::now() - two_days).unwrap();
    fs::remove_file(cache.path("KQK")).unwrap();
    assert_eq!(cache.build(), 1);
    assert!(!old.exists() && young.exists(), "a young one may belong to a running builder");
}

#[test]
fn builders_at_once_do_not_disturb_each_other() {
    let cache = Cache::new();
    let built = run_parallel(3, |_| cache.build());
    assert!(built.contains(&6), "{built:?}");
    let tables = cache.load();
    assert!(tables.is_complete() && tables.unusable.is_empty());
    let folder = cache.path("KRK").parent().unwrap().to_owned();
    assert_eq!(fs::read_dir(folder).unwrap().count(), 6, "temporary files are left");
}

#[test]
fn a_stopped_build_keeps_what_is_finished() {
    let cache = Cache::new();
    let stop = StopFlag::new();
    let mut tables = cache.load();
    let mut progress = Vec::new();
    let stopped = cache.cache.build_missing(&mut tables, &stop, &mut |step| {
        if step.class.to_string() == "KRK" {
            stop.stop();
        }
        progress.push(step);
    });
    assert_eq!(stopped.unwrap_err(), BuildStopped::ByRequest);
    assert!(progress.is_sorted_by_key(|step| step.done), "{progress:?}");
    assert!(progress.iter().all(|step| step.done <= step.total));
    let missing: Vec<String> = cache.load().missing.iter().map(ToString::to_string).collect();
    assert_eq!(missing, ["KRK", "KQK", "KPK"]);
    assert_eq!(cache.build(), 3);
}

#[test]
fn tables_of_more_men_are_loaded_but_not_wanted() {
    let cache = Cache::new();
    cache.build();
    let class: TableClass = "KRKN".parse().unwrap();
    let mut tables = cache.cache.load(variant(), std::slice::from_ref(&class));
    cache.cache.build_missing(&mut tables, &StopFlag::new(), &mut |_| {}).unwrap();
    assert!(cache.load().set.table(&class).is_some());
    fs::write(cache.path("KRKN"), "").unwrap();
    let tables = cache.load();
    assert!(tables.is_complete() && tables.set.table(&class).is_none());
    assert_eq!(tables.unusable.len(), 1);
}

#[test]
fn the_job_reports_and_can_be_stopped() {
    let cache = Cache::new();
    cache.build();
    fs::write(cache.path("KBK"), "damage").unwrap();
    let wakes = Arc::new(AtomicUsize::new(0));
    let counted = wakes.clone();
    let wake = move || {
        counted.fetch_add(1, SeqCst);
    };
    let mut job = start_build(cache.cache.clone(), variant(), &Spawner::default(), wake);
    let (mut problems, mut sets) = (Vec::new(), 0);
    loop {
        match job.wait_event() {
            JobEvent::Progress(progress) => assert!(progress.done <= progress.total),
            JobEvent::Output(TableBuildEvent::Problem(problem)) => problems.push(problem),
            JobEvent::Output(TableBuildEvent::Complete(set)) => {
                assert!(set.table(&"KBK".parse().unwrap()).is_some());
                sets += 1;
            }
            JobEvent::Finished => break,
            JobEvent::Failed(error) => panic!("{error}"),
        }
    }
    assert_eq!((problems.len(), sets), (1, 1), "{problems:?}");
    assert!(problems[0].contains("KBK.table"), "{problems:?}");
    assert!(wakes.load(SeqCst) >= 3);

    // Five-man classes would take minutes.
    let endless = TableCache::at(cache.cache.folder()).with_men(5);
    let job = start_build(endless, variant(), &Spawner::default(), || {});
    job.stop();
    assert!(job.wait().is_ok());
}
