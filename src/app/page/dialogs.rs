//! The browser's file chooser, saving as a download, and files dropped on the page: games, exercises and
//! lessons.

use std::{path::PathBuf, sync::Mutex};

use egui::Context;
use wasm_bindgen::prelude::*;

use super::{arrive, complain, script, storage};
use crate::app::{
    lab::LabPageId,
    request::Request,
    session::{ChosenFile, FileChoice, FileQuery, Mode, PathPurpose},
    storage::file_kind::FileKind,
};
use minnow_base::{files::system, sync::lock_briefly};
use minnow_jobs::worker::wake_page;

/// The paths of the files that the user has chosen; empty after a cancelled choice.
static CHOSEN: Mutex<Option<Vec<PathBuf>>> = Mutex::new(None);

/// Asks for a file to open, or says at once under which name a file is saved: the browser puts it
/// into the folder for downloads.
pub struct FileDialogs {
    open: Option<FileQuery>,
    saved: Option<FileChoice>,
}

impl FileDialogs {
    pub fn new(_: minnow_jobs::Spawner, _: &eframe::CreationContext<'_>) -> FileDialogs {
        FileDialogs { open: None, saved: None }
    }

    /// Opens a chooser. A chooser that is open already is forgotten, because not every browser tells
    /// that it was closed.
    pub fn ask(&mut self, query: FileQuery, _: impl Fn() + Send + Sync + 'static) {
        if query.form.purpose == PathPurpose::SaveFile {
            let name = query.suggestion.file_name().unwrap_or_default();
            let path = super::user_file(&name.to_string_lossy());
            self.saved = Some(FileChoice::Chosen(ChosenFile { query, path, confirmed: true }));
            wake_page();
            return;
        }
        *lock_briefly(&CHOSEN) = None;
        let accepted: Vec<String> =
            query.form.endings().map(|ending| format!(".{ending}")).collect();
        script::choose(&accepted.join(","), query.form.purpose == PathPurpose::OpenFolder);
        self.open = Some(query);
    }

    /// The answer, once there is one.
    pub fn collect(&mut self) -> Option<FileChoice> {
        if let Some(choice) = self.saved.take() {
            return Some(choice);
        }
        let chosen = self.open.as_ref().and_then(|_| lock_briefly(&CHOSEN).take())?;
        let query = self.open.take()?;
        let Some(path) = chosen.into_iter().next() else { return Some(FileChoice::Cancelled) };
        let path = match query.form.purpose {
            PathPurpose::OpenFolder => lessons_folder(),
            PathPurpose::OpenFile | PathPurpose::SaveFile => path,
        };
        Some(FileChoice::Chosen(ChosenFile { query, path, confirmed: true }))
    }
}

/// The folder of the lessons that were chosen last.
fn lessons_folder() -> PathBuf {
    "lessons".into()
}

/// Takes the files that the user has chosen.
#[wasm_bindgen(js_name = takeChosen)]
pub fn take_chosen(names: Vec<String>, contents: js_sys::Array, several: bool) {
    let contents = contents.iter().map(|content| js_sys::Uint8Array::from(content).to_vec());
    let files = names.iter().zip(contents);
    let paths = if several {
        put_lessons(files)
    } else {
        files.map(|(name, content)| storage::add_opened(name, &content)).collect()
    };
    *lock_briefly(&CHOSEN) = Some(paths);
    wake_page();
}

/// Puts lessons into their folder, in place of those that were there.
fn put_lessons<'a>(files: impl Iterator<Item = (&'a String, Vec<u8>)>) -> Vec<PathBuf> {
    let folder = lessons_folder();
    for entry in system::read_dir(&folder).into_iter().flatten().flatten() {
        let _ = system::remove_file(entry.path());
    }
    let _ = system::create_dir_all(&folder);
    let put = |(name, content): (&String, Vec<u8>)| {
        let path = folder.join(name.replace(['/', '\\'], "_"));
        let _ = minnow_base::files::write_atomic(&path, &content);
        path
    };
    files.map(put).collect()
}

/// A file with its content.
struct DroppedFile {
    name: String,
    content: Vec<u8>,
    kind: FileKind,
}

/// Reads the files that were dropped in this frame, and opens them once all are read. Call it in each
/// frame: egui has them in one only.
pub(in crate::app) fn read_dropped(ctx: &Context) {
    let files = ctx.input(|input| input.raw.dropped_files.clone());
    if files.is_empty() {
        return;
    }
    wasm_bindgen_futures::spawn_local(async move {
        let mut read = Vec::new();
        for file in files {
            let name = file.path().to_string_lossy().into_owned();
            match file.bytes_async().await {
                Ok(content) => {
                    let kind = FileKind::of(&name, &content);
                    read.push(DroppedFile { name, content, kind });
                }
                Err(problem) => complain(format!("\"{name}\" cannot be read: {problem}.")),
            }
        }
        open(read);
    });
}

/// Opens the first file, or all lessons if it is one.
fn open(files: Vec<DroppedFile>) {
    let Some(kind) = files.first().map(|file| file.kind) else { return };
    let (opened, others): (Vec<_>, Vec<_>) = match kind {
        FileKind::Lesson => files.into_iter().partition(|file| file.kind == kind),
        FileKind::Game | FileKind::Exercise => {
            let mut files = files.into_iter();
            (files.by_ref().take(1).collect(), files.collect())
        }
    };
    actions(kind, &opened).into_iter().for_each(arrive);
    if !others.is_empty() {
        let names: Vec<String> = others.into_iter().map(|file| file.name).collect();
        complain(format!(
            "Only one game or exercise is opened at a time; \"{}\" was not opened.",
            names.join("\", \"")
        ));
    }
}

/// The requests that show files of one kind.
fn actions(kind: FileKind, files: &[DroppedFile]) -> Vec<Request> {
    let (page, shown) = match kind {
        FileKind::Game => {
            let path = |file: &DroppedFile| storage::add_opened(&file.name, &file.content);
            let open = |file| Request::OpenPath(path(file));
            return files.iter().map(open).collect();
        }
        FileKind::Exercise => {
            let Some(file) = files.first() else { return Vec::new() };
            let path = storage::add_opened(&file.name, &file.content);
            (LabPageId::Exercises, Request::OpenExercise(path))
        }
        FileKind::Lesson => {
            put_lessons(files.iter().map(|file| (&file.name, file.content.clone())));
            (LabPageId::Lessons, Request::OpenLessons(Some(lessons_folder())))
        }
    };
    vec![Request::SelectMode(Mode::Lab), Request::ShowLabPage(page), shown]
}
