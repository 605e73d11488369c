//! Kills and power cuts at random moments. `MINNOW_KILLS` is the number of kills, `MINNOW_SEED` makes
//! other moments.

use std::env;
use std::fs::File;
use std::hint::spin_loop;
use std::iter;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, SystemTime};

use minnow_engine::Random;

use crate::disk::{Disk, FileKind};
use crate::ledger::Ledger;
use crate::writer::{Announcement, WritingProcess};

/// Far more writes than a program makes before it is killed.
const UNENDING: u64 = 1_000_000;

fn from_environment(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

#[test]
fn a_killed_program_loses_no_acknowledged_write() {
    let folder = tempfile::tempdir().unwrap();
    let kill = |program: &mut Child| program.kill().unwrap();
    check_after_ends(folder.path(), from_environment("MINNOW_KILLS", 50), kill);
}

/// `.ci/power-cuts` names itself, the folder of a disk of its own, and the number of cuts.
#[test]
fn a_power_cut_loses_no_acknowledged_write() {
    let Some(script) = env::var_os("MINNOW_CUT") else { return };
    let folder = env::var_os("MINNOW_CUT_FOLDER").unwrap();
    let cut = |program: &mut Child| {
        let mut command = Command::new(&script);
        command.arg("--one").arg(&folder).arg(program.id().to_string());
        assert!(command.status().unwrap().success());
    };
    check_after_ends(Path::new(&folder), from_environment("MINNOW_CUTS", 20), cut);
}

/// Starts the program again and again, ends it at a random moment, and checks its files.
fn check_after_ends(folder: &Path, ends: u64, end: impl Fn(&mut Child)) {
    let mut random = Random(from_environment("MINNOW_SEED", 1));
    let disk = Disk::new(folder);
    let mut ledger = Ledger::default();
    let mut number = 1;
    let mut in_flight = 0;
    for _ in 0..ends {
        let old = disk.temporary_files();
        old.iter().for_each(|path| age(path));
        let mut program = WritingProcess::start(&disk, number, UNENDING);
        // Stops after an announcement, and then at any moment of what follows it.
        let wanted = 1 + random.below(30);
        let mut announced: Vec<_> = iter::from_fn(|| program.next())
            .inspect(|it| note(&mut ledger, it))
            .take(wanted)
            .collect();
        (0..random.below(300_000)).for_each(|_| spin_loop());
        end(&mut program.process);
        announced.extend(iter::from_fn(|| program.next()).inspect(|it| note(&mut ledger, it)));
        program.process.wait().unwrap();
        number = ledger.newest() + 1;
        in_flight += u64::from(ledger.is_writing());
        ledger.check(&disk);
        // The autosave's thread removes old files before it writes.
        let has_cleaned = announced.iter().any(is_autosaved);
        let left: Vec<_> = old.into_iter().filter(|path| path.exists()).collect();
        assert!(left.is_empty() || !has_cleaned, "old temporary files are still there: {left:?}");
    }
    println!("{ends} ends, {in_flight} during a write, {number} writes: nothing lost");
    assert!(in_flight > 0, "no end fell into a write");
}

fn is_autosaved(announcement: &Announcement) -> bool {
    matches!(announcement, Announcement::Done(FileKind::Journal | FileKind::Settings, _))
}

/// Takes an announcement in and checks it.
fn note(ledger: &mut Ledger, announcement: &Announcement) {
    match announcement {
        Announcement::Resumed(number) => assert_eq!(*number, ledger.of(FileKind::Journal).done),
        Announcement::Message(message) => panic!("an unexpected message: {message}"),
        _ => {}
    }
    ledger.note(announcement);
}

/// Makes a file look two days old.
fn age(path: &Path) {
    let file = File::options().append(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(2 * 86_400)).unwrap();
}
