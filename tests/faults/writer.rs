//! The program that is killed or meets a failing disk. It writes with the program's own code and
//! announces each write before and after on its standard output.

use minnow_base::files::{remove_leftovers, write_atomic};
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::SystemTime;

use minnow::app::session::Session;
use minnow::app::session::engine_client::EngineClient;
use minnow::app::session::settings::Settings;
use minnow::app::storage::autosave::Autosave;
use minnow_engine::Random;
use minnow_game::{
    journal::{GameOrigin, Journal},
    store::save_game,
};
use minnow_jobs::Spawner;

use crate::disk::{Disk, FileKind, number_of, numbered_game, numbered_settings};

const FOLDER: &str = "MINNOW_FAULT_DISK";
const FIRST: &str = "MINNOW_FAULT_FIRST";
const WRITES: &str = "MINNOW_FAULT_WRITES";
const DIRECTLY: &str = "MINNOW_FAULT_DIRECTLY";

/// An announcement of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Announcement {
    /// The game of this write was found at the start; 0 if none was.
    Resumed(u64),
    Begin(FileKind, u64),
    Done(FileKind, u64),
    /// The write failed, and the user would see this message.
    Refused {
        kind: FileKind,
        message: String,
    },
    /// A message for the user.
    Message(String),
}

impl Announcement {
    fn read(line: &str) -> Option<Announcement> {
        let line = line.strip_prefix("@ ")?;
        if let Some(message) = line.strip_prefix("message ") {
            return Some(Announcement::Message(message.to_owned()));
        }
        let mut words = line.split(' ');
        let (first, kind) = (words.next()?, words.next()?);
        if first == "resumed" {
            return Some(Announcement::Resumed(kind.parse().unwrap()));
        }
        let kind = FileKind::ALL.into_iter().find(|known| format!("{known:?}") == kind)?;
        if first == "refused" {
            return Some(Announcement::Refused {
                kind,
                message: words.collect::<Vec<_>>().join(" "),
            });
        }
        let number = words.next()?.parse().unwrap();
        let done = first == "done";
        Some(if done {
            Announcement::Done(kind, number)
        } else {
            Announcement::Begin(kind, number)
        })
    }
}

/// The program to be killed. The tests run it in a process of its own; otherwise it does nothing.
#[test]
fn writing_program() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let number = |name| std::env::var(name).unwrap().parse().unwrap();
    let (first, writes): (u64, u64) = (number(FIRST), number(WRITES));
    let disk = Disk { folder: folder.into() };
    if std::env::var_os(DIRECTLY).is_some() {
        return write_directly(&disk, first);
    }
    let mut writer = Writer::start(disk);
    for number in first..first + writes {
        let kind = FileKind::ALL[Random(number).below(4)];
        writer.write(kind, number);
    }
}

struct Writer {
    disk: Disk,
    session: Session,
    autosave: Autosave,
}

impl Writer {
    /// Starts as the window does with a file: it removes old temporary files beside it, and the game
    /// left behind goes into this program's own journal.
    fn start(disk: Disk) -> Writer {
        remove_leftovers(disk.path(FileKind::Save).parent().unwrap(), SystemTime::now());
        let spawner = Spawner::default();
        let (mut autosave, restored) =
            Autosave::start(Some(&disk.places()), None, spawner.clone(), || {});
        autosave.first_frame_shown();
        for alert in &restored.alerts {
            println!("\n@ message {}", alert.text);
        }
        let engine = EngineClient::new(spawner, || {});
        let session = Session::new(Settings::default(), engine, 1);
        let mut writer = Writer { disk, session, autosave };
        let resumed = restored.game.map_or(0, |left| number_of(&left.game));
        println!("\n@ resumed {resumed}");
        if resumed > 0 {
            writer.write(FileKind::Journal, resumed);
        }
        writer
    }

    fn write(&mut self, kind: FileKind, number: u64) {
        println!("@ begin {kind:?} {number}");
        let path = self.disk.path(kind);
        match kind {
            FileKind::Journal => {
                self.session.game = numbered_game(number);
                self.autosave.save_game(&self.session);
                self.autosave.finish();
            }
            FileKind::Settings => {
                self.autosave.save_settings(&numbered_settings(number));
                self.autosave.finish();
            }
            FileKind::Save | FileKind::Pgn => {
                save_game(&path, &numbered_game(number), true).unwrap();
            }
        }
        println!("@ done {kind:?} {number}");
    }
}

/// Writes each kind twice, on this thread, and announces what failed.
fn write_directly(disk: &Disk, first: u64) {
    let journals = disk.path(FileKind::Journal);
    let mut left = Journal::recover(&journals).games;
    let mut journal = Journal::open(&journals);
    if let Ok(journal) = &mut journal {
        journal.continues(left.first());
    }
    for (number, kind) in (first..).zip([FileKind::ALL; 2].concat()) {
        println!("\n@ begin {kind:?} {number}");
        let game = numbered_game(number);
        let path = disk.path(kind);
        let written = match (kind, &journal) {
            (FileKind::Journal, Ok(journal)) => {
                journal.write(&game, &GameOrigin { unsaved: true, ..GameOrigin::default() })
            }
            (FileKind::Journal, Err(error)) => {
                println!("@ refused Journal {error}");
                continue;
            }
            (FileKind::Save | FileKind::Pgn, _) => save_game(&path, &game, true).map(|_| ()),
            (FileKind::Settings, _) => {
                let text = numbered_settings(number).to_ron().unwrap();
                write_atomic(&path, text.as_bytes()).map_err(Into::into)
            }
        };
        match written {
            Ok(()) => println!("@ done {kind:?} {number}"),
            Err(error) => println!("@ refused {kind:?} {error}"),
        }
        if kind == FileKind::Journal {
            left.drain(..).for_each(|old| drop(old.discard()));
        }
    }
}

/// A running program and its announcements.
pub(crate) struct WritingProcess {
    pub process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl WritingProcess {
    /// Starts the program: it makes so many writes, numbered from `first`, and ends.
    pub(crate) fn start(disk: &Disk, first: u64, writes: u64) -> WritingProcess {
        WritingProcess::run(disk, first, writes, |_| {})
    }

    /// The same with a changed command.
    pub(crate) fn run(
        disk: &Disk,
        first: u64,
        writes: u64,
        change: impl FnOnce(&mut Command),
    ) -> WritingProcess {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["writer::writing_program", "--exact", "--nocapture"])
            .env(FOLDER, &disk.folder)
            .env(FIRST, first.to_string())
            .env(WRITES, writes.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        change(&mut command);
        let starting = crate::no_process_starts();
        let mut process = command.spawn().unwrap();
        drop(starting);
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        WritingProcess { process, lines }
    }

    /// Sets a command to write on the main thread, so that failures are announced.
    pub(crate) fn write_directly(command: &mut Command) {
        command.env(DIRECTLY, "1");
    }

    /// The next announcement; none once the program has ended.
    pub(crate) fn next(&mut self) -> Option<Announcement> {
        let lines = self.lines.by_ref().map_while(Result::ok);
        lines.filter_map(|line| Announcement::read(&line)).next()
    }
}
